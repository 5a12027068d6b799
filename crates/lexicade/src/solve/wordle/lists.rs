//! Which words may be hidden and which may be guessed: the built-in lists, or files.

use super::WordleArgs;
use crate::complain;
use engine::Refusal;
use games::wordle::answers::Answers;
use games::wordle::search::Lists;
use line::opening::own_words;
use std::path::Path;
use words::Lexicon;

/// The most answers that a search can number.
const MOST: usize = u16::MAX as usize;

impl WordleArgs {
    /// The lists that were asked for, as long as the guesses that were given.
    pub(super) fn lists(&self, told: &[(String, u16)]) -> Result<Lists, Refusal> {
        let said = self.length.map(|length| length as usize);
        let guessed = told.first().map(|(word, _)| word).or(self.open.as_ref()).map(String::len);
        let own = self.answers.as_ref().or(self.words.as_ref());
        let own = own.map(|file| read(file)).transpose()?;
        let alike = own.as_ref().and_then(|words| alike(words));
        let length = said.or(guessed).or(alike).unwrap_or(5);
        if let Some((word, _)) = told.iter().find(|(word, _)| word.len() != length) {
            let text =
                format!("{word} does not have {length} letters; all guesses are of one length.");
            return Err(Refusal::new("solve.guess", text));
        }
        let lists = match (own, &self.allowed) {
            (Some(answers), Some(allowed)) => Lists::new(length, &answers, &read(allowed)?),
            (Some(words), None) => Lists::new(length, &words, &[]),
            (None, _) => builtin(length, self.polite),
        };
        let hidden = lists.answers().len();
        match hidden {
            0 => {
                let text = format!("The word list has no word of {length} letters to be hidden.");
                Err(Refusal::new("solve.list", text))
            }
            n if n > MOST => {
                let text =
                    format!("{n} words that may be hidden are too many; the most is {MOST}.");
                Err(Refusal::new("solve.list", text))
            }
            _ => Ok(lists),
        }
    }
}

/// The one length that all words have, if they do.
fn alike(words: &[String]) -> Option<usize> {
    let length = words.first()?.len();
    words.iter().all(|word| word.len() == length).then_some(length)
}

fn builtin(length: usize, polite: bool) -> Lists {
    let list = Lexicon::builtin();
    let mut allowed = Vec::new();
    list.of_length(length, |word| {
        if !polite || list.fit_at(word.index) {
            allowed.push(word.text.to_owned());
        }
    });
    let answers = Answers::of_length(length as u8).iter().map(str::to_owned).collect::<Vec<_>>();
    Lists::new(length, &answers, &allowed)
}

fn read(file: &Path) -> Result<Vec<String>, Refusal> {
    let (list, notice) = own_words(file)?;
    notice.iter().for_each(|notice| complain(notice));
    Ok(list.words().collect())
}
