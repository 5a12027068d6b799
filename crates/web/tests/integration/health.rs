//! A server whose store stops answering, is full or is deleted.

use crate::common::{Client, roomy, start_server};
use hall::Store;
use serde_json::json;

/// Polls `/readyz` until it has this status.
#[cfg(unix)]
async fn ready_is(client: &mut Client, status: u16) -> crate::common::Answer {
    loop {
        let answer = client.ask("GET", "/readyz", None).await;
        if answer.status == status {
            return answer;
        }
        assert!(answer.status == 200 || answer.status == 503, "{answer:?}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_database_disconnects_everyone_until_it_answers_again() {
    let Some(postgres) = crate::server::server() else { return };
    let proxy = crate::dropping::Proxy::start(postgres).await;
    let url = proxy.url(&postgres.database());
    let server = start_server(Store::postgres(&url).await.unwrap(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    let (mut idle, mut busy) = (ann.socket().await, ann.socket().await);
    idle.of("hello").await;
    busy.follow(&id).await;
    ready_is(&mut ann, 200).await;
    proxy.drop_everything();
    // One socket is idle, the other waits for a move that can't be stored.
    busy.say(json!({ "do": "act", "n": 1, "match": id, "seen": 1, "line": "guess slate" })).await;
    for socket in [&mut idle, &mut busy] {
        socket.of("bye").await;
        assert_eq!(socket.closed().await, Some(1012));
    }
    let refused = ready_is(&mut ann, 503).await;
    assert_eq!(refused.code(), "house.store");
    assert!(refused.headers.contains_key("retry-after"), "{refused:?}");
    // Also clients whose session is not in the cache.
    assert_eq!(Client::nobody(server.address()).try_socket().await.err(), Some(503));
    assert_eq!(ann.try_socket().await.err(), Some(503));
    proxy.heal();
    ready_is(&mut ann, 200).await;
    let mut again = ann.socket().await;
    let now = again.follow(&id).await;
    let act = json!({ "do": "act", "match": id, "seen": now["seq"], "line": "guess slate" });
    assert_eq!(again.ask(act).await["type"], "ack");
    server.close().await;
}

/// Mounts a small disk, which only root can do, and only on Linux.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_not_ready_and_keeps_sockets_and_reads() {
    struct Disk(std::path::PathBuf);
    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).output();
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
    let disk = Disk(std::env::temp_dir().join(format!("lx-full-{}", std::process::id())));
    std::fs::create_dir_all(&disk.0).unwrap();
    let mut mount = std::process::Command::new("mount");
    let made = mount.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(&disk.0).output();
    if !made.is_ok_and(|made| made.status.success()) {
        eprintln!("skipped: only root can mount a small disk");
        return;
    }
    let ballast = disk.0.join("ballast");
    std::fs::write(&ballast, vec![0; 1 << 20]).unwrap();
    let store = Store::sqlite(&disk.0.join("matches.db")).unwrap();
    let server = start_server(store, roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let id = ann.open(wanted.clone()).await;
    let mut socket = ann.socket().await;
    let now = socket.follow(&id).await;
    ready_is(&mut ann, 200).await;
    let refused = loop {
        let opened = ann.post("/matches", wanted.clone()).await;
        if opened.status != 200 {
            break opened;
        }
    };
    assert_eq!((refused.status, refused.code()), (503, "house.store".into()));
    assert_eq!(ready_is(&mut ann, 503).await.code(), "house.store");
    // Matches can still be read, open sockets stay open, and new ones are accepted.
    ann.get(&format!("/matches/{id}")).await.good();
    assert_eq!(ann.socket().await.follow(&id).await["seq"], now["seq"]);
    let typed = json!({ "do": "preview", "match": id, "typed": "slate" });
    assert_eq!(socket.ask(typed).await["type"], "preview");
    std::fs::remove_file(ballast).unwrap();
    ready_is(&mut ann, 200).await;
    ann.open(wanted).await;
    let act = json!({ "do": "act", "match": id, "seen": now["seq"], "line": "guess slate" });
    assert_eq!(socket.ask(act).await["type"], "ack");
    assert!(!socket.received.iter().any(|received| received.contains("\"bye\"")));
    server.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_notices_that_its_database_was_deleted() {
    let folder = std::env::temp_dir().join(format!("lx-lost-{}", std::process::id()));
    let store = Store::sqlite(&folder.join("matches.db")).unwrap();
    let server = start_server(store, roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    std::fs::remove_dir_all(&folder).unwrap();
    let act = json!({ "seen": 1, "line": "guess slate" });
    let acted = ann.post(&format!("/matches/{id}/act"), act).await;
    assert_eq!((acted.status, acted.code()), (503, "house.store".into()));
    server.store_is_lost().await;
    assert_eq!(ready_is(&mut ann, 503).await.code(), "house.store");
    server.close().await;
}
