//! Tables: opening, joining, taking seats, playing rounds.

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

/// The most tables in a list.
const MAX_LISTED: usize = 50;

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
    /// The id of a person in the table's `people`.
    person: String,
}

async fn show(app: &AppState, me: &Caller, home: &str, table: Table) -> JsonResult<wire::Table> {
    out(app.show_table(&me.id, home, &table).await?)
}

/// Lists the open tables that you are at.
#[utoipa::path(
    get,
    path = "/tables",
    operation_id = "tables",
    responses((status = 200, description = "Your open tables, the latest first.", body = Tables), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
) -> JsonResult<Tables> {
    let mut tables = Vec::new();
    for table in app.hall.open_tables_of(&me.id).await?.iter().rev().take(MAX_LISTED) {
        let table = app.show_table(&me.id, &home, table).await?;
        tables.push(wire::Table { setup: table.setup.shortened(), ..table });
    }
    out(Tables { tables })
}

/// Opens a table. You become its host.
#[utoipa::path(
    post,
    path = "/tables",
    operation_id = "open_table",
    request_body = Wanted,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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
            "A table needs a game or a ticket. You can add bots once it is open.",
        ));
    }
    let start = app.start_of(&wanted).await?;
    app.hall.may_practise(&start, &me.id).await?;
    let seats = match (wanted.race, wanted.seats) {
        (true, seats) => seats.unwrap_or(2),
        (false, Some(seats)) if wanted.ticket.is_some() && seats != start.seats => {
            return Err(Refusal::setup("The ticket already sets the number of seats.").into());
        }
        (false, _) => start.seats,
    };
    // A table with one seat is fine: a player may want spectators.
    app.may_open_table(&me.id, from).await?;
    let seed = wanted.ticket.as_ref().map(|_| start.seed);
    let (race, limit) = (wanted.race, wanted.limit);
    let configure = |config: TableConfig| TableConfig { seed, seats, race, limit, ..config };
    let id = app.hall.open_table(&me.id, &start, configure).await?;
    show(&app, &me, &home, app.hall.table(&id).await?).await
}

/// Returns a table that you are at or invited to.
#[utoipa::path(
    get,
    path = "/tables/{id}",
    operation_id = "table",
    params(("id" = String, Path, description = "The table's id."), Invited),
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Joins a table by its invitation.
#[utoipa::path(
    post,
    path = "/tables/{id}/join",
    operation_id = "join",
    params(("id" = String, Path, description = "The table's id.")), request_body = Invited,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Takes a seat: the given one, or the first that is open.
#[utoipa::path(
    post,
    path = "/tables/{id}/sit",
    operation_id = "sit",
    params(("id" = String, Path, description = "The table's id.")), request_body = Where,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Leaves your seat.
#[utoipa::path(
    post,
    path = "/tables/{id}/stand",
    operation_id = "stand",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Puts a bot on a seat, or empties the seat if `name` is missing. Only the host may do this.
#[utoipa::path(
    post,
    path = "/tables/{id}/bot",
    operation_id = "seat_bot",
    params(("id" = String, Path, description = "The table's id.")), request_body = BotThere,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Starts the next round. Only the host may do this.
#[utoipa::path(
    post,
    path = "/tables/{id}/start",
    operation_id = "start",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Says one of the phrases that `/games` lists, by its index.
#[utoipa::path(
    post,
    path = "/tables/{id}/say",
    operation_id = "say",
    params(("id" = String, Path, description = "The table's id.")), request_body = Said,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Makes a new invitation link; the old one stops working. Only the host may do this.
#[utoipa::path(
    post,
    path = "/tables/{id}/invitation",
    operation_id = "invite",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Turns off the invitation link. Only the host may do this.
#[utoipa::path(
    delete,
    path = "/tables/{id}/invitation",
    operation_id = "uninvite",
    params(("id" = String, Path, description = "The table's id.")),
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Removes a person from the table. Only the host may do this.
#[utoipa::path(
    post,
    path = "/tables/{id}/remove",
    operation_id = "remove",
    params(("id" = String, Path, description = "The table's id.")), request_body = Removed,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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
    let member = table.members.iter().find(|member| app.at_table(&id, member) == asked.person);
    let member = member.map(String::as_str).unwrap_or_default();
    show(&app, &me, &home, app.hall.remove(&id, &me.id, member).await?).await
}

/// Gives the players to move their whole time again. The host and seated players may do this when it isn't their turn.
#[utoipa::path(
    post,
    path = "/tables/{id}/time",
    operation_id = "give_time",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Votes to cancel the match of this round.
#[utoipa::path(
    post,
    path = "/tables/{id}/call_off",
    operation_id = "ask_to_call_off",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Lets a bot stand in for a player who has been absent for long enough.
#[utoipa::path(
    post,
    path = "/tables/{id}/stand_in",
    operation_id = "stand_in",
    params(("id" = String, Path, description = "The table's id.")), request_body = StandIn,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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
    let least = app.config.limits.patience;
    show(&app, &me, &home, app.hall.stand_in(&id, &me.id, seat, &name, least).await?).await
}

/// Takes your seat back from a stand-in.
#[utoipa::path(
    post,
    path = "/tables/{id}/come_back",
    operation_id = "come_back",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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

/// Closes a table. Only the host may do this.
#[utoipa::path(
    post,
    path = "/tables/{id}/close",
    operation_id = "close_table",
    params(("id" = String, Path, description = "The table's id.")), request_body = Nothing,
    responses((status = 200, description = "The table.", body = wire::Table), ApiError),
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
