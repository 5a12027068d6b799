//! The exact search without hard mode, where every word may be guessed at any time. The total of a set of n words is at
//! least 2n - 1 (one word with the first guess, the others later). So a first guess that makes k parts costs at least
//! 3n - k, or one less if it is itself a word of the set. Guesses are tried in the order of that bound, until the bound
//! reaches the best total found so far.

use super::partition::{PartLabel, Partitions, SMALL};
use super::{KnownTotal, Limit, SearchContext, Stopped};

/// Sets of at least this many words get their own partitions before they are searched, if that leaves out much.
const MIN_SUBSET: usize = 14;

/// Sets of up to this many words aren't cached, because computing them again is faster.
const TINY: usize = 4;

/// From this many words on, it pays to compute a bound before the search.
const MIN_BOUND: usize = 7;

/// This many of the guesses with the lowest bounds are tried in the order of an estimate.
const FIRST: usize = 48;

fn least(n: usize) -> u32 {
    2 * n as u32 - 1
}

/// What guessing a word of the set gives quickly: if one of them splits the set into single words, the total is 2n - 1;
/// if one leaves only one pair together, it is 2n; otherwise 2n is a lower bound. At least two attempts must be left.
pub(super) fn peek<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    tries: u32,
    context: &mut SearchContext,
) -> KnownTotal {
    let n = set.len();
    let key = match n > TINY {
        true => {
            let key = context.key(partitions.words_of(set), tries);
            if let Some(known) = context.known.get(&key) {
                return *known;
            }
            Some(key)
        }
        false => None,
    };
    let (count, place) = partitions.best_own(set, &mut context.seen_labels);
    let guess = partitions.guesses[usize::from(place)];
    let known = match n - count {
        0 => KnownTotal { total: least(n), guess: Some(guess) },
        1 if tries > 2 => KnownTotal { total: least(n) + 1, guess: Some(guess) },
        _ => KnownTotal { total: least(n) + 1, guess: None },
    };
    if let Some(key) = key {
        context.learn(key, known);
    }
    known
}

/// The total of a set for which [`peek`] gives only a bound, if it is below the budget; otherwise a bound that isn't.
fn solve<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    context: &mut SearchContext,
) -> Result<KnownTotal, Stopped> {
    if !(MIN_SUBSET..=SMALL).contains(&set.len()) || set.len() * 4 > partitions.len() * 3 {
        return scan(partitions, set, limit, context);
    }
    context.spend(set.len() * partitions.guesses.len())?;
    let all: Vec<u16> = (0..set.len() as u16).collect();
    scan(&partitions.subset::<u8>(set, &mut context.seen_labels), &all, limit, context)
}

/// Tries all guesses that may give a total below the budget.
pub(super) fn scan<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    context: &mut SearchContext,
) -> Result<KnownTotal, Stopped> {
    let n = set.len();
    let mut best = KnownTotal { total: limit.budget, guess: None };
    let mut order = candidates(partitions, set, limit, context)?;
    let first = if n > TINY { order.len().min(FIRST) } else { 0 };
    order[..first].sort_by_cached_key(|&(bound, row)| {
        bound + estimate(partitions, set, row as usize, context)
    });
    for (number, &(bound, row)) in order.iter().enumerate() {
        if bound >= best.total {
            if number >= first {
                break;
            }
            continue;
        }
        let limit = Limit { budget: best.total, ..limit };
        if let Some(total) = try_row(partitions, row as usize, set, limit, context)? {
            best = KnownTotal { total, guess: Some(partitions.guesses[row as usize]) };
        }
    }
    let key = context.key(partitions.words_of(set), limit.tries);
    context.learn(key, best);
    Ok(best)
}

/// The rows whose bound is below the budget, as `(bound, row)`, sorted by bound.
fn candidates<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    context: &mut SearchContext,
) -> Result<Vec<(u32, u32)>, Stopped> {
    let n = set.len();
    let wanted = wanted(n, limit);
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut starts = vec![0usize; n + 2];
    let looked = partitions.tally(set, wanted, &mut context.seen_labels, |row, count| {
        let own = row < partitions.len() && super::partition::has(set, row);
        let bound = 3 * n - count - usize::from(own);
        found.push((bound as u32, row as u32));
        starts[bound + 2 - 2 * n] += 1;
    });
    context.spend(looked * n)?;
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

/// The number of parts that a guess must make at least: 3n - k must be below the budget, a single part is useless, and
/// with two attempts left every word must be on its own.
pub(super) fn wanted(n: usize, limit: Limit) -> usize {
    let least = if limit.tries <= 2 { n } else { 2 };
    (3 * n + 1).saturating_sub(limit.budget as usize).max(least)
}

/// An estimate of how much more than its bound a guess costs: large parts seldom reach their bound.
fn estimate<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    row: usize,
    context: &mut SearchContext,
) -> u32 {
    let (_, pieces) = split(partitions, row, set, context);
    pieces.iter().map(|piece| (piece.len() * piece.len() / 20) as u32).sum()
}

/// A part into which a guess splits a set, as a range of places.
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

    /// Raises the total to what is known now, and returns the increase.
    pub(super) fn settle(&mut self, known: KnownTotal) -> u32 {
        let total = known.total.max(self.total);
        let more = total - self.total;
        self.total = total;
        self.settled = known.guess.is_some();
        more
    }
}

/// Splits a set by a row. If the guess is a word of the set, that word is left out. The places of each part are next to
/// each other.
pub(super) fn split<L: PartLabel>(
    partitions: &Partitions<L>,
    row: usize,
    set: &[u16],
    context: &mut SearchContext,
) -> (Vec<u16>, Vec<PartRange>) {
    let labels = partitions.row(row);
    let seen_labels = &mut context.seen_labels;
    seen_labels.clear();
    let mut pieces: Vec<PartRange> = Vec::with_capacity(set.len().min(64));
    for &place in set.iter().filter(|&&place| usize::from(place) != row) {
        let next = pieces.len();
        let piece = usize::from(
            seen_labels.get_or_insert(labels[usize::from(place)].number(), next as u16),
        );
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
        let piece = &mut pieces
            [usize::from(seen_labels.get_or_insert(labels[usize::from(place)].number(), 0))];
        places[piece.end] = place;
        piece.end += 1;
    }
    (places, pieces)
}

/// The total of a set if this row is guessed first; `None` if it isn't below the budget. Cheap checks of all parts come
/// before expensive ones of any part.
fn try_row<L: PartLabel>(
    partitions: &Partitions<L>,
    row: usize,
    set: &[u16],
    Limit { budget, tries }: Limit,
    context: &mut SearchContext,
) -> Result<Option<u32>, Stopped> {
    let (places, mut pieces) = split(partitions, row, set, context);
    let mut sum = set.len() as u32 + pieces.iter().map(|piece| piece.total).sum::<u32>();
    if !few_enough(&pieces, tries) {
        return Ok(None);
    }
    let tries = tries - 1;
    pieces.retain(|piece| !piece.settled);
    pieces.sort_unstable_by_key(|piece| std::cmp::Reverse(piece.len()));
    for piece in &mut pieces {
        sum += piece.settle(peek(partitions, &places[piece.start..piece.end], tries, context));
        if sum >= budget {
            return Ok(None);
        }
    }
    pieces.retain(|piece| !piece.settled);
    for piece in pieces.iter_mut().filter(|piece| piece.len() >= MIN_BOUND) {
        let limit = Limit { budget: budget - (sum - piece.total), tries };
        let bound = bound(partitions, &places[piece.start..piece.end], limit, context)?;
        sum += piece.settle(KnownTotal { total: bound, guess: None });
        if sum >= budget {
            return Ok(None);
        }
    }
    for piece in pieces.iter_mut().rev() {
        let limit = Limit { budget: budget - (sum - piece.total), tries };
        sum += piece.settle(solve(partitions, &places[piece.start..piece.end], limit, context)?);
        if sum >= budget {
            return Ok(None);
        }
    }
    Ok(Some(sum))
}

/// Can all words of these parts be found within the attempts, as far as their sizes tell? At least two attempts must be
/// left, including this guess.
pub(super) fn few_enough(pieces: &[PartRange], tries: u32) -> bool {
    tries > 2 || pieces.iter().all(|piece| piece.len() == 1)
}

/// The lowest bound of any guess, if it is below the budget; otherwise the budget.
fn bound<L: PartLabel>(
    partitions: &Partitions<L>,
    set: &[u16],
    limit: Limit,
    context: &mut SearchContext,
) -> Result<u32, Stopped> {
    let n = set.len();
    let wanted = wanted(n, limit);
    let mut bound = limit.budget;
    let looked = partitions.tally(set, wanted, &mut context.seen_labels, |row, count| {
        let own = row < partitions.len() && super::partition::has(set, row);
        bound = bound.min((3 * n - count - usize::from(own)) as u32);
    });
    context.spend(looked * n)?;
    Ok(bound)
}
