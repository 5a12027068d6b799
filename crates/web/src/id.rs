//! Ids that clients send. A text that can't be an id is refused without asking the store.

use crate::error::{ApiError, ApiResult};
use axum::http::StatusCode;
use engine::Code;
use engine::base32;
use games::board::shipped;
use hall::{MatchId, TableId};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// An id in a path or a message.
pub(crate) trait CheckedId: DeserializeOwned + Send {
    /// Refuses a text that can't be such an id.
    fn check(&self) -> ApiResult<()>;
}

impl CheckedId for MatchId {
    fn check(&self) -> ApiResult<()> {
        Ok(self.0.parse::<MatchId>().map(drop)?)
    }
}

impl CheckedId for TableId {
    fn check(&self) -> ApiResult<()> {
        Ok(self.0.parse::<TableId>().map(drop)?)
    }
}

/// The id of a saved board, or the name of a built-in one.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct BoardId(pub(crate) String);

impl CheckedId for BoardId {
    fn check(&self) -> ApiResult<()> {
        let text = "This board doesn't exist. It may have been deleted.";
        match shipped(&self.0).is_some() || base32::is_id(&self.0) {
            true => Ok(()),
            false => Err(ApiError::new(StatusCode::NOT_FOUND, Code::WebBoard, text)),
        }
    }
}

/// The id of a session or a token: a digest.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CredentialId(pub(crate) String);

impl CheckedId for CredentialId {
    fn check(&self) -> ApiResult<()> {
        let text = "You have no such session or token.";
        match base32::is_of(&self.0, 32) {
            true => Ok(()),
            false => Err(ApiError::new(StatusCode::NOT_FOUND, Code::WebPass, text)),
        }
    }
}

/// The short name of a game.
impl CheckedId for String {
    fn check(&self) -> ApiResult<()> {
        Ok(())
    }
}

/// The short name of a game, and a day.
impl CheckedId for (String, String) {
    fn check(&self) -> ApiResult<()> {
        Ok(())
    }
}
