//! The command line: what was asked for, done by the crates below.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod arena;
mod args;
mod full_screen;
mod generate;
mod home;
mod html;
mod join;
mod leaderboard;
mod matches;
mod play;
mod progress;
mod serve;
mod solve;
mod stats;
mod store_location;
mod terminal;
mod words_command;

use args::{GlobalArgs, Invocation, PipeArgs};
use engine::Start;
use engine::seal::SealKey;
use games::GAMES;
use hall::Store;
use line::{BoardLibrary, LineError, pipe, sanitize};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic inside a match is caught and answered; elsewhere one line is all a player can use.
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        complain(&format!("something failed that should not ({place}): {text}"));
    }));
    let (asked, manners) = match args::read() {
        Ok(read) => read,
        Err(error) => return misuse(&error),
    };
    let done = match asked {
        Invocation::Nothing => play::open_lobby(&manners),
        Invocation::Play(args) => play::play(&args, &manners),
        Invocation::Build(args) => play::build(&args, &manners),
        Invocation::Pipe(args) => run_pipe(&args, &manners),
        Invocation::Words(args) => words_command::find(&args).and_then(|found| print(&found)),
        Invocation::Solve(what) => solve::run(&what),
        Invocation::Arena(args) => arena::run(&args, &manners),
        Invocation::Generate(args) => generate::wizards(&args, &manners),
        Invocation::Serve(args) => serve::run(&args, &manners),
        Invocation::Join { url } => join::run(&url, &manners),
        Invocation::Rules(game) => rules(&game, &manners).and_then(|rules| print(&rules)),
        Invocation::Ticket(args) => {
            ticket(&args, home::boards(&manners)).and_then(|ticket| print(&ticket))
        }
        Invocation::Matches { all } => matches::list(&manners, all),
        Invocation::Replay { id, step } => matches::replay(&manners, &id, step),
        Invocation::Rebuild => matches::rebuild(&manners),
        Invocation::Backup(file) => matches::backup(&manners, &file),
        Invocation::Export { id } => matches::export(&manners, &id),
        Invocation::Import { file, words } => matches::import(&manners, &file, words.as_deref()),
        Invocation::Daily { game } => play::daily(game.as_deref(), &manners),
        Invocation::Stats { game, json } => stats::show(&manners, game.as_deref(), json),
        Invocation::Leaderboard(args) => leaderboard::show(&args, &manners),
        Invocation::Completions(shell) => print(&args::completions(shell)),
        Invocation::Man => args::man().map_err(LineError::from).and_then(|page| print(&page)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(LineError::Refused(refusal)) => {
            complain(&refusal.text);
            match refusal.code {
                // Nothing was wrong with the call.
                "house.store" | "house.broken" => ExitCode::FAILURE,
                _ => ExitCode::from(2),
            }
        }
        // Whoever read us has had enough: that is no error.
        Err(LineError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(LineError::Io(error)) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// The pipe. Without `--save` nothing is written to disk; with it, a store that cannot be opened is no
/// place to play.
fn run_pipe(args: &PipeArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let runtime = store_location::runtime()?;
    let (store, players) = match args.save {
        true => {
            (store_location::store(manners, &runtime)?, Some(store_location::players(manners)?))
        }
        false => (Store::memory(), None),
    };
    let hall = store_location::hall(store);
    let opening = args.opening(home::boards(manners));
    let opened = runtime.block_on(hall.complete(opening))?.resolve(GAMES)?;
    if let Some(notice) = &opened.notice {
        complain(notice);
    }
    hall.word_lists().put(opened.words);
    let (input, output) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
    let run = pipe::run(&hall, &opened.start, args.viewer, players.as_ref(), input, output);
    runtime.block_on(run)
}

/// The rules of a game, for players.
fn rules(game: &str, manners: &GlobalArgs) -> Result<String, LineError> {
    let width = terminal::console(manners).width();
    Ok(line::manual(&line::opening::find(GAMES, game)?.info().terminal_manual(), width))
}

/// A ticket for a friend. What cannot be opened has none.
fn ticket(args: &args::TicketArgs, boards: BoardLibrary) -> Result<String, LineError> {
    let opened = args.opening(boards).resolve(GAMES)?;
    let Start { game, settings, seats, seed, .. } = &opened.start;
    game.open(settings, *seats, *seed, opened.words)?;
    let mut text = opened.start.ticket(&SealKey::OPEN);
    text.push('\n');
    Ok(text)
}

fn print(text: &str) -> Result<(), LineError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// One sentence on standard error, without anything a terminal would obey: it may quote a stranger.
/// There is nobody to tell when even that fails.
fn complain(text: &str) {
    let text = sanitize(text, terminal::only_ascii(io::stderr().is_terminal()));
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
