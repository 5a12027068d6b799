//! The manuals of all games in a terminal.

use engine::manual::{self, TextStyle};
use engine::{markdown, text};

#[test]
fn manuals_fit_and_have_no_marks_left() {
    for game in games::GAMES {
        let blocks = markdown::blocks(&game.info().terminal_manual());
        for width in [40, 80] {
            for line in manual::lines(&blocks, Some(width)) {
                let example = line.iter().any(|(_, style)| *style == TextStyle::Example);
                let line: String = line.into_iter().map(|(text, _)| text).collect();
                assert!(example || text::width(&line) <= width, "{line}");
                assert!(
                    example || !line.contains(['`', '|', '#']) && !line.contains("**"),
                    "{line}"
                );
            }
        }
    }
}
