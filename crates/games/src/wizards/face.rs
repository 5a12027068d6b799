//! What people see and type.

use super::grid::{DIAGONAL, GridCell, Placed};
use super::letters::lacking;
use super::short::Short;
use super::turn::{BONUS_LIFE, price};
use super::{Action, Event, PuzzleEnd, State, Status, View, WrongGuess};
use engine::scene::Text;
use engine::{Ask, Body, Choice, Pane, Refusal, Scene, Tone, line};

pub(super) fn scene(view: &View) -> Scene {
    let mut panes = vec![
        pane("grid", "Grid", Body::Grid(view.grid.iter().map(|row| cells(row)).collect())),
        pane("letters", "Letters", Body::Tiles(vec![cells(&view.letters)])),
        pane("lives", "Lives", Body::Meter { value: view.lives, of: view.level.lives() }),
        pane("points", "Points", Body::Meter { value: view.points, of: size(view) }),
        pane("last", "Latest guess", text(view.last.as_deref().map_or("None".into(), line::quote))),
        pane("left", "Words left", Body::Text(left(view))),
    ];
    let words = |words: &[Short]| text(words.iter().map(Short::text).collect::<Vec<_>>().join(" "));
    if !view.found.is_empty() {
        panes.push(pane("found", "Found", words(&view.found)));
    }
    if !view.wrong.is_empty() {
        let wrong: Vec<_> = view.wrong.iter().map(|word| line::quote(word)).collect();
        panes.push(pane("wrong", "Wrong", text(wrong.join(" "))));
    }
    if !view.bonus.is_empty() {
        panes.push(pane("bonus", "Bonus words", words(&view.bonus)));
    }
    if let Some(answers) = &view.answers {
        let all: Vec<_> = answers.iter().map(|placed| placed.word).collect();
        panes.push(pane("result", "Result", text(result(view))));
        panes.push(pane("answers", "All words", words(&all)));
    }
    if view.status != Status::Playing {
        return Scene { panes, ..Scene::default() };
    }
    let choice = |line: &'static str, label: &'static str, key| Choice {
        line: line.into(),
        label: label.into(),
        key,
        cell: None,
    };
    // Every letter is for typing a word, so a key here must not be one.
    let mut choices = vec![choice("shuffle", "Shuffle the letters", Some("tab"))];
    choices.extend(price(view.points, view.lives).map(|price| match price {
        (0, _) => choice("reveal", "Reveal a letter for a life", Some("f2")),
        _ => choice("reveal", "Reveal a letter for 5 points", Some("f2")),
    }));
    let ask = Ask { prefix: "guess ".into(), max: 25, echo: None, tiles: Some("letters") };
    Scene { panes, choices, asks: vec![ask] }
}

fn pane(id: &'static str, title: &'static str, body: Body) -> Pane {
    Pane { id, title: title.into(), body }
}

fn text(text: impl Into<Text>) -> Body {
    Body::Text(vec![text.into()])
}

/// Cells for a row of the grid, or tiles for the letters. None of them needs memory of its own.
fn cells(row: &str) -> Vec<engine::Cell> {
    const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
    const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |from: &'static str, place: u8| {
        let place = usize::from(place);
        from.get(place..=place).unwrap_or_default()
    };
    row.bytes()
        .map(|seen| match seen {
            b'a'..=b'z' => engine::Cell::new(letter(LOWER, seen - b'a'), Tone::Plain),
            b'A'..=b'Z' => engine::Cell::new(letter(UPPER, seen - b'A'), Tone::Good),
            b'#' => engine::Cell::new("", Tone::Hidden),
            _ => engine::Cell::default(),
        })
        .collect()
}

/// How many cells have a letter: as many points can be made.
fn size(view: &View) -> u32 {
    view.grid.iter().map(|row| row.bytes().filter(|seen| *seen != b'.').count() as u32).sum()
}

fn left(view: &View) -> Vec<Text> {
    let left = view.left;
    [(left.three, "three"), (left.four, "four"), (left.five, "five"), (left.six, "six")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, letters)| Text::from(format!("{count} of {letters} letters")))
        .collect()
}

fn result(view: &View) -> String {
    let points = some(view.points, "point");
    match view.status {
        Status::Won => format!("You have uncovered every word: {points}."),
        _ => format!("{} stayed hidden: {points}.", some(view.left.sum(), "word")),
    }
}

/// Whether the letters are there. Whether the word is in the grid is for the guess to find out.
pub(super) fn preview(view: &View, typed: &str) -> Vec<String> {
    let parsed = line::clean(typed.as_bytes()).and_then(|line| parse(&line));
    let (Ok(Action::Guess(word)), Some(letters)) = (parsed, Short::new(&view.letters)) else {
        return Vec::new();
    };
    match lacking(letters, &word) {
        Some(letter) => vec![no_letter(letters, letter)],
        None => vec!["The letters are there.".into()],
    }
}

fn no_letter(letters: Short, letter: char) -> String {
    match letters.text().contains(letter) {
        true => format!("There are not so many {letter} among the letters."),
        false => format!("There is no {letter} among the letters."),
    }
}

pub(super) fn parse(line: &str) -> Result<Action, Refusal> {
    let words: Vec<_> = line.split(' ').collect();
    let is = |verb: &str| words.first().is_some_and(|first| first.eq_ignore_ascii_case(verb));
    match words[..] {
        [_] if is("shuffle") => Ok(Action::Shuffle),
        [_] if is("reveal") => Ok(Action::Reveal),
        [_] if is("guess") => {
            Err(Refusal::new("wizards.letters", "Type a word after guess; it costs nothing yet."))
        }
        [_, word] if is("guess") => match word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            true => Ok(Action::Guess(word.to_ascii_lowercase())),
            false => Err(Refusal::new(
                "wizards.letters",
                format!("A guess is made of the letters a to z; “{}” is not.", line::quote(word)),
            )),
        },
        _ => Err(Refusal::new("wizards.line", "Say guess and a word, or shuffle, or reveal.")),
    }
}

pub(super) fn tell(after: &State, event: &Event) -> String {
    match event {
        Event::Dealt { letters, words } => format!(
            "{} are hidden, all spelt from the letters {}. You have {}.",
            some(words.len() as u32, "word"),
            spaced(*letters),
            some(after.lives, "life"),
        ),
        Event::Guessed { word, points, also } => {
            let what = match points {
                0 => format!("“{word}” was uncovered already: right, but no points."),
                _ => format!("“{word}” is right: {}.", some(*points, "point")),
            };
            format!("{what}{}", completed(also))
        }
        Event::Missed { word, why } => {
            let left = some(after.lives, "life");
            format!("{} You have {left} left.", wrong(after, word, *why))
        }
        Event::Bonus { word, lives } => {
            let what = format!("“{word}” is a bonus word");
            match (lives, BONUS_LIFE - after.bonus.len() % BONUS_LIFE) {
                (0, BONUS_LIFE) => format!("{what}. You have all your lives."),
                (0, 1) => format!("{what}; one more gives a life."),
                (0, more) => format!("{what}; {more} more give a life."),
                _ => format!("{what} and gives a life: you have {}.", some(after.lives, "life")),
            }
        }
        Event::Shuffled { letters } => format!("The letters are {}.", spaced(*letters)),
        Event::Revealed { cell, lives, also, .. } => {
            let price = if *lives > 0 { "a life" } else { "5 points" };
            let (row, col) = (u32::from(cell.0) + 1, u32::from(cell.1) + 1);
            let letter = letter_at(after, *cell).map(String::from).unwrap_or_default();
            let also = completed(also);
            format!("Row {row}, column {col}: {letter}, for {price}.{also}")
        }
        Event::Ended { end } => ended(after, *end),
    }
}

fn wrong(after: &State, word: &str, why: WrongGuess) -> String {
    let shown = line::quote(word);
    match (why, after.letters) {
        (WrongGuess::Found, _) => format!("You have found “{shown}” before."),
        (WrongGuess::Letters, Some(letters)) => {
            let reason = lacking(letters, word).map(|letter| no_letter(letters, letter));
            format!("“{shown}” is wrong. {}", reason.unwrap_or_default())
        }
        (WrongGuess::Short, _) => {
            format!("“{shown}” is too short: words have three letters or more.")
        }
        (WrongGuess::Absent, _) => format!("“{shown}” is a word, but not in the grid."),
        _ => format!("“{shown}” is not in the word list."),
    }
}

fn completed(also: &[Short]) -> String {
    match also {
        [] => String::new(),
        [word] => format!(" That completes “{word}” too."),
        words => {
            let words: Vec<_> = words.iter().map(|word| format!("“{word}”")).collect();
            format!(" That completes {} too.", words.join(", "))
        }
    }
}

fn ended(after: &State, end: PuzzleEnd) -> String {
    let points = some(after.points, "point");
    let Some(main) = after.words.first() else { return "It is over.".into() };
    let main = main.word;
    match end {
        PuzzleEnd::Won => {
            let lives = some(after.lives, "life");
            format!("You have uncovered every word, with {points} and {lives} left. Well done!")
        }
        PuzzleEnd::Spent => {
            format!("Your lives are gone. The main word was “{main}”; you have {points}.")
        }
        PuzzleEnd::Left => format!("You left. The main word was “{main}”; you have {points}."),
    }
}

fn letter_at(state: &State, cell: GridCell) -> Option<char> {
    let mut all = state.words.iter().flat_map(Placed::letters);
    let (_, letter) = all.find(|(at, _)| *at == cell)?;
    let upper = DIAGONAL.contains(&cell);
    Some(char::from(if upper { letter.to_ascii_uppercase() } else { letter }))
}

fn spaced(letters: Short) -> String {
    let letters: Vec<_> = letters.text().chars().map(String::from).collect();
    letters.join(" ")
}

/// `1 life`, `2 lives`.
fn some(count: u32, what: &str) -> String {
    match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "life") => format!("{count} lives"),
        (count, what) => format!("{count} {what}s"),
    }
}
