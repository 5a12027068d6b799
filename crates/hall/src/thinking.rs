//! Hints and the moves of bots, each computed in its turn.

use crate::catch_panic::catch_panic;
use crate::hall::no_bot;
use crate::live::{Live, stale};
use crate::{Ack, Client, Entry, Hall, MatchId, WorkPermit};
use engine::{AnyMatch, Budget, Hint, Refusal, Seat, Stop};
use std::sync::Arc;

impl Hall {
    /// A hint for a seat that is to act. The match remembers that it was asked for.
    pub async fn hint(
        &self,
        id: &MatchId,
        seat: Seat,
        thought: Budget,
    ) -> Result<Option<Hint>, Refusal> {
        let stop = thought.stop.clone();
        let hint =
            move |permit: &WorkPermit, game: &dyn AnyMatch| hint(permit, game, seat, thought);
        let (seen, hint) = self.think(id, seat, Thinker::Hint, &stop, hint).await?;
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        loop {
            // Much may have happened while it was thought of.
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
        thought: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, thought).await?;
        self.act(id, seat, seen, &line).await
    }

    /// What a bot would play, and from which entry on.
    async fn bot_line(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        thought: Budget,
    ) -> Result<(u64, String), Refusal> {
        let (bot, stop) = (name.to_owned(), thought.stop.clone());
        let think = move |permit: &WorkPermit, game: &dyn AnyMatch| {
            bot_line(permit, game, seat, &bot, thought)
        };
        let (seen, line) = self.think(id, seat, Thinker::Bot(name), &stop, think).await?;
        match line {
            Some(line) => Ok((seen, line)),
            None => Err(no_bot(&self.start(id).await?, name)),
        }
    }

    /// One move by a bot that sits there.
    async fn bot_there(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        thought: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, thought).await?;
        self.act_as(id, seat, seen, &line, true).await
    }

    /// Lets a mind think for a seat that is to act, and says from which entry on. It may take long: not under the lock,
    /// and only in its turn.
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
        let slot = self.match_handle(id).await?;
        slot.lock().await.guarded(doing, |game| game.may_act(seat))??;
        let (turn, time) = match thinker {
            Thinker::Hint => (self.0.work.turn().await?, self.0.work.hint_time()),
            Thinker::Bot(_) => (self.0.work.bot_turn().await?, None),
        };
        // Much may have happened while others had their turns.
        let (seen, game) = {
            let mut live = slot.lock().await;
            live.guarded(doing, |game| game.may_act(seat))??;
            live.has_room()?;
            (live.now.seq, Arc::clone(&live.game))
        };
        let work = move |permit: &WorkPermit| catch_panic(|| think(permit, &*game));
        match turn.run_within(time, stop, work).await? {
            Ok(thought) => Ok((seen, thought)),
            Err(text) => Err(slot.lock().await.close(doing, text)),
        }
    }

    /// When a bot is to act, it does so in a task of its own. Should two tasks move for it, they
    /// play the same line from the same view, which is one move. It does not think where no person sits or watches.
    pub(crate) fn wake_bot(&self, id: &MatchId, live: &mut Live) {
        let Some((seat, name)) = live.bot_to_act() else { return };
        let seq = live.now.seq;
        if live.broken.is_some() || !live.has_company() || live.asked.replace(seq) == Some(seq) {
            return;
        }
        let thought = Budget { stop: Stop::default(), ..Budget::default() };
        live.thinking = thought.stop.clone();
        let (hall, id, client) = (self.clone(), id.clone(), Client::current());
        tokio::spawn(client.scope(async move {
            let Err(refusal) = hall.bot_there(&id, seat, &name, thought).await else {
                return;
            };
            let Ok(slot) = hall.match_handle(&id).await else { return };
            let mut live = slot.lock().await;
            if matches!(refusal.code, "house.store" | "house.busy") {
                // Whoever comes next asks it again.
                live.asked = None;
            } else if !refusal.code.starts_with("house.") && live.now.seq == seq {
                // Otherwise somebody was faster, or the match is over: nothing is wrong. But a bot
                // that plays what its game refuses would keep everybody waiting for ever.
                live.close(&name, refusal.text);
            }
        }));
    }

    /// Says stop to the bot that thinks in a match: it plays the best that it has found so far.
    pub async fn hurry(&self, id: &MatchId) -> Result<(), Refusal> {
        self.match_handle(id).await?.lock().await.thinking.set();
        Ok(())
    }
}

/// Who thinks.
#[derive(Clone, Copy)]
enum Thinker<'a> {
    /// The mind behind hints.
    Hint,
    /// The bot of this name.
    Bot(&'a str),
}

fn hint(_: &WorkPermit, game: &dyn AnyMatch, seat: Seat, thought: Budget) -> Option<Hint> {
    game.hint(seat, thought)
}

fn bot_line(
    _: &WorkPermit,
    game: &dyn AnyMatch,
    seat: Seat,
    name: &str,
    thought: Budget,
) -> Option<String> {
    game.bot(seat, name, thought)
}
