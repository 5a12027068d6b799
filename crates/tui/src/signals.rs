//! Signals as events. What would end the program ends it in order; what would stop it gives the
//! terminal back first; being called back after a stop draws anew.

pub(crate) use here::Signals;

/// What a signal means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "there are none"))]
pub(crate) enum Signal {
    /// It is to end, with this status.
    End(u8),
    /// It is to stop until it is called back.
    Stop,
    /// It goes on after it was stopped.
    Back,
    /// The terminal has another size.
    Size,
}

#[cfg(unix)]
mod here {
    use super::Signal;
    use rustix::process::Signal as Number;
    use std::future::poll_fn;
    use std::io;
    use std::task::Poll;
    use tokio::signal::unix::{Signal as Ear, SignalKind, signal};

    /// What ends us: on purpose, or because nobody else hears it.
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

    /// An ear for each signal.
    pub(crate) struct Signals {
        ends: Vec<(Ear, u8)>,
        stop: Ear,
        back: Ear,
        size: Ear,
    }

    impl Signals {
        /// Begins to listen: from now on none of them ends the program by itself.
        pub(crate) fn listen() -> io::Result<Signals> {
            let ear = |number: Number| signal(SignalKind::from_raw(number.as_raw()));
            // Who is ended by a signal has the customary status.
            let end = |number: Number| {
                Ok::<_, io::Error>((ear(number)?, u8::try_from(128 + number.as_raw()).unwrap_or(1)))
            };
            Ok(Signals {
                ends: ENDS.into_iter().map(end).collect::<io::Result<_>>()?,
                stop: ear(Number::TSTP)?,
                back: ear(Number::CONT)?,
                size: ear(Number::WINCH)?,
            })
        }

        /// The next one.
        pub(crate) async fn next(&mut self) -> Signal {
            let Signals { ends, stop, back, size } = self;
            let end = poll_fn(|cx| {
                let ended = ends
                    .iter_mut()
                    .find_map(|(ear, status)| ear.poll_recv(cx).is_ready().then_some(*status));
                ended.map_or(Poll::Pending, Poll::Ready)
            });
            tokio::select! {
                biased;
                status = end => Signal::End(status),
                _ = stop.recv() => Signal::Stop,
                _ = back.recv() => Signal::Back,
                _ = size.recv() => Signal::Size,
            }
        }
    }
}

#[cfg(not(unix))]
mod here {
    use super::Signal;
    use std::io;

    /// Keys are all there is here.
    pub(crate) struct Signals;

    impl Signals {
        /// There is nothing to listen to.
        pub(crate) fn listen() -> io::Result<Signals> {
            Ok(Signals)
        }

        /// None ever comes.
        pub(crate) async fn next(&mut self) -> Signal {
            std::future::pending().await
        }
    }
}
