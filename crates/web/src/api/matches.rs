//! Matches: listing, opening, playing, importing, replaying.

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
use engine::{Code, Refusal, Seat, line};
use games::GAMES;
use hall::{MatchFilter, MatchId, Occupant, ReplayRange, WorkPermit};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

/// The most matches in a list.
const MAX_LISTED: u32 = 200;

/// The most steps on a page of a replay.
const MAX_STEPS: usize = 200;

/// About how many bytes a page of a replay may have.
const PAGE_BYTES: usize = 256 * 1024;

/// How long a request with `wait` waits for a change.
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
    /// The first entry of the page; 0 by default.
    from: Option<u64>,
    /// The most steps of the page, up to 200.
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
#[schema(as = Brought)]
pub(super) struct PlayFile {
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

/// Lists your matches: first those in which others wait for you, then the latest.
#[utoipa::path(
    get,
    path = "/matches",
    operation_id = "matches",
    params(Listing),
    responses((status = 200, description = "Your matches.", body = Briefs), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    me: Caller,
    QueryParams(listing): QueryParams<Listing>,
) -> JsonResult<Briefs> {
    let limit = listing.limit.unwrap_or(50).min(MAX_LISTED);
    let filter = MatchFilter { over: listing.over, limit: Some(limit), ..MatchFilter::all() };
    // Matches in which others wait come first, even if they are old.
    let mut found = match listing.over {
        Some(true) => Vec::new(),
        _ => app.pending_turns(&me.id).await?,
    };
    for summary in app.hall.own_matches(&me.id, &filter).await? {
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

/// Opens a match with you on the first seat that has no bot.
#[utoipa::path(
    post,
    path = "/matches",
    operation_id = "open_match",
    request_body = Wanted,
    responses((status = 200, description = "The id of the match.", body = Opened), ApiError),
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
        return Err(ApiError::bad_request("Races and time limits need a table."));
    }
    let start = app.start_of(wanted).await?;
    app.hall.may_practise(&start, &me.id).await?;
    let mut seats: Vec<Option<Occupant>> = vec![None; usize::from(start.seats)];
    for bot in &wanted.bots {
        match seats.get_mut(bot.seat.index()) {
            Some(seat @ None) if start.game.bots().contains(&bot.name.as_str()) => {
                *seat = Some(Occupant::Bot(bot.name.clone()));
            }
            Some(None) => {
                let text = format!("Choose one of the bots {}.", start.game.bots().join(", "));
                return Err(Refusal::new(Code::Bot, text).into());
            }
            _ => {
                let text = "That seat doesn't exist, or has a bot already.";
                return Err(Refusal::new(Code::Seat, text).into());
            }
        }
    }
    if let Some(seat) = seats.iter_mut().find(|seat| seat.is_none()) {
        *seat = Some(Occupant::Player(me.id.clone()));
    }
    if let Some(seat) = seats.iter().position(Option::is_none) {
        return Err(empty_seat(Seat(seat as u8)));
    }
    app.may_open_match(&me.id, from).await?;
    // Somebody else made the challenge of a ticket.
    if wanted.ticket.is_none() {
        app.hall.keep_maker(&start, &me.id).await?;
    }
    let id = app.hall.open(&start).await?;
    for (seat, occupant) in (0..).map(Seat).zip(seats.into_iter().flatten()) {
        app.hall.sit(&id, seat, occupant).await?;
    }
    increment(&app.metrics.opened);
    Ok(id)
}

/// Imports the text of a `.play` file, to be replayed. The match belongs to nobody.
#[utoipa::path(
    post,
    path = "/matches/import",
    operation_id = "import",
    request_body = PlayFile,
    responses((status = 200, description = "The id of the match.", body = Opened), ApiError),
    security(("token" = []))
)]
pub(super) async fn import(
    State(app): State<Arc<AppState>>,
    me: Caller,
    Extension(from): Extension<Network>,
    JsonBody(asked): JsonBody<PlayFile>,
) -> JsonResult<Opened> {
    let upload = app.hall.read_upload(&asked.play).await?;
    // Checked before the file is played, because an error in it would reveal something about the puzzle too.
    is_listed(&upload.start)?;
    is_nice(&upload.start)?;
    app.hall.may_practise(&upload.start, &me.id).await?;
    app.may_open_match(&me.id, from).await?;
    let id = app.hall.import_upload(upload).await?;
    out(Opened { r#match: id.0 })
}

/// Opens today's daily, or returns the one that the player has already opened.
async fn open_daily(
    app: &AppState,
    me: &Caller,
    from: Network,
    game: &str,
    wanted: &Wanted,
) -> ApiResult<MatchId> {
    if wanted.game.is_some() || wanted.ticket.is_some() {
        return Err(ApiError::bad_request("Enter exactly one of a game, a ticket and a daily."));
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

/// Returns a match as you may see it. With `wait`, waits up to ten seconds for an entry after that one.
#[utoipa::path(
    get,
    path = "/matches/{id}",
    operation_id = "match",
    params(("id" = String, Path, description = "The match's id."), WaitQuery),
    responses((status = 200, description = "The match.", body = Update), ApiError)
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
    QueryParams(waiting): QueryParams<WaitQuery>,
) -> JsonResult<Update> {
    let access = app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?;
    start_clock_if_new(&app, &access);
    let mut watch = app.hall.watch(&id, access.viewer).await?;
    let broken = || ApiError::from(Refusal::new(Code::Broken, "This match failed and is closed."));
    if let Some(seen) = waiting.wait {
        let changed = async {
            loop {
                let status = watch.changed().await.ok_or_else(broken)?;
                if status.seq > seen || status.over {
                    return Ok::<_, ApiError>(());
                }
            }
        };
        // Without a change in time, the current state is returned.
        if let Ok(changed) = timeout(WAIT, changed).await {
            changed?;
        }
    }
    let update = watch.next().await.ok_or_else(broken)?;
    out(app.show(&access, update).await?)
}

/// Plays a line. `seen` is the `seq` of the update that you have seen.
#[utoipa::path(
    post,
    path = "/matches/{id}/act",
    operation_id = "act",
    params(("id" = String, Path, description = "The match's id.")), request_body = Line,
    responses((status = 200, description = "The number of the stored entry.", body = Stored), ApiError),
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

/// Asks for a hint. The match counts as played with hints from then on.
#[utoipa::path(
    post,
    path = "/matches/{id}/hint",
    operation_id = "hint",
    params(("id" = String, Path, description = "The match's id.")), request_body = Nothing,
    responses((status = 200, description = "The hint, if there is one.", body = Hinted), ApiError),
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

/// Returns remarks about an unfinished line.
#[utoipa::path(
    post,
    path = "/matches/{id}/preview",
    operation_id = "preview",
    params(("id" = String, Path, description = "The match's id.")), request_body = Typed,
    responses((status = 200, description = "The remarks.", body = Remarks), ApiError),
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

/// Resigns, or gives up a match for one player.
#[utoipa::path(
    post,
    path = "/matches/{id}/leave",
    operation_id = "leave",
    params(("id" = String, Path, description = "The match's id.")), request_body = Nothing,
    responses((status = 200, description = "The number of the stored entry.", body = Stored), ApiError),
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

/// Cancels a match before its second move.
#[utoipa::path(
    post,
    path = "/matches/{id}/abort",
    operation_id = "call_off",
    params(("id" = String, Path, description = "The match's id.")), request_body = Nothing,
    responses((status = 200, description = "The match is cancelled.", body = Done), ApiError),
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
        return Err(Refusal::new(Code::Over, "The match is over.").into());
    }
    if summary.has_left(seat) {
        return Err(Refusal::new(Code::Seat, "You have left this match.").into());
    }
    if !summary.may_be_cancelled(app.hall.moves(&id).await?) {
        let text = "You can cancel a game only before its second move, and never a daily. You can still give up.";
        return Err(ApiError::new(StatusCode::CONFLICT, Code::WebBegun, text));
    }
    app.hall.cancel_match_by(&id, seat).await?;
    done()
}

/// Returns the steps of a finished match, one page at a time.
///
/// `next` is the first entry of the next page.
#[utoipa::path(
    get,
    path = "/matches/{id}/replay",
    operation_id = "replay",
    params(("id" = String, Path, description = "The match's id."), ReplayPage),
    responses((status = 200, description = "A page of steps.", body = Steps), ApiError)
)]
pub(super) async fn replay(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
    QueryParams(asked): QueryParams<ReplayPage>,
) -> JsonResult<WrittenSteps> {
    let access = Arc::new(app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?);
    check_over(&app, &access).await?;
    let limit = asked.limit.unwrap_or(MAX_STEPS).clamp(1, MAX_STEPS);
    let page = ReplayRange { from: asked.from.unwrap_or_default(), limit, bytes: PAGE_BYTES };
    let converter = |mut people: Vec<String>| {
        let (app, access) = (Arc::clone(&app), Arc::clone(&access));
        async move {
            people.extend(players(access.owners()));
            let names = app.names_of(people).await?;
            Ok::<_, ApiError>(move |permit: &WorkPermit, update| {
                step(permit, &app.show_with(&access, &names, update))
            })
        }
    };
    let hall::Steps { steps, next } =
        app.hall.steps_as(&id, access.viewer, page, converter).await?;
    out(WrittenSteps { steps, next })
}

/// A page of a replay whose steps are already JSON, so that sending it only copies them.
#[derive(Serialize)]
pub(super) struct WrittenSteps {
    steps: Vec<Box<RawValue>>,
    next: Option<u64>,
}

/// A step of a replay as JSON, and its length.
fn step(_: &WorkPermit, shown: &Update) -> Result<(usize, Box<RawValue>), Refusal> {
    let json =
        to_raw_value(shown).map_err(|error| Refusal::new(Code::Broken, error.to_string()))?;
    Ok((json.get().len(), json))
}

/// Downloads a finished match as a `.play` file.
#[utoipa::path(
    get,
    path = "/matches/{id}/play",
    operation_id = "play_file",
    params(("id" = String, Path, description = "The match's id.")),
    responses((status = 200, description = "The text of the file.", body = String, content_type = "text/plain"), ApiError)
)]
pub(super) async fn play(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(id): PathParam<MatchId>,
) -> ApiResult<([(&'static str, String); 2], String)> {
    let access = app.access(me.as_ref().map(|me| me.id.as_str()), &id).await?;
    check_over(&app, &access).await?;
    // Boards of earlier versions may contain control characters.
    let text = line::without_stray_controls(app.hall.export(&id).await?);
    let name = format!("attachment; filename=\"{}-{id}.play\"", access.game.info().id);
    let content_type = "text/plain; charset=utf-8".to_owned();
    Ok(([("content-type", content_type), ("content-disposition", name)], text))
}

/// Refuses a match that isn't over for all its players, because its log would reveal secrets.
async fn check_over(app: &AppState, access: &Access) -> ApiResult<()> {
    match app.is_over_for_all(access).await? {
        true => Ok(()),
        false => {
            let text = "You can see this when the game is over for everyone.";
            Err(Refusal::new(Code::Secret, text).into())
        }
    }
}
