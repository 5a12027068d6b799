//! Reading a match without changing it: updates, its ticket, remarks while typing.

use crate::hall::{cancelled, no_seat};
use crate::live::broken;
use crate::{Hall, MatchId, MatchStatus, PanicReport, Update, Watch};
use engine::{Code, Refusal, Seat, Start, Viewer};

impl Hall {
    /// Remarks about an unfinished line; none if it isn't this seat's turn.
    pub async fn preview(
        &self,
        id: &MatchId,
        seat: Seat,
        typed: &str,
    ) -> Result<Vec<String>, Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        live.guarded("preview", |game| match game.may_act(seat) {
            Ok(()) => game.preview(seat, typed),
            Err(_) => Vec::new(),
        })
    }

    /// Follows a match as a viewer.
    pub async fn watch(&self, id: &MatchId, viewer: Viewer) -> Result<Watch, Refusal> {
        let handle = self.match_handle(id).await?;
        let seats = handle.lock().await.start.seats;
        if let Some(seat) = viewer.seat().filter(|seat| seat.0 >= seats) {
            return Err(no_seat(seat));
        }
        let key = self.0.key.clone();
        let mut live = handle.lock().await;
        let changes = live.notifier.subscribe();
        // The bot's last move may not have been stored; now that there is a viewer, it may try again.
        self.wake_bot(id, &mut live);
        drop(live);
        Ok(Watch::new(handle, changes, viewer, key))
    }

    /// The current state for a viewer, with the sentences of the last entry.
    pub async fn look(&self, id: &MatchId, viewer: Viewer) -> Result<Update, Refusal> {
        let mut watch = self.watch(id, viewer).await?;
        watch.next().await.ok_or_else(|| broken("This match failed and is closed."))
    }

    /// Where a match stands, without building a view.
    pub async fn status(&self, id: &MatchId) -> Result<MatchStatus, Refusal> {
        let handle = self.match_handle(id).await?;
        let live = handle.lock().await;
        live.whole().map(|()| live.status())
    }

    /// The seat whose turn it is; after the end, the seat that acted last.
    pub async fn acting(&self, id: &MatchId) -> Result<Seat, Refusal> {
        let handle = self.match_handle(id).await?;
        let live = handle.lock().await;
        Ok(live.game.to_act().iter().next().or(live.last).unwrap_or(Seat(0)))
    }

    /// How the match started. For trusted callers only: it contains secrets.
    pub async fn start(&self, id: &MatchId) -> Result<Start, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.start.clone())
    }

    /// Like [`Hall::start`], but doesn't load the match: if it isn't in memory, only the first entry of its log is
    /// read, and damage in later entries isn't noticed.
    pub async fn start_only(&self, id: &MatchId) -> Result<Start, Refusal> {
        match self.0.match_cache.get(id) {
            Some(handle) => Ok(handle.lock().await.start.clone()),
            None => Ok(self.read_deal(id).await?.start),
        }
    }

    /// The ticket. Fails with `house.secret` until the match is over.
    pub async fn ticket(&self, id: &MatchId) -> Result<String, Refusal> {
        let handle = self.match_handle(id).await?;
        let live = handle.lock().await;
        match live.game.outcome() {
            Some(_) if live.now.is_cancelled() => Err(cancelled()),
            Some(_) => Ok(live.start.ticket(&self.0.key)),
            None => Err(Refusal::new(Code::Secret, "The ticket is shown when the match is over.")),
        }
    }

    /// The report of a match whose game panicked.
    pub async fn panic_report(&self, id: &MatchId) -> Result<Option<PanicReport>, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.broken.clone())
    }
}
