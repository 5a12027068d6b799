//! The routes in one table. Each file has the handlers for one subject.

mod boards;
mod dailies;
mod games;
mod matches;
mod me;
mod opening;
mod recovery;
mod sessions;
mod tables;
mod tokens;

use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::serve::AppState;
use crate::wire::Done;
use crate::{middleware, openapi, socket, static_files};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use engine::Code;
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

type JsonResult<T> = ApiResult<axum::Json<T>>;

fn out<T>(body: T) -> JsonResult<T> {
    Ok(axum::Json(body))
}

/// The empty response `{}`.
fn done() -> JsonResult<Done> {
    out(Done {})
}

/// All routes of the API, with their OpenAPI descriptions.
pub(crate) fn routes() -> OpenApiRouter<Arc<AppState>> {
    let api = OpenApiRouter::new()
        .routes(routes!(openapi::look))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(games::rules_as_blocks))
        .routes(routes!(me::look, me::guest, me::rename, me::forget))
        .routes(routes!(sessions::passphrase))
        .routes(routes!(recovery::new_link))
        .routes(routes!(recovery::look))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(tokens::list, tokens::new))
        .routes(routes!(tokens::end))
        .routes(routes!(me::export))
        .routes(routes!(sessions::sign_in, sessions::sign_out))
        .routes(routes!(matches::list, matches::open))
        .routes(routes!(matches::import))
        .routes(routes!(matches::look))
        .routes(routes!(matches::act))
        .routes(routes!(matches::hint))
        .routes(routes!(matches::preview))
        .routes(routes!(matches::leave))
        .routes(routes!(matches::abort))
        .routes(routes!(matches::replay))
        .routes(routes!(matches::play))
        .routes(routes!(tables::list, tables::open))
        .routes(routes!(tables::look))
        .routes(routes!(tables::join))
        .routes(routes!(tables::sit))
        .routes(routes!(tables::stand))
        .routes(routes!(tables::bot))
        .routes(routes!(tables::start))
        .routes(routes!(tables::say))
        .routes(routes!(tables::invite, tables::uninvite))
        .routes(routes!(tables::remove))
        .routes(routes!(tables::more_time))
        .routes(routes!(tables::call_off))
        .routes(routes!(tables::stand_in))
        .routes(routes!(tables::come_back))
        .routes(routes!(tables::close))
        .routes(routes!(dailies::list))
        .routes(routes!(dailies::honours))
        .routes(routes!(dailies::of_ticket))
        // The paths of earlier versions.
        .route("/dailies/{game}/{day}/honours", get(dailies::honours))
        .route("/honours", get(dailies::of_ticket))
        .routes(routes!(dailies::stats))
        .routes(routes!(dailies::ticket))
        .routes(routes!(boards::list, boards::save))
        .routes(routes!(boards::look, boards::remove))
        .routes(routes!(boards::file))
        .routes(routes!(socket::upgrade));
    OpenApiRouter::new().nest("/api/v1", api)
}

/// The API, the page and the routes for operators, with the middleware.
pub(crate) fn router(app: &Arc<AppState>) -> Router {
    let count = Arc::clone(app);
    let panicked = move |_: Box<dyn Any + Send>| -> Response {
        increment(&count.metrics.panics);
        ApiError::internal().into_response()
    };
    Router::from(routes())
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(static_files::file)
        .method_not_allowed_fallback(async || {
            let text = "This path doesn't allow that method.";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Code::WebMethod, text)
        })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(app), middleware::check_requests))
        .with_state(Arc::clone(app))
}

/// Succeeds when the server accepts new matches and the store answers.
async fn ready(State(app): State<Arc<AppState>>) -> ApiResult<&'static str> {
    if *app.closing.borrow() {
        return Err(ApiError::closing());
    }
    app.is_ready().await?;
    Ok("ok\n")
}

async fn metrics(State(app): State<Arc<AppState>>) -> impl IntoResponse {
    (
        [("content-type", "text/plain; version=0.0.4")],
        app.metrics.text(app.hall.in_memory(), app.hall.work().figures()),
    )
}
