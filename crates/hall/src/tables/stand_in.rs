//! Stand-ins: a bot plays for an absent player when others have waited long enough. In the log of the match the bot
//! takes the seat, but the seat still belongs to the player, who may come back at any time. The waiting time is
//! measured by the monotonic clock of the server that gets the request.

use crate::hall::no_bot;
use crate::live::Live;
use crate::tables::TableEvent;
use crate::{Entry, Hall, MatchFilter, MatchId, Occupant, Summary, Table, TableId, Update};
use engine::{Code, Refusal, Seat};
use std::time::Duration;

impl Hall {
    /// Lets a bot play for the absent player on a seat of the table, if the others have waited for `patience`. A seated
    /// player or the host may request it, unless a bot plays for them, too. Tables with a time limit have no stand-ins.
    pub async fn stand_in(
        &self,
        id: &TableId,
        by: &str,
        seat: Seat,
        bot: &str,
        patience: Duration,
    ) -> Result<Table, Refusal> {
        let table = self.table_for_member(id, by).await?;
        let game = self.shared_match(&table).await?;
        match table.seat_of(by) {
            Some(own) if own == seat => {
                let text = "Only other players can let a bot play for you.";
                return Err(Refusal::new(Code::TableTurn, text));
            }
            Some(_) => {}
            None => table.check_host(by)?,
        }
        if table.config.limit.is_some() {
            let text =
                "This table has a time limit: a player who runs out of time leaves the match.";
            return Err(Refusal::new(Code::TableLimit, text));
        }
        table.check_log_space(by)?;
        let place = seat_of_person(&table, seat)?;
        let own = table.owned(&game, by);
        let stand_in = Occupant::Bot(bot.to_owned());
        let reseated = self.reseat(&game, place, stand_in, |live| {
            if !live.start.game.bots().contains(&bot) {
                return Err(no_bot(&live.start, bot));
            }
            if live.has_bot(place) {
                return Err(Refusal::new(Code::TableSeat, "A bot is already playing there."));
            }
            if own.is_some_and(|own| live.has_bot(own)) {
                return Err(Refusal::new(
                    Code::TableAway,
                    "A bot is playing for you. Take over first.",
                ));
            }
            if !live.game.to_act().has(place) {
                return Err(Refusal::new(Code::TableTurn, "It isn't that player's turn."));
            }
            check_waited(live.since.elapsed(), patience)
        });
        match reseated.await? {
            true => self.record(id, by, TableEvent::StoodIn { seat, bot: bot.to_owned() }).await,
            false => Ok(table),
        }
    }

    /// Lets a player take over from their stand-in.
    pub async fn come_back(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        let table = self.table_for_member(id, by).await?;
        let game = self.shared_match(&table).await?;
        let Some(seat) = table.seat_of(by) else {
            return Err(Refusal::new(Code::TableSeat, "You don't have a seat at this table."));
        };
        let Some(place) = table.owned(&game, by) else {
            return Err(Refusal::new(Code::TableSeat, "You aren't playing in this round."));
        };
        match self.reseat(&game, place, Occupant::Player(by.to_owned()), |_| Ok(())).await? {
            true => self.record(id, by, TableEvent::CameBack { seat }).await,
            false => Ok(table),
        }
    }

    /// The matches of a player, the latest first, including those with a stand-in for them. For trusted callers only:
    /// summaries contain secrets.
    pub async fn own_matches(
        &self,
        player: &str,
        filter: &MatchFilter,
    ) -> Result<Vec<Summary>, Refusal> {
        let filter = MatchFilter { player: Some(player.to_owned()), ..filter.clone() };
        let mut found = self.matches(&filter).await?;
        for summary in self.matches_with_stand_in(player).await? {
            if filter.over.is_none_or(|over| over == summary.ended.is_some()) {
                found.push(summary);
            }
        }
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.0.cmp(&b.id.0)));
        found.truncate(filter.limit.map_or(usize::MAX, |limit| limit as usize));
        Ok(found)
    }

    /// The matches at a player's tables in which a bot has their seat.
    async fn matches_with_stand_in(&self, player: &str) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for id in self.tables_of(player).await? {
            // A table that can't be read is skipped.
            let Ok(table) = self.table(&id).await else { continue };
            for (number, round) in table.rounds.iter().enumerate() {
                // The table's log may not have recorded a stand-in in the last round yet.
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

    /// Gives a seat to another occupant if `check` allows it in the newest state of the match. Returns false if they
    /// already have it.
    async fn reseat(
        &self,
        id: &MatchId,
        seat: Seat,
        occupant: Occupant,
        check: impl Fn(&Live) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        if self.catch_up(id, &mut live).await? {
            self.wake_bot(id, &mut live);
        }
        loop {
            live.whole()?;
            if live.now.sat.get(seat.index()) == Some(&Some(occupant.clone())) {
                return Ok(false);
            }
            if live.now.ended.is_some() || live.now.has_left(seat) {
                return Err(Refusal::new(
                    Code::TableSeat,
                    "Nobody is playing on that seat any more.",
                ));
            }
            check(&live)?;
            let entry = Entry::Sat { seat, who: occupant.clone() };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(true);
            }
        }
    }

    /// Records an event of the match's log in the table's log, so that everyone who follows the table is notified.
    async fn record(&self, id: &TableId, by: &str, event: TableEvent) -> Result<Table, Refusal> {
        self.at_table(id, by, |_, _| Ok(Some(event.clone()))).await
    }
}

impl Table {
    /// The seats of the table for whose players this person may request a stand-in once the others have waited long
    /// enough. The rules are those of [`Hall::stand_in`].
    pub fn stand_in_seats(&self, id: &MatchId, update: &Update, by: &str) -> Vec<Seat> {
        let is_away = self.owned(id, by).is_some_and(|own| update.has_bot(own));
        let may = self.seat_of(by).is_some() || self.host == by;
        if self.config.race || self.config.limit.is_some() || is_away || !may {
            return Vec::new();
        }
        let seats = self.table_seats(id).unwrap_or_default();
        let late = update.to_act.iter().filter(|seat| update.is_played_by_person(*seat));
        let late = late.filter_map(|seat| seats.get(seat.index()).copied());
        late.filter(|seat| self.seat_of(by) != Some(*seat)).collect()
    }
}

/// The seat in the match of the person with this seat at the table. Fails if there is none or it is a bot's.
fn seat_of_person(table: &Table, seat: Seat) -> Result<Seat, Refusal> {
    let round = table.rounds.len().saturating_sub(1);
    let occupant = table.rounds.last().and_then(|round| round.occupants.get(seat.index()));
    match occupant {
        Some(Occupant::Player(_)) => Ok(table.seat_in_match(round, seat)),
        Some(Occupant::Bot(_)) => {
            Err(Refusal::new(Code::TableSeat, "A bot is already playing there."))
        }
        None => Err(Refusal::new(Code::TableSeat, "There is no such seat at this table.")),
    }
}

/// Fails with `table.patience` if the others haven't waited long enough.
fn check_waited(waited: Duration, patience: Duration) -> Result<(), Refusal> {
    let Some(left) = patience.checked_sub(waited).filter(|left| !left.is_zero()) else {
        return Ok(());
    };
    let text = format!(
        "A bot can stand in when others have waited for {}. Please wait {} more.",
        span(patience),
        span(left)
    );
    Err(Refusal::new(Code::TablePatience, text))
}

/// A duration in words, rounded up to seconds.
fn span(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (n, unit) = match seconds {
        120.. if seconds.is_multiple_of(60) => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}
