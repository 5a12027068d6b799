//! Cancelling a match by vote, stand-ins for absent players, and importing matches from files.

use crate::common::{Client, fresh_server, roomy, start_server, start_server_with};
use hall::{Clock, Store};
use serde_json::{Value, json};
use std::time::Duration;
use web::{Config, Server, ServerLimits};

/// A server on which a stand-in is allowed at once.
async fn server_without_patience() -> Server {
    start_server(Store::memory(), ServerLimits { patience: Duration::ZERO, ..roomy() }).await
}

/// Seats these people at a table, with the first one as the host, and starts a round. Returns the paths of the table
/// and of the match.
async fn playing(people: &mut [Client], wanted: Value) -> (String, String) {
    let table = people[0].post("/tables", wanted).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    for person in &mut people[1..] {
        person.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
        person.post(&format!("{path}/sit"), json!({})).await.good();
    }
    let started = people[0].post(&format!("{path}/start"), json!({})).await.good();
    (path, format!("/matches/{}", started["match"].as_str().unwrap()))
}

async fn two(server: &Server) -> [Client; 2] {
    let ann = Client::named(server.address(), "Ann").await;
    [ann, Client::named(server.address(), "Ben").await]
}

/// Makes the player to move play.
async fn step(people: &mut [Client], game: &str) {
    let turn = people[0].get(game).await.good()["to_act"][0].as_u64().unwrap();
    let person = &mut people[turn as usize];
    let now = person.get(game).await.good();
    let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
    person.post(&format!("{game}/act"), act).await.good();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_cancelled_when_all_agree() {
    let server = fresh_server().await;
    let mut people = two(&server).await;
    let (path, game) = playing(&mut people, json!({ "game": "junior" })).await;
    for moves in 0..2 {
        let now = people[0].get(&game).await.good();
        assert_eq!(
            (&now["may_cancel"], &now["may_call_off"]),
            (&json!(true), &json!(true)),
            "{moves}"
        );
        step(&mut people, &game).await;
    }
    let now = people[0].get(&game).await.good();
    assert_eq!((&now["may_cancel"], &now["may_call_off"]), (&json!(false), &json!(true)));
    let call_off = format!("{path}/call_off");
    assert_eq!(people[0].post(&format!("{game}/abort"), json!({})).await.code(), "web.begun");
    let mut socket = people[0].socket().await;
    socket.say(json!({ "do": "follow", "table": path.rsplit('/').next() })).await;
    socket.of("table").await;
    let asked = people[1].post(&call_off, json!({})).await.good();
    assert_eq!((&asked["asked"], &asked["state"]), (&json!([1]), &json!("playing")));
    socket.until(|received| received["asked"] == json!([1])).await;
    // A move withdraws the vote, and everyone is notified.
    step(&mut people, &game).await;
    socket.until(|received| received["type"] == "table" && received["asked"] == json!([])).await;
    people[1].post(&call_off, json!({})).await.good();
    let over = people[0].post(&call_off, json!({})).await.good();
    assert_eq!((&over["state"], &over["asked"]), (&json!("over"), &json!([])));
    assert_eq!(over["rounds"][0]["called_off"], true);
    let ended = people[0].get(&game).await.good()["over"].clone();
    assert_eq!((&ended["called_off"], &ended["winners"]), (&json!(1), &json!([])));
    assert_eq!(people[0].get("/stats").await.good()["tallies"], json!([]));
    // A person who plays only with bots can't cancel, only give up.
    let mut alone = [people[0].clone()];
    let table = alone[0].post("/tables", json!({ "game": "junior" })).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    alone[0].post(&format!("{path}/bot"), json!({ "seat": 1, "name": "random" })).await.good();
    alone[0].post(&format!("{path}/start"), json!({})).await.good();
    let refused = alone[0].post(&format!("{path}/call_off"), json!({})).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "table.alone"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_rematch_votes_and_stand_ins_use_the_seats_of_the_table() {
    let server = server_without_patience().await;
    let mut people = two(&server).await;
    let (path, game) = playing(&mut people, json!({ "game": "junior" })).await;
    people[0].post(&format!("{game}/leave"), json!({})).await.good();
    let started = people[0].post(&format!("{path}/start"), json!({})).await.good();
    let game = format!("/matches/{}", started["match"].as_str().unwrap());
    // Ben moves first now: he has seat 1 at the table, and seat 0 in the match.
    let seen = people[1].get(&game).await.good();
    assert_eq!((&seen["viewer"], &seen["to_act"]), (&json!(0), &json!([0])));
    assert_eq!((&seen["table_seats"], &seen["may_stand_in"]), (&json!([1, 0]), &Value::Null));
    let other = people[0].get(&game).await.good();
    assert_eq!(other["may_stand_in"], json!({ "seats": [1], "in_ms": 0 }));
    let asked = people[1].post(&format!("{path}/call_off"), json!({})).await.good();
    assert_eq!(asked["asked"], json!([1]));
    let bot = json!({ "seat": 1, "name": "sensible" });
    let now = people[0].post(&format!("{path}/stand_in"), bot).await.good();
    assert_eq!(now["seats"][1], json!({ "name": "Ben", "stand_in": "sensible" }));
    assert_eq!(now["asked"], json!([]), "the vote of an absent player doesn't count");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_cannot_be_cancelled_by_vote() {
    let server = server_without_patience().await;
    let mut people = two(&server).await;
    let race = json!({ "game": "wordle", "race": true, "seats": 2 });
    let (path, _) = playing(&mut people, race).await;
    for (what, body) in [("call_off", json!({})), ("come_back", json!({}))] {
        let refused = people[0].post(&format!("{path}/{what}"), body).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "table.race"), "{what}");
    }
    let bot = json!({ "seat": 1, "name": "sensible" });
    assert_eq!(people[0].post(&format!("{path}/stand_in"), bot).await.code(), "table.race");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stand_in_plays_and_the_seat_keeps_its_owner() {
    let server = server_without_patience().await;
    let mut people = two(&server).await;
    let wanted = json!({ "game": "junior", "set": { "racks": "hidden" } });
    let (path, game) = playing(&mut people, wanted).await;
    // It is Ann's turn, and she is absent.
    let own = people[0].get(&game).await.good();
    assert_eq!(own["to_act"], json!([0]));
    assert_eq!(people[0].get("/me").await.good()["me"]["waiting"], 1);
    let mut socket = people[0].socket().await;
    socket.follow(own["match"].as_str().unwrap()).await;
    let stand_in = format!("{path}/stand_in");
    let bot = json!({ "seat": 0, "name": "sensible" });
    assert_eq!(people[0].post(&stand_in, bot.clone()).await.code(), "table.turn");
    let table = people[1].post(&stand_in, bot.clone()).await.good();
    assert_eq!(table["seats"][0], json!({ "name": "Ann", "stand_in": "sensible" }));
    people[1].post(&stand_in, bot).await.good();
    // The bot moves, and it is Ben's turn.
    let seen = socket.until(|received| received["to_act"] == json!([1])).await;
    let sits = json!({ "name": "Ann", "you": true, "stand_in": "sensible" });
    assert_eq!((&seen["viewer"], &seen["seats"][0]), (&json!(0), &sits));
    // Ann still sees her rack, and Ben doesn't.
    let again = people[0].get(&game).await.good();
    assert_eq!(again["viewer"], 0);
    for field in ["may_cancel", "may_call_off"] {
        assert_eq!(again[field], false, "{field}: a bot plays for her");
    }
    assert_eq!(
        again["may_stand_in"],
        Value::Null,
        "an absent player can't get a stand-in for another"
    );
    assert!(again["view"]["racks"][0].is_string() && again["view"]["racks"][1].is_number());
    assert!(people[1].get(&game).await.good()["view"]["racks"][0].is_number());
    // Nobody waits for her now, and she can't do anything in the match before she takes over again.
    assert_eq!(people[0].get("/me").await.good()["me"]["waiting"], 0);
    for (what, body) in [
        ("act", json!({ "seen": again["seq"], "line": "place Aa" })),
        ("hint", json!({})),
        ("leave", json!({})),
    ] {
        let refused = people[0].post(&format!("{game}/{what}"), body).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "web.away"), "{what}");
    }
    // The match is still in her list.
    for listed in ["/matches", "/matches?over=false"] {
        let listed = people[0].get(listed).await.good()["matches"].clone();
        assert_eq!(listed.as_array().unwrap().len(), 1);
        let brief = &listed[0];
        assert_eq!((&brief["match"], &brief["seats"][0]), (&own["match"], &sits));
        assert_eq!((&brief["yours"], &brief["waiting"]), (&json!(false), &json!(false)));
        assert_eq!(brief["table"], path.rsplit('/').next().unwrap());
    }
    assert_eq!(people[0].get("/matches?over=true").await.good()["matches"], json!([]));
    let all = people[0].get("/me/export").await.good();
    assert_eq!(all["matches"][0]["match"]["match"], own["match"]);
    assert_eq!(all["matches"][0]["play"], Value::Null, "it is not over");
    // An absent player can't put a stand-in on another seat.
    let theirs = json!({ "seat": 1, "name": "random" });
    assert_eq!(people[0].post(&stand_in, theirs).await.code(), "table.away");
    let back = people[0].post(&format!("{path}/come_back"), json!({})).await.good();
    assert_eq!(back["seats"][0], json!({ "name": "Ann", "you": true }));
    // After Ben's turn, which has two moves, she plays herself.
    let mut now = people[0].get(&game).await.good();
    while now["to_act"] == json!([1]) {
        step(&mut people, &game).await;
        now = people[0].get(&game).await.good();
    }
    assert!(now["scene"]["choices"].as_array().is_some_and(|all| !all.is_empty()));
    step(&mut people, &game).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_a_time_limit_has_no_stand_ins() {
    let server = server_without_patience().await;
    let mut people = two(&server).await;
    let (path, game) = playing(&mut people, json!({ "game": "junior", "limit": 86400 })).await;
    assert_eq!(people[1].get(&game).await.good()["may_stand_in"], Value::Null);
    let bot = json!({ "seat": 0, "name": "sensible" });
    let refused = people[1].post(&format!("{path}/stand_in"), bot).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "table.limit"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_finished_by_a_stand_in_does_not_count_for_the_player() {
    let server = server_without_patience().await;
    let mut people = two(&server).await;
    let (path, game) = playing(&mut people, json!({ "game": "junior" })).await;
    let bot = json!({ "seat": 0, "name": "random" });
    people[1].post(&format!("{path}/stand_in"), bot).await.good();
    people[1].post(&format!("{game}/leave"), json!({})).await.good();
    let table = people[0].get(&path).await.good();
    let seats = json!([{ "name": "random", "bot": true }, { "name": "Ben" }]);
    assert_eq!((&table["rounds"][0]["seats"], &table["state"]), (&seats, &json!("over")));
    assert_eq!(people[0].get("/stats").await.good()["tallies"], json!([]));
    let over = people[0].get(&game).await.good();
    assert_eq!(over["seats"][0], json!({ "name": "random", "bot": true }));
    // It is in Ann's list, also after another round, but not as a win.
    people[0].post(&format!("{path}/start"), json!({})).await.good();
    let listed = people[0].get("/matches?over=true").await.good();
    assert_eq!(listed["matches"].as_array().unwrap().len(), 1);
    let brief = &listed["matches"][0];
    assert_eq!((&brief["match"], &brief["over"]["won"]), (&over["match"], &json!(false)));
    assert_eq!(brief["seats"], seats);
    let all = people[0].get("/me/export").await.good()["matches"].clone();
    let file = all.as_array().unwrap().iter().find(|it| it["match"]["match"] == over["match"]);
    assert!(file.unwrap()["play"].as_str().unwrap().contains("/leave"));
    let round = people[0].get(&path).await.good()["match"].as_str().unwrap().to_owned();
    people[0].post(&format!("/matches/{round}/leave"), json!({})).await.good();
    let late = people[0].post(&format!("{path}/come_back"), json!({})).await;
    assert_eq!(late.code(), "table.waiting");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stand_in_is_allowed_after_two_minutes_on_every_node() {
    let store = Store::memory();
    let (here, there) =
        (start_server(store.clone(), roomy()).await, start_server(store, roomy()).await);
    let mut people = two(&here).await;
    let (path, game) = playing(&mut people, json!({ "game": "junior" })).await;
    for address in [here.address(), there.address()] {
        let allowed = people[1].at(address).get(&game).await.good()["may_stand_in"].clone();
        assert_eq!(allowed["seats"], json!([0]));
        let in_ms = allowed["in_ms"].as_u64().unwrap();
        assert!((60_000..=120_000).contains(&in_ms), "{in_ms}");
        let bot = json!({ "seat": 0, "name": "sensible" });
        let refused = people[1].at(address).post(&format!("{path}/stand_in"), bot).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "table.patience"));
        assert!(refused.text.contains("2 minutes"), "{}", refused.text);
    }
    assert_eq!(people[0].get(&path).await.good()["patience"], 120);
    here.close().await;
    there.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_match_belongs_to_nobody() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let id = ann.open(json!({ "ticket": "wordle/1/-/en-1/0000000000000" })).await;
    let seq = ann.get(&format!("/matches/{id}")).await.good()["seq"].clone();
    let act = json!({ "seen": seq, "line": "guess crane" });
    ann.post(&format!("/matches/{id}/act"), act).await.good();
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    let play = ann.get(&format!("/matches/{id}/play")).await.text;
    let before = ann.get("/stats").await.good();
    let mut ben = Client::named(server.address(), "Ben").await;
    for person in [&mut ann, &mut ben] {
        let imported = person.post("/matches/import", json!({ "play": play })).await.good();
        let path = format!("/matches/{}", imported["match"].as_str().unwrap());
        assert_ne!(imported["match"], id.as_str());
        let replay = person.get(&format!("{path}/replay")).await.good();
        assert_eq!(replay["steps"].as_array().unwrap().len(), 3);
        let seen = person.get(&path).await.good();
        assert_eq!((&seen["viewer"], &seen["seats"]), (&json!(-1), &json!([null])));
    }
    assert_eq!(ann.get("/stats").await.good(), before);
    assert_eq!(ben.get("/stats").await.good()["tallies"], json!([]));
    assert_eq!(ben.get("/matches").await.good()["matches"], json!([]));
    let wrong = play.replace("guess crane", "guess zzzzz");
    let refused = ben.post("/matches/import", json!({ "play": wrong })).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "house.setup"));
    assert!(refused.text.contains("line 2"), "{}", refused.text);
    let long = json!({ "play": "#".repeat(65 * 1024) });
    assert_eq!(ben.post("/matches/import", long).await.code(), "web.large");
    let mut nobody = Client::nobody(server.address());
    let refused = nobody.post("/matches/import", json!({ "play": play })).await;
    assert_eq!(refused.code(), "web.guest");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_does_not_reveal_a_challenge() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let made = json!({ "game": "wordle", "set": { "word": "crane" } });
    let ticket = ann.post("/tickets", made).await.good()["ticket"].clone();
    let mut ben = Client::named(server.address(), "Ben").await;
    for rest in ["0: /leave\n= 0\n", "0: guess crane\n= 6\n", "0: guess slate\n= 0\n"] {
        let play = format!("{}\n{rest}", ticket.as_str().unwrap());
        let refused = ben.post("/matches/import", json!({ "play": play })).await;
        // Every guess gets the same response, which reveals nothing.
        assert_eq!((refused.status, refused.code().as_str()), (409, "house.secret"), "{rest}");
        assert!(!refused.text.contains("crane"), "{}", refused.text);
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_does_not_reveal_a_daily_and_imports_are_rate_limited() {
    let now = || "2026-11-16T12:00:00Z".parse().unwrap();
    let limits = ServerLimits { openings: (1e-6, 2.0), ..roomy() };
    let clock = Clock { now, ..Clock::default() };
    let config = Config { limits, ..Config::default() };
    let server = start_server_with(Store::memory(), clock, config).await;
    let mut ann = Client::guest(server.address()).await;
    for day in ["2026-11-16", "2026-11-17", "2027-01-01"] {
        let play = format!("wordle/1/day={day}/en-1/0000000000000\n0: /leave\n= 0\n");
        let refused = ann.post("/matches/import", json!({ "play": play })).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "house.day"), "{day}");
    }
    let old = "wordle/1/day=2026-11-15/en-1/0000000000000\n0: /leave\n= 0\n";
    for _ in 0..2 {
        ann.post("/matches/import", json!({ "play": old })).await.good();
    }
    let busy = ann.post("/matches/import", json!({ "play": old })).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    server.close().await;
}
