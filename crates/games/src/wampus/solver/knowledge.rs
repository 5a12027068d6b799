//! Conclusions from a view: where the wampus and the pit may be, which cells are safe, how risky the
//! others are, and the shortest routes. Decisions are made elsewhere.

use crate::wampus::{Fog, Heading, Spot, Spots, Thing, View};

/// Everything that can be concluded from a view.
///
/// All placements that fit the view count as equally likely (the few that are never dealt hardly
/// matter). Gold and exit fill the rest of the cave in the same number of ways wherever the wampus and
/// the pit are, so only the positions of those two are counted.
pub(in crate::wampus) struct Knowledge {
    /// The cells that the view shows.
    pub(in crate::wampus) known: Spots,
    /// Where the wampus may be; empty once it is dead.
    pub(in crate::wampus) wampus: Spots,
    /// Where the pit may be.
    pub(in crate::wampus) pit: Spots,
    /// Where the gold is, if that is known.
    pub(in crate::wampus) gold: Option<Spot>,
    /// Where the exit is, if that is known.
    pub(in crate::wampus) exit: Option<Spot>,
    /// Cells that are known to have no stench.
    pub(in crate::wampus) no_stench: Spots,
    /// Cells that are known to have no breeze.
    pub(in crate::wampus) no_breeze: Spots,
}

impl Knowledge {
    pub(in crate::wampus) fn of(view: &View) -> Knowledge {
        let with = |thing| set(|spot| view.shows(thing, spot));
        let known = set(|spot| view.cell(spot).is_some());
        let exit = with(Thing::Exit);
        // An exit that is visible from afar doesn't show its stench and breeze.
        let sensed = if view.fog == Fog::Open { known } else { known.less(exit) };
        let (no_stench, no_breeze) =
            (sensed.less(with(Thing::Stench)), sensed.less(with(Thing::Breeze)));

        let mut pit = fitting(sensed.less(no_breeze), no_breeze, known, with(Thing::Pit));
        pit = pit.less(Spots::of(view.killed));
        let mut wampus = Spots::NONE;
        if view.killed.is_none() {
            let missed = view.shot.map_or(Spots::NONE, |shot| shot.from.ahead(shot.dir));
            wampus = fitting(sensed.less(no_stench), no_stench, known, with(Thing::Wampus));
            wampus = wampus.less(missed);
        }
        // Wampus and pit never share a cell.
        if pit.len() == 1 {
            wampus = wampus.less(pit);
        }
        if wampus.len() == 1 {
            pit = pit.less(wampus);
        }
        let (gold, exit) = (with(Thing::Gold).only(), exit.only());
        Knowledge { known, wampus, pit, gold, exit, no_stench, no_breeze }
    }

    /// The unknown cells next to visited ones.
    pub(in crate::wampus) fn next_cells(&self) -> Spots {
        self.known.less(Spots::of(self.exit)).around().less(self.known)
    }

    /// The cells that cannot kill.
    pub(in crate::wampus) fn safe(&self) -> Spots {
        Spots::ALL.less(self.wampus).less(self.pit)
    }

    /// The number of possible positions of wampus and pit.
    pub(in crate::wampus) fn ways(&self) -> u32 {
        self.count(self.wampus, self.pit)
    }

    /// In how many of these positions the cell is deadly.
    pub(in crate::wampus) fn deadly(&self, cell: Spot) -> u32 {
        let cell = Spots::of(cell);
        self.ways() - self.count(self.wampus.less(cell), self.pit.less(cell))
    }

    /// In how many of these positions the wampus is in one of the cells.
    pub(in crate::wampus) fn hits(&self, cells: Spots) -> u32 {
        self.ways() - self.count(self.wampus.less(cells), self.pit)
    }

    /// The number of pairs of a wampus cell and a different pit cell out of these sets. A wampus or a pit
    /// that doesn't exist counts as having one position.
    fn count(&self, wampus: Spots, pit: Spots) -> u32 {
        match (self.wampus.is_empty(), self.pit.is_empty()) {
            (true, true) => 1,
            (true, false) => pit.len(),
            (false, true) => wampus.len(),
            (false, false) => wampus.len() * pit.len() - wampus.and(pit).len(),
        }
    }
}

/// Where the cause of a stench or a breeze may be: next to every cell that has it and to none that lacks
/// it, and in a known cell only if the view shows it there.
fn fitting(having: Spots, lacking: Spots, known: Spots, seen: Spots) -> Spots {
    set(|spot| {
        let around = Spots::of(spot).around();
        having.less(around).is_empty()
            && lacking.and(around).is_empty()
            && (seen.has(spot) || !known.has(spot))
    })
}

fn set(belongs: impl Fn(Spot) -> bool) -> Spots {
    Spot::all().filter(|&spot| belongs(spot)).fold(Spots::NONE, Spots::with)
}

/// The shortest routes from one spot to all others.
pub(in crate::wampus) struct Routes(Vec<(Spot, Route)>);

/// A shortest route. Its first step is `None` if it leads to the spot where it starts.
#[derive(Clone, Copy)]
pub(in crate::wampus) struct Route {
    pub(in crate::wampus) steps: u8,
    pub(in crate::wampus) first: Option<Heading>,
}

impl Routes {
    /// Routes across `floor`; only the last step may leave it.
    pub(in crate::wampus) fn new(from: Spot, floor: Spots) -> Routes {
        let mut routes = vec![(from, Route { steps: 0, first: None })];
        let mut found = Spots::of(from);
        let mut next = 0;
        while let Some(&(spot, route)) = routes.get(next) {
            next += 1;
            if spot != from && !floor.has(spot) {
                continue;
            }
            for dir in Heading::ALL {
                let Some(to) = spot.step(dir).filter(|&to| !found.has(to)) else { continue };
                found = found.with(to);
                routes
                    .push((to, Route { steps: route.steps + 1, first: route.first.or(Some(dir)) }));
            }
        }
        Routes(routes)
    }

    /// The spots that can be reached, nearest first.
    pub(in crate::wampus) fn iter(&self) -> impl Iterator<Item = (Spot, Route)> {
        self.0.iter().copied()
    }
}
