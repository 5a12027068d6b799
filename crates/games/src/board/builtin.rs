//! The built-in boards.

/// The default board.
pub const EXAMPLE: &str = include_str!("../../boards/example.txt");

/// The name and the text of every built-in board. The example comes first, then the three small ones.
pub static BOARDS: &[(&str, &str)] = &[
    ("example", EXAMPLE),
    ("toys", include_str!("../../boards/toys.txt")),
    ("farm", include_str!("../../boards/farm.txt")),
    ("garden", include_str!("../../boards/garden.txt")),
    ("animals", include_str!("../../boards/animals.txt")),
    ("body", include_str!("../../boards/body.txt")),
    ("kitchen", include_str!("../../boards/kitchen.txt")),
    ("party", include_str!("../../boards/party.txt")),
    ("school", include_str!("../../boards/school.txt")),
    ("sea", include_str!("../../boards/sea.txt")),
    ("space", include_str!("../../boards/space.txt")),
    ("weather", include_str!("../../boards/weather.txt")),
];

/// The text of the built-in board with this name.
pub fn shipped(name: &str) -> Option<&'static str> {
    BOARDS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
