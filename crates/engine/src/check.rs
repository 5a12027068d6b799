//! The contract: what must hold of every game, whoever wrote it. It plays many matches through the
//! erased path and returns what it has seen, so that a test can demand that nothing was missed.
//!
//! It knows no rule of any game: those are tested in the game's own folder.

use crate::{AnyGame, AnyMatch, Budget, Chance, Json, Seat, Seats, Settings, Step, Viewer, line};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use words::Lexicon;

/// A contract to be checked on a game.
pub struct Contract<'a> {
    /// The word list to play with.
    pub words: Arc<Lexicon>,
    /// The seeds; each is one match for every number of seats.
    pub seeds: Range<u64>,
    /// Lines to try at every step beside those that are offered.
    pub probes: &'a [&'a str],
    /// Names what is remarkable about a step, from its events and the match before it.
    pub notice: fn(events: &[Json], before: &dyn AnyMatch) -> Vec<&'static str>,
}

/// What happened during the check, and how often.
#[derive(Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
    /// Lines that were offered once; later they may be refused.
    offered: BTreeSet<String>,
}

impl Coverage {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    /// Which of these never happened.
    pub fn missing<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        wanted.iter().copied().filter(|what| !self.counts.contains_key(*what)).collect()
    }

    /// Takes in what another check has seen.
    pub fn add(&mut self, other: Coverage) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.offered.extend(other.offered);
    }

    /// Everything that happened, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(what, &count)| (what.as_str(), count))
    }
}

/// A promise that was broken, and where.
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

/// No match may take more moves than this under any bot.
const BOUND: usize = 5_000;

/// Where there is much to try at a step, so many of each kind are tried.
const FEW: usize = 4;

/// So many steps at the beginning of a match are looked at closely.
const BEGINNING: usize = 4;

/// So many offered lines are kept to be tried again.
const OFFERED: usize = 8;

/// Later one step in so many is; and so often hints and all bots are looked at too.
const LOOK: u64 = 8;

impl Contract<'_> {
    /// Checks a game with every number of seats it can have.
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

/// One match under check.
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
        ensure!(texts(&opened.events) == texts(&again.events), "the same seed deals otherwise");
        let words = Arc::clone(&self.contract.words);
        let restored = self
            .game
            .restore(self.settings, self.seats, self.seed, words, &opened.events)
            .map_err(|error| format!("its deal cannot be restored: {error}"))?;
        ensure!(opened.narration == restored.narration, "the deal is told otherwise from the log");

        let (mut live, mut shadow) = (opened.next, restored.next);
        self.note(&opened.events, &*live);
        let mut here = Seats::first(self.seats);
        while live.outcome().is_none() {
            ensure!(self.lines.len() < BOUND, "it does not end");
            let to_act = live.to_act();
            ensure!(!to_act.is_empty(), "nobody is to act, and there is no outcome");
            ensure!(to_act.iter().all(|seat| here.has(seat)), "somebody who left is to act");
            let closely = self.lines.len() < BEGINNING || self.chance.below(LOOK) == 0;
            if closely {
                same(&*live, &*shadow)?;
            }
            let actors: Vec<Seat> = to_act.iter().collect();
            let seat = *self.chance.pick(&actors).ok_or("nobody is to act")?;
            if closely {
                self.look(&*live, seat)?;
            }

            let step = if self.chance.below(64) == 0 {
                let present: Vec<Seat> = here.iter().collect();
                let leaver = *self.chance.pick(&present).ok_or("nobody is here")?;
                here = here.without(leaver);
                self.lines.push(format!("{leaver}: /leave"));
                self.coverage.count("leave");
                live.leave(leaver).map_err(|refusal| format!("leaving was refused: {refusal}"))?
            } else {
                let line = self.choose(&*live, seat)?;
                self.lines.push(format!("{seat}: {line}"));
                live.act(seat, &line).map_err(|refusal| format!("it was refused: {refusal}"))?
            };
            self.note(&step.events, &*live);
            let folded = shadow.apply(&step.events).map_err(|error| error.to_string())?;
            ensure!(folded.narration == step.narration, "the log tells it otherwise");
            ensure!(folded.free == step.free, "from the log it costs something else");
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
        opened.map_err(|refusal| format!("it cannot be opened: {refusal}"))
    }

    /// Looks at everything a seat is offered, and at what must be refused.
    fn look(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<(), String> {
        let scene = live.scene(Viewer::Seat(seat));
        for choice in few(&mut self.chance, &scene.choices) {
            let line = &choice.line;
            live.act(seat, line)
                .map_err(|refusal| format!("“{line}” is offered and refused: {refusal}"))?;
            let echo = live.echo(seat, line).map_err(|refusal| refusal.text)?;
            ensure!(echo == *line, "“{line}” is offered, but written “{echo}”");
            if self.coverage.offered.len() < OFFERED {
                self.coverage.offered.insert(line.to_string());
            }
        }
        let half = scene.choices.first().map(|choice| choice.line.chars().take(3).collect());
        let junk = few(&mut self.chance, JUNK).map(|junk| junk.to_string());
        let mut junk: Vec<String> = junk.chain(half).collect();
        junk.extend(scene.asks.iter().map(|ask| format!("{}🦀", ask.prefix)));
        if self.chance.below(64) == 0 {
            junk.push("x".repeat(1 << 20));
        }
        for junk in &junk {
            let Err(refusal) = live.act(seat, junk) else {
                return Err(format!("“{}” is accepted", line::quote(junk)));
            };
            let ours = refusal.code.strip_prefix(self.game.info().id);
            ensure!(ours.is_some_and(|code| code.starts_with('.')), "the code is {}", refusal.code);
            self.refused(refusal.code, &refusal.text)?;
            live.preview(seat, junk);
        }
        let asked = scene.asks.iter().flat_map(|ask| {
            let longest = format!("{}{}", ask.prefix, "z".repeat(ask.max + 1));
            let shorter = format!("{}{}", ask.prefix, "z".repeat(ask.max.saturating_sub(1)));
            [longest, shorter, ask.prefix.trim_end().to_owned()]
        });
        let probes = few(&mut self.chance, self.contract.probes).map(|probe| probe.to_string());
        let offered: Vec<String> = self.coverage.offered.iter().cloned().collect();
        let offered = few(&mut self.chance, &offered).cloned();
        for probe in asked.chain(probes).chain(offered).collect::<Vec<_>>() {
            live.preview(seat, &probe);
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
            let wanted = if other.0 < self.seats { "house.turn" } else { "house.seat" };
            ensure!(code == Some(wanted), "seat {other} gets {code:?}, not {wanted}");
        }
        if self.chance.below(LOOK) == 0 {
            self.look_at_bots_and_hints(live, seat)?;
            self.look_from_elsewhere(live)?;
        }
        Ok(())
    }

    /// Who is not to act is offered nothing.
    fn look_from_elsewhere(&self, live: &dyn AnyMatch) -> Result<(), String> {
        let to_act = live.to_act();
        let idle = |viewer: &Viewer| !viewer.seat().is_some_and(|seat| to_act.has(seat));
        for viewer in Viewer::all(self.seats).filter(idle) {
            let scene = live.scene(viewer);
            let nothing = scene.choices.is_empty() && scene.asks.is_empty();
            ensure!(nothing, "{viewer:?} is not to act, and is offered something");
        }
        Ok(())
    }

    /// Hints and bots must be acceptable, and the same when asked again.
    fn look_at_bots_and_hints(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<(), String> {
        let hint = live.hint(seat, budget());
        ensure!(hint == live.hint(seat, budget()), "a second hint differs");
        if let Some(hint) = hint {
            self.coverage.count("hint");
            ensure!(!hint.why.is_empty(), "a hint has no reason");
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

    /// The next line: an offered choice or a bot's. Which, depends on the seed.
    fn choose(&mut self, live: &dyn AnyMatch, seat: Seat) -> Result<String, String> {
        let bots = self.game.bots();
        let drivers = bots.len() as u64 + 1;
        if let Some(bot) = bots.get((self.seed % drivers) as usize) {
            return live.bot(seat, bot, budget()).ok_or("a bot is missing".into());
        }
        let choices = live.scene(Viewer::Seat(seat)).choices;
        match self.chance.pick(&choices) {
            // A match may have an endless line of choices; now and then the weakest bot moves on.
            Some(choice) if self.chance.below(4) > 0 => Ok(choice.line.to_string()),
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

    fn refused(&mut self, code: &'static str, text: &str) -> Result<(), String> {
        ensure!(!text.is_empty() && text.len() < 400, "the text of {code} is no sentence");
        ensure!(!text.contains(char::is_control), "the text of {code} has control characters");
        let known = self.game.info().codes.contains(&code) || code.starts_with("house.");
        ensure!(known, "the code {code} is not listed");
        self.coverage.count(format!("refusal {code}"));
        Ok(())
    }

    /// When it is over: nothing more may be done, and the result fits the table.
    fn end(&mut self, live: &dyn AnyMatch) -> Result<(), String> {
        ensure!(live.to_act().is_empty(), "it is over, and somebody is to act");
        let outcome = live.outcome().ok_or("there is no outcome")?;
        ensure!(outcome.scores.len() == usize::from(self.seats), "not a score for each seat");
        ensure!(outcome.winners.iter().all(|seat| seat.0 < self.seats), "a winner has no seat");
        self.coverage.count(match outcome.winners.len() {
            0 => "lost",
            1 => "won",
            _ => "tie",
        });
        for seat in (0..self.seats).map(Seat) {
            let act = live.act(seat, "x").err().map(|refusal| refusal.code);
            let leave = live.leave(seat).err().map(|refusal| refusal.code);
            ensure!((act, leave) == (Some("house.over"), Some("house.over")), "it goes on");
            let scene = live.scene(Viewer::Seat(seat));
            ensure!(scene.choices.is_empty() && scene.asks.is_empty(), "something is offered");
        }
        Ok(())
    }
}

/// Never a line of any game.
const JUNK: &[&str] = &["", " ", "\0", "\u{a0}", "🦀", "🦀 🦀", "\u{202e}abc", "é", "-", "0", "//"];

fn budget() -> Budget {
    Budget::of(20_000)
}

/// A few of many, beginning anywhere.
fn few<'a, T>(chance: &mut Chance, all: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let from = chance.index(all.len());
    all.iter().cycle().skip(from).take(all.len().min(FEW))
}

fn texts(events: &[Json]) -> Vec<&str> {
    events.iter().map(|event| event.get()).collect()
}

/// Two matches must look the same to everybody. A scene is made from the view alone.
fn same(live: &dyn AnyMatch, shadow: &dyn AnyMatch) -> Result<(), String> {
    ensure!(live.moves() == shadow.moves(), "the log counts its moves otherwise");
    ensure!(live.outcome() == shadow.outcome(), "the log ends otherwise");
    ensure!(live.to_act() == shadow.to_act(), "the log has somebody else act");
    for viewer in Viewer::all(live.seats()) {
        let (ours, theirs) = (live.view(viewer), shadow.view(viewer));
        let alike = ours.get() == theirs.get();
        ensure!(alike, "{viewer:?} sees {ours}, and from the log {theirs}");
    }
    Ok(())
}
