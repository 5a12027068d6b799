//! What people do at tables. Everything is decided from the newest state of a table's log and written as its next
//! entry; if another entry comes first, it is decided again.

mod cancel_vote;
mod stand_in;
mod table;
mod time_limit;

pub use table::{
    PHRASES, Round, Table, TableConfig, TableEntry, TableEvent, TableId, unknown_table,
};
pub use time_limit::{ClockStart, ClockState, EntryWritten, TimedMatch};

use crate::documents::retry_on_conflict;
use crate::live::broken;
use crate::opening::random_seed;
use crate::upkeep::list_failed;
use crate::{Change, Document, Hall, MatchFilter, MatchId, Occupant, Summary, random_id};
use engine::{Code, Refusal, Seat, Start};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
pub(crate) use table::KIND;
use time_limit::new_time_limit;
use tokio::sync::broadcast;

/// The kind of document for a member of a table.
const MEMBER_KIND: &str = "at";

/// The same for tables that are closed.
const PAST_KIND: &str = "was_at";

/// The kind of document for the host of an open table.
const HOST_KIND: &str = "host";

/// The shortest and the longest time limit, in seconds.
const TIME_LIMITS: (u64, u64) = (10, 14 * 24 * 3600);

/// The fewest and the most players of a race.
const RACERS: (u8, u8) = (2, 8);

impl Hall {
    /// Opens a table for a start. The host gets the first seat. `configure` may change the configuration.
    pub async fn open_table(
        &self,
        by: &str,
        start: &Start,
        configure: impl FnOnce(TableConfig) -> TableConfig,
    ) -> Result<TableId, Refusal> {
        let info = start.game.info();
        let setup = start.settings.iter().map(|(key, value)| (key.name.to_owned(), value.clone()));
        let config = configure(TableConfig {
            game: info.id.to_owned(),
            setup: setup.collect(),
            words: start.words.clone(),
            seed: None,
            seats: start.seats,
            race: false,
            limit: None,
        });
        if let Some(limit) = config.limit
            && !(TIME_LIMITS.0..=TIME_LIMITS.1).contains(&limit)
        {
            let text =
                format!("A move may take from {} to {} seconds.", TIME_LIMITS.0, TIME_LIMITS.1);
            return Err(Refusal::setup(text));
        }
        if config.race && (info.fewest > 1 || !(RACERS.0..=RACERS.1).contains(&config.seats)) {
            let (fewest, most) = RACERS;
            let text =
                format!("A race is for {fewest} to {most} people, in a game for one player.");
            return Err(Refusal::setup(text));
        }
        self.check_spoils_no_daily(start)?;
        // Fails if the match can't be dealt.
        let seats = if config.race { 1 } else { config.seats };
        self.dealt(&Start { seats, ..start.clone() }).await?;
        let id = TableId(random_id()?);
        let events = [
            TableEvent::Opened(config),
            TableEvent::Sat { seat: Seat(0), who: Occupant::Player(by.to_owned()) },
            TableEvent::Invited(Some(random_id()?)),
        ];
        let mut changes = vec![add_member(by, &id), add_host(by, &id)];
        for (seq, event) in (0..).zip(events) {
            changes.push(self.table_entry(&id, seq, by, event)?);
        }
        self.change_documents(changes).await?;
        Ok(id)
    }

    /// The table with this id. The cached state is used, but the store is always asked for entries after it: there are
    /// seldom any, so it is one look at an index. Events of the store aren't enough, because they may be late or lost,
    /// and a stale table would break promises: on every server a removed player sees nothing more, a new member gets in
    /// at once, and a refusal comes from the newest state. Only changes don't need this: they fail with `house.changed`
    /// if an entry came first.
    pub async fn table(&self, id: &TableId) -> Result<Table, Refusal> {
        let cached = self.0.table_cache.get(id);
        let after = cached.as_ref().map_or(String::new(), |table| entry_document_id(id, table.seq));
        let new_entries = self.store().documents_since(KIND, &id.0, &after).await;
        let new_entries = new_entries.map_err(|error| list_failed(&error))?;
        let read = |document: &Document| serde_json::from_str::<TableEntry>(&document.body);
        let new_entries = new_entries.iter().map(read).collect::<Result<Vec<_>, _>>();
        let new_entries =
            new_entries.map_err(|error| broken(format!("Table {id} cannot be read: {error}.")))?;
        let table = match cached {
            Some(table) if new_entries.is_empty() => return Ok(table),
            Some(table) => table.after(&new_entries),
            None => Table::read(id, &new_entries).ok_or_else(unknown_table)?,
        };
        self.0.table_cache.put(&table);
        Ok(table)
    }

    /// The tables of this player, including those that are closed, and those where they have played before they were
    /// removed.
    pub async fn tables_of(&self, player: &str) -> Result<Vec<TableId>, Refusal> {
        let mut all = self.documents(MEMBER_KIND, player).await?;
        all.extend(self.documents(PAST_KIND, player).await?);
        Ok(all.into_iter().map(|document| TableId(document.body)).collect())
    }

    /// The open tables that this player is at. However many closed ones there are, they cost nothing.
    pub async fn open_tables_of(&self, player: &str) -> Result<Vec<Table>, Refusal> {
        let mut open = Vec::new();
        for document in self.documents(MEMBER_KIND, player).await? {
            let table = self.table(&TableId(document.body)).await?;
            match table.closed {
                false if table.is_member(player) => open.push(table),
                false => {}
                // Earlier versions left the document of a closed table where it was.
                true => self.change_documents(archive_member(player, &table.id)).await?,
            }
        }
        Ok(open)
    }

    /// How many open tables this player hosts. Tables of earlier versions aren't counted.
    pub async fn tables_hosted(&self, player: &str) -> Result<usize, Refusal> {
        Ok(self.documents(HOST_KIND, player).await?.len())
    }

    /// Receives the id of a table that has changed; `None` means any table.
    pub fn table_changes(&self) -> broadcast::Receiver<Option<TableId>> {
        self.listen();
        self.0.tables.subscribe()
    }

    /// Joins a table with an invitation.
    pub async fn join_table(&self, id: &TableId, by: &str, code: &str) -> Result<Table, Refusal> {
        self.change_table(id, by, |table, _| {
            if table.is_member(by) {
                return Ok(None);
            }
            table.check_open()?;
            table.check_member_limit()?;
            match table.accepts_invitation(code) {
                true => Ok(Some(TableEvent::Joined)),
                false => {
                    Err(Refusal::new(Code::TableInvitation, "This invitation is no longer valid."))
                }
            }
        })
        .await
    }

    /// Takes this seat, or the first free one.
    pub async fn sit_down(
        &self,
        id: &TableId,
        by: &str,
        seat: Option<Seat>,
    ) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, playing| {
            table.check_open()?;
            let own = table.seat_of(by);
            // A repeated request, after a lost answer, finds its own seat; a round may have started since.
            if own.is_some() && (seat.is_none() || seat == own) {
                return Ok(None);
            }
            check_between_rounds(table, playing)?;
            let seat = seat.or(table.free_seat());
            let seat = seat.ok_or_else(|| Refusal::new(Code::TableSeat, "Every seat is taken."))?;
            check_seat_free(table, seat)?;
            Ok(Some(TableEvent::Sat { seat, who: Occupant::Player(by.to_owned()) }))
        })
        .await
    }

    /// Leaves one's seat.
    pub async fn stand_up(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, playing| {
            table.check_open()?;
            let Some(seat) = table.seat_of(by) else { return Ok(None) };
            check_between_rounds(table, playing)?;
            Ok(Some(TableEvent::Freed { seat }))
        })
        .await
    }

    /// Seats a bot, or frees a seat. Only the host may.
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
                return Err(Refusal::new(
                    Code::Bot,
                    format!("There is no bot “{name}”. Choose one of: {bots}."),
                ));
            }
            Ok(Some(TableEvent::Sat { seat, who: Occupant::Bot(name.to_owned()) }))
        })
        .await
    }

    /// Creates a new invitation or removes it. The old one stops working.
    pub async fn invite(&self, id: &TableId, by: &str, wanted: bool) -> Result<Table, Refusal> {
        let code = wanted.then(random_id).transpose()?;
        self.at_table(id, by, |table, _| {
            table.check_host(by)?;
            table.check_open()?;
            Ok(Some(TableEvent::Invited(code.clone())))
        })
        .await
    }

    /// Removes a player from the table: they lose their seat and can't see the table any more, and the invitation
    /// changes. Fails if they have a seat while a round is played. Only the host may.
    pub async fn remove(&self, id: &TableId, by: &str, player: &str) -> Result<Table, Refusal> {
        let code = random_id()?;
        self.at_table(id, by, |table, playing| {
            table.check_host(by)?;
            table.check_open()?;
            if player == by || !table.is_member(player) {
                return Err(Refusal::new(Code::TablePerson, "That player isn't at this table."));
            }
            if table.seat_of(player).is_some() {
                check_between_rounds(table, playing)?;
            }
            let invitation = table.invitation.as_ref().map(|_| code.clone());
            Ok(Some(TableEvent::Removed { who: player.to_owned(), invitation }))
        })
        .await
    }

    /// Says a phrase.
    pub async fn say(&self, id: &TableId, by: &str, phrase: u8) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, _| {
            table.check_open()?;
            match PHRASES.get(usize::from(phrase)) {
                Some(_) => Ok(Some(TableEvent::Said(phrase))),
                None => Err(Refusal::new(Code::TablePhrase, "There is no such phrase.")),
            }
        })
        .await
    }

    /// Closes the table. Its matches continue. Only the host may.
    pub async fn close_table(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        self.at_table(id, by, |table, _| {
            table.check_host(by)?;
            Ok((!table.closed).then_some(TableEvent::Closed))
        })
        .await
    }

    /// Starts a round: the first one or a rematch. Only the host may.
    pub async fn start_round(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        retry_on_conflict(|| async {
            let table = self.table_for_member(id, by).await?;
            table.check_host(by)?;
            check_between_rounds(&table, self.is_playing(&table).await?)?;
            if table.free_seat().is_some() {
                return Err(Refusal::new(
                    Code::TableWaiting,
                    "There is still a free seat. Add a bot?",
                ));
            }
            let start = self.start_of(&table)?;
            let mut matches = Vec::new();
            for _ in 0..(if table.config.race { table.config.seats } else { 1 }) {
                let game = self.open(&start).await?;
                self.save_table_of(&game, id).await?;
                matches.push(game);
            }
            let timed = matches.iter().filter_map(|game| new_time_limit(&table, game));
            let mut changes = timed.collect::<Result<Vec<_>, _>>()?;
            // The first round of a ticket is another player's challenge.
            if table.config.seed.is_none() || !table.rounds.is_empty() {
                changes.extend(self.made_by(&start, by));
            }
            let event = TableEvent::Started { matches };
            changes.push(self.note_next(&table, by, event)?);
            // If another change came first, the matches that were opened in vain have no players.
            self.change_documents(changes).await?;
            let table = self.table(id).await?;
            self.seat_round(&table).await?;
            Ok(table)
        })
        .await
    }

    /// Seats all players in the matches of the last round. Calling it again changes nothing.
    pub async fn seat_round(&self, table: &Table) -> Result<(), Refusal> {
        let Some(round) = table.rounds.len().checked_sub(1) else { return Ok(()) };
        let occupants =
            table.rounds.get(round).map(|round| round.occupants.as_slice()).unwrap_or_default();
        for (seat, occupant) in (0..).map(Seat).zip(occupants) {
            let Some(game) = table.match_of(round, seat) else { continue };
            let place = table.seat_in_match(round, seat);
            match self.sit(game, place, occupant.clone()).await {
                // The match ended or the player left before they sat down.
                Err(refusal) if !matches!(refusal.code, Code::Over | Code::Seat) => {
                    return Err(refusal);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The summaries of a round. For trusted callers only: they contain secrets.
    pub async fn round(&self, table: &Table, round: usize) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for id in table.rounds.get(round).map(|round| round.matches.as_slice()).unwrap_or_default()
        {
            let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            found.extend(self.matches(&filter).await?);
        }
        Ok(found)
    }

    /// Whether a match of the last round is unfinished.
    pub async fn is_playing(&self, table: &Table) -> Result<bool, Refusal> {
        let Some(round) = table.rounds.len().checked_sub(1) else { return Ok(false) };
        Ok(self.round(table, round).await?.iter().any(|summary| summary.ended.is_none()))
    }

    /// The matches of this player's races that aren't over for everyone.
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

    /// The table, if this player is a member.
    pub(crate) async fn table_for_member(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        Some(self.table(id).await?).filter(|table| table.is_member(by)).ok_or_else(unknown_table)
    }

    /// Changes a table for a member. For all others it doesn't exist.
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

    /// Writes the event that `decide` returns for the newest state of a table. Returns the table after it.
    async fn change_table(
        &self,
        id: &TableId,
        by: &str,
        decide: impl Fn(&Table, bool) -> Result<Option<TableEvent>, Refusal>,
    ) -> Result<Table, Refusal> {
        retry_on_conflict(|| async {
            let table = self.table(id).await?;
            let playing = self.is_playing(&table).await?;
            let Some(event) = decide(&table, playing)? else { return Ok(table) };
            let mut changes = vec![self.note_next(&table, by, event.clone())?];
            match &event {
                // A former player who comes back still has the document.
                TableEvent::Joined if self.tables_of(by).await?.contains(id) => {}
                TableEvent::Joined => changes.push(add_member(by, id)),
                // A removed player who has played here keeps the document, and so finds their matches.
                TableEvent::Removed { who, .. } if table.has_played(who) => {}
                TableEvent::Removed { who, .. } => changes.extend(remove_member(who, id)),
                TableEvent::Closed => {
                    changes.push(remove_host(&table.host, id));
                    changes.extend(table.members.iter().flat_map(|one| archive_member(one, id)));
                }
                _ => {}
            }
            self.change_documents(changes).await?;
            self.table(id).await
        })
        .await
    }

    /// The start of the next round.
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

    /// The next entry of a table's log. Fails if the log is full or this person has written too much.
    pub(crate) fn note_next(
        &self,
        table: &Table,
        by: &str,
        event: TableEvent,
    ) -> Result<Change, Refusal> {
        table.accepts(by, &event)?;
        self.table_entry(&table.id, table.seq + 1, by, event)
    }

    fn table_entry(
        &self,
        id: &TableId,
        seq: u64,
        by: &str,
        event: TableEvent,
    ) -> Result<Change, Refusal> {
        let entry = TableEntry { at: self.now(), by: by.to_owned(), did: event };
        let body = serde_json::to_string(&entry)
            .map_err(|error| broken(format!("This can't be stored: {error}.")))?;
        let name = entry_document_id(id, seq);
        Ok(Change::Put(Document { kind: KIND, id: name, owner: id.0.clone(), version: 0, body }))
    }
}

/// The document id of an entry of a table's log. Ids sort by seq.
fn entry_document_id(id: &TableId, seq: u64) -> String {
    format!("{id}/{seq:010}")
}

/// How many tables are cached.
const MAX_CACHED_TABLES: usize = 512;

/// Tables in the state that was last read, so that only new entries of their logs have to be read.
#[derive(Default)]
pub(crate) struct TableCache(Mutex<HashMap<TableId, Table>>);

impl TableCache {
    fn get(&self, id: &TableId) -> Option<Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Caches a table unless a newer state is cached.
    fn put(&self, table: &Table) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CACHED_TABLES {
            all.clear();
        }
        if all.get(&table.id).is_none_or(|cached| cached.seq < table.seq) {
            all.insert(table.id.clone(), table.clone());
        }
    }
}

/// Makes a player a member of a table.
pub(crate) fn add_member(player: &str, id: &TableId) -> Change {
    let (name, owner) = (format!("{player}/{id}"), player.to_owned());
    Change::Put(Document { kind: MEMBER_KIND, id: name, owner, version: 0, body: id.0.clone() })
}

/// Ends a membership.
pub(crate) fn remove_member(player: &str, id: &TableId) -> [Change; 2] {
    [MEMBER_KIND, PAST_KIND].map(|kind| Change::Delete {
        kind,
        id: format!("{player}/{id}"),
        owner: player.to_owned(),
    })
}

/// Files a membership among those at closed tables.
fn archive_member(player: &str, id: &TableId) -> Vec<Change> {
    let (name, owner) = (format!("{player}/{id}"), player.to_owned());
    let (kind, body) = (PAST_KIND, id.0.clone());
    vec![
        Change::Delete { kind: MEMBER_KIND, id: name.clone(), owner: owner.clone() },
        Change::Put(Document { kind, id: name, owner, version: 0, body }),
    ]
}

/// Records the host of an open table.
pub(crate) fn add_host(player: &str, id: &TableId) -> Change {
    let (name, owner) = (format!("{player}/{id}"), player.to_owned());
    Change::Put(Document { kind: HOST_KIND, id: name, owner, version: 0, body: id.0.clone() })
}

/// Removes the record of a host.
pub(crate) fn remove_host(player: &str, id: &TableId) -> Change {
    Change::Delete { kind: HOST_KIND, id: format!("{player}/{id}"), owner: player.to_owned() }
}

/// Fails with `table.begun` while a round is played, since seats change only between rounds.
fn check_between_rounds(table: &Table, playing: bool) -> Result<(), Refusal> {
    table.check_open()?;
    match playing {
        true => Err(Refusal::new(Code::TableBegun, "Wait until this round is over.")),
        false => Ok(()),
    }
}

fn check_seat_free(table: &Table, seat: Seat) -> Result<(), Refusal> {
    match table.seats.get(seat.index()) {
        None => Err(Refusal::new(Code::TableSeat, "There is no such seat at this table.")),
        Some(Some(_)) => Err(Refusal::new(Code::TableSeat, "That seat is taken.")),
        Some(None) => Ok(()),
    }
}
