//! A scene: what a game shows and which moves it offers, but not how it looks. Each front end draws scenes in one way
//! for all games; a skin may draw a pane, known by its id, in a special way.

use serde::Serialize;
use std::borrow::Cow;

/// Text that is often known at compile time.
pub type Text = Cow<'static, str>;

/// What a viewer sees of a match, and can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Scene {
    /// The panes, in reading order.
    pub panes: Vec<Pane>,
    /// Complete lines that are legal moves now.
    pub choices: Vec<Choice>,
    /// Questions that are answered by typing.
    pub asks: Vec<Ask>,
}

/// One part of a scene, such as a board or a rack.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
// The page checks for each kind in turn, so every kind is an optional field there.
#[cfg_attr(feature = "ts", ts(type = "{ id: string, title: string } & Loose<Inside>"))]
pub struct Pane {
    /// The name that skins, choices and asks use for it.
    pub id: &'static str,
    /// The title that players see.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub title: Text,
    /// The contents.
    #[serde(flatten)]
    pub body: Body,
}

/// The contents of a pane.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", ts(rename = "Inside"))]
pub enum Body {
    /// Rows of cells whose positions mean something.
    Grid(Vec<Vec<Cell>>),
    /// Loose pieces in rows, such as a rack or a keyboard.
    Tiles(Vec<Vec<Cell>>),
    /// A count with its maximum, such as 2 of 6 attempts.
    Meter {
        /// The count.
        value: u32,
        /// The maximum.
        of: u32,
    },
    /// The name and the score of each seat.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<serde_json::Value>>))]
    Scores(Vec<(Text, i64)>),
    /// Sentences.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    Text(Vec<Text>),
}

/// A cell or a tile.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cell {
    /// The text on the cell.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub text: Text,
    /// The meaning of the cell.
    pub tone: Tone,
    /// What a screen reader says for the cell. If empty, it says the text and the tone's word.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, nullable = false))]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub name: Text,
}

impl Cell {
    pub fn new(text: impl Into<Text>, tone: Tone) -> Cell {
        Cell { text: text.into(), tone, name: Text::default() }
    }

    /// The same cell with a name for screen readers.
    #[must_use]
    pub fn named(self, name: impl Into<Text>) -> Cell {
        Cell { name: name.into(), ..self }
    }
}

/// The meaning of a cell. Each has a colour, a mark and a word, so that no meaning depends on colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// Not known yet.
    Hidden,
    /// Right, or worth reaching.
    Good,
    /// Close, but not right.
    Near,
    /// Ruled out.
    Off,
    /// Where the player is.
    Here,
    /// Deadly.
    Danger,
}

impl Tone {
    /// The mark for screens without colour.
    pub fn mark(self) -> char {
        match self {
            Tone::Plain => ' ',
            Tone::Hidden => '#',
            Tone::Good => '+',
            Tone::Near => '~',
            Tone::Off => '-',
            Tone::Here => '@',
            Tone::Danger => '!',
        }
    }

    /// The word for screen readers.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Hidden => "unknown",
            Tone::Good => "good",
            Tone::Near => "near",
            Tone::Off => "off",
            Tone::Here => "here",
            Tone::Danger => "danger",
        }
    }

    /// The name of the colour; `None` for the default colour.
    pub fn colour(self) -> Option<&'static str> {
        match self {
            Tone::Plain => None,
            Tone::Hidden | Tone::Off => Some("grey"),
            Tone::Good => Some("green"),
            Tone::Near => Some("yellow"),
            Tone::Here => Some("cyan"),
            Tone::Danger => Some("red"),
        }
    }
}

/// A move that the player can make with a key, a click or a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// The line that it plays.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub line: Text,
    /// The label of its button.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub label: Text,
    /// Its key, such as `up`, `shift+up` or `g`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub key: Option<&'static str>,
    /// The cell that plays it when clicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cell: Option<Place>,
}

/// A cell of a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Place {
    /// The pane's id.
    pub pane: &'static str,
    /// The row, from 0.
    pub row: u8,
    /// The column, from 0.
    pub col: u8,
}

/// A question that is answered by typing: the move is the prefix followed by the typed text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ask {
    /// The start of the line.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub prefix: Text,
    /// The maximum number of typed characters.
    pub max: usize,
    /// The first cell of the row that shows the typed letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub echo: Option<Place>,
    /// The pane whose tiles type their letter when clicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tiles: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TONES: [Tone; 7] =
        [Tone::Plain, Tone::Hidden, Tone::Good, Tone::Near, Tone::Off, Tone::Here, Tone::Danger];

    #[test]
    fn no_two_tones_share_a_mark_or_a_word() {
        for (n, a) in TONES.iter().enumerate() {
            for b in &TONES[n + 1..] {
                assert_ne!(a.mark(), b.mark(), "{a:?} and {b:?}");
                assert_ne!(a.word(), b.word(), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn only_the_plain_tone_has_no_mark_word_or_colour() {
        for tone in TONES {
            let plain = tone == Tone::Plain;
            assert_eq!(tone.mark() == ' ', plain, "{tone:?}");
            assert_eq!(tone.word().is_empty(), plain, "{tone:?}");
            assert_eq!(tone.colour().is_none(), plain, "{tone:?}");
        }
    }

    #[test]
    fn danger_never_looks_like_a_good_or_near_cell() {
        assert_ne!(Tone::Good.colour(), Tone::Danger.colour());
        assert_ne!(Tone::Near.colour(), Tone::Danger.colour());
        assert_eq!(Tone::Hidden.colour(), Tone::Off.colour(), "neither should draw attention");
    }
}
