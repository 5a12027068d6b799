//! Scrabble Junior: the board with cells lit that can be covered, racks and points beside it, an exchange of
//! tiles, and a curtain between players if racks are hidden. `face.rs` draws it, `exchange.rs` is the exchange.

mod exchange;
mod face;

use super::Skin;
use super::board::{board_keys, clicked, moved, scroll_keys};
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::match_view::MatchView;
use engine::{Seat, Tone};
use exchange::Exchange;
use games::board::At;
use games::junior::{Must, RackView, View};
use std::time::Duration;

/// The panes of the racks.
const RACKS: [&str; 4] = ["rack0", "rack1", "rack2", "rack3"];

/// How long a newly covered cell stands out.
const FRESH: Duration = Duration::from_millis(1500);

/// The look of Junior, its cursor and the tiles chosen for an exchange.
#[derive(Default)]
pub(crate) struct JuniorSkin {
    cursor: Option<At>,
    /// The player at the keyboard, if racks are hidden.
    here: Option<Seat>,
    exchange: Exchange,
}

/// What the player can do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TurnPhase {
    /// Nothing until the keyboard is handed over.
    Covered,
    /// Cover a letter.
    Placing,
    /// Exchange this many tiles.
    Exchanging(usize),
    /// Nothing: others play, or the match is over.
    Watching,
}

impl JuniorSkin {
    fn phase(&self, match_view: &MatchView, view: &View) -> TurnPhase {
        if self.is_hidden(match_view, view) {
            return TurnPhase::Covered;
        }
        match view.must.filter(|_| {
            match_view.over().is_none() && match_view.acting().is_some() && match_view.is_our_turn()
        }) {
            None => TurnPhase::Watching,
            Some(Must::Place) => TurnPhase::Placing,
            Some(Must::Swap2) => TurnPhase::Exchanging(2),
            Some(Must::Swap1) => TurnPhase::Exchanging(1),
        }
    }

    /// Whether to hide everything, because racks are hidden and several people share the keyboard.
    fn is_hidden(&self, match_view: &MatchView, view: &View) -> bool {
        let Some(seated) = &match_view.seated else { return false };
        let hidden = view.racks.iter().any(|rack| matches!(rack, RackView::Count(_)));
        let people = seated.here.iter().filter(|seat| !view.left.contains(seat)).count();
        match_view.over().is_none() && hidden && people > 1 && self.here != match_view.seat()
    }

    /// Moves the cursor and requests remarks about its cell.
    fn go(&mut self, at: At, match_view: &mut MatchView) -> Vec<Effect> {
        self.cursor = Some(at);
        match_view.request_remarks(Some(format!("place {at}")))
    }

    /// Moves to the next or the previous of these cells.
    fn jump(&mut self, forward: bool, wanted: &[At], match_view: &mut MatchView) -> Vec<Effect> {
        let next = match forward {
            true => wanted.iter().find(|at| Some(**at) > self.cursor).or(wanted.first()),
            false => wanted.iter().rfind(|at| Some(**at) < self.cursor).or(wanted.last()),
        };
        next.map_or(Vec::new(), |at| self.go(*at, match_view))
    }

    /// Prepares a new phase of the turn.
    fn start_phase(&mut self, view: &View, match_view: &mut MatchView) -> Vec<Effect> {
        self.exchange = Exchange::default();
        match self.phase(match_view, view) {
            TurnPhase::Covered => {
                // The answers for one player aren't for the next.
                match_view.messages.retain(|message| message.tone == Tone::Plain);
                match_view.request_remarks(None)
            }
            TurnPhase::Placing => {
                let from = self.cursor.or(At::new(0, 0));
                let by_distance = |at: &&At| from.map(|from| (distance(from, **at), **at));
                let nearest = view.legal.iter().min_by_key(by_distance).copied();
                nearest.map_or(Vec::new(), |at| self.go(at, match_view))
            }
            TurnPhase::Exchanging(_) | TurnPhase::Watching => match_view.request_remarks(None),
        }
    }

    fn placing(
        &mut self,
        action: &UiAction,
        view: &View,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        let takes = |wanted: char| -> Vec<At> {
            let wants = |at: &&At| letter(view, **at) == Some(wanted);
            view.legal.iter().filter(wants).copied().collect()
        };
        Some(match action {
            UiAction::Enter => match self.cursor {
                Some(at) => match_view.act(format!("place {at}"), context),
                None => Vec::new(),
            },
            UiAction::Next => self.jump(true, &view.legal, match_view),
            UiAction::Own("before") => self.jump(false, &view.legal, match_view),
            UiAction::Type(c) => self.jump(true, &takes(*c), match_view),
            UiAction::Cell(place) => match (clicked(*place), tile(view, place.pane, place.col)) {
                (Some(at), _) if view.legal.contains(&at) => {
                    self.cursor = Some(at);
                    match_view.act(format!("place {at}"), context)
                }
                (Some(at), _) => self.go(at, match_view),
                (None, Some(tile)) => self.jump(true, &takes(tile), match_view),
                (None, None) => Vec::new(),
            },
            action => {
                let from = self.cursor.or(At::new(0, 0))?;
                let to = moved(from, action, (view.rows, view.cols))?;
                self.go(to, match_view)
            }
        })
    }
}

impl Skin for JuniorSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        if let Some(view) = match_view.view::<View>() {
            face::draw(self, match_view, context, &view, canvas);
        }
    }

    fn binds(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        let Some(view) = match_view.view::<View>() else { return Vec::new() };
        let key = KeyPress::of;
        let mut binds = Vec::new();
        match self.phase(match_view, &view) {
            TurnPhase::Covered if match_view.is_our_turn() => {
                // Not a key used in play: typing ahead must not lift the curtain for the next player.
                binds.push(KeyBinding::new(
                    KeyPress::char('s'),
                    "show your tiles",
                    UiAction::Own("lift"),
                ));
            }
            TurnPhase::Placing => {
                binds.push(KeyBinding::hint("↑↓←→", "cell"));
                let cover = KeyBinding::new(key(KeyName::Enter), "cover", UiAction::Enter);
                binds.push(cover.or(KeyPress::char(' ')));
                binds.push(KeyBinding::new(key(KeyName::Tab), "next place", UiAction::Next));
                let back = key(KeyName::Tab).shifted();
                binds.push(
                    KeyBinding::new(back, "previous place", UiAction::Own("before")).hidden(),
                );
                binds.extend(board_keys(true));
                binds.extend(scroll_keys());
                let mut tiles: Vec<char> =
                    view.legal.iter().filter_map(|at| letter(&view, *at)).collect();
                tiles.sort_unstable();
                tiles.dedup();
                let place = |tile| {
                    let what = format!("go to a place for {tile}");
                    KeyBinding::new(KeyPress::char(tile), what, UiAction::Type(tile)).hidden()
                };
                binds.extend(tiles.into_iter().map(place));
            }
            TurnPhase::Exchanging(many) => binds.extend(self.exchange.binds(rack(&view), many)),
            TurnPhase::Watching => binds.extend(scroll_keys()),
            TurnPhase::Covered => {}
        }
        binds
    }

    fn update(
        &mut self,
        action: &UiAction,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        let view = match_view.view::<View>()?;
        match self.phase(match_view, &view) {
            TurnPhase::Covered => match action {
                UiAction::Back | UiAction::Leave | UiAction::PlayUnsaved(_) => None,
                UiAction::Own("lift") if match_view.is_our_turn() => {
                    self.here = match_view.seat();
                    Some(self.start_phase(&view, match_view))
                }
                _ => Some(Vec::new()),
            },
            TurnPhase::Placing => self.placing(action, &view, match_view, context),
            TurnPhase::Exchanging(many) => {
                if let UiAction::Cell(place) = action
                    && tile(&view, place.pane, place.col).is_none()
                {
                    return Some(Vec::new());
                }
                let line = self.exchange.update(action, rack(&view), many)?;
                Some(line.map_or(Vec::new(), |line| match_view.act(line, context)))
            }
            TurnPhase::Watching => {
                let pages = matches!(action, UiAction::PageUp | UiAction::PageDown);
                let from = self.cursor.or(At::new(0, 0)).filter(|_| pages)?;
                self.cursor = moved(from, action, (view.rows, view.cols));
                Some(Vec::new())
            }
        }
    }

    fn on_update(&mut self, match_view: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        let Some(view) = match_view.view::<View>() else { return Vec::new() };
        // Somebody sitting down changes nothing for the player whose turn it is.
        let same = match_view.view_before::<View>().as_ref() == Some(&view);
        match (self.phase(match_view, &view), self.cursor) {
            (TurnPhase::Placing, Some(at)) if same => self.go(at, match_view),
            _ if same => Vec::new(),
            _ => self.start_phase(&view, match_view),
        }
    }

    fn is_covered(&self, match_view: &MatchView) -> bool {
        match_view.view::<View>().is_some_and(|view| self.is_hidden(match_view, &view))
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        let (now, before) = (match_view.view::<View>(), match_view.view_before::<View>());
        let covered = |view: &Option<View>| view.as_ref().map(|view| view.covered.len());
        if covered(&now) == covered(&before) { Duration::ZERO } else { FRESH }
    }
}

fn distance(one: At, other: At) -> u8 {
    one.row().abs_diff(other.row()) + one.col().abs_diff(other.col())
}

/// The letter printed on a cell.
fn letter(view: &View, at: At) -> Option<char> {
    let row = view.letters.get(usize::from(at.row()))?;
    row.chars().nth(at.col().into()).filter(|letter| *letter != '.')
}

/// The rack of the player whose turn it is, if it is visible.
fn rack(view: &View) -> &str {
    match view.racks.get(view.seat.index()) {
        Some(RackView::Tiles(tiles)) => tiles,
        _ => "",
    }
}

/// A tile of that rack.
fn tile(view: &View, pane: &str, col: u8) -> Option<char> {
    let acting = RACKS.get(view.seat.index()).is_some_and(|acting| *acting == pane);
    rack(view).chars().nth(col.into()).filter(|_| acting)
}
