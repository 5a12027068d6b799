//! Many requests at once, and counts of their answers.

use crate::client::{Answer, Client};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How long an attacker waits after being told to wait.
const IMPATIENCE: Duration = Duration::from_millis(50);

/// The answer to opening a match is shorter than this.
const SHORT: usize = 1000;

/// Counts of requests by answer.
#[derive(Clone, Default, Debug)]
pub(crate) struct FloodCount {
    pub(crate) sent: usize,
    pub(crate) accepted: usize,
    /// The ids of opened matches.
    pub(crate) opened: Vec<String>,
    /// 429 without a `Retry-After`.
    pub(crate) rude: usize,
    /// Everything else by status and code.
    pub(crate) refused: BTreeMap<(u16, String), usize>,
}

impl FloodCount {
    pub(crate) fn count(&mut self, answer: &Answer) {
        self.sent += 1;
        if answer.is_ok() {
            self.accepted += 1;
            // Parsing a long answer here would delay the players whose times are measured.
            if answer.text.starts_with(r#"{"match":"#) && answer.text.len() < SHORT {
                self.opened.extend(answer.json()["match"].as_str().map(str::to_owned));
            }
            return;
        }
        self.rude += usize::from(answer.status == 429 && !answer.retry_after);
        *self.refused.entry((answer.status, answer.code())).or_default() += 1;
    }

    fn add(mut self, other: FloodCount) -> FloodCount {
        self.sent += other.sent;
        self.accepted += other.accepted;
        self.opened.extend(other.opened);
        self.rude += other.rude;
        for (how, count) in other.refused {
            *self.refused.entry(how).or_default() += count;
        }
        self
    }

    /// How many were answered with a status of this class, such as 4 for 4xx; 0 counts those without an answer.
    pub(crate) fn of(&self, class: u16) -> usize {
        let of = |((status, _), count): (&(u16, String), &usize)| {
            if status / 100 == class { *count } else { 0 }
        };
        self.refused.iter().map(of).sum()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} requests: {} accepted", self.sent, self.accepted);
        for ((status, code), count) in &self.refused {
            text += &format!(", {count} × {status} {code}");
        }
        text
    }
}

/// Each client repeats the same request for this long.
pub(crate) async fn flood(
    clients: Vec<Client>,
    lasts: Duration,
    (method, path, body): (&'static str, String, Option<Value>),
) -> FloodCount {
    let (begin, mut attackers) = (Instant::now(), JoinSet::new());
    for mut client in clients {
        let (path, body) = (format!("/api/v1{path}"), body.clone());
        attackers.spawn(async move {
            let mut tally = FloodCount::default();
            while begin.elapsed() < lasts {
                let answer = client.ask(method, &path, body.clone()).await;
                tally.count(&answer);
                if answer.status == 429 {
                    sleep(IMPATIENCE).await;
                }
            }
            tally
        });
    }
    gather(attackers).await
}

/// Sends all of these requests at once.
pub(crate) async fn burst(
    requests: Vec<(Client, &'static str, String, Option<Value>)>,
) -> Vec<Answer> {
    let mut requested = JoinSet::new();
    for (mut client, method, path, body) in requests {
        requested.spawn(async move { client.ask(method, &format!("/api/v1{path}"), body).await });
    }
    requested.join_all().await
}

async fn gather(attackers: JoinSet<FloodCount>) -> FloodCount {
    attackers.join_all().await.into_iter().fold(FloodCount::default(), FloodCount::add)
}
