//! The network by which a client is rate-limited. The owner of one IPv6 address usually has all 2^64 of its network, so
//! counting single addresses would limit nobody. Everything that counts by address uses this type.

use axum::http::request::Parts;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// One IPv4 address, or the /64 of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network(IpAddr);

/// The address at the other end of a connection: the client's or a proxy's. It can only be compared with the proxies;
/// in particular, it can't be the key of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(IpAddr);

/// How many bits of an IPv6 address identify the network.
const PREFIX: u32 = 64;

impl Network {
    /// The network of a request that has passed the middleware.
    pub(crate) fn of(parts: &Parts) -> Network {
        parts.extensions.get::<Network>().copied().unwrap_or(UNKNOWN)
    }
}

/// For requests without a connection.
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
    /// An IPv4 address that was mapped to IPv6 counts as IPv4.
    pub(crate) fn new(address: IpAddr) -> PeerAddress {
        PeerAddress(address.to_canonical())
    }

    pub(crate) fn is_one_of(self, proxies: &[IpAddr]) -> bool {
        proxies.iter().any(|proxy| proxy.to_canonical() == self.0)
    }

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
        let peer = |address: &str| PeerAddress::new(address.parse().unwrap());
        let proxies = ["2001:db8::1", "::ffff:10.0.0.1"].map(|it| it.parse().unwrap());
        assert!(peer("2001:db8::1").is_one_of(&proxies) && peer("10.0.0.1").is_one_of(&proxies));
        assert!(!peer("2001:db8::2").is_one_of(&proxies));
    }
}
