//! Finding words that fit: every slot that the rules of placement leave open, each with the letters
//! that are there already. Only common words that are fit to be shown are taken, and none twice. Which
//! words come hangs on chance alone and is part of the rules: the same line brings the same words.

use super::index::Index;
use crate::board::{At, Board, Dir, Word};
use engine::Cx;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// So many words, one after the other; fewer when no more fit.
pub(super) fn words(board: &Board, count: u16, cx: &mut Cx) -> Vec<Word> {
    let index = Index::of(cx.words);
    let mut board = board.clone();
    let mut found = Vec::new();
    for _ in 0..count {
        let fitting = fitting(&board, &index, cx).filter(|word| board.add(word.clone()).is_ok());
        let Some(word) = fitting else { break };
        found.push(word);
    }
    found
}

/// A word that fits; chance decides which. One that crosses others is preferred, an island comes
/// last. A step of thought is one slot looked at.
pub(super) fn word(board: &Board, cx: &mut Cx) -> Option<Word> {
    let index = Index::of(cx.words);
    fitting(board, &index, cx)
}

fn fitting(board: &Board, index: &Index, cx: &mut Cx) -> Option<Word> {
    let used: BTreeSet<String> =
        board.words().iter().map(|word| word.text.to_ascii_lowercase()).collect();
    let mut slots = slots(board);
    cx.chance.shuffle(&mut slots);
    // Two crossings are better than one, and words that are neither short nor long look best; the
    // shuffle decides between equals and adds some spread.
    slots.sort_by_cached_key(|slot| Reverse(slot.worth() + cx.chance.below(4)));
    for slot in slots {
        if !cx.spend(1) {
            return None;
        }
        let mut fitting = index.matching(&slot.pattern);
        fitting.retain(|word| !used.contains(*word));
        if let Some(word) = cx.chance.pick(&fitting) {
            return Word::new(slot.at, slot.dir, word);
        }
    }
    None
}

/// A place for a word, whatever the word.
struct Slot {
    at: At,
    dir: Dir,
    /// The letters that are there, `?` where there is none.
    pattern: String,
    /// How many letters are there.
    crossings: u64,
}

impl Slot {
    /// Higher for a better place; islands are below all others.
    fn worth(&self) -> u64 {
        if self.crossings == 0 {
            return 0;
        }
        let shape = match self.pattern.len() {
            2 => 0,
            3 => 3,
            4..=7 => 6,
            _ => 4,
        };
        10 + 4 * self.crossings.min(3) + shape
    }
}

/// Every slot in which any word that fits its pattern may be put.
fn slots(board: &Board) -> Vec<Slot> {
    let mut slots = Vec::new();
    for dir in Dir::ALL {
        let taken = taken(board, dir);
        let is_taken = |at| board.index(at).is_some_and(|n| taken.get(n).is_some_and(|&it| it));
        for at in board.positions() {
            if at.back(dir).is_some_and(|before| board.letter(before).is_some()) {
                continue;
            }
            let (mut pattern, mut crossings) = (String::new(), 0);
            for n in 0.. {
                let Some(cell) = at.ahead(dir, n).filter(|&cell| board.index(cell).is_some())
                else {
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
                    slots.push(Slot { at, dir, pattern: pattern.clone(), crossings });
                }
            }
        }
    }
    slots
}

/// Which cells lie in a word of this direction.
fn taken(board: &Board, dir: Dir) -> Vec<bool> {
    let mut taken = vec![false; board.positions().count()];
    for (at, _) in board.words().iter().filter(|word| word.dir == dir).flat_map(Word::cells) {
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
