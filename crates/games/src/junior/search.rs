//! The strong bot's thought: exact when nothing is left to chance and little is left to cover, else
//! each turn that promises something is tried against many ways in which the tiles may come.

use super::race::{BoardShape, ChanceFn, Race, RaceTurn};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Spends so many steps; false when there is no more time.
pub(super) type Spend<'a> = &'a mut dyn FnMut(u64) -> bool;

/// With so few letters uncovered and an empty pool, everything is tried.
const FEW: usize = 14;

/// So many steps may that take; then there is still time to try what promises most.
const EXACT: u64 = 400_000;

/// So many turns are tried out at most.
const TRIED: usize = 12;

/// So many turns are played on from each of them, so that both sides have had their replies.
const AHEAD: usize = 8;

/// The best turn for the acting seat, and whether that is certain; none when it can cover nothing. `deal`
/// lays out the tiles that cannot be seen as they may lie.
pub(super) fn best(
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

/// The turn that does best where it is tried.
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
    // First by what it brings and what it leaves to the next: as far as one can see.
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
    // Then by trying: the worse half is dropped again and again, so that the best are tried most.
    let mut rounds = 8;
    let mut tried = 0;
    while trials.len() > 1 {
        for _ in 0..rounds {
            start.copy(race);
            deal(&mut start, luck);
            // The same luck for all, so that they differ by nothing but the turn.
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

/// A turn that is being tried.
struct Trial {
    turn: RaceTurn,
    sum: f64,
}

fn top(trials: &[Trial]) -> Option<RaceTurn> {
    trials.iter().min_by(|a, b| b.sum.total_cmp(&a.sum)).map(|trial| trial.turn)
}

/// A lead, and less of it the more there is: a match is won by one point as by ten.
fn worth(race: &Race, me: usize) -> f64 {
    let lead = f64::from(race.lead(me));
    if race.is_over() {
        return lead.signum();
    }
    // What a point decides grows as letters run out.
    (lead / (1.0 + (race.left as f64).sqrt() * 0.35)).tanh()
}

/// A turn, and a few more in which everybody takes the most points. Gives the steps that took.
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

/// One of the turns with most points.
pub(super) fn greedy(turns: &[RaceTurn], luck: ChanceFn) -> Option<RaceTurn> {
    let most = turns.iter().map(|turn| turn.points).max()?;
    let best = turns.iter().filter(|turn| turn.points == most);
    let pick = luck(best.clone().count());
    best.copied().nth(pick)
}

/// The next number of a small generator of its own: trials need many, and good enough ones.
fn next(state: &mut u64, n: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    ((u128::from(*state) * n as u128) >> 64) as usize
}

/// The best turn and the lead it brings from here on, when the pool is empty, two play and few letters
/// are left: nothing is then hidden or left to chance. None when that does not hold or time is up.
pub(super) fn exact(
    shape: &BoardShape,
    race: &Race,
    spend: Spend,
) -> Option<(Option<RaceTurn>, i32)> {
    let two = race.here.iter().filter(|&&here| here).count() == 2;
    if !race.pool.is_empty() || race.left > FEW || !two {
        return None;
    }
    let mut known = HashMap::new();
    settle(shape, race, &mut known, spend)
}

type SolvedRaces = HashMap<(Vec<bool>, Vec<[u8; 26]>, usize, u8), i32>;

/// The best turn, and the points of the acting seat less those of the other until the end.
fn settle(
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
                let (_, rest) = settle(shape, &after, known, spend)?;
                known.insert(key, rest);
                rest
            }
        };
        // Who cannot cover anything is skipped, so that the same seat may be to act again.
        let lead = turn.points + if after.seat == race.seat { rest } else { -rest };
        // Of equal turns the one that has its points at once.
        if best.is_none_or(|(other, most)| (lead, turn.points) > (most, other.points)) {
            best = Some((turn, lead));
        }
    }
    let (turn, lead) = best?;
    Some((Some(turn), lead))
}
