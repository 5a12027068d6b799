//! Twins: two matches that differ only in what is hidden. They must look and sound the same, to the
//! byte, until a guess or a revealed cell tells them apart.

use super::*;
use crate::wizards::generate;
use crate::wizards::pool::Pool;
use engine::any::Json;
use engine::{AnyGame, AnyMatch, Budget, Chance, Erased, Settings, Step};

/// Opens a match from a log whose deal has these words.
fn opened(settings: &Settings, letters: Short, words: &[Placed]) -> Step {
    let dealt = Event::Dealt { letters, words: words.to_vec() };
    let dealt: Json = serde_json::value::to_raw_value(&dealt).unwrap();
    Erased::<Wizards>::new().restore(settings, 1, 9, english(), &[dealt]).unwrap()
}

/// All that leaves the house about a match, apart from what is said.
fn seen(game: &dyn AnyMatch) -> String {
    let mut all = String::new();
    for viewer in Viewer::all(1) {
        all += game.view(viewer).get();
        all += &serde_json::to_string(&game.scene(viewer)).unwrap();
    }
    all += &game.progress(Seat(0));
    all += &serde_json::to_string(&game.hint(Seat(0), Budget::default())).unwrap();
    for bot in ["random", "sensible"] {
        all += &game.bot(Seat(0), bot, Budget::default()).unwrap();
    }
    for typed in ["guess go", "guess age", "guess zzz"] {
        all += &game.preview(Seat(0), typed).concat();
    }
    all
}

fn narration(step: &Step) -> Vec<String> {
    Viewer::all(1)
        .flat_map(|viewer| step.narration.for_viewer(viewer).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Swaps the words of two places.
fn swapped(words: &[Placed], a: usize, b: usize) -> Vec<Placed> {
    let mut twin = words.to_vec();
    (twin[a].word, twin[b].word) = (words[b].word, words[a].word);
    twin
}

#[test]
fn two_swapped_words_look_the_same_until_one_is_guessed() {
    let ours = goalie();
    let at = |word| ours.iter().position(|placed| placed.word == short(word)).unwrap();
    // Both are crossed at their g, and nowhere else.
    let theirs = swapped(&ours, at("ego"), at("age"));
    assert_eq!(crate::wizards::check::check(&theirs), Ok(()));

    let game = Erased::<Wizards>::new();
    let given =
        [("bonus".to_string(), "true".to_string()), ("main".to_string(), "goalie".to_string())];
    let settings = game.read(&given).unwrap();
    let (mut one, mut two) =
        (opened(&settings, short("geaoil"), &ours), opened(&settings, short("geaoil"), &theirs));
    let concealed = serde_json::to_string(&settings.concealed()).unwrap();
    assert_eq!(concealed, r#"{"level":"scholar","bonus":true,"main":"hidden"}"#);

    let lines = [
        "guess goal",
        "shuffle",
        "guess gaol",
        "guess zebra",
        "guess gel",
        "guess goalie",
        "guess lag",
        "shuffle",
        "guess gee",
        "guess goal",
    ];
    for line in lines {
        assert_eq!(narration(&one), narration(&two), "before {line}");
        assert_eq!(seen(&*one.next), seen(&*two.next), "before {line}");
        (one, two) = (one.next.act(Seat(0), line).unwrap(), two.next.act(Seat(0), line).unwrap());
    }
    // What is refused is refused alike.
    for line in ["guess gaol", "guess", "peek"] {
        let refusal = |step: &Step| step.next.act(Seat(0), line).err().unwrap();
        assert_eq!(refusal(&one), refusal(&two));
    }
    (one, two) =
        (one.next.act(Seat(0), "guess ego").unwrap(), two.next.act(Seat(0), "guess ego").unwrap());
    assert_eq!(narration(&one), narration(&two), "right in both");
    assert_ne!(one.next.view(Viewer::Public).get(), two.next.view(Viewer::Public).get());
}

/// In which places could these two words be exchanged, without any other changing?
fn exchangeable(words: &[Placed], a: usize, b: usize) -> bool {
    let (one, two) = (&words[a], &words[b]);
    let crossed =
        |cell| words.iter().filter(|placed| placed.cells().any(|c| c == cell)).count() > 1;
    let free = |placed: &Placed, word: Short| {
        placed
            .cells()
            .zip(placed.word.bytes().iter().zip(word.bytes()))
            .all(|(cell, (old, new))| old == new || !crossed(cell))
    };
    one.word.len() == two.word.len() && free(one, two.word) && free(two, one.word)
}

/// Many twins out of the generator, each played by a bot until something tells them apart.
#[test]
fn all_twins_of_many_grids_look_the_same() {
    let settings = Erased::<Wizards>::new().read(&[]).unwrap();
    let (mut twins, mut moves) = (0, 0);
    for seed in 0..60 {
        let ours = generate::deal(Pool::builtin(), &mut Chance::new(seed, 0)).unwrap();
        let letters = ours[0].word.sorted();
        let pairs = (1..21).flat_map(|a| (a + 1..21).map(move |b| (a, b)));
        for (a, b) in pairs.filter(|(a, b)| exchangeable(&ours, *a, *b)).take(2) {
            let theirs = swapped(&ours, a, b);
            let (mut one, mut two) =
                (opened(&settings, letters, &ours), opened(&settings, letters, &theirs));
            let secrets = [ours[a].word.to_string(), ours[b].word.to_string()];
            let bot = ["random", "sensible"][seed as usize % 2];
            twins += 1;
            loop {
                assert_eq!(narration(&one), narration(&two));
                assert_eq!(seen(&*one.next), seen(&*two.next));
                let line = one.next.bot(Seat(0), bot, Budget::default()).unwrap();
                let line = if moves % 7 == 3 { "shuffle".to_owned() } else { line };
                if secrets.iter().any(|word| line.ends_with(word)) || line == "reveal" {
                    break;
                }
                (one, two) =
                    (one.next.act(Seat(0), &line).unwrap(), two.next.act(Seat(0), &line).unwrap());
                moves += 1;
                if one.next.outcome().is_some() {
                    break;
                }
            }
        }
    }
    assert!(twins > 40 && moves > 150, "only {twins} twins and {moves} moves");
}
