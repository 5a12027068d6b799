//! Twins: two matches with hidden racks that differ only in what a viewer may not know must produce the same
//! output for that viewer, byte for byte, until the rules reveal the difference.

use super::*;
use engine::{AnyMatch, Budget, Chance, Settings};

struct Twin {
    settings: Settings,
    game: Arc<dyn AnyMatch>,
    said: engine::Narration,
}

impl Twin {
    fn open(board: &str, draws: &str, racks: Racks, seats: u8, seed: u64) -> Twin {
        let setup = Setup { racks, ..setup(board, draws) };
        let settings = Settings::of(&setup).unwrap();
        let step = JUNIOR.open(&settings, seats, seed, words()).unwrap();
        Twin { settings, game: step.next, said: step.narration }
    }

    fn act(&mut self, seat: Seat, line: &str) -> Result<(), Refusal> {
        let step = self.game.act(seat, line)?;
        (self.game, self.said) = (step.next, step.narration);
        Ok(())
    }

    /// Everything that reaches a viewer.
    fn seen_by(&self, viewer: Viewer) -> String {
        let scene = serde_json::to_string(&self.game.scene(viewer).by_seat()).unwrap();
        let said: Vec<String> = self.said.for_viewer(viewer).map(|said| said.by_seat()).collect();
        let settings = serde_json::to_string(&self.settings.concealed()).unwrap();
        let progress = viewer.seat().map(|seat| self.game.progress(seat));
        let suggestions = viewer.seat().filter(|&seat| self.game.to_act().has(seat)).map(|seat| {
            let bot = |name| self.game.bot(seat, name, Budget::default());
            (self.game.hint(seat, Budget::default()), bot("random"), bot("sensible"))
        });
        format!(
            "{}\n{scene}\n{said:?}\n{settings}\n{progress:?}\n{suggestions:?}",
            self.game.view(viewer)
        )
    }

    /// What everyone knows after a step: the acting seat, the moves left, the points, the status.
    fn known(&self) -> String {
        let view = json(&*self.game, Viewer::Public);
        format!("{} {} {} {}", view["seat"], view["moves_left"], view["scores"], view["status"])
    }
}

/// Plays pairs of matches whose scripts differ in two tiles that seat 0 has never had: one on the rack of
/// seat 1, one in the pool. Returns the number of compared steps, and the first difference.
fn compare(racks: Racks, viewer: Viewer) -> (usize, Option<String>) {
    let board = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW GaHPENGUIN";
    let mut letters: Vec<char> =
        board.split(' ').skip(1).flat_map(|word| word[3..].chars()).collect();
    let mut compared = 0;
    for seed in 0..300 {
        let mut chance = Chance::new(seed, 5);
        chance.shuffle(&mut letters);
        let mut other = letters.clone();
        other.swap(7 + chance.index(7), 14 + chance.index(14));
        if other == letters {
            continue;
        }
        let (ours, theirs): (String, String) = (letters.iter().collect(), other.iter().collect());
        let mut ours = Twin::open(board, &ours, racks, 2, seed);
        let mut theirs = Twin::open(board, &theirs, racks, 2, seed);
        for _ in 0..12 {
            // Stop when something public differs, or when seat 0 has drawn a tile that differs.
            let rack = |twin: &Twin| json(&*twin.game, Viewer::Seat(Seat(0)))["racks"][0].clone();
            if ours.known() != theirs.known() || rack(&ours) != rack(&theirs) {
                break;
            }
            let (left, right) = (ours.seen_by(viewer), theirs.seen_by(viewer));
            if left != right {
                return (compared, Some(format!("{left}\n---\n{right}")));
            }
            compared += 1;
            let Some(seat) = ours.game.to_act().iter().next() else { break };
            let line = ours.game.bot(seat, "random", Budget::default()).unwrap();
            if ours.act(seat, &line).is_err() || theirs.act(seat, &line).is_err() {
                break;
            }
        }
    }
    (compared, None)
}

#[test]
fn hidden_racks_and_the_bag_are_hidden() {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let (compared, difference) = compare(Racks::Hidden, viewer);
        assert_eq!(difference, None);
        assert!(compared > 500, "{compared}");
    }
}

#[test]
fn open_racks_and_the_own_rack_are_visible() {
    assert!(compare(Racks::Open, Viewer::Public).1.is_some());
    assert!(compare(Racks::Open, Viewer::Seat(Seat(0))).1.is_some());
    assert!(compare(Racks::Hidden, Viewer::Seat(Seat(1))).1.is_some());
}

#[test]
fn the_tiles_of_an_exchange_stay_hidden() {
    let open = |draws| Twin::open("19x1 AaVDERMATOLOGIST OaVCUPID", draws, Racks::Hidden, 2, 3);
    // Seat 0 exchanges IT for LS, or for EG.
    let (mut ours, mut theirs) = (open("TORMUIT DCDAIPO LSEITG"), open("TORMUIT DCDAIPO EGLSTI"));
    for twin in [&mut ours, &mut theirs] {
        twin.act(Seat(0), "swap IT").unwrap();
    }
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
        assert_eq!(ours.seen_by(viewer), theirs.seen_by(viewer));
    }
    let said: Vec<String> =
        ours.said.for_viewer(Viewer::Public).map(|said| said.by_seat()).collect();
    assert_eq!(said, ["Player 1 exchanges 2 tiles.", "Player 2's turn."]);
    let said: Vec<String> =
        ours.said.for_viewer(Viewer::Seat(Seat(0))).map(|said| said.by_seat()).collect();
    assert_eq!(said[0], "You exchange IT for LS.");
}

#[test]
fn the_options_of_the_acting_seat_stay_hidden_until_the_end() {
    let mut twin =
        Twin::open("19x1 AaVDERMATOLOGIST OaVCUPID", "TORMUIT DCDAIPO", Racks::Hidden, 2, 3);
    let other = json(&*twin.game, Viewer::Seat(Seat(1)));
    assert_eq!(other["racks"], serde_json::json!([7, "DCDAIPO"]));
    assert_eq!(
        (&other["legal"], &other["must"]),
        (&serde_json::json!([]), &serde_json::Value::Null)
    );
    let own = json(&*twin.game, Viewer::Seat(Seat(0)));
    assert_eq!(own["racks"], serde_json::json!(["TORMUIT", 7]));
    assert_eq!(own["must"], "swap2");
    assert_eq!(json(&*twin.game, Viewer::Public)["racks"], serde_json::json!([7, 7]));
    let said: Vec<String> =
        twin.said.for_viewer(Viewer::Seat(Seat(1))).map(|said| said.by_seat()).collect();
    assert_eq!(said.last().unwrap(), "Player 1's turn.");
    twin.game = twin.game.leave(Seat(0)).unwrap().next;
    let over = json(&*twin.game, Viewer::Public);
    assert_eq!(over["racks"], serde_json::json!(["", "DCDAIPO"]));
}
