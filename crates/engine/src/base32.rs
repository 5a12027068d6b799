//! Crockford's base 32: digits that people can read aloud. No I, L, O or U.

const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A seed as 13 characters.
pub fn seed(seed: u64) -> String {
    (0..13).rev().map(|place| digit((seed >> (5 * place)) as u8)).collect()
}

/// Reads a seed of exactly 13 characters, in any case, with I and L for 1 and O for 0.
pub fn read_seed(text: &str) -> Option<u64> {
    if text.len() != 13 {
        return None;
    }
    let value = text.bytes().try_fold(0u128, |sum, byte| Some(sum << 5 | u128::from(value(byte)?)));
    value?.try_into().ok()
}

/// Bytes, five bits a character; the last one is filled up with zero bits.
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

/// Reads what [`bytes`] wrote. What is left over at the end must be zero bits.
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

/// Is this what [`bytes`] writes for so many bytes? Other ways to write the same do not count.
pub fn is_of(text: &str, count: usize) -> bool {
    let read = read_bytes(text).filter(|read| read.len() == count);
    read.is_some_and(|read| bytes(&read) == text)
}

/// Is this an id: 128 bits as [`bytes`] writes them, in 26 characters?
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
    fn an_id_is_128_bits_as_they_are_written() {
        let id = bytes(&[0xa7; 16]);
        assert!(is_id(&id) && is_of(&bytes(&[1; 32]), 32));
        for wrong in
            ["", "0", "\0", &id.to_lowercase(), &id[1..], &format!("{id}0"), &bytes(&[1; 32])]
        {
            assert!(!is_id(wrong), "{wrong}");
        }
    }

    #[test]
    fn seeds_read_as_they_are_written() {
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
        fn every_seed_comes_back(number: u64) {
            prop_assert_eq!(read_seed(&seed(number)), Some(number));
            prop_assert_eq!(read_seed(&seed(number).to_lowercase()), Some(number));
        }

        #[test]
        fn all_bytes_come_back(list: Vec<u8>) {
            prop_assert_eq!(read_bytes(&bytes(&list)), Some(list));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = (read_seed(&text), read_bytes(&text));
        }
    }
}
