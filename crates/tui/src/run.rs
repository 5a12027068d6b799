//! The event loop: wait, handle, draw. All events that have arrived are handled before the next frame, so a
//! burst of keys is drawn_size once.

use crate::app::{App, PageContext, SMALLEST, SideEffect, StartPage};
use crate::canvas::Hits;
use crate::draw::draw;
use crate::event::{Hit, KeyPress, UiEvent};
use crate::input::Input;
use crate::settings::{self, CellNotes, PlayerSettings, SettingsFiles};
use crate::signals::{Signal, Signals};
use crate::terminal::{self, Screen, drawn_size};
use crate::theme::Depth;
use crate::worker::{
    HallReply, HallRequest, OpenHall, PageKey, PageReply, PageRequest, SaveSettings, WorkerHandle,
};
use crossterm::event::{
    Event as TerminalEvent, MouseButton, MouseEvent, MouseEventKind, poll, read,
};
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

/// What the full screen needs to run.
pub struct RunOptions {
    /// Opens the hall, while everything else is prepared.
    pub open: OpenHall,
    /// Whether other processes may play in the same matches.
    pub shared: bool,
    pub environment: Environment,
}

/// The player's surroundings: terminal, files, names.
pub struct Environment {
    /// The players at this keyboard.
    pub players: Players,
    /// Where boards are found.
    pub boards: BoardLibrary,
    /// The folder for settings, if there is one.
    pub config: Option<PathBuf>,
    /// The folder for notes, if there is one.
    pub data: Option<PathBuf>,
    /// Something that the player should know at the start.
    pub notice: Option<String>,
    /// Whether that notice says that nothing is saved.
    pub notice_says_unsaved: bool,
    /// How many colours the terminal can show.
    pub depth: Depth,
    /// Whether the terminal shows only ASCII.
    pub ascii: bool,
}

/// How the full screen ended.
pub enum AppExit {
    /// The player quit, or a signal came: the exit status.
    Left(u8),
    /// The player wants plain lines, resuming this match if there is one. Hands over the hall with its runtime.
    ToLine(Option<MatchId>, Hall, Runtime),
    /// The hall could not be opened; the terminal was not touched.
    Closed(Refusal),
}

/// Runs the full screen until the player quits. The hall stays on this thread: it has most to do before
/// anything can be shown, and changing threads takes time.
pub fn run(options: RunOptions, start: StartPage) -> io::Result<AppExit> {
    let (handle, replies, worker) = WorkerHandle::new();
    let RunOptions { open, shared, environment } = options;
    let (working, worker_done) = mpsc::channel::<()>();
    let show = move || {
        let shown = show(environment, start, handle, replies);
        if let Ok(ScreenExit::Left(status)) = shown
            && worker_done.recv_timeout(SHUTDOWN_TIMEOUT) == Err(RecvTimeoutError::Timeout)
        {
            // A file system that never answers must not keep a player who has quit.
            std::process::exit(status.into());
        }
        shown
    };
    let screen = thread::Builder::new().name("screen".into()).spawn(show)?;
    // Even after a panic the terminal is restored: without a hall the replies end, and so does the screen.
    let hall = catch_unwind(AssertUnwindSafe(|| worker.serve(open, shared)));
    drop(working);
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

/// How long the hall has for the last requests. A locked store is waited for half as long.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the first frame waits for its data: without it, half a lobby would flash up.
const FIRST_FRAME_TIMEOUT: Duration = Duration::from_millis(30);

enum ScreenExit {
    Closed(Refusal),
    Left(u8),
    /// The signal handlers are still in use.
    ToLine(Option<MatchId>, (Runtime, Signals)),
}

/// Enters the full screen once the hall is open, and restores the terminal at the end.
fn show(
    environment: Environment,
    start: StartPage,
    handle: WorkerHandle,
    mut replies: UnboundedReceiver<PageReply>,
) -> io::Result<ScreenExit> {
    let files = SettingsFiles {
        settings: environment.config.as_ref().map(|folder| folder.join("settings.json")),
        notes: environment.data.as_deref().map(settings::notes_in),
    };
    let (settings, settings_problem) = settings::read::<PlayerSettings>(files.settings.as_deref());
    let (notes, notes_problem) = settings::read::<CellNotes>(files.notes.as_deref());
    let notice = [environment.notice, settings_problem, notes_problem]
        .into_iter()
        .flatten()
        .reduce(|a, b| a + " " + &b);
    let mouse = settings.mouse;
    let context = PageContext {
        now: Duration::ZERO,
        size: size()?,
        depth: environment.depth,
        ascii: environment.ascii,
        settings,
        notes,
        players: environment.players,
        boards: environment.boards,
        notice: notice.map(|text| (Duration::ZERO, text)),
        knows_unsaved: environment.notice_says_unsaved,
    };
    let (app, first) = App::new(context, start);
    // Requests are sent before the hall is open, so that it works while the terminal is prepared.
    let (mut other_effects, mut has_request) = (Vec::new(), false);
    for one in first {
        match one {
            SideEffect::Send(request) => {
                handle.send(request);
                has_request = true;
            }
            other => other_effects.push(other),
        }
    }
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut screen = Screen::ready(mouse)?;
    // Before raw mode, Ctrl-C ends the program.
    let slow = || {
        let text =
            "Waiting for the database; another program may be using it. Press Ctrl-C to quit.";
        let _ = writeln!(io::stderr(), "{text}");
    };
    match handle.opened(slow) {
        Some(Ok(())) => {}
        Some(Err(refusal)) => return Ok(ScreenExit::Closed(refusal)),
        None => return Err(gone()),
    }
    let (signals, input) = runtime.block_on(async { (Signals::listen(), Input::listen()) });
    let (mut signals, input) = (signals?, input?);
    screen.enter()?;
    screen.resize(app.context.size)?;
    let read = (app.context.settings.clone(), app.context.notes.clone());
    let mut event_loop = EventLoop {
        app,
        screen: &mut screen,
        worker: &handle,
        files,
        saved: read.clone(),
        read,
        hits: Hits::default(),
        changed: true,
        ended: None,
    };
    event_loop.run_side_effects(other_effects)?;
    if has_request
        && let Ok(Some(answer)) =
            runtime.block_on(async { timeout(FIRST_FRAME_TIMEOUT, replies.recv()).await })
    {
        event_loop.handle(UiEvent::Reply(answer))?;
    }
    let ended = runtime.block_on(event_loop.run(input, replies, &mut signals));
    drop(screen);
    Ok(match ended? {
        LoopExit::Left(status) => ScreenExit::Left(status),
        LoopExit::ToLine(id) => ScreenExit::ToLine(id, (runtime, signals)),
    })
}

/// The exit status after the terminal is gone, as after SIGHUP.
const HUNG_UP: u8 = 129;

enum LoopExit {
    Left(u8),
    ToLine(Option<MatchId>),
}

/// The app with its terminal and its worker.
struct EventLoop<'a> {
    app: App,
    screen: &'a mut Screen,
    worker: &'a WorkerHandle,
    files: SettingsFiles,
    /// Settings and notes as they were read, and as they were last saved.
    read: (PlayerSettings, CellNotes),
    saved: (PlayerSettings, CellNotes),
    hits: Hits,
    /// Whether anything has happened since the last frame.
    changed: bool,
    ended: Option<LoopExit>,
}

/// How many terminal events are handled before the next frame, so that signals and replies get their turn.
const BURST: usize = 256;

impl EventLoop<'_> {
    async fn run(
        mut self,
        mut input: Input,
        mut replies: UnboundedReceiver<PageReply>,
        signals: &mut Signals,
    ) -> io::Result<LoopExit> {
        let began = Instant::now();
        loop {
            self.app.context.now = began.elapsed();
            // One frame is enough for all replies that have arrived.
            while let Ok(reply) = replies.try_recv() {
                self.handle(UiEvent::Reply(reply))?;
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
            // Signals come first: one may say that the terminal is gone.
            tokio::select! {
                biased;
                signal = signals.next() => self.signalled(signal)?,
                event = input.next() => {
                    self.app.context.now = began.elapsed();
                    match event? {
                        Some(event) => self.on_terminal_event(event)?,
                        None => self.ended = Some(LoopExit::Left(HUNG_UP)),
                    }
                    if self.ended.is_none() && self.drain_input(&mut input)? {
                        // Otherwise a flood of terminal events would starve everything else.
                        tokio::task::yield_now().await;
                    }
                }
                reply = replies.recv() => {
                    self.app.context.now = began.elapsed();
                    match reply {
                        Some(reply) => self.handle(UiEvent::Reply(reply))?,
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
            Signal::Suspend => self.run_side_effects(vec![SideEffect::Suspend])?,
            Signal::Resumed => {
                self.screen.reenter()?;
                self.resized()?;
            }
            Signal::Resized => self.resized()?,
        }
        Ok(())
    }

    /// Handles a possible change of the terminal's size.
    fn resized(&mut self) -> io::Result<()> {
        // crossterm handles SIGWINCH too, and would lose a key that arrives before its resize event.
        while poll(Duration::ZERO)? {
            self.on_terminal_event(read()?)?;
        }
        let (width, height) = size()?;
        self.on_terminal_event(TerminalEvent::Resize(width, height))
    }

    fn draw(&mut self) -> io::Result<()> {
        let (app, mut hits) = (&self.app, Hits::default());
        self.screen.draw(|frame| hits = draw(app, frame))?;
        self.hits = hits;
        self.changed = false;
        Ok(())
    }

    /// Handles terminal events that have already arrived, up to a limit. Returns whether there may be more.
    fn drain_input(&mut self, input: &mut Input) -> io::Result<bool> {
        for _ in 0..BURST {
            match input.more()? {
                Some(event) if self.ended.is_none() => self.on_terminal_event(event)?,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn on_terminal_event(&mut self, terminal_event: TerminalEvent) -> io::Result<()> {
        let event = match terminal_event {
            TerminalEvent::Key(key) => KeyPress::pressed(key).map(UiEvent::Key),
            TerminalEvent::Mouse(mouse) => {
                if self.changed && matches!(mouse.kind, MouseEventKind::Down(_)) {
                    // Clicks refer to the current screen.
                    self.draw()?;
                }
                self.mouse(mouse)
            }
            TerminalEvent::Paste(text) => Some(UiEvent::Paste(text)),
            TerminalEvent::Resize(width, height) => {
                let (width, height) = drawn_size((width, height));
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
            // The next save includes all changes again.
            self.saved = self.read.clone();
        }
        let side_effects = self.app.update(event);
        self.run_side_effects(side_effects)
    }

    fn run_side_effects(&mut self, side_effects: Vec<SideEffect>) -> io::Result<()> {
        for effect in side_effects {
            match effect {
                SideEffect::Send(request) => self.worker.send(request),
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
                SideEffect::Suspend => self.screen.suspend(|| self.worker.suspend())?,
                SideEffect::Redraw => self.screen.clear()?,
            }
        }
        Ok(())
    }

    /// Saves a setting that is still being edited when the player quits.
    fn save_unsaved(&mut self) -> io::Result<()> {
        let PageContext { settings, notes, .. } = &self.app.context;
        match (settings, notes) == (&self.saved.0, &self.saved.1) {
            true => Ok(()),
            false => self.save(),
        }
    }

    /// Saves on the worker's thread: a slow disk must not block the screen.
    fn save(&mut self) -> io::Result<()> {
        let PageContext { settings, notes, .. } = &self.app.context;
        let now = (settings.clone(), notes.clone());
        let before = std::mem::replace(&mut self.saved, now.clone());
        let what = HallRequest::SaveSettings(Box::new(SaveSettings {
            files: self.files.clone(),
            before,
            now,
        }));
        self.worker.send(PageRequest { to: PageKey::MAX, what });
        self.screen.set_mouse(self.app.context.settings.mouse)
    }
}

/// Keeps handling signals in plain lines: once caught, they no longer have their default action.
fn keep_handling_signals((runtime, mut signals): (Runtime, Signals)) -> io::Result<()> {
    let handle = async move {
        loop {
            match signals.next().await {
                Signal::End(status) => std::process::exit(status.into()),
                Signal::Suspend => terminal::suspend_process_group(),
                Signal::Resumed | Signal::Resized => {}
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(move || runtime.block_on(handle))?;
    Ok(())
}

/// The size of the terminal; one that reports no size is taken to be of the smallest usable one.
fn size() -> io::Result<(u16, u16)> {
    Ok(match crossterm::terminal::size()? {
        (0, _) | (_, 0) => SMALLEST,
        size => drawn_size(size),
    })
}

fn gone() -> io::Error {
    io::Error::other("the full screen lost its terminal or its hall")
}
