//! Twins: two matches that differ only in the hidden word. As long as their marks are equal, everything that viewers
//! get must be equal to the byte.

use super::*;
use engine::{AnyMatch, Budget, Chance, Step};

/// The number of pairs of matches for each length.
const PAIRS: u64 = 500;

/// Marks a guess by the rules, but with other code than the game.
fn marked(marking: Marking, hidden: &str, guess: &str) -> String {
    let hidden: Vec<char> = hidden.chars().collect();
    let guess: Vec<char> = guess.chars().collect();
    let in_place = |place: usize| hidden[place] == guess[place];
    let places = 0..hidden.len();
    let mut left: Vec<char> =
        places.clone().filter(|&place| !in_place(place)).map(|place| hidden[place]).collect();
    let mut mark = |place: usize| {
        let letter = guess[place];
        if in_place(place) {
            return 'G';
        }
        let elsewhere = match marking {
            Marking::Strict => match left.iter().position(|&there| there == letter) {
                Some(copy) => {
                    left.remove(copy);
                    true
                }
                None => false,
            },
            Marking::Lenient => {
                let once = hidden.iter().filter(|&&there| there != letter).count() + 1;
                let placed = (0..hidden.len()).any(|p| in_place(p) && guess[p] == letter);
                hidden.contains(&letter) && !(once == hidden.len() && placed)
            }
        };
        if elsewhere { 'Y' } else { '-' }
    };
    places.map(&mut mark).collect()
}

/// Everything that viewers get, as one text.
fn look(step: &Step, with_hint: bool) -> String {
    let game = &*step.next;
    let mut all = String::new();
    for viewer in Viewer::all(game.seats()) {
        let scene = serde_json::to_string(&game.scene(viewer).by_seat()).unwrap();
        let sentences: Vec<_> = step.narration.for_viewer(viewer).collect();
        all += &format!("{viewer:?}: {} {scene} {sentences:?}\n", game.view(viewer));
    }
    all += &format!("{:?} {:?} {}\n", game.to_act(), game.outcome(), game.progress(SEAT));
    for typed in ["guess ", "guess cr", "guess crane", "guess zzzzz", "guess weather"] {
        all += &format!("{typed}: {:?}\n", game.preview(SEAT, typed));
    }
    if with_hint {
        all += &format!("{:?}\n", game.hint(SEAT, Budget::of(5_000)));
    }
    all
}

/// The result of a line, or the refusal as text.
fn act(game: &dyn AnyMatch, line: &str) -> Result<Step, String> {
    game.act(SEAT, line).map_err(|refusal| format!("{refusal:?}"))
}

fn hidden(step: &Step) -> String {
    match serde_json::from_str(step.events[0].get()).unwrap() {
        Event::Dealt { word } => word,
        other => panic!("{other:?}"),
    }
}

/// Opens two matches with the same setup, but with two given words or two seeds.
fn open_twins(setup: &Setup, chance: &mut Chance) -> [Step; 2] {
    let game = crate::find("wordle").unwrap();
    let answers = Answers::of_length(setup.length);
    let open = |setup: &Setup, seed| {
        let settings = Settings::of(setup).unwrap();
        let step = game.open(&settings, 1, seed, english()).unwrap();
        (serde_json::to_string(&settings.concealed()).unwrap(), step)
    };
    let twins = if chance.below(3) == 0 {
        [0; 2].map(|_| open(setup, chance.below(u64::MAX)))
    } else {
        // Neighbours in the list share letters, so their marks are often equal.
        let first = chance.index(answers.len());
        [first, (first + 1 + chance.index(3)) % answers.len()].map(|number| {
            let word = Some(answers.get(number).unwrap().to_owned());
            open(&Setup { word, ..setup.clone() }, 7)
        })
    };
    let [(ours, first), (theirs, second)] = twins;
    assert_eq!(ours, theirs, "the setup gives it away");
    [first, second]
}

/// Plays a pair as long as the marks are equal, and counts the guesses.
fn play(setup: &Setup, chance: &mut Chance) -> usize {
    let mut twins = open_twins(setup, chance);
    let words = [hidden(&twins[0]), hidden(&twins[1])];
    let with_hint = chance.below(16) == 0;
    let answers = Answers::of_length(setup.length);
    loop {
        let guesses = twins[0].next.moves() as usize;
        let [ours, theirs] = &twins;
        let [ours, theirs] = [look(ours, with_hint), look(theirs, with_hint)];
        assert_eq!(ours, theirs, "{words:?} after {guesses} guesses");
        let marked = |word: &str, guess: &str| marked(setup.marking, word, guess);
        let alike = |guess: &&str| marked(&words[0], guess) == marked(&words[1], guess);
        // A guess with different marks ends the pair, so prefer one with equal marks.
        let mut any = || answers.get(chance.index(answers.len())).unwrap();
        let guess = [0; 5].map(|_| any()).into_iter().find(alike).unwrap_or_else(any);
        let lines = ["guess", "guess zz", "guess zzzzzzzz", "guess c4t", "", "x"];
        for line in lines.iter().map(|line| line.to_string()).chain([format!("guess {guess}")]) {
            let [ours, theirs] = [0, 1].map(|twin| act(&*twins[twin].next, &line));
            match (ours, theirs) {
                (Err(ours), Err(theirs)) => assert_eq!(ours, theirs),
                (Ok(ours), Ok(theirs)) => twins = [ours, theirs],
                _ => panic!("“{line}” is accepted by only one of {words:?}"),
            }
        }
        let over = twins.iter().any(|twin| twin.next.outcome().is_some());
        if over || !alike(&guess) {
            return guesses;
        }
    }
}

#[test]
fn two_hidden_words_look_the_same_until_the_marks_differ() {
    let mut chance = Chance::new(2, 2);
    let mut lengths = [0; 4];
    for length in 4..=8 {
        for pair in 0..PAIRS {
            let marking = if pair % 2 == 0 { Marking::Lenient } else { Marking::Strict };
            let setup =
                Setup { length, marking, hard: pair % 3 == 0, tries: 5, ..Setup::default() };
            let guesses = play(&setup, &mut chance);
            lengths[guesses.min(3)] += 1;
        }
    }
    // The number of pairs that were equal for 0, 1, 2 and more guesses, to be sure that enough was compared.
    assert!(lengths.iter().all(|&count| count > 100), "{lengths:?}");
}
