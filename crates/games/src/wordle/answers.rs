//! The words that may be hidden: a list for each length, and the order of the daily words. The binary contains the
//! files of `data/` as they are, with one word per line, so a word's number gives its position.

/// A list of words of one length.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    text: &'static str,
    length: usize,
}

const FOUR: Answers = list(include_str!("../../../../data/answers-4.txt"), 4);
const FIVE: Answers = list(include_str!("../../../../data/five-answers.txt"), 5);
const SIX: Answers = list(include_str!("../../../../data/answers-6.txt"), 6);
const SEVEN: Answers = list(include_str!("../../../../data/answers-7.txt"), 7);
const EIGHT: Answers = list(include_str!("../../../../data/answers-8.txt"), 8);

/// The order of the daily words. It must never change, because each date has its place in it.
const DAYS: Answers = list(include_str!("../../../../data/daily-five.txt"), 5);

const fn list(text: &'static str, length: usize) -> Answers {
    Answers { text, length }
}

impl Answers {
    /// The words of the built-in list that may be hidden; empty for other lengths than 4 to 8.
    pub fn of_length(length: u8) -> Answers {
        match length {
            4 => FOUR,
            5 => FIVE,
            6 => SIX,
            7 => SEVEN,
            8 => EIGHT,
            _ => list("", usize::from(length)),
        }
    }

    /// The daily words: day N has word N until all are used. [`super::day::word`] handles later days.
    pub fn of_days() -> Answers {
        DAYS
    }

    pub fn len(self) -> usize {
        self.text.len() / (self.length + 1)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The word with this number, from 0.
    pub fn get(self, number: usize) -> Option<&'static str> {
        let start = number.checked_mul(self.length + 1)?;
        self.text.get(start..start.checked_add(self.length)?)
    }

    /// All words, in their order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.text.lines()
    }
}
