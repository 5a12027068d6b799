//! The command line: what was asked for, done by the crates below.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod args;
mod finder;

use args::{Args, Command, PipeArgs};
use clap::Parser;
use engine::Refusal;
use games::GAMES;
use hall::{Hall, Store};
use line::pipe::{self, PipeError};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic inside a match is caught and answered; elsewhere one line is all a player can use.
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        complain(&format!("something failed that should not ({place}): {text}"));
    }));
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return misuse(&error),
    };
    let done = match args.command {
        None => print(&house()),
        Some(Command::Pipe(args)) => run_pipe(&args),
        Some(Command::Words(args)) => finder::find(&args).and_then(|found| print(&found)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Refused(refusal)) => {
            complain(&refusal.text);
            ExitCode::from(2)
        }
        // Whoever read us has had enough: that is no error.
        Err(Trouble::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Trouble::Io(error)) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Why a command ended early.
enum Trouble {
    Refused(Refusal),
    Io(io::Error),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::Refused(refusal)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Io(error)
    }
}

impl From<PipeError> for Trouble {
    fn from(error: PipeError) -> Self {
        match error {
            PipeError::Refused(refusal) => Trouble::Refused(refusal),
            PipeError::Io(error) => Trouble::Io(error),
        }
    }
}

fn run_pipe(args: &PipeArgs) -> Result<(), Trouble> {
    let opened = args.opening().settle(GAMES)?;
    if let Some(notice) = &opened.notice {
        complain(notice);
    }
    let hall = Hall::new(GAMES, Store::memory());
    hall.shelf().put(opened.words);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let run = pipe::run(&hall, &opened.start, args.viewer, input, io::BufWriter::new(output));
    Ok(runtime.block_on(run)?)
}

/// The house and its games, for somebody who says nothing else.
fn house() -> String {
    let mut text = String::from("Lexicade: one house for five games of words and wits.\n\n");
    for info in GAMES.iter().map(|game| game.info()).filter(|info| info.listed) {
        let _ = writeln!(text, "  {:8} {}", info.id, info.blurb);
    }
    text.push_str(
        "\n  lexicade pipe GAME   play by lines of text, or let a program play\n  \
         lexicade words RACK  find the words that letters spell\n  \
         lexicade --help      everything else\n",
    );
    text
}

fn print(text: &str) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// One sentence on standard error, without anything a terminal would obey: it may quote a stranger.
/// There is nobody to tell when even that fails.
fn complain(text: &str) {
    let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let _ = writeln!(io::stderr().lock(), "lexicade: {text}");
}

/// Help and version go out as they are; a wrong call is one sentence and status 2.
fn misuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match print(&error.render().to_string()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let rendered = error.render().to_string();
    let sentence: Vec<_> =
        rendered.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    let sentence = sentence.join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence).trim_end_matches('.');
    let shown: String = sentence.chars().filter(|c| !c.is_control()).take(300).collect();
    complain(&format!("{shown}; try 'lexicade --help'."));
    ExitCode::from(2)
}
