//! What rules, bots and hints get besides the match itself: a word list, random numbers, and a thinking budget.

use crate::Chance;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use words::Lexicon;

/// The context of one call into a game.
pub struct Cx<'a> {
    /// The word list of the match.
    pub words: &'a Lexicon,
    /// The random numbers of this call.
    pub chance: Chance,
    budget: Budget,
}

impl<'a> Cx<'a> {
    pub fn new(words: &'a Lexicon, chance: Chance, budget: Budget) -> Cx<'a> {
        Cx { words, chance, budget }
    }

    /// Spends some of the budget. Returns false when the budget is used up or [`Stop::set`] was called; the search must
    /// then return the best answer it has.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.budget.nodes = self.budget.nodes.saturating_sub(nodes);
        self.budget.nodes > 0 && !self.budget.stop.is_set()
    }
}

/// How long a bot or a hint may think: a number of steps, and a flag that ends it early.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Ends the search early when it is set.
    pub stop: Stop,
    /// The number of steps. Each search defines what counts as a step.
    pub nodes: u64,
}

impl Default for Budget {
    /// Enough for a good move within a few milliseconds.
    fn default() -> Self {
        Budget::of(1_000_000)
    }
}

impl Budget {
    /// This many steps, without a stop flag.
    pub fn of(nodes: u64) -> Budget {
        Budget { stop: Stop::never(), nodes }
    }
}

/// A flag, shared by its clones, that tells a search to stop. [`Stop::never`] has no flag and costs no allocation.
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Default for Stop {
    /// A flag that isn't set yet.
    fn default() -> Stop {
        Stop(Some(Arc::default()))
    }
}

impl Stop {
    /// A stop that can't be set.
    pub fn never() -> Stop {
        Stop(None)
    }

    /// Tells the search to stop. Does nothing without a flag.
    pub fn set(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Has [`Stop::set`] been called?
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_when_the_budget_is_used_up_or_the_flag_is_set() {
        let words = Lexicon::from_words(["a"]);
        let mut cx = Cx::new(&words, Chance::new(0, 0), Budget::of(3));
        assert!(cx.spend(1) && cx.spend(1));
        assert!(!cx.spend(1));

        let stop = Stop::default();
        let budget = Budget { stop: stop.clone(), nodes: 1000 };
        let mut cx = Cx::new(&words, Chance::new(0, 0), budget);
        assert!(cx.spend(1));
        stop.set();
        assert!(!cx.spend(1));

        let never = Stop::never();
        never.set();
        assert!(!never.is_set());
    }
}
