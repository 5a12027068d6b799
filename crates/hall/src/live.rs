//! A match in memory: the fold of its log. It is a cache, checked by seq; the log is the match.

use crate::guard::guard;
use crate::{Entry, MatchId, Over, Report, StoreError, Update, Who};
use engine::seal::SealKey;
use engine::{AnyGame, AnyMatch, Refusal, Said, Seat, Seats, Start, Step, Viewer};
use std::sync::Arc;
use tokio::sync::watch;
use words::Lexicon;

/// A match and what the hall has to remember about it.
pub(crate) struct Live {
    pub(crate) start: Start,
    pub(crate) game: Arc<dyn AnyMatch>,
    /// The number of the last entry.
    pub(crate) seq: u64,
    pub(crate) hinted: bool,
    /// Who sits where.
    pub(crate) sat: Vec<Option<Who>>,
    /// The seats that have left.
    pub(crate) left: Seats,
    /// The seat that acted last.
    pub(crate) last: Option<Seat>,
    /// Set when the game panicked.
    pub(crate) broken: Option<Report>,
    /// Rings with every new entry, and when the match is closed.
    pub(crate) bell: watch::Sender<u64>,
    /// What was said by each entry.
    said: Vec<Said>,
    /// Each seat's own moves and leavings: its seq, and its line if it was one.
    own: Vec<(u64, Seat, Option<String>)>,
}

/// What a command comes to.
pub(crate) enum Considered {
    /// It was done before, by this entry.
    Done(u64),
    /// It is new, and leads here.
    New(Step),
}

impl Live {
    /// A match from the first entry of its log.
    pub(crate) fn open(
        entry: &Entry,
        games: &[&'static dyn AnyGame],
        words: impl FnOnce(&str) -> Option<Arc<Lexicon>>,
    ) -> Result<Live, Refusal> {
        let Entry::Opened { game, rules, setup, seats, words: list, seed, events } = entry else {
            return Err(broken("The log does not begin with an opening."));
        };
        let Some(&known) = games.iter().find(|known| known.info().id == game) else {
            return Err(broken(format!("This house has no game “{game}”.")));
        };
        if known.info().rules != *rules {
            return Err(broken(format!("This house does not play rules {rules} of {game}.")));
        }
        let words = words(list).ok_or_else(|| no_words(list))?;
        let settings = known.stored(setup)?;
        let step = known
            .restore(&settings, *seats, *seed, words, events)
            .map_err(|error| broken(format!("The match cannot be read: {error}.")))?;
        let start =
            Start { game: known, settings, seats: *seats, words: list.clone(), seed: *seed };
        Ok(Live {
            start,
            game: step.next,
            seq: 0,
            hinted: false,
            sat: vec![None; usize::from(*seats)],
            left: Seats::NONE,
            last: None,
            broken: None,
            bell: watch::Sender::new(0),
            said: vec![step.said],
            own: Vec::new(),
        })
    }

    /// Folds the next entry of the log. `step` is given when it was just computed.
    pub(crate) fn fold(&mut self, entry: &Entry, step: Option<Step>) -> Result<(), Refusal> {
        let seq = self.seq + 1;
        let mut said = Said::default();
        match entry {
            Entry::Opened { .. } => return Err(broken("The log opens the match twice.")),
            Entry::Sat { seat, who } => {
                if let Some(sat) = self.sat.get_mut(seat.index()) {
                    *sat = Some(who.clone());
                }
            }
            Entry::Hinted { .. } => self.hinted = true,
            Entry::Move { seat, events, .. } | Entry::Left { seat, events, .. } => {
                let step = match step {
                    Some(step) => step,
                    None => self.game.apply(events).map_err(|error| {
                        broken(format!("Entry {seq} of the match cannot be read: {error}."))
                    })?,
                };
                (self.game, said) = (step.next, step.said);
                let line = match entry {
                    Entry::Move { line, .. } => Some(line.clone()),
                    _ => {
                        self.left = self.left.with(*seat);
                        None
                    }
                };
                self.own.push((seq, *seat, line));
                self.last = Some(*seat);
            }
        }
        self.said.push(said);
        self.seq = seq;
        self.bell.send_replace(seq);
        Ok(())
    }

    /// What a seat did first after `seen`, if it did anything: its seq and its line.
    pub(crate) fn own_since(&self, seat: Seat, seen: u64) -> Option<(u64, Option<&str>)> {
        // They are in order, and whoever acts has mostly seen all but the last.
        let news = self.own.iter().rev().take_while(|(seq, ..)| *seq > seen);
        let own = news.filter(|(_, who, _)| *who == seat).last();
        own.map(|(seq, _, line)| (*seq, line.as_deref()))
    }

    /// What a line would lead to, when it was made from the view after entry `seen`. The order of
    /// the checks is part of the protocol: over, empty, seat, turn, stale, then the game's own.
    pub(crate) fn consider(
        &mut self,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Considered, Refusal> {
        self.whole()?;
        let own = self.own_since(seat, seen);
        if let Some((seq, Some(same))) = own
            && same == line
        {
            return Ok(Considered::Done(seq));
        }
        let has_moved = own.is_some();
        let may_act = self.guarded(line, |game| game.may_act(seat))?;
        let over = matches!(&may_act, Err(refusal) if refusal.code == "house.over");
        if line.is_empty() && !over {
            return Err(Refusal::new("house.empty", "The line is empty."));
        }
        may_act?;
        if has_moved {
            return Err(stale(seat));
        }
        self.guarded(line, |game| game.act(seat, line))?.map(Considered::New)
    }

    /// What leaving would lead to.
    pub(crate) fn consider_leaving(&mut self, seat: Seat) -> Result<Step, Refusal> {
        if self.left.has(seat) && self.game.outcome().is_none() {
            return Err(Refusal::new("house.seat", format!("Seat {seat} has left already.")));
        }
        self.guarded("/leave", |game| game.leave(seat))?
    }

    /// The bot that is to act, if one is: its seat and name.
    pub(crate) fn bot_to_act(&self) -> Option<(Seat, String)> {
        self.game.to_act().iter().find_map(|seat| match self.sat.get(seat.index()) {
            Some(Some(Who::Bot(name))) => Some((seat, name.clone())),
            _ => None,
        })
    }

    /// What a viewer may know now, with what was said after entry `heard`; a viewer who has heard
    /// nothing yet hears the last entry.
    pub(crate) fn update(&self, viewer: Viewer, heard: Option<u64>, key: &SealKey) -> Update {
        let from = heard.map_or(self.seq, |heard| heard + 1) as usize;
        let said = self.said.iter().skip(from).flat_map(|said| said.to(viewer));
        let over = self.game.outcome().map(|outcome| Over {
            scores: outcome.scores,
            winners: outcome.winners,
            ticket: self.start.ticket(key),
            setup: self.start.settings.clone(),
        });
        Update {
            seq: self.seq,
            viewer,
            to_act: self.game.to_act(),
            view: self.game.view(viewer),
            scene: self.game.scene(viewer),
            said: said.map(str::to_owned).collect(),
            hinted: self.hinted,
            over,
        }
    }

    /// Runs something of the game's; after a panic the match is closed.
    pub(crate) fn guarded<T>(
        &mut self,
        doing: &str,
        run: impl FnOnce(&dyn AnyMatch) -> T,
    ) -> Result<T, Refusal> {
        self.whole()?;
        let game = Arc::clone(&self.game);
        guard(|| run(&*game)).map_err(|text| self.close(doing, text))
    }

    /// Is the match still whole?
    pub(crate) fn whole(&self) -> Result<(), Refusal> {
        match self.broken {
            Some(_) => Err(closed()),
            None => Ok(()),
        }
    }

    /// Closes the match with a report.
    pub(crate) fn close(&mut self, doing: &str, text: String) -> Refusal {
        let game = self.start.game.info().id;
        self.broken = Some(Report { game, seq: self.seq, doing: doing.into(), text });
        self.bell.send_replace(self.seq);
        closed()
    }
}

pub(crate) fn broken(text: impl Into<String>) -> Refusal {
    Refusal::new("house.broken", text)
}

pub(crate) fn stale(seat: Seat) -> Refusal {
    Refusal::new("house.stale", format!("Seat {seat} has moved since; look again."))
}

fn closed() -> Refusal {
    broken("This match failed and is closed; its log is kept, and the house goes on.")
}

pub(crate) fn no_words(id: &str) -> Refusal {
    Refusal::setup(format!("The word list {id} is not at hand; give its file with --words."))
}

/// What a store's trouble means to a player.
pub(crate) fn trouble(id: &MatchId, error: StoreError) -> Refusal {
    match error {
        StoreError::Unknown => Refusal::new("house.match", format!("There is no match {id}.")),
        StoreError::Corrupt { .. } => broken(format!("Match {id} is damaged: {error}.")),
        StoreError::Taken { .. } => {
            Refusal::new("house.store", format!("The move was not stored: {error}."))
        }
    }
}
