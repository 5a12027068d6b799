//! Who talks with a player about one game: opens its matches, hears what is typed, and knows the
//! commands of the house, which are the same in every dialogue.

use crate::console::{Console, ConsoleLine, is_quit};
use crate::opening::random_seed;
use crate::sitting::{LocalMatch, MatchUpdate};
use crate::{Ending, HallContext, LineError, PlayRequest, Players, draw};
use engine::{Body, Json, Pane, Refusal, Scene, Seat, Start, Step};
use games::GAMES;
use hall::{MatchFilter, MatchId, Summary, Update};
use std::path::Path;
use std::sync::Arc;
use words::Lexicon;

/// A dialogue about one game.
pub(crate) struct Dialogue<'a, 'c> {
    /// Where the player is.
    pub(crate) console: &'a mut Console<'c>,
    /// What was asked for.
    pub(crate) plan: &'a PlayRequest,
    /// The word list of its matches.
    pub(crate) words: Arc<Lexicon>,
    context: HallContext<'a>,
    /// Who plays; names that were asked for are remembered.
    players: Players,
    /// The match to go on with, until it is.
    resume: Option<MatchId>,
    /// The match that is being played.
    current: Option<MatchId>,
    /// Do people elsewhere sit at it too?
    has_remote_players: bool,
    /// Did the player want to stop when something else was asked?
    quits: bool,
    /// What a voice has said of the table; it does not repeat itself.
    spoken: Vec<String>,
}

/// What a player said.
pub(crate) enum PlayerInput {
    /// A bare word: it goes to what is asked.
    Word(String),
    /// A line of the game, after its slash.
    Line(String),
    /// The player gives the match up.
    Leave,
    /// Something else is wanted.
    Next(AfterMatch),
    /// Nothing more comes.
    End,
}

/// What comes after a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AfterMatch {
    /// It was played to its end.
    Over,
    /// The same again.
    Restart,
    /// Another one.
    New,
    /// The player wants to go.
    Quit,
}

impl<'a, 'c> Dialogue<'a, 'c> {
    /// A host for what was asked for.
    pub(crate) fn new(
        console: &'a mut Console<'c>,
        house: HallContext<'a>,
        plan: &'a PlayRequest,
    ) -> Result<Dialogue<'a, 'c>, LineError> {
        let at_hand =
            plan.opening.there.as_ref().map(|start| house.hall.word_lists().get(&start.words));
        let (words, notice) = match at_hand.flatten() {
            Some(words) => (words, None),
            None => plan.opening.word_list()?,
        };
        if let Some(notice) = notice {
            console.say(&notice)?;
        }
        house.hall.word_lists().put(Arc::clone(&words));
        let (players, resume) = (house.players.clone(), plan.resume.clone());
        let (current, company, quits, spoken) = (None, false, false, Vec::new());
        Ok(Dialogue {
            console,
            plan,
            words,
            context: house,
            players,
            resume,
            current,
            has_remote_players: company,
            quits,
            spoken,
        })
    }

    /// The same host for a plan that the player has settled further.
    pub(crate) fn with<'b>(&'b mut self, plan: &'b PlayRequest) -> Dialogue<'b, 'c>
    where
        'a: 'b,
    {
        Dialogue {
            console: self.console,
            plan,
            words: Arc::clone(&self.words),
            context: self.context,
            players: self.players.clone(),
            resume: self.resume.take(),
            current: None,
            has_remote_players: false,
            quits: false,
            spoken: Vec::new(),
        }
    }

    /// How a match begins: as it was asked for, with what the player has settled since.
    pub(crate) fn start(&self, settled: &[(&str, &str)]) -> Result<Start, Refusal> {
        let mut opening = self.plan.opening.clone();
        if opening.is_settled() && !settled.is_empty() {
            // Who chooses anew plays no longer what was settled.
            (opening.what, opening.set) = (opening.game().to_owned(), Vec::new());
            opening.there = None;
        }
        let settled = settled.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        opening.settled.extend(settled);
        opening.start(GAMES, &self.words)
    }

    /// The same start with another seed.
    pub(crate) fn another(&self, start: &Start) -> Result<Start, Refusal> {
        Ok(Start { seed: random_seed()?, ..start.clone() })
    }

    /// What a match would begin with; it is not opened.
    pub(crate) fn dealt(&self, start: &Start) -> Result<Step, Refusal> {
        self.context.runtime.block_on(self.context.hall.dealt(start))
    }

    /// Opens a match, or sits down again at the one to go on with. Nothing, when the player wants to stop
    /// before that.
    pub(crate) fn open(&mut self, start: &Start) -> Result<Option<LocalMatch<'a>>, LineError> {
        self.spoken.clear();
        let sitting = match self.resume.take() {
            Some(id) => LocalMatch::resume(self.context, &id, &self.players)?,
            None => {
                if !self.introduce(start)? {
                    return Ok(None);
                }
                let open =
                    |host: &Self| LocalMatch::open(host.context, start, host.plan, &host.players);
                match open(self) {
                    Err(refusal) if refusal.code == "house.store" => {
                        if !self.open_in_memory(refusal)? {
                            return Ok(None);
                        }
                        open(self)?
                    }
                    opened => opened?,
                }
            }
        };
        self.current = Some(sitting.id().clone());
        self.has_remote_players = sitting.has_remote_players();
        Ok(Some(sitting))
    }

    /// Waits until a person here is to act or it is over. While it is the turn of somebody elsewhere,
    /// the table is shown and the player is heard; nothing, when they want to stop.
    pub(crate) fn wait(
        &mut self,
        sitting: &mut LocalMatch,
    ) -> Result<Option<MatchUpdate>, LineError> {
        let runtime = self.context.runtime;
        let mut shown = runtime.block_on(sitting.next())?;
        while let Some(seat) = shown.elsewhere {
            self.show(&shown)?;
            let turn = format!("It is the turn of {}", sitting.player(seat));
            self.console.say(&format!("{turn}; wait, or /quit."))?;
            shown = loop {
                let line = match runtime.block_on(self.console.wait_for(sitting.next()))? {
                    Ok(next) => break next?,
                    Err(ConsoleLine::Line(line)) if is_quit(&line) => return Ok(None),
                    Err(ConsoleLine::Line(line)) => line.to_ascii_lowercase(),
                    Err(ConsoleLine::Again) => continue,
                    Err(ConsoleLine::End) => return Ok(None),
                };
                match line.as_str() {
                    "" => {}
                    "?" | "/?" | "/help" => self.console.say(&format!("{turn}. {WAITING}"))?,
                    "/board" | "/rack" | "/score" => self.part(&shown.update.scene, &line)?,
                    _ => self.console.say(&format!("{turn}."))?,
                }
            };
        }
        Ok(Some(shown))
    }

    /// Who has said a name wants to know who else is here. Not, when the player wants to stop.
    fn introduce(&mut self, start: &Start) -> Result<bool, LineError> {
        let is_bot = |seat: &Seat| self.plan.bots.iter().any(|(bot, _)| bot == seat);
        let people = (0..start.seats).map(Seat).filter(|seat| !is_bot(seat)).count();
        while self.players.missing_names(people) > 0 {
            let nth = self.players.names().len() + 1;
            let prompt = format!("Name of player {nth} (Enter for Player {nth}): ");
            let Some(answer) = self.console.question(&prompt)? else { return Ok(false) };
            let name = if answer.is_empty() { format!("Player {nth}") } else { answer };
            if let Err(refusal) = self.players.add(&name) {
                self.console.say(&refusal.text)?;
            }
        }
        Ok(true)
    }

    /// Plays matches as long as the player wants the same again, or another one.
    pub(crate) fn rounds(
        &mut self,
        mut start: Start,
        mut play: impl FnMut(&mut Self, &Start) -> Result<AfterMatch, LineError>,
    ) -> Result<AfterMatch, LineError> {
        loop {
            match play(self, &start)? {
                AfterMatch::Restart => self.cancel()?,
                AfterMatch::New => {
                    self.cancel()?;
                    start = self.another(&start)?;
                }
                AfterMatch::Quit => {
                    // Nobody will want to go on with what has not begun; but a daily is opened once, others may
                    // wait at the table, and what was gone on with was wanted.
                    let stays = self.plan.daily.is_some() || self.has_remote_players;
                    if !stays && self.current != self.plan.resume && !self.has_begun()? {
                        self.cancel()?;
                    }
                    return Ok(AfterMatch::Quit);
                }
                AfterMatch::Over => return Ok(AfterMatch::Over),
            }
            self.console.say("")?;
        }
    }

    /// Asks whether the player wants another one. If not, that is how it ends; a daily has no other.
    pub(crate) fn ends(&mut self, prompt: &str) -> Result<Option<Ending>, LineError> {
        if self.plan.daily.is_some() {
            return Ok(Some(Ending::Done));
        }
        match self.console.ask_yes(prompt)? {
            Some(true) => {
                self.console.say("")?;
                Ok(None)
            }
            Some(false) => Ok(Some(Ending::Done)),
            None => Ok(Some(Ending::Quit)),
        }
    }

    /// Calls off the match that was played; one that is over stays as it is. A store that does not
    /// take it is no reason not to go on.
    fn cancel(&mut self) -> Result<(), LineError> {
        let Some(id) = self.current.take() else { return Ok(()) };
        match self.context.runtime.block_on(self.context.hall.cancel_match(&id)) {
            Err(refusal) if refusal.code != "house.store" => Err(refusal.into()),
            _ => Ok(()),
        }
    }

    /// Calls off what the players here have unfinished of the same thing, which goes on elsewhere.
    /// What is to be gone on with now is not touched.
    pub(crate) fn replace(&mut self, key: &str, value: &str) -> Result<(), LineError> {
        if self.resume.is_some() {
            return Ok(());
        }
        let game = Some(self.plan.opening.game().to_owned());
        let which = MatchFilter { game, over: Some(false), ..MatchFilter::all() };
        let unfinished = self.context.runtime.block_on(self.context.hall.matches(&which))?;
        let is_same = |summary: &Summary| {
            let mut names = self.players.names().iter();
            summary.setup.get(key).is_some_and(|set| set == value)
                && names.any(|name| summary.seat_of(name).is_some())
        };
        for summary in unfinished.iter().filter(|summary| is_same(summary)) {
            self.context.runtime.block_on(self.context.hall.cancel_match(&summary.id))?;
        }
        Ok(())
    }

    /// The file that the match to go on with was to be written to, when a path was said for it.
    pub(crate) fn kept_path(&self) -> Result<Option<String>, Refusal> {
        match &self.resume {
            Some(id) => self.context.runtime.block_on(self.context.hall.note(id)),
            None => Ok(None),
        }
    }

    /// Keeps the file that the match is to be written to. A store that does not take it is no reason not
    /// to go on.
    pub(crate) fn keep_path(&self, path: &Path) {
        let path = std::path::absolute(path).ok();
        let path = path.as_deref().and_then(Path::to_str);
        if let (Some(id), Some(path)) = (&self.current, path) {
            let _ = self.context.runtime.block_on(self.context.hall.save_note(id, path));
        }
    }

    fn has_begun(&self) -> Result<bool, Refusal> {
        let Some(id) = self.current.clone() else { return Ok(false) };
        let which = MatchFilter { id: Some(id), ..MatchFilter::all() };
        let found = self.context.runtime.block_on(self.context.hall.matches(&which))?;
        Ok(found.first().is_some_and(Summary::begun))
    }

    /// Asks, and sees to the commands of the house. `help` is what can be done here besides them.
    pub(crate) fn read_input(
        &mut self,
        sitting: &LocalMatch,
        scene: &Scene,
        prompt: &str,
        help: &[String],
    ) -> Result<PlayerInput, LineError> {
        loop {
            if self.quits {
                return Ok(PlayerInput::Next(AfterMatch::Quit));
            }
            let Some(line) = self.console.ask(prompt)? else {
                // A daily is there once a day: it waits, whatever the end of input means elsewhere.
                return Ok(match self.plan.daily {
                    Some(_) => PlayerInput::Next(AfterMatch::Quit),
                    None => PlayerInput::End,
                });
            };
            let lower = line.to_ascii_lowercase();
            match lower.as_str() {
                quit if is_quit(quit) => return Ok(PlayerInput::Next(AfterMatch::Quit)),
                "" => {}
                "?" | "/?" | "/help" => {
                    help.iter().try_for_each(|line| self.console.say(line))?;
                    self.console.say(COMMANDS)?;
                }
                "/restart" | "/new" if self.plan.daily.is_some() => self.console.say(ONCE)?,
                "/restart" | "/new" if self.has_remote_players => self.console.say(TOGETHER)?,
                "/restart" => return Ok(PlayerInput::Next(AfterMatch::Restart)),
                "/new" => return Ok(PlayerInput::Next(AfterMatch::New)),
                "/leave" => return Ok(PlayerInput::Leave),
                "/hint" => self.hint(sitting)?,
                "/board" | "/rack" | "/score" => self.part(scene, &lower)?,
                _ => {
                    return Ok(match line.strip_prefix('/') {
                        Some(command) => PlayerInput::Line(command.trim_start().to_owned()),
                        None => PlayerInput::Word(line),
                    });
                }
            }
        }
    }

    /// Is the table to be looked at again: was this accepted, or has somebody played meanwhile? If it was
    /// not accepted, the player is told why.
    pub(crate) fn accepted(
        &mut self,
        sitting: &LocalMatch,
        done: Result<(), Refusal>,
    ) -> Result<bool, LineError> {
        match done {
            Ok(()) => Ok(true),
            Err(refusal) if refusal.code == "house.broken" => Err(refusal.into()),
            Err(refusal) => {
                self.console.say(&refusal.text)?;
                if refusal.code == "house.store" {
                    self.offer_memory()?;
                }
                // Two terminals may play the same seat.
                let elsewhere = matches!(refusal.code, "house.stale" | "house.turn" | "house.over");
                Ok(elsewhere && sitting.is_behind()?)
            }
        }
    }

    /// The store does not take a new match: a person may want to play without it, and a script does. Not,
    /// when the player wants to stop.
    fn open_in_memory(&mut self, refusal: Refusal) -> Result<bool, LineError> {
        let forgotten = match self.console.is_attended() {
            true => {
                self.console.say(&refusal.text)?;
                self.console.ask_yes("Play, though it is forgotten in the end? (y/n) ")?
            }
            false => {
                let text = format!("{} What is played now is forgotten in the end.", refusal.text);
                self.console.say(&text)?;
                Some(true)
            }
        };
        match forgotten {
            Some(true) => self.context.hall.open_in_memory(),
            Some(false) => return Err(refusal.into()),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// The store takes no more: a person may want to play on without it, or try again.
    fn offer_memory(&mut self) -> Result<(), LineError> {
        let Some(id) = self.current.clone().filter(|_| self.console.is_attended()) else {
            // Nobody is there to say it again.
            self.quits = self.console.has_ended();
            return Ok(());
        };
        let prompt = "Play on, though what comes is forgotten in the end? (y/n; n to try again) ";
        match self.console.ask_yes(prompt)? {
            Some(true) => {}
            Some(false) => return Ok(()),
            None => {
                self.quits = true;
                return Ok(());
            }
        }
        let moved = self.context.runtime.block_on(self.context.hall.play_in_memory(&id));
        Ok(self.console.say(&match moved {
            Ok(()) => "From here on nothing is kept. Say it again.".to_owned(),
            Err(refusal) => refusal.text,
        })?)
    }

    /// Shows what was said, then what is on the table; a voice says what is new there.
    pub(crate) fn show(&mut self, shown: &MatchUpdate) -> Result<(), LineError> {
        if shown.update.over.is_some() {
            // What was hidden is uncovered: the whole table is said once more.
            self.spoken.clear();
        }
        shown.said.iter().try_for_each(|said| self.console.say(said))?;
        self.table(&shown.update.scene, &shown.said)
    }

    /// Explains marks; a voice says what they mean anyway.
    pub(crate) fn legend(&mut self, text: &str) -> Result<(), LineError> {
        match self.console.screen_reader() {
            true => Ok(()),
            false => Ok(self.console.say(text)?),
        }
    }

    /// Shows what is on the table.
    pub(crate) fn table(&mut self, scene: &Scene, said: &[String]) -> Result<(), LineError> {
        if self.console.screen_reader() {
            return self.speak(scene, said);
        }
        self.console.say("")?;
        let width = self.console.width();
        self.console.show(&draw::scene(scene, said, width))?;
        Ok(self.console.say("")?)
    }

    /// Says what has changed on the table. What changes on a grid is told by the game itself, so that
    /// the whole of it is said only at first, and by `/board`; in a crossword each word is a part.
    fn speak(&mut self, scene: &Scene, said: &[String]) -> Result<(), LineError> {
        let first = self.spoken.is_empty();
        let is_whole = |pane: &&Pane| matches!(pane.body, Body::Grid(_)) && pane.id != "grid";
        let panes = scene.panes.iter().filter(|pane| first || !is_whole(pane));
        let lines: Vec<String> = panes.flat_map(draw::spoken).collect();
        for line in &lines {
            if !self.spoken.contains(line) && !said.iter().any(|said| said.contains(line)) {
                self.console.say(line)?;
            }
        }
        self.spoken = lines;
        Ok(())
    }

    fn hint(&mut self, sitting: &LocalMatch) -> Result<(), LineError> {
        let text = match sitting.hint() {
            Ok(Some(hint)) => format!("Hint: {}. {}", hint.line, hint.why),
            Ok(None) => "There is no hint to give.".into(),
            Err(refusal) => refusal.text,
        };
        Ok(self.console.say(&text)?)
    }

    /// One part of the table, again.
    fn part(&mut self, scene: &Scene, which: &str) -> Result<(), LineError> {
        let wanted = |pane: &&Pane| match pane.body {
            Body::Grid(_) => which == "/board",
            Body::Tiles(_) => which == "/rack",
            Body::Meter { .. } | Body::Scores(_) | Body::Text(_) => which == "/score",
        };
        let mut said = false;
        for pane in scene.panes.iter().filter(wanted) {
            match self.console.screen_reader() {
                true => {
                    let lines = draw::spoken(pane);
                    said |= !lines.is_empty();
                    lines.iter().try_for_each(|line| self.console.say(line))?;
                }
                false => {
                    said = true;
                    let width = self.console.width();
                    self.console.show(&draw::pane(pane, width))?;
                }
            }
        }
        if !said {
            self.console.say("There is nothing of that kind here yet.")?;
        }
        Ok(())
    }
}

/// Why a daily is not begun anew.
const ONCE: &str = "This is a daily: everybody plays it once, so it is neither restarted nor \
changed for another. /quit stops, and lexicade daily goes on with it.";

/// Why a match with others is not begun anew.
const TOGETHER: &str = "Others sit at this match, so it is neither restarted nor changed for \
another. /leave gives up, /quit stops.";

/// What can be done while somebody else plays.
const WAITING: &str = "/board, /rack and /score say one part again; /quit stops.";

/// The commands that work in every game.
const COMMANDS: &str = "\
/hint gives a hint, /restart plays the same again, /new another one;
/leave gives up, /quit stops; /board, /rack and /score say one part again.";

/// The game's own view, out of an update.
pub(crate) fn view<V: serde::de::DeserializeOwned>(update: &Update) -> Result<V, Refusal> {
    read(&update.view)
}

/// The same, out of a piece of JSON.
pub(crate) fn read<V: serde::de::DeserializeOwned>(view: &Json) -> Result<V, Refusal> {
    serde_json::from_str(view.get())
        .map_err(|error| Refusal::new("house.broken", error.to_string()))
}
