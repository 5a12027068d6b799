//! Attacks on accounts: sessions that outlive a new passphrase, owners who are locked out, recovery links used twice.

use crate::client::{Answer, Client, loopback};
use crate::flood::{FloodCount, burst};
use crate::ground::Ground;
use crate::limits::PROXY;
use crate::stage::AttackStage;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// The client at another address that a proxy reports, so that only the limits of an account apply.
fn elsewhere(client: &Client, round: u8, step: u8) -> Client {
    let address = IpAddr::from(Ipv4Addr::new(198, 51, round, step));
    client.moved_to(PROXY, Some(address))
}

/// Creates an account with this name and passphrase.
pub(crate) async fn owner(server: SocketAddr, name: &str, passphrase: &str, round: u8) -> Client {
    let mut owner = elsewhere(&Client::new(server, PROXY), round, 0);
    owner.post("/me", json!({})).await.good();
    owner.put("/me", json!({ "name": name })).await.good();
    owner.post("/me/passphrase", json!({ "passphrase": passphrase })).await.good();
    owner
}

/// The secret of a recovery link.
fn secret(answer: &Answer) -> Option<String> {
    let url = answer.json()["url"].as_str()?.to_owned();
    url.rsplit_once('#').map(|(_, secret)| secret.to_owned())
}

/// The credentials of an account that still work for a thief: session, recovery links, tokens.
pub(crate) async fn works(
    thief: &Client,
    links: &[String],
    tokens: &[String],
) -> Vec<&'static str> {
    let mut works = Vec::new();
    let mut session = thief.clone();
    let me = session.get("/me").await.json();
    if me["me"].is_object() {
        works.push("session");
    }
    for path in ["/me/recovery", "/me/tokens"] {
        let body = if path == "/me/tokens" { json!({ "label": "late" }) } else { json!({}) };
        if session.post(path, body).await.is_ok() {
            works.push(path);
        }
    }
    for link in links {
        let mut signing_in = Client { cookies: Default::default(), ..thief.clone() };
        if signing_in.post("/session", json!({ "recovery": link })).await.is_ok() {
            works.push("recovery link");
        }
    }
    for token in tokens {
        if bearer(thief, token).await {
            works.push("token");
        }
    }
    works
}

/// Whether a token still works.
async fn bearer(thief: &Client, token: &str) -> bool {
    let mut program = Client { cookies: Default::default(), ..thief.clone() };
    program.token = Some(token.to_owned());
    program.get("/me").await.json()["me"].is_object()
}

/// S2: a thief asks for recovery links and tokens in bursts while the owner changes the passphrase.
pub(crate) async fn stolen_session(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let rounds = if stage.lasts > Duration::from_secs(10) { 25 } else { 4 };
    let attack = async {
        let (mut late, mut sent) = (Vec::new(), 0);
        for round in 0..rounds {
            let name = format!("Owner {round}");
            let mut owner = owner(server, &name, "the first passphrase", round).await;
            let thief = elsewhere(&owner, round, 100);
            let ask = |n: u8| {
                let client = elsewhere(&thief, round, 101 + n);
                let (path, body) = match n % 4 {
                    3 => ("/me/tokens", json!({ "label": format!("mine {n}") })),
                    _ => ("/me/recovery", json!({})),
                };
                (client, "POST", path.to_owned(), Some(body))
            };
            let change =
                json!({ "passphrase": "the second passphrase", "old": "the first passphrase" });
            let stealing = async {
                let mut stolen = Vec::new();
                for n in 0..16 {
                    stolen.extend(burst((0..3).map(|k| ask(n * 3 + k)).collect()).await);
                }
                stolen
            };
            let (changed, stolen) = tokio::join!(owner.post("/me/passphrase", change), stealing);
            changed.good();
            sent += stolen.len();
            let links: Vec<String> = stolen.iter().filter_map(secret).collect();
            let last = links.iter().rev().take(4).cloned().collect::<Vec<_>>();
            let token = |answer: &Answer| Some(answer.json()["token"].as_str()?.to_owned());
            let tokens: Vec<String> = stolen.iter().filter_map(token).collect();
            late.extend(works(&elsewhere(&thief, round, 200), &last, &tokens).await);
        }
        (late, sent)
    };
    let ((late, _), _) = stage.during(|came: &(Vec<&str>, usize)| came.1, attack).await;
    stage.expect(late.is_empty(), format!("after {rounds} new passphrases these work: {late:?}"));
}

/// Strangers try passphrases so that the owner is locked out.
pub(crate) async fn lock_out(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut device = owner(server, "Locked", "the right passphrase", 60).await;
    let sign_in = json!({ "name": "Locked", "passphrase": "the right passphrase" });
    device.post("/session", sign_in.clone()).await.good();
    let wrong = |n: u8| {
        let client = elsewhere(&Client::new(server, PROXY), 61, n);
        let body = json!({ "name": "Locked", "passphrase": format!("a wrong passphrase {n}") });
        (client, "POST", "/session".to_owned(), Some(body))
    };
    let mut tries = 0;
    let attack = async {
        let mut tally = FloodCount::default();
        for n in 0..5 {
            let answers = burst((0..4).map(|k| wrong(n * 4 + k)).collect()).await;
            answers.iter().for_each(|answer| tally.count(answer));
        }
        // Meanwhile the owner signs in, with the same browser at another address.
        let mut browser = elsewhere(&device, 62, 1);
        browser.cookies.remove("lx");
        let back = browser.post("/session", sign_in.clone()).await;
        (tally, back)
    };
    let ((tally, back), cost) =
        stage.during(|came: &(FloodCount, Answer)| came.0.sent, attack).await;
    tries += tally.sent;
    stage.expect(tally.accepted == 0 && tally.of(4) == tries, format!("tries: {}", tally.text()));
    let limited = tally.refused.iter().any(|((status, _), count)| *status == 429 && *count >= 10);
    stage.expect(limited, "the guesser is slowed down");
    stage.expect(back.is_ok(), format!("the owner's sign-in is answered with {}", back.status));
    stage.expect_cheap(cost, tries, 60.0);
}

/// A recovery link is used several times.
pub(crate) async fn recovery_link(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let mut account = owner(server, "Forgetful", "one two three four", 63).await;
    let sign_in = json!({ "name": "Forgetful", "passphrase": "one two three four" });
    account.post("/session", sign_in).await.good();
    let made = account.post("/me/recovery", json!({})).await;
    stage.expect(made.is_ok(), format!("a link after signing in is answered with {}", made.status));
    let mut guest = Client::guest(server, loopback(0, 0, 19)).await;
    let guests = guest.post("/me/recovery", json!({})).await;
    stage.expect(guests.is_ok(), format!("a guest's link is answered with {}", guests.status));
    let links = [secret(&made).unwrap_or_default(), secret(&guests).unwrap_or_default()];
    let attack = async {
        let mut used = [0; 2];
        for n in 0..6 {
            for (link, used) in links.iter().zip(&mut used) {
                let mut thief = elsewhere(&Client::new(server, PROXY), 64, n);
                let answer = thief.post("/session", json!({ "recovery": link })).await;
                *used += usize::from(answer.is_ok());
            }
        }
        used
    };
    let (used, _) = stage.during(|_: &[usize; 2]| 12, attack).await;
    stage.expect(used == [1, 1], format!("links of an account and of a guest work {used:?} times"));
}
