//! Writes the sixteen basic colours in the form that every terminal understands. crossterm writes them as the
//! first of 256 (`38;5;1`), which a terminal with only sixteen may not know; here they become `31`.

use std::io::{self, Write};

/// Passes bytes on with the colours rewritten. A sequence may arrive in pieces.
pub(crate) struct Ansi16Writer<W> {
    out: W,
    /// Bytes to pass on next.
    ready: Vec<u8>,
    /// A sequence that is not complete yet.
    open: Vec<u8>,
}

/// The longest sequence that is examined; colour sequences are never longer.
const LONGEST: usize = 64;

impl<W: Write> Ansi16Writer<W> {
    pub(crate) fn new(out: W) -> Ansi16Writer<W> {
        Ansi16Writer { out, ready: Vec::new(), open: Vec::new() }
    }

    fn take(&mut self, byte: u8) {
        match self.open.len() {
            0 if byte != b'\x1b' => return self.ready.push(byte),
            0 | 1 => self.open.push(byte),
            _ => {
                self.open.push(byte);
                if (byte.is_ascii_digit() || byte == b';') && self.open.len() < LONGEST {
                    return;
                }
                return self.close();
            }
        }
        if self.open.len() == 2 && byte != b'[' {
            self.close();
        }
    }

    /// Ends the sequence, which is complete or not a colour sequence.
    fn close(&mut self) {
        match colours(&self.open) {
            Some(text) => self.ready.extend(text.bytes()),
            None => self.ready.extend(&self.open),
        }
        self.open.clear();
    }
}

impl<W: Write> Write for Ansi16Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        bytes.iter().for_each(|&byte| self.take(byte));
        let written = self.out.write_all(&self.ready);
        self.ready.clear();
        written.map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Rewrites a sequence that sets colours; `None` for any other.
fn colours(sequence: &[u8]) -> Option<String> {
    let inner = std::str::from_utf8(sequence).ok()?.strip_prefix("\x1b[")?.strip_suffix('m')?;
    let mut numbers = inner.split(';');
    let mut kept: Vec<String> = Vec::new();
    while let Some(number) = numbers.next() {
        let mut ahead = numbers.clone();
        let first = match number {
            "38" => 30,
            "48" => 40,
            _ => 0,
        };
        let indexed = first > 0 && ahead.next() == Some("5");
        match ahead.next().filter(|_| indexed).map(|index| (index.parse::<u16>(), index)) {
            Some((Ok(index), _)) if index < 8 => kept.push((first + index).to_string()),
            Some((Ok(index), _)) if index < 16 => kept.push((first + 60 + index - 8).to_string()),
            Some((_, index)) => kept.extend([number, "5", index].map(str::to_owned)),
            None => {
                kept.push(number.to_owned());
                // The following numbers belong to it, such as the parts of a colour, and are kept.
                if first > 0 {
                    kept.extend(numbers.by_ref().take(4).map(str::to_owned));
                }
                continue;
            }
        }
        numbers = ahead;
    }
    Some(format!("\x1b[{}m", kept.join(";")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&str]) -> String {
        let mut out = Ansi16Writer::new(Vec::new());
        pieces.iter().for_each(|piece| out.write_all(piece.as_bytes()).unwrap());
        out.flush().unwrap();
        String::from_utf8(out.out).unwrap()
    }

    #[test]
    fn the_first_sixteen_colours_are_named_as_every_terminal_knows_them() {
        for (from, to) in [
            ("\x1b[38;5;1mred", "\x1b[31mred"),
            ("\x1b[38;5;9;48;5;15m", "\x1b[91;107m"),
            ("\x1b[1;38;5;7;4m", "\x1b[1;37;4m"),
            ("\x1b[48;5;0m", "\x1b[40m"),
        ] {
            assert_eq!(written(&[from]), to);
            // Byte by byte, too.
            let bytes: Vec<String> = from.chars().map(String::from).collect();
            assert_eq!(written(&bytes.iter().map(String::as_str).collect::<Vec<_>>()), to);
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for text in [
            "grün ✓ …",
            "\x1b[38;5;16m\x1b[48;5;255m",
            "\x1b[38;2;1;2;3;48;2;5;5;5m",
            "\x1b[39;49m\x1b[m\x1b[0m\x1b[1m",
            "\x1b[?2026h\x1b[12;40H\x1b[2J\x1b[38;5;1H",
            "\x1bc\x1b]52;c;YQ==\x1b\\",
            "\x1b[38;5m\x1b[38m",
        ] {
            assert_eq!(written(&[text]), text);
        }
        let long = format!("\x1b[{}m", "1;".repeat(100));
        assert_eq!(written(&[&long]), long);
    }
}
