//! What the terminal tells, on the thread that draws: a key that had to change threads would come later.

pub(crate) use here::Input;

#[cfg(unix)]
mod here {
    use crossterm::event::{Event, poll, read};
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::{fcntl_dupfd_cloexec, ioctl_fionread};
    use rustix::stdio::dup2_stdin;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr, ttyname};
    use std::io::{self, Stdin, stdin};
    use std::os::fd::OwnedFd;
    use std::time::Duration;
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    /// Keys, clicks and sizes, as they come.
    pub(crate) struct Input {
        ear: AsyncFd<Stdin>,
        // After the ear: what it listens to is still there when it goes.
        _opened: Option<ReopenedTerminal>,
    }

    impl Input {
        /// Begins to listen.
        #[expect(
            deprecated,
            reason = "standard input is never closed, and its successor is unsafe"
        )]
        pub(crate) fn listen() -> io::Result<Input> {
            // Where the terminal cannot be opened again, half a key keeps everything waiting for its other half.
            let _opened = ReopenedTerminal::again().ok();
            let ear = AsyncFd::with_interest(stdin(), Interest::READABLE)?;
            Ok(Input { ear, _opened })
        }

        /// The next of them; none when the terminal is gone.
        pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
            loop {
                let mut ready = self.ear.readable().await?;
                // Who reads a terminal that is gone reads for ever.
                if ready.ready().is_read_closed() {
                    return Ok(None);
                }
                if poll(Duration::ZERO)? {
                    return read().map(Some);
                }
                ready.clear_ready();
                // crossterm reads so much at a time, and the rest only when it hears of the terminal again. Setting
                // its modes to what they are lets everybody hear of it.
                if ioctl_fionread(stdin())? > 0 {
                    tcsetattr(stdin(), OptionalActions::Now, &tcgetattr(stdin())?)?;
                }
            }
        }

        /// One more of them, if it is there already.
        pub(crate) fn more(&mut self) -> io::Result<Option<Event>> {
            // A terminal that is gone answers nothing, and is not to be read: see above.
            let is_there = ioctl_fionread(stdin()).is_ok();
            if is_there && poll(Duration::ZERO)? { read().map(Some) } else { Ok(None) }
        }
    }

    /// The terminal, opened once more in place of standard input so that reading it never waits: crossterm reads on
    /// while a key is half there, as Alt+[ is to it. What others have open must not change its ways.
    struct ReopenedTerminal {
        before: OwnedFd,
    }

    impl ReopenedTerminal {
        fn again() -> rustix::io::Result<ReopenedTerminal> {
            let name = ttyname(stdin(), Vec::new())?;
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let again = open(name, flags, Mode::empty())?;
            let before = fcntl_dupfd_cloexec(stdin(), 3)?;
            dup2_stdin(&again)?;
            Ok(ReopenedTerminal { before })
        }
    }

    impl Drop for ReopenedTerminal {
        fn drop(&mut self) {
            // Plain lines may follow, and they wait.
            let _ = dup2_stdin(&self.before);
        }
    }
}

#[cfg(not(unix))]
mod here {
    use crossterm::event::{Event, EventStream};
    use futures_core::Stream;
    use std::future::poll_fn;
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    /// Keys, clicks and sizes, as they come. Here another thread has to wait for them.
    pub(crate) struct Input(EventStream);

    impl Input {
        /// Begins to listen.
        pub(crate) fn listen() -> io::Result<Input> {
            Ok(Input(EventStream::new()))
        }

        /// The next of them; none when the terminal is gone.
        pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
            poll_fn(|cx| Pin::new(&mut self.0).poll_next(cx)).await.transpose()
        }

        /// One more of them, if it is there already.
        pub(crate) fn more(&mut self) -> io::Result<Option<Event>> {
            match Pin::new(&mut self.0).poll_next(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(told) => told.transpose(),
                Poll::Pending => Ok(None),
            }
        }
    }
}
