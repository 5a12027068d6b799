//! The terminal and what it wants: colours or none, drawings or words, UTF-8 or ASCII, and Ctrl-C.

use crate::args::GlobalArgs;
use engine::Refusal;
use line::{Console, ConsoleOptions};
use std::env;
use std::io::{self, IsTerminal, Write as _};

/// The terminal, or whatever is read and written in its place.
pub(crate) fn console(manners: &GlobalArgs) -> Console<'static> {
    let output = io::BufWriter::new(io::stdout().lock());
    let width = if io::stdout().is_terminal() { tui::width() } else { None };
    Console::standard(output, ConsoleOptions { width, ..console_options(manners) })
}

/// Ctrl-C ends it at once: colours are taken back, the shell's prompt gets a line of its own, and the
/// status is the customary one.
pub(crate) fn on_interrupt(manners: &GlobalArgs) -> Result<(), Refusal> {
    let restore = io::stdout().is_terminal() && io::stderr().is_terminal();
    let last: &[u8] = if console_options(manners).colour { b"\x1b[0m\n" } else { b"\n" };
    let done = ctrlc::set_handler(move || {
        if restore {
            // Standard output is locked while we wait for a line; both are the same terminal.
            let _ = io::stderr().write_all(last);
        }
        std::process::exit(130);
    });
    done.map_err(|error| Refusal::setup(format!("Ctrl-C cannot be watched for: {error}.")))
}

/// What the terminal and its user want, as is the custom.
pub(crate) fn console_options(manners: &GlobalArgs) -> ConsoleOptions {
    let voice = manners.screen_reader;
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name, wanted: &str| env::var_os(name).is_some_and(|value| value == wanted);
    let terminal = io::stdout().is_terminal();
    let forced = set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0");
    let willing = terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0");
    ConsoleOptions {
        colour: !set("NO_COLOR") && !manners.plain && !voice && (forced || willing),
        echo: !io::stdin().is_terminal(),
        screen_reader: voice,
        ascii: only_ascii(terminal),
        screen: terminal && !is("TERM", "dumb") && !voice,
        // Only who writes lines has to know.
        width: None,
    }
}

/// Must it be plain ASCII? Only a terminal can fail to show more.
pub(crate) fn only_ascii(terminal: bool) -> bool {
    cfg!(unix) && terminal && !speaks_utf8()
}

/// Does the locale say that text is UTF-8? The first of these that is set decides.
fn speaks_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
