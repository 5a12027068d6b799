//! Tables: opened, joined, sat down at, played at.

use super::matches::Nothing;
use super::opening::Wanted;
use super::{JsonResult, out};
use crate::error::ApiError;
use crate::metrics::increment;
use crate::network::Network;
use crate::quota::TableCaller;
use crate::read::{BaseUrl, JsonBody, PathParam, QueryParams};
use crate::serve::AppState;
use crate::sessions::Caller;
use crate::time_limit::{give_time, start_round_clocks};
use crate::wire::{self, Tables};
use axum::Extension;
use axum::extract::State;
use engine::{Refusal, Seat};
use hall::tables::{TableConfig, unknown_table};
use hall::{Table, TableId};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The most tables in one list.
const LISTED: usize = 50;

#[derive(Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Invited {
    invitation: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Where {
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BotThere {
    #[schema(value_type = u8)]
    seat: Seat,
    name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StandIn {
    #[schema(value_type = u8)]
    seat: Seat,
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    phrase: u8,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Removed {
    /// As the table's `people` name them.
    person: String,
}

async fn show(app: &AppState, me: &Caller, home: &str, table: Table) -> JsonResult<wire::Table> {
    out(app.show_table(&me.id, home, &table).await?)
}

#[utoipa::path(
    get,
    path = "/tables",
    operation_id = "tables",
    responses((status = 200, description = "Done.", body = Tables), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
) -> JsonResult<Tables> {
    let mut tables = Vec::new();
    for id in app.hall.tables_of(&me.id).await?.iter().rev() {
        let table = app.hall.table(id).await?;
        if !table.closed && table.is_member(&me.id) && tables.len() < LISTED {
            let table = app.show_table(&me.id, &home, &table).await?;
            tables.push(wire::Table { setup: table.setup.shortened(), ..table });
        }
    }
    out(Tables { tables })
}

#[utoipa::path(
    post,
    path = "/tables",
    operation_id = "open_table",
    request_body = Wanted,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn open(
    State(app): State<Arc<AppState>>,
    me: Caller,
    Extension(from): Extension<Network>,
    BaseUrl(home): BaseUrl,
    JsonBody(wanted): JsonBody<Wanted>,
) -> JsonResult<wire::Table> {
    if wanted.daily.is_some() || !wanted.bots.is_empty() {
        return Err(ApiError::bad_request(
            "A table is opened for a game or a ticket; bots sit down later.",
        ));
    }
    let start = app.start_of(&wanted).await?;
    app.hall.may_practise(&start, &me.id).await?;
    let seats = match (wanted.race, wanted.seats) {
        (true, seats) => seats.unwrap_or(2),
        (false, Some(seats)) if wanted.ticket.is_some() && seats != start.seats => {
            return Err(Refusal::setup("The ticket says already how many play.").into());
        }
        (false, _) => start.seats,
    };
    // One person alone needs no table, but may want to be watched.
    app.may_open_table(&me.id, from).await?;
    let seed = wanted.ticket.as_ref().map(|_| start.seed);
    let (race, limit) = (wanted.race, wanted.limit);
    let plan = |plan: TableConfig| TableConfig { seed, seats, race, limit, ..plan };
    let id = app.hall.open_table(&me.id, &start, plan).await?;
    show(&app, &me, &home, app.hall.table(&id).await?).await
}

/// A table, for those who are at it or have an invitation.
#[utoipa::path(
    get,
    path = "/tables/{id}",
    operation_id = "table",
    params(("id" = String, Path, description = "Its id."), Invited),
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    QueryParams(invited): QueryParams<Invited>,
) -> JsonResult<wire::Table> {
    let table = app.hall.table(&id).await?;
    let is_invited = invited.invitation.is_some_and(|code| table.accepts_invitation(&code));
    match table.is_member(&me.id) || is_invited {
        true => show(&app, &me, &home, table).await,
        false => Err(unknown_table().into()),
    }
}

#[utoipa::path(
    post,
    path = "/tables/{id}/join",
    operation_id = "join",
    params(("id" = String, Path, description = "Its id.")), request_body = Invited,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn join(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<Invited>,
) -> JsonResult<wire::Table> {
    let code = asked.invitation.unwrap_or_default();
    show(&app, &me, &home, app.hall.join_table(&id, &me.id, &code).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/sit",
    operation_id = "sit",
    params(("id" = String, Path, description = "Its id.")), request_body = Where,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn sit(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<Where>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.sit_down(&id, &me.id, asked.seat).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/stand",
    operation_id = "stand",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn stand(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.stand_up(&id, &me.id).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/bot",
    operation_id = "seat_bot",
    params(("id" = String, Path, description = "Its id.")), request_body = BotThere,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn bot(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<BotThere>,
) -> JsonResult<wire::Table> {
    let bot = asked.name.as_deref();
    show(&app, &me, &home, app.hall.seat_bot(&id, &me.id, asked.seat, bot).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/start",
    operation_id = "start",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn start(
    State(app): State<Arc<AppState>>,
    me: Caller,
    Extension(from): Extension<Network>,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    app.may_open_match(&me.id, from).await?;
    let table = app.hall.start_round(&id, &me.id).await?;
    increment(&app.metrics.opened);
    start_round_clocks(&app, &table);
    show(&app, &me, &home, table).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/say",
    operation_id = "say",
    params(("id" = String, Path, description = "Its id.")), request_body = Said,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn say(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<Said>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.say(&me.id, &id, asked.phrase).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/invitation",
    operation_id = "invite",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn invite(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.invite(&id, &me.id, true).await?).await
}

#[utoipa::path(
    delete,
    path = "/tables/{id}/invitation",
    operation_id = "uninvite",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn uninvite(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.invite(&id, &me.id, false).await?).await
}

/// The host shows somebody the door.
#[utoipa::path(
    post,
    path = "/tables/{id}/remove",
    operation_id = "remove",
    params(("id" = String, Path, description = "Its id.")), request_body = Removed,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<Removed>,
) -> JsonResult<wire::Table> {
    let table = app.known_table(&me.id, &id).await?;
    let who = table.members.iter().find(|who| app.at_table(&id, who) == asked.person);
    let who = who.map(String::as_str).unwrap_or_default();
    show(&app, &me, &home, app.hall.remove(&id, &me.id, who).await?).await
}

/// Those who are to move have their whole time again.
#[utoipa::path(
    post,
    path = "/tables/{id}/time",
    operation_id = "give_time",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn more_time(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    let table = app.hall.give_time(&id, &me.id).await?;
    give_time(&app, &table);
    show(&app, &me, &home, table).await
}

/// You want the match of this round called off, or agree to it.
#[utoipa::path(
    post,
    path = "/tables/{id}/call_off",
    operation_id = "ask_to_call_off",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn call_off(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.vote_to_cancel(&id, &me.id).await?).await
}

/// A bot plays on for somebody for whom others have waited long enough.
#[utoipa::path(
    post,
    path = "/tables/{id}/stand_in",
    operation_id = "stand_in",
    params(("id" = String, Path, description = "Its id.")), request_body = StandIn,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn stand_in(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(asked): JsonBody<StandIn>,
) -> JsonResult<wire::Table> {
    let StandIn { seat, name } = asked;
    let patience = app.config.limits.patience;
    show(&app, &me, &home, app.hall.stand_in(&id, &me.id, seat, &name, patience).await?).await
}

/// You take back the seat on which a bot plays on for you.
#[utoipa::path(
    post,
    path = "/tables/{id}/come_back",
    operation_id = "come_back",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn come_back(
    State(app): State<Arc<AppState>>,
    TableCaller(me): TableCaller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.come_back(&id, &me.id).await?).await
}

#[utoipa::path(
    post,
    path = "/tables/{id}/close",
    operation_id = "close_table",
    params(("id" = String, Path, description = "Its id.")), request_body = Nothing,
    responses((status = 200, description = "Done.", body = wire::Table), ApiError),
    security(("token" = []))
)]
pub(super) async fn close(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
    PathParam(id): PathParam<TableId>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    show(&app, &me, &home, app.hall.close_table(&id, &me.id).await?).await
}
