//! Finding words that fit. A slot is a place that the placement rules leave open, with the letters that are
//! already there. Words must be suitable to be shown, and no word is used twice; `fill` and bots use only
//! common ones. For the same board and random numbers the words are always the same.

use super::View;
use super::index::Index;
use crate::board::{At, Board, Dir, PlacedWord};
use engine::Cx;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use words::{Lexicon, Pattern};

/// At most `most` words that may be placed here in this direction and start with `prefix`. Common words come
/// first; then those that cross more others, those with a better length, and more frequent ones.
pub fn fitting(
    view: &View,
    words: &Lexicon,
    (at, dir): (At, Dir),
    prefix: &str,
    most: usize,
) -> Vec<PlacedWord> {
    let Some(board) = view.board() else { return Vec::new() };
    let used = used(&board);
    let mut found = Vec::new();
    let mut slots = Vec::new();
    slots_from(&board, &taken(&board, dir), (at, dir), &mut slots);
    for slot in slots {
        let Some(pattern) = slot.beginning(prefix) else { continue };
        words.matching(&pattern, |word| {
            if words.fit_at(word.index) && !used.contains(word.text) {
                let (rare, often) = (!words.common_at(word.index), words.zipf_at(word.index));
                let (crossings, shape) = (Reverse(slot.crossings), Reverse(slot.shape()));
                found.push((rare, crossings, shape, Reverse(often), word.index));
            }
        });
    }
    found.sort_unstable();
    let words = found.into_iter().take(most).filter_map(|(.., index)| words.word(index));
    words.filter_map(|word| PlacedWord::new(at, dir, &word)).collect()
}

/// If the board is empty, `fill` makes this number of boards and takes the best one.
const BOARDS: usize = 4;

/// Up to `count` new words. All but the first cross other words; the first one may stand alone, on an empty board or if
/// no word can cross the others.
pub(super) fn words(board: &Board, count: u16, cx: &mut Cx) -> Vec<PlacedWord> {
    let index = Index::of(cx.words);
    let tries = if board.words().is_empty() { BOARDS } else { 1 };
    let boards = (0..tries).map(|_| filled(board.clone(), count, &index, cx));
    let best = boards.max_by_key(|(board, _)| board.rating().worth());
    best.map(|(_, found)| found).unwrap_or_default()
}

fn filled(mut board: Board, count: u16, index: &Index, cx: &mut Cx) -> (Board, Vec<PlacedWord>) {
    let mut found = Vec::new();
    for _ in 0..count {
        let fitting = one_more(&board, found.is_empty(), index, cx);
        let Some(word) = fitting.filter(|word| board.add(word.clone()).is_ok()) else { break };
        found.push(word);
    }
    (board, found)
}

/// A random word that fits, preferably one that crosses others. Each slot that is tried costs one step.
pub(super) fn word(board: &Board, cx: &mut Cx) -> Option<PlacedWord> {
    let index = Index::of(cx.words);
    one_more(board, true, &index, cx)
}

fn one_more(board: &Board, islands: bool, index: &Index, cx: &mut Cx) -> Option<PlacedWord> {
    let used = used(board);
    let mut slots = slots(board);
    cx.chance.shuffle(&mut slots);
    // Slots with more crossings and medium length come first. The shuffle decides between equals, and the
    // random addition mixes similar ones.
    slots.sort_by_cached_key(|slot| Reverse(slot.worth() + cx.chance.below(4)));
    for slot in slots.iter().filter(|slot| islands || slot.crossings > 0) {
        if !cx.spend(1) {
            return None;
        }
        let mut fitting = index.matching(&slot.pattern);
        fitting.retain(|word| !used.contains(*word));
        if let Some(word) = cx.chance.pick(&fitting) {
            return PlacedWord::new(slot.at, slot.dir, word);
        }
    }
    None
}

/// The words on the board, in lower case.
fn used(board: &Board) -> BTreeSet<String> {
    board.words().iter().map(|word| word.text.to_ascii_lowercase()).collect()
}

/// A place for a word.
struct FillSlot {
    at: At,
    dir: Dir,
    /// The letters that are already there, and `?` for empty cells.
    pattern: String,
    /// The number of letters that are already there.
    crossings: u64,
}

impl FillSlot {
    /// Higher for a better slot; slots without crossings are the worst.
    fn worth(&self) -> u64 {
        if self.crossings == 0 {
            return 0;
        }
        10 + 4 * self.crossings.min(3) + self.shape()
    }

    /// Higher for a better length.
    fn shape(&self) -> u64 {
        match self.pattern.len() {
            2 => 0,
            3 => 3,
            4..=7 => 6,
            _ => 4,
        }
    }

    /// The pattern of this slot with these first letters; `None` if they don't fit.
    fn beginning(&self, prefix: &str) -> Option<Pattern> {
        let rest = self.pattern.get(prefix.len()..)?;
        let prefix = prefix.to_ascii_lowercase();
        let agree = |(there, new): (char, char)| there == '?' || there == new;
        let agrees = self.pattern.chars().zip(prefix.chars()).all(agree);
        agrees.then(|| format!("{prefix}{rest}").parse().ok()).flatten()
    }
}

/// All slots. Any word that matches the pattern of its slot is legal there.
fn slots(board: &Board) -> Vec<FillSlot> {
    let mut slots = Vec::new();
    for dir in Dir::ALL {
        let taken = taken(board, dir);
        board.positions().for_each(|at| slots_from(board, &taken, (at, dir), &mut slots));
    }
    slots
}

/// Adds the slots that start here in this direction. `taken` are the cells of words in the same direction.
fn slots_from(board: &Board, taken: &[bool], (at, dir): (At, Dir), slots: &mut Vec<FillSlot>) {
    if at.back(dir).is_some_and(|before| board.letter(before).is_some()) {
        return;
    }
    let is_taken = |at| board.index(at).is_some_and(|n| taken.get(n).is_some_and(|&it| it));
    let (mut pattern, mut crossings) = (String::new(), 0);
    for n in 0.. {
        let Some(cell) = at.ahead(dir, n).filter(|&cell| board.index(cell).is_some()) else {
            break;
        };
        match board.letter(cell) {
            Some(_) if is_taken(cell) => break,
            Some(letter) => {
                pattern.push(letter.to_ascii_lowercase());
                crossings += 1;
            }
            None if touches(board, cell, dir.other()) => break,
            None => pattern.push('?'),
        }
        let after = at.ahead(dir, n + 1);
        let ends = after.is_none_or(|after| board.letter(after).is_none());
        if ends && pattern.len() >= 2 && pattern.contains('?') {
            slots.push(FillSlot { at, dir, pattern: pattern.clone(), crossings });
        }
    }
}

/// For each cell, whether it belongs to a word in this direction.
fn taken(board: &Board, dir: Dir) -> Vec<bool> {
    let mut taken = vec![false; board.positions().count()];
    for (at, _) in board.words().iter().filter(|word| word.dir == dir).flat_map(PlacedWord::cells) {
        if let Some(cell) = board.index(at).and_then(|index| taken.get_mut(index)) {
            *cell = true;
        }
    }
    taken
}

/// Is there a letter right before or after this cell, in this direction?
fn touches(board: &Board, at: At, dir: Dir) -> bool {
    let beside = [at.back(dir), at.ahead(dir, 1)];
    beside.into_iter().flatten().any(|at| board.letter(at).is_some())
}
