//! The loop: wait for something, take it in, draw. Whatever has come in the meantime is taken in before the
//! next drawing, so that a burst of keys costs one.

use crate::app::{App, Desk, Enter, Outside};
use crate::canvas::Hits;
use crate::draw::draw;
use crate::event::{Event, Hit, Key};
use crate::input::Input;
use crate::link::{Ask, Command, Keep, Link, News, PageKey};
use crate::signals::{Signal, Signals};
use crate::terminal::Screen;
use crate::theme::Depth;
use crate::wishes::{self, Files, Notes, Wishes};
use crossterm::event::{Event as Told, MouseButton, MouseEvent, MouseEventKind, poll, read};
use hall::{Boards, Hall, MatchId, Players};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::UnboundedReceiver;

/// What the program needs of the house.
pub struct House {
    /// The hall that matches are played in.
    pub hall: Hall,
    /// What the hall runs on.
    pub runtime: Runtime,
    /// Who is at this keyboard.
    pub players: Players,
    /// May others, elsewhere, sit at the same matches?
    pub shared: bool,
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
    /// The player wants plain lines, and to go on with this match if there is one. What the hall ran on comes
    /// back.
    ToLine(Option<MatchId>, Runtime),
}

/// Opens the full screen, and stays there until the player leaves.
pub fn run(house: House, enter: Enter) -> io::Result<Ended> {
    let files = Files {
        wishes: house.config.as_ref().map(|folder| folder.join("settings.json")),
        notes: house.data.as_ref().map(|folder| folder.join("notes.json")),
    };
    let (wishes, unread_wishes) = wishes::read::<Wishes>(files.wishes.as_deref());
    let (notes, unread_notes) = wishes::read::<Notes>(files.notes.as_deref());
    let told = [house.notice, unread_wishes, unread_notes]
        .into_iter()
        .flatten()
        .reduce(|a, b| a + " " + &b);
    let (link, news) = Link::start(house.hall, house.runtime, house.shared)?;
    let mouse = wishes.mouse;
    let desk = Desk {
        now: Duration::ZERO,
        size: crossterm::terminal::size()?,
        depth: house.depth,
        ascii: house.ascii,
        wishes,
        notes,
        players: house.players,
        boards: house.boards,
        notice: told.map(|text| (Duration::ZERO, text)),
        unkept: house.unkept,
    };
    let (app, first) = App::new(desk, enter);
    // The hall works while the terminal is taken.
    let mut first_of_all = Vec::new();
    for one in first {
        match one {
            Outside::Tell(command) => link.tell(command),
            other => first_of_all.push(other),
        }
    }
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (signals, input) = runtime.block_on(async { (Signals::listen(), Input::listen()) });
    let (mut signals, input) = (signals?, input?);
    let mut screen = Screen::take(mouse)?;
    let mut turn =
        Turn { app, screen: &mut screen, link: &link, files, hits: Hits::default(), ended: None };
    turn.all(first_of_all)?;
    let ended = runtime.block_on(turn.go(input, news, &mut signals));
    drop(screen);
    let hall_ran_on = link.end();
    match (ended?, hall_ran_on) {
        (End::Left(status), _) => Ok(Ended::Left(status)),
        (End::ToLine(id), Some(hall_ran_on)) => {
            still_hear(runtime, signals)?;
            Ok(Ended::ToLine(id, hall_ran_on))
        }
        (End::ToLine(_), None) => Err(gone()),
    }
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
    hits: Hits,
    ended: Option<End>,
}

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
            self.draw()?;
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
            Signal::End(status) => self.ended = Some(End::Left(status)),
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
        let (width, height) = crossterm::terminal::size()?;
        self.told(Told::Resize(width, height))
    }

    fn draw(&mut self) -> io::Result<()> {
        let (app, mut hits) = (&self.app, Hits::default());
        self.screen.draw(|frame| hits = draw(app, frame))?;
        self.hits = hits;
        Ok(())
    }

    /// What the terminal tells.
    fn told(&mut self, told: Told) -> io::Result<()> {
        let event = match told {
            Told::Key(key) => Key::pressed(key).map(Event::Key),
            Told::Mouse(mouse) => self.mouse(mouse),
            Told::Resize(width, height) => {
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
                Outside::Quit(status) => self.ended = Some(End::Left(status)),
                Outside::ToLine(id) => self.ended = Some(End::ToLine(id)),
                Outside::Suspend => self.screen.suspend()?,
                Outside::Redraw => self.screen.anew()?,
            }
        }
        Ok(())
    }

    /// The link's thread writes: a slow disk must not keep the screen waiting.
    fn keep(&mut self) -> io::Result<()> {
        let Desk { wishes, notes, .. } = &self.app.desk;
        let (files, wishes, notes) = (self.files.clone(), wishes.clone(), notes.clone());
        let what = Ask::Keep(Box::new(Keep { files, wishes, notes }));
        self.link.tell(Command { to: PageKey::MAX, what });
        self.screen.listen(self.app.desk.wishes.mouse)
    }
}

/// Signals that were once heard have no effect of their own any more: in plain lines, too, they end the program.
fn still_hear(runtime: Runtime, mut signals: Signals) -> io::Result<()> {
    let hear = async move {
        loop {
            if let Signal::End(status) = signals.next().await {
                std::process::exit(status.into());
            }
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(move || runtime.block_on(hear))?;
    Ok(())
}

fn gone() -> io::Error {
    io::Error::other("the full screen has lost its terminal or its hall")
}
