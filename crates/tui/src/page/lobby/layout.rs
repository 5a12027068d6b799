//! The layout of the lobby, depending on the space.

use super::{Item, LobbySection};
use crate::text;
use games::GAMES;
use ratatui::layout::Rect;

/// The start of the second column, and the width of the third.
pub(super) const NAME: u16 = 29;
pub(super) const TODAY: u16 = 25;
/// The space before the third column, including its mark.
pub(super) const GAP: u16 = 4;

/// Where the descriptions of games go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    /// Beside the name, in one line or two.
    Beside,
    /// Below the name.
    Below,
    /// At the bottom of the page, only for the selected game.
    Foot,
}

/// The layout of the page, as airy as there is space for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LobbyLayout {
    pub(super) lines: Lines,
    /// Whether there is an empty line between rows.
    pub(super) apart: bool,
    pub(super) has_menu_heading: bool,
}

impl LobbyLayout {
    pub(super) fn of(
        area: Rect,
        rows: &[(LobbySection, Vec<Item>)],
        searching: bool,
    ) -> LobbyLayout {
        let room = usize::from(area.width.saturating_sub(NAME + GAP + TODAY));
        let listed = || GAMES.iter().filter(|game| game.info().listed);
        let wraps = |blurb: &str, most: usize| {
            // A text that is too long for this many lines need not be wrapped.
            text::width(blurb) <= room * most && text::wrap(blurb, room).len() <= most
        };
        let airy = LobbyLayout { lines: Lines::Beside, apart: true, has_menu_heading: true };
        let tight = LobbyLayout { apart: false, ..airy };
        let below = LobbyLayout { lines: Lines::Below, ..tight };
        let full = LobbyLayout { has_menu_heading: false, ..below };
        let fits = |layout: &LobbyLayout| {
            let blurbs_fit = match layout.lines {
                Lines::Beside => {
                    listed().all(|game| wraps(game.info().blurb, 1 + usize::from(layout.apart)))
                }
                Lines::Below | Lines::Foot => true,
            };
            // Leaving out the heading makes space for the description at the bottom.
            let foot = 2 * u16::from(layout.lines == Lines::Below && layout.has_menu_heading);
            blurbs_fit && layout.height(rows) + 2 * u16::from(searching) + foot <= area.height
        };
        let foot = LobbyLayout { lines: Lines::Foot, ..tight };
        [airy, tight, below, full].into_iter().find(fits).unwrap_or(foot)
    }

    /// The lines that a row of this section takes.
    pub(super) fn row_height(&self, section: LobbySection) -> u16 {
        match (self.lines, section) {
            (Lines::Below, LobbySection::Games) => 2,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines that the heading of this section takes.
    pub(super) fn heading_height(&self, section: LobbySection) -> u16 {
        match section {
            LobbySection::Menu if !self.has_menu_heading => 0,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines of all rows and headings, and of the gaps between sections.
    pub(super) fn height(&self, rows: &[(LobbySection, Vec<Item>)]) -> u16 {
        let mut section = None;
        let row = |(of, _): &(LobbySection, Vec<Item>)| {
            let head = match section.replace(*of) {
                before if before == Some(*of) => 0,
                before => self.heading_height(*of) + u16::from(before.is_some()),
            };
            head + self.row_height(*of)
        };
        rows.iter().map(row).sum()
    }

    /// Whether an item's description is already shown beside it.
    pub(super) fn shows_about(&self, item: &Item) -> bool {
        match item {
            Item::Game(_) => self.lines != Lines::Foot,
            Item::Daily(_) => self.lines == Lines::Below,
            Item::Resume(_) | Item::Menu(_) => false,
        }
    }
}
