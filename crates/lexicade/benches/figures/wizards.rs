//! Wizards: grids, each with a new random main word.

use super::{Approach, Figure};
use engine::Chance;
use games::wizards::generate::deal;
use games::wizards::pool::Pool;
use std::hint::black_box;

pub(super) fn grids() -> Figure {
    const MANY: u32 = 2_000;
    let pool = Pool::builtin();
    let mut seed = 0;
    let ours = Approach::new("grids", MANY, move || {
        for _ in 0..MANY {
            let _ = black_box(deal(pool, &mut Chance::new(seed, 0)));
            seed += 1;
        }
    });
    Figure { what: "grids of Wizards", ways: vec![ours] }
}
