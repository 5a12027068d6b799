//! Finished grids: the checker finds every fault, and the generator makes none.

use super::*;
use crate::wizards::check::{Fault, check};
use crate::wizards::generate;
use crate::wizards::grid::{Grid, WORDS};
use crate::wizards::pool::Pool;
use engine::Chance;
use std::collections::{BTreeSet, HashSet};

#[test]
fn a_good_grid_passes() {
    assert_eq!(check(&goalie()), Ok(()));
}

/// Replaces words of the good grid, and checks that the checker finds this fault.
#[track_caller]
fn broken(out: &str, new: &str, fault: Fault) {
    let out: Vec<_> = out.split_whitespace().map(short).collect();
    let mut grid = placed(new);
    grid.extend(goalie().into_iter().filter(|word| !out.contains(&word.word)));
    assert_eq!(check(&grid), Err(fault));
}

#[test]
fn the_checker_finds_every_fault_of_words() {
    broken("ego", "", Fault::Count(20));
    broken("", "geo H 0 0", Fault::Count(22));
    broken("goalie", "goalie D 3 7", Fault::Main);
    broken("goalie", "goalie H 2 7", Fault::Main);
    broken("goalie", "goali D 2 7", Fault::Main);
    broken("ail", "ail D 8 16", Fault::Main);
    broken("oil", "oi H 4 4", Fault::Length(short("oi")));
    broken("ego", "age H 2 10", Fault::Twice(short("age")));
    broken("ego", "goalie H 2 9", Fault::Twice(short("goalie")));
    broken("ego", "egg H 2 10", Fault::Spelling(short("egg")));
    broken("oil", "nil H 4 4", Fault::Spelling(short("nil")));
}

#[test]
fn the_checker_finds_every_fault_of_positions() {
    broken("ail", "ail V 13 16", Fault::Outside(short("ail")));
    broken("ail", "ail V 9 16", Fault::Clash(GridCell(10, 16)));
    broken("ego", "ego H 0 20", Fault::Alone(short("ego")));
    broken("ale", "ale H 6 11", Fault::Overlap(short("ale"), short("gale")));
    broken("ego", "lego H 2 9", Fault::Ends(short("lego")));
    broken("age", "age H 9 11", Fault::Beside(short("age"), short("agile")));
    broken("gal", "gal V 4 12", Fault::Touching(short("gal"), short("goal")));
    // Two words that cross only each other.
    broken("ail oil", "ail H 7 20, oil V 6 21", Fault::Apart(short("ail")));
    // The words around the last letter of the main word are moved elsewhere.
    let elsewhere = "lag V 2 15, aloe H 2 14, age V 0 17";
    broken("lag aloe age", elsewhere, Fault::Uncrossed(GridCell(12, 17)));
    // A word beside that letter makes a run of two letters that is not a word.
    broken("lag aloe age ail", &format!("{elsewhere}, lio V 10 16"), Fault::Run(GridCell(12, 16)));
}

/// Checks that all words of a grid are common and fit to be shown, and that the main word is on the diagonal.
fn check_words(grid: &Grid) {
    let words = Lexicon::builtin();
    for placed in grid {
        let text = placed.word.text();
        assert!(words.common(text) && words.fit(text), "{text}");
    }
    assert_eq!(grid[0].dir, Orientation::Diagonal);
}

#[test]
fn every_main_word_of_the_built_in_list_has_a_grid() {
    let pool = Pool::builtin();
    let mut completed = 0;
    for (seed, main) in (0..).zip(pool.mains()) {
        let grid = generate::around(pool, *main, &mut Chance::new(seed, 0))
            .unwrap_or_else(|error| panic!("{main}: {error:?}"));
        assert_eq!(check(&grid), Ok(()), "{grid:?}");
        assert_eq!(grid[0].word, *main);
        check_words(&grid);
        completed += 1;
    }
    assert_eq!(completed, 3_263);
}

/// Compares the pool with a slow search of the word list for every word of six letters.
#[test]
fn the_pool_finds_the_same_words_as_a_rack() {
    let words = Lexicon::builtin();
    let good = |index| words.common_at(index) && words.fit_at(index);
    let pool = Pool::builtin();
    let (mut eligible, mut hidden) = (0, Vec::new());
    words.of_length(6, |main| {
        if !good(main.index) {
            return;
        }
        let mut spelt = BTreeSet::new();
        let rack = words::Rack::new(main.text, 0).unwrap();
        words.spelt_from(&rack, |word| {
            if word.text.len() >= 3 && good(word.index) && word.text != main.text {
                spelt.insert(short(word.text));
            }
        });
        pool.hidden_in(short(main.text), &mut hidden);
        assert!(hidden.is_sorted_by_key(|word| std::cmp::Reverse(word.len())), "{}", main.text);
        assert_eq!(hidden.len(), spelt.len(), "{}", main.text);
        assert_eq!(hidden.iter().copied().collect::<BTreeSet<_>>(), spelt, "{}", main.text);
        let is_main = pool.mains().contains(&short(main.text));
        assert_eq!(is_main, spelt.len() >= 20, "{}", main.text);
        eligible += usize::from(is_main);
    });
    assert_eq!(eligible, 3_263);
}

#[test]
fn grids_of_one_main_word_differ() {
    let pool = Pool::builtin();
    let mut rows = BTreeSet::new();
    // Many words to choose from, few words, and letters that few words have.
    for main in ["streak", "wombat", "bundle", "wryest"] {
        let grids: HashSet<Grid> = (0..1_000)
            .map(|seed| {
                let grid = generate::around(pool, short(main), &mut Chance::new(seed, 0)).unwrap();
                assert_eq!(check(&grid), Ok(()), "{grid:?}");
                rows.extend(grid.iter().flat_map(Placed::cells).map(|GridCell(row, _)| row));
                let mut words = grid;
                words.sort_unstable();
                words
            })
            .collect();
        assert!(grids.len() >= 900, "{main} has only {} grids", grids.len());
    }
    assert_eq!(rows.into_iter().collect::<Vec<_>>(), (0..15).collect::<Vec<_>>());
}

/// Longer words come first, if they fit, and most words are horizontal.
#[test]
fn long_and_horizontal_words_are_preferred() {
    let pool = Pool::builtin();
    let (mut across, mut all, mut hidden) = (0, 0, Vec::new());
    for seed in 0..500 {
        let grid = generate::deal(pool, &mut Chance::new(seed, 0)).unwrap();
        pool.hidden_in(grid[0].word, &mut hidden);
        let longest: usize = hidden.iter().take(WORDS - 1).map(|word| word.len()).sum();
        let placed: usize = grid[1..].iter().map(|placed| placed.word.len()).sum();
        assert!(longest - placed <= 6, "{grid:?}");
        across += grid.iter().filter(|placed| placed.dir == Orientation::Across).count();
        all += WORDS - 1;
    }
    assert!(across * 2 > all, "{across} of {all} are horizontal");
}

/// 3,263 main words are drawn 65,260 times, 20 times each on average.
#[test]
fn main_words_are_drawn_uniformly() {
    let mains = Pool::builtin().mains();
    let mut drawn = vec![0i64; mains.len()];
    for seed in 0..20 * mains.len() as u64 {
        // The first draw of a deal chooses the main word.
        drawn[Chance::new(seed, 0).index(mains.len())] += 1;
    }
    for seed in 0..50 {
        let first = Chance::new(seed, 0).index(mains.len());
        let grid = generate::deal(Pool::builtin(), &mut Chance::new(seed, 0)).unwrap();
        assert_eq!(grid[0].word, mains[first]);
    }
    // A chi-squared test with 3,262 degrees of freedom, five sigma wide.
    let chi: i64 = drawn.iter().map(|n| (n - 20) * (n - 20)).sum::<i64>() / 20;
    assert!((2_850..3_680).contains(&chi), "{chi}");
}
