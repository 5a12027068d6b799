//! Hand: words from a hand of letters with a wildcard, for as many points as the hand gives. Each word
//! makes the hand smaller; once per game a letter may be substituted, and once a hand replayed.
//!
//! The game is here, the course of a hand in `round.rs`, how hands are fixed and drawn in `deal.rs`,
//! letters and their values in `letters.rs`, what is a word in `spell.rs`, the best possible total in
//! `par.rs`.

mod bots;
mod deal;
mod face;
mod letters;
pub mod par;
mod round;
pub mod solver;
mod spell;

use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer,
};
pub use letters::value;
pub use par::{Best, Par};
use serde::{Deserialize, Serialize};

/// The game.
pub struct Hand;

/// The most hands of a game.
const MOST_HANDS: u8 = 100;
/// The most letters of a hand.
const MOST_LETTERS: u8 = 26;

/// What the host chooses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// How many hands; by default as many as are fixed, else one.
    pub hands: Option<u8>,
    /// How many letters in a hand that is drawn.
    pub size: u8,
    /// Fixed hands, joined by `:`.
    pub deals: Option<String>,
    /// The letters that a substitution gives, in order.
    pub swaps: Option<String>,
    /// Are substitution and replay offered? By default yes, but not for one fixed hand alone.
    pub options: Option<bool>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { hands: None, size: 7, deals: None, swaps: None, options: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("hands", Takes::Number(1, MOST_HANDS as u64), "how many hands are played"),
        Key::open("size", Takes::Number(1, MOST_LETTERS as u64), "how many letters are dealt"),
        Key::secret("deals", Takes::Text, "fixed hands, joined by a colon: aci*prt:dd*lout"),
        Key::secret("swaps", Takes::Text, "the letters that a substitution gives, in order"),
        Key::open("options", Takes::Flag, "may a letter be substituted and a hand replayed"),
    ];
}

/// The truth.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// What the host fixed; the rest is drawn.
    size: u8,
    fixed: Vec<String>,
    swaps: String,
    /// All hands as dealt, and the order in which letters come in for others.
    deals: Vec<String>,
    order: String,
    /// How many hands there are, and which one is being played, from 1.
    hands: u8,
    no: u8,
    phase: HandPhase,
    /// The hand as it was when its play began, and what is left of it.
    whole: String,
    left: String,
    plays: Vec<PlayedWord>,
    /// What the hand earned the first time, while it is replayed.
    first: Option<u32>,
    can_swap: bool,
    can_replay: bool,
    total: u32,
    previous: Option<Settled>,
    options: bool,
}

impl State {
    /// What this play of the hand has earned.
    fn hand_score(&self) -> u32 {
        self.plays.iter().map(|play| play.points).sum()
    }
}

/// What the player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Substitutes a letter.
    Swap(char),
    /// Keeps the hand as it is.
    Keep,
    /// Plays a word.
    Play(String),
    /// Ends the hand.
    Done,
    /// Plays the hand again.
    Replay,
    /// Goes on to the next hand.
    Next,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// All hands were drawn, and the order in which letters come in for others.
    Dealt {
        /// The hands.
        hands: Vec<String>,
        /// The letters, the first to come in first.
        order: String,
    },
    /// A hand was taken up.
    Began {
        /// Which, from 1.
        no: u8,
        /// Its letters.
        hand: String,
        /// Is a substitution offered?
        swap: bool,
    },
    /// A letter was substituted.
    Swapped {
        /// What went.
        letter: char,
        /// What came.
        by: char,
        /// The hand with it.
        hand: String,
    },
    /// The hand was kept as it is.
    Kept {},
    /// A word was played, valid or not.
    Played {
        /// The word as typed.
        word: String,
        /// Was it valid?
        valid: bool,
        /// What it earned.
        points: u32,
        /// What is left of the hand.
        left: String,
    },
    /// No letter is left.
    RanOut {},
    /// The play of a hand ended.
    Ended {
        /// What it earned.
        score: u32,
        /// Is a replay offered?
        replay: bool,
    },
    /// The hand is played again.
    Replayed {},
    /// A hand was settled: its score counts.
    Settled {
        /// The hand as it was played.
        hand: String,
        /// What counts for it.
        score: u32,
        /// The best there was in it; none for a very large hand.
        par: Option<Par>,
    },
    /// The player left.
    Left {},
    /// It is over.
    Over {
        /// The total over all hands.
        total: u32,
    },
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// What is held now.
    pub hand: String,
    /// How many letters that is.
    pub n: usize,
    /// What can be done.
    pub phase: HandPhase,
    /// Which hand it is, from 1.
    pub hand_no: u8,
    /// How many hands there are.
    pub hands: u8,
    /// What this play of the hand has earned.
    pub hand_score: u32,
    /// What the settled hands have earned.
    pub total: u32,
    /// The words of this play of the hand.
    pub plays: Vec<PlayedWord>,
    /// Is there a substitution left?
    pub can_swap: bool,
    /// Is there a replay left?
    pub can_replay: bool,
    /// The last settled hand.
    pub previous: Option<Settled>,
    /// `playing` or `over`.
    pub status: Status,
}

/// A word that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedWord {
    /// As typed.
    pub word: String,
    /// Was it valid?
    pub valid: bool,
    /// What it earned.
    pub points: u32,
}

/// A hand that is settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// The hand as it was played.
    pub hand: String,
    /// What counts for it.
    pub score: u32,
    /// The best there was in it; none for a very large hand.
    pub par: Option<Par>,
}

/// What can be done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandPhase {
    /// Substitute a letter, or keep the hand.
    Swap,
    /// Play a word, or be done.
    Play,
    /// Replay the hand, or go on.
    Replay,
    /// Nothing more.
    Over,
}

/// Where the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Playing,
    /// It is over.
    Over,
}

impl Game for Hand {
    const INFO: Info = Info {
        id: "hand",
        name: "Hand",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "Make the most of a hand of letters and a wildcard.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &["hand.phase", "hand.letter", "hand.empty", "hand.line"],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", bots::random), ("sensible", bots::sensible), ("expert", bots::expert)];
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let game = Setup { hands: Some(3), ..Setup::default() };
        vec![("classic", Setup::default()), ("game", game), ("daily", Setup::default())]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        let fixed = deal::fixed_hands(setup.deals.as_deref())?;
        let swaps = deal::fixed_swaps(setup.swaps.as_deref())?;
        let hands = setup.hands.unwrap_or((fixed.len() as u8).max(1));
        let one_fixed = hands == 1 && !fixed.is_empty();
        let options = setup.options.unwrap_or(!one_fixed);
        Ok(State {
            size: setup.size,
            fixed,
            swaps,
            deals: Vec::new(),
            order: String::new(),
            hands,
            no: 0,
            phase: HandPhase::Play,
            whole: String::new(),
            left: String::new(),
            plays: Vec::new(),
            first: None,
            can_swap: options,
            can_replay: options,
            total: 0,
            previous: None,
            options,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        if cx.words.is_empty() {
            return Err(Refusal::setup("Hand needs a word list with at least one word."));
        }
        let order = deal::order(&draft.swaps, &mut cx.chance);
        let mut hands = Vec::new();
        for no in 0..usize::from(draft.hands) {
            // Drawn even where a hand is fixed, so that fixing one changes no other.
            let drawn = deal::hand(draft.size, &mut cx.chance);
            hands.push(letters::group(draft.fixed.get(no).unwrap_or(&drawn)));
        }
        draft.emit(Event::Dealt { hands, order });
        round::begin(draft, 1);
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, cx: &mut Cx) -> Result<(), Refusal> {
        match (draft.phase, action) {
            (HandPhase::Swap, Action::Swap(letter)) => round::swap(draft, letter)?,
            (HandPhase::Swap, Action::Keep) => draft.emit(Event::Kept {}),
            (HandPhase::Play, Action::Play(word)) => round::play(draft, word, cx),
            (HandPhase::Play, Action::Done) => round::end(draft, cx),
            (HandPhase::Replay, Action::Replay) => draft.emit(Event::Replayed {}),
            (HandPhase::Replay, Action::Next) => round::settle_and_go_on(draft, cx),
            (phase, action) => return Err(face::not_now(phase, &action)),
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, cx: &mut Cx) {
        draft.emit(Event::Left {});
        round::settle(draft, cx);
        let total = draft.total;
        draft.emit(Event::Over { total });
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Dealt { hands, order } => {
                state.deals.clone_from(hands);
                state.order.clone_from(order);
            }
            Event::Began { no, hand, swap } => {
                state.no = *no;
                state.phase = if *swap { HandPhase::Swap } else { HandPhase::Play };
                state.whole.clone_from(hand);
                state.left.clone_from(hand);
                state.plays.clear();
                state.first = None;
            }
            Event::Swapped { hand, .. } => {
                state.phase = HandPhase::Play;
                state.can_swap = false;
                state.whole.clone_from(hand);
                state.left.clone_from(hand);
            }
            Event::Kept {} => state.phase = HandPhase::Play,
            Event::Played { word, valid, points, left } => {
                let (word, valid, points) = (word.clone(), *valid, *points);
                state.plays.push(PlayedWord { word, valid, points });
                state.left.clone_from(left);
            }
            Event::RanOut {} => {}
            Event::Ended { replay, .. } => {
                if *replay {
                    state.phase = HandPhase::Replay;
                }
            }
            Event::Replayed {} => {
                state.first = Some(state.hand_score());
                state.phase = HandPhase::Play;
                state.can_replay = false;
                state.left = state.whole.clone();
                state.plays.clear();
            }
            Event::Settled { hand, score, par } => {
                let (hand, score, par) = (hand.clone(), *score, par.clone());
                state.total += score;
                state.previous = Some(Settled { hand, score, par });
            }
            Event::Left {} => {}
            Event::Over { .. } => state.phase = HandPhase::Over,
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.phase == HandPhase::Over { Seats::NONE } else { Seats::one(Seat(0)) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        (state.phase == HandPhase::Over)
            .then(|| Outcome { scores: vec![state.total.into()], winners: vec![Seat(0)] })
    }

    fn view(state: &State, _: Viewer) -> View {
        View {
            hand: state.left.clone(),
            n: state.left.len(),
            phase: state.phase,
            hand_no: state.no,
            hands: state.hands,
            hand_score: state.hand_score(),
            total: state.total,
            plays: state.plays.clone(),
            can_swap: state.can_swap,
            can_replay: state.can_replay,
            previous: state.previous.clone(),
            status: if state.phase == HandPhase::Over { Status::Over } else { Status::Playing },
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        face::tell(after, event)
    }

    fn scene(view: &View) -> Scene {
        face::scene(view)
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        face::parse(line)
    }

    fn line(action: &Action) -> String {
        face::line(action)
    }

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        bots::hint(view, cx)
    }

    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        face::preview(view, typed)
    }

    fn progress(view: &View) -> String {
        face::progress(view)
    }
}

#[cfg(test)]
mod tests;
