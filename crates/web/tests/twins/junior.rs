//! Junior with hidden racks: the rack of the other seat and the order of the tiles in the bag are secret.

use super::*;

/// A board without crossings, so that the letters that can be covered are easy to find.
const WORDS: [&str; 4] = ["HOLIDAY", "KITCHEN", "RAINBOW", "PENGUIN"];
const BOARD: &str = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW GaHPENGUIN";

/// A simple version of the rules on this board, for a fixed order of draws.
struct Oracle {
    script: Vec<char>,
    drawn: usize,
    racks: [Vec<char>; 2],
    covered: [usize; 4],
    seat: usize,
    moves: usize,
}

impl Oracle {
    fn new(script: &[char]) -> Oracle {
        let racks = [script[..7].to_vec(), script[7..14].to_vec()];
        Oracle { script: script.to_vec(), drawn: 14, racks, covered: [0; 4], seat: 0, moves: 2 }
    }

    /// The words whose next letter is among these tiles.
    fn open(&self, covered: [usize; 4], rack: &[char]) -> Vec<usize> {
        let next = |word: usize| WORDS[word].chars().nth(covered[word]);
        (0..4).filter(|&word| next(word).is_some_and(|letter| rack.contains(&letter))).collect()
    }

    fn after(&self, word: usize) -> ([usize; 4], Vec<char>) {
        let mut covered = self.covered;
        let letter = WORDS[word].chars().nth(covered[word]).unwrap();
        covered[word] += 1;
        let mut rack = self.racks[self.seat].clone();
        rack.remove(rack.iter().position(|&tile| tile == letter).unwrap());
        (covered, rack)
    }

    fn legal(&self) -> Vec<usize> {
        let legal = self.open(self.covered, &self.racks[self.seat]);
        let two = |word: &usize| {
            let (covered, rack) = self.after(*word);
            !self.open(covered, &rack).is_empty()
        };
        match legal.iter().copied().filter(two).collect::<Vec<_>>() {
            both if self.moves == 2 && !both.is_empty() => both,
            _ => legal,
        }
    }

    fn place(&mut self, word: usize) {
        (self.covered, self.racks[self.seat]) = self.after(word);
        self.moves -= 1;
        if self.moves == 0 || self.legal().is_empty() {
            self.end_turn();
        }
    }

    fn swap(&mut self, tiles: [char; 2]) {
        let rack = &mut self.racks[self.seat];
        for tile in tiles {
            rack.remove(rack.iter().position(|&held| held == tile).unwrap());
        }
        rack.extend(self.script.iter().skip(self.drawn).take(2));
        self.drawn += 2;
        self.end_turn();
    }

    fn end_turn(&mut self) {
        let rack = &mut self.racks[self.seat];
        let wanted = 7 - rack.len();
        rack.extend(self.script.iter().skip(self.drawn).take(wanted));
        self.drawn += wanted;
        self.seat = 1 - self.seat;
        self.moves = 2;
    }

    /// What seat 0 knows: its own tiles and the covered letters.
    fn known(&self) -> String {
        format!("{:?} {:?} {} {}", self.racks[0], self.covered, self.seat, self.moves)
    }
}

#[test]
fn twins_look_alike_until_a_turn_tells_them_apart() {
    let (mut long, mut swapped) = (0, 0);
    for seed in 0..many(600) {
        let mut chance = Chance::new(seed, 4);
        let mut tiles: Vec<char> = WORDS.concat().chars().collect();
        chance.shuffle(&mut tiles);
        // Swaps a tile of the other rack with one in the bag, or two in the bag.
        let mut other = tiles.clone();
        let from = if seed % 3 == 0 { 14 } else { 7 };
        other.swap(from + chance.index(7), 18 + chance.index(10));
        let scripts = [&tiles, &other];
        let twins = scripts.map(|script| {
            let script: String = script.iter().collect();
            start("junior", &[("board", BOARD), ("racks", "hidden"), ("draws", &script)], seed)
        });
        let mut oracles = scripts.map(|script| Oracle::new(script));
        let mut lines: Vec<String> = Vec::new();
        // The oracle can follow the game only while tiles are drawn in the fixed order.
        while oracles[0].known() == oracles[1].known() && oracles[0].drawn <= 21 {
            let seat = oracles[0].seat;
            if seat == 0 && seed % 4 == 0 {
                lines.extend(
                    ["0: /hint", "0: place Bb", "0: swap QQ", "1: place Aa"].map(String::from),
                );
            }
            let [one, two] = oracles.each_ref().map(Oracle::legal);
            let both: Vec<usize> = one.iter().copied().filter(|word| two.contains(word)).collect();
            match chance.pick(&both).copied() {
                Some(word) => {
                    let (row, col) = ((b'A' + 2 * word as u8) as char, oracles[0].covered[word]);
                    lines.push(format!("{seat}: place {row}{}", (b'a' + col as u8) as char));
                    oracles.iter_mut().for_each(|oracle| oracle.place(word));
                }
                None if one.is_empty() && two.is_empty() => {
                    let theirs = &oracles[1].racks[seat];
                    let shared = |tile: &&char| theirs.contains(tile);
                    let mut tiles = oracles[0].racks[seat].iter().filter(shared);
                    let (Some(&a), Some(&b)) = (tiles.next(), tiles.next()) else { break };
                    if a == b {
                        break;
                    }
                    lines.push(format!("{seat}: swap {a}{b}"));
                    swapped += 1;
                    oracles.iter_mut().for_each(|oracle| oracle.swap([a, b]));
                }
                None => break,
            }
        }
        // The last line shows a difference, unless the loop ended for another reason.
        let apart = oracles[0].known() != oracles[1].known();
        let alike = lines.len() + usize::from(!apart);
        long += usize::from(alike > 4);
        compare(&twins[0], &twins[1], &lines, alike);
    }
    assert!(long > 100, "only {long} pairs stayed alike for four lines");
    assert!(swapped > 10, "only {swapped} exchanges");
}

#[test]
fn a_rack_that_one_seat_cannot_see_is_visible_to_the_other() {
    let [one, two] =
        ["HOLIDAYKITCHENRAINBOWPENGUIN", "HOLIDAYKITCHEWRAINBONPENGUIN"].map(|script| {
            start("junior", &[("board", BOARD), ("racks", "hidden"), ("draws", script)], 1)
        });
    compare(&one, &two, &[], 1);
    let viewer = PipeViewer::Fixed(Viewer::Seat(Seat(1)));
    assert_ne!(piped(&one, viewer, &[]), piped(&two, viewer, &[]));
}
