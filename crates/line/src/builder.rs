//! The dialogue of the Board Builder: it asks for a name and a size, then for words until the board is saved. This is
//! the only module that writes boards to disk: a draft after every change, so that nothing is lost, and the file at
//! the end.

use crate::console::Console;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::local_match::LocalMatch;
use crate::{Ending, HallContext, LineError, PlayRequest};
use engine::{Body, Pane, Refusal, Scene, Start, Tone};
use games::board::{FEWEST_LETTERS, MAX_SIDE, ParsedBoard};
use games::builder::{BoardFile, View};
use hall::boards;
use hall::opening::read_text;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Builds a board. Can't start without a word list.
pub(crate) fn play(
    console: &mut Console,
    context: HallContext,
    request: &PlayRequest,
) -> Result<Ending, LineError> {
    while let Err(refusal) = request.opening.word_list() {
        console.say(&refusal.text)?;
        match console.ask_yes("The Builder needs a word list. Try again? ")? {
            Some(true) => {}
            None if !console.has_ended() => return Ok(Ending::Quit),
            _ => return Err(refusal.into()),
        }
    }
    let mut dialogue = Dialogue::new(console, context, request)?;
    let Some(mut target) = target(&mut dialogue)? else { return Ok(Ending::Quit) };
    let Some(start) = start(&mut dialogue, &mut target)? else { return Ok(Ending::Quit) };
    let mut board_work = BoardWork { target, draft_failed: false };
    Ok(match dialogue.rounds(start, |dialogue, start| board_work.build(dialogue, start))? {
        AfterMatch::Quit => Ending::Quit,
        _ => Ending::Done,
    })
}

/// The name of a board, and the file that it will be saved to.
struct BoardTarget {
    name: String,
    /// `None` if there is no folder for boards; saving then asks for a path.
    path: Option<PathBuf>,
    /// Has the player allowed overwriting the file?
    may_replace: bool,
}

impl BoardTarget {
    /// A name in the folder for boards, or a path.
    fn of(dialogue: &Dialogue, called: &str) -> Result<BoardTarget, Refusal> {
        let (name, path) = dialogue.request.opening.boards.place(called)?;
        Ok(BoardTarget { name, path, may_replace: false })
    }

    /// The file for the draft.
    fn draft(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("draft"))
    }
}

/// Asks until the answer is a valid name. Tries the name from the command line first.
fn target(dialogue: &mut Dialogue) -> Result<Option<BoardTarget>, LineError> {
    let mut called = dialogue.request.board.clone().or(dialogue.stored_path()?);
    if called.is_none() && dialogue.request.opening.knows("name") {
        let settings = dialogue.start(&[])?.settings;
        let name = settings.iter().find(|(key, _)| key.name == "name");
        called = name.map(|(_, value)| engine::setup::text_of(value));
    }
    loop {
        let name = match called.take() {
            Some(name) => name,
            None => match dialogue.console.question("Name of the board, or a path: ")? {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        match name.as_str() {
            "" => {}
            "?" => {
                let names = dialogue.request.opening.boards.names().join(", ");
                dialogue.console.say(&format!("Boards: {names}. A new name makes a new board."))?;
            }
            name => match BoardTarget::of(dialogue, name) {
                Ok(target) => return Ok(Some(target)),
                Err(refusal) => dialogue.console.say(&refusal.text)?,
            },
        }
    }
}

/// The start of the board: a draft, an existing file, or an empty board.
fn start(dialogue: &mut Dialogue, target: &mut BoardTarget) -> Result<Option<Start>, LineError> {
    let called = target.name.clone();
    let name = ("name", called.as_str());
    if dialogue.request.opening.is_settled() {
        return Ok(Some(dialogue.start(&[])?));
    }
    if dialogue.request.opening.knows("from") {
        return Ok(Some(dialogue.start(&[name])?));
    }
    if let Some(text) = target.draft().as_deref().and_then(read_draft) {
        match dialogue.console.ask_yes("There is an unsaved draft of this board. Resume it? ")? {
            Some(true) => return Ok(Some(dialogue.start(&[name, ("from", &text)])?)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    let there = target.path.as_deref().filter(|path| path.exists());
    let text = match there {
        Some(path) => Some(read_text(path)),
        None => dialogue.request.opening.boards.named(&target.name).ok().map(Ok),
    };
    if let Some(text) = text {
        target.may_replace = true;
        match edit(dialogue, text)? {
            ExistingBoard::From(text) => {
                return Ok(Some(dialogue.start(&[name, ("from", &text)])?));
            }
            ExistingBoard::Overwrite => {}
            ExistingBoard::Quit => return Ok(None),
        }
    }
    size(dialogue, name)
}

/// The text of the draft, if there is one and it is readable.
fn read_draft(path: &Path) -> Option<String> {
    let text = read_text(path).ok()?;
    ParsedBoard::given(&text).is_ok().then_some(text)
}

/// What to do with an existing board.
enum ExistingBoard {
    From(String),
    Overwrite,
    Quit,
}

/// Asks whether to edit or overwrite an existing board. One that can't be read can only be overwritten.
fn edit(
    dialogue: &mut Dialogue,
    text: Result<String, Refusal>,
) -> Result<ExistingBoard, LineError> {
    let readable = text.and_then(|text| {
        ParsedBoard::given(&text)?;
        Ok(text)
    });
    let (text, prompt) = match readable {
        Ok(text) => (Some(text), "This board already exists. Edit it or overwrite it? (E/O) "),
        Err(refusal) => {
            dialogue.console.say(&refusal.text)?;
            (None, "This board can't be read. Overwrite it? (O, or /quit) ")
        }
    };
    loop {
        let Some(answer) = dialogue.console.question(prompt)? else {
            return Ok(ExistingBoard::Quit);
        };
        match (answer.to_ascii_lowercase().as_str(), &text) {
            ("e" | "edit", Some(text)) => return Ok(ExistingBoard::From(text.clone())),
            ("o" | "overwrite", _) => return Ok(ExistingBoard::Overwrite),
            _ => dialogue
                .console
                .say("Type one of the letters. Nothing is overwritten until you save.")?,
        }
    }
}

/// Asks for the width and height that the request does not have.
fn size(dialogue: &mut Dialogue, name: (&str, &str)) -> Result<Option<Start>, LineError> {
    let mut settled = vec![name];
    let mut sides = Vec::new();
    for (key, title) in [("cols", "Width"), ("rows", "Height")] {
        if dialogue.request.opening.knows(key) {
            continue;
        }
        let Some(side) = side(dialogue, title)? else { return Ok(None) };
        sides.push((key, side));
    }
    settled.extend(sides.iter().map(|(key, side)| (*key, side.as_str())));
    Ok(Some(dialogue.start(&settled)?))
}

fn side(dialogue: &mut Dialogue, title: &str) -> Result<Option<String>, LineError> {
    loop {
        let prompt = format!("{title} (1 to {MAX_SIDE}): ");
        let Some(answer) = dialogue.console.question(&prompt)? else { return Ok(None) };
        match answer.parse::<u8>() {
            Ok(side) if (1..=MAX_SIDE).contains(&side) => return Ok(Some(side.to_string())),
            _ if answer.is_empty() => {}
            _ if answer == "?" => {
                let text = format!("Enter a number of letters, from 1 to {MAX_SIDE}; /quit stops.");
                dialogue.console.say(&text)?;
            }
            _ => {
                dialogue.console.say(&format!("Enter a number from 1 to {MAX_SIDE}."))?;
            }
        }
    }
}

/// A board that is being built.
struct BoardWork {
    target: BoardTarget,
    /// Has the player been told that the draft can't be saved?
    draft_failed: bool,
}

impl BoardWork {
    fn build(&mut self, dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
        // The draft has everything that earlier matches of this board had.
        dialogue.replace("name", &self.target.name)?;
        let Some(mut local_match) = dialogue.open(start)? else { return Ok(AfterMatch::Quit) };
        if let Some(path) = self.target.path.as_deref().filter(|_| !self.is_in_folder(dialogue)) {
            dialogue.store_path(path);
        }
        dialogue.console.say_in(Tone::Here, &format!("Board Builder: {}", self.target.name))?;
        dialogue
            .console
            .say("To place a word, type its position, H or V, and the word: Aa H WORD.")?;
        loop {
            let Some(mut shown) = dialogue.wait(&mut local_match)? else {
                return Ok(AfterMatch::Quit);
            };
            let now: View = view(&shown.update)?;
            if shown.update.over.is_some() {
                return match now.file {
                    Some(file) => self.save(dialogue, &file, now.letters_count),
                    None => {
                        shown.said.iter().try_for_each(|said| dialogue.console.say(said))?;
                        self.drop_draft();
                        Ok(AfterMatch::Over)
                    }
                };
            }
            shown.update.scene.panes.insert(0, named(&self.target.name));
            dialogue.show(&shown)?;
            if now.can_undo || now.can_redo {
                self.keep_draft(dialogue, &now)?;
            }
            if let Some(next) =
                ask(dialogue, &local_match, &shown.update.scene, now.words.is_empty())?
            {
                if next == AfterMatch::Quit
                    && self.target.draft().is_some_and(|draft| draft.exists())
                {
                    dialogue.console.say("The draft is saved. Use the same name to resume it.")?;
                }
                return Ok(next);
            }
        }
    }

    /// Saves the draft. A failure is reported once, and not for the player's own folder, because that was reported at
    /// the start.
    fn keep_draft(&mut self, dialogue: &mut Dialogue, now: &View) -> Result<(), LineError> {
        let Some(path) = self.target.draft() else { return Ok(()) };
        if let Err(error) = boards::write(&path, &text_of(now))
            && !self.is_in_folder(dialogue)
            && !self.draft_failed
        {
            self.draft_failed = true;
            dialogue.console.say(&format!("Can't save a draft: {}: {error}.", path.display()))?;
        }
        Ok(())
    }

    /// Will the board be saved in the player's own folder?
    fn is_in_folder(&self, dialogue: &Dialogue) -> bool {
        dialogue.request.opening.boards.saved(&self.target.name) == self.target.path
    }

    fn drop_draft(&self) {
        // There may be none.
        self.target.draft().map(fs::remove_file);
    }

    /// Writes the file, and asks for another path if that fails.
    fn save(
        &mut self,
        dialogue: &mut Dialogue,
        file: &BoardFile,
        letters: usize,
    ) -> Result<AfterMatch, LineError> {
        let (mut path, mut may_replace) = (self.target.path.clone(), self.target.may_replace);
        loop {
            let prompt = "Save it where? (a path, or Enter to print it here) ";
            let answer = match self.write(dialogue, file, path.as_deref(), may_replace)? {
                Some(true) => break,
                Some(false) => dialogue.console.question(prompt)?,
                None => None,
            };
            match answer.as_deref() {
                Some("") => {
                    dialogue.console.say(&file.text)?;
                    return Ok(AfterMatch::Over);
                }
                None => {
                    dialogue.console.say(&file.text)?;
                    return Err(io::Error::other("the board was not saved").into());
                }
                Some(answer) => (path, may_replace) = (Some(PathBuf::from(answer)), false),
            }
        }
        self.drop_draft();
        if letters < FEWEST_LETTERS {
            dialogue.console.say(&format!(
                "It has {letters} of the {FEWEST_LETTERS} letters that two players need, so nobody can play on \
                 it yet. You can add words later."
            ))?;
        }
        Ok(AfterMatch::Over)
    }

    /// Was it written? If not, the player is told why. Returns `None` if the player quits.
    fn write(
        &self,
        dialogue: &mut Dialogue,
        file: &BoardFile,
        path: Option<&Path>,
        may_replace: bool,
    ) -> Result<Option<bool>, LineError> {
        let Some(path) = path else {
            dialogue.console.say("There is no boards folder.")?;
            return Ok(Some(false));
        };
        let shown = path.display();
        if path.exists() && !may_replace {
            let answer = dialogue.console.ask_yes(&format!("{shown} exists. Overwrite it? "))?;
            if answer != Some(true) {
                return Ok(answer);
            }
        }
        let written = boards::write(path, &file.text);
        dialogue.console.say(&match &written {
            Ok(()) => format!("Saved: {shown}"),
            Err(error) => format!("Can't write {shown}: {error}."),
        })?;
        Ok(Some(written.is_ok()))
    }
}

/// A pane with the name of the board.
fn named(name: &str) -> Pane {
    Pane { id: "name", title: "Board".into(), body: Body::Text(vec![name.to_owned().into()]) }
}

/// The board as a draft file: only its words. People read the drawing in the final file; only the program reads
/// drafts.
fn text_of(now: &View) -> String {
    let words = now.words.iter().map(|word| format!("{} {} {}\n", word.at, word.dir, word.text));
    format!("{} x {}\n{}", now.rows, now.cols, words.collect::<String>())
}

/// Asks until a command is accepted. The end of input saves, as the rules say, but never an empty board: it would
/// overwrite an existing file with nothing.
fn ask(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
    empty: bool,
) -> Result<Option<AfterMatch>, LineError> {
    let help = [
        "Aa H WORD places a word: its first cell, H for across or V for down, the word.",
        "Other commands: remove Aa H, undo, redo, fill 5 (adds 5 words), save.",
        "Ctrl-D (on Windows Ctrl-Z and Enter) saves too; /quit keeps a draft, /leave deletes it.",
    ]
    .map(str::to_owned);
    loop {
        let done = match dialogue.read_input(local_match, scene, "Aa H WORD, or ?: ", &help)? {
            PlayerInput::End if empty => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::End => local_match.act("save"),
            PlayerInput::Next(AfterMatch::Quit) => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(_) => {
                dialogue.console.say(
                    "Use undo and remove to take words off the board, or /leave to discard it.",
                )?;
                continue;
            }
            PlayerInput::Leave => local_match.leave(),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) => local_match.act(&in_full(&word)),
        };
        if dialogue.accepted(local_match, done)? {
            return Ok(None);
        }
    }
}

/// A line without a verb places a word.
fn in_full(word: &str) -> String {
    const VERBS: [&str; 6] = ["put", "remove", "undo", "redo", "fill", "save"];
    let verb = word.split(' ').next().unwrap_or_default();
    match VERBS.iter().any(|known| known.eq_ignore_ascii_case(verb)) {
        true => word.to_owned(),
        false => format!("put {word}"),
    }
}
