//! What the player reads and types.

use super::grid::{DIAGONAL, GridCell, Placed, WORDS};
use super::letters::lacking;
use super::short::Short;
use super::turn::{BONUS_LIFE, price};
use super::{Action, Event, PuzzleEnd, State, Status, View, Wizards, WrongGuess};
use engine::scene::Text;
use engine::{Ask, Body, Choice, Cx, Face, Pane, Refusal, Scene, Tone, Viewer, line};

impl Face for Wizards {
    fn scene(view: &View) -> Scene {
        let mut panes = vec![
            pane("grid", "Grid", Body::Grid(view.grid.iter().map(|row| cells(row)).collect())),
            pane("letters", "Letters", Body::Tiles(vec![cells(&view.letters)])),
            pane("lives", "Lives", Body::Meter { value: view.lives, of: view.level.lives() }),
            pane("points", "Points", Body::Meter { value: view.points, of: size(view) }),
            pane(
                "last",
                "Latest guess",
                text(view.last.as_deref().map_or("None".into(), line::quote)),
            ),
            pane("left", "Words left", Body::Text(left(view))),
        ];
        let words =
            |words: &[Short]| text(words.iter().map(Short::text).collect::<Vec<_>>().join(" "));
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
        // Letters type the guess, so they can't be shortcuts.
        let mut choices = vec![choice("shuffle", "Shuffle the letters", Some("tab"))];
        choices.extend(price(view.points, view.lives).map(|price| match price {
            (0, _) => choice("reveal", "Reveal a letter for 1 life", Some("f2")),
            _ => choice("reveal", "Reveal a letter for 5 points", Some("f2")),
        }));
        let ask = Ask { prefix: "guess ".into(), max: 25, echo: None, tiles: Some("letters") };
        Scene { panes, choices, asks: vec![ask] }
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        let words: Vec<_> = line.split(' ').collect();
        let is = |verb: &str| words.first().is_some_and(|first| first.eq_ignore_ascii_case(verb));
        match words[..] {
            [_] if is("shuffle") => Ok(Action::Shuffle),
            [_] if is("reveal") => Ok(Action::Reveal),
            [_] if is("guess") => Err(Refusal::game("wizards.letters", "Enter a word to guess.")),
            [_, word] if is("guess") => match word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                true => Ok(Action::Guess(word.to_ascii_lowercase())),
                false => Err(Refusal::game(
                    "wizards.letters",
                    "A guess may use the letters a to z only.",
                )),
            },
            _ => Err(Refusal::game("wizards.line", "Enter guess WORD, shuffle or reveal.")),
        }
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Guess(word) => format!("guess {word}"),
            Action::Shuffle => "shuffle".into(),
            Action::Reveal => "reveal".into(),
        }
    }

    /// Whether the player has the letters of the word. It never says whether the word is in the grid.
    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        let parsed = line::clean(typed.as_bytes()).and_then(|line| Self::parse(view, &line));
        let (Ok(Action::Guess(word)), Some(letters)) = (parsed, Short::new(&view.letters)) else {
            return Vec::new();
        };
        match lacking(letters, &word) {
            Some(letter) => vec![missing_letter(letters, letter)],
            None => vec!["You have these letters.".into()],
        }
    }

    fn progress(view: &View) -> String {
        format!("{} of {} words", WORDS as u32 - view.left.sum(), WORDS)
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        Some(match event {
            Event::Dealt { letters, words } => format!(
                "{} are hidden, all spelt with the letters {}. You have {}.",
                plural(words.len() as u32, "word"),
                spaced(*letters),
                plural(after.lives, "life"),
            ),
            Event::Guessed { word, points, also } => {
                let result = match points {
                    0 => format!("“{word}” is right, but it was already uncovered: no points."),
                    _ => format!("“{word}” is right: {}.", plural(*points, "point")),
                };
                format!("{result}{}", completed(also))
            }
            Event::Missed { word, why } => {
                format!("{} {} left.", wrong(after, word, *why), plural(after.lives, "life"))
            }
            Event::Bonus { word, lives } => {
                let result = format!("“{word}” is a bonus word");
                match (lives, BONUS_LIFE - after.bonus.len() % BONUS_LIFE) {
                    (0, BONUS_LIFE) => format!("{result}. You already have all your lives."),
                    (0, 1) => format!("{result}. One more gives you a life."),
                    (0, more) => format!("{result}. {more} more give you a life."),
                    _ => format!(
                        "{result} and gives you a life. You have {}.",
                        plural(after.lives, "life")
                    ),
                }
            }
            Event::Shuffled { letters } => format!("Your letters: {}.", spaced(*letters)),
            Event::Revealed { cell, lives, also, .. } => {
                let price = if *lives > 0 { "1 life" } else { "5 points" };
                let (row, col) = (u32::from(cell.0) + 1, u32::from(cell.1) + 1);
                let letter = letter_at(after, *cell).map(String::from).unwrap_or_default();
                let also = completed(also);
                format!("Row {row}, column {col} is {letter}. That cost {price}.{also}")
            }
            Event::Ended { end } => ended(after, *end),
        })
    }
}

fn pane(id: &'static str, title: &'static str, body: Body) -> Pane {
    Pane { id, title: title.into(), body }
}

fn text(text: impl Into<Text>) -> Body {
    Body::Text(vec![text.into()])
}

/// Cells for a row of the grid, or tiles for the letters. They borrow static text, so that none allocates.
fn cells(row: &str) -> Vec<engine::Cell> {
    const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
    const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |alphabet: &'static str, n: u8| {
        let n = usize::from(n);
        alphabet.get(n..=n).unwrap_or_default()
    };
    row.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' => engine::Cell::new(letter(LOWER, byte - b'a'), Tone::Plain),
            b'A'..=b'Z' => engine::Cell::new(letter(UPPER, byte - b'A'), Tone::Good),
            b'#' => engine::Cell::new("", Tone::Hidden),
            _ => engine::Cell::default(),
        })
        .collect()
}

/// The number of cells with a letter, which is also the most points.
fn size(view: &View) -> u32 {
    view.grid.iter().map(|row| row.bytes().filter(|byte| *byte != b'.').count() as u32).sum()
}

fn left(view: &View) -> Vec<Text> {
    let left = view.left;
    [(left.three, 3), (left.four, 4), (left.five, 5), (left.six, 6)]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, letters)| Text::from(format!("{count} with {letters} letters")))
        .collect()
}

fn result(view: &View) -> String {
    let points = plural(view.points, "point");
    match view.status {
        Status::Won => format!("You found every word: {points}."),
        _ => format!("You found {} of {WORDS} words: {points}.", WORDS as u32 - view.left.sum()),
    }
}

fn missing_letter(letters: Short, letter: char) -> String {
    match letters.text().contains(letter) {
        true => format!("You don't have enough {letter}'s."),
        false => format!("You have no {letter}."),
    }
}

fn wrong(after: &State, word: &str, why: WrongGuess) -> String {
    let shown = line::quote(word);
    match (why, after.letters) {
        (WrongGuess::Found, _) => format!("You already found “{shown}”."),
        (WrongGuess::Letters, Some(letters)) => {
            let reason = lacking(letters, word).map(|letter| missing_letter(letters, letter));
            format!("“{shown}” is wrong. {}", reason.unwrap_or_default())
        }
        (WrongGuess::Short, _) => {
            format!("“{shown}” is too short: words have 3 letters or more.")
        }
        (WrongGuess::Absent, _) => format!("“{shown}” is a word, but it isn't in the grid."),
        _ => format!("“{shown}” isn't in the word list."),
    }
}

fn completed(also: &[Short]) -> String {
    let quoted: Vec<_> = also.iter().map(|word| format!("“{word}”")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((word, [])) => format!(" That completes {word} too."),
        Some((last, words)) => format!(" That completes {} and {last} too.", words.join(", ")),
    }
}

fn ended(after: &State, end: PuzzleEnd) -> String {
    let points = plural(after.points, "point");
    let Some(main) = after.words.first() else { return "Game over.".into() };
    let main = main.word;
    match end {
        PuzzleEnd::Won => {
            let lives = plural(after.lives, "life");
            format!("You found every word: {points}, {lives} left. Well done!")
        }
        PuzzleEnd::Spent => {
            format!("You're out of lives. The main word was “{main}”. You have {points}.")
        }
        PuzzleEnd::Left => format!("You left. The main word was “{main}”. You have {points}."),
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
fn plural(count: u32, noun: &str) -> String {
    match (count, noun) {
        (1, noun) => format!("1 {noun}"),
        (count, "life") => format!("{count} lives"),
        (count, noun) => format!("{count} {noun}s"),
    }
}
