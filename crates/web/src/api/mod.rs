//! The requests there are: one table of them, and the answers in files by what they are about.

mod boards;
mod dailies;
mod games;
mod matches;
mod me;
mod opening;
mod sessions;
mod tables;

use crate::counts::one;
use crate::error::{Answer, Refused};
use crate::serve::App;
use crate::{guard, page, socket};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// What an answer is, mostly.
type Out = Answer<axum::Json<Value>>;

/// Anything as an answer.
fn out(what: impl serde::Serialize) -> Out {
    serde_json::to_value(what).map(axum::Json).map_err(|_| Refused::failed())
}

/// Every request there is.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/games", get(games::list))
        .route("/games/{game}/rules", get(games::rules))
        .route("/me", get(me::look).post(me::guest).put(me::rename).delete(me::forget))
        .route("/me/passphrase", post(sessions::passphrase))
        .route("/me/recovery", post(sessions::recovery))
        .route("/me/sessions", get(sessions::list))
        .route("/me/sessions/{id}", delete(sessions::end))
        .route("/me/tokens", get(sessions::tokens).post(sessions::new_token))
        .route("/me/tokens/{id}", delete(sessions::end_token))
        .route("/me/export", get(me::export))
        .route("/session", post(sessions::sign_in).delete(sessions::sign_out))
        .route("/matches", get(matches::list).post(matches::open))
        .route("/matches/{id}", get(matches::look))
        .route("/matches/{id}/act", post(matches::act))
        .route("/matches/{id}/hint", post(matches::hint))
        .route("/matches/{id}/preview", post(matches::preview))
        .route("/matches/{id}/leave", post(matches::leave))
        .route("/matches/{id}/abort", post(matches::abort))
        .route("/matches/{id}/replay", get(matches::replay))
        .route("/matches/{id}/play", get(matches::play))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{id}", get(tables::look))
        .route("/tables/{id}/join", post(tables::join))
        .route("/tables/{id}/sit", post(tables::sit))
        .route("/tables/{id}/stand", post(tables::stand))
        .route("/tables/{id}/bot", post(tables::bot))
        .route("/tables/{id}/start", post(tables::start))
        .route("/tables/{id}/say", post(tables::say))
        .route("/tables/{id}/invitation", post(tables::invite).delete(tables::uninvite))
        .route("/tables/{id}/close", post(tables::close))
        .route("/dailies", get(dailies::list))
        .route("/dailies/{game}/{day}/honours", get(dailies::honours))
        .route("/honours", get(dailies::of_ticket))
        .route("/stats", get(dailies::stats))
        .route("/tickets", post(dailies::ticket))
        .route("/boards", get(boards::list).post(boards::save))
        .route("/boards/{id}", get(boards::look).delete(boards::remove))
        .route("/boards/{id}/file", get(boards::file))
        .route("/ws", get(socket::upgrade));
    let count = Arc::clone(app);
    let panicked = move |_: Box<dyn Any + Send>| -> Response {
        one(&count.counts.panics);
        Refused::failed().into_response()
    };
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(page::file)
        .method_not_allowed_fallback(async || {
            let text = "This cannot be asked for in this way.";
            Refused::new(StatusCode::METHOD_NOT_ALLOWED, "web.method", text)
        })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(app), guard::door))
        .with_state(Arc::clone(app))
}

/// Does it take new matches, and does the store answer?
async fn ready(State(app): State<Arc<App>>) -> Answer<&'static str> {
    if *app.closing.borrow() {
        return Err(Refused::closing());
    }
    app.hall.paper("house", "key").await?;
    Ok("ok\n")
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([("content-type", "text/plain; version=0.0.4")], app.counts.text(app.hall.in_memory()))
}

/// An answer with nothing in it.
fn nothing() -> Out {
    Ok(axum::Json(json!({})))
}
