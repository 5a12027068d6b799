//! What the player reads and types.

use super::rules::check;
use super::{Action, Builder, Event, State, Status, View};
use crate::board::{At, Dir, FEWEST_LETTERS, PlacedWord};
use engine::{Ask, Body, Cell, Choice, Cx, Face, Pane, Refusal, Scene, Tone, Viewer, line};

/// The maximum number of words for `fill`: a board has no more cells.
const MOST_FILLED: u16 = 400;

impl Face for Builder {
    fn scene(view: &View) -> Scene {
        let title = view.name.clone().into();
        let mut panes = vec![
            Pane { id: "board", title, body: grid(view) },
            Pane { id: "counts", title: "So far".into(), body: counts(view) },
        ];
        if !view.problems.is_empty() {
            let problems = view.problems.iter().map(|text| text.clone().into()).collect();
            panes.push(Pane {
                id: "problems",
                title: "Problems".into(),
                body: Body::Text(problems),
            });
        }
        if view.status == Status::Over {
            return Scene { panes, choices: Vec::new(), asks: Vec::new() };
        }
        let choice = |line: &'static str, label: &'static str, key| Choice {
            line: line.into(),
            label: label.into(),
            key: Some(key),
            cell: None,
        };
        let choices = [
            view.can_undo.then(|| choice("undo", "Undo", "u")),
            view.can_redo.then(|| choice("redo", "Redo", "r")),
            // A board with too few letters may be saved too, but there is no button for that.
            view.players.map(|_| choice("save", "Save", "s")),
        ];
        let ask =
            |prefix: &'static str, max| Ask { prefix: prefix.into(), max, echo: None, tiles: None };
        let asks = [
            Some(ask("put ", 27)),
            (!view.words.is_empty()).then(|| ask("remove ", 4)),
            Some(ask("fill ", 3)),
        ];
        Scene {
            panes,
            choices: choices.into_iter().flatten().collect(),
            asks: asks.into_iter().flatten().collect(),
        }
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        let wrong = || {
            let text = "Type put Aa H WORD, remove Aa H, undo, redo, fill and a number, or save.";
            Refusal::game("builder.line", text)
        };
        let words: Vec<&str> = line.split(' ').collect();
        let (first, rest) =
            words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
        match (first.to_ascii_lowercase().as_str(), rest) {
            ("put", rest) => put(rest),
            ("remove", [at, dir]) => Ok(Action::Remove(position(at)?, direction(dir)?)),
            ("undo", []) => Ok(Action::Undo),
            ("redo", []) => Ok(Action::Redo),
            ("save", []) => Ok(Action::Save),
            ("fill", [count]) => fill(count).map(Action::Fill),
            ("remove" | "undo" | "redo" | "save" | "fill", _) => Err(wrong()),
            _ if is_meant_as_put(&words) => put(&words),
            _ => Err(wrong()),
        }
    }

    fn is_costly(line: &str) -> bool {
        line.get(..4).is_some_and(|verb| verb.eq_ignore_ascii_case("fill"))
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Put(PlacedWord { at, dir, text }) => format!("put {at} {dir} {text}"),
            Action::Remove(at, dir) => format!("remove {at} {dir}"),
            Action::Undo => "undo".into(),
            Action::Redo => "redo".into(),
            Action::Fill(count) => format!("fill {count}"),
            Action::Save => "save".into(),
        }
    }

    /// Says whether a word that is being typed would fit. The page looks for “fits and adds”.
    fn preview(view: &View, typed: &str, cx: &mut Cx) -> Vec<String> {
        let (Ok(Action::Put(word)), Some(board)) = (Self::parse(view, typed), view.board()) else {
            return Vec::new();
        };
        match check(&board, &word, cx) {
            Err(refusal) => vec![refusal.text],
            Ok(()) => {
                let new = word.cells().filter(|&(at, _)| board.letter(at).is_none()).count();
                let letters = if new == 1 { "letter" } else { "letters" };
                vec![format!("{word} fits and adds {new} {letters}.")]
            }
        }
    }

    fn progress(view: &View) -> String {
        format!("{} of {}", view.letters_count, view.letters_count + view.missing)
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        let count = after.board.count();
        let sentence = match event {
            Event::Noted { text } => text.clone(),
            Event::Put { word } => format!("Added {word}: {count} letters."),
            Event::Removed { word, .. } => format!("Removed {word}: {count} letters."),
            Event::Filled { words } => {
                let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                format!("Added {}: {count} letters.", words.join(", "))
            }
            Event::Undone {} => format!("Undone: {count} letters."),
            Event::Redone {} => format!("Redone: {count} letters."),
            Event::Saved {} if count < FEWEST_LETTERS => format!(
                "Saved as {}.txt. It can't be played yet: it has {count} letters, and two players need {FEWEST_LETTERS}.",
                after.name
            ),
            Event::Saved {} => format!("Saved as {}.txt.", after.name),
            Event::Left {} => "You gave up the board.".into(),
        };
        Some(sentence)
    }
}

fn grid(view: &View) -> Body {
    let cell = |at: At, letter: char| match letter {
        '.' => Cell::default().named(format!("{at}, empty")),
        _ => Cell::new(letter.to_string(), Tone::Plain).named(format!("{at}, {letter}")),
    };
    let row = |(row, text): (u8, &String)| {
        (0..).zip(text.chars()).filter_map(|(col, c)| Some(cell(At::new(row, col)?, c))).collect()
    };
    Body::Grid((0..).zip(&view.letters).map(row).collect())
}

fn counts(view: &View) -> Body {
    let count = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let letters = count(view.letters_count, "letter");
    let mut lines = vec![format!("{}, {letters}.", count(view.words.len(), "word")).into()];
    let missing =
        |next| format!("{} needed for {next} players.", count(view.missing, "more letter"));
    let players = match view.players {
        None => missing(2),
        Some([_, 2]) => format!("Ready for 2 players; {}", missing(3)),
        Some([_, 3]) => format!("Ready for 2 or 3 players; {}", missing(4)),
        Some(_) => "Ready for 2 to 4 players.".into(),
    };
    lines.push(players.into());
    match &view.file {
        Some(file) => lines.push(format!("Saved as {}.", file.name).into()),
        None if view.status == Status::Over => lines.push("You gave up this board.".into()),
        None if view.players.is_some() => lines.push("Save when you're done.".into()),
        None => {}
    }
    Body::Text(lines)
}

/// Does a line without a verb look like an attempt to put a word? Then its refusal says what is wrong with it.
fn is_meant_as_put(words: &[&str]) -> bool {
    match words {
        [at, dir, _, ..] => at.chars().count() == 2 || dir.chars().count() == 1,
        _ => words.first().is_some_and(|at| at.parse::<At>().is_ok()),
    }
}

/// Parses a position, a direction and a word, with nothing after it. Fails with the first that is wrong.
fn put(words: &[&str]) -> Result<Action, Refusal> {
    let mut words = words.iter().copied();
    let mut next = || words.next().unwrap_or("");
    let at = position(next())?;
    let dir = direction(next())?;
    let text = next();
    let word = PlacedWord::new(at, dir, text).ok_or_else(|| {
        let text = match text {
            "" => "The word is missing; type put Aa H WORD.".into(),
            _ => format!("“{}” isn't a word of two or more letters.", line::quote(text)),
        };
        Refusal::game("builder.word", text)
    })?;
    match next() {
        "" => Ok(Action::Put(word)),
        extra => {
            let extra = line::quote(extra);
            let text = format!("Remove “{extra}”: nothing may follow the word.");
            Err(Refusal::game("builder.extra", text))
        }
    }
}

fn position(text: &str) -> Result<At, Refusal> {
    text.parse().map_err(|_| {
        let text = line::quote(text);
        let text = format!("“{text}” isn't a position; type a row and a column, such as Aa.");
        Refusal::game("builder.position", text)
    })
}

fn direction(text: &str) -> Result<Dir, Refusal> {
    text.parse().map_err(|_| {
        let text = line::quote(text);
        let text = format!("“{text}” isn't a direction; type H for across or V for down.");
        Refusal::game("builder.direction", text)
    })
}

fn fill(text: &str) -> Result<u16, Refusal> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|count| digits && (1..=MOST_FILLED).contains(count));
    count.ok_or_else(|| {
        let text = format!("Enter a number of words from 1 to {MOST_FILLED}.");
        Refusal::game("builder.line", text)
    })
}
