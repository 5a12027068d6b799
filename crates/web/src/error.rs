//! Why something was refused, as it is said over HTTP: a status, a code for programs, a sentence for people.

use crate::wire::{Reason, RefusedBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Refusal;
use std::collections::BTreeMap;
use utoipa::openapi::{Content, Ref, RefOr, Response as Described, ResponseBuilder};

/// In how many seconds somebody may ask again for whom no turn was left.
const BUSY: u64 = 2;

/// The code of a refusal, beside its answer: it is counted by it.
#[derive(Clone, Copy)]
pub(crate) struct ErrorCode(pub(crate) &'static str);

/// A refusal on its way out.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) refusal: Refusal,
    /// In how many seconds to come again.
    pub(crate) retry_after: Option<u64>,
}

pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError { status, refusal: Refusal::new(code, text), retry_after: None }
    }

    pub(crate) fn not_signed_in() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "web.guest", "Nobody is signed in here.")
    }

    pub(crate) fn rate_limited(seconds: f64) -> ApiError {
        let again = Some(seconds.ceil().max(1.0) as u64);
        let text = "That was a little too often; please wait a moment.";
        ApiError {
            retry_after: again,
            ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, "web.busy", text)
        }
    }

    pub(crate) fn closing() -> ApiError {
        let text = "The house is about to restart; it will be back in a moment.";
        let refused = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "web.closing", text);
        ApiError { retry_after: Some(1), ..refused }
    }

    /// That the store does not answer, or takes nothing now.
    pub(crate) fn no_store() -> ApiError {
        let text = "This cannot be stored or read just now; please try again in a moment.";
        let refused = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "house.store", text);
        ApiError { retry_after: Some(2), ..refused }
    }

    pub(crate) fn timed_out() -> ApiError {
        let text = "This took too long; please try again.";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "web.slow", text)
    }

    pub(crate) fn bad_request(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "web.json", text)
    }

    pub(crate) fn internal() -> ApiError {
        let text = "Something failed here that should not; it was noted.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "web.failed", text)
    }

    /// That the store cannot do it now. Why, is for whoever runs the house: it tells of machines and files. What comes
    /// before the colon may name a match.
    fn store_failed(refusal: &Refusal) -> ApiError {
        let why = refusal.text.split_once(": ").map_or("", |(_, why)| why);
        tracing::warn!(why, "the store");
        ApiError::no_store()
    }

    /// That there is no such match, or not for whoever asks.
    pub(crate) fn no_match() -> ApiError {
        let text = "There is no such match, or it is not yours to see.";
        ApiError::new(StatusCode::NOT_FOUND, "house.match", text)
    }
}

/// What status a refusal of the hall or of a game has.
impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal.code {
            "house.match" => return ApiError::no_match(),
            "house.text" => StatusCode::BAD_REQUEST,
            "table.host" => StatusCode::FORBIDDEN,
            "table.unknown" | "table.invitation" | "table.person" => StatusCode::NOT_FOUND,
            "house.stale" | "house.turn" | "house.over" | "house.seat" | "house.secret"
            | "house.changed" | "house.day" | "table.begun" | "table.waiting" | "table.closed"
            | "table.seat" | "table.crowd" | "table.turn" | "table.limit" | "table.race"
            | "table.alone" | "table.patience" | "table.away" | "table.long" | "table.often" => {
                StatusCode::CONFLICT
            }
            "house.store" => return ApiError::store_failed(&refusal),
            "house.busy" => {
                let status = StatusCode::TOO_MANY_REQUESTS;
                return ApiError { status, refusal, retry_after: Some(BUSY) };
            }
            "house.long" => StatusCode::CONFLICT,
            "house.broken" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        ApiError { status, refusal, retry_after: None }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Refusal { code, text } = self.refusal;
        let body = RefusedBody { refused: Reason { code, text } };
        let mut response = (self.status, axum::Json(body)).into_response();
        response.extensions_mut().insert(ErrorCode(code));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// How a refusal is described: any request may be met with one.
impl utoipa::IntoResponses for ApiError {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let body = Content::new(Some(Ref::from_schema_name("RefusedBody")));
        let refused = |status: &str, text: &str| {
            let answer = ResponseBuilder::new().description(text);
            (status.to_owned(), answer.content("application/json", body.clone()).build().into())
        };
        [refused("4XX", "It was refused."), refused("5XX", "The house cannot do it now.")].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_store_says_is_not_for_everybody() {
        let text = "Match 4K9M cannot be read now: the database at 10.0.0.7 cannot be reached.";
        let refused = ApiError::from(Refusal::new("house.store", text));
        assert_eq!((refused.status.as_u16(), refused.refusal.code), (503, "house.store"));
        assert!(!refused.refusal.text.contains("10.0.0.7"), "{}", refused.refusal.text);
    }
}
