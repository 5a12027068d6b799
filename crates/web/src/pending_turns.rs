//! Who waits for whom. Others wait for somebody whose turn it is; in a race, when they have moved themselves. Bots do not
//! mind. The list of matches, the count in the title and the page all go by this.

use crate::error::ApiResult;
use crate::serve::AppState;
use hall::{MatchFilter, Occupant, Summary};

/// The most matches that are said to wait for somebody.
const WAITING: usize = 100;

impl AppState {
    /// The matches in which other people wait for somebody, the latest first.
    pub(crate) async fn pending_turns(&self, id: &str) -> ApiResult<Vec<Summary>> {
        let which =
            MatchFilter { over: Some(false), player: Some(id.to_owned()), ..MatchFilter::all() };
        let mut waiting = Vec::new();
        for summary in self.hall.matches(&which).await? {
            if self.is_pending(id, &summary).await? {
                waiting.push(summary);
            }
            if waiting.len() == WAITING {
                break;
            }
        }
        Ok(waiting)
    }

    /// Do other people wait for somebody in a match?
    pub(crate) async fn is_pending(&self, id: &str, summary: &Summary) -> ApiResult<bool> {
        let Some(seat) = summary.seat_of(id).filter(|_| summary.ended.is_none()) else {
            return Ok(false);
        };
        if summary.people().count() < 2 && !self.others_have_moved(id, summary).await? {
            return Ok(false);
        }
        // One that cannot be read waits for nobody.
        let glance = self.hall.glance_of(summary.clone()).await;
        Ok(glance.is_ok_and(|glance| glance.to_act.contains(&seat)))
    }

    /// Has anybody else moved in the race that a match belongs to?
    async fn others_have_moved(&self, id: &str, summary: &Summary) -> ApiResult<bool> {
        let Some(table) = self.hall.table_of(&summary.id).await? else { return Ok(false) };
        let table = self.hall.table(&table).await?;
        let round = table.rounds.iter().find(|round| round.matches.contains(&summary.id));
        let Some(round) = round.filter(|_| table.config.race) else { return Ok(false) };
        for (game, who) in round.matches.iter().zip(&round.occupants) {
            let is_other = matches!(who, Occupant::Player(player) if player != id);
            if is_other && self.hall.moves(game).await.is_ok_and(|moves| moves > 0) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
