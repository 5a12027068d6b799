//! A connection with patience: what is written has to be taken in time. Whoever does not read is cut, whatever they have
//! asked for. Reading is limited only on a socket: between two messages only so many bytes may come.

use crate::metrics::increment;
use crate::serve::AppState;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// What reading fails with when too many bytes come between two messages.
pub(crate) const FLOOD: &str = "too many bytes between two messages";

/// How many bytes may still be read from a connection. Frames that make no message, such as empty pieces of one, are seen
/// nowhere else: the library that reads frames does not tell of them.
#[derive(Clone, Debug)]
pub(crate) struct Allowance(Arc<AtomicUsize>);

impl Default for Allowance {
    /// As many as there are.
    fn default() -> Allowance {
        Allowance(Arc::new(AtomicUsize::new(usize::MAX)))
    }
}

impl Allowance {
    /// From now on so many.
    pub(crate) fn renew(&self, bytes: usize) {
        self.0.store(bytes, Relaxed);
    }

    /// Takes some; false, when there are not so many left.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.load(Relaxed);
        if left != usize::MAX {
            self.0.store(left.saturating_sub(bytes), Relaxed);
        }
        left >= bytes
    }
}

/// A connection whose client has to read.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    app: Arc<AppState>,
    /// Until when the client has time. It is there only while something waits to be taken.
    late: Option<Pin<Box<Sleep>>>,
    /// Patience has ended.
    cut: bool,
    allowance: Allowance,
    /// More was read than was allowed: nothing more is.
    flooded: bool,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, app: &Arc<AppState>, allowance: Allowance) -> WriteTimeout<S> {
        let app = Arc::clone(app);
        WriteTimeout { stream, app, late: None, cut: false, allowance, flooded: false }
    }
}

impl<S: Unpin> WriteTimeout<S> {
    /// Does something with the stream; when it has to wait too long for it, that is the end.
    fn wait<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if self.cut {
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        if let Poll::Ready(done) = write(Pin::new(&mut self.stream), cx) {
            self.late = None;
            return Poll::Ready(done);
        }
        let patience = self.app.config.limits.unread;
        let late = self.late.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(late.as_mut().poll(cx));
        self.cut = true;
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
        if self.flooded {
            // The client is being told why, and then it is cut.
            return Poll::Pending;
        }
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        if self.allowance.take(into.filled().len() - before) {
            return Poll::Ready(Ok(()));
        }
        self.flooded = true;
        Poll::Ready(Err(io::Error::other(FLOOD)))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wait(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wait(cx, |stream, cx| stream.poll_write_vectored(cx, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(cx, |stream, cx| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(cx, |stream, cx| stream.poll_shutdown(cx))
    }
}
