//! The words of three and more letters that six tiles spell, alone and with a wildcard: by looking up
//! letters, by a plain walk through an automaton, with the `fst` crate, and by a scan. That all find the
//! same is checked first; then they take turns, so that a busy machine is as unfair to one as to another.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark's own code"
)]

use fst::{Automaton, IntoStreamer, Set, Streamer};
use std::hint::black_box;
use std::time::{Duration, Instant};
use words::{Anagrams, Lexicon, Spelt, plain};

const TURNS: usize = 200;

/// All ways to find, and what they find in.
struct Ways<'a> {
    anagrams: &'a Anagrams,
    arcs: plain::Arcs,
    set: Set<Vec<u8>>,
    list: Vec<String>,
}

const NAMES: [&str; 4] = ["by letters", "plain walk", "fst crate", "scan"];

impl Ways<'_> {
    fn find(&self, way: usize, tiles: &str, wild: usize, visit: &mut impl FnMut(Spelt<'_>)) {
        match way {
            0 => assert!(self.anagrams.spelt(tiles, wild, 3, visit)),
            1 => self.arcs.spelt(tiles, wild, 3, visit),
            2 => {
                let (mut stream, held) =
                    (self.set.search(Tiles::of(tiles, wild)).into_stream(), held(tiles));
                while let Some(word) = stream.next() {
                    plain::stand(std::str::from_utf8(word).unwrap(), &held, wild, visit);
                }
            }
            _ => plain::scan(&self.list, tiles, wild, 3, visit),
        }
    }
}

fn main() {
    let words = Lexicon::builtin();
    let begun = Instant::now();
    let anagrams = words.anagrams().unwrap();
    println!("made in {:?}", begun.elapsed());
    let list: Vec<String> = words.words().collect();
    let (arcs, set) = (plain::Arcs::of(words), Set::from_iter(&list).unwrap());
    let ways = Ways { anagrams, arcs, set, list };
    // The letters of words of six letters, from all over the list: racks as people have them.
    let sixes: Vec<&String> = ways.list.iter().filter(|word| word.len() == 6).collect();
    let racks: Vec<&str> =
        (0..40 + TURNS).map(|n| sixes[n * 7919 % sixes.len()].as_str()).collect();
    for wild in [0, 1] {
        for tiles in racks.iter().take(20) {
            let found = [0, 1, 2, 3].map(|way| {
                let mut found = Vec::new();
                ways.find(way, tiles, wild, &mut |spelt| {
                    found.push((spelt.text.to_owned(), spelt.wild.to_owned()));
                });
                found.sort();
                found
            });
            assert!(found.iter().all(|other| *other == found[0]), "{tiles}");
        }
        let mut best = [Duration::MAX; 4];
        for turn in 0..TURNS {
            for (way, best) in best.iter_mut().enumerate() {
                // A scan is so slow that a few racks will do.
                let racks = if way == 3 { &racks[turn..turn + 1] } else { &racks[..40] };
                // Once to have its memory at hand after the others, and once more for the time.
                let mut time = Duration::ZERO;
                for _ in 0..2 {
                    let begun = Instant::now();
                    for tiles in racks {
                        ways.find(way, black_box(tiles), wild, &mut |spelt| {
                            black_box(spelt.text);
                        });
                    }
                    time = begun.elapsed();
                }
                *best = (*best).min(time / racks.len() as u32);
            }
        }
        for (name, time) in NAMES.iter().zip(best) {
            let ratio = time.as_secs_f64() / best[0].as_secs_f64();
            println!("6 tiles, {wild} wildcards  {name:10}  {time:>12.2?}  {ratio:>8.1} x");
        }
    }
}

fn held(tiles: &str) -> [i8; 32] {
    let mut held = [0; 32];
    tiles.bytes().for_each(|tile| held[usize::from(tile & 31)] += 1);
    held
}

/// Tiles that an `fst` is searched with: the letters that are left, and the wildcards.
#[derive(Clone)]
struct Tiles {
    held: [i8; 32],
    wild: usize,
    len: usize,
}

impl Tiles {
    fn of(tiles: &str, wild: usize) -> Tiles {
        Tiles { held: held(tiles), wild, len: 0 }
    }
}

impl Automaton for Tiles {
    type State = Option<Tiles>;

    fn start(&self) -> Self::State {
        Some(self.clone())
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.as_ref().is_some_and(|left| left.len >= 3)
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, letter: u8) -> Self::State {
        let mut left = state.clone()?;
        left.len += 1;
        let held = &mut left.held[usize::from(letter & 31)];
        if *held > 0 {
            *held -= 1;
        } else if left.wild > 0 && b"aeiou".contains(&letter) {
            left.wild -= 1;
        } else {
            return None;
        }
        Some(left)
    }
}
