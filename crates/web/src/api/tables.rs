//! Tables: opening, joining, taking seats, playing rounds.

use super::matches::Nothing;
use super::opening::Wanted;
use super::{JsonResult, out};
use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::network::Network;
use crate::read::{BaseUrl, JsonBody, PathParam, QueryParams};
use crate::serve::AppState;
use crate::sessions::Caller;
use crate::time_limit::{give_time, start_round_clocks};
use crate::wire::{self, Tables};
use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
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

/// A request of a person about a table. Whether they may make it, the hall decides.
pub(super) struct TableRequest {
    app: Arc<AppState>,
    me: Caller,
    home: String,
    id: TableId,
}

impl TableRequest {
    /// The answer to every request: the table as this person may see it.
    async fn show(&self, table: Table) -> JsonResult<wire::Table> {
        out(self.app.show_table(&self.me.id, &self.home, &table).await?)
    }
}

impl FromRequestParts<Arc<AppState>> for TableRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<TableRequest> {
        let me = Caller::from_request_parts(parts, app).await?;
        let home = app.base_url(&parts.headers);
        let PathParam(id) = PathParam::from_request_parts(parts, app).await?;
        Ok(TableRequest { app: Arc::clone(app), me, home, id })
    }
}

/// A request that changes a table. Such requests have a rate limit of their own, because every change is an entry in the
/// table's log and is sent to everyone at the table.
pub(super) struct TableChange(TableRequest);

impl FromRequestParts<Arc<AppState>> for TableChange {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> ApiResult<TableChange> {
        let request = TableRequest::from_request_parts(parts, app).await?;
        let taken = app.table_changes.take(request.me.id.clone());
        taken.inspect_err(|_| increment(&app.metrics.limited))?;
        Ok(TableChange(request))
    }
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
    out(app.show_table(&me.id, &home, &app.hall.table(&id).await?).await?)
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
    at: TableRequest,
    QueryParams(invited): QueryParams<Invited>,
) -> JsonResult<wire::Table> {
    let table = at.app.hall.table(&at.id).await?;
    let is_invited = invited.invitation.is_some_and(|code| table.accepts_invitation(&code));
    match table.is_member(&at.me.id) || is_invited {
        true => at.show(table).await,
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
    TableChange(at): TableChange,
    JsonBody(asked): JsonBody<Invited>,
) -> JsonResult<wire::Table> {
    let code = asked.invitation.unwrap_or_default();
    at.show(at.app.hall.join_table(&at.id, &at.me.id, &code).await?).await
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
    TableChange(at): TableChange,
    JsonBody(asked): JsonBody<Where>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.sit_down(&at.id, &at.me.id, asked.seat).await?).await
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
    TableChange(at): TableChange,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.stand_up(&at.id, &at.me.id).await?).await
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
    TableChange(at): TableChange,
    JsonBody(asked): JsonBody<BotThere>,
) -> JsonResult<wire::Table> {
    let bot = asked.name.as_deref();
    at.show(at.app.hall.seat_bot(&at.id, &at.me.id, asked.seat, bot).await?).await
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
    at: TableRequest,
    Extension(from): Extension<Network>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.app.may_open_match(&at.me.id, from).await?;
    let table = at.app.hall.start_round(&at.id, &at.me.id).await?;
    increment(&at.app.metrics.opened);
    start_round_clocks(&at.app, &table);
    at.show(table).await
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
    at: TableRequest,
    JsonBody(asked): JsonBody<Said>,
) -> JsonResult<wire::Table> {
    at.show(at.app.say(&at.me.id, &at.id, asked.phrase).await?).await
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
    TableChange(at): TableChange,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.invite(&at.id, &at.me.id, true).await?).await
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
pub(super) async fn uninvite(TableChange(at): TableChange) -> JsonResult<wire::Table> {
    at.show(at.app.hall.invite(&at.id, &at.me.id, false).await?).await
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
    TableChange(at): TableChange,
    JsonBody(asked): JsonBody<Removed>,
) -> JsonResult<wire::Table> {
    let table = at.app.known_table(&at.me.id, &at.id).await?;
    let member =
        table.members.iter().find(|member| at.app.at_table(&at.id, member) == asked.person);
    let member = member.map(String::as_str).unwrap_or_default();
    at.show(at.app.hall.remove(&at.id, &at.me.id, member).await?).await
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
    TableChange(at): TableChange,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    let table = at.app.hall.give_time(&at.id, &at.me.id).await?;
    give_time(&at.app, &table);
    at.show(table).await
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
    TableChange(at): TableChange,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.vote_to_cancel(&at.id, &at.me.id).await?).await
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
    TableChange(at): TableChange,
    JsonBody(asked): JsonBody<StandIn>,
) -> JsonResult<wire::Table> {
    let StandIn { seat, name } = asked;
    let least = at.app.config.limits.patience;
    at.show(at.app.hall.stand_in(&at.id, &at.me.id, seat, &name, least).await?).await
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
    TableChange(at): TableChange,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.come_back(&at.id, &at.me.id).await?).await
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
    at: TableRequest,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> JsonResult<wire::Table> {
    at.show(at.app.hall.close_table(&at.id, &at.me.id).await?).await
}
