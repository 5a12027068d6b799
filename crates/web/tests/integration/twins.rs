//! Twins on a real server: two matches that differ only in secrets send a viewer the same bytes, over the socket and
//! over HTTP, for every viewer of every game.

use crate::common::{Client, Socket, roomy, start_server};
use hall::store::Memory;
use hall::{Entry, Hall, MatchId, Store};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A match that is played twice, the second time with other secrets.
struct Pair {
    game: &'static str,
    twins: [Value; 2],
    /// Ann's moves; `@` is the first choice of the scene.
    lines: &'static [&'static str],
    /// The people who must not be able to tell the twins apart.
    alike: &'static [&'static str],
}

/// Changes the deal where no setting can.
type Alter = fn(&mut [Value]);

/// All messages and responses to each of three people: Ann plays, Bob has the other seat or races, Eve is a spectator.
async fn record(
    pair: &Pair,
    twin: usize,
    race: bool,
    alter: Alter,
) -> HashMap<&'static str, Vec<String>> {
    let memory = Memory::default();
    let store = Store::Memory(memory.clone());
    let mut server = start_server(store.clone(), roomy()).await;
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Eve"] {
        people.push(Client::named(server.address(), name).await);
    }
    let mut wanted = pair.twins[twin].clone();
    if race {
        wanted["race"] = json!(true);
        wanted["seats"] = json!(2);
    }
    let table = people[0].post("/tables", wanted).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let path = format!("/tables/{id}");
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    for person in &mut people[1..] {
        person.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    }
    if race || pair.game == "junior" {
        people[1].post(&format!("{path}/sit"), json!({})).await.good();
    }
    people[0].post(&format!("{path}/start"), json!({})).await.good();
    let mut played = Vec::new();
    for person in &mut people {
        played.push(person.get(&path).await.good()["match"].as_str().map(str::to_owned));
    }
    server.close().await;
    for id in played.iter().flatten() {
        rewrite(&memory, id, alter).await;
    }
    Hall::new(games::GAMES, store.clone()).rebuild().await.unwrap();
    server = start_server(store, roomy()).await;
    let (address, mut sockets) = (server.address(), Vec::new());
    for person in &mut people {
        person.address = address;
        *person = person.with("host", &address.to_string());
        *person = person.with("origin", &format!("http://{address}"));
        sockets.push(person.socket().await);
    }
    let mut first = Value::Null;
    for (n, socket) in sockets.iter_mut().enumerate().rev() {
        if let Some(id) = &played[n] {
            first = socket.follow(id).await;
        }
    }
    play(pair, &mut sockets, &played, first).await;
    let mut received = HashMap::new();
    for (n, who) in ["Ann", "Bob", "Eve"].into_iter().enumerate() {
        let mut frames = std::mem::take(&mut sockets[n].received);
        frames.retain(|frame| !frame.contains(r#""type":"hello""#));
        frames.push(people[n].get(&path).await.text);
        if let Some(id) = &played[n] {
            frames.push(people[n].get(&format!("/matches/{id}")).await.text);
        }
        // Ids, codes and addresses are random.
        for (n, name) in
            played.iter().flatten().chain([&id, &code, &address.to_string()]).enumerate()
        {
            frames.iter_mut().for_each(|frame| *frame = frame.replace(name, &format!("ID{n}")));
        }
        frames.iter_mut().for_each(hide_people);
        frames.iter_mut().for_each(hide_waiting_time);
        // A response may come before or after the update with its result.
        frames.sort();
        received.insert(who, frames);
    }
    server.close().await;
    received
}

/// Replaces the people at a table by their number, because their ids and order are random.
fn hide_people(frame: &mut String) {
    let Some(from) = frame.find("\"people\":[") else { return };
    let to = from + frame[from..].find(']').unwrap();
    let people = frame[from..to].matches("\"person\"").count();
    frame.replace_range(from..=to, &format!("\"people\":{people}"));
}

/// Hides the time until a stand-in is allowed, which passes on its own.
fn hide_waiting_time(frame: &mut String) {
    let Some((before, after)) = frame.split_once("\"in_ms\":") else { return };
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    *frame = format!("{before}\"in_ms\":0{after}");
}

/// Plays Ann's moves; everyone who follows the same match receives each one before the next.
async fn play(pair: &Pair, sockets: &mut [Socket], played: &[Option<String>], first: Value) {
    let id = played[0].as_deref().unwrap();
    let mut seen = first["seq"].clone();
    for line in pair.lines {
        let offered = first["scene"]["choices"][0]["line"].as_str().unwrap_or_default();
        let line = if *line == "@" { offered } else { line };
        sockets[0].ask(json!({ "do": "preview", "match": id, "typed": line })).await;
        let act = json!({ "do": "act", "match": id, "seen": seen, "line": line });
        let ack = sockets[0].ask(act).await;
        if ack["type"] != "ack" {
            continue;
        }
        seen = ack["seq"].clone();
        for socket in sockets.iter_mut().zip(played).filter(|(_, it)| it.as_deref() == Some(id)) {
            let shown = format!("\"seq\":{seen},\"viewer\"");
            if !socket.0.received.iter().any(|frame| frame.contains(&shown)) {
                socket.0.until(|it| it["type"] == "update" && it["seq"] == seen).await;
            }
        }
    }
}

/// Replaces a log by one with another seed and an altered deal.
async fn rewrite(memory: &Memory, id: &str, alter: Alter) {
    let id = MatchId(id.into());
    let log = Store::Memory(memory.clone()).load(&id, 0).await.unwrap();
    let mut bodies = Vec::new();
    for logged in log {
        let mut entry = logged.entry;
        if let Entry::Opened { events, seed, .. } = &mut entry {
            let mut dealt: Vec<Value> =
                events.iter().map(|event| serde_json::from_str(event.get()).unwrap()).collect();
            alter(&mut dealt);
            *events =
                dealt.iter().map(|event| serde_json::value::to_raw_value(event).unwrap()).collect();
            *seed ^= 0xABCD;
        }
        bodies.push(serde_json::to_string(&entry).unwrap());
    }
    memory.take(&id, bodies);
}

/// Swaps two words of the same length in a grid of Wizards, such that all crossings still fit.
fn swap_words(dealt: &mut [Value]) {
    dealt[0]["Dealt"]["words"] = Value::from(swapped(&dealt[0]).expect("two words can be swapped"));
}

fn swapped(dealt: &Value) -> Option<Vec<Value>> {
    let words = dealt["Dealt"]["words"].as_array().unwrap();
    let long = |n: usize| words[n]["word"].as_str().unwrap().len();
    let pairs = (1..words.len()).flat_map(|a| (a + 1..words.len()).map(move |b| (a, b)));
    let twins = pairs.filter(|&(a, b)| long(a) == long(b)).map(|(a, b)| {
        let mut twin = words.clone();
        twin[a]["word"] = words[b]["word"].clone();
        twin[b]["word"] = words[a]["word"].clone();
        twin
    });
    twins.into_iter().find(|twin| is_consistent(twin))
}

/// A ticket of Wizards whose grid has a twin.
fn ticket_with_twin() -> String {
    let game = games::find("wizards").unwrap();
    let words = std::sync::Arc::new(words::Lexicon::builtin().clone());
    let seeds = (0..500).filter(|&seed| {
        let settings = game.read(&[]).unwrap();
        let step = game.open(&settings, 1, seed, std::sync::Arc::clone(&words)).unwrap();
        swapped(&serde_json::from_str(step.events[0].get()).unwrap()).is_some()
    });
    let seed = seeds.into_iter().next().expect("some grid has a twin");
    format!("wizards/1/-/en-1/{}", engine::base32::seed(seed))
}

/// Whether crossing words have the same letter in every cell.
fn is_consistent(words: &[Value]) -> bool {
    let mut cells: HashMap<(u64, u64), char> = HashMap::new();
    words.iter().all(|placed| {
        let at = |n: usize| placed["at"][n].as_u64().unwrap();
        let across = placed["dir"].as_str().unwrap().to_lowercase().starts_with(['h', 'a', 'r']);
        let mut letters = (0..).zip(placed["word"].as_str().unwrap().chars());
        letters.all(|(n, letter)| {
            let cell = if across { (at(0), at(1) + n) } else { (at(0) + n, at(1)) };
            *cells.entry(cell).or_insert(letter) == letter
        })
    })
}

async fn check(pair: &Pair, race: bool, alter: Alter) {
    let one = record(pair, 0, race, |_| {}).await;
    let two = record(pair, 1, race, alter).await;
    for viewer in pair.alike {
        let game = pair.game;
        assert_eq!(one[viewer], two[viewer], "{viewer} can tell {game} apart (race: {race})");
    }
    let least = pair.lines.len() + 2;
    assert!(one["Ann"].len() > least, "{}: Ann received only {:?}", pair.game, one["Ann"]);
}

const ALL: &[&str] = &["Ann", "Bob", "Eve"];

#[tokio::test(flavor = "multi_thread")]
async fn twins_of_single_player_games_send_the_same_bytes() {
    let pairs = [
        Pair {
            game: "wordle",
            twins: ["crane", "grade"]
                .map(|word| json!({ "game": "wordle", "set": { "word": word } })),
            lines: &["guess slate", "guess xxxxx", "guess shake"],
            alike: ALL,
        },
        Pair {
            game: "wampus",
            twins: ["A..E:....:..W.:..GP", "A..E:....:..G.:..PW"].map(
                |layout| json!({ "game": "wampus", "set": { "fog": "exit", "layout": layout } }),
            ),
            lines: &["move down", "move up"],
            alike: ALL,
        },
        Pair {
            game: "hand",
            twins: ["ajef*rx:aci*prt:cat", "ajef*rx:zz:dd*loutdd*lout"]
                .map(|deals| json!({ "game": "hand", "set": { "deals": deals, "swaps": "o" } })),
            lines: &["swap e", "play jar", "play xx", "done", "replay", "play f*x"],
            alike: ALL,
        },
        Pair {
            game: "builder",
            twins: [json!({ "game": "builder" }), json!({ "game": "builder" })],
            lines: &["add cat Aa H", "undo", "junk"],
            alike: ALL,
        },
    ];
    for pair in pairs {
        check(&pair, false, |_| {}).await;
        if pair.game != "builder" {
            check(&pair, true, |_| {}).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_of_wizards_send_the_same_bytes() {
    let ticket = json!({ "ticket": ticket_with_twin() });
    let pair = Pair {
        game: "wizards",
        twins: [ticket.clone(), ticket],
        lines: &["guess zzzz", "shuffle"],
        alike: ALL,
    };
    check(&pair, false, swap_words).await;
    check(&pair, true, swap_words).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_of_junior_with_hidden_racks_send_the_same_bytes() {
    let board = "9 x 7\nAa H HOLIDAY\nCa H KITCHEN\nEa H RAINBOW\nGa H PENGUIN\n";
    let drawn = "HOLIDAYKITCHENRAINBOWPENGUIN";
    // A tile on a rack and one in the bag are swapped.
    let twin = |rack: usize, bag: usize| {
        let mut letters: Vec<char> = drawn.chars().collect();
        letters.swap(rack, bag);
        letters.into_iter().collect::<String>()
    };
    let set = |draws: String| json!({ "game": "junior", "set": { "board": board, "racks": "hidden", "draws": draws } });
    let theirs = Pair {
        game: "junior",
        twins: [set(drawn.into()), set(twin(7, 20))],
        lines: &["@", "place zz", "swap"],
        alike: &["Ann", "Eve"],
    };
    check(&theirs, false, |_| {}).await;
    let hers = Pair {
        twins: [set(drawn.into()), set(twin(0, 20))],
        lines: &[],
        alike: &["Bob", "Eve"],
        ..theirs
    };
    check(&hers, false, |_| {}).await;
}
