//! Matches that have a limit of time, and how much is left in each. That is a span and never a moment: no clock on a wall
//! is compared with another, and while no house runs no time passes. A house that looks after a match writes down now and
//! then what is left; whoever takes the match up goes on from there.

use crate::live::{broken, unread};
use crate::table::{Deed, no};
use crate::{
    Entry, Filing, Hall, MatchId, Paper, StoreError, Summary, Table, TableId, Which, Who, Why,
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
pub struct Timed {
    /// The match.
    pub id: MatchId,
    /// How long a move may take.
    pub limit: Duration,
    /// From when on the time ran when this was written.
    pub since: Since,
    /// How much was left then.
    pub left: Duration,
    version: u64,
}

/// From when on the time runs: how often more was given, and the entry of the log that restarted the clock. Earlier
/// versions wrote the last entry instead, which is not before that one.
pub type Since = (u64, u64);

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
pub struct Written {
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
enum Says {
    Left { limit: u64, more: u64, seq: u64, left_ms: u64 },
    Limit(u64),
}

impl Timed {
    fn read(paper: Paper) -> Option<Timed> {
        let (limit, since, left) = match serde_json::from_str(&paper.body).ok()? {
            Says::Left { limit, more, seq, left_ms } => {
                (limit, (more, seq), Duration::from_millis(left_ms))
            }
            Says::Limit(limit) => (limit, (0, 0), Duration::from_secs(limit)),
        };
        let (id, limit) = (MatchId(paper.id), Duration::from_secs(limit));
        Some(Timed { id, limit, since, left: left.min(limit), version: paper.version })
    }

    fn filing(&self) -> Result<Filing, Refusal> {
        let left_ms = self.left.as_millis().try_into().unwrap_or(u64::MAX);
        let (limit, (more, seq)) = (self.limit.as_secs(), self.since);
        let says = Says::Left { limit, more, seq, left_ms };
        let body = serde_json::to_string(&says)
            .map_err(|error| broken(format!("This cannot be written down: {error}.")))?;
        let (kind, id, owner) = (KIND.0, self.id.0.clone(), KIND.1.to_owned());
        Ok(Filing::Put(Paper { kind, id, owner, version: self.version, body }))
    }

    /// What is written next when so much is left. The same move never gets more time than was written, and an older one
    /// none.
    fn next(&self, since: Since, left: Duration) -> Option<Timed> {
        let is_news = since > self.since || (since == self.since && left < self.left);
        is_news.then(|| Timed { since, left, version: self.version + 1, ..self.clone() })
    }
}

/// That a match which begins at this table has a limit, when it has one.
pub(crate) fn timed(table: &Table, id: &MatchId) -> Option<Result<Filing, Refusal>> {
    let limit = Duration::from_secs(table.plan.limit?);
    let since = (table.more, 0);
    Some(Timed { id: id.clone(), limit, since, left: limit, version: 0 }.filing())
}

impl Hall {
    /// Every match that has a limit of time and was not over when it was last looked at.
    pub async fn timed(&self) -> Result<Vec<Timed>, Refusal> {
        let papers = self.papers(KIND.0, KIND.1).await?;
        Ok(papers.into_iter().filter_map(Timed::read).collect())
    }

    /// What is written down about one match that has a limit of time.
    pub async fn timed_match(&self, id: &MatchId) -> Result<Option<Timed>, Refusal> {
        Ok(self.paper(KIND.0, &id.0).await?.and_then(Timed::read))
    }

    /// Says what is written to matches. News may be lost: the log knows.
    pub fn written(&self) -> broadcast::Receiver<Written> {
        self.listen();
        self.0.written.subscribe()
    }

    pub(crate) fn tell_clocks(&self, id: &MatchId, seq: u64, state: Option<ClockState>) {
        // Where there are no clocks, nobody listens.
        let _ = self.0.written.send(Written { id: id.clone(), seq, state });
    }

    /// How a match stands for its clock. The match is not loaded for it.
    pub async fn clock_state(&self, id: &MatchId) -> Result<ClockState, Refusal> {
        let which = Which { id: Some(id.clone()), ..Which::all() };
        let found = self.matches(&which).await?;
        let unknown = || unread(id, &StoreError::Unknown);
        found.first().map(ClockState::of).ok_or_else(unknown)
    }

    /// The time of a match is up: the people who are to act leave, unless the clock was restarted after this entry. Bots
    /// stay: they only think. Says how the match stands then, and how many left.
    pub async fn time_out(&self, id: &MatchId, clock: u64) -> Result<(ClockState, usize), Refusal> {
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        live.whole()?;
        // Somebody may have moved elsewhere a moment ago.
        self.catch_up(id, &mut live).await?;
        let (mut gone, mut clock) = (0, clock);
        let late: Vec<_> = live.game.to_act().iter().collect();
        for seat in late {
            while live.now.clock() == clock && live.game.to_act().has(seat) && !live.has_bot(seat) {
                let step = live.consider_leaving(seat)?;
                let entry = Entry::Left { seat, why: Why::TimedOut, events: step.events.clone() };
                if self.write(id, &mut live, &entry, Some(step)).await?.is_some() {
                    (gone, clock) = (gone + 1, live.now.clock());
                }
            }
        }
        Ok((ClockState::of(&live.now), gone))
    }

    /// Writes down how much time is left, for all matches at once. `left` says since when, and how much; nothing where
    /// there is no need. When other houses are always faster, theirs is as good.
    pub async fn note_time(
        &self,
        left: impl Fn(&Timed) -> Option<(Since, Duration)>,
    ) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            let mut filings = Vec::new();
            for timed in self.timed().await? {
                let next = left(&timed).and_then(|(since, left)| timed.next(since, left));
                filings.extend(next.as_ref().map(Timed::filing).transpose()?);
            }
            if filings.is_empty() {
                return Ok(());
            }
            match self.file(filings).await {
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
            let Some(limit) = table.plan.limit.map(Duration::from_secs) else {
                return Err(no(
                    "table.limit",
                    "Nobody is in a hurry here: there is no limit of time.",
                ));
            };
            if !self.is_playing(&table).await? {
                return Err(no("table.waiting", "No round is being played."));
            }
            self.may_give_time(&table, by).await?;
            let more = table.more + 1;
            let mut filings = vec![self.note_down(id, table.seq + 1, by, Deed::MoreTime)?];
            let matches = table.rounds.last().map(|round| round.matches.as_slice());
            for timed in self.timed().await? {
                if matches.is_some_and(|matches| matches.contains(&timed.id)) {
                    let since = (more, timed.since.1);
                    filings.extend(timed.next(since, limit).map(|next| next.filing()).transpose()?);
                }
            }
            match self.file(filings).await {
                Ok(()) => return self.table(id).await,
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Time is given to somebody else, never to oneself: not by who is to move, and not when no other person is.
    async fn may_give_time(&self, table: &Table, by: &str) -> Result<(), Refusal> {
        if table.seat_of(by).is_none() {
            table.host_only(by)?;
        }
        let mut is_for_others = false;
        let round = self.round(table, table.rounds.len().saturating_sub(1)).await?;
        for summary in round.iter().filter(|summary| summary.ended.is_none()) {
            for seat in self.glance_of(summary.clone()).await?.to_act {
                match summary.sat.get(seat.index()) {
                    Some(Some(Who::Player(player))) if player == by => {
                        let text = "Others can give you more time; you cannot yourself.";
                        return Err(no("table.turn", text));
                    }
                    Some(Some(Who::Player(_))) => is_for_others = true,
                    _ => {}
                }
            }
        }
        match is_for_others {
            true => Ok(()),
            false => Err(no("table.turn", "Nobody else is to move now.")),
        }
    }

    /// A match with a limit is over.
    pub async fn untimed(&self, id: &MatchId) -> Result<(), Refusal> {
        self.file(vec![Filing::Shred { kind: KIND.0, id: id.0.clone(), owner: KIND.1.to_owned() }])
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
    async fn houses() -> [Hall; 2] {
        let store = Store::memory();
        let houses = [(), ()].map(|()| Hall::new(&[], store.clone()));
        for id in ["A", "B"] {
            let (id, left) = (MatchId(id.into()), secs(600));
            let timed = Timed { id, limit: left, since: (0, 0), left, version: 0 };
            houses[0].file(vec![timed.filing().unwrap()]).await.unwrap();
        }
        houses
    }

    #[tokio::test]
    async fn what_is_left_only_goes_down_until_somebody_moves() {
        let [hall, _] = houses().await;
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
            hall.note_time(|_| Some((since, secs(left)))).await.unwrap();
            assert_eq!(hall.timed().await.unwrap()[0].left, secs(then), "{since:?} {left}");
        }
        hall.untimed(&MatchId("A".into())).await.unwrap();
        hall.note_time(|_| Some(((1, 4), secs(1)))).await.unwrap();
        assert_eq!(hall.timed().await.unwrap().len(), 1, "what is over is not written again");
    }

    #[tokio::test]
    async fn an_older_paper_says_the_limit_alone() {
        let [hall, _] = houses().await;
        let (kind, id, owner) = (KIND.0, "0".to_owned(), KIND.1.to_owned());
        let old = Paper { kind, id, owner, version: 0, body: "300".into() };
        hall.file(vec![Filing::Put(old)]).await.unwrap();
        let timed = hall.timed().await.unwrap();
        assert_eq!((timed[0].limit, timed[0].left, timed[0].since), (secs(300), secs(300), (0, 0)));
    }

    #[tokio::test]
    async fn of_two_houses_one_is_faster_and_neither_minds() {
        let [here, there] = houses().await;
        let (one, two) = tokio::join!(
            here.note_time(|_| Some(((0, 2), secs(300)))),
            there.note_time(|_| Some(((0, 2), secs(299)))),
        );
        one.and(two).unwrap();
        assert!(here.timed().await.unwrap().iter().all(|timed| timed.left == secs(299)));
    }
}
