//! Answers get lost, and clients that don't get one send the same line again: it counts once. `MOVES` sets how many
//! moves are made (100,000 by default).

use crate::common::{many, sqlite, start};
use engine::{Chance, Seat, Viewer};
use hall::{Ack, Entry, Hall, MatchId, Store};

/// How many of ten answers are lost.
const LOST: u64 = 3;

/// The client of one seat, which may still be waiting for an answer.
#[derive(Default)]
struct Client {
    /// The last move: the view it was based on, its line and its answer, which may have been lost.
    sent: Option<(u64, String, Ack)>,
    waiting: bool,
}

impl Client {
    /// Sends a line; the answer may be lost.
    async fn send(
        &mut self,
        hall: &Hall,
        id: &MatchId,
        seat: Seat,
        line: &str,
        chance: &mut Chance,
    ) {
        let seen = hall.look(id, Viewer::Seat(seat)).await.unwrap().seq;
        let ack = hall.act(id, seat, seen, line).await.unwrap();
        self.sent = Some((seen, line.to_owned(), ack));
        self.waiting = chance.below(10) < LOST;
    }

    /// Sends the last line again until an answer arrives.
    async fn send_again(&mut self, hall: &Hall, id: &MatchId, seat: Seat, chance: &mut Chance) {
        let Some((seen, line, first)) = &self.sent else { return };
        while std::mem::take(&mut self.waiting) {
            assert_eq!(hall.act(id, seat, *seen, line).await.unwrap(), *first);
            self.waiting = chance.below(10) < LOST;
        }
    }
}

/// Plays matches of two until enough moves are made, and returns how many lines were sent again.
async fn play(store: &Store, hall: &Hall, moves: usize, seed: u64) -> usize {
    let mut chance = Chance::new(seed, 0);
    let (mut made, mut again) = (0, 0);
    while made < moves {
        let id = hall.open(&start(2, chance.below(1 << 32))).await.unwrap();
        let mut clients = [Client::default(), Client::default()];
        let mut sent = Vec::new();
        loop {
            let now = hall.look(&id, Viewer::Public).await.unwrap();
            let Some(seat) = now.to_act.iter().next() else { break };
            let own = hall.look(&id, Viewer::Seat(seat)).await.unwrap();
            let lines: Vec<&str> = own.scene.lines().collect();
            let line = chance.pick(&lines).unwrap().to_string();
            // Some clients retry at once, some only when it is their turn again.
            let client = &mut clients[seat.index()];
            again += usize::from(client.waiting);
            client.send_again(hall, &id, seat, &mut chance).await;
            client.send(hall, &id, seat, &line, &mut chance).await;
            sent.push((seat, line));
            if chance.below(2) == 0 {
                again += usize::from(client.waiting);
                client.send_again(hall, &id, seat, &mut chance).await;
            }
        }
        // Moves can be resent after the end, too.
        for (client, seat) in clients.iter_mut().zip([Seat(0), Seat(1)]) {
            client.send_again(hall, &id, seat, &mut chance).await;
        }
        assert_eq!(stored(store, &id).await, sent);
        made += sent.len();
    }
    again
}

/// The moves in the log.
async fn stored(store: &Store, id: &MatchId) -> Vec<(Seat, String)> {
    let log = store.load(id, 0).await.unwrap();
    let moved = log.into_iter().filter_map(|logged| match logged.entry {
        Entry::Move { seat, line, .. } => Some((seat, line)),
        _ => None,
    });
    moved.collect()
}

#[tokio::test]
async fn a_resent_move_counts_once() {
    let store = Store::memory();
    let hall = Hall::new(games::GAMES, store.clone());
    let moves = many("MOVES", 100_000) as usize;
    let again = play(&store, &hall, moves, 1).await;
    assert!(again > moves / 5, "only {again} were sent again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resent_move_counts_once_in_a_file() {
    let fresh = sqlite();
    let hall = Hall::new(games::GAMES, fresh.store.clone());
    let players: Vec<_> = (0..64)
        .map(|seed| {
            let (store, hall) = (fresh.store.clone(), hall.clone());
            tokio::spawn(async move { play(&store, &hall, 40, seed).await })
        })
        .collect();
    for player in players {
        player.await.unwrap();
    }
}
