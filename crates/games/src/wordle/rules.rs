//! The rules.

use super::answers::Answers;
use super::word::MarkedGuesses;
use super::{
    Event, Guess, Mark, MarkedGuess, Marking, PackedWord, Setup, State, Status, View, Wordle,
};
use super::{day, guess};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};
use std::collections::BTreeMap;

/// The only seat.
pub(super) const SEAT: Seat = Seat(0);

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
pub(super) fn keys(guesses: &[MarkedGuess]) -> BTreeMap<char, Mark> {
    let mut keys = BTreeMap::new();
    for (letter, mark) in guesses.iter().flat_map(MarkedGuess::letters) {
        let best = keys.entry(letter).or_insert(mark);
        *best = mark.max(*best);
    }
    keys
}
