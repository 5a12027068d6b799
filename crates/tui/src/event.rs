//! What comes from outside: keys that are pressed, clicks on what was drawn, news from the hall, and time.

use crate::link::News;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use engine::scene::Place;
use std::fmt;

/// Something happened.
pub(crate) enum Event {
    /// A key was pressed.
    Key(Key),
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
    News(News),
}

/// What a place on the screen stands for when it is clicked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Hit {
    /// A key: what stands in the footer can be clicked.
    Key(Key),
    /// An item of a list, counted from 0.
    Item(usize),
    /// A cell of the scene.
    Cell(Place),
    /// The same, with the other button.
    Mark(Place),
}

/// A key with what is held down besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// Which.
    pub(crate) code: Code,
    /// With Ctrl?
    pub(crate) ctrl: bool,
    /// With Shift? A letter says it by being a capital.
    pub(crate) shift: bool,
}

/// The keys that are listened to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
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

impl Key {
    /// A key on its own.
    pub(crate) const fn of(code: Code) -> Key {
        Key { code, ctrl: false, shift: false }
    }

    /// A character.
    pub(crate) const fn char(c: char) -> Key {
        Key::of(Code::Char(c))
    }

    /// A letter with Ctrl.
    pub(crate) const fn ctrl(c: char) -> Key {
        Key { code: Code::Char(c), ctrl: true, shift: false }
    }

    /// The same key with Shift.
    pub(crate) const fn shifted(self) -> Key {
        Key { shift: true, ..self }
    }

    /// The character that it types.
    pub(crate) fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl => Some(c),
            _ => None,
        }
    }

    /// A key as the terminal tells it: only when it goes down.
    pub(crate) fn pressed(event: KeyEvent) -> Option<Key> {
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
            KeyCode::Char('j') if event.modifiers == ctrl => return Some(Key::of(Code::Enter)),
            KeyCode::Char(c) => Code::Char(c),
            KeyCode::F(n) => Code::F(n),
            KeyCode::Enter => Code::Enter,
            KeyCode::Esc => Code::Esc,
            KeyCode::Tab | KeyCode::BackTab => Code::Tab,
            KeyCode::Backspace => Code::Backspace,
            KeyCode::Delete => Code::Delete,
            KeyCode::Up => Code::Up,
            KeyCode::Down => Code::Down,
            KeyCode::Left => Code::Left,
            KeyCode::Right => Code::Right,
            KeyCode::Home => Code::Home,
            KeyCode::End => Code::End,
            KeyCode::PageUp => Code::PageUp,
            KeyCode::PageDown => Code::PageDown,
            _ => return None,
        };
        let is_char = matches!(code, Code::Char(_));
        let shift = event.modifiers.contains(KeyModifiers::SHIFT) || event.code == KeyCode::BackTab;
        let ctrl = event.modifiers.contains(ctrl) && !both;
        let code = match code {
            Code::Char(c) if ctrl => Code::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Some(Key { code, ctrl, shift: shift && !is_char })
    }

    /// A key as scenes write it: `up`, `shift+up`, `f2` or `g`.
    pub(crate) fn read(text: &str) -> Option<Key> {
        if let Some(rest) = text.strip_prefix("shift+") {
            return Key::read(rest).map(Key::shifted);
        }
        if let Some(rest) = text.strip_prefix("ctrl+") {
            return Key::read(rest).map(|key| Key { ctrl: true, ..key });
        }
        let mut chars = text.chars();
        let code = match (chars.next()?, chars.next()) {
            (c, None) => Code::Char(c),
            ('f', Some('0'..='9')) => Code::F(text.get(1..)?.parse().ok()?),
            _ => match text {
                "enter" => Code::Enter,
                "esc" => Code::Esc,
                "tab" => Code::Tab,
                "space" => Code::Char(' '),
                "backspace" => Code::Backspace,
                "delete" => Code::Delete,
                "up" => Code::Up,
                "down" => Code::Down,
                "left" => Code::Left,
                "right" => Code::Right,
                "home" => Code::Home,
                "end" => Code::End,
                "pageup" => Code::PageUp,
                "pagedown" => Code::PageDown,
                _ => return None,
            },
        };
        Some(Key::of(code))
    }
}

/// As it stands in the footer.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("^")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        match self.code {
            Code::Char(' ') => f.write_str("Space"),
            Code::Char(c) if self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            Code::Char(c) => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            Code::Enter => f.write_str("Enter"),
            Code::Esc => f.write_str("Esc"),
            Code::Tab => f.write_str("Tab"),
            Code::Backspace => f.write_str("Backspace"),
            Code::Delete => f.write_str("Delete"),
            Code::Up => f.write_str("↑"),
            Code::Down => f.write_str("↓"),
            Code::Left => f.write_str("←"),
            Code::Right => f.write_str("→"),
            Code::Home => f.write_str("Home"),
            Code::End => f.write_str("End"),
            Code::PageUp => f.write_str("PgUp"),
            Code::PageDown => f.write_str("PgDn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
        Key::pressed(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_are_heard_when_they_go_down_and_not_when_they_come_up() {
        let mut event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(Key::pressed(event), Some(Key::of(Code::Enter)));
        event.kind = KeyEventKind::Release;
        assert_eq!(Key::pressed(event), None);
    }

    #[test]
    fn a_capital_is_a_character_of_its_own() {
        let shift = KeyModifiers::SHIFT;
        assert_eq!(press(KeyCode::Char('A'), shift), Some(Key::char('A')));
        assert_eq!(press(KeyCode::Up, shift), Some(Key::of(Code::Up).shifted()));
        assert_eq!(press(KeyCode::BackTab, shift), Some(Key::of(Code::Tab).shifted()));
        assert_eq!(press(KeyCode::Char('T'), KeyModifiers::CONTROL), Some(Key::ctrl('t')));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::ALT), None);
        let altgr = KeyModifiers::ALT | KeyModifiers::CONTROL;
        assert_eq!(press(KeyCode::Char('@'), altgr), Some(Key::char('@')));
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
            assert_eq!(Key::read(text).unwrap().to_string(), shown);
        }
        assert_eq!(Key::read("hyper"), None);
        assert_eq!(Key::read(""), None);
    }
}
