//! Merging a guest into an account moves their seats, on every store.

use crate::common::{start, stores};
use engine::Seat;
use hall::{Hall, MatchFilter, MatchId, Occupant};

async fn matches_of(hall: &Hall, player: &str) -> Vec<MatchId> {
    let filter = MatchFilter { player: Some(player.to_owned()), ..MatchFilter::all() };
    let mut ids: Vec<_> =
        hall.matches(&filter).await.unwrap().into_iter().map(|summary| summary.id).collect();
    ids.sort();
    ids
}

/// Opens a match with these players.
async fn open_with(hall: &Hall, seed: u64, players: &[&str]) -> MatchId {
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
        let unfinished = open_with(&hall, 1, &["guest", "bob"]).await;
        hall.act(&unfinished, Seat(0), 2, "add 3").await.unwrap();
        let over = open_with(&hall, 2, &["bob", "guest"]).await;
        hall.cancel_match(&over).await.unwrap();
        let both = open_with(&hall, 3, &["ann", "guest"]).await;
        let played = hall.find(&over.0).await.unwrap();
        hall.merge_player("guest", "ann").await.unwrap();
        let mut all = vec![unfinished.clone(), over.clone(), both.clone()];
        all.sort();
        assert_eq!(matches_of(&hall, "ann").await, all, "{}", fresh.kind);
        // A player can't have two seats in a match.
        assert_eq!(matches_of(&hall, "guest").await, [both], "{}", fresh.kind);
        let now = hall.find(&over.0).await.unwrap();
        assert_eq!((now.seat_of("ann"), now.last), (Some(Seat(1)), played.last));
        assert_eq!((now.ended, now.left), (played.ended, played.left));
        // A resent move is still the same move, and the view from before the merge is not stale.
        assert_eq!(hall.act(&unfinished, Seat(0), 2, "add 3").await.unwrap().seq, 3);
        assert_eq!(hall.moves(&unfinished).await.unwrap(), 1);
        hall.act(&unfinished, Seat(1), 3, "add 1").await.unwrap();
        // Merging again changes nothing, and another server sees the same.
        hall.merge_player("guest", "ann").await.unwrap();
        let other = Hall::new(games::GAMES, fresh.store.clone());
        let again = other.find(&unfinished.0).await.unwrap();
        assert_eq!((again.seat_of("ann"), again.seq), (Some(Seat(0)), 5), "{}", fresh.kind);
    }
}
