//! The trait that every game implements, and the small types it speaks in.

use crate::{Cx, Draft, Keys, Refusal, Scene, Seat, Seats, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What is written down or sent: plain data with a JSON form.
pub trait Data:
    Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

impl<T> Data for T where
    T: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

/// A bot: a function from what its seat may know to what it does. It cannot cheat, because a
/// view is all it gets.
pub type Bot<G> = fn(&<G as Game>::View, &mut Cx) -> <G as Game>::Action;

/// A game. See `games/null` for the smallest whole one.
///
/// A match is its log: `State` is the fold of `Event`s by [`Game::apply`] and is never stored.
/// [`Game::view`] and [`Game::tell`] are the only ways out of the truth.
pub trait Game: Sized + Send + Sync + 'static {
    /// What the game is called and how many may play.
    const INFO: Info;
    /// The bots, weakest first; `random` and `sensible` at least.
    const BOTS: &'static [(&'static str, Bot<Self>)];
    /// What the host chooses.
    type Setup: Keys;
    /// The truth: rebuilt, never stored, never sent.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat does: typed inside, a line of text outside.
    type Action: Clone + PartialEq + Debug;
    /// What happened; kept for ever.
    type Event: Data;
    /// What one viewer may know.
    type View: Data;

    /// Setups with a name, the plain one first. `daily` is the one that dailies use.
    fn presets() -> Vec<(&'static str, Self::Setup)>;
    /// The state before the deal, or why there can be none.
    fn blank(setup: &Self::Setup, seats: u8) -> Result<Self::State, Refusal>;
    /// Deals: the first events.
    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal>;
    /// A seat that is to act does something.
    fn act(
        draft: &mut Draft<Self>,
        seat: Seat,
        action: Self::Action,
        cx: &mut Cx,
    ) -> Result<(), Refusal>;
    /// A seat resigns or times out. It may come at any time before the end, once per seat.
    fn leave(draft: &mut Draft<Self>, seat: Seat, cx: &mut Cx);
    /// Folds an event into the state. It holds no rules and draws no chance.
    fn apply(state: &mut Self::State, event: &Self::Event);
    /// Who is to act. Empty: it is over. Several: at the same time.
    fn to_act(state: &Self::State) -> Seats;
    /// The result, once it is over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// What a viewer may know, built up field by field, never stripped down.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// What a viewer is told of an event, in a sentence; `after` is the state just after it.
    fn tell(after: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<String>;
    /// Is this event free: does it neither cost nor score anything, so that it can be repeated without end? A move of free
    /// events alone gives nobody more time. It must not pass the turn or end the match.
    fn is_free(_event: &Self::Event) -> bool {
        false
    }

    // From here on only a View is in scope, so that nothing can leak.

    /// What is on the table, and what can be done.
    fn scene(view: &Self::View) -> Scene;
    /// Reads a clean line (see [`crate::line::clean`]).
    fn parse(view: &Self::View, line: &str) -> Result<Self::Action, Refusal>;
    /// Can [`Game::act`] take more than a few milliseconds for this line? A server plays such lines in turn.
    fn is_costly(_line: &str) -> bool {
        false
    }
    /// Writes an action as a line: `parse(line(a)) == a`.
    fn line(action: &Self::Action) -> String;
    /// A good move and why it is good, if there is one to be known.
    fn hint(view: &Self::View, cx: &mut Cx) -> Option<Hint>;
    /// Remarks about a half-typed line; never what [`Game::act`] would charge for.
    fn preview(view: &Self::View, typed: &str, cx: &mut Cx) -> Vec<String>;
    /// How far the seat has come, for rivals in a race: no letter, no cell, no points.
    fn progress(view: &Self::View) -> String;
}

/// What a game is called, and how many may play it.
#[derive(Debug)]
pub struct Info {
    /// The short name, in lower case: in commands, tickets and codes.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The version of the rules. It grows when old lines could give other events.
    pub rules: u32,
    /// The fewest seats.
    pub fewest: u8,
    /// The most seats.
    pub most: u8,
    /// What it is, in one line.
    pub blurb: &'static str,
    /// The rules in Markdown, without a word on how to type or tap.
    pub manual: &'static str,
    /// What to type in the terminal, in Markdown.
    pub terminal_help: &'static str,
    /// What to do on the page, in Markdown.
    pub page_help: &'static str,
    /// Every code of its own refusals.
    pub codes: &'static [&'static str],
    /// Is it offered to players? Only the template is not.
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

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// A score for each seat.
    pub scores: Vec<i64>,
    /// The seats that won; nobody, one or several.
    pub winners: Vec<Seat>,
}

/// A hint: a line that could be played, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// A line that would be accepted now.
    pub line: String,
    /// The reason, in a sentence.
    pub why: String,
}
