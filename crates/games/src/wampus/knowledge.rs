//! What follows from a view: where the wampus and the pit may be, what is safe, how risky the rest
//! is, and where one can walk. Nothing here decides anything.

use super::{Fog, Heading, Spot, Spots, Thing, View};

/// What somebody who thinks can know.
///
/// Every placement that fits the view counts as equally likely (the few that are dealt again hardly
/// matter). Gold and exit fill the rest in the same number of ways whatever the wampus and the pit
/// do, so only those two are counted.
pub(super) struct Knowledge {
    /// The cells of which something is known.
    pub(super) known: Spots,
    /// Where the wampus may be; nowhere once it is dead.
    pub(super) wampus: Spots,
    /// Where the pit may be.
    pub(super) pit: Spots,
    /// Where the gold lies, if that is known.
    pub(super) gold: Option<Spot>,
    /// Where the exit is, if that is known.
    pub(super) exit: Option<Spot>,
    /// Cells that are known to have no stench.
    pub(super) odourless: Spots,
    /// Cells that are known to have no breeze.
    pub(super) calm: Spots,
}

impl Knowledge {
    pub(super) fn of(view: &View) -> Knowledge {
        let with = |thing| set(|spot| view.shows(thing, spot));
        let known = set(|spot| view.cell(spot).is_some());
        let exit = with(Thing::Exit);
        // An exit that shows from afar does not show its senses.
        let sensed = if view.fog == Fog::Open { known } else { known.less(exit) };
        let (odourless, calm) =
            (sensed.less(with(Thing::Stench)), sensed.less(with(Thing::Breeze)));

        let mut pit = fitting(sensed.less(calm), calm, known, with(Thing::Pit));
        pit = pit.less(Spots::of(view.killed));
        let mut wampus = Spots::NONE;
        if view.killed.is_none() {
            let missed = view.shot.map_or(Spots::NONE, |shot| shot.from.ahead(shot.dir));
            wampus = fitting(sensed.less(odourless), odourless, known, with(Thing::Wampus));
            wampus = wampus.less(missed);
        }
        // The two never share a cell.
        if pit.len() == 1 {
            wampus = wampus.less(pit);
        }
        if wampus.len() == 1 {
            pit = pit.less(wampus);
        }
        let (gold, exit) = (with(Thing::Gold).only(), exit.only());
        Knowledge { known, wampus, pit, gold, exit, odourless, calm }
    }

    /// The cells that cannot kill.
    pub(super) fn safe(&self) -> Spots {
        Spots::ALL.less(self.wampus).less(self.pit)
    }

    /// In how many ways wampus and pit may stand.
    pub(super) fn ways(&self) -> u32 {
        self.count(self.wampus, self.pit)
    }

    /// In how many of these ways the cell kills.
    pub(super) fn deadly(&self, cell: Spot) -> u32 {
        let cell = Spots::of(cell);
        self.ways() - self.count(self.wampus.less(cell), self.pit.less(cell))
    }

    /// In how many of these ways the wampus is in one of the cells.
    pub(super) fn hits(&self, cells: Spots) -> u32 {
        self.ways() - self.count(self.wampus.less(cells), self.pit)
    }

    /// Pairs of a wampus and a pit out of these, apart from each other. One that may be nowhere at
    /// all counts as being in one place.
    fn count(&self, wampus: Spots, pit: Spots) -> u32 {
        match (self.wampus.is_empty(), self.pit.is_empty()) {
            (true, true) => 1,
            (true, false) => pit.len(),
            (false, true) => wampus.len(),
            (false, false) => wampus.len() * pit.len() - wampus.and(pit).len(),
        }
    }
}

/// Where the cause of a sense may be: beside every cell that has it and beside none that has it not;
/// in a known cell only if it is seen there.
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

/// The shortest ways from one spot to others.
pub(super) struct Routes(Vec<(Spot, Route)>);

/// A way: how many steps, and the first of them; none to where one stands.
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub(super) steps: u8,
    pub(super) first: Option<Heading>,
}

impl Routes {
    /// Ways across `floor`; the last step may lead off it.
    pub(super) fn new(from: Spot, floor: Spots) -> Routes {
        let mut walks = vec![(from, Route { steps: 0, first: None })];
        let mut found = Spots::of(from);
        let mut next = 0;
        while let Some(&(spot, walk)) = walks.get(next) {
            next += 1;
            if spot != from && !floor.has(spot) {
                continue;
            }
            for dir in Heading::ALL {
                let Some(to) = spot.step(dir).filter(|&to| !found.has(to)) else { continue };
                found = found.with(to);
                walks.push((to, Route { steps: walk.steps + 1, first: walk.first.or(Some(dir)) }));
            }
        }
        Routes(walks)
    }

    /// Where they lead, nearest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Spot, Route)> {
        self.0.iter().copied()
    }
}
