//! Loading matches from their logs into memory, and catching up with what other servers have written.

use crate::catch_panic::catch_panic;
use crate::hall::HallInner;
use crate::live::{Live, broken, named, read_failed};
use crate::match_cache::MatchHandle;
use crate::{Entry, Hall, LoggedEntry, MatchId, StoreError, WorkPermit};
use engine::Refusal;
use std::sync::Arc;
use words::Lexicon;

/// How many entries of a log are folded where it is asked for, or in one turn.
pub(crate) const SHORT: u32 = 200;

impl Hall {
    /// The match in memory; read from its log when it is not there.
    pub(crate) async fn match_handle(&self, id: &MatchId) -> Result<MatchHandle, Refusal> {
        if let Some(hold) = self.0.match_cache.get(id) {
            return Ok(hold);
        }
        let hold = self.settle(id, self.read_whole(id).await?).await;
        // What others wrote after it was read and before it was here, nobody could be told of.
        let mut live = hold.lock().await;
        if self.catch_up(id, &mut live).await? {
            self.wake_bot(id, &mut live);
        }
        drop(live);
        Ok(hold)
    }

    /// Keeps a match in memory. Two tasks may have read it at once: the first to come here wins.
    pub(crate) async fn settle(&self, id: &MatchId, live: Live) -> MatchHandle {
        self.listen();
        let hold = self.0.match_cache.put(id, live);
        self.wake_bot(id, &mut *hold.lock().await);
        hold
    }

    /// Folds what others have written. Was there anything?
    pub(crate) async fn catch_up(&self, id: &MatchId, live: &mut Live) -> Result<bool, Refusal> {
        let mut has_news = false;
        loop {
            let news = self.catch_up_some(id, live).await?;
            has_news |= news > 0;
            if news < SHORT as usize {
                return Ok(has_news);
            }
            // Others are served in between.
            tokio::task::yield_now().await;
        }
    }

    /// Folds the next entries that others have written, and says how many there were.
    async fn catch_up_some(&self, id: &MatchId, live: &mut Live) -> Result<usize, Refusal> {
        let news = match self.store().load_page(id, live.now.seq + 1, SHORT).await {
            Ok(news) => news,
            Err(error) => {
                let refusal = read_failed(id, &error);
                if matches!(error, StoreError::Corrupt { .. }) {
                    live.close("reading the log", error.to_string());
                }
                return Err(refusal);
            }
        };
        for logged in &news {
            let folded = catch_panic(|| live.fold(logged));
            let folded = folded.map_err(|text| live.close("catching up", text))?;
            let folded = folded.map_err(|refusal| named(id, refusal));
            folded.inspect_err(|refusal| drop(live.close("catching up", refusal.text.clone())))?;
        }
        Ok(news.len())
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

    /// A match from its whole log, as it is stored.
    pub(crate) async fn read_whole(&self, id: &MatchId) -> Result<Live, Refusal> {
        let log = self.load_page(id, 0, SHORT).await?;
        let live = self.read_stored(id, &log).await?;
        match log.len() < SHORT as usize {
            true => Ok(live),
            false => self.fold_stored(id, live, u64::MAX).await,
        }
    }

    /// Folds what is stored of a match before this entry. A long log takes several turns, so that others wait only for a
    /// slice of it.
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

    /// The word list that a log wants.
    async fn words_of(&self, log: &[LoggedEntry]) -> Result<Option<Arc<Lexicon>>, Refusal> {
        match log.first().map(|first| &first.entry) {
            Some(Entry::Opened { words, .. }) => self.words(words).await,
            _ => Ok(None),
        }
    }

    /// A match from its log, which is named when it cannot be read.
    pub(crate) async fn read_stored(
        &self,
        id: &MatchId,
        log: &[LoggedEntry],
    ) -> Result<Live, Refusal> {
        self.read(id, log).await.map_err(|refusal| named(id, refusal))
    }

    /// A match from its log.
    pub(crate) async fn read(&self, id: &MatchId, log: &[LoggedEntry]) -> Result<Live, Refusal> {
        let words = self.words_of(log).await?;
        let HallInner { games, key, .. } = &*self.0;
        catch_panic(|| Live::read(id, log, games, |_| words, key))
            .map_err(|text| broken(format!("Match {id} cannot be read: {text}.")))?
    }
}

/// A match after the next entries of its log.
fn fold_slice(_: &WorkPermit, mut live: Live, log: &[LoggedEntry]) -> Result<Live, Refusal> {
    log.iter().try_for_each(|logged| live.fold(logged))?;
    Ok(live)
}
