//! The running server: the state that all requests share, starting and shutting down.

use crate::accept::{Listener, accept};
use crate::config::Config;
use crate::error::ApiResult;
use crate::metrics::{Metrics, increment};
use crate::middleware::host;
use crate::network::Network;
use crate::person::NameCache;
use crate::quota::NetworkUsage;
use crate::rate_limit::Buckets;
use crate::security_log::SecurityLog;
use crate::server_key::ServerKey;
use crate::session_cache::{AccountWatchers, SessionCache};
use crate::socket::SocketOwner;
use crate::time_limit::{ClockNews, Clocks};
use crate::{accounts, api, expiry, health, time_limit};
use axum::http::HeaderMap;
use hall::{Condition, Hall, Health, MatchId};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// The state that all requests share.
pub(crate) struct AppState {
    pub(crate) hall: Hall,
    pub(crate) config: Config,
    pub(crate) key: ServerKey,
    pub(crate) metrics: Metrics,
    /// Whether the store can be used.
    pub(crate) health: Health,
    /// Whether the server is shutting down.
    pub(crate) closing: watch::Receiver<bool>,
    /// Wakes sockets whose session may have ended.
    pub(crate) account_watchers: AccountWatchers,
    pub(crate) session_cache: SessionCache,
    pub(crate) security_log: SecurityLog,
    pub(crate) names: NameCache,
    pub(crate) requests: Buckets<Network>,
    pub(crate) files: Buckets<Network>,
    pub(crate) sign_ins: Buckets<Network>,
    /// Attempts at each account's passphrase, by unknown devices.
    pub(crate) tries: Buckets<String>,
    /// Attempts by each known device.
    pub(crate) device_tries: Buckets<String>,
    /// Attempts by each session.
    pub(crate) session_tries: Buckets<String>,
    /// Changes to each account.
    pub(crate) changes: Buckets<String>,
    /// Passphrases from known devices and sessions of each network.
    pub(crate) known: Buckets<Network>,
    /// Wrong access codes, by all clients together.
    pub(crate) code_tries: Buckets<()>,
    /// Networks that have sent a wrong access code within the last ten minutes.
    pub(crate) code_failures: Buckets<Network>,
    pub(crate) openings: Buckets<String>,
    /// Lines that the rules refused, for each person in each match.
    pub(crate) refused_lines: Buckets<(String, MatchId)>,
    pub(crate) phrases: Buckets<String>,
    pub(crate) table_changes: Buckets<String>,
    pub(crate) exports: Buckets<String>,
    pub(crate) network_usage: NetworkUsage,
    /// The number of sockets of each person and each network.
    pub(crate) sockets: Mutex<HashMap<SocketOwner, usize>>,
    pub(crate) clocks: Clocks,
    /// A shutdown waits until all clones of this are dropped.
    pub(crate) alive: mpsc::Sender<Infallible>,
    /// The address that it really listens on.
    pub(crate) address: SocketAddr,
}

impl AppState {
    /// Counts a request that a rate limit has refused.
    pub(crate) fn limited<T>(&self, taken: ApiResult<T>) -> ApiResult<T> {
        taken.inspect_err(|_| increment(&self.metrics.limited))
    }

    /// The server's address for links: the public one, or else the host of the request, which the middleware has
    /// checked to be an IP address or `localhost`.
    pub(crate) fn base_url(&self, headers: &HeaderMap) -> String {
        match (&self.config.public_url, host(headers)) {
            (Some(url), _) => url.to_string(),
            (None, Some(host)) => format!("http://{}", host.to_ascii_lowercase()),
            (None, None) => format!("http://{}", self.address),
        }
    }
}

/// The size of the system's send buffer, in bytes.
const SEND_BUFFER: u32 = 64 * 1024;

/// Listens with a small send buffer, so that slow clients are noticed soon and cost little memory.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // On other systems this would let another process listen on the same port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(1024)
}

/// Waits until the server is shutting down.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the server was dropped, which also shuts it down.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    app: Arc<AppState>,
    close: watch::Sender<bool>,
    done: mpsc::Receiver<Infallible>,
}

/// Starts a server.
pub async fn start(hall: Hall, key: ServerKey, config: Config) -> io::Result<Server> {
    start_at(listen(config.listen)?, hall, key, config).await
}

/// Starts a server with this listener. `config.listen` is ignored.
pub async fn start_at(
    listener: impl Listener,
    hall: Hall,
    key: ServerKey,
    config: Config,
) -> io::Result<Server> {
    let address = listener.address()?;
    let (close, closing) = watch::channel(false);
    let (alive, done) = mpsc::channel(1);
    let limits = &config.limits;
    hall.work().set_limits(limits.work.clone());
    let app = Arc::new(AppState {
        requests: Buckets::new(limits.requests),
        files: Buckets::new(limits.files),
        sign_ins: Buckets::new(limits.sign_ins),
        tries: Buckets::new(limits.tries),
        device_tries: Buckets::new(limits.tries),
        session_tries: Buckets::new(limits.tries),
        known: Buckets::new(limits.known),
        changes: Buckets::new(limits.changes),
        code_tries: Buckets::new(limits.code_tries),
        code_failures: Buckets::new((1.0 / 600.0, 1.0)),
        openings: Buckets::new(limits.openings),
        refused_lines: Buckets::new(limits.refused_lines),
        phrases: Buckets::new(limits.phrases),
        table_changes: Buckets::new(limits.table_changes),
        exports: Buckets::new(limits.exports),
        network_usage: NetworkUsage::new(&limits.per_day),
        health: hall.health(),
        hall,
        config,
        key,
        metrics: Metrics::default(),
        closing,
        account_watchers: AccountWatchers::default(),
        session_cache: SessionCache::default(),
        security_log: SecurityLog::default(),
        names: NameCache::default(),
        sockets: Mutex::default(),
        clocks: Clocks::default(),
        alive,
        address,
    });
    let router = api::router(&app);
    // The clocks of unfinished matches run before the first connection is accepted.
    tokio::spawn(accounts::follow_changes(Arc::clone(&app), app.hall.store_events()));
    let news = ClockNews::of(&app);
    time_limit::sync_clocks(&app).await;
    tokio::spawn(time_limit::run(Arc::clone(&app), news));
    let warm = app.hall.clone();
    tokio::spawn(async move { warm.warm_up().await });
    tokio::spawn(expiry::run(Arc::clone(&app)));
    tokio::spawn(health::watch(Arc::clone(&app)));
    tokio::spawn(accept(listener, Arc::clone(&app), router));
    tracing::info!(%address, "listening");
    Ok(Server { address, app, close, done })
}

impl Server {
    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The public URL, or else the URL on this machine.
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

    /// Waits until the database file is deleted or replaced, and logs it. Nothing is acknowledged from then on, so the
    /// server should be shut down.
    pub async fn store_is_lost(&self) {
        let mut health = self.app.health.watch();
        // The sender lives as long as this server.
        let _ = health.wait_for(|now| *now == Condition::Lost).await;
        tracing::error!("the database file was deleted or replaced");
    }

    /// Shuts the server down: refuses new requests, finishes writes, says goodbye on all sockets. Takes at most
    /// `limits.closing`.
    pub async fn close(mut self) {
        let _ = self.close.send(true);
        let limit = self.app.config.limits.closing;
        drop(self.app);
        let _ = timeout(limit, self.done.recv()).await;
        tracing::info!("shut down");
    }
}
