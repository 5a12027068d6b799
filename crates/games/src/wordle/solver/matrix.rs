//! Marks many guesses against many words at once. What a letter adds to the code of a guess depends only on the letter,
//! its places in the guess, and the word. So there is one vector over all words for each (letter, places) that occurs,
//! and the codes of a guess are the sum of at most as many vectors as it has letters.

use crate::wordle::{LONGEST, Marking};

/// The [`Marking::code`] of each guess (a row) against each word (a column).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    cells: CodeStore,
    words: usize,
}

/// Rows start at multiples of this, so that cells that are added together are in one cache line.
const STEP: usize = 16;

/// Codes of words with up to this many letters fit in a byte.
const NARROW: usize = 5;

/// Codes of up to five letters fit in a byte, and bytes are added sixteen at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
enum CodeStore {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// A row of a matrix.
#[derive(Clone, Copy, Debug)]
pub enum Codes<'a> {
    /// Codes of up to five letters.
    Narrow(&'a [u8]),
    /// Codes of more letters.
    Wide(&'a [u16]),
}

impl Matrix {
    /// Marks every guess against every word. All must have the same length, from 1 to [`LONGEST`], and be in lower
    /// case. It is fastest if guesses with the same first letters are next to each other, because they share their
    /// first sums.
    pub fn new<S: AsRef<[u8]>>(marking: Marking, guesses: &[S], words: &[S]) -> Matrix {
        let length = guesses.first().map_or(1, |guess| guess.as_ref().len());
        let cells = match length {
            ..=NARROW => CodeStore::Narrow(rows(marking, length, guesses, words)),
            _ => CodeStore::Wide(rows(marking, length, guesses, words)),
        };
        Matrix { cells, words: words.len() }
    }

    /// The number of bytes that a matrix of this size takes.
    pub fn bytes(length: usize, guesses: usize, words: usize) -> usize {
        let each = if length <= NARROW { 1 } else { 2 };
        guesses.saturating_mul(words.next_multiple_of(STEP)).saturating_mul(each)
    }

    /// The codes of one guess.
    pub fn row(&self, guess: usize) -> Codes<'_> {
        let start = guess * self.words.next_multiple_of(STEP);
        let cells = start..start + self.words;
        match &self.cells {
            CodeStore::Narrow(all) => Codes::Narrow(&all[cells]),
            CodeStore::Wide(all) => Codes::Wide(&all[cells]),
        }
    }

    /// The code of one guess against one word.
    pub fn code(&self, guess: usize, word: usize) -> u16 {
        self.row(guess).at(word)
    }
}

impl Codes<'_> {
    /// The code against one word.
    pub fn at(self, word: usize) -> u16 {
        match self {
            Codes::Narrow(codes) => codes[word].into(),
            Codes::Wide(codes) => codes[word],
        }
    }
}

/// The integer type of a code. The sum of what letters add never overflows it.
trait CodeInt: Copy + Default + TryFrom<u16> {
    fn plus(self, other: Self) -> Self;
}

impl CodeInt for u8 {
    fn plus(self, other: u8) -> u8 {
        self.wrapping_add(other)
    }
}

impl CodeInt for u16 {
    fn plus(self, other: u16) -> u16 {
        self.wrapping_add(other)
    }
}

/// All rows, concatenated.
fn rows<C: CodeInt, S: AsRef<[u8]>>(
    marking: Marking,
    length: usize,
    guesses: &[S],
    words: &[S],
) -> Vec<C> {
    let width = words.len().next_multiple_of(STEP);
    let holders = holders(words);
    let mut vectors = Vectors { at: vec![usize::MAX; 32 << LONGEST], cells: Vec::new(), width };
    // By places only: what places add is the same for every letter.
    let mut tables: Vec<Vec<C>> = vec![Vec::new(); 1 << length];
    let mut out = Vec::with_capacity(guesses.len() * width);
    let none = vec![C::default(); width];
    // The sum of the first 0, 1, 2, … vectors of a guess. The first `valid` additions already hold for this guess.
    let mut sums: [Vec<C>; LONGEST] = Default::default();
    sums[0].clone_from(&none);
    let mut valid = 0;
    let (mut parts, mut next) = (Vec::new(), Vec::new());
    take_apart(guesses.first().map_or(&[], AsRef::as_ref), &mut parts);
    for after in guesses.iter().skip(1).map(AsRef::as_ref).chain([&[][..]]).take(guesses.len()) {
        take_apart(after, &mut next);
        for &(letter, mask) in &parts {
            let table = &mut tables[mask];
            vectors.ensure((letter, mask), |vector| {
                if table.is_empty() {
                    *table = addends(marking, length, mask);
                }
                for &(word, places) in &holders[letter] {
                    vector[word as usize] = table[places as usize];
                }
            });
        }
        // Store only sums that the next guess needs too, and leave the last two or three vectors for one combined
        // pass: few guesses share more than all but two.
        let alike = parts.iter().zip(&next).take_while(|(a, b)| a == b).count();
        let shared = alike.min(parts.len().saturating_sub(2));
        let kept = shared.max(valid).max(parts.len().saturating_sub(3));
        for depth in valid..kept {
            let [sum, next] = &mut sums[depth..depth + 2] else { continue };
            next.clear();
            next.extend(sum.iter().zip(vectors.of(parts[depth])).map(|(a, b)| a.plus(*b)));
        }
        let sum = sums[kept].iter();
        let mut rest = parts[kept..].iter().map(|part| vectors.of(*part));
        let two = rest.next().unwrap_or(&none).iter().zip(rest.next().unwrap_or(&none));
        match rest.next() {
            None => out.extend(sum.zip(two).map(|(a, (b, c))| a.plus(*b).plus(*c))),
            Some(last) => {
                let three = two.zip(last);
                out.extend(sum.zip(three).map(|(a, ((b, c), d))| a.plus(*b).plus(*c).plus(*d)));
            }
        }
        valid = shared;
        std::mem::swap(&mut parts, &mut next);
    }
    out
}

/// A letter of a guess and its places there, as a mask.
type LetterPlaces = (usize, usize);

/// Splits a guess into its letters, each once with all its places.
fn take_apart(guess: &[u8], parts: &mut Vec<LetterPlaces>) {
    parts.clear();
    for (place, letter) in guess.iter().enumerate() {
        let letter = usize::from(letter & 31);
        match parts.iter_mut().find(|part| part.0 == letter) {
            Some(part) => part.1 |= 1 << place,
            None => parts.push((letter, 1 << place)),
        }
    }
}

/// For each letter, the words that contain it, each with the letter's places there as a mask.
fn holders<S: AsRef<[u8]>>(words: &[S]) -> Vec<Vec<(u32, u32)>> {
    let mut holders = vec![Vec::new(); 32];
    let mut parts = Vec::new();
    for (number, word) in (0..).zip(words) {
        take_apart(word.as_ref(), &mut parts);
        for &(letter, places) in &parts {
            holders[letter].push((number, places as u32));
        }
    }
    holders
}

/// The vectors computed so far, concatenated, found by letter and places.
struct Vectors<C> {
    at: Vec<usize>,
    cells: Vec<C>,
    width: usize,
}

impl<C: CodeInt> Vectors<C> {
    /// Computes a vector if it isn't there yet. `fill` gets a vector of zeros, because a letter adds nothing to words
    /// without it.
    fn ensure(&mut self, (letter, mask): LetterPlaces, fill: impl FnOnce(&mut [C])) {
        let at = &mut self.at[letter << LONGEST | mask];
        if *at == usize::MAX {
            *at = self.cells.len();
            self.cells.resize(*at + self.width, C::default());
            fill(&mut self.cells[*at..]);
        }
    }

    fn of(&self, (letter, mask): LetterPlaces) -> &[C] {
        let start = self.at[letter << LONGEST | mask];
        &self.cells[start..start + self.width]
    }
}

/// What a letter with these places in the guess adds to the code, for each possible mask of its places in a word.
fn addends<C: CodeInt>(marking: Marking, length: usize, mask: usize) -> Vec<C> {
    (0..1usize << length)
        .map(|there| C::try_from(addend(marking, length, mask, there)).unwrap_or_default())
        .collect()
}

fn addend(marking: Marking, length: usize, here: usize, there: usize) -> u16 {
    let mut copies = match marking {
        // A single copy that is correct leaves none; two copies count for any number of letters.
        Marking::Lenient if there.count_ones() == 1 && here & there != 0 => 0,
        Marking::Lenient if there != 0 => length as u32,
        Marking::Lenient => 0,
        Marking::Strict => (there & !here).count_ones(),
    };
    let mut sum = 0;
    for place in (0..length).filter(|place| here >> place & 1 == 1) {
        let mark = match there >> place & 1 {
            1 => 2,
            _ if copies > 0 => {
                copies -= 1;
                1
            }
            _ => 0,
        };
        sum += mark * 3u16.pow((length - 1 - place) as u32);
    }
    sum
}
