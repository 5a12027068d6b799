//! Twins: two games that differ only in what is still to come look and sound the same.

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

    /// Says the same to both, and gives what was said if it was the same.
    fn say(&mut self, line: &str) {
        let said = [self.0.say(line), self.1.say(line)];
        assert_eq!(said[0], said[1], "{line}");
        self.compare(line);
    }

    fn leave(&mut self) {
        assert_eq!(self.0.leave(), self.1.leave());
        self.compare("leaving");
    }

    fn compare(&self, when: &str) {
        assert_eq!(look(&self.0), look(&self.1), "after {when}");
    }

    fn differ(&self) -> bool {
        look(&self.0) != look(&self.1)
    }
}

/// Everything that can be had from a match, as text.
fn look(table: &TestMatch) -> Vec<String> {
    let game = &table.game;
    let mut seen = Vec::new();
    for viewer in Viewer::all(1) {
        seen.push(game.view(viewer).get().to_owned());
        seen.push(serde_json::to_string(&game.scene(viewer)).unwrap());
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
fn later_hands_do_not_show_before_their_time() {
    let one = [("deals", "ajef*rx:aci*prt:cat"), ("swaps", "o")];
    let two = [("deals", "ajef*rx:zz:dd*loutdd*lout"), ("swaps", "o")];
    let mut twins = Twins::open(&one, &two);
    for line in ["swap e", "play jar", "play xx", "done", "replay", "play f*x"] {
        twins.say(line);
    }
    // The hand is settled: only now does the second one show.
    let said = [twins.0.say("done"), twins.1.say("done")];
    assert_eq!(said[0], said[1]);
    assert!(twins.differ());

    let mut twins = Twins::open(&one, &two);
    twins.say("keep");
    twins.leave();
}

#[test]
fn the_hand_after_next_does_not_show_either() {
    let one = [("deals", "cat:dog:aci*prt")];
    let two = [("deals", "cat:dog:zz")];
    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "done", "next", "keep", "play do", "done"] {
        twins.say(line);
    }
    twins.leave();
}

#[test]
fn what_a_substitution_brings_does_not_show_before_it() {
    let one = [("deals", "dd*lout:cat"), ("swaps", "ae")];
    let two = [("deals", "dd*lout:cat"), ("swaps", "qx")];
    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "play out", "done", "replay", "done"] {
        twins.say(line);
    }
    twins.0.say("swap c");
    twins.1.say("swap c");
    assert!(twins.differ());
    assert_eq!((twins.0.see("hand"), twins.1.see("hand")), ("eat".into(), "qat".into()));

    let mut twins = Twins::open(&one, &two);
    for line in ["keep", "done", "next", "keep"] {
        twins.say(line);
    }
    twins.leave();
}
