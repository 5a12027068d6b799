//! A console writes and reads lines. All text for a terminal goes through it, and it removes every control
//! character except its own colour codes.

use crate::draw;
use crate::input::{First, LineResult, LineSource};
use engine::manual::{self, TextStyle};
use engine::text::{self, Line, Span};
use engine::{Tone, line, markdown};
use std::future::Future;
use std::io::{self, BufRead, Write};

/// How a console behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConsoleOptions {
    pub colour: bool,
    /// Repeat every line that was read, so that a piped session looks like a typed one?
    pub echo: bool,
    /// Describe drawings in words, for a screen reader?
    pub screen_reader: bool,
    /// Write only ASCII?
    pub ascii: bool,
    /// Is the output a terminal, which can be cleared?
    pub screen: bool,
    /// The width of the terminal, if known.
    pub width: Option<u16>,
}

/// Asks and tells a player things, line by line.
pub struct Console<'a> {
    input: LineSource<'a>,
    output: Box<dyn Write + 'a>,
    options: ConsoleOptions,
    /// Has the input ended? Then it isn't read again: a keyboard would wait for more.
    ended: bool,
}

impl<'a> Console<'a> {
    pub fn new(
        input: impl BufRead + 'a,
        output: impl Write + 'a,
        options: ConsoleOptions,
    ) -> Console<'a> {
        Console::of(LineSource::Given(Box::new(input)), output, options)
    }

    /// A console that reads standard input, also while others play.
    pub fn standard(output: impl Write + 'a, options: ConsoleOptions) -> Console<'a> {
        Console::of(LineSource::Standard(None), output, options)
    }

    fn of(input: LineSource<'a>, output: impl Write + 'a, options: ConsoleOptions) -> Console<'a> {
        Console { input, output: Box::new(output), options, ended: false }
    }

    pub fn screen_reader(&self) -> bool {
        self.options.screen_reader
    }

    /// The width for output: the usual one, or less on a narrow terminal.
    pub fn width(&self) -> usize {
        self.options.width.map_or(draw::WIDTH, |width| draw::WIDTH.min(width.into()))
    }

    /// Can a person answer, or is the input a file?
    pub fn is_attended(&self) -> bool {
        !self.options.echo && !self.ended
    }

    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Asks, and waits for a line; `None` at the end of input. Asks again if the line is not valid text.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        loop {
            self.write(prompt, Tone::Plain)?;
            self.output.flush()?;
            let read = if self.ended { Ok(None) } else { self.input.next() };
            match self.take(read)? {
                ConsoleLine::Line(line) => return Ok(Some(line)),
                ConsoleLine::Again => {}
                ConsoleLine::End => return Ok(None),
            }
        }
    }

    /// Asks something outside of a match; `None` if the player quits.
    pub fn question(&mut self, prompt: &str) -> io::Result<Option<String>> {
        Ok(self.ask(prompt)?.filter(|answer| !is_quit(answer)))
    }

    /// Waits for news or a line, whichever comes first. Returns at once if the input has ended.
    pub(crate) async fn wait_for<T>(
        &mut self,
        news: impl Future<Output = T>,
    ) -> io::Result<Result<T, ConsoleLine>> {
        let read = match self.ended {
            true => Ok(None),
            false => match self.input.next_or(news).await {
                First::News(news) => return Ok(Ok(news)),
                First::Line(read) => read,
            },
        };
        Ok(Err(self.take(read)?))
    }

    /// Cleans the line that was read, and echoes it if that is an option.
    fn take(&mut self, read: LineResult) -> io::Result<ConsoleLine> {
        let Some(bytes) = read? else {
            self.ended = true;
            self.output.write_all(b"\n")?;
            self.output.flush()?;
            return Ok(ConsoleLine::End);
        };
        let read = line::clean(&bytes);
        if self.options.echo {
            let text = String::from_utf8_lossy(bytes.get(..ECHO).unwrap_or(&bytes));
            self.say(read.as_deref().unwrap_or(text.trim_end()))?;
        }
        match read {
            Ok(line) => Ok(ConsoleLine::Line(line)),
            Err(refusal) => {
                self.say(&refusal.text)?;
                Ok(ConsoleLine::Again)
            }
        }
    }

    /// Asks until the answer is yes or no; `None` if the player quits.
    pub fn ask_yes(&mut self, prompt: &str) -> io::Result<Option<bool>> {
        loop {
            let Some(answer) = self.question(prompt)? else { return Ok(None) };
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                "" => {}
                _ => self.say("Please answer yes or no, or /quit.")?,
            }
        }
    }

    /// Writes a text and a newline. Lines that are wider than the terminal are wrapped between words.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.say_in(Tone::Plain, text)
    }

    /// Like `say`, in a tone.
    pub fn say_in(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let width = if self.options.screen_reader { usize::MAX } else { self.width() };
        for line in text.split('\n').flat_map(|line| text::wrap(line, width)) {
            self.write(&line, tone)?;
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }

    /// Writes text for a file or a program unchanged; on a terminal, control characters are replaced.
    pub fn write_file(&mut self, text: &str) -> io::Result<()> {
        match self.options.screen {
            false => self.output.write_all(text.as_bytes())?,
            true => {
                for line in text.lines() {
                    writeln!(self.output, "{}", sanitize(line, self.options.ascii))?;
                }
            }
        }
        self.output.flush()
    }

    /// Clears the screen, if there is one, so that the next player does not see what the last one saw.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.options.screen {
            self.output.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        }
        self.output.flush()
    }

    /// Writes lines in their tones, without trailing blanks.
    pub fn show(&mut self, lines: &[Line]) -> io::Result<()> {
        for line in lines {
            let last = line.iter().rposition(|span| !span.text.trim_end().is_empty());
            let shown = last.map_or(0, |last| last + 1);
            for (n, Span { text, tone }) in line.iter().take(shown).enumerate() {
                let text = if n + 1 == shown { text.trim_end() } else { text };
                self.write(text, *tone)?;
            }
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }

    /// Writes a manual in Markdown: with bold and underlined text if colours are on, otherwise as plain text.
    pub fn show_manual(&mut self, text: &str) -> io::Result<()> {
        let width = (!self.options.screen_reader).then(|| self.width());
        for line in manual::lines(&markdown::blocks(text), width) {
            for (text, style) in line {
                self.write_styled(&text, style_code(style))?;
            }
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }

    fn write(&mut self, text: &str, tone: Tone) -> io::Result<()> {
        self.write_styled(text, colour(tone))
    }

    fn write_styled(&mut self, text: &str, code: Option<&str>) -> io::Result<()> {
        let text = sanitize(text, self.options.ascii);
        match code.filter(|_| self.options.colour && !text.trim().is_empty()) {
            Some(code) => write!(self.output, "\x1b[{code}m{text}\x1b[0m"),
            None => self.output.write_all(text.as_bytes()),
        }
    }
}

/// What the player typed.
pub(crate) enum ConsoleLine {
    Line(String),
    /// Not valid text; the player has been told.
    Again,
    /// The end of input.
    End,
}

/// Does the player want to stop?
pub(crate) fn is_quit(answer: &str) -> bool {
    ["/quit", "/exit"].iter().any(|quit| answer.eq_ignore_ascii_case(quit))
}

/// The most bytes that are echoed of a line that is not valid text.
const ECHO: usize = 200;

/// A code for the terminal's own sixteen colours. The strong ones set the background too, so that they are
/// readable on light and dark terminals.
fn colour(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Plain => None,
        Tone::Hidden | Tone::Off => Some("2"),
        Tone::Good => Some("30;42"),
        Tone::Near => Some("30;43"),
        Tone::Here => Some("30;46"),
        Tone::Danger => Some("97;41"),
    }
}

fn style_code(style: TextStyle) -> Option<&'static str> {
    match style {
        TextStyle::Plain | TextStyle::Example => None,
        TextStyle::Bold => Some("1"),
        TextStyle::Heading => Some("1;4"),
    }
}

/// Replaces control characters and characters that change the direction of writing, so that a terminal only shows
/// the text.
pub fn sanitize(text: &str, ascii: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_control() => shown.push(if ascii { '?' } else { '\u{fffd}' }),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.push('?'),
            c if !ascii || c.is_ascii() => shown.push(c),
            '“' | '”' => shown.push('"'),
            '‘' | '’' => shown.push('\''),
            '–' | '—' => shown.push('-'),
            '…' => shown.push_str("..."),
            '•' => shown.push('*'),
            '🟩' | '🟧' => shown.push('G'),
            '🟨' | '🟦' => shown.push('Y'),
            '⬜' => shown.push('-'),
            '\u{fe0f}' => {}
            _ => shown.push('?'),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(options: ConsoleOptions, input: &[u8], run: impl FnOnce(&mut Console)) -> String {
        let mut output = Vec::new();
        run(&mut Console::new(input, &mut output, options));
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn control_characters_are_replaced() {
        let text = talk(ConsoleOptions::default(), b"", |console| {
            console.say("a\x1b[2Jb\u{9b}c\u{202e}d").unwrap();
        });
        assert_eq!(text, "a\u{fffd}[2Jb\u{fffd}c?d\n");
    }

    #[test]
    fn input_is_echoed_only_with_the_option() {
        let ask = |console: &mut Console| {
            assert_eq!(console.ask("Name? ").unwrap().as_deref(), Some("Ann Lee"));
            assert_eq!(console.ask("Age? ").unwrap(), None);
        };
        let piped = ConsoleOptions { echo: true, ..ConsoleOptions::default() };
        assert_eq!(talk(piped, b" Ann  Lee\r\n", ask), "Name? Ann Lee\nAge? \n");
        assert_eq!(talk(ConsoleOptions::default(), b"Ann Lee\n", ask), "Name? Age? \n");
    }

    #[test]
    fn invalid_text_is_asked_for_again() {
        let text = talk(ConsoleOptions::default(), b"\xff\nyes\n", |console| {
            assert_eq!(console.ask_yes("Sure? ").unwrap(), Some(true));
        });
        assert_eq!(text, "Sure? A line must be UTF-8 text.\nSure? ");
    }

    #[test]
    fn colours_are_written_only_with_the_option_and_are_reset() {
        let line = vec![Span { text: "S-".into(), tone: Tone::Good }];
        let shown = |colour| {
            let options = ConsoleOptions { colour, ..ConsoleOptions::default() };
            talk(options, b"", |console| console.show(std::slice::from_ref(&line)).unwrap())
        };
        assert_eq!(shown(false), "S-\n");
        assert_eq!(shown(true), "\x1b[30;42mS-\x1b[0m\n");
    }

    #[test]
    fn an_input_that_has_ended_is_not_read_again() {
        let text = talk(ConsoleOptions::default(), b"", |console| {
            assert_eq!(console.ask("One? ").unwrap(), None);
            assert_eq!(console.ask_yes("Two? ").unwrap(), None);
        });
        assert_eq!(text, "One? \nTwo? \n");
    }

    #[test]
    fn long_lines_are_wrapped_except_for_a_screen_reader() {
        let long = "word ".repeat(20);
        let said = |screen_reader| {
            let options = ConsoleOptions { screen_reader, ..ConsoleOptions::default() };
            talk(options, b"", |console| console.say(long.trim_end()).unwrap())
        };
        assert_eq!(said(false).lines().map(str::len).collect::<Vec<_>>(), [79, 19]);
        assert_eq!(said(true).lines().count(), 1);
    }

    #[test]
    fn only_a_screen_is_cleared() {
        let cleared = |screen| {
            let options = ConsoleOptions { screen, ..ConsoleOptions::default() };
            talk(options, b"", |console| console.clear().unwrap())
        };
        assert_eq!(cleared(false), "");
        assert!(cleared(true).starts_with("\x1b[2J"));
    }

    #[test]
    fn a_narrow_terminal_wraps_between_words() {
        let options = ConsoleOptions { width: Some(10), ..ConsoleOptions::default() };
        let text = talk(options, b"", |console| console.say("a narrow terminal").unwrap());
        assert_eq!(text, "a narrow\nterminal\n");
        let wide = ConsoleOptions { width: Some(200), ..ConsoleOptions::default() };
        talk(wide, b"", |console| assert_eq!(console.width(), draw::WIDTH));
    }

    #[test]
    fn a_manual_is_bold_only_with_colours() {
        let shown = |colour| {
            let options = ConsoleOptions { colour, ..ConsoleOptions::default() };
            talk(options, b"", |console| console.show_manual("# A\n\nb **c**\n").unwrap())
        };
        assert_eq!(shown(false), "A\n\nb c\n");
        assert_eq!(shown(true), "\x1b[1;4mA\x1b[0m\n\nb \x1b[1mc\x1b[0m\n");
    }

    #[test]
    fn ascii_terminals_get_ascii_marks() {
        let options = ConsoleOptions { ascii: true, ..ConsoleOptions::default() };
        let text = talk(options, b"", |console| console.say("“a” – b… • 🟩🟨⬜️ é").unwrap());
        assert_eq!(text, "\"a\" - b... * GY- ?\n");
    }
}
