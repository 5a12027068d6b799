//! What an event means: a page says which key does what in one table, from which keys are read, the footer
//! is drawn and `?` explains itself. So there is no key that does something and is not shown.

use crate::event::{Hit, KeyName, KeyPress};
use crate::page::AppPage;
use crate::worker::HallRequest;
use engine::scene::Place;
use hall::MatchId;

/// Something that a page can be told to do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum UiAction {
    /// One step back.
    Back,
    /// Out of the house.
    Quit,
    /// Show every key that works here.
    Keys,
    /// Show how this game is played.
    Rules,
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    PageUp,
    PageDown,
    /// Do what is chosen, or say what was typed.
    Enter,
    /// A character was typed.
    Type(char),
    /// Take the last character back.
    Erase,
    /// The next thing that can be typed into.
    Next,
    /// An item of a list was clicked.
    Item(usize),
    /// A cell was clicked.
    Cell(Place),
    /// A cell was clicked with the other button.
    Mark(Place),
    /// Play this line.
    Line(String),
    /// Ask for a hint.
    Hint,
    /// Whoever thinks is to stop, and to give the best there is.
    Stop,
    /// Nothing: it has to be waited for.
    Wait,
    /// Give the match up.
    GiveUp,
    /// Give the match up, as was asked before.
    Leave,
    /// Play on without the store.
    Forget(MatchId),
    /// Another match of the kind.
    New,
    /// The same match again.
    Again,
    /// Copy what can be shown to others.
    Share,
    /// Step through what was played.
    Review,
    /// Save the board under this name.
    Save(String),
    /// Something of a skin's own, by its name.
    Own(&'static str),
}

/// A key, or several, and what they do.
#[derive(Clone, Debug)]
pub(crate) struct KeyBinding {
    /// The keys; the first is shown.
    pub(crate) keys: Vec<KeyPress>,
    /// What they do, in a word or two.
    pub(crate) what: String,
    /// What it means.
    pub(crate) action: UiAction,
    /// Does it stand in the footer?
    pub(crate) shown: bool,
    /// What is shown in place of the first key.
    pub(crate) label: Option<&'static str>,
}

impl KeyBinding {
    /// A key that stands in the footer.
    pub(crate) fn new(key: KeyPress, what: impl Into<String>, action: UiAction) -> KeyBinding {
        KeyBinding { keys: vec![key], what: what.into(), action, shown: true, label: None }
    }

    /// One more key that does the same.
    pub(crate) fn or(mut self, key: KeyPress) -> KeyBinding {
        self.keys.push(key);
        self
    }

    /// A line of the footer for several keys at once, each of which has a line of its own in `?`.
    pub(crate) fn hint(label: &'static str, what: impl Into<String>) -> KeyBinding {
        let (keys, what) = (Vec::new(), what.into());
        KeyBinding { keys, what, action: UiAction::Enter, shown: true, label: Some(label) }
    }

    /// How its keys are shown.
    pub(crate) fn shown_keys(&self) -> String {
        match (self.label, self.keys.first()) {
            (Some(label), _) => label.to_owned(),
            (None, Some(key)) => key.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Only `?` tells of it.
    pub(crate) fn quiet(mut self) -> KeyBinding {
        self.shown = false;
        self
    }
}

/// The keys of every list. Where letters are text, the letters of vi are not among them.
pub(crate) fn moving(letters: bool) -> Vec<KeyBinding> {
    let key = KeyPress::of;
    let mut binds = vec![
        KeyBinding::new(key(KeyName::Up), "up", UiAction::Up).quiet(),
        KeyBinding::new(key(KeyName::Down), "down", UiAction::Down).quiet(),
        KeyBinding::new(key(KeyName::PageUp), "a page up", UiAction::PageUp).quiet(),
        KeyBinding::new(key(KeyName::PageDown), "a page down", UiAction::PageDown).quiet(),
        KeyBinding::new(key(KeyName::Home), "to the first", UiAction::First).quiet(),
        KeyBinding::new(key(KeyName::End), "to the last", UiAction::Last).quiet(),
    ];
    if letters {
        for (bind, letter) in binds.iter_mut().zip(['k', 'j']) {
            bind.keys.push(KeyPress::char(letter));
        }
    }
    binds
}

/// What a page wants to happen outside itself.
pub(crate) enum Effect {
    /// Another page on top.
    Push(Box<dyn AppPage>),
    /// This page goes.
    Pop,
    /// Another page in its place.
    Replace(Box<dyn AppPage>),
    /// The page below does this, after the one on top has gone.
    Below(UiAction),
    /// The hall is asked.
    Send(HallRequest),
    /// Text for the clipboard.
    Copy(String),
    /// What a player wishes of the program is kept.
    SaveSettings,
}

impl From<Hit> for UiAction {
    fn from(hit: Hit) -> UiAction {
        match hit {
            Hit::Item(n) => UiAction::Item(n),
            Hit::Cell(place) => UiAction::Cell(place),
            Hit::Mark(place) => UiAction::Mark(place),
            // A key that is clicked is a key that is pressed: the app sees to it.
            Hit::Key(key) => key.typed().map_or(UiAction::Enter, UiAction::Type),
        }
    }
}
