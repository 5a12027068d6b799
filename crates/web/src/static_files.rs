//! The page: files embedded in the program. Any other path returns `index.html`, because the page has its own router.

use crate::error::ApiError;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use engine::Code;
use engine::base32;
use rust_embed::RustEmbed;
use serde_json::json;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "static"]
struct StaticFiles;

pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let text = "The API has no such path. See docs/protocol.md.";
        return ApiError::new(StatusCode::NOT_FOUND, Code::WebPath, text).into_response();
    }
    if path == "sw.js" {
        return worker(&headers);
    }
    let found = StaticFiles::get(path).map(|file| (path, file));
    // A path that looks like a file but isn't one is an error.
    let is_file = path.rsplit('/').next().is_some_and(|name| {
        [".js", ".css", ".svg", ".png", ".ico", ".json", ".webmanifest", ".map", ".txt", ".woff2"]
            .iter()
            .any(|ending| name.ends_with(ending))
    });
    match found.or_else(|| {
        (!is_file).then(|| StaticFiles::get("index.html").map(|file| ("index.html", file)))?
    }) {
        Some((name, file)) => {
            let (mime, hash) = (file.metadata.mimetype(), file.metadata.sha256_hash());
            respond(name, mime, &hash, file.data.into_owned(), &headers)
        }
        None => {
            let text = "This file doesn't exist.";
            ApiError::new(StatusCode::NOT_FOUND, Code::WebPath, text).into_response()
        }
    }
}

/// The service worker with the list of the page's files and a version made from them. When any file changes, browsers
/// get a new worker, which caches all new files before it deletes the old ones.
fn worker(headers: &HeaderMap) -> Response {
    let mut names: Vec<_> = StaticFiles::iter().filter(|name| name != "sw.js").collect();
    names.sort();
    let mut all = Sha256::new();
    for name in &names {
        all.update(name.as_bytes());
        all.update(
            StaticFiles::get(name).map(|file| file.metadata.sha256_hash()).unwrap_or_default(),
        );
    }
    let code = StaticFiles::get("sw.js").map(|file| file.data.into_owned()).unwrap_or_default();
    let shell = json!({ "version": base32::bytes(&all.finalize()[..16]), "files": names });
    let text = format!("self.shell = {shell};\n{}", String::from_utf8_lossy(&code));
    let hash = Sha256::digest(&text).into();
    respond("sw.js", "text/javascript", &hash, text.into_bytes(), headers)
}

fn respond(
    name: &str,
    mime: &str,
    hash: &[u8; 32],
    data: Vec<u8>,
    headers: &HeaderMap,
) -> Response {
    let tag = format!("\"{}\"", base32::bytes(&hash[..16]));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut response = match known.is_some_and(|tags| tags.contains(&tag)) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => data.into_response(),
    };
    let mime = match name.ends_with(".webmanifest") {
        true => "application/manifest+json",
        false => mime,
    };
    let content_type = match mime.starts_with("text/") {
        true => format!("{mime}; charset=utf-8"),
        false => mime.to_owned(),
    };
    let headers = response.headers_mut();
    let mut put = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    put(header::CONTENT_TYPE, &content_type);
    put(header::ETAG, &tag);
    put(header::CACHE_CONTROL, "no-cache");
    response
}
