//! Cheating: a puzzle is looked at before the match that counts.

use crate::client::{Client, loopback};
use crate::flood::burst;
use crate::ground::Ground;
use crate::stage::AttackStage;
use games::GAMES;
use games::daily::{daily, has_one};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// S3: the daily is asked for eight times at once, at every one of these servers.
pub(crate) async fn dailies_at(servers: &[SocketAddr], from: u8) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut player = Client::guest(servers[0], loopback(0, 0, from)).await;
    let games = player.get("/dailies").await.good()["dailies"].clone();
    for game in games.as_array().into_iter().flatten() {
        let game = game["game"].as_str().unwrap_or_default().to_owned();
        // A guest of their own for each game: nobody may open many matches in a minute.
        let player = Client::guest(servers[0], loopback(0, 0, from)).await;
        let ask = |n: usize| {
            let server = servers[n % servers.len()];
            (player.at(server), "POST", "/matches".to_owned(), Some(json!({ "daily": game })))
        };
        let answers = burst((0..8).map(ask).collect()).await;
        let ids = answers.iter().filter_map(|it| Some(it.json()["match"].as_str()?.to_owned()));
        found.push((game, ids.collect::<BTreeSet<_>>().len()));
    }
    found
}

pub(crate) async fn dailies(stage: &mut AttackStage, _: &Ground) {
    let server = [stage.node.address];
    let attack = dailies_at(&server, 21);
    let (found, _) = stage.during(|found: &Vec<(String, usize)>| found.len() * 8, attack).await;
    let one_each = !found.is_empty() && found.iter().all(|(_, ids)| *ids == 1);
    stage.expect(one_each, format!("matches for eight requests: {found:?}"));
}

/// A challenge that somebody has set.
struct Challenge {
    ticket: String,
    word: &'static str,
}

async fn challenge(server: SocketAddr, word: &'static str) -> Challenge {
    let mut friend = Client::guest(server, loopback(0, 0, 22)).await;
    let wanted = json!({ "game": "wordle", "set": { "word": word } });
    let made = friend.post("/tickets", wanted).await.good();
    Challenge { ticket: made["ticket"].as_str().unwrap_or_default().to_owned(), word }
}

impl Challenge {
    /// Solves a match of it with one guess; returns the places that the player has then.
    async fn solve(&self, player: &mut Client, id: &str) -> usize {
        let now = player.get(&format!("/matches/{id}")).await.json();
        let act = json!({ "seen": now["seq"], "line": format!("guess {}", self.word) });
        player.post(&format!("/matches/{id}/act"), act).await;
        let ticket = self.ticket.replace('=', "%3D").replace('~', "%7E").replace(',', "%2C");
        let shown = player.get(&format!("/honours?ticket={ticket}")).await.json();
        let mine = |place: &&Value| place["you"] == true && place["won"] == true;
        shown["honours"].as_array().into_iter().flatten().filter(mine).count()
    }

    /// Opens it; nothing when that is refused.
    async fn open(&self, player: &mut Client) -> Option<String> {
        let opened = player.post("/matches", json!({ "ticket": self.ticket })).await;
        opened.json()["match"].as_str().map(str::to_owned)
    }

    /// Does this match tell the word in any way?
    async fn is_told(&self, player: &mut Client, id: &str) -> bool {
        let mut told = player.get(&format!("/matches/{id}")).await.text;
        for more in ["replay", "play"] {
            told += &player.get(&format!("/matches/{id}/{more}")).await.text;
        }
        told.to_lowercase().contains(&format!("\"{}\"", self.word))
    }
}

/// S6: the word of a challenge is learnt in three ways before it is played.
pub(crate) async fn challenges(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let attack = async {
        let mut cheats = Vec::new();
        // Cancelled, and opened again.
        let it = challenge(server, "zebra").await;
        let mut player = Client::guest(server, loopback(0, 0, 23)).await;
        if let Some(first) = it.open(&mut player).await {
            player.post(&format!("/matches/{first}/abort"), json!({})).await;
            let told = it.is_told(&mut player, &first).await;
            let placed = match it.open(&mut player).await {
                Some(second) => it.solve(&mut player, &second).await,
                None => 0,
            };
            cheats.push(("cancelled", told, placed));
        }
        // Opened twice; the second is left.
        let it = challenge(server, "knoll").await;
        let mut player = Client::guest(server, loopback(0, 0, 23)).await;
        let (first, second) = (it.open(&mut player).await, it.open(&mut player).await);
        if let Some(first) = first {
            let mut told = false;
            if let Some(second) = second.filter(|second| *second != first) {
                player.post(&format!("/matches/{second}/leave"), json!({})).await;
                told = it.is_told(&mut player, &second).await;
            }
            let placed = it.solve(&mut player, &first).await;
            cheats.push(("opened twice", false, usize::from(told) * placed));
        }
        // The same seal in a ticket with one try.
        let it = challenge(server, "gizmo").await;
        let mut player = Client::guest(server, loopback(0, 0, 23)).await;
        let changed = it.ticket.replacen("/word=", "/tries=1,word=", 1);
        let changed =
            changed.replacen(",word=", ",tries=1,word=", usize::from(changed == it.ticket));
        let opened = player.post("/matches", json!({ "ticket": changed })).await;
        cheats.push(("seal in another ticket", opened.is_ok(), 0));
        cheats
    };
    let (cheats, _) = stage.during(|cheats: &Vec<(&str, bool, usize)>| cheats.len(), attack).await;
    stage.expect(cheats.len() == 3, format!("{} of 3 ways tried", cheats.len()));
    for (way, told, placed) in cheats {
        stage.expect(!told, format!("{way}: the word is told: {told}"));
        stage.expect(placed == 0, format!("{way}: places on the leaderboard: {placed}"));
    }
}

/// S12: dailies of the next 400 days are opened by their seeds.
pub(crate) async fn future_dailies(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut player = Client::guest(server, loopback(0, 0, 24)).await;
    let today = player.get("/dailies").await.good()["day"].as_str().unwrap_or_default().to_owned();
    let today: Date = today.parse().unwrap();
    let mut asked = Vec::new();
    for game in GAMES.iter().filter(|game| game.info().listed && has_one(**game)) {
        for ahead in [2, 3, 30, 399] {
            let Ok(day) = today.checked_add(i64::from(ahead).days()) else { continue };
            let Ok(puzzle) = daily(*game, day, "") else { continue };
            let bots: Vec<Value> = puzzle
                .bots
                .iter()
                .map(|(seat, name)| json!({ "seat": seat, "name": name }))
                .collect();
            let wanted = json!({ "game": game.info().id, "seats": puzzle.start.seats,
                "seed": puzzle.start.seed.to_string(), "bots": bots });
            // A guest of their own: nobody may open many matches in a minute.
            let from = loopback(0, 2, 1 + (asked.len() / 10) as u8);
            let guest = Client::guest(server, from).await;
            asked.push((guest, "POST", "/matches".to_owned(), Some(wanted)));
        }
    }
    let count = asked.len();
    let attack = burst(asked);
    let (answers, _) = stage.during(|answers: &Vec<_>| answers.len(), attack).await;
    let refused = answers.iter().filter(|answer| answer.code() == "house.day").count();
    stage.expect(refused == count && count > 0, format!("{refused} of {count} are refused"));
}
