//! The loop: wait for something, take it in, draw. Whatever has come in the meantime is taken in before the
//! next drawing, so that a burst of keys costs one.

use crate::app::{App, Desk, Enter, Outside, SMALLEST};
use crate::canvas::Hits;
use crate::draw::draw;
use crate::event::{Event, Hit, Key};
use crate::input::Input;
use crate::link::{Ask, Command, Keep, Link, News, Open, PageKey, Said};
use crate::signals::{Signal, Signals};
use crate::terminal::{self, Screen, drawn};
use crate::theme::Depth;
use crate::wishes::{self, Files, Notes, Wishes};
use crossterm::event::{Event as Told, MouseButton, MouseEvent, MouseEventKind, poll, read};
use engine::Refusal;
use hall::{Boards, Hall, MatchId, Players};
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
pub struct House {
    /// Opens the hall that matches are played in. It does so while everything else is made ready.
    pub open: Open,
    /// May others, elsewhere, sit at the same matches?
    pub shared: bool,
    /// What is around the player.
    pub around: Around,
}

/// What is around the player: the terminal, and what is theirs.
pub struct Around {
    /// Who is at this keyboard.
    pub players: Players,
    /// Where boards are found.
    pub boards: Boards,
    /// The folder for settings, where there is one.
    pub config: Option<PathBuf>,
    /// The folder for notes, where there is one.
    pub data: Option<PathBuf>,
    /// What the player should know from the beginning.
    pub notice: Option<String>,
    /// Does that say already that nothing is kept?
    pub unkept: bool,
    /// How many colours there are.
    pub depth: Depth,
    /// Does the terminal understand only ASCII?
    pub ascii: bool,
}

/// How it ended.
pub enum Ended {
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
pub fn run(house: House, enter: Enter) -> io::Result<Ended> {
    let (link, news, porter) = Link::new();
    let House { open, shared, around } = house;
    let (at_work, work) = mpsc::channel::<()>();
    let show = move || {
        let shown = show(around, enter, link, news);
        if let Ok(Shown::Left(status)) = shown
            && work.recv_timeout(LAST) == Err(RecvTimeoutError::Timeout)
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
        (Shown::Closed(refusal), _) => Ok(Ended::Closed(refusal)),
        (Shown::Left(status), _) => Ok(Ended::Left(status)),
        (Shown::ToLine(id, signals), Ok(Some((hall, runtime)))) => {
            still_hear(signals)?;
            Ok(Ended::ToLine(id, hall, runtime))
        }
        (Shown::ToLine(..), _) => Err(gone()),
    }
}

/// How long the hall has for what it was asked last. A store that is locked is waited for half as long.
const LAST: Duration = Duration::from_secs(10);

/// How long the first picture waits for what it is to show: without it, half of a lobby would be seen for an instant. A
/// hall that takes longer is not waited for.
const BLINK: Duration = Duration::from_millis(30);

/// How the screen ended.
enum Shown {
    Closed(Refusal),
    Left(u8),
    /// Signals are still to be heard.
    ToLine(Option<MatchId>, (Runtime, Signals)),
}

/// Takes the terminal once the hall is open, and gives it back in the end.
fn show(
    around: Around,
    enter: Enter,
    link: Link,
    mut news: UnboundedReceiver<News>,
) -> io::Result<Shown> {
    let files = Files {
        wishes: around.config.as_ref().map(|folder| folder.join("settings.json")),
        notes: around.data.as_deref().map(wishes::notes_in),
    };
    let (wishes, unread_wishes) = wishes::read::<Wishes>(files.wishes.as_deref());
    let (notes, unread_notes) = wishes::read::<Notes>(files.notes.as_deref());
    let told = [around.notice, unread_wishes, unread_notes]
        .into_iter()
        .flatten()
        .reduce(|a, b| a + " " + &b);
    let mouse = wishes.mouse;
    let desk = Desk {
        now: Duration::ZERO,
        size: size()?,
        depth: around.depth,
        ascii: around.ascii,
        wishes,
        notes,
        players: around.players,
        boards: around.boards,
        notice: told.map(|text| (Duration::ZERO, text)),
        unkept: around.unkept,
    };
    let (app, first) = App::new(desk, enter);
    // The hall is asked before it is open, and works while the terminal is taken.
    let (mut first_of_all, mut is_asked) = (Vec::new(), false);
    for one in first {
        match one {
            Outside::Tell(command) => {
                link.tell(command);
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
        Some(Err(refusal)) => return Ok(Shown::Closed(refusal)),
        None => return Err(gone()),
    }
    let (signals, input) = runtime.block_on(async { (Signals::listen(), Input::listen()) });
    let (mut signals, input) = (signals?, input?);
    screen.enter()?;
    screen.resize(app.desk.size)?;
    let read = (app.desk.wishes.clone(), app.desk.notes.clone());
    let mut turn = Turn {
        app,
        screen: &mut screen,
        link: &link,
        files,
        kept: read.clone(),
        read,
        hits: Hits::default(),
        changed: true,
        ended: None,
    };
    turn.all(first_of_all)?;
    if is_asked
        && let Ok(Some(answer)) = runtime.block_on(async { timeout(BLINK, news.recv()).await })
    {
        turn.take(Event::News(answer))?;
    }
    let ended = runtime.block_on(turn.go(input, news, &mut signals));
    drop(screen);
    Ok(match ended? {
        End::Left(status) => Shown::Left(status),
        End::ToLine(id) => Shown::ToLine(id, (runtime, signals)),
    })
}

/// The status of a program whose terminal is gone.
const HUNG_UP: u8 = 129;

/// How the loop ended.
enum End {
    Left(u8),
    ToLine(Option<MatchId>),
}

/// The program with the world around it.
struct Turn<'a> {
    app: App,
    screen: &'a mut Screen,
    link: &'a Link,
    files: Files,
    /// Wishes and notes as they were read, and as they were last kept.
    read: (Wishes, Notes),
    kept: (Wishes, Notes),
    hits: Hits,
    /// Has anything happened since the last picture?
    changed: bool,
    ended: Option<End>,
}

/// How many keys one picture may be of. Signals and news come in between.
const BURST: usize = 256;

impl Turn<'_> {
    async fn go(
        mut self,
        mut input: Input,
        mut news: UnboundedReceiver<News>,
        signals: &mut Signals,
    ) -> io::Result<End> {
        let began = Instant::now();
        loop {
            self.app.desk.now = began.elapsed();
            // Whatever has come in the meantime: a picture of it is enough.
            while let Ok(heard) = news.try_recv() {
                self.take(Event::News(heard))?;
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
                    self.app.desk.now = began.elapsed();
                    match told? {
                        Some(told) => self.told(told)?,
                        None => self.ended = Some(End::Left(HUNG_UP)),
                    }
                    if self.ended.is_none() && self.all_told(&mut input)? {
                        // Whoever is always told something hears nothing else.
                        tokio::task::yield_now().await;
                    }
                }
                heard = news.recv() => {
                    self.app.desk.now = began.elapsed();
                    match heard {
                        Some(heard) => self.take(Event::News(heard))?,
                        None => return Err(gone()),
                    }
                }
                () = sleep => {
                    self.app.desk.now = began.elapsed();
                    self.take(Event::Tick)?;
                }
            }
        }
    }

    fn signalled(&mut self, signal: Signal) -> io::Result<()> {
        match signal {
            Signal::End(status) => self.all(vec![Outside::Quit(status)])?,
            Signal::Stop => self.all(vec![Outside::Suspend])?,
            Signal::Back => {
                self.screen.again()?;
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
            self.told(read()?)?;
        }
        let (width, height) = size()?;
        self.told(Told::Resize(width, height))
    }

    fn draw(&mut self) -> io::Result<()> {
        let (app, mut hits) = (&self.app, Hits::default());
        self.screen.draw(|frame| hits = draw(app, frame))?;
        self.hits = hits;
        self.changed = false;
        Ok(())
    }

    /// Takes in what has been told already, as far as it goes into one picture. Is there more?
    fn all_told(&mut self, input: &mut Input) -> io::Result<bool> {
        for _ in 0..BURST {
            match input.more()? {
                Some(told) if self.ended.is_none() => self.told(told)?,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// What the terminal tells.
    fn told(&mut self, told: Told) -> io::Result<()> {
        let event = match told {
            Told::Key(key) => Key::pressed(key).map(Event::Key),
            Told::Mouse(mouse) => {
                if self.changed && matches!(mouse.kind, MouseEventKind::Down(_)) {
                    // What is clicked is what is seen.
                    self.draw()?;
                }
                self.mouse(mouse)
            }
            Told::Paste(text) => Some(Event::Paste(text)),
            Told::Resize(width, height) => {
                let (width, height) = drawn((width, height));
                self.screen.resize((width, height))?;
                Some(Event::Resize(width, height))
            }
            _ => None,
        };
        event.map_or(Ok(()), |event| self.take(event))
    }

    fn mouse(&self, mouse: MouseEvent) -> Option<Event> {
        let at = || self.hits.at(mouse.column, mouse.row).cloned();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => at().map(Event::Click),
            MouseEventKind::Down(MouseButton::Right) => match at()? {
                Hit::Cell(place) => Some(Event::Click(Hit::Mark(place))),
                _ => None,
            },
            MouseEventKind::ScrollUp => Some(Event::Wheel(-1)),
            MouseEventKind::ScrollDown => Some(Event::Wheel(1)),
            _ => None,
        }
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        self.changed = true;
        if let Event::News(News { what: Said::Unkept(_), .. }) = &event {
            // Next time all that is new is tried again.
            self.kept = self.read.clone();
        }
        let outside = self.app.update(event);
        self.all(outside)
    }

    /// Does what is to be done outside.
    fn all(&mut self, outside: Vec<Outside>) -> io::Result<()> {
        for one in outside {
            match one {
                Outside::Tell(command) => self.link.tell(command),
                Outside::Copy(text) => self.screen.copy(&text)?,
                Outside::Keep => self.keep()?,
                Outside::Quit(status) => {
                    self.keep_rest()?;
                    self.ended = Some(End::Left(status));
                }
                Outside::ToLine(id) => {
                    self.keep_rest()?;
                    self.ended = Some(End::ToLine(id));
                }
                Outside::Suspend => self.screen.suspend(|| self.link.stop())?,
                Outside::Redraw => self.screen.anew()?,
            }
        }
        Ok(())
    }

    /// Whoever leaves in the middle of a setting has made it all the same.
    fn keep_rest(&mut self) -> io::Result<()> {
        let Desk { wishes, notes, .. } = &self.app.desk;
        match (wishes, notes) == (&self.kept.0, &self.kept.1) {
            true => Ok(()),
            false => self.keep(),
        }
    }

    /// The link's thread writes: a slow disk must not keep the screen waiting.
    fn keep(&mut self) -> io::Result<()> {
        let Desk { wishes, notes, .. } = &self.app.desk;
        let now = (wishes.clone(), notes.clone());
        let before = std::mem::replace(&mut self.kept, now.clone());
        let what = Ask::Keep(Box::new(Keep { files: self.files.clone(), before, now }));
        self.link.tell(Command { to: PageKey::MAX, what });
        self.screen.listen(self.app.desk.wishes.mouse)
    }
}

/// Signals that were once heard have no effect of their own any more: in plain lines, too, they end the program or
/// stop it.
fn still_hear((runtime, mut signals): (Runtime, Signals)) -> io::Result<()> {
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
