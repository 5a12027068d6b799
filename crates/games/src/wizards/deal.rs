//! The deal: a grid from the list of the match, or the reason why there is none.

use super::Setup;
use super::generate::{self, GenerateError};
use super::grid::{Grid, LETTERS};
use super::pool::Pool;
use super::short::Short;
use engine::{Cx, Refusal};

/// The main word that the host has fixed.
pub(super) fn fixed_main(setup: &Setup) -> Result<Option<Short>, Refusal> {
    let Some(main) = &setup.main else { return Ok(None) };
    match Short::new(&main.to_ascii_lowercase()).filter(|main| main.len() == LETTERS) {
        None => Err(Refusal::setup("The setting main takes a word of six letters, a to z.")),
        main => Ok(main),
    }
}

/// A grid around the fixed main word, or around one drawn from the list.
pub(super) fn new_grid(main: Option<Short>, cx: &mut Cx) -> Result<Grid, Refusal> {
    let own;
    let pool = if cx.words.is_builtin() {
        Pool::builtin()
    } else {
        own = Pool::of(cx.words);
        &own
    };
    let Some(main) = main else {
        return generate::deal(pool, &mut cx.chance).map_err(|trouble| {
            Refusal::setup(match trouble {
                GenerateError::NoMain => {
                    "Wizards needs a word of six letters whose letters spell at least 20 other words \
                     of three to six letters; this list has none."
                }
                GenerateError::NoGrid => {
                    "No grid could be made from this list: the words that each main word hides do \
                     not go together."
                }
            })
        });
    };
    if !cx.words.has(main.text()) {
        return Err(Refusal::setup("The main word has to be a word of the list."));
    }
    generate::around(pool, main, &mut cx.chance).map_err(|trouble| {
        Refusal::setup(match trouble {
            GenerateError::NoMain => {
                "The letters of the main word have to spell at least 20 other words of three to six \
                 letters that people know."
            }
            GenerateError::NoGrid => "No grid could be made around this main word; take another.",
        })
    })
}
