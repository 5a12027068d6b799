//! Dealing: makes a grid from the word list of the match, or explains why it can't.

use super::Setup;
use super::generate::{self, GenerateError};
use super::grid::{Grid, LETTERS};
use super::pool::Pool;
use super::short::Short;
use engine::{Cx, Refusal};

/// Parses the setting `main`. Fails unless it has six letters.
pub(super) fn fixed_main(setup: &Setup) -> Result<Option<Short>, Refusal> {
    let Some(main) = &setup.main else { return Ok(None) };
    match Short::new(&main.to_ascii_lowercase()).filter(|main| main.len() == LETTERS) {
        None => Err(Refusal::setup("The setting main must be a word of six letters, a to z.")),
        main => Ok(main),
    }
}

/// A grid for the given main word, or for a random one.
pub(super) fn new_grid(main: Option<Short>, cx: &mut Cx) -> Result<Grid, Refusal> {
    let own;
    let pool = if cx.words.is_builtin() {
        Pool::builtin()
    } else {
        own = Pool::of(cx.words);
        &own
    };
    let Some(main) = main else {
        return generate::deal(pool, &mut cx.chance).map_err(|error| {
            Refusal::setup(match error {
                GenerateError::NoMain => {
                    "Wizards needs a word of six letters that spell at least 20 other words of 3 to \
                     6 letters. This word list has none."
                }
                GenerateError::NoGrid => {
                    "This word list can't fill a grid: the words of each main word don't fit \
                     together."
                }
            })
        });
    };
    if !cx.words.has(main.text()) {
        return Err(Refusal::setup("The main word must be in the word list."));
    }
    generate::around(pool, main, &mut cx.chance).map_err(|error| {
        Refusal::setup(match error {
            GenerateError::NoMain => {
                "The letters of the main word must spell at least 20 other common words of 3 to 6 \
                 letters."
            }
            GenerateError::NoGrid => "This main word can't fill a grid. Choose another one.",
        })
    })
}
