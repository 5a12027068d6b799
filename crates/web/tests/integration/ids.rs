//! Invalid ids: they are refused like unknown ones, without asking the store.

use crate::common::{Client, roomy, start_server};
use hall::Store;
use serde_json::json;

/// With NUL, too short, in lower case, with letters that stand for others, and with bits that are never set.
const INVALID: [&str; 6] = [
    "%00",
    "X",
    "4k9m2pxq7d3t54k9m2pxq7d3t4",
    "4K9M2PXQ7D3T54K9M2PXQ7D3TO",
    "4K9M2PXQ7D3T54K9M2PXQ7D3T5",
    "4K9M2PXQ7D3T54K9M2PXQ7D3T4%00",
];

#[tokio::test(flavor = "multi_thread")]
async fn invalid_ids_in_a_path_are_refused_without_asking_the_store() {
    // Only PostgreSQL fails at a NUL.
    let store = match crate::server::server() {
        Some(postgres) => Store::postgres(&postgres.database()).await.unwrap(),
        None => Store::memory(),
    };
    let server = start_server(store, roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    for id in INVALID {
        for (method, path, code) in [
            ("GET", format!("/matches/{id}"), "house.match"),
            ("GET", format!("/matches/{id}/replay"), "house.match"),
            ("POST", format!("/matches/{id}/leave"), "house.match"),
            ("GET", format!("/tables/{id}"), "table.unknown"),
            ("POST", format!("/tables/{id}/sit"), "table.unknown"),
            ("GET", format!("/boards/{id}"), "web.board"),
            ("GET", format!("/boards/{id}/file"), "web.board"),
            ("DELETE", format!("/boards/{id}"), "web.board"),
            ("DELETE", format!("/me/sessions/{id}"), "web.pass"),
            ("DELETE", format!("/me/tokens/{id}"), "web.pass"),
        ] {
            let body = (method == "POST").then(|| json!({}));
            let answer = ann.ask(method, &format!("/api/v1{path}"), body).await;
            assert_eq!((answer.status, answer.code().as_str()), (404, code), "{method} {path}");
        }
    }
    for ticket in ["%00", "wordle/1/word=@%00/en-1/0000000000000", "x"] {
        let answer = ann.get(&format!("/leaderboard?ticket={ticket}")).await;
        assert_eq!(answer.code(), "house.setup", "{ticket}");
    }
    for wanted in [
        json!({ "game": "junior", "set": { "board": "\0" } }),
        json!({ "ticket": "junior/1/board=@\0/en-1/0000000000000" }),
        json!({ "ticket": "wordle/1/-/\0/0000000000000" }),
    ] {
        let answer = ann.post("/matches", wanted.clone()).await;
        assert!((400..500).contains(&answer.status), "{wanted}: {answer:?}");
    }
    let counts = ann.ask("GET", "/metrics", None).await.text;
    assert!(counts.contains("lexicade_failed_total 0\n"), "{counts}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_ids_in_a_message_are_refused() {
    let store = match crate::server::server() {
        Some(postgres) => Store::postgres(&postgres.database()).await.unwrap(),
        None => Store::memory(),
    };
    let server = start_server(store, roomy()).await;
    let mut socket = Client::guest(server.address()).await.socket().await;
    for id in ["\0", "X", "4K9M2PXQ7D3T54K9M2PXQ7D3T4\0"] {
        for (message, code) in [
            (json!({ "do": "act", "match": id, "seen": 0, "line": "guess crane" }), "house.match"),
            (json!({ "do": "hint", "match": id }), "house.match"),
            (json!({ "do": "preview", "match": id, "typed": "" }), "house.match"),
            (json!({ "do": "leave", "match": id }), "house.match"),
            (json!({ "do": "say", "table": id, "phrase": 0 }), "table.unknown"),
        ] {
            assert_eq!(socket.ask(message.clone()).await["code"], code, "{message}");
        }
        socket.say(json!({ "do": "follow", "match": id })).await;
        assert_eq!(socket.of("gone").await["code"], "house.match");
        socket.say(json!({ "do": "follow", "table": id })).await;
        assert_eq!(socket.of("gone").await["code"], "table.unknown");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlisted_game_cannot_be_opened_by_a_ticket_or_a_file() {
    let server = crate::common::fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let start = engine::Start {
        game: hall::opening::find(games::GAMES, "null").unwrap(),
        settings: hall::opening::find(games::GAMES, "null").unwrap().read(&[]).unwrap(),
        seats: 1,
        words: "en-1".into(),
        seed: 1,
    };
    let ticket = start.ticket(&engine::seal::SealKey::OPEN);
    for path in ["/matches", "/tables"] {
        let answer = ann.post(path, json!({ "ticket": ticket })).await;
        assert_eq!(answer.code(), "house.setup", "{ticket}: {answer:?}");
    }
    let answer = ann.post("/matches/import", json!({ "play": format!("{ticket}\n") })).await;
    assert_eq!(answer.code(), "house.setup", "{answer:?}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_holds_no_control_characters() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let clean = "6 x 8\nAa H CAT\n";
    let saved = ann.post("/boards", json!({ "name": "Cat", "text": clean })).await.good();
    for stray in ["\0", "\u{1b}[2J", "\u{1b}]0;x\u{7}", "\u{9b}2J"] {
        let text = format!("{clean}{stray}");
        let refused = ann.post("/boards", json!({ "name": "Cat", "text": text })).await;
        assert_eq!((refused.status, refused.code().as_str()), (422, "junior.text"), "{stray:?}");
        assert!(refused.text.contains("Line 3"), "{refused:?}");
        let wanted = json!({ "game": "builder", "set": { "from": text } });
        assert_eq!(ann.post("/matches", wanted).await.code(), "house.setup", "{stray:?}");
        // A board of an earlier version is returned without them.
        let id = saved["board"].as_str().unwrap();
        let old = store.document("board", id).await.unwrap().unwrap();
        let body = json!({ "name": "Cat", "text": text }).to_string();
        let version = old.version + 1;
        let old = hall::Change::Put(hall::Document { version, body, ..old });
        store.change_documents(vec![old]).await.unwrap();
        let file = ann.get(&format!("/boards/{id}/file")).await.text;
        let shown = ann.get(&format!("/boards/{id}")).await.good();
        assert_eq!(shown["text"], file.as_str());
        assert!(file.starts_with(clean) && !file.contains(|c: char| c != '\n' && c.is_control()));
        ann.open(json!({ "game": "builder", "set": { "from": id } })).await;
    }
    server.close().await;
}
