//! Limits of time. The steady clock of the house measures each move, so that setting the time changes nothing. What is
//! left is written down now and then, and when the house closes; whoever takes a match up goes on from there, with a moment
//! left at least. Several houses on one store measure each for itself; whoever is first writes that a seat has left, and the
//! others see it. A house may give too much time, never too little.

use crate::counts::one;
use crate::serve::{App, closed};
use crate::shown::Sight;
use engine::Viewer;
use hall::{MatchId, Since, Table, TableId, Timed, Update, Who, Why};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

/// How often it is written down what is left, and looked for matches of which nothing was heard.
const LOOK: Duration = Duration::from_secs(15);

/// What is worth writing down before the house closes: one part of so many of a limit.
const PART: u32 = 100;

/// What is always left when a match is taken up again.
const GRACE: Duration = Duration::from_secs(60);

/// A match that somebody looks after.
#[derive(Clone, Copy)]
struct Kept {
    limit: Duration,
    /// Until when those who are to act have time.
    until: Instant,
    since: Since,
}

impl Kept {
    fn new(limit: Duration, left: Duration, since: Since) -> Kept {
        Kept { limit, until: Instant::now() + left, since }
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

/// The matches that are looked after.
#[derive(Default)]
pub(crate) struct Keepers {
    all: Mutex<HashMap<MatchId, Kept>>,
    /// Rings when more time was given.
    bell: Notify,
}

impl Keepers {
    /// How long there is still time.
    pub(crate) fn left(&self, id: &MatchId) -> Option<Duration> {
        self.get(id).map(|kept| kept.left())
    }

    fn get(&self, id: &MatchId) -> Option<Kept> {
        self.all().get(id).copied()
    }

    /// Somebody looks after it from now on; false, when somebody does already.
    fn claim(&self, id: &MatchId, kept: Kept) -> bool {
        let mut all = self.all();
        let is_free = !all.contains_key(id);
        if is_free {
            all.insert(id.clone(), kept);
        }
        is_free
    }

    /// Something has happened in it; with a span, there is so much time from now on.
    fn set(&self, id: &MatchId, seq: u64, left: Option<Duration>) {
        if let Some(kept) = self.all().get_mut(id) {
            kept.since.1 = seq;
            if let Some(left) = left {
                kept.until = Instant::now() + left;
            }
        }
    }

    /// More time was given, so often by now.
    fn give(&self, id: &MatchId, more: u64) {
        if let Some(kept) = self.all().get_mut(id).filter(|kept| kept.since.0 < more) {
            kept.since.0 = more;
            kept.until = Instant::now() + kept.limit;
            self.bell.notify_waiters();
        }
    }

    fn forget(&self, id: &MatchId) {
        self.all().remove(id);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<MatchId, Kept>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks after every match that has a limit, until the house closes. Of rounds that other houses begin it hears.
pub(crate) async fn keep(app: Arc<App>, mut news: broadcast::Receiver<Option<TableId>>) {
    let _alive = app.alive.clone();
    let mut closing = app.closing.clone();
    let mut ticks = interval_at(Instant::now() + LOOK, LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                look(&app).await;
                note(&app, PART).await;
            }
            heard = news.recv() => match heard {
                Ok(Some(id)) => hear(&app, &id).await,
                // It may be any table: whoever looks at one is shown its time, and soon all are looked at.
                Ok(None) => {}
                Err(RecvError::Lagged(_)) => look(&app).await,
                Err(RecvError::Closed) => return,
            },
            () = closed(&mut closing) => return note(&app, u32::MAX).await,
        }
    }
}

/// Looks for matches that were begun some time ago: how much is left, was written down.
pub(crate) async fn look(app: &Arc<App>) {
    // A store that does not answer now is asked again.
    for timed in app.hall.timed().await.unwrap_or_default() {
        match app.keepers.get(&timed.id) {
            None => keep_time(app, &timed.id, taken_up(app, &timed).await, true),
            // It was heard late, or not at all, that there is more time.
            Some(_) => app.keepers.give(&timed.id, timed.since.0),
        }
    }
}

/// What is left in a match that is taken up: what was written down, and a moment at least. When something has happened in
/// it since, all of it.
async fn taken_up(app: &App, timed: &Timed) -> Kept {
    let (more, seq) = timed.since;
    let left = timed.left.max(GRACE).min(timed.limit);
    match app.summary(&timed.id).await.map_or(seq, |summary| summary.seq) {
        now if now == seq => Kept::new(timed.limit, left, timed.since),
        now => Kept::new(timed.limit, timed.limit, (more, now)),
    }
}

/// Writes down how much time is left, where that is less by such a part of the limit.
async fn note(app: &App, part: u32) {
    let left = |timed: &Timed| {
        let kept = app.keepers.get(&timed.id)?;
        let is_less = timed.left.saturating_sub(kept.left()) >= timed.limit / part;
        (is_less || kept.since > timed.since).then(|| (kept.since, kept.left()))
    };
    // A store that does not take it now is asked again; and when it never does, there is too much time.
    let _ = app.hall.note_time(left).await;
}

/// Something happened at a table: perhaps a round was begun, or more time given, here or elsewhere.
async fn hear(app: &Arc<App>, id: &TableId) {
    let Ok(table) = app.hall.table(id).await else { return };
    if table.plan.limit.is_some() && app.hall.is_playing(&table).await.unwrap_or_default() {
        keep_round(app, &table);
        give_time(app, &table);
    }
}

/// More time was given at a table: those who are to move have all of it again.
pub(crate) fn give_time(app: &App, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| app.keepers.give(id, table.more));
}

/// A round was just begun: its clocks are started.
pub(crate) fn keep_round(app: &Arc<App>, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| keep_new(app, table, id));
}

/// Somebody looks at a match. When nobody looks after its time, it was begun elsewhere, and this moment: what was begun
/// before is known.
pub(crate) fn keep_seen(app: &Arc<App>, sight: &Sight) {
    if let Some(table) = sight.table.as_ref().filter(|_| sight.summary.ended.is_none()) {
        keep_new(app, table, &sight.id);
    }
}

/// Looks after a match that was just begun, when its table has a limit.
fn keep_new(app: &Arc<App>, table: &Table, id: &MatchId) {
    if let Some(limit) = table.plan.limit.map(Duration::from_secs) {
        keep_time(app, id, Kept::new(limit, limit, (table.more, 0)), false);
    }
}

/// Looks after a match, unless somebody does already. One that is taken up has its whole time when something happens
/// before it is followed.
fn keep_time(app: &Arc<App>, id: &MatchId, kept: Kept, taken_up: bool) {
    if !app.keepers.claim(id, kept) {
        return;
    }
    let (app, id) = (Arc::clone(app), id.clone());
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        let over = tokio::select! {
            over = measure(&app, &id, kept, taken_up) => over,
            // What is left is still to be written down.
            () = closed(&mut closing) => return,
        };
        if over {
            // It is found again, and seen to be over, when this cannot be written now.
            let _ = app.hall.untimed(&id).await;
        }
        app.keepers.forget(&id);
    });
}

/// Measures every move until the match is over; false, when it cannot be followed.
async fn measure(app: &App, id: &MatchId, kept: Kept, taken_up: bool) -> bool {
    let limit = kept.limit;
    let Ok(mut watch) = app.hall.watch(id, Viewer::Public).await else { return false };
    let Some(mut now) = watch.next().await else { return false };
    let has_gone_on = taken_up && now.seq != kept.since.1;
    app.keepers.set(id, now.seq, has_gone_on.then_some(limit));
    loop {
        if now.over.is_some() {
            return true;
        }
        let more = app.keepers.bell.notified();
        let Some(Kept { until, .. }) = app.keepers.get(id) else { return false };
        tokio::select! {
            next = watch.next() => {
                let Some(next) = next else { return false };
                // Sitting down and asking for hints give nobody more time.
                let is_move = next.view.get() != now.view.get();
                app.keepers.set(id, next.seq, is_move.then_some(limit));
                now = next;
            }
            () = more => {}
            () = sleep_until(until) => {
                // More may have been given in the last moment.
                if app.keepers.left(id).is_some_and(|left| !left.is_zero()) {
                    continue;
                }
                let left = match time_out(app, id, &now).await {
                    true => limit,
                    // The store does not take it now; nobody is in a hurry.
                    false => Duration::from_secs(1),
                };
                app.keepers.set(id, now.seq, Some(left));
            }
        }
    }
}

/// Those who are to act leave; bots only think.
async fn time_out(app: &App, id: &MatchId, now: &Update) -> bool {
    for seat in now.to_act.iter() {
        if matches!(now.sat.get(seat.index()), Some(Some(Who::Bot(_)))) {
            continue;
        }
        match app.hall.leave(id, seat, Why::TimedOut).await {
            Ok(_) => one(&app.counts.timed_out),
            // Another house was faster, or the seat has moved in the last moment.
            Err(refusal) if matches!(refusal.code, "house.over" | "house.seat") => {}
            Err(_) => return false,
        }
    }
    true
}
