//! Par against its pinned figures, against trying everything, and against the rules themselves.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

fn figures(hand: &str) -> (u32, u32) {
    let par = par::par(hand, Lexicon::builtin()).unwrap();
    (par.valid.points, par.sacrifice.points)
}

#[test]
fn figures_are_pinned() {
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
fn a_large_hand_has_none() {
    assert!(par::par(&"a".repeat(12), Lexicon::builtin()).is_some());
    assert_eq!(par::par(&"a".repeat(13), Lexicon::builtin()), None);
    let mut table = TestMatch::hand("aaaaaaabbbbbb");
    table.say("done");
    assert_eq!(table.see("previous")["par"], Value::Null);
}

#[test]
fn always_taking_the_best_next_word_is_not_par() {
    let mut table = TestMatch::hand("ajef*rx");
    while table.score().is_none() {
        table.say(&table.game.bot(Seat(0), "sensible", Default::default()).unwrap());
    }
    assert_eq!(table.score(), Some(406));
}

/// Plays a line of play by the rules, and gives what it earns.
fn earned(hand: &str, plays: &[String], words: &Arc<Lexicon>) -> (i64, Vec<PlayedWord>) {
    let setup = [("deals", hand)];
    let mut table = TestMatch::try_open(&setup, 0, Arc::clone(words)).unwrap();
    for word in plays {
        table.say(&format!("play {word}"));
    }
    if table.score().is_none() {
        table.say("done");
    }
    (table.score().unwrap(), table.view().plays)
}

/// Both lines of play earn what they promise, the first without an invalid word; there is none only
/// where words that are fit to be shown earn less.
fn check_lines(hand: &str, words: &Arc<Lexicon>) {
    let par = par::par(hand, words).unwrap();
    for (best, sacrifices) in [(&par.valid, false), (&par.sacrifice, true)] {
        let fit = par::fit_line(hand, words, sacrifices).unwrap();
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

fn random_hands(size: u8, many: u64) -> impl Iterator<Item = String> {
    (0..many).map(move |seed| deal::hand(size, &mut engine::Chance::new(seed, u64::from(size))))
}

#[test]
fn its_lines_of_play_earn_it() {
    let words = english();
    for size in 1..=9 {
        random_hands(size, 30).for_each(|hand| check_lines(&hand, &words));
    }
    random_hands(12, 3).for_each(|hand| check_lines(&hand, &words));
    for hand in ["**", "***bt", "aabbccdd", "zzzzqqqqxxx*", "eeee*", "it*", "at", "t*"] {
        check_lines(hand, &words);
    }
}

#[test]
fn letters_that_are_a_word_are_played_rather_than_thrown_away() {
    // No string of a and t is anything but a word here, so nothing but a word can spend them.
    let list = ["a", "t", "at", "ta", "quiz"];
    let words = Arc::new(Lexicon::from_words(list));
    let par = par::par("quiza", &words).unwrap();
    assert_eq!(par.sacrifice, Best { points: 1 + 22 * 28, plays: vec!["a".into(), "quiz".into()] });
    for hand in ["quizat", "quizta*", "aquiz*t", "**at"] {
        check_lines(hand, &words);
    }
}

#[test]
fn its_words_are_fit_to_be_shown_where_that_costs_nothing() {
    let words = Lexicon::builtin();
    // Every unfit word that has a fit anagram: the anagram is shown.
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
    let twins: Vec<_> = unfit.iter().filter(|(key, _)| fit.contains_key(key)).collect();
    assert!(twins.len() > 3);
    for (key, _) in twins {
        let par = par::par(key, words).unwrap();
        assert!(par.valid.plays.iter().all(|word| words.fit(word)), "{key}");
    }
    // Where only an unfit word earns the most the points stay exact, but no bot plays it, and it is
    // not shown.
    let alone: Vec<_> = unfit.iter().filter(|(key, _)| !fit.contains_key(key)).collect();
    assert!(alone.len() > 3);
    for (key, word) in alone {
        let shown = par::fit_line(key, words, false).unwrap();
        let most = par::par(key, words).unwrap().valid;
        assert!(shown.points < most.points, "{key}");
        assert!(shown.plays.iter().all(|word| words.fit(word)));
        assert_eq!(i64::from(most.points), earned(key, std::slice::from_ref(word), &english()).0);
        assert_eq!(most.plays, [""; 0], "{key}");

        let mut table = TestMatch::hand(key);
        table.say("done");
        let scene = serde_json::to_string(&table.game.scene(Viewer::Public)).unwrap();
        assert!(!table.json().contains(word.as_str()) && !scene.contains(word.as_str()));
        let told = format!("Par: {} points (with a word that is not shown here)", most.points);
        assert!(scene.contains(&told), "{scene}");
    }
}

#[test]
fn a_hand_without_a_word_has_a_par_of_nothing() {
    let mut table = TestMatch::hand("q");
    table.say("done");
    let scene = serde_json::to_string(&table.game.scene(Viewer::Public)).unwrap();
    assert!(scene.contains(r#""Par: 0 points","Par with sacrifices: 0 points""#), "{scene}");
}

#[test]
fn what_is_thrown_away_is_fit_to_be_shown_too() {
    let words = Lexicon::builtin();
    let mut unfit = Vec::new();
    words.of_length(4, |word| {
        if !words.fit_at(word.index) {
            unfit.push(word.text.to_owned());
        }
    });
    let mut thrown = 0;
    for letters in unfit {
        // What does not go into the good word lies there in the worst order.
        let best = par::fit_line(&format!("{letters}quizzed"), words, true).unwrap();
        for typed in best.plays {
            assert!(words.fit(&typed) || !words.has(&typed), "{typed}");
            thrown += usize::from(!words.has(&typed));
        }
    }
    assert!(thrown > 3);
}

#[test]
fn a_thousand_hands_take_no_time() {
    let hands: Vec<_> = random_hands(7, 1000).collect();
    let start = Instant::now();
    let total: u32 = hands.iter().map(|hand| figures(hand).1).sum();
    let took = start.elapsed();
    assert!(total > 0 && took.as_secs() < 10, "{took:?}");
}

/// The best total by trying every string, from the rules of the page alone.
struct Everything<'a> {
    list: &'a BTreeSet<String>,
    sacrifices: bool,
    known: HashMap<String, i64>,
}

impl Everything<'_> {
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

/// Every string that can be made of these letters, and each with a letter that is not held: whatever
/// else could be typed would cost the same letters as one of these.
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
    fn par_is_the_best_of_everything(
        list in proptest::collection::btree_set("[abez]{1,4}", 1..20),
        hand in "[abez*]{1,6}",
    ) {
        let words = Arc::new(Lexicon::from_words(&list));
        let par = par::par(&hand, &words).unwrap();
        for (sacrifices, found) in [(false, par.valid.points), (true, par.sacrifice.points)] {
            let best = Everything { list: &list, sacrifices, known: HashMap::new() }.best(&hand);
            prop_assert_eq!(i64::from(found), best, "sacrifices: {}", sacrifices);
        }
        check_lines(&hand, &words);
    }
}
