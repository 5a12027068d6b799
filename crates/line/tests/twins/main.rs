//! Twins: two matches that differ only in what the player may not know must send the same bytes, down
//! the pipe and to whoever watches, until the rules tell them apart. What the rules tell is written
//! here once more, apart from the games.

mod hand;
mod junior;
mod planted;
mod wampus;
mod wizards;
mod wordle;

use engine::{AnyGame, Chance, Seat, Start, Viewer};
use games::GAMES;
use hall::{Hall, Store, Why};
use line::pipe::{self, Eyes};

/// A start for the fewest players the game allows.
fn start(game: &str, set: &[(&str, &str)], seed: u64) -> Start {
    let game = games::find(game).unwrap();
    let set: Vec<_> = set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let settings = game.read(&set).unwrap();
    Start { game, settings, seats: game.info().fewest, words: "en-1".into(), seed }
}

/// The games of a house: the real ones, or those with a planted leak.
type Games = &'static [&'static dyn AnyGame];

/// What the pipe sends, a block for each command: the first holds the greeting and the first update.
fn piped(start: &Start, eyes: Eyes, lines: &[String]) -> Vec<String> {
    piped_by(GAMES, start, eyes, lines)
}

fn piped_by(games: Games, start: &Start, eyes: Eyes, lines: &[String]) -> Vec<String> {
    let hall = Hall::new(games, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (mut output, input) = (Vec::new(), lines.join("\n"));
    runtime.block_on(pipe::run(&hall, start, eyes, None, input.as_bytes(), &mut output)).unwrap();
    let output = String::from_utf8(output).unwrap();
    let mut blocks = Vec::new();
    let mut block = String::new();
    for line in output.lines() {
        block.push_str(line);
        let more = line.starts_with(r#"{"hello""#) || line.starts_with(r#"{"hint""#);
        if !more {
            blocks.push(std::mem::take(&mut block));
        }
    }
    blocks
}

/// What `watch` sends to a viewer, an update for each line that is accepted.
fn watched_by(games: Games, start: &Start, viewer: Viewer, lines: &[String]) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let hall = Hall::new(games, Store::memory());
        let id = hall.open(start).await.unwrap();
        let mut watch = hall.watch(&id, viewer).await.unwrap();
        let mut updates = vec![watch.next().await.unwrap()];
        for line in lines {
            let seen = updates.last().unwrap().seq;
            let (seat, line) = line.split_once(": ").unwrap_or(("0", line));
            let seat = Seat(seat.parse().unwrap());
            let done = match line {
                "/hint" => hall.hint(&id, seat, Default::default()).await.map(drop),
                "/leave" => hall.leave(&id, seat, Why::Resigned).await.map(drop),
                line => hall.act(&id, seat, seen, line).await.map(drop),
            };
            updates.push(match done {
                Ok(()) => watch.next().await.unwrap(),
                Err(_) => hall.look(&id, viewer).await.unwrap(),
            });
        }
        updates.iter().map(|update| serde_json::to_string(update).unwrap()).collect()
    })
}

/// Both twins get these lines; the first `alike` answers (the opening counts as one) must be equal, to
/// seat 0 and to the public.
fn compare(one: &Start, two: &Start, lines: &[String], alike: usize) {
    compare_pipes(GAMES, one, two, lines, alike);
    compare_watches(GAMES, one, two, lines, alike);
}

fn compare_pipes(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    for eyes in [Viewer::Seat(Seat(0)), Viewer::Public].map(Eyes::Fixed) {
        let (ours, theirs) = (piped_by(games, one, eyes, lines), piped_by(games, two, eyes, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "the pipe tells twins apart at {:?}", &lines[..n]);
        }
    }
}

fn compare_watches(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let (ours, theirs) =
            (watched_by(games, one, viewer, lines), watched_by(games, two, viewer, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "watching tells twins apart at {:?}", &lines[..n]);
        }
    }
}
