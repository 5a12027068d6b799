//! Words that tiles spell: by their letters, by a plain walk, by a scan. The benchmark `racks` has the
//! `fst` crate too.

use super::{Figure, Way};
use std::hint::black_box;
use std::rc::Rc;
use words::{Lexicon, plain};

pub(super) fn six_tiles() -> Figure {
    racks("words of 3 and more from 6 tiles", 0)
}

pub(super) fn six_tiles_and_a_wildcard() -> Figure {
    racks("the same with a vowel wildcard", 1)
}

fn racks(what: &'static str, wild: usize) -> Figure {
    let english = Lexicon::builtin();
    let list: Rc<Vec<String>> = Rc::new(english.words().collect());
    let sixes = list.iter().filter(|word| word.len() == 6);
    let racks: Rc<Vec<String>> = Rc::new(sixes.step_by(37).cloned().collect());
    let (arcs, many) = (plain::Arcs::of(english), racks.len() as u32);
    let anagrams = english.anagrams();
    let [racks_1, racks_2, racks_3] = [(); 3].map(|()| Rc::clone(&racks));
    let ways = vec![
        Way::new("by letters", many, move || {
            for (rack, anagrams) in racks_1.iter().zip(anagrams.into_iter().cycle()) {
                anagrams.spelt(rack, wild, 3, |spelt| see(spelt.text));
            }
        }),
        Way::new("plain walk of an automaton", many, move || {
            for rack in racks_2.iter() {
                arcs.spelt(rack, wild, 3, &mut |spelt| see(spelt.text));
            }
        }),
        Way::new("scan", many.div_ceil(40), move || {
            for rack in racks_3.iter().step_by(40) {
                plain::scan(&list, rack, wild, 3, &mut |spelt| see(spelt.text));
            }
        }),
    ];
    Figure { what, ways }
}

/// Makes sure that what was found is not left out as useless.
fn see(text: &str) {
    black_box(text);
}
