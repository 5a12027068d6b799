//! A person who becomes a guest, opens a match or sits down at the table, plays, and reads the match once more at the
//! end. Like the page, they notice a fault only because nothing arrives.

use crate::check::Record;
use crate::play::{End, Play};
use crate::scene::Scene;
use crate::wire::{Answer, SERVERS, Socket, ask, is_temporary};
use engine::seal::SealKey;
use engine::{Chance, Start};
use serde_json::{Value, json};
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use words::Lexicon;

/// How long a node may be silent; it sends a beat every two seconds.
pub(crate) const SILENCE: Duration = Duration::from_secs(5);

/// The people in every simulation.
pub(crate) const CAST: &[Part] = &[
    Part { name: "ann", role: Role::Host },
    Part { name: "bob", role: Role::Guest },
    Part { name: "eve", role: Role::Watcher },
    Part { name: "cat", role: Role::Alone },
    Part { name: "dan", role: Role::Alone },
];

/// The name and the role of a person.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Opens the table and plays at it.
    Host,
    /// Plays at the table.
    Guest,
    /// Watches the match at the table.
    Watcher,
    /// Plays alone.
    Alone,
}

pub(crate) struct Person {
    pub(crate) scene: Rc<Scene>,
    pub(crate) part: Part,
    pub(crate) chance: Chance,
    pub(crate) cookie: String,
    /// The node in use.
    pub(crate) node: usize,
}

impl Person {
    pub(crate) fn new(scene: Rc<Scene>, n: u64, part: Part) -> Person {
        let mut chance = Chance::new(scene.seed, n);
        let node = chance.index(SERVERS.len());
        Person { scene, part, chance, cookie: String::new(), node }
    }

    /// Plays from start to end.
    pub(crate) async fn live(mut self) {
        let guest = self.insist("POST", "/me", json!({})).await;
        self.cookie = guest.cookie.unwrap_or_default();
        self.log("is a guest");
        let (id, goal) = match self.part.role {
            Role::Alone => self.open().await,
            _ => self.sit_down().await,
        };
        let mut play = Play::new(&id, goal);
        while !self.play(&mut play).await {
            self.switch_node(play.is_waiting()).await;
        }
        self.log("is done");
        self.scene.done.set(self.scene.done.get() + 1);
        let _ = self.scene.is_quiet.subscribe().wait_for(|quiet| *quiet).await;
        let mut last = Vec::new();
        for (node, name) in SERVERS.into_iter().enumerate() {
            let path = format!("/matches/{id}");
            match ask(node, Some(&self.cookie), "GET", &path, None).await {
                Some(answer) if answer.status == 200 => last.push(answer.body),
                _ => self.fail(&format!("can't read the match from {name} at the end")),
            }
        }
        self.log("has read the match at the end");
        let name = self.part.name;
        self.scene.records.borrow_mut().push(Record { name, play, last });
    }

    /// Opens a match of Wordle; returns its id and the entry up to which to play.
    async fn open(&mut self) -> (String, u64) {
        let ticket = ticket("wordle", &[], self.chance.below(1 << 40));
        let opened = self.insist("POST", "/matches", json!({ "ticket": ticket })).await;
        (text(&opened.body["match"]), 2 + self.chance.below(6))
    }

    /// Joins the table of Junior and waits until the match starts.
    async fn sit_down(&mut self) -> (String, u64) {
        let (table, code) = match self.part.role {
            Role::Host => self.open_table().await,
            _ => {
                let mut invitation = self.scene.invitation.subscribe();
                let invitation = invitation.wait_for(Option::is_some).await.unwrap().clone();
                invitation.unwrap()
            }
        };
        if self.part.role != Role::Host {
            let path = format!("/tables/{table}/join");
            self.insist("POST", &path, json!({ "invitation": code })).await;
        }
        if self.part.role == Role::Guest {
            self.insist("POST", &format!("/tables/{table}/sit"), json!({})).await;
        }
        // Everyone draws the same number, so all players stop at the same entry.
        let goal = 4 + Chance::new(self.scene.seed, 2000).below(14);
        loop {
            if let Some(id) = self.wait_at(&table).await {
                return (id, goal);
            }
            self.switch_node(false).await;
        }
    }

    async fn open_table(&mut self) -> (String, String) {
        let board = "3 x 7\nAa H HOLIDAY\nCa H KITCHEN\n";
        let ticket = ticket("junior", &[("board", board)], self.chance.below(1 << 40));
        let wanted = json!({ "ticket": ticket, "limit": 300 });
        let opened = self.insist("POST", "/tables", wanted).await.body;
        let code = text(&opened["invitation"]).rsplit('/').next().unwrap_or_default().to_owned();
        let invitation = (text(&opened["table"]), code);
        self.scene.invitation.send_replace(Some(invitation.clone()));
        invitation
    }

    /// Follows the table until a match is played there. The host starts it when all seats are taken.
    async fn wait_at(&mut self, table: &str) -> Option<String> {
        let mut socket = self.connect().await?;
        socket.say(&json!({ "do": "follow", "table": table })).await;
        let (followed, mut shown, mut started) = (Instant::now(), false, false);
        loop {
            let message = timeout(SILENCE, socket.next()).await.ok()??;
            shown |= message["type"] == "table";
            if !shown && followed.elapsed() > SILENCE {
                return None;
            }
            if message["type"] != "table" {
                continue;
            }
            if let Some(id) = message["match"].as_str() {
                return Some(id.to_owned());
            }
            let full =
                message["seats"].as_array().is_some_and(|all| all.iter().all(Value::is_object));
            if self.part.role == Role::Host && full && !std::mem::replace(&mut started, true) {
                self.log("starts the round");
                let path = format!("/tables/{table}/start");
                let node = self.chance.index(SERVERS.len());
                match ask(node, Some(&self.cookie), "POST", &path, Some(json!({}))).await {
                    Some(answer) if answer.status == 200 => {}
                    // An earlier request without a response has started it.
                    Some(answer) if answer.code() == "table.begun" => {}
                    Some(answer) if is_temporary(answer.code()) => return None,
                    Some(answer) => self.fail(&format!("can't start: {}", answer.body)),
                    None => {
                        self.scene.count(|counts| &mut counts.reopened);
                        return None;
                    }
                }
            }
        }
    }

    /// Sends a request until it succeeds, to either node.
    async fn insist(&mut self, method: &str, path: &str, body: Value) -> Answer {
        loop {
            let cookie = Some(self.cookie.as_str()).filter(|cookie| !cookie.is_empty());
            match ask(self.node, cookie, method, path, Some(body.clone())).await {
                Some(answer) if answer.status == 200 => return answer,
                Some(answer) if is_temporary(answer.code()) => {}
                Some(answer) => self.fail(&format!("is refused {path}: {}", answer.body)),
                None => self.scene.count(|counts| &mut counts.reopened),
            }
            self.switch_node(false).await;
        }
    }

    /// Opens a socket and waits for `hello`.
    pub(crate) async fn connect(&mut self) -> Option<Socket> {
        let name = SERVERS[self.node];
        let mut socket = match Socket::open(self.node, &self.cookie).await {
            Ok(socket) => socket,
            Err(None | Some(429 | 503)) => return None,
            Err(Some(status)) => {
                self.fail(&format!("is refused by {name}: {status}"));
                return None;
            }
        };
        let hello = timeout(SILENCE, socket.next()).await.ok()??;
        self.log(&format!("is connected to {name}"));
        (hello["type"] == "hello").then_some(socket)
    }

    /// Waits a little, and perhaps switches to the other node.
    async fn switch_node(&mut self, is_waiting: bool) {
        sleep(Duration::from_millis(50 + self.chance.below(500))).await;
        let node = self.chance.index(SERVERS.len());
        if is_waiting && node != self.node {
            self.scene.count(|counts| &mut counts.switched);
        }
        self.node = node;
    }

    /// Plays until the goal is reached; false when the connection is lost.
    async fn play(&mut self, play: &mut Play) -> bool {
        let Some(mut socket) = self.connect().await else { return false };
        let since = Instant::now();
        match play.talk(self, &mut socket).await {
            End::Done => true,
            End::Lost(reason) => {
                self.scene.count(|counts| &mut counts.lost);
                self.log(&format!("{reason} after {} ms", since.elapsed().as_millis()));
                false
            }
        }
    }

    pub(crate) fn log(&self, event: &str) {
        self.scene.log(self.part.name, event);
    }

    pub(crate) fn fail(&self, error: &str) {
        self.log(error);
        self.scene.fail(format!("{} {error}", self.part.name));
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A ticket with a seed, so that nothing is random.
fn ticket(game: &str, given: &[(&str, &str)], seed: u64) -> String {
    let game = games::find(game).unwrap();
    let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let words = Lexicon::builtin().id().to_owned();
    let settings = game.read(&given).unwrap();
    Start { game, settings, seats: game.info().fewest, words, seed }.ticket(&SealKey::OPEN)
}
