//! Which words still fit what was told, and which of them tells most when guessed next. A step of
//! the budget is one guess marked against one word.

use super::View;
use super::answers::Answers;
use engine::Cx;
use std::cmp::Reverse;

/// The most steps that choosing may take, whatever the budget: about a millisecond.
const STEPS: usize = 20_000;

/// The words that may still be the hidden one.
pub(super) struct Field {
    /// The words, in alphabetical order.
    pub(super) words: Vec<String>,
    /// Are these only the likely ones, those that are hidden when nobody chooses?
    pub(super) likely: bool,
    /// False when the budget ended the search for more.
    pub(super) whole: bool,
}

/// A word to guess.
pub(super) struct Pick {
    /// The word.
    pub(super) word: String,
    /// How many words would be left, on average; unknown when there was no budget to find out.
    pub(super) leaves: Option<usize>,
}

/// The likely words that still fit; when there is none, all words of the list that fit and are fit
/// to be shown.
pub(super) fn field(view: &View, cx: &mut Cx) -> Field {
    if cx.words.is_builtin() {
        let answers = Answers::of_length(view.length);
        cx.spend(answers.len() as u64);
        let fitting = answers.iter().filter(|word| fits(view, word));
        let words: Vec<_> = fitting.map(str::to_owned).collect();
        if !words.is_empty() {
            return Field { words, likely: true, whole: true };
        }
    }
    let (found, whole) = gather(view, cx, |word| fits(view, word));
    let words = found.into_iter().filter_map(|index| cx.words.word(index)).collect();
    Field { words, likely: false, whole }
}

/// Would this word have given just the marks that were given?
fn fits(view: &View, word: &str) -> bool {
    view.guesses.iter().all(|row| view.marking.marks(word, &row.word).eq(row.marks.iter()))
}

/// The words of the list that have the length, may be shown and are wanted, by index; and whether
/// these are all. When the budget is used up it looks no further than the first.
pub(super) fn gather(view: &View, cx: &mut Cx, wanted: impl Fn(&str) -> bool) -> (Vec<u32>, bool) {
    let list = cx.words;
    let mut found = Vec::new();
    let mut whole = true;
    list.of_length_while(view.length.into(), |word| {
        whole = whole && cx.spend(1);
        if list.fit_at(word.index) && wanted(word.text) {
            found.push(word.index);
        }
        whole || found.is_empty()
    });
    (found, whole)
}

/// The word that leaves the fewest others on average, of those with the most frequent letters.
pub(super) fn pick(view: &View, field: Field, cx: &mut Cx) -> Option<Pick> {
    let words = ranked(field.words);
    let count = words.len();
    let mut best: Option<(usize, &String)> = None;
    for guess in words.iter().take(STEPS / count.max(1)) {
        if !cx.spend(count as u64) {
            break;
        }
        let leaves = leaves(view, &words, guess);
        if best.is_none_or(|(least, _)| leaves < least) {
            best = Some((leaves, guess));
        }
    }
    match best {
        Some((leaves, word)) => {
            Some(Pick { word: word.clone(), leaves: Some((leaves + count / 2) / count) })
        }
        None => words.into_iter().next().map(|word| Pick { word, leaves: None }),
    }
}

/// How many other words each word would leave, were it the hidden one: the sum.
fn leaves(view: &View, words: &[String], guess: &str) -> usize {
    let mut alike = vec![0usize; 3usize.pow(view.length.into())];
    for word in words {
        let marks = view.marking.marks(word, guess);
        let code = marks.fold(0, |code, mark| 3 * code + mark as usize);
        if let Some(count) = alike.get_mut(code) {
            *count += 1;
        }
    }
    // Every word leaves those that are marked alike; only the guess itself leaves none.
    let sum: usize = alike.iter().map(|count| count * count).sum();
    sum.saturating_sub(1)
}

/// Words in the order of how many of them have their letters, each letter counted once.
fn ranked(mut words: Vec<String>) -> Vec<String> {
    let mut having = [0usize; 256];
    for letter in words.iter().flat_map(|word| letters(word)) {
        having[letter] += 1;
    }
    words.sort_by_cached_key(|word| Reverse(letters(word).map(|n| having[n]).sum::<usize>()));
    words
}

/// The different letters of a word, as bytes.
fn letters(word: &str) -> impl Iterator<Item = usize> {
    let first = |&(place, letter): &(usize, u8)| word.bytes().take(place).all(|b| b != letter);
    word.bytes().enumerate().filter(first).map(|(_, letter)| letter.into())
}
