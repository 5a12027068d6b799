//! The search of the strong bot. It is exact if nothing is left to chance and few letters are uncovered;
//! otherwise it plays out the promising turns with many random orders of the tiles.

use super::race::{BoardShape, ChanceFn, Race, RaceTurn};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Spends steps of the budget; returns false if it is used up.
pub(in crate::junior) type Spend<'a> = &'a mut dyn FnMut(u64) -> bool;

/// With an empty pool and no more uncovered letters than this, the search is exact.
const FEW: usize = 14;

/// The budget of the exact search, so that there is time left for trials.
const EXACT: u64 = 400_000;

/// The maximum number of turns that are played out.
const TRIED: usize = 12;

/// The number of turns after each of them, enough for replies from both sides.
const AHEAD: usize = 8;

/// The best turn for the acting seat, and whether that is certain; `None` if it can't cover anything. `deal`
/// deals the hidden tiles at random.
pub(in crate::junior) fn best(
    shape: &BoardShape,
    race: &Race,
    deal: &mut dyn FnMut(&mut Race, ChanceFn),
    luck: ChanceFn,
    spend: Spend,
) -> Option<(RaceTurn, bool)> {
    let mut left = EXACT;
    let part = &mut |steps| {
        left = left.saturating_sub(steps);
        left > 0 && spend(steps)
    };
    match exact(shape, race, part) {
        Some((turn, _)) => Some((turn?, true)),
        None => Some((tried(shape, race, deal, luck, spend)?, false)),
    }
}

/// The turn that does best in trials.
fn tried(
    shape: &BoardShape,
    race: &Race,
    deal: &mut dyn FnMut(&mut Race, ChanceFn),
    luck: ChanceFn,
    spend: Spend,
) -> Option<RaceTurn> {
    let me = race.seat;
    let mut turns = Vec::new();
    let mut start = race.clone();
    start.turns(shape, &mut turns);
    if turns.len() < 2 {
        return turns.first().copied();
    }
    // First rate the turns by their points and by what they leave to the next player.
    let mut replies = Vec::new();
    let mut rated: Vec<(RaceTurn, i32)> = Vec::new();
    for &turn in &turns {
        start.copy(race);
        start.make(shape, &turn, luck);
        let gift = match start.is_over() || start.seat == me {
            true => 0,
            false => {
                start.turns(shape, &mut replies);
                replies.iter().map(|reply| reply.points).max().unwrap_or(0)
            }
        };
        rated.push((turn, turn.points - gift));
        if !spend(shape.words() as u64 * (1 + replies.len() as u64)) {
            break;
        }
    }
    rated.sort_by_key(|&(_, worth)| Reverse(worth));
    rated.truncate(TRIED);
    let mut trials: Vec<Trial> = rated.iter().map(|&(turn, _)| Trial { turn, sum: 0.0 }).collect();
    let first = trials.first().map(|trial| trial.turn);
    // Then play them out. Drop the worse half again and again, so that the best get the most trials.
    let mut rounds = 8;
    let mut tried = 0;
    while trials.len() > 1 {
        for _ in 0..rounds {
            start.copy(race);
            deal(&mut start, luck);
            // The same random numbers for all, so that only the turns differ.
            let seed = luck(usize::MAX >> 1) as u64;
            let mut played = start.clone();
            for trial in &mut trials {
                played.copy(&start);
                let mut rng = seed | 1;
                let steps = play_out(shape, &mut played, &trial.turn, &mut |n| next(&mut rng, n));
                trial.sum += worth(&played, me);
                if !spend(steps) {
                    return if tried == 0 { first } else { top(&trials) };
                }
            }
            tried += 1;
        }
        trials.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        trials.truncate(trials.len().div_ceil(2));
        rounds *= 2;
    }
    top(&trials)
}

/// A turn that is played out, and the sum of its results.
struct Trial {
    turn: RaceTurn,
    sum: f64,
}

fn top(trials: &[Trial]) -> Option<RaceTurn> {
    trials.iter().min_by(|a, b| b.sum.total_cmp(&a.sum)).map(|trial| trial.turn)
}

/// The worth of a lead. It flattens out, because one point wins a match as well as ten.
fn worth(race: &Race, me: usize) -> f64 {
    let lead = f64::from(race.lead(me));
    if race.is_over() {
        return lead.signum();
    }
    // A point matters more, the fewer letters are left.
    (lead / (1.0 + (race.left as f64).sqrt() * 0.35)).tanh()
}

/// Plays a turn, and then a few more in which everyone takes the most points. Returns the steps that it cost.
fn play_out(shape: &BoardShape, race: &mut Race, turn: &RaceTurn, luck: ChanceFn) -> u64 {
    race.make(shape, turn, luck);
    let (mut turns, mut steps) = (Vec::new(), 1);
    for _ in 0..AHEAD {
        if race.is_over() {
            break;
        }
        race.turns(shape, &mut turns);
        steps += 1 + turns.len() as u64;
        let Some(turn) = greedy(&turns, luck) else { break };
        race.make(shape, &turn, luck);
    }
    steps * (1 + shape.words() as u64 / 8)
}

/// A random one of the turns with the most points.
pub(in crate::junior) fn greedy(turns: &[RaceTurn], luck: ChanceFn) -> Option<RaceTurn> {
    let most = turns.iter().map(|turn| turn.points).max()?;
    let best = turns.iter().filter(|turn| turn.points == most);
    let pick = luck(best.clone().count());
    best.copied().nth(pick)
}

/// A fast random number generator (xorshift), good enough for trials, which need many numbers.
fn next(state: &mut u64, n: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    ((u128::from(*state) * n as u128) >> 64) as usize
}

/// The best turn and the lead that it gains until the end, for two players, an empty pool and few uncovered
/// letters: then nothing is hidden or random. `None` for other matches, and if there is no more time.
pub(in crate::junior) fn exact(
    shape: &BoardShape,
    race: &Race,
    spend: Spend,
) -> Option<(Option<RaceTurn>, i32)> {
    let two = race.here.iter().filter(|&&here| here).count() == 2;
    if !race.pool.is_empty() || race.left > FEW || !two {
        return None;
    }
    let mut known = HashMap::new();
    solve(shape, race, &mut known, spend)
}

type SolvedRaces = HashMap<(Vec<bool>, Vec<[u8; 26]>, usize, u8), i32>;

/// The best turn, and the points of the acting seat minus those of the other until the end.
fn solve(
    shape: &BoardShape,
    race: &Race,
    known: &mut SolvedRaces,
    spend: Spend,
) -> Option<(Option<RaceTurn>, i32)> {
    if race.is_over() {
        return Some((None, 0));
    }
    let mut turns = Vec::new();
    let mut after = race.clone();
    after.turns(shape, &mut turns);
    if !spend(shape.words() as u64 * (1 + turns.len() as u64)) {
        return None;
    }
    let mut best: Option<(RaceTurn, i32)> = None;
    for turn in turns {
        after.copy(race);
        after.make(shape, &turn, &mut |_| 0);
        let key = after.key();
        let rest = match known.get(&key) {
            Some(&rest) => rest,
            None => {
                let (_, rest) = solve(shape, &after, known, spend)?;
                known.insert(key, rest);
                rest
            }
        };
        // A player who can't cover anything is skipped, so the same seat may act again.
        let lead = turn.points + if after.seat == race.seat { rest } else { -rest };
        // Of equal turns take the one with more points now.
        if best.is_none_or(|(other, most)| (lead, turn.points) > (most, other.points)) {
            best = Some((turn, lead));
        }
    }
    let (turn, lead) = best?;
    Some((Some(turn), lead))
}
