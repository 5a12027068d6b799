//! The marks of many guesses against many words at once. What a letter adds to the code of a guess depends
//! only on the letter, the places it has in the guess, and the word: so there is one vector over all words for
//! each (letter, places) that occurs, and the codes of a guess are the sum of at most as many vectors as it
//! has letters. Which guess is good is not here.

use super::Marking;
use super::mark::LONGEST;

/// The code of each guess (a row) against each word (a column), as [`Marking::code`] has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    cells: CodeStore,
    words: usize,
}

/// Rows begin at multiples of this, so that what is added at once lies in one line of the cache.
const STEP: usize = 16;

/// Codes of up to so many letters fit a byte.
const NARROW: usize = 5;

/// Codes of up to five letters fit a byte, and bytes are added sixteen at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
enum CodeStore {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// A row of a matrix.
#[derive(Clone, Copy, Debug)]
pub enum Codes<'a> {
    /// Of up to five letters.
    Narrow(&'a [u8]),
    /// Of more.
    Wide(&'a [u16]),
}

impl Matrix {
    /// Marks every guess against every word. All have the same length, from 1 to [`LONGEST`], and are in
    /// lower case. Guesses that begin alike should stand together: they share their first sums.
    pub fn new<S: AsRef<[u8]>>(marking: Marking, guesses: &[S], words: &[S]) -> Matrix {
        let length = guesses.first().map_or(1, |guess| guess.as_ref().len());
        let cells = match length {
            ..=NARROW => CodeStore::Narrow(rows(marking, length, guesses, words)),
            _ => CodeStore::Wide(rows(marking, length, guesses, words)),
        };
        Matrix { cells, words: words.len() }
    }

    /// How many bytes the codes of so many guesses and words take.
    pub fn bytes(length: usize, guesses: usize, words: usize) -> usize {
        let each = if length <= NARROW { 1 } else { 2 };
        guesses.saturating_mul(words.next_multiple_of(STEP)).saturating_mul(each)
    }

    /// The codes of one guess.
    pub fn row(&self, guess: usize) -> Codes<'_> {
        let begins = guess * self.words.next_multiple_of(STEP);
        let cells = begins..begins + self.words;
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

/// A number that codes are kept in. Sums of what letters add never overflow it.
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

/// The rows, one after the other.
fn rows<C: CodeInt, S: AsRef<[u8]>>(
    marking: Marking,
    length: usize,
    guesses: &[S],
    words: &[S],
) -> Vec<C> {
    let width = words.len().next_multiple_of(STEP);
    let holders = holders(words);
    let mut vectors = Vectors { at: vec![usize::MAX; 32 << LONGEST], made: Vec::new(), width };
    // What places add is the same for every letter.
    let mut tables: Vec<Vec<C>> = vec![Vec::new(); 1 << length];
    let mut out = Vec::with_capacity(guesses.len() * width);
    let none = vec![C::default(); width];
    // Sums of the first vectors of a guess: of none, of one, … So many of them are those of this guess already.
    let mut sums: [Vec<C>; LONGEST] = Default::default();
    sums[0].clone_from(&none);
    let mut there = 0;
    let (mut parts, mut next) = (Vec::new(), Vec::new());
    take_apart(guesses.first().map_or(&[], AsRef::as_ref), &mut parts);
    for after in guesses.iter().skip(1).map(AsRef::as_ref).chain([&[][..]]).take(guesses.len()) {
        take_apart(after, &mut next);
        for &(letter, mask) in &parts {
            let table = &mut tables[mask];
            vectors.hold((letter, mask), |made| {
                if table.is_empty() {
                    *table = addends(marking, length, mask);
                }
                for &(word, places) in &holders[letter] {
                    made[word as usize] = table[places as usize];
                }
            });
        }
        // Only sums that the next guess needs too are kept. Few share more than all but two, and three go at once.
        let alike = parts.iter().zip(&next).take_while(|(a, b)| a == b).count();
        let shared = alike.min(parts.len().saturating_sub(2));
        let kept = shared.max(there).max(parts.len().saturating_sub(3));
        for depth in there..kept {
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
        there = shared;
        std::mem::swap(&mut parts, &mut next);
    }
    out
}

/// A letter of a guess with the set of its places there, a bit for each.
type LetterPlaces = (usize, usize);

/// The letters of a guess, each once.
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

/// For each letter the words that hold it, each with the set of its places there.
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

/// The vectors made so far, one after the other, found by letter and places.
struct Vectors<C> {
    at: Vec<usize>,
    made: Vec<C>,
    width: usize,
}

impl<C: CodeInt> Vectors<C> {
    /// Sees to it that this one is there. To a word without the letter it adds nothing.
    fn hold(&mut self, (letter, mask): LetterPlaces, fill: impl FnOnce(&mut [C])) {
        let at = &mut self.at[letter << LONGEST | mask];
        if *at == usize::MAX {
            *at = self.made.len();
            self.made.resize(*at + self.width, C::default());
            fill(&mut self.made[*at..]);
        }
    }

    fn of(&self, (letter, mask): LetterPlaces) -> &[C] {
        let begins = self.at[letter << LONGEST | mask];
        &self.made[begins..begins + self.width]
    }
}

/// What a letter with these places in the guess adds, for each set of its places in a word.
fn addends<C: CodeInt>(marking: Marking, length: usize, mask: usize) -> Vec<C> {
    (0..1usize << length)
        .map(|there| C::try_from(addend(marking, length, mask, there)).unwrap_or_default())
        .collect()
}

fn addend(marking: Marking, length: usize, here: usize, there: usize) -> u16 {
    let mut copies = match marking {
        // One copy that is found is no copy left; two are enough for any number of letters.
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
