//! What players read and type.

use super::cover::CoveredBoard;
use super::{Action, Event, Junior, Must, RackView, State, Status, View, result, turn};
use crate::board::At;
use engine::scene::Place;
use engine::{
    Body, Cell, Choice, Cx, Face, Pane, Refusal, Scene, Seat, Seats, Tone, Viewer, mention,
};
use std::collections::BTreeSet;

const RACKS: [&str; 4] = ["rack0", "rack1", "rack2", "rack3"];

impl Face for Junior {
    fn scene(view: &View) -> Scene {
        let mut panes = vec![Pane { id: "board", title: "Board".into(), body: board(view) }];
        for ((seat, id), rack) in (0..).map(Seat).zip(RACKS).zip(&view.racks) {
            if let RackView::Tiles(tiles) = rack {
                let title = format!("{}'s tiles", mention(seat)).into();
                panes.push(Pane { id, title, body: rack_of(view, tiles, view.seat == seat) });
            }
        }
        panes.push(Pane { id: "scores", title: "Points".into(), body: scores(view) });
        panes.push(Pane { id: "covered", title: "Covered".into(), body: meter(view) });
        panes.push(Pane { id: "turn", title: "Turn".into(), body: state_of_turn(view) });
        if let Some(body) = places(view) {
            panes.push(Pane { id: "places", title: "Places".into(), body });
        }
        Scene { panes, choices: choices(view), asks: Vec::new() }
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        let is = |verb: &str, wanted: &str| verb.eq_ignore_ascii_case(wanted);
        let letters =
            |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic());
        let mut words = line.split(' ');
        let action = match (words.next(), words.next(), words.next()) {
            (Some(at), None, None) => at.parse().ok().map(Action::Place),
            (Some(verb), Some(at), None) if is(verb, "place") => at.parse().ok().map(Action::Place),
            (Some(verb), Some(tiles), None) if is(verb, "swap") && letters(tiles) => {
                Some(Action::Swap(tiles.to_ascii_uppercase()))
            }
            _ => None,
        };
        action.ok_or_else(|| {
            let text =
                "Type place and a position, such as place Aa, or swap and tiles, such as swap QZ.";
            Refusal::game("junior.line", text)
        })
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Place(at) => format!("place {at}"),
            Action::Swap(tiles) => format!("swap {tiles}"),
        }
    }

    /// Remarks on the effect of a line that is being typed.
    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        let (Ok(Action::Place(at)), Some(covered)) =
            (Self::parse(view, typed), CoveredBoard::of(view))
        else {
            return Vec::new();
        };
        if view.must.is_none() {
            return Vec::new();
        }
        if !view.legal.contains(&at) {
            let rack = view.acting_rack().unwrap_or("");
            let (board, cover) = (&covered.board, &covered.cover);
            return vec![turn::refusal(board, cover, rack, view.must, &view.legal, at).text];
        }
        let letter = letter(view, at).unwrap_or(' ');
        let mut remark = format!("{letter} fits at {at}.");
        if let Some(words) = covered.completed(at) {
            remark += &format!(" It completes {words}.");
        }
        vec![remark]
    }

    fn progress(view: &View) -> String {
        let letters = view.letters.iter().flat_map(|row| row.chars()).filter(|&c| c != '.');
        format!("{} of {}", view.covered.len(), letters.count())
    }

    fn tell(after: &State, event: &Event, viewer: Viewer) -> Option<String> {
        // “You draw”, “Ann draws”.
        let acts = |seat: Seat, verb: &str| match viewer.is(seat) {
            true => format!("You {verb}"),
            false => format!("{} {verb}s", mention(seat)),
        };
        let tiles = |n: usize| if n == 1 { "1 tile".into() } else { format!("{n} tiles") };
        let sentence = match event {
            Event::Noted { text } => text.clone(),
            Event::Dealt { .. } => {
                format!("Everyone has seven tiles; the bag has {}.", tiles(after.pool.len()))
            }
            Event::Turned { seat } => {
                let turn = match viewer.is(*seat) {
                    true => "Your turn.".to_owned(),
                    false => format!("{}'s turn.", mention(*seat)),
                };
                // What a player must do reveals something about the rack.
                let must =
                    after.may_see(viewer, *seat).then(|| after.must(&after.legal())).flatten();
                match must {
                    Some(Must::Swap2) => {
                        turn + " No move is possible: two tiles must be exchanged."
                    }
                    Some(Must::Swap1) => turn + " No move is possible: one tile must be exchanged.",
                    _ => turn,
                }
            }
            Event::Placed { seat, at, done } => {
                let board = after.board();
                let letter = board.letter(*at).unwrap_or(' ');
                let mut sentence = format!("{} {at} with {letter}.", acts(*seat, "cover"));
                let words: Vec<&str> = done
                    .iter()
                    .filter_map(|&n| Some(board.words().get(usize::from(n))?.text.as_str()))
                    .collect();
                if !words.is_empty() {
                    sentence += &format!(" That completes {}.", words.join(" and "));
                }
                let stuck = after.moves_left == 1 && after.legal().is_empty();
                if stuck && !after.cover.is_whole(board) {
                    sentence += " No second move is possible.";
                }
                sentence
            }
            Event::Swapped { seat, given, drawn } => match after.may_see(viewer, *seat) {
                true => format!("{} {given} for {drawn}.", acts(*seat, "exchange")),
                false => format!("{} {}.", acts(*seat, "exchange"), tiles(given.len())),
            },
            Event::Skipped { seat } => match viewer.is(*seat) {
                true => "You can't do anything; your turn is skipped.".into(),
                false => format!("{} can't do anything and is skipped.", mention(*seat)),
            },
            Event::Refilled { seat, drawn } => match after.may_see(viewer, *seat) {
                true => format!("{} {drawn}.", acts(*seat, "draw")),
                false => format!("{} {}.", acts(*seat, "draw"), tiles(drawn.len())),
            },
            Event::Left { seat } => {
                let whose = if viewer.is(*seat) { "your" } else { "their" };
                format!("{}; {whose} tiles go back into the bag.", acts(*seat, "leave"))
            }
            Event::Ended {} => {
                let winners = result::winners(&after.scores, after.here);
                result::closing(&winners, after.scores.len())
            }
        };
        Some(sentence)
    }
}

/// Covered letters are off, letters that the acting player may cover are good, and letters that are next in
/// a word but need another tile are near.
fn board(view: &View) -> Body {
    let playable = CoveredBoard::of(view).map(|board| board.playable()).unwrap_or_default();
    let cell = |at: At, letter: char| {
        let (tone, word) = match () {
            () if letter == '.' => return Cell::default().named(format!("{at}, empty")),
            () if view.covered.contains(&at) => (Tone::Off, ", covered"),
            () if view.legal.contains(&at) => (Tone::Good, ", can be covered"),
            () if playable.contains(&at) => (Tone::Near, ", next in its word"),
            () => (Tone::Plain, ""),
        };
        Cell::new(letter.to_string(), tone).named(format!("{at}, {letter}{word}"))
    };
    let row = |(row, text): (u8, &String)| {
        (0..).zip(text.chars()).filter_map(|(col, c)| Some(cell(At::new(row, col)?, c))).collect()
    };
    Body::Grid((0..).zip(&view.letters).map(row).collect())
}

fn rack_of(view: &View, tiles: &str, acting: bool) -> Body {
    let wanted: BTreeSet<char> = view.legal.iter().filter_map(|&at| letter(view, at)).collect();
    let cell = |tile: char| match acting && wanted.contains(&tile) {
        true => Cell::new(tile.to_string(), Tone::Good).named(format!("{tile}, can be placed")),
        false => Cell::new(tile.to_string(), Tone::Plain),
    };
    Body::Tiles(vec![tiles.chars().map(cell).collect()])
}

fn scores(view: &View) -> Body {
    let name = |seat: Seat| match view.left.contains(&seat) {
        true => format!("{} (left)", mention(seat)),
        false => mention(seat).to_string(),
    };
    let score = |(seat, &score): (Seat, &i64)| (name(seat).into(), score);
    Body::Scores((0..).map(Seat).zip(&view.scores).map(score).collect())
}

fn meter(view: &View) -> Body {
    let letters = view.letters.iter().flat_map(|row| row.chars()).filter(|&c| c != '.').count();
    Body::Meter { value: view.covered.len() as u32, of: letters as u32 }
}

fn state_of_turn(view: &View) -> Body {
    let pool = match view.pool {
        0 => "The bag is empty.".into(),
        1 => "1 tile is in the bag.".into(),
        n => format!("{n} tiles are in the bag."),
    };
    if view.status == Status::Over {
        return Body::Text(vec!["The match is over.".into(), pool.into()]);
    }
    let player = mention(view.seat);
    let turn = match (view.must, view.moves_left) {
        (Some(Must::Swap2), _) => format!("{player} has no move and must exchange two tiles."),
        (Some(Must::Swap1), _) => format!("{player} has no move and must exchange one tile."),
        (_, 1) => format!("{player}'s turn: 1 move left."),
        (_, n) => format!("{player}'s turn: {n} moves left."),
    };
    Body::Text(vec![turn.into(), pool.into()])
}

/// The final table and the closing sentence, once the match is over.
fn places(view: &View) -> Option<Body> {
    let places = view.places.as_ref()?;
    let mut lines: Vec<_> = places
        .iter()
        .map(|place| format!("{:3}  {}  {}", place.label, mention(place.seat), place.score).into())
        .collect();
    let seats = view.scores.len();
    let here = view.left.iter().fold(Seats::first(seats as u8), |here, &seat| here.without(seat));
    lines.push(result::closing(&result::winners(&view.scores, here), seats).into());
    Some(Body::Text(lines))
}

fn choices(view: &View) -> Vec<Choice> {
    let choice = |action: &Action, label: String, cell| Choice {
        line: Junior::line(action).into(),
        label: label.into(),
        key: None,
        cell,
    };
    let place = |&at: &At| {
        let cell = Place { pane: "board", row: at.row(), col: at.col() };
        let letter = letter(view, at).unwrap_or(' ');
        choice(&Action::Place(at), format!("{at}: {letter}"), Some(cell))
    };
    let swap = |tiles: String| {
        let names: Vec<String> = tiles.chars().map(String::from).collect();
        let label = format!("Exchange {}", names.join(" and "));
        choice(&Action::Swap(tiles), label, None)
    };
    match view.must {
        None => Vec::new(),
        Some(Must::Place) => view.legal.iter().map(place).collect(),
        Some(must) => {
            exchanges(view.acting_rack().unwrap_or(""), must).into_iter().map(swap).collect()
        }
    }
}

/// All different exchanges that a rack allows.
pub(super) fn exchanges(rack: &str, must: Must) -> Vec<String> {
    let tiles: Vec<char> = rack.chars().collect();
    let mut found = BTreeSet::new();
    for (n, &first) in tiles.iter().enumerate() {
        if must == Must::Swap1 {
            found.insert(String::from(first));
            continue;
        }
        for &second in tiles.iter().skip(n + 1) {
            found.insert([first.min(second), first.max(second)].iter().collect());
        }
    }
    found.into_iter().collect()
}

fn letter(view: &View, at: At) -> Option<char> {
    let row = view.letters.get(usize::from(at.row()))?;
    row.chars().nth(at.col().into()).filter(|&letter| letter != '.')
}
