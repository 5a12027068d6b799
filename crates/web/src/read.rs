//! What comes in with a request: JSON of a known shape, and who asks.

use crate::error::{ApiError, ApiResult};
use crate::id::CheckedId;
use crate::name::is_ignorable;
use crate::network::Network;
use crate::serve::AppState;
use crate::sessions::{Caller, SESSION, Trust, cookie_name};
use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use engine::line;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use tokio::time::timeout;
use unicode_normalization::UnicodeNormalization;

/// The largest body of a request: a board with all its escapes.
pub(crate) const MAX_BODY: usize = 64 * 1024;

/// The body of a request as JSON. One that is empty is `{}`.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<AppState>) -> ApiResult<JsonBody<T>> {
        let of = request.headers().get(header::CONTENT_TYPE).cloned();
        // A little more is read than may be, so that whoever sends it hears why it is refused.
        let read = read_body(request.into_body(), 4 * MAX_BODY);
        // A body has less time than the whole request: one that comes byte by byte is cut before that is over.
        let read = timeout(app.config.limits.request.mul_f64(0.8), read).await;
        let read = read.map_err(|_| ApiError::timed_out())?;
        let large = || {
            let text = format!("A request may be {MAX_BODY} bytes long; this one is longer.");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "web.large", text)
        };
        let bytes = match read {
            Some(bytes) if bytes.len() > MAX_BODY => return Err(large()),
            Some(bytes) => bytes,
            None => return Err(ApiError::bad_request("The request ended too soon.")),
        };
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let is_json = of.as_ref().and_then(|of| of.to_str().ok()).is_some_and(is_json);
        if bytes != b"{}" && !is_json {
            let text = "A request is sent as application/json.";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "web.type", text));
        }
        let asked = serde_json::from_slice(bytes);
        asked
            .map(JsonBody)
            .map_err(|error| ApiError::bad_request(format!("This cannot be read: {error}.")))
    }
}

/// The bytes of a body; nothing when it breaks off. Of one that is longer than so many bytes the rest is not read. What
/// comes is copied: a piece of one byte would else hold the whole buffer that it was read into.
async fn read_body(body: Body, most: usize) -> Option<Vec<u8>> {
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > most {
            break;
        }
    }
    Some(bytes)
}

fn is_json(of: &str) -> bool {
    of.split(';').next().is_some_and(|of| of.trim().eq_ignore_ascii_case("application/json"))
}

/// What is named in the path.
pub(crate) struct PathParam<T>(pub(crate) T);

impl<T: CheckedId> FromRequestParts<Arc<AppState>> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<PathParam<T>> {
        let named = Path::<T>::from_request_parts(parts, app).await;
        let Path(named) = named.map_err(|_| ApiError::bad_request("This path cannot be read."))?;
        named.check()?;
        Ok(PathParam(named))
    }
}

/// What stands behind the question mark.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<AppState>> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<QueryParams<T>> {
        let asked = Query::from_request_parts(parts, app).await;
        asked
            .map(|Query(asked)| QueryParams(asked))
            .map_err(|why| ApiError::bad_request(why.body_text()))
    }
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<Caller> {
        app.caller(parts, Trust::Cache).await?.ok_or_else(ApiError::not_signed_in)
    }
}

/// Who asks, and not by a token: a program plays for somebody, and has nothing to do with their account. The store is
/// always asked whether the session is still valid.
pub(crate) struct SessionCaller(pub(crate) Caller);

impl FromRequestParts<Arc<AppState>> for SessionCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<SessionCaller> {
        let me = app.caller(parts, Trust::Store).await?.ok_or_else(ApiError::not_signed_in)?;
        if me.kind != SESSION {
            let text = "A token is for playing; this has to be done on the page.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "web.token", text));
        }
        Ok(SessionCaller(me))
    }
}

/// The address of the house, for links that others open.
pub(crate) struct BaseUrl(pub(crate) String);

impl FromRequestParts<Arc<AppState>> for BaseUrl {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> Result<BaseUrl, Infallible> {
        Ok(BaseUrl(app.base_url(&parts.headers)))
    }
}

/// A short text that others are shown, without what is not seen and changes how the rest is read.
pub(crate) fn clean_text(text: &str) -> ApiResult<String> {
    let unseen =
        |c: char| is_ignorable(c) || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}');
    let seen: String = text.chars().filter(|c| !unseen(*c)).nfc().collect();
    Ok(line::clean(seen.as_bytes())?)
}

/// Who asks, if it is anybody.
pub(crate) struct OptionalCaller(pub(crate) Option<Caller>);

impl FromRequestParts<Arc<AppState>> for OptionalCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<OptionalCaller> {
        app.caller(parts, Trust::Cache).await.map(OptionalCaller)
    }
}

/// The same by what the store says now: for requests that show an account, or whose session lasts.
pub(crate) struct VerifiedCaller(pub(crate) Option<Caller>);

impl FromRequestParts<Arc<AppState>> for VerifiedCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<VerifiedCaller> {
        app.caller(parts, Trust::Store).await.map(VerifiedCaller)
    }
}

impl AppState {
    /// Who asks: by a token, or by a cookie. A token that is wrong is not made up for by a cookie.
    async fn caller(&self, parts: &Parts, trust: Trust) -> ApiResult<Option<Caller>> {
        let (headers, from) = (&parts.headers, Network::of(parts));
        if let Some(given) = headers.get(header::AUTHORIZATION) {
            let token = given.to_str().ok().and_then(|given| given.strip_prefix("Bearer "));
            return match token {
                Some(token) => self.by_token(token.trim(), from, trust).await,
                None => Ok(None),
            };
        }
        match cookie_of(headers, cookie_name(self)) {
            Some(value) => self.by_cookie(value, from, trust).await,
            None => Ok(None),
        }
    }
}

/// The value of a cookie.
pub(crate) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut each = all.flat_map(|value| value.split(';'));
    each.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}
