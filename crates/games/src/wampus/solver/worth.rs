//! What actions and wins are worth for an aim.

use super::Aim;
use super::belief::{Belief, Gold};
use super::cave::Cave;
use crate::wampus::rules::{GOLD, KILL, STEP};

/// The points for everything that counts. Values of beliefs are sums of these over placements.
#[derive(Clone, Copy)]
pub(super) struct Worth {
    pub(super) step: i64,
    pub(super) kill: i64,
    pub(super) gold: i64,
    win: i64,
    win_with_gold: i64,
    pub(super) may_stop: bool,
}

/// More than any sum of scores, so that one more win outweighs them all.
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

    /// The same if walking were free and only shooting and grabbing cost a step: never worth less.
    pub(super) fn of_free_walks(self) -> Worth {
        Worth { step: 0, kill: self.kill + self.step, gold: self.gold + self.step, ..self }
    }

    /// Splits a value into wins and score. The score may be negative, and its absolute value is far smaller than
    /// [`WIN`].
    pub(super) fn apart(&self, value: i64) -> (i64, i64) {
        match self.win {
            WIN => {
                let wins = (value + WIN / 2).div_euclid(WIN);
                (wins, value - wins * WIN)
            }
            _ => (0, value),
        }
    }

    /// The worth of leaving the cave.
    pub(super) fn winning(&self, gold: Gold) -> i64 {
        if gold == Gold::Had { self.win_with_gold } else { self.win }
    }

    /// Does the gold matter for this aim?
    pub(super) fn wants_gold(&self) -> bool {
        self.gold != 0 || self.win != self.win_with_gold
    }

    /// An upper bound for the worth of kills from now on.
    pub(super) fn kills(&self, belief: &Belief, cave: &Cave) -> i64 {
        if belief.arrow && belief.wampus != 0 { self.kill * belief.placements(cave) } else { 0 }
    }

    /// An upper bound for the value of a belief. If it is 0, there is nothing left to gain.
    pub(super) fn most(&self, belief: &Belief, cave: &Cave) -> i64 {
        let gold = if belief.gold == Gold::Had { 0 } else { self.gold };
        let each = self.win.max(self.win_with_gold) + gold;
        each * belief.placements(cave) + self.kills(belief, cave)
    }
}
