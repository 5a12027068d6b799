//! Writing a board as the text of a file: the size, the words in their order, and a drawing.

use super::Board;
use std::fmt;

/// Parsing this text as a [`super::ParsedBoard`] gives the same board.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} x {}", self.rows, self.cols)?;
        for word in &self.words {
            writeln!(f, "{} {} {}", word.at, word.dir, word.text)?;
        }
        writeln!(f)?;
        write!(f, " ")?;
        (0..self.cols).try_for_each(|col| write!(f, " {}", char::from(b'a' + col)))?;
        writeln!(f)?;
        for (row, line) in (b'A'..).zip(self.lines()) {
            write!(f, "{}", char::from(row))?;
            line.chars().try_for_each(|letter| write!(f, " {letter}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
