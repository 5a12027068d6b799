//! What is counted, for `/metrics`: numbers only, no names, no paths with ids in them.

use hall::WorkFigures;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// What is counted.
#[derive(Default, Debug)]
pub(crate) struct Metrics {
    pub(crate) connections: AtomicI64,
    pub(crate) sockets: AtomicI64,
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) limited: AtomicU64,
    pub(crate) foreign: AtomicU64,
    pub(crate) strange: AtomicU64,
    pub(crate) turned_away: AtomicU64,
    pub(crate) slow: AtomicU64,
    pub(crate) cut_off: AtomicU64,
    pub(crate) forged: AtomicU64,
    pub(crate) ended: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) junk: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) opened: AtomicU64,
    pub(crate) timed_out: AtomicU64,
    pub(crate) panics: AtomicU64,
    pub(crate) async_stalls: AtomicU64,
}

/// Counts one more.
pub(crate) fn increment(count: &AtomicU64) {
    count.fetch_add(1, Relaxed);
}

/// What somebody is told who asks for what is not theirs.
const STRANGE: &[&str] =
    &["house.match", "table.host", "table.invitation", "table.unknown", "web.seat", "web.token"];

impl Metrics {
    /// Something was refused, with this code.
    pub(crate) fn count_refusal(&self, code: Option<&str>) {
        increment(&self.refused);
        if code.is_some_and(|code| STRANGE.contains(&code)) {
            increment(&self.strange);
        }
    }

    /// The text that Prometheus reads.
    pub(crate) fn text(&self, in_memory: usize, work: WorkFigures) -> String {
        let gauges = [
            ("connections", "Connections that are open.", self.connections.load(Relaxed)),
            ("sockets", "WebSockets that are open.", self.sockets.load(Relaxed)),
            ("matches_in_memory", "Matches that are in memory.", in_memory as i64),
            ("work_queued", "Costly jobs that wait for their turn.", work.waiting as i64),
            ("work_running", "Costly jobs that run now.", work.running as i64),
        ];
        let counters = [
            ("requests", "Requests that were answered.", &self.requests),
            ("refused", "Requests (4xx) and messages that were refused.", &self.refused),
            ("failed", "Requests that failed (5xx).", &self.failed),
            ("limited", "Requests and messages that came too often.", &self.limited),
            ("foreign", "Requests from another page or for another host.", &self.foreign),
            (
                "strange",
                "Requests and messages for what is somebody else's, or is not there.",
                &self.strange,
            ),
            ("turned_away", "Connections that were one too many.", &self.turned_away),
            ("slow", "Connections on which no whole request came in time.", &self.slow),
            (
                "cut_off",
                "Connections whose clients did not read, or sent what may not be.",
                &self.cut_off,
            ),
            ("forged", "Cookies and tokens that are not ours.", &self.forged),
            ("ended", "Cookies of sessions that have ended.", &self.ended),
            ("messages", "Messages on sockets.", &self.messages),
            ("junk", "Messages that were none.", &self.junk),
            ("moves", "Moves that were stored.", &self.moves),
            ("opened", "Matches that were opened.", &self.opened),
            ("timed_out", "Seats whose time ran out.", &self.timed_out),
            ("panics", "Requests that met a mistake of ours.", &self.panics),
            (
                "async_stalls",
                "Times a request or message kept a thread busy that serves everybody.",
                &self.async_stalls,
            ),
        ];
        let counters = counters.map(|(name, help, value)| (name, help, value.load(Relaxed)));
        let of_work = [
            ("work_done", "Costly jobs that were begun.", work.begun),
            ("work_refused", "Costly jobs that were refused: too many waited.", work.refused),
        ];
        let mut text = String::new();
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP lexicade_{name} {help}\n# TYPE lexicade_{name} gauge");
            let _ = writeln!(text, "lexicade_{name} {value}");
        }
        for (name, help, value) in counters.into_iter().chain(of_work) {
            let name = format!("lexicade_{name}_total");
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter");
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}
