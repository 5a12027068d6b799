//! Finding words that fit: every slot that the rules of placement leave open, each with the letters
//! that are there already. Only words that are fit to be shown are taken, and none twice; the house
//! itself adds common ones only. Which words it adds hangs on chance alone: the same line brings the same
//! words.

use super::index::Index;
use super::{View, bots};
use crate::board::{At, Board, Dir, PlacedWord};
use engine::Cx;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use words::{Lexicon, Pattern};

/// Words that may be put from here in this direction and begin so, at most so many: common ones first,
/// then those that cross most, then those that make a good board, then frequent ones.
pub fn fitting(
    view: &View,
    words: &Lexicon,
    (at, dir): (At, Dir),
    begins: &str,
    most: usize,
) -> Vec<PlacedWord> {
    let Some(board) = bots::board(view) else { return Vec::new() };
    let used = used(&board);
    let mut found = Vec::new();
    let mut slots = Vec::new();
    slots_from(&board, &taken(&board, dir), (at, dir), &mut slots);
    for slot in slots {
        let Some(pattern) = slot.beginning(begins) else { continue };
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

/// Where there is no board yet, so many are made and the best of them is taken.
const BOARDS: usize = 4;

/// So many words, one after the other; fewer when no more hang together with the others. An island is only ever the
/// first of them: on an empty board, or where nothing crosses what is there.
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

/// A word that fits; chance decides which. One that crosses others is preferred, an island comes
/// last. A step of thought is one slot looked at.
pub(super) fn word(board: &Board, cx: &mut Cx) -> Option<PlacedWord> {
    let index = Index::of(cx.words);
    one_more(board, true, &index, cx)
}

fn one_more(board: &Board, islands: bool, index: &Index, cx: &mut Cx) -> Option<PlacedWord> {
    let used = used(board);
    let mut slots = slots(board);
    cx.chance.shuffle(&mut slots);
    // Two crossings are better than one, and words that are neither short nor long look best; the
    // shuffle decides between equals and adds some spread.
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

/// The words that are on the board.
fn used(board: &Board) -> BTreeSet<String> {
    board.words().iter().map(|word| word.text.to_ascii_lowercase()).collect()
}

/// A place for a word, whatever the word.
struct FillSlot {
    at: At,
    dir: Dir,
    /// The letters that are there, `?` where there is none.
    pattern: String,
    /// How many letters are there.
    crossings: u64,
}

impl FillSlot {
    /// Higher for a better place; islands are below all others.
    fn worth(&self) -> u64 {
        if self.crossings == 0 {
            return 0;
        }
        10 + 4 * self.crossings.min(3) + self.shape()
    }

    /// Higher for a length that looks better.
    fn shape(&self) -> u64 {
        match self.pattern.len() {
            2 => 0,
            3 => 3,
            4..=7 => 6,
            _ => 4,
        }
    }

    /// The words that begin so here; none when they cannot.
    fn beginning(&self, begins: &str) -> Option<Pattern> {
        let rest = self.pattern.get(begins.len()..)?;
        let begins = begins.to_ascii_lowercase();
        let agree = |(there, new): (char, char)| there == '?' || there == new;
        let agrees = self.pattern.chars().zip(begins.chars()).all(agree);
        agrees.then(|| format!("{begins}{rest}").parse().ok()).flatten()
    }
}

/// Every slot in which any word that fits its pattern may be put.
fn slots(board: &Board) -> Vec<FillSlot> {
    let mut slots = Vec::new();
    for dir in Dir::ALL {
        let taken = taken(board, dir);
        board.positions().for_each(|at| slots_from(board, &taken, (at, dir), &mut slots));
    }
    slots
}

/// Adds the slots that begin here and run this way, given the cells that words of this direction lie on.
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

/// Which cells lie in a word of this direction.
fn taken(board: &Board, dir: Dir) -> Vec<bool> {
    let mut taken = vec![false; board.positions().count()];
    for (at, _) in board.words().iter().filter(|word| word.dir == dir).flat_map(PlacedWord::cells) {
        if let Some(cell) = board.index(at).and_then(|index| taken.get_mut(index)) {
            *cell = true;
        }
    }
    taken
}

/// Is there a letter right before or after this cell?
fn touches(board: &Board, at: At, dir: Dir) -> bool {
    let beside = [at.back(dir), at.ahead(dir, 1)];
    beside.into_iter().flatten().any(|at| board.letter(at).is_some())
}
