//! Helpers for the tests in this folder.

mod bots_and_hints;
mod grids;
mod lists;
mod places;
mod play;
mod twins;

use super::grid::{GridCell, Orientation, Placed};
use super::short::Short;
use super::{Action, Event, Setup, View, Wizards};
use engine::{Face, Match, Minds, Refusal, Seat, Viewer};
use std::sync::Arc;
use words::Lexicon;

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

fn short(text: &str) -> Short {
    Short::new(text).unwrap()
}

/// Parses words and their positions, separated by commas: `goalie D 2 7`.
fn placed(text: &str) -> Vec<Placed> {
    let read = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [word, dir, row, col] => Placed {
            word: short(word),
            at: GridCell(row.parse().unwrap(), col.parse().unwrap()),
            dir: match dir {
                "H" => Orientation::Across,
                "V" => Orientation::Down,
                _ => Orientation::Diagonal,
            },
        },
        _ => panic!("not a position: {line}"),
    };
    text.split(&['\n', ','][..]).filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// A finished grid that keeps all rules:
///
/// ```text
/// .......gal...............
/// ........l................
/// .....loGe.ego............
/// .....e...l.e.............
/// ....oil.gOal.leg.........
/// .........g...i...........
/// ..........gAle...........
/// ...........g.............
/// ...........ogLe.a........
/// .............e..i........
/// .............agIle.......
/// .........................
/// ..............aloE.......
/// ...............a.........
/// ..............age........
/// ```
fn goalie() -> Vec<Placed> {
    placed(
        "goalie D 2 7, agile H 10 13, goal H 4 8, gale H 6 10, loge H 2 5, aloe H 12 14,
         ogle H 8 11, lea V 8 13, lag V 12 15, lei V 2 5, oil H 4 4, ale V 0 8, age H 14 14,
         gel V 2 11, gal H 0 7, ego H 2 10, log V 3 9, ago V 6 11, lie V 4 13, leg H 4 13,
         ail V 8 16",
    )
}

/// A match with that grid.
fn on_goalie(setup: Setup) -> Match<Wizards> {
    let dealt = Event::Dealt { letters: short("geaoil"), words: goalie() };
    Match::restore(&setup, 1, 7, english(), &[dealt]).unwrap()
}

fn view(game: &Match<Wizards>) -> View {
    game.view(Viewer::Seat(Seat(0)))
}

fn guess(game: &mut Match<Wizards>, word: &str) -> Result<Vec<Event>, Refusal> {
    game.act(Seat(0), Action::Guess(word.into()))
}
