//! Seats in sentences. Games don't know names: a game writes a seat into a sentence with [`mention`], and the front
//! end resolves it with [`Names`]. Until then the sentence is [`Unnamed`], which can't be shown, sent or
//! stored.

use crate::scene::Text;
use crate::{Ask, Body, Cell, Scene, Seat};
use std::borrow::Cow;

/// The characters that stand for seats, from a range for private use. Text from outside can't contain them, see
/// [`crate::line`].
const MENTIONS: std::ops::RangeInclusive<char> = '\u{f0000}'..='\u{f00ff}';

/// The seat, to be written into a sentence: `format!("{} wins.", mention(seat))`.
pub fn mention(seat: Seat) -> char {
    char::from_u32(u32::from(*MENTIONS.start()) + u32::from(seat.0)).unwrap_or_default()
}

/// Several seats, to be written into a sentence. They are shown as a list such as “Ann, Bo and Player 3”.
pub fn mention_all(seats: &[Seat]) -> String {
    seats.iter().copied().map(mention).collect()
}

/// Does this character stand for a seat?
pub fn is_mention(c: char) -> bool {
    MENTIONS.contains(&c)
}

/// A sentence or a scene whose seats have no names yet. Only [`Names`] can make it readable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unnamed<T>(T);

impl<T> Unnamed<T> {
    /// Text in which seats are written with [`mention`].
    pub fn new(text: T) -> Unnamed<T> {
        Unnamed(text)
    }
}

impl Unnamed<String> {
    /// The sentence with the numbers of seats, such as “Player 2”.
    pub fn by_seat(&self) -> String {
        Names::by_seat().text(self)
    }
}

impl Unnamed<Scene> {
    /// The scene with the numbers of seats, such as “Player 2”.
    pub fn by_seat(self) -> Scene {
        Names::by_seat().scene(self)
    }

    /// The complete lines that are legal moves now.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.choices.iter().map(|choice| &*choice.line)
    }

    /// The questions that are answered by typing.
    pub fn asks(&self) -> &[Ask] {
        &self.0.asks
    }

    /// The same scene for a viewer who may not move: without choices and asks.
    #[must_use]
    pub fn without_moves(mut self) -> Unnamed<Scene> {
        self.0.choices.clear();
        self.0.asks.clear();
        self
    }
}

/// The names of the seats of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<Option<String>>);

impl Names {
    /// Names for the seats in order. A seat without a name is called by its number.
    pub fn new(names: Vec<Option<String>>) -> Names {
        Names(names)
    }

    /// No names: all seats are called by their numbers.
    pub fn by_seat() -> Names {
        Names(Vec::new())
    }

    /// The name of a seat, or its number, such as “Player 2”.
    pub fn of(&self, seat: Seat) -> String {
        self.name(seat).map_or_else(|| format!("Player {}", number(seat)), str::to_owned)
    }

    fn name(&self, seat: Seat) -> Option<&str> {
        self.0.get(seat.index())?.as_deref()
    }

    /// The sentence with names.
    pub fn text(&self, Unnamed(text): &Unnamed<String>) -> String {
        self.resolve(text).unwrap_or_else(|| text.clone())
    }

    /// The scene with names.
    pub fn scene(&self, Unnamed(mut scene): Unnamed<Scene>) -> Scene {
        for pane in &mut scene.panes {
            self.put(&mut pane.title);
            match &mut pane.body {
                Body::Grid(rows) | Body::Tiles(rows) => {
                    let cells = rows.iter_mut().flatten();
                    cells.for_each(|cell: &mut Cell| self.put(&mut cell.name));
                }
                Body::Scores(scores) => scores.iter_mut().for_each(|(name, _)| self.put(name)),
                Body::Text(lines) => lines.iter_mut().for_each(|line| self.put(line)),
                Body::Meter { .. } => {}
            }
        }
        scene.choices.iter_mut().for_each(|choice| self.put(&mut choice.label));
        scene
    }

    fn put(&self, text: &mut Text) {
        // A text that is known at compile time mentions nobody.
        if let Cow::Owned(text) = text
            && let Some(named) = self.resolve(text)
        {
            *text = named;
        }
    }

    /// The text with names; `None` if it mentions nobody. Names are inserted once and never searched for mentions.
    fn resolve(&self, text: &str) -> Option<String> {
        let mut rest = text;
        let mut named = String::new();
        while let Some(start) = rest.find(is_mention) {
            let (before, mentions) = rest.split_at(start);
            let end = mentions.find(|c| !is_mention(c)).unwrap_or(mentions.len());
            let (mentions, after) = mentions.split_at(end);
            named.push_str(before);
            named.push_str(&self.list(&mentions.chars().map(seat).collect::<Vec<_>>()));
            rest = after;
        }
        (rest.len() < text.len()).then(|| named + rest)
    }

    /// “Ann”, “Ann, Bo and Player 3” or, if none of several has a name, “Players 1, 2 and 3”.
    fn list(&self, seats: &[Seat]) -> String {
        let by_number = seats.len() > 1 && seats.iter().all(|&seat| self.name(seat).is_none());
        let names: Vec<String> = match by_number {
            true => seats.iter().map(|&seat| number(seat).to_string()).collect(),
            false => seats.iter().map(|&seat| self.of(seat)).collect(),
        };
        let list = match names.as_slice() {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            names => names.concat(),
        };
        if by_number { format!("Players {list}") } else { list }
    }
}

/// The number that players read, counted from 1.
fn number(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

/// The seat of a mention: its character's last eight bits.
fn seat(mention: char) -> Seat {
    Seat(u32::from(mention) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Pane, Tone};

    fn names(names: &[&str]) -> Names {
        Names::new(names.iter().map(|name| Some(name.to_string())).collect())
    }

    fn show(names: &Names, text: impl Into<String>) -> String {
        names.text(&Unnamed::new(text.into()))
    }

    fn tied(names: &Names, seats: &[u8]) -> String {
        let seats: Vec<Seat> = seats.iter().copied().map(Seat).collect();
        show(names, format!("{} tied.", mention_all(&seats)))
    }

    #[test]
    fn seats_are_called_by_their_names_or_numbers() {
        let named = names(&["Ann", "Bo Li"]);
        let turn = |names, seat| show(names, format!("{}'s turn.", mention(Seat(seat))));
        assert_eq!(turn(&named, 1), "Bo Li's turn.");
        assert_eq!(turn(&named, 2), "Player 3's turn.");
        assert_eq!(turn(&Names::by_seat(), 255), "Player 256's turn.");
        assert_eq!(show(&named, "All players tied."), "All players tied.");
        let both = format!("{} beats {}.", mention(Seat(0)), mention(Seat(1)));
        assert_eq!(show(&named, both), "Ann beats Bo Li.");
    }

    #[test]
    fn several_seats_are_listed() {
        let named = names(&["Ann", "Bo Li"]);
        assert_eq!(tied(&named, &[0, 1]), "Ann and Bo Li tied.");
        assert_eq!(tied(&named, &[0, 1, 2]), "Ann, Bo Li and Player 3 tied.");
        assert_eq!(tied(&named, &[0]), "Ann tied.");
        assert_eq!(tied(&Names::by_seat(), &[0, 2]), "Players 1 and 3 tied.");
        assert_eq!(tied(&Names::by_seat(), &[0, 1, 3]), "Players 1, 2 and 4 tied.");
        assert_eq!(tied(&Names::by_seat(), &[3]), "Player 4 tied.");
    }

    #[test]
    fn a_name_is_never_taken_for_a_seat() {
        let strange = names(&["Player 2", &mention_all(&[Seat(1)]), "Players 1 and 2"]);
        assert_eq!(show(&strange, format!("{} wins.", mention(Seat(0)))), "Player 2 wins.");
        assert_eq!(show(&strange, format!("{} wins.", mention(Seat(2)))), "Players 1 and 2 wins.");
        let second = show(&strange, format!("{} wins.", mention(Seat(1))));
        assert_eq!(second, format!("{} wins.", mention(Seat(1))));
        // Nor is a number in a game's own words.
        assert_eq!(show(&strange, "Player 1 wins."), "Player 1 wins.");
    }

    #[test]
    fn every_text_of_a_scene_gets_names() {
        let who = || Text::from(mention(Seat(0)).to_string());
        let pane = |body| Pane { id: "pane", title: who(), body };
        let cell = || Cell::new("A", Tone::Plain).named(who());
        let choice = Choice { line: "add 1".into(), label: who(), key: None, cell: None };
        let ask = Ask { prefix: "guess ".into(), max: 5, echo: None, tiles: None };
        let scene = Unnamed::new(Scene {
            panes: vec![
                pane(Body::Grid(vec![vec![cell()]])),
                pane(Body::Tiles(vec![vec![cell()]])),
                pane(Body::Scores(vec![(who(), 3)])),
                pane(Body::Text(vec![who(), "It rains.".into(), "wind".to_owned().into()])),
                pane(Body::Meter { value: 1, of: 2 }),
            ],
            choices: vec![choice],
            asks: vec![ask],
        });
        assert_eq!(scene.lines().collect::<Vec<_>>(), ["add 1"]);
        assert_eq!(scene.asks().len(), 1);
        let shown = names(&["Ann"]).scene(scene.clone());
        let written = serde_json::to_string(&shown).unwrap();
        assert!(!written.contains(is_mention), "{written}");
        assert_eq!(written.matches("Ann").count(), 10, "{written}");
        let idle = scene.without_moves().by_seat();
        assert!(idle.choices.is_empty() && idle.asks.is_empty());
        assert_eq!(idle.panes[0].title, "Player 1");
    }
}
