//! Dailies, boards of honour, statistics and tickets.

use super::opening::Wanted;
use super::{Out, out};
use crate::error::{Answer, Refused};
use crate::people::Me;
use crate::read::Asked;
use crate::serve::App;
use axum::extract::{Path, Query, State};
use engine::Refusal;
use games::GAMES;
use hall::Which;
use hall::daily::{Stage, read_day};
use hall::honours::Honour;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The most places on a board of honour.
const PLACES: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    game: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfTicket {
    ticket: String,
}

/// Today's puzzles, as they stand for whoever asks.
pub(super) async fn list(State(app): State<Arc<App>>, me: Me) -> Out {
    let mut dailies = Vec::new();
    for daily in app.hall.dailies(&me.id).await? {
        let stage = match daily.stage() {
            Stage::New => "new",
            Stage::Begun => "begun",
            Stage::Over => "over",
        };
        let counted = daily.counted.as_ref();
        let seat = counted.and_then(|summary| summary.seat_of(&me.id));
        let ended = counted.and_then(|summary| summary.ended.as_ref());
        let result = seat.zip(ended);
        dailies.push(json!({
            "game": daily.game.info().id,
            "stage": stage,
            "match": counted.map(|summary| &summary.id),
            "won": result.map(|(seat, ended)| ended.winners.contains(&seat)),
            "score": result.and_then(|(seat, ended)| ended.scores.get(seat.index()).copied()),
        }));
    }
    let next = app.hall.countdown();
    let seconds = next.split(':').filter_map(|part| part.parse::<u64>().ok());
    let seconds = seconds.fold(0, |all, part| all * 60 + part);
    out(json!({ "day": app.hall.today(), "next_seconds": seconds, "dailies": dailies }))
}

/// Who played a day's puzzle how well. Of today's only those may know who have played it.
pub(super) async fn honours(
    State(app): State<Arc<App>>,
    me: Me,
    Path((game, day)): Path<(String, String)>,
) -> Out {
    let (game, day) = (hall::opening::find(GAMES, &game)?, read_day(&day)?);
    let state = app.hall.daily(game, day, &me.id).await?;
    if day >= app.hall.today() && state.stage() != Stage::Over {
        let text = "The board of honour is shown when you have played it.";
        return Err(Refusal::new("house.secret", text).into());
    }
    let honours = app.hall.honours_of_day(game.info().id, day).await?;
    show(&app, &me, honours).await
}

/// Who played the puzzle of a ticket how well, for those who have.
pub(super) async fn of_ticket(
    State(app): State<Arc<App>>,
    me: Me,
    Query(of): Query<OfTicket>,
) -> Out {
    let player = Some(me.id.clone());
    let ticket = Some(of.ticket.clone());
    let which = Which { ticket, player, over: Some(true), limit: Some(1), ..Which::all() };
    if app.hall.matches(&which).await?.is_empty() {
        let text = "The board of honour is shown when you have played it.";
        return Err(Refusal::new("house.secret", text).into());
    }
    let honours = app.hall.honours(&of.ticket).await?;
    show(&app, &me, honours).await
}

async fn show(app: &App, me: &Me, honours: Vec<Honour>) -> Out {
    let mut shown: Vec<Value> = Vec::new();
    for honour in honours.into_iter().take(PLACES) {
        let (name, you) = (app.name(&honour.player).await?, honour.player == me.id);
        let Honour { place, score, won, hinted, at, player: _ } = honour;
        shown.push(json!({
            "place": place, "name": name, "you": you, "score": score, "won": won, "hinted": hinted, "at": at,
        }));
    }
    out(json!({ "honours": shown }))
}

pub(super) async fn stats(State(app): State<Arc<App>>, me: Me, Query(of): Query<OfGame>) -> Out {
    let game = of.game.as_deref().map(|game| hall::opening::find(GAMES, game)).transpose()?;
    let game = game.map(|game| game.info().id);
    out(json!({ "tallies": app.hall.tallies(game, &me.id).await? }))
}

/// A ticket for others: a challenge, its secrets sealed by this house.
pub(super) async fn ticket(
    State(app): State<Arc<App>>,
    me: Me,
    Asked(wanted): Asked<Wanted>,
) -> Answer<axum::Json<Value>> {
    if wanted.game.is_none() {
        return Err(Refused::json("A ticket is made for a game."));
    }
    app.may_open(&me.id)?;
    let ticket = app.hall.issue(&app.start_of(&wanted).await?).await?;
    let url = app.url(&format!("/play/{ticket}"));
    out(json!({ "ticket": ticket, "url": url }))
}
