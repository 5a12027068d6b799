//! Replays: a match once more, from its log alone.

use crate::guard::guard;
use crate::hall::no_seat;
use crate::live::{Live, broken, named};
use crate::{Hall, Logged, MatchId, Update, WorkPermit};
use engine::seal::SealKey;
use engine::{Refusal, Viewer};
use std::io;

/// A part of a replay.
#[derive(Clone, Copy, Debug)]
pub struct Page {
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
        let draw = move |permit: &WorkPermit, live, rest: Vec<Logged>, key: &SealKey| {
            updates(permit, live, &rest, viewer, key)
        };
        self.replayed(id, viewer, draw).await
    }

    /// A page of the steps of a match as a viewer saw them. Entries after which nothing looks or reads differently, such
    /// as sitting down and asking for hints, are no steps.
    pub async fn steps(&self, id: &MatchId, viewer: Viewer, page: Page) -> Result<Steps, Refusal> {
        let draw = move |permit: &WorkPermit, live, rest: Vec<Logged>, key: &SealKey| {
            steps(permit, live, &rest, viewer, key, page)
        };
        self.replayed(id, viewer, draw).await
    }

    /// Reads a log and draws something from it, in one turn.
    async fn replayed<T: Send + 'static>(
        &self,
        id: &MatchId,
        viewer: Viewer,
        draw: impl FnOnce(&WorkPermit, Live, Vec<Logged>, &SealKey) -> Result<T, Refusal>
        + Send
        + 'static,
    ) -> Result<T, Refusal> {
        let first = self.load_page(id, 0, 1).await?;
        let live = self.read_stored(id, &first).await?;
        if let Some(seat) = viewer.seat().filter(|seat| seat.0 >= live.start.seats) {
            return Err(no_seat(seat));
        }
        let turn = self.work().turn().await?;
        let rest = self.load(id, 1).await?;
        let key = self.0.key.clone();
        let drawn = turn.run(move |permit| guard(|| draw(permit, live, rest, &key))).await?;
        drawn
            .map_err(|text| broken(format!("Match {id} cannot be replayed: {text}.")))?
            .map_err(|refusal| named(id, refusal))
    }
}

/// All updates of a match.
fn updates(
    _: &WorkPermit,
    mut live: Live,
    rest: &[Logged],
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
    rest: &[Logged],
    viewer: Viewer,
    key: &SealKey,
    page: Page,
) -> Result<Steps, Refusal> {
    let Page { from, limit, bytes } = page;
    let mut steps = Vec::new();
    let (mut shown, mut size) = (None, 0);
    if from == 0 {
        let first = live.update(viewer, None, key);
        (shown, size) = (Some(first.scene.clone()), size_of(&first));
        steps.push(first);
    }
    for logged in rest {
        live.fold(logged)?;
        if live.now.seq + 1 < from {
            continue;
        }
        let update = live.update(viewer, None, key);
        if update.seq < from {
            shown = Some(update.scene);
            continue;
        }
        if update.said.is_empty() && shown.as_ref() == Some(&update.scene) {
            continue;
        }
        size += size_of(&update);
        if !steps.is_empty() && (steps.len() >= limit || size > bytes) {
            return Ok(Steps { steps, next: Some(update.seq) });
        }
        shown = Some(update.scene.clone());
        steps.push(update);
    }
    Ok(Steps { steps, next: None })
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
