//! What has to hold in the end, from the logs alone: what was acknowledged is there, nothing is there twice, everything
//! that anybody was shown is the fold of a log, and both houses show the same.

use crate::play::Play;
use crate::scene::Scene;
use engine::{Seat, Viewer};
use hall::{Entry, Hall, Store, Update};
use serde_json::{Value, json};

/// What somebody has to tell in the end.
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) play: Play,
    /// The match as each house showed it when all was quiet.
    pub(crate) looks: Vec<Value>,
}

/// Looks at everything that was recorded.
pub(crate) fn records(scene: &Scene) -> Result<(), String> {
    let store = scene.store();
    let hall = Hall::new(games::GAMES, store.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.map_err(|error| error.to_string())?.block_on(async {
        for id in store.matches().await.map_err(|error| error.to_string())? {
            whole(&store, &id).await.map_err(|why| format!("a log: {why}"))?;
        }
        for record in scene.records.take() {
            let found = record.check(&store, &hall).await;
            found.map_err(|why| format!("{}: {why}", record.name))?;
        }
        Ok(())
    })
}

/// A log begins with its opening, goes on without a gap, and its time does not turn around whatever clocks say. And
/// nobody has left: there was always time.
async fn whole(store: &Store, id: &hall::MatchId) -> Result<(), String> {
    let log = store.load(id, 0).await.map_err(|error| error.to_string())?;
    let newest = store.newest(vec![id.clone()]).await.map_err(|error| error.to_string())?;
    let opened = log.iter().filter(|logged| matches!(logged.entry, Entry::Opened { .. })).count();
    let left = log.iter().filter(|logged| matches!(logged.entry, Entry::Left { .. })).count();
    let begins = matches!(log.first().map(|logged| &logged.entry), Some(Entry::Opened { .. }));
    let counted = newest.first().map(|(_, seq)| *seq + 1) == Some(log.len() as u64);
    match (begins && opened == 1, counted, log.is_sorted_by_key(|logged| logged.at), left) {
        (true, true, true, 0) => Ok(()),
        found => Err(format!("(begins, without a gap, in order, left) is {found:?}")),
    }
}

impl Record {
    async fn check(&self, store: &Store, hall: &Hall) -> Result<(), String> {
        let Play { id, made, views, besides, .. } = &self.play;
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
            return Err(format!("was told {made:?}, and stored is {moves:?}"));
        }
        if let Some(other) = besides.borrow().iter().find(|told| !made.contains(told)) {
            return Err(format!("was told {other:?} besides, and otherwise {made:?}"));
        }
        let viewer = u8::try_from(seat).map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
        let steps = hall.replay(id, viewer).await.map_err(|refusal| refusal.text)?;
        for (seq, view) in views {
            if steps.get(*seq as usize).map(view_of) != Some(view.clone()) {
                return Err(format!("what was shown at {seq} is not the fold of the log"));
            }
        }
        let newest = steps.last().ok_or("an empty log")?;
        for look in &self.looks {
            if look["view"] != view_of(newest) || look["seq"] != json!(newest.seq) {
                return Err(format!(
                    "a house shows {} in the end, not {}",
                    look["seq"], newest.seq
                ));
            }
        }
        let mut looks = self.looks.clone();
        // Each house measures time for itself.
        looks.iter_mut().for_each(|look| look["deadline_ms"] = Value::Null);
        match looks.as_slice() {
            [here, there] if here == there => Ok(()),
            _ => Err(format!("houses differ in the end: {looks:?}")),
        }
    }
}

fn view_of(update: &Update) -> Value {
    serde_json::from_str(update.view.get()).unwrap_or_default()
}
