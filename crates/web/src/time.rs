//! Limits of time. While the house runs, its steady clock measures each move, so that setting the time changes nothing.
//! Only what passed while no house ran is taken from the log, and then there is always a moment left to move in. Several
//! houses on one store measure each for itself; whoever is first writes that a seat has left, and the others see it.

use crate::counts::one;
use crate::serve::{App, closed};
use crate::shown::Sight;
use engine::Viewer;
use hall::{MatchId, Table, TableId, Update, Who, Why};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

/// How often it is looked for matches that other houses began and of which nothing was heard.
const LOOK: Duration = Duration::from_secs(30);

/// What is always left when a match is taken up again.
const GRACE: Duration = Duration::from_secs(60);

/// Until when those who are to act have time, by match.
#[derive(Default)]
pub(crate) struct Keepers(Mutex<HashMap<MatchId, Instant>>);

impl Keepers {
    /// How long there is still time.
    pub(crate) fn left(&self, id: &MatchId) -> Option<Duration> {
        let until = self.all().get(id).copied();
        until.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// Does somebody look after it?
    fn knows(&self, id: &MatchId) -> bool {
        self.all().contains_key(id)
    }

    /// Somebody looks after it from now on; false, when somebody does already.
    fn claim(&self, id: &MatchId, until: Instant) -> bool {
        let mut all = self.all();
        let is_free = !all.contains_key(id);
        if is_free {
            all.insert(id.clone(), until);
        }
        is_free
    }

    /// From now on there is time until then.
    fn set(&self, id: &MatchId, until: Instant) {
        self.all().insert(id.clone(), until);
    }

    fn forget(&self, id: &MatchId) {
        self.all().remove(id);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<MatchId, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks after every match that has a limit, until the house closes. Of rounds that other houses begin it hears.
pub(crate) async fn keep(app: Arc<App>, mut news: broadcast::Receiver<Option<TableId>>) {
    let mut closing = app.closing.clone();
    let mut ticks = interval_at(Instant::now() + LOOK, LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => look(&app).await,
            heard = news.recv() => match heard {
                Ok(Some(id)) => hear(&app, &id).await,
                // It may be any table: whoever looks at one is shown its time, and soon all are looked at.
                Ok(None) => {}
                Err(RecvError::Lagged(_)) => look(&app).await,
                Err(RecvError::Closed) => return,
            },
            () = closed(&mut closing) => return,
        }
    }
}

/// Looks for matches that were begun some time ago: how much is left, the log says.
pub(crate) async fn look(app: &Arc<App>) {
    // A store that does not answer now is asked again.
    for (id, limit) in app.hall.timed().await.unwrap_or_default() {
        if !app.keepers.knows(&id) {
            let limit = Duration::from_secs(limit);
            let left = limit.saturating_sub(passed(app, &id, limit).await);
            keep_time(app, &id, limit, left);
        }
    }
}

/// Something happened at a table: perhaps a round was begun, here or elsewhere.
async fn hear(app: &Arc<App>, id: &TableId) {
    let Ok(table) = app.hall.table(id).await else { return };
    if table.plan.limit.is_some() && app.hall.is_playing(&table).await.unwrap_or_default() {
        keep_round(app, &table);
    }
}

/// A round was just begun: its clocks are started.
pub(crate) fn keep_round(app: &Arc<App>, table: &Table) {
    let (Some(limit), Some(round)) = (table.plan.limit, table.rounds.last()) else { return };
    let limit = Duration::from_secs(limit);
    round.matches.iter().for_each(|id| keep_time(app, id, limit, limit));
}

/// Somebody looks at a match. When nobody looks after its time, it was begun elsewhere, and this moment: what was begun
/// before is known.
pub(crate) fn keep_seen(app: &Arc<App>, sight: &Sight) {
    let limit = sight.table.as_ref().and_then(|table| table.plan.limit);
    if let Some(limit) = limit.filter(|_| sight.summary.ended.is_none()) {
        let limit = Duration::from_secs(limit);
        keep_time(app, &sight.id, limit, limit);
    }
}

/// Looks after a match in which so much time is left, unless somebody does already.
fn keep_time(app: &Arc<App>, id: &MatchId, limit: Duration, left: Duration) {
    let until = Instant::now() + left;
    if !app.keepers.claim(id, until) {
        return;
    }
    let (app, id) = (Arc::clone(app), id.clone());
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        tokio::select! {
            over = measure(&app, &id, limit, until) => if over {
                // It is found again, and seen to be over, when this cannot be written now.
                let _ = app.hall.untimed(&id).await;
            },
            () = closed(&mut closing) => {}
        }
        app.keepers.forget(&id);
    });
}

/// Measures every move until the match is over; false, when it cannot be followed.
async fn measure(app: &App, id: &MatchId, limit: Duration, mut until: Instant) -> bool {
    let Ok(mut watch) = app.hall.watch(id, Viewer::Public).await else { return false };
    let Some(mut now) = watch.next().await else { return false };
    loop {
        if now.over.is_some() {
            return true;
        }
        app.keepers.set(id, until);
        tokio::select! {
            next = watch.next() => {
                let Some(next) = next else { return false };
                // Sitting down and asking for hints give nobody more time.
                if next.view.get() != now.view.get() {
                    until = Instant::now() + limit;
                }
                now = next;
            }
            () = sleep_until(until) => {
                if !time_out(app, id, &now).await {
                    // The store does not take it now; nobody is in a hurry.
                    until = Instant::now() + Duration::from_secs(1);
                    continue;
                }
                until = Instant::now() + limit;
            }
        }
    }
}

/// How long nothing has happened in a match, as far as the log says; some time is always left.
async fn passed(app: &App, id: &MatchId, limit: Duration) -> Duration {
    let which = hall::Which { id: Some(id.clone()), ..hall::Which::all() };
    let Ok(found) = app.hall.matches(&which).await else { return Duration::ZERO };
    let passed = found.first().map(|summary| app.hall.now().duration_since(summary.last));
    let passed = passed.and_then(|passed| Duration::try_from(passed).ok()).unwrap_or_default();
    passed.min(limit.saturating_sub(GRACE))
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
