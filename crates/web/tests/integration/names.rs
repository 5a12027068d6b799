//! Names that look like the name of an account.

use crate::common::{Answer, Client, PASSPHRASE, account, fresh_server, name, roomy, start_server};
use hall::{Change, Document, Store};
use serde_json::json;

async fn rename(client: &mut Client, name: &str) -> Answer {
    client.ask("PUT", "/api/v1/me", Some(json!({ "name": name }))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_looks_like_an_accounts_is_refused() {
    let limits = web::ServerLimits { changes: (1e6, 1e6), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    account(server.address(), "Annabel").await;
    account(server.address(), "Mary Irwin").await;
    let mut eve = Client::guest(server.address()).await;
    for alike in [
        "ANNABEL",
        "annabel",
        "AnnabeI",
        "Annabe1",
        "Аnnаbel",
        "rnary irwin",
        "Mary lrwin",
        "ΑΝΝΑΒΕ1",
        "Annabel.",
        "Annabelʻ",
        "An nabel",
        "MaryIrwin",
        "Guest 4K9M",
    ] {
        let refused = rename(&mut eve, alike).await;
        assert_eq!(refused.code(), "web.name", "{alike}: {}", refused.text);
    }
    for other in ["Annabell", "Anabel", "Mary Irvin"] {
        rename(&mut eve, other).await.good();
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_spelling_signs_in_and_shares_one_limit() {
    let limits = web::ServerLimits { tries: (1e-6, 4.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    account(server.address(), "Mary Lee").await;
    let mut phone = Client::nobody(server.address());
    let sign = |name: &str, words: &str| json!({ "name": name, "passphrase": words });
    phone.post("/session", sign("MARY lee", PASSPHRASE)).await.good();
    assert_eq!(name(&mut phone).await, "Mary Lee");
    let mut eve = Client::nobody(server.address());
    for spelt in ["Mary Lee", "rnary lee", "mary\u{200b} lee"] {
        assert_eq!(eve.post("/session", sign(spelt, "a guess at it")).await.status, 401);
    }
    assert_eq!(eve.post("/session", sign("Маry Lee", "a guess at it")).await.status, 429);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_loses_a_name_that_an_account_takes() {
    let server = fresh_server().await;
    let mut eve = Client::named(server.address(), "Annabel").await;
    let id = eve.open(json!({ "game": "wordle" })).await;
    let path = format!("/matches/{id}");
    assert_eq!(eve.get(&path).await.good()["seats"][0]["name"], "Annabel");
    account(server.address(), "AnnabeI").await;
    let guest = name(&mut eve).await.as_str().unwrap().to_owned();
    assert!(guest.starts_with("Guest "), "{guest}");
    assert_eq!(eve.get(&path).await.good()["seats"][0]["name"], guest.as_str());
    // To delete herself she enters the name that is shown.
    eve.ask("DELETE", "/api/v1/me", Some(json!({ "name": guest }))).await.good();
    server.close().await;
}

/// Makes the index of names as earlier versions did: by the name in lower case only.
async fn age(store: &Store, person: &str, names: &[&str]) {
    for document in store.documents("name", person).await.unwrap() {
        let Document { kind, id, owner, .. } = document;
        store.change_documents(vec![Change::Delete { kind, id, owner }]).await.unwrap();
    }
    for name in names {
        let (id, owner) = (name.to_lowercase(), person.to_owned());
        let body = json!(person).to_string();
        let document = Document { kind: "name", id, owner, version: 0, body };
        store.change_documents(vec![Change::Put(document)]).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_earlier_versions_that_look_alike_keep_their_names() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ids = Vec::new();
    for (now, then) in
        [("First One", "Annabel"), ("Second One", "Ann\u{251}bel"), ("Third One", "Mary")]
    {
        let mut person = account(server.address(), now).await;
        let id = person.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned();
        age(&store, &id, &[then]).await;
        let document = store.document("person", &id).await.unwrap().unwrap();
        let body = document.body.replace(now, then);
        let next = Document { version: document.version + 1, body, ..document };
        store.change_documents(vec![Change::Put(next)]).await.unwrap();
        ids.push(id);
    }
    for (spelt, id) in ["annabel", "Ann\u{251}bel", "Mary"].into_iter().zip(&ids) {
        let mut phone = Client::nobody(server.address());
        let signed =
            phone.post("/session", json!({ "name": spelt, "passphrase": PASSPHRASE })).await;
        assert_eq!(signed.good()["me"]["id"], id.as_str(), "{spelt}");
        // The account can still be changed otherwise.
        phone.post("/me/recovery", json!({})).await.good();
    }
    // At its start the server adds the skeletons of such names.
    let hall = hall::Hall::new(games::GAMES, store.clone());
    age(&store, &ids[2], &["Mary"]).await;
    let mut eve = Client::guest(server.address()).await;
    web::Expiry::default().sweep(&hall, Default::default(), Default::default()).await.unwrap();
    assert_eq!(rename(&mut eve, "rnary").await.code(), "web.name");
    server.close().await;
}
