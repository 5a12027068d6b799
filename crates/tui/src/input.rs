//! What the terminal tells, on the thread that draws: a key that had to change threads would come later.

pub(crate) use here::Input;

#[cfg(unix)]
mod here {
    use crossterm::event::{Event, poll, read};
    use std::io::{self, Stdin, stdin};
    use std::time::Duration;
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    /// Keys, clicks and sizes, as they come.
    pub(crate) struct Input(AsyncFd<Stdin>);

    impl Input {
        /// Begins to listen.
        #[expect(
            deprecated,
            reason = "standard input is never closed, and its successor is unsafe"
        )]
        pub(crate) fn listen() -> io::Result<Input> {
            AsyncFd::with_interest(stdin(), Interest::READABLE).map(Input)
        }

        /// The next of them; none when the terminal is gone.
        pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
            loop {
                let mut ready = self.0.readable().await?;
                // Who reads a terminal that is gone reads for ever.
                if ready.ready().is_read_closed() {
                    return Ok(None);
                }
                if poll(Duration::ZERO)? {
                    return read().map(Some);
                }
                ready.clear_ready();
            }
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
    }
}
