//! Files, statistics and leaderboards of finished matches, and resuming unfinished ones.

use crate::common::{json, start_of};
use engine::{Seat, Viewer};
use games::daily::daily;
use hall::{Clock, Hall, LeaveReason, MatchFilter, MatchId, Occupant, Players, Store};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use std::sync::atomic::{AtomicI64, Ordering};

const DAY: Date = date(2026, 11, 15);

fn hall() -> Hall {
    Hall::with_clock(games::GAMES, Store::memory(), Clock { now: tick, ..Clock::default() })
}

/// A clock that advances by a second with every reading.
fn tick() -> Timestamp {
    static SECONDS: AtomicI64 = AtomicI64::new(1_800_000_000);
    Timestamp::from_second(SECONDS.fetch_add(1, Ordering::Relaxed)).unwrap()
}

/// Seats this player on seat 0 and plays lines.
async fn play(hall: &Hall, id: &MatchId, player: &str, lines: &[&str]) {
    hall.sit(id, Seat(0), Occupant::Player(player.into())).await.unwrap();
    for line in lines {
        let seen = hall.look(id, Viewer::Seat(Seat(0))).await.unwrap().seq;
        match *line {
            "/leave" => hall.leave(id, Seat(0), LeaveReason::Resigned).await.map(drop).unwrap(),
            "/hint" => drop(hall.hint(id, Seat(0), Default::default()).await.unwrap()),
            line => drop(hall.act(id, Seat(0), seen, line).await.unwrap()),
        }
    }
}

async fn wordle(hall: &Hall, player: &str, lines: &[&str]) -> MatchId {
    let id = hall.open(&start_of("wordle", &[("word", "crane")], 1)).await.unwrap();
    play(hall, &id, player, lines).await;
    id
}

#[tokio::test]
async fn a_finished_match_can_be_exported_and_imported() {
    let hall = hall();
    let board = games::board::shipped("farm").unwrap();
    let id = hall.open(&start_of("junior", &[("board", board)], 3)).await.unwrap();
    hall.hint(&id, Seat(0), Default::default()).await.unwrap();
    assert_eq!(hall.export(&id).await.unwrap_err().code, "house.secret");
    while hall.look(&id, Viewer::Public).await.unwrap().over.is_none() {
        let seat = hall.acting(&id).await.unwrap();
        hall.bot(&id, seat, "random", Default::default()).await.unwrap();
    }
    let text = hall.export(&id).await.unwrap();
    assert!(text.starts_with("junior/1/board=@"), "{text}");
    assert!(text.contains("\n0: /hint\n"), "{text}");

    let elsewhere = Hall::new(games::GAMES, Store::memory());
    let again = elsewhere.import(&text).await.unwrap();
    assert_eq!(elsewhere.export(&again).await.unwrap(), text);
    let updates =
        |updates: Vec<hall::Update>| -> Vec<String> { updates.into_iter().map(json).collect() };
    assert_eq!(
        updates(elsewhere.replay(&again, Viewer::Public).await.unwrap()),
        updates(hall.replay(&id, Viewer::Public).await.unwrap())
    );
}

#[tokio::test]
async fn an_invalid_file_is_not_imported_at_all() {
    let hall = hall();
    let right = "wordle/1/-/en-1/0000000000000\n0: guess crane\n0: /leave\n= 0\n";
    hall.import(right).await.unwrap();
    for (wrong, text) in [
        ("", "line 1"),
        ("nonsense", "ticket"),
        ("wordle/1/-/en-1/0000000000000\n0: guess zzzzz\n0: /leave\n= 0\n", "line 2"),
        ("wordle/1/-/en-1/0000000000000\n0: /leave\n= 7\n", "line 3"),
        ("wordle/1/-/en-1/0000000000000\n1: guess crane\n= 0\n", "line 2"),
        ("wordle/1/-/0123456789abcdef/0000000000000\n0: /leave\n= 0\n", "--words"),
        ("wordle/2/-/en-1/0000000000000\n0: /leave\n= 0\n", "rules"),
        ("wordle/1/-/en-1/0000000000000\n0: guess crane\n", "only finished matches"),
        ("wordle/1/-/en-1/0000000000000\n0: /leave\n0: /hint\n= 0\n", "line 3: The match is over."),
    ] {
        let refusal = hall.import(wrong).await.unwrap_err();
        assert!(refusal.text.contains(text) && !refusal.text.ends_with(".."), "{refusal}");
    }
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn imports_and_rebuilds_report_progress_and_a_rebuild_can_be_stopped() {
    let hall = hall();
    let text = "wordle/1/-/en-1/0000000000000\n0: guess crane\n0: /leave\n= 0\n";
    let mut reported = Vec::new();
    hall.import_with_progress(text, |done, total| reported.push((done, total))).await.unwrap();
    assert_eq!(reported, [(1, 2), (2, 2)]);
    hall.import(text).await.unwrap();
    reported.clear();
    let report = |done, total| {
        reported.push((done, total));
        true
    };
    assert_eq!(hall.rebuild_with_progress(report).await.unwrap().matches, 2);
    assert_eq!(reported, [(0, 2), (1, 2), (2, 2)]);
    assert_eq!(hall.rebuild_with_progress(|done, _| done < 1).await.unwrap().matches, 1);
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap().len(), 2, "nothing is lost");
}

#[tokio::test]
async fn only_the_players_of_a_match_can_resume_it() {
    let hall = hall();
    let rejoin = async |id: &MatchId, names: &str| {
        let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        let summary = hall.matches(&filter).await.unwrap().remove(0);
        hall.rejoin(&summary, &Players::read(names).unwrap()).await
    };
    let id = wordle(&hall, "Ann", &["guess slate"]).await;
    rejoin(&id, "Ann").await.unwrap();
    rejoin(&id, "Bo,Ann").await.unwrap();
    let refusal = rejoin(&id, "Eve").await.unwrap_err();
    assert_eq!(refusal.code, "house.secret");
    assert!(refusal.text.contains("belongs to Ann. Give your name with --as."), "{refusal}");
    // A free seat belongs to the first player who comes.
    let id = hall.open(&start_of("wordle", &[], 1)).await.unwrap();
    rejoin(&id, "Ann").await.unwrap();
    assert_eq!(rejoin(&id, "Eve").await.unwrap_err().code, "house.secret");
    // Anyone may watch a match of bots.
    let id = hall.open(&start_of("wordle", &[("word", "crane")], 1)).await.unwrap();
    hall.sit(&id, Seat(0), Occupant::Bot("random".into())).await.unwrap();
    rejoin(&id, "Eve").await.unwrap();
}

#[tokio::test]
async fn only_a_win_or_points_are_a_record() {
    let hall = hall();
    wordle(&hall, "Ann", &["guess slate", "/leave"]).await;
    let lost = hall.tallies(Some("wordle"), "Ann").await.unwrap().remove(0);
    assert_eq!((lost.best.score, lost.record()), (0, None));
    wordle(&hall, "Ann", &["guess crane"]).await;
    let won = hall.tallies(Some("wordle"), "Ann").await.unwrap().remove(0);
    assert_eq!(won.record(), Some(&won.best));
    // Hand can't be lost, but a match without points isn't a record.
    let set = [("deals", "cat"), ("options", "false"), ("hands", "1")];
    for (player, lines, is_record) in
        [("Bo", &["done"][..], false), ("Cy", &["play cat", "done"], true)]
    {
        let id = hall.open(&start_of("hand", &set, 1)).await.unwrap();
        for line in lines {
            if hall.look(&id, Viewer::Public).await.unwrap().over.is_none() {
                play(&hall, &id, player, &[line]).await;
            }
        }
        let tally = hall.tallies(Some("hand"), player).await.unwrap().remove(0);
        assert_eq!(tally.record().is_some(), is_record, "{player}");
    }
}

#[tokio::test]
async fn statistics_count_finished_matches() {
    let hall = hall();
    wordle(&hall, "Ann", &["guess slate", "guess crane"]).await;
    wordle(&hall, "Ann", &["guess crane"]).await;
    wordle(&hall, "Ann", &["/hint", "guess crane"]).await;
    wordle(&hall, "Ann", &["guess slate", "/leave"]).await;
    wordle(&hall, "Ann", &["guess slate"]).await;
    wordle(&hall, "Bo", &["guess slate", "/leave"]).await;
    let cancelled = wordle(&hall, "Ann", &["guess slate"]).await;
    hall.leave(&cancelled, Seat(0), LeaveReason::Aborted).await.unwrap();
    let tallies = hall.tallies(Some("wordle"), "Ann").await.unwrap();
    assert_eq!(tallies.len(), 2);
    let own = &tallies[0];
    assert_eq!((own.played, own.won, own.streak, own.longest), (3, 2, 0, 2));
    assert!((own.mean - 11.0 / 3.0).abs() < 1e-9);
    assert_eq!((own.best.score, own.best.won), (6, true));
    assert!(own.best.ticket.starts_with("wordle/1/word=~"));
    let spread: Vec<_> = own.spread.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    let none = ["3", "4", "5", "6"].map(|name| (name, 0));
    assert_eq!(spread, [&[("1", 1), ("2", 1)], &none[..], &[("X", 1)]].concat());
    assert_eq!((own.hinted, tallies[1].hinted, tallies[1].played), (false, true, 1));
    assert_eq!(hall.tallies(None, "Cy").await.unwrap(), []);
}

#[tokio::test]
async fn hand_is_counted_as_a_share_of_par_over_all_hands() {
    let hall = hall();
    let set = [("deals", "cat:dog"), ("options", "false"), ("hands", "2")];
    let id = hall.open(&start_of("hand", &set, 1)).await.unwrap();
    play(&hall, &id, "Ann", &["play cat", "done"]).await;
    let tallies = hall.tallies(Some("hand"), "Ann").await.unwrap();
    // Both hands have the same par: one was played fully, the other not at all.
    assert_eq!(tallies[0].spread.len(), 1);
    let (name, count) = &tallies[0].spread[0];
    assert!(name.ends_with("9 % of par"), "{name}");
    assert_eq!(*count, 1);
    assert!((30..=70).contains(&tallies[0].par.unwrap()), "{:?}", tallies[0].par);
}

#[tokio::test]
async fn levels_and_fogs_are_counted_separately() {
    let hall = hall();
    for level in ["elder", "scholar", "elder"] {
        let id = hall.open(&start_of("wizards", &[("level", level), ("main", "streak")], 1)).await;
        play(&hall, &id.unwrap(), "Ann", &["/leave"]).await;
    }
    let tallies = hall.tallies(None, "Ann").await.unwrap();
    let kinds: Vec<_> =
        tallies.iter().map(|tally| (tally.mode.kind.as_str(), tally.played)).collect();
    assert_eq!(kinds, [("elder", 2), ("scholar", 1)]);
}

#[tokio::test]
async fn only_the_first_match_of_a_daily_counts_as_one() {
    let hall = hall();
    let game = games::find("wordle").unwrap();
    let days = [DAY, DAY, DAY.tomorrow().unwrap(), DAY.saturating_add(jiff::Span::new().days(9))];
    for (n, day) in days.into_iter().enumerate() {
        let start = daily(game, day, "").unwrap().start;
        let id = hall.open_daily(&start, day).await.unwrap();
        let number = games::wordle::day::number(&day.to_string()).unwrap();
        let guess = format!("guess {}", games::wordle::day::word(number));
        let last = if n == 1 { "/leave" } else { guess.as_str() };
        play(&hall, &id, "Ann", &[last]).await;
    }
    let tallies = hall.tallies(None, "Ann").await.unwrap();
    let daily = tallies.iter().find(|tally| tally.mode.daily).unwrap();
    // A missed day doesn't end a streak, and playing again changes nothing.
    assert_eq!((daily.played, daily.won, daily.streak, daily.longest), (3, 3, 3, 3));
    let again = tallies.iter().find(|tally| !tally.mode.daily).unwrap();
    assert_eq!((again.played, again.won), (1, 0));
}

#[tokio::test]
async fn a_leaderboard_uses_each_players_first_match_and_ranks_wins_first() {
    let hall = hall();
    wordle(&hall, "Ann", &["guess slate", "guess crane"]).await;
    wordle(&hall, "Ann", &["guess crane"]).await;
    wordle(&hall, "Bo", &["guess slate", "/leave"]).await;
    wordle(&hall, "Cy", &["guess crane"]).await;
    wordle(&hall, "Di", &["/hint", "guess crane"]).await;
    wordle(&hall, "Ed", &["guess crane"]).await;
    let ticket = hall.matches(&MatchFilter::all()).await.unwrap().remove(0).ticket;
    let board = hall.ticket_leaderboard(&ticket, "").await.unwrap();
    let places: Vec<_> =
        board.iter().map(|row| (row.place, row.player.as_str(), row.score)).collect();
    assert_eq!(places, [(1, "Cy", 6), (1, "Ed", 6), (3, "Ann", 5), (4, "Bo", 0), (1, "Di", 6)]);
    assert_eq!(
        hall.ticket_leaderboard("wordle/1/-/en-1/0000000000000", "").await.unwrap(),
        [].into()
    );
}

#[tokio::test]
async fn a_rebuild_with_another_key_keeps_tickets_sealed_by_a_server() {
    let store = Store::memory();
    let key = engine::seal::SealKey::new([7; 32]);
    let server = Hall::with_key(games::GAMES, store.clone(), hall::Clock::default(), key);
    let game = games::find("wordle").unwrap();
    let settings = game.read(&[("word".into(), "crane".into())]).unwrap();
    let start = engine::Start { game, settings, seats: 1, words: "en-1".into(), seed: 7 };
    server.open(&start).await.unwrap();
    let before = server.matches(&MatchFilter::all()).await.unwrap();
    let terminal = Hall::new(games::GAMES, store);
    assert_eq!(terminal.rebuild().await.unwrap().matches, 1);
    assert_eq!(terminal.matches(&MatchFilter::all()).await.unwrap(), before);
}
