//! PostgreSQL as a store that several servers share, and faults of its connections. `TURNS` sets how many turns two
//! servers race for (5,000 by default).

use crate::common::server::{Server, server};
use crate::common::{after, id, many, opened, played, start};
use crate::proxy::Proxy;
use engine::{Budget, Seat, Viewer};
use hall::{Condition, Hall, MatchFilter, MatchId, Store, StoreError};
use std::process::Command;
use std::time::{Duration, Instant};

async fn hall(url: &str) -> Hall {
    Hall::new(games::GAMES, Store::postgres(url).await.unwrap())
}

async fn refused(url: &str) -> StoreError {
    Store::postgres(url).await.unwrap_err()
}

/// The name of the database in one of our URLs.
fn name(url: &str) -> &str {
    url.trim_start_matches("postgres:///").split('?').next().unwrap()
}

#[tokio::test]
async fn wrong_addresses_give_clear_errors() {
    let Some(server) = server() else { return };
    assert!(matches!(refused("postgres://host:port").await, StoreError::Cannot(_)));
    let secret = format!("{}&sslmode=require", server.database());
    assert!(refused(&secret).await.to_string().contains("without TLS"));
    let error = refused(&server.url("nowhere")).await;
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("nowhere"), "{error}");
    let error = refused("postgres:///x?user=u&password=geheim&host=/nowhere").await;
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
    assert!(!error.to_string().contains("geheim"), "{error}");
}

#[tokio::test]
async fn connecting_to_a_silent_server_times_out() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let error = refused(&format!("postgres://u@{}/x", silent.local_addr().unwrap())).await;
    assert!(error.to_string().contains("does not answer"), "{error}");
}

#[tokio::test]
async fn a_read_only_database_can_be_read() {
    let Some(server) = server() else { return };
    let url = server.database();
    let id = hall(&url).await.open(&start(1, 1)).await.unwrap();
    let read_only = "alter database \"$\" set default_transaction_read_only = on";
    server.sql(name(&url), &read_only.replace('$', name(&url)));
    let hall = hall(&url).await;
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap().len(), 1);
    let refused = hall.act(&id, Seat(0), 0, "add 1").await.unwrap_err();
    assert!(refused.text.contains("cannot be written to"), "{}", refused.text);
}

#[tokio::test]
async fn tables_are_created_once_and_newer_ones_refused() {
    let Some(server) = server() else { return };
    let url = server.database();
    let opening = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { Store::postgres(&url).await.map(drop) })
    });
    for opening in opening.collect::<Vec<_>>() {
        opening.await.unwrap().unwrap();
    }
    server.sql(name(&url), "insert into lexicade_schema values (99)");
    let error = refused(&url).await;
    assert!(matches!(error, StoreError::Newer { found: 99, known: 5, .. }), "{error}");
    let foreign = server.database();
    server.sql(name(&foreign), "create table entry (recipe text)");
    assert!(matches!(refused(&foreign).await, StoreError::Foreign { .. }));
}

#[tokio::test]
async fn a_commit_is_durable_whatever_the_servers_default_is() {
    let Some(server) = server() else { return };
    let url = server.database();
    let off = format!("alter database {} set synchronous_commit = off", name(&url));
    server.sql("postgres", &off);
    // A trigger records the setting during the write.
    let store = Store::postgres(&url).await.unwrap();
    let spy = "create table spy (said text);
        create function spy() returns trigger language plpgsql as
          $$ begin insert into spy values (current_setting('synchronous_commit')); return new; end $$;
        create trigger spy before insert on entry for each row execute function spy()";
    server.sql(name(&url), spy);
    store.append(&opened(), &after("a", 0)).await.unwrap();
    assert_eq!(server.sql(name(&url), "select said from spy"), "on");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_of_a_commit_is_found_out_after_a_lost_connection() {
    let Some(server) = server() else { return };
    let url = server.database();
    let proxy = Proxy::start(server, &url).await;
    let store = Store::postgres(&proxy.url(name(&url))).await.unwrap();
    store.append(&opened(), &after("a", 0)).await.unwrap();
    // The connection is lost before the server gets the entry, after the commit, and in between.
    for (seq, cut) in (1..).zip(["cut-before", "cut-after", "cut-between"]) {
        store.append(&played(cut), &after("a", seq)).await.unwrap();
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len() as u64, seq + 1, "{cut}");
    }
    // A rival writes first while the connection is lost.
    let error = store.append(&played("cut-rival"), &after("a", 4)).await.unwrap_err();
    assert_eq!(error, StoreError::Taken { seq: 4, next: 5 });
    let log = store.load(&id("a"), 4).await.unwrap();
    assert!(format!("{:?}", log[0].entry).contains("rival was here"), "{log:?}");
    // A slow answer isn't a lost one.
    let writer = store.clone();
    let slow = tokio::spawn(async move { writer.append(&played("slow"), &after("a", 5)).await });
    proxy.is_holding().await;
    assert!(!slow.is_finished(), "nothing is acknowledged before the server has answered");
    proxy.release();
    slow.await.unwrap().unwrap();
    assert_eq!(proxy.met(), ["cut-before", "cut-after", "cut-between", "cut-rival", "slow"]);
    assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_to_a_silent_server_fail_and_succeed_when_it_answers_again() {
    let Some(server) = server() else { return };
    let url = server.database();
    let proxy = Proxy::start(server, &url).await;
    let store = Store::postgres(&proxy.url(name(&url))).await.unwrap();
    store.append(&opened(), &after("a", 0)).await.unwrap();
    let writer = store.clone();
    let lost = tokio::spawn(async move { writer.append(&played("hush"), &after("a", 1)).await });
    proxy.is_holding().await;
    let error = store.load(&id("a"), 0).await.unwrap_err();
    assert!(error.to_string().contains("does not answer"), "{error}");
    let error = lost.await.unwrap().unwrap_err();
    assert!(matches!(error, StoreError::Unsure { .. }), "the outcome is unknown: {error}");
    proxy.resume();
    // The server never got the entry; sent again, it is stored once.
    store.append(&played("hush"), &after("a", 1)).await.unwrap();
    assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_database_is_reported_until_it_answers_again() {
    let Some(server) = server() else { return };
    let url = server.database();
    let proxy = Proxy::start(server, &url).await;
    let store = Store::postgres(&proxy.url(name(&url))).await.unwrap();
    store.append(&opened(), &after("a", 0)).await.unwrap();
    // Without any request, the store notices it by itself.
    let mut health = store.health().watch();
    assert_eq!(*health.borrow(), Condition::Healthy);
    let writer = store.clone();
    drop(tokio::spawn(async move { writer.append(&played("hush"), &after("a", 1)).await }));
    proxy.is_holding().await;
    health.wait_for(|now| *now == Condition::Silent).await.unwrap();
    proxy.resume();
    health.wait_for(|now| *now == Condition::Healthy).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_database_loses_nothing_and_is_reconnected() {
    // A separate server, since the other tests share one.
    let Some(server) = server().and_then(|_| Server::start()) else { return };
    let url = server.database();
    let hall = hall(&url).await;
    let id = hall.open(&start(1, 1)).await.unwrap();
    hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
    server.control(&["-m", "immediate", "stop"]);
    let refusal = hall.act(&id, Seat(0), 1, "add 1").await.unwrap_err();
    assert_eq!(refusal.code, "house.store");
    assert!(
        refusal.text.starts_with("The store") || refusal.text.starts_with("This was not stored")
    );
    assert_eq!(
        hall.look(&id, Viewer::Public).await.unwrap().seq,
        1,
        "the stored state is still shown"
    );
    server.control(&["start"]);
    assert_eq!(hall.act(&id, Seat(0), 1, "add 1").await.unwrap().seq, 2);
    assert_eq!(hall.replay(&id, Viewer::Public).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_corrupt_row_is_named_and_closes_only_its_match() {
    let Some(server) = server() else { return };
    let url = server.database();
    let first = hall(&url).await;
    let (bad, good) =
        (first.open(&start(2, 1)).await.unwrap(), first.open(&start(2, 1)).await.unwrap());
    let mut watch = first.watch(&bad, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();
    // It appears while a viewer is watching …
    let spoil = format!("insert into entry values ('{bad}', 1, 0, '{{\"Move\":')");
    server.sql(name(&url), &spoil);
    assert!(watch.next().await.is_none(), "watching ends");
    let report = first.panic_report(&bad).await.unwrap().unwrap();
    assert!(report.text.contains("entry 1"), "{report:?}");
    // … and another server reads it.
    let second = hall(&url).await;
    let refusal = second.act(&bad, Seat(0), 0, "add 1").await.unwrap_err();
    assert_eq!(refusal.code, "house.broken");
    assert!(refusal.text.contains(&bad.0) && refusal.text.contains("entry 1"), "{refusal}");
    for hall in [first, second] {
        let seen = hall.look(&good, Viewer::Public).await.unwrap();
        let seat = seen.to_act.iter().next().unwrap();
        hall.act(&good, seat, seen.seq, "add 1").await.unwrap();
    }
}

#[tokio::test]
async fn a_rebuild_reports_a_log_without_its_start_and_drops_a_match_without_a_log() {
    let Some(server) = server() else { return };
    let url = server.database();
    let (headless, gone) = {
        let hall = hall(&url).await;
        let [a, b] =
            [hall.open(&start(1, 1)).await.unwrap(), hall.open(&start(1, 1)).await.unwrap()];
        hall.act(&a, Seat(0), 0, "add 1").await.unwrap();
        (a, b)
    };
    let spoil = format!(
        "delete from entry where match = '{headless}' and seq = 0; delete from entry where match = '{gone}'"
    );
    server.sql(name(&url), &spoil);
    let hall = hall(&url).await;
    let rebuilt = hall.rebuild().await.unwrap();
    assert_eq!(rebuilt.damaged.len(), 1);
    assert!(rebuilt.damaged[0].1.text.contains(&headless.0), "{}", rebuilt.damaged[0].1.text);
    let listed = hall.matches(&MatchFilter::all()).await.unwrap();
    assert!(listed.iter().all(|summary| summary.id != gone), "{listed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_notification_costs_only_time() {
    let Some(server) = server() else { return };
    let url = server.database();
    let (one, two) = (hall(&url).await, hall(&url).await);
    let id = one.open(&start(2, 1)).await.unwrap();
    let mut watch = one.watch(&id, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();
    // An entry without a notification, equal to that of the same move in another hall.
    let elsewhere = Hall::new(games::GAMES, Store::memory());
    let twin = elsewhere.open(&start(2, 1)).await.unwrap();
    elsewhere.act(&twin, Seat(0), 0, "add 1").await.unwrap();
    let events = r#"[{"Added":{"seat":0,"by":1,"next":1}}]"#;
    let body = format!(r#"{{"Move":{{"seat":0,"line":"add 1","events":{events}}}}}"#);
    let started = Instant::now();
    server.sql(name(&url), &format!("insert into entry values ('{id}', 1, 0, '{body}')"));
    let update = watch.next().await.unwrap();
    let expected = elsewhere.look(&twin, Viewer::Public).await.unwrap();
    assert_eq!((update.seq, update.view.get()), (1, expected.view.get()));
    println!("noticed by polling after {:?}", started.elapsed());
    // The listening connection may be lost at any time.
    for seq in 1..6 {
        let disconnect = "select pg_terminate_backend(pid) from pg_stat_activity
            where query = 'listen lexicade' and datname = current_database()";
        server.sql(name(&url), disconnect);
        let started = Instant::now();
        two.act(&id, Seat((seq % 2) as u8), seq, "add 1").await.unwrap();
        assert_eq!(watch.next().await.unwrap().seq, seq + 1);
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    }
}

/// Two servers make the same moves, and one of them wins each turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_servers_have_one_winner_for_each_turn() {
    let Some(server) = server() else { return };
    let url = server.database();
    let halls = [hall(&url).await, hall(&url).await];
    let (mut turns, mut round) = (0, 0);
    while turns < many("TURNS", 5_000) {
        round += 1;
        let matches = (0..50).map(|n| {
            let halls = halls.clone();
            tokio::spawn(async move {
                let id = halls[0].open(&start(2, round * 50 + n)).await.unwrap();
                let (one, two) = tokio::join!(rush(&halls[0], &id, 1), rush(&halls[1], &id, 2));
                let last = halls[1].replay(&id, Viewer::Public).await.unwrap().len() as u64 - 1;
                // Every entry was acknowledged to one server only, or to both if they had sent the same line,
                // which is the same move.
                let mut acked = [one, two].concat();
                acked.sort_unstable();
                acked.dedup();
                let entries: Vec<_> = acked.iter().map(|(seq, _)| *seq).collect();
                assert_eq!(entries, (1..=last).collect::<Vec<_>>(), "{id}: {acked:?}");
                last
            })
        });
        for game in matches.collect::<Vec<_>>() {
            turns += game.await.unwrap();
        }
    }
    println!("{turns} turns");
}

/// Moves for the seat whose turn it is, as fast as possible; returns the acknowledged moves.
async fn rush(hall: &Hall, id: &MatchId, by: u8) -> Vec<(u64, String)> {
    let mut acked = Vec::new();
    loop {
        let seen = hall.look(id, Viewer::Public).await.unwrap();
        let Some(seat) = seen.to_act.iter().next() else { return acked };
        // Near the end only 1 can be added.
        for line in [format!("add {by}"), "add 1".into()] {
            match hall.act(id, seat, seen.seq, &line).await {
                Ok(ack) => acked.push((ack.seq, line)),
                Err(refusal) if refusal.code == "null.high" => continue,
                Err(refusal) => {
                    let known = ["house.turn", "house.stale", "house.over"];
                    assert!(known.contains(&refusal.code.as_str()), "{refusal}");
                }
            }
            break;
        }
    }
}

/// The other server of the next test. As a test of its own it does nothing.
#[tokio::test]
async fn another_server() {
    let Ok(table) = std::env::var("LEXICADE_TEST_TABLE") else { return };
    let (url, id) = table.split_once(' ').unwrap();
    play(&hall(url).await, &MatchId(id.into()), Seat(1), u64::MAX).await;
}

/// Plays for a seat up to an entry; returns the longest wait for the other player.
async fn play(hall: &Hall, id: &MatchId, seat: Seat, until: u64) -> Duration {
    let mut watch = hall.watch(id, Viewer::Seat(seat)).await.unwrap();
    let mut longest = Duration::ZERO;
    loop {
        let started = Instant::now();
        let seen = watch.next().await.unwrap();
        longest = longest.max(started.elapsed());
        if seen.over.is_some() || seen.seq >= until {
            return longest;
        }
        if seen.to_act.has(seat) {
            hall.bot(id, seat, "random", Budget::default()).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_one_server_is_killed_the_other_continues() {
    let Some(server) = server() else { return };
    let url = server.database();
    let hall = hall(&url).await;
    let junior = games::find("junior").unwrap();
    let mut start = start(2, 5);
    (start.game, start.settings) = (junior, junior.read(&[]).unwrap());
    let id = hall.open(&start).await.unwrap();
    let mut other = Command::new(std::env::current_exe().unwrap());
    other
        .args(["--exact", "postgres::another_server"])
        .env("LEXICADE_TEST_TABLE", format!("{url} {id}"));
    let mut other = other.stdout(std::process::Stdio::null()).spawn().unwrap();
    let longest = play(&hall, &id, Seat(0), 12).await;
    other.kill().unwrap();
    let killed = Instant::now();
    // The player of the killed server now uses this one.
    let seen = hall.look(&id, Viewer::Public).await.unwrap();
    let seat = seen.to_act.iter().next().unwrap();
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();
    hall.bot(&id, seat, "random", Budget::default()).await.unwrap();
    assert!(watch.next().await.unwrap().seq > 12);
    assert!(killed.elapsed() < Duration::from_secs(1), "{:?}", killed.elapsed());
    other.wait().unwrap();
    println!("longest wait for the other {longest:?}; on after {:?}", killed.elapsed());
    let (one, two) = (play(&hall, &id, Seat(0), u64::MAX), play(&hall, &id, Seat(1), u64::MAX));
    tokio::join!(one, two);
    let written = hall.matches(&MatchFilter::all()).await.unwrap();
    assert!(written[0].ended.is_some());
    hall.rebuild().await.unwrap();
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap(), written);
}
