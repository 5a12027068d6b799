//! Limits of time. While the house runs, its steady clock measures each move, so that setting the time changes nothing.
//! Only what passed while no house ran is taken from the log, and then there is always a moment left to move in. Several
//! houses on one store measure each for itself; whoever is first writes that a seat has left, and the others see it.

use crate::counts::one;
use crate::serve::{App, closed};
use engine::Viewer;
use hall::{MatchId, Update, Who, Why};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

/// How often it is looked for matches that other houses began.
const LOOK: Duration = Duration::from_secs(30);

/// What is always left when a match is taken up again.
const GRACE: Duration = Duration::from_secs(60);

/// Until when those who are to act have time, by match; nothing, while that is still looked up.
#[derive(Default)]
pub(crate) struct Keepers(Mutex<HashMap<MatchId, Option<Instant>>>);

impl Keepers {
    /// How long there is still time.
    pub(crate) fn left(&self, id: &MatchId) -> Option<Duration> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(id).copied().flatten().map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// Somebody looks after it from now on; false, when somebody does already.
    fn claim(&self, id: &MatchId, until: Option<Instant>) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = !all.contains_key(id);
        if is_free {
            all.insert(id.clone(), until);
        }
        is_free
    }

    /// From now on there is time until then.
    fn set(&self, id: &MatchId, until: Instant) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Some(until));
    }

    fn forget(&self, id: &MatchId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

/// Looks after every match that has a limit, until the house closes.
pub(crate) async fn keep(app: Arc<App>) {
    let mut closing = app.closing.clone();
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = closed(&mut closing) => return,
        }
        // A store that does not answer now is asked again.
        for (id, limit) in app.hall.timed().await.unwrap_or_default() {
            keep_time(&app, &id, limit, Begun::Before);
        }
    }
}

/// When a match was begun.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begun {
    /// Just now: there is all the time.
    Now,
    /// Some time ago: how much is left has to be looked up.
    Before,
}

/// Looks after a match, unless somebody does already.
pub(crate) fn keep_time(app: &Arc<App>, id: &MatchId, limit: u64, begun: Begun) {
    let limit = Duration::from_secs(limit);
    if !app.keepers.claim(id, (begun == Begun::Now).then(|| Instant::now() + limit)) {
        return;
    }
    let (app, id) = (Arc::clone(app), id.clone());
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        tokio::select! {
            over = measure(&app, &id, limit) => if over {
                // It is found again, and seen to be over, when this cannot be written now.
                let _ = app.hall.untimed(&id).await;
            },
            () = closed(&mut closing) => {}
        }
        app.keepers.forget(&id);
    });
}

/// Measures every move until the match is over; false, when it cannot be followed.
async fn measure(app: &App, id: &MatchId, limit: Duration) -> bool {
    let Ok(mut watch) = app.hall.watch(id, Viewer::Public).await else { return false };
    let Some(mut now) = watch.next().await else { return false };
    let mut until = Instant::now() + limit.saturating_sub(passed(app, id, limit).await);
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
