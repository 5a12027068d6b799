//! Accepting connections: their number, the time for a request's headers, and graceful shutdown.

use crate::metrics::increment;
use crate::middleware::MAX_HEAD;
use crate::network::{Network, PeerAddress};
use crate::serve::{AppState, closed};
use crate::write_timeout::{Allowance, WriteTimeout};
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// The most headers of a request.
const MAX_HEADERS: usize = 64;

/// How many connections each network has.
type ConnectionCounts = Arc<Mutex<HashMap<Network, usize>>>;

/// A source of connections: a port of this machine, or of the simulated network in tests.
pub trait Listener: Send + Sync + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Waits for the next connection; also returns its address.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// The address that it listens on.
    fn address(&self) -> io::Result<SocketAddr>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, from) = TcpListener::accept(self).await?;
        // Messages are small and should arrive at once.
        let _ = stream.set_nodelay(true);
        Ok((stream, from))
    }

    fn address(&self) -> io::Result<SocketAddr> {
        self.local_addr()
    }
}

/// Accepts connections until the server shuts down.
pub(crate) async fn accept(listener: impl Listener, app: Arc<AppState>, router: Router) {
    let counts = ConnectionCounts::default();
    let mut closing = app.closing.clone();
    loop {
        let accepted = tokio::select! {
            // Not in random order, so that simulated runs can be repeated.
            biased;
            () = closed(&mut closing) => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(_) => {
                // The client has left already, or this process has no file descriptors left: wait for some.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        match ClientConnection::new(&app, &counts, PeerAddress::new(from.ip())) {
            Some(client) => drop(tokio::spawn(serve(stream, client, router.clone()))),
            None => increment(&app.metrics.turned_away),
        }
    }
}

async fn serve<S>(stream: S, client: ClientConnection, router: Router)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let _alive = client.app.alive.clone();
    let client = Arc::new(client);
    let (peer, held) = (client.peer, Arc::clone(&client));
    let allowance = Allowance::default();
    let stream = WriteTimeout::new(stream, &client.app, allowance.clone());
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        // A WebSocket keeps this, so that the connection counts until the socket closes.
        request.extensions_mut().insert(Arc::clone(&held));
        request.extensions_mut().insert(allowance.clone());
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(client.app.config.limits.head)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut closing = client.app.closing.clone();
    tokio::select! {
        biased;
        // Other errors are clients that disconnect, which is no news.
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_timeout()) {
                increment(&client.app.metrics.slow);
            }
            return;
        }
        () = closed(&mut closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// An open connection, which counts toward the limits until it is dropped.
pub(crate) struct ClientConnection {
    app: Arc<AppState>,
    counts: ConnectionCounts,
    peer: PeerAddress,
    /// The network it counts for; a connection from our own proxy counts for none.
    from: Option<Network>,
}

impl ClientConnection {
    /// Counts a new connection; `None` if there are too many. For our own proxies only the total number is limited.
    fn new(
        app: &Arc<AppState>,
        counts: &ConnectionCounts,
        peer: PeerAddress,
    ) -> Option<ClientConnection> {
        let limits = &app.config.limits;
        let from = (!peer.is_one_of(&app.config.proxies)).then(|| peer.network());
        let mut all = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let own = from.and_then(|from| all.get(&from).copied()).unwrap_or_default();
        if app.metrics.connections.load(Relaxed) >= limits.connections || own >= limits.per_address
        {
            return None;
        }
        if let Some(from) = from {
            all.insert(from, own + 1);
        }
        app.metrics.connections.fetch_add(1, Relaxed);
        Some(ClientConnection { app: Arc::clone(app), counts: Arc::clone(counts), peer, from })
    }
}

impl Drop for ClientConnection {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
        let mut all = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(from) = self.from else { return };
        if let Some(own) = all.get_mut(&from) {
            *own -= 1;
            if *own == 0 {
                all.remove(&from);
            }
        }
    }
}
