//! A console: lines out, lines in, plainly. It is the only place where text reaches a terminal, and it
//! lets nothing through that a terminal would obey, except its own colours.

use crate::draw;
use crate::input::{First, LineResult, LineSource};
use engine::text::{Line, Span};
use engine::{Tone, line};
use std::future::Future;
use std::io::{self, BufRead, Write};

/// How a console behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConsoleOptions {
    /// Are colours wanted?
    pub colour: bool,
    /// Is what was read shown again? So that a piped session reads like a typed one.
    pub echo: bool,
    /// Is it listened to? Then drawings are said.
    pub screen_reader: bool,
    /// Is only plain ASCII understood?
    pub ascii: bool,
    /// Is it a screen, which can be wiped?
    pub screen: bool,
    /// How wide it is, where that is known.
    pub width: Option<u16>,
}

/// A place to talk with a player.
pub struct Console<'a> {
    input: LineSource<'a>,
    output: Box<dyn Write + 'a>,
    options: ConsoleOptions,
    /// Has the input ended? It is not read again: at a keyboard that would wait for more.
    ended: bool,
}

impl<'a> Console<'a> {
    /// A console on these two ends.
    pub fn new(
        input: impl BufRead + 'a,
        output: impl Write + 'a,
        manner: ConsoleOptions,
    ) -> Console<'a> {
        Console::of(LineSource::Given(Box::new(input)), output, manner)
    }

    /// A console on standard input, which is heard while others play too.
    pub fn standard(output: impl Write + 'a, manner: ConsoleOptions) -> Console<'a> {
        Console::of(LineSource::Standard(None), output, manner)
    }

    fn of(input: LineSource<'a>, output: impl Write + 'a, manner: ConsoleOptions) -> Console<'a> {
        Console { input, output: Box::new(output), options: manner, ended: false }
    }

    /// Is it listened to?
    pub fn screen_reader(&self) -> bool {
        self.options.screen_reader
    }

    /// How wide what is shown may be: as wide as is the custom, on a narrow terminal as wide as that.
    pub fn width(&self) -> usize {
        self.options.width.map_or(draw::WIDTH, |width| draw::WIDTH.min(width.into()))
    }

    /// Is there a person to answer, and not a file?
    pub fn is_attended(&self) -> bool {
        !self.options.echo && !self.ended
    }

    /// Has the input ended?
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Asks, and waits for a line; nothing at the end of input. What is no text is asked for again.
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

    /// Asks something outside of a match; nothing when the player wants to stop.
    pub fn question(&mut self, prompt: &str) -> io::Result<Option<String>> {
        Ok(self.ask(prompt)?.filter(|answer| !is_quit(answer)))
    }

    /// Waits for news or a line, whichever comes first. An input that has ended says so once more.
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

    /// What was read, cleaned and echoed.
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

    /// Asks for yes or no, again until it is one of them. Nothing, when the player wants to stop.
    pub fn ask_yes(&mut self, prompt: &str) -> io::Result<Option<bool>> {
        loop {
            let Some(answer) = self.question(prompt)? else { return Ok(None) };
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                "" => {}
                _ => self.say("Say yes or no; /quit stops.")?,
            }
        }
    }

    /// Says a line; a text of several lines keeps them. What is wider than a terminal is broken
    /// between words.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.say_in(Tone::Plain, text)
    }

    /// Says a line in a tone.
    pub fn say_in(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let width = if self.options.screen_reader { usize::MAX } else { self.width() };
        for line in text.split('\n').flat_map(|line| draw::wrap(line, width)) {
            self.write(&line, tone)?;
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }

    /// Writes text that is meant for a file or a program, as it is; to a terminal nothing it would obey.
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

    /// Wipes the screen, if there is one: the next player must not see what the last one saw.
    pub fn wipe(&mut self) -> io::Result<()> {
        if self.options.screen {
            self.output.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        }
        self.output.flush()
    }

    /// Shows lines with their tones, without blanks at their ends.
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

    fn write(&mut self, text: &str, tone: Tone) -> io::Result<()> {
        let text = sanitize(text, self.options.ascii);
        match colour(tone).filter(|_| self.options.colour && !text.trim().is_empty()) {
            Some(code) => write!(self.output, "\x1b[{code}m{text}\x1b[0m"),
            None => self.output.write_all(text.as_bytes()),
        }
    }
}

/// What was typed.
pub(crate) enum ConsoleLine {
    /// A line.
    Line(String),
    /// What is no text; the player was told.
    Again,
    /// Nothing more comes.
    End,
}

/// Does the player want to stop?
pub(crate) fn is_quit(answer: &str) -> bool {
    ["/quit", "/exit"].iter().any(|quit| answer.eq_ignore_ascii_case(quit))
}

/// So many bytes of a line that is no text are echoed.
const ECHO: usize = 200;

/// The terminal's own sixteen colours. Those that stand out bring their own ground, so that they can
/// be read on light and dark ones alike.
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

/// Text without anything a terminal would obey: control characters and those that turn the
/// direction of writing become a plain mark.
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

    fn talk(manner: ConsoleOptions, input: &[u8], run: impl FnOnce(&mut Console)) -> String {
        let mut output = Vec::new();
        run(&mut Console::new(input, &mut output, manner));
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nothing_a_terminal_obeys_gets_through() {
        let text = talk(ConsoleOptions::default(), b"", |console| {
            console.say("a\x1b[2Jb\u{9b}c\u{202e}d").unwrap();
        });
        assert_eq!(text, "a\u{fffd}[2Jb\u{fffd}c?d\n");
    }

    #[test]
    fn what_is_read_is_echoed_only_when_wanted() {
        let ask = |console: &mut Console| {
            assert_eq!(console.ask("Name? ").unwrap().as_deref(), Some("Ann Lee"));
            assert_eq!(console.ask("Age? ").unwrap(), None);
        };
        let piped = ConsoleOptions { echo: true, ..ConsoleOptions::default() };
        assert_eq!(talk(piped, b" Ann  Lee\r\n", ask), "Name? Ann Lee\nAge? \n");
        assert_eq!(talk(ConsoleOptions::default(), b"Ann Lee\n", ask), "Name? Age? \n");
    }

    #[test]
    fn what_is_no_text_is_asked_for_again() {
        let text = talk(ConsoleOptions::default(), b"\xff\nyes\n", |console| {
            assert_eq!(console.ask_yes("Sure? ").unwrap(), Some(true));
        });
        assert_eq!(text, "Sure? A line must be UTF-8 text.\nSure? ");
    }

    #[test]
    fn colours_come_only_when_wanted_and_are_taken_back() {
        let line = vec![Span { text: "S-".into(), tone: Tone::Good }];
        let shown = |paint| {
            let manner = ConsoleOptions { colour: paint, ..ConsoleOptions::default() };
            talk(manner, b"", |console| console.show(std::slice::from_ref(&line)).unwrap())
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
    fn long_lines_are_broken_between_words_but_not_for_a_voice() {
        let long = "word ".repeat(20);
        let said = |voice| {
            let manner = ConsoleOptions { screen_reader: voice, ..ConsoleOptions::default() };
            talk(manner, b"", |console| console.say(long.trim_end()).unwrap())
        };
        assert_eq!(said(false).lines().map(str::len).collect::<Vec<_>>(), [79, 19]);
        assert_eq!(said(true).lines().count(), 1);
    }

    #[test]
    fn only_a_screen_is_wiped() {
        let wiped = |screen| {
            let manner = ConsoleOptions { screen, ..ConsoleOptions::default() };
            talk(manner, b"", |console| console.wipe().unwrap())
        };
        assert_eq!(wiped(false), "");
        assert!(wiped(true).starts_with("\x1b[2J"));
    }

    #[test]
    fn a_narrow_terminal_has_its_words_whole() {
        let manner = ConsoleOptions { width: Some(10), ..ConsoleOptions::default() };
        let text = talk(manner, b"", |console| console.say("a narrow terminal").unwrap());
        assert_eq!(text, "a narrow\nterminal\n");
        let wide = ConsoleOptions { width: Some(200), ..ConsoleOptions::default() };
        talk(wide, b"", |console| assert_eq!(console.width(), draw::WIDTH));
    }

    #[test]
    fn plain_terminals_get_plain_marks() {
        let manner = ConsoleOptions { ascii: true, ..ConsoleOptions::default() };
        let text = talk(manner, b"", |console| console.say("“a” – b… 🟩🟨⬜️ é").unwrap());
        assert_eq!(text, "\"a\" - b... GY- ?\n");
    }
}
