//! Actions and key bindings. A page lists its keys in one table, which serves to read keys, to draw the footer
//! and to show the help of `?`. So no key works without being shown.

use crate::event::{Hit, KeyName, KeyPress};
use crate::page::AppPage;
use crate::worker::HallRequest;
use engine::scene::Place;
use hall::MatchId;

/// Something that a page can be asked to do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum UiAction {
    Back,
    Quit,
    Keys,
    Rules,
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    PageUp,
    PageDown,
    /// Run the selected item, or submit the typed text.
    Enter,
    Type(char),
    /// Delete the last character.
    Erase,
    /// Move to the next text field.
    Next,
    /// An item of a list was clicked.
    Item(usize),
    /// A cell was clicked.
    Cell(Place),
    /// A cell was clicked with the right button.
    Mark(Place),
    /// Play this line.
    Line(String),
    Hint,
    /// Stop thinking and use the best move found so far.
    Stop,
    /// Do nothing, because a reply has to arrive first.
    Wait,
    /// Ask whether to give up the match.
    GiveUp,
    /// Give up the match; the player has confirmed it.
    Leave,
    /// Keep playing without saving.
    PlayUnsaved(MatchId),
    /// Start another match of this game.
    New,
    /// Start the same puzzle again.
    Again,
    /// Copy the result for sharing.
    Share,
    /// Open the replay.
    Review,
    /// Save the board under this name.
    Save(String),
    /// An action that only one skin knows, by its name.
    Own(&'static str),
}

/// One or more keys and what they do.
#[derive(Clone, Debug)]
pub(crate) struct KeyBinding {
    /// The keys; the first one is shown in the footer.
    pub(crate) keys: Vec<KeyPress>,
    /// A short description for the player.
    pub(crate) what: String,
    pub(crate) action: UiAction,
    /// Whether the footer shows it.
    pub(crate) shown: bool,
    /// Shown in place of the first key.
    pub(crate) label: Option<&'static str>,
}

impl KeyBinding {
    /// A key that the footer shows.
    pub(crate) fn new(key: KeyPress, what: impl Into<String>, action: UiAction) -> KeyBinding {
        KeyBinding { keys: vec![key], what: what.into(), action, shown: true, label: None }
    }

    /// Adds another key for the same action.
    pub(crate) fn or(mut self, key: KeyPress) -> KeyBinding {
        self.keys.push(key);
        self
    }

    /// A footer entry for several keys at once, each of which has its own line in `?`.
    pub(crate) fn hint(label: &'static str, what: impl Into<String>) -> KeyBinding {
        let (keys, what) = (Vec::new(), what.into());
        KeyBinding { keys, what, action: UiAction::Enter, shown: true, label: Some(label) }
    }

    /// The keys as the footer shows them.
    pub(crate) fn shown_keys(&self) -> String {
        match (self.label, self.keys.first()) {
            (Some(label), _) => label.to_owned(),
            (None, Some(key)) => key.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Hides the binding from the footer; only `?` lists it.
    pub(crate) fn hidden(mut self) -> KeyBinding {
        self.shown = false;
        self
    }
}

/// The keys that move in a list. `j` and `k` work only where letters aren't text.
pub(crate) fn list_keys(letters: bool) -> Vec<KeyBinding> {
    let key = KeyPress::of;
    let mut binds = vec![
        KeyBinding::new(key(KeyName::Up), "up", UiAction::Up).hidden(),
        KeyBinding::new(key(KeyName::Down), "down", UiAction::Down).hidden(),
        KeyBinding::new(key(KeyName::PageUp), "page up", UiAction::PageUp).hidden(),
        KeyBinding::new(key(KeyName::PageDown), "page down", UiAction::PageDown).hidden(),
        KeyBinding::new(key(KeyName::Home), "first", UiAction::First).hidden(),
        KeyBinding::new(key(KeyName::End), "last", UiAction::Last).hidden(),
    ];
    if letters {
        for (bind, letter) in binds.iter_mut().zip(['k', 'j']) {
            bind.keys.push(KeyPress::char(letter));
        }
    }
    binds
}

/// Something that a page asks the app to do.
pub(crate) enum Effect {
    /// Open a page on top.
    Push(Box<dyn AppPage>),
    /// Close this page.
    Pop,
    /// Open another page in place of this one.
    Replace(Box<dyn AppPage>),
    /// Close this page and run the action on the page below.
    Below(UiAction),
    Send(HallRequest),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Save settings and notes.
    SaveSettings,
}

impl From<Hit> for UiAction {
    fn from(hit: Hit) -> UiAction {
        match hit {
            Hit::Item(n) => UiAction::Item(n),
            Hit::Cell(place) => UiAction::Cell(place),
            Hit::Mark(place) => UiAction::Mark(place),
            // Not reached: the app handles a clicked key as a key press.
            Hit::Key(key) => key.typed().map_or(UiAction::Enter, UiAction::Type),
        }
    }
}
