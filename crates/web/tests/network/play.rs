//! A match as somebody plays it: what they were shown, what they have asked for, and what they were told is stored. A line
//! is sent again until it is answered, and the next one is made from a view that shows it.

use crate::person::{Part, Person, Role, SILENCE};
use crate::wire::{SERVERS, Socket, ask, passes};
use hall::{Entry, MatchId, Store};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// After how long a line that was not answered is sent again.
const AGAIN: Duration = Duration::from_millis(2500);

/// Words that Wordle knows, and one that it does not.
const WORDS: &[&str] = &["crane", "slate", "mount", "light", "fiend", "baker", "jolly", "whelk"];
const NO_WORD: &str = "zzzzz";

/// How talking ended.
pub(crate) enum End {
    Enough,
    Lost(&'static str),
}

/// A match of somebody's.
pub(crate) struct Play {
    pub(crate) id: MatchId,
    /// The entry up to which it is played.
    goal: u64,
    /// What was shown last; it is the newest that there was.
    shown: Option<Value>,
    asked: Option<Asked>,
    n: u64,
    /// The entry that holds the last own line.
    stored: u64,
    /// Own lines with their entries, in order.
    pub(crate) made: Vec<(u64, String)>,
    /// Every view that was shown, by its entry.
    pub(crate) views: BTreeMap<u64, Value>,
    /// What was acknowledged besides, on other ways: it is the same.
    pub(crate) besides: Rc<RefCell<Vec<(u64, String)>>>,
}

/// A line that is not answered yet.
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
            besides: Rc::default(),
        }
    }

    /// Is an answer still to come?
    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// The seat on which it is played, or -1.
    pub(crate) fn viewer(&self) -> i64 {
        self.shown.as_ref().map_or(-1, |shown| shown["viewer"].as_i64().unwrap_or(-1))
    }

    fn seq(&self) -> Option<u64> {
        self.shown.as_ref()?["seq"].as_u64()
    }

    fn is_enough(&self) -> bool {
        let over = self.shown.as_ref().is_some_and(|shown| !shown["over"].is_null());
        self.asked.is_none() && (over || self.seq() >= Some(self.goal))
    }

    /// Is it the turn of who plays, as far as they see? Their last line has to be in what they see.
    fn is_turn(&self) -> bool {
        let Some(shown) = &self.shown else { return false };
        let to_act = shown["to_act"].as_array().cloned().unwrap_or_default();
        self.asked.is_none()
            && self.seq() >= Some(self.stored)
            && to_act.contains(&json!(self.viewer()))
    }

    /// Follows the match on a socket, and plays.
    pub(crate) async fn talk(&mut self, who: &mut Person, socket: &mut Socket) -> End {
        socket.say(&json!({ "do": "follow", "match": self.id })).await;
        if let Some(asked) = self.asked.clone() {
            self.send_again(who, socket, &asked).await;
        }
        let (mut last, mut heard) = (None, Instant::now());
        // Since when there is no answer, and when it is asked for again. What is lost here is not sent again by the
        // connection, as it would be by a real one: who hears the house and is not answered hangs up in the end.
        let (mut waits, mut again) = (Some(heard), heard + AGAIN);
        loop {
            if self.is_enough() {
                return End::Enough;
            }
            if waits.is_some_and(|since| since.elapsed() > SILENCE) {
                return End::Lost("is not answered");
            }
            if self.is_turn() {
                sleep(Duration::from_millis(20 + who.chance.below(300))).await;
                if !self.make(who, socket).await {
                    return End::Lost("hangs up");
                }
                waits = Some(Instant::now());
                again = Instant::now() + AGAIN;
            }
            match timeout_at(again, socket.next()).await {
                Ok(Some(message)) => {
                    heard = Instant::now();
                    self.hear(who, &message, &mut last).await;
                    waits = waits.filter(|_| self.is_waiting() || last.is_none());
                }
                Ok(None) => return End::Lost("is cut off"),
                Err(_) if heard.elapsed() > SILENCE => return End::Lost("hears nothing"),
                Err(_) => {
                    again += AGAIN;
                    if let Some(asked) = self.asked.clone() {
                        self.send_again(who, socket, &asked).await;
                    }
                }
            }
        }
    }

    /// Makes a line and sends it; false, when somebody does not wait for the answer.
    async fn make(&mut self, who: &mut Person, socket: &mut Socket) -> bool {
        let Some(line) = self.choose(who) else { return true };
        self.n += 1;
        let asked = Asked { n: self.n, seen: self.seq().unwrap_or_default(), line };
        who.tell(&format!("plays {} from {}", asked.line, asked.seen));
        socket.say(&self.act(&asked)).await;
        if who.chance.below(4) == 0 {
            self.send_besides(who, &asked);
        }
        self.asked = Some(asked);
        who.chance.below(10) > 0
    }

    fn choose(&self, who: &mut Person) -> Option<String> {
        if who.part.role == Role::Alone {
            let known = who.chance.pick(WORDS)?;
            let word = if who.chance.below(8) == 0 { NO_WORD } else { known };
            return Some(format!("guess {word}"));
        }
        let choices = self.shown.as_ref()?["scene"]["choices"].as_array()?;
        who.chance.pick(choices)?["line"].as_str().map(str::to_owned)
    }

    fn act(&self, asked: &Asked) -> Value {
        let Asked { n, seen, line } = asked;
        json!({ "do": "act", "n": n, "match": self.id, "seen": seen, "line": line })
    }

    async fn send_again(&self, who: &Person, socket: &mut Socket, asked: &Asked) {
        who.scene.count(|counts| &mut counts.again);
        let (store, seat) = (who.scene.store(), self.viewer());
        if is_stored(&store, &self.id, asked.seen, seat, &asked.line).await {
            who.scene.count(|counts| &mut counts.known);
        }
        who.tell(&format!("plays {} from {} again", asked.line, asked.seen));
        socket.say(&self.act(asked)).await;
    }

    /// Sends the same line to the other house too, as from another window, and does not wait for it.
    fn send_besides(&self, who: &Person, asked: &Asked) {
        let (scene, Part { name, .. }, cookie) =
            (Rc::clone(&who.scene), who.part, who.cookie.clone());
        let (house, path) = (1 - who.house, format!("/matches/{}/act", self.id));
        let (besides, line) = (Rc::clone(&self.besides), asked.line.clone());
        let body = json!({ "seen": asked.seen, "line": line });
        tokio::task::spawn_local(async move {
            let there = SERVERS[house];
            match ask(house, Some(&cookie), "POST", &path, Some(body)).await {
                Some(answer) if answer.status == 200 => {
                    let seq = answer.body["seq"].as_u64().unwrap_or_default();
                    scene.tell(name, &format!("is told {seq} by {there} besides"));
                    scene.count(|counts| &mut counts.both);
                    besides.borrow_mut().push((seq, line));
                }
                Some(answer) if passes(answer.code()) => {}
                // What is no word is refused, sooner or later, for one reason or another.
                Some(_) if line.ends_with(NO_WORD) => {}
                Some(answer) => {
                    scene.fail(format!("{name} may not {line} besides: {}", answer.body))
                }
                None => {}
            }
        });
    }

    async fn hear(&mut self, who: &Person, message: &Value, last: &mut Option<u64>) {
        let answers = self.asked.as_ref().filter(|asked| message["n"] == asked.n).cloned();
        match (message["type"].as_str().unwrap_or_default(), answers) {
            ("update", _) => self.see(who, message, last).await,
            ("ack", Some(asked)) => {
                let seq = message["seq"].as_u64().unwrap_or_default();
                who.tell(&format!("is told {seq} for {}", asked.line));
                who.scene.count(|counts| &mut counts.moves);
                // It is stored before it is acknowledged, not soon after.
                if !has(&who.scene.store(), &self.id, seq, self.viewer(), &asked.line).await {
                    who.fail(&format!("is told {seq} for {}, which is not stored", asked.line));
                }
                self.made.push((seq, asked.line));
                (self.stored, self.asked) = (seq, None);
            }
            ("refused", Some(asked)) => {
                let code = message["code"].as_str().unwrap_or_default();
                who.tell(&format!("is refused {}: {code}", asked.line));
                if asked.line.ends_with(NO_WORD) && code == "wordle.unknown" {
                    self.asked = None;
                } else if !passes(code) {
                    who.fail(&format!("is refused {} from {}: {message}", asked.line, asked.seen));
                }
            }
            ("gone", _) => who.fail(&format!("cannot follow: {message}")),
            _ => {}
        }
    }

    async fn see(&mut self, who: &Person, message: &Value, last: &mut Option<u64>) {
        let Some(seq) = message["seq"].as_u64() else { return who.fail("sees no number") };
        who.tell(&format!("sees {seq}"));
        if last.replace(seq) > Some(seq) {
            who.fail(&format!("sees {seq} after what is newer, on one connection"));
        }
        let newest = who.scene.store().newest(vec![self.id.clone()]).await.unwrap_or_default();
        if newest.first().is_none_or(|(_, stored)| *stored < seq) {
            who.fail(&format!("sees {seq}, which is not stored"));
        }
        let before = self.views.insert(seq, message["view"].clone());
        if before.is_some_and(|before| before != message["view"]) {
            who.fail(&format!("sees {seq} in two ways"));
        }
        // What is older than what is shown, from a house that has not heard of it yet, is dropped.
        if self.seq() <= Some(seq) {
            self.shown = Some(message.clone());
        }
    }
}

/// Is this line of this seat the entry with this number?
async fn has(store: &Store, id: &MatchId, seq: u64, seat: i64, line: &str) -> bool {
    let log = store.load(id, seq).await.unwrap_or_default();
    log.first().is_some_and(|logged| is_line(&logged.entry, seat, line))
}

/// Is it stored already, after this view?
async fn is_stored(store: &Store, id: &MatchId, seen: u64, seat: i64, line: &str) -> bool {
    let log = store.load(id, seen + 1).await.unwrap_or_default();
    log.iter().any(|logged| is_line(&logged.entry, seat, line))
}

fn is_line(entry: &Entry, whose: i64, what: &str) -> bool {
    matches!(entry, Entry::Move { seat, line, .. } if i64::from(seat.0) == whose && line == what)
}
