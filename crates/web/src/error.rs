//! Errors over HTTP: a status, a code for programs, a sentence for people.

use crate::wire::{Reason, RefusedBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Code, Refusal};
use std::collections::BTreeMap;
use utoipa::openapi::{Content, Ref, RefOr, Response as Described, ResponseBuilder};

/// After how many seconds to retry when the queue for costly work is full.
const RETRY_AFTER_BUSY: u64 = 2;

/// A refusal with its HTTP status.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) refusal: Refusal,
    /// After how many seconds to retry.
    pub(crate) retry_after: Option<u64>,
}

pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: Code, text: impl Into<String>) -> ApiError {
        ApiError { status, refusal: Refusal::new(code, text), retry_after: None }
    }

    pub(crate) fn not_signed_in() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, Code::WebGuest, "You are not signed in.")
    }

    pub(crate) fn rate_limited(seconds: f64) -> ApiError {
        let text = "Too many requests. Please wait a moment.";
        ApiError {
            retry_after: Some(seconds.ceil().max(1.0) as u64),
            ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, Code::WebBusy, text)
        }
    }

    pub(crate) fn closing() -> ApiError {
        let text = "The server is restarting. It will be back in a moment.";
        let refused = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::WebClosing, text);
        ApiError { retry_after: Some(1), ..refused }
    }

    /// The store doesn't answer, or can't be written now.
    pub(crate) fn no_store() -> ApiError {
        let text = "The server can't reach its database. Please try again in a moment.";
        let refused = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::Store, text);
        ApiError { retry_after: Some(2), ..refused }
    }

    pub(crate) fn timed_out() -> ApiError {
        let text = "The request took too long. Please try again.";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, Code::WebSlow, text)
    }

    pub(crate) fn bad_request(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, Code::WebJson, text)
    }

    pub(crate) fn internal() -> ApiError {
        let text = "Something went wrong on the server. The error was logged.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, Code::WebFailed, text)
    }

    /// The store failed. The reason is only logged, because it may name machines and files. The text before the colon
    /// isn't logged, because it may name a match.
    fn store_failed(refusal: &Refusal) -> ApiError {
        let reason = refusal.text.split_once(": ").map_or("", |(_, reason)| reason);
        tracing::warn!(reason, "the store failed");
        ApiError::no_store()
    }

    /// There is no such match, or the caller may not see it.
    pub(crate) fn no_match() -> ApiError {
        let text = "This game doesn't exist or is private.";
        ApiError::new(StatusCode::NOT_FOUND, Code::Match, text)
    }
}

impl AsRef<Refusal> for ApiError {
    fn as_ref(&self) -> &Refusal {
        &self.refusal
    }
}

/// Adds the status to a refusal of the hall or a game.
impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal.code {
            Code::Match => return ApiError::no_match(),
            Code::Text => StatusCode::BAD_REQUEST,
            Code::TableHost => StatusCode::FORBIDDEN,
            Code::TableUnknown | Code::TableInvitation | Code::TablePerson => StatusCode::NOT_FOUND,
            Code::Stale
            | Code::Turn
            | Code::Over
            | Code::Seat
            | Code::Secret
            | Code::Changed
            | Code::Day
            | Code::TableBegun
            | Code::TableWaiting
            | Code::TableClosed
            | Code::TableSeat
            | Code::TableCrowd
            | Code::TableTurn
            | Code::TableLimit
            | Code::TableRace
            | Code::TableAlone
            | Code::TablePatience
            | Code::TableAway
            | Code::TableLong
            | Code::TableOften => StatusCode::CONFLICT,
            Code::Store => return ApiError::store_failed(&refusal),
            Code::Busy => {
                let status = StatusCode::TOO_MANY_REQUESTS;
                return ApiError { status, refusal, retry_after: Some(RETRY_AFTER_BUSY) };
            }
            Code::Long => StatusCode::CONFLICT,
            Code::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        ApiError { status, refusal, retry_after: None }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Refusal { code, text } = self.refusal;
        let body = RefusedBody { refused: Reason { code: code.as_str(), text } };
        let mut response = (self.status, axum::Json(body)).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The OpenAPI description of errors, which any request may return.
impl utoipa::IntoResponses for ApiError {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let body = Content::new(Some(Ref::from_schema_name("RefusedBody")));
        let refused = |status: &str, text: &str| {
            let answer = ResponseBuilder::new().description(text);
            (status.to_owned(), answer.content("application/json", body.clone()).build().into())
        };
        [refused("4XX", "The request was refused."), refused("5XX", "The server failed.")].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_store_do_not_reach_clients() {
        let text = "Match 4K9M cannot be read now: the database at 10.0.0.7 cannot be reached.";
        let refused = ApiError::from(Refusal::new(Code::Store, text));
        assert_eq!((refused.status.as_u16(), refused.refusal.code.as_str()), (503, "house.store"));
        assert!(!refused.refusal.text.contains("10.0.0.7"), "{}", refused.refusal.text);
    }
}
