//! What is said to open the house to others.

use clap::Args as Flags;
use std::net::{IpAddr, SocketAddr};

/// Open the house to browsers and programs: a page, tables for several people, an API
///
/// It listens on this machine only, unless --listen names another address; what is sent over a network is not
/// encrypted then, so put a proxy with https in front of it and name its address with --public-url.
#[derive(Flags)]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The address others reach it by, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// What guests say to be let in; without this the house makes a code when it listens to a network and has no public address
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// Lets everybody in who reaches it
    #[arg(long, conflicts_with = "code")]
    pub(crate) no_code: bool,
    /// A proxy in front of it, whose X-Forwarded-For is believed
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) proxy: Vec<IpAddr>,
    /// How many connections one address may have, and all else in proportion; a school behind one address needs more
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) per_address: usize,
    /// How many seconds others wait for somebody at a table before they may let a bot play on
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub(crate) patience: u64,
}
