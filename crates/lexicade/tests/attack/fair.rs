//! Cheating: looking at a puzzle before the match that counts.

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
use std::time::Instant;

/// S3: the daily is opened eight times at once, spread over these servers.
pub(crate) async fn dailies_at(servers: &[SocketAddr], from: u8) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut player = Client::guest(servers[0], loopback(0, 0, from)).await;
    let games = player.get("/dailies").await.good()["dailies"].clone();
    for game in games.as_array().into_iter().flatten() {
        let game = game["game"].as_str().unwrap_or_default().to_owned();
        // A new guest for each game, because the number of matches per minute is limited.
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

/// A challenge with its secret word.
struct Challenge {
    ticket: String,
    word: String,
}

async fn challenge(server: SocketAddr, word: &str) -> Challenge {
    challenge_by(&mut Client::guest(server, loopback(0, 0, 22)).await, word).await
}

async fn challenge_by(maker: &mut Client, word: &str) -> Challenge {
    let wanted = json!({ "game": "wordle", "set": { "word": word } });
    let made = maker.post("/tickets", wanted).await.good();
    let ticket = made["ticket"].as_str().unwrap_or_default().to_owned();
    Challenge { ticket, word: word.to_owned() }
}

impl Challenge {
    /// Solves a match of it with one guess; returns how many places the player has on the leaderboard.
    async fn solve(&self, player: &mut Client, id: &str) -> usize {
        let now = player.get(&format!("/matches/{id}")).await.json();
        let act = json!({ "seen": now["seq"], "line": format!("guess {}", self.word) });
        player.post(&format!("/matches/{id}/act"), act).await;
        let ticket = self.ticket.replace('=', "%3D").replace('~', "%7E").replace(',', "%2C");
        let shown = player.get(&format!("/leaderboard?ticket={ticket}")).await.json();
        let mine = |place: &&Value| place["you"] == true && place["won"] == true;
        shown["honours"].as_array().into_iter().flatten().filter(mine).count()
    }

    /// Opens it; `None` if that is refused.
    async fn open(&self, player: &mut Client) -> Option<String> {
        let opened = player.post("/matches", json!({ "ticket": self.ticket })).await;
        opened.json()["match"].as_str().map(str::to_owned)
    }

    /// Whether this match reveals the word in any way.
    async fn is_revealed(&self, player: &mut Client, id: &str) -> bool {
        let mut shown = player.get(&format!("/matches/{id}")).await.text;
        for more in ["replay", "play"] {
            shown += &player.get(&format!("/matches/{id}/{more}")).await.text;
        }
        shown.to_lowercase().contains(&format!("\"{}\"", self.word))
    }
}

/// S6: three ways to learn the word of a challenge before playing it.
pub(crate) async fn challenges(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let attack = async {
        let mut cheats = Vec::new();
        // The match is cancelled and opened again.
        let it = challenge(server, "zebra").await;
        let mut player = Client::guest(server, loopback(0, 0, 23)).await;
        if let Some(first) = it.open(&mut player).await {
            player.post(&format!("/matches/{first}/abort"), json!({})).await;
            let revealed = it.is_revealed(&mut player, &first).await;
            let placed = match it.open(&mut player).await {
                Some(second) => it.solve(&mut player, &second).await,
                None => 0,
            };
            cheats.push(("cancelled", revealed, placed));
        }
        // It is opened twice, and the player leaves the second match.
        let it = challenge(server, "knoll").await;
        let mut player = Client::guest(server, loopback(0, 0, 23)).await;
        let (first, second) = (it.open(&mut player).await, it.open(&mut player).await);
        if let Some(first) = first {
            let mut revealed = false;
            if let Some(second) = second.filter(|second| *second != first) {
                player.post(&format!("/matches/{second}/leave"), json!({})).await;
                revealed = it.is_revealed(&mut player, &second).await;
            }
            let placed = it.solve(&mut player, &first).await;
            cheats.push(("opened twice", false, usize::from(revealed) * placed));
        }
        // The sealed word is put into a ticket with one try.
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
    for (way, revealed, placed) in cheats {
        stage.expect(!revealed, format!("{way}: the word is revealed: {revealed}"));
        stage.expect(placed == 0, format!("{way}: places on the leaderboard: {placed}"));
    }
}

/// S6: the player knows the puzzle of a ticket before the match that counts, because they have played its seed with
/// other settings, or have made it.
pub(crate) async fn known_puzzles(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let attack = async {
        let mut places = Vec::new();
        for set in [json!({ "hard": true }), json!({ "tries": 10 }), json!({ "marking": "strict" })]
        {
            let seed = 770_000 + places.len();
            let mut player = Client::guest(server, loopback(0, 0, 25)).await;
            let wanted = json!({ "game": "wordle", "seed": seed.to_string(), "set": set });
            let learnt = player.open(wanted).await;
            player.post(&format!("/matches/{learnt}/leave"), json!({})).await.good();
            let shown = player.get(&format!("/matches/{learnt}")).await.good();
            let word = shown["view"]["answer"].as_str().unwrap_or_default().to_owned();
            let plain = json!({ "game": "wordle", "seed": seed.to_string() });
            let ticket = player.post("/tickets", plain).await.good()["ticket"].clone();
            let it = Challenge { ticket: ticket.as_str().unwrap_or_default().to_owned(), word };
            if let Some(id) = it.open(&mut player).await {
                places.push((set.to_string(), it.solve(&mut player, &id).await));
            }
        }
        let mut maker = Client::guest(server, loopback(0, 0, 25)).await;
        let it = challenge_by(&mut maker, "zebra").await;
        if let Some(id) = it.open(&mut maker).await {
            places.push(("made".to_owned(), it.solve(&mut maker, &id).await));
        }
        places
    };
    let (places, _) = stage.during(|places: &Vec<(String, usize)>| places.len() * 5, attack).await;
    stage.expect(places.len() == 4, format!("{} of 4 ways tried", places.len()));
    for (way, placed) in places {
        stage.expect(placed == 0, format!("{way}: places on the leaderboard: {placed}"));
    }
}

/// S6: a secret word that isn't in the list is searched for with unlisted guesses, which cost nothing, from many
/// addresses.
pub(crate) async fn unlisted_words(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let it = challenge(server, "qzxjv").await;
    let mut player = Client::guest(server, loopback(0, 0, 26)).await;
    let id = it.open(&mut player).await.unwrap_or_default();
    let begin = Instant::now();
    let requests = (0..400_u16).map(|n| {
        let letter = |n: u16| char::from(b'a' + (n % 26) as u8);
        let line = format!("guess qzx{}{}", letter(n / 26), letter(n));
        let client = player.moved_to(loopback(0, 3, 1 + (n / 20) as u8), None);
        let act = json!({ "seen": 1, "line": line });
        (client, "POST", format!("/matches/{id}/act"), Some(act))
    });
    let attack = burst(requests.collect());
    let (answers, _) = stage.during(|answers: &Vec<_>| answers.len(), attack).await;
    let tried = answers.iter().filter(|it| it.is_ok() || it.code() == "wordle.unknown").count();
    // 60 at once and one more every ten seconds are allowed.
    let most = 61 + (begin.elapsed().as_secs() / 10) as usize;
    stage.expect((1..=most).contains(&tried), format!("{tried} words tried (at most {most})"));
    let rude = answers.iter().filter(|it| it.status == 429 && !it.retry_after).count();
    stage.expect(rude == 0, format!("{rude} refusals don't say when to retry"));
}

/// S12: dailies of the next 400 days are opened by their seeds.
pub(crate) async fn future_dailies(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut player = Client::guest(server, loopback(0, 0, 24)).await;
    let today = player.get("/dailies").await.good()["day"].as_str().unwrap_or_default().to_owned();
    let today: Date = today.parse().unwrap();
    let mut requests = Vec::new();
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
            // A new guest, because the number of matches per minute is limited.
            let from = loopback(0, 2, 1 + (requests.len() / 10) as u8);
            let guest = Client::guest(server, from).await;
            requests.push((guest, "POST", "/matches".to_owned(), Some(wanted)));
        }
    }
    let count = requests.len();
    let attack = burst(requests);
    let (answers, _) = stage.during(|answers: &Vec<_>| answers.len(), attack).await;
    let refused = answers.iter().filter(|answer| answer.code() == "house.day").count();
    stage.expect(refused == count && count > 0, format!("{refused} of {count} are refused"));
}
