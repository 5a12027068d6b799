//! The terminal, taken and given back. However the program ends, by a key, an error, a panic or a signal, the
//! terminal is as it was: its lines, its modes, its cursor, its screen.

use crate::ansi16::Ansi16Writer;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
#[cfg(windows)]
use crossterm::event::EnableMouseCapture;
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{Command, execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::{panic, thread};

/// Clicks and the wheel are heard. crossterm would ask for every move of the mouse as well.
struct EnableClicks;

impl Command for EnableClicks {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("\x1b[?1000h\x1b[?1015h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// How wide the terminal is. Some say that they have no width at all.
pub fn width() -> Option<u16> {
    crossterm::terminal::size().ok().map(|(width, _)| width).filter(|width| *width > 0)
}

/// The most columns and rows that are drawn: more than any screen has room for, and yet a picture of a few dozen megabytes.
/// A terminal may say that it has 65,535 of each.
const LARGEST: (u16, u16) = (1024, 512);

/// How much of a terminal of this size is drawn: its top left.
pub(crate) fn drawn((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(LARGEST.0), height.min(LARGEST.1))
}

/// What is drawn at first: all of the terminal, unless it is too large.
fn viewport() -> Viewport {
    match crossterm::terminal::size() {
        Ok(size) if size != drawn(size) => {
            let (width, height) = drawn(size);
            Viewport::Fixed(Rect::new(0, 0, width, height))
        }
        _ => Viewport::Fullscreen,
    }
}

/// Is the terminal ours?
static ACTIVE: AtomicBool = AtomicBool::new(false);

/// The terminal, as long as it is ours. It is given back when this is dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Ansi16Writer<Stdout>>>>,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal, and sees to it that a panic gives it back.
    pub fn take(mouse: bool) -> io::Result<Screen> {
        let screen = Screen::ready(mouse)?;
        screen.enter()?;
        Ok(screen)
    }

    /// Everything that is needed to take the terminal, which is not touched yet.
    pub(crate) fn ready(mouse: bool) -> io::Result<Screen> {
        restore_on_panic(thread::current().id());
        let out = BufWriter::with_capacity(1 << 14, Ansi16Writer::new(io::stdout()));
        let backend = CrosstermBackend::new(out);
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport: viewport() })?;
        Ok(Screen { terminal, mouse })
    }

    /// Takes it.
    pub(crate) fn enter(&self) -> io::Result<()> {
        ACTIVE.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let mut out = io::stdout();
        queue!(out, EnterAlternateScreen, Hide, EnableBracketedPaste)?;
        if self.mouse {
            queue!(out, EnableClicks)?;
        }
        out.flush()
    }

    /// Draws a picture, and writes it at once. A terminal that can shows it only when all of it is there.
    pub(crate) fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        // `Terminal::draw` would ask for the size and hide the cursor each time; we are told the one, and it is.
        picture(&mut self.terminal.get_frame());
        self.terminal.flush()?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        // What is wiped for the next picture keeps nobody waiting.
        self.terminal.swap_buffers();
        Ok(())
    }

    /// The terminal has this size now: everything is drawn again.
    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) -> io::Result<()> {
        let area = Rect::new(0, 0, width, height);
        if self.terminal.get_frame().area() == area {
            return Ok(());
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.resize(area)
    }

    /// Listens to the mouse or not.
    pub(crate) fn listen(&mut self, mouse: bool) -> io::Result<()> {
        if self.mouse == mouse {
            return Ok(());
        }
        self.mouse = mouse;
        match mouse {
            true => execute!(io::stdout(), EnableClicks),
            false => execute!(io::stdout(), DisableMouseCapture),
        }
    }

    /// Takes the terminal again: we were stopped, and whoever had it then may have changed it.
    pub(crate) fn reenter(&mut self) -> io::Result<()> {
        let _ = disable_raw_mode();
        self.enter()?;
        self.clear()
    }

    /// Wipes the screen, so that everything is drawn again. The terminal is asked nothing: its answer would
    /// come among the keys.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        // Nobody sees it empty: the next picture ends what begins here.
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let area = self.terminal.get_frame().area();
        self.terminal.resize(area)
    }

    /// Puts a text into the clipboard, if the terminal lets it in.
    pub(crate) fn copy(&self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back while everything stops.
    pub(crate) fn suspend(&mut self, stop: impl FnOnce()) -> io::Result<()> {
        if cfg!(not(unix)) {
            return Ok(());
        }
        restore();
        stop();
        self.reenter()
    }
}

/// Stops us, with everybody who was started together with us, until we are called back. Where nobody could call us
/// back, nothing stops. Only on the first thread has everything stopped when this returns: it gets the signal.
pub(crate) fn stop() {
    // As TSTP would, which is heard as an event; STOP would also stop those whom nobody calls back.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TTIN);
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it is ours. There is nobody to tell when that fails.
pub(crate) fn restore() {
    if !ACTIVE.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        ResetColor,
        LeaveAlternateScreen,
        Show
    );
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// A panic where the terminal is drawn gives it back before anything is said. Elsewhere, in a match, it is
/// caught and answered, and must not write over the screen.
fn restore_on_panic(ours: ThreadId) {
    let said = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == ours {
            restore();
            said(info);
        } else if !ACTIVE.load(Ordering::SeqCst) {
            said(info);
        }
    }));
}
