//! Parsing the text of a board file. The parser reads tokens, not lines, so spacing doesn't matter. It
//! refuses text that can't be a board, with the line and the reason; lesser problems become notes. Words are
//! checked against a word list afterwards.

use super::{At, Board, Dir, MAX_SIDE, Misfit, PlacedWord};
use engine::{Refusal, line};
use std::fmt;
use std::str::FromStr;
use words::Lexicon;

/// A parsed board, and notes about its file.
#[derive(Clone, PartialEq, Debug)]
pub struct ParsedBoard {
    pub board: Board,
    /// What the parser ignored, and why.
    pub notes: Vec<BoardNote>,
}

/// A note about a file that could still be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardNote {
    /// The line of the file, counted from 1.
    pub line: usize,
    pub text: String,
}

impl fmt::Display for BoardNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line {}: {}", self.line, self.text)
    }
}

/// Why a text isn't a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardError {
    /// `junior.size`, `junior.outside` or `junior.clash`; `junior.text` only from [`ParsedBoard::given`].
    pub code: &'static str,
    /// The line of the file, counted from 1.
    pub line: usize,
    pub text: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for BoardError {}

impl From<BoardError> for Refusal {
    fn from(error: BoardError) -> Refusal {
        Refusal::game(error.code, error.to_string())
    }
}

impl FromStr for ParsedBoard {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<ParsedBoard, BoardError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut tokens = Lexer { rest: text, line: 1 };
        let mut board = size(&mut tokens)?;
        let mut notes = Vec::new();
        loop {
            tokens.skip_blanks();
            let start = tokens;
            let Some((at, dir, text)) = item(&mut tokens) else {
                if !is_drawing(start.rest, &board) {
                    let text = start.rest.split_whitespace().next().map(line::quote);
                    let text = text.unwrap_or_default();
                    let text = format!(
                        "“{text}” can't be read as a word with its position; the rest of the file is ignored."
                    );
                    notes.push(BoardNote { line: start.line, text });
                }
                return Ok(ParsedBoard { board, notes });
            };
            let Some(word) = PlacedWord::new(at, dir, text) else {
                let text = format!("{text} ({at} {dir}) has only one letter and is ignored.");
                notes.push(BoardNote { line: start.line, text });
                continue;
            };
            let shown = format!("{} ({at} {dir})", line::quote(&word.text));
            board.add(word).map_err(|misfit| wrong(&board, start.line, &shown, misfit))?;
        }
    }
}

fn wrong(board: &Board, line: usize, word: &str, misfit: Misfit) -> BoardError {
    let (code, text) = match misfit {
        Misfit::Outside => {
            let (rows, cols) = (board.rows(), board.cols());
            (
                "junior.outside",
                format!("{word} doesn't fit in the {rows} x {cols} grid; move or remove it."),
            )
        }
        Misfit::Clash { at, has, wants } => (
            "junior.clash",
            format!("{word} needs {wants} at {at}, but {has} is there; move or remove it."),
        ),
    };
    BoardError { code, line, text }
}

/// Parses the size: rows, one character that isn't a blank, columns.
fn size(tokens: &mut Lexer) -> Result<Board, BoardError> {
    tokens.skip_blanks();
    let line = tokens.line;
    let wrong = |text: String| BoardError { code: "junior.size", line, text };
    let mut sides = || {
        let rows = tokens.number()?;
        // A digit would belong to the number before it.
        tokens.letter().filter(|c| !c.is_control() && !c.is_ascii_digit())?;
        Some((rows, tokens.number()?))
    };
    let Some((rows, cols)) = sides() else {
        let text = "a board must begin with its size, rows and columns, such as 15 x 15.";
        return Err(wrong(text.into()));
    };
    let side = |digits: &str| digits.parse().ok();
    let board = side(rows).zip(side(cols)).and_then(|(rows, cols)| Board::new(rows, cols));
    board.ok_or_else(|| {
        let (rows, cols) = (line::quote(rows), line::quote(cols));
        wrong(format!(
            "a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns, not {rows} x {cols}."
        ))
    })
}

/// Parses a position, a direction and a word; `None` for anything else.
fn item<'a>(tokens: &mut Lexer<'a>) -> Option<(At, Dir, &'a str)> {
    let at = At::named(tokens.letter()?, tokens.letter()?)?;
    let dir = Dir::named(tokens.letter()?)?;
    let word = tokens.word()?;
    word.bytes().all(|byte| byte.is_ascii_alphabetic()).then_some((at, dir, word))
}

/// Is this text blank, or a drawing of the board?
fn is_drawing(text: &str, board: &Board) -> bool {
    text.trim().is_empty() || is_saved_drawing(text, board) || is_own_drawing(text, board)
}

/// Is this a drawing as the Builder saves it: a line with all column letters, then lines with a row letter
/// and single characters? It may differ from the words, which a player may have edited later.
fn is_saved_drawing(text: &str, board: &Board) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next().unwrap_or_default();
    let is_row = |line: &str| {
        let mut tokens = line.split_whitespace();
        let named = tokens.next().and_then(single).is_some_and(|c| c.is_ascii_uppercase());
        named && tokens.all(|token| single(token).is_some())
    };
    head.split_whitespace().map(single).eq(columns(board).map(Some)) && lines.all(is_row)
}

/// Is this a drawing that a player made, with any frame and spacing? Without blanks and marks, each line must
/// be the column letters or a row of this board, with its row letter or without.
fn is_own_drawing(text: &str, board: &Board) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_uppercase()).collect()
    };
    let row = |(name, row): (char, &String)| [letters(row), letters(&format!("{name}{row}"))];
    let mut shown: Vec<String> = ('A'..='Z').zip(&board.lines()).flat_map(row).collect();
    shown.push(columns(board).map(|c| c.to_ascii_uppercase()).collect());
    let mut lines = text.lines().map(letters).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| shown.contains(&line))
}

/// The column letters.
fn columns(board: &Board) -> impl Iterator<Item = char> {
    ('a'..='z').take(board.cols().into())
}

fn single(token: &str) -> Option<char> {
    let mut chars = token.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The rest of the text, and the current line.
#[derive(Clone, Copy)]
struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn skip_blanks(&mut self) {
        let rest = self.rest.trim_start();
        let blanks = self.rest.len() - rest.len();
        self.line += self.rest.bytes().take(blanks).filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }

    /// The next character that isn't a blank.
    fn letter(&mut self) -> Option<char> {
        self.skip_blanks();
        let mut chars = self.rest.chars();
        let letter = chars.next()?;
        self.rest = chars.as_str();
        Some(letter)
    }

    /// The next digits.
    fn number(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(digits).filter(|digits| !digits.is_empty())
    }

    /// Everything up to the next blank.
    fn word(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }
}

impl ParsedBoard {
    /// Parses a board that a player provides. Unlike stored boards, it may not contain control characters.
    pub fn given(text: &str) -> Result<ParsedBoard, BoardError> {
        if let Some(line) = line::stray_control(text) {
            let text = "this line contains a control character; remove it.".into();
            return Err(BoardError { code: "junior.text", line, text });
        }
        text.parse()
    }

    /// The text of a refusal, followed by the last note: if the parser stopped early, that may be the reason.
    pub fn with_last_note(&self, text: String) -> String {
        match self.notes.last() {
            Some(note) => format!("{text} {note}"),
            None => text,
        }
    }

    /// Remarks about a board for its players: the notes of its file, breaches of the placement rules, words
    /// that aren't in the list. At most a dozen; the others are only counted.
    pub fn remarks(&self, words: &Lexicon) -> Vec<String> {
        const MOST: usize = 12;
        let mut remarks: Vec<String> = self.notes.iter().map(BoardNote::to_string).collect();
        remarks.extend(self.board.problems());
        remarks.extend(self.unknown(words));
        limit_remarks(remarks, MOST)
    }

    fn unknown(&self, words: &Lexicon) -> Option<String> {
        const SHOWN: usize = 8;
        let known = |text: &str| words.has(&text.to_ascii_lowercase());
        let mut unknown: Vec<&str> =
            self.board.words().iter().map(|word| word.text.as_str()).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.retain(|text| !known(text));
        let shown = unknown.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
        match unknown.len() {
            0 => None,
            n if n <= SHOWN => Some(format!("Not in the word list: {shown}.")),
            n => Some(format!("Not in the word list: {shown} and {} more.", n - SHOWN)),
        }
    }
}

/// The first `most` remarks, followed by the number of the others.
pub fn limit_remarks(mut remarks: Vec<String>, most: usize) -> Vec<String> {
    let more = remarks.len().saturating_sub(most);
    if more > 1 {
        remarks.truncate(most);
        remarks.push(format!("There are {more} more remarks about this board."));
    }
    remarks
}
