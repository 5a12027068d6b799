//! A scene: what is on the table and what can be done, not how it looks. Every front end draws
//! scenes once, for all games; a skin may dress a pane up by its id.

use serde::Serialize;
use std::borrow::Cow;

/// Text that is often known at compile time.
pub type Text = Cow<'static, str>;

/// What a viewer has before them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Scene {
    /// The things on the table, in reading order.
    pub panes: Vec<Pane>,
    /// Whole lines that would be accepted now.
    pub choices: Vec<Choice>,
    /// Text that may be typed.
    pub asks: Vec<Ask>,
}

/// One thing on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
// Whoever draws it asks for each kind in turn.
#[cfg_attr(feature = "ts", ts(type = "{ id: string, title: string } & Loose<Inside>"))]
pub struct Pane {
    /// What a skin, a choice or an ask calls it.
    pub id: &'static str,
    /// What people call it.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub title: Text,
    /// What it holds.
    #[serde(flatten)]
    pub body: Body,
}

/// The kinds of panes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", ts(rename = "Inside"))]
pub enum Body {
    /// Rows of cells whose places mean something.
    Grid(Vec<Vec<Cell>>),
    /// Loose pieces in rows, such as a rack or a keyboard.
    Tiles(Vec<Vec<Cell>>),
    /// So many of so many.
    Meter {
        /// How many there are.
        value: u32,
        /// How many there can be.
        of: u32,
    },
    /// A line for each seat: its name and its score.
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
    /// What is written on it.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub text: Text,
    /// What it means.
    pub tone: Tone,
    /// What a voice says for it; when empty, the text and the tone's word.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, nullable = false))]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub name: Text,
}

impl Cell {
    /// A cell with its text and tone.
    pub fn new(text: impl Into<Text>, tone: Tone) -> Cell {
        Cell { text: text.into(), tone, name: Text::default() }
    }

    /// The same cell with words of its own for a voice.
    #[must_use]
    pub fn named(self, name: impl Into<Text>) -> Cell {
        Cell { name: name.into(), ..self }
    }
}

/// What a cell means: a colour, a mark and a word at once, so that no meaning hangs on colour.
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
    /// Close, but not it.
    Near,
    /// Ruled out.
    Off,
    /// Where you are.
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

    /// The word for a voice.
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

    /// The colour, by its terminal name; none for the terminal's own.
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

/// Something that can be done with a key, a click or a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// The line it stands for.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub line: Text,
    /// What its button says.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub label: Text,
    /// The key that does it, such as `up`, `shift+up` or `g`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub key: Option<&'static str>,
    /// The cell that does it when clicked.
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

/// Text that may be typed: the line is the prefix and what was typed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ask {
    /// What the line begins with.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub prefix: Text,
    /// How many characters may be typed.
    pub max: usize,
    /// The row of cells in which typed letters show.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub echo: Option<Place>,
    /// The pane of tiles that type when clicked.
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
    fn no_two_tones_share_a_mark_or_a_word_so_that_none_hangs_on_colour() {
        for (n, a) in TONES.iter().enumerate() {
            for b in &TONES[n + 1..] {
                assert_ne!(a.mark(), b.mark(), "{a:?} and {b:?}");
                assert_ne!(a.word(), b.word(), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn only_the_plain_tone_goes_without_mark_word_and_colour() {
        for tone in TONES {
            let plain = tone == Tone::Plain;
            assert_eq!(tone.mark() == ' ', plain, "{tone:?}");
            assert_eq!(tone.word().is_empty(), plain, "{tone:?}");
            assert_eq!(tone.colour().is_none(), plain, "{tone:?}");
        }
    }

    #[test]
    fn what_helps_and_what_kills_never_look_alike() {
        assert_ne!(Tone::Good.colour(), Tone::Danger.colour());
        assert_ne!(Tone::Near.colour(), Tone::Danger.colour());
        assert_eq!(Tone::Hidden.colour(), Tone::Off.colour(), "neither asks for attention");
    }
}
