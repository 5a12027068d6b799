//! Removing, undoing and redoing.

use super::*;

#[test]
fn changes_can_be_undone_and_redone() {
    let mut bench = Bench::open(&sized(8, 8));
    for (line, text) in [
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        (
            "remove Aa H",
            "No word starts at Aa and runs across; type the position of its first letter.",
        ),
    ] {
        let refusal = bench.refused(line);
        assert_eq!((refusal.code.as_str(), refusal.text.as_str()), ("builder.none", text));
    }
    bench.play(&["put Cc H CAT", "put Cc V COW", "put Ce V TOY"]);
    let full = bench.view();
    bench.play(&["remove Cc V"]);
    assert_eq!(bench.words(), ["CAT", "TOY"]);
    assert_eq!(bench.view().letters[2], "..CAT...");
    bench.play(&["undo"]);
    // It is back in its place, not at the end.
    assert_eq!(bench.words(), ["CAT", "COW", "TOY"]);
    assert_eq!(bench.view(), View { can_redo: true, ..full });
    bench.play(&["undo", "undo", "undo"]);
    assert_eq!((bench.words().len(), bench.view().can_undo), (0, false));
    bench.play(&["redo", "redo"]);
    assert_eq!(bench.words(), ["CAT", "COW"]);
    // After a new word, nothing can be redone.
    bench.play(&["put Ae V HAT"]);
    assert_eq!(bench.refused("redo").code, "builder.none");
    assert_eq!(bench.words(), ["CAT", "COW", "HAT"]);
}

#[test]
fn undoing_everything_leads_back_to_the_start() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed, 3);
        let from = (seed % 2 == 0).then(|| EXAMPLE.to_owned());
        let mut game =
            Match::<Builder>::open(&Setup { from, ..sized(9, 9) }, 1, seed, english()).unwrap().0;
        let start = game.view(Viewer::Public);
        for _ in 0..20 {
            let words = game.view(Viewer::Public).words;
            let action = match (chance.below(4), chance.pick(&words)) {
                (0, Some(word)) => Action::Remove(word.at, word.dir),
                (1, _) => Action::Undo,
                (2, _) => Action::Redo,
                _ => Action::Fill(1 + chance.below(3) as u16),
            };
            let _ = game.act(Seat(0), action);
        }
        let end = game.view(Viewer::Public);
        let all = |game: &mut Match<Builder>, action: Action| {
            let mut steps = 0;
            while game.act(Seat(0), action.clone()).is_ok() {
                steps += 1;
            }
            steps
        };
        let undone = all(&mut game, Action::Redo);
        all(&mut game, Action::Undo);
        let view = game.view(Viewer::Public);
        assert_eq!((&view.words, &view.letters), (&start.words, &start.letters));
        let steps = all(&mut game, Action::Redo);
        (0..undone).for_each(|_| drop(game.act(Seat(0), Action::Undo)));
        assert!(steps >= undone);
        assert_eq!(game.view(Viewer::Public), end);
    }
}
