//! Seats that are handed over: on every store, and whatever happens on the way.

mod common;

use common::{start, stores};
use engine::Seat;
use hall::{Hall, MatchFilter, MatchId, Occupant};

async fn of(hall: &Hall, player: &str) -> Vec<MatchId> {
    let which = MatchFilter { player: Some(player.to_owned()), ..MatchFilter::all() };
    let mut ids: Vec<_> =
        hall.matches(&which).await.unwrap().into_iter().map(|summary| summary.id).collect();
    ids.sort();
    ids
}

/// A match at which these sit.
async fn sat(hall: &Hall, seed: u64, players: &[&str]) -> MatchId {
    let id = hall.open(&start(players.len() as u8, seed)).await.unwrap();
    for (seat, player) in (0..).map(Seat).zip(players) {
        hall.sit(&id, seat, Occupant::Player((*player).to_owned())).await.unwrap();
    }
    id
}

#[tokio::test]
async fn merging_players_moves_unfinished_seats_on_every_store() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let begun = sat(&hall, 1, &["guest", "bob"]).await;
        hall.act(&begun, Seat(0), 2, "add 3").await.unwrap();
        let over = sat(&hall, 2, &["bob", "guest"]).await;
        hall.cancel_match(&over).await.unwrap();
        let both = sat(&hall, 3, &["ann", "guest"]).await;
        let played = hall.find(&over.0).await.unwrap();
        hall.merge_player("guest", "ann").await.unwrap();
        let mut all = vec![begun.clone(), over.clone(), both.clone()];
        all.sort();
        assert_eq!(of(&hall, "ann").await, all, "{}", fresh.kind);
        // Nobody sits on two seats.
        assert_eq!(of(&hall, "guest").await, [both], "{}", fresh.kind);
        let now = hall.find(&over.0).await.unwrap();
        assert_eq!((now.seat_of("ann"), now.last), (Some(Seat(1)), played.last));
        assert_eq!((now.ended, now.left), (played.ended, played.left));
        // What was sent before it is still the same move, and what was seen still counts.
        assert_eq!(hall.act(&begun, Seat(0), 2, "add 3").await.unwrap().seq, 3);
        assert_eq!(hall.moves(&begun).await.unwrap(), 1);
        hall.act(&begun, Seat(1), 3, "add 1").await.unwrap();
        // Done again, it changes nothing; another house reads the same.
        hall.merge_player("guest", "ann").await.unwrap();
        let other = Hall::new(games::GAMES, fresh.store.clone());
        let again = other.find(&begun.0).await.unwrap();
        assert_eq!((again.seat_of("ann"), again.seq), (Some(Seat(0)), 5), "{}", fresh.kind);
    }
}
