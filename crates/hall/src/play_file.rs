//! Exporting finished matches as `.play` files, and importing such files by playing them through the rules line by
//! line.

use crate::catch_panic::catch_panic;
use crate::hall::cancelled;
use crate::live::{Live, broken, write_failed};
use crate::loading::SHORT;
use crate::{Entry, Hall, LeaveReason, LoggedEntry, MatchId, WorkPermit};
use engine::play::{Play, PlayEntry, PlayError};
use engine::seal::SealKey;
use engine::{Code, Refusal, Seat, Start, Ticket, line};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The maximum number of moves in an uploaded file.
const MAX_UPLOAD_MOVES: usize = 500;

/// How long playing an uploaded file may take.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_millis(500);

impl Hall {
    /// A match as the text of a `.play` file. Fails with `house.secret` if it isn't over or was cancelled.
    pub async fn export(&self, id: &MatchId) -> Result<String, Refusal> {
        let (start, outcome) = {
            let handle = self.match_handle(id).await?;
            let live = handle.lock().await;
            if live.now.is_cancelled() {
                return Err(cancelled());
            }
            (live.start.clone(), live.game.outcome())
        };
        let Some(outcome) = outcome else {
            let text =
                "Only a finished match can be exported, because the file reveals its secrets.";
            return Err(Refusal::new(Code::Secret, text));
        };
        let entries = self.play_entries(id).await?;
        let is_long = entries.len() > SHORT as usize;
        let ticket = start.ticket(&self.0.key);
        let values: BTreeMap<_, _> = start.long_values().into_iter().collect();
        let play = Play { ticket, values, entries, scores: Some(outcome.scores) };
        match is_long {
            true => self.work().run(move |permit| long_text(permit, &play)).await,
            false => Ok(play.to_string()),
        }
    }

    /// The entries of a match for a `.play` file. Its log is read in slices, because the events in it are much longer.
    async fn play_entries(&self, id: &MatchId) -> Result<Vec<(Seat, PlayEntry)>, Refusal> {
        let (mut entries, mut from) = (Vec::new(), 0);
        loop {
            let log = self.load_page(id, from, SHORT).await?;
            let is_last = log.len() < SHORT as usize;
            from += log.len() as u64;
            entries.extend(log.into_iter().filter_map(|logged| match logged.entry {
                Entry::Opened { .. } | Entry::Sat { .. } => None,
                Entry::Move { seat, line, .. } => Some((seat, PlayEntry::Line(line))),
                Entry::Hinted { seat } => Some((seat, PlayEntry::Hint)),
                Entry::Left { seat, why: LeaveReason::TimedOut, .. } => {
                    Some((seat, PlayEntry::Timeout))
                }
                Entry::Left { seat, .. } => Some((seat, PlayEntry::Leave)),
            }));
            if is_last {
                return Ok(entries);
            }
        }
    }

    /// Imports the `.play` file of a finished match. It is played through the rules first and then stored as a whole.
    /// Errors name the line of the file.
    pub async fn import(&self, text: &str) -> Result<MatchId, Refusal> {
        self.import_with_progress(text, |_, _| {}).await
    }

    /// The same with a callback, which gets the number of played lines and the total.
    pub async fn import_with_progress(
        &self,
        text: &str,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<MatchId, Refusal> {
        let play = self.read_play(text).await?;
        let start = play.start(self.games()).map_err(wrong)?;
        let (sender, mut reports) = mpsc::unbounded_channel();
        let total = play.entries.len() as u64;
        let report = move |done| {
            // The caller may have stopped waiting.
            let _ = sender.send(done);
            Ok(())
        };
        let reporting = async {
            while let Some(done) = reports.recv().await {
                progress(done, total);
            }
        };
        let (imported, ()) = tokio::join!(self.play_through(start, play, report), reporting);
        imported
    }

    /// Parses an uploaded `.play` file, so that it can be checked before it is played. Fails if it has too many moves,
    /// or if its secrets are sealed with this hall's key.
    pub async fn read_upload(&self, text: &str) -> Result<UploadedPlay, Refusal> {
        let play = self.read_play(text).await?;
        if play.entries.len() > MAX_UPLOAD_MOVES {
            let text = format!(
                "it has more than {MAX_UPLOAD_MOVES} moves, which is too long for an upload"
            );
            return Err(wrong(PlayError { line: MAX_UPLOAD_MOVES + 2, text }));
        }
        let ticket: Ticket = play.ticket.parse()?;
        let value = |_: &str, hash: &str| play.values.get(hash).cloned();
        let start = ticket.start(self.games(), &SealKey::OPEN, value).map_err(|refusal| {
            // Secrets sealed by this hall are revealed only by playing.
            match ticket.start(self.games(), &self.0.key, value) {
                Ok(_) => Refusal::new(
                    Code::Secret,
                    "This file belongs to a sealed challenge. Play the challenge here instead.",
                ),
                Err(_) => refusal,
            }
        })?;
        Ok(UploadedPlay { start, play })
    }

    /// Imports an uploaded file, which is played by the scheduler.
    pub async fn import_upload(&self, upload: UploadedPlay) -> Result<MatchId, Refusal> {
        let started = Instant::now();
        let in_time = move |_| match started.elapsed() < UPLOAD_TIME_LIMIT {
            true => Ok(()),
            false => Err(Refusal::setup("Replaying it takes too long.")),
        };
        self.play_through(upload.start, upload.play, in_time).await
    }

    /// Plays a file through the rules, once, and stores the match as a whole. `report` gets the number of entries
    /// played so far and can end it.
    async fn play_through(
        &self,
        start: Start,
        play: Play,
        report: impl FnMut(u64) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<MatchId, Refusal> {
        let (first, mut live) = self.begin(&start, None).await?;
        let played = self.work().run(move |permit| {
            let log = catch_panic(|| replayed(permit, &mut live, first, &play, report));
            Ok::<_, Refusal>((log.map_err(broken)??, live))
        });
        let (log, live) = played.await??;
        self.save_texts(&start).await?;
        self.store().add(&log, &live.now).await.map_err(|error| write_failed(&error))?;
        Ok(live.now.id)
    }

    /// The contents of a file whose word list is here. Long values that it doesn't contain are taken from the store.
    async fn read_play(&self, text: &str) -> Result<Play, Refusal> {
        let mut play: Play = text.parse().map_err(wrong)?;
        let ticket: Ticket = play.ticket.parse()?;
        let list = &ticket.words;
        if self.words(list).await?.is_none() {
            let list = line::quote(list);
            let text = format!("The match needs the word list {list}. Give its file with --words.");
            return Err(Refusal::setup(text));
        }
        for (_, hash) in ticket.missing() {
            if !play.values.contains_key(hash)
                && let Some(value) = self.value(hash).await?
            {
                play.values.insert(hash.to_owned(), value);
            }
        }
        Ok(play)
    }
}

/// The text of a match with many moves.
fn long_text(_: &WorkPermit, play: &Play) -> String {
    play.to_string()
}

/// An uploaded `.play` file that isn't played yet.
pub struct UploadedPlay {
    /// How it starts. For trusted callers only: it may contain secrets.
    pub start: Start,
    play: Play,
}

fn wrong(error: PlayError) -> Refusal {
    Refusal::setup(format!("The file cannot be imported: {error}."))
}

/// Plays a file to its end and returns it as a log, with the current time.
fn replayed(
    _: &WorkPermit,
    live: &mut Live,
    first: LoggedEntry,
    play: &Play,
    mut report: impl FnMut(u64) -> Result<(), Refusal>,
) -> Result<Vec<LoggedEntry>, Refusal> {
    let at = first.at;
    let mut log = vec![first];
    let dealt = Arc::clone(&live.game);
    let end = play.replay(dealt, |seat, play_entry, step| {
        let events = step.as_ref().map(|step| step.events.clone()).unwrap_or_default();
        let entry = match play_entry {
            PlayEntry::Hint => Entry::Hinted { seat },
            PlayEntry::Line(line) => Entry::Move { seat, line, events },
            PlayEntry::Leave => Entry::Left { seat, why: LeaveReason::Resigned, events },
            PlayEntry::Timeout => Entry::Left { seat, why: LeaveReason::TimedOut, events },
        };
        let next = live.next(at, &entry, step)?;
        live.take(&entry, next);
        report(log.len() as u64)?;
        log.push(LoggedEntry { at, entry });
        Ok(())
    });
    end.map_err(wrong)?;
    if play.scores.is_none() {
        let text = "The match in this file isn't over; only finished matches can be imported.";
        return Err(Refusal::setup(text));
    }
    Ok(log)
}
