//! Dailies, leaderboards, statistics and tickets.

use super::opening::Wanted;
use super::{JsonResult, out};
use crate::error::ApiError;
use crate::read::{BaseUrl, JsonBody, PathParam, QueryParams};
use crate::serve::AppState;
use crate::sessions::Caller;
use crate::wire::{self, Dailies, Daily, Honours, Issued, Tallies, Tally};
use axum::extract::State;
use engine::{Code, Refusal};
use games::GAMES;
use hall::daily::{Stage, read_day};
use hall::leaderboard::LeaderboardRow;
use hall::{MatchFilter, Summary};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The most rows of a leaderboard.
const MAX_ROWS: usize = 100;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OfGame {
    game: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OfTicket {
    ticket: String,
}

/// Lists today's puzzles, and whether you have started or finished them.
#[utoipa::path(
    get,
    path = "/dailies",
    operation_id = "dailies",
    responses((status = 200, description = "Today's puzzles.", body = Dailies), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(State(app): State<Arc<AppState>>, me: Caller) -> JsonResult<Dailies> {
    let mut dailies = Vec::new();
    for daily in app.hall.dailies(&me.id).await? {
        let stage = match daily.stage() {
            Stage::New => wire::Stage::New,
            Stage::Begun => wire::Stage::Begun,
            Stage::Over => wire::Stage::Over,
        };
        let counted = daily.counted.as_ref();
        let seat = counted.and_then(|summary| summary.seat_of(&me.id));
        let ended = counted.and_then(|summary| summary.ended.as_ref());
        let result = seat.zip(ended);
        dailies.push(Daily {
            game: daily.game.info().id,
            stage,
            r#match: counted.map(|summary| summary.id.0.clone()),
            won: seat.zip(counted).filter(|_| ended.is_some()).map(|(seat, it)| it.won(seat)),
            score: result.and_then(|(seat, ended)| ended.scores.get(seat.index()).copied()),
        });
    }
    let next_seconds = app.hall.countdown().as_secs();
    out(Dailies { day: app.hall.today().to_string(), next_seconds, dailies })
}

/// The leaderboard of a daily. Today's is only for players who have finished it.
#[utoipa::path(
    get,
    path = "/dailies/{game}/{day}/leaderboard",
    operation_id = "honours_of_day",
    params(("game" = String, Path, description = "The id of a game, such as wordle."), ("day" = String, Path, description = "A day, such as 2026-11-16.")),
    responses((status = 200, description = "The leaderboard.", body = Honours), ApiError),
    security(("token" = []))
)]
pub(super) async fn honours(
    State(app): State<Arc<AppState>>,
    me: Caller,
    PathParam((game, day)): PathParam<(String, String)>,
) -> JsonResult<Honours> {
    let (game, day) = (hall::opening::find(GAMES, &game)?, read_day(&day)?);
    let state = app.hall.daily(game, day, &me.id).await?;
    if day >= app.hall.today() && state.stage() != Stage::Over {
        let text = "Play this puzzle first to see its leaderboard.";
        return Err(Refusal::new(Code::Secret, text).into());
    }
    let rows = app.hall.daily_leaderboard(game.info().id, day, &me.id).await?;
    show(&app, &me, &rows).await
}

/// The leaderboard of a ticket, for players who have finished it.
#[utoipa::path(
    get,
    path = "/leaderboard",
    operation_id = "honours_of_ticket",
    params(OfTicket),
    responses((status = 200, description = "The leaderboard.", body = Honours), ApiError),
    security(("token" = []))
)]
pub(super) async fn of_ticket(
    State(app): State<Arc<AppState>>,
    me: Caller,
    QueryParams(query): QueryParams<OfTicket>,
) -> JsonResult<Honours> {
    let player = Some(me.id.clone());
    let ticket = Some(app.hall.stored_ticket(&query.ticket)?);
    let played = MatchFilter { ticket, player, over: Some(true), ..MatchFilter::all() };
    if app.hall.matches(&played).await?.iter().all(Summary::is_cancelled) {
        let text = "Play this puzzle first to see its leaderboard.";
        return Err(Refusal::new(Code::Secret, text).into());
    }
    let rows = app.hall.ticket_leaderboard(&query.ticket, &me.id).await?;
    show(&app, &me, &rows).await
}

async fn show(app: &AppState, me: &Caller, rows: &[LeaderboardRow]) -> JsonResult<Honours> {
    let mut shown = Vec::new();
    for row in rows.iter().take(MAX_ROWS) {
        let (name, you) = (app.name(&row.player).await?, row.player == me.id);
        let &LeaderboardRow { place, score, won, hinted, at, player: _ } = row;
        let at = at.to_string();
        shown.push(wire::Honour { place, name, you, score, won, hinted, at });
    }
    out(Honours { honours: shown })
}

/// Returns your statistics, of one game or of all.
#[utoipa::path(
    get,
    path = "/stats",
    operation_id = "stats",
    params(OfGame),
    responses((status = 200, description = "Your statistics.", body = Tallies), ApiError),
    security(("token" = []))
)]
pub(super) async fn stats(
    State(app): State<Arc<AppState>>,
    me: Caller,
    QueryParams(query): QueryParams<OfGame>,
) -> JsonResult<Tallies> {
    let game = query.game.as_deref().map(|game| hall::opening::find(GAMES, game)).transpose()?;
    let game = game.map(|game| game.info().id);
    let tallies = app.hall.tallies(game, &me.id).await?;
    out(Tallies { tallies: tallies.into_iter().map(tally).collect() })
}

fn tally(tally: hall::stats::Tally) -> Tally {
    let hall::stats::GameMode { game, daily, kind, words, board } = tally.mode;
    let hall::stats::Record { score, won, ticket } = tally.best;
    Tally {
        game,
        daily,
        kind,
        words,
        board,
        hinted: tally.hinted,
        played: tally.played,
        won: tally.won,
        streak: tally.streak,
        longest: tally.longest,
        mean: tally.mean,
        par: tally.par,
        best: wire::Record { score, won, ticket },
        spread: tally.spread,
    }
}

/// Makes a ticket for others to play. Its secrets are sealed with this server's key.
#[utoipa::path(
    post,
    path = "/tickets",
    operation_id = "issue",
    request_body = Wanted,
    responses((status = 200, description = "The ticket and its link.", body = Issued), ApiError),
    security(("token" = []))
)]
pub(super) async fn ticket(
    State(app): State<Arc<AppState>>,
    me: Caller,
    BaseUrl(home): BaseUrl,
    JsonBody(wanted): JsonBody<Wanted>,
) -> JsonResult<Issued> {
    if wanted.game.is_none() {
        return Err(ApiError::bad_request("Choose a game for the ticket."));
    }
    app.may_open(&me.id)?;
    let start = app.start_of(&wanted).await?;
    let ticket = app.hall.issue(&start).await?;
    app.hall.keep_maker(&start, &me.id).await?;
    let url = format!("{home}/play/{ticket}");
    out(Issued { ticket, url })
}
