//! Where a console's lines come from. Mostly one is read when it is asked for; while others play, it is
//! read on a thread of its own, so that a player who waits is heard.

use crate::lines;
use std::future::Future;
use std::io::{self, BufRead};
use std::thread;
use tokio::sync::oneshot;

/// A line without its newline; nothing at the end of input.
pub(crate) type LineResult = io::Result<Option<Vec<u8>>>;

/// Where lines come from.
pub(crate) enum LineSource<'a> {
    /// A text that is at hand: reading it does not wait.
    Given(Box<dyn BufRead + 'a>),
    /// Standard input, and the line that a thread waits for there.
    Standard(Option<oneshot::Receiver<LineResult>>),
}

/// What came first.
pub(crate) enum First<T> {
    /// What was waited for.
    News(T),
    /// A line.
    Line(LineResult),
}

impl LineSource<'_> {
    /// Waits for the next line.
    pub(crate) fn next(&mut self) -> LineResult {
        match self {
            LineSource::Given(input) => lines::next(input),
            LineSource::Standard(pending) => match pending.take() {
                Some(line) => line.blocking_recv().unwrap_or_else(|_| Err(gone())),
                None => lines::next(&mut io::stdin().lock()),
            },
        }
    }

    /// Waits for the next line or for news, whichever comes first. A line that has not come by then is
    /// the next one.
    pub(crate) async fn next_or<T>(&mut self, news: impl Future<Output = T>) -> First<T> {
        let pending = match self {
            LineSource::Given(input) => return First::Line(lines::next(input)),
            LineSource::Standard(pending) => pending,
        };
        let mut line = match pending.take() {
            Some(line) => line,
            None => match read_aside() {
                Ok(line) => line,
                Err(error) => return First::Line(Err(error)),
            },
        };
        tokio::select! {
            biased;
            // It was typed before the news were seen.
            read = &mut line => First::Line(read.unwrap_or_else(|_| Err(gone()))),
            news = news => {
                *pending = Some(line);
                First::News(news)
            }
        }
    }
}

/// Reads one line of standard input on a thread of its own. It ends with the line, or with the program.
fn read_aside() -> io::Result<oneshot::Receiver<LineResult>> {
    let (send, line) = oneshot::channel();
    let read = move || drop(send.send(lines::next(&mut io::stdin().lock())));
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(line)
}

fn gone() -> io::Error {
    io::Error::other("the input cannot be read")
}
