//! Rounds at a table: pending turns, winners and players.

use crate::common::{Client, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};
use web::ServerLimits;

/// A table with these people seated; the first one is the host.
async fn seated(people: &mut [Client], wanted: Value) -> String {
    let table = people[0].post("/tables", wanted).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    for person in &mut people[1..] {
        person.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        person.post(&format!("/tables/{id}/sit"), json!({})).await.good();
    }
    id
}

/// The number of matches in which others wait for a person, which must be the same in the count and in the list, where
/// they come first.
async fn waiting(person: &mut Client) -> u64 {
    let count = person.get("/me").await.good()["me"]["waiting"].as_u64().unwrap();
    let list = person.get("/matches?over=false").await.good();
    let listed = list["matches"].as_array().unwrap().iter().map(|brief| brief["waiting"] == true);
    let listed: Vec<_> = listed.collect();
    let first = listed.iter().take_while(|waits| **waits).count();
    assert_eq!((first, listed.iter().filter(|waits| **waits).count()), (count as usize, first));
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_race_others_wait_once_they_have_moved() {
    let server = fresh_server().await;
    let ann = Client::named(server.address(), "Ann").await;
    let ben = Client::named(server.address(), "Ben").await;
    let mut people = [ann, ben];
    let id = seated(&mut people, json!({ "game": "wordle", "race": true, "seats": 2 })).await;
    let [ann, ben] = &mut people;
    let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    // A match for one player is newer, but nobody waits in it.
    ben.open(json!({ "game": "wordle" })).await;
    assert_eq!((waiting(ann).await, waiting(ben).await), (0, 0), "nobody has moved");
    let own = started["match"].as_str().unwrap();
    ann.post(&format!("/matches/{own}/leave"), json!({})).await.good();
    assert_eq!((waiting(ann).await, waiting(ben).await), (0, 1));
    let theirs = ben.get(&format!("/tables/{id}")).await.good()["match"].clone();
    let theirs = theirs.as_str().unwrap();
    ben.post(&format!("/matches/{theirs}/leave"), json!({})).await.good();
    assert_eq!(waiting(ben).await, 0);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_do_not_wait() {
    let server = fresh_server().await;
    let mut ann = [Client::guest(server.address()).await];
    let id = seated(&mut ann, json!({ "game": "wordle", "race": true, "seats": 2 })).await;
    let [ann] = &mut ann;
    let bot = json!({ "seat": 1, "name": "sensible" });
    ann.post(&format!("/tables/{id}/bot"), bot).await.good();
    let mut socket = ann.socket().await;
    socket.say(json!({ "do": "follow", "table": id })).await;
    ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    socket.until(|received| received["progress"][1]["over"] == true).await;
    assert_eq!(waiting(ann).await, 0);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_gives_up_has_not_won_even_in_a_game_without_losers() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    for (what, daily) in [(json!({ "game": "hand" }), false), (json!({ "daily": "hand" }), true)] {
        let id = ann.open(what).await;
        ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
        // The outcome by the rules stays; the lists don't count it as won.
        let over = ann.get(&format!("/matches/{id}")).await.good();
        assert_eq!((&over["over"]["winners"], &over["left"]), (&json!([0]), &json!([0])));
        let list = ann.get("/matches?over=true").await.good();
        let brief =
            list["matches"].as_array().unwrap().iter().find(|it| it["match"] == id.as_str());
        assert_eq!(brief.unwrap()["over"]["won"], false, "{daily}");
    }
    let dailies = ann.get("/dailies").await.good();
    let hand = dailies["dailies"].as_array().unwrap().iter().find(|it| it["game"] == "hand");
    assert_eq!((&hand.unwrap()["won"], &hand.unwrap()["stage"]), (&json!(false), &json!("over")));
    let stats = ann.get("/stats?game=hand").await.good();
    let won = stats["tallies"].as_array().unwrap().iter().map(|tally| tally["won"].clone());
    assert!(won.clone().all(|won| won == 0) && won.count() > 0, "{stats}");
    // The same in a race.
    let mut alone = [ann];
    let id = seated(&mut alone, json!({ "game": "hand", "race": true, "seats": 2 })).await;
    let [ann] = &mut alone;
    ann.post(&format!("/tables/{id}/bot"), json!({ "seat": 1, "name": "random" })).await.good();
    let mut socket = ann.socket().await;
    socket.say(json!({ "do": "follow", "table": id })).await;
    let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    let own = started["match"].as_str().unwrap();
    ann.post(&format!("/matches/{own}/leave"), json!({})).await.good();
    let over = socket.until(|received| received["state"] == "over").await;
    assert_eq!(
        (&over["progress"][0]["won"], &over["rounds"][0]["winners"]),
        (&json!(false), &json!([1]))
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_that_nobody_won_has_no_winners() {
    let server = fresh_server().await;
    let ann = Client::named(server.address(), "Ann").await;
    let ben = Client::named(server.address(), "Ben").await;
    let mut people = [ann, ben];
    let ticket = "wordle/1/tries=2,word=crane/en-1/0000000000000";
    let id = seated(&mut people, json!({ "ticket": ticket, "race": true, "seats": 2 })).await;
    let path = format!("/tables/{id}");
    people[0].post(&format!("{path}/start"), json!({})).await.good();
    // Neither player leaves, and neither finds the word.
    for person in &mut people {
        let own = person.get(&path).await.good()["match"].clone();
        let own = format!("/matches/{}", own.as_str().unwrap());
        for word in ["slate", "pious"] {
            let seen = person.get(&own).await.good()["seq"].clone();
            let act = json!({ "seen": seen, "line": format!("guess {word}") });
            person.post(&format!("{own}/act"), act).await.good();
        }
    }
    let over = people[0].get(&path).await.good();
    assert_eq!((&over["state"], &over["progress"][0]["won"]), (&json!("over"), &json!(false)));
    assert_eq!(over["rounds"][0]["winners"], json!([]));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_lists_the_players_who_played_it() {
    let server = fresh_server().await;
    let ann = Client::named(server.address(), "Ann").await;
    let ben = Client::named(server.address(), "Ben").await;
    let mut people = [ann, ben];
    let id = seated(&mut people, json!({ "game": "wordle", "race": true, "seats": 2 })).await;
    let [ann, ben] = &mut people;
    let path = format!("/tables/{id}");
    ann.post(&format!("{path}/start"), json!({})).await.good();
    for person in [&mut *ann, &mut *ben] {
        let own = person.get(&path).await.good()["match"].clone();
        person.post(&format!("/matches/{}/leave", own.as_str().unwrap()), json!({})).await.good();
    }
    // Ben leaves his seat, and a bot takes it.
    ben.post(&format!("{path}/stand"), json!({})).await.good();
    ann.post(&format!("{path}/bot"), json!({ "seat": 1, "name": "sensible" })).await.good();
    let shown = ann.get(&path).await.good();
    assert_eq!(shown["seats"][1]["name"], "sensible");
    let seats = json!([{ "name": "Ann", "you": true }, { "name": "Ben" }]);
    assert_eq!(shown["rounds"][0]["seats"], seats);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_holds_no_race_until_everyone_is_done() {
    let server = fresh_server().await;
    let ann = Client::named(server.address(), "Ann").await;
    let ben = Client::named(server.address(), "Ben").await;
    let mut people = [ann, ben];
    let id = seated(&mut people, json!({ "game": "wordle", "race": true, "seats": 2 })).await;
    let path = format!("/tables/{id}");
    people[0].post(&format!("{path}/start"), json!({})).await.good();
    for (done, person) in people.clone().iter_mut().enumerate() {
        let own = person.get(&path).await.good()["match"].clone();
        person.post(&format!("/matches/{}/leave", own.as_str().unwrap()), json!({})).await.good();
        let all = people[0].get("/me/export").await.good();
        assert_eq!(all["matches"][0]["play"].is_string(), done == 1, "{all}");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_matches_tables_and_rounds_is_rate_limited() {
    let limits = ServerLimits { openings: (1e-6, 2.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let wordle = json!({ "game": "wordle" });
    for (path, wanted) in [
        ("/matches", wordle.clone()),
        ("/matches", json!({ "daily": "wordle" })),
        ("/tables", json!({ "game": "junior" })),
    ] {
        let mut ann = Client::guest(server.address()).await;
        for _ in 0..2 {
            ann.post("/matches", wordle.clone()).await.good();
        }
        let busy = ann.post(path, wanted).await;
        assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"), "{path}");
    }
    let mut alone = [Client::guest(server.address()).await];
    let id = seated(&mut alone, json!({ "game": "junior" })).await;
    let [ann] = &mut alone;
    ann.post(&format!("/tables/{id}/bot"), json!({ "seat": 1, "name": "random" })).await.good();
    let start = format!("/tables/{id}/start");
    let game = ann.post(&start, json!({})).await.good()["match"].clone();
    ann.post(&format!("/matches/{}/leave", game.as_str().unwrap()), json!({})).await.good();
    assert_eq!(ann.post(&start, json!({})).await.code(), "web.busy");
    server.close().await;
}
