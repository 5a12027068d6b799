//! Resuming a match: by the start of its id, on any store, and in memory when the store fails.

use crate::common::{Scratch, after, opened, start, stores};
use engine::{Seat, Viewer};
use hall::{Hall, MatchFilter, Occupant, Store};
use rusqlite::Connection;

#[tokio::test]
async fn a_match_is_found_by_the_start_of_its_id_in_every_store() {
    for fresh in stores().await {
        for name in ["4K9M2P", "4K9M3P", "4K9N00", "0009AA", "ZZZZ99", "ZZZZZZ", "000A00"] {
            fresh.append(&opened(), &after(name, 0)).await.unwrap();
        }
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        for (name, found) in [
            ("4k9m2", "4K9M2P"),
            ("4K9N", "4K9N00"),
            ("ooo9", "0009AA"),
            ("000A", "000A00"),
            ("ZZZZ9", "ZZZZ99"),
            ("ZZZZZZ", "ZZZZZZ"),
        ] {
            assert_eq!(hall.find(name).await.unwrap().id.0, found, "{}: {name}", fresh.kind);
        }
        for (name, why) in [("4K9", "too short"), ("4K9M", "Several"), ("4K9P", "no match")] {
            let refusal = hall.find(name).await.unwrap_err();
            assert_eq!(refusal.code, "house.match");
            assert!(refusal.text.contains(why), "{}: {}", fresh.kind, refusal.text);
        }
        assert!(hall.find("4K9M%").await.is_err());
        assert!(hall.find("4K9M2P0").await.is_err(), "longer than the id");
    }
}

#[tokio::test]
async fn a_match_has_begun_after_the_first_move() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let id = hall.open(&start(2, 1)).await.unwrap();
    let summary = async || hall.matches(&MatchFilter::all()).await.unwrap().remove(0);
    hall.sit(&id, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
    assert!(!summary().await.begun());
    hall.act(&id, Seat(0), 1, "add 1").await.unwrap();
    assert!(summary().await.begun());
    assert_eq!(hall.progress(&id, Seat(0)).await.unwrap(), "1 of 21");
    assert!(!summary().await.is_cancelled());
    hall.cancel_match(&id).await.unwrap();
    assert!(summary().await.is_cancelled() && summary().await.ended.is_some());
    hall.cancel_match(&id).await.unwrap();
}

#[tokio::test]
async fn looking_at_the_progress_of_a_match_does_not_keep_it_in_memory() {
    let store = Store::memory();
    let hall = Hall::new(games::GAMES, store.clone());
    let id = hall.open(&start(1, 1)).await.unwrap();
    hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
    let later = Hall::new(games::GAMES, store);
    assert_eq!(later.progress(&id, Seat(0)).await.unwrap(), "1 of 21");
    assert_eq!(later.in_memory(), 0, "it was read and not cached");
    later.act(&id, Seat(0), 1, "add 2").await.unwrap();
    assert_eq!(later.progress(&id, Seat(0)).await.unwrap(), "3 of 21", "the current progress");
}

#[tokio::test]
async fn a_match_continues_in_memory_when_the_file_is_full() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let hall = Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
    let id = hall.open(&start(1, 1)).await.unwrap();
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
    hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
    watch.next().await.unwrap();
    let other = Connection::open(&file).unwrap();
    let full = "create trigger full before insert on entry begin select raise(fail, 'full'); end";
    other.execute_batch(full).unwrap();
    assert_eq!(hall.act(&id, Seat(0), 1, "add 2").await.unwrap_err().code, "house.store");
    assert_eq!(hall.look(&id, Viewer::Public).await.unwrap().seq, 1, "nothing has changed");
    hall.play_in_memory(&id).await.unwrap();
    hall.act(&id, Seat(0), 1, "add 2").await.unwrap();
    assert_eq!(watch.next().await.unwrap().seq, 2, "watchers get updates, too");
    assert_eq!(hall.replay(&id, Viewer::Public).await.unwrap().len(), 3);
    // The stored entries stay.
    let stored = Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
    assert_eq!(stored.replay(&id, Viewer::Public).await.unwrap().len(), 2);
}
