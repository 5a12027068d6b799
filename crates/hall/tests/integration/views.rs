//! A view is built once for each viewer and move, however many connections, hints and previews ask for it.

use engine::{
    AnyGame, Bot, Budget, Choice, Cx, Draft, Erased, Face, Game, Hint, Info, Key, Keys, Minds,
    Outcome, Refusal, Scene, Seat, Seats, Start, Viewer,
};
use hall::{Hall, LeaveReason, MatchId, MatchStatus, Occupant, Store, Watch};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Mutex;

/// How often [`Game::view`] has run: by the number of seats, the number of moves, and the viewer.
type Counts = Option<HashMap<(u8, u64, Viewer), u32>>;

static BUILT: Mutex<Counts> = Mutex::new(None);

/// The same for matches that were replayed from their written entries, as the debug check of the log does.
static REPLAYED: Mutex<Counts> = Mutex::new(None);

/// A game that counts its views. The seats take turns, and a match ends after [`MOVES`] moves.
struct Counting;

const MOVES: u64 = 6;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Setup {}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[];
}

#[derive(Clone, PartialEq, Debug)]
struct State {
    seats: u8,
    moves: u64,
    replayed: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Event {
    Dealt,
    Went {
        /// An event that was read from JSON isn't new.
        #[serde(skip)]
        new: bool,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct View {
    moves: u64,
}

impl Game for Counting {
    const INFO: Info = Info {
        id: "counting",
        name: "Counting",
        rules: 1,
        fewest: 1,
        most: 4,
        blurb: "",
        manual: "",
        terminal_help: "",
        page_help: "",
        codes: &[],
        listed: false,
    };
    type Setup = Setup;
    type State = State;
    type Action = ();
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        vec![("daily", Setup {})]
    }

    fn blank(_: &Setup, seats: u8) -> Result<State, Refusal> {
        Ok(State { seats, moves: 0, replayed: false })
    }

    fn deal(draft: &mut Draft<Self>, _: &mut Cx) -> Result<(), Refusal> {
        draft.emit(Event::Dealt);
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, (): (), _: &mut Cx) -> Result<(), Refusal> {
        draft.emit(Event::Went { new: true });
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, _: &mut Cx) {
        draft.emit(Event::Went { new: true });
    }

    fn apply(state: &mut State, event: &Event) {
        if let Event::Went { new } = event {
            state.moves += 1;
            state.replayed = !new;
        }
    }

    fn to_act(state: &State) -> Seats {
        match state.moves < MOVES {
            true => Seats::one(Seat((state.moves % u64::from(state.seats)) as u8)),
            false => Seats::NONE,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let scores = vec![0; usize::from(state.seats)];
        (state.moves >= MOVES).then_some(Outcome { scores, winners: Vec::new() })
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let counts = if state.replayed { &REPLAYED } else { &BUILT };
        let key = (state.seats, state.moves, viewer);
        *counts.lock().unwrap().get_or_insert_default().entry(key).or_default() += 1;
        View { moves: state.moves }
    }
}

impl Face for Counting {
    fn scene(_: &View) -> Scene {
        let go = Choice { line: "go".into(), label: "Go".into(), key: None, cell: None };
        Scene { panes: Vec::new(), choices: vec![go], asks: Vec::new() }
    }

    fn parse(_: &View, line: &str) -> Result<(), Refusal> {
        match line {
            "go" => Ok(()),
            _ => Err(Refusal::game("counting.line", "Type go.")),
        }
    }

    fn line((): &()) -> String {
        "go".into()
    }

    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        vec![format!("{typed} after {}", view.moves)]
    }

    fn progress(view: &View) -> String {
        format!("{} of {MOVES}", view.moves)
    }

    fn tell(after: &State, _: &Event, _: Viewer) -> Option<String> {
        Some(format!("{}.", after.moves))
    }
}

impl Minds for Counting {
    const BOTS: &'static [(&'static str, Bot<Self>)] = &[("random", go), ("sensible", go)];

    fn hint(_: &View, _: &mut Cx) -> Option<Hint> {
        Some(Hint { line: "go".into(), why: "There is nothing else.".into() })
    }
}

fn go(_: &View, _: &mut Cx) {}

static COUNTING: &[&dyn AnyGame] = &[&Erased::<Counting>::new()];

/// How often each view of a match with this many seats was built.
fn built(seats: u8) -> HashMap<(u64, Viewer), u32> {
    let built = BUILT.lock().unwrap().clone().unwrap_or_default();
    let own = built.into_iter().filter(|((of, ..), _)| *of == seats);
    own.map(|((_, moves, viewer), count)| ((moves, viewer), count)).collect()
}

async fn open(hall: &Hall, seats: u8) -> MatchId {
    let game = COUNTING[0];
    let settings = game.read(&[]).unwrap();
    let words = words::Lexicon::builtin().id().to_owned();
    hall.open(&Start { game, settings, seats, words, seed: 1 }).await.unwrap()
}

#[tokio::test]
async fn a_view_is_built_once_for_each_viewer_and_move() {
    let hall = Hall::new(COUNTING, Store::memory());
    let id = open(&hall, 3).await;
    // Two connections for each viewer, and a follower of the table, who needs no view.
    let viewers: Vec<Viewer> = Viewer::all(3).collect();
    let mut watches: Vec<Watch> = Vec::new();
    for viewer in viewers.iter().chain(&viewers) {
        watches.push(hall.watch(&id, *viewer).await.unwrap());
    }
    let mut follower = hall.watch(&id, Viewer::Public).await.unwrap();
    for (seat, name) in (0..).map(Seat).zip(["Ann", "Bob", "Cyd"]) {
        hall.sit(&id, seat, Occupant::Player(name.into())).await.unwrap();
    }
    while !follower.changed().await.unwrap().over {
        for watch in &mut watches {
            watch.next().await.unwrap();
        }
        let seat = hall.acting(&id).await.unwrap();
        let seen = hall.status(&id).await.unwrap().seq;
        assert_eq!(hall.preview(&id, seat, "g").await.unwrap().len(), 1);
        assert_eq!(hall.act(&id, seat, seen, "stay").await.unwrap_err().text, "Type go.");
        assert!(hall.hint(&id, seat, Budget::default()).await.unwrap().is_some());
        hall.look(&id, Viewer::Seat(seat)).await.unwrap();
        assert!(hall.progress(&id, seat).await.unwrap().ends_with(" of 6"));
        match seat {
            Seat(2) => hall.bot(&id, seat, "sensible", Budget::default()).await.unwrap(),
            _ => hall.act(&id, seat, seen, "go").await.unwrap(),
        };
    }
    for watch in &mut watches {
        assert!(watch.next().await.unwrap().over.is_some());
    }
    let once = (0..=MOVES).flat_map(|moves| viewers.iter().map(move |&viewer| (moves, viewer)));
    assert_eq!(built(3), once.map(|key| (key, 1)).collect());
    // The debug check has a match of its own, which follows the same rule.
    let replayed = REPLAYED.lock().unwrap().clone().unwrap_or_default();
    assert!(replayed.iter().all(|((seats, ..), count)| *seats != 3 || *count == 1));
}

#[tokio::test]
async fn alone_in_a_match_the_player_and_the_public_share_a_view_but_not_the_choices() {
    let hall = Hall::new(COUNTING, Store::memory());
    let id = open(&hall, 1).await;
    hall.sit(&id, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
    let own = hall.look(&id, Viewer::Seat(Seat(0))).await.unwrap();
    let public = hall.look(&id, Viewer::Public).await.unwrap();
    let choices = [own, public].map(|update| update.scene.by_seat().choices.len());
    assert_eq!(choices, [1, 0]);
    hall.leave(&id, Seat(0), LeaveReason::Resigned).await.unwrap();
    hall.look(&id, Viewer::Public).await.unwrap();
    let counts = built(1);
    assert_eq!(counts.get(&(0, Viewer::Seat(Seat(0)))), Some(&1));
    assert!(counts.iter().all(|((_, viewer), count)| *viewer != Viewer::Public && *count == 1));
}

#[tokio::test]
async fn noticing_a_change_takes_no_sentence_from_the_next_update() {
    let hall = Hall::new(COUNTING, Store::memory());
    let id = open(&hall, 2).await;
    let mut watch = hall.watch(&id, Viewer::Public).await.unwrap();
    assert_eq!(watch.changed().await, Some(MatchStatus { seq: 0, over: false }));
    for seq in 0..MOVES {
        hall.act(&id, Seat((seq % 2) as u8), seq, "go").await.unwrap();
    }
    assert_eq!(watch.changed().await, Some(MatchStatus { seq: MOVES, over: true }));
    assert_eq!(hall.status(&id).await, Ok(MatchStatus { seq: MOVES, over: true }));
    let update = watch.next().await.unwrap();
    let said: Vec<String> = update.said.iter().map(|text| text.by_seat()).collect();
    assert_eq!(said, ["0.", "1.", "2.", "3.", "4.", "5.", "6."]);
    // An update is noticed too.
    let again = tokio::time::timeout(std::time::Duration::from_millis(20), watch.changed());
    assert!(again.await.is_err());
}
