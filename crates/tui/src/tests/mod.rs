//! Tests of the whole app: with a real hall, a clock that stands still, and a screen of cells. `screens.rs`
//! compares every screen with its snapshot; `keys.rs` tests what keys and clicks do.

mod boards;
mod keys;
mod newcomers;
mod screens;
mod spelling;

use crate::app::{App, PageContext, SideEffect, StartPage};
use crate::canvas::Hits;
use crate::draw::draw;
use crate::event::{Hit, KeyPress, UiEvent};
use crate::page::AppPage;
use crate::settings::{CellNotes, PlayerSettings};
use crate::theme::Depth;
use crate::worker::{PageReply, WorkerHandle};
use engine::Seat;
use games::GAMES;
use hall::{BoardLibrary, Clock, Hall, Opening, Players, Store};
use jiff::{Timestamp, tz::TimeZone};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use std::fmt::Write;
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::UnboundedReceiver;

/// The sizes in which every screen is compared.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// How long a reply may take before a test fails.
const REPLY_TIMEOUT: Duration = Duration::from_secs(120);

/// 16 November 2026, eight in the morning.
fn clock() -> Timestamp {
    Timestamp::from_second(1_794_816_000).unwrap()
}

/// The app with its worker.
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) copied: Vec<String>,
    pub(crate) ended: Option<u8>,
    /// How often settings were saved.
    pub(crate) saves: usize,
    worker: WorkerHandle,
    runtime: Runtime,
    replies: UnboundedReceiver<PageReply>,
}

impl TestApp {
    /// The lobby, for a player who has seen the introduction.
    pub(crate) fn lobby() -> TestApp {
        TestApp::with(
            PlayerSettings { welcomed: true, ..PlayerSettings::default() },
            StartPage::Lobby,
        )
    }

    /// A match of a game with these settings and the seed 1.
    pub(crate) fn play(game: &str, set: &[&str], bots: &[(u8, &str)]) -> TestApp {
        let set = set.iter().map(|set| (*set).to_owned()).collect();
        let seed = Some("1".to_owned());
        let seats = bots.iter().map(|(seat, _)| seat + 1).max();
        let opening = Opening { what: game.to_owned(), set, seed, seats, ..Opening::default() };
        let bots = bots.iter().map(|(seat, name)| (Seat(*seat), (*name).to_owned())).collect();
        let start = StartPage::Play { opening: Box::new(opening), bots, begun: None, file: None };
        TestApp::with(PlayerSettings { welcomed: true, ..PlayerSettings::default() }, start)
    }

    /// The app with these settings and this first page.
    pub(crate) fn with(settings: PlayerSettings, start: StartPage) -> TestApp {
        TestApp::among(Players::unnamed("ann"), settings, start)
    }

    /// The same with these players at the keyboard.
    pub(crate) fn among(players: Players, settings: PlayerSettings, start: StartPage) -> TestApp {
        let hall = Hall::with_clock(
            GAMES,
            Store::memory(),
            Clock { now: clock, zone: Some(TimeZone::UTC) },
        );
        let hall_runtime = Builder::new_current_thread().build().unwrap();
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let (worker, replies, serving_worker) = WorkerHandle::new();
        thread::spawn(move || serving_worker.serve(Box::new(|| Ok((hall, hall_runtime))), false));
        let context = PageContext {
            now: Duration::ZERO,
            size: SIZES[0],
            depth: Depth::Sixteen,
            ascii: false,
            settings,
            notes: CellNotes::default(),
            players,
            boards: BoardLibrary::default(),
            notice: None,
            knows_unsaved: false,
        };
        let (app, first) = App::new(context, start);
        let mut app =
            TestApp { app, copied: Vec::new(), ended: None, saves: 0, worker, runtime, replies };
        app.all(first);
        app
    }

    fn all(&mut self, side_effects: Vec<SideEffect>) {
        for effect in side_effects {
            match effect {
                SideEffect::Send(request) => self.worker.send(request),
                SideEffect::Copy(text) => self.copied.push(text),
                SideEffect::Quit(status) => self.ended = Some(status),
                SideEffect::ToLine(_) => self.ended = Some(255),
                SideEffect::SaveSettings => self.saves += 1,
                SideEffect::Suspend | SideEffect::Redraw => {}
            }
        }
    }

    pub(crate) fn event(&mut self, event: UiEvent) {
        let side_effects = self.app.update(event);
        self.all(side_effects);
    }

    /// Shows a page without opening it.
    pub(crate) fn show(&mut self, page: Box<dyn AppPage>) -> &mut TestApp {
        self.app.show(page);
        self
    }

    /// Presses keys, written as in scenes.
    pub(crate) fn press(&mut self, keys: &[&str]) -> &mut TestApp {
        for key in keys {
            self.event(UiEvent::Key(KeyPress::read(key).unwrap()));
        }
        self
    }

    pub(crate) fn type_in(&mut self, text: &str) -> &mut TestApp {
        text.chars().for_each(|c| self.event(UiEvent::Key(KeyPress::char(c))));
        self
    }

    /// Clicks on this text, or with the right button if `marks`.
    pub(crate) fn click(&mut self, text: &str, marks: bool) -> &mut TestApp {
        let (buffer, hits) = self.draw();
        let lines = lines(&buffer);
        let (x, y) = (0..)
            .zip(&lines)
            .find_map(|(y, line)| line.find(text).map(|at| (line[..at].chars().count() as u16, y)))
            .unwrap_or_else(|| panic!("no {text:?} on the screen:\n{}", lines.join("\n")));
        match hits.at(x, y).cloned() {
            Some(Hit::Cell(place)) if marks => self.event(UiEvent::Click(Hit::Mark(place))),
            Some(hit) => self.event(UiEvent::Click(hit)),
            None => panic!("a click on {text:?} does nothing"),
        }
        self
    }

    /// Clicks on a key of Wordle's keyboard, which is on the right.
    pub(crate) fn click_key(&mut self, key: &str) -> &mut TestApp {
        let (buffer, hits) = self.draw();
        let at = |line: &String| line.rfind(key).map(|at| line[..at].chars().count() as u16 + 1);
        let places = (0..)
            .zip(&lines(&buffer))
            .filter_map(|(y, line)| Some((at(line)?, y)))
            .collect::<Vec<_>>();
        let mut keys = places.iter().filter_map(|(x, y)| hits.at(*x, *y));
        let hit = keys.next_back().cloned().unwrap_or_else(|| panic!("there is no key {key}"));
        self.event(UiEvent::Click(hit));
        self
    }

    /// Handles replies until this text is on the screen and the app isn't busy.
    pub(crate) fn until(&mut self, text: &str) -> &mut TestApp {
        while self.app.is_busy() || !self.text().contains(text) {
            match self.next_reply() {
                Some(reply) => self.event(UiEvent::Reply(reply)),
                None => panic!("no {text:?} on the screen:\n{}", self.text()),
            }
        }
        self
    }

    /// Handles replies until the match has ended and keys work again.
    pub(crate) fn until_over(&mut self) -> &mut TestApp {
        while !self.app.ignores_keys() {
            match self.next_reply() {
                Some(reply) => self.event(UiEvent::Reply(reply)),
                None => panic!("the match doesn't end:\n{}", self.text()),
            }
        }
        self.later(Duration::from_secs(2))
    }

    /// The next reply, or `None` if it takes too long.
    fn next_reply(&mut self) -> Option<PageReply> {
        let reply = async { tokio::time::timeout(REPLY_TIMEOUT, self.replies.recv()).await };
        self.runtime.block_on(reply).ok().flatten()
    }

    /// Lets time pass.
    pub(crate) fn later(&mut self, by: Duration) -> &mut TestApp {
        self.app.context.now += by;
        self.event(UiEvent::Tick);
        self
    }

    pub(crate) fn size(&mut self, (width, height): (u16, u16)) -> &mut TestApp {
        self.event(UiEvent::Resize(width, height));
        self
    }

    fn draw(&self) -> (Buffer, Hits) {
        let (width, height) = self.app.context.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut hits = Hits::default();
        terminal.draw(|frame| hits = draw(&self.app, frame)).unwrap();
        (terminal.backend().buffer().clone(), hits)
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        lines(&self.draw().0).join("\n")
    }

    /// Compares the screen with its snapshot in both sizes, with colours and without.
    pub(crate) fn shot(&mut self, name: &str) -> &mut TestApp {
        let before = self.app.context.size;
        for (width, height) in SIZES {
            self.size((width, height));
            let coloured = self.draw().0;
            self.app.context.depth = Depth::None;
            let plain = self.draw().0;
            self.app.context.depth = Depth::Sixteen;
            assert_eq!(lines(&coloured), lines(&plain), "only the colours differ");
            check(
                &format!("{name}-{width}x{height}"),
                &[("colours", &coloured), ("no colours", &plain)],
            );
        }
        self.size(before)
    }

    /// Compares the screen with its snapshot as it is.
    pub(crate) fn shot_once(&mut self, name: &str) -> &mut TestApp {
        check(name, &[("styles", &self.draw().0)]);
        self
    }
}

fn check(name: &str, buffers: &[(&str, &Buffer)]) {
    let mut text = lines(buffers[0].1).join("\n");
    for (title, buffer) in buffers {
        write!(text, "\n--- {title}\n{}", styles(buffer)).unwrap();
    }
    insta::with_settings!({
        snapshot_path => "../../tests/screens",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, text) });
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let width = usize::from(buffer.area.width);
    let line = |cells: &[ratatui::buffer::Cell]| {
        let mut text = String::new();
        let mut skip = 0;
        for cell in cells {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            text.push_str(cell.symbol());
            skip = crate::text::width(cell.symbol()).saturating_sub(1);
        }
        text.trim_end().to_owned()
    };
    buffer.content.chunks(width).map(line).collect()
}

/// The style of every cell: a letter for each style, a dot for a plain cell, and a legend below.
fn styles(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let mut looks: Vec<String> = Vec::new();
    let mut text = String::new();
    for cells in buffer.content.chunks(width) {
        let mut line = String::new();
        for cell in cells {
            let look = look(cell.fg, cell.bg, cell.modifier);
            if look.is_empty() {
                line.push('.');
                continue;
            }
            let place = looks.iter().position(|other| *other == look).unwrap_or_else(|| {
                looks.push(look);
                looks.len() - 1
            });
            line.push(('a'..='z').nth(place).unwrap_or('?'));
        }
        writeln!(text, "{}", line.trim_end_matches('.')).unwrap();
    }
    for (letter, look) in ('a'..='z').zip(&looks) {
        writeln!(text, "{letter}: {look}").unwrap();
    }
    text
}

fn look(fg: Color, bg: Color, modifier: Modifier) -> String {
    let mut look = Vec::new();
    if fg != Color::Reset {
        look.push(fg.to_string().to_lowercase());
    }
    if bg != Color::Reset {
        look.push(format!("on {}", bg.to_string().to_lowercase()));
    }
    look.extend(modifier.iter_names().map(|(name, _)| name.to_lowercase()));
    look.join(" ")
}
