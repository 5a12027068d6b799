//! Lines of bytes from a reader, with a maximum length, so that an endless line can't fill the memory.

use engine::line::MAX_BYTES;
use std::io::{self, BufRead};

/// The next line without its newline, or `None` at the end of input. A line that is too long is cut at a length
/// that is still too long.
pub fn next(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    const KEPT: usize = MAX_BYTES + 2;
    let mut line = Vec::new();
    let mut any_read = false;
    loop {
        let read = match input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if read.is_empty() {
            return Ok(any_read.then_some(line));
        }
        any_read = true;
        let end = read.iter().position(|&byte| byte == b'\n');
        let part = read.get(..end.unwrap_or(read.len())).unwrap_or(read);
        let room = KEPT.saturating_sub(line.len());
        line.extend(part.iter().take(room));
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_with_a_newline_or_the_input() {
        assert_eq!(all(b"a\n\nb"), [&b"a"[..], b"", b"b"]);
        assert_eq!(all(b"a\n"), [b"a"]);
        assert!(all(b"").is_empty());
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_complete() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nnext");
        let lines = all(&bytes);
        assert_eq!(lines[0].len(), MAX_BYTES + 2);
        assert_eq!(lines[1], b"next");
    }
}
