//! What the player reads and types.

use super::guess::{self, Rules};
use super::{Event, Guess, Mark, MarkedGuess, State, Status, View, Wordle};
use engine::scene::Place;
use engine::{Ask, Body, Cell, Code, Cx, Face, Pane, Refusal, Scene, Tone, Viewer, line};

/// The keyboard. Enter and Delete go at the ends of the last row.
const KEYBOARD: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

impl Face for Wordle {
    fn scene(view: &View) -> Scene {
        let used = view.guesses.len() as u32;
        let mut panes = vec![
            Pane { id: "rows", title: "Guesses".into(), body: Body::Grid(rows(view)) },
            Pane {
                id: "attempts",
                title: "Attempts left".into(),
                body: Body::Meter {
                    value: u32::from(view.tries).saturating_sub(used),
                    of: view.tries.into(),
                },
            },
            Pane { id: "keys", title: "Keyboard".into(), body: Body::Tiles(keyboard(view)) },
        ];
        if let Some(answer) = &view.answer {
            let found = (view.status == Status::Won).then(|| found(view.guesses.len()).into());
            let text = found.into_iter().chain([was(answer).into()]).collect();
            panes.push(Pane { id: "answer", title: "The word".into(), body: Body::Text(text) });
        }
        let ask = Ask {
            prefix: "guess ".into(),
            max: view.length.into(),
            echo: Some(Place { pane: "rows", row: used as u8, col: 0 }),
            tiles: Some("keys"),
        };
        let playing = view.status == Status::Playing;
        Scene { panes, choices: Vec::new(), asks: playing.then_some(ask).into_iter().collect() }
    }

    fn parse(_: &View, line: &str) -> Result<Guess, Refusal> {
        guess::read(&typed(line)?)
    }

    fn line(Guess(word): &Guess) -> String {
        format!("guess {word}").trim_end().to_owned()
    }

    fn preview(view: &View, typed: &str, cx: &mut Cx) -> Vec<String> {
        let word = line::clean(typed.as_bytes()).and_then(|line| self::typed(&line));
        let Some(word) = word.ok().filter(|_| view.status == Status::Playing) else {
            return Vec::new();
        };
        let checked = guess::read(&word).and_then(|Guess(word)| {
            guess::check(Rules::of(view), &view.guesses, &word, |letters| {
                cx.words.has_bytes(letters)
            })
        });
        let Err(refusal) = checked else { return Vec::new() };
        // A word that is still being typed isn't wrong, only incomplete.
        let text =
            match (refusal.code, usize::from(view.length) - word.len().min(view.length.into())) {
                (Code::Game("wordle.short"), 1) => "1 letter to go".to_owned(),
                (Code::Game("wordle.short"), more) => format!("{more} letters to go"),
                _ => refusal.text,
            };
        vec![text]
    }

    fn progress(view: &View) -> String {
        format!("{} of {}", view.guesses.len(), view.tries)
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        match event {
            Event::Dealt { .. } => {
                let (length, tries) = (after.setup.length, after.setup.tries);
                let attempts = if tries == 1 { "attempt" } else { "attempts" };
                Some(format!("Guess the {length}-letter word. You have {tries} {attempts}."))
            }
            Event::Guessed { .. } => {
                after.guesses.last().map(|row| describe_guess(after.guesses.len(), row))
            }
            Event::Left { .. } => Some("You gave up.".to_owned()),
            Event::Ended { won: true } => Some(found(after.guesses.len())),
            Event::Ended { won: false } => after.hidden.as_deref().map(was),
        }
    }
}

/// A row for each attempt; rows of later attempts are empty.
fn rows(view: &View) -> Vec<Vec<Cell>> {
    let empty = || vec![Cell::default().named("empty"); view.length.into()];
    let guessed = view.guesses.iter().map(|row| {
        row.letters().map(|(letter, mark)| cell(letter, Some(mark))).collect::<Vec<_>>()
    });
    guessed.chain(std::iter::repeat_with(empty)).take(view.tries.into()).collect()
}

fn keyboard(view: &View) -> Vec<Vec<Cell>> {
    let key = |letter: char| cell(letter, view.keys.get(&letter).copied());
    let mut rows: Vec<Vec<_>> = KEYBOARD.iter().map(|row| row.chars().map(key).collect()).collect();
    if let Some(last) = rows.last_mut() {
        last.insert(0, Cell::new("Enter", Tone::Plain));
        last.push(Cell::new("Delete", Tone::Plain));
    }
    rows
}

/// A letter, with its mark once it has one.
fn cell(letter: char, mark: Option<Mark>) -> Cell {
    let letter = letter.to_ascii_uppercase();
    let tone = match mark {
        None => return Cell::new(letter.to_string(), Tone::Plain),
        Some(Mark::Correct) => Tone::Good,
        Some(Mark::Elsewhere) => Tone::Near,
        Some(Mark::Absent) => Tone::Off,
    };
    let word = mark.map_or("", Mark::word);
    Cell::new(letter.to_string(), tone).named(format!("{letter}, {word}"))
}

/// The word of a line such as `guess crane`, in lower case and not checked yet.
fn typed(line: &str) -> Result<String, Refusal> {
    let word = match line.split(' ').collect::<Vec<_>>()[..] {
        [verb] if verb.eq_ignore_ascii_case("guess") => "",
        [verb, word] if verb.eq_ignore_ascii_case("guess") => word,
        _ => {
            let text = "Type guess and one word, such as guess crane.";
            return Err(Refusal::game("wordle.line", text));
        }
    };
    Ok(word.to_ascii_lowercase())
}

/// A guess for screen readers, letter by letter.
fn describe_guess(number: usize, row: &MarkedGuess) -> String {
    let word = row.word.to_uppercase();
    if row.marks.all_correct() {
        return format!("Guess {number}, {word}: all correct.");
    }
    let letters: Vec<_> = row
        .letters()
        .map(|(letter, mark)| format!("{} {}", letter.to_ascii_uppercase(), mark.word()))
        .collect();
    format!("Guess {number}, {word}: {}.", letters.join(", "))
}

fn found(guesses: usize) -> String {
    format!("Solved in {guesses}!")
}

fn was(answer: &str) -> String {
    format!("The word was {}.", answer.to_uppercase())
}
