//! What comes in with a request: JSON of a known shape, and who asks.

use crate::error::{Answer, Refused};
use crate::id::Named;
use crate::name::is_ignorable;
use crate::network::Network;
use crate::serve::App;
use crate::sessions::{Me, SESSION, Trust, cookie_name};
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
pub(crate) const BODY: usize = 64 * 1024;

/// The body of a request as JSON. One that is empty is `{}`.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Asked<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Answer<Asked<T>> {
        let of = request.headers().get(header::CONTENT_TYPE).cloned();
        // A little more is read than may be, so that whoever sends it hears why it is refused.
        let read = read_body(request.into_body(), 4 * BODY);
        // A body has less time than the whole request: one that comes byte by byte is cut before that is over.
        let read = timeout(app.config.limits.request.mul_f64(0.8), read).await;
        let read = read.map_err(|_| Refused::slow())?;
        let large = || {
            let text = format!("A request may be {BODY} bytes long; this one is longer.");
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "web.large", text)
        };
        let bytes = match read {
            Some(bytes) if bytes.len() > BODY => return Err(large()),
            Some(bytes) => bytes,
            None => return Err(Refused::json("The request ended too soon.")),
        };
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let is_json = of.as_ref().and_then(|of| of.to_str().ok()).is_some_and(is_json);
        if bytes != b"{}" && !is_json {
            let text = "A request is sent as application/json.";
            return Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "web.type", text));
        }
        let asked = serde_json::from_slice(bytes);
        asked.map(Asked).map_err(|error| Refused::json(format!("This cannot be read: {error}.")))
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
pub(crate) struct Part<T>(pub(crate) T);

impl<T: Named> FromRequestParts<Arc<App>> for Part<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Part<T>> {
        let named = Path::<T>::from_request_parts(parts, app).await;
        let Path(named) = named.map_err(|_| Refused::json("This path cannot be read."))?;
        named.check()?;
        Ok(Part(named))
    }
}

/// What stands behind the question mark.
pub(crate) struct Queried<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Queried<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Queried<T>> {
        let asked = Query::from_request_parts(parts, app).await;
        asked.map(|Query(asked)| Queried(asked)).map_err(|why| Refused::json(why.body_text()))
    }
}

impl FromRequestParts<Arc<App>> for Me {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Me> {
        app.who(parts, Trust::Cache).await?.ok_or_else(Refused::nobody)
    }
}

/// Who asks, and not by a token: a program plays for somebody, and has nothing to do with their account. The store is
/// always asked whether the session is still valid.
pub(crate) struct InPerson(pub(crate) Me);

impl FromRequestParts<Arc<App>> for InPerson {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<InPerson> {
        let me = app.who(parts, Trust::Store).await?.ok_or_else(Refused::nobody)?;
        if me.kind != SESSION {
            let text = "A token is for playing; this has to be done on the page.";
            return Err(Refused::new(StatusCode::FORBIDDEN, "web.token", text));
        }
        Ok(InPerson(me))
    }
}

/// The address of the house, for links that others open.
pub(crate) struct Home(pub(crate) String);

impl FromRequestParts<Arc<App>> for Home {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Home, Infallible> {
        Ok(Home(app.home(&parts.headers)))
    }
}

/// A short text that others are shown, without what is not seen and changes how the rest is read.
pub(crate) fn shown(text: &str) -> Answer<String> {
    let unseen =
        |c: char| is_ignorable(c) || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}');
    let seen: String = text.chars().filter(|c| !unseen(*c)).nfc().collect();
    Ok(line::clean(seen.as_bytes())?)
}

/// Who asks, if it is anybody.
pub(crate) struct Anyone(pub(crate) Option<Me>);

impl FromRequestParts<Arc<App>> for Anyone {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Anyone> {
        app.who(parts, Trust::Cache).await.map(Anyone)
    }
}

/// The same by what the store says now: for requests that show an account, or whose session lasts.
pub(crate) struct Current(pub(crate) Option<Me>);

impl FromRequestParts<Arc<App>> for Current {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Answer<Current> {
        app.who(parts, Trust::Store).await.map(Current)
    }
}

impl App {
    /// Who asks: by a token, or by a cookie. A token that is wrong is not made up for by a cookie.
    async fn who(&self, parts: &Parts, trust: Trust) -> Answer<Option<Me>> {
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
