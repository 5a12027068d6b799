//! The loop: wait for something, take it in, draw. Whatever has come in the meantime is taken in before the
//! next drawing, so that a burst of keys costs one.

use crate::app::{App, PageContext, SMALLEST, SideEffect, StartPage};
use crate::canvas::Hits;
use crate::draw::draw;
use crate::event::{Hit, KeyPress, UiEvent};
use crate::input::Input;
use crate::settings::{self, CellNotes, PlayerSettings, SettingsFiles};
use crate::signals::{Signal, Signals};
use crate::terminal::{self, Screen, drawn};
use crate::theme::Depth;
use crate::worker::{
    HallReply, HallRequest, OpenHall, PageKey, PageReply, PageRequest, SaveSettings, WorkerHandle,
};
use crossterm::event::{Event as Told, MouseButton, MouseEvent, MouseEventKind, poll, read};
use engine::Refusal;
use hall::{BoardLibrary, Hall, MatchId, Players};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, thread};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// What the program needs of the house.
pub struct RunOptions {
    /// Opens the hall that matches are played in. It does so while everything else is made ready.
    pub open: OpenHall,
    /// May others, elsewhere, sit at the same matches?
    pub shared: bool,
    /// What is around the player.
    pub environment: Environment,
}

/// What is around the player: the terminal, and what is theirs.
pub struct Environment {
    /// Who is at this keyboard.
    pub players: Players,
    /// Where boards are found.
    pub boards: BoardLibrary,
    /// The folder for settings, where there is one.
    pub config: Option<PathBuf>,
    /// The folder for notes, where there is one.
    pub data: Option<PathBuf>,
    /// What the player should know from the beginning.
    pub notice: Option<String>,
    /// Does that say already that nothing is kept?
    pub notice_says_unsaved: bool,
    /// How many colours there are.
    pub depth: Depth,
    /// Does the terminal understand only ASCII?
    pub ascii: bool,
}

/// How it ended.
pub enum AppExit {
    /// The player left, or a signal came: the status of the program.
    Left(u8),
    /// The player wants plain lines, and to go on with this match if there is one. The hall comes back with what
    /// it ran on.
    ToLine(Option<MatchId>, Hall, Runtime),
    /// It has not begun, and the terminal was not touched: the hall cannot be opened.
    Closed(Refusal),
}

/// Opens the full screen, and stays there until the player leaves. The hall stays on this thread: it has most to do
/// before anything can be shown, and changing threads takes a while.
pub fn run(house: RunOptions, enter: StartPage) -> io::Result<AppExit> {
    let (link, news, porter) = WorkerHandle::new();
    let RunOptions { open, shared, environment: around } = house;
    let (at_work, work) = mpsc::channel::<()>();
    let show = move || {
        let shown = show(around, enter, link, news);
        if let Ok(ScreenExit::Left(status)) = shown
            && work.recv_timeout(SHUTDOWN_TIMEOUT) == Err(RecvTimeoutError::Timeout)
        {
            // A file that never answers must not keep anybody who has left.
            std::process::exit(status.into());
        }
        shown
    };
    let screen = thread::Builder::new().name("screen".into()).spawn(show)?;
    // The terminal is given back in any case: without a hall there is no news, and the screen ends.
    let hall = catch_unwind(AssertUnwindSafe(|| porter.serve(open, shared)));
    drop(at_work);
    let shown = screen.join().unwrap_or_else(|panic| resume_unwind(panic))?;
    match (shown, hall) {
        (ScreenExit::Closed(refusal), _) => Ok(AppExit::Closed(refusal)),
        (ScreenExit::Left(status), _) => Ok(AppExit::Left(status)),
        (ScreenExit::ToLine(id, signals), Ok(Some((hall, runtime)))) => {
            keep_handling_signals(signals)?;
            Ok(AppExit::ToLine(id, hall, runtime))
        }
        (ScreenExit::ToLine(..), _) => Err(gone()),
    }
}

/// How long the hall has for what it was asked last. A store that is locked is waited for half as long.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the first picture waits for what it is to show: without it, half of a lobby would be seen for an instant. A
/// hall that takes longer is not waited for.
const FIRST_FRAME_TIMEOUT: Duration = Duration::from_millis(30);

/// How the screen ended.
enum ScreenExit {
    Closed(Refusal),
    Left(u8),
    /// Signals are still to be heard.
    ToLine(Option<MatchId>, (Runtime, Signals)),
}

/// Takes the terminal once the hall is open, and gives it back in the end.
fn show(
    around: Environment,
    enter: StartPage,
    link: WorkerHandle,
    mut news: UnboundedReceiver<PageReply>,
) -> io::Result<ScreenExit> {
    let files = SettingsFiles {
        settings: around.config.as_ref().map(|folder| folder.join("settings.json")),
        notes: around.data.as_deref().map(settings::notes_in),
    };
    let (wishes, unread_wishes) = settings::read::<PlayerSettings>(files.settings.as_deref());
    let (notes, unread_notes) = settings::read::<CellNotes>(files.notes.as_deref());
    let told = [around.notice, unread_wishes, unread_notes]
        .into_iter()
        .flatten()
        .reduce(|a, b| a + " " + &b);
    let mouse = wishes.mouse;
    let context = PageContext {
        now: Duration::ZERO,
        size: size()?,
        depth: around.depth,
        ascii: around.ascii,
        settings: wishes,
        notes,
        players: around.players,
        boards: around.boards,
        notice: told.map(|text| (Duration::ZERO, text)),
        knows_unsaved: around.notice_says_unsaved,
    };
    let (app, first) = App::new(context, enter);
    // The hall is asked before it is open, and works while the terminal is taken.
    let (mut first_of_all, mut is_asked) = (Vec::new(), false);
    for one in first {
        match one {
            SideEffect::Send(command) => {
                link.send(command);
                is_asked = true;
            }
            other => first_of_all.push(other),
        }
    }
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut screen = Screen::ready(mouse)?;
    // The terminal is not ours yet, and Ctrl-C ends us.
    let slow = || {
        let text = "Waiting for the matches, which another program may be using; Ctrl-C leaves.";
        let _ = writeln!(io::stderr(), "{text}");
    };
    match link.opened(slow) {
        Some(Ok(())) => {}
        Some(Err(refusal)) => return Ok(ScreenExit::Closed(refusal)),
        None => return Err(gone()),
    }
    let (signals, input) = runtime.block_on(async { (Signals::listen(), Input::listen()) });
    let (mut signals, input) = (signals?, input?);
    screen.enter()?;
    screen.resize(app.context.size)?;
    let read = (app.context.settings.clone(), app.context.notes.clone());
    let mut turn = EventLoop {
        app,
        screen: &mut screen,
        link: &link,
        files,
        saved: read.clone(),
        read,
        hits: Hits::default(),
        changed: true,
        ended: None,
    };
    turn.run_side_effects(first_of_all)?;
    if is_asked
        && let Ok(Some(answer)) =
            runtime.block_on(async { timeout(FIRST_FRAME_TIMEOUT, news.recv()).await })
    {
        turn.handle(UiEvent::Reply(answer))?;
    }
    let ended = runtime.block_on(turn.run(input, news, &mut signals));
    drop(screen);
    Ok(match ended? {
        LoopExit::Left(status) => ScreenExit::Left(status),
        LoopExit::ToLine(id) => ScreenExit::ToLine(id, (runtime, signals)),
    })
}

/// The status of a program whose terminal is gone.
const HUNG_UP: u8 = 129;

/// How the loop ended.
enum LoopExit {
    Left(u8),
    ToLine(Option<MatchId>),
}

/// The program with the world around it.
struct EventLoop<'a> {
    app: App,
    screen: &'a mut Screen,
    link: &'a WorkerHandle,
    files: SettingsFiles,
    /// Wishes and notes as they were read, and as they were last kept.
    read: (PlayerSettings, CellNotes),
    saved: (PlayerSettings, CellNotes),
    hits: Hits,
    /// Has anything happened since the last picture?
    changed: bool,
    ended: Option<LoopExit>,
}

/// How many keys one picture may be of. Signals and news come in between.
const BURST: usize = 256;

impl EventLoop<'_> {
    async fn run(
        mut self,
        mut input: Input,
        mut news: UnboundedReceiver<PageReply>,
        signals: &mut Signals,
    ) -> io::Result<LoopExit> {
        let began = Instant::now();
        loop {
            self.app.context.now = began.elapsed();
            // Whatever has come in the meantime: a picture of it is enough.
            while let Ok(heard) = news.try_recv() {
                self.handle(UiEvent::Reply(heard))?;
            }
            if let Some(ended) = self.ended.take() {
                return Ok(ended);
            }
            if self.changed {
                self.draw()?;
            }
            let wake = self.app.wake();
            let sleep = async {
                match wake {
                    Some(at) => tokio::time::sleep(at.saturating_sub(began.elapsed())).await,
                    None => std::future::pending().await,
                }
            };
            // A signal goes first: it may say that the terminal is gone.
            tokio::select! {
                biased;
                signal = signals.next() => self.signalled(signal)?,
                told = input.next() => {
                    self.app.context.now = began.elapsed();
                    match told? {
                        Some(told) => self.on_terminal_event(told)?,
                        None => self.ended = Some(LoopExit::Left(HUNG_UP)),
                    }
                    if self.ended.is_none() && self.drain_input(&mut input)? {
                        // Whoever is always told something hears nothing else.
                        tokio::task::yield_now().await;
                    }
                }
                heard = news.recv() => {
                    self.app.context.now = began.elapsed();
                    match heard {
                        Some(heard) => self.handle(UiEvent::Reply(heard))?,
                        None => return Err(gone()),
                    }
                }
                () = sleep => {
                    self.app.context.now = began.elapsed();
                    self.handle(UiEvent::Tick)?;
                }
            }
        }
    }

    fn signalled(&mut self, signal: Signal) -> io::Result<()> {
        match signal {
            Signal::End(status) => self.run_side_effects(vec![SideEffect::Quit(status)])?,
            Signal::Stop => self.run_side_effects(vec![SideEffect::Suspend])?,
            Signal::Back => {
                self.screen.reenter()?;
                self.resized()?;
            }
            Signal::Size => self.resized()?,
        }
        Ok(())
    }

    /// The terminal may have another size.
    fn resized(&mut self) -> io::Result<()> {
        // crossterm has heard of it too, and would lose a key that comes before it could say so.
        while poll(Duration::ZERO)? {
            self.on_terminal_event(read()?)?;
        }
        let (width, height) = size()?;
        self.on_terminal_event(Told::Resize(width, height))
    }

    fn draw(&mut self) -> io::Result<()> {
        let (app, mut hits) = (&self.app, Hits::default());
        self.screen.draw(|frame| hits = draw(app, frame))?;
        self.hits = hits;
        self.changed = false;
        Ok(())
    }

    /// Takes in what has been told already, as far as it goes into one picture. Is there more?
    fn drain_input(&mut self, input: &mut Input) -> io::Result<bool> {
        for _ in 0..BURST {
            match input.more()? {
                Some(told) if self.ended.is_none() => self.on_terminal_event(told)?,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// What the terminal tells.
    fn on_terminal_event(&mut self, told: Told) -> io::Result<()> {
        let event = match told {
            Told::Key(key) => KeyPress::pressed(key).map(UiEvent::Key),
            Told::Mouse(mouse) => {
                if self.changed && matches!(mouse.kind, MouseEventKind::Down(_)) {
                    // What is clicked is what is seen.
                    self.draw()?;
                }
                self.mouse(mouse)
            }
            Told::Paste(text) => Some(UiEvent::Paste(text)),
            Told::Resize(width, height) => {
                let (width, height) = drawn((width, height));
                self.screen.resize((width, height))?;
                Some(UiEvent::Resize(width, height))
            }
            _ => None,
        };
        event.map_or(Ok(()), |event| self.handle(event))
    }

    fn mouse(&self, mouse: MouseEvent) -> Option<UiEvent> {
        let at = || self.hits.at(mouse.column, mouse.row).cloned();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => at().map(UiEvent::Click),
            MouseEventKind::Down(MouseButton::Right) => match at()? {
                Hit::Cell(place) => Some(UiEvent::Click(Hit::Mark(place))),
                _ => None,
            },
            MouseEventKind::ScrollUp => Some(UiEvent::Wheel(-1)),
            MouseEventKind::ScrollDown => Some(UiEvent::Wheel(1)),
            _ => None,
        }
    }

    fn handle(&mut self, event: UiEvent) -> io::Result<()> {
        self.changed = true;
        if let UiEvent::Reply(PageReply { what: HallReply::NotSaved(_), .. }) = &event {
            // Next time all that is new is tried again.
            self.saved = self.read.clone();
        }
        let outside = self.app.update(event);
        self.run_side_effects(outside)
    }

    /// Does what is to be done outside.
    fn run_side_effects(&mut self, outside: Vec<SideEffect>) -> io::Result<()> {
        for one in outside {
            match one {
                SideEffect::Send(command) => self.link.send(command),
                SideEffect::Copy(text) => self.screen.copy(&text)?,
                SideEffect::SaveSettings => self.save()?,
                SideEffect::Quit(status) => {
                    self.save_unsaved()?;
                    self.ended = Some(LoopExit::Left(status));
                }
                SideEffect::ToLine(id) => {
                    self.save_unsaved()?;
                    self.ended = Some(LoopExit::ToLine(id));
                }
                SideEffect::Suspend => self.screen.suspend(|| self.link.stop())?,
                SideEffect::Redraw => self.screen.clear()?,
            }
        }
        Ok(())
    }

    /// Whoever leaves in the middle of a setting has made it all the same.
    fn save_unsaved(&mut self) -> io::Result<()> {
        let PageContext { settings: wishes, notes, .. } = &self.app.context;
        match (wishes, notes) == (&self.saved.0, &self.saved.1) {
            true => Ok(()),
            false => self.save(),
        }
    }

    /// The link's thread writes: a slow disk must not keep the screen waiting.
    fn save(&mut self) -> io::Result<()> {
        let PageContext { settings: wishes, notes, .. } = &self.app.context;
        let now = (wishes.clone(), notes.clone());
        let before = std::mem::replace(&mut self.saved, now.clone());
        let what = HallRequest::SaveSettings(Box::new(SaveSettings {
            files: self.files.clone(),
            before,
            now,
        }));
        self.link.send(PageRequest { to: PageKey::MAX, what });
        self.screen.listen(self.app.context.settings.mouse)
    }
}

/// Signals that were once heard have no effect of their own any more: in plain lines, too, they end the program or
/// stop it.
fn keep_handling_signals((runtime, mut signals): (Runtime, Signals)) -> io::Result<()> {
    let hear = async move {
        loop {
            match signals.next().await {
                Signal::End(status) => std::process::exit(status.into()),
                Signal::Stop => terminal::stop(),
                Signal::Back | Signal::Size => {}
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(move || runtime.block_on(hear))?;
    Ok(())
}

/// How large the terminal is. One that does not know is taken to be of the usual size.
fn size() -> io::Result<(u16, u16)> {
    Ok(match crossterm::terminal::size()? {
        (0, _) | (_, 0) => SMALLEST,
        size => drawn(size),
    })
}

fn gone() -> io::Error {
    io::Error::other("the full screen has lost its terminal or its hall")
}
