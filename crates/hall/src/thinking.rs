//! Hints and moves of bots, computed by the scheduler.

use crate::catch_panic::catch_panic;
use crate::hall::no_bot;
use crate::live::{Live, stale};
use crate::{Ack, Client, Entry, Hall, MatchId, WorkPermit};
use engine::{AnyMatch, Budget, Code, Hint, Refusal, Seat, Stop};
use std::sync::Arc;

impl Hall {
    /// A hint for a seat whose turn it is. The log records that it was given.
    pub async fn hint(
        &self,
        id: &MatchId,
        seat: Seat,
        budget: Budget,
    ) -> Result<Option<Hint>, Refusal> {
        let stop = budget.stop.clone();
        let hint = move |permit: &WorkPermit, game: &dyn AnyMatch| hint(permit, game, seat, budget);
        let (seen, hint) = self.think(id, seat, Thinker::Hint, &stop, hint).await?;
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        loop {
            // The match may have changed while the hint was computed.
            live.guarded("/hint", |game| game.may_act(seat))??;
            if live.own_since(seat, seen).is_some() {
                return Err(stale(seat));
            }
            let entry = Entry::Hinted { seat };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(hint);
            }
        }
    }

    /// One move by one of the game's bots.
    pub async fn bot(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        budget: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, budget).await?;
        self.act(id, seat, seen, &line).await
    }

    /// The line that a bot would play, and the entry that it is based on.
    async fn bot_line(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        budget: Budget,
    ) -> Result<(u64, String), Refusal> {
        let (bot, stop) = (name.to_owned(), budget.stop.clone());
        let think = move |permit: &WorkPermit, game: &dyn AnyMatch| {
            bot_line(permit, game, seat, &bot, budget)
        };
        let (seen, line) = self.think(id, seat, Thinker::Bot(name), &stop, think).await?;
        match line {
            Some(line) => Ok((seen, line)),
            None => Err(no_bot(&self.start(id).await?, name)),
        }
    }

    /// One move by the bot on this seat.
    async fn seated_bot_move(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        budget: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, budget).await?;
        self.act_as(id, seat, seen, &line, true).await
    }

    /// Computes a hint or a move for a seat whose turn it is, and returns it with the entry that it is based on. This
    /// may take long, so it happens in a turn of the scheduler and without the lock of the match.
    async fn think<T: Send + 'static>(
        &self,
        id: &MatchId,
        seat: Seat,
        thinker: Thinker<'_>,
        stop: &Stop,
        think: impl FnOnce(&WorkPermit, &dyn AnyMatch) -> T + Send + 'static,
    ) -> Result<(u64, T), Refusal> {
        let doing = match thinker {
            Thinker::Hint => "/hint",
            Thinker::Bot(name) => name,
        };
        let handle = self.match_handle(id).await?;
        handle.lock().await.guarded(doing, |game| game.may_act(seat))??;
        let (turn, time) = match thinker {
            Thinker::Hint => (self.0.work.turn().await?, self.0.work.hint_time()),
            Thinker::Bot(_) => (self.0.work.bot_turn().await?, None),
        };
        // The match may have changed while this waited for its turn.
        let (seen, game) = {
            let mut live = handle.lock().await;
            live.guarded(doing, |game| game.may_act(seat))??;
            live.has_room()?;
            (live.now.seq, Arc::clone(&live.game))
        };
        let work = move |permit: &WorkPermit| catch_panic(|| think(permit, &*game));
        match turn.run_within(time, stop, work).await? {
            Ok(result) => Ok((seen, result)),
            Err(text) => Err(handle.lock().await.close(doing, text)),
        }
    }

    /// If it is a bot's turn, starts a task for its move. If two tasks move for it, they play the same line from the
    /// same view, which is one move. A bot doesn't think if no person plays or watches.
    pub(crate) fn wake_bot(&self, id: &MatchId, live: &mut Live) {
        let Some((seat, name)) = live.bot_to_act() else { return };
        let seq = live.now.seq;
        if live.broken.is_some() || !live.has_company() || live.asked.replace(seq) == Some(seq) {
            return;
        }
        let budget = Budget { stop: Stop::default(), ..Budget::default() };
        live.thinking = budget.stop.clone();
        let (hall, id, client) = (self.clone(), id.clone(), Client::current());
        tokio::spawn(client.scope(async move {
            let Err(refusal) = hall.seated_bot_move(&id, seat, &name, budget).await else {
                return;
            };
            let Ok(handle) = hall.match_handle(&id).await else { return };
            let mut live = handle.lock().await;
            if matches!(refusal.code, Code::Store | Code::Busy) {
                // The next viewer or move asks it again.
                live.asked = None;
            } else if refusal.code.is_of_a_game() && live.now.seq == seq {
                // With other codes another move came first or the match is over, which is fine. But a bot whose
                // move its game refuses would keep everyone waiting for ever.
                live.close(&name, refusal.text);
            }
        }));
    }

    /// Makes the bot that is thinking in a match play the best move found so far.
    pub async fn hurry(&self, id: &MatchId) -> Result<(), Refusal> {
        self.match_handle(id).await?.lock().await.thinking.set();
        Ok(())
    }
}

/// What is computed.
#[derive(Clone, Copy)]
enum Thinker<'a> {
    Hint,
    /// A move of the bot with this name.
    Bot(&'a str),
}

fn hint(_: &WorkPermit, game: &dyn AnyMatch, seat: Seat, budget: Budget) -> Option<Hint> {
    game.hint(seat, budget)
}

fn bot_line(
    _: &WorkPermit,
    game: &dyn AnyMatch,
    seat: Seat,
    name: &str,
    budget: Budget,
) -> Option<String> {
    game.bot(seat, name, budget)
}
