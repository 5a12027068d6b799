//! How the lobby is laid out, by what it has room for.

use super::{Item, Part};
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
pub(super) struct Plan {
    pub(super) lines: Lines,
    /// Do rows stand apart?
    pub(super) apart: bool,
    /// Has the last part a heading?
    pub(super) heads_house: bool,
}

impl Plan {
    pub(super) fn of(area: Rect, rows: &[(Part, Vec<Item>)], seeking: bool) -> Plan {
        let room = usize::from(area.width.saturating_sub(NAME + GAP + TODAY));
        let listed = || GAMES.iter().filter(|game| game.info().listed);
        let wraps = |blurb: &str, most: usize| {
            // What is too long for so many lines need not be wrapped.
            text::width(blurb) <= room * most && text::wrap(blurb, room).len() <= most
        };
        let airy = Plan { lines: Lines::Beside, apart: true, heads_house: true };
        let tight = Plan { apart: false, ..airy };
        let below = Plan { lines: Lines::Below, ..tight };
        let full = Plan { heads_house: false, ..below };
        let fits = |plan: &Plan| {
            let told = match plan.lines {
                Lines::Beside => {
                    listed().all(|game| wraps(game.info().blurb, 1 + usize::from(plan.apart)))
                }
                Lines::Below | Lines::Foot => true,
            };
            // A heading that can be spared makes room for what is said at the foot.
            let foot = 2 * u16::from(plan.lines == Lines::Below && plan.heads_house);
            told && plan.height(rows) + 2 * u16::from(seeking) + foot <= area.height
        };
        let foot = Plan { lines: Lines::Foot, ..tight };
        [airy, tight, below, full].into_iter().find(fits).unwrap_or(foot)
    }

    /// The lines that a row of this part takes.
    pub(super) fn high(&self, part: Part) -> u16 {
        match (self.lines, part) {
            (Lines::Below, Part::Games) => 2,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines that the heading of this part takes.
    pub(super) fn head(&self, part: Part) -> u16 {
        match part {
            Part::House if !self.heads_house => 0,
            _ => 1 + u16::from(self.apart),
        }
    }

    /// The lines of all rows, their headings and what stands between parts.
    pub(super) fn height(&self, rows: &[(Part, Vec<Item>)]) -> u16 {
        let mut part = None;
        let row = |(of, _): &(Part, Vec<Item>)| {
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
            Item::GoOn(_) | Item::Room(_) => false,
        }
    }
}
