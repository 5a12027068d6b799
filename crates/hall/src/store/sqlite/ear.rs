//! An ear for other programs that write to the same file. SQLite tells nobody; it only counts, and so
//! that is looked at now and then, in a thread that ends with the store.

use super::{Inner, schema};
use crate::store::Heard;
use std::sync::Weak;
use std::thread;
use std::time::Duration;

/// How often to look.
const LOOK: Duration = Duration::from_millis(250);

/// Starts to listen. Where no thread can be had, others are heard of when something is written.
pub(super) fn listen(store: Weak<Inner>) {
    let _ = thread::Builder::new().name("sqlite".into()).spawn(move || look(&store));
}

fn look(store: &Weak<Inner>) {
    let mut reader = None;
    let mut seen = None;
    loop {
        thread::sleep(LOOK);
        let Some(store) = store.upgrade() else { return };
        // Also where nothing is written: a server should not go on with a file that is gone.
        if let lost @ Err(_) = store.writer.identity.check() {
            store.writer.health.wrote(&lost);
        }
        if !store.crier.is_heard() {
            continue;
        }
        // The count is one of a connection's own: it has to be the same one every time.
        if reader.is_none() {
            reader = schema::reader(&store.place, store.still).ok();
        }
        let version =
            reader.as_ref().and_then(|reader| schema::pragma(reader, "data_version").ok());
        if version != seen {
            seen = version;
            store.crier.cry(Heard::Look);
        }
    }
}
