//! The source of a console's lines. Usually a line is read when the console asks for one. While others play,
//! a thread reads it, so that a waiting player can type commands.

use crate::lines;
use std::future::Future;
use std::io::{self, BufRead};
use std::thread;
use tokio::sync::oneshot;

/// A line without its newline, or `None` at the end of input.
pub(crate) type LineResult = io::Result<Option<Vec<u8>>>;

pub(crate) enum LineSource<'a> {
    /// Text in memory or a file: reading never waits.
    Given(Box<dyn BufRead + 'a>),
    /// Standard input, and the line that a thread is reading from it.
    Standard(Option<oneshot::Receiver<LineResult>>),
}

/// Whichever came first.
pub(crate) enum First<T> {
    News(T),
    Line(LineResult),
}

impl LineSource<'_> {
    pub(crate) fn next(&mut self) -> LineResult {
        match self {
            LineSource::Given(input) => lines::next(input),
            LineSource::Standard(pending) => match pending.take() {
                Some(line) => line.blocking_recv().unwrap_or_else(|_| Err(reader_failed())),
                None => lines::next(&mut io::stdin().lock()),
            },
        }
    }

    /// Waits for the next line or for news, whichever comes first. If the news is first, the pending line is
    /// returned by a later call.
    pub(crate) async fn next_or<T>(&mut self, news: impl Future<Output = T>) -> First<T> {
        let pending = match self {
            LineSource::Given(input) => return First::Line(lines::next(input)),
            LineSource::Standard(pending) => pending,
        };
        let mut line = match pending.take() {
            Some(line) => line,
            None => match spawn_reader() {
                Ok(line) => line,
                Err(error) => return First::Line(Err(error)),
            },
        };
        tokio::select! {
            biased;
            // The player typed the line before seeing the news.
            read = &mut line => First::Line(read.unwrap_or_else(|_| Err(reader_failed()))),
            news = news => {
                *pending = Some(line);
                First::News(news)
            }
        }
    }
}

/// Reads one line of standard input on a new thread, which ends with the line or with the program.
fn spawn_reader() -> io::Result<oneshot::Receiver<LineResult>> {
    let (send, line) = oneshot::channel();
    let read = move || drop(send.send(lines::next(&mut io::stdin().lock())));
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(line)
}

fn reader_failed() -> io::Error {
    io::Error::other("cannot read the input")
}
