//! A match as one person plays it: the views that arrived, the line that is unanswered, and the lines that were
//! acknowledged. A line is sent again until it is answered; the next one is chosen from a view that shows it.

use crate::person::{Part, Person, Role, SILENCE};
use crate::wire::{SERVERS, Socket, ask, is_temporary};
use hall::{Entry, MatchId, Store};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// After how long an unanswered line is sent again.
const RESEND: Duration = Duration::from_millis(2500);

/// Words in Wordle's list.
const WORDS: &[&str] = &["crane", "slate", "mount", "light", "fiend", "baker", "jolly", "whelk"];

/// A word that isn't in Wordle's list.
const INVALID_WORD: &str = "zzzzz";

/// How a connection ended.
pub(crate) enum End {
    Done,
    Lost(&'static str),
}

pub(crate) struct Play {
    pub(crate) id: MatchId,
    /// The entry up to which to play.
    goal: u64,
    /// The newest update.
    shown: Option<Value>,
    asked: Option<Asked>,
    n: u64,
    /// The entry of the person's last line.
    stored: u64,
    /// The person's acknowledged lines with their entries, in order.
    pub(crate) made: Vec<(u64, String)>,
    /// Every view that arrived, by its entry.
    pub(crate) views: BTreeMap<u64, Value>,
    /// Acknowledgements of lines that were also sent to the other node.
    pub(crate) duplicates: Rc<RefCell<Vec<(u64, String)>>>,
}

/// An unanswered line.
#[derive(Clone)]
struct Asked {
    n: u64,
    seen: u64,
    line: String,
}

impl Play {
    pub(crate) fn new(id: &str, goal: u64) -> Play {
        Play {
            id: MatchId(id.to_owned()),
            goal,
            shown: None,
            asked: None,
            n: 0,
            stored: 0,
            made: Vec::new(),
            views: BTreeMap::new(),
            duplicates: Rc::default(),
        }
    }

    /// Whether a line is unanswered.
    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// The person's seat, or -1.
    pub(crate) fn viewer(&self) -> i64 {
        self.shown.as_ref().map_or(-1, |shown| shown["viewer"].as_i64().unwrap_or(-1))
    }

    fn seq(&self) -> Option<u64> {
        self.shown.as_ref()?["seq"].as_u64()
    }

    fn is_done(&self) -> bool {
        let over = self.shown.as_ref().is_some_and(|shown| !shown["over"].is_null());
        self.asked.is_none() && (over || self.seq() >= Some(self.goal))
    }

    /// Whether the newest update includes the person's last line and shows that it is their turn.
    fn is_turn(&self) -> bool {
        let Some(shown) = &self.shown else { return false };
        let to_act = shown["to_act"].as_array().cloned().unwrap_or_default();
        self.asked.is_none()
            && self.seq() >= Some(self.stored)
            && to_act.contains(&json!(self.viewer()))
    }

    /// Follows the match on a socket and plays.
    pub(crate) async fn talk(&mut self, person: &mut Person, socket: &mut Socket) -> End {
        socket.say(&json!({ "do": "follow", "match": self.id })).await;
        if let Some(asked) = self.asked.clone() {
            self.send_again(person, socket, &asked).await;
        }
        let (mut last, mut received) = (None, Instant::now());
        // Since when there is no answer, and when the line is sent again. The simulated network doesn't resend lost
        // packets as TCP would, so a client that receives beats but no answer disconnects in the end.
        let (mut waiting, mut again) = (Some(received), received + RESEND);
        loop {
            if self.is_done() {
                return End::Done;
            }
            if waiting.is_some_and(|since| since.elapsed() > SILENCE) {
                return End::Lost("gets no answer");
            }
            if self.is_turn() {
                sleep(Duration::from_millis(20 + person.chance.below(300))).await;
                if !self.make(person, socket).await {
                    return End::Lost("disconnects");
                }
                waiting = Some(Instant::now());
                again = Instant::now() + RESEND;
            }
            match timeout_at(again, socket.next()).await {
                Ok(Some(message)) => {
                    received = Instant::now();
                    self.receive(person, &message, &mut last).await;
                    waiting = waiting.filter(|_| self.is_waiting() || last.is_none());
                }
                Ok(None) => return End::Lost("is disconnected"),
                Err(_) if received.elapsed() > SILENCE => return End::Lost("receives nothing"),
                Err(_) => {
                    again += RESEND;
                    if let Some(asked) = self.asked.clone() {
                        self.send_again(person, socket, &asked).await;
                    }
                }
            }
        }
    }

    /// Chooses a line and sends it; false when the person disconnects without waiting for the answer.
    async fn make(&mut self, person: &mut Person, socket: &mut Socket) -> bool {
        let Some(line) = self.choose(person) else { return true };
        self.n += 1;
        let asked = Asked { n: self.n, seen: self.seq().unwrap_or_default(), line };
        person.log(&format!("plays {} from {}", asked.line, asked.seen));
        socket.say(&self.act(&asked)).await;
        if person.chance.below(4) == 0 {
            self.send_duplicate(person, &asked);
        }
        self.asked = Some(asked);
        person.chance.below(10) > 0
    }

    fn choose(&self, person: &mut Person) -> Option<String> {
        if person.part.role == Role::Alone {
            let known = person.chance.pick(WORDS)?;
            let word = if person.chance.below(8) == 0 { INVALID_WORD } else { known };
            return Some(format!("guess {word}"));
        }
        let choices = self.shown.as_ref()?["scene"]["choices"].as_array()?;
        person.chance.pick(choices)?["line"].as_str().map(str::to_owned)
    }

    fn act(&self, asked: &Asked) -> Value {
        let Asked { n, seen, line } = asked;
        json!({ "do": "act", "n": n, "match": self.id, "seen": seen, "line": line })
    }

    async fn send_again(&self, person: &Person, socket: &mut Socket, asked: &Asked) {
        person.scene.count(|counts| &mut counts.resent);
        let (store, seat) = (person.scene.store(), self.viewer());
        if is_stored(&store, &self.id, asked.seen, seat, &asked.line).await {
            person.scene.count(|counts| &mut counts.known);
        }
        person.log(&format!("plays {} from {} again", asked.line, asked.seen));
        socket.say(&self.act(asked)).await;
    }

    /// Sends the same line to the other node too, as from another window, without waiting for the response.
    fn send_duplicate(&self, person: &Person, asked: &Asked) {
        let (scene, Part { name, .. }, cookie) =
            (Rc::clone(&person.scene), person.part, person.cookie.clone());
        let (node, path) = (1 - person.node, format!("/matches/{}/act", self.id));
        let (duplicates, line) = (Rc::clone(&self.duplicates), asked.line.clone());
        let body = json!({ "seen": asked.seen, "line": line });
        tokio::task::spawn_local(async move {
            let there = SERVERS[node];
            match ask(node, Some(&cookie), "POST", &path, Some(body)).await {
                Some(answer) if answer.status == 200 => {
                    let seq = answer.body["seq"].as_u64().unwrap_or_default();
                    scene.log(name, &format!("gets {seq} for the duplicate from {there}"));
                    scene.count(|counts| &mut counts.both);
                    duplicates.borrow_mut().push((seq, line));
                }
                Some(answer) if is_temporary(answer.code()) => {}
                // An invalid word is always refused, for one reason or another.
                Some(_) if line.ends_with(INVALID_WORD) => {}
                Some(answer) => scene
                    .fail(format!("{name} is refused the duplicate of {line}: {}", answer.body)),
                None => {}
            }
        });
    }

    async fn receive(&mut self, person: &Person, message: &Value, last: &mut Option<u64>) {
        let answers = self.asked.as_ref().filter(|asked| message["n"] == asked.n).cloned();
        match (message["type"].as_str().unwrap_or_default(), answers) {
            ("update", _) => self.see(person, message, last).await,
            ("ack", Some(asked)) => {
                let seq = message["seq"].as_u64().unwrap_or_default();
                person.log(&format!("gets {seq} for {}", asked.line));
                person.scene.count(|counts| &mut counts.moves);
                // A move is stored before it is acknowledged.
                if !has(&person.scene.store(), &self.id, seq, self.viewer(), &asked.line).await {
                    person.fail(&format!("gets {seq} for {}, which is not stored", asked.line));
                }
                self.made.push((seq, asked.line));
                (self.stored, self.asked) = (seq, None);
            }
            ("refused", Some(asked)) => {
                let code = message["code"].as_str().unwrap_or_default();
                person.log(&format!("is refused {}: {code}", asked.line));
                if asked.line.ends_with(INVALID_WORD) && code == "wordle.unknown" {
                    self.asked = None;
                } else if !is_temporary(code) {
                    person
                        .fail(&format!("is refused {} from {}: {message}", asked.line, asked.seen));
                }
            }
            ("gone", _) => person.fail(&format!("cannot follow: {message}")),
            _ => {}
        }
    }

    async fn see(&mut self, person: &Person, message: &Value, last: &mut Option<u64>) {
        let Some(seq) = message["seq"].as_u64() else {
            return person.fail("gets an update without seq");
        };
        person.log(&format!("sees {seq}"));
        if last.replace(seq) > Some(seq) {
            person.fail(&format!("sees {seq} after a newer entry on one connection"));
        }
        let newest = person.scene.store().newest(vec![self.id.clone()]).await.unwrap_or_default();
        if newest.first().is_none_or(|(_, stored)| *stored < seq) {
            person.fail(&format!("sees {seq}, which is not stored"));
        }
        let before = self.views.insert(seq, message["view"].clone());
        if before.is_some_and(|before| before != message["view"]) {
            person.fail(&format!("sees two different views of {seq}"));
        }
        // An older update, from a node that doesn't know the newest entry yet, is dropped.
        if self.seq() <= Some(seq) {
            self.shown = Some(message.clone());
        }
    }
}

/// Whether this line of this seat is the entry with this number.
async fn has(store: &Store, id: &MatchId, seq: u64, seat: i64, line: &str) -> bool {
    let log = store.load(id, seq).await.unwrap_or_default();
    log.first().is_some_and(|logged| is_line(&logged.entry, seat, line))
}

/// Whether this line of this seat is stored after this entry.
async fn is_stored(store: &Store, id: &MatchId, seen: u64, seat: i64, line: &str) -> bool {
    let log = store.load(id, seen + 1).await.unwrap_or_default();
    log.iter().any(|logged| is_line(&logged.entry, seat, line))
}

fn is_line(entry: &Entry, own: i64, text: &str) -> bool {
    matches!(entry, Entry::Move { seat, line, .. } if i64::from(seat.0) == own && line == text)
}
