//! The exact search in normal play, where every word may be guessed at any time. The total of a set of n words
//! is at least 2n - 1 (one word with the first guess, the others later); so a first guess that makes k parts
//! costs at least 3n - k, or one less if it is itself a word of the set. Guesses are tried in the order of
//! that bound until it reaches what is found already.

use super::partition::{PartLabel, Partitions, SMALL};
use super::{KnownTotal, Limit, SearchContext, Stopped};

/// A set of so many words or more is parted anew by all guesses before it is searched, if that leaves out much.
const ANEW: usize = 14;

/// Sets up to so many words are looked at again sooner than remembered.
const TINY: usize = 4;

/// From so many words on, a bound is worth having before the search.
const BOUND: usize = 7;

/// So many of the guesses with the least bounds are tried in the order of an estimate.
const FIRST: usize = 48;

fn least(n: usize) -> u32 {
    2 * n as u32 - 1
}

/// What own words tell at a glance: if one of them parts all words, the total is 2n - 1; if one parts all but
/// two, it is 2n; else it is not less. There are at least two attempts.
pub(super) fn peek<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    tries: u32,
    mind: &mut SearchContext,
) -> KnownTotal {
    let n = set.len();
    let key = match n > TINY {
        true => {
            let key = mind.key(part.words_of(set), tries);
            if let Some(known) = mind.known.get(&key) {
                return *known;
            }
            Some(key)
        }
        false => None,
    };
    let (count, place) = part.best_own(set, &mut mind.notes);
    let guess = part.guesses[usize::from(place)];
    let known = match n - count {
        0 => KnownTotal { total: least(n), guess: Some(guess) },
        1 if tries > 2 => KnownTotal { total: least(n) + 1, guess: Some(guess) },
        _ => KnownTotal { total: least(n) + 1, guess: None },
    };
    if let Some(key) = key {
        mind.learn(key, known);
    }
    known
}

/// The total of a set that no glance settles, if it is below the budget; else a bound that is not.
fn solve<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    mind: &mut SearchContext,
) -> Result<KnownTotal, Stopped> {
    if !(ANEW..=SMALL).contains(&set.len()) || set.len() * 4 > part.len() * 3 {
        return scan(part, set, limit, mind);
    }
    mind.spend(set.len() * part.guesses.len())?;
    let all: Vec<u16> = (0..set.len() as u16).collect();
    scan(&part.subset::<u8>(set, &mut mind.notes), &all, limit, mind)
}

/// Tries all guesses that may be below the budget.
pub(super) fn scan<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    mind: &mut SearchContext,
) -> Result<KnownTotal, Stopped> {
    let n = set.len();
    let mut best = KnownTotal { total: limit.budget, guess: None };
    let mut order = candidates(part, set, limit, mind)?;
    let first = if n > TINY { order.len().min(FIRST) } else { 0 };
    order[..first]
        .sort_by_cached_key(|&(bound, row)| bound + estimate(part, set, row as usize, mind));
    for (number, &(bound, row)) in order.iter().enumerate() {
        if bound >= best.total {
            if number >= first {
                break;
            }
            continue;
        }
        let limit = Limit { budget: best.total, ..limit };
        if let Some(total) = try_row(part, row as usize, set, limit, mind)? {
            best = KnownTotal { total, guess: Some(part.guesses[row as usize]) };
        }
    }
    let key = mind.key(part.words_of(set), limit.tries);
    mind.learn(key, best);
    Ok(best)
}

/// The rows whose bound is below the budget, with the bound, by the bound.
fn candidates<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    mind: &mut SearchContext,
) -> Result<Vec<(u32, u32)>, Stopped> {
    let n = set.len();
    let wanted = wanted(n, limit);
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut starts = vec![0usize; n + 2];
    let looked = part.tally(set, wanted, &mut mind.notes, |row, count| {
        let own = row < part.len() && super::partition::has(set, row);
        let bound = 3 * n - count - usize::from(own);
        found.push((bound as u32, row as u32));
        starts[bound + 2 - 2 * n] += 1;
    });
    mind.spend(looked * n)?;
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    let mut sorted = vec![(0, 0); found.len()];
    for (bound, row) in found {
        let start = &mut starts[bound as usize + 2 - 2 * n];
        sorted[*start] = (bound, row);
        *start += 1;
    }
    Ok(sorted)
}

/// How many parts a guess has to make: 3n - k is below the budget, one part alone is none, and the last attempt
/// but one leaves no two words together.
pub(super) fn wanted(n: usize, limit: Limit) -> usize {
    let least = if limit.tries <= 2 { n } else { 2 };
    (3 * n + 1).saturating_sub(limit.budget as usize).max(least)
}

/// How much more than its bound a guess may cost: large parts are seldom parted well.
fn estimate<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    row: usize,
    mind: &mut SearchContext,
) -> u32 {
    let (_, pieces) = split(part, row, set, mind);
    pieces.iter().map(|piece| (piece.len() * piece.len() / 20) as u32).sum()
}

/// A part that a guess leaves.
pub(super) struct PartRange {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) total: u32,
    pub(super) settled: bool,
}

impl PartRange {
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    /// Takes what is known now; gives by how much that is more.
    pub(super) fn settle(&mut self, known: KnownTotal) -> u32 {
        let total = known.total.max(self.total);
        let more = total - self.total;
        self.total = total;
        self.settled = known.guess.is_some();
        more
    }
}

/// Parts a set by a row; a word that is hit is left out. The places of each part stand together.
pub(super) fn split<L: PartLabel>(
    part: &Partitions<L>,
    row: usize,
    set: &[u16],
    mind: &mut SearchContext,
) -> (Vec<u16>, Vec<PartRange>) {
    let labels = part.row(row);
    let notes = &mut mind.notes;
    notes.forget();
    let mut pieces: Vec<PartRange> = Vec::with_capacity(set.len().min(64));
    for &place in set.iter().filter(|&&place| usize::from(place) != row) {
        let next = pieces.len();
        let piece = usize::from(notes.note(labels[usize::from(place)].number(), next as u16));
        if piece == next {
            pieces.push(PartRange { start: 0, end: 0, total: 0, settled: false });
        }
        pieces[piece].end += 1;
    }
    let mut start = 0;
    for piece in &mut pieces {
        let len = piece.end;
        (piece.start, piece.end) = (start, start);
        piece.total = least(len);
        piece.settled = len <= 2;
        start += len;
    }
    let mut places = vec![0; start];
    for &place in set.iter().filter(|&&place| usize::from(place) != row) {
        let piece = &mut pieces[usize::from(notes.note(labels[usize::from(place)].number(), 0))];
        places[piece.end] = place;
        piece.end += 1;
    }
    (places, pieces)
}

/// The total of a set when it begins with this row, if it is below the budget. What is cheap to know of any part
/// comes before what is dear to know of another.
fn try_row<L: PartLabel>(
    part: &Partitions<L>,
    row: usize,
    set: &[u16],
    Limit { budget, tries }: Limit,
    mind: &mut SearchContext,
) -> Result<Option<u32>, Stopped> {
    let (places, mut pieces) = split(part, row, set, mind);
    let mut sum = set.len() as u32 + pieces.iter().map(|piece| piece.total).sum::<u32>();
    if !few_enough(&pieces, tries) {
        return Ok(None);
    }
    let tries = tries - 1;
    pieces.retain(|piece| !piece.settled);
    pieces.sort_unstable_by_key(|piece| std::cmp::Reverse(piece.len()));
    for piece in &mut pieces {
        sum += piece.settle(peek(part, &places[piece.start..piece.end], tries, mind));
        if sum >= budget {
            return Ok(None);
        }
    }
    pieces.retain(|piece| !piece.settled);
    for piece in pieces.iter_mut().filter(|piece| piece.len() >= BOUND) {
        let limit = Limit { budget: budget - (sum - piece.total), tries };
        let bound = bound(part, &places[piece.start..piece.end], limit, mind)?;
        sum += piece.settle(KnownTotal { total: bound, guess: None });
        if sum >= budget {
            return Ok(None);
        }
    }
    for piece in pieces.iter_mut().rev() {
        let limit = Limit { budget: budget - (sum - piece.total), tries };
        sum += piece.settle(solve(part, &places[piece.start..piece.end], limit, mind)?);
        if sum >= budget {
            return Ok(None);
        }
    }
    Ok(Some(sum))
}

/// Can the first of so many guesses leave these parts? There are at least two, and the last one finds one word.
pub(super) fn few_enough(pieces: &[PartRange], tries: u32) -> bool {
    tries > 2 || pieces.iter().all(|piece| piece.len() == 1)
}

/// The least bound of any guess, if it is below the budget; else the budget.
fn bound<L: PartLabel>(
    part: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    mind: &mut SearchContext,
) -> Result<u32, Stopped> {
    let n = set.len();
    let wanted = wanted(n, limit);
    let mut bound = limit.budget;
    let looked = part.tally(set, wanted, &mut mind.notes, |row, count| {
        let own = row < part.len() && super::partition::has(set, row);
        bound = bound.min((3 * n - count - usize::from(own)) as u32);
    });
    mind.spend(looked * n)?;
    Ok(bound)
}
