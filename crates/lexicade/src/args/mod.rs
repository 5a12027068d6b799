//! The command line: commands, options and their help. The games' names are commands too, taken from the list of games,
//! so that a new game needs no line here.

mod arena;
mod generate;
mod pipe;
mod play;
mod serve;

pub(crate) use arena::ArenaArgs;
pub(crate) use generate::{Format, GenerateArgs, WordsArgs};
pub(crate) use pipe::PipeArgs;
pub(crate) use play::{BuildArgs, LeaderboardArgs, PlayArgs, TicketArgs};
pub(crate) use serve::ServeArgs;

use crate::solve::Solve;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{
    Arg, ArgMatches, Args as Flags, Command, CommandFactory, FromArgMatches, Parser, Subcommand,
};
use clap_complete::Shell;
use games::GAMES;
use play::GameArgs;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

/// The command line, parsed.
pub(crate) enum Invocation {
    Nothing,
    Play(PlayArgs),
    Build(BuildArgs),
    Pipe(PipeArgs),
    Words(WordsArgs),
    Solve(Solve),
    Arena(ArenaArgs),
    Generate(GenerateArgs),
    Serve(ServeArgs),
    Join { url: String },
    Rules(String),
    Ticket(TicketArgs),
    Matches { all: bool },
    Replay { id: String, step: bool },
    Rebuild,
    Backup(PathBuf),
    Export { id: String },
    Import { file: PathBuf, words: Option<PathBuf> },
    Daily { game: Option<String> },
    Stats { game: Option<String>, json: bool },
    Leaderboard(LeaderboardArgs),
    Completions(Shell),
    Man,
}

/// Reads the command line.
pub(crate) fn read() -> Result<(Invocation, GlobalArgs), clap::Error> {
    // The usual call has no arguments, and building the parser takes a millisecond.
    if std::env::args_os().len() <= 1 {
        return Ok((Invocation::Nothing, GlobalArgs::default()));
    }
    let matches = command().try_get_matches()?;
    Ok((invocation(&matches)?, GlobalArgs::from_arg_matches(&matches)?))
}

fn invocation(matches: &ArgMatches) -> Result<Invocation, clap::Error> {
    if let Some((name, given)) = matches.subcommand()
        && GAMES.iter().any(|game| game.info().id == name)
    {
        return Ok(Invocation::Play(GameArgs::from_arg_matches(given)?.of(name)));
    }
    Ok(match Args::from_arg_matches(matches)?.command {
        None => Invocation::Nothing,
        Some(Commands::Play(args)) => Invocation::Play(args),
        Some(Commands::Build(args)) => Invocation::Build(args),
        Some(Commands::Pipe(args)) => Invocation::Pipe(args),
        Some(Commands::Words(args)) => Invocation::Words(args),
        Some(Commands::Solve { what }) => Invocation::Solve(what),
        Some(Commands::Arena(args)) => Invocation::Arena(args),
        Some(Commands::Generate(args)) => Invocation::Generate(args),
        Some(Commands::Serve(args)) => Invocation::Serve(args),
        Some(Commands::Join { url }) => Invocation::Join { url },
        Some(Commands::Rules { game }) => Invocation::Rules(game),
        Some(Commands::Ticket(args)) => Invocation::Ticket(args),
        Some(Commands::Matches { all }) => Invocation::Matches { all },
        Some(Commands::Replay { id, step }) => Invocation::Replay { id, step },
        Some(Commands::Rebuild) => Invocation::Rebuild,
        Some(Commands::Backup { file }) => Invocation::Backup(file),
        Some(Commands::Export { id }) => Invocation::Export { id },
        Some(Commands::Import { file, words }) => Invocation::Import { file, words },
        Some(Commands::Stats { game, json }) => Invocation::Stats { game, json },
        Some(Commands::Daily { game }) => Invocation::Daily { game },
        Some(Commands::Leaderboard(args)) => Invocation::Leaderboard(args),
        Some(Commands::Completions { shell }) => Invocation::Completions(shell),
        Some(Commands::Man) => Invocation::Man,
    })
}

/// A script that completes the command line in a shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "lexicade", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page.
pub(crate) fn man() -> io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The commands by what they are for, with the global options that each of them uses.
const GROUPS: &[(&str, &[(&str, Options)])] = &[
    (
        "Play",
        &[
            ("play", Options::ALL),
            // The games come here, one by one.
            (GAME, Options::ALL),
            ("daily", Options::ALL),
            ("build", Options::ALL),
            ("rules", Options::SCREEN),
        ],
    ),
    (
        "Together",
        &[
            ("serve", Options::DATA),
            ("join", Options::ALL),
            ("ticket", Options::DATA),
            ("leaderboard", Options::ALL),
        ],
    ),
    (
        "Tools",
        &[
            ("words", Options::NONE),
            ("solve", Options::NONE),
            ("generate", Options::SCREEN),
            ("arena", Options::ALL),
            ("pipe", Options::DATA),
            ("completions", Options::NONE),
            ("man", Options::NONE),
        ],
    ),
    (
        "Data",
        &[
            ("matches", Options::ALL),
            ("replay", Options::ALL),
            ("stats", Options::ALL),
            ("export", Options::DATA),
            ("import", Options::DATA),
            ("backup", Options::DATA),
            ("rebuild", Options::DATA),
        ],
    ),
];

/// Stands for all games in [`GROUPS`].
const GAME: &str = "GAME";

/// Which global options a command uses: those for the screen, and those for stored data.
#[derive(Clone, Copy)]
struct Options {
    screen: bool,
    data: bool,
}

impl Options {
    const ALL: Options = Options { screen: true, data: true };
    const SCREEN: Options = Options { screen: true, data: false };
    const DATA: Options = Options { screen: false, data: true };
    const NONE: Options = Options { screen: false, data: false };

    fn has(self, id: &str) -> bool {
        match id {
            "screen_reader" | "line" | "plain" => self.screen,
            _ => self.data,
        }
    }
}

/// Every command. A game's name plays it.
fn command() -> Command {
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    let games: Vec<&str> = listed.clone().map(|info| info.id).collect();
    let mut command = listed.fold(Args::command(), |command, info| {
        // The game's own description goes last, over that of the arguments.
        command.subcommand(GameArgs::augment_args(Command::new(info.id)).about(info.blurb))
    });
    let global: Vec<Arg> =
        command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let mut help = String::new();
    for (heading, members) in GROUPS {
        help += &format!("{heading}:\n");
        for (name, options) in *members {
            let names = if *name == GAME { &games[..] } else { std::slice::from_ref(name) };
            for name in names {
                command = command.mut_subcommand(name, |command| hide(command, &global, *options));
                let about = command.find_subcommand(name).and_then(Command::get_about);
                help += &format!("  {name:<14}{}\n", about.cloned().unwrap_or_default());
            }
        }
        help.push('\n');
    }
    let usage = "{about}\n\n{usage-heading} lexicade [OPTIONS] [COMMAND]\n\n";
    command.help_template(format!("{usage}{help}Options:\n{{options}}{{after-help}}"))
}

/// Leaves out of a command's help the global options that it does not use. It takes them all the same, so that
/// `lexicade --plain COMMAND` works with every command.
fn hide(command: Command, global: &[Arg], options: Options) -> Command {
    let unused = global.iter().filter(|arg| !options.has(arg.get_id().as_str()));
    unused.fold(command, |command, arg| command.arg(arg.clone().hide(true)))
}

/// Five games of words and wits, alone or together, in the terminal or the browser.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Args {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Option<Commands>,
}

/// The options that every command takes.
#[derive(Flags, Clone, Default)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Describe boards in words (for screen readers)
    #[arg(long, global = true)]
    pub(crate) screen_reader: bool,
    /// Plain lines instead of the full screen
    #[arg(long, global = true)]
    pub(crate) line: bool,
    /// No colours (NO_COLOR is respected too)
    #[arg(long, global = true, visible_alias = "no-color")]
    pub(crate) plain: bool,
    /// The folder for your matches and boards (or LEXICADE_DATA)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Store matches in postgres://… or in memory instead (or LEXICADE_STORE)
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) store: Option<String>,
    /// Your name; several players at one keyboard are separated by commas (or LEXICADE_PLAYER)
    #[arg(long = "as", global = true, value_name = "NAME")]
    pub(crate) player: Option<String>,
}

const EXAMPLES: &str = "Examples:
  lexicade                                    the lobby with all games
  lexicade wordle                             play Wordle
  lexicade wizards my_words.txt               Wizards with your own words
  lexicade junior --bot 1=sensible            Scrabble Junior against a bot
  lexicade build pets                         make a board for Scrabble Junior
  lexicade play wampus --set cave=classic     a fixed cave
  lexicade play wordle/1/-/en-1/0000000000000 the exact puzzle of a ticket
  lexicade play                               resume your last match
  lexicade daily                              today's puzzles
  lexicade ticket wordle --set word=crane     a challenge for a friend
  lexicade words aeinrst --min 6              words spelt from these letters
  lexicade solve wordle crane=-Y--G           the best next guess
  lexicade serve                              host a page for one or several players
  lexicade arena hand sensible expert         which bot is better, and by how much
  lexicade generate wizards --format html     a puzzle to print, with its answers
  lexicade pipe wordle                        let a program play

Every command has its own help, such as lexicade play --help";

#[derive(Subcommand)]
enum Commands {
    Play(PlayArgs),
    Build(BuildArgs),
    /// Play today's puzzle, the same for everyone
    ///
    /// Without a game it lists today's puzzles and your progress.
    Daily {
        /// A game's name
        #[arg(value_parser = GameName)]
        game: Option<String>,
    },
    /// Show the rules of a game
    Rules {
        /// A game's name
        #[arg(value_parser = GameName)]
        game: String,
    },
    Ticket(TicketArgs),
    Words(WordsArgs),
    /// Solve a game: the best move, or a whole strategy
    Solve {
        #[command(subcommand)]
        what: Solve,
    },
    Pipe(PipeArgs),
    Serve(ServeArgs),
    /// Join a table on a server from this terminal
    Join {
        /// An invitation link (`http://ADDRESS/join/TABLE/CODE`), or the link of a table you have joined before
        url: String,
    },
    Arena(ArenaArgs),
    Generate(GenerateArgs),
    /// List your unfinished matches
    Matches {
        /// All players' matches, including finished ones
        #[arg(long)]
        all: bool,
    },
    /// Replay a match from beginning to end
    Replay {
        /// The first characters of the match's id, as `lexicade matches` shows it
        id: String,
        /// Pause after every step
        #[arg(long)]
        step: bool,
    },
    /// Rebuild summaries and statistics from the match logs
    Rebuild,
    /// Back up everything into a new file, even while matches are being played
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Print a finished match as a .play file
    Export {
        /// The first characters of the match's id
        id: String,
    },
    /// Import a finished match from a .play file, checking every move
    Import {
        /// The file
        file: PathBuf,
        /// The word list of the match, if it is not built in
        #[arg(long, value_name = "FILE")]
        words: Option<PathBuf>,
    },
    /// Show your statistics
    Stats {
        /// For this game only
        #[arg(value_parser = GameName)]
        game: Option<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    Leaderboard(LeaderboardArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// A game's name. Shells and help offer the listed games; any other text is checked later.
#[derive(Clone)]
struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
        Some(Box::new(listed.map(|info| PossibleValue::new(info.id))))
    }
}
