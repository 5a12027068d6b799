//! Time limits: the matches that have one, and the time left in each. It is stored as a span and not as a deadline, so
//! that clocks of different servers are never compared, and no time passes while no server runs. A server that times a
//! match saves the time left now and then; another server continues from there.

use crate::documents::retry_on_conflict;
use crate::live::{broken, read_failed};
use crate::tables::TableEvent;
use crate::{
    Change, Document, Entry, Hall, LeaveReason, MatchFilter, MatchId, Occupant, StoreError,
    Summary, Table, TableId,
};
use engine::{Code, Refusal};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::broadcast;

/// The kind and the owner of the documents for matches with a time limit.
const KIND: (&str, &str) = ("timed", "house");

/// An unfinished match with a time limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedMatch {
    pub id: MatchId,
    /// The time limit of a move.
    pub limit: Duration,
    /// Since when the time was counted when this was saved.
    pub since: ClockStart,
    /// The time left then.
    pub left: Duration,
    version: u64,
}

/// Since when the time is counted: how often the full time was given again, and the entry of the log that restarted it.
/// Earlier versions stored the last entry instead, which isn't before that one.
pub type ClockStart = (u64, u64);

/// The state of a match for its time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// The entry since which the time is counted.
    pub clock: u64,
    pub over: bool,
}

impl ClockState {
    pub(crate) fn of(summary: &Summary) -> ClockState {
        ClockState { clock: summary.clock(), over: summary.ended.is_some() }
    }
}

/// A notification that an entry was written, here or by another server.
#[derive(Clone, Debug)]
pub struct EntryWritten {
    pub id: MatchId,
    pub seq: u64,
    /// The state after it; `None` if another server wrote it.
    pub state: Option<ClockState>,
}

/// The body of the document. An older one is only the limit in seconds.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TimeLimitBody {
    Left { limit: u64, more: u64, seq: u64, left_ms: u64 },
    Limit(u64),
}

impl TimedMatch {
    fn read(document: Document) -> Option<TimedMatch> {
        let (limit, since, left) = match serde_json::from_str(&document.body).ok()? {
            TimeLimitBody::Left { limit, more, seq, left_ms } => {
                (limit, (more, seq), Duration::from_millis(left_ms))
            }
            TimeLimitBody::Limit(limit) => (limit, (0, 0), Duration::from_secs(limit)),
        };
        let (id, limit) = (MatchId(document.id), Duration::from_secs(limit));
        Some(TimedMatch { id, limit, since, left: left.min(limit), version: document.version })
    }

    fn change(&self) -> Result<Change, Refusal> {
        let left_ms = self.left.as_millis().try_into().unwrap_or(u64::MAX);
        let (limit, (more, seq)) = (self.limit.as_secs(), self.since);
        let body = TimeLimitBody::Left { limit, more, seq, left_ms };
        let body = serde_json::to_string(&body)
            .map_err(|error| broken(format!("This can't be stored: {error}.")))?;
        let (kind, id, owner) = (KIND.0, self.id.0.clone(), KIND.1.to_owned());
        Ok(Change::Put(Document { kind, id, owner, version: self.version, body }))
    }

    /// The next version with this much time left; `None` if the stored one is for a newer move, or has less time left
    /// for the same one.
    fn next(&self, since: ClockStart, left: Duration) -> Option<TimedMatch> {
        let is_newer = since > self.since || (since == self.since && left < self.left);
        is_newer.then(|| TimedMatch { since, left, version: self.version + 1, ..self.clone() })
    }
}

/// The document for a new match at this table, if the table has a time limit.
pub(crate) fn new_time_limit(table: &Table, id: &MatchId) -> Option<Result<Change, Refusal>> {
    let limit = Duration::from_secs(table.config.limit?);
    let since = (table.time_extensions, 0);
    Some(TimedMatch { id: id.clone(), limit, since, left: limit, version: 0 }.change())
}

impl Hall {
    /// All unfinished matches with a time limit.
    pub async fn timed_matches(&self) -> Result<Vec<TimedMatch>, Refusal> {
        let documents = self.documents(KIND.0, KIND.1).await?;
        Ok(documents.into_iter().filter_map(TimedMatch::read).collect())
    }

    /// The stored time of one match, if it has a time limit.
    pub async fn timed_match(&self, id: &MatchId) -> Result<Option<TimedMatch>, Refusal> {
        Ok(self.document(KIND.0, &id.0).await?.and_then(TimedMatch::read))
    }

    /// Subscribes to entries written to matches. Notifications may be lost; the log is authoritative.
    pub fn entries_written(&self) -> broadcast::Receiver<EntryWritten> {
        self.listen();
        self.0.written.subscribe()
    }

    pub(crate) fn notify_clocks(&self, id: &MatchId, seq: u64, state: Option<ClockState>) {
        // There may be no receiver.
        let _ = self.0.written.send(EntryWritten { id: id.clone(), seq, state });
    }

    /// The state of a match for its time limit, without loading the match.
    pub async fn clock_state(&self, id: &MatchId) -> Result<ClockState, Refusal> {
        let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        let found = self.matches(&filter).await?;
        let unknown = || read_failed(id, &StoreError::Unknown);
        found.first().map(ClockState::of).ok_or_else(unknown)
    }

    /// Handles a timeout: the people whose turn it is leave the match, unless the time was restarted after entry
    /// `clock`. Bots stay, since they are only thinking. Returns the state after it, and how many people left.
    pub async fn time_out(&self, id: &MatchId, clock: u64) -> Result<(ClockState, usize), Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        live.whole()?;
        // A player may just have moved on another server.
        self.catch_up(id, &mut live).await?;
        let (mut left, mut clock) = (0, clock);
        let late: Vec<_> = live.game.to_act().iter().collect();
        for seat in late {
            while live.now.clock() == clock && live.game.to_act().has(seat) && !live.has_bot(seat) {
                let step = live.consider_leaving(seat)?;
                let entry =
                    Entry::Left { seat, why: LeaveReason::TimedOut, events: step.events.clone() };
                if self.write(id, &mut live, &entry, Some(step)).await?.is_some() {
                    (left, clock) = (left + 1, live.now.clock());
                }
            }
        }
        Ok((ClockState::of(&live.now), left))
    }

    /// Saves the time left of all matches at once. `left` returns since when and how much, or `None` for no change. If
    /// other servers always come first, their values are as good.
    pub async fn save_time_left(
        &self,
        left: impl Fn(&TimedMatch) -> Option<(ClockStart, Duration)>,
    ) -> Result<(), Refusal> {
        let saved = retry_on_conflict(|| async {
            let mut changes = Vec::new();
            for timed in self.timed_matches().await? {
                let next = left(&timed).and_then(|(since, left)| timed.next(since, left));
                changes.extend(next.as_ref().map(TimedMatch::change).transpose()?);
            }
            match changes.is_empty() {
                true => Ok(()),
                false => self.change_documents(changes).await,
            }
        });
        match saved.await {
            Err(refusal) if refusal.code == Code::Changed => Ok(()),
            done => done,
        }
    }

    /// Gives the players whose turn it is their full time again. The host and seated players may, unless it is their
    /// own turn.
    pub async fn give_time(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        retry_on_conflict(|| async {
            let table = self.table_for_member(id, by).await?;
            let Some(limit) = table.config.limit.map(Duration::from_secs) else {
                return Err(Refusal::new(Code::TableLimit, "This table has no time limit."));
            };
            if !self.is_playing(&table).await? {
                return Err(Refusal::new(Code::TableWaiting, "No round is being played."));
            }
            self.check_may_give_time(&table, by).await?;
            let more = table.time_extensions + 1;
            let mut changes = vec![self.note_next(&table, by, TableEvent::MoreTime)?];
            let matches = table.rounds.last().map(|round| round.matches.as_slice());
            for timed in self.timed_matches().await? {
                if matches.is_some_and(|matches| matches.contains(&timed.id)) {
                    let since = (more, timed.since.1);
                    changes.extend(timed.next(since, limit).map(|next| next.change()).transpose()?);
                }
            }
            self.change_documents(changes).await?;
            self.table(id).await
        })
        .await
    }

    /// Fails unless it is another person's turn, and not one's own.
    async fn check_may_give_time(&self, table: &Table, by: &str) -> Result<(), Refusal> {
        if table.seat_of(by).is_none() {
            table.check_host(by)?;
        }
        let mut is_for_others = false;
        let round = self.round(table, table.rounds.len().saturating_sub(1)).await?;
        for summary in round.iter().filter(|summary| summary.ended.is_none()) {
            for seat in self.glance_of(summary.clone()).await?.to_act {
                match summary.sat.get(seat.index()) {
                    Some(Some(Occupant::Player(player))) if player == by => {
                        let text = "Only other players can give you more time.";
                        return Err(Refusal::new(Code::TableTurn, text));
                    }
                    Some(Some(Occupant::Player(_))) => is_for_others = true,
                    _ => {}
                }
            }
        }
        match is_for_others {
            true => Ok(()),
            false => Err(Refusal::new(Code::TableTurn, "It isn't anyone else's turn.")),
        }
    }

    /// Deletes the stored time of a match that is over.
    pub async fn remove_time_limit(&self, id: &MatchId) -> Result<(), Refusal> {
        self.change_documents(vec![Change::Delete {
            kind: KIND.0,
            id: id.0.clone(),
            owner: KIND.1.to_owned(),
        }])
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn secs(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// Two halls on one store, and two matches with a limit of ten minutes.
    async fn two_halls() -> [Hall; 2] {
        let store = Store::memory();
        let halls = [(), ()].map(|()| Hall::new(&[], store.clone()));
        for id in ["A", "B"] {
            let (id, left) = (MatchId(id.into()), secs(600));
            let timed = TimedMatch { id, limit: left, since: (0, 0), left, version: 0 };
            halls[0].change_documents(vec![timed.change().unwrap()]).await.unwrap();
        }
        halls
    }

    #[tokio::test]
    async fn the_time_left_only_decreases_until_a_player_moves() {
        let [hall, _] = two_halls().await;
        for (since, left, then) in [
            ((0, 2), 500, 500),
            ((0, 2), 550, 500),
            ((0, 2), 400, 400),
            ((0, 1), 100, 400),
            ((0, 3), 600, 600),
            // The full time was given again; a server that doesn't know it yet changes nothing.
            ((1, 3), 600, 600),
            ((0, 3), 10, 600),
        ] {
            hall.save_time_left(|_| Some((since, secs(left)))).await.unwrap();
            assert_eq!(hall.timed_matches().await.unwrap()[0].left, secs(then), "{since:?} {left}");
        }
        hall.remove_time_limit(&MatchId("A".into())).await.unwrap();
        hall.save_time_left(|_| Some(((1, 4), secs(1)))).await.unwrap();
        assert_eq!(
            hall.timed_matches().await.unwrap().len(),
            1,
            "a finished match isn't saved again"
        );
    }

    #[tokio::test]
    async fn an_older_document_holds_only_the_limit() {
        let [hall, _] = two_halls().await;
        let (kind, id, owner) = (KIND.0, "0".to_owned(), KIND.1.to_owned());
        let old = Document { kind, id, owner, version: 0, body: "300".into() };
        hall.change_documents(vec![Change::Put(old)]).await.unwrap();
        let timed = hall.timed_matches().await.unwrap();
        assert_eq!((timed[0].limit, timed[0].left, timed[0].since), (secs(300), secs(300), (0, 0)));
    }

    #[tokio::test]
    async fn two_servers_may_save_the_time_left_at_once() {
        let [here, there] = two_halls().await;
        let (one, two) = tokio::join!(
            here.save_time_left(|_| Some(((0, 2), secs(300)))),
            there.save_time_left(|_| Some(((0, 2), secs(299)))),
        );
        one.and(two).unwrap();
        assert!(here.timed_matches().await.unwrap().iter().all(|timed| timed.left == secs(299)));
    }
}
