//! Random words from `fill`.

use super::*;
use crate::board::Rating;

fn filled(setup: &Setup, count: u16, seed: u64) -> View {
    let mut game = Match::<Builder>::open(setup, 1, seed, english()).unwrap().0;
    game.act(Seat(0), Action::Fill(count)).unwrap();
    game.view(Viewer::Public)
}

fn board(view: &View) -> Board {
    view.board().unwrap()
}

#[test]
fn added_words_are_common_suitable_different_and_legal() {
    let english = english();
    for seed in 0..20 {
        let view = filled(&sized(12, 12), 15, seed);
        assert_eq!(view.words.len(), 15);
        assert_eq!(view.problems, [""; 0]);
        let mut board = Board::new(12, 12).unwrap();
        for word in &view.words {
            assert_eq!(board.accepts(word), Ok(()), "{word} on\n{board}");
            board.add(word.clone()).unwrap();
            let text = word.text.to_lowercase();
            assert!(english.common(&text) && english.fit(&text), "{word}");
        }
        let mut texts: Vec<_> = view.words.iter().map(|word| &word.text).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 15);
    }
}

#[test]
fn words_cross_as_long_as_possible() {
    let view = filled(&sized(15, 15), 20, 4);
    let letters: usize = view.words.iter().map(|word| word.text.len()).sum();
    // Every word but the first crosses at least one other.
    assert!(letters - view.letters_count >= 19, "{view:?}");
}

#[test]
fn filled_boards_are_connected_and_well_crossed() {
    let boards: Vec<Board> = (0..60).map(|seed| board(&filled(&sized(15, 15), 32, seed))).collect();
    let ratings: Vec<Rating> = boards.iter().map(Board::rating).collect();
    assert!(ratings.iter().all(|rating| rating.pieces == 1 && rating.words == 32), "{ratings:?}");
    // 31 crossings would be enough to connect the words; these boards have many more.
    let crossings: usize = ratings.iter().map(|rating| rating.crossings).sum();
    assert!(crossings >= 60 * 42, "{ratings:?}");
}

#[test]
fn filling_is_one_change_and_depends_on_the_seed() {
    assert_eq!(filled(&sized(10, 10), 5, 7), filled(&sized(10, 10), 5, 7));
    assert_ne!(filled(&sized(10, 10), 5, 7), filled(&sized(10, 10), 5, 8));
    let mut bench = Bench::open(&sized(10, 10));
    bench.play(&["put Aa H CAT", "fill 6", "undo"]);
    assert_eq!(bench.words(), ["CAT"]);
    bench.play(&["redo"]);
    assert_eq!(bench.words().len(), 7);
}

#[test]
fn filling_adds_what_fits_and_is_refused_when_nothing_does() {
    // First all words that cross, however many are asked for; then single islands; then nothing.
    let mut bench = Bench::open(&sized(6, 6));
    bench.play(&["fill 400"]);
    let together = bench.words().len();
    assert!((3..36).contains(&together), "{together}");
    assert_eq!(board(&bench.view()).rating().pieces, 1);
    let refusal = (0..36).find_map(|_| bench.0.act(Seat(0), Action::Fill(1)).err()).unwrap();
    assert_eq!(refusal.code, "builder.none");
    assert_eq!(refusal.text, "No more words fit on this board; remove one, or save it.");
    assert_eq!(Bench::open(&sized(1, 1)).refused("fill 1").code, "builder.none");
    // If no word can cross the others, one stands alone.
    let mut bench = Bench::open(&sized(3, 5));
    bench.play(&["put Aa H VIVID", "fill 1"]);
    assert_eq!(bench.words().len(), 2);
}

#[test]
fn all_words_of_a_players_own_list_are_used() {
    let list = Arc::new(Lexicon::from_words(["zq", "qz"]));
    let mut game = Match::<Builder>::open(&sized(5, 5), 1, 1, list).unwrap().0;
    game.act(Seat(0), Action::Fill(9)).unwrap();
    let view = game.view(Viewer::Public);
    assert_eq!(view.words.len(), 2);
    assert_eq!(view.letters_count, 3);
}

#[test]
fn only_filling_is_costly() {
    let is_costly = |game: &str, line: &str| {
        let game = crate::find(game).unwrap();
        let words = std::sync::Arc::new(words::Lexicon::builtin().clone());
        let opened = game.open(&game.read(&[]).unwrap(), game.info().fewest, 1, words).unwrap();
        opened.next.is_costly(line)
    };
    assert!(is_costly("builder", "fill 60") && is_costly("builder", "FILL 3"));
    for line in ["undo", "put Aa H FILL", "fil", "", "\u{e9}\u{e9}\u{e9}"] {
        assert!(!is_costly("builder", line), "{line}");
    }
    assert!(!is_costly("wordle", "fill"));
}
