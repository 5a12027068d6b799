//! Loading matches from their logs into memory, and catching up with entries that other servers have written.

use crate::catch_panic::catch_panic;
use crate::hall::HallInner;
use crate::live::{Live, broken, named, read_failed};
use crate::match_cache::MatchHandle;
use crate::{Entry, Hall, LoggedEntry, MatchId, StoreError, WorkPermit};
use engine::Refusal;
use std::sync::Arc;
use words::Lexicon;

/// How many entries of a log are applied at once, either directly or in one turn of the scheduler.
pub(crate) const SHORT: u32 = 200;

impl Hall {
    /// The match in memory, read from its log if necessary.
    pub(crate) async fn match_handle(&self, id: &MatchId) -> Result<MatchHandle, Refusal> {
        if let Some(handle) = self.0.match_cache.get(id) {
            return Ok(handle);
        }
        let handle = self.cache_match(id, self.read_whole(id).await?).await;
        // There were no notifications of entries written after the log was read and before the match was cached.
        let mut live = handle.lock().await;
        if self.catch_up(id, &mut live).await? {
            self.wake_bot(id, &mut live);
        }
        drop(live);
        Ok(handle)
    }

    /// Caches a match. If two tasks have read it at once, the first one wins.
    pub(crate) async fn cache_match(&self, id: &MatchId, live: Live) -> MatchHandle {
        self.listen();
        let handle = self.0.match_cache.put(id, live);
        self.wake_bot(id, &mut *handle.lock().await);
        handle
    }

    /// Applies entries that others have written. Returns whether there were any.
    pub(crate) async fn catch_up(&self, id: &MatchId, live: &mut Live) -> Result<bool, Refusal> {
        let mut any_new = false;
        loop {
            let new_entries = self.catch_up_some(id, live).await?;
            any_new |= new_entries > 0;
            if new_entries < SHORT as usize {
                return Ok(any_new);
            }
            // Other tasks run in between.
            tokio::task::yield_now().await;
        }
    }

    /// Applies the next entries that others have written, and returns how many there were.
    async fn catch_up_some(&self, id: &MatchId, live: &mut Live) -> Result<usize, Refusal> {
        let new_entries = match self.store().load_page(id, live.now.seq + 1, SHORT).await {
            Ok(new_entries) => new_entries,
            Err(error) => {
                let refusal = read_failed(id, &error);
                if matches!(error, StoreError::Corrupt { .. }) {
                    live.close("reading the log", error.to_string());
                }
                return Err(refusal);
            }
        };
        for logged in &new_entries {
            let applied = catch_panic(|| live.fold(logged));
            let applied = applied.map_err(|text| live.close("catching up", text))?;
            let applied = applied.map_err(|refusal| named(id, refusal));
            applied.inspect_err(|refusal| drop(live.close("catching up", refusal.text.clone())))?;
        }
        Ok(new_entries.len())
    }

    pub(crate) async fn load_page(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, Refusal> {
        self.store().load_page(id, from, limit).await.map_err(|error| read_failed(id, &error))
    }

    pub(crate) async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<LoggedEntry>, Refusal> {
        self.store().load(id, from).await.map_err(|error| read_failed(id, &error))
    }

    /// Reads a match from its whole stored log.
    pub(crate) async fn read_whole(&self, id: &MatchId) -> Result<Live, Refusal> {
        let log = self.load_page(id, 0, SHORT).await?;
        match log.first() {
            Some(first) if log.len() >= SHORT as usize => {
                let live = self.read_stored(id, std::slice::from_ref(first)).await?;
                self.fold_stored(id, live, u64::MAX).await
            }
            _ => self.read_stored(id, &log).await,
        }
    }

    /// Applies the stored entries of a match before `until`. A long log takes several turns of the scheduler, so that
    /// other jobs wait only for a slice of it.
    pub(crate) async fn fold_stored(
        &self,
        id: &MatchId,
        mut live: Live,
        until: u64,
    ) -> Result<Live, Refusal> {
        while live.now.seq + 1 < until {
            let turn = self.0.work.turn().await?;
            let from = live.now.seq + 1;
            let slice = u32::try_from(until - from).unwrap_or(SHORT).min(SHORT);
            let log = self.load_page(id, from, slice).await?;
            let is_last = log.len() < slice as usize;
            let fold = move |permit: &WorkPermit| fold_slice(permit, live, &log);
            live = turn.run(fold).await?.map_err(|refusal| named(id, refusal))?;
            if is_last {
                break;
            }
        }
        Ok(live)
    }

    /// The word list of a log, if it is available.
    async fn words_of(&self, log: &[LoggedEntry]) -> Result<Option<Arc<Lexicon>>, Refusal> {
        match log.first().map(|first| &first.entry) {
            Some(Entry::Opened { words, .. }) => self.words(words).await,
            _ => Ok(None),
        }
    }

    /// Reads a match from its log. Errors name the match.
    pub(crate) async fn read_stored(
        &self,
        id: &MatchId,
        log: &[LoggedEntry],
    ) -> Result<Live, Refusal> {
        self.read(id, log).await.map_err(|refusal| named(id, refusal))
    }

    /// Reads a match from its log.
    pub(crate) async fn read(&self, id: &MatchId, log: &[LoggedEntry]) -> Result<Live, Refusal> {
        let words = self.words_of(log).await?;
        let HallInner { games, key, .. } = &*self.0;
        catch_panic(|| Live::read(id, log, games, |_| words, key))
            .map_err(|text| broken(format!("Match {id} cannot be read: {text}.")))?
    }
}

/// Applies the next entries of the log.
fn fold_slice(_: &WorkPermit, mut live: Live, log: &[LoggedEntry]) -> Result<Live, Refusal> {
    log.iter().try_for_each(|logged| live.fold(logged))?;
    Ok(live)
}
