//! Signals as events. What would end the program ends it in order; being called back after a stop draws anew.

pub(crate) use here::Signals;

/// What a signal means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "there are none"))]
pub(crate) enum Signal {
    /// It is to end, with this status.
    End(u8),
    /// It goes on after it was stopped.
    Back,
    /// The terminal has another size.
    Size,
}

#[cfg(unix)]
mod here {
    use super::Signal;
    use rustix::process::Signal as Number;
    use std::io;
    use tokio::signal::unix::{Signal as Ear, SignalKind, signal};

    /// An ear for each signal.
    pub(crate) struct Signals {
        ends: [(Ear, u8); 3],
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
                ends: [end(Number::TERM)?, end(Number::HUP)?, end(Number::INT)?],
                back: ear(Number::CONT)?,
                size: ear(Number::WINCH)?,
            })
        }

        /// The next one.
        pub(crate) async fn next(&mut self) -> Signal {
            let [(term, ended), (hup, hung_up), (int, interrupted)] = &mut self.ends;
            tokio::select! {
                biased;
                _ = term.recv() => Signal::End(*ended),
                _ = hup.recv() => Signal::End(*hung_up),
                _ = int.recv() => Signal::End(*interrupted),
                _ = self.back.recv() => Signal::Back,
                _ = self.size.recv() => Signal::Size,
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
