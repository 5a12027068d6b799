//! The options of the terminal: colours, drawings or words, UTF-8 or ASCII. And Ctrl-C.

use crate::args::GlobalArgs;
use engine::Refusal;
use line::{Console, ConsoleOptions};
use std::env;
use std::io::{self, IsTerminal, Write as _};

/// A console on standard input and output.
pub(crate) fn console(global: &GlobalArgs) -> Console<'static> {
    let output = io::BufWriter::new(io::stdout().lock());
    let width = if io::stdout().is_terminal() { tui::width() } else { None };
    Console::standard(output, ConsoleOptions { width, ..console_options(global) })
}

/// Makes Ctrl-C end the program at once: resets colours, starts a new line for the shell's prompt, and exits with the
/// usual status.
pub(crate) fn on_interrupt(global: &GlobalArgs) -> Result<(), Refusal> {
    let restore = io::stdout().is_terminal() && io::stderr().is_terminal();
    let last: &[u8] = if console_options(global).colour { b"\x1b[0m\n" } else { b"\n" };
    let done = ctrlc::set_handler(move || {
        if restore {
            // Standard output is locked while the program waits for a line. Both are the same terminal.
            let _ = io::stderr().write_all(last);
        }
        std::process::exit(130);
    });
    done.map_err(|error| Refusal::setup(format!("Can't handle Ctrl-C: {error}.")))
}

/// The options from the command line, the environment and the terminal. Respects `NO_COLOR`, `CLICOLOR` and
/// `CLICOLOR_FORCE`.
pub(crate) fn console_options(global: &GlobalArgs) -> ConsoleOptions {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name, wanted: &str| env::var_os(name).is_some_and(|value| value == wanted);
    let terminal = io::stdout().is_terminal();
    let forced = set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0");
    let capable = terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0");
    ConsoleOptions {
        colour: !set("NO_COLOR") && !global.plain && !global.screen_reader && (forced || capable),
        echo: !io::stdin().is_terminal(),
        screen_reader: global.screen_reader,
        ascii: only_ascii(terminal),
        screen: terminal && !is("TERM", "dumb") && !global.screen_reader,
        width: None,
    }
}

/// Write only ASCII? Files and pipes always get UTF-8.
pub(crate) fn only_ascii(terminal: bool) -> bool {
    cfg!(unix) && terminal && !is_utf8_locale()
}

/// Is UTF-8 the encoding of the locale? The first of these variables that is set decides.
fn is_utf8_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
