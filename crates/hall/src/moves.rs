//! The path of every move: sitting down, playing a line, leaving, and writing the result to the log.

use crate::catch_panic::catch_panic;
use crate::hall::{no_bot, no_seat};
use crate::live::{Considered, Live, stale, write_failed};
use crate::{Ack, ClockState, Entry, Hall, LeaveReason, MatchId, Occupant, StoreError, WorkPermit};
use engine::{AnyMatch, Code, Refusal, Seat, Step, line};
use std::sync::Arc;

impl Hall {
    /// Seats a player or a bot. A bot starts to play as soon as it is its turn.
    pub async fn sit(&self, id: &MatchId, seat: Seat, occupant: Occupant) -> Result<Ack, Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        loop {
            live.whole()?;
            match live.now.sat.get(seat.index()) {
                None => return Err(no_seat(seat)),
                Some(None) if live.game.outcome().is_some() => {
                    return Err(Refusal::new(Code::Over, "The match is over."));
                }
                Some(None) if live.now.has_left(seat) => {
                    return Err(Refusal::new(Code::Seat, format!("Seat {seat} has left.")));
                }
                Some(Some(sat)) if *sat == occupant => return Ok(Ack { seq: live.now.seq }),
                Some(Some(_)) => {
                    return Err(Refusal::new(Code::Seat, format!("Seat {seat} is taken.")));
                }
                Some(None) => {}
            }
            if let Occupant::Bot(name) = &occupant
                && !live.start.game.bots().contains(&name.as_str())
            {
                return Err(no_bot(&live.start, name));
            }
            let entry = Entry::Sat { seat, who: occupant.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, None).await? {
                return Ok(ack);
            }
        }
    }

    /// Plays a line that is based on the view after entry `seen`. Sending the same line again, after a lost answer, is
    /// the same move.
    pub async fn act(
        &self,
        id: &MatchId,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Ack, Refusal> {
        self.act_as(id, seat, seen, line, false).await
    }

    /// The same. For a bot it fails if the player has come back while it was thinking.
    pub(crate) async fn act_as(
        &self,
        id: &MatchId,
        seat: Seat,
        seen: u64,
        line: &str,
        is_bot: bool,
    ) -> Result<Ack, Refusal> {
        let line = line::clean(line.as_bytes())?;
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        loop {
            if is_bot && !live.has_bot(seat) {
                return Err(stale(seat));
            }
            let step = match self.consider(&mut live, seat, seen, &line).await {
                Ok(Considered::Done(seq)) => return Ok(Ack { seq }),
                Ok(Considered::New(step)) => step,
                Err(refusal) if refusal.code == Code::Busy => return Err(refusal),
                // Another server may have written since. A refusal must come from the newest state.
                Err(_) if self.catch_up(id, &mut live).await? => continue,
                Err(refusal) => return Err(refusal),
            };
            let entry = Entry::Move { seat, line: line.clone(), events: step.events.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, Some(step)).await? {
                return Ok(ack);
            }
        }
    }

    /// The result of a line, without applying it. A costly line waits for its turn, and the match with it.
    async fn consider(
        &self,
        live: &mut Live,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Considered, Refusal> {
        if let Some(seq) = live.before_acting(seat, seen, line)? {
            return Ok(Considered::Done(seq));
        }
        if !live.guarded(line, |game| game.is_costly(line))? {
            return live.guarded(line, |game| game.act(seat, line))?.map(Considered::New);
        }
        let (game, text) = (Arc::clone(&live.game), line.to_owned());
        let work =
            move |permit: &WorkPermit| catch_panic(|| costly_line(permit, &*game, seat, &text));
        match self.0.work.run(work).await? {
            Ok(step) => step.map(Considered::New),
            Err(text) => Err(live.close(line, text)),
        }
    }

    /// A seat leaves the match.
    pub async fn leave(&self, id: &MatchId, seat: Seat, why: LeaveReason) -> Result<Ack, Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        loop {
            let step = match live.consider_leaving(seat) {
                Ok(step) => step,
                Err(_) if self.catch_up(id, &mut live).await? => continue,
                Err(refusal) => return Err(refusal),
            };
            let entry = Entry::Left { seat, why, events: step.events.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, Some(step)).await? {
                return Ok(ack);
            }
        }
    }

    /// Writes an entry, then applies it and notifies watchers. Returns `None` if others have written in the meantime:
    /// then their entries are applied, and the caller has to check the command again.
    pub(crate) async fn write(
        &self,
        id: &MatchId,
        live: &mut Live,
        entry: &Entry,
        step: Option<Step>,
    ) -> Result<Option<Ack>, Refusal> {
        // Times in a log never go backwards, even if the clock does; and a finished match keeps the time of its end.
        let at = match live.now.ended {
            Some(_) => live.now.last,
            None => self.now().max(live.now.last),
        };
        let next = catch_panic(|| live.next(at, entry, step));
        let next = next.map_err(|text| live.close("summary", text))??;
        if !matches!(entry, Entry::Left { .. }) && next.now.ended.is_none() {
            live.has_room()?;
        }
        let written = match self.store().append(entry, &next.now).await {
            Ok(()) => {
                let was_over = live.now.ended.is_some();
                live.take(entry, next);
                if live.now.ended.is_some() && !was_over {
                    self.0.leaderboard_cache.note_end();
                }
                self.notify_clocks(id, live.now.seq, Some(ClockState::of(&live.now)));
                true
            }
            Err(StoreError::Taken { .. }) => {
                self.catch_up(id, live).await?;
                false
            }
            Err(error) => return Err(write_failed(&error)),
        };
        self.wake_bot(id, live);
        Ok(written.then_some(Ack { seq: live.now.seq }))
    }
}

/// The step of a costly line.
fn costly_line(
    _: &WorkPermit,
    game: &dyn AnyMatch,
    seat: Seat,
    line: &str,
) -> Result<Step, Refusal> {
    game.act(seat, line)
}
