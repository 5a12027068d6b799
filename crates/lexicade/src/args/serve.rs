//! Arguments of `lexicade serve`.

use clap::Args as Flags;
use std::net::{IpAddr, SocketAddr};

/// Host the games for browsers and programs: a page, tables and an API
///
/// The server listens on this machine only, unless --listen names another address. Connections are not encrypted: for
/// players on the internet, put a proxy with https in front of it and name its address with --public-url.
#[derive(Flags)]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The public address of the server, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// The access code for guests; without it the server makes one when it listens on a network and has no public
    /// address
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// Let anyone in without an access code
    #[arg(long, conflicts_with = "code")]
    pub(crate) no_code: bool,
    /// A proxy whose X-Forwarded-For header is trusted
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) proxy: Vec<IpAddr>,
    /// Connections per address; other limits scale with it (raise it for a school behind one address)
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) per_address: usize,
    /// Seconds that a table waits for an absent player before a bot may stand in
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub(crate) patience: u64,
}
