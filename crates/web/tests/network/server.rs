//! A house in the simulation: the real one, at a door of the network that is made up.

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

/// Runs a house until it is told to close.
pub(crate) async fn run(scene: Rc<Scene>, house: usize) -> turmoil::Result {
    let mut closing = scene.closing[house].subscribe();
    let store = scene.store_from_afar();
    let key = web::load_server_key(&store).await?;
    let hall = Hall::with_key(games::GAMES, store, clock::of(house), key.seal());
    let door = Simulated(TcpListener::bind(("0.0.0.0", PORT)).await?);
    // Who is silent is noticed sooner than in a real house: time that passes costs the machine some.
    let limits = ServerLimits { beat: Duration::from_secs(2), ..ServerLimits::default() };
    let server = web::start_at(door, hall, key, Config { limits, ..Config::default() }).await?;
    closing.changed().await?;
    server.close().await;
    Ok(())
}
