//! The bodies of the fuzz targets: they take any bytes and check what must hold. The targets run them on new bytes, and
//! `tests/corpus.rs` runs them on the stored inputs with stable Rust.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

mod socket;

use engine::seal::SealKey;
use engine::{Seat, Ticket, Viewer};
use games::GAMES;
use games::board::ParsedBoard;
use hall::store::Memory;
use hall::{Hall, MatchFilter, MatchId, Store};
use line::LineError;
use line::pipe::{self, PipeViewer};
pub use socket::socket;
use std::sync::Arc;
use words::{Lexicon, Pattern, Rack};

/// The first byte picks the game, the second the viewer, the setup and the seats, the third the seed; the rest is input
/// of the pipe. Every line gets exactly one answer, or a hint and an update.
pub fn pipe(bytes: &[u8]) {
    let [game, viewer, seed, input @ ..] = bytes else { return };
    let game = GAMES[usize::from(*game) % GAMES.len()];
    let info = game.info();
    let presets = game.presets().expect("its presets are setups");
    let start = engine::Start {
        game,
        settings: presets[usize::from(*viewer / 2) % presets.len()].1.clone(),
        seats: info.fewest + (viewer / 32) % (info.most - info.fewest + 1),
        words: "en-1".into(),
        seed: u64::from(*seed),
    };
    let eyes = if viewer % 2 == 0 { PipeViewer::Acting } else { PipeViewer::Fixed(Viewer::Public) };
    let hall = Hall::new(GAMES, Store::memory());
    let mut output = Vec::new();
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
    let run = runtime.block_on(pipe::run(&hall, &start, eyes, None, input, &mut output));
    match run {
        Ok(()) => {}
        // A board may be too small for so many.
        Err(LineError::Refused(refusal)) if refusal.code == "house.setup" => return,
        Err(error) => panic!("the pipe ended early: {error:?}"),
    }
    let output = String::from_utf8(output).expect("what goes out is UTF-8");
    let answers = output.lines().skip(2).filter(|line| !line.starts_with(r#"{"hint":"#)).count();
    let lines = input.split(|&byte| byte == b'\n').count() - usize::from(input.ends_with(b"\n"));
    let lines = if input.is_empty() { 0 } else { lines };
    assert_eq!(answers, lines, "not one answer for each line");
    assert!(!output.contains("house.broken"), "a game panicked: {output}");
}

/// Any text is a ticket or is refused; the ticket of the parsed start leads to the same start.
pub fn ticket(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(ticket) = text.parse::<Ticket>() else { return };
    let Ok(start) = ticket.start(GAMES, &SealKey::OPEN, |_, _| None) else { return };
    let written = start.ticket(&SealKey::OPEN);
    // The ticket names a long value by its hash.
    let long = start.long_values();
    let value = |_: &str, hash: &str| {
        long.iter().find(|(known, _)| known == hash).map(|(_, value)| value.clone())
    };
    let again: Ticket = written.parse().expect("what we write, we read");
    let again = again.start(GAMES, &SealKey::OPEN, value).expect("and it is a start");
    assert_eq!(again.ticket(&SealKey::OPEN), written);
    assert_eq!(again.settings, start.settings);
}

/// Any text is a board or is refused with a line number; a board survives being written and read.
pub fn board(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<ParsedBoard>() {
        Ok(ParsedBoard { board, .. }) => {
            let again: ParsedBoard = board.to_string().parse().expect("what we write, we read");
            assert_eq!(again.board, board);
            assert!(again.notes.is_empty(), "{:?}", again.notes);
        }
        Err(error) => assert!(error.line >= 1 && error.text.len() < 400, "{error}"),
    }
}

/// Lines of the Builder on a small board: after each of them the board is valid, and a saved board can be read.
pub fn builder(bytes: &[u8]) {
    let builder = games::find("builder").expect("there is a builder");
    let size = [("rows".to_owned(), "8".to_owned()), ("cols".to_owned(), "8".to_owned())];
    let settings = builder.read(&size).expect("8 is a size");
    let words = Arc::new(Lexicon::builtin().clone());
    let mut game = builder.open(&settings, 1, 1, words).expect("it opens").next;
    // A line may fill the board, which is slow, so a few dozen lines are enough.
    for line in bytes.split(|&byte| byte == b'\n').take(40) {
        let Ok(line) = engine::line::clean(line) else { continue };
        match game.act(Seat(0), &line) {
            Ok(step) => game = step.next,
            Err(refusal) => assert!(!refusal.text.is_empty()),
        }
        if game.outcome().is_some() {
            break;
        }
    }
    game.view(Viewer::Public);
    game.scene(Viewer::Public);
}

/// The first byte picks the game, the second whether its log starts correctly; each further line is an entry as a store
/// may return it. The log is read or reported as damaged, and no other match is affected.
pub fn log(bytes: &[u8]) {
    let [game, whole, rest @ ..] = bytes else { return };
    let game = GAMES[usize::from(*game) % GAMES.len()];
    let settings = game.read(&[]).expect("it has defaults");
    let (seats, words) = (game.info().fewest, "en-1".to_owned());
    let start = engine::Start { game, settings, seats, words, seed: 1 };
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
    runtime.block_on(async {
        let memory = Memory::default();
        let store = Store::Memory(memory.clone());
        let first = Hall::new(GAMES, store.clone());
        let good = first.open(&start).await.expect("it opens");
        let opened = store.load(&good, 0).await.expect("it is there");
        let opened = (whole % 2 == 0).then(|| line_of(&opened[0].entry));
        let lines = rest.split(|&byte| byte == b'\n').take(500);
        let lines = lines.map(|line| String::from_utf8_lossy(line).into_owned());
        let bad = MatchId("BAD".into());
        memory.take(&bad, opened.into_iter().chain(lines));

        let hall = Hall::new(GAMES, store);
        let replayed = hall.replay(&bad, Viewer::Public).await;
        let looked = hall.look(&bad, Viewer::Public).await;
        let rebuilt = hall.rebuild().await.expect("the store is well");
        let damaged: Vec<_> = rebuilt.damaged.iter().map(|(id, _)| id).collect();
        match looked {
            Ok(update) => {
                assert!(
                    replayed.is_err()
                        || replayed.is_ok_and(|all| all.len() as u64 == update.seq + 1)
                );
                assert!(damaged.is_empty());
            }
            Err(refusal) => {
                let known = ["house.broken", "house.setup"];
                assert!(
                    known.contains(&refusal.code.as_str()) && !refusal.text.is_empty(),
                    "{refusal}"
                );
                if !damaged.is_empty() {
                    assert_eq!(damaged, [&bad]);
                }
            }
        }
        let act = hall.act(&bad, Seat(0), 0, "x").await;
        assert!(act.is_ok() || act.is_err_and(|refusal| !refusal.text.is_empty()));
        hall.look(&good, Viewer::Public).await.expect("the other match is well");
    });
}

/// Any text is a .play file or is refused with a sentence, and then nothing is stored; an imported match can be exported
/// and imported again.
pub fn play(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Filling a board is slow, so a few dozen lines are enough.
    let limit = if text.starts_with("builder") { 40 } else { 2_000 };
    let text: String = text.split_inclusive('\n').take(limit).collect();
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
    runtime.block_on(async {
        let hall = Hall::new(GAMES, Store::memory());
        let id = match hall.import(&text).await {
            Ok(id) => id,
            Err(refusal) => {
                assert!(!refusal.text.is_empty() && refusal.code != "house.broken", "{refusal}");
                let kept = hall.matches(&MatchFilter::all()).await.expect("memory is well");
                assert_eq!(kept.len(), 0, "what was refused is kept: {refusal}");
                return;
            }
        };
        let written = match hall.export(&id).await {
            Ok(written) => written,
            Err(refusal) => return assert_eq!(refusal.code, "house.secret", "{refusal}"),
        };
        let elsewhere = Hall::new(GAMES, Store::memory());
        let again = elsewhere.import(&written).await.expect("what we write, we read");
        assert_eq!(elsewhere.export(&again).await.expect("it is over"), written);
    });
}

fn line_of(entry: &hall::Entry) -> String {
    serde_json::to_string(entry).expect("an entry can be written")
}

/// Any bytes are a word list or are refused; every lookup finds the words of the list.
pub fn list(bytes: &[u8]) {
    let Ok(list) = Lexicon::read(bytes) else { return };
    let words = &list.lexicon;
    let mut count = 0;
    words.for_each(|word| {
        count += 1;
        if count % 97 != 1 {
            return;
        }
        assert!(words.has(word.text));
        assert_eq!(words.word(word.index).as_deref(), Some(word.text));
        let rack = Rack::new(word.text, 0).expect("a word is a rack");
        assert!(rack.covers(word.text));
        let pattern: Pattern = word.text.parse().expect("a word is a pattern");
        assert!(pattern.fits(word.text));
    });
    assert_eq!(count, words.len());
}

/// Any text may be in a player's settings and notes files.
pub fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    assert!(tui::reads_the_same(text), "{text}");
}
