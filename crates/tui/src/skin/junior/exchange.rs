//! An exchange: choosing tiles to put back.

use crate::action::{KeyBinding, UiAction};
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use engine::Tone;
use engine::scene::Place;
use ratatui::layout::Rect;

/// The tiles chosen so far.
#[derive(Default)]
pub(crate) struct Exchange {
    /// The tile under the cursor.
    at: usize,
    /// The chosen tiles, the latest last.
    chosen: Vec<usize>,
}

/// The height of the box.
pub(super) const HEIGHT: u16 = 8;

impl Exchange {
    /// The keys of an exchange of `many` tiles.
    pub(super) fn binds(&self, rack: &str, many: usize) -> Vec<KeyBinding> {
        let key = KeyPress::of;
        let mut binds = vec![KeyBinding::hint("←→", "tile")];
        if self.chosen.len() == many {
            binds.push(KeyBinding::new(key(KeyName::Enter), "exchange", UiAction::Enter));
            binds.push(KeyBinding::new(KeyPress::char(' '), "choose", UiAction::Own("choose")));
        } else {
            let choose = KeyBinding::new(KeyPress::char(' '), "choose", UiAction::Own("choose"));
            binds.push(choose.or(key(KeyName::Enter)));
        }
        for (code, letter, what, action) in [
            (KeyName::Left, 'h', "left", UiAction::Left),
            (KeyName::Right, 'l', "right", UiAction::Right),
            (KeyName::Up, 'k', "choose", UiAction::Up),
            (KeyName::Down, 'j', "keep", UiAction::Down),
        ] {
            binds
                .push(KeyBinding::new(key(code), what, action).or(KeyPress::char(letter)).hidden());
        }
        binds.push(KeyBinding::new(key(KeyName::Home), "first tile", UiAction::First).hidden());
        binds.push(KeyBinding::new(key(KeyName::End), "last tile", UiAction::Last).hidden());
        let mut tiles: Vec<char> = rack.chars().collect();
        tiles.sort_unstable();
        tiles.dedup();
        let choose = |tile| {
            KeyBinding::new(KeyPress::char(tile), format!("choose {tile}"), UiAction::Type(tile))
        };
        binds.extend(tiles.into_iter().map(choose).map(KeyBinding::hidden));
        binds
    }

    /// Handles an action. Returns the line to send once all tiles are chosen, or `None` if the action isn't for
    /// it.
    pub(super) fn update(
        &mut self,
        action: &UiAction,
        rack: &str,
        many: usize,
    ) -> Option<Option<String>> {
        let last = rack.chars().count().checked_sub(1)?;
        match action {
            UiAction::Left => self.at = self.at.saturating_sub(1),
            UiAction::Right => self.at = (self.at + 1).min(last),
            UiAction::First => self.at = 0,
            UiAction::Last => self.at = last,
            UiAction::Up if !self.chosen.contains(&self.at) => self.toggle(self.at, many),
            UiAction::Down if self.chosen.contains(&self.at) => self.toggle(self.at, many),
            UiAction::Own("choose") => self.toggle(self.at, many),
            UiAction::Cell(place) if usize::from(place.col) <= last => {
                self.toggle(place.col.into(), many)
            }
            UiAction::Type(c) => {
                let tiles =
                    || rack.chars().enumerate().filter(|(_, tile)| tile == c).map(|(n, _)| n);
                let fresh = tiles().find(|n| !self.chosen.contains(n));
                if let Some(n) = fresh.or(tiles().next()) {
                    self.toggle(n, many);
                }
            }
            UiAction::Enter if self.chosen.len() == many => {
                return Some(Some(format!("swap {}", self.chosen_letters(rack))));
            }
            UiAction::Up | UiAction::Down | UiAction::Enter => {}
            _ => return None,
        }
        Some(None)
    }

    /// Chooses a tile or puts it back. One too many replaces the first.
    fn toggle(&mut self, n: usize, many: usize) {
        self.at = n;
        if let Some(place) = self.chosen.iter().position(|chosen| *chosen == n) {
            self.chosen.remove(place);
            return;
        }
        self.chosen.push(n);
        if self.chosen.len() > many {
            self.chosen.remove(0);
        }
    }

    fn chosen_letters(&self, rack: &str) -> String {
        let tiles = rack.chars().enumerate();
        tiles.filter(|(n, _)| self.chosen.contains(n)).map(|(_, tile)| tile).collect()
    }

    /// Draws it as a box: chosen tiles are above the others.
    pub(super) fn draw(&self, rack: &str, pane: &'static str, many: usize, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        canvas.frame(Rect { height: HEIGHT.min(area.height), ..area }, theme.accent());
        canvas.text(area.x + 2, area.y, " Exchange ", theme.accent());
        let tiles = if many == 1 { "one tile" } else { "two tiles" };
        canvas.text(area.x + 2, area.y + 1, &format!("No move: exchange {tiles}."), theme.text());
        let step = if area.width >= 34 { 4 } else { 3 };
        for (n, tile) in rack.chars().enumerate() {
            let x = area.x + 2 + n as u16 * step;
            let chosen = self.chosen.contains(&n);
            let y = area.y + if chosen { 3 } else { 4 };
            let style = if chosen { theme.ground(Tone::Good) } else { theme.strong() };
            canvas.text(x, y, &format!(" {tile} "), style);
            if n == self.at {
                canvas.text(x + 1, area.y + 5, "↑", theme.accent());
            }
            let place = Place { pane, row: 0, col: n as u8 };
            canvas.hit(Rect::new(x, area.y + 3, 3, 2), Hit::Cell(place));
        }
        let names: Vec<String> = self.chosen_letters(rack).chars().map(String::from).collect();
        let (shown, style) = match self.chosen.len() {
            count if count == many => {
                (format!("Enter exchanges {}", names.join(" and ")), theme.accent())
            }
            0 => ("Press Space to choose a tile".to_owned(), theme.faint()),
            _ => (format!("{} and one more", names.join("")), theme.faint()),
        };
        let wide = canvas.text(area.x + 2, area.y + 6, &shown, style);
        if self.chosen.len() == many {
            canvas.hit(
                Rect::new(area.x + 2, area.y + 6, wide, 1),
                Hit::Key(KeyPress::of(KeyName::Enter)),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(actions: &[UiAction], rack: &str, many: usize) -> Option<String> {
        let mut exchange = Exchange::default();
        let all = actions.iter().map(|action| exchange.update(action, rack, many));
        all.last().flatten().flatten()
    }

    #[test]
    fn exactly_the_wanted_number_of_tiles_is_chosen() {
        let choose = UiAction::Own("choose");
        let line = |actions: &[UiAction], many| done(actions, "EGGS", many);
        let (right, enter) = (UiAction::Right, UiAction::Enter);
        assert_eq!(line(&[choose.clone(), enter.clone()], 2), None, "one is too few");
        let two = [choose.clone(), right.clone(), choose.clone(), enter.clone()];
        assert_eq!(line(&two, 2).unwrap(), "swap EG");
        assert_eq!(line(&two, 1).unwrap(), "swap G", "the first is put back");
        let kept =
            [choose.clone(), choose, UiAction::Type('S'), UiAction::Type('G'), enter.clone()];
        assert_eq!(line(&kept, 2).unwrap(), "swap GS");
        let twice = [UiAction::Type('G'), UiAction::Type('G'), enter];
        assert_eq!(line(&twice, 2).unwrap(), "swap GG");
    }

    #[test]
    fn up_chooses_and_down_puts_back() {
        let (up, down) = (UiAction::Up, UiAction::Down);
        assert_eq!(done(&[up.clone(), up.clone(), UiAction::Enter], "EGGS", 1).unwrap(), "swap E");
        assert_eq!(done(&[up, down.clone(), down, UiAction::Enter], "EGGS", 1), None);
    }
}
