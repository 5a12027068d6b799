//! Move clocks of tables with a time limit. The steady clock of the machine measures each move, so that setting the time
//! changes nothing. What is left is written down now and then, and when the server closes; whoever takes a match up goes on
//! from there, with a moment left at least. Several nodes on one store measure each for itself; the first writes that a seat
//! has left, and the others see it. A node may give too much time, never too little: before a seat loses on time, its log is
//! asked whether it has moved.
//!
//! A clock is a few bytes beside the match, which is loaded only when its time is up: see
//! `docs/decisions/0020-time-limits.md`.

use crate::metrics::increment;
use crate::serve::{AppState, closed};
use crate::shown::Access;
use hall::{ClockStart, ClockState, EntryWritten, MatchId, Table, TableId, TimedMatch};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

/// How often it is written down what is left, and looked for matches of which nothing was heard.
const LOOK: Duration = Duration::from_secs(15);

/// What is worth writing down before the server closes: one part of so many of a limit.
const PART: u32 = 100;

/// What is always left when a match is taken up again.
const GRACE: Duration = Duration::from_secs(60);

/// When the store is asked again that did not answer.
const SOON: Duration = Duration::from_secs(1);

/// How long a match stays in memory that nobody uses.
const UNUSED: Duration = Duration::from_secs(60);

/// The clock of one match.
#[derive(Clone, Copy)]
struct MoveClock {
    limit: Duration,
    /// Until when those who are to act have time.
    until: Instant,
    since: ClockStart,
    /// The last entry that was heard of.
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

/// The clocks that run.
#[derive(Default)]
pub(crate) struct Clocks {
    running: Mutex<Running>,
    /// Rings when another clock is the next to run out.
    sooner: Notify,
}

#[derive(Default)]
struct Running {
    /// Each with its number, in the order in which they were started.
    clocks: HashMap<MatchId, (u64, MoveClock)>,
    started: u64,
    /// When they run out, the soonest first; of several at once, the one that was started first.
    due: BTreeMap<(Instant, u64), MatchId>,
}

impl Running {
    /// Starts a clock, unless it runs already.
    fn start(&mut self, id: &MatchId, clock: MoveClock) {
        if !self.clocks.contains_key(id) {
            self.started += 1;
            self.clocks.insert(id.clone(), (self.started, clock));
            self.due.insert((clock.until, self.started), id.clone());
        }
    }

    /// Changes a clock, if it runs.
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
    /// How long there is still time for the move that began with this entry.
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

    /// The whole time again, when the clock was restarted by this entry.
    fn restart(&self, id: &MatchId, clock: u64) {
        let is_newer = |running: &MoveClock| running.since.1 < clock;
        if self.get(id).as_ref().is_some_and(is_newer) {
            self.change(id, |running| {
                running.since.1 = clock;
                running.until = Instant::now() + running.limit;
            });
        }
    }

    /// More time was given, so often by now.
    fn extend(&self, id: &MatchId, more: u64) {
        if self.get(id).is_some_and(|running| running.since.0 < more) {
            self.change(id, |running| {
                running.since.0 = more;
                running.until = Instant::now() + running.limit;
            });
        }
    }

    /// There is so much time from now on; all of it, when nothing is said.
    fn postpone(&self, id: &MatchId, left: Option<Duration>) {
        self.change(id, |running| running.until = Instant::now() + left.unwrap_or(running.limit));
    }

    /// This entry was heard of. Was it news?
    fn note_entry(&self, id: &MatchId, seq: u64) -> bool {
        let is_news = self.get(id).is_some_and(|running| running.seq < seq);
        if is_news {
            self.change(id, |running| running.seq = seq);
        }
        is_news
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

/// What the clocks are told.
pub(crate) struct ClockNews {
    tables: broadcast::Receiver<Option<TableId>>,
    written: broadcast::Receiver<EntryWritten>,
}

impl ClockNews {
    pub(crate) fn of(app: &AppState) -> ClockNews {
        ClockNews { tables: app.hall.table_changes(), written: app.hall.entries_written() }
    }
}

/// Looks after every match that has a limit, until the server closes.
pub(crate) async fn run(app: Arc<AppState>, mut news: ClockNews) {
    let _alive = app.alive.clone();
    let mut closing = app.closing.clone();
    let mut ticks = interval_at(Instant::now() + LOOK, LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let soonest = app.clocks.soonest();
        // In this order: what is heard most often comes last, and the same happens always in the same way.
        tokio::select! {
            biased;
            () = closed(&mut closing) => return note(&app, u32::MAX).await,
            () = reached(soonest) => time_out(&app).await,
            _ = ticks.tick() => {
                sync_clocks(&app).await;
                note(&app, PART).await;
                app.hall.drop_idle(UNUSED);
            }
            heard = news.tables.recv() => match heard {
                Ok(Some(id)) => table_changed(&app, &id).await,
                // It may be any table: whoever looks at one is shown its time, and soon all are looked at.
                Ok(None) => {}
                Err(RecvError::Lagged(_)) => sync_clocks(&app).await,
                Err(RecvError::Closed) => return,
            },
            () = app.clocks.sooner.notified() => {}
            heard = news.written.recv() => match heard {
                Ok(written) => entry_written(&app, written).await,
                // What was not heard is found when its time is up.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
        }
    }
}

/// Waits for a moment; for ever, when there is none.
async fn reached(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Looks for matches that were begun some time ago: how much is left, was written down.
pub(crate) async fn sync_clocks(app: &AppState) {
    let running = app.clocks.ids();
    // A store that does not answer now is asked again.
    let Ok(timed) = app.hall.timed_matches().await else { return };
    let written: BTreeSet<_> = timed.iter().map(|timed| &timed.id).collect();
    // It was not heard that they are over.
    running.iter().filter(|id| !written.contains(id)).for_each(|id| app.clocks.stop(id));
    for timed in &timed {
        match app.clocks.get(&timed.id) {
            None => resume_clock(app, timed).await,
            // It was heard late, or not at all, that there is more time.
            Some(_) => app.clocks.extend(&timed.id, timed.since.0),
        }
    }
}

/// Goes on with the clock of a match: with what was written down, and a moment at least. When the clock was restarted since,
/// with all of it.
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

/// Writes down how much time is left, where that is less by such a part of the limit.
async fn note(app: &AppState, part: u32) {
    let left = |timed: &TimedMatch| {
        let running = app.clocks.get(&timed.id)?;
        let is_less = timed.left.saturating_sub(running.left()) >= timed.limit / part;
        (is_less || running.since > timed.since).then(|| (running.since, running.left()))
    };
    // A store that does not take it now is asked again; and when it never does, there is too much time.
    let _ = app.hall.save_time_left(left).await;
}

/// Something happened at a table: perhaps a round was begun, or more time given, here or elsewhere.
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

/// An entry was written to a match.
async fn entry_written(app: &AppState, EntryWritten { id, seq, state }: EntryWritten) {
    if !app.clocks.note_entry(&id, seq) {
        return;
    }
    let state = match state {
        Some(state) => Ok(state),
        None => app.hall.clock_state(&id).await,
    };
    // A store that does not answer now is asked when the time is up.
    if let Ok(state) = state {
        update_clock(app, &id, state).await;
    }
}

/// A match stands like this by now.
async fn update_clock(app: &AppState, id: &MatchId, state: ClockState) {
    match state.over {
        true => stop_clock(app, id).await,
        false => app.clocks.restart(id, state.clock),
    }
}

/// A match with a limit is over.
async fn stop_clock(app: &AppState, id: &MatchId) {
    app.clocks.stop(id);
    // It is found again, and seen to be over, when this cannot be written now.
    let _ = app.hall.remove_time_limit(id).await;
}

/// Everybody whose time is up loses.
async fn time_out(app: &AppState) {
    for (id, clock) in app.clocks.run_out() {
        match app.hall.timed_match(&id).await {
            // More was given elsewhere in the last moment.
            Ok(Some(timed)) if timed.since.0 > clock.since.0 => {
                app.clocks.extend(&id, timed.since.0);
                continue;
            }
            Ok(_) => {}
            Err(_) => {
                app.clocks.postpone(&id, Some(SOON));
                continue;
            }
        }
        match app.hall.time_out(&id, clock.since.1).await {
            Ok((state, gone)) => {
                (0..gone).for_each(|_| increment(&app.metrics.timed_out));
                // Bots have all the time they like, and whoever has moved elsewhere has theirs.
                app.clocks.postpone(&id, None);
                update_clock(app, &id, state).await;
            }
            // The store does not take it now; nobody is in a hurry.
            Err(refusal) if refusal.code == "house.store" => app.clocks.postpone(&id, Some(SOON)),
            Err(_) => app.clocks.postpone(&id, None),
        }
    }
}

/// More time was given at a table: those who are to move have all of it again.
pub(crate) fn give_time(app: &AppState, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| app.clocks.extend(id, table.time_extensions));
}

/// A round was just begun: its clocks are started.
pub(crate) fn start_round_clocks(app: &AppState, table: &Table) {
    let matches = table.rounds.last().map(|round| round.matches.as_slice()).unwrap_or_default();
    matches.iter().for_each(|id| start_clock(app, table, id));
}

/// Somebody looks at a match. When its clock does not run, it was begun elsewhere, and this moment: what was begun before is
/// known.
pub(crate) fn start_clock_if_new(app: &AppState, sight: &Access) {
    if let Some(table) = sight.table.as_ref().filter(|_| sight.summary.ended.is_none()) {
        start_clock(app, table, &sight.id);
    }
}

/// Starts the clock of a match that was just begun, when its table has a limit.
fn start_clock(app: &AppState, table: &Table, id: &MatchId) {
    if let Some(limit) = table.config.limit.map(Duration::from_secs) {
        app.clocks.start(id, MoveClock::new(limit, limit, (table.time_extensions, 0)));
    }
}
