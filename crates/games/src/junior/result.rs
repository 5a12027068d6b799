//! The result of a match: the winners, the table of places, the closing sentence.

use super::FinalPlace;
use engine::{Seat, Seats, mention_all};

const LABELS: [&str; 4] = ["1st", "2nd", "3rd", "4th"];

/// The seats with the most points among those that haven't left.
pub(super) fn winners(scores: &[i64], here: Seats) -> Vec<Seat> {
    let score = |seat: &Seat| scores.get(seat.index()).copied();
    let most = here.iter().filter_map(|seat| score(&seat)).max();
    here.iter().filter(|seat| score(seat) == most).collect()
}

/// The final table: most points first, ties in seat order, seats that left at the end. A row has no label if
/// its score equals that of the row above, or if its seat left.
pub(super) fn places(scores: &[i64], here: Seats) -> Vec<FinalPlace> {
    let mut rows: Vec<(Seat, i64)> = (0..).map(Seat).zip(scores.iter().copied()).collect();
    rows.sort_by_key(|&(seat, score)| (!here.has(seat), -score));
    let mut above = None;
    let labels = LABELS.iter().chain(std::iter::repeat(&""));
    let place = |((seat, score), label): ((Seat, i64), &&str)| {
        let tied = above.replace(score) == Some(score);
        let label = if tied || !here.has(seat) { "" } else { label };
        FinalPlace { label: label.to_owned(), seat, score }
    };
    rows.into_iter().zip(labels).map(place).collect()
}

/// The closing sentence, such as `Ann wins.`
pub(super) fn closing(winners: &[Seat], seats: usize) -> String {
    let tied = match winners {
        [] => return "Nobody wins.".into(),
        [_] => return format!("{} wins.", mention_all(winners)),
        all if all.len() == seats && seats == 2 => "Both players".into(),
        all if all.len() == seats => "All players".into(),
        several => mention_all(several),
    };
    format!("{tied} tied for first place.")
}
