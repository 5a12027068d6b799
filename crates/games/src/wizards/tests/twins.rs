//! Twins: two matches that differ only in hidden words. Views and narration must be equal, byte for byte, until a
//! guess or a revealed cell shows the difference.

use super::*;
use crate::wizards::generate;
use crate::wizards::pool::Pool;
use engine::any::Json;
use engine::{AnyGame, AnyMatch, Budget, Chance, Erased, Settings, Step};

/// Restores a match from a log that dealt these words.
fn opened(settings: &Settings, letters: Short, words: &[Placed]) -> Step {
    let dealt = Event::Dealt { letters, words: words.to_vec() };
    let dealt: Json = serde_json::value::to_raw_value(&dealt).unwrap();
    Erased::<Wizards>::new().restore(settings, 1, 9, english(), &[dealt]).unwrap()
}

/// Everything that a viewer can learn about a match, except the narration.
fn visible(game: &dyn AnyMatch) -> String {
    let mut all = String::new();
    for viewer in Viewer::all(1) {
        all += game.view(viewer).get();
        all += &serde_json::to_string(&game.scene(viewer).by_seat()).unwrap();
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
        .flat_map(|viewer| {
            step.narration.for_viewer(viewer).map(|said| said.by_seat()).collect::<Vec<_>>()
        })
        .collect()
}

/// Swaps the positions of two words.
fn swapped(words: &[Placed], a: usize, b: usize) -> Vec<Placed> {
    let mut twin = words.to_vec();
    (twin[a].word, twin[b].word) = (words[b].word, words[a].word);
    twin
}

#[test]
fn two_swapped_words_look_the_same_until_one_is_guessed() {
    let ours = goalie();
    let at = |word| ours.iter().position(|placed| placed.word == short(word)).unwrap();
    // Both are crossed only at their g.
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
        assert_eq!(visible(&*one.next), visible(&*two.next), "before {line}");
        (one, two) = (one.next.act(Seat(0), line).unwrap(), two.next.act(Seat(0), line).unwrap());
    }
    // Refusals are equal, too.
    for line in ["guess gaol", "guess", "peek"] {
        let refusal = |step: &Step| step.next.act(Seat(0), line).err().unwrap();
        assert_eq!(refusal(&one), refusal(&two));
    }
    (one, two) =
        (one.next.act(Seat(0), "guess ego").unwrap(), two.next.act(Seat(0), "guess ego").unwrap());
    assert_eq!(narration(&one), narration(&two), "right in both");
    assert_ne!(one.next.view(Viewer::Public).get(), two.next.view(Viewer::Public).get());
}

/// Whether two words can be exchanged without changing any other word.
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

/// Generates many twins, and lets a bot play each pair until a move shows the difference.
#[test]
fn generated_twins_look_the_same() {
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
                assert_eq!(visible(&*one.next), visible(&*two.next));
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
