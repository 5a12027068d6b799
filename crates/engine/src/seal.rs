//! Seals: encryption of the secret values in a ticket, so that nobody reads them at a glance.
//!
//! The open key is built into every copy of the program, so it hides a value but doesn't protect it. A server seals
//! with its own key, and then only that server can open the ticket.

use crate::base32;
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The key that values are sealed with.
#[derive(Clone)]
pub struct SealKey([u8; 32]);

/// Why a sealed value doesn't open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnsealError {
    /// It was sealed by an earlier version, which bound seals to less than the whole ticket.
    Old,
    /// It was damaged, moved to another ticket, or sealed with another key.
    Wrong,
}

/// The start of a sealed value. Seals of earlier versions are base 32 only, which has no full stop.
const VERSION: &str = "2.";

/// The length of the authentication tag, in bytes.
const TAG: usize = 4;

impl SealKey {
    /// The key that every copy of the program has.
    pub const OPEN: SealKey = SealKey(*b"lexicade: a curtain, not a lock.");

    pub fn new(key: [u8; 32]) -> SealKey {
        SealKey(key)
    }

    /// Seals the value of a setting. `ticket` is the text of its ticket without the sealed values: the value opens only
    /// with the same text and the same setting.
    pub fn seal(&self, ticket: &str, name: &str, plain: &str) -> String {
        let tag = self.tag(ticket, name, plain.as_bytes());
        let mut bytes = tag.to_vec();
        bytes.extend_from_slice(plain.as_bytes());
        self.apply_keystream(ticket, name, &tag, bytes.get_mut(TAG..).unwrap_or_default());
        format!("{VERSION}{}", base32::bytes(&bytes))
    }

    /// Opens a sealed value. `ticket` and `name` must be those that it was sealed with.
    pub fn open(&self, ticket: &str, name: &str, sealed: &str) -> Result<String, UnsealError> {
        let Some(sealed) = sealed.strip_prefix(VERSION) else {
            let is_old = base32::read_bytes(sealed).is_some_and(|bytes| bytes.len() >= TAG);
            return Err(if is_old { UnsealError::Old } else { UnsealError::Wrong });
        };
        let mut bytes = base32::read_bytes(sealed).ok_or(UnsealError::Wrong)?;
        let (tag, plain) = bytes.split_at_mut_checked(TAG).ok_or(UnsealError::Wrong)?;
        self.apply_keystream(ticket, name, tag, plain);
        if *tag != self.tag(ticket, name, plain) {
            return Err(UnsealError::Wrong);
        }
        String::from_utf8(plain.to_vec()).map_err(|_| UnsealError::Wrong)
    }

    /// A 128-bit id made from these parts. The same parts always give the same id, and nobody can find the parts
    /// without the key.
    pub fn name(&self, parts: &[&str]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        base32::bytes(self.mac("name", &parts).get(..16).unwrap_or_default())
    }

    fn tag(&self, ticket: &str, name: &str, plain: &[u8]) -> [u8; TAG] {
        let mut tag = [0; TAG];
        let mac = self.mac("tag", &[ticket.as_bytes(), name.as_bytes(), plain]);
        tag.iter_mut().zip(mac).for_each(|(byte, of)| *byte = of);
        tag
    }

    /// XORs the bytes with a keystream; doing it twice restores them. The keystream depends on the tag and so on the
    /// value: two values of one ticket have different keystreams.
    fn apply_keystream(&self, ticket: &str, name: &str, tag: &[u8], bytes: &mut [u8]) {
        for (block, chunk) in bytes.chunks_mut(32).enumerate() {
            let (ticket, name, block) = (ticket.as_bytes(), name.as_bytes(), block.to_string());
            let stream = self.mac("stream", &[ticket, name, tag, block.as_bytes()]);
            chunk.iter_mut().zip(stream).for_each(|(byte, with)| *byte ^= with);
        }
    }

    /// HMAC-SHA-256 over the parts, each preceded by its length, so that different lists of parts never give the same
    /// bytes.
    fn mac(&self, what: &str, parts: &[&[u8]]) -> [u8; 32] {
        // HMAC pads a shorter key with zeros.
        let mut key = [0; 64];
        key.iter_mut().zip(self.0).for_each(|(byte, of)| *byte = of);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        for part in std::iter::once(what.as_bytes()).chain(parts.iter().copied()) {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TICKET: &str = "wordle/1/word=~/en-1/0000000000001";

    #[test]
    fn a_seal_hides_the_value_and_opens_with_its_own_ticket_only() {
        let sealed = SealKey::OPEN.seal(TICKET, "word", "crane");
        assert!(!sealed.to_lowercase().contains("crane"));
        assert_eq!(SealKey::OPEN.open(TICKET, "word", &sealed).as_deref(), Ok("crane"));
        let other = TICKET.replace('1', "2");
        assert_eq!(SealKey::OPEN.open(&other, "word", &sealed), Err(UnsealError::Wrong));
        assert_eq!(SealKey::OPEN.open(TICKET, "main", &sealed), Err(UnsealError::Wrong));
        assert_eq!(SealKey::new([7; 32]).open(TICKET, "word", &sealed), Err(UnsealError::Wrong));
    }

    #[test]
    fn sealing_a_value_always_gives_the_same_text() {
        let sealed = SealKey::OPEN.seal(TICKET, "word", "crane");
        assert_eq!(sealed, "2.V9H2EX5KRX0PWV8");
    }

    #[test]
    fn a_seal_of_an_earlier_version_is_recognised() {
        assert_eq!(SealKey::OPEN.open(TICKET, "word", "QK3WA28C0Z4XR4G"), Err(UnsealError::Old));
        assert_eq!(SealKey::OPEN.open(TICKET, "word", "no seal"), Err(UnsealError::Wrong));
    }

    #[test]
    fn a_name_depends_on_every_part_and_on_the_key() {
        let name = |parts: &[&str]| SealKey::OPEN.name(parts);
        assert_eq!(name(&["ann", "hand"]), name(&["ann", "hand"]));
        assert_eq!(name(&["ann", "hand"]).len(), 26);
        for other in [&["ann", "hanD"][..], &["annh", "and"], &["ann"], &["hand", "ann"]] {
            assert_ne!(name(&["ann", "hand"]), name(other), "{other:?}");
        }
        assert_ne!(name(&["ann"]), SealKey::new([7; 32]).name(&["ann"]));
    }

    proptest! {
        #[test]
        fn every_value_survives_a_round_trip(plain: String, ticket: String) {
            let sealed = SealKey::OPEN.seal(&ticket, "k", &plain);
            prop_assert_eq!(SealKey::OPEN.open(&ticket, "k", &sealed), Ok(plain));
        }

        #[test]
        fn junk_doesnt_open(sealed in "(2\\.)?[0-9A-Z]{0,40}") {
            prop_assert!(SealKey::OPEN.open(TICKET, "k", &sealed).is_err());
        }
    }
}
