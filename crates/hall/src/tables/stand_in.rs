//! A bot plays on for somebody who is away, when others have waited long enough. In the log of the match the bot sits down
//! on the seat, which stays whose it was: they may come back whenever they like. How long others have waited, the steady clock
//! of the house says that is asked.

use crate::hall::no_bot;
use crate::live::Live;
use crate::tables::{TableEvent, refuse};
use crate::{Entry, Hall, MatchFilter, MatchId, Occupant, Summary, Table, TableId};
use engine::{Refusal, Seat};
use std::time::Duration;

impl Hall {
    /// Somebody who sits at the table, or its host, lets a bot play on for somebody else on a seat of the table, when
    /// others have waited so long for a move there. Where the host has chosen a limit of time, that holds instead; and
    /// who is away themselves does not send others away.
    pub async fn stand_in(
        &self,
        id: &TableId,
        by: &str,
        seat: Seat,
        bot: &str,
        patience: Duration,
    ) -> Result<Table, Refusal> {
        let table = self.known(id, by).await?;
        let game = self.shared_match(&table).await?;
        match table.seat_of(by) {
            Some(own) if own == seat => {
                let text = "Others can let a bot play on for you; you cannot yourself.";
                return Err(refuse("table.turn", text));
            }
            Some(_) => {}
            None => table.check_host(by)?,
        }
        if table.config.limit.is_some() {
            let text = "There is a limit of time here: who does not move in time leaves.";
            return Err(refuse("table.limit", text));
        }
        table.check_log_space(by)?;
        let place = place(&table, seat)?;
        let own = table.owned(&game, by);
        let who = Occupant::Bot(bot.to_owned());
        let sat = self.reseat(&game, place, who, |live| {
            if !live.start.game.bots().contains(&bot) {
                return Err(no_bot(&live.start, bot));
            }
            if live.has_bot(place) {
                return Err(refuse("table.seat", "A bot plays there already."));
            }
            if own.is_some_and(|own| live.has_bot(own)) {
                return Err(refuse("table.away", "A bot plays on for you; come back first."));
            }
            if !live.game.to_act().has(place) {
                return Err(refuse("table.turn", "Nobody waits for that seat."));
            }
            is_patient(live.since.elapsed(), patience)
        });
        match sat.await? {
            true => self.tell(id, by, TableEvent::StoodIn { seat, bot: bot.to_owned() }).await,
            false => Ok(table),
        }
    }

    /// Somebody for whom a bot plays on takes their seat back.
    pub async fn come_back(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        let table = self.known(id, by).await?;
        let game = self.shared_match(&table).await?;
        let Some(seat) = table.seat_of(by) else {
            return Err(refuse("table.seat", "You do not sit at this table."));
        };
        let Some(place) = table.owned(&game, by) else {
            return Err(refuse("table.seat", "You do not play in this round."));
        };
        match self.reseat(&game, place, Occupant::Player(by.to_owned()), |_| Ok(())).await? {
            true => self.tell(id, by, TableEvent::CameBack { seat }).await,
            false => Ok(table),
        }
    }

    /// The matches of a player, the latest first: those at which they sit, and those that a bot plays on for them, or has
    /// played to the end. For the house itself: it holds secrets.
    pub async fn own_matches(
        &self,
        player: &str,
        which: &MatchFilter,
    ) -> Result<Vec<Summary>, Refusal> {
        let which = MatchFilter { player: Some(player.to_owned()), ..which.clone() };
        let mut found = self.matches(&which).await?;
        for summary in self.left_to_bots(player).await? {
            if which.over.is_none_or(|over| over == summary.ended.is_some()) {
                found.push(summary);
            }
        }
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.0.cmp(&b.id.0)));
        found.truncate(which.limit.map_or(usize::MAX, |limit| limit as usize));
        Ok(found)
    }

    /// The matches at a player's tables in which a bot sits on their seat.
    async fn left_to_bots(&self, player: &str) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for id in self.tables_of(player).await? {
            // One that cannot be read stands in nobody's way.
            let Ok(table) = self.table(&id).await else { continue };
            for (number, round) in table.rounds.iter().enumerate() {
                // That a bot plays on may not stand in the table's log yet.
                let is_last = number + 1 == table.rounds.len();
                let owns = |game: &MatchId| table.owned(game, player).is_some();
                if (is_last || round.had_stand_in) && round.matches.iter().any(owns) {
                    let round = self.round(&table, number).await?.into_iter();
                    found.extend(round.filter(|it| it.seat_of(player).is_none()));
                }
            }
        }
        Ok(found)
    }

    /// Somebody else sits on a seat from now on, when the newest state of the match allows it; false, when they did
    /// already.
    async fn reseat(
        &self,
        id: &MatchId,
        seat: Seat,
        who: Occupant,
        may: impl Fn(&Live) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        if self.catch_up(id, &mut live).await? {
            self.wake_bot(id, &mut live);
        }
        loop {
            live.whole()?;
            if live.now.sat.get(seat.index()) == Some(&Some(who.clone())) {
                return Ok(false);
            }
            if live.now.ended.is_some() || live.now.has_left(seat) {
                return Err(refuse("table.seat", "Nobody plays on that seat any more."));
            }
            may(&live)?;
            let entry = Entry::Sat { seat, who: who.clone() };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(true);
            }
        }
    }

    /// Notes down what the log of the match says already, so that all who follow the table hear of it.
    async fn tell(&self, id: &TableId, by: &str, did: TableEvent) -> Result<Table, Refusal> {
        self.at_table(id, by, |_, _| Ok(Some(did.clone()))).await
    }
}

/// The seat of its match on which a person plays who has this seat of the table.
fn place(table: &Table, seat: Seat) -> Result<Seat, Refusal> {
    let round = table.rounds.len().saturating_sub(1);
    let who = table.rounds.last().and_then(|round| round.occupants.get(seat.index()));
    match who {
        Some(Occupant::Player(_)) => Ok(table.seat_in_match(round, seat)),
        Some(Occupant::Bot(_)) => Err(refuse("table.seat", "A bot plays there already.")),
        None => Err(refuse("table.seat", "There is no such seat at this table.")),
    }
}

/// Have others waited so long?
fn is_patient(waited: Duration, patience: Duration) -> Result<(), Refusal> {
    let Some(left) = patience.checked_sub(waited).filter(|left| !left.is_zero()) else {
        return Ok(());
    };
    let text = format!(
        "A bot may play on when others have waited for {}; please wait {} more.",
        span(patience),
        span(left)
    );
    Err(refuse("table.patience", text))
}

/// A stretch of time in words; what is left of a second counts as a whole one.
fn span(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (n, unit) = match seconds {
        120.. if seconds.is_multiple_of(60) => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}
