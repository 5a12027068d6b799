//! The board: spots, directions, sets of spots, and the positions of the five objects. Stench and breeze
//! are never stored, only derived, so they can't disagree with the wampus and the pit. Scores, fog and
//! views are not here.

use engine::{Chance, Refusal};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of rows, and of columns.
pub const SIDE: u8 = 4;

/// A cell of the board. In JSON it is `[row, column]`, from `[0, 0]` at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(into = "[u8; 2]", try_from = "[u8; 2]")]
pub struct Spot(u8);

impl Spot {
    /// Every spot, row by row.
    pub fn all() -> impl Iterator<Item = Spot> {
        (0..SIDE * SIDE).map(Spot)
    }

    /// The spot in this row and column, if they are on the board.
    pub fn at(row: u8, col: u8) -> Option<Spot> {
        (row < SIDE && col < SIDE).then_some(Spot(row * SIDE + col))
    }

    /// The row, from 0.
    pub fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// The column, from 0.
    pub fn col(self) -> u8 {
        self.0 % SIDE
    }

    /// The next spot in a direction; `None` at a wall.
    pub fn step(self, dir: Heading) -> Option<Spot> {
        let (row, col) = (self.row(), self.col());
        match dir {
            Heading::Up => Spot::at(row.checked_sub(1)?, col),
            Heading::Right => Spot::at(row, col + 1),
            Heading::Down => Spot::at(row + 1, col),
            Heading::Left => Spot::at(row, col.checked_sub(1)?),
        }
    }

    /// The spots that an arrow shot from here flies over.
    pub fn ahead(self, dir: Heading) -> Spots {
        let flight = std::iter::successors(self.step(dir), |spot| spot.step(dir));
        flight.fold(Spots::NONE, Spots::with)
    }
}

impl From<Spot> for [u8; 2] {
    fn from(spot: Spot) -> Self {
        [spot.row(), spot.col()]
    }
}

impl TryFrom<[u8; 2]> for Spot {
    type Error = &'static str;

    fn try_from([row, col]: [u8; 2]) -> Result<Spot, Self::Error> {
        Spot::at(row, col).ok_or("this spot is not on the board")
    }
}

/// Rows and columns are counted from 1.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row() + 1, self.col() + 1)
    }
}

/// A direction to walk or to shoot in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    Up,
    Right,
    Down,
    Left,
}

impl Heading {
    /// All four, clockwise.
    pub const ALL: [Heading; 4] = [Heading::Up, Heading::Right, Heading::Down, Heading::Left];

    /// The word for it in typed lines.
    pub fn word(self) -> &'static str {
        match self {
            Heading::Up => "up",
            Heading::Right => "right",
            Heading::Down => "down",
            Heading::Left => "left",
        }
    }
}

/// A set of spots, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spots(u16);

impl Spots {
    pub const NONE: Spots = Spots(0);
    pub const ALL: Spots = Spots(u16::MAX);

    const FIRST_COLUMN: u16 = 0x1111;
    const LAST_COLUMN: u16 = 0x8888;

    /// The set of one spot, or the empty set for `None`.
    pub fn of(spot: impl Into<Option<Spot>>) -> Spots {
        spot.into().map_or(Spots::NONE, |spot| Spots(1 << spot.0))
    }

    /// This set and one more spot.
    #[must_use]
    pub fn with(self, spot: Spot) -> Spots {
        self.or(Spots::of(spot))
    }

    /// The union.
    #[must_use]
    pub fn or(self, other: Spots) -> Spots {
        Spots(self.0 | other.0)
    }

    /// The intersection.
    #[must_use]
    pub fn and(self, other: Spots) -> Spots {
        Spots(self.0 & other.0)
    }

    /// This set without the spots of the other.
    #[must_use]
    pub fn less(self, other: Spots) -> Spots {
        Spots(self.0 & !other.0)
    }

    pub fn has(self, spot: Spot) -> bool {
        self.0 & (1 << spot.0) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The spots, row by row.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        Spot::all().filter(move |&spot| self.has(spot))
    }

    /// The only spot; `None` unless there is exactly one.
    pub fn only(self) -> Option<Spot> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// The spots one step away from any of these.
    #[must_use]
    pub fn around(self) -> Spots {
        let Spots(set) = self;
        Spots(
            set >> SIDE
                | set << SIDE
                | (set & !Spots::FIRST_COLUMN) >> 1
                | (set & !Spots::LAST_COLUMN) << 1,
        )
    }

    /// The spots that can be reached from these within `floor`, these included.
    #[must_use]
    pub fn flood(self, floor: Spots) -> Spots {
        let mut reached = self;
        loop {
            let wider = reached.or(reached.around().and(floor));
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }
}

/// Something in a cell. A cell lists its things in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thing {
    /// The player.
    Agent,
    Wampus,
    Pit,
    Gold,
    Exit,
    /// The wampus is in a neighbouring cell.
    Stench,
    /// The pit is in a neighbouring cell.
    Breeze,
}

/// The positions of the objects; `None` for one that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub agent: Spot,
    /// `None` once it is dead.
    pub wampus: Option<Spot>,
    pub pit: Option<Spot>,
    /// `None` once it was grabbed.
    pub gold: Option<Spot>,
    pub exit: Option<Spot>,
}

impl Layout {
    /// The board of the example in the rules.
    pub const CLASSIC: Layout = Layout {
        agent: Spot(12),
        wampus: Some(Spot(4)),
        pit: Some(Spot(14)),
        gold: Some(Spot(5)),
        exit: Some(Spot(3)),
    };

    /// A random layout: five objects in five different cells, drawn again until the agent can fetch the
    /// gold and then reach the exit.
    pub fn draw(chance: &mut Chance) -> Layout {
        let mut spots: [Spot; (SIDE * SIDE) as usize] = std::array::from_fn(|n| Spot(n as u8));
        loop {
            chance.shuffle(&mut spots);
            let [agent, wampus, pit, gold, exit, ..] = spots;
            let [wampus, pit, gold, exit] = [wampus, pit, gold, exit].map(Some);
            let board = Layout { agent, wampus, pit, gold, exit };
            if board.can_be_won_with_gold() {
                return board;
            }
        }
    }

    /// All 524,160 ways to put five objects into sixteen cells.
    pub fn placements() -> impl Iterator<Item = Layout> {
        let others = |taken: Spots| Spots::ALL.less(taken).iter();
        Spot::all().flat_map(move |agent| {
            let taken = Spots::of(agent);
            others(taken).flat_map(move |wampus| {
                let taken = taken.with(wampus);
                others(taken).flat_map(move |pit| {
                    let taken = taken.with(pit);
                    others(taken).flat_map(move |gold| {
                        others(taken.with(gold)).map(move |exit| {
                            let [wampus, pit, gold, exit] = [wampus, pit, gold, exit].map(Some);
                            Layout { agent, wampus, pit, gold, exit }
                        })
                    })
                })
            })
        })
    }

    /// Reads four rows joined by `:`, such as `...E:WG..:....:A.P.`.
    pub fn read(layout: &str) -> Result<Layout, Refusal> {
        let rows: Vec<&str> = layout.split(':').collect();
        if rows.len() != usize::from(SIDE) {
            return wrong(format!("it needs four rows joined by colons, but has {}", rows.len()));
        }
        let mut board = Layout::default();
        let mut agent = None;
        for (row, text) in (0..).zip(rows) {
            let letters = text.chars().count();
            if letters != usize::from(SIDE) {
                return wrong(format!("row {} needs four characters, but has {letters}", row + 1));
            }
            for (col, letter) in (0..).zip(text.chars()) {
                let place = match letter {
                    'A' => &mut agent,
                    'W' => &mut board.wampus,
                    'P' => &mut board.pit,
                    'G' => &mut board.gold,
                    'E' => &mut board.exit,
                    '.' => continue,
                    _ => {
                        let (row, col) = (row + 1, col + 1);
                        return wrong(format!(
                            "row {row}, column {col} must be A, W, P, G, E or a full stop"
                        ));
                    }
                };
                if place.is_some() {
                    return wrong(format!("{letter} may occur only once"));
                }
                *place = Spot::at(row, col);
            }
        }
        match agent {
            Some(agent) => Ok(Layout { agent, ..board }),
            None => wrong("it needs an A for the agent"),
        }
    }

    /// The neighbours of the wampus.
    pub fn stench(&self) -> Spots {
        Spots::of(self.wampus).around()
    }

    /// The neighbours of the pit.
    pub fn breeze(&self) -> Spots {
        Spots::of(self.pit).around()
    }

    /// The things in a cell.
    pub fn cell(&self, spot: Spot) -> Vec<Thing> {
        let here = Some(spot);
        [
            (Thing::Agent, self.agent == spot),
            (Thing::Wampus, self.wampus == here),
            (Thing::Pit, self.pit == here),
            (Thing::Gold, self.gold == here),
            (Thing::Exit, self.exit == here),
            (Thing::Stench, self.stench().has(spot)),
            (Thing::Breeze, self.breeze().has(spot)),
        ]
        .into_iter()
        .filter_map(|(thing, there)| there.then_some(thing))
        .collect()
    }

    /// The spots from which an arrow would hit the wampus.
    pub fn in_line(&self) -> Spots {
        let Some(wampus) = self.wampus else { return Spots::NONE };
        Heading::ALL.iter().fold(Spots::NONE, |line, &dir| line.or(wampus.ahead(dir)))
    }

    /// Can the agent fetch the gold and then reach the exit, shooting the wampus if necessary?
    pub fn can_be_won_with_gold(&self) -> bool {
        // Stepping on the exit ends the match, so no route leads across it.
        let floor = Spots::ALL.less(Spots::of(self.pit)).less(Spots::of(self.exit));
        let start = Spots::of(self.agent);
        let mut reached = start.flood(floor.less(Spots::of(self.wampus)));
        if !reached.and(self.in_line()).is_empty() {
            reached = start.flood(floor);
        }
        let beside = reached.around();
        self.gold.is_some_and(|gold| reached.has(gold))
            && self.exit.is_some_and(|exit| beside.has(exit))
    }
}

fn wrong<T>(why: impl fmt::Display) -> Result<T, Refusal> {
    Err(Refusal::setup(format!("This layout can't be used: {why}.")))
}
