//! Wizards of Worderly Place: a crossword of anagrams. It hides 21 words, all spelt from the letters of the main
//! word, which is on the diagonal. Correct guesses uncover words, wrong guesses cost lives.

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

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The level, which sets the number of lives.
    pub level: Level,
    /// Whether words that are not in the grid are collected instead of costing a life.
    pub bonus: bool,
    /// A fixed main word; by default it is random.
    pub main: Option<String>,
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("level", Takes::OneOf(&Level::NAMES), "higher levels have fewer lives"),
        Key::open("bonus", Takes::Flag, "collect words that aren't in the grid"),
        Key::secret("main", Takes::Text, "the main word, which has six letters"),
    ];
}

/// The complete state of a match.
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

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Guess a word, which is lower case a-z.
    Guess(String),
    /// Put the letters in another order.
    Shuffle,
    /// Pay to reveal one cell.
    Reveal,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The grid was generated.
    Dealt {
        /// The letters of the main word, jumbled.
        letters: Short,
        /// All words and their positions, the main word first.
        words: Vec<Placed>,
    },
    /// A guess was correct.
    Guessed {
        /// The word.
        word: Short,
        /// The points: the number of cells it uncovered.
        points: u32,
        /// The other words that it completed.
        also: Vec<Short>,
    },
    /// A guess was wrong and cost a life.
    Missed {
        /// The word.
        word: String,
        /// Why it was wrong.
        why: WrongGuess,
    },
    /// A guess was a word that is not in the grid, and it was collected.
    Bonus {
        /// The word.
        word: Short,
        /// The lives it gave, 0 or 1.
        lives: u32,
    },
    /// The letters were put in another order.
    Shuffled {
        /// The letters in their new order.
        letters: Short,
    },
    /// The player paid to reveal a cell.
    Revealed {
        /// The cell.
        cell: GridCell,
        /// The points it cost.
        points: u32,
        /// The lives it cost.
        lives: u32,
        /// The words that it completed.
        also: Vec<Short>,
    },
    /// The match ended.
    Ended {
        /// How it ended.
        end: PuzzleEnd,
    },
}

/// Why a guess is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WrongGuess {
    /// It was found by an earlier guess.
    Found,
    /// It needs a letter that the player does not have, or more copies of one.
    Letters,
    /// It has fewer than three letters.
    Short,
    /// It is not in the word list.
    Unknown,
    /// It is in the word list, but not in the grid.
    Absent,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PuzzleEnd {
    /// Every cell was uncovered.
    Won,
    /// The player ran out of lives.
    Spent,
    /// The player left.
    Left,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// One string for each row: `.` is empty, `#` is hidden; letters of the main word are in upper case.
    pub grid: Vec<String>,
    /// The letters in their current order.
    pub letters: String,
    /// The lives left.
    pub lives: u32,
    pub points: u32,
    /// The latest guess.
    pub last: Option<String>,
    /// The words found by guessing.
    pub found: Vec<Short>,
    /// The wrong guesses, each once.
    pub wrong: Vec<String>,
    /// How many words are not completely uncovered, by length.
    pub left: WordsLeft,
    /// The collected bonus words.
    pub bonus: Vec<Short>,
    pub level: Level,
    pub status: Status,
    /// All words and their positions, after the match.
    pub answers: Option<Vec<Placed>>,
}

/// Whether the match is over, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The match isn't over.
    Playing,
    /// Every cell was uncovered.
    Won,
    /// The player ran out of lives, or left.
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
    /// The cells that are not uncovered yet.
    fn hidden(&self) -> Cells {
        let all = self.words.iter().flat_map(Placed::cells);
        all.filter(|cell| !self.shown.has(*cell)).collect()
    }

    /// Whether all cells of a word are uncovered.
    fn uncovered(&self, word: &Placed) -> bool {
        word.cells().all(|cell| self.shown.has(cell))
    }

    /// The words that would become completely uncovered if these cells were uncovered too.
    fn completed(&self, fresh: Cells) -> impl Iterator<Item = Short> + '_ {
        let done = move |word: &&Placed| {
            !self.uncovered(word)
                && word.cells().all(|cell| self.shown.has(cell) || fresh.has(cell))
        };
        self.words.iter().filter(done).map(|placed| placed.word)
    }

    /// The grid as players see it, row by row.
    fn rows(&self) -> Vec<String> {
        let letters: BTreeMap<GridCell, u8> = self.words.iter().flat_map(Placed::letters).collect();
        let visible = |cell: GridCell| match letters.get(&cell).copied().map(char::from) {
            None => '.',
            Some(_) if self.end.is_none() && !self.shown.has(cell) => '#',
            Some(letter) if DIAGONAL.contains(&cell) => letter.to_ascii_uppercase(),
            Some(letter) => letter,
        };
        let row = |row| (0..COLS as u8).map(|col| visible(GridCell(row, col))).collect();
        (0..ROWS as u8).map(row).collect()
    }
}

#[cfg(test)]
mod tests;
