//! Maintenance: lists of matches, rebuilding summaries, backups, notes, long texts and word lists, and following what
//! other processes write to the store.

use crate::live::write_failed;
use crate::store::StoreEvent;
use crate::{Hall, MatchFilter, MatchId, StoreError, Summary, TableId, WorkPermit, tables};
use engine::{Code, Refusal, Start};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use words::Lexicon;

/// The result of a rebuild.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rebuilt {
    /// How many summaries were rebuilt.
    pub matches: usize,
    /// The matches whose logs can't be read, and why.
    pub damaged: Vec<(MatchId, Refusal)>,
}

/// From how many summaries on they are parsed by the scheduler.
const MANY: usize = 500;

/// The start of a sealed value in a ticket.
const SEALED: &str = "=~2.";

/// Notes about a match are stored among the long texts, whose hashes don't start like this.
const BOARD_FILE: &str = "note-";
const TABLE_OF: &str = "table-";

/// How many summaries are written at once.
const BATCH: usize = 256;

impl Hall {
    /// The matches that pass a filter, the latest first. For trusted callers only: summaries contain secrets.
    /// A summary that can't be read is rebuilt from the log. If that can't be read either, the match is left out, and
    /// `rebuild` reports it.
    pub async fn matches(&self, filter: &MatchFilter) -> Result<Vec<Summary>, Refusal> {
        let rows = self.store().summaries(filter).await.map_err(|error| list_failed(&error))?;
        let listed = match rows.len() {
            ..MANY => rows.parse(),
            // Parsing this many would block the thread for too long.
            _ => self.work().run(move |_| rows.parse()).await?,
        };
        let mut found = Vec::with_capacity(listed.len());
        for one in listed {
            match one {
                Ok(summary) => found.push(summary),
                Err(id) => found.extend(self.summarise(&id).await.ok()),
            }
        }
        // The index still lists players whose seat was given to someone else.
        if let Some(player) = &filter.player {
            found.retain(|summary| summary.seat_of(player).is_some());
        }
        Ok(found)
    }

    /// The matches of any of these players.
    pub async fn matches_of(
        &self,
        players: &[String],
        filter: &MatchFilter,
    ) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for player in players {
            let filter = MatchFilter { player: Some(player.clone()), ..filter.clone() };
            found.extend(self.matches(&filter).await?);
        }
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.0.cmp(&b.id.0)));
        found.dedup_by(|a, b| a.id == b.id);
        Ok(found)
    }

    /// How many matches are in memory.
    pub fn in_memory(&self) -> usize {
        self.0.match_cache.len()
    }

    /// Removes matches from memory that have been unused for this long. They are read again when needed.
    pub fn drop_idle(&self, unused: Duration) {
        self.0.match_cache.drop_idle(unused);
    }

    /// Rebuilds every summary from its log, and deletes those without one. Matches may continue meanwhile.
    pub async fn rebuild(&self) -> Result<Rebuilt, Refusal> {
        self.rebuild_with_progress(|_, _| true).await
    }

    /// The same with a callback, which gets the number done and the total, and returns whether to continue. Stopping
    /// early keeps what is done and loses nothing.
    pub async fn rebuild_with_progress(
        &self,
        mut progress: impl FnMut(u64, u64) -> bool,
    ) -> Result<Rebuilt, Refusal> {
        let mut rebuilt = Rebuilt::default();
        let ids = self.store().matches().await.map_err(|error| list_failed(&error))?;
        let (mut done, total) = (0, ids.len() as u64);
        for ids in ids.chunks(BATCH) {
            let mut summaries = Vec::with_capacity(ids.len());
            for id in ids {
                if !progress(done, total) {
                    break;
                }
                done += 1;
                match self.rebuilt_summary(id).await {
                    Ok(summary) => summaries.push(summary),
                    Err(refusal) if refusal.code == Code::Store => return Err(refusal),
                    Err(refusal) => rebuilt.damaged.push((id.clone(), refusal)),
                }
            }
            self.store().project(&summaries).await.map_err(|error| write_failed(&error))?;
            rebuilt.matches += summaries.len();
            if !progress(done, total) {
                return Ok(rebuilt);
            }
        }
        self.store().sweep().await.map_err(|error| write_failed(&error))?;
        Ok(rebuilt)
    }

    /// A summary from the log. A ticket with sealed values is kept as stored, since another key may have sealed it.
    async fn rebuilt_summary(&self, id: &MatchId) -> Result<Summary, Refusal> {
        let mut summary = self.summarise(id).await?;
        if summary.ticket.contains(SEALED) {
            let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            let stored =
                self.store().summaries(&filter).await.map_err(|error| list_failed(&error))?;
            let stored = stored.parse().into_iter().flatten().map(|stored| stored.ticket).next();
            if let Some(ticket) = stored.filter(|ticket| ticket.contains(SEALED)) {
                summary.ticket = ticket;
            }
        }
        Ok(summary)
    }

    async fn summarise(&self, id: &MatchId) -> Result<Summary, Refusal> {
        Ok(self.read_whole(id).await?.now)
    }

    /// Copies everything into a new file. Matches may continue meanwhile.
    pub async fn backup(&self, file: &Path) -> Result<(), Refusal> {
        self.store()
            .backup(file)
            .await
            .map_err(|error| Refusal::new(Code::Store, format!("The backup failed: {error}.")))
    }

    /// The long value with this hash, which a ticket may name.
    pub async fn value(&self, hash: &str) -> Result<Option<String>, Refusal> {
        self.store().text(hash).await.map_err(|error| list_failed(&error))
    }

    /// Stores the file that the board of this match is saved to. The first one stays.
    pub async fn save_board_file(&self, id: &MatchId, path: &str) -> Result<(), Refusal> {
        self.save_note(&format!("{BOARD_FILE}{id}"), path).await
    }

    /// The file that the board of this match is saved to, if it isn't one of the player's boards.
    pub async fn board_file(&self, id: &MatchId) -> Result<Option<String>, Refusal> {
        self.value(&format!("{BOARD_FILE}{id}")).await
    }

    /// Stores which table a match belongs to.
    pub(crate) async fn save_table_of(&self, id: &MatchId, table: &TableId) -> Result<(), Refusal> {
        self.save_note(&format!("{TABLE_OF}{id}"), &table.0).await
    }

    /// The table that a match belongs to.
    pub async fn table_of(&self, id: &MatchId) -> Result<Option<TableId>, Refusal> {
        Ok(self.value(&format!("{TABLE_OF}{id}")).await?.map(TableId))
    }

    /// The tables that matches belong to, as far as they have one.
    pub(crate) async fn tables_of_matches(
        &self,
        matches: Vec<MatchId>,
    ) -> Result<Vec<TableId>, Refusal> {
        let keys = matches.into_iter().map(|id| format!("{TABLE_OF}{id}")).collect();
        let found = self.store().texts(keys).await.map_err(|error| list_failed(&error))?;
        Ok(found.into_iter().map(|(_, table)| TableId(table)).collect())
    }

    async fn save_note(&self, key: &str, note: &str) -> Result<(), Refusal> {
        self.store().save_text(key, note).await.map_err(|error| write_failed(&error))
    }

    /// A word list that is in use, or that the store has because a match was played with it.
    pub(crate) async fn words(&self, id: &str) -> Result<Option<Arc<Lexicon>>, Refusal> {
        if let Some(list) = self.0.word_lists.get(id) {
            return Ok(Some(list));
        }
        let Some(text) = self.value(id).await? else { return Ok(None) };
        let list = self.work().run(move |permit| read_words(permit, &text)).await?;
        if list.id() != id {
            return Ok(None);
        }
        self.0.word_lists.put(Arc::clone(&list));
        Ok(Some(list))
    }

    /// Stores the texts that a start names by hash, so that its match can always be resumed.
    pub(crate) async fn save_texts(&self, start: &Start) -> Result<(), Refusal> {
        let mut texts = start.long_values();
        if let Some(list) = self.0.word_lists.get(&start.words)
            && !list.is_builtin()
            && self.value(list.id()).await?.is_none()
        {
            texts.push((list.id().to_owned(), list.words().collect::<Vec<_>>().join("\n")));
        }
        for (hash, text) in texts {
            self.store().save_text(&hash, &text).await.map_err(|error| write_failed(&error))?;
        }
        Ok(())
    }

    /// Follows what other processes write, from the first match on, in a task that ends with the hall.
    pub(crate) fn listen(&self) {
        self.0.listens.call_once(|| {
            let mut events = self.store().subscribe();
            let hall = Arc::downgrade(&self.0);
            tokio::spawn(async move {
                while let Some(event) = events.next().await {
                    let Some(hall) = hall.upgrade() else { return };
                    Hall(hall).handle(event).await;
                }
            });
        });
    }

    async fn handle(&self, event: StoreEvent) {
        match event {
            StoreEvent::Written(id, seq) => {
                self.notify_clocks(&id, seq, None);
                self.follow(id, seq);
            }
            StoreEvent::DocumentChanged(kind, owner) => {
                if kind == tables::KIND {
                    // There may be no receiver.
                    let _ = self.0.tables.send(Some(TableId(owner)));
                }
            }
            StoreEvent::CheckAll => {
                let _ = self.0.tables.send(None);
                let ids = self.0.match_cache.all();
                if ids.is_empty() {
                    return;
                }
                // If the store doesn't answer now, the next event asks again.
                let newest = self.store().newest(ids).await.unwrap_or_default();
                newest.into_iter().for_each(|(id, seq)| self.follow(id, seq));
            }
        }
    }

    /// Applies entries that others have written to a match in memory. This runs in its own task, since the match may be
    /// busy.
    fn follow(&self, id: MatchId, seq: u64) {
        if !self.0.match_cache.is_behind(&id, seq) {
            return;
        }
        let hall = self.clone();
        tokio::spawn(async move {
            let Some(handle) = hall.0.match_cache.get(&id) else { return };
            let mut live = handle.lock().await;
            if live.now.seq < seq && hall.catch_up(&id, &mut live).await.is_ok() {
                hall.wake_bot(&id, &mut live);
            }
        });
    }
}

/// Builds a word list, which may be long.
fn read_words(_: &WorkPermit, text: &str) -> Arc<Lexicon> {
    Arc::new(Lexicon::from_words(text.lines()))
}

pub(crate) fn list_failed(error: &StoreError) -> Refusal {
    Refusal::new(Code::Store, format!("The store cannot be read now: {error}."))
}
