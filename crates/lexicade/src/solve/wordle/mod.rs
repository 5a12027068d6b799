//! Wordle: the best next guess, writing and checking complete strategies, and the best first guess of a list.

mod lists;
mod openers;

use crate::{LineError, print};
use clap::{Args as Flags, ValueEnum};
use engine::Refusal;
use games::wordle::solver::search::{
    NO_BUDGET, RankedGuess, Search, SearchContext, SearchState, Stopped,
};
use games::wordle::solver::strategy::{self, ParsedStrategy, Strategy, StrategyNode};
use games::wordle::{MarkedGuess, Marking, Marks, PackedWord, hard_breach, solver::perfect};
use hall::opening::open_file;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Read as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Find the best next guess in Wordle, or a complete strategy
///
/// Give the guesses of a game with their marks, such as crane=-Y--G: G is correct, Y elsewhere, - absent (g, y and .
/// work too). The command prints the words that still fit and the best next guesses, each with the average number of
/// guesses it takes, including itself. A first guess without "about" is proved to be the best; the others are the best
/// of those that were examined closely. If too few attempts are left, the best guess is the one that finds the most
/// words.
#[derive(Flags)]
pub(crate) struct WordleArgs {
    /// Guesses with their marks, in order
    #[arg(value_name = "GUESS=MARKS")]
    guesses: Vec<String>,
    /// How repeated letters are marked
    #[arg(long, value_enum, default_value_t = MarkingArg::Lenient)]
    marking: MarkingArg,
    /// Hard mode: revealed letters must be used
    #[arg(long)]
    hard: bool,
    /// The number of attempts
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    tries: u32,
    /// The number of letters; default: as many as the guesses have, or 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    length: Option<u32>,
    /// Your own word list, for answers and guesses
    #[arg(long, value_name = "FILE", conflicts_with_all = ["answers", "allowed"])]
    words: Option<PathBuf>,
    /// Your own list of answers
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Your own list of allowed guesses, besides the answers
    #[arg(long, value_name = "FILE", requires = "answers")]
    allowed: Option<PathBuf>,
    /// Guess no offensive words
    #[arg(long, conflicts_with_all = ["words", "answers"])]
    polite: bool,
    /// Start with this word
    #[arg(long, value_name = "WORD", conflicts_with = "guesses")]
    open: Option<String>,
    /// Write the best strategy to a file, and print its total
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Check the strategy in a file by playing every answer, and print its total
    #[arg(long, value_name = "FILE", conflicts_with_all = ["guesses", "open", "tree", "all_openers"])]
    check: Option<PathBuf>,
    /// Find the best first guess of the list
    #[arg(long, conflicts_with_all = ["guesses", "open"])]
    all_openers: bool,
    /// The file in which --all-openers saves its progress, to resume later
    #[arg(long, value_name = "FILE", requires = "all_openers")]
    state: Option<PathBuf>,
    /// The number of threads; default: one per processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum MarkingArg {
    Lenient,
    Strict,
}

/// The number of guesses in the output.
const BEST: usize = 10;

/// The number of fitting words in the text output; JSON has all of them.
const SHOWN: usize = 50;

/// The budget for an exact result: about two seconds.
const STEPS: u64 = 200_000_000;

impl WordleArgs {
    pub(super) fn run(&self) -> Result<(), LineError> {
        let marked = self.marked_guesses()?;
        let lists = self.lists(&marked)?;
        self.check_hard_mode(&marked)?;
        if let Some(file) = &self.check {
            return self.check(file, &lists);
        }
        let search = Search::new(lists, self.marking(), self.hard).map_err(lists::unfit)?;
        if self.all_openers {
            let (found, total) =
                openers::find(&search, self.tries, self.threads(), self.state.as_deref())?;
            print(&self.opener(&search, found, total))?;
            if let Some(file) = &self.tree {
                return self.tree(&search, &search.start(self.tries), Some(found), file);
            }
            return Ok(());
        }
        let mut state = search.start(self.tries);
        for (word, code) in &marked {
            state = search.after_marks(&state, word, *code);
        }
        if let Some((word, _)) = marked.iter().find(|(word, code)| *code == hit(word)) {
            let fitting = json!({"fitting": [word], "best": [], "all_found": true});
            return print(&match self.json {
                true => format!("{fitting}\n"),
                false => format!("{word} is the word: all letters are correct.\n"),
            });
        }
        if state.tries == 0 {
            let text = format!("All {} attempts are used. Allow more with --tries.", self.tries);
            return Err(Refusal::game("solve.tries", text).into());
        }
        let open = self.open.as_deref().map(|word| known(&search, word)).transpose()?;
        let before = self.built_in_guess(&marked, &search, &state);
        match &self.tree {
            Some(file) => {
                self.tree(&search, &state, open.or(before.map(|ranked| ranked.guess)), file)
            }
            None if open.is_some() => self.tree(&search, &state, open, Path::new("")),
            None => self.print_best(&search, &state, before),
        }
    }

    fn marking(&self) -> Marking {
        match self.marking {
            MarkingArg::Lenient => Marking::Lenient,
            MarkingArg::Strict => Marking::Strict,
        }
    }

    fn threads(&self) -> usize {
        let available = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(available, NonZero::get)
    }

    /// The guesses with the codes of their marks.
    fn marked_guesses(&self) -> Result<Vec<(String, u16)>, Refusal> {
        self.guesses.iter().map(|text| parse_guess(text)).collect()
    }

    /// Refuses guesses that hard mode would not have allowed.
    fn check_hard_mode(&self, marked: &[(String, u16)]) -> Result<(), Refusal> {
        if !self.hard {
            return Ok(());
        }
        let rows: Vec<MarkedGuess> = marked.iter().filter_map(row).collect();
        for (number, (word, _)) in marked.iter().enumerate() {
            let before = rows.get(..number).unwrap_or_default();
            if let Some(breach) = hard_breach(self.marking(), before, word) {
                let text = format!("Hard mode doesn't allow {word} there. {breach}");
                return Err(Refusal::game("solve.hard", text));
            }
        }
        Ok(())
    }

    /// The output for the best first guess of a list.
    fn opener(&self, search: &Search, opener: u32, total: u32) -> String {
        let word = &search.lists().guesses()[opener as usize];
        let mean = f64::from(total) / search.lists().answers().len() as f64;
        match self.json {
            true => format!("{}\n", json!({"best": word, "total": total, "mean": mean})),
            false => format!("best {word} total {total} mean {mean:.4}\n"),
        }
    }

    /// The guess of the built-in strategy, if the game has followed it so far. That strategy is proved to be optimal,
    /// so the guess is too.
    fn built_in_guess(
        &self,
        marked: &[(String, u16)],
        search: &Search,
        state: &SearchState,
    ) -> Option<RankedGuess> {
        let words: Vec<&str> = state.words.iter().map(|&number| search.answer(number)).collect();
        let own = self.words.is_some() || self.answers.is_some();
        if own || self.hard || self.tries < 6 || words.first()?.len() != 5 {
            return None;
        }
        let rows = marked.iter().map(row).collect::<Option<Vec<MarkedGuess>>>()?;
        let text = perfect::strategy(self.marking());
        let guess = strategy::next(text, &rows)?;
        let played =
            ParsedStrategy::read(text).ok()?.check(self.marking(), false, &words, |_| true).ok()?;
        let mean = played.total as f64 / words.len() as f64 - marked.len() as f64;
        let fits = words.contains(&guess);
        let (guess, found) = (search.lists().find(guess)?, words.len() as u32);
        Some(RankedGuess { guess, found, mean, exact: true, fits })
    }

    fn print_best(
        &self,
        search: &Search,
        state: &SearchState,
        before: Option<RankedGuess>,
    ) -> Result<(), LineError> {
        // If the best guess is known, the others are only alternatives.
        let mut left = if before.is_some() { STEPS / 16 } else { STEPS };
        let mut context = SearchContext::new(search, |steps| {
            left = left.saturating_sub(steps);
            left > 0
        });
        let others = search.rank_guesses(state, BEST, &mut context).into_iter();
        let others = others.filter(|ranked| before.is_none_or(|best| best.guess != ranked.guess));
        let best_guesses: Vec<RankedGuess> = before.into_iter().chain(others).take(BEST).collect();
        // The search has this result already, unless it was stopped.
        let all_found = match search.solve(state, NO_BUDGET, &mut context) {
            _ if before.is_some() => Some(true),
            Ok(solved) => Some(solved.is_some()),
            Err(Stopped) => None,
        };
        let word =
            |ranked: &RankedGuess| search.lists().guesses().get(ranked.guess as usize).cloned();
        let fitting: Vec<&str> = state.words.iter().map(|&number| search.answer(number)).collect();
        if self.json {
            let ranked = |ranked: &RankedGuess| {
                json!({
                    "guess": word(ranked), "found": ranked.found, "mean": ranked.mean,
                    "exact": ranked.exact, "fits": ranked.fits,
                })
            };
            let best_guesses: Vec<_> = best_guesses.iter().map(ranked).collect();
            return print(&format!(
                "{}\n",
                json!({"fitting": fitting, "best": best_guesses, "all_found": all_found})
            ));
        }
        let mut text = match fitting.len() {
            1 => "1 word fits: ".to_owned(),
            n => format!("{n} words fit: "),
        };
        text += &fitting.iter().take(SHOWN).copied().collect::<Vec<_>>().join(" ");
        text += if fitting.len() > SHOWN { " …\n" } else { "\n" };
        if all_found == Some(false) {
            text += "Too few attempts are left to be sure of finding the word.\n";
        }
        for ranked in &best_guesses {
            let about = if ranked.exact { "" } else { "about " };
            let fits = if ranked.fits { "" } else { "  (can't be the answer)" };
            let (word, all) = (word(ranked).unwrap_or_default(), fitting.len());
            let found = match ranked.found as usize {
                found if found < all => format!("finds {about}{found} of {all}  "),
                _ => String::new(),
            };
            let _ = writeln!(text, "{word}  {found}{about}{:.4} guesses{fits}", ranked.mean);
        }
        print(&text)
    }

    /// Writes the best strategy, with threads after the first guess. With an empty path, only prints its total.
    fn tree(
        &self,
        search: &Search,
        state: &SearchState,
        open: Option<u32>,
        file: &Path,
    ) -> Result<(), LineError> {
        let open = match open {
            Some(open) => open,
            None => {
                let mut context = SearchContext::new(search, |_| true);
                let solved = search.solve(state, NO_BUDGET, &mut context).ok().flatten();
                solved.ok_or_else(too_few)?.1
            }
        };
        if !search.allows(state, open) {
            let text = "Hard mode doesn't allow that word after these marks. Choose another one.";
            return Err(Refusal::game("solve.hard", text).into());
        }
        let root = grow(search, state, open, self.threads()).ok_or_else(too_few)?;
        let (total, longest) = count_guesses(&root, 1, state, search);
        let text = Strategy { marking: self.marking(), hard: self.hard, root }.to_string();
        if !file.as_os_str().is_empty() {
            std::fs::write(file, text).map_err(|error| write_refusal(file, &error))?;
        }
        let score = strategy::Score { answers: state.words.len(), total, longest };
        match self.json {
            true => print(&scored(&score)),
            false => print(&format!("{score}\n")),
        }
    }

    fn check(
        &self,
        file: &Path,
        lists: &games::wordle::solver::search::Lists,
    ) -> Result<(), LineError> {
        let flawed = |flaw: strategy::Flaw| {
            Refusal::game("solve.strategy", format!("{}: {flaw}.", file.display()))
        };
        let text = read_text(file).map_err(|error| {
            let text = format!("Can't read {}: {error}.", file.display());
            Refusal::game("solve.file", text)
        })?;
        let answers: Vec<&str> = lists.answers().collect();
        let draft = ParsedStrategy::read(&text).map_err(flawed)?;
        let known = |word: &str| lists.find(word).is_some();
        let score = draft.check(self.marking(), self.hard, &answers, known).map_err(flawed)?;
        if score.longest > self.tries as usize {
            let text = format!(
                "{}: the strategy needs {} attempts for some words. Allow more with --tries.",
                file.display(),
                score.longest
            );
            return Err(Refusal::game("solve.tries", text).into());
        }
        match self.json {
            true => print(&scored(&score)),
            false => print(&format!("{score}\n")),
        }
    }
}

fn scored(score: &strategy::Score) -> String {
    let mean = score.total as f64 / score.answers.max(1) as f64;
    let strategy::Score { answers, total, longest } = score;
    format!("{}\n", json!({"answers": answers, "total": total, "mean": mean, "max": longest}))
}

fn too_few() -> Refusal {
    let text = "No strategy finds every word in so few attempts. Allow more with --tries.";
    Refusal::game("solve.tries", text)
}

/// The maximum size of a file. A strategy has a line for each word of a list.
const MOST: u64 = 64 << 20;

/// The text of a file. Fails if it is too large or endless.
fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = open_file(file)?.take(MOST + 1).read_to_string(&mut text);
    match text.len() as u64 > MOST {
        true => Err(io::Error::other(format!("the file is larger than {MOST} bytes"))),
        false => read.map(|_| text),
    }
}

fn write_refusal(file: &Path, error: &std::io::Error) -> Refusal {
    let text = format!("Can't write {}: {error}.", file.display());
    Refusal::game("solve.file", text)
}

/// The number of an allowed guess.
fn known(search: &Search, word: &str) -> Result<u32, Refusal> {
    let found = search.lists().find(&word.to_ascii_lowercase());
    found.ok_or_else(|| {
        let text = format!("{} isn't in the word list.", engine::line::quote(word));
        Refusal::game("solve.word", text)
    })
}

/// Parses `GUESS=MARKS`.
fn parse_guess(text: &str) -> Result<(String, u16), Refusal> {
    let wrong = || {
        let text = format!(
            "“{}” isn't a guess with a mark for each letter, such as crane=-Y--G.",
            engine::line::quote(text)
        );
        Refusal::game("solve.guess", text)
    };
    let (word, marks) = text.split_once('=').ok_or_else(wrong)?;
    let letters = (1..=games::wordle::LONGEST).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let marks = marks.to_ascii_uppercase().replace('.', "-");
    if !letters || marks.len() != word.len() {
        return Err(wrong());
    }
    let marks = Marks::try_from(marks).map_err(|_| wrong())?;
    Ok((word.to_ascii_lowercase(), marks.code()))
}

/// A guess in the form of the game; `None` if it is too long.
fn row((word, code): &(String, u16)) -> Option<MarkedGuess> {
    Some(MarkedGuess {
        word: PackedWord::try_from(word.as_str()).ok()?,
        marks: Marks::of_code(*code, word.len()),
    })
}

/// The code of all letters correct.
fn hit(word: &str) -> u16 {
    3u16.pow(word.len() as u32) - 1
}

/// The best strategy that starts with this guess. Each thread takes the largest remaining set of words.
fn grow(search: &Search, state: &SearchState, open: u32, threads: usize) -> Option<StrategyNode> {
    let mut parts = search.parts(state, open);
    if state.tries <= 1 && !parts.is_empty() {
        return None;
    }
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.words.len()));
    let next = AtomicUsize::new(0);
    let grown = Mutex::new(Vec::new());
    let work = || {
        let mut context = SearchContext::new(search, |_| true);
        while let Some((code, part)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let node: Result<Option<StrategyNode>, Stopped> = search.tree(part, &mut context);
            let mut grown = grown.lock().unwrap_or_else(|broken| broken.into_inner());
            grown.push((*code, node.ok().flatten()));
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut nodes = grown.into_inner().unwrap_or_else(|broken| broken.into_inner());
    nodes.sort_by_key(|(code, _)| *code);
    let nodes = nodes.into_iter().map(|(code, node)| Some((code, node?))).collect::<Option<_>>()?;
    let guess = search.lists().guesses().get(open as usize)?.clone();
    Some(StrategyNode { guess, next: nodes })
}

/// The number of guesses in all games of a strategy, and in the longest.
fn count_guesses(
    node: &StrategyNode,
    depth: usize,
    state: &SearchState,
    search: &Search,
) -> (usize, usize) {
    let hit = state.words.iter().any(|&word| search.answer(word) == node.guess);
    let start = if hit { (depth, depth) } else { (0, 0) };
    let guess = search.lists().find(&node.guess).unwrap_or_default();
    let parts = search.parts(state, guess);
    let below = node
        .next
        .iter()
        .zip(&parts)
        .map(|((_, next), (_, part))| count_guesses(next, depth + 1, part, search));
    below.fold(start, |sum, one| (sum.0 + one.0, sum.1.max(one.1)))
}
