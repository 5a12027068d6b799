//! Hand: later hands and the letters that a swap would bring are secret.

use super::*;

/// What a player may know: the state of the game, derived only from the lines typed.
struct Oracle {
    dealt: String,
    held: String,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    Swap,
    First,
    Again,
    Second,
    /// The next hand is visible.
    Next,
}

impl Oracle {
    fn new(hand: &str) -> Oracle {
        Oracle { dealt: hand.into(), held: hand.into(), stage: Stage::Swap }
    }

    fn act(&mut self, line: &str) {
        self.stage = match (self.stage, line) {
            (Stage::Swap, "keep") => Stage::First,
            (Stage::First, "done") => Stage::Again,
            (Stage::Again, "replay") => {
                self.held.clone_from(&self.dealt);
                Stage::Second
            }
            (Stage::Again, "next") | (Stage::Second, "done") => Stage::Next,
            (stage @ (Stage::First | Stage::Second), line) if line.starts_with("play ") => {
                for letter in line["play ".len()..].chars() {
                    if let Some(at) = self.held.find(letter) {
                        self.held.remove(at);
                    }
                }
                match (self.held.is_empty(), stage) {
                    (false, stage) => stage,
                    (true, Stage::First) => Stage::Again,
                    (true, _) => Stage::Next,
                }
            }
            (stage, _) => stage,
        };
    }
}

fn hand(chance: &mut Chance) -> String {
    const LETTERS: &[u8] = b"aaeeiioubcdfglmnnprrsstt";
    let mut hand: Vec<u8> =
        (0..3 + chance.below(4)).map(|_| *chance.pick(LETTERS).unwrap()).collect();
    hand.push(b'*');
    // Equal letters are side by side, as in a hand that is shown.
    hand.sort_unstable();
    String::from_utf8(hand).unwrap()
}

fn line(chance: &mut Chance, dealt: &str) -> String {
    match chance.below(30) {
        0..=2 => "done".into(),
        3..=5 => "replay".into(),
        6 => "keep".into(),
        7 => "/hint".into(),
        8 => "play".into(),
        _ => {
            let mut letters: Vec<char> = dealt.chars().chain(['e', 'z']).collect();
            chance.shuffle(&mut letters);
            let many = 1 + chance.index(4);
            format!("play {}", letters.into_iter().take(many).collect::<String>())
        }
    }
}

#[test]
fn twins_look_alike_until_the_next_hand() {
    let (mut long, mut told_apart) = (0, 0);
    for seed in 0..many(800) {
        let mut chance = Chance::new(seed, 3);
        let first = hand(&mut chance);
        let twins = [0, 1].map(|twin| {
            // Either fixed hands that differ, or only different seeds.
            let deals = match seed % 2 {
                0 => format!("{first}:{}", hand(&mut chance)),
                _ => first.clone(),
            };
            let swaps = *chance.pick(&["bcd", "xyz", "kvw"]).unwrap();
            let set = [("deals", deals.as_str()), ("hands", "3"), ("swaps", swaps)];
            start("hand", &set, seed + 10_000 * twin)
        });
        let mut oracle = Oracle::new(&first);
        let mut lines: Vec<String> = (0..12).map(|_| line(&mut chance, &first)).collect();
        lines.insert(1, "keep".into());
        // Hints about swaps are slow, so there are only a few.
        if seed % 100 < 2 {
            lines.insert(0, "/hint".into());
        }
        lines.push("next".into());
        let alike = lines.iter().position(|line| {
            oracle.act(line);
            oracle.stage == Stage::Next
        });
        long += usize::from(alike.is_none_or(|alike| alike > 6));
        let blocks = alike.map_or(lines.len() + 1, |last| last + 1);
        compare(&twins[0], &twins[1], &lines, blocks);
        if let Some(last) = alike {
            let answer = |start| piped(start, PipeViewer::Acting, &lines[..=last]).pop();
            told_apart += usize::from(answer(&twins[0]) != answer(&twins[1]));
        }
    }
    assert!(long > 200, "only {long} pairs stayed alike for six lines");
    assert!(told_apart > 100, "only {told_apart} next hands differed");
}
