//! How the hall plays matches, tested with the template game.

use crate::common::altered::{Alter, Altered};
use crate::common::{code, json, said, start};
use crate::faulty;
use engine::{AnyGame, AnyMatch, Budget, Corrupt, Json, Refusal, Seat, Start, Step, Viewer};
use hall::{Ack, Hall, LeaveReason, MatchId, Occupant, Store};

async fn open(seats: u8) -> (Hall, MatchId) {
    let hall = Hall::new(games::GAMES, Store::memory());
    let id = hall.open(&start(seats, 1)).await.unwrap();
    (hall, id)
}

#[tokio::test]
async fn a_move_sends_every_viewer_a_complete_update() {
    let (hall, id) = open(2).await;
    let mut seat = hall.watch(&id, Viewer::Seat(Seat(1))).await.unwrap();
    let mut public = hall.watch(&id, Viewer::Public).await.unwrap();
    let first = seat.next().await.unwrap();
    assert_eq!((first.seq, said(&first)), (0, vec!["Count to 21.".to_owned()]));
    assert_eq!(first.scene.lines().next(), None, "it isn't the turn of seat 1");
    public.next().await.unwrap();

    assert_eq!(hall.act(&id, Seat(0), 0, " ADD  2 ").await, Ok(Ack { seq: 1 }));
    let update = seat.next().await.unwrap();
    assert_eq!(update.seq, 1);
    assert_eq!(said(&update), ["Player 1 added 2: 2."]);
    assert!(update.view.get().contains(r#""count":2"#));
    assert_eq!(update.scene.lines().count(), 3);
    assert_eq!(said(&public.next().await.unwrap()), ["Player 1 added 2: 2."]);
}

#[tokio::test]
async fn a_slow_viewer_misses_no_sentence() {
    let (hall, id) = open(1).await;
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
    watch.next().await.unwrap();
    for seq in 0..3 {
        hall.act(&id, Seat(0), seq, "add 1").await.unwrap();
    }
    let update = watch.next().await.unwrap();
    assert_eq!(update.seq, 3);
    assert_eq!(said(&update), ["You added 1: 1.", "You added 1: 2.", "You added 1: 3."]);
}

#[tokio::test]
async fn the_same_line_again_is_the_same_move() {
    let (hall, id) = open(2).await;
    let first = hall.act(&id, Seat(0), 0, "add 2").await.unwrap();
    assert_eq!(hall.act(&id, Seat(0), 0, " add  2").await, Ok(first));
    assert_eq!(code(hall.act(&id, Seat(0), 0, "add 3").await), "house.turn");
    hall.act(&id, Seat(1), 0, "add 2").await.unwrap();
    assert_eq!(hall.act(&id, Seat(0), 0, "add 2").await, Ok(first));
    assert_eq!(code(hall.act(&id, Seat(0), 0, "add 3").await), "house.stale");
    assert_eq!(hall.act(&id, Seat(0), 2, "add 2").await, Ok(Ack { seq: 3 }));
}

#[tokio::test]
async fn the_last_move_can_be_sent_again_after_the_end() {
    let (hall, id) = open(1).await;
    for seq in 0..7 {
        hall.act(&id, Seat(0), seq, "add 3").await.unwrap();
    }
    assert_eq!(hall.act(&id, Seat(0), 6, "add 3").await, Ok(Ack { seq: 7 }));
    assert_eq!(code(hall.act(&id, Seat(0), 7, "add 3").await), "house.over");
}

#[tokio::test]
async fn a_seat_is_stale_only_by_its_own_moves() {
    let (hall, id) = open(3).await;
    hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
    // Seat 1 hasn't seen that move yet, and may still move.
    assert_eq!(hall.act(&id, Seat(1), 0, "add 1").await, Ok(Ack { seq: 2 }));
}

#[tokio::test]
async fn refusals_follow_their_order_and_change_nothing() {
    let (hall, id) = open(2).await;
    assert_eq!(code(hall.act(&id, Seat(9), 0, "add\t1").await), "house.text");
    assert_eq!(code(hall.act(&id, Seat(9), 0, "  ").await), "house.empty");
    assert_eq!(code(hall.act(&id, Seat(9), 0, "add 1").await), "house.seat");
    assert_eq!(code(hall.act(&id, Seat(1), 0, "add 1").await), "house.turn");
    assert_eq!(code(hall.act(&id, Seat(0), 0, "add 9").await), "null.line");
    let nowhere = MatchId("nowhere".into());
    assert_eq!(code(hall.act(&nowhere, Seat(0), 0, "add 1").await), "house.match");
    assert_eq!(hall.look(&id, Viewer::Public).await.unwrap().seq, 0);
    hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
    assert_eq!(code(hall.act(&id, Seat(9), 1, "  ").await), "house.over");
}

#[tokio::test]
async fn the_ticket_is_secret_until_the_match_is_over() {
    let (hall, id) = open(1).await;
    assert_eq!(code(hall.ticket(&id).await), "house.secret");
    hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
    let over = hall.look(&id, Viewer::Public).await.unwrap().over.unwrap();
    let ticket = over.ticket.unwrap();
    assert_eq!(ticket, hall.ticket(&id).await.unwrap());
    let ticket: engine::Ticket = ticket.parse().unwrap();
    let key = engine::seal::SealKey::OPEN;
    let again = ticket.start(games::GAMES, &key, |_, _| None).unwrap();
    assert_eq!(again.settings, start(1, 1).settings);
    assert_eq!((again.seed, again.seats), (1, 1));
}

#[tokio::test]
async fn a_hint_is_recorded_and_makes_no_view_stale() {
    let (hall, id) = open(2).await;
    assert_eq!(code(hall.hint(&id, Seat(1), Budget::default()).await), "house.turn");
    let hint = hall.hint(&id, Seat(0), Budget::default()).await.unwrap().unwrap();
    assert_eq!(hint.line, "add 1");
    let update = hall.look(&id, Viewer::Public).await.unwrap();
    assert_eq!((update.seq, update.hinted), (1, true));
    // A hint isn't a move, so the view from before it isn't stale.
    hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
    assert!(hall.look(&id, Viewer::Public).await.unwrap().hinted);
}

#[tokio::test]
async fn a_seat_that_left_can_neither_leave_again_nor_be_taken() {
    let (hall, id) = open(3).await;
    hall.leave(&id, Seat(1), LeaveReason::TimedOut).await.unwrap();
    assert_eq!(code(hall.leave(&id, Seat(1), LeaveReason::Resigned).await), "house.seat");
    assert_eq!(code(hall.sit(&id, Seat(1), Occupant::Player("Ann".into())).await), "house.seat");
    assert_eq!(code(hall.leave(&id, Seat(3), LeaveReason::Resigned).await), "house.seat");
    hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
    let over = hall.look(&id, Viewer::Public).await.unwrap().over.unwrap();
    assert_eq!(over.winners, [Seat(2)]);
    assert_eq!(code(hall.leave(&id, Seat(2), LeaveReason::Resigned).await), "house.over");
    assert_eq!(code(hall.sit(&id, Seat(2), Occupant::Player("Ann".into())).await), "house.over");
    assert_eq!(code(hall.replay(&id, Viewer::Seat(Seat(3))).await), "house.seat");
}

#[tokio::test]
async fn bots_play_to_the_end_by_themselves() {
    let (hall, id) = open(2).await;
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    assert_eq!(code(hall.sit(&id, Seat(0), Occupant::Bot("none".into())).await), "house.bot");
    assert_eq!(code(hall.sit(&id, Seat(5), Occupant::Bot("random".into())).await), "house.seat");
    hall.sit(&id, Seat(0), Occupant::Bot("random".into())).await.unwrap();
    hall.sit(&id, Seat(0), Occupant::Bot("random".into())).await.unwrap();
    assert_eq!(code(hall.sit(&id, Seat(0), Occupant::Player("Ann".into())).await), "house.seat");
    hall.sit(&id, Seat(1), Occupant::Bot("sensible".into())).await.unwrap();
    while watch.next().await.unwrap().over.is_none() {}
}

#[tokio::test]
async fn a_bot_answers_a_person() {
    let (hall, id) = open(2).await;
    hall.sit(&id, Seat(1), Occupant::Bot("sensible".into())).await.unwrap();
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
    let mut update = watch.next().await.unwrap();
    while update.over.is_none() {
        if update.to_act.has(Seat(0)) {
            let line = update.scene.lines().next().unwrap().to_owned();
            hall.act(&id, Seat(0), update.seq, &line).await.unwrap();
        }
        update = watch.next().await.unwrap();
    }
    assert_eq!(update.over.unwrap().winners.len(), 1);
}

#[tokio::test]
async fn the_log_alone_reproduces_every_update() {
    let (hall, id) = open(2).await;
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(1))).await.unwrap();
    let mut live = vec![json(watch.next().await.unwrap())];
    while hall.look(&id, Viewer::Public).await.unwrap().over.is_none() {
        let seat = Seat(((live.len() + 1) % 2) as u8);
        hall.bot(&id, seat, "random", Budget::default()).await.unwrap();
        live.push(json(watch.next().await.unwrap()));
    }
    let replayed = hall.replay(&id, Viewer::Seat(Seat(1))).await.unwrap();
    let replayed: Vec<_> = replayed.into_iter().map(json).collect();
    assert_eq!(replayed, live);
}

#[tokio::test]
async fn two_halls_on_one_store_see_one_match() {
    let store = Store::memory();
    let one = Hall::new(games::GAMES, store.clone());
    let two = Hall::new(games::GAMES, store);
    let id = one.open(&start(2, 1)).await.unwrap();
    one.act(&id, Seat(0), 0, "add 1").await.unwrap();
    // The second hall reads the log when it first needs the match …
    two.act(&id, Seat(1), 1, "add 2").await.unwrap();
    // … and the first one notices the new entry when the store refuses its own.
    assert_eq!(one.act(&id, Seat(0), 1, "add 3").await, Ok(Ack { seq: 3 }));
    assert_eq!(one.look(&id, Viewer::Public).await.unwrap().seq, 3);
}

/// A hall whose only game has injected faults, and a start of it. Its panics aren't printed.
fn faulty_hall() -> (Hall, Start) {
    static FAULTY: &[&dyn AnyGame] = &[&faulty::FAULTY];
    static QUIET: std::sync::Once = std::sync::Once::new();
    QUIET.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.payload_as_str() != Some("an injected fault") {
                hook(info);
            }
        }));
    });
    (Hall::new(FAULTY, Store::memory()), Start { game: &faulty::FAULTY, ..start(2, 1) })
}

/// A game that ignores the events of its log.
#[derive(Clone, Copy)]
struct Forgetful;

impl Alter for Forgetful {
    fn apply(&self, original: &dyn AnyMatch, _: &[Json]) -> Result<Step, Corrupt> {
        original.apply(&[])
    }
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn a_test_fails_if_a_log_does_not_reproduce_its_match() {
    static FORGETFUL: Altered<Forgetful> = Altered("null", Forgetful);
    static GAMES: &[&dyn AnyGame] = &[&FORGETFUL];
    let hall = Hall::new(GAMES, Store::memory());
    let id = hall.open(&Start { game: &FORGETFUL, ..start(2, 1) }).await.unwrap();
    let done = tokio::spawn(async move { hall.act(&id, Seat(0), 0, "add 1").await });
    let failed = done.await.unwrap_err().into_panic().downcast::<String>().unwrap();
    assert!(failed.contains("the log doesn't reproduce the match"), "{failed}");
}

#[tokio::test]
async fn a_refused_move_of_a_bot_closes_its_match() {
    let (hall, start) = faulty_hall();
    let id = hall.open(&start).await.unwrap();
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
    hall.sit(&id, Seat(1), Occupant::Bot("rude".into())).await.unwrap();
    hall.act(&id, Seat(0), 1, "add 1").await.unwrap();
    while watch.next().await.is_some() {}
    let report = hall.panic_report(&id).await.unwrap().unwrap();
    assert_eq!((report.doing.as_str(), report.seq), ("rude", 2));
    assert_eq!(code(hall.act(&id, Seat(0), 2, "add 1").await), "house.broken");
}

#[tokio::test]
async fn a_panic_in_a_view_closes_the_match_for_all_viewers() {
    let (hall, start) = faulty_hall();
    let id = hall.open(&start).await.unwrap();
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    for (seq, line) in (0..).zip(["add 3", "add 3", "add 3", "add 3", "add 1"]) {
        watch.next().await.unwrap();
        hall.act(&id, Seat(seq as u8 % 2), seq, line).await.unwrap();
    }
    assert!(watch.next().await.is_none());
    assert_eq!(code(hall.look(&id, Viewer::Public).await), "house.broken");
    assert_eq!(hall.panic_report(&id).await.unwrap().unwrap().doing, "view");
    assert_eq!(code(hall.act(&id, Seat(1), 5, "add 1").await), "house.broken");
}

/// Asks for a hint and runs `action` while it is being computed.
async fn hint_during(action: impl AsyncFnOnce(&Hall, &MatchId)) -> Result<(), Refusal> {
    static GATE_USER: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _alone = GATE_USER.lock().await;
    let (hall, start) = faulty_hall();
    let id = hall.open(&start).await.unwrap();
    let hint = {
        let (hall, id) = (hall.clone(), id.clone());
        tokio::spawn(async move { hall.hint(&id, Seat(0), Budget::default()).await })
    };
    tokio::task::spawn_blocking(|| faulty::GATE.wait_for_hint()).await.unwrap();
    action(&hall, &id).await;
    faulty::GATE.let_through();
    hint.await.unwrap().map(drop)
}

#[tokio::test]
async fn a_hint_that_comes_too_late_is_not_recorded() {
    let left = hint_during(async |hall, id| {
        hall.leave(id, Seat(1), LeaveReason::Resigned).await.unwrap();
    });
    assert_eq!(code(left.await), "house.over");
    let failed = hint_during(async |hall, id| {
        assert_eq!(code(hall.act(id, Seat(0), 0, "panic").await), "house.broken");
    });
    assert_eq!(code(failed.await), "house.broken");
    let moved = hint_during(async |hall, id| {
        hall.act(id, Seat(0), 0, "add 1").await.unwrap();
        hall.act(id, Seat(1), 1, "add 1").await.unwrap();
    });
    assert_eq!(code(moved.await), "house.stale");
    let nothing = hint_during(async |_, _| {});
    assert_eq!(nothing.await, Ok(()));
}

#[tokio::test]
async fn a_match_that_panics_is_closed_and_the_server_keeps_running() {
    let (hall, start) = faulty_hall();
    let (bad, good) = (hall.open(&start).await.unwrap(), hall.open(&start).await.unwrap());
    let mut watch = hall.watch(&bad, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();

    assert_eq!(code(hall.act(&bad, Seat(0), 0, "panic").await), "house.broken");
    assert!(watch.next().await.is_none(), "its viewers are notified and don't wait for ever");
    assert_eq!(code(hall.act(&bad, Seat(0), 0, "add 1").await), "house.broken");
    assert_eq!(code(hall.hint(&bad, Seat(0), Budget::default()).await), "house.broken");
    let report = hall.panic_report(&bad).await.unwrap().unwrap();
    assert_eq!((report.game, report.doing.as_str()), ("null", "panic"));
    assert_eq!(report.text, "an injected fault");

    hall.act(&good, Seat(0), 0, "add 1").await.unwrap();
    assert_eq!(hall.panic_report(&good).await.unwrap(), None);
    // The log is intact, so a hall with a fixed game could resume the match.
    assert_eq!(hall.replay(&bad, Viewer::Public).await.unwrap().len(), 1);
}
