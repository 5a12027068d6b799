//! Twins: two matches that differ only in hands and letters still to come have equal views and narration.

use super::*;

struct Twins(TestMatch, TestMatch);

impl Twins {
    fn open(one: &[(&str, &str)], two: &[(&str, &str)]) -> Twins {
        let conceal = |setup: &[(&str, &str)]| {
            let given: Vec<_> = setup.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
            serde_json::to_string(&HAND.read(&given).unwrap().concealed()).unwrap()
        };
        assert_eq!(conceal(one), conceal(two));
        let twins = Twins(TestMatch::open(one), TestMatch::open(two));
        twins.compare("the deal");
        twins
    }

    /// Enters a line in both, and compares narration and views.
    fn enter(&mut self, line: &str) {
        let narration = [self.0.enter(line), self.1.enter(line)];
        assert_eq!(narration[0], narration[1], "{line}");
        self.compare(line);
    }

    fn leave(&mut self) {
        assert_eq!(self.0.leave(), self.1.leave());
        self.compare("leaving");
    }

    fn compare(&self, when: &str) {
        assert_eq!(visible(&self.0), visible(&self.1), "after {when}");
    }

    fn differ(&self) -> bool {
        visible(&self.0) != visible(&self.1)
    }
}

/// Everything that a viewer can learn about a match, as text.
fn visible(game: &TestMatch) -> Vec<String> {
    let game = &game.current;
    let mut seen = Vec::new();
    for viewer in Viewer::all(1) {
        seen.push(game.view(viewer).get().to_owned());
        seen.push(serde_json::to_string(&game.scene(viewer).by_seat()).unwrap());
    }
    seen.push(game.progress(Seat(0)));
    seen.push(format!("{:?}", game.outcome()));
    seen.push(format!("{:?}", game.preview(Seat(0), "play quiz")));
    for line in ["swap a", "swap q", "keep", "play", "done", "replay", "next", "junk"] {
        let refusal = game.act(Seat(0), line).err();
        seen.push(format!("{refusal:?}"));
    }
    if game.outcome().is_none() {
        seen.push(format!("{:?}", game.hint(Seat(0), Default::default())));
        for bot in HAND.bots() {
            seen.push(format!("{:?}", game.bot(Seat(0), bot, Default::default())));
        }
    }
    seen
}

#[test]
fn the_next_hand_is_hidden_until_it_starts() {
    let one = [("deals", "ajef*rx:aci*prt:cat"), ("swaps", "o")];
    let two = [("deals", "ajef*rx:zz:dd*loutdd*lout"), ("swaps", "o")];
    let mut twins = Twins::open(&one, &two);
    for line in ["swap e", "play jar", "play xx", "done", "replay", "play f*x"] {
        twins.enter(line);
    }
    // The hand is settled, so the next one becomes visible.
    let narration = [twins.0.enter("done"), twins.1.enter("done")];
    assert_eq!(narration[0], narration[1]);
    assert!(twins.differ());

    let mut twins = Twins::open(&one, &two);
    twins.enter("keep");
    twins.leave();
}

#[test]
fn the_hand_after_next_is_hidden_too() {
    let one = [("deals", "cat:dog:aci*prt")];
    let two = [("deals", "cat:dog:zz")];
    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "done", "next", "keep", "play do", "done"] {
        twins.enter(line);
    }
    twins.leave();
}

#[test]
fn the_letter_that_a_swap_brings_in_is_hidden_before_the_swap() {
    let one = [("deals", "dd*lout:cat"), ("swaps", "ae")];
    let two = [("deals", "dd*lout:cat"), ("swaps", "qx")];
    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "play out", "done", "replay", "done"] {
        twins.enter(line);
    }
    twins.0.enter("swap c");
    twins.1.enter("swap c");
    assert!(twins.differ());
    assert_eq!((twins.0.field("hand"), twins.1.field("hand")), ("eat".into(), "qat".into()));

    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "done", "next", "keep"] {
        twins.enter(line);
    }
    twins.leave();
}
