//! Notices when other processes write to the same file. SQLite sends no notifications, but it counts changes, so a
//! thread polls that counter until the store is dropped.

use super::{SqliteInner, schema};
use crate::store::StoreEvent;
use std::sync::Weak;
use std::thread;
use std::time::Duration;

const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Starts polling. If no thread can be started, changes of others are noticed when something is written.
pub(super) fn start(store: Weak<SqliteInner>) {
    let _ = thread::Builder::new().name("sqlite".into()).spawn(move || poll(&store));
}

fn poll(store: &Weak<SqliteInner>) {
    let mut reader = None;
    let mut seen = None;
    loop {
        thread::sleep(POLL_INTERVAL);
        let Some(store) = store.upgrade() else { return };
        // Checked even if nothing is written, so that a server notices a deleted file.
        if let lost @ Err(_) = store.writer.identity.check() {
            store.writer.health.wrote(&lost);
        }
        if !store.publisher.has_subscribers() {
            continue;
        }
        // The counter belongs to a connection, so it must be the same one every time.
        if reader.is_none() {
            reader = schema::reader(&store.place, store.is_immutable).ok();
        }
        let version =
            reader.as_ref().and_then(|reader| schema::pragma(reader, "data_version").ok());
        if version != seen {
            seen = version;
            store.publisher.publish(StoreEvent::CheckAll);
        }
    }
}
