//! Tables: opened, joined, sat down at, played at.

use super::matches::Nothing;
use super::opening::Wanted;
use super::{Out, out};
use crate::counts::one;
use crate::error::{Answer, Refused};
use crate::people::Me;
use crate::read::Asked;
use crate::serve::App;
use crate::time::keep_time;
use axum::extract::{Path, Query, State};
use engine::{Refusal, Seat};
use hall::table::{Plan, unknown};
use hall::{Table, TableId};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// The most tables in one list.
const LISTED: usize = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Invited {
    invitation: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Where {
    #[serde(default)]
    seat: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BotThere {
    seat: Seat,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    phrase: u8,
}

async fn show(app: &App, me: &Me, table: Table) -> Out {
    out(app.show_table(&me.id, &table).await?)
}

pub(super) async fn list(State(app): State<Arc<App>>, me: Me) -> Out {
    let mut tables = Vec::new();
    for id in app.hall.tables_of(&me.id).await?.iter().rev() {
        let table = app.hall.table(id).await?;
        if !table.closed && tables.len() < LISTED {
            tables.push(app.show_table(&me.id, &table).await?);
        }
    }
    out(json!({ "tables": tables }))
}

pub(super) async fn open(State(app): State<Arc<App>>, me: Me, Asked(wanted): Asked<Wanted>) -> Out {
    if wanted.daily.is_some() || !wanted.bots.is_empty() {
        return Err(Refused::json(
            "A table is opened for a game or a ticket; bots sit down later.",
        ));
    }
    let start = app.start_of(&wanted).await?;
    let seats = match (wanted.race, wanted.seats) {
        (true, seats) => seats.unwrap_or(2),
        (false, Some(seats)) if wanted.ticket.is_some() && seats != start.seats => {
            return Err(Refusal::setup("The ticket says already how many play.").into());
        }
        (false, _) => start.seats,
    };
    // One person alone needs no table, but may want to be watched.
    app.may_open(&me.id)?;
    let seed = wanted.ticket.as_ref().map(|_| start.seed);
    let (race, limit) = (wanted.race, wanted.limit);
    let plan = |plan: Plan| Plan { seed, seats, race, limit, ..plan };
    let id = app.hall.open_table(&me.id, &start, plan).await?;
    show(&app, &me, app.hall.table(&id).await?).await
}

/// A table, for those who are at it or have an invitation.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Query(invited): Query<Invited>,
) -> Out {
    let table = app.hall.table(&id).await?;
    let is_invited =
        table.invitation.is_some() && table.invitation == invited.invitation && !table.closed;
    match table.knows(&me.id) || is_invited {
        true => show(&app, &me, table).await,
        false => Err(unknown().into()),
    }
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(asked): Asked<Invited>,
) -> Out {
    let code = asked.invitation.unwrap_or_default();
    show(&app, &me, app.hall.join_table(&id, &me.id, &code).await?).await
}

pub(super) async fn sit(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(asked): Asked<Where>,
) -> Out {
    show(&app, &me, app.hall.sit_down(&id, &me.id, asked.seat).await?).await
}

pub(super) async fn stand(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Out {
    show(&app, &me, app.hall.stand_up(&id, &me.id).await?).await
}

pub(super) async fn bot(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(asked): Asked<BotThere>,
) -> Out {
    let bot = asked.name.as_deref();
    show(&app, &me, app.hall.seat_bot(&id, &me.id, asked.seat, bot).await?).await
}

pub(super) async fn start(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Out {
    app.may_open(&me.id)?;
    let table = app.hall.start_round(&id, &me.id).await?;
    one(&app.counts.opened);
    keep_round(&app, &table);
    show(&app, &me, table).await
}

/// The clocks of a round are started.
fn keep_round(app: &Arc<App>, table: &Table) {
    let (Some(limit), Some(round)) = (table.plan.limit, table.rounds.last()) else { return };
    round.matches.iter().for_each(|id| keep_time(app, id, limit));
}

pub(super) async fn say(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(asked): Asked<Said>,
) -> Out {
    show(&app, &me, app.hall.say(&id, &me.id, asked.phrase).await?).await
}

pub(super) async fn invite(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Out {
    show(&app, &me, app.hall.invite(&id, &me.id, true).await?).await
}

pub(super) async fn uninvite(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
) -> Answer<axum::Json<serde_json::Value>> {
    show(&app, &me, app.hall.invite(&id, &me.id, false).await?).await
}

pub(super) async fn close(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<TableId>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Out {
    show(&app, &me, app.hall.close_table(&id, &me.id).await?).await
}
