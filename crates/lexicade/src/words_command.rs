//! The `words` command: finds the words that letters spell.

use crate::args::WordsArgs;
use crate::{LineError, complain};
use engine::Refusal;
use line::opening::own_words;
use std::cmp::Reverse;
use words::{Lexicon, Pattern, Rack};

/// The words, one per line, the longest first.
pub(crate) fn find(args: &WordsArgs) -> Result<String, LineError> {
    let own;
    let words = match &args.words {
        Some(path) => {
            let (list, notice) = own_words(path)?;
            notice.iter().for_each(|notice| complain(notice));
            own = list;
            &*own
        }
        None => Lexicon::builtin(),
    };
    let rack =
        Rack::new(&args.rack, args.wild).map_err(|error| Refusal::setup(error.to_string()))?;
    let pattern = args.pattern.as_deref().map(str::parse::<Pattern>).transpose();
    let pattern = pattern.map_err(|error| Refusal::setup(error.to_string()))?;
    let mut found = Vec::new();
    words.spelt_from(&rack, |word| {
        let long_enough = word.text.len() >= args.min;
        if long_enough && pattern.as_ref().is_none_or(|pattern| pattern.fits(word.text)) {
            found.push(word.text.to_owned());
        }
    });
    // They are in alphabetical order, and a stable sort by length keeps that.
    found.sort_by_key(|word| Reverse(word.len()));
    found.push(String::new());
    Ok(found.join("\n"))
}
