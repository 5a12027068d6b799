//! What the house does with tables. Everything is decided from the newest state of a table's log and written as its
//! next entry; whoever comes second looks again.

mod cancel_vote;
mod stand_in;
mod table;
mod time_limit;

pub use table::{
    PHRASES, Round, Table, TableConfig, TableEntry, TableEvent, TableId, unknown_table,
};
pub use time_limit::{ClockStart, ClockState, EntryWritten, TimedMatch};

use crate::live::broken;
use crate::opening::random_seed;
use crate::upkeep::list_failed;
use crate::{Change, Document, Hall, MatchFilter, MatchId, Occupant, Summary, random_id};
use engine::{Refusal, Seat, Start};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
pub(crate) use table::{KIND, refuse};
use time_limit::new_time_limit;
use tokio::sync::broadcast;

/// The kind of paper that says who is at a table.
const MEMBER_KIND: &str = "at";

/// The kind of document that says who hosts a table that is open.
const HOST_KIND: &str = "host";

/// The shortest and the longest limit, in seconds.
const TIME_LIMITS: (u64, u64) = (10, 14 * 24 * 3600);

/// How many may race.
const RACERS: (u8, u8) = (2, 8);

impl Hall {
    /// Opens a table for a start: the one who does sits on the first seat.
    pub async fn open_table(
        &self,
        by: &str,
        start: &Start,
        plan: impl FnOnce(TableConfig) -> TableConfig,
    ) -> Result<TableId, Refusal> {
        let info = start.game.info();
        let setup = start.settings.iter().map(|(key, value)| (key.name.to_owned(), value.clone()));
        let plan = plan(TableConfig {
            game: info.id.to_owned(),
            setup: setup.collect(),
            words: start.words.clone(),
            seed: None,
            seats: start.seats,
            race: false,
            limit: None,
        });
        if let Some(limit) = plan.limit
            && !(TIME_LIMITS.0..=TIME_LIMITS.1).contains(&limit)
        {
            let text =
                format!("A move may take from {} to {} seconds.", TIME_LIMITS.0, TIME_LIMITS.1);
            return Err(Refusal::setup(text));
        }
        if plan.race && (info.fewest > 1 || !(RACERS.0..=RACERS.1).contains(&plan.seats)) {
            let (fewest, most) = RACERS;
            let text =
                format!("A race is for {fewest} to {most} people in a game that is played alone.");
            return Err(Refusal::setup(text));
        }
        self.spoils_no_daily(start)?;
        // What cannot be dealt cannot be played at a table either.
        let seats = if plan.race { 1 } else { plan.seats };
        self.dealt(&Start { seats, ..start.clone() }).await?;
        let id = TableId(random_id()?);
        let deeds = [
            TableEvent::Opened(plan),
            TableEvent::Sat { seat: Seat(0), who: Occupant::Player(by.to_owned()) },
            TableEvent::Invited(Some(random_id()?)),
        ];
        let mut filings = vec![add_member(by, &id), add_host(by, &id)];
        for (seq, did) in (0..).zip(deeds) {
            filings.push(self.table_entry(&id, seq, by, did)?);
        }
        self.change_documents(filings).await?;
        Ok(id)
    }

    /// A table by its name.
    pub async fn table(&self, id: &TableId) -> Result<Table, Refusal> {
        let known = self.0.table_cache.get(id);
        let after = known.as_ref().map_or(String::new(), |table| entry_document_id(id, table.seq));
        let news = self.store().documents_since(KIND, &id.0, &after).await;
        let news = news.map_err(|error| list_failed(&error))?;
        let read = |paper: &Document| serde_json::from_str::<TableEntry>(&paper.body);
        let news = news.iter().map(read).collect::<Result<Vec<_>, _>>();
        let news = news.map_err(|error| broken(format!("Table {id} cannot be read: {error}.")))?;
        let table = match known {
            Some(table) if news.is_empty() => return Ok(table),
            Some(table) => table.after(&news),
            None => Table::read(id, &news).ok_or_else(unknown_table)?,
        };
        self.0.table_cache.put(&table);
        Ok(table)
    }

    /// The tables at which this player is, or has played before they were shown the door.
    pub async fn tables_of(&self, player: &str) -> Result<Vec<TableId>, Refusal> {
        let papers = self.documents(MEMBER_KIND, player).await?;
        Ok(papers.into_iter().map(|paper| TableId(paper.body)).collect())
    }

    /// How many open tables this player hosts. Tables of earlier versions are not counted.
    pub async fn tables_hosted(&self, player: &str) -> Result<usize, Refusal> {
        Ok(self.documents(HOST_KIND, player).await?.len())
    }

    /// The table at which a match is played.
    pub async fn table_of(&self, id: &MatchId) -> Result<Option<TableId>, Refusal> {
        Ok(self.note(id).await?.map(TableId))
    }

    /// Rings with the name of a table at which something happened; without one it may be any.
    pub fn table_changes(&self) -> broadcast::Receiver<Option<TableId>> {
        self.listen();
        self.0.tables.subscribe()
    }

    /// Somebody comes with an invitation.
    pub async fn join_table(&self, id: &TableId, by: &str, code: &str) -> Result<Table, Refusal> {
        self.change_table(id, by, |table, _| {
            if table.is_member(by) {
                return Ok(None);
            }
            table.check_open()?;
            table.check_member_limit()?;
            match table.accepts_invitation(code) {
                true => Ok(Some(TableEvent::Joined)),
                false => Err(refuse("table.invitation", "This invitation is not valid any more.")),
            }
        })
        .await
    }

    /// Somebody who is at the table sits down: on this seat, or on the first that is free.
    pub async fn sit_down(
        &self,
        id: &TableId,
        by: &str,
        seat: Option<Seat>,
    ) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, playing| {
            table.check_open()?;
            let own = table.seat_of(by);
            // Whoever asks again, because the answer was lost, sits there already; a round may have begun since.
            if own.is_some() && (seat.is_none() || seat == own) {
                return Ok(None);
            }
            check_between_rounds(table, playing)?;
            let seat = seat.or(table.free_seat());
            let seat = seat.ok_or_else(|| refuse("table.seat", "Every seat is taken."))?;
            check_seat_free(table, seat)?;
            Ok(Some(TableEvent::Sat { seat, who: Occupant::Player(by.to_owned()) }))
        })
        .await
    }

    /// Somebody gets up.
    pub async fn stand_up(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, playing| {
            table.check_open()?;
            let Some(seat) = table.seat_of(by) else { return Ok(None) };
            check_between_rounds(table, playing)?;
            Ok(Some(TableEvent::Freed { seat }))
        })
        .await
    }

    /// The host sits a bot down, or frees a seat.
    pub async fn seat_bot(
        &self,
        id: &TableId,
        by: &str,
        seat: Seat,
        bot: Option<&str>,
    ) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, playing| {
            table.check_host(by)?;
            check_between_rounds(table, playing)?;
            let Some(name) = bot else {
                let taken = table.seats.get(seat.index()).is_some_and(Option::is_some);
                return Ok(taken.then_some(TableEvent::Freed { seat }));
            };
            check_seat_free(table, seat)?;
            let game = self.games().iter().find(|game| game.info().id == table.config.game);
            let bots = game.map(|game| game.bots()).unwrap_or_default();
            if !bots.contains(&name) {
                let (name, bots) = (engine::line::quote(name), bots.join(", "));
                return Err(refuse(
                    "house.bot",
                    format!("There is no bot “{name}”; there are {bots}."),
                ));
            }
            Ok(Some(TableEvent::Sat { seat, who: Occupant::Bot(name.to_owned()) }))
        })
        .await
    }

    /// A new invitation, or none any more; the old one stops working.
    pub async fn invite(&self, id: &TableId, by: &str, wanted: bool) -> Result<Table, Refusal> {
        let code = wanted.then(random_id).transpose()?;
        self.at_table(id, by, |table, _| {
            table.check_host(by)?;
            table.check_open()?;
            Ok(Some(TableEvent::Invited(code.clone())))
        })
        .await
    }

    /// The host shows somebody the door: they lose their seat and sight of the table, and the invitation is another one
    /// from now on. While a round is played nobody loses a seat.
    pub async fn remove(&self, id: &TableId, by: &str, who: &str) -> Result<Table, Refusal> {
        let code = random_id()?;
        self.at_table(id, by, |table, playing| {
            table.check_host(by)?;
            table.check_open()?;
            if who == by || !table.is_member(who) {
                return Err(refuse("table.person", "There is nobody like that at this table."));
            }
            if table.seat_of(who).is_some() {
                check_between_rounds(table, playing)?;
            }
            let invitation = table.invitation.as_ref().map(|_| code.clone());
            Ok(Some(TableEvent::Removed { who: who.to_owned(), invitation }))
        })
        .await
    }

    /// Somebody says something.
    pub async fn say(&self, id: &TableId, by: &str, phrase: u8) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, _| {
            table.check_open()?;
            match PHRASES.get(usize::from(phrase)) {
                Some(_) => Ok(Some(TableEvent::Said(phrase))),
                None => Err(refuse("table.phrase", "There is no such phrase.")),
            }
        })
        .await
    }

    /// The host closes the table. Matches that are being played go on.
    pub async fn close_table(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, _| {
            table.check_host(by)?;
            Ok((!table.closed).then_some(TableEvent::Closed))
        })
        .await
    }

    /// The host begins a round: the first, or a rematch.
    pub async fn start_round(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        loop {
            let table = self.known(id, by).await?;
            table.check_host(by)?;
            check_between_rounds(&table, self.is_playing(&table).await?)?;
            if table.free_seat().is_some() {
                return Err(refuse(
                    "table.waiting",
                    "There is still a free seat; put a bot there?",
                ));
            }
            let start = self.start_of(&table)?;
            let mut matches = Vec::new();
            for _ in 0..(if table.config.race { table.config.seats } else { 1 }) {
                let game = self.open(&start).await?;
                self.save_note(&game, &id.0).await?;
                matches.push(game);
            }
            let timed = matches.iter().filter_map(|game| new_time_limit(&table, game));
            let mut filings = timed.collect::<Result<Vec<_>, _>>()?;
            // The first round of a ticket is somebody else's challenge.
            if table.config.seed.is_none() || !table.rounds.is_empty() {
                filings.extend(self.made_by(&start, by));
            }
            let did = TableEvent::Started { matches };
            filings.push(self.note_next(&table, by, did)?);
            match self.change_documents(filings).await {
                Ok(()) => {
                    let table = self.table(id).await?;
                    self.seat_round(&table).await?;
                    return Ok(table);
                }
                // The matches that were opened for nothing have nobody at them.
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Everybody sits down at the matches of the last round. Done again, it changes nothing.
    pub async fn seat_round(&self, table: &Table) -> Result<(), Refusal> {
        let Some(round) = table.rounds.len().checked_sub(1) else { return Ok(()) };
        let who =
            table.rounds.get(round).map(|round| round.occupants.as_slice()).unwrap_or_default();
        for (seat, who) in (0..).map(Seat).zip(who) {
            let Some(game) = table.match_of(round, seat) else { continue };
            let place = table.seat_in_match(round, seat);
            match self.sit(game, place, who.clone()).await {
                // It is over, or they have left, before they sat down.
                Err(refusal) if !matches!(refusal.code, "house.over" | "house.seat") => {
                    return Err(refusal);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is known of the matches of a round. For the house itself: it holds secrets.
    pub async fn round(&self, table: &Table, round: usize) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for id in table.rounds.get(round).map(|round| round.matches.as_slice()).unwrap_or_default()
        {
            let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            found.extend(self.matches(&which).await?);
        }
        Ok(found)
    }

    /// Is a match of the last round still played?
    pub async fn is_playing(&self, table: &Table) -> Result<bool, Refusal> {
        let Some(round) = table.rounds.len().checked_sub(1) else { return Ok(false) };
        Ok(self.round(table, round).await?.iter().any(|summary| summary.ended.is_none()))
    }

    /// The matches of races at this player's tables that are not over for everybody.
    pub(crate) async fn racing(&self, player: &str) -> Result<BTreeSet<MatchId>, Refusal> {
        let mut racing = BTreeSet::new();
        for id in self.tables_of(player).await? {
            let table = self.table(&id).await?;
            if table.config.race && self.is_playing(&table).await? {
                racing.extend(table.rounds.last().into_iter().flat_map(|it| it.matches.clone()));
            }
        }
        Ok(racing)
    }

    /// The table, for somebody who is at it.
    pub(crate) async fn known(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        Some(self.table(id).await?).filter(|table| table.is_member(by)).ok_or_else(unknown_table)
    }

    /// Does something at a table at which one is. To all others it is not there.
    pub(crate) async fn at_table(
        &self,
        id: &TableId,
        by: &str,
        decide: impl Fn(&Table, bool) -> Result<Option<TableEvent>, Refusal>,
    ) -> Result<Table, Refusal> {
        self.change_table(id, by, |table, playing| match table.is_member(by) {
            true => decide(table, playing),
            false => Err(unknown_table()),
        })
        .await
    }

    /// Does something at a table, as its newest state allows; gives the table after it.
    async fn change_table(
        &self,
        id: &TableId,
        by: &str,
        decide: impl Fn(&Table, bool) -> Result<Option<TableEvent>, Refusal>,
    ) -> Result<Table, Refusal> {
        loop {
            let table = self.table(id).await?;
            let playing = self.is_playing(&table).await?;
            let did = match decide(&table, playing) {
                Ok(Some(did)) => did,
                Ok(None) => return Ok(table),
                Err(refusal) => return Err(refusal),
            };
            let mut filings = vec![self.note_next(&table, by, did.clone())?];
            match &did {
                // Who has played here and comes back is on paper still.
                TableEvent::Joined if self.tables_of(by).await?.contains(id) => {}
                TableEvent::Joined => filings.push(add_member(by, id)),
                // Who has played here finds the way to their matches, wherever they are.
                TableEvent::Removed { who, .. } if table.has_played(who) => {}
                TableEvent::Removed { who, .. } => filings.push(remove_member(who, id)),
                TableEvent::Closed => filings.push(remove_host(&table.host, id)),
                _ => {}
            }
            match self.change_documents(filings).await {
                Ok(()) => return self.table(id).await,
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// How the next round of a table begins.
    fn start_of(&self, table: &Table) -> Result<Start, Refusal> {
        let TableConfig { game, setup, words, seed, seats, race, .. } = &table.config;
        let game = crate::opening::find(self.games(), game)?;
        let seed = match seed.filter(|_| table.rounds.is_empty()) {
            Some(seed) => seed,
            None => random_seed()?,
        };
        let seats = if *race { 1 } else { *seats };
        Ok(Start { game, settings: game.stored(setup)?, seats, words: words.clone(), seed })
    }

    /// The next entry of a table's log, if the table accepts it.
    pub(crate) fn note_next(
        &self,
        table: &Table,
        by: &str,
        did: TableEvent,
    ) -> Result<Change, Refusal> {
        table.accepts(by, &did)?;
        self.table_entry(&table.id, table.seq + 1, by, did)
    }

    fn table_entry(
        &self,
        id: &TableId,
        seq: u64,
        by: &str,
        did: TableEvent,
    ) -> Result<Change, Refusal> {
        let noted = TableEntry { at: self.now(), by: by.to_owned(), did };
        let body = serde_json::to_string(&noted)
            .map_err(|error| broken(format!("This cannot be written down: {error}.")))?;
        let name = entry_document_id(id, seq);
        Ok(Change::Put(Document { kind: KIND, id: name, owner: id.0.clone(), version: 0, body }))
    }
}

/// What an entry of a table's log is called. Names are in the order of the numbers.
fn entry_document_id(id: &TableId, seq: u64) -> String {
    format!("{id}/{seq:010}")
}

/// How many tables are remembered.
const MAX_CACHED_TABLES: usize = 512;

/// Tables as they were when they were last asked for, so that only what is new in their logs has to be read.
#[derive(Default)]
pub(crate) struct TableCache(Mutex<HashMap<TableId, Table>>);

impl TableCache {
    fn get(&self, id: &TableId) -> Option<Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Remembers a table, unless a newer state of it is known.
    fn put(&self, table: &Table) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CACHED_TABLES {
            all.clear();
        }
        if all.get(&table.id).is_none_or(|known| known.seq < table.seq) {
            all.insert(table.id.clone(), table.clone());
        }
    }
}

/// That somebody is at a table.
pub(crate) fn add_member(player: &str, id: &TableId) -> Change {
    let (name, owner) = (format!("{player}/{id}"), player.to_owned());
    Change::Put(Document { kind: MEMBER_KIND, id: name, owner, version: 0, body: id.0.clone() })
}

/// That somebody is not there any more.
pub(crate) fn remove_member(player: &str, id: &TableId) -> Change {
    Change::Delete { kind: MEMBER_KIND, id: format!("{player}/{id}"), owner: player.to_owned() }
}

/// That somebody hosts a table that is open.
pub(crate) fn add_host(player: &str, id: &TableId) -> Change {
    let (name, owner) = (format!("{player}/{id}"), player.to_owned());
    Change::Put(Document { kind: HOST_KIND, id: name, owner, version: 0, body: id.0.clone() })
}

/// That somebody does not host it any more.
pub(crate) fn remove_host(player: &str, id: &TableId) -> Change {
    Change::Delete { kind: HOST_KIND, id: format!("{player}/{id}"), owner: player.to_owned() }
}

/// Seats change hands only between rounds.
fn check_between_rounds(table: &Table, playing: bool) -> Result<(), Refusal> {
    table.check_open()?;
    match playing {
        true => Err(refuse("table.begun", "That has to wait until this round is over.")),
        false => Ok(()),
    }
}

fn check_seat_free(table: &Table, seat: Seat) -> Result<(), Refusal> {
    match table.seats.get(seat.index()) {
        None => Err(refuse("table.seat", "There is no such seat at this table.")),
        Some(Some(_)) => Err(refuse("table.seat", "That seat is taken.")),
        Some(None) => Ok(()),
    }
}
