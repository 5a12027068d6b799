//! Finished grids: what the checker refuses, and what the generator makes.

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

/// Takes words out of the good grid, puts others in, and names the rule that is broken then.
#[track_caller]
fn broken(out: &str, new: &str, fault: Fault) {
    let out: Vec<_> = out.split_whitespace().map(short).collect();
    let mut grid = placed(new);
    grid.extend(goalie().into_iter().filter(|word| !out.contains(&word.word)));
    assert_eq!(check(&grid), Err(fault));
}

#[test]
fn each_rule_of_words_that_is_broken_is_named() {
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
fn each_rule_of_places_that_is_broken_is_named() {
    broken("ail", "ail V 13 16", Fault::Outside(short("ail")));
    broken("ail", "ail V 9 16", Fault::Clash(GridCell(10, 16)));
    broken("ego", "ego H 0 20", Fault::Alone(short("ego")));
    broken("ale", "ale H 6 11", Fault::Overlap(short("ale"), short("gale")));
    broken("ego", "lego H 2 9", Fault::Ends(short("lego")));
    broken("age", "age H 9 11", Fault::Beside(short("age"), short("agile")));
    broken("gal", "gal V 4 12", Fault::Touching(short("gal"), short("goal")));
    // Two words that cross each other, and nothing else.
    broken("ail oil", "ail H 7 20, oil V 6 21", Fault::Apart(short("ail")));
    // All words about the last letter of the main word are hung up elsewhere.
    let elsewhere = "lag V 2 15, aloe H 2 14, age V 0 17";
    broken("lag aloe age", elsewhere, Fault::Uncrossed(GridCell(12, 17)));
    // And then one comes to lie beside that letter: two letters in a row that are no word.
    broken("lag aloe age ail", &format!("{elsewhere}, lio V 10 16"), Fault::Run(GridCell(12, 16)));
}

/// The words of a grid are common, fit to be shown, and the main word is on the diagonal.
fn well_chosen(grid: &Grid) {
    let words = Lexicon::builtin();
    for placed in grid {
        let text = placed.word.text();
        assert!(words.common(text) && words.fit(text), "{text}");
    }
    assert_eq!(grid[0].dir, Orientation::Diagonal);
}

#[test]
fn every_main_word_of_the_built_in_list_gets_its_grid() {
    let pool = Pool::builtin();
    let mut completed = 0;
    for (seed, main) in (0..).zip(pool.mains()) {
        let grid = generate::around(pool, *main, &mut Chance::new(seed, 0))
            .unwrap_or_else(|trouble| panic!("{main}: {trouble:?}"));
        assert_eq!(check(&grid), Ok(()), "{grid:?}");
        assert_eq!(grid[0].word, *main);
        well_chosen(&grid);
        completed += 1;
    }
    assert_eq!(completed, 3_263);
}

/// The eligible words, counted the slow way: by walking the list for every word of six letters.
#[test]
fn the_pool_finds_the_words_that_a_rack_finds() {
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
    // Many words to choose from, hardly any, and a letter that few of them have.
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

/// Longer words come first, as far as they find a place, and most lie horizontally.
#[test]
fn long_words_and_rows_are_preferred() {
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

/// Every main word with equal chance: 3,263 are drawn 65,260 times, 20 times each on average.
#[test]
fn main_words_are_drawn_fairly() {
    let mains = Pool::builtin().mains();
    let mut drawn = vec![0i64; mains.len()];
    for seed in 0..20 * mains.len() as u64 {
        // The main word is the first draw of a deal.
        drawn[Chance::new(seed, 0).index(mains.len())] += 1;
    }
    for seed in 0..50 {
        let first = Chance::new(seed, 0).index(mains.len());
        let grid = generate::deal(Pool::builtin(), &mut Chance::new(seed, 0)).unwrap();
        assert_eq!(grid[0].word, mains[first]);
    }
    // The sum of squares over the mean, with 3,262 degrees of freedom, five sigma wide.
    let chi: i64 = drawn.iter().map(|n| (n - 20) * (n - 20)).sum::<i64>() / 20;
    assert!((2_850..3_680).contains(&chi), "{chi}");
}
