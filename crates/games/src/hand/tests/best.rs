//! Par against known figures, against brute force, and against matches that are played.

use super::*;
use crate::hand::solver::par;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

fn figures(hand: &str) -> (u32, u32) {
    let par = par::par(hand, Lexicon::builtin()).unwrap();
    (par.valid.points, par.sacrifice.points)
}

#[test]
fn par_has_the_known_figures() {
    assert_eq!(figures("ajef*rx"), (530, 530));
    assert_eq!(figures("cows*z"), (480, 525));
    assert_eq!(figures("aci*prt"), (490, 490));
    assert_eq!(figures("dd*aout"), (312, 336));
    assert_eq!(figures("acfi*tx"), (585, 630));
    assert_eq!(figures("ratesnlidcm*"), (982, 1001));
    assert_eq!(figures("zzzzqqqqxxx*"), (18, 378));
    assert_eq!(figures("************"), (0, 0));
    assert_eq!(figures("q"), (0, 0));
    // The order of the letters in the hand does not matter.
    assert_eq!(figures("xr*feja"), (530, 530));
}

#[test]
fn a_hand_of_more_than_twelve_letters_has_no_par() {
    assert!(par::par(&"a".repeat(12), Lexicon::builtin()).is_some());
    assert_eq!(par::par(&"a".repeat(13), Lexicon::builtin()), None);
    let mut game = TestMatch::hand("aaaaaaabbbbbb");
    game.enter("done");
    assert_eq!(game.field("previous")["par"], Value::Null);
}

#[test]
fn always_taking_the_best_next_word_is_not_par() {
    let mut game = TestMatch::hand("ajef*rx");
    while game.score().is_none() {
        game.enter(&game.current.bot(Seat(0), "sensible", Default::default()).unwrap());
    }
    assert_eq!(game.score(), Some(406));
}

/// Plays words in a match, and returns the score and the words.
fn earned(hand: &str, plays: &[String], words: &Arc<Lexicon>) -> (i64, Vec<PlayedWord>) {
    let setup = [("deals", hand)];
    let mut game = TestMatch::try_open(&setup, 0, Arc::clone(words)).unwrap();
    for word in plays {
        game.enter(&format!("play {word}"));
    }
    if game.score().is_none() {
        game.enter("done");
    }
    (game.score().unwrap(), game.view().plays)
}

/// Checks that both forms of par earn their points, and that the first has no invalid word. The plays may be empty
/// only if words that are fit to be shown earn less.
fn check_plays(hand: &str, words: &Arc<Lexicon>) {
    let par = par::par(hand, words).unwrap();
    for (best, sacrifices) in [(&par.valid, false), (&par.sacrifice, true)] {
        let fit = par::best_fit(hand, words, sacrifices).unwrap();
        assert_eq!(best.plays.is_empty(), best.points == 0 || fit.points < best.points, "{hand}");
        if best.plays.is_empty() {
            continue;
        }
        let (points, plays) = earned(hand, &best.plays, words);
        assert_eq!(points, i64::from(best.points), "{hand}: {plays:?}");
        assert!(sacrifices || plays.iter().all(|play| play.valid), "{hand}: {plays:?}");
    }
    assert!(par.sacrifice.points >= par.valid.points);
}

fn random_hands(size: u8, count: u64) -> impl Iterator<Item = String> {
    (0..count).map(move |seed| deal::hand(size, &mut engine::Chance::new(seed, u64::from(size))))
}

#[test]
fn the_plays_of_par_earn_its_points() {
    let words = english();
    for size in 1..=9 {
        random_hands(size, 30).for_each(|hand| check_plays(&hand, &words));
    }
    random_hands(12, 3).for_each(|hand| check_plays(&hand, &words));
    for hand in ["**", "***bt", "aabbccdd", "zzzzqqqqxxx*", "eeee*", "it*", "at", "t*"] {
        check_plays(hand, &words);
    }
}

#[test]
fn letters_that_spell_a_word_are_played_instead_of_thrown_away() {
    // Every string of a and t is a word here, so these letters can't be thrown away.
    let list = ["a", "t", "at", "ta", "quiz"];
    let words = Arc::new(Lexicon::from_words(list));
    let par = par::par("quiza", &words).unwrap();
    assert_eq!(par.sacrifice, Best { points: 1 + 22 * 28, plays: vec!["a".into(), "quiz".into()] });
    for hand in ["quizat", "quizta*", "aquiz*t", "**at"] {
        check_plays(hand, &words);
    }
}

#[test]
fn par_shows_only_words_that_are_fit_to_be_shown() {
    let words = Lexicon::builtin();
    // If an unfit word has a fit anagram, the anagram is shown.
    let sorted = |word: &str| word.chars().collect::<BTreeSet<_>>().into_iter().collect::<String>();
    let mut fit: HashMap<String, String> = HashMap::new();
    let mut unfit = Vec::new();
    words.of_length(5, |word| {
        let key = sorted(word.text);
        match words.fit_at(word.index) {
            _ if key.len() != 5 => {}
            true => drop(fit.insert(key, word.text.into())),
            false => unfit.push((key, word.text.to_owned())),
        }
    });
    let anagrams: Vec<_> = unfit.iter().filter(|(key, _)| fit.contains_key(key)).collect();
    assert!(anagrams.len() > 3);
    for (key, _) in anagrams {
        let par = par::par(key, words).unwrap();
        assert!(par.valid.plays.iter().all(|word| words.fit(word)), "{key}");
    }
    // If only an unfit word earns the most, the points are exact, but no bot plays the word, and it is not shown.
    let alone: Vec<_> = unfit.iter().filter(|(key, _)| !fit.contains_key(key)).collect();
    assert!(alone.len() > 3);
    for (key, word) in alone {
        let shown = par::best_fit(key, words, false).unwrap();
        let most = par::par(key, words).unwrap().valid;
        assert!(shown.points < most.points, "{key}");
        assert!(shown.plays.iter().all(|word| words.fit(word)));
        assert_eq!(i64::from(most.points), earned(key, std::slice::from_ref(word), &english()).0);
        assert_eq!(most.plays, [""; 0], "{key}");

        let mut game = TestMatch::hand(key);
        game.enter("done");
        let scene = serde_json::to_string(&game.current.scene(Viewer::Public).by_seat()).unwrap();
        assert!(!game.json().contains(word.as_str()) && !scene.contains(word.as_str()));
        let text = format!("Best possible: {} points (with a word that may offend)", most.points);
        assert!(scene.contains(&text), "{scene}");
    }
}

#[test]
fn a_hand_without_words_has_a_par_of_zero() {
    let mut game = TestMatch::hand("q");
    game.enter("done");
    let scene = serde_json::to_string(&game.current.scene(Viewer::Public).by_seat()).unwrap();
    let text = r#""Best possible: 0 points","If you throw letters away: 0 points""#;
    assert!(scene.contains(text), "{scene}");
}

#[test]
fn sacrifices_are_fit_to_be_shown_too() {
    let words = Lexicon::builtin();
    let mut unfit = Vec::new();
    words.of_length(4, |word| {
        if !words.fit_at(word.index) {
            unfit.push(word.text.to_owned());
        }
    });
    let mut thrown = 0;
    for letters in unfit {
        // The letters left over from the good word are in the order of the unfit word.
        let best = par::best_fit(&format!("{letters}quizzed"), words, true).unwrap();
        for typed in best.plays {
            assert!(words.fit(&typed) || !words.has(&typed), "{typed}");
            thrown += usize::from(!words.has(&typed));
        }
    }
    assert!(thrown > 3);
}

#[test]
fn par_is_fast() {
    let hands: Vec<_> = random_hands(7, 1000).collect();
    let start = Instant::now();
    let total: u32 = hands.iter().map(|hand| figures(hand).1).sum();
    let took = start.elapsed();
    assert!(total > 0 && took.as_secs() < 10, "{took:?}");
}

/// Finds the best total by trying every string, without any code of the game.
struct BruteForce<'a> {
    list: &'a BTreeSet<String>,
    sacrifices: bool,
    known: HashMap<String, i64>,
}

impl BruteForce<'_> {
    fn best(&mut self, hand: &str) -> i64 {
        if let Some(&known) = self.known.get(hand) {
            return known;
        }
        let mut best = 0;
        for typed in strings(hand) {
            let mut left = hand.to_owned();
            let mut held = true;
            for letter in typed.chars() {
                match left.find(letter) {
                    Some(at) => drop(left.remove(at)),
                    None => held = false,
                }
            }
            let valid = held && self.is_word(&typed);
            if left.len() == hand.len() || !valid && !self.sacrifices {
                continue;
            }
            let (used, n) = (typed.len() as i64, hand.len() as i64);
            let values: i64 = typed.chars().map(worth).sum();
            let points = values * (7 * used - 3 * (n - used)).max(1);
            best = best.max(self.best(&left) + if valid { points } else { 0 });
        }
        self.known.insert(hand.into(), best);
        best
    }

    fn is_word(&self, typed: &str) -> bool {
        match typed.find('*') {
            Some(at) => ["a", "e", "i", "o", "u"].iter().any(|vowel| {
                let mut tried = typed.to_owned();
                tried.replace_range(at..=at, vowel);
                self.is_word(&tried)
            }),
            None => self.list.contains(typed),
        }
    }
}

fn worth(letter: char) -> i64 {
    match letter {
        'b' => 3,
        'z' => 10,
        '*' => 0,
        _ => 1,
    }
}

/// Every string of these letters, and one with a letter that is not in the hand. Any other string would use up the
/// same letters as one of these.
fn strings(hand: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::from([String::new()]);
    for (at, letter) in hand.char_indices() {
        let mut rest = hand.to_owned();
        rest.remove(at);
        all.extend(strings(&rest).into_iter().map(|tail| format!("{letter}{tail}")));
    }
    all.insert("q".into());
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn par_equals_brute_force(
        list in proptest::collection::btree_set("[abez]{1,4}", 1..20),
        hand in "[abez*]{1,6}",
    ) {
        let words = Arc::new(Lexicon::from_words(&list));
        let par = par::par(&hand, &words).unwrap();
        for (sacrifices, found) in [(false, par.valid.points), (true, par.sacrifice.points)] {
            let best = BruteForce { list: &list, sacrifices, known: HashMap::new() }.best(&hand);
            prop_assert_eq!(i64::from(found), best, "sacrifices: {}", sacrifices);
        }
        check_plays(&hand, &words);
    }
}
