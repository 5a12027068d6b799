//! Attempts to exceed limits: guests, space in the store, memory, and names that look like those of others.

use crate::client::{Client, loopback};
use crate::flood::{FloodCount, burst};
use crate::ground::Ground;
use crate::stage::AttackStage;
use crate::wait::{SOON, until};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Instant;

/// The address of the proxy that the server trusts: an attack can claim any address through it.
pub(crate) const PROXY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 7));

/// S7: one machine with all addresses of an IPv6 network creates guests.
pub(crate) async fn one_network(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let attack = async {
        let mut tally = FloodCount::default();
        for n in 0..10 {
            let from = |k: u16| Ipv6Addr::new(0x2001, 0xdb8, 7, 7, k, n, k * n, k + 1);
            let guest = |k: u16| Client::new(server, PROXY).moved_to(PROXY, Some(from(k).into()));
            let post = |k: u16| (guest(k), "POST", "/me".to_owned(), Some(json!({})));
            let answers = burst((0..10).map(post).collect()).await;
            answers.iter().for_each(|answer| tally.count(answer));
        }
        tally
    };
    let (tally, _) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.accepted <= 25, format!("guests of one /64: {}", tally.text()));
    stage.expect(tally.accepted > 0, "some guests of that network get in");
}

/// S8: a guest fills the disk with boards.
pub(crate) async fn fill_the_disk(stage: &mut AttackStage, ground: &Ground) {
    let mut guest = Client::guest(stage.node.address, loopback(0, 0, 17)).await;
    // Each newline is stored as two characters.
    let text = format!("4 x 4\n{}", "\n".repeat(32_000));
    let before = size(ground);
    let attack = async {
        let mut tally = FloodCount::default();
        for n in 0..55 {
            let board = json!({ "name": format!("waste {n}"), "text": text });
            tally.count(&guest.post("/boards", board).await);
        }
        tally
    };
    let (tally, _) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    let stored = tally.accepted * 64;
    let observation =
        format!("a guest stores {stored} KB of boards (at most 1,024); {}", tally.text());
    stage.expect(stored <= 1024, observation);
    let grown = (size(ground) - before) >> 10;
    stage.expect(grown <= 8 * 1024, format!("the database grew by {grown} KB"));
}

fn size(ground: &Ground) -> i64 {
    let of = |suffix: &str| {
        let file = format!("{}{suffix}", ground.database().display());
        std::fs::metadata(file).map_or(0, |file| file.len() as i64)
    };
    of("") + of("-wal")
}

/// S9: abandoned tables with a limit of two weeks for a move.
pub(crate) async fn long_clocks(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let attack = async {
        let mut tally = FloodCount::default();
        for n in 0..12u16 {
            let from = IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 9, n, 0, 0, 0, 1));
            let mut host = Client::new(server, PROXY).moved_to(PROXY, Some(from));
            host.post("/me", json!({})).await;
            for _ in 0..5 {
                let table = json!({ "game": "builder", "seats": 1, "limit": 1_209_600 });
                let opened = host.post("/tables", table).await;
                let id = opened.json()["table"].as_str().unwrap_or_default().to_owned();
                tally.count(&host.post(&format!("/tables/{id}/start"), json!({})).await);
            }
        }
        tally
    };
    let (tally, _) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(5) + tally.of(0) == 0, format!("started: {}", tally.text()));
    // Matches stay in the cache for a while; after a restart only those in use are there.
    stage.node.start_again();
    stage.node.ready().await;
    let (begin, many, mut moves) = (Instant::now(), stage.crowd.count(), 0);
    let crowd = &stage.crowd;
    let are_back = until(SOON, async || {
        moves += crowd.since(begin).await.moves();
        moves >= many
    });
    let are_back = are_back.await;
    let in_memory = stage.node.metric("lexicade_matches_in_memory").await.unwrap_or(-1.0);
    let most = many as f64 + 20.0;
    let observation = format!("{in_memory} matches in memory after a restart (at most {most})");
    stage.expect((0.0..=most).contains(&in_memory), observation);
    stage.expect(are_back, format!("{moves} moves of {many} players after a restart"));
}

/// Names that look like `Annabel`, or are invisible.
const ALIKE: [&str; 16] = [
    "Annabel\u{3164}",
    "Annabel\u{115f}",
    "Annabel\u{1160}",
    "Annabel\u{ffa0}",
    "Annabel\u{345}",
    "\u{3164}\u{3164}\u{3164}",
    "Ann\u{251}bel",
    "Annabe\u{29f}",
    "\u{a4ee}nnabel",
    "\u{2c80}nnabel",
    "\u{10300}nnabel",
    "Annabe\u{10301}\u{10302}",
    "An\u{430}bel",
    "\u{ff21}nnabel",
    "ANNABEL",
    "Anna\u{ad}bel",
];

/// S10: names that look like the name of an account.
pub(crate) async fn names(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    // A guest chose the name before it belonged to an account.
    let mut early = Client::guest(server, loopback(0, 0, 18)).await;
    early.put("/me", json!({ "name": "Annabel" })).await.good();
    let mut owner = Client::guest(server, loopback(0, 0, 18)).await;
    owner.put("/me", json!({ "name": "Annabel" })).await.good();
    owner.post("/me/passphrase", json!({ "passphrase": "names that deceive" })).await.good();
    let shown = early.get("/me").await.good()["me"]["name"].as_str().unwrap_or_default().to_owned();
    stage.expect(shown != "Annabel", format!("a guest is called {shown} beside the owner"));
    let mut thief = Client::guest(server, loopback(0, 0, 18)).await;
    let attack = async {
        let mut taken = Vec::new();
        for name in ALIKE {
            if thief.put("/me", json!({ "name": name })).await.is_ok() {
                taken.push(name.escape_default().to_string());
            }
        }
        taken
    };
    let (taken, _) = stage.during(|_: &Vec<String>| ALIKE.len(), attack).await;
    let count = taken.len();
    stage.expect(taken.is_empty(), format!("{count} of {} names accepted: {taken:?}", ALIKE.len()));
}

/// S8: an invited player fills the log of a table by sitting down and getting up.
pub(crate) async fn fill_a_table(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut host = Client::guest(server, loopback(0, 0, 27)).await;
    let mut nuisance = Client::guest(server, loopback(0, 0, 28)).await;
    let table = host.post("/tables", json!({ "game": "junior" })).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap_or_default());
    let invitation = table["invitation"].as_str().unwrap_or_default();
    let code = invitation.rsplit('/').next().unwrap_or_default();
    nuisance.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    let attack = async {
        let mut answers = Vec::new();
        for n in 0..29 {
            let action = if n % 2 == 0 { "sit" } else { "stand" };
            answers.push(nuisance.post(&format!("{path}/{action}"), json!({})).await);
        }
        answers
    };
    let (answers, _) = stage.during(|answers: &Vec<_>| answers.len(), attack).await;
    let often = answers.iter().filter(|it| it.code() == "table.often").count();
    stage.expect(often > 0, format!("{often} of {} changes are refused", answers.len()));
    let said = host.post(&format!("{path}/say"), json!({ "phrase": 0 })).await;
    stage.expect(said.is_ok(), format!("the host is answered with {}", said.status));
}
