//! How a house is run: what the operator chooses.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// What the operator chooses.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// What its address is to others, such as `https://games.example.org`: behind a proxy it cannot know.
    pub public_url: Option<String>,
    /// Proxies whose word is taken for where a request came from.
    pub proxies: Vec<IpAddr>,
    /// How much anybody may ask for.
    pub limits: Limits,
}

/// How much anybody may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections in all.
    pub connections: i64,
    /// Connections of one address.
    pub per_address: usize,
    /// Sockets of one person.
    pub per_person: usize,
    /// Requests of one address: so many a second, so many at once.
    pub requests: (f64, f64),
    /// Messages on one socket: so many a second, so many at once.
    pub messages: (f64, f64),
    /// Matches and tables of one person: so many a second, so many at once.
    pub openings: (f64, f64),
    /// Guests, signings-in and other costly things of one address.
    pub doors: (f64, f64),
    /// Tries for one name.
    pub tries: (f64, f64),
    /// How long the head of a request may take.
    pub head: Duration,
    /// How long a request may take.
    pub request: Duration,
    /// How long a client may not read.
    pub unread: Duration,
    /// How often it is said that the house is still there.
    pub beat: Duration,
    /// How long it may take to close.
    pub closing: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let a_minute = |n: f64| (n / 60.0, n);
        Limits {
            connections: 16_384,
            per_address: 64,
            per_person: 5,
            requests: (20.0, 60.0),
            messages: (10.0, 30.0),
            openings: a_minute(10.0),
            doors: a_minute(20.0),
            tries: a_minute(5.0),
            head: Duration::from_secs(10),
            request: Duration::from_secs(15),
            unread: Duration::from_secs(15),
            beat: Duration::from_secs(20),
            closing: Duration::from_secs(4),
        }
    }
}

impl Limits {
    /// The same for a house where so many connections come from one address: what else an address may ask for grows
    /// with them.
    #[must_use]
    pub fn for_address(self, connections: usize) -> Limits {
        let times = (connections as f64 / self.per_address as f64).max(1.0);
        let grown = |(rate, size): (f64, f64)| (rate * times, size * times);
        let (requests, doors) = (grown(self.requests), grown(self.doors));
        Limits { per_address: connections, requests, doors, ..self }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            proxies: Vec::new(),
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Do browsers reach it over https? Then the cookie says so too.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The name and port in the public address.
    pub(crate) fn public_host(&self) -> Option<&str> {
        let url = self.public_url.as_deref()?;
        let (_, rest) = url.split_once("://")?;
        rest.split('/').next()
    }
}
