//! Ids as clients write them. What cannot be an id is not there: that is said without asking the store.

use crate::error::{Answer, Refused};
use axum::http::StatusCode;
use engine::base32;
use games::board::shipped;
use hall::{MatchId, TableId};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Something that a client names in a path or a message.
pub(crate) trait Named: DeserializeOwned + Send {
    /// Refuses what cannot be the name of anything.
    fn check(&self) -> Answer<()>;
}

impl Named for MatchId {
    fn check(&self) -> Answer<()> {
        Ok(self.0.parse::<MatchId>().map(drop)?)
    }
}

impl Named for TableId {
    fn check(&self) -> Answer<()> {
        Ok(self.0.parse::<TableId>().map(drop)?)
    }
}

/// The id of a saved board, or the name of a built-in one.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct BoardId(pub(crate) String);

impl Named for BoardId {
    fn check(&self) -> Answer<()> {
        let text = "There is no such board, or it was taken away.";
        match shipped(&self.0).is_some() || base32::is_id(&self.0) {
            true => Ok(()),
            false => Err(Refused::new(StatusCode::NOT_FOUND, "web.board", text)),
        }
    }
}

/// The id of a session or a token: a digest.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct PassId(pub(crate) String);

impl Named for PassId {
    fn check(&self) -> Answer<()> {
        let text = "There is no such session or token of yours.";
        match base32::is_of(&self.0, 32) {
            true => Ok(()),
            false => Err(Refused::new(StatusCode::NOT_FOUND, "web.pass", text)),
        }
    }
}

/// The short name of a game.
impl Named for String {
    fn check(&self) -> Answer<()> {
        Ok(())
    }
}

/// The short name of a game, and a day.
impl Named for (String, String) {
    fn check(&self) -> Answer<()> {
        Ok(())
    }
}
