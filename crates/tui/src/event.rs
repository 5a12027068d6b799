//! Events from outside: keys, clicks, pastes, replies from the hall, time.

use crate::worker::PageReply;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use engine::scene::Place;
use std::fmt;

pub(crate) enum UiEvent {
    Key(KeyPress),
    /// Something on the screen was clicked.
    Click(Hit),
    /// The wheel turned; up is negative.
    Wheel(i8),
    /// A text was pasted; it is never read as key presses.
    Paste(String),
    Resize(u16, u16),
    /// The time of the next redraw has come.
    Tick,
    /// The hall has answered a page.
    Reply(PageReply),
}

/// What a click on a place of the screen means.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Hit {
    /// A key: footer entries can be clicked.
    Key(KeyPress),
    /// An item of a list, counted from 0.
    Item(usize),
    /// A cell of the scene.
    Cell(Place),
    /// A cell, clicked with the right button.
    Mark(Place),
}

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyPress {
    pub(crate) code: KeyName,
    pub(crate) ctrl: bool,
    /// Never set for characters: Shift makes another character.
    pub(crate) shift: bool,
}

/// The keys that the program knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyName {
    Char(char),
    F(u8),
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

impl KeyPress {
    /// A key without modifiers.
    pub(crate) const fn of(code: KeyName) -> KeyPress {
        KeyPress { code, ctrl: false, shift: false }
    }

    pub(crate) const fn char(c: char) -> KeyPress {
        KeyPress::of(KeyName::Char(c))
    }

    /// A letter with Ctrl.
    pub(crate) const fn ctrl(c: char) -> KeyPress {
        KeyPress { code: KeyName::Char(c), ctrl: true, shift: false }
    }

    pub(crate) const fn shifted(self) -> KeyPress {
        KeyPress { shift: true, ..self }
    }

    /// The character that the key types.
    pub(crate) fn typed(self) -> Option<char> {
        match self.code {
            KeyName::Char(c) if !self.ctrl => Some(c),
            _ => None,
        }
    }

    /// Converts a key event of the terminal. Releases and Alt are ignored.
    pub(crate) fn pressed(event: KeyEvent) -> Option<KeyPress> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let (ctrl, alt) = (KeyModifiers::CONTROL, KeyModifiers::ALT);
        // AltGr arrives as Ctrl and Alt together, and types a character.
        let both = event.modifiers.contains(ctrl | alt);
        if event.modifiers.contains(alt) && !both {
            return None;
        }
        let code = match event.code {
            // Enter that was typed before raw mode: the terminal had made a line feed of it.
            KeyCode::Char('j') if event.modifiers == ctrl => {
                return Some(KeyPress::of(KeyName::Enter));
            }
            KeyCode::Char(c) => KeyName::Char(c),
            KeyCode::F(n) => KeyName::F(n),
            KeyCode::Enter => KeyName::Enter,
            KeyCode::Esc => KeyName::Esc,
            KeyCode::Tab | KeyCode::BackTab => KeyName::Tab,
            KeyCode::Backspace => KeyName::Backspace,
            KeyCode::Delete => KeyName::Delete,
            KeyCode::Up => KeyName::Up,
            KeyCode::Down => KeyName::Down,
            KeyCode::Left => KeyName::Left,
            KeyCode::Right => KeyName::Right,
            KeyCode::Home => KeyName::Home,
            KeyCode::End => KeyName::End,
            KeyCode::PageUp => KeyName::PageUp,
            KeyCode::PageDown => KeyName::PageDown,
            _ => return None,
        };
        let is_char = matches!(code, KeyName::Char(_));
        let shift = event.modifiers.contains(KeyModifiers::SHIFT) || event.code == KeyCode::BackTab;
        let ctrl = event.modifiers.contains(ctrl) && !both;
        let code = match code {
            KeyName::Char(c) if ctrl => KeyName::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Some(KeyPress { code, ctrl, shift: shift && !is_char })
    }

    /// Parses a key as scenes write it: `up`, `shift+up`, `f2` or `g`.
    pub(crate) fn read(text: &str) -> Option<KeyPress> {
        if let Some(rest) = text.strip_prefix("shift+") {
            return KeyPress::read(rest).map(KeyPress::shifted);
        }
        if let Some(rest) = text.strip_prefix("ctrl+") {
            return KeyPress::read(rest).map(|key| KeyPress { ctrl: true, ..key });
        }
        let mut chars = text.chars();
        let code = match (chars.next()?, chars.next()) {
            (c, None) => KeyName::Char(c),
            ('f', Some('0'..='9')) => KeyName::F(text.get(1..)?.parse().ok()?),
            _ => match text {
                "enter" => KeyName::Enter,
                "esc" => KeyName::Esc,
                "tab" => KeyName::Tab,
                "space" => KeyName::Char(' '),
                "backspace" => KeyName::Backspace,
                "delete" => KeyName::Delete,
                "up" => KeyName::Up,
                "down" => KeyName::Down,
                "left" => KeyName::Left,
                "right" => KeyName::Right,
                "home" => KeyName::Home,
                "end" => KeyName::End,
                "pageup" => KeyName::PageUp,
                "pagedown" => KeyName::PageDown,
                _ => return None,
            },
        };
        Some(KeyPress::of(code))
    }
}

/// The key as the footer shows it.
impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("^")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        match self.code {
            KeyName::Char(' ') => f.write_str("Space"),
            KeyName::Char(c) if self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            KeyName::Char(c) => write!(f, "{c}"),
            KeyName::F(n) => write!(f, "F{n}"),
            KeyName::Enter => f.write_str("Enter"),
            KeyName::Esc => f.write_str("Esc"),
            KeyName::Tab => f.write_str("Tab"),
            KeyName::Backspace => f.write_str("Backspace"),
            KeyName::Delete => f.write_str("Delete"),
            KeyName::Up => f.write_str("↑"),
            KeyName::Down => f.write_str("↓"),
            KeyName::Left => f.write_str("←"),
            KeyName::Right => f.write_str("→"),
            KeyName::Home => f.write_str("Home"),
            KeyName::End => f.write_str("End"),
            KeyName::PageUp => f.write_str("PgUp"),
            KeyName::PageDown => f.write_str("PgDn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<KeyPress> {
        KeyPress::pressed(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_count_when_pressed_and_not_when_released() {
        let mut event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(KeyPress::pressed(event), Some(KeyPress::of(KeyName::Enter)));
        event.kind = KeyEventKind::Release;
        assert_eq!(KeyPress::pressed(event), None);
    }

    #[test]
    fn a_capital_is_a_separate_character() {
        let shift = KeyModifiers::SHIFT;
        assert_eq!(press(KeyCode::Char('A'), shift), Some(KeyPress::char('A')));
        assert_eq!(press(KeyCode::Up, shift), Some(KeyPress::of(KeyName::Up).shifted()));
        assert_eq!(press(KeyCode::BackTab, shift), Some(KeyPress::of(KeyName::Tab).shifted()));
        assert_eq!(press(KeyCode::Char('T'), KeyModifiers::CONTROL), Some(KeyPress::ctrl('t')));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::ALT), None);
        let altgr = KeyModifiers::ALT | KeyModifiers::CONTROL;
        assert_eq!(press(KeyCode::Char('@'), altgr), Some(KeyPress::char('@')));
    }

    #[test]
    fn every_key_that_a_scene_names_is_known() {
        for (text, shown) in [
            ("up", "↑"),
            ("shift+left", "Shift+←"),
            ("f2", "F2"),
            ("g", "g"),
            ("!", "!"),
            ("tab", "Tab"),
        ] {
            assert_eq!(KeyPress::read(text).unwrap().to_string(), shown);
        }
        assert_eq!(KeyPress::read("hyper"), None);
        assert_eq!(KeyPress::read(""), None);
    }
}
