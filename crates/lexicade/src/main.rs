//! The program: parses the command line and runs the command.

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
use engine::seal::SealKey;
use engine::{Code, Start};
use games::GAMES;
use hall::Store;
use line::{BoardLibrary, LineError, pipe, sanitize};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The hall catches panics inside a match. For any other panic, one line is all that a player can use.
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        complain(&format!("internal error ({place}): {text}"));
    }));
    let (invocation, global) = match args::read() {
        Ok(read) => read,
        Err(error) => return usage_error(&error),
    };
    let done = match invocation {
        Invocation::Nothing => play::open_lobby(&global),
        Invocation::Play(args) => play::play(&args, &global),
        Invocation::Build(args) => play::build(&args, &global),
        Invocation::Pipe(args) => run_pipe(&args, &global),
        Invocation::Words(args) => words_command::find(&args).and_then(|found| print(&found)),
        Invocation::Solve(what) => solve::run(&what),
        Invocation::Arena(args) => arena::run(&args, &global),
        Invocation::Generate(args) => generate::wizards(&args, &global),
        Invocation::Serve(args) => serve::run(&args, &global),
        Invocation::Join { url } => join::run(&url, &global),
        Invocation::Rules(game) => rules(&game, &global),
        Invocation::Ticket(args) => {
            ticket(&args, home::boards(&global)).and_then(|ticket| print(&ticket))
        }
        Invocation::Matches { all } => matches::list(&global, all),
        Invocation::Replay { id, step } => matches::replay(&global, &id, step),
        Invocation::Rebuild => matches::rebuild(&global),
        Invocation::Backup(file) => matches::backup(&global, &file),
        Invocation::Export { id } => matches::export(&global, &id),
        Invocation::Import { file, words } => matches::import(&global, &file, words.as_deref()),
        Invocation::Daily { game } => play::daily(game.as_deref(), &global),
        Invocation::Stats { game, json } => stats::show(&global, game.as_deref(), json),
        Invocation::Leaderboard(args) => leaderboard::show(&args, &global),
        Invocation::Completions(shell) => print(&args::completions(shell)),
        Invocation::Man => args::man().map_err(LineError::from).and_then(|page| print(&page)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(LineError::Refused(refusal)) => {
            complain(&refusal.text);
            match refusal.code {
                // The command line itself was fine.
                Code::Store | Code::Broken => ExitCode::FAILURE,
                _ => ExitCode::from(2),
            }
        }
        // The reader of the output has closed it, which isn't an error.
        Err(LineError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(LineError::Io(error)) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Runs the pipe. Without `--save` nothing is written to disk. With it, a store that fails to open is an error.
fn run_pipe(args: &PipeArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let runtime = store_location::runtime()?;
    let (store, players) = match args.save {
        true => (store_location::store(global, &runtime)?, Some(store_location::players(global)?)),
        false => (Store::memory(), None),
    };
    let hall = store_location::hall(store);
    let opening = args.opening(home::boards(global));
    let opened = runtime.block_on(hall.complete(opening))?.resolve(GAMES)?;
    if let Some(notice) = &opened.notice {
        complain(notice);
    }
    hall.word_lists().put(opened.words);
    let (input, output) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
    let run = pipe::run(&hall, &opened.start, args.viewer, players.as_ref(), input, output);
    runtime.block_on(run)
}

/// Shows the rules of a game.
fn rules(game: &str, global: &GlobalArgs) -> Result<(), LineError> {
    let game = line::opening::find(GAMES, game)?;
    Ok(terminal::console(global).show_manual(&game.info().terminal_manual())?)
}

/// A ticket for a friend. Refused if the match could not be opened.
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

/// Writes a sentence to standard error, without control characters, because it may quote input. Ignores failures: there
/// is no other place to report them.
fn complain(text: &str) {
    let text = sanitize(text, terminal::only_ascii(io::stderr().is_terminal()));
    let _ = writeln!(io::stderr().lock(), "lexicade: {text}");
}

/// Prints help and version unchanged; a wrong command line gives one sentence and status 2.
fn usage_error(error: &clap::Error) -> ExitCode {
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
