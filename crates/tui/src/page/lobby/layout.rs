//! How the lobby is laid out, by what it has room for.

use super::{Item, LobbySection};
use crate::text;
use games::GAMES;
use ratatui::layout::Rect;

/// Where the second column begins, and how wide the third is.
pub(super) const NAME: u16 = 29;
pub(super) const TODAY: u16 = 25;
/// What stands before the third: its mark, and a gap.
pub(super) const GAP: u16 = 4;

/// Where the lines about games go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    /// Beside the name, in one line or two.
    Beside,
    /// Below the name.
    Below,
    /// At the foot of the page, that of the chosen game only.
    Foot,
}

/// How the page is laid out: as airy as there is room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LobbyLayout {
    pub(super) lines: Lines,
    /// Do rows stand apart?
    pub(super) apart: bool,
    /// Has the last part a heading?
    pub(super) has_menu_heading: bool,
}

impl LobbyLayout {
    pub(super) fn of(area: Rect, rows: &[(LobbySection, Vec<Item>)], seeking: bool) -> LobbyLayout {
        let room = usize::from(area.width.saturating_sub(NAME + GAP + TODAY));
        let listed = || GAMES.iter().filter(|game| game.info().listed);
        let wraps = |blurb: &str, most: usize| {
            // What is too long for so many lines need not be wrapped.
            text::width(blurb) <= room * most && text::wrap(blurb, room).len() <= most
        };
        let airy = LobbyLayout { lines: Lines::Beside, apart: true, has_menu_heading: true };
        let tight = LobbyLayout { apart: false, ..airy };
        let below = LobbyLayout { lines: Lines::Below, ..tight };
        let full = LobbyLayout { has_menu_heading: false, ..below };
        let fits = |plan: &LobbyLayout| {
            let told = match plan.lines {
                Lines::Beside => {
                    listed().all(|game| wraps(game.info().blurb, 1 + usize::from(plan.apart)))
                }
                Lines::Below | Lines::Foot => true,
            };
            // A heading that can be spared makes room for what is said at the foot.
            let foot = 2 * u16::from(plan.lines == Lines::Below && plan.has_menu_heading);
            told && plan.height(rows) + 2 * u16::from(seeking) + foot <= area.height
        };
        let foot = LobbyLayout { lines: Lines::Foot, ..tight };
        [airy, tight, below, full].into_iter().find(fits).unwrap_or(foot)
    }

    /// The lines that a row of this part takes.
    pub(super) fn high(&self, part: LobbySection) -> u16 {
        match (self.lines, part) {
            (Lines::Below, LobbySection::Games) => 2,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines that the heading of this part takes.
    pub(super) fn head(&self, part: LobbySection) -> u16 {
        match part {
            LobbySection::Menu if !self.has_menu_heading => 0,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines of all rows, their headings and what stands between parts.
    pub(super) fn height(&self, rows: &[(LobbySection, Vec<Item>)]) -> u16 {
        let mut part = None;
        let row = |(of, _): &(LobbySection, Vec<Item>)| {
            let head = match part.replace(*of) {
                before if before == Some(*of) => 0,
                before => self.head(*of) + u16::from(before.is_some()),
            };
            head + self.high(*of)
        };
        rows.iter().map(row).sum()
    }

    /// Does what is to be said about an item stand beside it?
    pub(super) fn tells(&self, item: &Item) -> bool {
        match item {
            Item::Game(_) => self.lines != Lines::Foot,
            Item::Daily(_) => self.lines == Lines::Below,
            Item::Resume(_) | Item::Menu(_) => false,
        }
    }
}
