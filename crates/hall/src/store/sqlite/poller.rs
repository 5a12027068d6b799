//! An ear for other programs that write to the same file. SQLite tells nobody; it only counts, and so
//! that is looked at now and then, in a thread that ends with the store.

use super::{SqliteInner, schema};
use crate::store::StoreEvent;
use std::sync::Weak;
use std::thread;
use std::time::Duration;

/// How often to look.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Starts to listen. Where no thread can be had, others are heard of when something is written.
pub(super) fn start(store: Weak<SqliteInner>) {
    let _ = thread::Builder::new().name("sqlite".into()).spawn(move || poll(&store));
}

fn poll(store: &Weak<SqliteInner>) {
    let mut reader = None;
    let mut seen = None;
    loop {
        thread::sleep(POLL_INTERVAL);
        let Some(store) = store.upgrade() else { return };
        // Also where nothing is written: a server should not go on with a file that is gone.
        if let lost @ Err(_) = store.writer.identity.check() {
            store.writer.health.wrote(&lost);
        }
        if !store.publisher.has_subscribers() {
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
            store.publisher.publish(StoreEvent::CheckAll);
        }
    }
}
