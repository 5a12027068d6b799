//! Counts the bytes that a task writes to a store. Every store counts all of its writes here, so that a quota covers
//! everything.

use std::cell::Cell;

tokio::task_local! {
    static WRITTEN: Cell<u64>;
}

/// The estimated size of a row besides its texts: keys, numbers, indexes.
const ROW: usize = 100;

/// Runs a future and returns how many bytes it wrote to stores. Tasks that it spawns aren't counted.
pub async fn metered<T>(work: impl Future<Output = T>) -> (T, u64) {
    let counted = async {
        let done = work.await;
        (done, WRITTEN.with(Cell::get))
    };
    WRITTEN.scope(Cell::new(0), counted).await
}

/// Counts a row with this many bytes of text.
pub(super) fn count_row(bytes: usize) {
    let more = (bytes + ROW) as u64;
    // Outside of `metered`, nothing is counted.
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
        let (written, bytes) =
            metered(store.change_documents(vec![board(&"\n".repeat(1000))])).await;
        written.unwrap();
        assert_eq!(bytes as usize, 2000 + 2 + 2 + ROW);
        // A text that is already stored isn't written again.
        for (text, wanted) in [("one", 7 + ROW), ("one", 0)] {
            let (saved, bytes) = metered(store.save_text("HASH", text)).await;
            saved.unwrap();
            assert_eq!(bytes as usize, wanted);
        }
        assert_eq!(metered(store.document("board", "B")).await.1, 0);
    }
}
