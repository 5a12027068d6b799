//! The house as it runs: what all requests share, how it is opened, how it is closed.

use crate::config::Config;
use crate::counts::Counts;
use crate::guard::Peer;
use crate::key::HouseKey;
use crate::limit::Buckets;
use crate::people::Recent;
use crate::time::Keepers;
use crate::{accept, api};
use hall::Hall;
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;

/// What all requests share.
pub(crate) struct App {
    pub(crate) hall: Hall,
    pub(crate) config: Config,
    pub(crate) key: HouseKey,
    pub(crate) counts: Counts,
    /// Set when the house is about to close.
    pub(crate) closing: watch::Receiver<bool>,
    /// Rings when a session has ended.
    pub(crate) ended: watch::Sender<u64>,
    /// Whose sessions and tokens were looked up a moment ago.
    pub(crate) passes: Recent,
    /// What people were called a moment ago.
    pub(crate) names: Recent,
    pub(crate) requests: Buckets<Peer>,
    pub(crate) doors: Buckets<Peer>,
    pub(crate) tries: Buckets<String>,
    pub(crate) openings: Buckets<String>,
    /// How many sockets everybody has.
    pub(crate) sockets: Mutex<HashMap<String, usize>>,
    /// How many may think at a time.
    pub(crate) minds: Semaphore,
    pub(crate) keepers: Keepers,
    /// Whoever holds one of these is waited for in the end.
    pub(crate) alive: mpsc::Sender<Infallible>,
    /// Where it really listens.
    pub(crate) address: SocketAddr,
}

impl App {
    /// An address of the house, as others reach it.
    pub(crate) fn url(&self, path: &str) -> String {
        match &self.config.public_url {
            Some(url) => format!("{}{path}", url.trim_end_matches('/')),
            None => format!("http://{}{path}", self.address),
        }
    }
}

/// Waits until the house is about to close.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // When nobody can close it any more, it is closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A house that is open.
pub struct Server {
    address: SocketAddr,
    app: Arc<App>,
    close: watch::Sender<bool>,
    done: mpsc::Receiver<Infallible>,
}

/// Opens the house on a network.
pub async fn start(hall: Hall, key: HouseKey, config: Config) -> io::Result<Server> {
    let listener = TcpListener::bind(config.listen).await?;
    let address = listener.local_addr()?;
    let (close, closing) = watch::channel(false);
    let (alive, done) = mpsc::channel(1);
    let limits = &config.limits;
    let app = Arc::new(App {
        requests: Buckets::new(limits.requests),
        doors: Buckets::new(limits.doors),
        tries: Buckets::new(limits.tries),
        openings: Buckets::new(limits.openings),
        hall,
        config,
        key,
        counts: Counts::default(),
        closing,
        ended: watch::Sender::new(0),
        passes: Recent::default(),
        names: Recent::default(),
        sockets: Mutex::default(),
        minds: Semaphore::new(4),
        keepers: Keepers::default(),
        alive,
        address,
    });
    let router = api::router(&app);
    tokio::spawn(accept::accept(listener, Arc::clone(&app), router));
    tokio::spawn(crate::time::keep(Arc::clone(&app)));
    tracing::info!(%address, "open");
    Ok(Server { address, app, close, done })
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How others reach it.
    pub fn url(&self) -> String {
        self.app.url("/")
    }

    /// Closes the house: nothing new is begun, what is being stored is finished, everybody is told. It does not take
    /// longer than it may.
    pub async fn close(mut self) {
        let _ = self.close.send(true);
        let patience = self.app.config.limits.closing;
        drop(self.app);
        let _ = timeout(patience, self.done.recv()).await;
        tracing::info!("closed");
    }
}
