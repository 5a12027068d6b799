//! Fair play: nobody sees a puzzle before the match that counts.

use crate::common::{Client, Socket, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tokio::task::JoinSet;

/// The games that have a daily.
const DAILIES: [&str; 5] = ["wordle", "wizards", "hand", "wampus", "junior"];

/// Eight requests for the same daily at once; the matches that are answered.
async fn ask_at_once(clients: &[Client], game: &'static str) -> BTreeSet<String> {
    let mut asking = JoinSet::new();
    for n in 0..8 {
        let mut client = clients[n % clients.len()].clone();
        asking.spawn(async move { client.open(json!({ "daily": game })).await });
    }
    asking.join_all().await.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_requests_open_one_daily() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fair-daily.db");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    for store in [Store::memory(), Store::sqlite(&file).unwrap()] {
        let server = start_server(store, roomy()).await;
        let mut ann = Client::guest(server.address()).await;
        let mut bob = Client::guest(server.address()).await;
        for game in DAILIES {
            let ids = ask_at_once(&[ann.clone()], game).await;
            assert_eq!(ids.len(), 1, "{game}");
            assert!(!ids.contains(&bob.open(json!({ "daily": game })).await), "{game}");
            // Everybody is seated, and asking again later gives the same match.
            let id = ids.into_iter().next().unwrap();
            let seen = ann.get(&format!("/matches/{id}")).await.good();
            assert!(seen["seats"].as_array().unwrap().iter().all(|seat| !seat.is_null()), "{seen}");
            assert_eq!(ann.open(json!({ "daily": game })).await, id);
        }
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_open_one_daily() {
    let Some(postgres) = crate::server::server() else { return };
    let database = postgres.database();
    let here = start_server(Store::postgres(&database).await.unwrap(), roomy()).await;
    let there = start_server(Store::postgres(&database).await.unwrap(), roomy()).await;
    let ann = Client::guest(here.address()).await;
    let clients = [ann.clone(), ann.at(there.address())];
    for game in DAILIES {
        assert_eq!(ask_at_once(&clients, game).await.len(), 1, "{game}");
    }
    here.close().await;
    there.close().await;
}

/// A challenge of somebody else, with the word CRANE.
async fn challenge(address: std::net::SocketAddr) -> String {
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let issued = Client::guest(address).await.post("/tickets", wanted).await.good();
    issued["ticket"].as_str().unwrap().to_owned()
}

async fn guess(client: &mut Client, id: &str, word: &str) {
    let act = json!({ "seen": 99, "line": format!("guess {word}") });
    client.post(&format!("/matches/{id}/act"), act).await.good();
}

/// Waits until logs show another time, to the millisecond: which match was opened first is then beyond doubt.
async fn next_moment() {
    let now = || jiff::Timestamp::now().as_millisecond();
    let before = now();
    while now() <= before {
        tokio::task::yield_now().await;
    }
}

/// The rows of a ticket's leaderboard.
async fn rows(client: &mut Client, ticket: &str) -> Vec<Value> {
    let path = format!("/honours?ticket={}", ticket.replace('~', "%7E"));
    client.get(&path).await.good()["honours"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_cancelled_match_of_a_ticket_no_other_counts() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::guest(server.address()).await;
    let peek = ann.open(json!({ "ticket": ticket })).await;
    ann.post(&format!("/matches/{peek}/abort"), json!({})).await.good();
    let path = format!("/honours?ticket={}", ticket.replace('~', "%7E"));
    assert_eq!(ann.get(&path).await.code(), "house.secret", "it was not played");
    next_moment().await;
    let id = ann.open(json!({ "ticket": ticket })).await;
    guess(&mut ann, &id, "crane").await;
    assert_eq!(rows(&mut ann, &ticket).await, Vec::<Value>::new());
    // The first match counts for those who played it at once.
    let mut bob = Client::guest(server.address()).await;
    let id = bob.open(json!({ "ticket": ticket })).await;
    guess(&mut bob, &id, "crane").await;
    assert_eq!(rows(&mut bob, &ticket).await.len(), 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_first_match_of_a_ticket_leaves_no_row() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::guest(server.address()).await;
    let first = ann.open(json!({ "ticket": ticket })).await;
    next_moment().await;
    let second = ann.open(json!({ "ticket": ticket })).await;
    guess(&mut ann, &second, "crane").await;
    assert_eq!(rows(&mut ann, &ticket).await, Vec::<Value>::new(), "the first is not finished");
    // By now the word is known: finishing the first does not help.
    guess(&mut ann, &first, "crane").await;
    assert_eq!(rows(&mut ann, &ticket).await, Vec::<Value>::new(), "the word was known");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_match_reveals_nothing() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let seed = ticket.rsplit('/').next().unwrap().to_owned();
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "ticket": ticket })).await;
    let mut socket = ann.socket().await;
    socket.follow(&id).await;
    ann.post(&format!("/matches/{id}/abort"), json!({})).await.good();
    let pushed = socket.until(|heard| !heard["over"].is_null()).await;
    let shown = ann.get(&format!("/matches/{id}")).await.good();
    assert_eq!(
        (&shown["over"]["ticket"], &shown["setup"]["word"]),
        (&Value::Null, &json!("hidden"))
    );
    let mut seen = vec![pushed.to_string(), shown.to_string()];
    for path in ["/replay", "/play"] {
        for client in [&mut ann, &mut Client::nobody(server.address())] {
            seen.push(client.get(&format!("/matches/{id}{path}")).await.text);
        }
    }
    for path in ["/matches", "/matches?over=true", "/stats", "/me/export"] {
        seen.push(ann.get(path).await.text);
    }
    for text in seen {
        let lower = text.to_lowercase();
        assert!(!lower.contains("crane") && !text.contains(&seed), "{text}");
        assert!(!text.contains(&ticket), "{text}");
    }
    assert_eq!(ann.get(&format!("/matches/{id}/play")).await.code(), "house.secret");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seal_opens_only_with_the_ticket_it_was_made_for() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::guest(server.address()).await;
    for altered in [
        ticket.replacen("/word=", "/tries=1,word=", 1),
        ticket.replacen("/word=", "/hard=false,word=", 1),
        ticket.replacen("/word=", "/hard=true,word=", 1),
    ] {
        assert_ne!(altered, ticket);
        let refused = ann.post("/matches", json!({ "ticket": altered })).await;
        assert_eq!(refused.code(), "house.setup", "{altered}");
    }
    ann.open(json!({ "ticket": ticket })).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seeds_of_the_next_dailies_are_refused() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let today: jiff::civil::Date =
        ann.get("/dailies").await.good()["day"].as_str().unwrap().parse().unwrap();
    for game in DAILIES {
        for days in [0, 1, 2, 3, 30, 400] {
            let day = today + jiff::Span::new().days(days);
            let known = games::find(game).unwrap();
            let seed = games::daily::daily(known, day, "").unwrap().start.seed;
            let wanted = json!({ "game": game, "seed": seed.to_string() });
            for path in ["/matches", "/tables", "/tickets"] {
                let refused = ann.post(path, wanted.clone()).await;
                assert_eq!(
                    (refused.status, refused.code().as_str()),
                    (409, "house.day"),
                    "{game} {days} {path}"
                );
            }
        }
    }
    server.close().await;
}

/// Follows the table until this holds of it.
async fn table_when(socket: &mut Socket, is: impl Fn(&Value) -> bool) -> Value {
    socket.until(|heard| heard["type"] == "table" && is(heard)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_in_a_race_does_not_tell_the_score() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    for game in ["hand", "wordle", "wampus", "wizards", "builder"] {
        let wanted = json!({ "game": game, "race": true, "seats": 2 });
        let table = ann.post("/tables", wanted).await.good();
        let id = table["table"].as_str().unwrap().to_owned();
        let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
        bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
        let own = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
        let own = own["match"].as_str().unwrap().to_owned();
        let mut socket = bob.socket().await;
        socket.say(json!({ "do": "follow", "table": id })).await;
        table_when(&mut socket, |_| true).await;
        // Ann makes a good move or two.
        let mut wizard = ann.socket().await;
        for _ in 0..2 {
            let hint = wizard.ask(json!({ "do": "hint", "match": own })).await;
            let Some(line) = hint["hint"]["line"].as_str() else { break };
            let act = json!({ "do": "act", "match": own, "seen": 9999, "line": line });
            assert_eq!(wizard.ask(act).await["type"], "ack");
        }
        let shown = bob.get(&format!("/tables/{id}")).await.good();
        let progress = shown["progress"][0]["progress"].as_str().unwrap();
        assert!(!progress.contains("point"), "{game}: {progress}");
        ann.post(&format!("/matches/{own}/leave"), json!({})).await.good();
        let done = table_when(&mut socket, |table| table["progress"][0]["over"] == true).await;
        assert_eq!(done["progress"][0]["score"], Value::Null, "{game}");
        assert_eq!(done["progress"][0]["progress"], "finished", "{game}");
        let theirs = done["match"].as_str().unwrap();
        bob.post(&format!("/matches/{theirs}/leave"), json!({})).await.good();
        let over = table_when(&mut socket, |table| table["state"] == "over").await;
        assert!(over["progress"][0]["score"].is_i64(), "{game}: {over}");
    }
    server.close().await;
}
