//! Matches as text: a finished one goes out as a `.play` file, and such a file comes in through the
//! rules, line by line, as if it were played now.

use crate::catch_panic::catch_panic;
use crate::hall::cancelled;
use crate::live::{Live, broken, write_failed};
use crate::loading::SHORT;
use crate::{Entry, Hall, LeaveReason, LoggedEntry, MatchId, WorkPermit};
use engine::play::{Play, PlayEntry, PlayError};
use engine::seal::SealKey;
use engine::{AnyGame, Refusal, Seat, Start, Ticket, line};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use words::Lexicon;

/// The most moves in a file that a stranger brings.
const MAX_UPLOAD_MOVES: usize = 500;

/// How long it may take to play them.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_millis(500);

impl Hall {
    /// A finished match as the text of a `.play` file.
    pub async fn export(&self, id: &MatchId) -> Result<String, Refusal> {
        let (start, outcome) = {
            let slot = self.match_handle(id).await?;
            let live = slot.lock().await;
            if live.now.is_cancelled() {
                return Err(cancelled());
            }
            (live.start.clone(), live.game.outcome())
        };
        let Some(outcome) = outcome else {
            let text = "Only a finished match can be exported: it would tell its secrets.";
            return Err(Refusal::new("house.secret", text));
        };
        let deeds = self.deeds(id).await?;
        let is_long = deeds.len() > SHORT as usize;
        let ticket = start.ticket(&self.0.key);
        let values: BTreeMap<_, _> = start.long_values().into_iter().collect();
        let play = Play { ticket, values, entries: deeds, scores: Some(outcome.scores) };
        match is_long {
            true => self.work().run(move |permit| long_text(permit, &play)).await,
            false => Ok(play.to_string()),
        }
    }

    /// What was done in a match. Its log is read in slices, because the events in it are much longer.
    async fn deeds(&self, id: &MatchId) -> Result<Vec<(Seat, PlayEntry)>, Refusal> {
        let (mut deeds, mut from) = (Vec::new(), 0);
        loop {
            let log = self.load_page(id, from, SHORT).await?;
            let is_last = log.len() < SHORT as usize;
            from += log.len() as u64;
            deeds.extend(log.into_iter().filter_map(|logged| match logged.entry {
                Entry::Opened { .. } | Entry::Sat { .. } => None,
                Entry::Move { seat, line, .. } => Some((seat, PlayEntry::Line(line))),
                Entry::Hinted { seat } => Some((seat, PlayEntry::Hint)),
                Entry::Left { seat, why: LeaveReason::TimedOut, .. } => {
                    Some((seat, PlayEntry::Timeout))
                }
                Entry::Left { seat, .. } => Some((seat, PlayEntry::Leave)),
            }));
            if is_last {
                return Ok(deeds);
            }
        }
    }

    /// Takes in the `.play` file of a finished match. It is played through the rules before anything is
    /// stored, and stored as a whole; what is wrong in it is said with its line.
    pub async fn import(&self, text: &str) -> Result<MatchId, Refusal> {
        self.import_with_progress(text, |_, _| {}).await
    }

    /// The same for somebody who is told how many of how many lines are played.
    pub async fn import_with_progress(
        &self,
        text: &str,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<MatchId, Refusal> {
        let (play, words) = self.read_play(text).await?;
        let games = self.games();
        let checked = self.work().run(move |permit| {
            let start = run(permit, &play, games, words, || true)?;
            Ok::<_, Refusal>((start, play.entries))
        });
        let (start, deeds) = checked.await??;
        let (first, mut live) = self.begin(&start, None).await?;
        let (send, mut progress) = mpsc::unbounded_channel();
        let played = self.work().run(move |permit| {
            // The caller may have gone.
            let mut tell = |done, of| _ = send.send((done, of));
            let log = replayed(permit, &mut live, first, deeds, &mut tell)?;
            Ok::<_, Refusal>((log, live))
        });
        let told = async {
            while let Some((done, of)) = progress.recv().await {
                tell(done, of);
            }
        };
        let (played, ()) = tokio::join!(played, told);
        let (log, live) = played??;
        self.save_imported(&start, &log, &live).await
    }

    /// Reads a `.play` file that a stranger brings, so that it can be looked at before it is played. It may have only so
    /// many moves, and what it hides must be told in it.
    pub async fn read_upload(&self, text: &str) -> Result<UploadedPlay, Refusal> {
        let (play, words) = self.read_play(text).await?;
        if play.entries.len() > MAX_UPLOAD_MOVES {
            let text =
                format!("it goes on after {MAX_UPLOAD_MOVES} moves, and that is too long here");
            return Err(wrong(PlayError { line: MAX_UPLOAD_MOVES + 2, text }));
        }
        let ticket: Ticket = play.ticket.parse()?;
        let value = |_: &str, hash: &str| play.values.get(hash).cloned();
        let start = ticket.start(self.games(), &SealKey::OPEN, value).map_err(|refusal| {
            // What this house has sealed is told to nobody who has not played it.
            match ticket.start(self.games(), &self.0.key, value) {
                Ok(_) => {
                    Refusal::new("house.secret", "This challenge hides its word; play it here.")
                }
                Err(_) => refusal,
            }
        })?;
        Ok(UploadedPlay { start, play, words })
    }

    /// Imports what was brought. It is played in its turn: that may take a while.
    pub async fn import_upload(&self, brought: UploadedPlay) -> Result<MatchId, Refusal> {
        let UploadedPlay { start, play, words } = brought;
        let games = self.games();
        let (first, mut live) = self.begin(&start, None).await?;
        let played = self.work().run(move |permit| {
            let begun = Instant::now();
            let is_time = || begun.elapsed() < UPLOAD_TIME_LIMIT;
            run(permit, &play, games, words, is_time)?;
            let log = replayed(permit, &mut live, first, play.entries, &mut |_, _| {})?;
            Ok::<_, Refusal>((log, live))
        });
        let (log, live) = played.await??;
        self.save_imported(&start, &log, &live).await
    }

    /// What a file says, and its word list. What it does not carry may be kept here.
    async fn read_play(&self, text: &str) -> Result<(Play, Arc<Lexicon>), Refusal> {
        let mut play: Play = text.parse().map_err(wrong)?;
        let ticket: Ticket = play.ticket.parse()?;
        let list = &ticket.words;
        let Some(words) = self.words(list).await? else {
            let list = line::quote(list);
            let text = format!("The match wants the word list {list}; give its file with --words.");
            return Err(Refusal::setup(text));
        };
        for (_, hash) in ticket.missing() {
            if !play.values.contains_key(hash)
                && let Some(value) = self.value(hash).await?
            {
                play.values.insert(hash.to_owned(), value);
            }
        }
        Ok((play, words))
    }

    /// Keeps a match that was played again, as a whole.
    async fn save_imported(
        &self,
        start: &Start,
        log: &[LoggedEntry],
        live: &Live,
    ) -> Result<MatchId, Refusal> {
        self.save_texts(start).await?;
        self.store().add(log, &live.now).await.map_err(|error| write_failed(&error))?;
        Ok(live.now.id.clone())
    }
}

/// The text of a match with many moves.
fn long_text(_: &WorkPermit, play: &Play) -> String {
    play.to_string()
}

/// A `.play` file that a stranger brings: read, and not played yet.
pub struct UploadedPlay {
    /// How it begins. For the house itself: it may hold secrets.
    pub start: Start,
    play: Play,
    words: Arc<Lexicon>,
}

fn wrong(error: PlayError) -> Refusal {
    Refusal::setup(format!("The file cannot be imported: {error}."))
}

/// Plays a file through the rules, to its end.
fn run(
    _: &WorkPermit,
    play: &Play,
    games: &[&'static dyn AnyGame],
    words: Arc<Lexicon>,
    is_time: impl Fn() -> bool,
) -> Result<Start, Refusal> {
    let run = catch_panic(|| play.run_while(games, words, is_time));
    let (start, _) = run.map_err(broken)?.map_err(wrong)?;
    match play.scores {
        Some(_) => Ok(start),
        None => {
            let text = "The match in this file is not over; only finished matches are imported.";
            Err(Refusal::setup(text))
        }
    }
}

/// What was done as the log of this match, from its first entry on. All of it happens now.
fn replayed(
    _: &WorkPermit,
    live: &mut Live,
    first: LoggedEntry,
    deeds: Vec<(Seat, PlayEntry)>,
    tell: &mut impl FnMut(u64, u64),
) -> Result<Vec<LoggedEntry>, Refusal> {
    let (at, of) = (first.at, deeds.len() as u64);
    let mut log = vec![first];
    for (done, (seat, deed)) in (0..).zip(deeds) {
        tell(done, of);
        let (entry, step) = match deed {
            PlayEntry::Hint => (Entry::Hinted { seat }, None),
            PlayEntry::Line(line) => {
                let line = line::clean(line.as_bytes())?;
                let step = live.game.act(seat, &line)?;
                (Entry::Move { seat, line, events: step.events.clone() }, Some(step))
            }
            PlayEntry::Leave | PlayEntry::Timeout => {
                let why = if deed == PlayEntry::Leave {
                    LeaveReason::Resigned
                } else {
                    LeaveReason::TimedOut
                };
                let step = live.consider_leaving(seat)?;
                (Entry::Left { seat, why, events: step.events.clone() }, Some(step))
            }
        };
        let next = live.next(at, &entry, step)?;
        live.take(&entry, next);
        log.push(LoggedEntry { at, entry });
    }
    Ok(log)
}
