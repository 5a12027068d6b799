//! What may be said on the command line. The games' names are commands too, taken from the list of
//! games, so that a new game needs no line here.

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

/// What was asked for.
pub(crate) enum Asked {
    Nothing,
    Play(PlayArgs),
    Build(BuildArgs),
    Pipe(PipeArgs),
    Words(WordsArgs),
    Solve(Solve),
    Arena(ArenaArgs),
    Generate(GenerateArgs),
    Bench,
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
pub(crate) fn read() -> Result<(Asked, Manners), clap::Error> {
    // Most often nothing is said: then there is nothing to take apart, which takes longer than one thinks.
    if std::env::args_os().len() <= 1 {
        return Ok((Asked::Nothing, Manners::default()));
    }
    let matches = command().try_get_matches()?;
    Ok((asked(&matches)?, Manners::from_arg_matches(&matches)?))
}

fn asked(matches: &ArgMatches) -> Result<Asked, clap::Error> {
    if let Some((name, given)) = matches.subcommand()
        && GAMES.iter().any(|game| game.info().id == name)
    {
        return Ok(Asked::Play(GameArgs::from_arg_matches(given)?.of(name)));
    }
    Ok(match Args::from_arg_matches(matches)?.command {
        None => Asked::Nothing,
        Some(Commands::Play(args)) => Asked::Play(args),
        Some(Commands::Build(args)) => Asked::Build(args),
        Some(Commands::Pipe(args)) => Asked::Pipe(args),
        Some(Commands::Words(args)) => Asked::Words(args),
        Some(Commands::Solve { what }) => Asked::Solve(what),
        Some(Commands::Arena(args)) => Asked::Arena(args),
        Some(Commands::Generate(args)) => Asked::Generate(args),
        Some(Commands::Bench) => Asked::Bench,
        Some(Commands::Serve(args)) => Asked::Serve(args),
        Some(Commands::Join { url }) => Asked::Join { url },
        Some(Commands::Rules { game }) => Asked::Rules(game),
        Some(Commands::Ticket(args)) => Asked::Ticket(args),
        Some(Commands::Matches { all }) => Asked::Matches { all },
        Some(Commands::Replay { id, step }) => Asked::Replay { id, step },
        Some(Commands::Rebuild) => Asked::Rebuild,
        Some(Commands::Backup { file }) => Asked::Backup(file),
        Some(Commands::Export { id }) => Asked::Export { id },
        Some(Commands::Import { file, words }) => Asked::Import { file, words },
        Some(Commands::Stats { game, json }) => Asked::Stats { game, json },
        Some(Commands::Daily { game }) => Asked::Daily { game },
        Some(Commands::Leaderboard(args)) => Asked::Leaderboard(args),
        Some(Commands::Completions { shell }) => Asked::Completions(shell),
        Some(Commands::Man) => Asked::Man,
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

/// All commands: a game's name plays it.
fn command() -> Command {
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    listed.fold(Args::command(), |command, info| {
        // The game's own words go last, over those of the arguments.
        command.subcommand(GameArgs::augment_args(Command::new(info.id)).about(info.blurb))
    })
}

/// One house for five games of words and wits.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Args {
    #[command(flatten)]
    manners: Manners,
    #[command(subcommand)]
    command: Option<Commands>,
}

/// What can be said with every command.
#[derive(Flags, Clone, Default)]
pub(crate) struct Manners {
    /// Say the drawings instead of drawing them
    #[arg(long, global = true)]
    pub(crate) screen_reader: bool,
    /// Plain lines in place of the full screen
    #[arg(long, global = true)]
    pub(crate) line: bool,
    /// No colours
    #[arg(long, global = true, visible_alias = "no-color")]
    pub(crate) plain: bool,
    /// The folder in which your matches and boards are kept (also LEXICADE_DATA)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Where matches are kept instead: postgres://…, or memory (also LEXICADE_STORE)
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) store: Option<String>,
    /// Who plays; several at one keyboard with commas (also LEXICADE_PLAYER)
    #[arg(long = "as", global = true, value_name = "NAME")]
    pub(crate) player: Option<String>,
}

const EXAMPLES: &str = "Examples:
  lexicade                                    the house and its games
  lexicade wordle                             play Wordle
  lexicade wizards my_words.txt               Wizards with your own words
  lexicade junior --bot 1=sensible            Scrabble Junior against a bot
  lexicade build pets                         make a board for it
  lexicade play wampus --set cave=classic     a fixed cave
  lexicade play wordle/1/-/en-1/0000000000000 the puzzle that a ticket names
  lexicade play                               go on where you were
  lexicade daily                              today's puzzles
  lexicade ticket wordle --set word=crane     a challenge for a friend
  lexicade words aeinrst --min 6              words spelt from these letters
  lexicade solve wordle crane=-Y--G           the best next guess in a game played anywhere
  lexicade pipe wordle                        let a program play
  lexicade serve                              a page to play on, for one or for several
  lexicade arena hand sensible expert         which bot is better, and by how much
  lexicade generate wizards --format html     a puzzle to print, with its answers

Each command explains itself: lexicade play --help";

#[derive(Subcommand)]
enum Commands {
    Play(PlayArgs),
    Build(BuildArgs),
    /// Play today's puzzle of a game, the same for everybody
    ///
    /// Without a game it lists today's dailies and how far you have come with them.
    Daily {
        /// A game's name
        #[arg(value_parser = Named)]
        game: Option<String>,
    },
    /// Show the rules of a game
    Rules {
        /// A game's name
        #[arg(value_parser = Named)]
        game: String,
    },
    Ticket(TicketArgs),
    Words(WordsArgs),
    /// Think about a game: the best move, whole strategies
    Solve {
        #[command(subcommand)]
        what: Solve,
    },
    Pipe(PipeArgs),
    Serve(ServeArgs),
    /// Sit down at a table of a house elsewhere, beside those who play in a browser
    Join {
        /// The link of an invitation (`http://ADDRESS/join/TABLE/CODE`), or of a table where you are known
        url: String,
    },
    Arena(ArenaArgs),
    Generate(GenerateArgs),
    /// Measure how fast the house is, beside the plain ways to the same
    Bench,
    /// List the matches you can go on with
    Matches {
        /// Everybody's, finished ones too
        #[arg(long)]
        all: bool,
    },
    /// Show a match again, from its first entry to its last
    Replay {
        /// The beginning of its name, as lexicade matches shows it
        id: String,
        /// One step at a time
        #[arg(long)]
        step: bool,
    },
    /// Make everything again that was made from the logs of matches
    Rebuild,
    /// Copy everything that is kept into a new file, while matches go on
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Print a finished match as a .play file
    Export {
        /// The beginning of the match's name
        id: String,
    },
    /// Take in the .play file of a finished match: its lines are played through the rules
    Import {
        /// The file
        file: PathBuf,
        /// The match's own word list, where this house does not have it
        #[arg(long, value_name = "FILE")]
        words: Option<PathBuf>,
    },
    /// Show what you have played, won and reached
    Stats {
        /// Of this game only
        #[arg(value_parser = Named)]
        game: Option<String>,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    Leaderboard(LeaderboardArgs),
    /// Print a script that completes the command line in a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// A text that may well be a game's name: shells and help offer those, and anything else is looked at
/// later.
#[derive(Clone)]
struct Named;

impl TypedValueParser for Named {
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
