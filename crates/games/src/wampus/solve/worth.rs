//! What things are worth to somebody with an aim.

use super::Aim;
use super::belief::Gold;
use crate::wampus::{GOLD, KILL, STEP};

/// Values are sums over placements of these.
#[derive(Clone, Copy)]
pub(super) struct Worth {
    pub(super) step: i64,
    pub(super) kill: i64,
    pub(super) gold: i64,
    win: i64,
    win_with_gold: i64,
    pub(super) may_stop: bool,
}

/// More than any sum of scores: one placement more that is won outweighs them all.
pub(super) const WIN: i64 = 1 << 36;

impl Worth {
    pub(super) fn of(aim: Aim) -> Worth {
        let nothing = Worth { step: 0, kill: 0, gold: 0, win: 0, win_with_gold: 0, may_stop: true };
        let score = Worth { step: STEP, kill: KILL, gold: GOLD, ..nothing };
        match aim {
            Aim::Win => Worth { win: 1, win_with_gold: 1, ..nothing },
            Aim::GoldAndWin => Worth { win_with_gold: 1, ..nothing },
            Aim::Score => score,
            Aim::Rank => Worth { win: WIN, win_with_gold: WIN, may_stop: false, ..score },
        }
    }

    /// The score if walking cost nothing and only shooting and grabbing did: never less than it.
    pub(super) fn of_free_walks() -> Worth {
        Worth { step: 0, kill: KILL + STEP, gold: GOLD + STEP, ..Worth::of(Aim::Score) }
    }

    /// What it is worth to leave the cave.
    pub(super) fn winning(&self, gold: Gold) -> i64 {
        if gold == Gold::Had { self.win_with_gold } else { self.win }
    }

    /// Does the gold matter at all?
    pub(super) fn wants_gold(&self) -> bool {
        self.gold != 0 || self.win != self.win_with_gold
    }

    /// The most that one placement can bring from here on.
    pub(super) fn most(&self, gold: Gold, armed: bool) -> i64 {
        let gold = if gold == Gold::Had { 0 } else { self.gold };
        self.win.max(self.win_with_gold) + gold + if armed { self.kill } else { 0 }
    }
}
