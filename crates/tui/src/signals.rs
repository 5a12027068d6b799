//! Signals as events. What would end the program ends it in order; being called back after a stop draws anew.

/// What a signal means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    /// It is to end, with this status.
    End(u8),
    /// It goes on after it was stopped.
    Back,
}

#[cfg(unix)]
mod unix {
    use super::Signal;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use std::io;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    /// Listens as long as it lives.
    pub(crate) struct Ear(Handle);

    /// Hears signals on a thread of its own.
    pub(crate) fn listen() -> io::Result<(Ear, UnboundedReceiver<Signal>)> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT])?;
        let (send, heard) = unbounded_channel();
        let handle = signals.handle();
        let run = move || {
            for signal in signals.forever() {
                let meant = match signal {
                    SIGCONT => Signal::Back,
                    other => Signal::End(u8::try_from(128 + other).unwrap_or(1)),
                };
                if send.send(meant).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("signals".into()).spawn(run)?;
        Ok((Ear(handle), heard))
    }

    impl Drop for Ear {
        fn drop(&mut self) {
            self.0.close();
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::Signal;
    use std::io;
    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

    /// Keeps the channel open.
    pub(crate) struct Ear(#[expect(dead_code)] UnboundedSender<Signal>);

    /// Keys are all there is here.
    pub(crate) fn listen() -> io::Result<(Ear, UnboundedReceiver<Signal>)> {
        let (send, heard) = unbounded_channel();
        Ok((Ear(send), heard))
    }
}

#[cfg(not(unix))]
pub(crate) use other::listen;
#[cfg(unix)]
pub(crate) use unix::listen;
