//! Move clocks of tables with a time limit. They use the monotonic clock, so setting the system time changes nothing.
//! The time left is stored now and then and on shutdown; after a restart a clock resumes from there, with a minute left
//! at least. If several nodes share a store, each node measures for itself; the first one writes that a seat has timed
//! out, and the others see it. A node may give a player too much time, never too little: before a seat loses on time,
//! its log is checked for a move.
//!
//! A clock takes a few bytes. Its match is loaded only when the time is up: see `docs/decisions/0020-time-limits.md`.

use crate::metrics::increment;
use crate::serve::{AppState, closed};
use crate::shown::Access;
use engine::Code;
use hall::{ClockStart, ClockState, EntryWritten, MatchId, Table, TableId, TimedMatch};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

/// How often the time left is stored, and matches are looked for that this node has missed.
const SYNC_INTERVAL: Duration = Duration::from_secs(15);

/// While the server runs, the time left is stored when it has fallen by the limit divided by this.
const STEPS: u32 = 100;

/// The least time left when a clock resumes.
const GRACE: Duration = Duration::from_secs(60);

/// How soon to retry when the store didn't answer.
const RETRY: Duration = Duration::from_secs(1);

/// How long an unused match stays in memory.
const UNUSED: Duration = Duration::from_secs(60);

/// The clock of one match.
#[derive(Clone, Copy)]
struct MoveClock {
    limit: Duration,
    /// When the time of the seats to act is up.
    until: Instant,
    since: ClockStart,
    /// The last entry that this node knows of.
    seq: u64,
}

impl MoveClock {
    fn new(limit: Duration, left: Duration, since: ClockStart) -> MoveClock {
        MoveClock { limit, until: Instant::now() + left, since, seq: since.1 }
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

/// The clocks that are running.
#[derive(Default)]
pub(crate) struct Clocks {
    running: Mutex<Running>,
    /// Signals that another clock is now the next to run out.
    sooner: Notify,
}

#[derive(Default)]
struct Running {
    /// Each with its number, in the order of starting.
    clocks: HashMap<MatchId, (u64, MoveClock)>,
    started: u64,
    /// By the time they run out, then by their number.
    due: BTreeMap<(Instant, u64), MatchId>,
}

impl Running {
    /// Starts a clock, unless it is already running.
    fn start(&mut self, id: &MatchId, clock: MoveClock) {
        if !self.clocks.contains_key(id) {
            self.started += 1;
            self.clocks.insert(id.clone(), (self.started, clock));
            self.due.insert((clock.until, self.started), id.clone());
        }
    }

    /// Changes a clock, if it is running.
    fn change(&mut self, id: &MatchId, change: impl FnOnce(&mut MoveClock)) {
        let Some((number, clock)) = self.clocks.get_mut(id) else { return };
        let before = clock.until;
        change(clock);
        if clock.until != before {
            self.due.remove(&(before, *number));
            self.due.insert((clock.until, *number), id.clone());
        }
    }

    fn stop(&mut self, id: &MatchId) {
        if let Some((number, clock)) = self.clocks.remove(id) {
            self.due.remove(&(clock.until, number));
        }
    }

    fn soonest(&self) -> Option<Instant> {
        self.due.first_key_value().map(|((until, _), _)| *until)
    }
}

impl Clocks {
    /// The time left for the move whose clock this entry started.
    pub(crate) fn left(&self, id: &MatchId, clock: u64) -> Option<Duration> {
        self.restart(id, clock);
        self.get(id).map(|clock| clock.left())
    }

    fn get(&self, id: &MatchId) -> Option<MoveClock> {
        self.running().clocks.get(id).map(|(_, clock)| *clock)
    }

    fn ids(&self) -> Vec<MatchId> {
        self.running().clocks.keys().cloned().collect()
    }

    fn start(&self, id: &MatchId, clock: MoveClock) {
        self.edit(|running| running.start(id, clock));
    }

    /// Gives the whole time again, if this entry is newer than the one that started the clock.
    fn restart(&self, id: &MatchId, clock: u64) {
        let is_newer = |running: &MoveClock| running.since.1 < clock;
        if self.get(id).as_ref().is_some_and(is_newer) {
            self.change(id, |running| {
                running.since.1 = clock;
                running.until = Instant::now() + running.limit;
            });
        }
    }

    /// Gives the whole time again, if the host has given more time since. `more` is how often that has happened.
    fn extend(&self, id: &MatchId, more: u64) {
        if self.get(id).is_some_and(|running| running.since.0 < more) {
            self.change(id, |running| {
                running.since.0 = more;
                running.until = Instant::now() + running.limit;
            });
        }
    }

    /// Sets the time left; by default the whole time.
    fn postpone(&self, id: &MatchId, left: Option<Duration>) {
        self.change(id, |running| running.until = Instant::now() + left.unwrap_or(running.limit));
    }

    /// Remembers the number of an entry; false if it isn't newer.
    fn note_entry(&self, id: &MatchId, seq: u64) -> bool {
        let is_newer = self.get(id).is_some_and(|running| running.seq < seq);
        if is_newer {
            self.change(id, |running| running.seq = seq);
        }
        is_newer
    }

    fn stop(&self, id: &MatchId) {
        self.edit(|running| running.stop(id));
    }

    /// The clocks that have run out.
    fn run_out(&self) -> Vec<(MatchId, MoveClock)> {
        let (now, running) = (Instant::now(), self.running());
        let due = running.due.iter().take_while(|((until, _), _)| *until <= now);
        due.filter_map(|(_, id)| Some((id.clone(), running.clocks.get(id)?.1))).collect()
    }

    fn soonest(&self) -> Option<Instant> {
        self.running().soonest()
    }

    fn change(&self, id: &MatchId, change: impl FnOnce(&mut MoveClock)) {
        self.edit(|running| running.change(id, change));
    }

    fn edit(&self, edit: impl FnOnce(&mut Running)) {
        let mut running = self.running();
        let before = running.soonest();
        edit(&mut running);
        if running.soonest() != before {
            self.sooner.notify_one();
        }
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The changes that clocks follow.
pub(crate) struct ClockNews {
    tables: broadcast::Receiver<Option<TableId>>,
    written: broadcast::Receiver<EntryWritten>,
}

impl ClockNews {
    pub(crate) fn of(app: &AppState) -> ClockNews {
        ClockNews { tables: app.hall.table_changes(), written: app.hall.entries_written() }
    }
}

/// Runs the clocks of all matches with a time limit, until the server shuts down.
pub(crate) async fn run(app: Arc<AppState>, mut news: ClockNews) {
    let _alive = app.alive.clone();
    let mut closing = app.closing.clone();
    let mut ticks = interval_at(Instant::now() + SYNC_INTERVAL, SYNC_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let soonest = app.clocks.soonest();
        // In a fixed order, the most frequent event last, so that simulated runs can be repeated.
        tokio::select! {
            biased;
            () = closed(&mut closing) => return save_time_left(&app, u32::MAX).await,
            () = reached(soonest) => time_out(&app).await,
            _ = ticks.tick() => {
                sync_clocks(&app).await;
                save_time_left(&app, STEPS).await;
                app.hall.drop_idle(UNUSED);
            }
            change = news.tables.recv() => match change {
                Ok(Some(id)) => table_changed(&app, &id).await,
                // Any table may have changed. The next synchronization finds it; until then, a player who looks at a
                // match starts its clock.
                Ok(None) => {}
                Err(RecvError::Lagged(_)) => sync_clocks(&app).await,
                Err(RecvError::Closed) => return,
            },
            () = app.clocks.sooner.notified() => {}
            entry = news.written.recv() => match entry {
                Ok(written) => entry_written(&app, written).await,
                // A missed entry is found when the time is up.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
        }
    }
}

/// Waits until then; forever if `None`.
async fn reached(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Starts, extends and stops clocks by what is stored.
pub(crate) async fn sync_clocks(app: &AppState) {
    let running = app.clocks.ids();
    // If the store doesn't answer, the next synchronization tries again.
    let Ok(timed) = app.hall.timed_matches().await else { return };
    let stored: BTreeSet<_> = timed.iter().map(|timed| &timed.id).collect();
    // This node has missed that they are over.
    running.iter().filter(|id| !stored.contains(id)).for_each(|id| app.clocks.stop(id));
    for timed in &timed {
        match app.clocks.get(&timed.id) {
            None => resume_clock(app, timed).await,
            // This node may have missed that the host has given more time.
            Some(_) => app.clocks.extend(&timed.id, timed.since.0),
        }
    }
}

/// Resumes the clock of a match: with the stored time left, but at least a minute; with the whole time if there was a
/// move since.
async fn resume_clock(app: &AppState, timed: &TimedMatch) {
    let (more, clock) = timed.since;
    let left = timed.left.max(GRACE).min(timed.limit);
    let (left, clock) = match app.hall.clock_state(&timed.id).await {
        Ok(state) if state.over => return stop_clock(app, &timed.id).await,
        Ok(state) if state.clock <= clock => (left, clock),
        Ok(state) => (timed.limit, state.clock),
        Err(_) => (timed.limit, clock),
    };
    app.clocks.start(&timed.id, MoveClock::new(timed.limit, left, (more, clock)));
}

/// Stores the time left, where it has fallen by at least the limit divided by `steps`.
async fn save_time_left(app: &AppState, steps: u32) {
    let left = |timed: &TimedMatch| {
        let running = app.clocks.get(&timed.id)?;
        let is_less = timed.left.saturating_sub(running.left()) >= timed.limit / steps;
        (is_less || running.since > timed.since).then(|| (running.since, running.left()))
    };
    // If this fails, it is tried again later; if it always fails, players have too much time after a restart.
    let _ = app.hall.save_time_left(left).await;
}

/// Handles a change at a table: a round may have been started or more time given, by this node or another.
async fn table_changed(app: &AppState, id: &TableId) {
    let Ok(table) = app.hall.table(id).await else { return };
    let Some(last) = table.rounds.len().checked_sub(1).filter(|_| table.config.limit.is_some())
    else {
        return;
    };
    for summary in app.hall.round(&table, last).await.unwrap_or_default() {
        if summary.ended.is_none() {
            start_clock(app, &table, &summary.id);
            app.clocks.extend(&summary.id, table.time_extensions);
        }
    }
}

async fn entry_written(app: &AppState, EntryWritten { id, seq, state }: EntryWritten) {
    if !app.clocks.note_entry(&id, seq) {
        return;
    }
    let state = match state {
        Some(state) => Ok(state),
        None => app.hall.clock_state(&id).await,
    };
    // If the store doesn't answer, it is asked again when the time is up.
    if let Ok(state) = state {
        update_clock(app, &id, state).await;
    }
}

/// Stops or restarts the clock of a match.
async fn update_clock(app: &AppState, id: &MatchId, state: ClockState) {
    match state.over {
        true => stop_clock(app, id).await,
        false => app.clocks.restart(id, state.clock),
    }
}

/// Stops the clock of a match that is over.
async fn stop_clock(app: &AppState, id: &MatchId) {
    app.clocks.stop(id);
    // If this fails, the next synchronization finds the match and sees that it is over.
    let _ = app.hall.remove_time_limit(id).await;
}

/// Makes players lose whose time is up.
async fn time_out(app: &AppState) {
    for (id, clock) in app.clocks.run_out() {
        match app.hall.timed_match(&id).await {
            // Another node has given more time at the last moment.
            Ok(Some(timed)) if timed.since.0 > clock.since.0 => {
                app.clocks.extend(&id, timed.since.0);
                continue;
            }
            Ok(_) => {}
            Err(_) => {
                app.clocks.postpone(&id, Some(RETRY));
                continue;
            }
        }
        match app.hall.time_out(&id, clock.since.1).await {
            Ok((state, gone)) => {
                (0..gone).for_each(|_| increment(&app.metrics.timed_out));
                // Bots have no limit, and a player who has moved on another node has the whole time again.
                app.clocks.postpone(&id, None);
                update_clock(app, &id, state).await;
            }
            // The store can't be written now: try again soon.
            Err(refusal) if refusal.code == Code::Store => app.clocks.postpone(&id, Some(RETRY)),
            Err(_) => app.clocks.postpone(&id, None),
        }
    }
}

/// Gives the seats to move the whole time again, after the host has given more time.
pub(crate) fn give_time(app: &AppState, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| app.clocks.extend(id, table.time_extensions));
}

/// Starts the clocks of the last round.
pub(crate) fn start_round_clocks(app: &AppState, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| start_clock(app, table, id));
}

/// Starts the clock of a match that a client looks at, unless it is running. Then another node has just started the
/// match: this node already knows the older ones.
pub(crate) fn start_clock_if_new(app: &AppState, access: &Access) {
    if let Some(table) = access.table.as_ref().filter(|_| access.summary.ended.is_none()) {
        start_clock(app, table, &access.id);
    }
}

/// Starts the clock of a new match, if its table has a limit.
fn start_clock(app: &AppState, table: &Table, id: &MatchId) {
    if let Some(limit) = table.config.limit.map(Duration::from_secs) {
        app.clocks.start(id, MoveClock::new(limit, limit, (table.time_extensions, 0)));
    }
}
