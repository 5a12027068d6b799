//! Puzzles: which matches have the same one, and who made it. With the same seed much is the same, whatever the other
//! settings are, so a player who has seen one match with a seed may know what the others hide. Seeds are random: two
//! matches share one only when somebody wanted that.

use crate::daily::day_of;
use crate::{Change, Document, Hall};
use engine::{Refusal, Start, Ticket, base32};
use games::daily;
use jiff::civil::Date;

/// The kind of document that says who made a challenge. It is named after the challenge's game and seed, belongs to the
/// maker, and holds the ticket.
pub const CHALLENGE: &str = "challenge";

impl Hall {
    /// Stores who made a challenge. The player who chose its secrets knows them, and does not rank. A start without secrets
    /// is nobody's challenge.
    pub async fn keep_maker(&self, start: &Start, player: &str) -> Result<(), Refusal> {
        match self.made_by(start, player) {
            Some(filing) => self.change_documents(vec![filing]).await,
            None => Ok(()),
        }
    }

    /// The ticket under which matches with this ticket are stored: the same with the one seed that its puzzle has.
    pub fn stored_ticket(&self, text: &str) -> Result<String, Refusal> {
        let ticket: Ticket = text.parse()?;
        let day = ticket.plain("day").and_then(|day| day.trim().parse::<Date>().ok());
        let game = self.games().iter().find(|game| game.info().id == ticket.game);
        match (game, day.filter(|_| !ticket.hides_a_value()), text.rsplit_once('/')) {
            (Some(game), Some(day), Some((rest, _))) => {
                Ok(format!("{rest}/{}", base32::seed(daily::seed(*game, day, ""))))
            }
            _ => Ok(text.to_owned()),
        }
    }

    /// The document that [`Hall::keep_maker`] stores.
    pub(crate) fn made_by(&self, start: &Start, player: &str) -> Option<Change> {
        if !has_secrets(start) {
            return None;
        }
        let id = challenge_id(start.game.info().id, start.seed);
        let (owner, body) = (player.to_owned(), start.ticket(&self.0.key));
        Some(Change::Put(Document { kind: CHALLENGE, id, owner, version: 0, body }))
    }

    /// The player who made the challenge with this seed, if this server knows.
    pub(crate) async fn maker(&self, game: &str, seed: u64) -> Result<Option<String>, Refusal> {
        let made = self.document(CHALLENGE, &challenge_id(game, seed)).await?;
        Ok(made.map(|paper| paper.owner))
    }

    /// The tickets of the challenges that a player has made.
    pub async fn challenges_of(&self, player: &str) -> Result<Vec<String>, Refusal> {
        let made = self.documents(CHALLENGE, player).await?;
        Ok(made.into_iter().map(|paper| paper.body).collect())
    }

    /// The challenges of one player become another's.
    pub(crate) async fn hand_over_challenges(&self, from: &str, to: &str) -> Result<(), Refusal> {
        let made = self.documents(CHALLENGE, from).await?;
        let next = made.into_iter().map(|paper| {
            let (version, owner) = (paper.version + 1, to.to_owned());
            Change::Put(Document { version, owner, ..paper })
        });
        self.change_documents(next.collect()).await
    }
}

fn challenge_id(game: &str, seed: u64) -> String {
    format!("{game}/{}", base32::seed(seed))
}

/// Has somebody chosen what others are to find out?
fn has_secrets(start: &Start) -> bool {
    start.settings.iter().any(|(key, value)| key.secret && !value.is_null())
}

/// The start with the one seed that its puzzle has. Where a day decides the puzzle the seed plays no part, so all such
/// starts get the seed of that day's daily.
pub(crate) fn with_own_seed(start: &Start) -> Start {
    let day = day_of(start).filter(|_| !has_secrets(start));
    let seed = day.map_or(start.seed, |day| daily::seed(start.game, day, ""));
    Start { seed, ..start.clone() }
}
