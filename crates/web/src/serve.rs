//! The house as it runs: what all requests share, how it is opened, how it is closed.

use crate::accept::{Door, accept};
use crate::config::Config;
use crate::counts::Counts;
use crate::guard::{Peer, host};
use crate::key::HouseKey;
use crate::limit::Buckets;
use crate::people::Recent;
use crate::time::Keepers;
use crate::{api, health, time};
use axum::http::HeaderMap;
use hall::{Condition, Hall, Health};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;

/// What all requests share.
pub(crate) struct App {
    pub(crate) hall: Hall,
    pub(crate) config: Config,
    pub(crate) key: HouseKey,
    pub(crate) counts: Counts,
    /// Whether the store can be used.
    pub(crate) health: Health,
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
    pub(crate) phrases: Buckets<String>,
    /// How many sockets everybody has, and every address.
    pub(crate) sockets: Mutex<HashMap<String, usize>>,
    /// How many may think at a time.
    pub(crate) minds: Semaphore,
    /// One file that somebody brings is played at a time.
    pub(crate) files: Semaphore,
    pub(crate) keepers: Keepers,
    /// Whoever holds one of these is waited for in the end.
    pub(crate) alive: mpsc::Sender<Infallible>,
    /// Where it really listens.
    pub(crate) address: SocketAddr,
}

impl App {
    /// The address of the house, for links that others open: the public one, else the one by which whoever asks has
    /// reached it. That was looked at already: it is an address or `localhost`.
    pub(crate) fn home(&self, headers: &HeaderMap) -> String {
        match (&self.config.public_url, host(headers)) {
            (Some(url), _) => url.to_string(),
            (None, Some(host)) => format!("http://{}", host.to_ascii_lowercase()),
            (None, None) => format!("http://{}", self.address),
        }
    }
}

/// How many bytes the machine keeps for a client that does not read them.
const UNREAD: u32 = 64 * 1024;

/// Listens, with little room for what is not read: whoever is slow is noticed soon, and costs little.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Elsewhere this would let others listen at the same place.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(address)?;
    socket.listen(1024)
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
    start_at(listen(config.listen)?, hall, key, config).await
}

/// Opens the house at a door that is there already; where the operator would listen does not matter then.
pub async fn start_at(
    door: impl Door,
    hall: Hall,
    key: HouseKey,
    config: Config,
) -> io::Result<Server> {
    let address = door.address()?;
    let (close, closing) = watch::channel(false);
    let (alive, done) = mpsc::channel(1);
    let limits = &config.limits;
    let app = Arc::new(App {
        requests: Buckets::new(limits.requests),
        doors: Buckets::new(limits.doors),
        tries: Buckets::new(limits.tries),
        openings: Buckets::new(limits.openings),
        phrases: Buckets::new(limits.phrases),
        health: hall.health(),
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
        files: Semaphore::new(1),
        keepers: Keepers::default(),
        alive,
        address,
    });
    let router = api::router(&app);
    // What was begun before is looked after before anybody comes.
    let news = app.hall.table_news();
    time::look(&app).await;
    tokio::spawn(time::keep(Arc::clone(&app), news));
    tokio::spawn(health::watch(Arc::clone(&app)));
    tokio::spawn(accept(door, Arc::clone(&app), router));
    tracing::info!(%address, "open");
    Ok(Server { address, app, close, done })
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How it is reached: by everybody when it has a public address, else from this machine.
    pub fn url(&self) -> String {
        let port = self.address.port();
        let here = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, port).into(),
            IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, port).into(),
            _ => self.address,
        };
        match &self.app.config.public_url {
            Some(url) => format!("{url}/"),
            None => format!("http://{here}/"),
        }
    }

    /// Waits until the file of the store was deleted or replaced. From then on nothing is acknowledged, so the server
    /// should be closed.
    pub async fn store_is_lost(&self) {
        let mut health = self.app.health.watch();
        // It is as long there as this server.
        let _ = health.wait_for(|now| *now == Condition::Lost).await;
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
