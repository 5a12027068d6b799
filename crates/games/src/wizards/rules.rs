//! The rules.

use super::deal::{fixed_main, new_grid};
use super::grid::{COLS, Cells, DIAGONAL, GridCell, Placed, ROWS};
use super::short::Short;
use super::turn::{guess, reveal};
use super::{
    Action, Event, Level, PuzzleEnd, Setup, State, Status, View, Wizards, WordsLeft, letters,
};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};
use std::collections::BTreeMap;

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

    fn is_free(_: &State, event: &Event) -> bool {
        matches!(event, Event::Shuffled { .. })
    }
}

impl State {
    /// The cells that are not uncovered yet.
    pub(super) fn hidden(&self) -> Cells {
        let all = self.words.iter().flat_map(Placed::cells);
        all.filter(|cell| !self.shown.has(*cell)).collect()
    }

    /// Whether all cells of a word are uncovered.
    pub(super) fn uncovered(&self, word: &Placed) -> bool {
        word.cells().all(|cell| self.shown.has(cell))
    }

    /// The words that would become completely uncovered if these cells were uncovered too.
    pub(super) fn completed(&self, fresh: Cells) -> impl Iterator<Item = Short> + '_ {
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
