//! Dailies: one per day, the first match counts, and the effects of clocks and time zones.

use crate::common::stores;
use engine::{Seat, Viewer};
use games::wordle::day;
use hall::daily::{DailyState, Stage, read_day};
use hall::{Clock, Hall, LeaveReason, MatchId, Occupant, Store};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use jiff::tz::{TimeZone, offset};
use std::cell::Cell;

thread_local! {
    /// The time for this test; every test has its own thread.
    static NOW: Cell<Timestamp> = const { Cell::new(Timestamp::UNIX_EPOCH) };
}

fn set_clock(time: &str) {
    NOW.set(time.parse().unwrap());
}

/// A hall with this clock, in a time zone this many hours ahead of UTC.
fn hall_at(store: &Store, hours: i8) -> Hall {
    let zone = Some(TimeZone::fixed(offset(hours)));
    Hall::with_clock(games::GAMES, store.clone(), Clock { now: || NOW.get(), zone })
}

async fn state(hall: &Hall, game: &str, player: &str) -> DailyState {
    hall.daily(games::find(game).unwrap(), hall.today(), player).await.unwrap()
}

/// Opens or resumes today's daily.
async fn sit(hall: &Hall, game: &str, player: &str) -> MatchId {
    let state = state(hall, game, player).await;
    if let Some(summary) = state.counted {
        return summary.id;
    }
    let puzzle = state.puzzle().unwrap();
    let id = hall.open_daily(&puzzle.start, state.day).await.unwrap();
    hall.sit(&id, Seat(0), Occupant::Player(player.into())).await.unwrap();
    for (seat, bot) in puzzle.bots {
        hall.sit(&id, seat, Occupant::Bot(bot.into())).await.unwrap();
    }
    id
}

async fn guess(hall: &Hall, id: &MatchId, word: &str) {
    let seen = hall.look(id, Viewer::Seat(Seat(0))).await.unwrap().seq;
    hall.act(id, Seat(0), seen, &format!("guess {word}")).await.unwrap();
}

fn word_of(day: Date) -> &'static str {
    day::word(day::number(&day.to_string()).unwrap())
}

/// Plays today's Wordle, and wins it or gives up.
async fn play(hall: &Hall, player: &str, wins: bool) -> MatchId {
    let id = sit(hall, "wordle", player).await;
    match wins {
        true => guess(hall, &id, word_of(hall.today())).await,
        false => drop(hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap()),
    }
    id
}

/// The dailies without hints: played, won, streak, longest streak.
async fn daily_counts(hall: &Hall, player: &str) -> (u64, u64, u64, u64) {
    let tally = hall.dailies_of("wordle", player).await.unwrap();
    tally.map_or((0, 0, 0, 0), |tally| (tally.played, tally.won, tally.streak, tally.longest))
}

#[tokio::test]
async fn one_call_lists_the_dailies_of_today_on_every_store() {
    set_clock("2026-11-16T10:00:00Z");
    for fresh in stores().await {
        let hall = hall_at(&fresh.store, 0);
        let over = play(&hall, "Ann", true).await;
        let started = sit(&hall, "wizards", "Ann").await;
        hall.act(&started, Seat(0), 1, "shuffle").await.unwrap();
        sit(&hall, "hand", "Ann").await;
        play(&hall, "Bo", false).await;
        let states = hall.dailies("Ann").await.unwrap();
        let stages: Vec<_> =
            states.iter().map(|state| (state.game.info().id, state.stage())).collect();
        let wanted = [
            ("wizards", Stage::Begun),
            ("hand", Stage::New),
            ("wampus", Stage::New),
            ("junior", Stage::New),
            ("wordle", Stage::Over),
        ];
        assert_eq!(stages, wanted, "{}", fresh.kind);
        assert_eq!(states[4].counted.as_ref().map(|summary| &summary.id), Some(&over));
        assert!(states[1].counted.is_some(), "it was opened, though no move was made");
        let builder = games::find("builder").unwrap();
        let none = hall.daily(builder, hall.today(), "Ann").await.err().unwrap();
        assert_eq!(none.code, "house.setup");
    }
}

#[tokio::test]
async fn junior_is_played_against_the_sensible_bot() {
    set_clock("2026-11-16T10:00:00Z");
    let hall = hall_at(&Store::memory(), 0);
    let id = sit(&hall, "junior", "Ann").await;
    let mut watch = hall.watch(&id, Viewer::Seat(Seat(0))).await.unwrap();
    while watch.next().await.unwrap().over.is_none() {
        if hall.acting(&id).await.unwrap() == Seat(0) {
            hall.bot(&id, Seat(0), "random", Default::default()).await.unwrap();
        }
    }
    let states = hall.dailies("Ann").await.unwrap();
    assert_eq!(states[3].stage(), Stage::Over);
    assert_eq!(
        hall.dailies("sensible").await.unwrap()[3].stage(),
        Stage::New,
        "bots have no dailies"
    );
}

#[tokio::test]
async fn a_match_that_lasts_past_midnight_belongs_to_the_day_it_was_opened_on() {
    set_clock("2026-11-16T23:58:00Z");
    let hall = hall_at(&Store::memory(), 0);
    let late = sit(&hall, "wordle", "Ann").await;
    guess(&hall, &late, "slate").await;
    assert_eq!(hall.countdown().as_secs(), 120);
    set_clock("2026-11-17T00:00:00Z");
    assert_eq!(hall.countdown().as_secs(), 86_400);
    let new = state(&hall, "wordle", "Ann").await;
    assert_eq!((new.day, new.stage()), (date(2026, 11, 17), Stage::New));
    play(&hall, "Ann", true).await;
    assert_eq!(daily_counts(&hall, "Ann").await, (1, 1, 1, 1));
    // Yesterday's match is lost today. The streak is counted by days, so only today's is left.
    hall.leave(&late, Seat(0), LeaveReason::Resigned).await.unwrap();
    assert_eq!(daily_counts(&hall, "Ann").await, (2, 1, 1, 1));
    let old = hall.daily(games::find("wordle").unwrap(), date(2026, 11, 16), "Ann").await.unwrap();
    assert_eq!((old.stage(), old.counted.unwrap().id), (Stage::Over, late));
}

#[tokio::test]
async fn setting_the_clock_back_gives_no_second_try() {
    set_clock("2026-11-17T10:00:00Z");
    let hall = hall_at(&Store::memory(), 0);
    let lost = play(&hall, "Ann", false).await;
    // One hour earlier it is the same day.
    set_clock("2026-11-17T09:00:00Z");
    assert_eq!(state(&hall, "wordle", "Ann").await.counted.unwrap().id, lost);
    // A second match that another program opened anyway is practice: the times tell which one was first.
    set_clock("2026-11-17T11:00:00Z");
    let puzzle = state(&hall, "wordle", "Ann").await.puzzle().unwrap();
    let second = hall.open_daily(&puzzle.start, hall.today()).await.unwrap();
    hall.sit(&second, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
    guess(&hall, &second, word_of(hall.today())).await;
    assert_eq!(daily_counts(&hall, "Ann").await, (1, 0, 0, 0));
    // Days earlier, that day's daily can be played once, and counts before the later one.
    set_clock("2026-11-15T10:00:00Z");
    play(&hall, "Ann", true).await;
    assert_eq!(state(&hall, "wordle", "Ann").await.stage(), Stage::Over);
    assert_eq!(daily_counts(&hall, "Ann").await, (2, 1, 0, 1));
}

#[tokio::test]
async fn a_traveller_plays_by_local_days_and_each_day_once() {
    let store = Store::memory();
    set_clock("2026-11-16T12:00:00Z");
    let auckland = hall_at(&store, 13);
    assert_eq!(auckland.today(), date(2026, 11, 17));
    let first = play(&auckland, "Ann", true).await;
    // In the west it is still yesterday, and later the same day again.
    let honolulu = hall_at(&store, -10);
    assert_eq!(honolulu.today(), date(2026, 11, 16));
    play(&honolulu, "Ann", true).await;
    set_clock("2026-11-17T12:00:00Z");
    let again = state(&honolulu, "wordle", "Ann").await;
    assert_eq!((again.day, again.counted.unwrap().id), (date(2026, 11, 17), first));
    assert_eq!(daily_counts(&honolulu, "Ann").await, (2, 2, 2, 2));
}

#[tokio::test]
async fn a_loss_ends_a_streak_and_a_missed_day_or_a_hint_does_not() {
    let hall = hall_at(&Store::memory(), 0);
    let mut seen = Vec::new();
    for (day, wins, hint) in [
        ("2026-11-01", true, false),
        ("2026-11-02", true, false),
        ("2026-11-09", true, false),
        ("2026-11-10", true, true),
        ("2026-11-11", true, false),
        ("2026-11-12", false, true),
        ("2026-11-13", true, false),
    ] {
        set_clock(&format!("{day}T12:00:00Z"));
        let id = sit(&hall, "wordle", "Ann").await;
        if hint {
            hall.hint(&id, Seat(0), Default::default()).await.unwrap();
        }
        play(&hall, "Ann", wins).await;
        seen.push(daily_counts(&hall, "Ann").await);
    }
    assert_eq!(
        seen,
        [
            (1, 1, 1, 1),
            (2, 2, 2, 2),
            (3, 3, 3, 3),
            (3, 3, 3, 3),
            (4, 4, 4, 4),
            (4, 4, 0, 4),
            (5, 5, 1, 4),
        ]
    );
    let tallies = hall.tallies(Some("wordle"), "Ann").await.unwrap();
    let hinted = tallies.iter().find(|tally| tally.hinted).unwrap();
    assert_eq!((hinted.played, hinted.won, hinted.mode.daily), (2, 1, true));
}

#[tokio::test]
async fn an_unfinished_daily_keeps_its_place() {
    set_clock("2026-11-16T10:00:00Z");
    let hall = hall_at(&Store::memory(), 0);
    sit(&hall, "wordle", "Ann").await;
    let puzzle = state(&hall, "wordle", "Ann").await.puzzle().unwrap();
    set_clock("2026-11-16T11:00:00Z");
    let second = hall.open_daily(&puzzle.start, hall.today()).await.unwrap();
    hall.sit(&second, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
    guess(&hall, &second, word_of(hall.today())).await;
    assert_eq!(daily_counts(&hall, "Ann").await, (0, 0, 0, 0), "only the first one counts");
    assert_eq!(hall.daily_leaderboard("wordle", hall.today(), "").await.unwrap(), [].into());
}

#[tokio::test]
async fn a_daily_leaderboard_ranks_the_matches_that_count() {
    set_clock("2026-11-16T10:00:00Z");
    for fresh in stores().await {
        let hall = hall_at(&fresh.store, 0);
        for (player, wrong, wins) in [("Ann", 1, true), ("Bo", 0, false), ("Cy", 0, true)] {
            let id = sit(&hall, "wordle", player).await;
            for _ in 0..wrong {
                guess(&hall, &id, "slate").await;
            }
            play(&hall, player, wins).await;
        }
        let board = hall.daily_leaderboard("wordle", hall.today(), "").await.unwrap();
        let places: Vec<_> =
            board.iter().map(|row| (row.place, row.player.as_str(), row.won)).collect();
        assert_eq!(places, [(1, "Cy", true), (2, "Ann", true), (3, "Bo", false)], "{}", fresh.kind);
        let tomorrow = hall.today().tomorrow().unwrap();
        assert_eq!(hall.daily_leaderboard("wordle", tomorrow, "").await.unwrap(), [].into());
    }
}

#[test]
fn a_day_has_only_one_format() {
    assert_eq!(read_day("2026-11-15"), Ok(date(2026, 11, 15)));
    for wrong in ["", "15.11.2026", "2026-1-5", "20261115", "2026-11-31", "today"] {
        assert_eq!(read_day(wrong).unwrap_err().code, "house.setup", "{wrong}");
    }
}

#[tokio::test]
async fn opening_a_daily_again_fills_seats_that_a_crash_left_empty() {
    set_clock("2026-11-15T12:00:00Z");
    let whole = hall_at(&Store::memory(), 0);
    let (id, is_new) =
        whole.open_daily_for(&state(&whole, "junior", "Ann").await, "Ann").await.unwrap();
    assert!(is_new);
    // The same match, with only its opening entry stored.
    let opened = whole.open_daily_for(&state(&whole, "junior", "Bob").await, "Bob").await.unwrap();
    assert_ne!(opened.0, id, "every player has their own match");
    let store = Store::memory();
    let Store::Memory(memory) = &store else { unreachable!() };
    let puzzle = state(&whole, "junior", "Ann").await.puzzle().unwrap();
    let spare = hall_at(&store, 0);
    let copy = spare.open_daily(&puzzle.start, whole.today()).await.unwrap();
    let first = store.load(&copy, 0).await.unwrap().remove(0);
    memory.take(&id, [serde_json::to_string(&first.entry).unwrap()]);
    let hall = hall_at(&store, 0);
    hall.rebuild().await.unwrap();
    for _ in 0..2 {
        let daily = state(&hall, "junior", "Ann").await;
        assert_eq!(hall.open_daily_for(&daily, "Ann").await.unwrap(), (id.clone(), false));
        let seated = state(&hall, "junior", "Ann").await.counted.unwrap();
        assert!(seated.sat.iter().all(Option::is_some), "{:?}", seated.sat);
    }
}
