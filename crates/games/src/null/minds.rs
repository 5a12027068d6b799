//! Bots and hints, from the view alone.

use super::{Add, Null, View};
use engine::{Bot, Cx, Hint, Minds};

impl Minds for Null {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("sensible", sensible)];

    fn hint(view: &View, _: &mut Cx) -> Option<Hint> {
        let by = ((view.target - view.count) % 4).max(1);
        let left = view.target - view.count - by;
        Some(Hint { line: format!("add {by}"), why: format!("It leaves {left} to add.") })
    }
}

/// Adds a random number.
pub(super) fn random(view: &View, cx: &mut Cx) -> Add {
    let most = (view.target - view.count).min(3);
    Add(1 + cx.chance.below(most.into()) as u8)
}

/// Leaves a multiple of four whenever it can.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Add {
    match (view.target - view.count) % 4 {
        0 => random(view, cx),
        by => Add(by),
    }
}
