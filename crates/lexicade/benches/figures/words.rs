//! Words that tiles spell: by letters, by a plain walk, with the `fst` crate, and by a scan.

use super::{Approach, Figure, tiles};
use fst::Set;
use std::hint::black_box;
use std::rc::Rc;
use words::{Lexicon, Spelt, plain};

pub(super) fn six_tiles() -> Figure {
    racks("words of 3 and more from 6 tiles", 0)
}

pub(super) fn six_tiles_and_a_wildcard() -> Figure {
    racks("the same with a vowel wildcard", 1)
}

/// Ours does every rack this many times, the slower ways one rack in so many. So all turns take about ten
/// milliseconds, long enough to warm the caches.
const OURS: u32 = 5;
const FST: usize = 8;
const SCAN: usize = 300;

fn racks(what: &'static str, wild: usize) -> Figure {
    let english = Lexicon::builtin();
    let list: Vec<String> = english.words().collect();
    let sixes = list.iter().filter(|word| word.len() == 6);
    let racks: Rc<[String]> = sixes.step_by(5).cloned().collect();
    let (arcs, many) = (plain::Arcs::of(english), racks.len() as u32);
    let mut ways = Vec::new();
    if let Some(anagrams) = english.anagrams() {
        let (racks, mut speller) = (Rc::clone(&racks), anagrams.speller());
        ways.push(Approach::new("by letters", many * OURS, move || {
            for rack in (0..OURS).flat_map(|_| &*racks) {
                speller.spelt(rack, wild, 3, see);
            }
        }));
    }
    let walked = Rc::clone(&racks);
    ways.push(Approach::new("plain walk of an automaton", many, move || {
        walked.iter().for_each(|rack| arcs.spelt(rack, wild, 3, &mut see));
    }));
    if let Ok(set) = Set::from_iter(&list) {
        tiles::check(english, &set);
        let racks = Rc::clone(&racks);
        ways.push(Approach::new("the fst crate", many.div_ceil(FST as u32), move || {
            racks.iter().step_by(FST).for_each(|rack| tiles::spelt(&set, rack, wild, 3, &mut see));
        }));
    }
    ways.push(Approach::new("scan", many.div_ceil(SCAN as u32), move || {
        racks.iter().step_by(SCAN).for_each(|rack| plain::scan(&list, rack, wild, 3, &mut see));
    }));
    Figure { what, ways }
}

/// Keeps the compiler from removing the search.
fn see(spelt: Spelt<'_>) {
    black_box(spelt.text);
}
