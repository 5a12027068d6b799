//! Time limits per move: when the time starts, and which player runs out of it.

use crate::common::{after, start, stores};
use engine::Seat;
use hall::{Hall, LeaveReason, Occupant, Summary};
use serde_json::Value;

#[test]
fn the_clock_of_a_summary_from_an_earlier_version_starts_at_the_last_entry() {
    let mut json = serde_json::to_value(after("a", 7)).unwrap();
    json.as_object_mut().unwrap().remove("clock").unwrap();
    let old: Summary = serde_json::from_value(json).unwrap();
    assert_eq!(old.clock(), 7);
}

#[tokio::test]
async fn sitting_down_and_hints_do_not_restart_the_clock() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let id = hall.open(&start(2, 1)).await.unwrap();
        for seat in [Seat(0), Seat(1)] {
            hall.sit(&id, seat, Occupant::Player(format!("{seat}"))).await.unwrap();
        }
        assert_eq!(hall.clock_state(&id).await.unwrap().clock, 0, "{}", fresh.kind);
        let ack = hall.act(&id, Seat(0), 2, "add 1").await.unwrap();
        assert_eq!(hall.clock_state(&id).await.unwrap().clock, ack.seq);
        hall.hint(&id, Seat(1), engine::Budget::default()).await.unwrap();
        assert_eq!(hall.clock_state(&id).await.unwrap().clock, ack.seq);
    }
}

#[tokio::test]
async fn a_player_who_moved_on_another_server_does_not_run_out_of_time() {
    for fresh in stores().await {
        let here = Hall::new(games::GAMES, fresh.store.clone());
        let there = Hall::new(games::GAMES, fresh.store.clone());
        let id = here.open(&start(2, 1)).await.unwrap();
        // The match is now in the memory of the first hall.
        assert!(!here.clock_state(&id).await.unwrap().over);
        there.act(&id, Seat(0), 0, "add 1").await.unwrap();
        let (state, timed_out) = here.time_out(&id, 0).await.unwrap();
        assert_eq!((state.clock, state.over, timed_out), (1, false, 0), "{}", fresh.kind);
        // Now it is the other player's turn, and they haven't moved.
        let (state, timed_out) = here.time_out(&id, 1).await.unwrap();
        assert_eq!((state.over, timed_out), (true, 1), "{}", fresh.kind);
        let log = fresh.store.load(&id, 0).await.unwrap();
        let last = serde_json::to_value(&log.last().unwrap().entry).unwrap();
        let why = serde_json::to_value(LeaveReason::TimedOut).unwrap();
        assert_eq!((&last["Left"]["seat"], &last["Left"]["why"]), (&Value::from(1), &why));
    }
}
