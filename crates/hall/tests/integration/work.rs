//! Costly work goes through the scheduler, and logs have a limit.

use crate::common::{code, start};
use engine::seal::SealKey;
use engine::{Budget, Refusal, Seat, Start, Viewer};
use hall::store::Memory;
use hall::{
    Hall, LeaveReason, LoggedEntry, MatchFilter, MatchId, Occupant, ReplayRange, Steps, Store,
    Update, WorkLimits, WorkPermit,
};
use std::sync::Mutex;

fn builder() -> Start {
    let game = games::find("builder").unwrap();
    let set = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let settings = game.read(&[set("rows", "5"), set("cols", "5")]).unwrap();
    Start { game, settings, seats: 1, words: "en-1".into(), seed: 1 }
}

/// A page of a replay as the public sees it. About as many bytes as the view are counted for a step.
async fn steps(hall: &Hall, id: &MatchId, page: ReplayRange) -> Steps<Update> {
    let converter = |_| async {
        Ok::<_, Refusal>(|_: &WorkPermit, update: Update| Ok((update.view.get().len(), update)))
    };
    hall.steps_as(id, Viewer::Public, page, converter).await.unwrap()
}

/// A match of Builder with this many entries, most of them `undo` and `redo`.
async fn long_match(entries: usize) -> (Hall, MatchId) {
    let (memory, store) = (Memory::default(), Store::memory());
    let short = Hall::new(games::GAMES, store.clone());
    let id = short.open(&builder()).await.unwrap();
    let ann = Occupant::Player("ann".into());
    short.sit(&id, Seat(0), ann).await.unwrap();
    for (seen, line) in (1..).zip(["put Aa H CAT", "undo", "redo"]) {
        short.act(&id, Seat(0), seen, line).await.unwrap();
    }
    let log = store.load(&id, 0).await.unwrap();
    let written = |logged: &LoggedEntry| serde_json::to_string(&logged.entry).unwrap();
    let (first, again) = log.split_at(3);
    let again = again.iter().cycle().take(entries - first.len());
    memory.take(&id, first.iter().chain(again).map(written));
    (Hall::new(games::GAMES, Store::Memory(memory)), id)
}

#[tokio::test]
async fn bots_think_only_if_a_person_plays_or_watches() {
    let store = Store::memory();
    let hall = Hall::new(games::GAMES, store.clone());
    let id = hall.open(&start(2, 1)).await.unwrap();
    for seat in [Seat(0), Seat(1)] {
        hall.sit(&id, seat, Occupant::Bot("random".into())).await.unwrap();
    }
    let entries = async || store.load(&id, 0).await.unwrap().len();
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!((entries().await, hall.work().figures().begun), (3, 0), "there are no people");
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    while watch.next().await.unwrap().over.is_none() {}
    assert!(entries().await > 3);
}

#[tokio::test]
async fn a_bot_moves_when_a_person_sits_down() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let id = hall.open(&start(2, 1)).await.unwrap();
    hall.sit(&id, Seat(0), Occupant::Bot("random".into())).await.unwrap();
    assert_eq!(hall.work().figures().begun, 0);
    hall.sit(&id, Seat(1), Occupant::Player("ann".into())).await.unwrap();
    while hall.moves(&id).await.unwrap() != 1 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_log_is_full_at_ten_thousand_entries_but_the_match_can_be_ended() {
    for end in ["save", "leave", "time"] {
        let (hall, id) = long_match(9_999).await;
        let seq = 9_998;
        hall.act(&id, Seat(0), seq, "undo").await.unwrap();
        let seq = seq + 1;
        assert_eq!(code(hall.act(&id, Seat(0), seq, "redo").await), "house.long");
        assert_eq!(code(hall.hint(&id, Seat(0), Budget::default()).await), "house.long");
        match end {
            "save" => drop(hall.act(&id, Seat(0), seq, "save").await.unwrap()),
            "leave" => drop(hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap()),
            _ => drop(hall.leave(&id, Seat(0), LeaveReason::TimedOut).await.unwrap()),
        }
        let over = MatchFilter { over: Some(true), ..MatchFilter::all() };
        assert_eq!(hall.matches(&over).await.unwrap().len(), 1, "{end}");
    }
}

#[tokio::test]
async fn long_logs_replays_and_fills_wait_for_their_turn() {
    let (hall, id) = long_match(400).await;
    let begun = || hall.work().figures().begun;
    hall.start(&id).await.unwrap();
    assert!(begun() > 0, "a long log is read in turns");
    let before = begun();
    hall.replay(&id, Viewer::Public).await.unwrap();
    assert_eq!(begun(), before + 1);
    hall.act(&id, Seat(0), 399, "fill 3").await.unwrap();
    assert_eq!(begun(), before + 2);
    hall.act(&id, Seat(0), 400, "undo").await.unwrap();
    assert_eq!(begun(), before + 2, "quick moves don't wait");
    // Without workers, costly work is refused and quick moves still work.
    hall.work().set_limits(WorkLimits { waiting: 0, ..WorkLimits::server() });
    assert_eq!(code(hall.act(&id, Seat(0), 401, "fill 3").await), "house.busy");
    assert_eq!(code(hall.replay(&id, Viewer::Public).await), "house.busy");
    assert_eq!(code(hall.hint(&id, Seat(0), Budget::default()).await), "house.busy");
    hall.act(&id, Seat(0), 401, "redo").await.unwrap();
}

#[tokio::test]
async fn a_long_log_is_read_in_many_short_turns() {
    let (hall, id) = long_match(2_000).await;
    hall.start(&id).await.unwrap();
    let begun = hall.work().figures().begun;
    assert!((9..=11).contains(&begun), "{begun} turns for 2,000 entries");
    // The end of a replay needs the whole log, too.
    let page = ReplayRange { from: 1_990, limit: 5, bytes: usize::MAX };
    assert_eq!(steps(&hall, &id, page).await.steps.len(), 5);
    assert!(hall.work().figures().begun - begun >= 10);
}

#[tokio::test]
async fn how_a_match_started_is_known_from_its_first_entry() {
    let (hall, id) = long_match(2_000).await;
    let start = hall.start_only(&id).await.unwrap();
    assert_eq!((hall.work().figures().begun, hall.in_memory()), (0, 0));
    assert_eq!(start.ticket(&SealKey::OPEN), builder().ticket(&SealKey::OPEN));
    assert_eq!(hall.start(&id).await.unwrap().ticket(&SealKey::OPEN), start.ticket(&SealKey::OPEN));
    let nobody = "00000000000000000000000000".parse().unwrap();
    assert_eq!(code(hall.start_only(&nobody).await.map(|_| ())), "house.match");
}

#[tokio::test]
async fn the_pages_of_a_replay_make_up_the_whole_replay() {
    let (hall, id) = long_match(50).await;
    let all = ReplayRange { from: 0, limit: usize::MAX, bytes: usize::MAX };
    let whole = steps(&hall, &id, all).await;
    assert_eq!(whole.next, None);
    let seqs = |steps: &[hall::Update]| steps.iter().map(|step| step.seq).collect::<Vec<_>>();
    assert_eq!(whole.steps.len(), 49, "sitting down isn't a step");
    for (limit, bytes) in [(7, usize::MAX), (49, usize::MAX), (200, 1), (200, 2_000)] {
        let (mut found, mut pages, mut from) = (Vec::new(), 0, Some(0));
        while let Some(start) = from {
            let page = ReplayRange { from: start, limit, bytes };
            let page = steps(&hall, &id, page).await;
            assert!(!page.steps.is_empty() && page.steps.len() <= limit);
            found.extend(page.steps);
            (from, pages) = (page.next, pages + 1);
        }
        assert_eq!(seqs(&found), seqs(&whole.steps), "{limit} {bytes}");
        let views = found.iter().zip(&whole.steps).all(|(a, b)| a.view.get() == b.view.get());
        assert!(views && (limit == 49) == (pages == 1), "{limit} {bytes}: {pages} pages");
    }
    let beyond = ReplayRange { from: 1000, ..all };
    assert!(steps(&hall, &id, beyond).await.steps.is_empty());
}

/// Converting steps takes long, too, so the threads that serve requests don't do it.
#[tokio::test]
async fn steps_are_converted_slice_by_slice_on_another_thread() {
    let (hall, id) = long_match(300).await;
    hall.start(&id).await.unwrap();
    let (here, before) = (std::thread::current().id(), hall.work().figures().begun);
    let requested = Mutex::new(Vec::new());
    let converter = |players: Vec<String>| {
        requested.lock().unwrap().push(players);
        async move {
            Ok::<_, Refusal>(move |_: &WorkPermit, update: Update| {
                Ok((1, (update.seq, std::thread::current().id() != here)))
            })
        }
    };
    let page = ReplayRange { from: 0, limit: 200, bytes: 150 };
    let page = hall.steps_as(&id, Viewer::Public, page, converter).await.unwrap();
    assert_eq!(page.steps.len(), 150, "the converter returns the size of a step");
    assert_eq!(page.next, page.steps.last().map(|(seq, _)| seq + 1));
    assert!(page.steps.iter().all(|(_, is_elsewhere)| *is_elsewhere));
    let requested = requested.into_inner().unwrap();
    assert_eq!(requested.len(), 3, "150 steps take three slices of 64 entries");
    assert!(requested.iter().all(|players| players == &["ann"]), "{requested:?}");
    assert_eq!(hall.work().figures().begun, before + 3);
}

#[tokio::test]
async fn the_next_page_of_a_replay_continues_where_the_last_one_ended() {
    let (hall, id) = long_match(2_000).await;
    let page = |from| ReplayRange { from, limit: 100, bytes: usize::MAX };
    let mut next = Some(0);
    let mut pages = 0;
    while let Some(from) = next {
        next = steps(&hall, &id, page(from)).await.next;
        pages += 1;
    }
    let begun = hall.work().figures().begun;
    assert!(pages >= 20 && begun <= 2 * pages, "{begun} turns for {pages} pages");
}

#[tokio::test]
async fn a_summary_contains_the_state_at_a_glance() {
    let hall = Hall::new(games::GAMES, Store::memory());
    let id = hall.open(&start(2, 1)).await.unwrap();
    hall.act(&id, Seat(0), 0, "add 2").await.unwrap();
    let summary = hall.matches(&MatchFilter::all()).await.unwrap().remove(0);
    let glance = summary.glance.clone().unwrap();
    assert_eq!((glance.to_act.as_slice(), glance.moves), (&[Seat(1)][..], 1));
    assert_eq!(glance.progress.len(), 2);
    // A summary of an earlier version has none; then the log is read.
    let old = hall::Summary { glance: None, ..summary };
    assert_eq!(hall.glance_of(old).await.unwrap(), glance);
}
