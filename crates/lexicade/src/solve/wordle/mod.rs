//! Wordle: the best next guess of a game played anywhere, whole strategies written and checked, the best first
//! guess of a list.

mod lists;
mod openers;

use crate::{LineError, print};
use clap::{Args as Flags, ValueEnum};
use engine::Refusal;
use games::wordle::search::{NO_BUDGET, RankedGuess, Search, SearchContext, SearchState, Stopped};
use games::wordle::strategy::{self, ParsedStrategy, Strategy, StrategyNode};
use games::wordle::{MarkedGuess, Marking, Marks, PackedWord, hard_breach, perfect};
use hall::opening::open_file;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Read as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Find the best next guess in Wordle, or whole strategies
///
/// Give the guesses of a game with their marks, such as crane=-Y--G: G is correct, Y elsewhere, - absent (g, y
/// and . will do). It prints the words that still fit and the best next guesses, with the number of guesses that
/// each takes on average, itself included. The first one has no better where no "about" stands; the others are the
/// best of those looked at closely. Where the attempts left are too few, the guess is best that finds the most of
/// the words.
#[derive(Flags)]
pub(crate) struct WordleArgs {
    /// Guesses with their marks, in their order
    #[arg(value_name = "GUESS=MARKS")]
    guesses: Vec<String>,
    /// How guesses are marked
    #[arg(long, value_enum, default_value_t = MarkingArg::Lenient)]
    marking: MarkingArg,
    /// What was found has to be used
    #[arg(long)]
    hard: bool,
    /// How many attempts there are
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    tries: u32,
    /// How many letters the word has; usually seen from the guesses, else 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    length: Option<u32>,
    /// Your own word list: every word may be hidden and may be guessed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["answers", "allowed"])]
    words: Option<PathBuf>,
    /// Your own list of the words that may be hidden
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Your own list of the words that may be guessed; the answers always may
    #[arg(long, value_name = "FILE", requires = "answers")]
    allowed: Option<PathBuf>,
    /// Only guess words that the program itself would say
    #[arg(long, conflicts_with_all = ["words", "answers"])]
    polite: bool,
    /// Begin with this word
    #[arg(long, value_name = "WORD", conflicts_with = "guesses")]
    open: Option<String>,
    /// Write the whole best strategy to a file, and print its total
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Check the strategy in a file by playing every answer, and print its total
    #[arg(long, value_name = "FILE", conflicts_with_all = ["guesses", "open", "tree", "all_openers"])]
    check: Option<PathBuf>,
    /// Find the best first guess of all
    #[arg(long, conflicts_with_all = ["guesses", "open"])]
    all_openers: bool,
    /// Where --all-openers notes how far it has come, and goes on from
    #[arg(long, value_name = "FILE", requires = "all_openers")]
    state: Option<PathBuf>,
    /// How many threads think; usually one for each processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// The two ways of marking, by name.
#[derive(Clone, Copy, ValueEnum)]
enum MarkingArg {
    Lenient,
    Strict,
}

/// So many tips are given.
const TIPS: usize = 10;

/// So many of the words that fit are listed for a reader; programs get all.
const SHOWN: usize = 50;

/// Steps of thought for an exact answer: about two seconds.
const STEPS: u64 = 200_000_000;

impl WordleArgs {
    /// Does what was asked for.
    pub(super) fn run(&self) -> Result<(), LineError> {
        let told = self.told()?;
        let lists = self.lists(&told)?;
        self.keeps_hard(&told)?;
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
        let mut spot = search.start(self.tries);
        for (word, code) in &told {
            spot = search.after_marks(&spot, word, *code);
        }
        if let Some((word, _)) = told.iter().find(|(word, code)| *code == hit(word)) {
            let fitting = json!({"fitting": [word], "best": [], "all_found": true});
            return print(&match self.json {
                true => format!("{fitting}\n"),
                false => format!("{word} is the word: every letter is correct.\n"),
            });
        }
        if spot.tries == 0 {
            let text = format!("All {} attempts are used up; allow more with --tries.", self.tries);
            return Err(Refusal::new("solve.tries", text).into());
        }
        let open = self.open.as_deref().map(|word| known(&search, word)).transpose()?;
        let before = self.known_before(&told, &search, &spot);
        match &self.tree {
            Some(file) => self.tree(&search, &spot, open.or(before.map(|tip| tip.guess)), file),
            None if open.is_some() => self.tree(&search, &spot, open, Path::new("")),
            None => self.advise(&search, &spot, before),
        }
    }

    fn marking(&self) -> Marking {
        match self.marking {
            MarkingArg::Lenient => Marking::Lenient,
            MarkingArg::Strict => Marking::Strict,
        }
    }

    fn threads(&self) -> usize {
        let there = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(there, NonZero::get)
    }

    /// The guesses and codes that were given.
    fn told(&self) -> Result<Vec<(String, u16)>, Refusal> {
        self.guesses.iter().map(|text| one(text)).collect()
    }

    /// Hard mode would have refused a guess that does not use what was found before.
    fn keeps_hard(&self, told: &[(String, u16)]) -> Result<(), Refusal> {
        if !self.hard {
            return Ok(());
        }
        let rows: Vec<MarkedGuess> = told.iter().filter_map(row).collect();
        for (number, (word, _)) in told.iter().enumerate() {
            let before = rows.get(..number).unwrap_or_default();
            if let Some(breach) = hard_breach(self.marking(), before, word) {
                let text = format!("{word} could not be guessed there. {breach}");
                return Err(Refusal::new("solve.hard", text));
            }
        }
        Ok(())
    }

    /// The best first guess of a list.
    fn opener(&self, search: &Search, opener: u32, total: u32) -> String {
        let word = &search.lists().guesses()[opener as usize];
        let mean = f64::from(total) / search.lists().answers().len() as f64;
        match self.json {
            true => format!("{}\n", json!({"best": word, "total": total, "mean": mean})),
            false => format!("best {word} total {total} mean {mean:.4}\n"),
        }
    }

    /// What the strategy that lies in the program guesses here, if the game has come its way. It is proved to be the
    /// best, so that all that follows it is, too.
    fn known_before(
        &self,
        told: &[(String, u16)],
        search: &Search,
        spot: &SearchState,
    ) -> Option<RankedGuess> {
        let words: Vec<&str> = spot.words.iter().map(|&number| search.answer(number)).collect();
        let own = self.words.is_some() || self.answers.is_some();
        if own || self.hard || self.tries < 6 || words.first()?.len() != 5 {
            return None;
        }
        let rows = told.iter().map(row).collect::<Option<Vec<MarkedGuess>>>()?;
        let text = perfect::strategy(self.marking());
        let guess = strategy::next(text, &rows)?;
        let played =
            ParsedStrategy::read(text).ok()?.check(self.marking(), false, &words, |_| true).ok()?;
        let mean = played.total as f64 / words.len() as f64 - told.len() as f64;
        let fits = words.contains(&guess);
        let (guess, found) = (search.lists().find(guess)?, words.len() as u32);
        Some(RankedGuess { guess, found, mean, exact: true, fits })
    }

    fn advise(
        &self,
        search: &Search,
        spot: &SearchState,
        before: Option<RankedGuess>,
    ) -> Result<(), LineError> {
        // Where the best is known, the others are there to choose from.
        let mut left = if before.is_some() { STEPS / 16 } else { STEPS };
        let mut mind = SearchContext::new(search, |steps| {
            left = left.saturating_sub(steps);
            left > 0
        });
        let others = search.rank_guesses(spot, TIPS, &mut mind).into_iter();
        let others = others.filter(|tip| before.is_none_or(|best| best.guess != tip.guess));
        let tips: Vec<RankedGuess> = before.into_iter().chain(others).take(TIPS).collect();
        // Known already, unless thinking was ended.
        let all_found = match search.solve(spot, NO_BUDGET, &mut mind) {
            _ if before.is_some() => Some(true),
            Ok(solved) => Some(solved.is_some()),
            Err(Stopped) => None,
        };
        let word = |tip: &RankedGuess| search.lists().guesses().get(tip.guess as usize).cloned();
        let fitting: Vec<&str> = spot.words.iter().map(|&number| search.answer(number)).collect();
        if self.json {
            let tip = |tip: &RankedGuess| {
                json!({
                    "guess": word(tip), "found": tip.found, "mean": tip.mean,
                    "exact": tip.exact, "fits": tip.fits,
                })
            };
            let tips: Vec<_> = tips.iter().map(tip).collect();
            return print(&format!(
                "{}\n",
                json!({"fitting": fitting, "best": tips, "all_found": all_found})
            ));
        }
        let mut text = match fitting.len() {
            1 => "1 word fits: ".to_owned(),
            n => format!("{n} words fit: "),
        };
        text += &fitting.iter().take(SHOWN).copied().collect::<Vec<_>>().join(" ");
        text += if fitting.len() > SHOWN { " …\n" } else { "\n" };
        if all_found == Some(false) {
            text += "The attempts that are left are too few to find each of them for certain.\n";
        }
        for tip in &tips {
            let about = if tip.exact { "" } else { "about " };
            let fits = if tip.fits { "" } else { "  (cannot be it)" };
            let (word, all) = (word(tip).unwrap_or_default(), fitting.len());
            let found = match tip.found as usize {
                found if found < all => format!("finds {about}{found} of {all}  "),
                _ => String::new(),
            };
            let _ = writeln!(text, "{word}  {found}{about}{:.4} guesses{fits}", tip.mean);
        }
        print(&text)
    }

    /// Writes the best strategy, with threads for what the first guess leaves. An empty path writes nothing.
    fn tree(
        &self,
        search: &Search,
        spot: &SearchState,
        open: Option<u32>,
        file: &Path,
    ) -> Result<(), LineError> {
        let open = match open {
            Some(open) => open,
            None => {
                let mut mind = SearchContext::new(search, |_| true);
                let solved = search.solve(spot, NO_BUDGET, &mut mind).ok().flatten();
                solved.ok_or_else(too_few)?.1
            }
        };
        if !search.allows(spot, open) {
            let text = "Hard mode does not allow that word after these marks; choose another one.";
            return Err(Refusal::new("solve.hard", text).into());
        }
        let root = grow(search, spot, open, self.threads()).ok_or_else(too_few)?;
        let (total, longest) = weigh(&root, 1, spot, search);
        let text = Strategy { marking: self.marking(), hard: self.hard, root }.to_string();
        if !file.as_os_str().is_empty() {
            std::fs::write(file, text).map_err(|error| unwritten(file, &error))?;
        }
        let score = strategy::Score { answers: spot.words.len(), total, longest };
        match self.json {
            true => print(&scored(&score)),
            false => print(&format!("{score}\n")),
        }
    }

    fn check(&self, file: &Path, lists: &games::wordle::search::Lists) -> Result<(), LineError> {
        let flawed = |flaw: strategy::Flaw| {
            Refusal::new("solve.strategy", format!("{}: {flaw}.", file.display()))
        };
        let text = read_text(file).map_err(|error| {
            let text = format!("The file {} cannot be read: {error}.", file.display());
            Refusal::new("solve.file", text)
        })?;
        let answers: Vec<&str> = lists.answers().collect();
        let draft = ParsedStrategy::read(&text).map_err(flawed)?;
        let known = |word: &str| lists.find(word).is_some();
        let score = draft.check(self.marking(), self.hard, &answers, known).map_err(flawed)?;
        if score.longest > self.tries as usize {
            let text = format!(
                "{}: the strategy needs {} attempts for some words; allow them with --tries.",
                file.display(),
                score.longest
            );
            return Err(Refusal::new("solve.tries", text).into());
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
    let text = "No strategy finds every word within so many attempts; allow more with --tries.";
    Refusal::new("solve.tries", text)
}

/// A file of ours is not larger than this: a strategy has a line for each word of a list.
const MOST: u64 = 64 << 20;

/// A file's text; of one without an end, only so much that it is seen.
fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = open_file(file)?.take(MOST + 1).read_to_string(&mut text);
    match text.len() as u64 > MOST {
        true => Err(io::Error::other(format!("it is larger than {MOST} bytes"))),
        false => read.map(|_| text),
    }
}

fn unwritten(file: &Path, error: &std::io::Error) -> Refusal {
    let text = format!("The file {} cannot be written: {error}.", file.display());
    Refusal::new("solve.file", text)
}

/// A word that may be guessed.
fn known(search: &Search, word: &str) -> Result<u32, Refusal> {
    let found = search.lists().find(&word.to_ascii_lowercase());
    found.ok_or_else(|| {
        let text = format!("{} is not in the word list.", engine::line::quote(word));
        Refusal::new("solve.word", text)
    })
}

/// `GUESS=MARKS`.
fn one(text: &str) -> Result<(String, u16), Refusal> {
    let wrong = || {
        let text = format!(
            "“{}” is not a guess with a mark for each letter, such as crane=-Y--G.",
            engine::line::quote(text)
        );
        Refusal::new("solve.guess", text)
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

/// A guess with its code as a game has it; nothing if it is too long for one.
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

/// The best strategy that begins with this guess: each thread takes the largest set that is left.
fn grow(search: &Search, spot: &SearchState, open: u32, threads: usize) -> Option<StrategyNode> {
    let mut parts = search.parts(spot, open);
    if spot.tries <= 1 && !parts.is_empty() {
        return None;
    }
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.words.len()));
    let next = AtomicUsize::new(0);
    let grown = Mutex::new(Vec::new());
    let work = || {
        let mut mind = SearchContext::new(search, |_| true);
        while let Some((code, part)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let node: Result<Option<StrategyNode>, Stopped> = search.tree(part, &mut mind);
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

/// The guesses of all games of a strategy, and of the longest.
fn weigh(node: &StrategyNode, depth: usize, spot: &SearchState, search: &Search) -> (usize, usize) {
    let hit = spot.words.iter().any(|&word| search.answer(word) == node.guess);
    let start = if hit { (depth, depth) } else { (0, 0) };
    let guess = search.lists().find(&node.guess).unwrap_or_default();
    let parts = search.parts(spot, guess);
    let below = node
        .next
        .iter()
        .zip(&parts)
        .map(|((_, next), (_, part))| weigh(next, depth + 1, part, search));
    below.fold(start, |sum, one| (sum.0 + one.0, sum.1.max(one.1)))
}
