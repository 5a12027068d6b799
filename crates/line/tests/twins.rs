//! Twins: two matches that differ only in what the player may not know must send the same bytes, down
//! the pipe and to whoever watches, until the rules tell them apart. What the rules tell is written
//! here once more, apart from the games.

use engine::{Chance, Seat, Start, Viewer};
use games::GAMES;
use hall::{Hall, Store, Why};
use line::pipe::{self, Eyes};

fn start(game: &str, set: &[(&str, &str)], seed: u64) -> Start {
    let game = games::find(game).unwrap();
    let set: Vec<_> = set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let settings = game.read(&set).unwrap();
    Start { game, settings, seats: 1, words: "en-1".into(), seed }
}

/// What the pipe sends, a block for each command: the first holds the greeting and the first update.
fn piped(start: &Start, eyes: Eyes, lines: &[String]) -> Vec<String> {
    let hall = Hall::new(GAMES, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (mut output, input) = (Vec::new(), lines.join("\n"));
    runtime.block_on(pipe::run(&hall, start, eyes, input.as_bytes(), &mut output)).unwrap();
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
fn watched(start: &Start, viewer: Viewer, lines: &[String]) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let hall = Hall::new(GAMES, Store::memory());
        let id = hall.open(start).await.unwrap();
        let mut watch = hall.watch(&id, viewer).await.unwrap();
        let mut updates = vec![watch.next().await.unwrap()];
        for line in lines {
            let seen = updates.last().unwrap().seq;
            let done = match line.as_str() {
                "/hint" => hall.hint(&id, Seat(0), Default::default()).await.map(drop),
                "/leave" => hall.leave(&id, Seat(0), Why::Resigned).await.map(drop),
                line => hall.act(&id, Seat(0), seen, line).await.map(drop),
            };
            updates.push(match done {
                Ok(()) => watch.next().await.unwrap(),
                Err(_) => hall.look(&id, viewer).await.unwrap(),
            });
        }
        updates.iter().map(|update| serde_json::to_string(update).unwrap()).collect()
    })
}

/// Both twins get these lines; the first `alike` answers (the opening counts as one) must be equal.
fn compare(one: &Start, two: &Start, lines: &[String], alike: usize) {
    for eyes in [Eyes::Acting, Eyes::Fixed(Viewer::Public)] {
        let (ours, theirs) = (piped(one, eyes, lines), piped(two, eyes, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "the pipe tells twins apart at {:?}", &lines[..n]);
        }
    }
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let (ours, theirs) = (watched(one, viewer, lines), watched(two, viewer, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "watching tells twins apart at {:?}", &lines[..n]);
        }
    }
}

mod wordle {
    use super::*;

    /// The newspaper's marking and the document's, as a table of counts.
    fn marks(word: &[u8], guess: &[u8], strict: bool) -> Vec<u8> {
        let count = |list: &[u8], letter| list.iter().filter(|&&other| other == letter).count();
        let right =
            |letter| word.iter().zip(guess).filter(|&(a, b)| a == b && *b == letter).count();
        (0..word.len())
            .map(|at| {
                let letter = guess[at];
                let held = count(word, letter);
                let before = (0..at).filter(|&i| guess[i] == letter && word[i] != letter).count();
                match () {
                    () if word[at] == letter => b'G',
                    () if held == 0 => b'-',
                    () if strict && right(letter) + before >= held => b'-',
                    () if !strict && held == 1 && right(letter) == 1 => b'-',
                    () => b'Y',
                }
            })
            .collect()
    }

    /// The hidden word, told when the player gives up.
    fn hidden(start: &Start) -> Vec<u8> {
        let end = piped(start, Eyes::Acting, &["/leave".into()]).pop().unwrap();
        let (_, rest) = end.split_once(r#""answer":""#).unwrap();
        rest.split('"').next().unwrap().as_bytes().to_vec()
    }

    #[test]
    fn twins_look_alike_until_a_guess_tells_them_apart() {
        const GUESSES: &[&str] = &[
            "speed", "crane", "llama", "moist", "fuzzy", "jumbo", "vivid", "pygmy", "eerie",
            "queue", "slate", "round", "whack", "blimp", "toxic",
        ];
        let mut long = 0;
        for seed in 0..500u64 {
            let strict = seed % 2 == 1;
            let marking = if strict { "strict" } else { "lenient" };
            let hard = if seed % 3 == 0 { "true" } else { "false" };
            let set = [("marking", marking), ("hard", hard)];
            let twins = [start("wordle", &set, seed), start("wordle", &set, seed + 1_000)];
            let [one, two] = [hidden(&twins[0]), hidden(&twins[1])];
            let mut chance = Chance::new(seed, 99);
            let (mut lines, mut alike) = (Vec::new(), None);
            for _ in 0..6 {
                // Of a few guesses take one that does not tell them apart, if there is one.
                let guesses: Vec<_> = (0..8).map(|_| *chance.pick(GUESSES).unwrap()).collect();
                let same = |guess: &&str| {
                    marks(&one, guess.as_bytes(), strict) == marks(&two, guess.as_bytes(), strict)
                };
                let guess = guesses.iter().find(|guess| same(guess)).unwrap_or(&guesses[0]);
                lines.push(format!("guess {guess}"));
                if alike.is_none() && !same(guess) {
                    alike = Some(lines.len());
                }
                lines.push("guess qqqqq".into());
            }
            // Hints are made from the view, so they look alike too. They take time: one will do.
            lines.insert(4, "/hint".into());
            if let Some(alike) = alike.as_mut().filter(|alike| **alike > 4) {
                *alike += 1;
            }
            // A loss tells the word: the last guess is never alike.
            let alike = alike.unwrap_or(lines.len() - 1);
            long += usize::from(alike > 5);
            compare(&twins[0], &twins[1], &lines, alike);
        }
        assert!(long > 50, "only {long} pairs stayed alike for two guesses and a hint");
    }

    #[test]
    fn a_challenge_hides_its_word() {
        for (one, two) in [("brown", "slump"), ("zzzzz", "vwxyz")] {
            let twins = [one, two].map(|word| start("wordle", &[("word", word)], 1));
            let lines: Vec<String> =
                ["/hint", "guess abc", "guess", "grab", "/ticket"].map(Into::into).into();
            compare(&twins[0], &twins[1], &lines, lines.len() + 1);
            for block in piped(&twins[0], Eyes::Acting, &lines) {
                assert!(!block.to_lowercase().contains(one), "{block}");
            }
        }
    }
}

mod wampus {
    use super::*;

    /// What the rules let a player know after each line, worked out plainly from the board.
    struct Oracle {
        board: Vec<(char, usize)>,
        visited: Vec<usize>,
        agent: usize,
        arrow: bool,
        score: i32,
        over: bool,
        told: String,
        fog: &'static str,
    }

    impl Oracle {
        fn new(layout: &str, fog: &'static str) -> Oracle {
            let cells = layout.chars().filter(|&c| c != ':').enumerate();
            let board: Vec<_> = cells.filter(|(_, c)| *c != '.').map(|(at, c)| (c, at)).collect();
            let agent = board.iter().find(|(c, _)| *c == 'A').unwrap().1;
            let visited = vec![agent];
            let told = String::new();
            Oracle { board, visited, agent, arrow: true, score: 0, over: false, told, fog }
        }

        fn at(&self, what: char) -> Option<usize> {
            self.board.iter().find(|(c, _)| *c == what).map(|(_, at)| *at)
        }

        fn contents(&self, cell: usize) -> String {
            let near =
                |other: usize| (cell % 4).abs_diff(other % 4) + (cell / 4).abs_diff(other / 4) == 1;
            let mut text: String = "WPGE".chars().filter(|&c| self.at(c) == Some(cell)).collect();
            text.extend(self.at('W').filter(|&w| near(w)).map(|_| 's'));
            text.extend(self.at('P').filter(|&p| near(p)).map(|_| 'b'));
            text
        }

        fn next(cell: usize, way: &str) -> Option<usize> {
            match way {
                "up" => cell.checked_sub(4),
                "down" => Some(cell + 4).filter(|&to| to < 16),
                "left" => (!cell.is_multiple_of(4)).then(|| cell - 1),
                _ => (cell % 4 < 3).then(|| cell + 1),
            }
        }

        fn act(&mut self, line: &str) {
            self.told.clear();
            if self.over {
                return;
            }
            match line.split_once(' ') {
                Some(("move", way)) => {
                    self.score -= 1;
                    if let Some(to) = Self::next(self.agent, way) {
                        self.agent = to;
                        self.visited.push(to);
                        self.over = "WPE".chars().any(|c| self.at(c) == Some(to));
                    }
                }
                Some((_, way)) if self.arrow => {
                    self.score -= 1;
                    self.arrow = false;
                    let mut cell = self.agent;
                    while let Some(to) = Self::next(cell, way) {
                        cell = to;
                        if self.at('W') == Some(to) {
                            self.score += 100;
                            self.board.retain(|(c, _)| *c != 'W');
                            self.told = format!("killed at {to}");
                        }
                    }
                }
                None if self.at('G') == Some(self.agent) => {
                    self.score += 999;
                    self.board.retain(|(c, _)| *c != 'G');
                }
                _ => {}
            }
        }

        fn known(&self) -> String {
            let seen: Vec<_> = (0..16)
                .map(|cell| match self.over || self.fog == "open" || self.visited.contains(&cell) {
                    true => self.contents(cell),
                    false if self.fog == "exit" && self.at('E') == Some(cell) => "exit".into(),
                    false => "?".into(),
                })
                .collect();
            format!(
                "{seen:?} {} {} {} {} {}",
                self.agent, self.arrow, self.score, self.over, self.told
            )
        }
    }

    #[test]
    fn twins_look_alike_until_the_cave_tells_them_apart() {
        let mut long = [0, 0, 0];
        for (fog_no, fog) in ["dark", "exit", "open"].into_iter().enumerate() {
            for seed in 0..400 {
                let mut chance = Chance::new(seed, 7);
                let mut cells: Vec<char> = "AWPGE...........".chars().collect();
                chance.shuffle(&mut cells);
                let mut other = cells.clone();
                // Move one hidden thing elsewhere. In the open only the seed is hidden.
                let movable = if fog == "dark" { "WPGE" } else { "WPG" };
                let what = movable.chars().nth(chance.index(movable.len())).unwrap();
                let from = other.iter().position(|&c| c == what).unwrap();
                let free: Vec<_> = (0..16).filter(|&at| other[at] == '.').collect();
                if fog != "open" {
                    other.swap(from, *chance.pick(&free).unwrap());
                }
                let layout = |cells: &[char]| {
                    let rows: Vec<String> =
                        cells.chunks(4).map(|row| row.iter().collect()).collect();
                    rows.join(":")
                };
                let layouts = [layout(&cells), layout(&other)];
                let twins = [0, 1].map(|twin| {
                    let set = [("fog", fog), ("layout", layouts[twin].as_str())];
                    start("wampus", &set, seed + 1_000 * twin as u64)
                });
                let mut oracles = layouts.each_ref().map(|layout| Oracle::new(layout, fog));
                let (mut lines, mut alike) = (Vec::<String>::new(), None);
                if oracles[0].known() != oracles[1].known() {
                    alike = Some(0);
                }
                for _ in 0..12 {
                    const WAYS: [&str; 4] = ["up", "right", "down", "left"];
                    let way = *chance.pick(&WAYS).unwrap();
                    let line = match chance.below(12) {
                        0 => format!("shoot {way}"),
                        1 => "grab".into(),
                        2 => "/hint".into(),
                        _ => format!("move {way}"),
                    };
                    if line != "/hint" {
                        oracles.iter_mut().for_each(|oracle| oracle.act(&line));
                    }
                    lines.push(line);
                    if alike.is_none() && oracles[0].known() != oracles[1].known() {
                        alike = Some(lines.len());
                    }
                }
                let alike = alike.unwrap_or(lines.len() + 1);
                // When it is over, the layout and the ticket are told: compare what came before.
                let over = {
                    let mut oracle = Oracle::new(&layouts[0], fog);
                    let ends = lines.iter().position(|line| {
                        if line != "/hint" {
                            oracle.act(line);
                        }
                        oracle.over
                    });
                    ends.map_or(lines.len() + 1, |at| at + 1)
                };
                let alike = alike.min(over);
                long[fog_no] += usize::from(alike > 5);
                compare(&twins[0], &twins[1], &lines, alike);
            }
        }
        assert!(long.iter().all(|&count| count > 60), "too few pairs stayed alike: {long:?}");
    }
}
