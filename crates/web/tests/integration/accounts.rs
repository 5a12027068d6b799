//! Stolen sessions: a new passphrase ends every session, link and token on every node at once.

use crate::common::{Client, PASSPHRASE, Socket, account, fresh_server, roomy, start_server};
use hall::{Change, Document, Store};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::sync::mpsc;
use web::{Server, ServerLimits};

const NEW: &str = "four other good words";

/// Two nodes on one store in memory.
async fn two_in_memory() -> [Server; 2] {
    let store = Store::memory();
    [start_server(store.clone(), roomy()).await, start_server(store, roomy()).await]
}

/// Two nodes on one PostgreSQL; `None` where that isn't installed.
async fn two_on_postgres(limits: ServerLimits) -> Option<[Server; 2]> {
    let database = crate::server::server()?.database();
    let store = async || Store::postgres(&database).await.unwrap();
    let [one, two] = [store().await, store().await];
    Some([start_server(one, limits.clone()).await, start_server(two, limits).await])
}

async fn change_passphrase(client: &mut Client) {
    let change = json!({ "passphrase": NEW, "old": PASSPHRASE });
    client.post("/me/passphrase", change).await.good();
}

/// The secret of a link.
fn secret(answer: &Value) -> String {
    answer["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

/// A thief who has used the owner's session on a node, so that the node has cached it.
async fn thief(owner: &Client, address: SocketAddr) -> (Client, Socket) {
    let mut thief = owner.at(address);
    thief.get("/matches").await.good();
    thief.get("/me").await.good();
    let mut socket = thief.socket().await;
    socket.of("hello").await;
    (thief, socket)
}

/// Checks that every request that shows or changes the account is refused at once.
async fn account_is_closed_to(thief: &Client) {
    let mut thief = thief.clone();
    let text = thief.get("/boards/toys").await.good()["text"].clone();
    assert_eq!(thief.get("/me").await.good()["me"], Value::Null);
    for (method, path, body) in [
        ("POST", "/me/recovery", json!({})),
        ("POST", "/me/tokens", json!({ "label": "bot" })),
        ("GET", "/me/tokens", Value::Null),
        ("GET", "/me/sessions", Value::Null),
        ("GET", "/me/export", Value::Null),
        ("PUT", "/me", json!({ "name": "Eve" })),
        ("POST", "/me/passphrase", json!({ "passphrase": "mine from now on", "old": PASSPHRASE })),
        ("POST", "/boards", json!({ "name": "x", "text": text })),
        ("DELETE", "/me", json!({ "name": "Owner" })),
        ("DELETE", "/session", Value::Null),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        let refused = thief.ask(method, &format!("/api/v1{path}"), body).await;
        let got = (refused.status, refused.code());
        assert_eq!(got, (401, "web.guest".into()), "{method} {path}");
    }
    assert_eq!(thief.try_socket().await.err(), Some(401));
}

async fn thief_at_another_node([a, b]: [Server; 2]) {
    let mut owner = account(a.address(), "Owner").await;
    let (mut thief, mut socket) = thief(&owner, b.address()).await;
    let made = thief.post("/me/tokens", json!({ "label": "bot" })).await.good();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut program = Client::nobody(b.address()).with("authorization", &bearer);
    program.get("/matches").await.good();
    let link = secret(&thief.post("/me/recovery", json!({})).await.good());

    change_passphrase(&mut owner).await;
    account_is_closed_to(&thief).await;
    assert_eq!(program.try_socket().await.err(), Some(401));
    let mut elsewhere = Client::nobody(b.address());
    assert_eq!(elsewhere.post("/session", json!({ "recovery": link })).await.status, 401);
    // When the other node closes the socket, it knows of the change and doesn't use its cache any more.
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(thief.get("/matches").await.code(), "web.guest");
    assert_eq!(program.get("/matches").await.code(), "web.guest");
    // The owner's new session works on both nodes.
    owner.get("/matches").await.good();
    owner.at(b.address()).get("/me/sessions").await.good();
    let listed = owner.get("/me/sessions").await.good();
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 1);
    a.close().await;
    b.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_passphrase_ends_a_stolen_session_at_another_node_at_once() {
    thief_at_another_node(two_in_memory().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_passphrase_ends_a_stolen_session_at_another_node_on_postgres() {
    let Some(nodes) = two_on_postgres(roomy()).await else { return };
    thief_at_another_node(nodes).await;
}

async fn sign_out_at_one_node([a, b]: [Server; 2]) {
    let mut owner = account(a.address(), "Owner").await;
    let (mut there, mut socket) = thief(&owner, b.address()).await;
    owner.delete("/session").await.good();
    account_is_closed_to(&there).await;
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(there.get("/matches").await.code(), "web.guest");
    a.close().await;
    b.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_session_at_the_other_node_too() {
    sign_out_at_one_node(two_in_memory().await).await;
    if let Some(nodes) = two_on_postgres(roomy()).await {
        sign_out_at_one_node(nodes).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_ends_its_sessions_at_the_other_node_too() {
    let [a, b] = two_in_memory().await;
    let mut owner = account(a.address(), "Owner").await;
    let (mut there, mut socket) = thief(&owner, b.address()).await;
    owner.ask("DELETE", "/api/v1/me", Some(json!({ "name": "Owner" }))).await.good();
    account_is_closed_to(&there).await;
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(there.get("/matches").await.code(), "web.guest");
    a.close().await;
    b.close().await;
}

/// Sends the same request until the session has ended. Returns the successful responses, and signals the first one.
async fn burst(
    mut thief: Client,
    path: &'static str,
    body: Value,
    started: mpsc::Sender<()>,
) -> Vec<Value> {
    let mut made = Vec::new();
    loop {
        let answer = thief.post(path, body.clone()).await;
        match answer.status {
            200 => {
                made.push(answer.json());
                let _ = started.try_send(());
            }
            // Too many at once, or too many tokens: the thief tries again.
            429 | 422 | 503 => {}
            status => {
                assert_eq!((status, answer.code().as_str()), (401, "web.guest"));
                return made;
            }
        }
    }
}

/// A thief makes many links and tokens while the owner changes the passphrase; none of them works afterwards.
async fn bursts(a: SocketAddr, b: SocketAddr, round: usize) {
    let mut owner = account(a, &format!("Owner {round}")).await;
    let thief = owner.at(b);
    let (started, mut starts) = mpsc::channel(1);
    let ask = |at, path, body| tokio::spawn(burst(thief.at(at), path, body, started.clone()));
    let links = [a, b, b].map(|at| ask(at, "/me/recovery", json!({})));
    let tokens = ask(b, "/me/tokens", json!({ "label": "bot" }));
    starts.recv().await.unwrap();
    change_passphrase(&mut owner).await;
    for links in links {
        let links = links.await.unwrap();
        // Each link replaces the one before, so only the last ones are worth trying.
        for link in links.iter().rev().take(5) {
            let mut eve = Client::nobody(b);
            let used = eve.post("/session", json!({ "recovery": secret(link) })).await;
            assert_eq!(used.status, 401, "round {round}: a link outlived the passphrase");
        }
    }
    for token in tokens.await.unwrap() {
        let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
        let mut program = Client::nobody(b).with("authorization", &bearer);
        assert_eq!(program.get("/me").await.good()["me"], Value::Null, "round {round}");
    }
    assert_eq!(owner.get("/me/tokens").await.good()["tokens"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_link_or_token_made_while_the_passphrase_changes_works_afterwards() {
    // More changes than are usually allowed, so that some are always under way.
    let limits = ServerLimits { changes: (300.0, 10.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    for round in 0..25 {
        bursts(server.address(), server.address(), round).await;
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_link_or_token_made_at_another_node_works_after_a_new_passphrase() {
    let limits = ServerLimits { changes: (20.0, 10.0), ..roomy() };
    let Some([a, b]) = two_on_postgres(limits).await else { return };
    for round in 0..5 {
        bursts(a.address(), b.address(), round).await;
    }
    a.close().await;
    b.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_of_a_session_is_not_accepted_as_a_token() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    ann.get("/matches").await.good();
    let cookie = ann.cookie.clone().unwrap();
    let secret = cookie.strip_prefix("lx=").unwrap().split('.').next().unwrap();
    let bearer = format!("Bearer {secret}");
    let mut program = Client::nobody(server.address()).with("authorization", &bearer);
    assert_eq!(program.get("/matches").await.code(), "web.guest");
    server.close().await;
}

/// Rewrites the documents of a person as an earlier version wrote them.
async fn as_written_earlier(store: &Store, person: &str) {
    for kind in ["person", "session", "token", "recovery"] {
        for old in store.documents(kind, person).await.unwrap() {
            let mut body: Value = serde_json::from_str(&old.body).unwrap();
            match kind {
                "recovery" => body = json!(person),
                _ => ["epoch", "confirmed", "by_link"]
                    .iter()
                    .for_each(|field| drop(body.as_object_mut().unwrap().remove(*field))),
            }
            let next = Document { version: old.version + 1, body: body.to_string(), ..old };
            store.change_documents(vec![Change::Put(next)]).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_tokens_and_links_of_an_earlier_version_keep_working_until_a_new_passphrase() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    // The passphrase was set by an earlier version too, so everything is in the first epoch.
    let mut ann = account(server.address(), "Ann Lee").await;
    let id = ann.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned();
    let token = ann.post("/me/tokens", json!({ "label": "bot" })).await.good();
    let link = secret(&ann.post("/me/recovery", json!({})).await.good());
    as_written_earlier(&store, &id).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let mut program = Client::nobody(server.address()).with("authorization", &bearer);
    program.get("/matches").await.good();
    ann.get("/me/export").await.good();
    // This session doesn't record when the passphrase was entered, so it is needed.
    assert_eq!(ann.post("/me/recovery", json!({})).await.code(), "web.confirm");
    let mut phone = Client::nobody(server.address());
    let look = json!({ "recovery": link });
    assert_eq!(phone.post("/recovery", look.clone()).await.good()["name"], "Ann Lee");
    phone.post("/session", look.clone()).await.good();
    assert_eq!(phone.post("/session", look).await.status, 401);
    change_passphrase(&mut ann).await;
    assert_eq!(program.get("/matches").await.code(), "web.guest");
    assert_eq!(phone.get("/matches").await.code(), "web.guest");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tries_with_a_stolen_session_do_not_slow_the_owners_device() {
    let limits = ServerLimits { tries: (1e-6, 5.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = account(server.address(), "Ann").await;
    assert!(ann.device.is_some());
    let mut thief = Client { device: None, ..ann.clone() };
    for _ in 0..5 {
        let wrong = json!({ "passphrase": NEW, "old": "not the passphrase" });
        assert_eq!(thief.post("/me/passphrase", wrong).await.code(), "web.passphrase");
    }
    let right = json!({ "passphrase": NEW, "old": PASSPHRASE });
    assert_eq!(thief.post("/me/passphrase", right).await.code(), "web.busy");
    change_passphrase(&mut ann).await;
    server.close().await;
}
