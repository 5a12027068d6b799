//! Cancel votes, stand-ins for absent players, and uploaded files.

use crate::common::altered::{Alter, Altered};
use crate::common::{start, stores};
use engine::{AnyGame, AnyMatch, Budget, Seat, Start, Viewer};
use hall::{Hall, LeaveReason, MatchFilter, MatchId, Store, TableId};
use std::sync::Barrier;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(120);

/// A table with these people, the first of whom is the host, and its match.
async fn table(hall: &Hall, people: &[&str]) -> (TableId, MatchId) {
    table_of(hall, games::find("null").unwrap(), people).await
}

/// The same for another game.
async fn table_of(hall: &Hall, game: &'static dyn AnyGame, people: &[&str]) -> (TableId, MatchId) {
    let start = Start { game, ..start(people.len() as u8, 1) };
    let id = hall.open_table(people[0], &start, |config| config).await.unwrap();
    for person in &people[1..] {
        let code = hall.table(&id).await.unwrap().invitation.unwrap();
        hall.join_table(&id, person, &code).await.unwrap();
        hall.sit_down(&id, person, None).await.unwrap();
    }
    let table = hall.start_round(&id, people[0]).await.unwrap();
    let game = table.shared_match().unwrap().clone();
    (id, game)
}

/// The seat whose turn it is adds one.
async fn step(hall: &Hall, game: &MatchId) -> Seat {
    let now = hall.look(game, Viewer::Public).await.unwrap();
    let seat = hall.acting(game).await.unwrap();
    hall.act(game, seat, now.seq, "add 1").await.unwrap();
    seat
}

async fn cancel_votes(hall: &Hall, id: &TableId) -> Vec<Seat> {
    hall.cancel_votes(&hall.table(id).await.unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_match_is_cancelled_when_all_remaining_players_agree() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let (id, game) = table(&hall, &["ann", "ben", "cem"]).await;
        for _ in 0..3 {
            step(&hall, &game).await;
        }
        hall.vote_to_cancel(&id, "ben").await.unwrap();
        hall.vote_to_cancel(&id, "ben").await.unwrap();
        assert_eq!(cancel_votes(&hall, &id).await, [Seat(1)], "{}", fresh.kind);
        // A player who moves withdraws their vote.
        step(&hall, &game).await;
        assert_eq!(cancel_votes(&hall, &id).await, []);
        hall.vote_to_cancel(&id, "cem").await.unwrap();
        hall.vote_to_cancel(&id, "ben").await.unwrap();
        assert_eq!(cancel_votes(&hall, &id).await, [Seat(2), Seat(1)]);
        // A hint isn't a move.
        let seat = hall.acting(&game).await.unwrap();
        hall.hint(&game, seat, Default::default()).await.unwrap();
        assert_eq!(cancel_votes(&hall, &id).await, [Seat(2), Seat(1)]);
        hall.vote_to_cancel(&id, "ann").await.unwrap();
        let over = hall.look(&game, Viewer::Public).await.unwrap().over.unwrap();
        assert_eq!((over.cancelled_by, over.winners), (Some(Seat(2)), Vec::new()));
        let refusal = hall.vote_to_cancel(&id, "ann").await.unwrap_err();
        assert_eq!(refusal.code, "table.waiting");
        // The next round starts without votes.
        hall.start_round(&id, "ann").await.unwrap();
        assert_eq!(cancel_votes(&hall, &id).await, []);
    }
}

/// The finished or unfinished matches of a player.
async fn own(hall: &Hall, player: &str, over: bool) -> Vec<MatchId> {
    let filter = MatchFilter { over: Some(over), ..MatchFilter::all() };
    hall.own_matches(player, &filter).await.unwrap().into_iter().map(|it| it.id).collect()
}

#[tokio::test]
async fn a_match_with_a_stand_in_stays_in_the_absent_players_list() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let (id, game) = table(&hall, &["ann", "ben"]).await;
        hall.stand_in(&id, "ben", Seat(0), "random", Duration::ZERO).await.unwrap();
        for person in ["ann", "ben"] {
            let own = own(&hall, person, false).await;
            assert_eq!(own.as_slice(), std::slice::from_ref(&game), "{}", fresh.kind);
        }
        // A player who signs in meanwhile keeps the match, and a rebuild loses nothing.
        hall.merge_player("ann", "zoe").await.unwrap();
        hall.rebuild().await.unwrap();
        let found = own(&hall, "zoe", false).await;
        assert_eq!(found.as_slice(), std::slice::from_ref(&game), "{}", fresh.kind);
        assert_eq!(own(&hall, "ann", false).await, []);
        hall.leave(&game, Seat(1), LeaveReason::Resigned).await.unwrap();
        let other = Hall::new(games::GAMES, fresh.store.clone());
        assert_eq!(own(&other, "zoe", false).await, []);
        assert_eq!(own(&other, "zoe", true).await, [game], "{}", fresh.kind);
    }
}

#[tokio::test]
async fn a_removed_player_keeps_matches_that_a_stand_in_played() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let (id, game) = table(&hall, &["ann", "ben"]).await;
        step(&hall, &game).await;
        hall.stand_in(&id, "ann", Seat(1), "random", Duration::ZERO).await.unwrap();
        hall.leave(&game, Seat(0), LeaveReason::Resigned).await.unwrap();
        hall.remove(&id, "ann", "ben").await.unwrap();
        let found = own(&hall, "ben", true).await;
        assert_eq!(found.as_slice(), std::slice::from_ref(&game), "{}", fresh.kind);
        // Also under another name; and they stay removed until they are invited again.
        hall.merge_player("ben", "eve").await.unwrap();
        assert_eq!(own(&hall, "eve", true).await, [game], "{}", fresh.kind);
        let table = hall.table(&id).await.unwrap();
        assert!(!table.is_member("ben") && !table.is_member("eve"));
        hall.join_table(&id, "eve", &table.invitation.unwrap()).await.unwrap();
        assert!(hall.table(&id).await.unwrap().is_member("eve"));
    }
}

#[tokio::test]
async fn two_servers_agree_about_cancel_votes() {
    for fresh in stores().await {
        let here = Hall::new(games::GAMES, fresh.store.clone());
        let there = Hall::new(games::GAMES, fresh.store.clone());
        let (id, game) = table(&here, &["ann", "ben"]).await;
        step(&here, &game).await;
        step(&here, &game).await;
        here.vote_to_cancel(&id, "ann").await.unwrap();
        // A move on the other server counts before a match is cancelled.
        step(&there, &game).await;
        there.vote_to_cancel(&id, "ben").await.unwrap();
        here.vote_to_cancel(&id, "ben").await.unwrap();
        assert!(here.is_playing(&here.table(&id).await.unwrap()).await.unwrap());
        here.vote_to_cancel(&id, "ann").await.unwrap();
        let over = here.look(&game, Viewer::Public).await.unwrap().over.unwrap();
        assert_eq!(over.cancelled_by, Some(Seat(1)), "{}", fresh.kind);
    }
}

#[tokio::test]
async fn nobody_cancels_alone_and_players_who_left_have_no_vote() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let (id, game) = table(&hall, &["ann", "ben", "cem"]).await;
    step(&hall, &game).await;
    hall.vote_to_cancel(&id, "ann").await.unwrap();
    hall.leave(&game, Seat(2), LeaveReason::Resigned).await.unwrap();
    assert_eq!(cancel_votes(&hall, &id).await, [], "a player has left since");
    assert_eq!(hall.vote_to_cancel(&id, "cem").await.unwrap_err().code, "table.seat");
    hall.vote_to_cancel(&id, "ann").await.unwrap();
    let seat = hall.acting(&game).await.unwrap();
    let away = if seat == Seat(0) { "ben" } else { "ann" };
    hall.stand_in(&id, away, seat, "random", Duration::ZERO).await.unwrap();
    let refusal = hall.vote_to_cancel(&id, away).await.unwrap_err();
    assert_eq!(refusal.code, "table.alone");
    assert!(hall.is_playing(&hall.table(&id).await.unwrap()).await.unwrap());
}

#[tokio::test]
async fn a_stand_in_plays_until_the_absent_player_returns() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let (id, game) = table(&hall, &["ann", "ben"]).await;
        let first = hall.acting(&game).await.unwrap();
        let [away, other] = if first == Seat(0) { ["ann", "ben"] } else { ["ben", "ann"] };
        let stand_in = async |by: &'static str, seat, bot: &'static str, patience| {
            let stood_in = hall.stand_in(&id, by, seat, bot, patience).await;
            stood_in.map_err(|refusal| refusal.code)
        };
        let second = Seat(1 - first.0);
        for (by, seat, bot, patience, code) in [
            (other, first, "random", LONG, "table.patience"),
            (away, first, "random", Duration::ZERO, "table.turn"),
            (away, second, "random", Duration::ZERO, "table.turn"),
            (other, Seat(7), "random", Duration::ZERO, "table.seat"),
            (other, first, "nobody", Duration::ZERO, "house.bot"),
            ("eve", first, "random", Duration::ZERO, "table.unknown"),
        ] {
            assert_eq!(stand_in(by, seat, bot, patience).await.unwrap_err(), code, "{by} {seat}");
        }
        let mut watch = hall.watch(&game, Viewer::Public).await.unwrap();
        let before = watch.next().await.unwrap();
        stand_in(other, first, "random", Duration::ZERO).await.unwrap();
        // The bot moves by itself.
        while !watch.next().await.unwrap().to_act.has(second) {}
        let now = hall.find(&game.0).await.unwrap();
        assert!(now.seq > before.seq + 1 && now.seat_of(away).is_none(), "{}", fresh.kind);
        // The seat is still theirs, on every server.
        let there = Hall::new(games::GAMES, fresh.store.clone());
        let table = there.table(&id).await.unwrap();
        assert_eq!((table.seat_of(away), table.owned(&game, away)), (Some(first), Some(first)));
        there.come_back(&id, away).await.unwrap();
        there.come_back(&id, away).await.unwrap();
        assert_eq!(there.find(&game.0).await.unwrap().seat_of(away), Some(first));
        // A player who is back has as much time as before.
        step(&there, &game).await;
        let late = there.stand_in(&id, other, first, "random", LONG).await.unwrap_err();
        assert_eq!(late.code, "table.patience");
        assert!(late.text.contains("waited for 2 minutes"), "{}", late.text);
    }
}

#[tokio::test]
async fn a_match_that_a_stand_in_finished_does_not_count_for_the_player() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let (id, game) = table(&hall, &["ann", "ben"]).await;
    let first = hall.acting(&game).await.unwrap();
    let [away, other] = if first == Seat(0) { ["ann", "ben"] } else { ["ben", "ann"] };
    hall.stand_in(&id, other, first, "random", Duration::ZERO).await.unwrap();
    hall.leave(&game, Seat(1 - first.0), LeaveReason::Resigned).await.unwrap();
    assert_eq!(hall.tallies(None, away).await.unwrap(), []);
    assert_eq!(hall.tallies(None, other).await.unwrap().len(), 1);
    assert_eq!(hall.come_back(&id, away).await.unwrap_err().code, "table.waiting");
    // They play the next round themselves.
    let table = hall.start_round(&id, "ann").await.unwrap();
    let again = hall.find(&table.shared_match().unwrap().0).await.unwrap();
    assert!(again.seat_of("ann").is_some() && again.seat_of("ben").is_some());
}

/// Bots wait here twice: when they start to think, and before they are done.
static GATE: Barrier = Barrier::new(2);

#[derive(Clone, Copy)]
struct Slow;

impl Alter for Slow {
    fn bot(
        &self,
        original: &dyn AnyMatch,
        seat: Seat,
        name: &str,
        budget: Budget,
    ) -> Option<String> {
        GATE.wait();
        GATE.wait();
        original.bot(seat, name, budget)
    }
}

static SLOW: &[&dyn AnyGame] = &[&Altered("null", Slow)];

/// Runs a function on the blocking threads, where bots think.
async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

#[tokio::test]
async fn a_bot_that_is_still_thinking_does_not_move_for_a_player_who_is_back() {
    let hall = Hall::new(SLOW, Store::memory());
    let (id, game) = table_of(&hall, SLOW[0], &["ann", "ben"]).await;
    let first = hall.acting(&game).await.unwrap();
    let [away, other] = if first == Seat(0) { ["ann", "ben"] } else { ["ben", "ann"] };
    hall.stand_in(&id, other, first, "random", Duration::ZERO).await.unwrap();
    on_blocking_thread(|| GATE.wait()).await;
    hall.come_back(&id, away).await.unwrap();
    on_blocking_thread(|| GATE.wait()).await;
    for _ in 0..100 {
        on_blocking_thread(|| ()).await;
    }
    assert_eq!(hall.moves(&game).await.unwrap(), 0);
    assert_eq!(hall.acting(&game).await.unwrap(), first);
}

#[tokio::test]
async fn an_uploaded_match_belongs_to_no_player() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let text = "wordle/1/-/en-1/0000000000000\n0: guess crane\n0: /leave\n= 0\n";
    let upload = hall.read_upload(text).await.unwrap();
    let id = hall.import_upload(upload).await.unwrap();
    assert_eq!(hall.export(&id).await.unwrap(), text);
    assert!(hall.matches(&MatchFilter::all()).await.unwrap()[0].sat.iter().all(Option::is_none));
    let ticket = hall.ticket(&id).await.unwrap();
    assert_eq!(hall.ticket_leaderboard(&ticket, "").await.unwrap(), [].into());
    let wrong = "wordle/1/-/en-1/0000000000000\n0: guess zzzzz\n0: /leave\n= 0\n";
    let refusal = hall.import_upload(hall.read_upload(wrong).await.unwrap()).await.unwrap_err();
    assert!(refusal.text.contains("line 2"), "{}", refusal.text);
}

#[tokio::test]
async fn an_upload_that_takes_too_long_is_refused() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let fills = |times: usize| {
        let all = "0: fill 400\n0: undo\n".repeat(times);
        format!("builder/1/rows=20,cols=20/en-1/0000000000000\n{all}0: /leave\n= 0\n")
    };
    let refusal = hall.read_upload(&fills(2500)).await.err().unwrap();
    assert!(refusal.text.contains("line 502: "), "{}", refusal.text);
    let upload = hall.read_upload(&fills(249)).await.unwrap();
    let refusal = hall.import_upload(upload).await.unwrap_err();
    assert!(refusal.text.contains("takes too long"), "{}", refusal.text);
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap(), []);
}
