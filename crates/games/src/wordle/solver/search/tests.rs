//! The search compared with brute force, on lists that are small enough for it.

use super::*;
use crate::wordle::solver::strategy::{ParsedStrategy, Strategy};
use engine::Chance;

/// A list of random words. Few letters make many similar words.
fn drawn(chance: &mut Chance, length: usize, letters: &[u8], words: usize) -> Vec<String> {
    let word = |chance: &mut Chance| -> String {
        (0..length).filter_map(|_| chance.pick(letters).map(|&letter| char::from(letter))).collect()
    };
    (0..words).map(|_| word(chance)).collect()
}

/// All guesses and marks so far.
type Past = Vec<(String, u16)>;

/// The fewest guesses for all words, by brute force: it tries every allowed guess and uses no bound but the attempts,
/// and no code of the search.
fn brute(
    lists: &Lists,
    (marking, hard): (Marking, bool),
    set: &[&str],
    tries: u32,
    past: &mut Past,
) -> Option<u32> {
    match (set, tries) {
        ([], _) => return Some(0),
        (_, 0) => return None,
        _ => {}
    }
    let mut best: Option<u32> = None;
    for guess in lists.guesses() {
        if hard && past.iter().any(|(word, code)| !keeps(marking, word, *code, guess)) {
            continue;
        }
        let mut parts: Vec<(u16, Vec<&str>)> = Vec::new();
        for &word in set.iter().filter(|&&word| word != guess) {
            let code = marking.code(word.as_bytes(), guess.as_bytes());
            match parts.iter_mut().find(|part| part.0 == code) {
                Some(part) => part.1.push(word),
                None => parts.push((code, vec![word])),
            }
        }
        // A guess that reveals nothing would be repeated for ever.
        if parts.iter().any(|part| part.1.len() == set.len()) {
            continue;
        }
        let mut sum = Some(set.len() as u32);
        for (code, part) in parts {
            past.push((guess.clone(), code));
            let more = brute(lists, (marking, hard), &part, tries - 1, past);
            past.pop();
            sum = sum.zip(more).map(|(sum, more)| sum + more);
        }
        best = match (best, sum) {
            (Some(best), Some(sum)) => Some(best.min(sum)),
            (best, sum) => best.or(sum),
        };
    }
    best
}

/// Hard mode as in the rules: correct letters stay in place, and revealed letters are used as often as required.
fn keeps(marking: Marking, word: &str, code: u16, guess: &str) -> bool {
    let digits: Vec<u16> =
        (0..word.len() as u32).rev().map(|place| code / 3u16.pow(place) % 3).collect();
    let letters: Vec<char> = word.chars().collect();
    let next: Vec<char> = guess.chars().collect();
    let in_place = (0..letters.len()).all(|at| digits[at] != 2 || letters[at] == next[at]);
    let count = |of: &dyn Fn(usize) -> bool| (0..letters.len()).filter(|&at| of(at)).count();
    in_place
        && letters.iter().all(|&letter| {
            let found = count(&|at| letters[at] == letter && digits[at] > 0);
            let wanted = if marking == Marking::Strict { found } else { found.min(1) };
            count(&|at| next[at] == letter) >= wanted
        })
}

/// The best total by the search, checked by playing the strategy.
fn found(lists: &Lists, (marking, hard): (Marking, bool), tries: u32) -> Option<u32> {
    let search = Search::new(lists.clone(), marking, hard).unwrap();
    let mut context = SearchContext::new(&search, |_| true);
    let start = search.start(tries);
    let (total, _) = search.solve(&start, NO_BUDGET, &mut context).unwrap()?;
    assert_eq!(
        search.solve(&start, total, &mut context).unwrap(),
        None,
        "no total is below the best"
    );
    let root = search.tree(&start, &mut context).unwrap().unwrap();
    let text = Strategy { marking, hard, root }.to_string();
    let answers: Vec<&str> = lists.answers().collect();
    let known = |word: &str| lists.find(word).is_some();
    let score = ParsedStrategy::read(&text).unwrap().check(marking, hard, &answers, known).unwrap();
    assert_eq!(score.total as u32, total);
    assert!(score.longest as u32 <= tries);
    Some(total)
}

#[test]
fn the_search_gives_the_same_totals_as_brute_force() {
    let mut chance = Chance::new(7, 0);
    let (mut solved, mut lost) = (0, 0);
    for (round, (length, letters, hidden, more)) in [
        (3, "ab", 6, 3),
        (3, "abc", 9, 6),
        (4, "xyz", 9, 9),
        (4, "aehrst", 12, 8),
        (5, "ab", 10, 4),
        (5, "qjzxv", 10, 10),
        (6, "aeirst", 11, 6),
        (8, "ab", 8, 6),
    ]
    .into_iter()
    .cycle()
    .take(160)
    .enumerate()
    {
        let mut answers = drawn(&mut chance, length, letters.as_bytes(), hidden);
        let mut allowed = drawn(&mut chance, length, letters.as_bytes(), more);
        if round % 6 == 5 {
            // Rhyming words and few other guesses, so that the attempts may be too few.
            let tail = answers[0][1..].to_owned();
            answers.iter_mut().for_each(|word| word.replace_range(1.., &tail));
            allowed.truncate(2);
        }
        let lists = Lists::new(length, &answers, &allowed);
        let all: Vec<&str> = lists.answers().collect();
        let tries = 2 + round as u32 / 8 % 3;
        for rules in [
            (Marking::Strict, false),
            (Marking::Lenient, false),
            (Marking::Strict, true),
            (Marking::Lenient, true),
        ] {
            let wanted = brute(&lists, rules, &all, tries, &mut Past::new());
            assert_eq!(found(&lists, rules, tries), wanted, "{rules:?} {tries} {lists:?}");
            solved += usize::from(wanted.is_some());
            lost += usize::from(wanted.is_none());
        }
    }
    assert!(solved > 300 && lost > 20, "{solved} solved, {lost} impossible");
}

#[test]
fn replacing_letters_by_others_doesnt_change_totals() {
    let mut chance = Chance::new(8, 0);
    for _ in 0..6 {
        let answers = drawn(&mut chance, 5, b"abcdefgh", 60);
        let allowed = drawn(&mut chance, 5, b"abcdefgh", 60);
        let mut other: Vec<u8> = (b'a'..=b'z').collect();
        chance.shuffle(&mut other);
        let rename = |words: &[String]| -> Vec<String> {
            let letter = |byte: u8| char::from(other[usize::from(byte - b'a')]);
            words.iter().map(|word| word.bytes().map(letter).collect()).collect()
        };
        for rules in [(Marking::Strict, false), (Marking::Lenient, false), (Marking::Strict, true)]
        {
            let lists = Lists::new(5, &answers, &allowed);
            let renamed = Lists::new(5, &rename(&answers), &rename(&allowed));
            let total = found(&lists, rules, 8);
            assert!(total.is_some());
            assert_eq!(total, found(&renamed, rules, 8), "{rules:?}");
        }
    }
}

#[test]
fn no_guess_costs_less_than_the_best_and_bounds_hold() {
    let mut chance = Chance::new(9, 0);
    let answers = drawn(&mut chance, 5, b"aeirst", 40);
    let lists = Lists::new(5, &answers, &[]);
    let search = Search::new(lists, Marking::Lenient, false).unwrap();
    let mut context = SearchContext::new(&search, |_| true);
    let start = search.start(9);
    let (best, guess) = search.solve(&start, NO_BUDGET, &mut context).unwrap().unwrap();
    assert!(search.bound(&start, &mut context) <= best);
    let costs: Vec<u32> = (0..search.lists().guesses().len() as u32)
        .map(|guess| search.cost(&start, guess, NO_BUDGET, &mut context).unwrap().unwrap())
        .collect();
    assert_eq!(costs.iter().min(), Some(&best));
    assert_eq!(costs[guess as usize], best);
    for (guess, &cost) in costs.iter().enumerate() {
        let mut below = |budget| search.cost(&start, guess as u32, budget, &mut context).unwrap();
        assert_eq!((below(cost), below(cost + 1)), (None, Some(cost)));
    }
    let tips = search.rank_guesses(&start, 5, &mut context);
    assert_eq!(tips.len(), 5);
    assert!(tips.iter().all(|tip| tip.exact && tip.fits));
    assert!((tips[0].mean * start.words.len() as f64 - f64::from(best)).abs() < 1e-6);
}

#[test]
fn a_stopped_search_reports_it_and_still_ranks_guesses() {
    let mut chance = Chance::new(10, 0);
    let answers = drawn(&mut chance, 5, b"aeirstlnodcm", 200);
    let search = Search::new(Lists::new(5, &answers, &[]), Marking::Strict, false).unwrap();
    let start = search.start(6);
    for steps in [0, 10_000] {
        let mut left = steps;
        let mut context = SearchContext::new(&search, |spent| {
            left = u64::saturating_sub(left, spent);
            left > 0
        });
        assert_eq!(search.solve(&start, NO_BUDGET, &mut context), Err(Stopped));
        let tips = search.rank_guesses(&start, 3, &mut context);
        assert_eq!(tips.len(), 3);
        assert!(tips.iter().all(|tip| !tip.exact && tip.mean > 2.0));
    }
}

/// Lists with more words than a byte can count, in which guesses leave large parts.
#[test]
fn large_lists_are_searched_in_parts() {
    searched_in_parts(5, "abcdefghijklmnopqrstuvwxyz", 400);
    searched_in_parts(6, "aeiourstlnmd", 100);
}

#[test]
fn larger_lists_are_searched_in_parts() {
    searched_in_parts(5, "abcdefghijklmnopqrstuvwxyz", 700);
    searched_in_parts(6, "aeiourstlnmd", 300);
}

fn searched_in_parts(length: usize, letters: &str, words: usize) {
    let mut chance = Chance::new(11, 0);
    let answers = drawn(&mut chance, length, letters.as_bytes(), words);
    let search = Search::new(Lists::new(length, &answers, &[]), Marking::Strict, false).unwrap();
    let start = search.start(9);
    let mut context = SearchContext::new(&search, |_| true);
    let openers = search.openers(&start);
    let worst = openers[openers.len() - 1];
    let cost = search.cost(&start, worst, NO_BUDGET, &mut context).unwrap().unwrap();
    assert!(search.bound(&start, &mut context) < cost);
    // With an empty and tiny cache the result is the same.
    context.forget();
    context.memory = 8;
    assert_eq!(search.cost(&start, worst, cost + 1, &mut context).unwrap(), Some(cost));
    assert_eq!(search.cost(&start, worst, cost, &mut context).unwrap(), None);
    let tree = search.tree_from(&start, worst, &mut context).unwrap();
    let score = |root| {
        let text = Strategy { marking: Marking::Strict, hard: false, root }.to_string();
        let answers: Vec<&str> = search.lists().answers().collect();
        let known = |word: &str| search.lists().find(word).is_some();
        ParsedStrategy::read(&text).unwrap().check(Marking::Strict, false, &answers, known).unwrap()
    };
    assert_eq!(score(tree).total as u32, cost);
}

#[test]
fn different_lists_and_rules_have_different_names() {
    let lists = |words: &[&str]| Lists::new(3, words, &["dot"]);
    let names: Vec<String> = [
        Search::new(lists(&["cat", "dog"]), Marking::Strict, false).unwrap(),
        Search::new(lists(&["cat", "dog"]), Marking::Strict, true).unwrap(),
        Search::new(lists(&["cat", "dog"]), Marking::Lenient, false).unwrap(),
        Search::new(lists(&["cat", "cow"]), Marking::Strict, false).unwrap(),
    ]
    .iter()
    .map(Search::name)
    .collect();
    assert_eq!(names[0], "wordle Strict 477ca81a5c685bdf");
    assert!((1..4).all(|n| !names[..n].contains(&names[n])), "{names:?}");
}

#[test]
fn with_few_attempts_no_losing_guess_is_suggested() {
    let rhymes = ["bat", "cat", "fat", "hat", "mat", "rat"];
    let search =
        Search::new(Lists::new(3, &rhymes, &["cfh", "bmr"]), Marking::Strict, false).unwrap();
    let mut context = SearchContext::new(&search, |_| true);
    assert_eq!(search.rank_guesses(&search.start(0), 3, &mut context), []);
    assert_eq!(search.tree(&search.start(2), &mut context), Ok(None));
    // One of the two helpful words must come first.
    let tips = search.rank_guesses(&search.start(3), 9, &mut context);
    assert!(
        tips.len() < search.lists().guesses().len() && tips.iter().all(|tip| tip.exact),
        "{tips:?}"
    );
}

#[test]
fn a_search_that_is_stopped_while_ranking_keeps_the_best_guess() {
    let mut chance = Chance::new(12, 0);
    let answers = drawn(&mut chance, 5, b"aeirst", 150);
    let search = Search::new(Lists::new(5, &answers, &[]), Marking::Strict, false).unwrap();
    let start = search.start(6);
    let spent = std::cell::Cell::new(0);
    let mut context = SearchContext::new(&search, |steps| {
        spent.set(spent.get() + steps);
        true
    });
    let best = search.solve(&start, NO_BUDGET, &mut context).unwrap().unwrap();
    let (enough, used) = (spent.get(), std::cell::Cell::new(0));
    let mut context = SearchContext::new(&search, |steps| {
        used.set(used.get() + steps);
        used.get() <= enough
    });
    let all = search.lists().guesses().len();
    let tips = search.rank_guesses(&start, all, &mut context);
    assert!(tips.len() < all && tips.iter().all(|tip| tip.exact), "{tips:?}");
    assert_eq!(tips[0].guess, best.1);
}

/// The most words that can be found, and the fewest guesses for them, by brute force: it tries every allowed guess and
/// uses no bound but the attempts.
fn brute_reach(
    lists: &Lists,
    (marking, hard): (Marking, bool),
    set: &[&str],
    tries: u32,
    past: &mut Past,
) -> Reach {
    let mut best = Reach::default();
    if set.is_empty() || tries == 0 {
        return best;
    }
    for guess in lists.guesses() {
        if hard && past.iter().any(|(word, code)| !keeps(marking, word, *code, guess)) {
            continue;
        }
        let code = |word: &str| marking.code(word.as_bytes(), guess.as_bytes());
        let mut codes: Vec<u16> = set.iter().map(|word| code(word)).collect();
        codes.sort_unstable();
        codes.dedup();
        let mut sum = Reach::default();
        for part in codes {
            let words: Vec<&str> = set.iter().copied().filter(|word| code(word) == part).collect();
            if words == [guess.as_str()] {
                (sum.found, sum.guesses) = (sum.found + 1, sum.guesses + 1);
                continue;
            }
            past.push((guess.clone(), part));
            let later = brute_reach(lists, (marking, hard), &words, tries - 1, past);
            past.pop();
            sum.found += later.found;
            sum.guesses += later.guesses + later.found;
        }
        let better =
            sum.found > best.found || sum.found == best.found && sum.guesses < best.guesses;
        best = if better { sum } else { best };
    }
    best
}

#[test]
fn with_too_few_attempts_the_search_finds_as_many_words_as_brute_force() {
    let mut chance = Chance::new(17, 0);
    let (mut scarce, mut enough) = (0, 0);
    for (round, (length, letters, hidden, more)) in
        [(3, "ab", 8, 3), (3, "abc", 10, 3), (4, "xyz", 12, 3), (5, "ab", 12, 2), (6, "aest", 9, 4)]
            .into_iter()
            .cycle()
            .take(40)
            .enumerate()
    {
        let mut answers = drawn(&mut chance, length, letters.as_bytes(), hidden);
        let allowed = drawn(&mut chance, length, letters.as_bytes(), more);
        if round % 4 == 3 {
            let tail = answers[0][1..].to_owned();
            let firsts = (b'a'..).map(char::from);
            answers
                .iter_mut()
                .zip(firsts)
                .for_each(|(word, first)| *word = format!("{first}{tail}"));
        }
        let lists = Lists::new(length, &answers, &allowed);
        let all: Vec<&str> = lists.answers().collect();
        for (tries, marking, hard) in [1, 2, 3].into_iter().flat_map(|tries| {
            [Marking::Strict, Marking::Lenient]
                .into_iter()
                .flat_map(move |marking| [false, true].map(|hard| (tries, marking, hard)))
        }) {
            let wanted = brute_reach(&lists, (marking, hard), &all, tries, &mut Past::new());
            let search = Search::new(lists.clone(), marking, hard).unwrap();
            let mut context = SearchContext::new(&search, |_| true);
            // A tiny cache must give the same results.
            context.memory = if round % 2 == 0 { MEMORY } else { 4 };
            let start = search.start(tries);
            let (reach, guess) = search.reach(&start, &mut context).unwrap().unwrap();
            let case = format!("{tries} {marking:?} {hard} {lists:?}");
            assert_eq!(reach, wanted, "{case}");
            let from = search.reach_from(&start, guess, Reach::default(), &mut context);
            assert_eq!(from, Ok(wanted), "{case}");
            // The ranking gives the same result, and its first guess is the best one.
            let tips = search.rank_guesses(&start, 9, &mut context);
            let mean = f64::from(wanted.guesses) / f64::from(wanted.found);
            assert!(tips[0].exact && tips[0].found == wanted.found, "{case} {tips:?}");
            assert!((tips[0].mean - mean).abs() < 1e-9, "{case} {tips:?}");
            assert!(tips.iter().all(|tip| tip.found <= wanted.found && tip.found > 0));
            assert!(tries > 1 || tips.iter().all(|tip| tip.fits), "{case} {tips:?}");
            scarce += usize::from((wanted.found as usize) < all.len());
            enough += usize::from(wanted.found as usize == all.len());
        }
    }
    assert!(scarce > 150 && enough > 50, "{scarce} scarce, {enough} enough");
}

#[test]
fn a_stopped_search_with_few_attempts_gives_estimates() {
    let mut chance = Chance::new(18, 0);
    let answers = drawn(&mut chance, 5, b"aeirstlnodcm", 300);
    let search = Search::new(Lists::new(5, &answers, &[]), Marking::Strict, false).unwrap();
    for tries in 1..=3 {
        let start = search.start(tries);
        let all = start.words.len() as u32;
        let mut context = SearchContext::new(&search, |_| false);
        for tips in [
            search.rank_guesses(&start, 3, &mut context),
            search.rank_guesses_when_few(&start, 3, &mut context),
        ] {
            assert_eq!(tips.len(), 3);
            assert!(tips.iter().all(|tip| tip.found > 0 && tip.found < all), "{tries} {tips:?}");
            assert!(tries > 1 || tips[0].fits, "{tips:?}");
        }
    }
    // If it is stopped after some guesses were searched, it returns those.
    let mut left = 200;
    let mut context = SearchContext::new(&search, |_| {
        left -= 1;
        left > 0
    });
    let tips = search.rank_guesses_when_few(&search.start(3), 3, &mut context);
    assert!(!tips.is_empty() && tips.iter().all(|tip| tip.exact), "{tips:?}");
}

#[test]
fn lists_that_cant_be_searched_are_refused() {
    let new = |lists| Search::new(lists, Marking::Lenient, false).map(|_| ());
    assert_eq!(new(Lists::new(9, &["crocodile"], &[])), Err(Unfit::Long(9)));
    assert_eq!(new(Lists::new(8, &["crockery"], &[])), Ok(()));
    let digits = |n: usize| [1296, 216, 36, 6, 1].map(|d| char::from(b'a' + (n / d % 6) as u8));
    let many = |count: usize| -> Vec<String> {
        (0..count)
            .map(|n| {
                format!(
                    "{}{}",
                    char::from(b'a' + (n / 7776) as u8),
                    digits(n).iter().collect::<String>()
                )
            })
            .collect()
    };
    let large = Lists::new(6, &many(24_000), &[]);
    assert_eq!(new(large.clone()), Err(Unfit::Large(24_000, 24_000)));
    assert_eq!(new(large.keeping(|word| word.ends_with("ace"))), Ok(()));
    let huge = Lists::new(6, &many(70_000), &[]);
    assert_eq!(new(huge), Err(Unfit::Many(70_000)));
    assert!(Unfit::Long(9).to_string().starts_with("Words of 9 letters are too long"));
    assert!(Unfit::Many(70_000).to_string().contains("the maximum is 65535"));
}

#[test]
fn guesses_for_a_set_that_is_too_large_are_estimated() {
    let mut chance = Chance::new(3, 0);
    let answers = drawn(&mut chance, 5, b"abcdefghijkl", 300);
    let search = Search::new(Lists::new(5, &answers, &[]), Marking::Strict, false).unwrap();
    let start = search.start(6);
    let mut context = SearchContext::new(&search, |_| true);
    context.max_labels = 300 * 300 - 1;
    assert!(search.solve(&start, NO_BUDGET, &mut context).is_err());
    let tips = search.rank_guesses(&start, 3, &mut context);
    assert_eq!((tips.len(), tips.iter().any(|tip| tip.exact)), (3, false));
}
