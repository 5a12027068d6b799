//! Matches over HTTP and sockets: opening, playing to the end, replaying.

use crate::common::{Client, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_wordle_over_a_socket() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    let mut socket = ann.socket().await;
    let hello = socket.of("hello").await;
    assert_eq!(hello["version"], 1);
    let first = socket.follow(&id).await;
    assert_eq!((&first["viewer"], &first["to_act"]), (&json!(0), &json!([0])));
    assert_eq!(first["setup"]["word"], "hidden");
    assert_eq!(first["scene"]["asks"][0]["prefix"], "guess ");
    let guess =
        |line: &str, seen: &Value| json!({ "do": "act", "match": id, "seen": seen, "line": line });
    let refused = socket.ask(guess("guess xxxxx", &first["seq"])).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("wordle.unknown")));
    let ack = socket.ask(guess("guess slate", &first["seq"])).await;
    assert_eq!(ack["type"], "ack");
    // The same line from the same view is the same move.
    let again = socket.ask(guess("guess slate", &first["seq"])).await;
    assert_eq!((&again["type"], &again["seq"]), (&json!("ack"), &ack["seq"]));
    let stale = socket.ask(guess("guess crane", &first["seq"])).await;
    assert_eq!(stale["code"], "house.stale");
    let hint = socket.ask(json!({ "do": "hint", "match": id })).await;
    assert!(hint["hint"]["line"].as_str().unwrap().starts_with("guess "), "{hint}");
    let ack = socket.ask(guess("guess crane", &ack["seq"])).await;
    assert_eq!(ack["type"], "ack");
    let over = ann.get(&format!("/matches/{id}")).await.good();
    assert_eq!(over["over"]["winners"], json!([0]));
    assert_eq!(over["hinted"], true);
    assert_eq!(over["setup"]["word"], "crane");
    let steps = ann.get(&format!("/matches/{id}/replay")).await.good();
    assert_eq!(steps["steps"].as_array().unwrap().len(), 3);
    let play = ann.get(&format!("/matches/{id}/play")).await;
    assert!(play.text.contains("0: guess slate"), "{}", play.text);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_its_hints() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let games = ann.get("/games").await.good();
    let games = games["games"].as_array().unwrap().clone();
    assert!(games.len() >= 6);
    for game in games {
        let name = game["id"].as_str().unwrap();
        let fewest = game["fewest"].as_u64().unwrap();
        let bots: Vec<_> =
            (1..fewest).map(|seat| json!({ "seat": seat, "name": "random" })).collect();
        let id = ann.open(json!({ "game": name, "bots": bots, "seed": "7" })).await;
        let (mut socket, mut moves) = (ann.socket().await, 0);
        let mut now = socket.follow(&id).await;
        while now["over"].is_null() {
            if now["to_act"] != json!([0]) {
                now = ann.get(&format!("/matches/{id}?wait={}", now["seq"])).await.good();
                continue;
            }
            let hint = socket.ask(json!({ "do": "hint", "match": id })).await;
            let line = match hint["hint"]["line"].as_str() {
                Some(line) => json!({ "do": "act", "match": id, "seen": now["seq"], "line": line }),
                None => json!({ "do": "leave", "match": id }),
            };
            let ack = socket.ask(line).await;
            assert_eq!(ack["type"], "ack", "{name}: {hint} {ack}");
            moves += 1;
            assert!(moves < 500, "{name} does not end");
            let seq = ack["seq"].as_u64();
            now = ann.get(&format!("/matches/{id}?wait={}", seq.unwrap() - 1)).await.good();
        }
        let mine = ann.get("/matches?over=true").await.good();
        assert_eq!(mine["matches"][0]["match"], id.as_str(), "{name}");
    }
    let stats = ann.get("/stats").await.good();
    assert!(stats["tallies"].as_array().unwrap().len() >= 5, "{stats}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_cannot_see_a_match_until_it_is_over() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wampus" })).await;
    let path = format!("/matches/{id}");
    assert_eq!(bob.get(&path).await.code(), "house.match");
    let act = json!({ "seen": 1, "line": "move up" });
    assert_eq!(bob.post(&format!("{path}/act"), act).await.code(), "house.match");
    for what in ["hint", "leave", "abort"] {
        assert_eq!(bob.post(&format!("{path}/{what}"), json!({})).await.status, 404, "{what}");
    }
    let mut socket = bob.socket().await;
    assert_eq!(socket.follow(&id).await["type"], "gone");
    assert_eq!(ann.get(&format!("{path}/replay")).await.code(), "house.secret");
    assert_eq!(bob.get("/matches").await.good()["matches"], json!([]));
    // A finished match can be shown to others.
    ann.post(&format!("{path}/leave"), json!({})).await.good();
    assert_eq!(bob.get(&path).await.good()["viewer"], -1);
    let act = json!({ "seen": 1, "line": "move up" });
    assert_eq!(bob.post(&format!("{path}/act"), act).await.code(), "web.seat");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_can_be_cancelled_before_its_second_move() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let bots = json!([{ "seat": 1, "name": "random" }]);
    let id = ann.open(json!({ "game": "wordle" })).await;
    ann.post(&format!("/matches/{id}/abort"), json!({})).await.good();
    let list = ann.get("/matches").await.good();
    assert_eq!(list["matches"][0]["over"]["called_off"], true);
    let id = ann.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    for word in ["slate", "crony"] {
        let seq = ann.get(&format!("/matches/{id}")).await.good()["seq"].clone();
        let act = json!({ "seen": seq, "line": format!("guess {word}") });
        ann.post(&format!("/matches/{id}/act"), act).await.good();
    }
    assert_eq!(ann.post(&format!("/matches/{id}/abort"), json!({})).await.code(), "web.begun");
    let refused = ann.post("/matches", json!({ "game": "junior", "seats": 3, "bots": bots })).await;
    assert_eq!(refused.code(), "house.setup");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dailies_count_once_and_only_their_players_see_the_leaderboard() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    let mut bob = Client::guest(server.address()).await;
    let id = ann.open(json!({ "daily": "wampus" })).await;
    assert_eq!(ann.open(json!({ "daily": "wampus" })).await, id);
    let day = ann.get("/dailies").await.good()["day"].as_str().unwrap().to_owned();
    let path = format!("/dailies/wampus/{day}/leaderboard");
    assert_eq!(ann.get(&path).await.code(), "house.secret");
    assert_eq!(ann.post(&format!("/matches/{id}/abort"), json!({})).await.code(), "web.begun");
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    let leaderboard = ann.get(&path).await.good();
    assert_eq!(leaderboard["honours"][0]["name"], "Ann Lee");
    assert_eq!(leaderboard["honours"][0]["you"], true);
    // The path of earlier versions still works.
    assert_eq!(ann.get(&path.replace("leaderboard", "honours")).await.good(), leaderboard);
    assert_eq!(bob.get(&path).await.code(), "house.secret");
    let dailies = ann.get("/dailies").await.good();
    let stages: Vec<_> = dailies["dailies"].as_array().unwrap().iter().collect();
    let of =
        |game: &str| stages.iter().find(|daily| daily["game"] == game).unwrap()["stage"].clone();
    assert_eq!((of("wampus"), of("wordle")), (json!("over"), json!("new")));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_hides_its_word_and_opens_only_on_its_server() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let issued = ann.post("/tickets", wanted).await.good();
    let ticket = issued["ticket"].as_str().unwrap();
    assert!(issued["url"].as_str().unwrap().ends_with(&format!("/play/{ticket}")));
    assert!(!ticket.to_lowercase().contains("crane"));
    let id = bob.open(json!({ "ticket": ticket })).await;
    let act = json!({ "seen": 9, "line": "guess crane" });
    bob.post(&format!("/matches/{id}/act"), act).await.good();
    let over = bob.get(&format!("/matches/{id}")).await.good();
    assert_eq!(over["over"]["ticket"], ticket);
    let path = format!("/leaderboard?ticket={}", ticket.replace('~', "%7E"));
    let leaderboard = bob.get(&path).await.good();
    assert_eq!(leaderboard["honours"][0]["place"], 1);
    assert_eq!(bob.get(&path.replace("leaderboard", "honours")).await.good(), leaderboard);
    assert_eq!(ann.get(&path).await.code(), "house.secret");
    // Nobody can guess the word by making tickets with the same seed: with a chosen word the server picks the seed.
    let seed = ticket.rsplit('/').next().unwrap();
    let guess = json!({ "game": "wordle", "set": { "word": "slate" }, "seed": seed });
    for path in ["/tickets", "/matches", "/tables"] {
        assert_eq!(ann.post(path, guess.clone()).await.code(), "house.setup", "{path}");
    }
    let other = fresh_server().await;
    let mut carl = Client::guest(other.address()).await;
    assert_eq!(carl.post("/matches", json!({ "ticket": ticket })).await.code(), "house.setup");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_loses_nothing() {
    let folder = std::env::temp_dir().join(format!("lexicade-web-{}", std::process::id()));
    let file = folder.join("house.db");
    let server = start_server(Store::sqlite(&file).unwrap(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    let mut socket = ann.socket().await;
    let first = socket.follow(&id).await;
    let act = json!({ "do": "act", "match": id, "seen": first["seq"], "line": "guess slate" });
    let ack = socket.ask(act.clone()).await;
    assert_eq!(ack["type"], "ack");
    let started = std::time::Instant::now();
    let (_, closed) = tokio::join!(server.close(), async {
        socket.of("bye").await;
        socket.closed().await
    });
    assert_eq!(closed, Some(1012));
    assert!(started.elapsed() < std::time::Duration::from_secs(5));
    let server = start_server(Store::sqlite(&file).unwrap(), roomy()).await;
    ann.address = server.address();
    ann = ann.with("host", &ann.address.to_string());
    ann = ann.with("origin", &format!("http://{}", ann.address));
    // The cookie is still valid and the move is stored: sent again, it is the same move.
    let mut socket = ann.socket().await;
    let again = socket.ask(act).await;
    assert_eq!((&again["type"], &again["seq"]), (&json!("ack"), &ack["seq"]));
    assert_eq!(socket.follow(&id).await["view"]["guesses"].as_array().unwrap().len(), 1);
    server.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_in_which_others_wait_are_listed_first() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let mut alone = Vec::new();
    for _ in 0..3 {
        alone.push(json!(ann.open(json!({ "game": "wordle" })).await));
    }
    let listed = ann.get("/matches?limit=2").await.good()["matches"].clone();
    let listed: Vec<_> = listed.as_array().unwrap().iter().map(|it| it["match"].clone()).collect();
    // Matches that were opened at the same time have no order.
    assert_eq!((listed.len(), &listed[0]), (2, &started["match"]));
    assert!(alone.contains(&listed[1]), "{listed:?}");
    let over = ann.get("/matches?over=true").await.good();
    assert_eq!(over["matches"], json!([]));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_text_and_blocks() {
    let server = fresh_server().await;
    let mut nobody = Client::nobody(server.address());
    assert!(nobody.get("/games/wordle/rules").await.text.starts_with("# Wordle"));
    let blocks = nobody.get("/games/wordle/rules/blocks").await.good()["blocks"].clone();
    let title = json!([{ "text": "Wordle", "style": "plain", "link": null }]);
    assert_eq!(blocks[0], json!({ "kind": "heading", "level": 1, "text": title }));
    assert_eq!(nobody.get("/games/chess/rules/blocks").await.code(), "house.setup");
    server.close().await;
}
