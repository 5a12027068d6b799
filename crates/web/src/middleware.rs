//! Checks every request before it is handled, and adds the security headers to every response.

use crate::config::short;
use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::network::{Network, PeerAddress};
use crate::serve::AppState;
use crate::stall::Watched;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use engine::Code;
use hall::{Client, metered};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::time::timeout;

/// The largest request head, in bytes.
pub(crate) const MAX_HEAD: usize = 64 * 1024;

/// The longest header and the longest URL, in bytes.
const MAX_LINE: usize = 8 * 1024;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// The headers of every response.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), interest-cohort=()"),
    ("x-frame-options", "DENY"),
];

/// Checks, measures and logs a request.
pub(crate) async fn check_requests(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = request.extensions().get::<PeerAddress>().copied();
    let response = match check_request(&app, &mut request) {
        Ok(from) => {
            let handled = Watched::new(&app, next.run(request));
            let handled = Client::at(&from.to_string()).scope(handled);
            let (response, bytes) = metered(timeout(app.config.limits.request, handled)).await;
            app.has_stored(from, bytes);
            response.unwrap_or_else(|_| ApiError::timed_out().into_response())
        }
        Err(refused) => closing_connection(&app, peer, refused.into_response()),
    };
    increment(&app.metrics.requests);
    let status = response.status();
    if status.is_client_error() {
        app.metrics.count_refusal(response.extensions().get::<Code>().copied());
    } else if status.is_server_error() {
        increment(&app.metrics.failed);
        tracing::warn!(%method, status = status.as_u16(), path = redact_path(&path), "request failed");
    }
    add_headers(&app, &path, response)
}

/// Closes the connection of a client that sends what is refused unread: on one connection it could go on at full speed.
/// The connections of our own proxies carry other clients, too.
fn closing_connection(
    app: &AppState,
    peer: Option<PeerAddress>,
    mut response: Response,
) -> Response {
    if !peer.is_some_and(|peer| peer.is_one_of(&app.config.proxies)) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// A path without ids, invitations and tickets, which must not be logged.
fn redact_path(path: &str) -> String {
    let known =
        |part: &&str| part.len() < 20 && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'1');
    path.split('/').map(|part| if known(&part) { part } else { "-" }).collect::<Vec<_>>().join("/")
}

fn add_headers(app: &AppState, path: &str, mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    if app.config.is_secure() {
        let value = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if path.starts_with("/api/") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Checks a request before its body is read; returns the network that it is counted by.
fn check_request(app: &AppState, request: &mut Request) -> ApiResult<Network> {
    let from = network(app, request);
    request.extensions_mut().insert(from);
    // The page's files are small and in memory, and a whole class may load them from one address.
    let path = request.uri().path();
    let is_counted = path.starts_with("/api/") || matches!(path, "/readyz" | "/metrics");
    let bucket = if is_counted { &app.requests } else { &app.files };
    bucket.take(from).inspect_err(|_| increment(&app.metrics.limited))?;
    let foreign = |refused| {
        increment(&app.metrics.foreign);
        refused
    };
    let headers = request.headers();
    let lines = headers.iter().map(|(name, value)| name.as_str().len() + value.len());
    let (longest, all) = lines.fold((0, 0), |(longest, all), line| (line.max(longest), all + line));
    if longest.max(request.uri().to_string().len()) > MAX_LINE || all > MAX_HEAD {
        let text = "The headers of this request are too large.";
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Err(ApiError::new(status, Code::WebLarge, text));
    }
    // A proxy might have checked the other one.
    if headers.get_all(header::HOST).iter().count() > 1 {
        let text = "A request must have exactly one Host header.";
        return Err(foreign(ApiError::new(StatusCode::BAD_REQUEST, Code::WebHostName, text)));
    }
    let named = request.uri().authority().map(|named| named.as_str());
    if !is_ours(app, host(headers)) || named.is_some_and(|named| Some(named) != host(headers)) {
        let text = "This server has no such host name.";
        return Err(foreign(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            Code::WebHostName,
            text,
        )));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(from);
    }
    let from_here = headers.get("x-lexicade").is_some_and(|value| value == "1")
        && origin_is_ours(app, headers).unwrap_or(true)
        && headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    if !from_here {
        let text = "This request came from another site, or the header X-Lexicade is missing.";
        return Err(foreign(ApiError::new(StatusCode::FORBIDDEN, Code::WebOrigin, text)));
    }
    if *app.closing.borrow() {
        return Err(ApiError::closing());
    }
    // Deleting frees space.
    if *request.method() != Method::DELETE {
        app.may_store(from)?;
    }
    Ok(from)
}

/// Whether the request's `Origin` is this server, with the same scheme; `None` without that header.
pub(crate) fn origin_is_ours(app: &AppState, headers: &HeaderMap) -> Option<bool> {
    let origin = headers.get(header::ORIGIN)?;
    let named = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let Some(host) = host(headers) else { return Some(false) };
    let secure = app.config.public_url.as_ref().is_some_and(|url| url.is_host(host));
    let secure = secure && app.config.is_secure();
    let scheme = if secure { "https" } else { "http" };
    // The default port may be given or not.
    let is_same =
        |(its, name): (&str, &str)| its == scheme && short(secure, name) == short(secure, host);
    Some(named.is_some_and(is_same))
}

/// The `Host` header.
pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

/// Whether this is a host name of the server, in any case. IP addresses always are. Names must be configured: otherwise
/// an attacker's domain could be pointed at the server (DNS rebinding).
fn is_ours(app: &AppState, host: Option<&str>) -> bool {
    let Some(host) = host else { return false };
    if app.config.public_url.as_ref().is_some_and(|url| url.is_host(host)) {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

/// The network that a request is counted by. `X-Forwarded-For` is used only when it comes from our own proxies, and
/// then the last address in it that isn't one of them.
fn network(app: &AppState, request: &Request) -> Network {
    let peer = request.extensions().get::<PeerAddress>().copied();
    let peer = peer.unwrap_or(PeerAddress::new(IpAddr::from([0, 0, 0, 0])));
    let proxies = &app.config.proxies;
    if !peer.is_one_of(proxies) {
        return peer.network();
    }
    let all = request.headers().get_all("x-forwarded-for").iter();
    let forwarded: Vec<&str> =
        all.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).collect();
    let addresses = forwarded.iter().rev().map_while(|text| forwarded_address(text.trim()));
    addresses
        .map(PeerAddress::new)
        .find(|address| !address.is_one_of(proxies))
        .unwrap_or(peer)
        .network()
}

/// An address in `X-Forwarded-For`; some proxies add the port.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_may_have_a_port() {
        for (text, address) in [
            ("203.0.113.7", Some("203.0.113.7")),
            ("203.0.113.7:567", Some("203.0.113.7")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]:567", Some("2001:db8::1")),
            ("unknown", None),
        ] {
            assert_eq!(forwarded_address(text), address.map(|it| it.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn logged_paths_hold_no_secrets() {
        let path = "/api/v1/tables/4K9M2PXQ7D3T54K9M2PXQ7D3T5/join";
        assert_eq!(redact_path(path), "/api/v1/tables/-/join");
        assert_eq!(
            redact_path("/play/wordle/1/word=~AB/en-1/4K9M2PXQ7D3T5"),
            "/play/wordle/1/-/-/-"
        );
    }
}
