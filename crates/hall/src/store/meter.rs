//! How many bytes a task writes to a store. Every store counts here what it is given, so that a quota holds for everything
//! that is written, by whatever way.

use std::cell::Cell;

tokio::task_local! {
    static WRITTEN: Cell<u64>;
}

/// What a row takes besides its texts: keys, numbers, its place in the indexes.
const ROW: usize = 100;

/// Does some work, and tells how many bytes it has written to stores. Tasks that it spawns are not counted.
pub async fn metered<T>(work: impl Future<Output = T>) -> (T, u64) {
    let counted = async {
        let done = work.await;
        (done, WRITTEN.with(Cell::get))
    };
    WRITTEN.scope(Cell::new(0), counted).await
}

/// Counts a row with so many bytes of text.
pub(super) fn count_row(bytes: usize) {
    let more = (bytes + ROW) as u64;
    // Nobody may want to know.
    let _ = WRITTEN.try_with(|written| written.set(written.get() + more));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Document, Store};

    fn board(text: &str) -> Change {
        let body = serde_json::to_string(text).unwrap();
        let (id, owner) = ("B".to_owned(), "A".to_owned());
        Change::Put(Document { kind: "board", id, owner, version: 0, body })
    }

    #[tokio::test]
    async fn bytes_are_counted_as_they_are_stored() {
        let store = Store::memory();
        // Each newline is two characters in JSON.
        let (filed, bytes) = metered(store.change_documents(vec![board(&"\n".repeat(1000))])).await;
        filed.unwrap();
        assert_eq!(bytes as usize, 2000 + 2 + 2 + ROW);
        // A text that is there already is not written again.
        for (text, wanted) in [("one", 7 + ROW), ("one", 0)] {
            let (kept, bytes) = metered(store.save_text("HASH", text)).await;
            kept.unwrap();
            assert_eq!(bytes as usize, wanted);
        }
        assert_eq!(metered(store.document("board", "B")).await.1, 0);
    }
}
