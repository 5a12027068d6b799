//! Signals as events. A signal that would end the program shuts it down in order, one that would stop it
//! restores the terminal first, and SIGCONT redraws the screen.

pub(crate) use platform::Signals;

/// What a signal means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "this platform has no signals"))]
pub(crate) enum Signal {
    /// End with this exit status.
    End(u8),
    /// Suspend the program.
    Suspend,
    /// The program was resumed.
    Resumed,
    /// The terminal was resized.
    Resized,
}

#[cfg(unix)]
mod platform {
    use super::Signal;
    use rustix::process::Signal as Number;
    use std::future::poll_fn;
    use std::io;
    use std::task::Poll;
    use tokio::signal::unix::{Signal as Listener, SignalKind, signal};

    /// Signals that end the program, on purpose or because their default action does.
    const ENDS: [Number; 12] = [
        Number::TERM,
        Number::HUP,
        Number::INT,
        Number::QUIT,
        Number::ALARM,
        Number::USR1,
        Number::USR2,
        Number::ABORT,
        Number::VTALARM,
        Number::PROF,
        Number::XCPU,
        Number::XFSZ,
    ];

    /// A listener for each signal.
    pub(crate) struct Signals {
        ends: Vec<(Listener, u8)>,
        stop: Listener,
        back: Listener,
        size: Listener,
    }

    impl Signals {
        /// Starts to listen. From now on none of these signals ends the program by itself.
        pub(crate) fn listen() -> io::Result<Signals> {
            let listener = |number: Number| signal(SignalKind::from_raw(number.as_raw()));
            // By convention, the exit status after a signal is 128 plus its number.
            let end = |number: Number| {
                Ok::<_, io::Error>((
                    listener(number)?,
                    u8::try_from(128 + number.as_raw()).unwrap_or(1),
                ))
            };
            Ok(Signals {
                ends: ENDS.into_iter().map(end).collect::<io::Result<_>>()?,
                stop: listener(Number::TSTP)?,
                back: listener(Number::CONT)?,
                size: listener(Number::WINCH)?,
            })
        }

        pub(crate) async fn next(&mut self) -> Signal {
            let Signals { ends, stop, back, size } = self;
            let end = poll_fn(|cx| {
                let ended = ends.iter_mut().find_map(|(listener, status)| {
                    listener.poll_recv(cx).is_ready().then_some(*status)
                });
                ended.map_or(Poll::Pending, Poll::Ready)
            });
            tokio::select! {
                biased;
                status = end => Signal::End(status),
                _ = stop.recv() => Signal::Suspend,
                _ = back.recv() => Signal::Resumed,
                _ = size.recv() => Signal::Resized,
            }
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use super::Signal;
    use std::io;

    /// There are no signals on this platform.
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn listen() -> io::Result<Signals> {
            Ok(Signals)
        }

        /// Never returns.
        pub(crate) async fn next(&mut self) -> Signal {
            std::future::pending().await
        }
    }
}
