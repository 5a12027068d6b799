//! The text that players share: the result and the marks, without any letters.

use super::{Mark, MarkedGuess, Status, View, day};

/// The text to share when a match is over. It identifies a daily by its number, counted from 1, and any other match by
/// its ticket. `high_contrast` uses orange and blue instead of green and yellow.
pub fn share(view: &View, ticket: &str, high_contrast: bool) -> String {
    let number = view.day.as_deref().and_then(|day| day::number(day).ok());
    let name = number.map_or_else(|| ticket.to_owned(), |number| (number + 1).to_string());
    let attempts = match view.status {
        Status::Won => view.guesses.len().to_string(),
        Status::Playing | Status::Lost => "X".to_owned(),
    };
    let star = if view.hard { "*" } else { "" };
    let mut text = format!("Lexicade Wordle {name} {attempts}/{}{star}", view.tries);
    // A player who gives up before the first guess has no rows; then the first line is all.
    let mut gap = "\n\n";
    for row in &view.guesses {
        text.push_str(gap);
        text.extend(squares(row, high_contrast));
        gap = "\n";
    }
    text
}

fn squares(row: &MarkedGuess, high_contrast: bool) -> impl Iterator<Item = &'static str> {
    row.marks.iter().map(move |mark| match (mark, high_contrast) {
        (Mark::Correct, false) => "🟩",
        (Mark::Correct, true) => "🟧",
        (Mark::Elsewhere, false) => "🟨",
        (Mark::Elsewhere, true) => "🟦",
        (Mark::Absent, _) => "⬜\u{fe0f}",
    })
}
