//! The games that can be played, and their rules.

use super::{JsonResult, out};
use crate::error::{ApiError, ApiResult};
use crate::read::PathParam;
use crate::wire::{self, Game, Games, Key, Preset, Rules};
use engine::{AnyGame, Takes, markdown};
use games::GAMES;
use games::board::BOARDS;
use hall::tables::PHRASES;
use jiff::civil::date;

/// Lists the games with their settings, presets and bots, and the phrases and built-in boards.
#[utoipa::path(
    get,
    path = "/games",
    operation_id = "games",
    responses((status = 200, description = "The games.", body = Games), ApiError)
)]
pub(super) async fn list() -> JsonResult<Games> {
    let listed = GAMES.iter().filter(|game| game.info().listed);
    let games = listed.map(|game| describe(*game)).collect::<ApiResult<Vec<_>>>()?;
    let boards: Vec<_> = BOARDS.iter().map(|(name, _)| *name).collect();
    out(Games { games, phrases: PHRASES, boards })
}

fn describe(game: &'static dyn AnyGame) -> ApiResult<Game> {
    let info = game.info();
    let usual = game.read(&[])?;
    let keys = usual.iter().map(|(key, default)| {
        let takes = match key.takes {
            Takes::Flag => wire::Takes::Flag,
            Takes::Number(from, to) => wire::Takes::Number { from, to },
            Takes::OneOf(words) => wire::Takes::OneOf { words },
            Takes::Text => wire::Takes::Text,
        };
        let (name, about, secret) = (key.name, key.about, key.secret);
        Key { name, about, secret, takes, default: default.clone() }
    });
    let keys: Vec<_> = keys.collect();
    let mut presets = Vec::new();
    for (name, settings) in game.presets()? {
        let differs = settings.iter().zip(usual.iter()).filter(|(own, usual)| own.1 != usual.1);
        let set = differs.map(|((key, value), _)| (key.name.to_owned(), value.clone())).collect();
        presets.push(Preset { name, set });
    }
    let daily = games::daily::daily(game, date(2026, 1, 1), "").is_ok();
    Ok(Game {
        id: info.id,
        name: info.name,
        rules: info.rules,
        fewest: info.fewest,
        most: info.most,
        blurb: info.blurb,
        bots: game.bots(),
        daily,
        keys,
        presets,
    })
}

/// Returns the rules of a game as Markdown.
#[utoipa::path(
    get,
    path = "/games/{game}/rules",
    operation_id = "rules",
    params(("game" = String, Path, description = "The id of a game, such as wordle.")),
    responses((status = 200, description = "The rules.", body = String, content_type = "text/markdown"), ApiError)
)]
pub(super) async fn rules(
    PathParam(game): PathParam<String>,
) -> ApiResult<([(&'static str, &'static str); 1], String)> {
    let game = hall::opening::find(GAMES, &game)?;
    Ok(([("content-type", "text/markdown; charset=utf-8")], game.info().page_manual()))
}

/// Returns the rules of a game as a tree of blocks.
#[utoipa::path(
    get,
    path = "/games/{game}/rules/blocks",
    operation_id = "rules_as_blocks",
    params(("game" = String, Path, description = "The id of a game, such as wordle.")),
    responses((status = 200, description = "The rules.", body = Rules), ApiError)
)]
pub(super) async fn rules_as_blocks(PathParam(game): PathParam<String>) -> JsonResult<Rules> {
    let game = hall::opening::find(GAMES, &game)?;
    out(Rules { blocks: markdown::blocks(&game.info().page_manual()) })
}
