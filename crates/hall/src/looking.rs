//! What can be known of a match without changing it: following it, its ticket, remarks about a half-typed line.

use crate::hall::{cancelled, no_seat};
use crate::live::broken;
use crate::{Hall, MatchId, PanicReport, Update, Watch};
use engine::{Refusal, Seat, Start, Viewer};

impl Hall {
    /// Remarks about a half-typed line.
    pub async fn preview(
        &self,
        id: &MatchId,
        seat: Seat,
        typed: &str,
    ) -> Result<Vec<String>, Refusal> {
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        live.guarded("preview", |game| match game.may_act(seat) {
            Ok(()) => game.preview(seat, typed),
            Err(_) => Vec::new(),
        })
    }

    /// Follows a match as a viewer.
    pub async fn watch(&self, id: &MatchId, viewer: Viewer) -> Result<Watch, Refusal> {
        let slot = self.match_handle(id).await?;
        let seats = slot.lock().await.start.seats;
        if let Some(seat) = viewer.seat().filter(|seat| seat.0 >= seats) {
            return Err(no_seat(seat));
        }
        let (hold, key) = (slot, self.0.key.clone());
        let mut live = hold.lock().await;
        let news = live.bell.subscribe();
        // Its last move may not have been stored: somebody is here again, so it may try again.
        self.wake_bot(id, &mut live);
        drop(live);
        Ok(Watch { hold, news, viewer, heard: None, key })
    }

    /// The match as a viewer may know it now, with what the last entry said.
    pub async fn look(&self, id: &MatchId, viewer: Viewer) -> Result<Update, Refusal> {
        let mut watch = self.watch(id, viewer).await?;
        watch.next().await.ok_or_else(|| broken("This match failed and is closed."))
    }

    /// The seat that is to act; when it is over, the one that acted last.
    pub async fn acting(&self, id: &MatchId) -> Result<Seat, Refusal> {
        let slot = self.match_handle(id).await?;
        let live = slot.lock().await;
        Ok(live.game.to_act().iter().next().or(live.last).unwrap_or(Seat(0)))
    }

    /// How the match began. For the house itself: it holds secrets.
    pub async fn start(&self, id: &MatchId) -> Result<Start, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.start.clone())
    }

    /// The ticket, once the match is over.
    pub async fn ticket(&self, id: &MatchId) -> Result<String, Refusal> {
        let slot = self.match_handle(id).await?;
        let live = slot.lock().await;
        match live.game.outcome() {
            Some(_) if live.now.is_cancelled() => Err(cancelled()),
            Some(_) => Ok(live.start.ticket(&self.0.key)),
            None => {
                Err(Refusal::new("house.secret", "The ticket is shown when the match is over."))
            }
        }
    }

    /// What is known of a match that failed.
    pub async fn panic_report(&self, id: &MatchId) -> Result<Option<PanicReport>, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.broken.clone())
    }
}
