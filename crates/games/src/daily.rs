//! Dailies: one puzzle per day and game, the same for everyone with the same salt. Callers decide what day it is.

use crate::wordle::answers::Answers;
use engine::chance::seed_of;
use engine::{AnyGame, Refusal, Seat, Settings, Start, setup};
use jiff::civil::Date;

/// The daily of a game on a day.
#[derive(Clone)]
pub struct Daily {
    pub start: Start,
    /// The bots that play against the player on seat 0.
    pub bots: Vec<(Seat, &'static str)>,
}

/// The name of the preset that dailies use.
const PRESET: &str = "daily";

/// Does this game have dailies?
pub fn has_one(game: &dyn AnyGame) -> bool {
    game.preset_names().contains(&PRESET)
}

/// The settings that all dailies of a game share. Fails if the game has none.
fn preset(game: &dyn AnyGame) -> Result<Settings, Refusal> {
    let found = game.presets()?.into_iter().find(|(name, _)| *name == PRESET);
    let none = || Refusal::setup(format!("{} has no daily.", game.info().name));
    found.map(|(_, settings)| settings).ok_or_else(none)
}

/// The daily of this game on this day. With a salt, an operator gives a server its own dailies. Fails if the game has
/// no dailies.
pub fn daily(game: &'static dyn AnyGame, day: Date, salt: &str) -> Result<Daily, Refusal> {
    let (info, seed) = (game.info(), seed(game, day, salt));
    let settings = dated(game, preset(game)?, day, salt, seed)?;
    let words = words::Lexicon::builtin().id().to_owned();
    let start = Start { game, settings, seats: info.fewest, words, seed };
    let rivals = (1..info.fewest).map(|seat| (Seat(seat), "sensible"));
    Ok(Daily { start, bots: rivals.collect() })
}

/// The seed of the daily of a game on a day.
pub fn seed(game: &dyn AnyGame, day: Date, salt: &str) -> u64 {
    seed_of(&format!("lexicade-daily-1|{}|{day}|{salt}", game.info().id))
}

/// Adds the date to the settings of a game with a setting `day`, and with a salt also the server's own word.
fn dated(
    game: &'static dyn AnyGame,
    settings: Settings,
    day: Date,
    salt: &str,
    seed: u64,
) -> Result<Settings, Refusal> {
    if !game.keys().iter().any(|key| key.name == "day") {
        return Ok(settings);
    }
    let given = settings.iter().filter(|(_, value)| !value.is_null());
    let mut given: Vec<_> =
        given.map(|(key, value)| (key.name.to_owned(), setup::text_of(value))).collect();
    given.push(("day".into(), day.to_string()));
    if !salt.is_empty() {
        let days = Answers::of_days();
        let word = days.get((seed % days.len().max(1) as u64) as usize).unwrap_or_default();
        given.push(("word".into(), word.to_owned()));
    }
    game.read(&given)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, find};
    use jiff::civil::date;
    use std::sync::Arc;
    use words::Lexicon;

    const DAY: Date = date(2026, 11, 15);

    fn of(game: &str, day: Date, salt: &str) -> Daily {
        daily(find(game).unwrap(), day, salt).unwrap()
    }

    #[test]
    fn every_game_but_the_builder_has_a_daily_that_can_be_opened() {
        let words = Arc::new(Lexicon::builtin().clone());
        let mut with = Vec::new();
        for &game in GAMES {
            match daily(game, DAY, "") {
                Ok(Daily { start, .. }) => {
                    let Start { settings, seats, seed, .. } = start;
                    game.open(&settings, seats, seed, words.clone()).unwrap();
                    with.push(game.info().id);
                }
                Err(refusal) => assert_eq!(refusal.code, "house.setup"),
            }
            assert_eq!(has_one(game), with.last() == Some(&game.info().id), "{}", game.info().id);
        }
        assert_eq!(with, ["wizards", "hand", "wampus", "junior", "wordle", "null"]);
    }

    #[test]
    fn the_seed_depends_on_game_day_and_salt() {
        let seed = |game, day, salt| of(game, day, salt).start.seed;
        assert_eq!(seed("hand", DAY, ""), seed_of("lexicade-daily-1|hand|2026-11-15|"));
        assert_eq!(seed("hand", DAY, "club"), seed_of("lexicade-daily-1|hand|2026-11-15|club"));
        let others = [
            seed("hand", DAY, ""),
            seed("wampus", DAY, ""),
            seed("hand", date(2026, 11, 16), ""),
            seed("hand", DAY, "club"),
        ];
        assert!(others.iter().enumerate().all(|(n, seed)| !others[..n].contains(seed)));
    }

    #[test]
    fn junior_is_played_against_the_sensible_bot() {
        let daily = of("junior", DAY, "");
        assert_eq!((daily.start.seats, daily.bots), (2, vec![(Seat(1), "sensible")]));
        assert_eq!(of("hand", DAY, "").bots, []);
    }

    #[test]
    fn wordle_has_the_word_of_the_day_and_another_word_with_a_salt() {
        let setting = |salt, name| {
            let start = of("wordle", DAY, salt).start;
            let found = start.settings.iter().find(|(key, _)| key.name == name);
            found.map(|(_, value)| setup::text_of(value)).unwrap()
        };
        assert_eq!(setting("", "day"), "2026-11-15");
        assert_eq!(setting("", "word"), "null");
        assert_eq!(setting("club", "day"), "2026-11-15");
        let word = setting("club", "word");
        assert!(Answers::of_days().iter().any(|answer| answer == word));
        assert_ne!(word, setting("another", "word"));
    }

    #[test]
    fn a_daily_wordle_before_the_first_day_is_refused() {
        let words = Arc::new(Lexicon::builtin().clone());
        let Start { game, settings, seats, seed, .. } = of("wordle", date(2022, 1, 31), "").start;
        let refusal = game.open(&settings, seats, seed, words).err().unwrap();
        assert_eq!(refusal.code, "house.setup");
    }
}
