//! The checks at the end, against the logs: every acknowledged move is stored exactly once, every view that anyone
//! received is the fold of a log, and both nodes show the same.

use crate::play::Play;
use crate::scene::Scene;
use engine::{Seat, Viewer};
use hall::{Entry, Hall, Store, Update};
use serde_json::{Value, json};

/// All that a person has sent and received.
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) play: Play,
    /// The match as each node showed it at the end.
    pub(crate) last: Vec<Value>,
}

/// Checks all logs and records.
pub(crate) fn records(scene: &Scene) -> Result<(), String> {
    let store = scene.store();
    let hall = Hall::new(games::GAMES, store.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.map_err(|error| error.to_string())?.block_on(async {
        for id in store.matches().await.map_err(|error| error.to_string())? {
            check_log(&store, &id).await.map_err(|error| format!("a log: {error}"))?;
        }
        for record in scene.records.take() {
            let checked = record.check(&store, &hall).await;
            checked.map_err(|error| format!("{}: {error}", record.name))?;
        }
        Ok(())
    })
}

/// A log starts with its opening, has no gaps, and its times never decrease, whatever the clocks show. Nobody has left,
/// because nobody ran out of time.
async fn check_log(store: &Store, id: &hall::MatchId) -> Result<(), String> {
    let log = store.load(id, 0).await.map_err(|error| error.to_string())?;
    let newest = store.newest(vec![id.clone()]).await.map_err(|error| error.to_string())?;
    let opened = log.iter().filter(|logged| matches!(logged.entry, Entry::Opened { .. })).count();
    let left = log.iter().filter(|logged| matches!(logged.entry, Entry::Left { .. })).count();
    let starts = matches!(log.first().map(|logged| &logged.entry), Some(Entry::Opened { .. }));
    let counted = newest.first().map(|(_, seq)| *seq + 1) == Some(log.len() as u64);
    match (starts && opened == 1, counted, log.is_sorted_by_key(|logged| logged.at), left) {
        (true, true, true, 0) => Ok(()),
        found => Err(format!("(starts, without a gap, in order, left) is {found:?}")),
    }
}

impl Record {
    async fn check(&self, store: &Store, hall: &Hall) -> Result<(), String> {
        let Play { id, made, views, duplicates, .. } = &self.play;
        let seat = self.play.viewer();
        let log = store.load(id, 0).await.map_err(|error| error.to_string())?;
        let moves = (0..).zip(&log).filter_map(|(seq, logged)| match &logged.entry {
            Entry::Move { seat: whose, line, .. } if i64::from(whose.0) == seat => {
                Some((seq, line.clone()))
            }
            _ => None,
        });
        let moves: Vec<(u64, String)> = moves.collect();
        if moves != *made {
            return Err(format!("{made:?} was acknowledged, but {moves:?} is stored"));
        }
        if let Some(other) = duplicates.borrow().iter().find(|ack| !made.contains(ack)) {
            return Err(format!("a duplicate was acknowledged as {other:?}, the line as {made:?}"));
        }
        let viewer = u8::try_from(seat).map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
        let steps = hall.replay(id, viewer).await.map_err(|refusal| refusal.text)?;
        for (seq, view) in views {
            if steps.get(*seq as usize).map(view_of) != Some(view.clone()) {
                return Err(format!("the view at {seq} is not the fold of the log"));
            }
        }
        let newest = steps.last().ok_or("an empty log")?;
        for shown in &self.last {
            if shown["view"] != view_of(newest) || shown["seq"] != json!(newest.seq) {
                let seq = &shown["seq"];
                return Err(format!("a node shows {seq} at the end, not {}", newest.seq));
            }
        }
        let mut last = self.last.clone();
        // Each node measures time for itself.
        for shown in &mut last {
            (shown["deadline_ms"], shown["may_stand_in"]) = (Value::Null, Value::Null);
        }
        match last.as_slice() {
            [one, other] if one == other => Ok(()),
            _ => Err(format!("the nodes differ at the end: {last:?}")),
        }
    }
}

fn view_of(update: &Update) -> Value {
    serde_json::from_str(update.view.get()).unwrap_or_default()
}
