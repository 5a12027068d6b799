//! Crockford's base 32, which is easy to read aloud: it has no I, L, O or U.

const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A seed as 13 characters.
pub fn seed(seed: u64) -> String {
    (0..13).rev().map(|place| digit((seed >> (5 * place)) as u8)).collect()
}

/// Parses a seed of exactly 13 characters, in upper or lower case, with I and L read as 1 and O as 0.
pub fn read_seed(text: &str) -> Option<u64> {
    if text.len() != 13 {
        return None;
    }
    let value = text.bytes().try_fold(0u128, |sum, byte| Some(sum << 5 | u128::from(value(byte)?)));
    value?.try_into().ok()
}

/// Encodes bytes, five bits per character; the last character is padded with zero bits.
pub fn bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut held, mut bits) = (0u16, 0);
    for &byte in bytes {
        held = held << 8 | u16::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(digit((held >> bits) as u8));
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        text.push(digit((held << (5 - bits)) as u8));
    }
    text
}

/// Decodes what [`bytes`] encoded. The padding must be zero bits.
pub fn read_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 5 / 8);
    let (mut held, mut bits) = (0u16, 0);
    for byte in text.bytes() {
        held = held << 5 | u16::from(value(byte)?);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    (held == 0 && bits < 5).then_some(bytes)
}

/// Is this the text that [`bytes`] gives for `count` bytes? Other spellings of the same bytes don't count.
pub fn is_of(text: &str, count: usize) -> bool {
    let read = read_bytes(text).filter(|read| read.len() == count);
    read.is_some_and(|read| bytes(&read) == text)
}

/// Is this an id: 128 bits as [`bytes`] encodes them, in 26 characters?
pub fn is_id(text: &str) -> bool {
    is_of(text, 16)
}

fn digit(bits: u8) -> char {
    char::from(DIGITS[usize::from(bits & 31)])
}

fn value(byte: u8) -> Option<u8> {
    let byte = match byte.to_ascii_uppercase() {
        b'I' | b'L' => b'1',
        b'O' => b'0',
        byte => byte,
    };
    DIGITS.iter().position(|&digit| digit == byte).map(|place| place as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_id_is_128_bits_in_canonical_spelling() {
        let id = bytes(&[0xa7; 16]);
        assert!(is_id(&id) && is_of(&bytes(&[1; 32]), 32));
        for wrong in
            ["", "0", "\0", &id.to_lowercase(), &id[1..], &format!("{id}0"), &bytes(&[1; 32])]
        {
            assert!(!is_id(wrong), "{wrong}");
        }
    }

    #[test]
    fn seeds_are_written_and_parsed() {
        assert_eq!(seed(0), "0000000000000");
        assert_eq!(seed(u64::MAX), "FZZZZZZZZZZZZ");
        assert_eq!(seed(32), "0000000000010");
        assert_eq!(read_seed("oooooooooooil"), Some(33));
        for wrong in ["", "G000000000000", "U000000000000", "00000000000000", "000000000000é"] {
            assert_eq!(read_seed(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_seed_survives_a_round_trip(number: u64) {
            prop_assert_eq!(read_seed(&seed(number)), Some(number));
            prop_assert_eq!(read_seed(&seed(number).to_lowercase()), Some(number));
        }

        #[test]
        fn all_bytes_survive_a_round_trip(list: Vec<u8>) {
            prop_assert_eq!(read_bytes(&bytes(&list)), Some(list));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text: String) {
            let _ = (read_seed(&text), read_bytes(&text));
        }
    }
}
