//! A match in memory, folded from its log. It is only a cache, checked by seq; the log is the match.

use crate::announcement::Announcement;
use crate::catch_panic::catch_panic;
use crate::replay_check::ReplayCheck;
use crate::{
    Entry, LeaveReason, LoggedEntry, MatchId, MatchStatus, Occupant, Over, PanicReport, StoreError,
    Summary, Update,
};
use engine::seal::SealKey;
use engine::{AnyGame, AnyMatch, Code, Narration, Refusal, Seat, Start, Step, Stop, Viewer};
use jiff::Timestamp;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;
use words::Lexicon;

/// The limit for entries of a log. Leaving, running out of time and moves that end the match are accepted even then.
const LONGEST: u64 = 10_000;

/// A match and what the hall knows about it.
pub(crate) struct Live {
    pub(crate) start: Start,
    pub(crate) game: Arc<dyn AnyMatch>,
    /// The summary after the last entry.
    pub(crate) now: Summary,
    /// The seat that acted last.
    pub(crate) last: Option<Seat>,
    /// Set when the game panicked.
    pub(crate) broken: Option<PanicReport>,
    /// The entry after which a bot was last asked to move.
    pub(crate) asked: Option<u64>,
    /// Stops that bot.
    pub(crate) thinking: Stop,
    /// Notifies watchers of every new entry, and when the match is closed.
    pub(crate) notifier: watch::Sender<u64>,
    /// The last entry in which a person moved or any seat left.
    pub(crate) played: u64,
    /// When this process learned of the current turn and the occupants of the seats.
    pub(crate) since: Instant,
    replay_check: ReplayCheck,
    /// The sentences about each entry.
    said: Vec<Announcement>,
    /// The match before it was cancelled: a cancelled match is shown in this state.
    before_cancel: Option<Arc<dyn AnyMatch>>,
    /// Every move and departure, with its seq, its seat, and its line if it is a move.
    pub(crate) own: Vec<(u64, Seat, Option<String>)>,
}

/// The result of checking a move.
pub(crate) enum Considered {
    /// A repetition: this entry already contains it.
    Done(u64),
    /// A new move, with the resulting step.
    New(Step),
}

/// The match after an entry, the sentences about it, and whether it restarts the time limit of a move.
struct AppliedEntry {
    game: Arc<dyn AnyMatch>,
    said: Narration,
    restarts: bool,
}

/// The state after the next entry.
pub(crate) struct NextState {
    game: Arc<dyn AnyMatch>,
    said: Narration,
    /// The summary after it.
    pub(crate) now: Summary,
}

impl Live {
    /// Opens a match from the first entry of its log.
    pub(crate) fn open(
        id: &MatchId,
        first: &LoggedEntry,
        games: &[&'static dyn AnyGame],
        words: impl FnOnce(&str) -> Option<Arc<Lexicon>>,
        key: &SealKey,
    ) -> Result<Live, Refusal> {
        let Entry::Opened { game, rules, setup, seats, words: list, seed, daily, events } =
            &first.entry
        else {
            return Err(broken("The log doesn't start with the opening entry."));
        };
        let Some(&known) = games.iter().find(|known| known.info().id == game) else {
            return Err(broken(format!("This version doesn't have the game “{game}”.")));
        };
        if known.info().rules != *rules {
            return Err(broken(format!("This version doesn't support rules {rules} of {game}.")));
        }
        let words = words(list).ok_or_else(|| no_words(list))?;
        let settings = known.stored(setup)?;
        let step = known
            .restore(&settings, *seats, *seed, words, events)
            .map_err(|error| broken(format!("The match cannot be read: {error}.")))?;
        let start =
            Start { game: known, settings, seats: *seats, words: list.clone(), seed: *seed };
        let now = Summary::open(id, first.at, &start, *daily, &*step.next, key);
        let replay_check = ReplayCheck::new(&step.next);
        Ok(Live {
            start,
            game: step.next,
            now,
            last: None,
            broken: None,
            asked: None,
            thinking: Stop::default(),
            notifier: watch::Sender::new(0),
            played: 0,
            since: Instant::now(),
            replay_check,
            said: vec![Announcement::of(step.narration)],
            before_cancel: None,
            own: Vec::new(),
        })
    }

    /// Reads a match from its whole log.
    pub(crate) fn read(
        id: &MatchId,
        log: &[LoggedEntry],
        games: &[&'static dyn AnyGame],
        words: impl FnOnce(&str) -> Option<Arc<Lexicon>>,
        key: &SealKey,
    ) -> Result<Live, Refusal> {
        let (first, rest) = log.split_first().ok_or_else(|| broken("The log is empty."))?;
        let mut live = Live::open(id, first, games, words, key)?;
        rest.iter().try_for_each(|logged| live.fold(logged))?;
        Ok(live)
    }

    /// The state after the next entry, without changing this one. `step` is given if it has just been computed.
    pub(crate) fn next(
        &self,
        at: Timestamp,
        entry: &Entry,
        step: Option<Step>,
    ) -> Result<NextState, Refusal> {
        let AppliedEntry { game, said, restarts } = self.lead(entry, step)?;
        let mut now = self.now.clone();
        now.advance(at, entry, &*game, restarts);
        Ok(NextState { game, said, now })
    }

    /// Moves to the state after an entry that is already stored.
    pub(crate) fn take(&mut self, entry: &Entry, next: NextState) {
        self.now = next.now;
        self.turn(entry, next.game, next.said);
    }

    /// Applies the next entry of the log.
    pub(crate) fn fold(&mut self, logged: &LoggedEntry) -> Result<(), Refusal> {
        let AppliedEntry { game, said, restarts } = self.lead(&logged.entry, None)?;
        self.now.advance(logged.at, &logged.entry, &*game, restarts);
        self.turn(&logged.entry, game, said);
        Ok(())
    }

    /// The match after an entry. Fails if it can't be applied.
    fn lead(&self, entry: &Entry, step: Option<Step>) -> Result<AppliedEntry, Refusal> {
        let step = match (entry, step) {
            (Entry::Opened { .. }, _) => return Err(broken("The log opens the match twice.")),
            // Neither sitting down nor a hint gives a player more time.
            (Entry::Sat { .. } | Entry::Hinted { .. }, _) => {
                let (game, said) = (Arc::clone(&self.game), Narration::default());
                return Ok(AppliedEntry { game, said, restarts: false });
            }
            (_, Some(step)) => step,
            (Entry::Move { events, .. } | Entry::Left { events, .. }, None) => {
                self.game.apply(events).map_err(|error| {
                    let seq = self.now.seq + 1;
                    broken(format!("Entry {seq} of the match cannot be read: {error}."))
                })?
            }
        };
        let restarts = !step.free || step.next.to_act() != self.game.to_act();
        Ok(AppliedEntry { game: step.next, said: step.narration, restarts })
    }

    /// Applies an entry whose summary is already in `now`.
    fn turn(&mut self, entry: &Entry, game: Arc<dyn AnyMatch>, said: Narration) {
        let seq = self.now.seq;
        self.replay_check.follow(entry, &game, &said);
        let before = std::mem::replace(&mut self.game, game);
        self.said.push(match entry {
            Entry::Left { seat, why, .. } => {
                let is_first = self.before_cancel.is_none();
                if *why == LeaveReason::Aborted && is_first {
                    self.before_cancel = Some(before);
                }
                Announcement::of_leaving(*seat, *why, is_first, said)
            }
            _ => Announcement::of(said),
        });
        let own = match entry {
            Entry::Move { seat, line, .. } => Some((*seat, Some(line.clone()))),
            Entry::Left { seat, .. } => Some((*seat, None)),
            _ => None,
        };
        if let Some((seat, line)) = own {
            if line.is_none() || !self.has_bot(seat) {
                self.played = seq;
            }
            self.own.push((seq, seat, line));
            self.last = Some(seat);
        }
        if !matches!(entry, Entry::Hinted { .. }) {
            self.since = Instant::now();
        }
        self.notifier.send_replace(seq);
    }

    /// The first move or departure of a seat after `seen`: its seq, and its line if it is a move.
    pub(crate) fn own_since(&self, seat: Seat, seen: u64) -> Option<(u64, Option<&str>)> {
        // Searched from the end, because a player has usually seen all but the last entry.
        let newer = self.own.iter().rev().take_while(|(seq, ..)| *seq > seen);
        let own = newer.filter(|(_, by, _)| *by == seat).last();
        own.map(|(seq, _, line)| (*seq, line.as_deref()))
    }

    /// Checks whether a seat may play a line that is based on the view after entry `seen`. Returns the entry if the
    /// line was already played. The order of the checks is part of the protocol: over, empty, seat, turn, stale, then
    /// the game's own.
    pub(crate) fn before_acting(
        &mut self,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Option<u64>, Refusal> {
        self.whole()?;
        let own = self.own_since(seat, seen);
        if let Some((seq, Some(same))) = own
            && same == line
        {
            return Ok(Some(seq));
        }
        let has_moved = own.is_some();
        let may_act = self.guarded(line, |game| game.may_act(seat))?;
        let over = matches!(&may_act, Err(refusal) if refusal.code == Code::Over);
        if line.is_empty() && !over {
            return Err(Refusal::new(Code::Empty, "The line is empty."));
        }
        may_act?;
        if has_moved {
            return Err(stale(seat));
        }
        Ok(None)
    }

    /// Fails with `house.long` if the log is full. Then only entries that end the match are accepted.
    pub(crate) fn has_room(&self) -> Result<(), Refusal> {
        match self.now.seq + 1 < LONGEST {
            true => Ok(()),
            false => Err(Refusal::new(
                Code::Long,
                format!(
                    "This match has reached its limit of {LONGEST} entries. Finish it or leave it."
                ),
            )),
        }
    }

    /// Whether a person is still playing, or anyone is watching.
    pub(crate) fn has_company(&self) -> bool {
        let seats = (0..).map(Seat).zip(&self.now.sat);
        let mut people =
            seats.filter(|(_, occupant)| matches!(occupant, Some(Occupant::Player(_))));
        // One receiver belongs to the match cache.
        people.any(|(seat, _)| !self.now.has_left(seat)) || self.notifier.receiver_count() > 1
    }

    /// The step that leaving would be. Fails if the seat can't leave.
    pub(crate) fn consider_leaving(&mut self, seat: Seat) -> Result<Step, Refusal> {
        if self.now.has_left(seat) && self.game.outcome().is_none() {
            return Err(Refusal::new(Code::Seat, format!("Seat {seat} has already left.")));
        }
        self.guarded("/leave", |game| game.leave(seat))?
    }

    /// The seat and name of the bot whose turn it is, if it is a bot's.
    pub(crate) fn bot_to_act(&self) -> Option<(Seat, String)> {
        self.game.to_act().iter().find_map(|seat| match self.now.sat.get(seat.index()) {
            Some(Some(Occupant::Bot(name))) => Some((seat, name.clone())),
            _ => None,
        })
    }

    pub(crate) fn has_bot(&self, seat: Seat) -> bool {
        matches!(self.now.sat.get(seat.index()), Some(Some(Occupant::Bot(_))))
    }

    /// Where the match stands. Unlike an update, it costs nothing.
    pub(crate) fn status(&self) -> MatchStatus {
        MatchStatus { seq: self.now.seq, over: self.now.ended.is_some() }
    }

    /// The current update for a viewer, with the sentences from entry `from` on.
    pub(crate) fn update(&self, viewer: Viewer, from: u64, key: &SealKey) -> Update {
        let said = self.said.iter().skip(from as usize).flat_map(|said| said.to(viewer));
        let cancelled_by = self.now.cancelled_by();
        let over = self.game.outcome().map(|outcome| Over {
            scores: outcome.scores,
            winners: if cancelled_by.is_some() { Vec::new() } else { outcome.winners },
            cancelled_by,
            ticket: cancelled_by.is_none().then(|| self.start.ticket(key)),
            setup: match cancelled_by {
                None => self.start.settings.clone(),
                Some(_) => self.start.settings.concealed(),
            },
        });
        let shown = self.before_cancel.as_ref().unwrap_or(&self.game);
        let mut scene = shown.scene(viewer);
        if self.before_cancel.is_some() {
            scene = scene.without_moves();
        }
        Update {
            seq: self.now.seq,
            viewer,
            to_act: self.game.to_act(),
            view: shown.view(viewer),
            scene,
            said: said.collect(),
            hinted: self.now.hinted,
            over,
            sat: self.now.sat.clone(),
            left: self.now.left.clone(),
            clock: self.now.clock(),
            moves: self.game.moves(),
            waited: self.since.elapsed(),
        }
    }

    /// Runs code of the game. A panic closes the match.
    pub(crate) fn guarded<T>(
        &mut self,
        doing: &str,
        run: impl FnOnce(&dyn AnyMatch) -> T,
    ) -> Result<T, Refusal> {
        self.whole()?;
        let game = Arc::clone(&self.game);
        catch_panic(|| run(&*game)).map_err(|text| self.close(doing, text))
    }

    /// Fails with `house.broken` if the game has panicked.
    pub(crate) fn whole(&self) -> Result<(), Refusal> {
        match self.broken {
            Some(_) => Err(closed()),
            None => Ok(()),
        }
    }

    /// Closes the match with a panic report.
    pub(crate) fn close(&mut self, doing: &str, text: String) -> Refusal {
        let game = self.start.game.info().id;
        self.broken = Some(PanicReport { game, seq: self.now.seq, doing: doing.into(), text });
        self.notifier.send_replace(self.now.seq);
        closed()
    }
}

pub(crate) fn broken(text: impl Into<String>) -> Refusal {
    Refusal::new(Code::Broken, text)
}

pub(crate) fn stale(seat: Seat) -> Refusal {
    Refusal::new(Code::Stale, format!("Seat {seat} has already moved. Look at the match again."))
}

fn closed() -> Refusal {
    broken("This match failed and is closed. Its log is saved.")
}

pub(crate) fn no_words(id: &str) -> Refusal {
    Refusal::setup(format!("The word list {id} isn't available. Give its file with --words."))
}

/// Adds the id of the match to the text, since a store has many.
pub(crate) fn named(id: &MatchId, refusal: Refusal) -> Refusal {
    match refusal.text.contains(&id.0) {
        true => refusal,
        false => Refusal::new(refusal.code, format!("Match {id}: {}", refusal.text)),
    }
}

/// The refusal for a failed write.
pub(crate) fn write_failed(error: &StoreError) -> Refusal {
    let text = match error {
        StoreError::Unsure { .. } => format!("The store isn't answering: {error}."),
        _ => format!("This was not stored: {error}."),
    };
    Refusal::new(Code::Store, text)
}

/// The refusal for a match that couldn't be read.
pub(crate) fn read_failed(id: &MatchId, error: &StoreError) -> Refusal {
    match error {
        StoreError::Unknown => Refusal::new(Code::Match, format!("There is no match {id}.")),
        StoreError::Corrupt { .. } => broken(format!("Match {id} is damaged: {error}.")),
        _ => Refusal::new(Code::Store, format!("Match {id} cannot be read now: {error}.")),
    }
}
