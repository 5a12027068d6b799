//! Enters and restores the terminal. However the program ends, by a key, an error, a panic or a signal, the
//! terminal's modes, cursor and screen are restored.

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

/// Enables clicks and the wheel only. crossterm would also report every mouse movement.
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

/// The width of the terminal, if it reports one.
pub fn width() -> Option<u16> {
    crossterm::terminal::size().ok().map(|(width, _)| width).filter(|width| *width > 0)
}

/// The largest size that is drawn: more than any screen has, yet a buffer of only a few dozen megabytes. A
/// terminal may claim 65,535 columns and rows.
const LARGEST: (u16, u16) = (1024, 512);

/// The part of a terminal of this size that is drawn, from the top left.
pub(crate) fn drawn_size((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(LARGEST.0), height.min(LARGEST.1))
}

/// The area drawn at first: the whole terminal, unless it is too large.
fn viewport() -> Viewport {
    match crossterm::terminal::size() {
        Ok(size) if size != drawn_size(size) => {
            let (width, height) = drawn_size(size);
            Viewport::Fixed(Rect::new(0, 0, width, height))
        }
        _ => Viewport::Fullscreen,
    }
}

/// Whether we have changed the terminal and must restore it.
static ACTIVE: AtomicBool = AtomicBool::new(false);

/// The full screen. The terminal is restored when this is dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Ansi16Writer<Stdout>>>>,
    mouse: bool,
}

impl Screen {
    /// Enters the full screen. A panic restores the terminal.
    pub fn take(mouse: bool) -> io::Result<Screen> {
        let screen = Screen::ready(mouse)?;
        screen.enter()?;
        Ok(screen)
    }

    /// Prepares everything without touching the terminal.
    pub(crate) fn ready(mouse: bool) -> io::Result<Screen> {
        restore_on_panic(thread::current().id());
        let out = BufWriter::with_capacity(1 << 14, Ansi16Writer::new(io::stdout()));
        let backend = CrosstermBackend::new(out);
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport: viewport() })?;
        Ok(Screen { terminal, mouse })
    }

    /// Enters the full screen.
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

    /// Draws a frame. A terminal that supports synchronized updates shows it only when it is complete.
    pub(crate) fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        // `Terminal::draw` would ask for the size and hide the cursor each time. We know the size, and it is
        // hidden.
        picture(&mut self.terminal.get_frame());
        self.terminal.flush()?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        // Done after writing, so that it delays nothing.
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Changes the size, which redraws everything.
    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) -> io::Result<()> {
        let area = Rect::new(0, 0, width, height);
        if self.terminal.get_frame().area() == area {
            return Ok(());
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.resize(area)
    }

    /// Turns the mouse on or off.
    pub(crate) fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if self.mouse == mouse {
            return Ok(());
        }
        self.mouse = mouse;
        match mouse {
            true => execute!(io::stdout(), EnableClicks),
            false => execute!(io::stdout(), DisableMouseCapture),
        }
    }

    /// Enters the full screen again after a suspension, when other programs may have changed the terminal.
    pub(crate) fn reenter(&mut self) -> io::Result<()> {
        let _ = disable_raw_mode();
        self.enter()?;
        self.clear()
    }

    /// Clears the screen so that everything is redrawn. This sends no query to the terminal: the answer would
    /// arrive among the keys.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        // Nobody sees it empty: the next frame ends this synchronized update.
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let area = self.terminal.get_frame().area();
        self.terminal.resize(area)
    }

    /// Copies a text to the clipboard, if the terminal allows it.
    pub(crate) fn copy(&self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Restores the terminal while the process is suspended.
    pub(crate) fn suspend(&mut self, stop: impl FnOnce()) -> io::Result<()> {
        if cfg!(not(unix)) {
            return Ok(());
        }
        restore();
        stop();
        self.reenter()
    }
}

/// Suspends the whole process group until the shell resumes it; does nothing if no shell could. Call it on the
/// first thread, which gets the signal: on any other it may return too early.
pub(crate) fn suspend_process_group() {
    // TSTP is caught as an event, and STOP would also stop processes that no shell can resume.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TTIN);
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if we have changed it. Errors are ignored, because nobody could read them.
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

/// Makes a panic on the drawing thread restore the terminal before its message is printed. Panics on other
/// threads are caught and reported elsewhere, and must not write over the screen.
fn restore_on_panic(screen_thread: ThreadId) {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen_thread {
            restore();
            previous(info);
        } else if !ACTIVE.load(Ordering::SeqCst) {
            previous(info);
        }
    }));
}
