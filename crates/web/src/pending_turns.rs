//! Matches in which other people wait for a player: it is the player's turn, and there are other people in the match
//! or, in a race, others have moved. Bots don't count. The list of matches and the count in the page's title use this.

use crate::error::ApiResult;
use crate::serve::AppState;
use hall::{MatchFilter, Occupant, Summary};

/// The most matches that are counted for a player.
const MAX_PENDING: usize = 100;

impl AppState {
    /// The matches in which other people wait for a player, the latest first.
    pub(crate) async fn pending_turns(&self, id: &str) -> ApiResult<Vec<Summary>> {
        let filter =
            MatchFilter { over: Some(false), player: Some(id.to_owned()), ..MatchFilter::all() };
        let mut pending = Vec::new();
        for summary in self.hall.matches(&filter).await? {
            if self.is_pending(id, &summary).await? {
                pending.push(summary);
            }
            if pending.len() == MAX_PENDING {
                break;
            }
        }
        Ok(pending)
    }

    /// Whether other people wait for a player in a match.
    pub(crate) async fn is_pending(&self, id: &str, summary: &Summary) -> ApiResult<bool> {
        let Some(seat) = summary.seat_of(id).filter(|_| summary.ended.is_none()) else {
            return Ok(false);
        };
        if summary.people().count() < 2 && !self.others_have_moved(id, summary).await? {
            return Ok(false);
        }
        // A match that can't be read doesn't count.
        let glance = self.hall.glance_of(summary.clone()).await;
        Ok(glance.is_ok_and(|glance| glance.to_act.contains(&seat)))
    }

    /// Whether another person has moved in the race that a match belongs to.
    async fn others_have_moved(&self, id: &str, summary: &Summary) -> ApiResult<bool> {
        let Some(table) = self.hall.table_of(&summary.id).await? else { return Ok(false) };
        let table = self.hall.table(&table).await?;
        let round = table.rounds.iter().find(|round| round.matches.contains(&summary.id));
        let Some(round) = round.filter(|_| table.config.race) else { return Ok(false) };
        for (game, occupant) in round.matches.iter().zip(&round.occupants) {
            let is_other = matches!(occupant, Occupant::Player(player) if player != id);
            if is_other && self.hall.moves(game).await.is_ok_and(|moves| moves > 0) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
