//! The settings of a server, as the operator chooses them.

use crate::access_code::AccessCode;
use engine::Refusal;
use hall::WorkLimits;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The public address, such as `https://games.example.org`, which a server behind a proxy can't know.
    pub public_url: Option<PublicUrl>,
    /// The access code; without one, everyone can become a guest.
    pub code: Option<AccessCode>,
    /// Proxies whose `X-Forwarded-For` header is used.
    pub proxies: Vec<IpAddr>,
    pub limits: ServerLimits,
}

/// Limits for clients. A rate limit is a pair: how many a second, and how many at once.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Connections in total.
    pub connections: i64,
    /// Connections of one address.
    pub per_address: usize,
    /// Sockets of one person.
    pub per_person: usize,
    /// Requests of one address.
    pub requests: (f64, f64),
    /// The page's files and `/healthz`, of one network: a second, and at once.
    pub files: (f64, f64),
    /// Messages on one socket.
    pub messages: (f64, f64),
    /// Matches and tables that one person opens.
    pub openings: (f64, f64),
    /// Lines of one person in one match that the rules refuse. A refusal costs nothing in the game, but it may reveal
    /// something.
    pub refused_lines: (f64, f64),
    /// Phrases of one person.
    pub phrases: (f64, f64),
    /// New guests, sign-ins and other costly requests of one address.
    pub sign_ins: (f64, f64),
    /// Attempts at one passphrase: by all strangers together, and by each device and session that the account knows.
    pub tries: (f64, f64),
    /// Passphrases entered by known devices and sessions of one address.
    pub known: (f64, f64),
    /// Changes to one account: names, recovery links and tokens. Passphrases don't count, so that a thief with a stolen
    /// session can't keep the owner from changing the passphrase.
    pub changes: (f64, f64),
    /// Wrong access codes, by all clients together.
    pub code_tries: (f64, f64),
    /// Changes of one person at tables.
    pub table_changes: (f64, f64),
    /// Exports of one person.
    pub exports: (f64, f64),
    pub guest: Quota,
    pub account: Quota,
    /// How much one address may store.
    pub per_day: PerDay,
    /// How long the headers of a request may take.
    pub head: Duration,
    /// How long a request may take.
    pub request: Duration,
    /// How long a client may fail to read.
    pub unread: Duration,
    /// How often a socket sends a beat.
    pub beat: Duration,
    /// How long a shutdown may take.
    pub closing: Duration,
    /// How long a player must be absent before a bot may stand in.
    pub patience: Duration,
    /// How many costly jobs run at a time, and how many may wait.
    pub work: WorkLimits,
}

/// How much one person may have stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    pub boards: usize,
    /// The stored size of all boards.
    pub board_bytes: usize,
    /// Open tables that the person hosts.
    pub tables: usize,
    /// Unfinished matches.
    pub matches: usize,
}

/// How much one address may store: this much at once, and as much again every day.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PerDay {
    /// Boards saved.
    pub boards: f64,
    /// Tables opened.
    pub tables: f64,
    /// Matches opened.
    pub matches: f64,
    /// Bytes written to the store, of any kind.
    pub bytes: f64,
}

impl PerDay {
    fn grown(self, times: f64) -> PerDay {
        let PerDay { boards, tables, matches, bytes } = self;
        PerDay {
            boards: boards * times,
            tables: tables * times,
            matches: matches * times,
            bytes: bytes * times,
        }
    }
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let a_minute = |n: f64| (n / 60.0, n);
        ServerLimits {
            connections: 16_384,
            per_address: 64,
            per_person: 5,
            requests: (20.0, 60.0),
            files: (1_000.0, 5_000.0),
            messages: (10.0, 30.0),
            openings: a_minute(10.0),
            refused_lines: (0.1, 60.0),
            phrases: (0.5, 5.0),
            sign_ins: a_minute(20.0),
            tries: a_minute(5.0),
            known: a_minute(60.0),
            changes: a_minute(10.0),
            code_tries: a_minute(60.0),
            table_changes: (0.5, 30.0),
            exports: (1.0 / 30.0, 3.0),
            guest: Quota { boards: 20, board_bytes: 256 << 10, tables: 20, matches: 100 },
            account: Quota { boards: 200, board_bytes: 8 << 20, tables: 100, matches: 1_000 },
            per_day: PerDay { boards: 500.0, tables: 500.0, matches: 2_000.0, bytes: 25e6 },
            head: Duration::from_secs(10),
            request: Duration::from_secs(15),
            unread: Duration::from_secs(15),
            beat: Duration::from_secs(20),
            closing: Duration::from_secs(4),
            patience: Duration::from_secs(120),
            work: WorkLimits::server(),
        }
    }
}

impl ServerLimits {
    /// Allows this many connections from one address. The other limits for addresses grow in proportion.
    #[must_use]
    pub fn for_address(self, connections: usize) -> ServerLimits {
        let times = (connections as f64 / self.per_address as f64).max(1.0);
        let grown = |(rate, size): (f64, f64)| (rate * times, size * times);
        let (requests, sign_ins) = (grown(self.requests), grown(self.sign_ins));
        let files = grown(self.files);
        let (known, per_day) = (grown(self.known), self.per_day.grown(times));
        let per_address = (self.work.per_address as f64 * times) as usize;
        let work = WorkLimits { per_address, ..self.work };
        ServerLimits {
            per_address: connections,
            requests,
            files,
            sign_ins,
            known,
            per_day,
            work,
            ..self
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            code: None,
            proxies: Vec::new(),
            limits: ServerLimits::default(),
        }
    }
}

impl Config {
    /// Whether browsers use HTTPS. Then cookies are secure too.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.secure)
    }
}

/// The public address of a server, as browsers write it: in lower case, without the default port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    secure: bool,
    host: String,
}

impl PublicUrl {
    /// `https` or `http`.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.secure { "https" } else { "http" }
    }

    /// Whether this `Host` header is the public address.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        short(self.secure, host) == self.host
    }
}

/// A host in lower case, without the default port.
pub(crate) fn short(secure: bool, host: &str) -> String {
    let host = host.to_ascii_lowercase();
    let known = if secure { ":443" } else { ":80" };
    host.strip_suffix(known).map(str::to_owned).unwrap_or(host)
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme(), self.host)
    }
}

impl FromStr for PublicUrl {
    type Err = Refusal;

    fn from_str(url: &str) -> Result<PublicUrl, Refusal> {
        let wrong = || {
            let text = "The public address must look like https://games.example.org, without a path. \
                Write names with other letters than a to z as xn--….";
            Refusal::setup(text)
        };
        let (scheme, rest) = url.split_once("://").ok_or_else(wrong)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(wrong()),
        };
        let host = short(secure, rest.trim_end_matches('/'));
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host.as_str(), None),
        };
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let is_name = match address {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !name.is_empty() && name.chars().all(fits),
        };
        let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        if !is_name || !is_port {
            return Err(wrong());
        }
        Ok(PublicUrl { secure, host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_written_as_browsers_write_it() {
        for (given, written) in [
            ("https://Games.Example.org", "https://games.example.org"),
            ("https://games.example.org:443/", "https://games.example.org"),
            ("HTTP://games.lan:80", "http://games.lan"),
            ("http://games.lan:8080", "http://games.lan:8080"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ] {
            assert_eq!(given.parse::<PublicUrl>().unwrap().to_string(), written);
        }
        for wrong in [
            "games.example.org",
            "https://",
            "https://a/b",
            "ftp://a",
            "https://a b",
            "https://a:b",
            "https://a:0",
            "https://u@a",
            "https://spiele.münchen",
            "https://[a]",
        ] {
            assert_eq!(wrong.parse::<PublicUrl>().unwrap_err().code, "house.setup", "{wrong}");
        }
    }

    #[test]
    fn the_limits_of_an_address_grow_with_its_connections() {
        let (usual, school) = (ServerLimits::default(), ServerLimits::default().for_address(256));
        assert_eq!(school.sign_ins, (usual.sign_ins.0 * 4.0, usual.sign_ins.1 * 4.0));
        assert_eq!(school.per_day, usual.per_day.grown(4.0));
        assert_eq!((school.guest, school.account), (usual.guest, usual.account));
        // With fewer connections the other limits don't shrink.
        assert_eq!(ServerLimits::default().for_address(8).per_day, usual.per_day);
        // At once and again within a day: one address can store 50 MB in a day at most.
        assert!(2.0 * usual.per_day.bytes <= 50e6);
    }
}
