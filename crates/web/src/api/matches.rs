//! Matches: opened, played, looked at, stepped through.

use super::opening::{Wanted, empty_seat, is_listed, is_nice};
use super::{JsonResult, done, out};
use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::names::players;
use crate::network::Network;
use crate::read::{JsonBody, OptionalCaller, PathParam, QueryParams};
use crate::serve::AppState;
use crate::sessions::Caller;
use crate::shown::Access;
use crate::time_limit::start_clock_if_new;
use crate::wire::{Briefs, Done, Hinted, Opened, Remarks, Steps, Stored, Update};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use engine::{Refusal, Seat, line};
use games::GAMES;
use hall::{MatchFilter, MatchId, Occupant, ReplayRange, WorkPermit};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

/// The most matches in one list.
const LISTED: u32 = 200;

/// The most steps on a page of a replay, and about how many bytes they may take.
const STEPS: usize = 200;
const STEP_BYTES: usize = 256 * 1024;

/// How long somebody may wait for news.
const WAIT: Duration = Duration::from_secs(10);

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Listing {
    over: Option<bool>,
    #[param(value_type = Option<u64>)]
    limit: Option<u32>,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct WaitQuery {
    wait: Option<u64>,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReplayPage {
    /// The entry from which the page goes on; 0 at first.
    from: Option<u64>,
    /// The most steps it has, at most 200.
    #[param(value_type = Option<u64>)]
    limit: Option<usize>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    seen: u64,
    line: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Brought {
    play: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    typed: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

#[utoipa::path(
    get,
    path = "/matches",
    operation_id = "matches",
    params(Listing),
    responses((status = 200, description = "Done.", body = Briefs), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    me: Caller,
    QueryParams(listing): QueryParams<Listing>,
) -> JsonResult<Briefs> {
    let limit = listing.limit.unwrap_or(50).min(LISTED);
    let which = MatchFilter { over: listing.over, limit: Some(limit), ..MatchFilter::all() };
    // Those that others wait for, however old they are; then the latest.
    let mut found = match listing.over {
        Some(true) => Vec::new(),
        _ => app.pending_turns(&me.id).await?,
    };
    for summary in app.hall.own_matches(&me.id, &which).await? {
        if found.iter().all(|other| other.id != summary.id) {
            found.push(summary);
        }
    }
    let mut briefs = Vec::new();
    for summary in found.into_iter().take(limit as usize) {
        briefs.push(app.brief(&me.id, summary).await?);
    }
    out(Briefs { matches: briefs })
}

#[utoipa::path(
    post,
    path = "/matches",
    operation_id = "open_match",
    request_body = Wanted,
    responses((status = 200, description = "Done.", body = Opened), ApiError),
    security(("token" = []))
)]
pub(super) async fn open(
    State(app): State<Arc<AppState>>,
    me: Caller,
    Extension(from): Extension<Network>,
    JsonBody(wanted): JsonBody<Wanted>,
) -> JsonResult<Opened> {
    let id = match &wanted.daily {
        Some(game) => open_daily(&app, &me, from, game, &wanted).await?,
        None => open_new(&app, &me, from, &wanted).await?,
    };
    out(Opened { r#match: id.0 })
}

async fn open_new(
    app: &AppState,
    me: &Caller,
    from: Network,
    wanted: &Wanted,
) -> ApiResult<MatchId> {
    if wanted.race || wanted.limit.is_some() {
        return Err(ApiError::bad_request("Races and limits are for tables."));
    }
    let start = app.start_of(wanted).await?;
    app.hall.may_practise(&start, &me.id).await?;
    let mut sat: Vec<Option<Occupant>> = vec![None; usize::from(start.seats)];
    for bot in &wanted.bots {
        match sat.get_mut(bot.seat.index()) {
            Some(place @ None) if start.game.bots().contains(&bot.name.as_str()) => {
                *place = Some(Occupant::Bot(bot.name.clone()));
            }
            Some(None) => {
                let text = format!("There are the bots {}.", start.game.bots().join(", "));
                return Err(Refusal::new("house.bot", text).into());
            }
            _ => return Err(Refusal::new("house.seat", "There is no such seat for a bot.").into()),
        }
    }
    if let Some(place) = sat.iter_mut().find(|place| place.is_none()) {
        *place = Some(Occupant::Player(me.id.clone()));
    }
    if let Some(seat) = sat.iter().position(Option::is_none) {
        return Err(empty_seat(Seat(seat as u8)));
    }
    app.may_open_match(&me.id, from).await?;
    // A ticket is somebody else's challenge.
    if wanted.ticket.is_none() {
        app.hall.keep_maker(&start, &me.id).await?;
    }
    let id = app.hall.open(&start).await?;
    for (seat, who) in (0..).map(Seat).zip(sat.into_iter().flatten()) {
        app.hall.sit(&id, seat, who).await?;
    }
    increment(&app.metrics.opened);
    Ok(id)
}

/// Takes in the text of a `.play` file, to be stepped through. It is nobody's match.
#[utoipa::path(
    post,
    path = "/matches/import",
    operation_id = "import",
    request_body = Brought,
    responses((status = 200, description = "Done.", body = Opened), ApiError),
    security(("token" = []))
)]
pub(super) async fn import(
    State(app): State<Arc<AppState>>,
    me: Caller,
    Extension(from): Extension<Network>,
    JsonBody(asked): JsonBody<Brought>,
) -> JsonResult<Opened> {
    let brought = app.hall.read_upload(&asked.play).await?;
    // Before it is played: what is wrong in a file would tell of the puzzle too.
    is_listed(&brought.start)?;
    is_nice(&brought.start)?;
    app.hall.may_practise(&brought.start, &me.id).await?;
    app.may_open_match(&me.id, from).await?;
    let id = app.hall.import_upload(brought).await?;
    out(Opened { r#match: id.0 })
}

/// The daily of today: the one that counts, when it was opened already.
async fn open_daily(
    app: &AppState,
    me: &Caller,
    from: Network,
    game: &str,
    wanted: &Wanted,
) -> ApiResult<MatchId> {
    if wanted.game.is_some() || wanted.ticket.is_some() {
        return Err(ApiError::bad_request(
            "Name a game, a ticket or a daily, and only one of them.",
        ));
    }
    let game = hall::opening::find(GAMES, game)?;
    let day = app.hall.today();
    let state = app.hall.daily(game, day, &me.id).await?;
    if state.counted.is_none() {
        app.may_open_match(&me.id, from).await?;
    }
    let (id, is_new) = app.hall.open_daily_for(&state, &me.id).await?;
    if is_new {
        increment(&app.metrics.opened);
    }
    Ok(id)
}

#[utoipa::path(
    get,
    path = "/matches/{id}",
    operation_id = "match",
    params(("id" = String, Path, description = "Its id."), WaitQuery),
    responses((status = 200, description = "Done.", body = Update), ApiError)
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
    QueryParams(waiting): QueryParams<WaitQuery>,
) -> JsonResult<Update> {
    let sight = app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?;
    start_clock_if_new(&app, &sight);
    let mut watch = app.hall.watch(&id, sight.viewer).await?;
    let broken =
        || ApiError::from(Refusal::new("house.broken", "This match failed and is closed."));
    let mut update = watch.next().await.ok_or_else(broken)?;
    if let Some(seen) = waiting.wait {
        let news = async {
            while update.seq <= seen && update.over.is_none() {
                let next = watch.next().await.ok_or_else(broken)?;
                let said = std::mem::take(&mut update.said);
                update = next;
                update.said.splice(0..0, said);
            }
            Ok::<_, ApiError>(())
        };
        // When nothing is new in time, what there is will do.
        if let Ok(news) = timeout(WAIT, news).await {
            news?;
        }
    }
    out(app.show(&sight, update).await?)
}

#[utoipa::path(
    post,
    path = "/matches/{id}/act",
    operation_id = "act",
    params(("id" = String, Path, description = "Its id.")), request_body = Line,
    responses((status = 200, description = "Done.", body = Stored), ApiError),
    security(("token" = []))
)]
pub(super) async fn act(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam(id): PathParam<MatchId>,
    JsonBody(asked): JsonBody<Line>,
) -> JsonResult<Stored> {
    out(Stored { seq: app.act(&me.id, &id, asked.seen, &asked.line).await? })
}

#[utoipa::path(
    post,
    path = "/matches/{id}/hint",
    operation_id = "hint",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = Hinted), ApiError),
    security(("token" = []))
)]
pub(super) async fn hint(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam(id): PathParam<MatchId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<Hinted> {
    out(Hinted { hint: app.hint(&me.id, &id).await? })
}

#[utoipa::path(
    post,
    path = "/matches/{id}/preview",
    operation_id = "preview",
    params(("id" = String, Path, description = "Its id.")), request_body = Typed,
    responses((status = 200, description = "Done.", body = Remarks), ApiError),
    security(("token" = []))
)]
pub(super) async fn preview(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam(id): PathParam<MatchId>,
    JsonBody(asked): JsonBody<Typed>,
) -> JsonResult<Remarks> {
    out(Remarks { remarks: app.preview(&me.id, &id, &asked.typed).await? })
}

#[utoipa::path(
    post,
    path = "/matches/{id}/leave",
    operation_id = "leave",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = Stored), ApiError),
    security(("token" = []))
)]
pub(super) async fn leave(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam(id): PathParam<MatchId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<Stored> {
    out(Stored { seq: app.leave(&me.id, &id).await? })
}

/// Calls a match off that has hardly begun.
#[utoipa::path(
    post,
    path = "/matches/{id}/abort",
    operation_id = "call_off",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = Done), ApiError),
    security(("token" = []))
)]
pub(super) async fn abort(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam(id): PathParam<MatchId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<Done> {
    let seat = app.seat(&me.id, &id).await?;
    let summary = app.summary(&id).await?;
    if summary.ended.is_some() {
        return Err(Refusal::new("house.over", "The match is over.").into());
    }
    if summary.daily.is_some() || app.hall.moves(&id).await? > 1 {
        let text = "A match can be called off before its second move, and a daily never.";
        return Err(ApiError::new(StatusCode::CONFLICT, "web.begun", text));
    }
    app.hall.cancel_match_by(&id, seat).await?;
    done()
}

/// The steps of a match that is over, a page at a time: `next` says from which entry the next page goes on.
#[utoipa::path(
    get,
    path = "/matches/{id}/replay",
    operation_id = "replay",
    params(("id" = String, Path, description = "Its id."), ReplayPage),
    responses((status = 200, description = "Done.", body = Steps), ApiError)
)]
pub(super) async fn replay(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
    QueryParams(asked): QueryParams<ReplayPage>,
) -> JsonResult<WrittenSteps> {
    let sight = Arc::new(app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?);
    over(&app, &sight).await?;
    let limit = asked.limit.unwrap_or(STEPS).clamp(1, STEPS);
    let page = ReplayRange { from: asked.from.unwrap_or_default(), limit, bytes: STEP_BYTES };
    let converter = |mut sitting: Vec<String>| {
        let (app, sight) = (Arc::clone(&app), Arc::clone(&sight));
        async move {
            sitting.extend(players(sight.owners()));
            let called = app.called(sitting).await?;
            Ok::<_, ApiError>(move |permit: &WorkPermit, update| {
                step(permit, &app.show_with(&sight, &called, update))
            })
        }
    };
    let hall::Steps { steps, next } = app.hall.steps_as(&id, sight.viewer, page, converter).await?;
    out(WrittenSteps { steps, next })
}

/// A page of a replay whose steps are written already: sending it only copies them.
#[derive(Serialize)]
pub(super) struct WrittenSteps {
    steps: Vec<Box<RawValue>>,
    next: Option<u64>,
}

/// A step of a replay as JSON, and its length.
fn step(_: &WorkPermit, shown: &Update) -> Result<(usize, Box<RawValue>), Refusal> {
    let json =
        to_raw_value(shown).map_err(|error| Refusal::new("house.broken", error.to_string()))?;
    Ok((json.get().len(), json))
}

/// A match that is over, as text.
#[utoipa::path(
    get,
    path = "/matches/{id}/play",
    operation_id = "play_file",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = String, content_type = "text/plain"), ApiError)
)]
pub(super) async fn play(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
) -> ApiResult<([(&'static str, String); 2], String)> {
    let sight = app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?;
    over(&app, &sight).await?;
    // A board of a match that was begun before they were refused may hold control characters.
    let text = line::without_stray_controls(app.hall.export(&id).await?);
    let name = format!("attachment; filename=\"{}-{id}.play\"", sight.game.info().id);
    let of = "text/plain; charset=utf-8".to_owned();
    Ok(([("content-type", of), ("content-disposition", name)], text))
}

/// What a log tells is for those whose match is over.
async fn over(app: &AppState, sight: &Access) -> ApiResult<()> {
    match app.is_over_for_all(sight).await? {
        true => Ok(()),
        false => {
            let text = "That is shown when the match is over for everybody.";
            Err(Refusal::new("house.secret", text).into())
        }
    }
}
