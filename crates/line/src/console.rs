//! A console: lines out, lines in, plainly. It is the only place where text reaches a terminal, and it
//! lets nothing through that a terminal would obey, except its own colours.

use crate::lines;
use engine::text::{Line, Span};
use engine::{Tone, line};
use std::io::{self, BufRead, Write};

/// How a console behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// Are colours wanted?
    pub paint: bool,
    /// Is what was read shown again? So that a piped session reads like a typed one.
    pub echo: bool,
    /// Is it listened to? Then drawings are said.
    pub voice: bool,
    /// Is only plain ASCII understood?
    pub ascii: bool,
}

/// A place to talk with a player.
pub struct Console<'a> {
    input: Box<dyn BufRead + 'a>,
    output: Box<dyn Write + 'a>,
    manner: Manner,
}

impl<'a> Console<'a> {
    /// A console on these two ends.
    pub fn new(input: impl BufRead + 'a, output: impl Write + 'a, manner: Manner) -> Console<'a> {
        Console { input: Box::new(input), output: Box::new(output), manner }
    }

    /// Is it listened to?
    pub fn voice(&self) -> bool {
        self.manner.voice
    }

    /// Asks, and waits for a line; nothing at the end of input. What is no text is asked for again.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        loop {
            self.write(prompt, Tone::Plain)?;
            self.output.flush()?;
            let Some(bytes) = lines::next(&mut self.input)? else {
                self.output.write_all(b"\n")?;
                return Ok(None);
            };
            let read = line::clean(&bytes);
            if self.manner.echo {
                self.say(read.as_deref().unwrap_or_default())?;
            }
            match read {
                Ok(line) => return Ok(Some(line)),
                Err(refusal) => self.say(&refusal.text)?,
            }
        }
    }

    /// Asks for yes or no, again until it is one of them. The end of input is no.
    pub fn ask_yes(&mut self, prompt: &str) -> io::Result<bool> {
        loop {
            let Some(answer) = self.ask(prompt)? else { return Ok(false) };
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
        }
    }

    /// Says a line; a text of several lines keeps them.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.split('\n') {
            self.write(line, Tone::Plain)?;
            self.output.write_all(b"\n")?;
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
        let text = harmless(text, self.manner.ascii);
        match colour(tone).filter(|_| self.manner.paint && !text.trim().is_empty()) {
            Some(code) => write!(self.output, "\x1b[{code}m{text}\x1b[0m"),
            None => self.output.write_all(text.as_bytes()),
        }
    }
}

/// The terminal's own sixteen colours, so that light and dark backgrounds both work.
fn colour(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Plain => None,
        Tone::Hidden | Tone::Off => Some("2"),
        Tone::Good => Some("1;32"),
        Tone::Near => Some("33"),
        Tone::Here => Some("1;36"),
        Tone::Danger => Some("1;31"),
    }
}

/// Text without anything a terminal would obey: control characters and those that turn the
/// direction of writing become a plain mark.
fn harmless(text: &str, ascii: bool) -> String {
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

    fn talk(manner: Manner, input: &[u8], run: impl FnOnce(&mut Console)) -> String {
        let mut output = Vec::new();
        run(&mut Console::new(input, &mut output, manner));
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nothing_a_terminal_obeys_gets_through() {
        let text = talk(Manner::default(), b"", |console| {
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
        let piped = Manner { echo: true, ..Manner::default() };
        assert_eq!(talk(piped, b" Ann  Lee\r\n", ask), "Name? Ann Lee\nAge? \n");
        assert_eq!(talk(Manner::default(), b"Ann Lee\n", ask), "Name? Age? \n");
    }

    #[test]
    fn what_is_no_text_is_asked_for_again() {
        let text = talk(Manner::default(), b"\xff\nyes\n", |console| {
            assert!(console.ask_yes("Sure? ").unwrap());
        });
        assert_eq!(text, "Sure? A line must be UTF-8 text.\nSure? ");
    }

    #[test]
    fn colours_come_only_when_wanted_and_are_taken_back() {
        let line = vec![Span { text: "S-".into(), tone: Tone::Good }];
        let shown = |paint| {
            let manner = Manner { paint, ..Manner::default() };
            talk(manner, b"", |console| console.show(std::slice::from_ref(&line)).unwrap())
        };
        assert_eq!(shown(false), "S-\n");
        assert_eq!(shown(true), "\x1b[1;32mS-\x1b[0m\n");
    }

    #[test]
    fn plain_terminals_get_plain_marks() {
        let manner = Manner { ascii: true, ..Manner::default() };
        let text = talk(manner, b"", |console| console.say("“a” – b… 🟩🟨⬜️ é").unwrap());
        assert_eq!(text, "\"a\" - b... GY- ?\n");
    }
}
