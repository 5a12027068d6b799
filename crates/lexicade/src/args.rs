//! What may be said on the command line. The games' names are commands too, taken from the list of
//! games, so that a new game needs no line here.

use crate::solve::Solve;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{
    Arg, ArgMatches, Args as Flags, Command, CommandFactory, FromArgMatches, Parser, Subcommand,
};
use clap_complete::Shell;
use engine::{Refusal, Seat, Viewer};
use games::GAMES;
use games::wizards::Level;
use line::pipe::Eyes;
use line::{Boards, Opening, Plan};
use std::ffi::OsStr;
use std::io;
use std::net::{IpAddr, SocketAddr};
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

/// Play a game or the puzzle that a ticket names, or go on with a match
///
/// Without anything more to say it goes on where you were.
#[derive(Flags)]
pub(crate) struct PlayArgs {
    /// A game's name, a ticket, or the beginning of a match's name
    #[arg(value_name = "GAME|TICKET|MATCH", value_parser = Named)]
    what: Option<String>,
    #[command(flatten)]
    sitting: SittingArgs,
}

impl PlayArgs {
    /// What was named.
    pub(crate) fn what(&self) -> Option<&str> {
        self.what.as_deref()
    }

    /// Is a game named and nothing else that a match could differ by?
    pub(crate) fn is_bare(&self) -> bool {
        let SittingArgs { words, table, bot, par: _ } = &self.sitting;
        let named = self.what.as_ref().is_some_and(|what| !what.contains('/'));
        named && words.is_none() && bot.is_empty() && table.is_bare()
    }

    /// The new match that is asked for.
    pub(crate) fn plan(&self, boards: Boards) -> Result<Plan, Refusal> {
        let SittingArgs { words, table, bot, par } = &self.sitting;
        let bots = bot.iter().map(|text| one_bot(text)).collect::<Result<_, _>>()?;
        let opening = table.opening(self.what.as_deref().unwrap_or_default(), words, boards);
        Ok(Plan { opening, bots, par: *par, ..Plan::default() })
    }
}

/// What a game's own command takes.
#[derive(Flags)]
struct GameArgs {
    /// Your own word list: a word a line
    #[arg(value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,
    #[command(flatten)]
    sitting: SittingArgs,
}

impl GameArgs {
    fn of(mut self, game: &str) -> PlayArgs {
        self.sitting.words = self.sitting.words.or(self.file);
        PlayArgs { what: Some(game.to_owned()), sitting: self.sitting }
    }
}

/// What can be said of a match that is played here.
#[derive(Flags)]
struct SittingArgs {
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// A bot on a seat, such as 1=sensible
    #[arg(long, value_name = "SEAT=NAME")]
    bot: Vec<String>,
    /// Tell the best that was in each hand (Hand only)
    #[arg(long)]
    par: bool,
}

/// `SEAT=NAME`.
fn one_bot(text: &str) -> Result<(Seat, String), Refusal> {
    let parsed = text.split_once('=').and_then(|(seat, name)| Some((seat.parse().ok()?, name)));
    match parsed {
        Some((seat, name)) => Ok((Seat(seat), name.to_owned())),
        None => Err(Refusal::setup("A bot is given as SEAT=NAME, such as 1=sensible.")),
    }
}

/// Make a board for Scrabble Junior, or go on with one
#[derive(Flags)]
pub(crate) struct BuildArgs {
    /// What the board is called, or the path of its file
    #[arg(value_name = "NAME|PATH")]
    board: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
}

impl BuildArgs {
    /// The board that is named.
    pub(crate) fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// Is nothing said but what it is called?
    pub(crate) fn is_bare(&self) -> bool {
        self.words.is_none() && self.table.is_bare()
    }

    /// What is asked for.
    pub(crate) fn plan(&self, boards: Boards) -> Plan {
        let opening = self.table.opening("builder", &self.words, boards);
        Plan { opening, board: self.board.clone(), ..Plan::default() }
    }
}

/// Print a ticket: a challenge for a friend, secrets sealed
#[derive(Flags)]
pub(crate) struct TicketArgs {
    /// A game's name
    #[arg(value_parser = Named)]
    game: String,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
}

impl TicketArgs {
    /// The match that the ticket names.
    pub(crate) fn opening(&self, boards: Boards) -> Opening {
        self.table.opening(&self.game, &self.words, boards)
    }
}

/// Show who played a daily, or the puzzle of a ticket, how well
#[derive(Flags)]
pub(crate) struct LeaderboardArgs {
    /// A game's name for its daily, or a ticket
    #[arg(value_name = "GAME|TICKET", value_parser = Named)]
    pub(crate) what: String,
    /// The day of the daily, such as 2026-11-15; today when it is not said
    #[arg(value_name = "DATE")]
    pub(crate) day: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be said of any match.
#[derive(Flags)]
struct TableArgs {
    /// A setting of the match; KEY=@FILE takes the value from a file, and a board may be named
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// The seed: a number, or 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
}

impl TableArgs {
    /// Is nothing said?
    fn is_bare(&self) -> bool {
        self.set.is_empty() && self.seats.is_none() && self.seed.is_none()
    }

    fn opening(&self, what: &str, words: &Option<PathBuf>, boards: Boards) -> Opening {
        Opening {
            what: what.to_owned(),
            set: self.set.clone(),
            seats: self.seats,
            seed: self.seed.clone(),
            words: words.clone(),
            list: None,
            boards,
            settled: Vec::new(),
            there: None,
        }
    }
}

/// Play by lines of text: commands in, JSON out
///
/// Prints a JSON object a line: first a greeting, then what the player may know after every accepted
/// command, or why a command was refused. Reads a command a line, such as `guess crane` or `move up`;
/// `1: place Aa` is done by seat 1; `/hint`, `/leave`, `/bot NAME` and `/ticket` are commands of the house.
#[derive(Flags)]
pub(crate) struct PipeArgs {
    /// A game's name, or a ticket
    #[arg(value_name = "GAME|TICKET", value_parser = Named)]
    what: String,
    #[command(flatten)]
    table: TableArgs,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Whose eyes the updates are for: seat (the one to act), public, or a seat's number
    #[arg(long, value_name = "seat|public|N", default_value = "seat", value_parser = eyes)]
    pub(crate) viewer: Eyes,
    /// Keep the match like any other
    #[arg(long)]
    pub(crate) save: bool,
}

impl PipeArgs {
    /// The match that is asked for.
    pub(crate) fn opening(&self, boards: Boards) -> Opening {
        self.table.opening(&self.what, &self.words, boards)
    }
}

/// Open the house to browsers and programs: a page, tables for several people, an API
///
/// It listens on this machine only, unless --listen names another address; what is sent over a network is not
/// encrypted then, so put a proxy with https in front of it and name its address with --public-url.
#[derive(Flags)]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The address others reach it by, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// A proxy in front of it, whose X-Forwarded-For is believed
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) proxy: Vec<IpAddr>,
    /// How many connections one address may have, and all else in proportion; a school behind one address needs more
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) per_address: usize,
}

/// Let bots and programs play each other, and rate them
///
/// All play with the same luck: the same seeds for each, or each seed twice with the seats swapped. The
/// same --seed gives the same contest again, on any number of threads.
#[derive(Flags)]
pub(crate) struct ArenaArgs {
    /// A game's name
    #[arg(value_parser = Named)]
    game: String,
    /// Bots of the game
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// A program that plays, such as 'python3 bot.py'; it is started for each match
    #[arg(long, value_name = "CMD")]
    pub(crate) exec: Vec<String>,
    /// How many matches each two are compared by
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// How many matches are played at a time; by default as many as there are cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// End as soon as it is clear whether the first of two is stronger by LOW or by HIGH Elo
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// The report for programs
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the ratings into a file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// A setting of all matches, as in lexicade play
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The seed that all luck comes from: a number, or 13 characters of a report
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
}

impl ArenaArgs {
    /// How the matches begin.
    pub(crate) fn opening(&self, boards: Boards) -> Opening {
        Opening {
            what: self.game.clone(),
            set: self.set.clone(),
            seed: self.seed.clone(),
            words: self.words.clone(),
            boards,
            ..Opening::default()
        }
    }
}

/// Make puzzles: for programs, or on sheets to print with the answers apart
///
/// The same --seed gives the same puzzles again. A level says how hard they are: how rare their words,
/// how many words of the same letters are left out, how few letters are crossed.
#[derive(Flags)]
pub(crate) struct GenerateArgs {
    /// The game; so far there are puzzles of one
    #[arg(value_parser = ["wizards"])]
    game: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
    /// How hard
    #[arg(long, default_value = "scholar", value_parser = LEVELS.map(|(name, _)| name))]
    level: String,
    /// A line of JSON each, plain text, or one file to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The seed: a number, or 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
}

const LEVELS: [(&str, Level); 5] = [
    ("apprentice", Level::Apprentice),
    ("scholar", Level::Scholar),
    ("sorcerer", Level::Sorcerer),
    ("master", Level::Master),
    ("elder", Level::Elder),
];

impl GenerateArgs {
    /// How hard.
    pub(crate) fn level(&self) -> Level {
        let named = LEVELS.iter().find(|(name, _)| *name == self.level);
        named.map_or(Level::default(), |(_, level)| *level)
    }

    /// The same as it was said.
    pub(crate) fn level_name(&self) -> &str {
        &self.level
    }
}

/// How puzzles are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    Json,
    Text,
    Svg,
    Html,
}

/// Find the words that letters spell
///
/// Prints the words that can be spelt from the letters of RACK, each used at most as often as it is
/// there: one word a line, the longest first, then from a to z.
#[derive(Flags)]
pub(crate) struct WordsArgs {
    /// The letters
    pub(crate) rack: String,
    /// How many letters more, each of which may be any
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) wild: u8,
    /// What the word must look like: letters, and ? for any letter
    #[arg(long, value_name = "P")]
    pub(crate) pattern: Option<String>,
    /// The fewest letters a word may have
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min: usize,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
}

fn eyes(text: &str) -> Result<Eyes, String> {
    match text {
        "seat" => Ok(Eyes::Acting),
        "public" => Ok(Eyes::Fixed(Viewer::Public)),
        seat => match seat.parse() {
            Ok(seat) => Ok(Eyes::Fixed(Viewer::Seat(Seat(seat)))),
            Err(_) => Err("it is seat, public or the number of a seat".into()),
        },
    }
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
