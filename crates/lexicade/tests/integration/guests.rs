//! Guests come, some play, and 400 days pass by the clock of the hall while the server deletes expired data. It prints
//! what is left in the store and how long the sweeps take. `GUESTS` sets how many come (100; 20,000 in the nightly
//! run).

use crate::client::{Client, loopback};
use crate::shared::Folder;
use futures_util::future::join_all;
use hall::{Clock, Hall, Store};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::{Duration, Instant};
use web::{Config, Expiry, Server, ServerKey, ServerLimits};

/// How many days have passed.
static PASSED: AtomicI64 = AtomicI64::new(0);

fn now() -> Timestamp {
    let first: Timestamp = "2026-11-18T12:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * PASSED.load(SeqCst))
}

/// The days on which the store is checked.
const LOOKS: [i64; 8] = [0, 29, 32, 34, 200, 399, 402, 404];

/// After how many days returning guests come back.
const VISITS: i64 = 20;

/// How many guests come at the same time.
const AT_ONCE: usize = 32;

/// The server sweeps every day while something is about to expire, and every 20 days while nothing is: with thousands
/// of guests, hundreds of sweeps that change nothing would take longer than everything else.
fn is_swept(day: i64) -> bool {
    day % VISITS == 0 || (25..40).contains(&day) || day >= 395 || LOOKS.contains(&day)
}

/// What a guest does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum GuestKind {
    OnlyLooks,
    OpensMatch,
    SavesBoard,
    OpensTable,
    ComesBack,
    KeepsName,
}

impl GuestKind {
    /// Of a hundred guests, 60 only look around and one creates an account.
    fn of(n: usize) -> GuestKind {
        match n % 100 {
            0..60 => GuestKind::OnlyLooks,
            60..75 => GuestKind::OpensMatch,
            75..85 => GuestKind::SavesBoard,
            85..95 => GuestKind::OpensTable,
            95..99 => GuestKind::ComesBack,
            _ => GuestKind::KeepsName,
        }
    }
}

struct SimulatedGuest {
    kind: GuestKind,
    id: String,
    client: Client,
}

impl SimulatedGuest {
    async fn come(server: SocketAddr, n: usize) -> SimulatedGuest {
        let mut client = Client::guest(server, loopback(0, 0, 1)).await;
        let kind = GuestKind::of(n);
        let done = match kind {
            GuestKind::OnlyLooks | GuestKind::ComesBack => client.get("/me").await,
            GuestKind::OpensMatch => client.post("/matches", json!({ "game": "wordle" })).await,
            GuestKind::SavesBoard => {
                client.post("/boards", json!({ "name": "mine", "text": "4 x 4\n" })).await
            }
            GuestKind::OpensTable => {
                client.post("/tables", json!({ "game": "junior", "seats": 2 })).await
            }
            GuestKind::KeepsName => {
                client.put("/me", json!({ "name": format!("Keeper {n}") })).await.good();
                let passphrase = json!({ "passphrase": "four hundred days" });
                client.post("/me/passphrase", passphrase).await
            }
        };
        assert!(done.is_ok(), "{kind:?}: {done:?}");
        let id = client.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned();
        SimulatedGuest { kind, id, client }
    }
}

/// A server that accepts many guests from one address.
async fn serve(hall: &Hall, key: &ServerKey) -> Server {
    let limits = ServerLimits::default().for_address(10_000_000);
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { listen, limits, ..Config::default() };
    web::start(hall.clone(), key.clone(), config).await.unwrap()
}

/// Returning guests are recognized by their cookies.
async fn come_back(guests: &mut [SimulatedGuest], server: SocketAddr, day: i64) {
    for guest in guests.iter_mut().filter(|guest| guest.kind == GuestKind::ComesBack) {
        guest.client.server = server;
        let me = guest.client.get("/me").await.good();
        assert_eq!(me["me"]["id"], Value::from(guest.id.clone()), "day {day}");
    }
}

/// Sweeps the store once, as if the server had run for `up` since the last time.
async fn sweep(expiry: &mut Expiry, hall: &Hall, up: Duration) {
    expiry.sweep(hall, up, Duration::ZERO).await.unwrap();
}

/// The documents of the store by kind.
fn documents(file: &Path) -> BTreeMap<String, i64> {
    let database = Connection::open(file).unwrap();
    let mut query = database.prepare("select kind, count(*) from paper group by kind").unwrap();
    let rows = query.query_map((), |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// How many of these guests are still in the store, by kind.
fn known(file: &Path, guests: &[SimulatedGuest]) -> BTreeMap<GuestKind, usize> {
    let database = Connection::open(file).unwrap();
    let mut query =
        database.prepare("select 1 from paper where kind = 'person' and id = ?1").unwrap();
    let mut known = BTreeMap::new();
    for guest in guests {
        *known.entry(guest.kind).or_default() += usize::from(query.exists([&guest.id]).unwrap());
    }
    known
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |file| file.len()) >> 10
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_who_stay_away_are_deleted_and_the_others_are_not() {
    let many = std::env::var("GUESTS").map_or(100, |many| many.parse().unwrap());
    let folder = Folder::new();
    let file = folder.path().join("lexicade.db");
    let store = Store::sqlite(&file).unwrap();
    let key = web::load_server_key(&store).await.unwrap();
    let clock = Clock { now, zone: Some(TimeZone::UTC) };
    let hall = Hall::with_key(games::GAMES, store, clock, key.seal());
    let mut server = serve(&hall, &key).await;

    let begin = Instant::now();
    let mut guests = Vec::new();
    for first in (0..many).step_by(AT_ONCE) {
        let some = first..many.min(first + AT_ONCE);
        guests.extend(join_all(some.map(|n| SimulatedGuest::come(server.address(), n))).await);
    }
    println!("{many} guests came within {:.1?}", begin.elapsed());
    let came = known(&file, &guests);
    let mut expiry = Expiry::default();
    let (mut longest, mut all, mut sweeps) = (Duration::ZERO, Duration::ZERO, 0);
    println!("| day | people left | documents | KB | sweep ms |\n|---:|---|---|---:|---:|");
    for day in 0..=*LOOKS.iter().max().unwrap() {
        PASSED.store(day, SeqCst);
        if day % VISITS == 0 {
            // A server caches a session for a minute of real time, in which a year passes here.
            server.close().await;
            server = serve(&hall, &key).await;
            come_back(&mut guests, server.address(), day).await;
        }
        if !is_swept(day) {
            continue;
        }
        let begin = Instant::now();
        sweep(&mut expiry, &hall, Duration::from_secs(24 * 3600)).await;
        let took = begin.elapsed();
        (longest, all, sweeps) = (longest.max(took), all + took, sweeps + 1);
        if LOOKS.contains(&day) {
            let (left, documents) = (known(&file, &guests), documents(&file));
            let (size, took) = (size(&file), took.as_secs_f64() * 1e3);
            println!("| {day} | {left:?} | {documents:?} | {size} | {took:.1} |");
        }
        let gone = |kind: GuestKind| known(&file, &guests)[&kind] == 0;
        match day {
            // No guest is deleted too early.
            29 => assert_eq!(known(&file, &guests), came),
            34 => {
                assert!(gone(GuestKind::OnlyLooks), "guests who only looked around are still there")
            }
            399 => assert!(!gone(GuestKind::OpensMatch), "guests with a match are gone too soon"),
            404 => {
                for kind in [GuestKind::OpensMatch, GuestKind::SavesBoard, GuestKind::OpensTable] {
                    assert!(gone(kind), "{kind:?} is still there");
                }
            }
            _ => {}
        }
    }
    println!("{many} guests: the longest sweep took {longest:.1?}, all {sweeps} of them {all:.1?}");
    let left = known(&file, &guests);
    for kind in [GuestKind::ComesBack, GuestKind::KeepsName] {
        assert_eq!(left[&kind], came[&kind], "{kind:?}");
    }
    // Their matches stay, without a name.
    let database = Connection::open(&file).unwrap();
    let count = "select count(distinct match) from entry";
    let matches: i64 = database.query_row(count, (), |row| row.get(0)).unwrap();
    assert_eq!(matches, came[&GuestKind::OpensMatch] as i64);
    server.close().await;
}
