//! What the house does besides playing: it listens for what other houses write, keeps long texts and
//! word lists, lists matches, rebuilds what was made from the logs, and backs up.

use crate::live::write_failed;
use crate::store::StoreEvent;
use crate::{Hall, MatchFilter, MatchId, StoreError, Summary, TableId, WorkPermit, tables};
use engine::{Refusal, Start};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use words::Lexicon;

/// What a rebuild came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rebuilt {
    /// How many summaries were made again.
    pub matches: usize,
    /// The matches whose logs cannot be read, and why.
    pub damaged: Vec<(MatchId, Refusal)>,
}

/// How many summaries are parsed in their turn, not where they are asked for.
const MANY: usize = 500;

/// How a sealed value begins in a ticket.
const SEALED: &str = "=~2.";

/// How many summaries are written at once.
const BATCH: usize = 256;

impl Hall {
    /// The matches that are asked for, the latest first. For the house itself: it holds secrets.
    /// A summary that cannot be read is made again from its log; when that cannot be read either, the match is left
    /// out, and `rebuild` names it.
    pub async fn matches(&self, which: &MatchFilter) -> Result<Vec<Summary>, Refusal> {
        let rows = self.store().summaries(which).await.map_err(|error| list_failed(&error))?;
        let listed = match rows.len() {
            ..MANY => rows.parse(),
            // Parsing so many takes longer than others should wait.
            _ => self.work().run(move |_| rows.parse()).await?,
        };
        let mut found = Vec::with_capacity(listed.len());
        for one in listed {
            match one {
                Ok(summary) => found.push(summary),
                Err(id) => found.extend(self.summarise(&id).await.ok()),
            }
        }
        // The index also knows who sat there before a seat was handed over.
        if let Some(player) = &which.player {
            found.retain(|summary| summary.seat_of(player).is_some());
        }
        Ok(found)
    }

    /// Those of them at which one of these players sits.
    pub async fn matches_of(
        &self,
        players: &[String],
        which: &MatchFilter,
    ) -> Result<Vec<Summary>, Refusal> {
        let mut found = Vec::new();
        for player in players {
            let which = MatchFilter { player: Some(player.clone()), ..which.clone() };
            found.extend(self.matches(&which).await?);
        }
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.0.cmp(&b.id.0)));
        found.dedup_by(|a, b| a.id == b.id);
        Ok(found)
    }

    /// How many matches are in memory.
    pub fn in_memory(&self) -> usize {
        self.0.match_cache.len()
    }

    /// Lets those matches go that nobody has used for so long. They are read again when they are wanted.
    pub fn drop_idle(&self, unused: Duration) {
        self.0.match_cache.drop_idle(unused);
    }

    /// Makes every summary again from the logs, and forgets those that have no log. Matches may go on meanwhile.
    pub async fn rebuild(&self) -> Result<Rebuilt, Refusal> {
        self.rebuild_with_progress(|_, _| true).await
    }

    /// The same for somebody who is told how many of how many are done, and says whether to go on. What is
    /// done then stays, and nothing is lost.
    pub async fn rebuild_with_progress(
        &self,
        mut tell: impl FnMut(u64, u64) -> bool,
    ) -> Result<Rebuilt, Refusal> {
        let mut rebuilt = Rebuilt::default();
        let ids = self.store().matches().await.map_err(|error| list_failed(&error))?;
        let (mut done, of) = (0, ids.len() as u64);
        for ids in ids.chunks(BATCH) {
            let mut summaries = Vec::with_capacity(ids.len());
            for id in ids {
                if !tell(done, of) {
                    break;
                }
                done += 1;
                match self.rebuilt_summary(id).await {
                    Ok(summary) => summaries.push(summary),
                    Err(refusal) if refusal.code == "house.store" => return Err(refusal),
                    Err(refusal) => rebuilt.damaged.push((id.clone(), refusal)),
                }
            }
            self.store().project(&summaries).await.map_err(|error| write_failed(&error))?;
            rebuilt.matches += summaries.len();
            if !tell(done, of) {
                return Ok(rebuilt);
            }
        }
        self.store().sweep().await.map_err(|error| write_failed(&error))?;
        Ok(rebuilt)
    }

    /// A summary made from the log. A ticket with sealed values stays as it was stored: another key may have sealed it.
    async fn rebuilt_summary(&self, id: &MatchId) -> Result<Summary, Refusal> {
        let mut summary = self.summarise(id).await?;
        if summary.ticket.contains(SEALED) {
            let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            let stored =
                self.store().summaries(&which).await.map_err(|error| list_failed(&error))?;
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

    /// Copies everything into a new file, while matches go on.
    pub async fn backup(&self, file: &Path) -> Result<(), Refusal> {
        self.store()
            .backup(file)
            .await
            .map_err(|error| Refusal::new("house.store", format!("There is no backup: {error}.")))
    }

    /// A long value that a ticket names by its hash.
    pub async fn value(&self, hash: &str) -> Result<Option<String>, Refusal> {
        self.store().text(hash).await.map_err(|error| list_failed(&error))
    }

    /// Keeps a note beside a match, for whoever goes on with it. It is no part of the match; the first one
    /// stays.
    pub async fn save_note(&self, id: &MatchId, note: &str) -> Result<(), Refusal> {
        self.store().save_text(&note_of(id), note).await.map_err(|error| write_failed(&error))
    }

    /// The note beside a match.
    pub async fn note(&self, id: &MatchId) -> Result<Option<String>, Refusal> {
        self.value(&note_of(id)).await
    }

    /// A word list: from the shelf, or from the store when it was played with before.
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

    /// Keeps what a start names by its hash, so that its match can always go on.
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

    /// Listens for what other houses write, from the first match on, in a task of its own that ends
    /// with the house.
    pub(crate) fn listen(&self) {
        self.0.listens.call_once(|| {
            let mut news = self.store().subscribe();
            let house = Arc::downgrade(&self.0);
            tokio::spawn(async move {
                while let Some(heard) = news.next().await {
                    let Some(house) = house.upgrade() else { return };
                    Hall(house).hear(heard).await;
                }
            });
        });
    }

    async fn hear(&self, heard: StoreEvent) {
        match heard {
            StoreEvent::Written(id, seq) => {
                self.notify_clocks(&id, seq, None);
                self.follow(id, seq);
            }
            StoreEvent::DocumentChanged(kind, owner) => {
                if kind == tables::KIND {
                    // Nobody may be there to hear it.
                    let _ = self.0.tables.send(Some(TableId(owner)));
                }
            }
            StoreEvent::CheckAll => {
                let _ = self.0.tables.send(None);
                let ids = self.0.match_cache.all();
                if ids.is_empty() {
                    return;
                }
                // A store that does not answer now is asked again next time.
                let newest = self.store().newest(ids).await.unwrap_or_default();
                newest.into_iter().for_each(|(id, seq)| self.follow(id, seq));
            }
        }
    }

    /// Folds what others have written to a match that is in memory, in a task of its own: the match
    /// may be busy.
    fn follow(&self, id: MatchId, seq: u64) {
        if !self.0.match_cache.is_behind(&id, seq) {
            return;
        }
        let hall = self.clone();
        tokio::spawn(async move {
            let Some(hold) = hall.0.match_cache.get(&id) else { return };
            let mut live = hold.lock().await;
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

/// Notes are kept where long texts are. No hash begins so.
fn note_of(id: &MatchId) -> String {
    format!("note-{id}")
}

pub(crate) fn list_failed(error: &StoreError) -> Refusal {
    Refusal::new("house.store", format!("The store cannot be read now: {error}."))
}
