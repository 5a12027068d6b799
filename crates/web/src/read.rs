//! Extractors: the JSON body, the parameters and the caller of a request.

use crate::device::device_of;
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
use engine::{Code, line};
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use tokio::time::timeout;
use unicode_normalization::UnicodeNormalization;

/// The largest body of a request: a board, with escapes.
pub(crate) const MAX_BODY: usize = 64 * 1024;

/// The body of a request as JSON. An empty body counts as `{}`.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<AppState>) -> ApiResult<JsonBody<T>> {
        let content_type = request.headers().get(header::CONTENT_TYPE).cloned();
        // More is read than is allowed, so that the client gets a response that says why it is refused.
        let read = read_body(request.into_body(), 4 * MAX_BODY);
        // A body has less time than the whole request: a slow client gets a response before the request times out.
        let read = timeout(app.config.limits.request.mul_f64(0.8), read).await;
        let read = read.map_err(|_| ApiError::timed_out())?;
        let large = || {
            let text = format!("The request is too large. It may have {MAX_BODY} bytes.");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::WebLarge, text)
        };
        let bytes = match read {
            Some(bytes) if bytes.len() > MAX_BODY => return Err(large()),
            Some(bytes) => bytes,
            None => return Err(ApiError::bad_request("The request body is incomplete.")),
        };
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let content_type = content_type.as_ref().and_then(|it| it.to_str().ok());
        let is_json = content_type.is_some_and(is_json);
        if bytes != b"{}" && !is_json {
            let text = "The content type must be application/json.";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::WebType, text));
        }
        let body = serde_json::from_slice(bytes);
        body.map(JsonBody)
            .map_err(|error| ApiError::bad_request(format!("The JSON isn't valid: {error}.")))
    }
}

/// The bytes of a body; `None` when the connection breaks off. Reading stops after `limit` bytes. The bytes are copied,
/// because a frame of one byte would keep the whole buffer that it was read into.
async fn read_body(body: Body, limit: usize) -> Option<Vec<u8>> {
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > limit {
            break;
        }
    }
    Some(bytes)
}

fn is_json(content_type: &str) -> bool {
    let mime = content_type.split(';').next();
    mime.is_some_and(|mime| mime.trim().eq_ignore_ascii_case("application/json"))
}

/// An id in the path.
pub(crate) struct PathParam<T>(pub(crate) T);

impl<T: CheckedId> FromRequestParts<Arc<AppState>> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<PathParam<T>> {
        let path = Path::<T>::from_request_parts(parts, app).await;
        let Path(id) = path.map_err(|_| ApiError::bad_request("The path isn't valid."))?;
        id.check()?;
        Ok(PathParam(id))
    }
}

/// The query string.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<AppState>> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<QueryParams<T>> {
        let query = Query::from_request_parts(parts, app).await;
        query
            .map(|Query(params)| QueryParams(params))
            .map_err(|rejection| ApiError::bad_request(rejection.body_text()))
    }
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<Caller> {
        app.caller(parts, Trust::Cache).await?.ok_or_else(ApiError::not_signed_in)
    }
}

/// A caller with a session, not a token: a program may play for a person, but not change the account. The session is
/// always looked up in the store.
pub(crate) struct SessionCaller(pub(crate) Caller);

impl FromRequestParts<Arc<AppState>> for SessionCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> ApiResult<SessionCaller> {
        let mut me = app.caller(parts, Trust::Store).await?.ok_or_else(ApiError::not_signed_in)?;
        let device = device_of(app, &parts.headers, Network::of(parts));
        me.device = device.filter(|device| device.knows(&me.id)).map(|device| device.id);
        if me.kind != SESSION {
            let text = "You can't do this with a token. Sign in on the page.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, Code::WebToken, text));
        }
        Ok(SessionCaller(me))
    }
}

/// The server's address, for links.
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

/// A short text that others will see, without invisible characters, which could change how the rest is displayed.
pub(crate) fn clean_text(text: &str) -> ApiResult<String> {
    let invisible =
        |c: char| is_ignorable(c) || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}');
    let visible: String = text.chars().filter(|c| !invisible(*c)).nfc().collect();
    Ok(line::clean(visible.as_bytes())?)
}

/// The caller, if signed in.
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

/// The caller, if signed in, always looked up in the store: for requests that show an account or extend a session.
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
    /// The caller by the token, or else by the cookie. With a wrong token the cookie isn't used.
    async fn caller(&self, parts: &Parts, trust: Trust) -> ApiResult<Option<Caller>> {
        let (headers, from) = (&parts.headers, Network::of(parts));
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
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

pub(crate) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut each = all.flat_map(|value| value.split(';'));
    each.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}
