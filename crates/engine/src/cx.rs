//! What a rule, a bot or a hint is given beside the match itself: words, luck, and a limit.

use crate::Chance;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use words::Lexicon;

/// The word list, the luck of this one call, and how long it may think.
pub struct Cx<'a> {
    /// The word list of the match.
    pub words: &'a Lexicon,
    /// The luck of this call.
    pub chance: Chance,
    budget: Budget,
}

impl<'a> Cx<'a> {
    /// A context for one call.
    pub fn new(words: &'a Lexicon, chance: Chance, thought: Budget) -> Cx<'a> {
        Cx { words, chance, budget: thought }
    }

    /// Spends some of the budget. False when it is used up or somebody said stop: then the
    /// caller answers with the best it has.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.budget.nodes = self.budget.nodes.saturating_sub(nodes);
        self.budget.nodes > 0 && !self.budget.stop.is_set()
    }
}

/// How long a bot or a hint may think: so many steps, and until somebody says stop.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Set from outside to end the thinking.
    pub stop: Stop,
    /// Steps that may be taken; what a step is, each search says for itself.
    pub nodes: u64,
}

impl Default for Budget {
    /// Enough for a good move within a few milliseconds.
    fn default() -> Self {
        Budget::of(1_000_000)
    }
}

impl Budget {
    /// So many steps, and nobody to say stop.
    pub fn of(nodes: u64) -> Budget {
        Budget { stop: Stop::never(), nodes }
    }
}

/// A flag that one side sets and the other reads. Without a flag there is nobody to say stop: rules have none, and
/// no move has to make one.
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Default for Stop {
    /// A flag that is not set.
    fn default() -> Stop {
        Stop(Some(Arc::default()))
    }
}

impl Stop {
    /// Nobody will say stop.
    pub fn never() -> Stop {
        Stop(None)
    }

    /// Says stop, if there is a flag.
    pub fn set(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Has anybody said stop?
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_ends_with_the_budget_or_on_stop() {
        let words = Lexicon::from_words(["a"]);
        let mut cx = Cx::new(&words, Chance::new(0, 0), Budget::of(3));
        assert!(cx.spend(1) && cx.spend(1));
        assert!(!cx.spend(1));

        let stop = Stop::default();
        let thought = Budget { stop: stop.clone(), nodes: 1000 };
        let mut cx = Cx::new(&words, Chance::new(0, 0), thought);
        assert!(cx.spend(1));
        stop.set();
        assert!(!cx.spend(1));

        let never = Stop::never();
        never.set();
        assert!(!never.is_set());
    }
}
