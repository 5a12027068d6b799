//! Counters for `/metrics`: numbers only, without names, ids or paths.

use engine::Code;
use hall::WorkFigures;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

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

pub(crate) fn increment(count: &AtomicU64) {
    count.fetch_add(1, Relaxed);
}

/// Codes of refusals for matches, tables and other things that belong to somebody else.
const STRANGE: &[Code] = &[
    Code::Match,
    Code::TableHost,
    Code::TableInvitation,
    Code::TableUnknown,
    Code::WebSeat,
    Code::WebToken,
];

impl Metrics {
    /// Counts a refusal with this code.
    pub(crate) fn count_refusal(&self, code: Option<Code>) {
        increment(&self.refused);
        if code.is_some_and(|code| STRANGE.contains(&code)) {
            increment(&self.strange);
        }
    }

    /// The metrics in the format of Prometheus.
    pub(crate) fn text(&self, in_memory: usize, work: WorkFigures) -> String {
        let gauges = [
            ("connections", "Open connections.", self.connections.load(Relaxed)),
            ("sockets", "Open WebSockets.", self.sockets.load(Relaxed)),
            ("matches_in_memory", "Matches in memory.", in_memory as i64),
            ("work_queued", "Costly jobs in the queue.", work.waiting as i64),
            ("work_running", "Costly jobs that are running.", work.running as i64),
        ];
        let counters = [
            ("requests", "Requests answered.", &self.requests),
            ("refused", "Requests (4xx) and messages refused.", &self.refused),
            ("failed", "Requests that failed (5xx).", &self.failed),
            ("limited", "Requests and messages refused by a rate limit.", &self.limited),
            ("foreign", "Requests from another site or for another host name.", &self.foreign),
            (
                "strange",
                "Requests and messages for a match, table or seat of somebody else, or with a wrong code.",
                &self.strange,
            ),
            ("turned_away", "Connections refused because there were too many.", &self.turned_away),
            ("slow", "Connections closed because no complete request came in time.", &self.slow),
            (
                "cut_off",
                "Connections closed because the client didn't read, or broke the protocol.",
                &self.cut_off,
            ),
            ("forged", "Forged cookies and unknown tokens.", &self.forged),
            ("ended", "Cookies of sessions that have ended.", &self.ended),
            ("messages", "WebSocket messages received.", &self.messages),
            ("junk", "WebSocket messages that could not be parsed.", &self.junk),
            ("moves", "Moves stored.", &self.moves),
            ("opened", "Matches opened.", &self.opened),
            ("timed_out", "Seats whose time ran out.", &self.timed_out),
            ("panics", "Requests that panicked.", &self.panics),
            (
                "async_stalls",
                "Times a request or message blocked an async thread for too long.",
                &self.async_stalls,
            ),
        ];
        let counters = counters.map(|(name, help, value)| (name, help, value.load(Relaxed)));
        let of_work = [
            ("work_done", "Costly jobs started.", work.begun),
            ("work_refused", "Costly jobs refused because the queue was full.", work.refused),
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
