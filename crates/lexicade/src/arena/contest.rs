//! A contest: its rounds and their results. A round is one seed. In a game for one, every player plays it, and the
//! results are compared. In a game for two, each pair plays it twice, with swapped seats. Threads share the rounds, but
//! results are counted in order, so that they don't depend on the number of threads.

use super::arena_match::{self, ArenaResult};
use super::player::{Contestant, ForfeitReason};
use super::rating::{ScoreTally, Sprt, Verdict};
use engine::chance::seed_of;
use engine::{Code, Outcome, Refusal, Seat, Start};
use indicatif::ProgressBar;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Memory};
use std::thread;
use words::Lexicon;

/// The rounds between two checks of a sequential test.
const LOOK: u64 = 32;

/// The configuration of a contest.
pub(super) struct Contest {
    /// The start of all matches. Their seeds are derived from its seed.
    pub(super) start: Start,
    pub(super) words: Arc<Lexicon>,
    pub(super) players: Vec<Contestant>,
    /// The number of matches per pair.
    pub(super) games: u64,
    pub(super) threads: usize,
    pub(super) sprt: Option<Sprt>,
}

/// The results of a contest.
#[derive(Default)]
pub(super) struct Standings {
    pub(super) pairs: Vec<PairRecord>,
    pub(super) players: Vec<PlayerRecord>,
    pub(super) rounds: u64,
}

/// The results of two players, from the side of the first.
#[derive(Default)]
pub(super) struct PairRecord {
    pub(super) players: [usize; 2],
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) tally: ScoreTally,
}

/// The results of one player.
#[derive(Default)]
pub(super) struct PlayerRecord {
    pub(super) matches: u64,
    pub(super) won: u64,
    /// The sum of the game's own scores.
    pub(super) points: i64,
    /// The scores against the others.
    pub(super) tally: ScoreTally,
    /// The reasons of all forfeits.
    pub(super) left: Vec<ForfeitReason>,
}

/// The results of one round: of each pair, from the side of its first player, and of each seat.
struct RoundResult {
    results: Vec<Vec<Ordering>>,
    sat: Vec<SeatResult>,
}

struct SeatResult {
    player: usize,
    won: bool,
    points: i64,
    left: Option<ForfeitReason>,
}

impl Contest {
    /// Is it a game for one?
    fn solo(&self) -> bool {
        self.start.seats == 1
    }

    fn rounds(&self) -> u64 {
        if self.solo() { self.games } else { self.games.div_ceil(2) }
    }

    /// The number of matches, if no sequential test ends the contest early.
    pub(super) fn matches(&self) -> u64 {
        let (players, pairs) = (self.players.len() as u64, self.pairs().count() as u64);
        self.rounds() * if self.solo() { players } else { 2 * pairs }
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let players = self.players.len();
        (0..players).flat_map(move |a| (a + 1..players).map(move |b| [a, b]))
    }

    /// Plays the contest; the bar counts matches.
    pub(super) fn run(&self, bar: &ProgressBar) -> Result<Standings, Refusal> {
        let pair = |players| PairRecord { players, ..PairRecord::default() };
        let mut standings = Standings {
            pairs: self.pairs().map(pair).collect(),
            players: self.players.iter().map(|_| PlayerRecord::default()).collect(),
            rounds: 0,
        };
        let step = if self.sprt.is_some() { LOOK } else { self.rounds() };
        while standings.rounds < self.rounds() {
            let to = self.rounds().min(standings.rounds + step);
            for round in self.some_rounds(standings.rounds, to, bar)? {
                standings.count(round);
            }
            standings.rounds = to;
            let tally = standings.pairs.first().map(|pair| pair.tally);
            if let (Some(sprt), Some(tally)) = (self.sprt, tally)
                && sprt.verdict(&tally) != Verdict::Open
            {
                break;
            }
        }
        Ok(standings)
    }

    /// Plays these rounds on all threads, and returns them in order.
    fn some_rounds(
        &self,
        from: u64,
        to: u64,
        bar: &ProgressBar,
    ) -> Result<Vec<RoundResult>, Refusal> {
        let next = AtomicU64::new(from);
        let work = || {
            let mut done = Vec::new();
            loop {
                let n = next.fetch_add(1, Memory::Relaxed);
                if n >= to {
                    return Ok(done);
                }
                let round = self.round(n, bar);
                // After an error the other threads stop too.
                if round.is_err() {
                    next.store(to, Memory::Relaxed);
                }
                done.push((n, round?));
            }
        };
        let threads = self.threads.min((to - from) as usize).max(1);
        let mut rounds = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut rounds = Vec::new();
            for worker in workers {
                let done = worker.join().unwrap_or_else(|_| {
                    Err(Refusal::new(Code::Broken, "A match of the contest failed."))
                });
                rounds.extend(done?);
            }
            Ok::<_, Refusal>(rounds)
        })?;
        rounds.sort_by_key(|(n, _)| *n);
        Ok(rounds.into_iter().map(|(_, round)| round).collect())
    }

    /// Plays the round with this number.
    fn round(&self, n: u64, bar: &ProgressBar) -> Result<RoundResult, Refusal> {
        let master = self.start.seed;
        let seed = seed_of(&format!("lexicade-arena-1|{master}|{n}"));
        let start = Start { seed, ..self.start.clone() };
        // For the programs' own random numbers; different in every contest.
        let seed_text = format!("lexicade-arena-luck-2|{master}|{n}");
        let mut round = RoundResult { results: Vec::new(), sat: Vec::new() };
        let mut play = |numbers: &[usize]| {
            let players: Vec<_> = numbers.iter().filter_map(|n| self.players.get(*n)).collect();
            let played = arena_match::play(&start, Arc::clone(&self.words), &players, &seed_text)?;
            bar.inc(1);
            round.sat.extend((0..).map(Seat).zip(numbers).map(|(seat, &player)| SeatResult {
                player,
                won: played.outcome.winners == [seat],
                points: played.outcome.scores.get(seat.index()).copied().unwrap_or(0),
                left: played.left.get(seat.index()).copied().flatten(),
            }));
            Ok(played)
        };
        if self.solo() {
            let players = 0..self.players.len();
            let played = players
                .map(|player| play(&[player]))
                .collect::<Result<Vec<ArenaResult>, Refusal>>()?;
            let rank = |player: usize| played.get(player).map(rank);
            round.results = self.pairs().map(|[a, b]| vec![rank(a).cmp(&rank(b))]).collect();
        } else {
            for [a, b] in self.pairs() {
                let (there, back) = (play(&[a, b])?, play(&[b, a])?);
                let results = vec![duel(&there.outcome), duel(&back.outcome).reverse()];
                round.results.push(results);
            }
        }
        Ok(round)
    }
}

/// The rank of a result in a game for one: forfeits are last, then losses, then wins; equal ones by score.
fn rank(played: &ArenaResult) -> (bool, bool, Option<i64>) {
    let ArenaResult { outcome, left } = played;
    let stayed = left.iter().all(Option::is_none);
    (stayed, !outcome.winners.is_empty(), outcome.scores.first().copied())
}

/// The result of a game for two. If both or neither won, it is a draw.
fn duel(outcome: &Outcome) -> Ordering {
    let won = |seat| outcome.winners.contains(&Seat(seat));
    won(0).cmp(&won(1))
}

impl Standings {
    fn count(&mut self, round: RoundResult) {
        let others = self.players.len().saturating_sub(1).max(1) as f64;
        let mut scores = vec![0.0; self.players.len()];
        for (pair, results) in self.pairs.iter_mut().zip(round.results) {
            let mut sum = 0.0;
            for result in &results {
                match result {
                    Ordering::Greater => pair.wins += 1,
                    Ordering::Equal => pair.draws += 1,
                    Ordering::Less => pair.losses += 1,
                }
                sum += (*result as i8 as f64 + 1.0) / 2.0;
            }
            let score = sum / results.len().max(1) as f64;
            pair.tally.add(score);
            for (player, score) in pair.players.into_iter().zip([score, 1.0 - score]) {
                if let Some(sum) = scores.get_mut(player) {
                    *sum += score / others;
                }
            }
        }
        for (record, score) in self.players.iter_mut().zip(scores) {
            record.tally.add(score);
        }
        for sat in round.sat {
            if let Some(record) = self.players.get_mut(sat.player) {
                record.matches += 1;
                record.won += u64::from(sat.won);
                record.points += sat.points;
                record.left.extend(sat.left);
            }
        }
    }
}
