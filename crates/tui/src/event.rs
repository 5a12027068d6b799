//! What comes from outside: keys that are pressed, clicks on what was drawn, news from the hall, and time.

use crate::worker::PageReply;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use engine::scene::Place;
use std::fmt;

/// Something happened.
pub(crate) enum UiEvent {
    /// A key was pressed.
    Key(KeyPress),
    /// Something on the screen was clicked.
    Click(Hit),
    /// The wheel turned: up is negative.
    Wheel(i8),
    /// A text was pasted: it is no key, whatever stands in it.
    Paste(String),
    /// The terminal has this size now.
    Resize(u16, u16),
    /// Something wanted to be drawn again now.
    Tick,
    /// The hall has something to say.
    Reply(PageReply),
}

/// What a place on the screen stands for when it is clicked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Hit {
    /// A key: what stands in the footer can be clicked.
    Key(KeyPress),
    /// An item of a list, counted from 0.
    Item(usize),
    /// A cell of the scene.
    Cell(Place),
    /// The same, with the other button.
    Mark(Place),
}

/// A key with what is held down besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyPress {
    /// Which.
    pub(crate) code: KeyName,
    /// With Ctrl?
    pub(crate) ctrl: bool,
    /// With Shift? A letter says it by being a capital.
    pub(crate) shift: bool,
}

/// The keys that are listened to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyName {
    /// A character.
    Char(char),
    /// A function key.
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
    /// A key on its own.
    pub(crate) const fn of(code: KeyName) -> KeyPress {
        KeyPress { code, ctrl: false, shift: false }
    }

    /// A character.
    pub(crate) const fn char(c: char) -> KeyPress {
        KeyPress::of(KeyName::Char(c))
    }

    /// A letter with Ctrl.
    pub(crate) const fn ctrl(c: char) -> KeyPress {
        KeyPress { code: KeyName::Char(c), ctrl: true, shift: false }
    }

    /// The same key with Shift.
    pub(crate) const fn shifted(self) -> KeyPress {
        KeyPress { shift: true, ..self }
    }

    /// The character that it types.
    pub(crate) fn typed(self) -> Option<char> {
        match self.code {
            KeyName::Char(c) if !self.ctrl => Some(c),
            _ => None,
        }
    }

    /// A key as the terminal tells it: only when it goes down.
    pub(crate) fn pressed(event: KeyEvent) -> Option<KeyPress> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let (ctrl, alt) = (KeyModifiers::CONTROL, KeyModifiers::ALT);
        // AltGr comes as both together, and types.
        let both = event.modifiers.contains(ctrl | alt);
        if event.modifiers.contains(alt) && !both {
            return None;
        }
        let code = match event.code {
            // Enter, typed before the terminal was ours: it had made a line feed of it.
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

    /// A key as scenes write it: `up`, `shift+up`, `f2` or `g`.
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

/// As it stands in the footer.
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
    fn keys_are_heard_when_they_go_down_and_not_when_they_come_up() {
        let mut event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(KeyPress::pressed(event), Some(KeyPress::of(KeyName::Enter)));
        event.kind = KeyEventKind::Release;
        assert_eq!(KeyPress::pressed(event), None);
    }

    #[test]
    fn a_capital_is_a_character_of_its_own() {
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
