//! The access code: new guests need it or an invitation; players who have a session or an account don't.

use crate::common::{Client, roomy, start_server_with};
use hall::{Clock, Store};
use serde_json::json;
use web::{Config, Server, ServerLimits};

async fn with_code(limits: ServerLimits) -> Server {
    let code = Some("7K3M9Q".parse().unwrap());
    let config = Config { code, limits, ..Config::default() };
    start_server_with(Store::memory(), Clock::default(), config).await
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_need_the_code_or_an_invitation() {
    let server = with_code(roomy()).await;
    let mut ann = Client::nobody(server.address());
    for wrong in
        [json!({}), json!({ "code": "" }), json!({ "code": "7K3M9R" }), json!({ "table": "X" })]
    {
        let refused = ann.post("/me", wrong.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "web.code"), "{wrong}");
        assert_eq!(ann.cookie, None);
    }
    // Case, spaces and hyphens don't matter.
    ann.post("/me", json!({ "code": " 7k3-m9q" })).await.good();
    // With a session the code isn't needed again.
    ann.post("/me", json!({})).await.good();
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let mut parts = table["invitation"].as_str().unwrap().rsplit('/').map(str::to_owned);
    let (code, id) = (parts.next().unwrap(), parts.next().unwrap());
    let mut ben = Client::nobody(server.address());
    for wrong in
        [json!({ "table": id, "invitation": "X" }), json!({ "table": "X", "invitation": code })]
    {
        assert_eq!(ben.post("/me", wrong).await.code(), "web.code");
    }
    let invited = json!({ "table": id, "invitation": code });
    ben.post("/me", invited.clone()).await.good();
    ben.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
    // An invitation that was turned off no longer works.
    ann.delete(&format!("/tables/{id}/invitation")).await.good();
    let mut eve = Client::nobody(server.address());
    assert_eq!(eve.post("/me", invited).await.code(), "web.code");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_needs_no_code() {
    let server = with_code(roomy()).await;
    let mut ann = Client::nobody(server.address());
    ann.post("/me", json!({ "code": "7K3M9Q" })).await.good();
    ann.ask("PUT", "/api/v1/me", Some(json!({ "name": "Ann" }))).await.good();
    ann.post("/me/passphrase", json!({ "passphrase": "a walrus in the attic" })).await.good();
    let link = ann.post("/me/recovery", json!({})).await.good();
    let secret = link["url"].as_str().unwrap().rsplit('#').next().unwrap();
    for with in [
        json!({ "name": "Ann", "passphrase": "a walrus in the attic" }),
        json!({ "recovery": secret }),
    ] {
        let mut there = Client::nobody(server.address());
        let me = there.post("/session", with).await.good();
        assert_eq!(me["me"]["name"], "Ann");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_cannot_be_guessed() {
    let server = with_code(ServerLimits { sign_ins: (1e-6, 5.0), ..roomy() }).await;
    let mut eve = Client::nobody(server.address());
    for n in 0..5 {
        let tried = json!({ "code": format!("00000{n}") });
        assert_eq!(eve.post("/me", tried).await.code(), "web.code");
    }
    // After so many attempts even the right code is refused.
    let right = eve.post("/me", json!({ "code": "7K3M9Q" })).await;
    assert_eq!((right.status, right.code().as_str()), (429, "web.busy"));
    server.close().await;
}
