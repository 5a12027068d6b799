//! The players of the arena: bots and programs.

use engine::line::quote;
use engine::{AnyGame, Refusal};

pub(super) struct Contestant {
    /// A unique name for the report.
    pub(super) name: String,
    pub(super) kind: ContestantKind,
}

pub(super) enum ContestantKind {
    Bot(String),
    /// A program, started again for each match.
    Program(ProgramCommand),
}

/// The command of a program. It runs without a shell, so that killing the process ends the program.
#[derive(Debug, PartialEq)]
pub(super) struct ProgramCommand {
    pub(super) program: String,
    pub(super) args: Vec<String>,
}

/// Why a player left a match before its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ForfeitReason {
    Resigned,
    /// It wrote nothing for too long.
    Silent,
    /// It ended, or closed its output.
    Ended,
    /// Too many of its commands in a row were refused.
    Refused,
    /// It made more moves than a match may have.
    Endless,
}

impl ForfeitReason {
    /// Every reason with its text.
    pub(super) const ALL: [(ForfeitReason, &'static str); 5] = [
        (ForfeitReason::Resigned, "resigned"),
        (ForfeitReason::Silent, "said nothing for 5 seconds"),
        (ForfeitReason::Ended, "ended too early"),
        (ForfeitReason::Refused, "was refused ten times running"),
        (ForfeitReason::Endless, "did not come to an end"),
    ];
}

/// The requested players: bots first, then programs.
pub(super) fn players(
    game: &dyn AnyGame,
    bots: &[String],
    programs: &[String],
) -> Result<Vec<Contestant>, Refusal> {
    let known = game.bots();
    let mut players: Vec<Contestant> = Vec::new();
    for bot in bots {
        let bot = bot.to_ascii_lowercase();
        if !known.contains(&bot.as_str()) {
            let (bot, known) = (quote(&bot), known.join(", "));
            let text = format!("There is no bot “{bot}”. Choose from: {known}.");
            return Err(Refusal::setup(text));
        }
        let name = unique_name(&players, bot.clone());
        players.push(Contestant { name, kind: ContestantKind::Bot(bot) });
    }
    for program in programs {
        let name = unique_name(&players, short(program));
        players.push(Contestant { name, kind: ContestantKind::Program(parse_command(program)?) });
    }
    match players.len() {
        0 | 1 => Err(Refusal::setup(format!(
            "A contest needs at least two players: bots by name ({}), or --exec 'PROGRAM'.",
            known.join(", ")
        ))),
        _ => Ok(players),
    }
}

/// The name of a program: its command, or the end of a long one, where commands differ.
fn short(command: &str) -> String {
    const SHOWN: usize = 24;
    let plain = command.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    match command.chars().count().checked_sub(SHOWN) {
        Some(over) if over > 0 => format!("…{}", plain.skip(over).collect::<String>()),
        _ => plain.collect(),
    }
}

/// Makes a name unique.
fn unique_name(players: &[Contestant], name: String) -> String {
    let taken = |name: &str| players.iter().any(|player| player.name == name);
    if !taken(&name) {
        return name;
    }
    (2..).map(|n| format!("{name} #{n}")).find(|name| !taken(name)).unwrap_or(name)
}

/// Splits a command line at blanks, except inside single or double quotes. A backslash has no special meaning, so that
/// Windows paths work.
fn parse_command(text: &str) -> Result<ProgramCommand, Refusal> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, None);
    for symbol in text.chars() {
        match quoted {
            Some(end) if symbol == end => quoted = None,
            None if symbol == '\'' || symbol == '"' => {
                quoted = Some(symbol);
                word.get_or_insert_default();
            }
            None if symbol.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(symbol),
        }
    }
    words.extend(word);
    if quoted.is_some() {
        return Err(Refusal::setup(format!("A quote is not closed in “{}”.", quote(text))));
    }
    let mut words = words.into_iter();
    match words.next() {
        Some(program) => Ok(ProgramCommand { program, args: words.collect() }),
        None => Err(Refusal::setup("--exec takes a program to start, such as 'python3 bot.py'.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_at_blanks_outside_quotes() {
        let read = |text: &str| parse_command(text).map(|call| (call.program, call.args)).unwrap();
        assert_eq!(read("bot"), ("bot".into(), vec![]));
        let (program, args) = read(r#" python3  'my bot.py' --name="a 'b'" C:\x "" "#);
        assert_eq!(program, "python3");
        assert_eq!(args, ["my bot.py", "--name=a 'b'", r"C:\x", ""]);
        assert!(parse_command("bot 'x").unwrap_err().text.contains("not closed"));
        assert!(parse_command("  ").unwrap_err().text.contains("--exec takes a program"));
    }

    #[test]
    fn players_have_unique_names() {
        let game = games::find("hand").unwrap();
        let named = |bots: &[&str], programs: &[&str]| {
            let text =
                |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
            let players = players(game, &text(bots), &text(programs));
            players.map(|players| players.into_iter().map(|p| p.name).collect::<Vec<_>>())
        };
        assert_eq!(named(&["Random", "random"], &[]).unwrap(), ["random", "random #2"]);
        assert_eq!(named(&["random"], &["x", "x"]).unwrap(), ["random", "x", "x #2"]);
        let long = ["python3 my/bots/for/the/arena/one.py", "python3 my/bots/for/the/arena/two.py"];
        let ends = ["…ots/for/the/arena/one.py", "…ots/for/the/arena/two.py"];
        assert_eq!(named(&[], &long).unwrap(), ends);
        assert_eq!(named(&["random"], &["x\u{1b}y"]).unwrap(), ["random", "x\u{fffd}y"]);
        assert!(named(&["nobody", "random"], &[]).unwrap_err().text.contains("“nobody”"));
        assert!(named(&["random"], &[]).unwrap_err().text.contains("two players"));
    }
}
