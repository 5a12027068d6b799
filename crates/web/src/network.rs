//! The network that a client is counted by. Whoever has one IPv6 address has all 2^64 of its network, so counting single
//! addresses would limit nobody. Everything that counts by address counts by this type, which is made where an address
//! comes in.

use axum::http::request::Parts;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What stands for a client's address wherever something is counted: one IPv4 address, or the /64 of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network(IpAddr);

/// The address at the other end of a connection: the client, or a proxy. It can be compared with the proxies and nothing
/// else; in particular it cannot be a key of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(IpAddr);

/// How many bits of an IPv6 address name the network.
const PREFIX: u32 = 64;

impl Network {
    /// Where a request came from that was let in.
    pub(crate) fn of(parts: &Parts) -> Network {
        parts.extensions.get::<Network>().copied().unwrap_or(UNKNOWN)
    }
}

/// Of a request that did not come in through a connection.
const UNKNOWN: Network = Network(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Network {
        match address.to_canonical() {
            IpAddr::V4(address) => Network(address.into()),
            IpAddr::V6(address) => {
                let network = address.to_bits() >> (128 - PREFIX) << (128 - PREFIX);
                Network(Ipv6Addr::from_bits(network).into())
            }
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/{PREFIX}"),
        }
    }
}

impl PeerAddress {
    /// An IPv4 address that came in through an IPv6 socket is an IPv4 address.
    pub(crate) fn new(address: IpAddr) -> PeerAddress {
        PeerAddress(address.to_canonical())
    }

    /// Is it one of our own proxies?
    pub(crate) fn is_one_of(self, proxies: &[IpAddr]) -> bool {
        proxies.iter().any(|proxy| proxy.to_canonical() == self.0)
    }

    /// What it is counted by.
    pub(crate) fn network(self) -> Network {
        self.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn ipv6_is_counted_by_64_bits_and_ipv4_by_address() {
        for (address, written) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
            ("::1", "::/64"),
        ] {
            assert_eq!(network(address).to_string(), written, "{address}");
        }
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_ne!(network("203.0.113.7"), network("203.0.113.8"));
    }

    #[test]
    fn a_proxy_is_compared_by_its_whole_address() {
        let near = |address: &str| PeerAddress::new(address.parse().unwrap());
        let proxies = ["2001:db8::1", "::ffff:10.0.0.1"].map(|it| it.parse().unwrap());
        assert!(near("2001:db8::1").is_one_of(&proxies) && near("10.0.0.1").is_one_of(&proxies));
        assert!(!near("2001:db8::2").is_one_of(&proxies));
    }
}
