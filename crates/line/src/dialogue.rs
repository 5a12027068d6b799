//! The part that all dialogues share: opening and resuming matches, reading input, and the commands that work in
//! every game.

use crate::console::{Console, ConsoleLine, is_quit};
use crate::local_match::{LocalMatch, MatchUpdate};
use crate::opening::random_seed;
use crate::{Ending, HallContext, LineError, PlayRequest, Players, draw};
use engine::{Body, Code, Json, Names, Pane, Refusal, Scene, Seat, Start, Step};
use games::GAMES;
use hall::{MatchFilter, MatchId, NamedUpdate, Summary};
use std::path::Path;
use std::sync::Arc;
use words::Lexicon;

/// A dialogue about one game.
pub(crate) struct Dialogue<'a, 'c> {
    pub(crate) console: &'a mut Console<'c>,
    pub(crate) request: &'a PlayRequest,
    pub(crate) words: Arc<Lexicon>,
    context: HallContext<'a>,
    /// The players, including those whose names were asked for here.
    players: Players,
    /// The match to resume, until it is open.
    resume: Option<MatchId>,
    /// The open match.
    current: Option<MatchId>,
    /// Do players at other terminals have seats in it?
    has_remote_players: bool,
    /// Did the player quit at a question that was not about a move?
    quits: bool,
    /// The lines that a screen reader has read already; only new ones are shown.
    spoken: Vec<String>,
}

/// What a player typed.
pub(crate) enum PlayerInput {
    /// A bare word, the answer to the current question.
    Word(String),
    /// A game line, without its slash.
    Line(String),
    /// The player gives up.
    Leave,
    /// The player wants to restart, play another match or quit.
    Next(AfterMatch),
    /// The end of input.
    End,
}

/// What follows a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AfterMatch {
    /// The match was played to its end.
    Over,
    /// The same match again.
    Restart,
    /// Another match.
    New,
    Quit,
}

impl<'a, 'c> Dialogue<'a, 'c> {
    pub(crate) fn new(
        console: &'a mut Console<'c>,
        context: HallContext<'a>,
        request: &'a PlayRequest,
    ) -> Result<Dialogue<'a, 'c>, LineError> {
        let loaded =
            request.opening.there.as_ref().map(|start| context.hall.word_lists().get(&start.words));
        let (words, notice) = match loaded.flatten() {
            Some(words) => (words, None),
            None => request.opening.word_list()?,
        };
        if let Some(notice) = notice {
            console.say(&notice)?;
        }
        context.hall.word_lists().put(Arc::clone(&words));
        let (players, resume) = (context.players.clone(), request.resume.clone());
        let (current, has_remote_players, quits, spoken) = (None, false, false, Vec::new());
        Ok(Dialogue {
            console,
            request,
            words,
            context,
            players,
            resume,
            current,
            has_remote_players,
            quits,
            spoken,
        })
    }

    /// The same dialogue for a request with more settings.
    pub(crate) fn with<'b>(&'b mut self, request: &'b PlayRequest) -> Dialogue<'b, 'c>
    where
        'a: 'b,
    {
        Dialogue {
            console: self.console,
            request,
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

    /// The start of a match: the request with the settings that the player has chosen since.
    pub(crate) fn start(&self, settled: &[(&str, &str)]) -> Result<Start, Refusal> {
        let mut opening = self.request.opening.clone();
        if opening.is_settled() && !settled.is_empty() {
            // A player who chooses settings leaves the ticket or the resumed match.
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

    /// The deal of a match, without opening the match.
    pub(crate) fn dealt(&self, start: &Start) -> Result<Step, Refusal> {
        self.context.runtime.block_on(self.context.hall.dealt(start))
    }

    /// Opens a match, or resumes the requested one. Returns `None` if the player quits first.
    pub(crate) fn open(&mut self, start: &Start) -> Result<Option<LocalMatch<'a>>, LineError> {
        self.spoken.clear();
        let local_match = match self.resume.take() {
            Some(id) => LocalMatch::resume(self.context, &id, &self.players)?,
            None => {
                if !self.introduce(start)? {
                    return Ok(None);
                }
                let open = |dialogue: &Self| {
                    LocalMatch::open(dialogue.context, start, dialogue.request, &dialogue.players)
                };
                match open(self) {
                    Err(refusal) if refusal.code == Code::Store => {
                        if !self.open_in_memory(refusal)? {
                            return Ok(None);
                        }
                        open(self)?
                    }
                    opened => opened?,
                }
            }
        };
        self.current = Some(local_match.id().clone());
        self.has_remote_players = local_match.has_remote_players();
        Ok(Some(local_match))
    }

    /// Waits until it is the turn of a player here, or until the match is over. During the turn of a player at another
    /// terminal it shows the match and reads commands. Returns `None` if the player quits.
    pub(crate) fn wait(
        &mut self,
        local_match: &mut LocalMatch,
    ) -> Result<Option<MatchUpdate>, LineError> {
        let runtime = self.context.runtime;
        let mut shown = runtime.block_on(local_match.next())?;
        while let Some(seat) = shown.elsewhere {
            self.show(&shown)?;
            let turn = format!("Waiting for {}", local_match.player(seat));
            self.console.say(&format!("{turn}. /quit stops."))?;
            shown = loop {
                let line = match runtime.block_on(self.console.wait_for(local_match.next()))? {
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

    /// If the first player gave a name, asks for the names of the others. Returns false if the player quits.
    fn introduce(&mut self, start: &Start) -> Result<bool, LineError> {
        let is_bot = |seat: &Seat| self.request.bots.iter().any(|(bot, _)| bot == seat);
        let people = (0..start.seats).map(Seat).filter(|seat| !is_bot(seat)).count();
        while self.players.missing_names(people) > 0 {
            let nth = self.players.names().len() + 1;
            let player = Names::by_seat().of(Seat((nth - 1) as u8));
            let prompt = format!("Name of player {nth} (Enter for {player}): ");
            let Some(answer) = self.console.question(&prompt)? else { return Ok(false) };
            let name = if answer.is_empty() { player } else { answer };
            if let Err(refusal) = self.players.add(&name) {
                self.console.say(&refusal.text)?;
            }
        }
        Ok(true)
    }

    /// Plays matches as long as the player restarts or asks for another one.
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
                    // Nobody will want to resume a match without moves, so it is cancelled. But a daily is opened only
                    // once, other players may be waiting, and a resumed match was wanted before.
                    let keep = self.request.daily.is_some() || self.has_remote_players;
                    if !keep && self.current != self.request.resume && !self.has_moves()? {
                        self.cancel()?;
                    }
                    return Ok(AfterMatch::Quit);
                }
                AfterMatch::Over => return Ok(AfterMatch::Over),
            }
            self.console.say("")?;
        }
    }

    /// Asks whether the player wants another match. Returns how the dialogue ends if not. A daily has no other match.
    pub(crate) fn ends(&mut self, prompt: &str) -> Result<Option<Ending>, LineError> {
        if self.request.daily.is_some() {
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

    /// Cancels the open match, unless it is over. The player can go on even if the store fails.
    fn cancel(&mut self) -> Result<(), LineError> {
        let Some(id) = self.current.take() else { return Ok(()) };
        match self.context.runtime.block_on(self.context.hall.cancel_match(&id)) {
            Err(refusal) if refusal.code != Code::Store => Err(refusal.into()),
            _ => Ok(()),
        }
    }

    /// Cancels unfinished matches of these players with the same setting, because a new match replaces them. Does
    /// nothing when a match is resumed.
    pub(crate) fn replace(&mut self, key: &str, value: &str) -> Result<(), LineError> {
        if self.resume.is_some() {
            return Ok(());
        }
        let game = Some(self.request.opening.game().to_owned());
        let filter = MatchFilter { game, over: Some(false), ..MatchFilter::all() };
        let unfinished = self.context.runtime.block_on(self.context.hall.matches(&filter))?;
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

    /// The path that the resumed match will be saved to, if the player gave one.
    pub(crate) fn stored_path(&self) -> Result<Option<String>, Refusal> {
        match &self.resume {
            Some(id) => self.context.runtime.block_on(self.context.hall.board_file(id)),
            None => Ok(None),
        }
    }

    /// Stores the path that the match will be saved to. The player can go on even if the store fails.
    pub(crate) fn store_path(&self, path: &Path) {
        let path = std::path::absolute(path).ok();
        let path = path.as_deref().and_then(Path::to_str);
        if let (Some(id), Some(path)) = (&self.current, path) {
            let _ = self.context.runtime.block_on(self.context.hall.save_board_file(id, path));
        }
    }

    fn has_moves(&self) -> Result<bool, Refusal> {
        let Some(id) = self.current.clone() else { return Ok(false) };
        let filter = MatchFilter { id: Some(id), ..MatchFilter::all() };
        let found = self.context.runtime.block_on(self.context.hall.matches(&filter))?;
        Ok(found.first().is_some_and(Summary::begun))
    }

    /// Asks, and handles the commands that work in every game. `help` lists what else can be typed here.
    pub(crate) fn read_input(
        &mut self,
        local_match: &LocalMatch,
        scene: &Scene,
        prompt: &str,
        help: &[String],
    ) -> Result<PlayerInput, LineError> {
        loop {
            if self.quits {
                return Ok(PlayerInput::Next(AfterMatch::Quit));
            }
            let Some(line) = self.console.ask(prompt)? else {
                // The end of input never ends a daily, because it can be played only once.
                return Ok(match self.request.daily {
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
                "/restart" | "/new" if self.request.daily.is_some() => {
                    self.console.say(DAILY_ONCE)?
                }
                "/restart" | "/new" if self.has_remote_players => self.console.say(TOGETHER)?,
                "/restart" => return Ok(PlayerInput::Next(AfterMatch::Restart)),
                "/new" => return Ok(PlayerInput::Next(AfterMatch::New)),
                "/leave" => return Ok(PlayerInput::Leave),
                "/hint" => self.hint(local_match)?,
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

    /// Should the match be shown again, because the move was accepted or another player has moved? If the move was
    /// refused, the player is told why.
    pub(crate) fn accepted(
        &mut self,
        local_match: &LocalMatch,
        done: Result<(), Refusal>,
    ) -> Result<bool, LineError> {
        match done {
            Ok(()) => Ok(true),
            Err(refusal) if refusal.code == Code::Broken => Err(refusal.into()),
            Err(refusal) => {
                self.console.say(&refusal.text)?;
                if refusal.code == Code::Store {
                    self.offer_memory()?;
                }
                // Two terminals may play the same seat.
                let elsewhere = matches!(refusal.code, Code::Stale | Code::Turn | Code::Over);
                Ok(elsewhere && local_match.is_behind()?)
            }
        }
    }

    /// The store fails to open a match. Asks the player whether to play without saving; a script always does. Returns
    /// false if the player quits.
    fn open_in_memory(&mut self, refusal: Refusal) -> Result<bool, LineError> {
        let unsaved = match self.console.is_attended() {
            true => {
                self.console.say(&refusal.text)?;
                self.console.ask_yes("Play without saving? (y/n) ")?
            }
            false => {
                let text = format!("{} This match will not be saved.", refusal.text);
                self.console.say(&text)?;
                Some(true)
            }
        };
        match unsaved {
            Some(true) => self.context.hall.open_in_memory(),
            Some(false) => return Err(refusal.into()),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// The store fails during a match. Asks whether to keep playing without saving, or to try again.
    fn offer_memory(&mut self) -> Result<(), LineError> {
        let Some(id) = self.current.clone().filter(|_| self.console.is_attended()) else {
            // Nobody is there to type the move again.
            self.quits = self.console.has_ended();
            return Ok(());
        };
        let prompt = "Keep playing without saving? (y/n; n to try again) ";
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
            Ok(()) => "From now on nothing is saved. Please repeat your move.".to_owned(),
            Err(refusal) => refusal.text,
        })?)
    }

    /// Shows the sentences and then the scene; to a screen reader, only what is new in the scene.
    pub(crate) fn show(&mut self, shown: &MatchUpdate) -> Result<(), LineError> {
        if shown.update.over.is_some() {
            // Hidden cells are uncovered now, so the whole scene is read again.
            self.spoken.clear();
        }
        shown.said.iter().try_for_each(|said| self.console.say(said))?;
        self.table(&shown.update.scene, &shown.said)
    }

    /// Explains marks. A screen reader reads their meanings anyway.
    pub(crate) fn legend(&mut self, text: &str) -> Result<(), LineError> {
        match self.console.screen_reader() {
            true => Ok(()),
            false => Ok(self.console.say(text)?),
        }
    }

    /// Shows a scene.
    pub(crate) fn table(&mut self, scene: &Scene, said: &[String]) -> Result<(), LineError> {
        if self.console.screen_reader() {
            return self.speak(scene, said);
        }
        self.console.say("")?;
        let width = self.console.width();
        self.console.show(&draw::scene(scene, said, width))?;
        Ok(self.console.say("")?)
    }

    /// Says what has changed in the scene. The sentences of the game describe changes on a grid, so a whole grid is
    /// read only at first and by `/board`. In a crossword each word is a line.
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

    fn hint(&mut self, local_match: &LocalMatch) -> Result<(), LineError> {
        let text = match local_match.hint() {
            Ok(Some(hint)) => format!("Hint: {}. {}", hint.line, hint.why),
            Ok(None) => "No hint available.".into(),
            Err(refusal) => refusal.text,
        };
        Ok(self.console.say(&text)?)
    }

    /// Shows one part of the scene again.
    fn part(&mut self, scene: &Scene, command: &str) -> Result<(), LineError> {
        let wanted = |pane: &&Pane| match pane.body {
            Body::Grid(_) => command == "/board",
            Body::Tiles(_) => command == "/rack",
            Body::Meter { .. } | Body::Scores(_) | Body::Text(_) => command == "/score",
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
            self.console.say("There is nothing to show yet.")?;
        }
        Ok(())
    }
}

/// Why a daily is not restarted.
const DAILY_ONCE: &str = "You can play a daily only once, so you can't restart or replace it. \
/quit stops; lexicade daily resumes it.";

/// Why a match with others is not restarted.
const TOGETHER: &str = "Others are playing this match too, so you can't restart or replace it. \
/leave resigns, /quit stops.";

/// Help for the turn of a player at another terminal.
const WAITING: &str = "/board, /rack and /score show one part again; /quit stops.";

/// The commands that work in every game.
const COMMANDS: &str = "\
/hint gives a hint, /restart plays the same match again, /new another one;
/leave gives up, /quit stops; /board, /rack and /score show one part again.";

/// The game's own view in an update.
pub(crate) fn view<V: serde::de::DeserializeOwned>(update: &NamedUpdate) -> Result<V, Refusal> {
    read(&update.view)
}

/// The same from JSON.
pub(crate) fn read<V: serde::de::DeserializeOwned>(view: &Json) -> Result<V, Refusal> {
    serde_json::from_str(view.get()).map_err(|error| Refusal::new(Code::Broken, error.to_string()))
}
