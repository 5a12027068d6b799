//! The selection in a list that scrolls.

use crate::action::UiAction;

/// The selected item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ListCursor {
    pub(crate) at: usize,
}

impl ListCursor {
    /// Moves the selection; returns whether the action was a movement.
    pub(crate) fn update(&mut self, action: &UiAction, items: usize) -> bool {
        let last = items.saturating_sub(1);
        self.at = match action {
            UiAction::Up => self.at.saturating_sub(1),
            UiAction::Down => self.at + 1,
            UiAction::PageUp => self.at.saturating_sub(10),
            UiAction::PageDown => self.at + 10,
            UiAction::First => 0,
            UiAction::Last => last,
            _ => return false,
        };
        self.at = self.at.min(last);
        true
    }

    /// The first visible item, if `room` items fit.
    pub(crate) fn first(&self, items: usize, room: usize) -> usize {
        self.at.saturating_sub(room / 2).min(items.saturating_sub(room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_stays_in_the_list_and_visible() {
        let mut list = ListCursor::default();
        list.update(&UiAction::Up, 3);
        assert_eq!(list.at, 0);
        for _ in 0..5 {
            list.update(&UiAction::Down, 3);
        }
        assert_eq!(list.at, 2);
        list.update(&UiAction::First, 3);
        assert!(!list.update(&UiAction::Enter, 3));
        list.update(&UiAction::Last, 100);
        assert_eq!((list.at, list.first(100, 20)), (99, 80));
        list.update(&UiAction::Down, 0);
        assert_eq!((list.at, list.first(0, 20)), (0, 0));
    }
}
