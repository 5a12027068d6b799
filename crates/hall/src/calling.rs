//! A match that all who play it want called off. Who asks is heard at the table; that holds until a person plays on, and
//! when everybody who still plays has asked, the match is called off. All of it is decided from the two logs, so it does not
//! matter which house is asked.

use crate::live::Live;
use crate::table::{Deed, no};
use crate::{Entry, Hall, MatchId, Table, TableId, Why};
use engine::{Refusal, Seat};

impl Hall {
    /// Somebody wants the match of this round called off, or agrees to it. When all who still play do, it is.
    pub async fn ask_to_call_off(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        loop {
            let table = self.known(id, by).await?;
            let game = self.common(&table).await?;
            if let Some(seq) = self.may_ask(&table, &game, by).await? {
                let did = self.note_down(id, table.seq + 1, by, Deed::CallOff { seq })?;
                match self.file(vec![did]).await {
                    Ok(()) => {}
                    Err(refusal) if refusal.code == "house.changed" => continue,
                    Err(refusal) => return Err(refusal),
                }
            }
            let table = self.table(id).await?;
            self.call_off_agreed(&table).await?;
            return Ok(table);
        }
    }

    /// The entry of the match after which somebody asks; nothing, when they have asked already.
    async fn may_ask(
        &self,
        table: &Table,
        game: &MatchId,
        by: &str,
    ) -> Result<Option<u64>, Refusal> {
        let slot = self.slot(game).await?;
        let mut live = slot.lock().await;
        if self.catch_up(game, &mut live).await? {
            self.wake_bot(game, &mut live);
        }
        live.whole()?;
        let still = playing(&live);
        let Some(seat) = live.now.seat_of(by).filter(|seat| still.contains(seat)) else {
            return Err(no("table.seat", "You do not play in this round."));
        };
        if still.len() < 2 {
            let text = "Nobody else plays here who could agree; you can give the match up.";
            return Err(no("table.alone", text));
        }
        Ok((!holding(table, &live).contains(&seat)).then_some(live.now.seq))
    }

    /// The seats of the match whose players want it called off, in the order in which they asked.
    pub async fn wishes(&self, table: &Table) -> Result<Vec<Seat>, Refusal> {
        let Some(game) = table.common().filter(|_| !table.asked.is_empty()) else {
            return Ok(Vec::new());
        };
        let slot = self.slot(game).await?;
        let live = slot.lock().await;
        Ok(holding(table, &live))
    }

    /// Calls the match of this round off when all who still play want it; whoever asked first does it. Done again, it
    /// changes nothing.
    pub async fn call_off_agreed(&self, table: &Table) -> Result<(), Refusal> {
        let Some(game) = table.common().filter(|_| !table.asked.is_empty()) else { return Ok(()) };
        let first = {
            let slot = self.slot(game).await?;
            let mut live = slot.lock().await;
            loop {
                // Who plays on in the last moment, in whatever house, is heard: this is looked at again then.
                let Some(first) = agreed(table, &live) else { return Ok(()) };
                let step = live.consider_leaving(first)?;
                let (why, events) = (Why::Aborted, step.events.clone());
                let entry = Entry::Left { seat: first, why, events };
                if self.write(game, &mut live, &entry, Some(step)).await?.is_some() {
                    break first;
                }
            }
        };
        self.call_off_by(game, first).await
    }

    /// The match that all play together now.
    pub(crate) async fn common(&self, table: &Table) -> Result<MatchId, Refusal> {
        if table.plan.race {
            let text = "In a race everybody has a match of their own; you can give yours up.";
            return Err(no("table.race", text));
        }
        let playing = self.is_playing(table).await?;
        let game = table.common().filter(|_| playing).cloned();
        game.ok_or_else(|| no("table.waiting", "No round is being played."))
    }
}

/// The seats of people who still play.
fn playing(live: &Live) -> Vec<Seat> {
    if live.now.ended.is_some() {
        return Vec::new();
    }
    let seats = (0..live.now.seats).map(Seat);
    seats.filter(|seat| !live.has_bot(*seat) && !live.now.has_left(*seat)).collect()
}

/// The seats of those who asked after the last entry in which a person moved, and still play.
fn holding(table: &Table, live: &Live) -> Vec<Seat> {
    let still = playing(live);
    let asked = table.asked.iter().filter(|(_, seq)| *seq >= live.played);
    let seats = asked.filter_map(|(by, _)| live.now.seat_of(by));
    seats.filter(|seat| still.contains(seat)).collect()
}

/// Who asked first, when all who still play have asked.
fn agreed(table: &Table, live: &Live) -> Option<Seat> {
    let (still, asked) = (playing(live), holding(table, live));
    let all = still.len() >= 2 && still.iter().all(|seat| asked.contains(seat));
    asked.first().copied().filter(|_| all)
}
