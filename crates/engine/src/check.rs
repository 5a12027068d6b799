//! The contract that every game must keep. [`Contract::check`] plays many matches through [`AnyMatch`] and returns what
//! it has covered, so that a test can require that nothing was missed.
//!
//! It knows no rules of any game: those are tested in the game's own folder.

use crate::{
    AnyGame, AnyMatch, Budget, Chance, Code, Json, Seat, Seats, Settings, Step, Viewer, line,
    names::is_mention,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use words::Lexicon;

/// How to check the contract on a game.
pub struct Contract<'a> {
    /// The word list to play with.
    pub words: Arc<Lexicon>,
    /// The seeds. Each gives one match for every possible number of seats.
    pub seeds: Range<u64>,
    /// Lines to try at a step besides those that the scene offers.
    pub probes: &'a [&'a str],
    /// Labels for what is special about a step, from its events and the match before it.
    pub notice: fn(events: &[Json], before: &dyn AnyMatch) -> Vec<&'static str>,
}

/// What happened during a check, and how often.
#[derive(Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
    /// Lines that scenes have offered. They are tried again later, when they may be illegal.
    offered: BTreeSet<String>,
}

impl Coverage {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    /// The labels in `wanted` that never happened.
    pub fn missing<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        wanted.iter().copied().filter(|what| !self.counts.contains_key(*what)).collect()
    }

    /// Adds the coverage of another check.
    pub fn add(&mut self, other: Coverage) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.offered.extend(other.offered);
    }

    /// Every label with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(what, &count)| (what.as_str(), count))
    }
}

/// A violation of the contract, with the match in which it happened.
#[derive(Debug, thiserror::Error)]
#[error("{game}, preset {preset}, {seats} seats, seed {seed}, after {lines:?}: {text}")]
pub struct Breach {
    game: &'static str,
    preset: &'static str,
    seats: u8,
    seed: u64,
    lines: Vec<String>,
    text: String,
}

/// No match may take more moves than this.
const MAX_MOVES: usize = 5_000;

/// At most this many lines of each kind are tried at a step.
const FEW: usize = 4;

/// This many steps at the start of a match are all checked closely.
const FIRST_STEPS: usize = 4;

/// This many offered lines are kept, to be tried again later.
const MAX_OFFERED: usize = 8;

/// After the first steps, one step in this many is checked closely; and one close check in this many includes hints
/// and bots.
const CHECK_EVERY: u64 = 8;

impl Contract<'_> {
    /// Checks a game with every number of seats that it allows.
    pub fn check(&self, game: &'static dyn AnyGame) -> Result<Coverage, Box<Breach>> {
        let info = game.info();
        let mut coverage = Coverage::default();
        let presets = game.presets().map_err(|refusal| {
            Box::new(Breach {
                game: info.id,
                preset: "-",
                seats: 0,
                seed: 0,
                lines: Vec::new(),
                text: refusal.text,
            })
        })?;
        for seats in info.fewest..=info.most {
            for seed in self.seeds.clone() {
                let turn = seed as usize % presets.len().max(1);
                let Some((preset, settings)) = presets.get(turn) else { continue };
                let mut run = CheckRun {
                    contract: self,
                    game,
                    settings,
                    seats,
                    seed,
                    lines: Vec::new(),
                    chance: Chance::new(seed, u64::MAX),
                    coverage: &mut coverage,
                };
                let played = run.play();
                let lines = run.lines;
                played.map_err(|text| {
                    Box::new(Breach { game: info.id, preset, seats, seed, lines, text })
                })?;
            }
        }
        Ok(coverage)
    }
}

/// The check of one match.
struct CheckRun<'a, 'c> {
    contract: &'a Contract<'c>,
    game: &'static dyn AnyGame,
    settings: &'a Settings,
    seats: u8,
    seed: u64,
    lines: Vec<String>,
    chance: Chance,
    coverage: &'a mut Coverage,
}

macro_rules! ensure {
    ($holds:expr, $($text:tt)+) => {
        if !$holds {
            return Err(format!($($text)+));
        }
    };
}

impl CheckRun<'_, '_> {
    fn play(&mut self) -> Result<(), String> {
        let opened = self.open()?;
        let again = self.open()?;
        let same_deal = texts(&opened.events) == texts(&again.events);
        ensure!(same_deal, "the same seed gives a different deal");
        let words = Arc::clone(&self.contract.words);
        let restored = self
            .game
            .restore(self.settings, self.seats, self.seed, words, &opened.events)
            .map_err(|error| format!("the deal can't be restored: {error}"))?;
        let same_narration = opened.narration == restored.narration;
        ensure!(same_narration, "the narration of the deal differs when it is restored");

        let (mut live, mut shadow) = (opened.next, restored.next);
        self.note(&opened.events, &*live);
        let mut present = Seats::first(self.seats);
        while live.outcome().is_none() {
            ensure!(self.lines.len() < MAX_MOVES, "the match doesn't end");
            let to_act = live.to_act();
            ensure!(!to_act.is_empty(), "no seat may move, but there is no outcome");
            ensure!(to_act.iter().all(|seat| present.has(seat)), "a seat that left may move");
            let closely = self.lines.len() < FIRST_STEPS || self.chance.below(CHECK_EVERY) == 0;
            if closely {
                same(&*live, &*shadow)?;
            }
            let actors: Vec<Seat> = to_act.iter().collect();
            let seat = *self.chance.pick(&actors).ok_or("no seat may move")?;
            if closely {
                self.check_step(&*live, seat)?;
            }

            let step = if self.chance.below(64) == 0 {
                let seats: Vec<Seat> = present.iter().collect();
                let leaver = *self.chance.pick(&seats).ok_or("no seat is present")?;
                present = present.without(leaver);
                self.lines.push(format!("{leaver}: /leave"));
                self.coverage.count("leave");
                live.leave(leaver).map_err(|refusal| format!("leaving was refused: {refusal}"))?
            } else {
                let line = self.choose(&*live, seat)?;
                self.lines.push(format!("{seat}: {line}"));
                live.act(seat, &line)
                    .map_err(|refusal| format!("the move was refused: {refusal}"))?
            };
            self.note(&step.events, &*live);
            let folded = shadow.apply(&step.events).map_err(|error| error.to_string())?;
            let same_narration = folded.narration == step.narration;
            ensure!(same_narration, "the narration differs when events are applied from the log");
            ensure!(folded.free == step.free, "the same events are free in one match only");
            if step.free {
                self.coverage.count("free move");
                ensure!(step.next.to_act() == live.to_act(), "a free move passes the turn");
            }
            (live, shadow) = (step.next, folded.next);
        }
        same(&*live, &*shadow)?;
        self.end(&*live)
    }

    fn open(&self) -> Result<Step, String> {
        let words = Arc::clone(&self.contract.words);
        let opened = self.game.open(self.settings, self.seats, self.seed, words);
        opened.map_err(|refusal| format!("the match can't be opened: {refusal}"))
    }

    /// Tries what the scene offers to a seat, and lines that must be refused.
    fn check_step(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<(), String> {
        let scene = live.scene(Viewer::Seat(seat));
        let choices: Vec<&str> = scene.lines().collect();
        for &line in few(&mut self.chance, &choices) {
            live.act(seat, line)
                .map_err(|refusal| format!("“{line}” is offered but refused: {refusal}"))?;
            let echo = live.echo(seat, line).map_err(|refusal| refusal.text)?;
            ensure!(echo == line, "“{line}” is offered, but written “{echo}”");
            if self.coverage.offered.len() < MAX_OFFERED {
                self.coverage.offered.insert(line.to_string());
            }
        }
        let half = choices.first().map(|line| line.chars().take(3).collect());
        let junk = few(&mut self.chance, JUNK).map(|junk| junk.to_string());
        let mut junk: Vec<String> = junk.chain(half).collect();
        junk.extend(scene.asks().iter().map(|ask| format!("{}🦀", ask.prefix)));
        if self.chance.below(64) == 0 {
            junk.push("x".repeat(1 << 20));
        }
        for junk in &junk {
            let Err(refusal) = live.act(seat, junk) else {
                return Err(format!("“{}” is accepted", line::quote(junk)));
            };
            let ours = refusal.code.as_str().strip_prefix(self.game.info().id);
            ensure!(ours.is_some_and(|code| code.starts_with('.')), "the code is {}", refusal.code);
            self.refused(refusal.code, &refusal.text)?;
            check_preview(live, seat, junk)?;
        }
        let asked = scene.asks().iter().flat_map(|ask| {
            let longest = format!("{}{}", ask.prefix, "z".repeat(ask.max + 1));
            let shorter = format!("{}{}", ask.prefix, "z".repeat(ask.max.saturating_sub(1)));
            [longest, shorter, ask.prefix.trim_end().to_owned()]
        });
        let probes = few(&mut self.chance, self.contract.probes).map(|probe| probe.to_string());
        let offered: Vec<String> = self.coverage.offered.iter().cloned().collect();
        let offered = few(&mut self.chance, &offered).cloned();
        for probe in asked.chain(probes).chain(offered).collect::<Vec<_>>() {
            check_preview(live, seat, &probe)?;
            match live.act(seat, &probe) {
                Err(refusal) => self.refused(refusal.code, &refusal.text)?,
                Ok(step) => self.note(&step.events, live),
            }
            if let Ok(echo) = live.echo(seat, &probe) {
                let again = live.echo(seat, &echo).map_err(|refusal| refusal.text)?;
                ensure!(again == echo, "“{echo}” reads as “{again}”");
            }
        }
        for other in (0..=self.seats).map(Seat).filter(|&other| !live.to_act().has(other)) {
            let code = live.act(other, "x").err().map(|refusal| refusal.code);
            let wanted = if other.0 < self.seats { Code::Turn } else { Code::Seat };
            ensure!(code == Some(wanted), "seat {other} gets {code:?}, not {wanted}");
        }
        if self.chance.below(CHECK_EVERY) == 0 {
            self.check_bots_and_hints(live, seat)?;
            self.check_idle_viewers(live)?;
        }
        Ok(())
    }

    /// Scenes must offer nothing to viewers who may not move now.
    fn check_idle_viewers(&self, live: &dyn AnyMatch) -> Result<(), String> {
        let to_act = live.to_act();
        let idle = |viewer: &Viewer| !viewer.seat().is_some_and(|seat| to_act.has(seat));
        for viewer in Viewer::all(self.seats).filter(idle) {
            let scene = live.scene(viewer);
            let nothing = scene.lines().next().is_none() && scene.asks().is_empty();
            ensure!(nothing, "{viewer:?} may not move, but the scene offers something");
        }
        for seat in (0..self.seats).map(Seat) {
            let mentions = live.progress(seat).contains(is_mention);
            ensure!(!mentions, "the progress of a seat mentions a seat");
        }
        Ok(())
    }

    /// Hints and bots must give legal moves, and the same ones when asked again.
    fn check_bots_and_hints(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<(), String> {
        let hint = live.hint(seat, budget());
        ensure!(hint == live.hint(seat, budget()), "a second hint differs");
        if let Some(hint) = hint {
            self.coverage.count("hint");
            ensure!(!hint.why.is_empty(), "a hint has no reason");
            ensure!(!hint.why.contains(is_mention), "the reason of a hint mentions a seat");
            live.act(seat, &hint.line)
                .map_err(|refusal| format!("the hint “{}” is refused: {refusal}", hint.line))?;
        }
        for bot in self.game.bots() {
            let line = live.bot(seat, bot, budget()).ok_or("a bot is missing")?;
            let again = live.bot(seat, bot, budget());
            ensure!(again.as_ref() == Some(&line), "the bot {bot} changes its mind");
            live.act(seat, &line)
                .map_err(|refusal| format!("{bot} plays “{line}”, refused: {refusal}"))?;
            let echo = live.echo(seat, &line).map_err(|refusal| refusal.text)?;
            ensure!(echo == line, "{bot} writes “{line}”, read as “{echo}”");
        }
        Ok(())
    }

    /// The next line, either an offered choice or a bot's move, depending on the seed.
    fn choose(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<String, String> {
        let bots = self.game.bots();
        let drivers = bots.len() as u64 + 1;
        if let Some(bot) = bots.get((self.seed % drivers) as usize) {
            return live.bot(seat, bot, budget()).ok_or("a bot is missing".into());
        }
        let scene = live.scene(Viewer::Seat(seat));
        match self.chance.pick(&scene.lines().collect::<Vec<_>>()) {
            // Choices alone could go on for ever; now and then the weakest bot moves.
            Some(line) if self.chance.below(4) > 0 => Ok(line.to_string()),
            _ => bots
                .first()
                .and_then(|bot| live.bot(seat, bot, budget()))
                .ok_or("there is nothing to do".into()),
        }
    }

    fn note(&mut self, events: &[Json], before: &dyn AnyMatch) {
        for event in events {
            let name = event.get().split('"').nth(1).unwrap_or("?");
            self.coverage.count(format!("event {name}"));
        }
        for what in (self.contract.notice)(events, before) {
            self.coverage.count(what);
        }
    }

    fn refused(&mut self, code: Code, text: &str) -> Result<(), String> {
        ensure!(!text.is_empty() && text.len() < 400, "the text of {code} is empty or too long");
        ensure!(!text.contains(char::is_control), "the text of {code} has control characters");
        let mentions = text.contains(is_mention);
        ensure!(!mentions, "the text of {code} mentions a seat");
        if let Code::Game(code) = code {
            ensure!(self.game.info().codes.contains(&code), "the code {code} is not listed");
        }
        self.coverage.count(format!("refusal {code}"));
        Ok(())
    }

    /// Checks a finished match: it must accept no moves, and its result must fit the seats.
    fn end(&mut self, live: &dyn AnyMatch) -> Result<(), String> {
        ensure!(live.to_act().is_empty(), "the match is over, but a seat may move");
        let outcome = live.outcome().ok_or("there is no outcome")?;
        let every_seat = outcome.scores.len() == usize::from(self.seats);
        ensure!(every_seat, "there must be one score for each seat");
        ensure!(outcome.winners.iter().all(|seat| seat.0 < self.seats), "a winner has no seat");
        self.coverage.count(match outcome.winners.len() {
            0 => "lost",
            1 => "won",
            _ => "tie",
        });
        for seat in (0..self.seats).map(Seat) {
            let act = live.act(seat, "x").err().map(|refusal| refusal.code);
            let leave = live.leave(seat).err().map(|refusal| refusal.code);
            let over = (act, leave) == (Some(Code::Over), Some(Code::Over));
            ensure!(over, "the match is over, but accepts moves");
            let scene = live.scene(Viewer::Seat(seat));
            let nothing = scene.lines().next().is_none() && scene.asks().is_empty();
            ensure!(nothing, "the match is over, but the scene offers something");
        }
        Ok(())
    }
}

/// Lines that no game may accept.
const JUNK: &[&str] =
    &["", " ", "\0", "\u{a0}", "🦀", "🦀 🦀", "\u{202e}abc", "é", "-", "0", "//", "\u{f0000}"];

/// Remarks aren't given names, so they may not mention seats.
fn check_preview(live: &dyn AnyMatch, seat: Seat, typed: &str) -> Result<(), String> {
    let mentions = live.preview(seat, typed).concat().contains(is_mention);
    ensure!(!mentions, "a remark mentions a seat");
    Ok(())
}

fn budget() -> Budget {
    Budget::of(20_000)
}

/// A few elements, starting at a random one.
fn few<'a, T>(chance: &mut Chance, all: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let from = chance.index(all.len());
    all.iter().cycle().skip(from).take(all.len().min(FEW))
}

fn texts(events: &[Json]) -> Vec<&str> {
    events.iter().map(|event| event.get()).collect()
}

/// Fails if two matches differ for any viewer. Scenes follow from the views, so views are enough.
fn same(live: &dyn AnyMatch, shadow: &dyn AnyMatch) -> Result<(), String> {
    ensure!(live.moves() == shadow.moves(), "the log gives another number of moves");
    ensure!(live.outcome() == shadow.outcome(), "the log gives another outcome");
    ensure!(live.to_act() == shadow.to_act(), "the log gives the turn to another seat");
    for viewer in Viewer::all(live.seats()) {
        let (ours, theirs) = (live.view(viewer), shadow.view(viewer));
        let alike = ours.get() == theirs.get();
        ensure!(alike, "{viewer:?} sees {ours}, but {theirs} from the log");
    }
    Ok(())
}
