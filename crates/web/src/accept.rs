//! Connections: where they come in, how many there may be, how long the head of a request may take, and how they end.

use crate::metrics::increment;
use crate::middleware::HEAD;
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

/// The most lines it may have.
const LINES: usize = 64;

/// How many connections each network has.
type ConnectionCounts = Arc<Mutex<HashMap<Network, usize>>>;

/// Where connections come in: a port of this machine, or of a network that a test makes up.
pub trait Listener: Send + Sync + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and where it comes from.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// Where it is.
    fn address(&self) -> io::Result<SocketAddr>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, from) = TcpListener::accept(self).await?;
        // What is said is small and should be heard at once.
        let _ = stream.set_nodelay(true);
        Ok((stream, from))
    }

    fn address(&self) -> io::Result<SocketAddr> {
        self.local_addr()
    }
}

/// Lets connections in until the house closes.
pub(crate) async fn accept(door: impl Listener, app: Arc<AppState>, router: Router) {
    let guests = ConnectionCounts::default();
    let mut closing = app.closing.clone();
    loop {
        let accepted = tokio::select! {
            // In this order, not in one that is drawn: the same happens twice when the same is heard twice.
            biased;
            () = closed(&mut closing) => return,
            accepted = door.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(_) => {
                // There are no sockets left, or whoever came has gone: others are let in when there is room.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        match ClientConnection::new(&app, &guests, PeerAddress::new(from.ip())) {
            Some(guest) => drop(tokio::spawn(serve(stream, guest, router.clone()))),
            None => increment(&app.metrics.turned_away),
        }
    }
}

async fn serve<S>(stream: S, guest: ClientConnection, router: Router)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let _alive = guest.app.alive.clone();
    let guest = Arc::new(guest);
    let (near, held) = (guest.near, Arc::clone(&guest));
    let allowance = Allowance::default();
    let stream = WriteTimeout::new(stream, &guest.app, allowance.clone());
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(near);
        // Whoever becomes a socket takes it along: it counts until that is gone.
        request.extensions_mut().insert(Arc::clone(&held));
        request.extensions_mut().insert(allowance.clone());
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(guest.app.config.limits.head)
        .max_buf_size(HEAD)
        .max_headers(LINES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut closing = guest.app.closing.clone();
    tokio::select! {
        biased;
        // Whoever breaks off is not followed.
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_timeout()) {
                increment(&guest.app.metrics.slow);
            }
            return;
        }
        () = closed(&mut closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A connection that counts as long as it is there.
pub(crate) struct ClientConnection {
    app: Arc<AppState>,
    guests: ConnectionCounts,
    near: PeerAddress,
    /// The network it counts for; a connection of our own proxy counts for none.
    from: Option<Network>,
}

impl ClientConnection {
    /// One more, unless that is one too many. Our own proxies may have as many as there are.
    fn new(
        app: &Arc<AppState>,
        guests: &ConnectionCounts,
        near: PeerAddress,
    ) -> Option<ClientConnection> {
        let limits = &app.config.limits;
        let from = (!near.is_one_of(&app.config.proxies)).then(|| near.network());
        let mut all = guests.lock().unwrap_or_else(PoisonError::into_inner);
        let own = from.and_then(|from| all.get(&from).copied()).unwrap_or_default();
        if app.metrics.connections.load(Relaxed) >= limits.connections || own >= limits.per_address
        {
            return None;
        }
        if let Some(from) = from {
            all.insert(from, own + 1);
        }
        app.metrics.connections.fetch_add(1, Relaxed);
        Some(ClientConnection { app: Arc::clone(app), guests: Arc::clone(guests), near, from })
    }
}

impl Drop for ClientConnection {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
        let mut all = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(from) = self.from else { return };
        if let Some(own) = all.get_mut(&from) {
            *own -= 1;
            if *own == 0 {
                all.remove(&from);
            }
        }
    }
}
