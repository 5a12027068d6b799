//! What things are worth to somebody with an aim.

use super::Aim;
use super::belief::{Belief, Gold};
use super::cave::Cave;
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

    /// The same if walking cost nothing and only shooting and grabbing did: never worth less.
    pub(super) fn of_free_walks(self) -> Worth {
        Worth { step: 0, kill: self.kill + self.step, gold: self.gold + self.step, ..self }
    }

    /// How many wins and how much score a value is made of. A sum of scores is far smaller than what one win counts,
    /// and may be below nothing.
    pub(super) fn apart(&self, value: i64) -> (i64, i64) {
        match self.win {
            WIN => {
                let wins = (value + WIN / 2).div_euclid(WIN);
                (wins, value - wins * WIN)
            }
            _ => (0, value),
        }
    }

    /// What it is worth to leave the cave.
    pub(super) fn winning(&self, gold: Gold) -> i64 {
        if gold == Gold::Had { self.win_with_gold } else { self.win }
    }

    /// Does the gold matter at all?
    pub(super) fn wants_gold(&self) -> bool {
        self.gold != 0 || self.win != self.win_with_gold
    }

    /// The most that kills can bring from here on.
    pub(super) fn kills(&self, belief: &Belief, cave: &Cave) -> i64 {
        if belief.arrow && belief.wampus != 0 { self.kill * belief.placements(cave) } else { 0 }
    }

    /// The most that can be had from here on. Whoever can have nothing stops.
    pub(super) fn most(&self, belief: &Belief, cave: &Cave) -> i64 {
        let gold = if belief.gold == Gold::Had { 0 } else { self.gold };
        let each = self.win.max(self.win_with_gold) + gold;
        each * belief.placements(cave) + self.kills(belief, cave)
    }
}
