//! What an event means: a page says which key does what in one table, from which keys are read, the footer
//! is drawn and `?` explains itself. So there is no key that does something and is not shown.

use crate::event::{Code, Hit, Key};
use crate::link::Ask;
use crate::page::Page;
use engine::scene::Place;
use hall::MatchId;

/// Something that a page can be told to do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Action {
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
pub(crate) struct Bind {
    /// The keys; the first is shown.
    pub(crate) keys: Vec<Key>,
    /// What they do, in a word or two.
    pub(crate) what: String,
    /// What it means.
    pub(crate) action: Action,
    /// Does it stand in the footer?
    pub(crate) shown: bool,
    /// What is shown in place of the first key.
    pub(crate) label: Option<&'static str>,
}

impl Bind {
    /// A key that stands in the footer.
    pub(crate) fn new(key: Key, what: impl Into<String>, action: Action) -> Bind {
        Bind { keys: vec![key], what: what.into(), action, shown: true, label: None }
    }

    /// One more key that does the same.
    pub(crate) fn or(mut self, key: Key) -> Bind {
        self.keys.push(key);
        self
    }

    /// A line of the footer for several keys at once, each of which has a line of its own in `?`.
    pub(crate) fn hint(label: &'static str, what: impl Into<String>) -> Bind {
        let (keys, what) = (Vec::new(), what.into());
        Bind { keys, what, action: Action::Enter, shown: true, label: Some(label) }
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
    pub(crate) fn quiet(mut self) -> Bind {
        self.shown = false;
        self
    }
}

/// The keys of every list. Where letters are text, the letters of vi are not among them.
pub(crate) fn moving(letters: bool) -> Vec<Bind> {
    let key = Key::of;
    let mut binds = vec![
        Bind::new(key(Code::Up), "up", Action::Up).quiet(),
        Bind::new(key(Code::Down), "down", Action::Down).quiet(),
        Bind::new(key(Code::PageUp), "a page up", Action::PageUp).quiet(),
        Bind::new(key(Code::PageDown), "a page down", Action::PageDown).quiet(),
        Bind::new(key(Code::Home), "to the first", Action::First).quiet(),
        Bind::new(key(Code::End), "to the last", Action::Last).quiet(),
    ];
    if letters {
        for (bind, letter) in binds.iter_mut().zip(['k', 'j']) {
            bind.keys.push(Key::char(letter));
        }
    }
    binds
}

/// What a page wants to happen outside itself.
pub(crate) enum Effect {
    /// Another page on top.
    Push(Box<dyn Page>),
    /// This page goes.
    Pop,
    /// Another page in its place.
    Replace(Box<dyn Page>),
    /// The page below does this, after the one on top has gone.
    Below(Action),
    /// The hall is asked.
    Tell(Ask),
    /// Text for the clipboard.
    Copy(String),
    /// What a player wishes of the program is kept.
    Keep,
}

impl From<Hit> for Action {
    fn from(hit: Hit) -> Action {
        match hit {
            Hit::Item(n) => Action::Item(n),
            Hit::Cell(place) => Action::Cell(place),
            Hit::Mark(place) => Action::Mark(place),
            // A key that is clicked is a key that is pressed: the app sees to it.
            Hit::Key(key) => key.typed().map_or(Action::Enter, Action::Type),
        }
    }
}
