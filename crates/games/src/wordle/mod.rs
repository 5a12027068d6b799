//! Wordle: a hidden word, a few attempts, and marks that show how close each guess is. This file has the rules;
//! `mark.rs` marks guesses, and `guess.rs` decides which guesses are allowed.

pub mod answers;
mod bots;
pub mod day;
mod face;
mod guess;
mod mark;
pub mod matrix;
pub mod perfect;
pub mod search;
mod share;
mod solver;
pub mod strategy;
mod word;
pub mod work;

pub use guess::hard_breach;
pub use mark::{LONGEST, Mark, Marking, Marks, NoMark};
pub use share::share;
pub use word::{MarkedGuess, PackedWord, TooLong};

use answers::Answers;
use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use word::{MOST_TRIES, MarkedGuesses};

/// The game.
pub struct Wordle;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// How repeated letters are marked.
    pub marking: Marking,
    /// Must revealed letters be used in later guesses?
    pub hard: bool,
    /// The length of the word, in letters.
    pub length: u8,
    /// The number of attempts.
    pub tries: u8,
    /// The hidden word, if the host chooses it: a challenge for a friend.
    pub word: Option<String>,
    /// The date of a daily.
    pub day: Option<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { marking: Marking::Lenient, hard: false, length: 5, tries: 6, word: None, day: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open(
            "marking",
            Takes::OneOf(&["lenient", "strict"]),
            "how repeated letters are marked",
        ),
        Key::open("hard", Takes::Flag, "hard mode: revealed letters must be used"),
        Key::open("length", Takes::Number(4, 8), "letters in the hidden word"),
        Key::open("tries", Takes::Number(1, MOST_TRIES as u64), "number of attempts"),
        Key::secret("word", Takes::Text, "the hidden word, for a challenge"),
        Key::open("day", Takes::Text, "a date such as 2026-11-15, to play that daily"),
    ];
}

/// The complete state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    setup: Setup,
    /// `None` before the deal.
    hidden: Option<PackedWord>,
    guesses: MarkedGuesses,
    status: Status,
}

/// A move: a guess in lower case. Text that is too long for any word is refused when it is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess(pub PackedWord);

impl Guess {
    /// A guess of this word. If it is too long for any hidden word, the guess is empty.
    pub fn of(word: &str) -> Guess {
        Guess(PackedWord::try_from(word).unwrap_or_default())
    }
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The hidden word was chosen.
    Dealt { word: String },
    /// A word was guessed and marked.
    Guessed { word: PackedWord, marks: Marks },
    /// The player gave up or ran out of time.
    Left { seat: Seat },
    /// The match is over.
    Ended {
        /// Was the word found?
        won: bool,
    },
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The length of the word, in letters.
    pub length: u8,
    /// The total number of attempts.
    pub tries: u8,
    /// The guesses so far.
    pub guesses: Vec<MarkedGuess>,
    /// The best mark so far of each letter that was guessed.
    pub keys: BTreeMap<char, Mark>,
    pub status: Status,
    /// The hidden word, once the match is over.
    pub answer: Option<String>,
    /// Must revealed letters be used in later guesses?
    pub hard: bool,
    /// How repeated letters are marked.
    pub marking: Marking,
    /// The date of a daily.
    pub day: Option<String>,
}

/// Whether a match is still being played, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    /// The word was found.
    Won,
    /// The attempts are used up, or the player left.
    Lost,
}

/// The only seat.
const SEAT: Seat = Seat(0);

impl Game for Wordle {
    const INFO: Info = Info {
        id: "wordle",
        name: "Wordle",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "Find the hidden word in six attempts.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &[
            "wordle.hard",
            "wordle.letters",
            "wordle.line",
            "wordle.long",
            "wordle.short",
            "wordle.unknown",
        ],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] = &[
        ("random", bots::random),
        ("novice", bots::novice),
        ("sensible", bots::sensible),
        ("good", bots::good),
        ("perfect", bots::perfect),
    ];
    type Setup = Setup;
    type State = State;
    type Action = Guess;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let classic = Setup::default;
        vec![
            ("classic", classic()),
            ("hard", Setup { hard: true, ..classic() }),
            ("strict", Setup { marking: Marking::Strict, ..classic() }),
            // `daily::daily` adds the date.
            ("daily", classic()),
            ("long", Setup { length: 7, ..classic() }),
        ]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        let length = setup.length;
        if let Some(word) = &setup.word {
            let letters = word.bytes().all(|byte| byte.is_ascii_alphabetic());
            if !letters || word.len() != usize::from(length) {
                return Err(Refusal::setup(format!(
                    "The word must have {length} letters, a to z."
                )));
            }
        }
        if let Some(day) = &setup.day {
            day::number(day)?;
            if length != 5 {
                return Err(Refusal::setup(format!(
                    "A daily word has 5 letters, not {length}. Leave out day or length."
                )));
            }
        }
        Ok(State {
            setup: setup.clone(),
            hidden: None,
            guesses: MarkedGuesses::default(),
            status: Status::Playing,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        let word = hide(&draft.setup, cx)?;
        draft.emit(Event::Dealt { word });
        Ok(())
    }

    fn act(
        draft: &mut Draft<Self>,
        _: Seat,
        Guess(word): Guess,
        cx: &mut Cx,
    ) -> Result<(), Refusal> {
        let State { setup, hidden, guesses, .. } = &**draft;
        let hidden = hidden.unwrap_or_default();
        let known = |letters: &[u8]| cx.words.has_bytes(letters) || hidden == word;
        let rules = guess::Rules { length: setup.length, hard: setup.hard, marking: setup.marking };
        guess::check(rules, guesses, &word, known)?;
        let marks = setup.marking.mark(hidden, word);
        let won = hidden == word;
        draft.emit(Event::Guessed { word, marks });
        if won || draft.guesses.len() >= usize::from(draft.setup.tries) {
            draft.emit(Event::Ended { won });
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, seat: Seat, _: &mut Cx) {
        draft.emit(Event::Left { seat });
        draft.emit(Event::Ended { won: false });
    }

    #[inline]
    fn apply(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { ref word } => state.hidden = PackedWord::try_from(word.as_str()).ok(),
            Event::Guessed { word, marks } => state.guesses.push(MarkedGuess { word, marks }),
            Event::Left { .. } => {}
            Event::Ended { won: true } => state.status = Status::Won,
            Event::Ended { won: false } => state.status = Status::Lost,
        }
    }

    fn to_act(state: &State) -> Seats {
        match state.status {
            Status::Playing => Seats::one(SEAT),
            Status::Won | Status::Lost => Seats::NONE,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        match state.status {
            Status::Playing => None,
            Status::Won => {
                let left = i64::from(state.setup.tries) - state.guesses.len() as i64;
                Some(Outcome { scores: vec![left + 1], winners: vec![SEAT] })
            }
            Status::Lost => Some(Outcome { scores: vec![0], winners: Vec::new() }),
        }
    }

    fn view(state: &State, _: Viewer) -> View {
        View {
            length: state.setup.length,
            tries: state.setup.tries,
            guesses: state.guesses.to_vec(),
            keys: keys(&state.guesses),
            status: state.status,
            answer: state.hidden.filter(|_| state.status != Status::Playing).map(String::from),
            hard: state.setup.hard,
            marking: state.setup.marking,
            day: state.setup.day.clone(),
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        face::tell(after, event)
    }

    fn scene(view: &View) -> Scene {
        face::scene(view)
    }

    fn parse(_: &View, line: &str) -> Result<Guess, Refusal> {
        face::parse(line)
    }

    fn line(Guess(word): &Guess) -> String {
        format!("guess {word}").trim_end().to_owned()
    }

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        bots::hint(view, cx)
    }

    fn preview(view: &View, typed: &str, cx: &mut Cx) -> Vec<String> {
        face::preview(view, typed, cx)
    }

    fn progress(view: &View) -> String {
        format!("{} of {}", view.guesses.len(), view.tries)
    }
}

/// Chooses the hidden word: the given one, the daily one, or a random one.
fn hide(setup: &Setup, cx: &mut Cx) -> Result<String, Refusal> {
    let length = setup.length;
    let drawn = if cx.words.is_builtin() {
        let answers = Answers::of_length(length);
        answers.get(cx.chance.index(answers.len())).map(str::to_owned)
    } else if setup.day.is_some() {
        return Err(Refusal::setup(
            "Dailies use the built-in word list. Leave out day or your own list.",
        ));
    } else {
        let mut all = Vec::new();
        cx.words.of_length(length.into(), |word| all.push(word.index));
        cx.chance.pick(&all).and_then(|&index| cx.words.word(index))
    };
    // Without words of this length there would be nothing to guess, even if the hidden word is given.
    let Some(drawn) = drawn else {
        return Err(Refusal::setup(format!(
            "The word list has no words of {length} letters. Choose another length or list."
        )));
    };
    match (&setup.word, &setup.day) {
        (Some(word), _) => Ok(word.to_ascii_lowercase()),
        (None, Some(day)) => Ok(day::word(day::number(day)?).to_owned()),
        (None, None) => Ok(drawn),
    }
}

/// The best mark so far of each letter that was guessed. A letter of the hidden word never has only absent marks in a
/// guess, so this matches the rules for the keyboard, which look at the hidden word.
fn keys(guesses: &[MarkedGuess]) -> BTreeMap<char, Mark> {
    let mut keys = BTreeMap::new();
    for (letter, mark) in guesses.iter().flat_map(MarkedGuess::letters) {
        let best = keys.entry(letter).or_insert(mark);
        *best = mark.max(*best);
    }
    keys
}

#[cfg(test)]
mod tests;
