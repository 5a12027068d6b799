//! Recorded matches, played again move by move: racks, pool, legal letters, points, places and the closing
//! sentence must agree.

use super::*;

const RECORDED: &str = include_str!("recorded.txt");

fn sorted(tiles: &str) -> Vec<char> {
    let mut tiles: Vec<char> = tiles.chars().collect();
    tiles.sort_unstable();
    tiles
}

fn legal(game: &Match<Junior>) -> String {
    let View { legal, must, .. } = game.view(Viewer::Public);
    match must {
        Some(Must::Place) => legal.iter().map(At::to_string).collect::<Vec<_>>().join(","),
        Some(Must::Swap1) => "swap1".into(),
        Some(Must::Swap2) => "swap2".into(),
        None => "nothing".into(),
    }
}

/// One move: `SEAT POOL RACK LEGAL DONE [COMPLETED…]`.
fn play(game: &mut Match<Junior>, line: &str) {
    let parts: Vec<&str> = line.split(' ').collect();
    let [seat, pool, rack, may, done, completed @ ..] = parts.as_slice() else { panic!("{line}") };
    let seat = Seat(seat.parse().unwrap());
    assert_eq!(game.to_act(), Seats::one(seat), "{line}");
    let view = game.view(Viewer::Public);
    assert_eq!(view.pool, pool.parse::<usize>().unwrap(), "{line}");
    assert_eq!(sorted(game.state().rack(seat)), sorted(rack), "{line}");
    let (barred, may): (Vec<&str>, Vec<&str>) = may.split(',').partition(|at| at.starts_with('!'));
    assert_eq!(legal(game), may.join(","), "{line}");
    for at in barred {
        let action = Junior::parse(&view, &at[1..]).unwrap();
        assert_eq!(game.act(seat, action).unwrap_err().code, "junior.two", "{line}");
    }
    let done = if may[0].starts_with("swap") { format!("swap {done}") } else { done.to_string() };
    let action = Junior::parse(&view, &done).unwrap();
    let events = game.act(seat, action).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    let mut words: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::Placed { done, .. } => Some(done),
            _ => None,
        })
        .flatten()
        .map(|&n| game.state().board().words()[usize::from(n)].text.as_str())
        .collect();
    words.sort_unstable();
    let mut completed = completed.to_vec();
    completed.sort_unstable();
    assert_eq!(words, completed, "{line}");
}

#[test]
fn every_recorded_match_is_played_again_move_by_move() {
    let mut played = 0;
    let mut game: Option<Match<Junior>> = None;
    let mut board = "";
    for line in RECORDED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(' ').unwrap() {
            ("board", text) => board = text,
            ("draws", draws) => {
                let (seats, draws) = draws.split_once(' ').unwrap();
                let opened = Match::open(&setup(board, draws), seats.parse().unwrap(), 1, words());
                game = Some(opened.unwrap().0);
            }
            ("=", scores) => {
                let outcome = game.as_ref().unwrap().outcome().unwrap();
                let points: Vec<String> = outcome.scores.iter().map(i64::to_string).collect();
                assert_eq!(points.join(" "), scores);
            }
            ("table", table) => {
                let places = game.as_ref().unwrap().view(Viewer::Public).places.unwrap();
                let label =
                    |label: &str| if label.is_empty() { "-".into() } else { label.to_owned() };
                let rows = places.iter().map(|row| format!("{} {}", label(&row.label), row.seat));
                assert_eq!(rows.collect::<Vec<_>>().join(", "), table);
            }
            ("says", closing) => {
                let game = game.take().unwrap();
                let sentence = tell(game.state(), &Event::Ended {}, Viewer::Public);
                assert_eq!(sentence.as_deref(), Some(closing));
                played += 1;
            }
            _ => play(game.as_mut().unwrap(), line),
        }
    }
    assert_eq!(played, 16);
}
