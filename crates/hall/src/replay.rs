//! Replays of matches, from their logs alone.

use crate::catch_panic::catch_panic;
use crate::hall::no_seat;
use crate::live::{Live, broken, named};
use crate::{Entry, Hall, LoggedEntry, MatchId, Occupant, Update, WorkPermit};
use engine::seal::SealKey;
use engine::{Refusal, Scene, Unnamed, Viewer};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// A page of a replay.
#[derive(Clone, Copy, Debug)]
pub struct ReplayRange {
    /// The first entry.
    pub from: u64,
    /// The maximum number of steps.
    pub limit: usize,
    /// About how many bytes of JSON it may take; there is always at least one step.
    pub bytes: usize,
}

/// Steps of a match, each with another scene or another sentence than the one before.
#[derive(Debug)]
pub struct Steps<T> {
    pub steps: Vec<T>,
    /// The first entry of the next page; `None` at the end.
    pub next: Option<u64>,
}

impl Hall {
    /// Every update that a viewer got, from the log alone.
    pub async fn replay(&self, id: &MatchId, viewer: Viewer) -> Result<Vec<Update>, Refusal> {
        let live = self.read_deal(id).await?;
        check_viewer(&live, viewer)?;
        let turn = self.work().turn().await?;
        let rest = self.load(id, 1).await?;
        let key = self.0.key.clone();
        let draw = move |permit: &WorkPermit| updates(permit, live, &rest, viewer, &key);
        drawn(id, turn.run(move |permit| catch_panic(|| draw(permit))).await?)
    }

    /// A page of the steps of a match for a viewer. Entries that change neither the scene nor the sentences, such as
    /// sitting down and hints, aren't steps. Each step is converted by the scheduler's worker as soon as it is drawn, so
    /// that only one of them is in memory as an [`Update`]. A converter also returns how many bytes a step takes. A new one is requested
    /// for every slice of the log, with the players in it, and may wait for the store.
    pub async fn steps_as<T, C, F, E>(
        &self,
        id: &MatchId,
        viewer: Viewer,
        page: ReplayRange,
        converter: impl Fn(Vec<String>) -> F,
    ) -> Result<Steps<T>, E>
    where
        T: Send + 'static,
        C: Fn(&WorkPermit, Update) -> Result<(usize, T), Refusal> + Send + 'static,
        F: Future<Output = Result<C, E>>,
        E: From<Refusal>,
    {
        let live = match self.0.cursors.take(id, page.from) {
            Some(live) => live,
            None => self.read_deal(id).await?,
        };
        check_viewer(&live, viewer)?;
        let live = self.fold_stored(id, live, page.from).await?;
        // Each step takes at least one entry. If too many entries aren't steps, they go to another page.
        let most = u32::try_from(page.limit).unwrap_or(u32::MAX).saturating_add(SPARE);
        let mut left = most;
        let mut drawing = Drawing { live, viewer, page, shown: None, size: 0, steps: Vec::new() };
        loop {
            let turn = self.work().turn().await?;
            let slice = left.min(SLICE);
            let rest = self.load_page(id, drawing.live.now.seq + 1, slice).await?;
            let is_whole = rest.len() < slice as usize;
            left -= slice;
            let convert = converter(players(&drawing.live, &rest)).await?;
            let key = self.0.key.clone();
            let draw = move |permit: &WorkPermit| drawing.slice(permit, &rest, &key, convert);
            let (drawn, mut next) =
                drawn(id, turn.run(move |permit| catch_panic(|| draw(permit))).await?)?;
            if next.is_none() && !is_whole && left == 0 {
                next = Some(drawn.live.now.seq + 1);
            }
            if next.is_none() && !is_whole {
                drawing = drawn;
                continue;
            }
            if next.is_some() {
                self.0.cursors.put(drawn.live);
            }
            return Ok(Steps { steps: drawn.steps, next });
        }
    }

    /// A match after its deal.
    pub(crate) async fn read_deal(&self, id: &MatchId) -> Result<Live, Refusal> {
        let first = self.load_page(id, 0, 1).await?;
        self.read_stored(id, &first).await
    }
}

/// Fails if the viewer's seat doesn't exist.
fn check_viewer(live: &Live, viewer: Viewer) -> Result<(), Refusal> {
    match viewer.seat().filter(|seat| seat.0 >= live.start.seats) {
        Some(seat) => Err(no_seat(seat)),
        None => Ok(()),
    }
}

/// How many replays are cached.
const CURSORS: usize = 8;

/// Replays at the end of their last page, so that the next page needn't start at the first entry. They stay valid,
/// since a log only grows.
#[derive(Default)]
pub(crate) struct Cursors(Mutex<VecDeque<Live>>);

impl Cursors {
    /// A cached replay of this match that isn't past this entry.
    fn take(&self, id: &MatchId, from: u64) -> Option<Live> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |live: &Live| live.now.id == *id && live.now.seq <= from;
        let place = all.iter().position(fits)?;
        all.remove(place)
    }

    fn put(&self, live: Live) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.truncate(CURSORS - 1);
        all.push_front(live);
    }
}

/// How many more entries than steps are read for a page.
const SPARE: u32 = 20;

/// How many entries are read, drawn and converted in one turn of the scheduler.
const SLICE: u32 = 64;

/// The players who have a seat before these entries or after one of them.
fn players(live: &Live, log: &[LoggedEntry]) -> Vec<String> {
    let before = live.now.sat.iter().flatten();
    let later = log.iter().filter_map(|logged| match &logged.entry {
        Entry::Sat { who, .. } => Some(who),
        _ => None,
    });
    let player = |occupant: &Occupant| match occupant {
        Occupant::Player(player) => Some(player.clone()),
        Occupant::Bot(_) => None,
    };
    before.chain(later).filter_map(player).collect()
}

/// The result of drawing, with the id of the match in errors.
fn drawn<T>(id: &MatchId, drawn: Result<Result<T, Refusal>, String>) -> Result<T, Refusal> {
    drawn
        .map_err(|text| broken(format!("Match {id} cannot be replayed: {text}.")))?
        .map_err(|refusal| named(id, refusal))
}

/// All updates of a match for a viewer.
fn updates(
    _: &WorkPermit,
    mut live: Live,
    rest: &[LoggedEntry],
    viewer: Viewer,
    key: &SealKey,
) -> Result<Vec<Update>, Refusal> {
    let mut updates = vec![live.update(viewer, live.now.seq, key)];
    for logged in rest {
        live.fold(logged)?;
        updates.push(live.update(viewer, live.now.seq, key));
    }
    Ok(updates)
}

/// A page of a replay that is being drawn.
struct Drawing<T> {
    /// The match after the last entry that was read.
    live: Live,
    viewer: Viewer,
    page: ReplayRange,
    /// The scene of the last step; `None` before the first slice.
    shown: Option<Unnamed<Scene>>,
    /// The size of the steps in bytes.
    size: usize,
    steps: Vec<T>,
}

impl<T> Drawing<T> {
    /// Draws the next entries. Returns the first entry of the next page if this one is full. Entries before the page
    /// are applied without drawing.
    fn slice(
        mut self,
        permit: &WorkPermit,
        rest: &[LoggedEntry],
        key: &SealKey,
        convert: impl Fn(&WorkPermit, Update) -> Result<(usize, T), Refusal>,
    ) -> Result<(Drawing<T>, Option<u64>), Refusal> {
        let ReplayRange { from, limit, bytes } = self.page;
        if self.shown.is_none() {
            let before = self.live.update(self.viewer, self.live.now.seq, key);
            self.shown = Some(before.scene.clone());
            if before.seq >= from {
                let (size, step) = convert(permit, before)?;
                self.size = size;
                self.steps.push(step);
            }
        }
        for logged in rest {
            self.live.fold(logged)?;
            let update = self.live.update(self.viewer, self.live.now.seq, key);
            let is_unchanged = update.said.is_empty() && self.shown.as_ref() == Some(&update.scene);
            if update.seq < from || is_unchanged {
                continue;
            }
            let (seq, scene) = (update.seq, update.scene.clone());
            if !self.steps.is_empty() && self.steps.len() >= limit {
                return Ok((self, Some(seq)));
            }
            let (size, step) = convert(permit, update)?;
            self.size += size;
            if !self.steps.is_empty() && self.size > bytes {
                return Ok((self, Some(seq)));
            }
            self.shown = Some(scene);
            self.steps.push(step);
        }
        Ok((self, None))
    }
}
