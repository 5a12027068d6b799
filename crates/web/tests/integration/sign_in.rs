//! Signing in while attackers guess: strangers are rate-limited, known devices never are. Also the log lines about it.

use crate::common::{Client, PASSPHRASE, account, roomy, start_server, start_server_with};
use hall::{Clock, Store};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};
use web::{Config, ServerLimits};

fn sign(name: &str, passphrase: &str) -> Value {
    json!({ "name": name, "passphrase": passphrase })
}

/// The device after its session has ended.
fn signed_out(client: &Client) -> Client {
    Client { cookie: None, ..client.clone() }
}

/// Guesses until the rate limit is reached.
async fn guess_until_limited(eve: &mut Client, name: &str) {
    for _ in 0..100 {
        let answer = eve.post("/session", sign(name, "a guess at it")).await;
        if answer.status == 429 {
            return;
        }
        assert_eq!(answer.status, 401);
    }
    panic!("there is no rate limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_attempts_by_strangers_never_lock_out_a_known_device() {
    // Three attempts for each name, then none for days; all clients have one address.
    let limits = ServerLimits { tries: (1e-6, 3.0), sign_ins: (1e-6, 40.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let bob = account(server.address(), "Bob Ray").await;
    let mut eve = Client::nobody(server.address());
    guess_until_limited(&mut eve, "Ann Lee").await;
    // Strangers have to wait even with the right passphrase, because they can't be told from attackers. So do devices
    // of other accounts, and clients with a forged cookie.
    let right = sign("ann lee", PASSPHRASE);
    let mut stranger = Client::nobody(server.address());
    assert_eq!(stranger.post("/session", right.clone()).await.status, 429);
    assert_eq!(signed_out(&bob).post("/session", right.clone()).await.status, 429);
    let forged = ann.device.clone().map(|cookie| cookie.replace("device=", "device=0"));
    let mut forger = Client { device: forged, ..stranger.clone() };
    assert_eq!(forger.post("/session", right.clone()).await.status, 429);
    // Eve also uses up the attempts of the address.
    for n in 0..40 {
        if eve.post("/session", sign(&format!("Name {n}"), "a guess at it")).await.status == 429 {
            break;
        }
    }
    assert_eq!(eve.post("/me", json!({})).await.status, 429);
    // Ann's device can still sign in, and change the passphrase.
    let mut known = signed_out(&ann);
    known.post("/session", right.clone()).await.good();
    let change = json!({ "passphrase": "four other good words", "old": PASSPHRASE });
    ann.post("/me/passphrase", change).await.good();
    // It has a limit of its own, in case it is stolen.
    let mut lost = signed_out(&ann);
    guess_until_limited(&mut lost, "Ann Lee").await;
    let right = sign("Ann Lee", "four other good words");
    assert_eq!(lost.post("/session", right).await.status, 429);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_device_of_an_account_has_its_own_limit() {
    let limits = ServerLimits { tries: (1e-6, 2.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let home = account(server.address(), "Ann Lee").await;
    let mut phone = Client::nobody(server.address());
    phone.post("/session", sign("Ann Lee", PASSPHRASE)).await.good();
    assert_ne!(home.device, phone.device);
    guess_until_limited(&mut signed_out(&phone), "Ann Lee").await;
    signed_out(&home).post("/session", sign("Ann Lee", PASSPHRASE)).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_cookie_does_not_sign_in_and_is_hidden_from_scripts() {
    let server = start_server(Store::memory(), roomy()).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let answer = ann.post("/session", sign("Ann Lee", PASSPHRASE)).await;
    let device = answer.cookies.iter().find(|cookie| cookie.starts_with("lx-device=")).unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
        assert!(device.contains(part), "{device}");
    }
    let value = ann.device.clone().unwrap().replace("lx-device=", "lx=");
    let mut thief = Client { cookie: Some(value), ..Client::nobody(server.address()) };
    assert_eq!(thief.get("/me").await.good()["me"], Value::Null);
    assert_eq!(signed_out(&ann).get("/me").await.good()["me"], Value::Null);
    // Signing in with a link doesn't make a device known: the link may have been stolen.
    let link = ann.post("/me/recovery", json!({})).await.good();
    let secret = link["url"].as_str().unwrap().split_once('#').unwrap().1;
    let mut phone = Client::nobody(server.address());
    phone.post("/session", json!({ "recovery": secret })).await.good();
    assert_eq!(phone.device, None);
    server.close().await;
}

/// All log lines of all tests.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log lines about an address.
fn logged_about(address: &str) -> Vec<Value> {
    let log = String::from_utf8(LOG.lock().unwrap().clone()).unwrap();
    let lines = log.lines().filter(|line| line.contains(address));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn capture_log() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let to_log = tracing_subscriber::fmt().json().with_writer(|| Log);
        to_log.with_max_level(tracing_subscriber::filter::LevelFilter::INFO).init();
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_sign_ins_and_forged_cookies_are_logged_with_the_address_and_no_secret() {
    capture_log();
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let config = Config { limits: roomy(), proxies, ..Config::default() };
    let server = start_server_with(Store::memory(), Clock::default(), config).await;
    let mut ann = account(server.address(), "Annabel").await;
    let before = ann.clone();
    ann.delete("/session").await.good();
    let mut eve = Client::nobody(server.address()).with("x-forwarded-for", "203.0.113.77");
    eve.post("/session", sign("Annabel", "a guess at it")).await;
    eve.post("/recovery", json!({ "recovery": "4K9M2PXQ7D3T5" })).await;
    eve.cookie = Some("lx=MADEUP.MADEUP".into());
    eve.get("/matches").await;
    eve.cookie.clone_from(&before.cookie);
    eve.get("/matches").await;
    eve.with("authorization", "Bearer MADEUPTOKEN").get("/matches").await;
    let lines = logged_about("203.0.113.77");
    let messages: Vec<&str> =
        lines.iter().map(|line| line["fields"]["message"].as_str().unwrap()).collect();
    let all = [
        "sign-in failed",
        "recovery link refused",
        "forged cookie",
        "session has ended",
        "unknown token",
    ];
    assert_eq!(messages, all);
    let levels: Vec<&str> = lines.iter().map(|line| line["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["WARN", "WARN", "WARN", "INFO", "WARN"]);
    for line in lines {
        let line = line.to_string().to_lowercase();
        let session = before.cookie.as_ref().unwrap()[3..20].to_lowercase();
        for secret in ["annabel", "a guess", "4k9m2p", "madeup", &session] {
            assert!(!line.contains(secret), "{line}");
        }
    }
    // A client that keeps trying doesn't fill the disk.
    let mut eve = Client::nobody(server.address()).with("x-forwarded-for", "203.0.113.78");
    eve.cookie = Some("lx=MADEUP.MADEUP".into());
    for _ in 0..100 {
        eve.get("/matches").await;
    }
    assert!(logged_about("203.0.113.78").len() < 20);
    server.close().await;
}
