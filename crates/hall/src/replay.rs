//! Replays: a match once more, from its log alone.

use crate::catch_panic::catch_panic;
use crate::hall::no_seat;
use crate::live::{Live, broken, named};
use crate::{Hall, LoggedEntry, MatchId, Update, WorkPermit};
use engine::seal::SealKey;
use engine::{Refusal, Viewer};
use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, PoisonError};

/// A part of a replay.
#[derive(Clone, Copy, Debug)]
pub struct ReplayRange {
    /// The first entry it is about.
    pub from: u64,
    /// The most steps it has.
    pub limit: usize,
    /// About how many bytes of JSON it may take; one step is always in it.
    pub bytes: usize,
}

/// Steps of a match, each another picture or another sentence than the one before.
#[derive(Debug)]
pub struct Steps {
    /// What the viewer saw.
    pub steps: Vec<Update>,
    /// The entry from which the next page goes on; nothing at the end.
    pub next: Option<u64>,
}

impl Hall {
    /// Every update a viewer had, from the log alone.
    pub async fn replay(&self, id: &MatchId, viewer: Viewer) -> Result<Vec<Update>, Refusal> {
        let live = self.beginning(id).await?;
        may_look(&live, viewer)?;
        let turn = self.work().turn().await?;
        let rest = self.load(id, 1).await?;
        let key = self.0.key.clone();
        let draw = move |permit: &WorkPermit| updates(permit, live, &rest, viewer, &key);
        drawn(id, turn.run(move |permit| catch_panic(|| draw(permit))).await?)
    }

    /// A page of the steps of a match as a viewer saw them. Entries after which nothing looks or reads differently, such
    /// as sitting down and asking for hints, are no steps.
    pub async fn steps(
        &self,
        id: &MatchId,
        viewer: Viewer,
        page: ReplayRange,
    ) -> Result<Steps, Refusal> {
        let live = match self.0.cursors.take(id, page.from) {
            Some(live) => live,
            None => self.beginning(id).await?,
        };
        may_look(&live, viewer)?;
        let live = self.fold_stored(id, live, page.from).await?;
        let turn = self.work().turn().await?;
        // Each step has an entry at least; those that are no steps may need another page.
        let most = u32::try_from(page.limit).unwrap_or(u32::MAX).saturating_add(SPARE);
        let rest = self.load_page(id, live.now.seq + 1, most).await?;
        let is_whole = rest.len() < most as usize;
        let key = self.0.key.clone();
        let draw = move |permit: &WorkPermit| steps(permit, live, &rest, viewer, &key, page);
        let (mut steps, live) =
            drawn(id, turn.run(move |permit| catch_panic(|| draw(permit))).await?)?;
        if steps.next.is_none() && !is_whole {
            steps.next = Some(live.now.seq + 1);
        }
        if steps.next.is_some() {
            self.0.cursors.put(live);
        }
        Ok(steps)
    }

    /// A match as it was dealt.
    async fn beginning(&self, id: &MatchId) -> Result<Live, Refusal> {
        let first = self.load_page(id, 0, 1).await?;
        self.read_stored(id, &first).await
    }
}

/// Is there such a seat?
fn may_look(live: &Live, viewer: Viewer) -> Result<(), Refusal> {
    match viewer.seat().filter(|seat| seat.0 >= live.start.seats) {
        Some(seat) => Err(no_seat(seat)),
        None => Ok(()),
    }
}

/// How many replays are remembered.
const CURSORS: usize = 8;

/// Replays as far as their last page was read, so that the next page need not begin at the first entry again. A log only
/// grows: whatever was folded stays right.
#[derive(Default)]
pub(crate) struct Cursors(Mutex<VecDeque<Live>>);

impl Cursors {
    /// A replay of this match that is not beyond this entry.
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

/// How many entries more than steps are read for a page.
const SPARE: u32 = 20;

/// What was drawn, or why it could not be.
fn drawn<T>(id: &MatchId, drawn: Result<Result<T, Refusal>, String>) -> Result<T, Refusal> {
    drawn
        .map_err(|text| broken(format!("Match {id} cannot be replayed: {text}.")))?
        .map_err(|refusal| named(id, refusal))
}

/// All updates of a match.
fn updates(
    _: &WorkPermit,
    mut live: Live,
    rest: &[LoggedEntry],
    viewer: Viewer,
    key: &SealKey,
) -> Result<Vec<Update>, Refusal> {
    let mut updates = vec![live.update(viewer, None, key)];
    for logged in rest {
        live.fold(logged)?;
        updates.push(live.update(viewer, None, key));
    }
    Ok(updates)
}

/// The steps of a page. What comes before it is folded and not drawn.
fn steps(
    _: &WorkPermit,
    mut live: Live,
    rest: &[LoggedEntry],
    viewer: Viewer,
    key: &SealKey,
    page: ReplayRange,
) -> Result<(Steps, Live), Refusal> {
    let ReplayRange { from, limit, bytes } = page;
    let mut steps = Vec::new();
    let before = live.update(viewer, None, key);
    let (mut shown, mut size) = (before.scene.clone(), 0);
    if before.seq >= from {
        size = size_of(&before);
        steps.push(before);
    }
    for logged in rest {
        live.fold(logged)?;
        let update = live.update(viewer, None, key);
        if update.seq < from || (update.said.is_empty() && shown == update.scene) {
            continue;
        }
        size += size_of(&update);
        if !steps.is_empty() && (steps.len() >= limit || size > bytes) {
            return Ok((Steps { steps, next: Some(update.seq) }, live));
        }
        shown = update.scene.clone();
        steps.push(update);
    }
    Ok((Steps { steps, next: None }, live))
}

/// How many bytes an update takes as JSON.
fn size_of(update: &Update) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting never fails, and an update is plain data.
    let _ = serde_json::to_writer(&mut count, update);
    count.0
}
