//! The golden matches: each file is a story, and its last line is checked.

use super::*;
use engine::Play;

#[test]
fn the_golden_matches_end_as_they_say() {
    for (name, text) in [
        ("classic", include_str!("../plays/classic.play")),
        ("corner", include_str!("../plays/corner.play")),
        ("eaten", include_str!("../plays/eaten.play")),
        ("fell", include_str!("../plays/fell.play")),
        ("gave_up", include_str!("../plays/gave_up.play")),
        ("homesick", include_str!("../plays/homesick.play")),
        ("reasoned", include_str!("../plays/reasoned.play")),
    ] {
        let play: Play = text.parse().unwrap();
        assert!(play.scores.is_some(), "{name} says how it ends");
        if let Err(error) = play.run(crate::GAMES, WORDS.clone()) {
            panic!("{name}: {error}");
        }
    }
}
