//! The levels and their lives.

use serde::{Deserialize, Serialize};

/// How hard a match is: the number of lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// 20 lives.
    Apprentice,
    /// 15 lives.
    #[default]
    Scholar,
    /// 10 lives.
    Sorcerer,
    /// 5 lives.
    Master,
    /// 3 lives.
    Elder,
}

impl Level {
    /// All levels with their names, the easiest first.
    pub const ALL: [(&'static str, Level); 5] = [
        ("Apprentice", Level::Apprentice),
        ("Scholar", Level::Scholar),
        ("Sorcerer", Level::Sorcerer),
        ("Master", Level::Master),
        ("Elder", Level::Elder),
    ];

    pub(super) const NAMES: [&'static str; 5] =
        ["apprentice", "scholar", "sorcerer", "master", "elder"];

    /// The number of lives at the start.
    pub fn lives(self) -> u32 {
        match self {
            Level::Apprentice => 20,
            Level::Scholar => 15,
            Level::Sorcerer => 10,
            Level::Master => 5,
            Level::Elder => 3,
        }
    }
}
