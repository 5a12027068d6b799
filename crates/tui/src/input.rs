//! Reads the terminal on the thread that draws: passing keys between threads would delay them.

pub(crate) use platform::Input;

#[cfg(unix)]
mod platform {
    use crossterm::event::{Event, poll, read};
    use rustix::fs::{Mode, OFlags};
    use rustix::io::{fcntl_dupfd_cloexec, ioctl_fionread};
    use rustix::stdio::dup2_stdin;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr, ttyname};
    use std::io::{self, Stdin, stdin};
    use std::os::fd::OwnedFd;
    use std::time::Duration;
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    /// Keys, clicks and resizes as they arrive.
    pub(crate) struct Input {
        stdin: AsyncFd<Stdin>,
        // Declared after `stdin`, so that the terminal is still open when `stdin` is dropped.
        _reopened: Option<ReopenedTerminal>,
    }

    impl Input {
        #[expect(
            deprecated,
            reason = "standard input is never closed, and its successor is unsafe"
        )]
        pub(crate) fn listen() -> io::Result<Input> {
            // If the terminal can't be reopened, reading half an escape sequence blocks until the other half
            // arrives.
            let _reopened = ReopenedTerminal::open().ok();
            let stdin = AsyncFd::with_interest(stdin(), Interest::READABLE)?;
            Ok(Input { stdin, _reopened })
        }

        /// Returns the next event, or `None` when the terminal is gone.
        pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
            loop {
                let mut ready = self.stdin.readable().await?;
                // Reading from a terminal that is gone would never end.
                if ready.ready().is_read_closed() {
                    return Ok(None);
                }
                if poll(Duration::ZERO)? {
                    return read().map(Some);
                }
                ready.clear_ready();
                // crossterm reads a limited amount at a time, and reads the rest only when the terminal becomes
                // readable again. Setting the terminal's modes to their current values makes it so.
                if ioctl_fionread(stdin())? > 0 {
                    tcsetattr(stdin(), OptionalActions::Now, &tcgetattr(stdin())?)?;
                }
            }
        }

        /// Returns an event that has already arrived, if there is one.
        pub(crate) fn more(&mut self) -> io::Result<Option<Event>> {
            // A terminal that is gone must not be read, see above.
            let is_there = ioctl_fionread(stdin()).is_ok();
            if is_there && poll(Duration::ZERO)? { read().map(Some) } else { Ok(None) }
        }
    }

    /// The terminal, reopened in place of standard input so that reading never blocks: crossterm keeps reading
    /// while an escape sequence is incomplete, which Alt+[ always is. Other programs share the original file
    /// description, so its flags must not change.
    struct ReopenedTerminal {
        before: OwnedFd,
    }

    impl ReopenedTerminal {
        fn open() -> rustix::io::Result<ReopenedTerminal> {
            let name = ttyname(stdin(), Vec::new())?;
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let reopened = rustix::fs::open(name, flags, Mode::empty())?;
            let before = fcntl_dupfd_cloexec(stdin(), 3)?;
            dup2_stdin(&reopened)?;
            Ok(ReopenedTerminal { before })
        }
    }

    impl Drop for ReopenedTerminal {
        fn drop(&mut self) {
            // Plain lines may follow, and they need blocking reads.
            let _ = dup2_stdin(&self.before);
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use crossterm::event::{Event, EventStream};
    use futures_core::Stream;
    use std::future::poll_fn;
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    /// Keys, clicks and resizes as they arrive. On this platform another thread waits for them.
    pub(crate) struct Input(EventStream);

    impl Input {
        pub(crate) fn listen() -> io::Result<Input> {
            Ok(Input(EventStream::new()))
        }

        /// Returns the next event, or `None` when the terminal is gone.
        pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
            poll_fn(|cx| Pin::new(&mut self.0).poll_next(cx)).await.transpose()
        }

        /// Returns an event that has already arrived, if there is one.
        pub(crate) fn more(&mut self) -> io::Result<Option<Event>> {
            match Pin::new(&mut self.0).poll_next(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(event) => event.transpose(),
                Poll::Pending => Ok(None),
            }
        }
    }
}
