//! Wizards of Worderly Place: a crossword of anagrams. 21 words are spelt from the letters of one
//! main word that lies on the diagonal; guesses uncover them, and wrong guesses cost lives.

mod bots;
pub mod check;
mod deal;
mod face;
pub mod generate;
pub mod grid;
mod grid_builder;
mod letters;
mod level;
pub mod pool;
pub mod puzzle;
pub mod short;
mod solver;
mod turn;
mod words_left;

use deal::{fixed_main, new_grid};
use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer,
};
use grid::{COLS, Cells, DIAGONAL, GridCell, Placed, ROWS};
use serde::{Deserialize, Serialize};
use short::Short;
use std::collections::BTreeMap;
use turn::{guess, reveal};

pub use level::Level;
pub use words_left::WordsLeft;

/// The game.
pub struct Wizards;

/// What the host chooses.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// How many lives there are.
    pub level: Level,
    /// Do words that are not in the grid cost nothing?
    pub bonus: bool,
    /// A fixed main word.
    pub main: Option<String>,
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("level", Takes::OneOf(&Level::NAMES), "how many lives you have"),
        Key::open("bonus", Takes::Flag, "words that are not in the grid are collected"),
        Key::secret("main", Takes::Text, "the main word, six letters"),
    ];
}

/// The truth.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    setup: Setup,
    words: Vec<Placed>,
    letters: Option<Short>,
    shown: Cells,
    lives: u32,
    points: u32,
    last: Option<String>,
    found: Vec<Short>,
    wrong: Vec<String>,
    bonus: Vec<Short>,
    end: Option<PuzzleEnd>,
}

/// What the seat does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It guesses a word of a-z in lower case.
    Guess(String),
    /// It puts the letters into another order.
    Shuffle,
    /// It pays for one cell.
    Reveal,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The grid was made.
    Dealt {
        /// The letters of the main word, jumbled.
        letters: Short,
        /// All words and their places, the main word first.
        words: Vec<Placed>,
    },
    /// A guess was right.
    Guessed {
        /// The word.
        word: Short,
        /// How many cells it uncovered.
        points: u32,
        /// The words that its letters completed.
        also: Vec<Short>,
    },
    /// A guess was wrong and cost a life.
    Missed {
        /// The word.
        word: String,
        /// Why it was wrong.
        why: WrongGuess,
    },
    /// A guess was a word, but not one of the grid: collected.
    Bonus {
        /// The word.
        word: Short,
        /// How many lives it gave.
        lives: u32,
    },
    /// The letters lie in another order.
    Shuffled {
        /// The order.
        letters: Short,
    },
    /// A cell was shown for a price.
    Revealed {
        /// The cell.
        cell: GridCell,
        /// How many points it cost.
        points: u32,
        /// How many lives it cost.
        lives: u32,
        /// The words that it completed.
        also: Vec<Short>,
    },
    /// It is over.
    Ended {
        /// How.
        end: PuzzleEnd,
    },
}

/// Why a guess is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WrongGuess {
    /// It was guessed before, and right.
    Found,
    /// It takes a letter that is not there, or not so often.
    Letters,
    /// It has fewer letters than any word of a grid.
    Short,
    /// It is no word of the list.
    Unknown,
    /// It is a word, but not in the grid.
    Absent,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PuzzleEnd {
    /// No cell is hidden any more.
    Won,
    /// The lives are gone.
    Spent,
    /// The player left.
    Left,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// How many rows the grid has.
    pub rows: u32,
    /// How many columns the grid has.
    pub cols: u32,
    /// A string for each row: `.` empty, `#` hidden, letters; those of the main word in upper case.
    pub grid: Vec<String>,
    /// The letters, jumbled.
    pub letters: String,
    /// How many lives are left.
    pub lives: u32,
    /// The points.
    pub points: u32,
    /// The latest guess.
    pub last: Option<String>,
    /// The words that were guessed.
    pub found: Vec<Short>,
    /// The wrong guesses, each once.
    pub wrong: Vec<String>,
    /// How many words are not uncovered yet, by length.
    pub left: WordsLeft,
    /// The bonus words.
    pub bonus: Vec<Short>,
    /// The level.
    pub level: Level,
    /// Where the match stands.
    pub status: Status,
    /// All words and their places, once it is over.
    pub answers: Option<Vec<Placed>>,
}

/// Where the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Playing,
    /// Every cell was uncovered.
    Won,
    /// The lives are gone, or the player left.
    Lost,
}

impl Game for Wizards {
    const INFO: Info = Info {
        id: "wizards",
        name: "Wizards of Worderly Place",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "A crossword of anagrams: 21 words hide in the letters of one.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &["wizards.bonus", "wizards.letters", "wizards.line", "wizards.reveal"],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", bots::random), ("sensible", bots::sensible)];
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let level = |level| Setup { level, ..Setup::default() };
        vec![
            ("scholar", level(Level::Scholar)),
            ("apprentice", level(Level::Apprentice)),
            ("sorcerer", level(Level::Sorcerer)),
            ("master", level(Level::Master)),
            ("elder", level(Level::Elder)),
            ("friendly", Setup { bonus: true, ..Setup::default() }),
            ("daily", Setup::default()),
        ]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        fixed_main(setup)?;
        Ok(State {
            setup: setup.clone(),
            words: Vec::new(),
            letters: None,
            shown: Cells::default(),
            lives: setup.level.lives(),
            points: 0,
            last: None,
            found: Vec::new(),
            wrong: Vec::new(),
            bonus: Vec::new(),
            end: None,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        let words = new_grid(fixed_main(&draft.setup)?, cx)?;
        let [main, ..] = words;
        let letters = letters::jumble(main.word, None, cx.words, &mut cx.chance);
        draft.emit(Event::Dealt { letters, words: words.to_vec() });
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, cx: &mut Cx) -> Result<(), Refusal> {
        match action {
            Action::Guess(word) => guess(draft, &word, cx)?,
            Action::Shuffle => {
                if let Some(shown) = draft.letters {
                    let letters = letters::jumble(shown, Some(shown), cx.words, &mut cx.chance);
                    draft.emit(Event::Shuffled { letters });
                }
            }
            Action::Reveal => reveal(draft, cx)?,
        }
        if draft.hidden().is_empty() {
            draft.emit(Event::Ended { end: PuzzleEnd::Won });
        } else if draft.lives == 0 {
            draft.emit(Event::Ended { end: PuzzleEnd::Spent });
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, _: &mut Cx) {
        draft.emit(Event::Ended { end: PuzzleEnd::Left });
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Dealt { letters, words } => {
                state.letters = Some(*letters);
                state.words.clone_from(words);
            }
            Event::Guessed { word, points, .. } => {
                let placed = state.words.iter().find(|placed| placed.word == *word);
                placed.iter().flat_map(|placed| placed.cells()).for_each(|c| state.shown.add(c));
                state.points += points;
                state.found.push(*word);
                state.last = Some(word.to_string());
            }
            Event::Missed { word, .. } => {
                state.lives = state.lives.saturating_sub(1);
                if !state.wrong.contains(word) {
                    state.wrong.push(word.clone());
                }
                state.last = Some(word.clone());
            }
            Event::Bonus { word, lives } => {
                state.lives += lives;
                state.bonus.push(*word);
                state.last = Some(word.to_string());
            }
            Event::Shuffled { letters } => state.letters = Some(*letters),
            Event::Revealed { cell, points, lives, .. } => {
                state.shown.add(*cell);
                state.points = state.points.saturating_sub(*points);
                state.lives = state.lives.saturating_sub(*lives);
            }
            Event::Ended { end } => state.end = Some(*end),
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.end.is_some() { Seats::NONE } else { Seats::one(Seat(0)) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let won = state.end? == PuzzleEnd::Won;
        let winners = if won { vec![Seat(0)] } else { Vec::new() };
        Some(Outcome { scores: vec![state.points.into()], winners })
    }

    fn view(state: &State, _: Viewer) -> View {
        View {
            rows: ROWS as u32,
            cols: COLS as u32,
            grid: state.rows(),
            letters: state.letters.map(|letters| letters.to_string()).unwrap_or_default(),
            lives: state.lives,
            points: state.points,
            last: state.last.clone(),
            found: state.found.clone(),
            wrong: state.wrong.clone(),
            left: WordsLeft::count(state.words.iter().filter(|word| !state.uncovered(word))),
            bonus: state.bonus.clone(),
            level: state.setup.level,
            status: match state.end {
                None => Status::Playing,
                Some(PuzzleEnd::Won) => Status::Won,
                Some(PuzzleEnd::Spent | PuzzleEnd::Left) => Status::Lost,
            },
            answers: state.end.map(|_| state.words.clone()),
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        Some(face::tell(after, event))
    }

    fn is_free(event: &Event) -> bool {
        matches!(event, Event::Shuffled { .. })
    }

    fn scene(view: &View) -> Scene {
        face::scene(view)
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        face::parse(line)
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Guess(word) => format!("guess {word}"),
            Action::Shuffle => "shuffle".into(),
            Action::Reveal => "reveal".into(),
        }
    }

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        bots::hint(view, cx)
    }

    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        face::preview(view, typed)
    }

    fn progress(view: &View) -> String {
        format!("{} of {} words", grid::WORDS as u32 - view.left.sum(), grid::WORDS)
    }
}

impl State {
    /// The cells that are not shown yet.
    fn hidden(&self) -> Cells {
        let all = self.words.iter().flat_map(Placed::cells);
        all.filter(|cell| !self.shown.has(*cell)).collect()
    }

    /// Are all letters of this word shown?
    fn uncovered(&self, word: &Placed) -> bool {
        word.cells().all(|cell| self.shown.has(cell))
    }

    /// The words that would be completed if these cells were shown too.
    fn completed(&self, fresh: Cells) -> impl Iterator<Item = Short> + '_ {
        let done = move |word: &&Placed| {
            !self.uncovered(word)
                && word.cells().all(|cell| self.shown.has(cell) || fresh.has(cell))
        };
        self.words.iter().filter(done).map(|placed| placed.word)
    }

    /// The grid as it may be seen, row by row.
    fn rows(&self) -> Vec<String> {
        let letters: BTreeMap<GridCell, u8> = self.words.iter().flat_map(Placed::letters).collect();
        let seen = |cell: GridCell| match letters.get(&cell).copied().map(char::from) {
            None => '.',
            Some(_) if self.end.is_none() && !self.shown.has(cell) => '#',
            Some(letter) if DIAGONAL.contains(&cell) => letter.to_ascii_uppercase(),
            Some(letter) => letter,
        };
        let row = |row| (0..COLS as u8).map(|col| seen(GridCell(row, col))).collect();
        (0..ROWS as u8).map(row).collect()
    }
}

#[cfg(test)]
mod tests;
