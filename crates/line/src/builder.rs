//! The Builder as its document has it: a dictionary, a name, a size, then word after word until the
//! board is saved. Only here are boards written to disk: as a draft after every change, so that nothing
//! is lost, and as a whole file in the end.

use crate::console::Console;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::sitting::LocalMatch;
use crate::{Ending, HallContext, LineError, PlayRequest};
use engine::{Body, Pane, Refusal, Scene, Start, Tone, line};
use games::board::{FEWEST_LETTERS, MAX_SIDE, ParsedBoard};
use games::builder::{BoardFile, View};
use hall::boards;
use hall::opening::read_text;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Builds a board. Without a dictionary it cannot begin.
pub(crate) fn play(
    console: &mut Console,
    house: HallContext,
    plan: &PlayRequest,
) -> Result<Ending, LineError> {
    while let Err(refusal) = plan.opening.word_list() {
        console.say(&refusal.text)?;
        match console.ask_yes("A dictionary is needed. Try again? ")? {
            Some(true) => {}
            None if !console.has_ended() => return Ok(Ending::Quit),
            _ => return Err(refusal.into()),
        }
    }
    let mut host = Dialogue::new(console, house, plan)?;
    let Some(mut target) = target(&mut host)? else { return Ok(Ending::Quit) };
    let Some(start) = start(&mut host, &mut target)? else { return Ok(Ending::Quit) };
    let mut work = Work { target, draft_failed: false };
    Ok(match host.rounds(start, |host, start| work.build(host, start))? {
        AfterMatch::Quit => Ending::Quit,
        _ => Ending::Done,
    })
}

/// Where a board goes, and what it is called.
struct BoardTarget {
    name: String,
    /// None where there is no folder for boards; then a path is asked for in the end.
    path: Option<PathBuf>,
    /// Has the player said that what is there may be overwritten?
    may_replace: bool,
}

impl BoardTarget {
    /// What a player calls a board: a name of the folder for boards, or a path.
    fn of(host: &Dialogue, called: &str) -> Result<BoardTarget, Refusal> {
        let (name, path) = host.plan.opening.boards.place(called)?;
        Ok(BoardTarget { name, path, may_replace: false })
    }

    /// Where the work is kept until it is saved.
    fn draft(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("draft"))
    }
}

/// Asks for a name until it is one; the one of the command line is tried first.
fn target(host: &mut Dialogue) -> Result<Option<BoardTarget>, LineError> {
    let mut called = host.plan.board.clone().or(host.kept_path()?);
    if called.is_none() && host.plan.opening.knows("name") {
        let settings = host.start(&[])?.settings;
        let name = settings.iter().find(|(key, _)| key.name == "name");
        called = name.map(|(_, value)| engine::setup::text_of(value));
    }
    loop {
        let name = match called.take() {
            Some(name) => name,
            None => match host.console.question("Name of the board, or a path: ")? {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        match name.as_str() {
            "" => {}
            "?" => {
                let names = host.plan.opening.boards.names().join(", ");
                host.console.say(&format!("There are {names}. Any new name makes a new board."))?;
            }
            name => match BoardTarget::of(host, name) {
                Ok(target) => return Ok(Some(target)),
                Err(refusal) => host.console.say(&refusal.text)?,
            },
        }
    }
}

/// What the board begins with: a draft, a file that is there already, or nothing at all.
fn start(host: &mut Dialogue, target: &mut BoardTarget) -> Result<Option<Start>, LineError> {
    let called = target.name.clone();
    let name = ("name", called.as_str());
    if host.plan.opening.is_settled() {
        return Ok(Some(host.start(&[])?));
    }
    if host.plan.opening.knows("from") {
        return Ok(Some(host.start(&[name])?));
    }
    if let Some(text) = target.draft().as_deref().and_then(kept) {
        match host.console.ask_yes("A draft of this board was not saved. Go on with it? ")? {
            Some(true) => return Ok(Some(host.start(&[name, ("from", &text)])?)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    let there = target.path.as_deref().filter(|path| path.exists());
    let text = match there {
        Some(path) => Some(read_text(path)),
        None => host.plan.opening.boards.named(&target.name).ok().map(Ok),
    };
    if let Some(text) = text {
        target.may_replace = true;
        match edit(host, text)? {
            ExistingBoard::From(text) => return Ok(Some(host.start(&[name, ("from", &text)])?)),
            ExistingBoard::Afresh => {}
            ExistingBoard::Quit => return Ok(None),
        }
    }
    size(host, name)
}

/// The text of a draft that can be read.
fn kept(path: &Path) -> Option<String> {
    let text = read_text(path).ok()?;
    ParsedBoard::given(&text).is_ok().then_some(text)
}

/// What is to be done with a board that exists.
enum ExistingBoard {
    From(String),
    Afresh,
    Quit,
}

/// Edit it, or start over? What cannot be read can only be started over.
fn edit(host: &mut Dialogue, text: Result<String, Refusal>) -> Result<ExistingBoard, LineError> {
    let readable = text.and_then(|text| {
        ParsedBoard::given(&text)?;
        Ok(text)
    });
    let (text, prompt) = match readable {
        Ok(text) => (Some(text), "This board exists. Edit it, or overwrite it? (E/O) "),
        Err(refusal) => {
            host.console.say(&refusal.text)?;
            (None, "This board cannot be read. Overwrite it? (O, or /quit) ")
        }
    };
    loop {
        let Some(answer) = host.console.question(prompt)? else { return Ok(ExistingBoard::Quit) };
        match (answer.to_ascii_lowercase().as_str(), &text) {
            ("e" | "edit", Some(text)) => return Ok(ExistingBoard::From(text.clone())),
            ("o" | "overwrite", _) => return Ok(ExistingBoard::Afresh),
            _ => host.console.say("Nothing is overwritten before you save.")?,
        }
    }
}

/// Asks for width and height, as far as they are not known.
fn size(host: &mut Dialogue, name: (&str, &str)) -> Result<Option<Start>, LineError> {
    let mut settled = vec![name];
    let mut sides = Vec::new();
    for (key, title) in [("cols", "Width"), ("rows", "Height")] {
        if host.plan.opening.knows(key) {
            continue;
        }
        let Some(side) = side(host, title)? else { return Ok(None) };
        sides.push((key, side));
    }
    settled.extend(sides.iter().map(|(key, side)| (*key, side.as_str())));
    Ok(Some(host.start(&settled)?))
}

fn side(host: &mut Dialogue, title: &str) -> Result<Option<String>, LineError> {
    loop {
        let prompt = format!("{title} (1 to {MAX_SIDE}): ");
        let Some(answer) = host.console.question(&prompt)? else { return Ok(None) };
        match answer.parse::<u8>() {
            Ok(side) if (1..=MAX_SIDE).contains(&side) => return Ok(Some(side.to_string())),
            _ if answer.is_empty() => {}
            _ if answer == "?" => {
                let text = format!("Say how many letters there are, 1 to {MAX_SIDE}; /quit stops.");
                host.console.say(&text)?;
            }
            _ => {
                let answer = line::quote(&answer);
                let text = format!("“{answer}” is no number from 1 to {MAX_SIDE}.");
                host.console.say(&text)?;
            }
        }
    }
}

/// A board in the making.
struct Work {
    target: BoardTarget,
    /// Was it told that no draft can be kept?
    draft_failed: bool,
}

impl Work {
    fn build(&mut self, host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
        // The draft was what it came to.
        host.replace("name", &self.target.name)?;
        let Some(mut sitting) = host.open(start)? else { return Ok(AfterMatch::Quit) };
        if let Some(path) = self.target.path.as_deref().filter(|_| !self.is_in_folder(host)) {
            host.keep_path(path);
        }
        host.console.say_in(Tone::Here, &format!("Board Builder: {}", self.target.name))?;
        host.console.say("A word is put by its place, H or V, and the word: Aa H WORD.")?;
        loop {
            let Some(mut shown) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
            let now: View = view(&shown.update)?;
            if shown.update.over.is_some() {
                return match now.file {
                    Some(file) => self.save(host, &file, now.letters_count),
                    None => {
                        shown.said.iter().try_for_each(|said| host.console.say(said))?;
                        self.drop_draft();
                        Ok(AfterMatch::Over)
                    }
                };
            }
            shown.update.scene.panes.insert(0, named(&self.target.name));
            host.show(&shown)?;
            if now.can_undo || now.can_redo {
                self.keep_draft(host, &now)?;
            }
            if let Some(next) = ask(host, &sitting, &shown.update.scene, now.words.is_empty())? {
                if next == AfterMatch::Quit
                    && self.target.draft().is_some_and(|draft| draft.exists())
                {
                    host.console.say("The draft is kept; the same name goes on with it.")?;
                }
                return Ok(next);
            }
        }
    }

    /// Keeps what there is. That it cannot be kept is told once, and of the player's own folder it was
    /// told at the start.
    fn keep_draft(&mut self, host: &mut Dialogue, now: &View) -> Result<(), LineError> {
        let Some(path) = self.target.draft() else { return Ok(()) };
        if let Err(error) = boards::write(&path, &text_of(now))
            && !self.is_in_folder(host)
            && !self.draft_failed
        {
            self.draft_failed = true;
            host.console.say(&format!("No draft can be kept: {}: {error}.", path.display()))?;
        }
        Ok(())
    }

    /// Does the board go into the player's own folder, and not where a path says?
    fn is_in_folder(&self, host: &Dialogue) -> bool {
        host.plan.opening.boards.saved(&self.target.name) == self.target.path
    }

    fn drop_draft(&self) {
        // That there is none is fine.
        self.target.draft().map(fs::remove_file);
    }

    /// Writes the file; where it cannot be written, another place is asked for.
    fn save(
        &mut self,
        host: &mut Dialogue,
        file: &BoardFile,
        letters: usize,
    ) -> Result<AfterMatch, LineError> {
        let (mut path, mut may_replace) = (self.target.path.clone(), self.target.may_replace);
        loop {
            let prompt = "Where shall it go? (a path, or Enter to see the file here) ";
            let answer = match self.write(host, file, path.as_deref(), may_replace)? {
                Some(true) => break,
                Some(false) => host.console.question(prompt)?,
                None => None,
            };
            match answer.as_deref() {
                Some("") => {
                    host.console.say(&file.text)?;
                    return Ok(AfterMatch::Over);
                }
                None => {
                    host.console.say(&file.text)?;
                    return Err(io::Error::other("the board was not written").into());
                }
                Some(answer) => (path, may_replace) = (Some(PathBuf::from(answer)), false),
            }
        }
        self.drop_draft();
        if letters < FEWEST_LETTERS {
            host.console.say(&format!(
                "It has {letters} of the {FEWEST_LETTERS} letters that two players need, so it cannot \
                 be played yet; build on another time."
            ))?;
        }
        Ok(AfterMatch::Over)
    }

    /// Was it written? If not, the player knows why; nothing, when they want to stop.
    fn write(
        &self,
        host: &mut Dialogue,
        file: &BoardFile,
        path: Option<&Path>,
        may_replace: bool,
    ) -> Result<Option<bool>, LineError> {
        let Some(path) = path else {
            host.console.say("There is no folder for boards.")?;
            return Ok(Some(false));
        };
        let shown = path.display();
        if path.exists() && !may_replace {
            let answer = host.console.ask_yes(&format!("{shown} exists. Overwrite it? "))?;
            if answer != Some(true) {
                return Ok(answer);
            }
        }
        let written = boards::write(path, &file.text);
        host.console.say(&match &written {
            Ok(()) => format!("Saved: {shown}"),
            Err(error) => format!("{shown} cannot be written: {error}."),
        })?;
        Ok(Some(written.is_ok()))
    }
}

/// The name of the board, to be seen beside it.
fn named(name: &str) -> Pane {
    Pane { id: "name", title: "Board".into(), body: Body::Text(vec![name.to_owned().into()]) }
}

/// The board as a file. The drawing is for people; a draft is only read by us.
fn text_of(now: &View) -> String {
    let words = now.words.iter().map(|word| format!("{} {} {}\n", word.at, word.dir, word.text));
    format!("{} x {}\n{}", now.rows, now.cols, words.collect::<String>())
}

/// Asks until something was accepted. The end of input saves, as the document has it; an empty board is
/// not worth a file, and certainly not one that is there already.
fn ask(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
    empty: bool,
) -> Result<Option<AfterMatch>, LineError> {
    let help = [
        "Aa H WORD puts a word: where it begins, H across or V down, the word.",
        "remove Aa H, undo, redo, fill and a number of words, save.",
        "The end of input (Ctrl-D, or Ctrl-Z on Windows) saves too; /quit keeps a draft, /leave drops it.",
    ]
    .map(str::to_owned);
    loop {
        let done = match host.read_input(sitting, scene, "Aa H WORD, or ?: ", &help)? {
            PlayerInput::End if empty => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::End => sitting.act("save"),
            PlayerInput::Next(AfterMatch::Quit) => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(_) => {
                host.console
                    .say("Here undo and remove take words away; /leave drops the board.")?;
                continue;
            }
            PlayerInput::Leave => sitting.leave(),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) => sitting.act(&in_full(&word)),
        };
        if host.accepted(sitting, done)? {
            return Ok(None);
        }
    }
}

/// What does not begin with a verb puts a word.
fn in_full(word: &str) -> String {
    const VERBS: [&str; 6] = ["put", "remove", "undo", "redo", "fill", "save"];
    let verb = word.split(' ').next().unwrap_or_default();
    match VERBS.iter().any(|known| known.eq_ignore_ascii_case(verb)) {
        true => word.to_owned(),
        false => format!("put {word}"),
    }
}
