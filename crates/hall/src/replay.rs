//! Replays: a match once more, from its log alone.

use crate::catch_panic::catch_panic;
use crate::hall::no_seat;
use crate::live::{Live, broken, named};
use crate::{Entry, Hall, LoggedEntry, MatchId, Occupant, Update, WorkPermit};
use engine::seal::SealKey;
use engine::{Refusal, Scene, Viewer};
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
pub struct Steps<T = Update> {
    /// What the viewer saw.
    pub steps: Vec<T>,
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
        let as_they_are = |_| async {
            Ok::<_, Refusal>(|_: &WorkPermit, update: Update| Ok((size_of(&update), update)))
        };
        self.steps_as(id, viewer, page, as_they_are).await
    }

    /// The same page, each step converted by the scheduler's worker right after it was drawn, so that only one of them is
    /// in memory as an [`Update`]. The converter also returns how many bytes a step takes. It is asked for before every
    /// slice of the log, with the players who sit in it, and may wait for the store.
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
            None => self.beginning(id).await?,
        };
        may_look(&live, viewer)?;
        let live = self.fold_stored(id, live, page.from).await?;
        // Each step has an entry at least; those that are no steps may need another page.
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

/// How many entries are read, drawn and converted in one turn.
const SLICE: u32 = 64;

/// The players who sit in a match before these entries or after one of them.
fn players(live: &Live, log: &[LoggedEntry]) -> Vec<String> {
    let before = live.now.sat.iter().flatten();
    let later = log.iter().filter_map(|logged| match &logged.entry {
        Entry::Sat { who, .. } => Some(who),
        _ => None,
    });
    let player = |who: &Occupant| match who {
        Occupant::Player(player) => Some(player.clone()),
        Occupant::Bot(_) => None,
    };
    before.chain(later).filter_map(player).collect()
}

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

/// A page of a replay as far as it is drawn.
struct Drawing<T> {
    /// The match after the last entry that was looked at.
    live: Live,
    viewer: Viewer,
    page: ReplayRange,
    /// The scene of the last step; nothing before the first slice.
    shown: Option<Scene>,
    /// How many bytes the steps take.
    size: usize,
    steps: Vec<T>,
}

impl<T> Drawing<T> {
    /// Draws the next entries. Returns the entry from which the next page goes on, when this one is full. What comes
    /// before the page is folded and not drawn.
    fn slice(
        mut self,
        permit: &WorkPermit,
        rest: &[LoggedEntry],
        key: &SealKey,
        convert: impl Fn(&WorkPermit, Update) -> Result<(usize, T), Refusal>,
    ) -> Result<(Drawing<T>, Option<u64>), Refusal> {
        let ReplayRange { from, limit, bytes } = self.page;
        if self.shown.is_none() {
            let before = self.live.update(self.viewer, None, key);
            self.shown = Some(before.scene.clone());
            if before.seq >= from {
                let (size, step) = convert(permit, before)?;
                self.size = size;
                self.steps.push(step);
            }
        }
        for logged in rest {
            self.live.fold(logged)?;
            let update = self.live.update(self.viewer, None, key);
            let is_alike = update.said.is_empty() && self.shown.as_ref() == Some(&update.scene);
            if update.seq < from || is_alike {
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
