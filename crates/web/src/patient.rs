//! A connection with patience: what is written has to be taken in time. Whoever does not read is cut, whatever they have
//! asked for; reading is for others to limit.

use crate::counts::one;
use crate::serve::App;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection whose client has to read.
pub(crate) struct Patient<S> {
    stream: S,
    app: Arc<App>,
    /// Until when the client has time. It is there only while something waits to be taken.
    late: Option<Pin<Box<Sleep>>>,
    /// Patience has ended.
    cut: bool,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, app: &Arc<App>) -> Patient<S> {
        Patient { stream, app: Arc::clone(app), late: None, cut: false }
    }
}

impl<S: Unpin> Patient<S> {
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
        one(&self.app.counts.cut_off);
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
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
