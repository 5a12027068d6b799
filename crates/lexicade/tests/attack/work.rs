//! Requests that are cheap to send and costly to answer: replays, imports, bots, hints, lists and leaderboards.

use crate::client::{Client, loopback};
use crate::flood::{FloodCount, burst, flood};
use crate::ground::{Ground, LONGEST};
use crate::limits::PROXY;
use crate::stage::AttackStage;
use crate::wait::{SOON, until};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// The maximum number of steps in one page of a replay.
const PAGE: usize = 200;

/// S1: strangers request the replay of a long match repeatedly on several connections.
pub(crate) async fn replay(stage: &mut AttackStage, ground: &Ground) {
    let attacker = Client::new(stage.node.address, loopback(0, 0, 9));
    let path = format!("/matches/{}/replay", ground.long);
    let attack = flood(vec![attacker.clone(); 4], stage.lasts, ("GET", path.clone(), None));
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, tally.text());
    stage.expect(tally.rude == 0, format!("{} × 429 without Retry-After", tally.rude));
    stage.expect_cheap(cost, tally.sent, 100.0);
    stage.expect_small(cost, 64);
    stage.expect_scheduled().await;

    // The whole replay can be read page by page, and no page is too large.
    let (mut from, mut steps, mut largest) = (Some(0), Vec::new(), 0);
    let mut reader = Client::new(stage.node.address, loopback(0, 0, 10));
    while let Some(first) = from {
        let (next, mut page) = (format!("{path}?from={first}&limit=100000"), Value::Null);
        let answered = until(SOON, async || {
            let answer = reader.get(&next).await;
            page = answer.json();
            answer.status != 429
        });
        let is_answered = answered.await;
        stage.expect(is_answered, format!("the page from {first} is answered: {is_answered}"));
        let count = page["steps"].as_array().map_or(0, Vec::len);
        let numbers = page["steps"].as_array().into_iter().flatten();
        steps.extend(numbers.filter_map(|step| step["seq"].as_u64()));
        largest = largest.max(count);
        from = page["next"].as_u64().filter(|next| count > 0 && *next > first);
    }
    stage.expect(largest <= PAGE && largest > 0, format!("a page has up to {largest} steps"));
    // One of the entries is a player who sits down, which isn't a step.
    let grows = steps.windows(2).all(|pair| pair[0] < pair[1]);
    let all = grows && steps.len() as u64 + 1 >= ground.entries;
    let last = steps.last().copied().unwrap_or_default();
    let seen = format!("{} of {} steps by pages, the last is {last}", steps.len(), ground.entries);
    stage.expect(all && last + 1 == ground.entries, seen);
}

/// S1: a match is made longer and longer.
pub(crate) async fn endless_log(stage: &mut AttackStage, ground: &Ground) {
    let (mut player, id) = (ground.owner.clone(), ground.endless.clone());
    let attack = async {
        let path = format!("/matches/{id}");
        let mut seen = player.get(&path).await.good()["seq"].as_u64().unwrap_or_default();
        let mut refused = FloodCount::default();
        for n in 0..12 {
            let line = crate::crowd::LINES[n % 2];
            let act = json!({ "seen": seen, "line": line });
            let answer = player.post(&format!("{path}/act"), act).await;
            refused.count(&answer);
            seen = answer.json()["seq"].as_u64().unwrap_or(seen);
        }
        let left = player.post(&format!("{path}/leave"), json!({})).await;
        (seen, refused, left)
    };
    let ((seen, tally, left), _) = stage.during(|came| came.1.sent, attack).await;
    let is_long = tally.refused.keys().any(|(_, code)| code == "house.long");
    stage.expect(is_long && seen < LONGEST, format!("entry {seen} is the last; {}", tally.text()));
    stage.expect(left.is_ok(), format!("leaving is answered with {}", left.status));
}

/// S1: texts of 4 KB that make 500 steps are imported.
pub(crate) async fn imports(stage: &mut AttackStage, _: &Ground) {
    let attacker = Client::guest(stage.node.address, loopback(0, 0, 11)).await;
    let mut play = String::from("builder/1/cols=20,rows=20/en-1/0000000000000\n0: fill 60\n");
    for _ in 0..248 {
        play += "0: undo\n0: redo\n";
    }
    play += "0: save\n= 224\n";
    let body = Some(json!({ "play": play }));
    let attack = flood(vec![attacker; 4], stage.lasts, ("POST", "/matches/import".into(), body));
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, tally.text());
    // An import has half a second; most requests are refused by the rate limit and cost next to nothing.
    stage.expect_cheap(cost, tally.sent, 500.0);
    stage.expect_small(cost, 64);
    stage.expect_scheduled().await;
}

/// S4: matches with only bots, each of which would think for seconds.
pub(crate) async fn bots_alone(stage: &mut AttackStage, ground: &Ground) {
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(Client::guest(stage.node.address, loopback(0, 0, 12)).await);
    }
    let body = json!({ "game": "hand", "set": { "size": 12, "hands": 100 },
        "bots": [{ "seat": 0, "name": "sensible" }] });
    let attack = flood(clients, stage.lasts, ("POST", "/matches".into(), Some(body)));
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, tally.text());
    // Opening a match of Hand includes a search; the bot would think for seconds.
    stage.expect_cheap(cost, tally.sent, 50.0);
    // When a bot that was asked later has moved and no job waits or runs, no bot is thinking.
    let mut player = Client::guest(stage.node.address, loopback(0, 0, 19)).await;
    let bot = json!([{ "seat": 0, "name": "random" }]);
    let with_a_person = player.open(json!({ "game": "junior", "seats": 2, "bots": bot })).await;
    let node = &stage.node;
    let are_done = until(SOON, async || {
        let waiting = node.metric("lexicade_work_queued").await;
        let running = node.metric("lexicade_work_running").await;
        ground.moves(std::slice::from_ref(&with_a_person)) > 0
            && waiting == Some(0.0)
            && running == Some(0.0)
    });
    let are_done = are_done.await;
    stage.expect(are_done, format!("no bot is thinking any more: {are_done}"));
    let moves = ground.moves(&tally.opened);
    stage.expect(moves == 0, format!("bots have made {moves} moves in matches without people"));
    stage.expect_scheduled().await;
}

/// S4: one person in many matches against the bots that think longest.
pub(crate) async fn bots_with_a_person(stage: &mut AttackStage, _: &Ground) {
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(Client::guest(stage.node.address, loopback(0, 0, 13)).await);
    }
    let bot = |seat: usize| json!({ "seat": seat, "name": "strong" });
    let bots: Vec<Value> = (0..3).map(bot).collect();
    let body = json!({ "game": "junior", "seats": 4, "bots": bots });
    let attack = flood(clients, stage.lasts, ("POST", "/matches".into(), Some(body)));
    let (tally, _) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.accepted > 0 && tally.of(5) + tally.of(0) == 0, tally.text());
    stage.expect_scheduled().await;
}

/// S4: hints on many sockets at once.
pub(crate) async fn hints(stage: &mut AttackStage, _: &Ground) {
    let mut attackers = Vec::new();
    for _ in 0..3 {
        let mut guest = Client::guest(stage.node.address, loopback(0, 0, 14)).await;
        let id = guest.open(json!({ "game": "wordle", "set": { "length": 8 } })).await;
        for _ in 0..4 {
            attackers.push((guest.socket().await.unwrap(), id.clone()));
        }
    }
    let lasts = stage.lasts;
    let attack = async {
        let mut asking = JoinSet::new();
        for (mut socket, id) in attackers {
            asking.spawn(async move {
                let (begin, mut asked) = (Instant::now(), 0);
                while begin.elapsed() < lasts {
                    let hint = json!({ "do": "hint", "n": asked, "match": id }).to_string();
                    if socket.send(Message::text(hint)).await.is_err() {
                        break;
                    }
                    asked += 1;
                    let pace = Duration::from_millis(100);
                    while let Ok(Some(Ok(_))) = timeout(pace, socket.next()).await {}
                }
                asked
            });
        }
        asking.join_all().await.into_iter().sum::<usize>()
    };
    let (asked, cost) = stage.during(|asked: &usize| *asked, attack).await;
    stage.expect_cheap(cost, asked, 60.0);
    stage.expect_scheduled().await;
}

/// S5: a list of many large boards.
pub(crate) async fn boards(stage: &mut AttackStage, _: &Ground) {
    let mut text = String::from("20 x 20\n");
    while text.len() < 32_000 {
        text += "Aa H CAT\n";
    }
    // An account may have more boards than a guest.
    let mut owner = Client::guest(stage.node.address, loopback(0, 0, 15)).await;
    owner.put("/me", json!({ "name": "Boarder" })).await.good();
    owner.post("/me/passphrase", json!({ "passphrase": "a board for every day" })).await.good();
    let many = if stage.lasts > Duration::from_secs(10) { 200 } else { 60 };
    let mut saved = FloodCount::default();
    for n in 0..many {
        let board = json!({ "name": format!("board {n}"), "text": text });
        let address = IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 5, n, 0, 0, 0, 1));
        let mut elsewhere = owner.moved_to(PROXY, Some(address));
        saved.count(&elsewhere.post("/boards", board).await);
    }
    stage.expect(saved.of(5) + saved.of(0) == 0, format!("saved: {}", saved.text()));
    let attack = flood(vec![owner; 4], stage.lasts, ("GET", "/boards".into(), None));
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, tally.text());
    stage.expect_cheap(cost, tally.sent, 8.0);
    stage.expect_small(cost, 64);
    stage.expect_scheduled().await;
}

/// S5: the leaderboard of a daily with thousands of players.
pub(crate) async fn leaderboard(stage: &mut AttackStage, ground: &Ground) {
    let mut player = ground.owner.clone();
    let day = player.get("/dailies").await.good()["day"].as_str().unwrap_or_default().to_owned();
    let path = format!("/dailies/wordle/{day}/leaderboard");
    let first = player.get(&path).await;
    let places = first.json()["honours"].as_array().map_or(0, Vec::len);
    stage.expect(places == 100, format!("the leaderboard has {places} places"));
    let attack = flood(vec![player; 4], stage.lasts, ("GET", path, None));
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, tally.text());
    stage.expect_cheap(cost, tally.sent, 10.0);
    stage.expect_scheduled().await;
}

/// S5: the invitation of a table is renewed repeatedly while others follow the table.
pub(crate) async fn invitations(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut host = Client::guest(server, loopback(0, 0, 16)).await;
    let table = host.post("/tables", json!({ "game": "junior", "seats": 4 })).await.good();
    let id = table["table"].as_str().unwrap_or_default().to_owned();
    let mut followers = Vec::new();
    for _ in 0..5 {
        let mut socket = host.socket().await.unwrap();
        let follow = json!({ "do": "follow", "table": id }).to_string();
        socket.send(Message::text(follow)).await.unwrap();
        followers.push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
    }
    // From many addresses, so that only the limit per person applies.
    let renew = |n: u16| {
        let address = IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 6, n, 0, 0, 0, 1));
        let path = format!("/tables/{id}/invitation");
        (host.moved_to(PROXY, Some(address)), "POST", path, Some(json!({})))
    };
    let attack = async {
        let mut tally = FloodCount::default();
        for n in 0..20 {
            let answers = burst((0..6).map(|k| renew(n * 6 + k)).collect()).await;
            answers.iter().for_each(|answer| tally.count(answer));
        }
        tally
    };
    let (tally, cost) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    followers.iter().for_each(tokio::task::JoinHandle::abort);
    stage.expect(tally.accepted <= 60 && tally.of(5) == 0, format!("renewed: {}", tally.text()));
    stage.expect_cheap(cost, tally.sent, 10.0);
}
