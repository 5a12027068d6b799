//! Matches that have a limit of time, and how much is left in each. That is a span and never a moment: no clock on a wall
//! is compared with another, and while no house runs no time passes. A house that looks after a match writes down now and
//! then what is left; whoever takes the match up goes on from there.

use crate::live::{broken, read_failed};
use crate::tables::{TableEvent, refuse};
use crate::{
    Change, Document, Entry, Hall, LeaveReason, MatchFilter, MatchId, Occupant, StoreError,
    Summary, Table, TableId,
};
use engine::Refusal;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::broadcast;

/// The kind of paper that says which matches have a limit of time, and whose they all are.
const KIND: (&str, &str) = ("timed", "house");

/// How often it is looked again when another house was faster.
const TRIES: usize = 3;

/// A match that has a limit of time and was not over when it was last looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedMatch {
    /// The match.
    pub id: MatchId,
    /// How long a move may take.
    pub limit: Duration,
    /// From when on the time ran when this was written.
    pub since: ClockStart,
    /// How much was left then.
    pub left: Duration,
    version: u64,
}

/// From when on the time runs: how often more was given, and the entry of the log that restarted the clock. Earlier
/// versions wrote the last entry instead, which is not before that one.
pub type ClockStart = (u64, u64);

/// What a clock has to know of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// The entry since which the clock runs.
    pub clock: u64,
    /// Is the match over?
    pub over: bool,
}

impl ClockState {
    pub(crate) fn of(summary: &Summary) -> ClockState {
        ClockState { clock: summary.clock(), over: summary.ended.is_some() }
    }
}

/// That an entry was written to a match, here or elsewhere.
#[derive(Clone, Debug)]
pub struct EntryWritten {
    /// The match.
    pub id: MatchId,
    /// The entry.
    pub seq: u64,
    /// How it stands after it; nothing, when it was written elsewhere.
    pub state: Option<ClockState>,
}

/// What the paper says. An older one is the limit alone, in seconds.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TimeLimitBody {
    Left { limit: u64, more: u64, seq: u64, left_ms: u64 },
    Limit(u64),
}

impl TimedMatch {
    fn read(paper: Document) -> Option<TimedMatch> {
        let (limit, since, left) = match serde_json::from_str(&paper.body).ok()? {
            TimeLimitBody::Left { limit, more, seq, left_ms } => {
                (limit, (more, seq), Duration::from_millis(left_ms))
            }
            TimeLimitBody::Limit(limit) => (limit, (0, 0), Duration::from_secs(limit)),
        };
        let (id, limit) = (MatchId(paper.id), Duration::from_secs(limit));
        Some(TimedMatch { id, limit, since, left: left.min(limit), version: paper.version })
    }

    fn change(&self) -> Result<Change, Refusal> {
        let left_ms = self.left.as_millis().try_into().unwrap_or(u64::MAX);
        let (limit, (more, seq)) = (self.limit.as_secs(), self.since);
        let says = TimeLimitBody::Left { limit, more, seq, left_ms };
        let body = serde_json::to_string(&says)
            .map_err(|error| broken(format!("This cannot be written down: {error}.")))?;
        let (kind, id, owner) = (KIND.0, self.id.0.clone(), KIND.1.to_owned());
        Ok(Change::Put(Document { kind, id, owner, version: self.version, body }))
    }

    /// What is written next when so much is left. The same move never gets more time than was written, and an older one
    /// none.
    fn next(&self, since: ClockStart, left: Duration) -> Option<TimedMatch> {
        let is_news = since > self.since || (since == self.since && left < self.left);
        is_news.then(|| TimedMatch { since, left, version: self.version + 1, ..self.clone() })
    }
}

/// That a match which begins at this table has a limit, when it has one.
pub(crate) fn new_time_limit(table: &Table, id: &MatchId) -> Option<Result<Change, Refusal>> {
    let limit = Duration::from_secs(table.config.limit?);
    let since = (table.time_extensions, 0);
    Some(TimedMatch { id: id.clone(), limit, since, left: limit, version: 0 }.change())
}

impl Hall {
    /// Every match that has a limit of time and was not over when it was last looked at.
    pub async fn timed_matches(&self) -> Result<Vec<TimedMatch>, Refusal> {
        let papers = self.documents(KIND.0, KIND.1).await?;
        Ok(papers.into_iter().filter_map(TimedMatch::read).collect())
    }

    /// What is written down about one match that has a limit of time.
    pub async fn timed_match(&self, id: &MatchId) -> Result<Option<TimedMatch>, Refusal> {
        Ok(self.document(KIND.0, &id.0).await?.and_then(TimedMatch::read))
    }

    /// Says what is written to matches. News may be lost: the log knows.
    pub fn entries_written(&self) -> broadcast::Receiver<EntryWritten> {
        self.listen();
        self.0.written.subscribe()
    }

    pub(crate) fn notify_clocks(&self, id: &MatchId, seq: u64, state: Option<ClockState>) {
        // Where there are no clocks, nobody listens.
        let _ = self.0.written.send(EntryWritten { id: id.clone(), seq, state });
    }

    /// How a match stands for its clock. The match is not loaded for it.
    pub async fn clock_state(&self, id: &MatchId) -> Result<ClockState, Refusal> {
        let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        let found = self.matches(&which).await?;
        let unknown = || read_failed(id, &StoreError::Unknown);
        found.first().map(ClockState::of).ok_or_else(unknown)
    }

    /// The time of a match is up: the people who are to act leave, unless the clock was restarted after this entry. Bots
    /// stay: they only think. Says how the match stands then, and how many left.
    pub async fn time_out(&self, id: &MatchId, clock: u64) -> Result<(ClockState, usize), Refusal> {
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        live.whole()?;
        // Somebody may have moved elsewhere a moment ago.
        self.catch_up(id, &mut live).await?;
        let (mut gone, mut clock) = (0, clock);
        let late: Vec<_> = live.game.to_act().iter().collect();
        for seat in late {
            while live.now.clock() == clock && live.game.to_act().has(seat) && !live.has_bot(seat) {
                let step = live.consider_leaving(seat)?;
                let entry =
                    Entry::Left { seat, why: LeaveReason::TimedOut, events: step.events.clone() };
                if self.write(id, &mut live, &entry, Some(step)).await?.is_some() {
                    (gone, clock) = (gone + 1, live.now.clock());
                }
            }
        }
        Ok((ClockState::of(&live.now), gone))
    }

    /// Writes down how much time is left, for all matches at once. `left` says since when, and how much; nothing where
    /// there is no need. When other houses are always faster, theirs is as good.
    pub async fn save_time_left(
        &self,
        left: impl Fn(&TimedMatch) -> Option<(ClockStart, Duration)>,
    ) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            let mut filings = Vec::new();
            for timed in self.timed_matches().await? {
                let next = left(&timed).and_then(|(since, left)| timed.next(since, left));
                filings.extend(next.as_ref().map(TimedMatch::change).transpose()?);
            }
            if filings.is_empty() {
                return Ok(());
            }
            match self.change_documents(filings).await {
                Err(Refusal { code: "house.changed", .. }) => {}
                done => return done,
            }
        }
        Ok(())
    }

    /// Somebody at the table gives those who are to move their whole time again: the host, or whoever sits there, when
    /// they are not to move themselves.
    pub async fn give_time(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        loop {
            let table = self.known(id, by).await?;
            let Some(limit) = table.config.limit.map(Duration::from_secs) else {
                return Err(refuse(
                    "table.limit",
                    "Nobody is in a hurry here: there is no limit of time.",
                ));
            };
            if !self.is_playing(&table).await? {
                return Err(refuse("table.waiting", "No round is being played."));
            }
            self.check_may_give_time(&table, by).await?;
            let more = table.time_extensions + 1;
            let mut filings = vec![self.note_next(&table, by, TableEvent::MoreTime)?];
            let matches = table.rounds.last().map(|round| round.matches.as_slice());
            for timed in self.timed_matches().await? {
                if matches.is_some_and(|matches| matches.contains(&timed.id)) {
                    let since = (more, timed.since.1);
                    filings.extend(timed.next(since, limit).map(|next| next.change()).transpose()?);
                }
            }
            match self.change_documents(filings).await {
                Ok(()) => return self.table(id).await,
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Time is given to somebody else, never to oneself: not by who is to move, and not when no other person is.
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
                        let text = "Others can give you more time; you cannot yourself.";
                        return Err(refuse("table.turn", text));
                    }
                    Some(Some(Occupant::Player(_))) => is_for_others = true,
                    _ => {}
                }
            }
        }
        match is_for_others {
            true => Ok(()),
            false => Err(refuse("table.turn", "Nobody else is to move now.")),
        }
    }

    /// A match with a limit is over.
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

    /// Two houses on one store, and two matches with a limit of ten minutes.
    async fn two_halls() -> [Hall; 2] {
        let store = Store::memory();
        let houses = [(), ()].map(|()| Hall::new(&[], store.clone()));
        for id in ["A", "B"] {
            let (id, left) = (MatchId(id.into()), secs(600));
            let timed = TimedMatch { id, limit: left, since: (0, 0), left, version: 0 };
            houses[0].change_documents(vec![timed.change().unwrap()]).await.unwrap();
        }
        houses
    }

    #[tokio::test]
    async fn what_is_left_only_goes_down_until_somebody_moves() {
        let [hall, _] = two_halls().await;
        for (since, left, then) in [
            ((0, 2), 500, 500),
            ((0, 2), 550, 500),
            ((0, 2), 400, 400),
            ((0, 1), 100, 400),
            ((0, 3), 600, 600),
            // More time was given; who has not heard of it changes nothing.
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
            "what is over is not written again"
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
