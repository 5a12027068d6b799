//! Somebody who plays: comes as a guest, opens a match or sits down at the table, plays, and looks once more when all is
//! quiet again. Like the page, they know nothing of what goes wrong but that they hear nothing.

use crate::check::Record;
use crate::play::{End, Play};
use crate::scene::Scene;
use crate::wire::{Answer, SERVERS, Socket, ask, passes};
use engine::seal::SealKey;
use engine::{Chance, Start};
use serde_json::{Value, json};
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use words::Lexicon;

/// How long a house may be silent; it says every two seconds that it is there.
pub(crate) const SILENCE: Duration = Duration::from_secs(5);

/// Those who play, and what.
pub(crate) const CAST: &[Part] = &[
    Part { name: "ann", role: Role::Host },
    Part { name: "bob", role: Role::Guest },
    Part { name: "eve", role: Role::Watcher },
    Part { name: "cat", role: Role::Alone },
    Part { name: "dan", role: Role::Alone },
];

/// A part in it.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
}

/// What somebody comes for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// To open the table, and to play at it.
    Host,
    /// To play at it.
    Guest,
    /// To watch who plays there.
    Watcher,
    /// To play alone.
    Alone,
}

/// Somebody.
pub(crate) struct Person {
    pub(crate) scene: Rc<Scene>,
    pub(crate) part: Part,
    pub(crate) chance: Chance,
    pub(crate) cookie: String,
    /// Where they are.
    pub(crate) house: usize,
}

impl Person {
    pub(crate) fn new(scene: Rc<Scene>, n: u64, part: Part) -> Person {
        let mut chance = Chance::new(scene.seed, n);
        let house = chance.index(SERVERS.len());
        Person { scene, part, chance, cookie: String::new(), house }
    }

    /// All that somebody does.
    pub(crate) async fn live(mut self) {
        let guest = self.insist("POST", "/me", json!({})).await;
        self.cookie = guest.cookie.unwrap_or_default();
        self.tell("is here");
        let (id, goal) = match self.part.role {
            Role::Alone => self.open().await,
            _ => self.sit_down().await,
        };
        let mut play = Play::new(&id, goal);
        while !self.play(&mut play).await {
            self.flee(play.is_waiting()).await;
        }
        self.tell("has played enough");
        self.scene.done.set(self.scene.done.get() + 1);
        let _ = self.scene.peace.subscribe().wait_for(|peace| *peace).await;
        let mut looks = Vec::new();
        for (house, name) in SERVERS.into_iter().enumerate() {
            let path = format!("/matches/{id}");
            match ask(house, Some(&self.cookie), "GET", &path, None).await {
                Some(answer) if answer.status == 200 => looks.push(answer.body),
                _ => self.fail(&format!("is not shown the match by {name}, though all is quiet")),
            }
        }
        self.tell("has looked once more");
        let name = self.part.name;
        self.scene.records.borrow_mut().push(Record { name, play, looks });
    }

    /// Opens a match of Wordle: its id, and up to which entry it is played.
    async fn open(&mut self) -> (String, u64) {
        let ticket = ticket("wordle", &[], self.chance.below(1 << 40));
        let opened = self.insist("POST", "/matches", json!({ "ticket": ticket })).await;
        (text(&opened.body["match"]), 2 + self.chance.below(6))
    }

    /// Comes to the table of Junior, and waits until the match begins.
    async fn sit_down(&mut self) -> (String, u64) {
        let (table, code) = match self.part.role {
            Role::Host => self.open_table().await,
            _ => {
                let mut letter = self.scene.letter.subscribe();
                let letter = letter.wait_for(Option::is_some).await.unwrap().clone();
                letter.unwrap()
            }
        };
        if self.part.role != Role::Host {
            let path = format!("/tables/{table}/join");
            self.insist("POST", &path, json!({ "invitation": code })).await;
        }
        if self.part.role == Role::Guest {
            self.insist("POST", &format!("/tables/{table}/sit"), json!({})).await;
        }
        // All draw the same: how long it is played, everybody knows.
        let goal = 4 + Chance::new(self.scene.seed, 2000).below(14);
        loop {
            if let Some(id) = self.wait_at(&table).await {
                return (id, goal);
            }
            self.flee(false).await;
        }
    }

    async fn open_table(&mut self) -> (String, String) {
        let board = "3 x 7\nAa H HOLIDAY\nCa H KITCHEN\n";
        let ticket = ticket("junior", &[("board", board)], self.chance.below(1 << 40));
        let wanted = json!({ "ticket": ticket, "limit": 300 });
        let opened = self.insist("POST", "/tables", wanted).await.body;
        let code = text(&opened["invitation"]).rsplit('/').next().unwrap_or_default().to_owned();
        let letter = (text(&opened["table"]), code);
        self.scene.letter.send_replace(Some(letter.clone()));
        letter
    }

    /// Follows the table until a match is played there. The host begins it as soon as everybody sits.
    async fn wait_at(&mut self, table: &str) -> Option<String> {
        let mut socket = self.connect().await?;
        socket.say(&json!({ "do": "follow", "table": table })).await;
        let (followed, mut shown, mut started) = (Instant::now(), false, false);
        loop {
            let heard = timeout(SILENCE, socket.next()).await.ok()??;
            shown |= heard["type"] == "table";
            if !shown && followed.elapsed() > SILENCE {
                return None;
            }
            if heard["type"] != "table" {
                continue;
            }
            if let Some(id) = heard["match"].as_str() {
                return Some(id.to_owned());
            }
            let full =
                heard["seats"].as_array().is_some_and(|all| all.iter().all(Value::is_object));
            if self.part.role == Role::Host && full && !std::mem::replace(&mut started, true) {
                self.tell("begins");
                let path = format!("/tables/{table}/start");
                let house = self.chance.index(SERVERS.len());
                match ask(house, Some(&self.cookie), "POST", &path, Some(json!({}))).await {
                    Some(answer) if answer.status == 200 => {}
                    // It was begun by what was not answered before.
                    Some(answer) if answer.code() == "table.begun" => {}
                    Some(answer) if passes(answer.code()) => return None,
                    Some(answer) => self.fail(&format!("may not begin: {}", answer.body)),
                    None => {
                        self.scene.count(|counts| &mut counts.reopened);
                        return None;
                    }
                }
            }
        }
    }

    /// Asks until it is answered, here or there.
    async fn insist(&mut self, method: &str, path: &str, body: Value) -> Answer {
        loop {
            let cookie = Some(self.cookie.as_str()).filter(|cookie| !cookie.is_empty());
            match ask(self.house, cookie, method, path, Some(body.clone())).await {
                Some(answer) if answer.status == 200 => return answer,
                Some(answer) if passes(answer.code()) => {}
                Some(answer) => self.fail(&format!("is refused {path}: {}", answer.body)),
                None => self.scene.count(|counts| &mut counts.reopened),
            }
            self.flee(false).await;
        }
    }

    /// A socket that is greeted.
    pub(crate) async fn connect(&mut self) -> Option<Socket> {
        let name = SERVERS[self.house];
        let mut socket = match Socket::open(self.house, &self.cookie).await {
            Ok(socket) => socket,
            Err(None | Some(429 | 503)) => return None,
            Err(Some(status)) => {
                self.fail(&format!("is not let in by {name}: {status}"));
                return None;
            }
        };
        let hello = timeout(SILENCE, socket.next()).await.ok()??;
        self.tell(&format!("is greeted by {name}"));
        (hello["type"] == "hello").then_some(socket)
    }

    /// Waits a little, and goes perhaps to the other house.
    async fn flee(&mut self, waits: bool) {
        sleep(Duration::from_millis(50 + self.chance.below(500))).await;
        let house = self.chance.index(SERVERS.len());
        if waits && house != self.house {
            self.scene.count(|counts| &mut counts.fled);
        }
        self.house = house;
    }

    /// Plays until there is enough; false, when the connection is lost.
    async fn play(&mut self, play: &mut Play) -> bool {
        let Some(mut socket) = self.connect().await else { return false };
        let since = Instant::now();
        match play.talk(self, &mut socket).await {
            End::Enough => true,
            End::Lost(why) => {
                self.scene.count(|counts| &mut counts.lost);
                self.tell(&format!("{why} after {} ms", since.elapsed().as_millis()));
                false
            }
        }
    }

    pub(crate) fn tell(&self, what: &str) {
        self.scene.tell(self.part.name, what);
    }

    pub(crate) fn fail(&self, why: &str) {
        self.tell(why);
        self.scene.fail(format!("{} {why}", self.part.name));
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A start that says everything, so that nothing is left to the machine.
fn ticket(game: &str, given: &[(&str, &str)], seed: u64) -> String {
    let game = games::find(game).unwrap();
    let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let words = Lexicon::builtin().id().to_owned();
    let settings = game.read(&given).unwrap();
    Start { game, settings, seats: game.info().fewest, words, seed }.ticket(&SealKey::OPEN)
}
