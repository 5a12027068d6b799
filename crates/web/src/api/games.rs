//! What can be played.

use super::{Out, out};
use crate::error::Answer;
use axum::extract::Path;
use engine::{AnyGame, Takes};
use games::GAMES;
use games::board::BOARDS;
use hall::table::PHRASES;
use jiff::civil::date;
use serde_json::{Map, Value, json};

pub(super) async fn list() -> Out {
    let listed = GAMES.iter().filter(|game| game.info().listed);
    let games = listed.map(|game| describe(*game)).collect::<Answer<Vec<_>>>()?;
    let boards: Vec<_> = BOARDS.iter().map(|(name, _)| name).collect();
    out(json!({ "games": games, "phrases": PHRASES, "boards": boards }))
}

fn describe(game: &'static dyn AnyGame) -> Answer<Value> {
    let info = game.info();
    let usual = game.read(&[])?;
    let keys = usual.iter().map(|(key, default)| {
        let takes = match key.takes {
            Takes::Flag => json!({ "kind": "flag" }),
            Takes::Number(from, to) => json!({ "kind": "number", "from": from, "to": to }),
            Takes::OneOf(words) => json!({ "kind": "one_of", "words": words }),
            Takes::Text => json!({ "kind": "text" }),
        };
        let (name, about, secret) = (key.name, key.about, key.secret);
        json!({ "name": name, "about": about, "secret": secret, "takes": takes, "default": default })
    });
    let keys: Vec<_> = keys.collect();
    let mut presets = Vec::new();
    for (name, settings) in game.presets()? {
        let differs = settings.iter().zip(usual.iter()).filter(|(own, usual)| own.1 != usual.1);
        let set: Map<_, _> =
            differs.map(|((key, value), _)| (key.name.to_owned(), value.clone())).collect();
        presets.push(json!({ "name": name, "set": set }));
    }
    let daily = games::daily::daily(game, date(2026, 1, 1), "").is_ok();
    Ok(json!({
        "id": info.id, "name": info.name, "rules": info.rules, "fewest": info.fewest, "most": info.most,
        "blurb": info.blurb, "bots": game.bots(), "daily": daily, "keys": keys, "presets": presets,
    }))
}

pub(super) async fn rules(
    Path(game): Path<String>,
) -> Answer<([(&'static str, &'static str); 1], &'static str)> {
    let game = hall::opening::find(GAMES, &game)?;
    Ok(([("content-type", "text/markdown; charset=utf-8")], game.info().manual))
}
