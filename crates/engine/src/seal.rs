//! Seals: a secret value that travels in a ticket and cannot be read at a glance.
//!
//! With the open key this is a curtain, not a lock: anybody with this program can lift it. A server
//! seals with a key of its own, and then the ticket opens only there.

use crate::base32;
use sha2::{Digest, Sha256};

/// What values are sealed with.
#[derive(Clone)]
pub struct SealKey([u8; 32]);

impl SealKey {
    /// The key that every copy of the program has.
    pub const OPEN: SealKey = SealKey(*b"lexicade: a curtain, not a lock.");

    /// A key of one's own.
    pub fn new(key: [u8; 32]) -> SealKey {
        SealKey(key)
    }

    /// Seals a value. The same value looks different under another name or seed.
    pub fn seal(&self, name: &str, seed: u64, plain: &str) -> String {
        let mut bytes = self.tag(name, seed, plain.as_bytes()).to_vec();
        bytes.extend_from_slice(plain.as_bytes());
        self.stir(name, seed, &mut bytes);
        base32::bytes(&bytes)
    }

    /// Opens a sealed value; nothing when it was damaged or sealed with another key.
    pub fn open(&self, name: &str, seed: u64, sealed: &str) -> Option<String> {
        let mut bytes = base32::read_bytes(sealed)?;
        self.stir(name, seed, &mut bytes);
        let (tag, plain) = bytes.split_at_checked(TAG)?;
        (tag == self.tag(name, seed, plain)).then(|| String::from_utf8(plain.to_vec()).ok())?
    }

    fn tag(&self, name: &str, seed: u64, plain: &[u8]) -> [u8; TAG] {
        let hash = self.hash("tag", name, seed).chain_update(plain).finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// Adds a stream of bytes to these. Done twice, it is undone.
    fn stir(&self, name: &str, seed: u64, bytes: &mut [u8]) {
        for (block, chunk) in bytes.chunks_mut(32).enumerate() {
            let stream = self.hash("stream", name, seed).chain_update(block.to_string()).finalize();
            chunk.iter_mut().zip(stream).for_each(|(byte, with)| *byte ^= with);
        }
    }

    fn hash(&self, what: &str, name: &str, seed: u64) -> Sha256 {
        Sha256::new().chain_update(self.0).chain_update(format!("{what}|{name}|{seed}|"))
    }
}

const TAG: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_seal_hides_and_opens() {
        let sealed = SealKey::OPEN.seal("word", 1, "crane");
        assert!(!sealed.to_lowercase().contains("crane"));
        assert_eq!(SealKey::OPEN.open("word", 1, &sealed).as_deref(), Some("crane"));
        assert_eq!(SealKey::OPEN.open("word", 2, &sealed), None);
        assert_eq!(SealKey::OPEN.open("main", 1, &sealed), None);
        assert_eq!(SealKey::new([7; 32]).open("word", 1, &sealed), None);
    }

    proptest! {
        #[test]
        fn every_value_comes_back(plain: String, seed: u64) {
            let sealed = SealKey::OPEN.seal("k", seed, &plain);
            prop_assert_eq!(SealKey::OPEN.open("k", seed, &sealed), Some(plain));
        }

        #[test]
        fn junk_does_not_open(sealed in "[0-9A-Z]{0,40}") {
            prop_assert_eq!(SealKey::OPEN.open("k", 0, &sealed), None);
        }
    }
}
