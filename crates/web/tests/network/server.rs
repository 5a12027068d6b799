//! A node in the simulation: a real server that listens on the simulated network.

use crate::clock;
use crate::scene::Scene;
use crate::wire::PORT;
use hall::Hall;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use turmoil::net::{TcpListener, TcpStream};
use web::{Config, Listener, ServerLimits};

struct Simulated(TcpListener);

impl Listener for Simulated {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.0.accept().await
    }

    fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Runs a node until it is closed.
pub(crate) async fn run(scene: Rc<Scene>, node: usize) -> turmoil::Result {
    let mut closing = scene.closing[node].subscribe();
    let store = scene.remote_store();
    let key = web::load_server_key(&store).await?;
    let hall = Hall::with_key(games::GAMES, store, clock::of(node), key.seal());
    let listener = Simulated(TcpListener::bind(("0.0.0.0", PORT)).await?);
    // Silent clients are noticed sooner than on a real server, because simulating time is costly.
    let limits = ServerLimits { beat: Duration::from_secs(2), ..ServerLimits::default() };
    let server = web::start_at(listener, hall, key, Config { limits, ..Config::default() }).await?;
    closing.changed().await?;
    server.close().await;
    Ok(())
}
