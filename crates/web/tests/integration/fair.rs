//! Fair play: nobody sees a puzzle before the match that counts.

use crate::common::{Client, Socket, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tokio::task::JoinSet;
use web::ServerLimits;

/// The games that have a daily.
const DAILIES: [&str; 5] = ["wordle", "wizards", "hand", "wampus", "junior"];

/// Requests the same daily eight times at once; returns the ids of the matches.
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
            // All seats are taken, and a later request returns the same match.
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

/// A challenge made by another guest, with the word CRANE.
async fn challenge(address: std::net::SocketAddr) -> String {
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let issued = Client::guest(address).await.post("/tickets", wanted).await.good();
    issued["ticket"].as_str().unwrap().to_owned()
}

async fn guess(client: &mut Client, id: &str, word: &str) {
    let act = json!({ "seen": 99, "line": format!("guess {word}") });
    client.post(&format!("/matches/{id}/act"), act).await.good();
}

/// Waits for the next millisecond, so that the logs show which match was opened first.
async fn next_moment() {
    let now = || jiff::Timestamp::now().as_millisecond();
    let before = now();
    while now() <= before {
        tokio::task::yield_now().await;
    }
}

/// The rows of a ticket's leaderboard.
async fn rows(client: &mut Client, ticket: &str) -> Vec<Value> {
    let path = format!("/leaderboard?ticket={}", ticket.replace('~', "%7E"));
    client.get(&path).await.good()["honours"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_cancelled_match_of_a_ticket_no_other_counts() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::guest(server.address()).await;
    let peek = ann.open(json!({ "ticket": ticket })).await;
    ann.post(&format!("/matches/{peek}/abort"), json!({})).await.good();
    let path = format!("/leaderboard?ticket={}", ticket.replace('~', "%7E"));
    assert_eq!(
        ann.get(&path).await.code(),
        "house.secret",
        "a cancelled match doesn't count as played"
    );
    next_moment().await;
    let id = ann.open(json!({ "ticket": ticket })).await;
    guess(&mut ann, &id, "crane").await;
    assert_eq!(rows(&mut ann, &ticket).await, Vec::<Value>::new());
    // For a player who finished the first match, it counts.
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
    assert_eq!(
        rows(&mut ann, &ticket).await,
        Vec::<Value>::new(),
        "the first match isn't finished"
    );
    // The player knows the word by now, so finishing the first match doesn't help.
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
    let pushed = socket.until(|received| !received["over"].is_null()).await;
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

/// Waits for a table message with this property.
async fn table_when(socket: &mut Socket, is: impl Fn(&Value) -> bool) -> Value {
    socket.until(|received| received["type"] == "table" && is(received)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_in_a_race_does_not_reveal_the_score() {
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
        // Ann makes one or two good moves.
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
        // Two good moves may have ended the match.
        let left = ann.post(&format!("/matches/{own}/leave"), json!({})).await;
        assert!(left.status == 200 || left.code() == "house.over", "{}", left.text);
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

/// Guesses a word; returns the status and the code if it is refused.
async fn refused_guess(client: &mut Client, id: &str, word: &str) -> Option<(u16, String)> {
    let act = json!({ "seen": 99, "line": format!("guess {word}") });
    let answer = client.post(&format!("/matches/{id}/act"), act).await;
    (answer.status != 200).then(|| (answer.status, answer.code()))
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_of_unlisted_words_are_rate_limited() {
    let limits = ServerLimits { refused_lines: (1e-6, 3.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let wanted = json!({ "game": "wordle", "set": { "word": "qzxjv" } });
    let issued = Client::guest(server.address()).await.post("/tickets", wanted).await.good();
    let ticket = issued["ticket"].clone();
    let unknown = Some((422, "wordle.unknown".to_owned()));
    let busy = Some((429, "web.busy".to_owned()));
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "ticket": ticket })).await;
    // Accepted guesses don't count toward the limit.
    for word in ["crane", "slate", "crane", "slate"] {
        guess(&mut ann, &id, word).await;
    }
    assert_eq!(refused_guess(&mut ann, &id, "qzxja").await, unknown);
    assert_eq!(refused_guess(&mut ann, &id, "qzxjb").await, unknown);
    let mut socket = ann.socket().await;
    let act = |word: &str| json!({ "do": "act", "match": id, "seen": 99, "line": format!("guess {word}") });
    assert_eq!(socket.ask(act("qzxjc")).await["code"], "wordle.unknown");
    // Now even the hidden word is refused.
    assert_eq!(socket.ask(act("qzxjv")).await["code"], "web.busy");
    assert_eq!(refused_guess(&mut ann, &id, "qzxjv").await, busy);
    let line = json!({ "seen": 99, "line": "guess qzxjv" });
    let answer = ann.post(&format!("/matches/{id}/act"), line).await;
    assert!(answer.headers.contains_key("retry-after"));
    // Another match has its own limit, and so has another player.
    let second = ann.open(json!({ "ticket": ticket })).await;
    assert_eq!(refused_guess(&mut ann, &second, "qzxja").await, unknown);
    let mut bob = Client::guest(server.address()).await;
    let other = bob.open(json!({ "ticket": ticket })).await;
    assert_eq!(refused_guess(&mut bob, &other, "qzxja").await, unknown);
    guess(&mut bob, &other, "qzxjv").await;
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_lines_are_counted_one_by_one() {
    let limits = ServerLimits { refused_lines: (1e-6, 3.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle" })).await;
    let mut asking = JoinSet::new();
    for letter in 'a'..='p' {
        let (mut client, id) = (ann.clone(), id.clone());
        asking
            .spawn(async move { refused_guess(&mut client, &id, &format!("qzxj{letter}")).await });
    }
    let answers = asking.join_all().await;
    let unknown = answers.iter().flatten().filter(|(_, code)| code == "wordle.unknown").count();
    assert_eq!(unknown, 3, "{answers:?}");
    server.close().await;
}

/// Gives up a match; returns its ticket.
async fn give_up(client: &mut Client, id: &str) -> String {
    client.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    let shown = client.get(&format!("/matches/{id}")).await.good();
    shown["over"]["ticket"].as_str().unwrap_or_default().to_owned()
}

/// How many rows of a ticket's leaderboard are this player's.
async fn own_rows(client: &mut Client, ticket: &str) -> usize {
    rows(client, ticket).await.iter().filter(|row| row["you"] == true).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_seen_with_other_settings_leaves_no_row() {
    let server = fresh_server().await;
    let bots = json!([{ "seat": 1, "name": "random" }]);
    for (game, set, bots) in [
        ("wordle", json!({ "hard": true }), json!([])),
        ("wordle", json!({ "tries": 10, "marking": "strict" }), json!([])),
        ("wizards", json!({ "level": "elder" }), json!([])),
        ("hand", json!({ "options": false }), json!([])),
        ("wampus", json!({ "cave": "random", "fog": "dark" }), json!([])),
        ("junior", json!({ "racks": "hidden" }), bots),
    ] {
        let plain = json!({ "game": game, "seed": "77", "bots": bots });
        let other = json!({ "game": game, "seed": "77", "bots": bots, "set": set });
        // Bob plays this one first, and the other one later.
        let mut bob = Client::guest(server.address()).await;
        let id = bob.open(plain.clone()).await;
        let ticket = give_up(&mut bob, &id).await;
        next_moment().await;
        let id = bob.open(other.clone()).await;
        assert_ne!(give_up(&mut bob, &id).await, ticket, "{game}");
        assert_eq!(own_rows(&mut bob, &ticket).await, 1, "{game}: the puzzle was seen afterwards");
        // Ann finishes the other one first.
        let mut ann = Client::guest(server.address()).await;
        let id = ann.open(other.clone()).await;
        give_up(&mut ann, &id).await;
        next_moment().await;
        let id = ann.open(plain.clone()).await;
        assert_eq!(give_up(&mut ann, &id).await, ticket, "{game}");
        assert_eq!(own_rows(&mut ann, &ticket).await, 0, "{game}: the puzzle was known");
        // Cy only opens the other one.
        let mut cy = Client::guest(server.address()).await;
        let id = cy.open(plain).await;
        next_moment().await;
        cy.open(other).await;
        next_moment().await;
        give_up(&mut cy, &id).await;
        assert_eq!(own_rows(&mut cy, &ticket).await, 0, "{game}: the puzzle was seen");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_does_not_change_the_word_of_a_day() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let ticket = "wordle/1/day=2024-05-06/en-1/0000000000001";
    let first = ann.open(json!({ "ticket": "wordle/1/day=2024-05-06/en-1/0000000000002" })).await;
    give_up(&mut ann, &first).await;
    next_moment().await;
    let second = ann.open(json!({ "ticket": ticket })).await;
    guess(&mut ann, &second, "crane").await;
    give_up(&mut ann, &second).await;
    // The first match counts, in which nothing was guessed.
    let rows = rows(&mut ann, ticket).await;
    assert_eq!(rows.len(), 1, "{rows:?}");
    let of_first = ann.get(&format!("/matches/{first}")).await.good();
    let of_second = ann.get(&format!("/matches/{second}")).await.good();
    assert_eq!(of_first["over"]["ticket"], of_second["over"]["ticket"]);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guess_in_a_second_match_of_a_ticket_leaves_no_row() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    for cancels in [false, true] {
        let mut ann = Client::guest(server.address()).await;
        let first = ann.open(json!({ "ticket": ticket })).await;
        next_moment().await;
        let second = ann.open(json!({ "ticket": ticket })).await;
        guess(&mut ann, &second, "slate").await;
        if cancels {
            ann.post(&format!("/matches/{second}/abort"), json!({})).await.good();
        }
        next_moment().await;
        guess(&mut ann, &first, "crane").await;
        assert_eq!(own_rows(&mut ann, &ticket).await, 0, "cancelled: {cancels}");
    }
    // A second match without moves does no harm, and can be played afterwards.
    let mut bob = Client::guest(server.address()).await;
    let first = bob.open(json!({ "ticket": ticket })).await;
    next_moment().await;
    let second = bob.open(json!({ "ticket": ticket })).await;
    next_moment().await;
    guess(&mut bob, &first, "crane").await;
    assert_eq!(own_rows(&mut bob, &ticket).await, 1);
    next_moment().await;
    guess(&mut bob, &second, "slate").await;
    guess(&mut bob, &second, "crane").await;
    assert_eq!(own_rows(&mut bob, &ticket).await, 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_of_a_challenge_has_no_row() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut maker = Client::named(server.address(), "Mia").await;
    let mut friend = Client::guest(server.address()).await;
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let issued = maker.post("/tickets", wanted.clone()).await.good();
    // Opening a match with a chosen word also makes a challenge.
    let own = maker.open(wanted).await;
    let own = give_up(&mut maker, &own).await;
    for ticket in [issued["ticket"].as_str().unwrap(), &own] {
        let id = friend.open(json!({ "ticket": ticket })).await;
        guess(&mut friend, &id, "crane").await;
        next_moment().await;
        let id = maker.open(json!({ "ticket": ticket })).await;
        guess(&mut maker, &id, "crane").await;
        assert_eq!(own_rows(&mut maker, ticket).await, 0);
        assert_eq!(own_rows(&mut friend, ticket).await, 1);
    }
    let me = maker.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned();
    assert_eq!(store.documents("challenge", &me).await.unwrap().len(), 2);
    let export = maker.get("/me/export").await.good();
    assert_eq!(export["challenges"].as_array().unwrap().len(), 2);
    maker.ask("DELETE", "/api/v1/me", Some(json!({ "name": "Mia" }))).await.good();
    assert_eq!(store.documents("challenge", &me).await.unwrap(), []);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_in_stays_the_maker() {
    let server = fresh_server().await;
    let mut mia = Client::named(server.address(), "Mia").await;
    mia.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
    let mut guest = Client::guest(server.address()).await;
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let issued = guest.post("/tickets", wanted).await.good();
    let ticket = issued["ticket"].as_str().unwrap();
    let sign_in = json!({ "name": "Mia", "passphrase": "three good words" });
    guest.post("/session", sign_in).await.good();
    let id = guest.open(json!({ "ticket": ticket })).await;
    guess(&mut guest, &id, "crane").await;
    assert_eq!(rows(&mut guest, ticket).await, Vec::<Value>::new());
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_in_after_playing_keeps_the_row() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    ann.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
    let mut guest = Client::guest(server.address()).await;
    for _ in 0..2 {
        let id = guest.open(json!({ "ticket": ticket })).await;
        guess(&mut guest, &id, "crane").await;
        next_moment().await;
    }
    let sign_in = json!({ "name": "Ann", "passphrase": "three good words" });
    guest.post("/session", sign_in).await.good();
    assert_eq!(own_rows(&mut guest, &ticket).await, 1, "the seats were merged after the end");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_sets_the_word_of_a_race_has_no_row() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let wanted = json!({ "game": "wordle", "race": true, "seats": 2, "set": { "word": "crane" } });
    let table = ann.post("/tables", wanted).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
    ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    for player in [&mut ann, &mut bob] {
        let shown = player.get(&format!("/tables/{id}")).await.good();
        guess(player, shown["match"].as_str().unwrap(), "crane").await;
    }
    let own = bob.get(&format!("/tables/{id}")).await.good()["match"].as_str().unwrap().to_owned();
    let over = bob.get(&format!("/matches/{own}")).await.good();
    let ticket = over["over"]["ticket"].as_str().unwrap();
    assert_eq!(own_rows(&mut ann, ticket).await, 0);
    assert_eq!(own_rows(&mut bob, ticket).await, 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_watched_a_bot_solve_the_ticket_has_no_row() {
    let server = fresh_server().await;
    for race in [false, true] {
        let seats = if race { 2 } else { 1 };
        let ticket = challenge(server.address()).await;
        let mut ann = Client::guest(server.address()).await;
        let wanted = json!({ "ticket": ticket, "race": race, "seats": seats });
        let table = ann.post("/tables", wanted).await.good();
        let id = table["table"].as_str().unwrap().to_owned();
        ann.post(&format!("/tables/{id}/stand"), json!({})).await.good();
        for seat in 0..seats {
            let bot = json!({ "seat": seat, "name": "perfect" });
            ann.post(&format!("/tables/{id}/bot"), bot).await.good();
        }
        ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
        let mut socket = ann.socket().await;
        socket.say(json!({ "do": "follow", "table": id })).await;
        table_when(&mut socket, |table| table["state"] == "over").await;
        next_moment().await;
        let own = ann.open(json!({ "ticket": ticket })).await;
        guess(&mut ann, &own, "crane").await;
        assert_eq!(own_rows(&mut ann, &ticket).await, 0, "race: {race}");
        // Somebody who was not at the table has one.
        let mut bob = Client::guest(server.address()).await;
        let own = bob.open(json!({ "ticket": ticket })).await;
        guess(&mut bob, &own, "crane").await;
        assert_eq!(own_rows(&mut bob, &ticket).await, 1, "race: {race}");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn racers_at_a_table_keep_their_rows() {
    let server = fresh_server().await;
    let ticket = challenge(server.address()).await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let wanted = json!({ "ticket": ticket, "race": true, "seats": 2 });
    let table = ann.post("/tables", wanted).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
    ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    for player in [&mut ann, &mut bob] {
        let shown = player.get(&format!("/tables/{id}")).await.good();
        guess(player, shown["match"].as_str().unwrap(), "crane").await;
        next_moment().await;
    }
    assert_eq!(own_rows(&mut ann, &ticket).await, 1);
    assert_eq!(own_rows(&mut bob, &ticket).await, 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_has_left_cannot_cancel_the_match_of_the_others() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let wanted = json!({ "game": "junior", "seats": 3 });
    let table = ann.post("/tables", wanted).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    let mut others = Vec::new();
    for _ in 0..2 {
        let mut other = Client::guest(server.address()).await;
        other.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        other.post(&format!("/tables/{id}/sit"), json!({})).await.good();
        others.push(other);
    }
    let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    let own = format!("/matches/{}", started["match"].as_str().unwrap());
    others[0].post(&format!("{own}/leave"), json!({})).await.good();
    let cancelled = others[0].post(&format!("{own}/abort"), json!({})).await;
    assert_eq!(cancelled.code(), "house.seat");
    assert_eq!(ann.get(&own).await.good()["over"], Value::Null);
    server.close().await;
}
