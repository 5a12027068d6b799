//! Which matches have the same puzzle, and which player made it. With the same seed much of a puzzle is the same, even
//! with other settings, so a player who has seen one match with a seed may know secrets of the others. Seeds are
//! random: two matches share one only on purpose.

use crate::daily::day_of;
use crate::{Change, Document, Hall};
use engine::{Refusal, Start, Ticket, base32};
use games::daily;
use jiff::civil::Date;

/// The kind of document that names the maker of a challenge. Its id is the game and the seed, its owner the maker, its
/// body the ticket.
pub const CHALLENGE: &str = "challenge";

impl Hall {
    /// Stores who made a challenge: the player who chose its secrets isn't ranked. A start without secrets isn't a
    /// challenge, and nothing is stored.
    pub async fn keep_maker(&self, start: &Start, player: &str) -> Result<(), Refusal> {
        match self.made_by(start, player) {
            Some(change) => self.change_documents(vec![change]).await,
            None => Ok(()),
        }
    }

    /// The ticket under which matches with this ticket are stored: if a day decides the puzzle, with the seed of that
    /// day.
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

    /// The maker of the challenge with this seed, if it is known.
    pub(crate) async fn maker(&self, game: &str, seed: u64) -> Result<Option<String>, Refusal> {
        let made = self.document(CHALLENGE, &challenge_id(game, seed)).await?;
        Ok(made.map(|document| document.owner))
    }

    /// The tickets of a player's challenges.
    pub async fn challenges_of(&self, player: &str) -> Result<Vec<String>, Refusal> {
        let made = self.documents(CHALLENGE, player).await?;
        Ok(made.into_iter().map(|document| document.body).collect())
    }

    /// Makes another player the maker of a player's challenges.
    pub(crate) async fn merge_challenges(&self, from: &str, to: &str) -> Result<(), Refusal> {
        let made = self.documents(CHALLENGE, from).await?;
        let next = made.into_iter().map(|document| {
            let (version, owner) = (document.version + 1, to.to_owned());
            Change::Put(Document { version, owner, ..document })
        });
        self.change_documents(next.collect()).await
    }
}

fn challenge_id(game: &str, seed: u64) -> String {
    format!("{game}/{}", base32::seed(seed))
}

/// Whether a secret value was chosen, which others have to find out.
fn has_secrets(start: &Start) -> bool {
    start.settings.iter().any(|(key, value)| key.secret && !value.is_null())
}

/// The start with the seed of its puzzle. If a day decides the puzzle, the seed doesn't matter, and all such starts get
/// the seed of that day's daily.
pub(crate) fn with_own_seed(start: &Start) -> Start {
    let day = day_of(start).filter(|_| !has_secrets(start));
    let seed = day.map_or(start.seed, |day| daily::seed(start.game, day, ""));
    Start { seed, ..start.clone() }
}
