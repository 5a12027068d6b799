//! The house as it runs: what all requests share, how it is opened, how it is closed.

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

/// What all requests share.
pub(crate) struct AppState {
    pub(crate) hall: Hall,
    pub(crate) config: Config,
    pub(crate) key: ServerKey,
    pub(crate) metrics: Metrics,
    /// Whether the store can be used.
    pub(crate) health: Health,
    /// Set when the house is about to close.
    pub(crate) closing: watch::Receiver<bool>,
    /// Wakes sockets whose session may have ended.
    pub(crate) account_watchers: AccountWatchers,
    /// Whose sessions and tokens were looked up a moment ago.
    pub(crate) session_cache: SessionCache,
    pub(crate) security_log: SecurityLog,
    /// What people were called a moment ago.
    pub(crate) names: NameCache,
    pub(crate) requests: Buckets<Network>,
    pub(crate) sign_ins: Buckets<Network>,
    /// Tries at the passphrase of a name, by devices that have not signed in to it before.
    pub(crate) tries: Buckets<String>,
    /// The same by each device that has.
    pub(crate) device_tries: Buckets<String>,
    /// The same by each session.
    pub(crate) session_tries: Buckets<String>,
    /// Changes to each account.
    pub(crate) changes: Buckets<String>,
    /// Passphrases that known devices and sessions of one address give.
    pub(crate) known: Buckets<Network>,
    /// Wrong tries at the server's code, by everybody together.
    pub(crate) code_tries: Buckets<()>,
    /// Networks that have given a wrong code within the last ten minutes.
    pub(crate) code_failures: Buckets<Network>,
    pub(crate) openings: Buckets<String>,
    /// Lines that the rules refused, for each person in each match.
    pub(crate) refused_lines: Buckets<(String, MatchId)>,
    pub(crate) phrases: Buckets<String>,
    pub(crate) table_changes: Buckets<String>,
    /// Exports of each person: everything that is stored of them at once.
    pub(crate) exports: Buckets<String>,
    /// What networks have stored lately.
    pub(crate) network_usage: NetworkUsage,
    /// How many sockets each person and each network has.
    pub(crate) sockets: Mutex<HashMap<SocketOwner, usize>>,
    pub(crate) clocks: Clocks,
    /// Whoever holds one of these is waited for in the end.
    pub(crate) alive: mpsc::Sender<Infallible>,
    /// Where it really listens.
    pub(crate) address: SocketAddr,
}

impl AppState {
    /// Counts a request that came too often.
    pub(crate) fn limited<T>(&self, taken: ApiResult<T>) -> ApiResult<T> {
        taken.inspect_err(|_| increment(&self.metrics.limited))
    }

    /// The address of the house, for links that others open: the public one, else the one by which whoever asks has
    /// reached it. That was looked at already: it is an address or `localhost`.
    pub(crate) fn base_url(&self, headers: &HeaderMap) -> String {
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
    app: Arc<AppState>,
    close: watch::Sender<bool>,
    done: mpsc::Receiver<Infallible>,
}

/// Opens the house on a network.
pub async fn start(hall: Hall, key: ServerKey, config: Config) -> io::Result<Server> {
    start_at(listen(config.listen)?, hall, key, config).await
}

/// Opens the house at a door that is there already; where the operator would listen does not matter then.
pub async fn start_at(
    door: impl Listener,
    hall: Hall,
    key: ServerKey,
    config: Config,
) -> io::Result<Server> {
    let address = door.address()?;
    let (close, closing) = watch::channel(false);
    let (alive, done) = mpsc::channel(1);
    let limits = &config.limits;
    hall.work().set_limits(limits.work.clone());
    let app = Arc::new(AppState {
        requests: Buckets::new(limits.requests),
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
    // What was begun before is looked after before anybody comes.
    tokio::spawn(accounts::follow_changes(Arc::clone(&app), app.hall.store_events()));
    let news = ClockNews::of(&app);
    time_limit::sync_clocks(&app).await;
    tokio::spawn(time_limit::run(Arc::clone(&app), news));
    let warm = app.hall.clone();
    tokio::spawn(async move { warm.warm_up().await });
    tokio::spawn(expiry::run(Arc::clone(&app)));
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

    /// Waits until the database file is deleted or replaced, and logs it. From then on nothing is acknowledged, so the
    /// server should be closed.
    pub async fn store_is_lost(&self) {
        let mut health = self.app.health.watch();
        // The sender lives as long as this server.
        let _ = health.wait_for(|now| *now == Condition::Lost).await;
        tracing::error!("the database file was deleted or replaced");
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
