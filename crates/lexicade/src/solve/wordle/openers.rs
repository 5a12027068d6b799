//! The best first guess of a list: tries every word, the most promising first, and drops one as soon as a bound shows
//! that it can't beat the best so far. A file records each result, so that the search can be stopped and resumed.

use super::write_refusal;
use crate::LineError;
use engine::{Code, Refusal};
use games::wordle::solver::search::{NO_BUDGET, Search, SearchContext};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// The results so far.
struct Progress {
    best: u32,
    opener: Option<u32>,
    done: usize,
    state: Option<File>,
    /// The first error while writing the file.
    error: Option<io::Error>,
}

/// Tries all first guesses; returns the best one and its total.
pub(super) fn find(
    search: &Search,
    tries: u32,
    threads: usize,
    state: Option<&Path>,
) -> Result<(u32, u32), LineError> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_on_signal = Arc::clone(&stop);
    // Ctrl-C stops between two steps. All results are in the file by then.
    let installed = ctrlc::set_handler(move || stop_on_signal.store(true, Ordering::Relaxed));
    installed.map_err(|error| Refusal::setup(format!("Can't handle Ctrl-C: {error}.")))?;

    let mut progress =
        Progress { best: NO_BUDGET, opener: None, done: 0, state: None, error: None };
    let mut settled = HashSet::new();
    if let Some(path) = state {
        read(search, tries, path, &mut progress, &mut settled)?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        progress.state = Some(file.map_err(|error| write_refusal(path, &error))?);
    }
    let start = search.start(tries);
    let openers = search.openers(&start);
    let left: Vec<u32> =
        openers.iter().copied().filter(|opener| !settled.contains(opener)).collect();
    progress.done = settled.len();
    let show = io::stderr().is_terminal();
    let progress = Mutex::new(progress);
    let lock = || progress.lock().unwrap_or_else(|broken| broken.into_inner());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut context = SearchContext::new(search, |_| !stop.load(Ordering::Relaxed));
        while let Some(&opener) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
            context.forget();
            let budget = lock().best;
            let Ok(total) = search.cost(&start, opener, budget, &mut context) else { return };
            lock().settle(search, opener, total, openers.len(), show);
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    if show {
        let _ = writeln!(io::stderr());
    }
    let progress = progress.into_inner().unwrap_or_else(|broken| broken.into_inner());
    if let Some(error) = progress.error {
        return Err(error.into());
    }
    let (done, all) = (progress.done, openers.len());
    if done < all {
        let more = match state {
            Some(_) => "the same command resumes",
            None => "use --state FILE to be able to resume",
        };
        let text = format!("Stopped after {done} of {all} first guesses; {more}.");
        return Err(Refusal::new(Code::Broken, text).into());
    }
    let opener = progress.opener.ok_or_else(super::too_few)?;
    Ok((opener, progress.best))
}

impl Progress {
    /// Records the result of an opener: its total, or `None` if it isn't better.
    fn settle(&mut self, search: &Search, opener: u32, total: Option<u32>, all: usize, show: bool) {
        self.done += 1;
        let word = &search.lists().guesses()[opener as usize];
        if let Some(total) = total.filter(|&total| total < self.best) {
            (self.best, self.opener) = (total, Some(opener));
        }
        let line = match total {
            Some(total) => format!("{word} {total}\n"),
            None => format!("{word} -\n"),
        };
        // One write per line, so that no line is half written when the program ends.
        let written = self.state.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()));
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
        if show {
            let best = self.opener.and_then(|best| search.lists().guesses().get(best as usize));
            let best = best.map_or("none yet", String::as_str);
            let _ = write!(io::stderr(), "\r{} of {all}, best {best} {}   ", self.done, self.best);
        }
    }
}

/// Reads earlier results. The first line names the lists and rules, which must be the same.
fn read(
    search: &Search,
    tries: u32,
    path: &Path,
    progress: &mut Progress,
    settled: &mut HashSet<u32>,
) -> Result<(), Refusal> {
    let text = match super::read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return start(search, tries, path),
        Err(error) => {
            let text = format!("Can't read {}: {error}.", path.display());
            return Err(Refusal::game("solve.file", text));
        }
    };
    let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    if lines.next() != Some(about(search, tries).as_str()) {
        let text =
            format!("{} belongs to other lists or rules. Choose another file.", path.display());
        return Err(Refusal::game("solve.state", text));
    }
    if !text.ends_with('\n') {
        // The last line is incomplete; removing it makes the next one start on a new line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        std::fs::write(path, &text[..whole]).map_err(|error| write_refusal(path, &error))?;
    }
    for (number, line) in (2..).zip(lines) {
        let result = line.split_once(' ').and_then(|(word, total)| {
            let total = if total == "-" { None } else { Some(total.parse().ok()?) };
            Some((search.lists().find(word)?, total))
        });
        let Some((opener, total)) = result else {
            let text = format!(
                "Line {number} of {} isn't a word with its total. Delete the line, or choose another file.",
                path.display()
            );
            return Err(Refusal::game("solve.state", text));
        };
        settled.insert(opener);
        if let Some(total) = total.filter(|&total| total < progress.best) {
            (progress.best, progress.opener) = (total, Some(opener));
        }
    }
    Ok(())
}

/// The first line of the file: the lists and rules.
fn about(search: &Search, tries: u32) -> String {
    format!("{} tries={tries}", search.name())
}

fn start(search: &Search, tries: u32, path: &Path) -> Result<(), Refusal> {
    let first = format!("{}\n", about(search, tries));
    std::fs::write(path, first).map_err(|error| write_refusal(path, &error))
}
