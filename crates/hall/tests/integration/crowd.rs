//! Many players and matches at once, on every kind of store.

use crate::common::{json, start, stores};
use engine::{Budget, Seat, Viewer};
use hall::{Hall, MatchFilter, MatchId};

/// Plays a match with 64 tasks that all try to move; returns the acknowledged seqs.
async fn crowd(hall: &Hall, id: &MatchId) -> Vec<u64> {
    let tasks = (0..64u8).map(|task| {
        let (hall, id) = (hall.clone(), id.clone());
        tokio::spawn(async move {
            let seat = Seat(task % 4);
            let mut acked = Vec::new();
            loop {
                let seen = hall.look(&id, Viewer::Seat(seat)).await.unwrap();
                if seen.over.is_some() {
                    return acked;
                }
                let line = format!("add {}", task % 3 + 1);
                match hall.act(&id, seat, seen.seq, &line).await {
                    Ok(ack) => acked.push(ack.seq),
                    Err(refusal) => {
                        let known = ["house.turn", "house.stale", "house.over", "null.high"];
                        assert!(known.contains(&refusal.code.as_str()), "{refusal}");
                        // Too high for this task; in the end another one adds 1.
                        tokio::task::yield_now().await;
                    }
                }
            }
        })
    });
    let mut acked = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        acked.extend(task.await.unwrap());
    }
    // The same line from the same view is the same move, even from another task.
    acked.sort_unstable();
    acked.dedup();
    acked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_tasks_on_one_match_make_one_log() {
    for fresh in stores().await {
        for seed in 0..5 {
            let hall = Hall::new(games::GAMES, fresh.store.clone());
            let id = hall.open(&start(4, seed)).await.unwrap();
            let acked = crowd(&hall, &id).await;
            let log = hall.replay(&id, Viewer::Public).await.unwrap();
            let last = log.last().unwrap();
            assert!(last.over.is_some());
            assert_eq!(acked, (1..=last.seq).collect::<Vec<_>>(), "{}", fresh.kind);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_tasks_in_two_halls_make_one_log() {
    for fresh in stores().await {
        let halls = [(); 2].map(|()| Hall::new(games::GAMES, fresh.store.clone()));
        let id = halls[0].open(&start(4, 1)).await.unwrap();
        let (one, two) = tokio::join!(crowd(&halls[0], &id), crowd(&halls[1], &id));
        let mut acked = [one, two].concat();
        acked.sort_unstable();
        acked.dedup();
        let log = halls[0].replay(&id, Viewer::Public).await.unwrap();
        assert_eq!(acked, (1..log.len() as u64).collect::<Vec<_>>(), "{}", fresh.kind);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_thousand_matches_at_once() {
    for fresh in stores().await {
        let hall = Hall::new(games::GAMES, fresh.store.clone());
        let matches = (0..1_000u64).map(|seed| {
            let hall = hall.clone();
            tokio::spawn(async move {
                let id = hall.open(&start(2, seed)).await.unwrap();
                let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
                let mut live = Vec::new();
                loop {
                    let update = watch.next().await.unwrap();
                    live.push(json(update.clone()));
                    if update.over.is_some() {
                        break;
                    }
                    let seat = Seat((update.seq % 2) as u8);
                    let ack = hall.bot(&id, seat, "random", Budget::default()).await.unwrap();
                    assert_eq!(ack.seq, update.seq + 1);
                }
                // The log alone reproduces every update.
                let log = hall.replay(&id, Viewer::Public).await.unwrap();
                let log: Vec<_> = log.into_iter().map(json).collect();
                assert_eq!(log, live);
            })
        });
        for game in matches.collect::<Vec<_>>() {
            game.await.unwrap();
        }
        assert_eq!(hall.in_memory(), 0, "all are over, and there are no watchers");
        let written = hall.matches(&MatchFilter::all()).await.unwrap();
        assert_eq!(written.len(), 1_000);
        let rebuilt = hall.rebuild().await.unwrap();
        assert_eq!((rebuilt.matches, rebuilt.damaged.len()), (1_000, 0));
        assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap(), written, "{}", fresh.kind);
    }
}
