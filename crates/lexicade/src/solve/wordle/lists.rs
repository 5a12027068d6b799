//! The answers and the allowed guesses: built-in lists, or files.

use super::WordleArgs;
use crate::complain;
use engine::Refusal;
use games::wordle::LONGEST;
use games::wordle::answers::Answers;
use games::wordle::solver::search::{Lists, Unfit};
use line::opening::own_words;
use std::path::Path;
use words::Lexicon;

impl WordleArgs {
    /// The requested lists, in the length of the guesses. Drops answers that don't fit the marks: they would only cost
    /// time and memory.
    pub(super) fn lists(&self, marked: &[(String, u16)]) -> Result<Lists, Refusal> {
        let requested = self.length.map(|length| length as usize);
        let guessed = marked.first().map(|(word, _)| word).or(self.open.as_ref()).map(String::len);
        let own = self.answers.as_ref().or(self.words.as_ref());
        let own = own.map(|file| read(file)).transpose()?;
        let common_length = own.as_ref().and_then(|words| common_length(words));
        let length = requested.or(guessed).or(common_length).unwrap_or(5);
        if length > LONGEST {
            return Err(unfit(Unfit::Long(length)));
        }
        if let Some((word, _)) = marked.iter().find(|(word, _)| word.len() != length) {
            let text = format!(
                "{word} doesn't have {length} letters. All guesses must have the same length."
            );
            return Err(Refusal::game("solve.guess", text));
        }
        let lists = match (own, &self.allowed) {
            (Some(answers), Some(allowed)) => Lists::new(length, &answers, &read(allowed)?),
            (Some(words), None) => Lists::new(length, &words, &[]),
            (None, _) => builtin(length, self.polite),
        };
        if lists.answers().len() == 0 {
            let letters = if length == 1 { "letter" } else { "letters" };
            let text = format!("The word list has no answer of {length} {letters}.");
            return Err(Refusal::game("solve.list", text));
        }
        let code =
            |answer: &str, word: &str| self.marking().code(answer.as_bytes(), word.as_bytes());
        let lists =
            lists.keeping(|answer| marked.iter().all(|(word, marks)| code(answer, word) == *marks));
        if lists.answers().len() == 0 {
            let text = "No word in the list fits all these marks. Please check them.";
            return Err(Refusal::game("solve.marks", text));
        }
        Ok(lists)
    }
}

/// The refusal for lists that can't be searched.
pub(super) fn unfit(unfit: Unfit) -> Refusal {
    Refusal::game("solve.list", unfit.to_string())
}

/// The length of all words, if it is the same.
fn common_length(words: &[String]) -> Option<usize> {
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
