//! The three traits that every game implements, [`Game`], [`Face`] and [`Minds`], and the small types they use.

use crate::{Cx, Draft, Keys, Refusal, Scene, Seat, Seats, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Plain data with a JSON form, which can be stored and sent.
pub trait Data:
    Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

impl<T> Data for T where
    T: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

/// The rules of a game. Its text is its [`Face`], its bots and hints are its [`Minds`]. See `games/null` for the
/// smallest complete game.
///
/// A match is its log: `State` is the fold of `Event`s by [`Game::apply`] and is never stored. Information leaves the
/// state through [`Game::view`] and [`Face::tell`] only.
pub trait Game: Sized + Send + Sync + 'static {
    /// Name, number of players, rules and help.
    const INFO: Info;
    /// The settings of a match, which the host chooses.
    type Setup: Keys;
    /// The complete state of a match: rebuilt from events, never stored, never sent.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// A move. Outside the game it is a line of text.
    type Action: Clone + PartialEq + Debug;
    /// What happened. Events are stored for ever, so their JSON form must stay readable.
    type Event: Data;
    /// Everything that one viewer may know.
    type View: Data;

    /// Named setups, the standard one first. Dailies use the one named `daily`.
    fn presets() -> Vec<(&'static str, Self::Setup)>;
    /// The state before the deal. Fails if the setup is invalid.
    fn blank(setup: &Self::Setup, seats: u8) -> Result<Self::State, Refusal>;
    /// Emits the first events of a match.
    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal>;
    /// Plays a move for a seat whose turn it is. A refusal must come before the first event.
    fn act(
        draft: &mut Draft<Self>,
        seat: Seat,
        action: Self::Action,
        cx: &mut Cx,
    ) -> Result<(), Refusal>;
    /// A seat resigns or runs out of time. This can happen at any time before the end, once per seat.
    fn leave(draft: &mut Draft<Self>, seat: Seat, cx: &mut Cx);
    /// Folds an event into the state, without checking rules or drawing random numbers.
    fn apply(state: &mut Self::State, event: &Self::Event);
    /// The seats that may move now: none when the match is over, several when they move at the same time.
    fn to_act(state: &Self::State) -> Seats;
    /// The result, once the match is over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// The view of one viewer. Build it up field by field; never start from the state and remove secrets.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Is this event free: does it neither cost nor score anything, so that it can be repeated endlessly? A move of
    /// free events only doesn't restart a time limit. A free event must not pass the turn or end the match. `before` is
    /// the state right before it.
    fn is_free(_before: &Self::State, _event: &Self::Event) -> bool {
        false
    }
}

/// What players read and type. Only a view is in scope, so that nothing can leak; [`Face::tell`] alone gets a state.
pub trait Face: Game {
    /// The view as panes, with the moves and questions that the player can answer. Write a seat into a title, a label
    /// or a sentence with [`mention`](crate::mention); front ends show a name for it.
    fn scene(view: &Self::View) -> Scene;
    /// Parses a clean line (see [`crate::line::clean`]).
    fn parse(view: &Self::View, line: &str) -> Result<Self::Action, Refusal>;
    /// Can [`Game::act`] take more than a few milliseconds for this line? A server schedules such lines.
    fn is_costly(_line: &str) -> bool {
        false
    }
    /// Writes an action as a line: `parse(line(a)) == a`.
    fn line(action: &Self::Action) -> String;
    /// Remarks about a half-typed line. They must not reveal anything that a player would pay for with a move.
    fn preview(_view: &Self::View, _typed: &str, _cx: &mut Cx) -> Vec<String> {
        Vec::new()
    }
    /// How far the seat has come, for rivals in a race. It must not reveal a letter, a cell or points.
    fn progress(view: &Self::View) -> String;
    /// A sentence that tells a viewer about an event, if there is something to tell. `after` is the state right after
    /// the event; use only what this viewer may know of it. Write other seats with [`mention`](crate::mention).
    fn tell(after: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<String>;
}

/// Bots and hints. They can't cheat, because they get nothing but a view.
pub trait Minds: Game {
    /// The bots, weakest first; at least `random` and `sensible`.
    const BOTS: &'static [(&'static str, Bot<Self>)];

    /// A good move with its reason, if the view allows one.
    fn hint(view: &Self::View, cx: &mut Cx) -> Option<Hint>;
}

/// A bot: a function from its seat's view to an action.
pub type Bot<G> = fn(&<G as Game>::View, &mut Cx) -> <G as Game>::Action;

/// The description of a game.
#[derive(Debug)]
pub struct Info {
    /// The short name in lower case, as used in commands, tickets and codes.
    pub id: &'static str,
    /// The name that players see.
    pub name: &'static str,
    /// The version of the rules. Increase it whenever the same lines could give different events.
    pub rules: u32,
    /// The minimum number of seats.
    pub fewest: u8,
    /// The maximum number of seats.
    pub most: u8,
    /// The game in one line.
    pub blurb: &'static str,
    /// The rules in Markdown, without anything about typing or tapping.
    pub manual: &'static str,
    /// What to type in the terminal, in Markdown.
    pub terminal_help: &'static str,
    /// What to do on the page, in Markdown.
    pub page_help: &'static str,
    /// All codes of the game's own refusals.
    pub codes: &'static [&'static str],
    /// Do players see this game? Only the template is unlisted.
    pub listed: bool,
}

impl Info {
    /// The rules and what to type in the terminal, in Markdown.
    pub fn terminal_manual(&self) -> String {
        format!("{}\n{}", self.manual, self.terminal_help)
    }

    /// The rules and what to do on the page, in Markdown.
    pub fn page_manual(&self) -> String {
        format!("{}\n{}", self.manual, self.page_help)
    }
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// One score for each seat.
    pub scores: Vec<i64>,
    /// The seats that won: none, one or several.
    pub winners: Vec<Seat>,
}

/// A suggested move with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// A line that is a legal move now.
    pub line: String,
    /// The reason, in one sentence.
    pub why: String,
}
