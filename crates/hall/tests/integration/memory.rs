//! Which matches stay in memory, and that it makes no difference to players.

use crate::common::{start, stores};
use engine::{Seat, Viewer};
use hall::{Clock, Hall, LeaveReason, MatchFilter, Occupant, Store};
use jiff::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

#[tokio::test]
async fn a_finished_match_leaves_memory_with_its_last_watcher() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let id = hall.open(&start(1, 1)).await.unwrap();
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();
    assert_eq!(hall.in_memory(), 1);
    hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
    assert_eq!(hall.in_memory(), 1, "there is a watcher");
    assert!(watch.next().await.unwrap().over.is_some());
    let second = hall.watch(&id, Viewer::Public).await.unwrap();
    drop(watch);
    assert_eq!(hall.in_memory(), 1, "there is another watcher");
    drop(second);
    assert_eq!(hall.in_memory(), 0);
    // It can still be looked at.
    assert!(hall.look(&id, Viewer::Public).await.unwrap().over.is_some());
    assert_eq!(hall.in_memory(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_number_of_unwatched_matches_stays_and_all_can_continue() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let watched = hall.open(&start(1, 0)).await.unwrap();
        let mut watch = hall.watch(&watched, Viewer::Public).await.unwrap();
        watch.next().await.unwrap();
        let opening = (1..3_000).map(|seed| {
            let hall = hall.clone();
            tokio::spawn(async move { hall.open(&start(1, seed)).await.unwrap() })
        });
        let mut ids = Vec::new();
        for opening in opening.collect::<Vec<_>>() {
            ids.push(opening.await.unwrap());
        }
        assert!(hall.in_memory() <= 1025, "{} are in memory", hall.in_memory());
        for id in [&ids[0], &ids[1_500], &ids[2_998]] {
            assert_eq!(hall.act(id, Seat(0), 0, "add 1").await.unwrap().seq, 1, "{}", fresh.kind);
        }
        hall.act(&watched, Seat(0), 0, "add 1").await.unwrap();
        assert_eq!(watch.next().await.unwrap().seq, 1, "its watcher still gets updates");
    }
}

#[tokio::test]
async fn a_bot_keeps_playing_after_a_restart() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let id = hall.open(&start(2, 1)).await.unwrap();
        hall.sit(&id, Seat(1), Occupant::Bot("sensible".into())).await.unwrap();
        drop(hall);
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
        let seen = watch.next().await.unwrap();
        hall.act(&id, Seat(0), seen.seq, "add 1").await.unwrap();
        while watch.next().await.unwrap().seq < seen.seq + 2 {}
        let summary = hall.matches(&MatchFilter::all()).await.unwrap().remove(0);
        assert_eq!(summary.sat, [None, Some(Occupant::Bot("sensible".into()))], "{}", fresh.kind);
    }
}

#[tokio::test]
async fn time_in_a_log_never_goes_backwards() {
    // A clock that is set back by an hour with every reading.
    static NOW: AtomicI64 = AtomicI64::new(1_700_000_000_123);
    fn clock() -> Timestamp {
        Timestamp::from_millisecond(NOW.fetch_sub(3_600_000, Ordering::Relaxed)).unwrap()
    }
    let clock = Clock { now: clock, ..Clock::default() };
    for fresh in stores().await {
        let hall = Hall::with_clock(games::GAMES, fresh.store.clone(), clock.clone());
        let day = jiff::civil::date(2026, 11, 16);
        let id = hall.open_daily(&start(1, 1), day).await.unwrap();
        hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
        hall.act(&id, Seat(0), 1, "add 1").await.unwrap();
        let log = fresh.load(&id, 0).await.unwrap();
        assert!(log.is_sorted_by_key(|logged| logged.at), "{}", fresh.kind);
        let filter = MatchFilter { daily: Some(day), ..MatchFilter::all() };
        let summary = hall.matches(&filter).await.unwrap().remove(0);
        assert_eq!((summary.seq, summary.opened), (2, log[0].at));
        assert_eq!(summary.last, log[2].at);
    }
}

#[tokio::test]
async fn own_words_and_long_texts_are_stored_with_the_match() {
    let list = words::Lexicon::from_words(["crane", "slate", "zebra", "quack", "fjord"]);
    let game = games::find("wordle").unwrap();
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let mut start = start(1, 7);
        (start.game, start.settings) = (game, game.read(&[]).unwrap());
        start.words = list.id().to_owned();
        assert_eq!(
            hall.open(&start).await.unwrap_err().code,
            "house.setup",
            "the list isn't available yet"
        );
        hall.word_lists().put(std::sync::Arc::new(list.clone()));
        let id = hall.open(&start).await.unwrap();
        drop(hall);
        // A new hall has neither the list nor its file.
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        hall.act(&id, Seat(0), 0, "guess crane").await.unwrap();
        assert_eq!(hall.open(&start).await.map(drop), Ok(()), "{}", fresh.kind);
    }
}

#[tokio::test]
async fn a_board_is_found_by_the_hash_in_its_ticket() {
    let game = games::find("junior").unwrap();
    let board = include_str!("../../../games/boards/toys.txt");
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let mut start = start(2, 7);
        (start.game, start.settings) =
            (game, game.read(&[("board".into(), board.into())]).unwrap());
        let id = hall.open(&start).await.unwrap();
        hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
        let ticket: engine::Ticket = hall.ticket(&id).await.unwrap().parse().unwrap();
        let hash = engine::ticket::hash(board);
        let found = hall.value(&hash).await.unwrap();
        assert_eq!(found.as_deref(), Some(board), "{}", fresh.kind);
        let key = engine::seal::SealKey::OPEN;
        let again = ticket.start(games::GAMES, &key, |_, _| found.clone()).unwrap();
        assert_eq!(again.settings, start.settings);
        // The summary doesn't contain the board.
        let summary = hall.matches(&MatchFilter::all()).await.unwrap().remove(0);
        assert_eq!(summary.setup["board"], format!("@{hash}"));
    }
}

#[tokio::test]
async fn an_unused_match_can_leave_memory() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let unused = hall.open(&start(1, 1)).await.unwrap();
    let watched = hall.open(&start(1, 2)).await.unwrap();
    let _watch = hall.watch(&watched, Viewer::Public).await.unwrap();
    hall.drop_idle(Duration::from_secs(3600));
    assert_eq!(hall.in_memory(), 2, "it was used a moment ago");
    hall.drop_idle(Duration::ZERO);
    assert_eq!(hall.in_memory(), 1, "only the watched one stays");
    assert_eq!(hall.act(&unused, Seat(0), 0, "add 1").await.unwrap().seq, 1);
}
