//! Hand: spell words from a hand of letters that includes a wildcard, for as many points as possible. Each word
//! makes the hand smaller. Once per game the player may swap a letter, and once replay a hand.
//!
//! The types and the trait implementation are here. `round.rs` plays one hand, `deal.rs` fixes and draws hands,
//! `letters.rs` has letter values, `spell.rs` decides what is a word, `par.rs` finds the best possible total.

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

/// The most hands in a game.
const MOST_HANDS: u8 = 100;
/// The most letters in a hand.
const MOST_LETTERS: u8 = 26;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The number of hands. By default, the number of fixed hands, or one if there are none.
    pub hands: Option<u8>,
    /// The number of letters in a random hand.
    pub size: u8,
    /// Fixed hands, separated by `:`.
    pub deals: Option<String>,
    /// The letters that swaps bring in, in order.
    pub swaps: Option<String>,
    /// Whether a swap and a replay are offered. By default they are, except for a single fixed hand.
    pub options: Option<bool>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { hands: None, size: 7, deals: None, swaps: None, options: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("hands", Takes::Number(1, MOST_HANDS as u64), "how many hands to play"),
        Key::open("size", Takes::Number(1, MOST_LETTERS as u64), "letters in each hand"),
        Key::secret("deals", Takes::Text, "fixed hands, separated by colons: aci*prt:dd*lout"),
        Key::secret("swaps", Takes::Text, "the letters that swaps bring in, in order"),
        Key::open("options", Takes::Flag, "allow one swap and one replay"),
    ];
}

/// The complete state of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    size: u8,
    /// The hands that the host fixed; the others are drawn.
    fixed: Vec<String>,
    /// The letters that the host fixed for swaps.
    swaps: String,
    /// All hands as dealt.
    deals: Vec<String>,
    /// The alphabet in the order in which swaps bring letters in.
    order: String,
    hands: u8,
    /// The number of the current hand, from 1.
    no: u8,
    phase: HandPhase,
    /// The current hand before its first word.
    whole: String,
    /// The letters left in the current hand.
    left: String,
    plays: Vec<PlayedWord>,
    /// The first score of the hand, while it is being replayed.
    first: Option<u32>,
    can_swap: bool,
    can_replay: bool,
    total: u32,
    previous: Option<Settled>,
    options: bool,
}

impl State {
    /// The points of the words played so far, in this replay if there is one.
    fn hand_score(&self) -> u32 {
        self.plays.iter().map(|play| play.points).sum()
    }
}

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Replace all copies of a letter.
    Swap(char),
    /// Decline the swap.
    Keep,
    /// Play a word.
    Play(String),
    /// End the hand.
    Done,
    /// Replay the hand.
    Replay,
    /// Decline the replay.
    Next,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// All hands were drawn.
    Dealt {
        /// The hands.
        hands: Vec<String>,
        /// The alphabet in the order in which swaps bring letters in.
        order: String,
    },
    /// A hand started.
    Began {
        /// Its number, from 1.
        no: u8,
        /// Its letters.
        hand: String,
        /// Whether a swap is offered.
        swap: bool,
    },
    /// A letter was swapped.
    Swapped {
        /// The old letter.
        letter: char,
        /// The new letter.
        by: char,
        /// The hand after the swap.
        hand: String,
    },
    /// The player declined the swap.
    Kept {},
    /// A word was played, valid or not.
    Played {
        /// The word as typed.
        word: String,
        /// Whether it was valid.
        valid: bool,
        /// Its points; 0 if it was invalid.
        points: u32,
        /// The letters left in the hand.
        left: String,
    },
    /// The hand has no letters left.
    RanOut {},
    /// The hand ended.
    Ended {
        /// The points of its words.
        score: u32,
        /// Whether a replay is offered.
        replay: bool,
    },
    /// The hand started again.
    Replayed {},
    /// The score of a hand became final.
    Settled {
        /// The hand before its first word.
        hand: String,
        /// The score that counts: the better one, if the hand was replayed.
        score: u32,
        /// The best possible total; none for a hand of more than [`par::MOST`] letters.
        par: Option<Par>,
    },
    /// The player left.
    Left {},
    /// The game ended.
    Over {
        /// The total of all hands.
        total: u32,
    },
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The letters in the hand now.
    pub hand: String,
    /// The number of letters in the hand now.
    pub n: usize,
    /// Which moves are possible now.
    pub phase: HandPhase,
    /// The number of the current hand, from 1.
    pub hand_no: u8,
    /// The number of hands in the game.
    pub hands: u8,
    /// The points of the words in `plays`.
    pub hand_score: u32,
    /// The points of all settled hands.
    pub total: u32,
    /// The words played from the current hand; a replay starts with none.
    pub plays: Vec<PlayedWord>,
    /// Whether the swap is still unused.
    pub can_swap: bool,
    /// Whether the replay is still unused.
    pub can_replay: bool,
    /// The last settled hand.
    pub previous: Option<Settled>,
    /// `playing` or `over`.
    pub status: Status,
}

/// A word that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedWord {
    /// The word as typed.
    pub word: String,
    /// Whether it was valid.
    pub valid: bool,
    /// Its points; 0 if it was invalid.
    pub points: u32,
}

/// A hand whose score is final.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// The hand before its first word.
    pub hand: String,
    /// The score that counts.
    pub score: u32,
    /// The best possible total; none for a hand of more than [`par::MOST`] letters.
    pub par: Option<Par>,
}

/// Which moves are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandPhase {
    /// Swap a letter, or keep the hand.
    Swap,
    /// Play a word, or end the hand.
    Play,
    /// Replay the hand, or go to the next one.
    Replay,
    /// None: the game is over.
    Over,
}

/// Whether the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The match isn't over.
    Playing,
    /// The match is over.
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
            // Drawn even if the hand is fixed, so that fixing one hand does not change the others.
            let drawn = deal::hand(draft.size, &mut cx.chance);
            hands.push(letters::group(draft.fixed.get(no).unwrap_or(&drawn)));
        }
        draft.emit(Event::Dealt { hands, order });
        round::start(draft, 1);
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, cx: &mut Cx) -> Result<(), Refusal> {
        match (draft.phase, action) {
            (HandPhase::Swap, Action::Swap(letter)) => round::swap(draft, letter)?,
            (HandPhase::Swap, Action::Keep) => draft.emit(Event::Kept {}),
            (HandPhase::Play, Action::Play(word)) => round::play(draft, word, cx),
            (HandPhase::Play, Action::Done) => round::end(draft, cx),
            (HandPhase::Replay, Action::Replay) => draft.emit(Event::Replayed {}),
            (HandPhase::Replay, Action::Next) => round::settle_and_continue(draft, cx),
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
