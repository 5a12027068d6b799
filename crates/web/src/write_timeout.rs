//! A write timeout on a connection: a client that doesn't read in time is disconnected. Reading is limited only on
//! WebSockets, to a number of bytes between two messages.

use crate::metrics::increment;
use crate::serve::AppState;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How many bytes a second a client must read on average.
const SLOWEST: f64 = 16_384.0;

/// How many bytes may still be read from a connection. Frames that complete no message, such as empty fragments, can
/// only be counted here: the WebSocket library doesn't report them.
#[derive(Clone, Debug)]
pub(crate) struct Allowance(Arc<AllowanceState>);

#[derive(Debug)]
struct AllowanceState {
    left: AtomicUsize,
    exceeded: AtomicBool,
}

impl Default for Allowance {
    /// No limit.
    fn default() -> Allowance {
        let (left, exceeded) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        Allowance(Arc::new(AllowanceState { left, exceeded }))
    }
}

impl Allowance {
    /// Allows this many bytes from now on.
    pub(crate) fn renew(&self, bytes: usize) {
        self.0.left.store(bytes, Relaxed);
    }

    /// Have more bytes come than were allowed? Then nothing more is read.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.0.exceeded.load(Relaxed)
    }

    /// Uses some up.
    fn take(&self, bytes: usize) {
        let left = self.0.left.load(Relaxed);
        if left != usize::MAX {
            self.0.left.store(left.saturating_sub(bytes), Relaxed);
        }
        if left < bytes {
            self.0.exceeded.store(true, Relaxed);
        }
    }
}

/// A connection whose client has to read what it is sent.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    app: Arc<AppState>,
    /// How long writes may still wait. Waiting uses it up, and what the client takes gives it back, so that a client
    /// which takes a few bytes now and then is disconnected, too.
    patience: Duration,
    /// Since when a write is waiting, and its timeout.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    timed_out: bool,
    allowance: Allowance,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, app: &Arc<AppState>, allowance: Allowance) -> WriteTimeout<S> {
        let app = Arc::clone(app);
        let patience = app.config.limits.unread;
        WriteTimeout { stream, app, patience, waiting: None, timed_out: false, allowance }
    }
}

impl<S: Unpin> WriteTimeout<S> {
    /// Writes to the stream; fails with `TimedOut`, from then on always, when that takes too long. `taken` gives the
    /// number of bytes written.
    fn wait<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
        taken: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if self.timed_out {
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        if let Poll::Ready(done) = write(Pin::new(&mut self.stream), cx) {
            if let Some((since, _)) = self.waiting.take() {
                self.patience = self.patience.saturating_sub(since.elapsed());
            }
            let bytes = done.as_ref().map_or(0, taken);
            let earned = Duration::from_secs_f64(bytes as f64 / SLOWEST);
            self.patience = (self.patience + earned).min(self.app.config.limits.unread);
            return Poll::Ready(done);
        }
        let patience = self.patience;
        let waiting =
            self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(patience))));
        ready!(waiting.1.as_mut().poll(cx));
        self.timed_out = true;
        increment(&self.app.metrics.cut_off);
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.allowance.is_exceeded() {
            // The socket sends the reason, and then closes.
            return Poll::Pending;
        }
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        self.allowance.take(into.filled().len() - before);
        if self.allowance.is_exceeded() {
            return Poll::Ready(Err(io::Error::other("too many bytes between two messages")));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wait(cx, |stream, cx| stream.poll_write(cx, bytes), |written| *written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wait(cx, |stream, cx| stream.poll_write_vectored(cx, bytes), |written| *written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(cx, |stream, cx| stream.poll_flush(cx), |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(cx, |stream, cx| stream.poll_shutdown(cx), |()| 0)
    }
}
