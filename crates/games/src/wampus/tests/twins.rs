//! Twins: two caves that differ only in what the player may not know must produce the same output, byte for
//! byte, until the rules reveal a difference. An oracle that shares no code with the game decides when.

use super::*;
use engine::Chance;
use serde_json::Value;
use std::collections::BTreeMap;

type Square = (i32, i32);

const CELLS: [Square; 16] = {
    let mut cells = [(0, 0); 16];
    let mut n = 0;
    while n < 16 {
        cells[n] = (n as i32 / 4, n as i32 % 4);
        n += 1;
    }
    cells
};

/// A second implementation of the rules, which returns what each line reveals.
#[derive(Clone)]
struct Oracle {
    fog: &'static str,
    agent: Square,
    /// Where `W`, `P`, `G` and `E` are.
    things: BTreeMap<char, Square>,
    visited: Vec<Square>,
    arrow: bool,
    over: bool,
}

impl Oracle {
    fn new(layout: &str, fog: &'static str) -> Oracle {
        let mut things: BTreeMap<char, Square> =
            layout.chars().filter(|&c| c != ':').zip(CELLS).filter(|(c, _)| *c != '.').collect();
        let agent = things.remove(&'A').unwrap();
        Oracle { fog, agent, things, visited: vec![agent], arrow: true, over: false }
    }

    fn at(&self, thing: char, cell: Square) -> bool {
        self.things.get(&thing) == Some(&cell)
    }

    /// The initials of the things in a cell.
    fn cell(&self, cell: Square) -> String {
        let beside = |thing| match self.things.get(thing) {
            Some(&(row, col)) => (row - cell.0).abs() + (col - cell.1).abs() == 1,
            None => false,
        };
        let mut text = String::new();
        text.extend((self.agent == cell).then_some('A'));
        text.extend(['W', 'P', 'G', 'E'].iter().filter(|thing| self.at(**thing, cell)));
        text.extend(beside(&'W').then_some('s'));
        text.extend(beside(&'P').then_some('b'));
        if text.is_empty() { "-".into() } else { text }
    }

    /// The revealed cells, in the format of [`Hunt::map`].
    fn map(&self) -> String {
        let cell = |&cell: &Square| match self.fog {
            _ if self.over || self.visited.contains(&cell) => self.cell(cell),
            "open" => self.cell(cell),
            "exit" if self.at('E', cell) => "E".into(),
            _ => "?".into(),
        };
        let row = |row: &[Square]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        CELLS.chunks(4).map(row).collect::<Vec<_>>().join(" / ")
    }

    /// Plays a line and returns what it reveals.
    fn act(&mut self, line: &str) -> String {
        let news = self.news(line);
        format!("{news}; {}", self.map())
    }

    fn news(&mut self, line: &str) -> String {
        if self.over {
            return "over".into();
        }
        let (row, col) = match line.split(' ').next_back() {
            Some("up") => (-1, 0),
            Some("down") => (1, 0),
            Some("left") => (0, -1),
            Some("right") => (0, 1),
            _ => (0, 0),
        };
        let next = |at: Square| Some((at.0 + row, at.1 + col)).filter(|at| CELLS.contains(at));
        if line == "grab" {
            if !self.at('G', self.agent) {
                return "nothing to grab".into();
            }
            self.things.remove(&'G');
            return "grabbed".into();
        }
        if line.starts_with("shoot") {
            if !self.arrow {
                return "no arrow".into();
            }
            self.arrow = false;
            let mut at = next(self.agent);
            while let Some(cell) = at {
                if self.at('W', cell) {
                    self.things.remove(&'W');
                    return format!("killed at {cell:?}");
                }
                at = next(cell);
            }
            return "missed".into();
        }
        let Some(to) = next(self.agent) else { return "bumped".into() };
        self.agent = to;
        self.visited.push(to);
        self.over = ['W', 'P', 'E'].iter().any(|&thing| self.at(thing, to));
        "moved".into()
    }

    /// What the opening and then each of these lines reveals.
    fn trace(mut self, lines: &[&str]) -> impl Iterator<Item = String> {
        let opening = self.map();
        [opening].into_iter().chain(lines.iter().map(move |line| self.act(line)))
    }
}

/// The settings and seed of a match, and its layout.
struct Twin {
    settings: Settings,
    seed: u64,
    layout: String,
}

impl Twin {
    fn of_layout(layout: &str, fog: &'static str, seed: u64) -> Twin {
        let settings = read(&[("layout", layout), ("fog", fog)]).unwrap();
        Twin { settings, seed, layout: layout.into() }
    }

    /// A dealt board; the layout comes from the match log.
    fn dealt(fog: &'static str, seed: u64) -> Twin {
        let settings = read(&[("fog", fog)]).unwrap();
        let events = GAME.open(&settings, 1, seed, WORDS.clone()).unwrap().events;
        let event: Value = serde_json::from_str(events[0].get()).unwrap();
        let mut cells = ['.'; 16];
        for (name, letter) in
            [("agent", 'A'), ("wampus", 'W'), ("pit", 'P'), ("gold", 'G'), ("exit", 'E')]
        {
            let at = &event["Dealt"]["board"][name];
            cells[(at[0].as_u64().unwrap() * 4 + at[1].as_u64().unwrap()) as usize] = letter;
        }
        Twin { settings, seed, layout: joined(&cells) }
    }

    fn open(&self) -> Hunt {
        Hunt::from(GAME.open(&self.settings, 1, self.seed, WORDS.clone()).unwrap())
    }
}

fn joined(cells: &[char]) -> String {
    cells.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(":")
}

/// Everything about a match that is visible to a viewer.
fn looks(hunt: &Hunt) -> Vec<String> {
    let game = &hunt.game;
    let mut looks =
        vec![game.progress(Seat(0)), format!("{:?} {:?}", game.to_act(), game.outcome())];
    for viewer in Viewer::all(1) {
        looks.push(game.view(viewer).get().to_owned());
        looks.push(serde_json::to_string(&game.scene(viewer).by_seat()).unwrap());
        looks.extend(hunt.said.for_viewer(viewer).map(|said| said.by_seat()));
    }
    looks.push(serde_json::to_string(&game.hint(Seat(0), Budget::of(20_000))).unwrap());
    for typed in ["", "mo", "shoot x", "grab it"] {
        looks.extend(game.preview(Seat(0), typed));
    }
    looks
}

/// The number of steps that reveal the same in both layouts; the opening is the first.
fn alike(fog: &'static str, layouts: [&str; 2], lines: &[&str]) -> usize {
    let [a, b] = layouts.map(|layout| Oracle::new(layout, fog).trace(lines));
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// Plays the same lines in both matches for as long as the oracle finds them alike. Returns the number of
/// lines.
fn check(fog: &'static str, twins: [&Twin; 2], lines: &[&str]) -> usize {
    let layouts = twins.map(|twin| twin.layout.as_str());
    let settings = twins.map(|twin| serde_json::to_string(&twin.settings.concealed()).unwrap());
    assert_eq!(settings[0], settings[1]);
    let known: Vec<_> = Oracle::new(layouts[0], fog).trace(lines).collect();
    let alike = alike(fog, layouts, lines);
    assert!(alike > 0, "{fog} {layouts:?} differ from the beginning");
    let mut hunts = twins.map(Twin::open);
    for n in 0..alike {
        let about = || format!("{fog} {layouts:?} {:?}", &lines[..n]);
        if n > 0 {
            let [a, b] = hunts.each_mut().map(|hunt| hunt.act(lines[n - 1]));
            assert_eq!(a, b, "{}", about());
        }
        let [a, b] = &hunts;
        assert_eq!(looks(a), looks(b), "{}", about());
        assert!(known[n].ends_with(&a.map()), "{}: {} {}", about(), known[n], a.map());
    }
    alike - 1
}

const LINES: [&str; 9] = [
    "move up",
    "move right",
    "move down",
    "move left",
    "shoot up",
    "shoot right",
    "shoot down",
    "shoot left",
    "grab",
];

/// Twelve lines that mostly walk, and mostly survive.
fn lines(layout: &str, fog: &'static str, chance: &mut Chance) -> Vec<&'static str> {
    let mut oracle = Oracle::new(layout, fog);
    let mut lines = Vec::new();
    while lines.len() < 12 {
        let kind = if chance.below(4) > 0 { &LINES[..4] } else { &LINES[4..] };
        let line = *chance.pick(kind).unwrap();
        let mut next = oracle.clone();
        next.act(line);
        if next.over && chance.below(10) > 0 {
            continue;
        }
        oracle = next;
        lines.push(line);
    }
    lines
}

/// The layout with some hidden things moved.
fn changed(layout: &str, movable: &[char], chance: &mut Chance) -> String {
    let mut cells: Vec<char> = layout.chars().filter(|&c| c != ':').collect();
    for _ in 0..=chance.below(3) {
        let Some(thing) = chance.pick(movable) else { break };
        let Some(from) = cells.iter().position(|c| c == thing) else { continue };
        let to = chance.index(16);
        if cells[to] == '.' || movable.contains(&cells[to]) {
            cells.swap(from, to);
        }
    }
    joined(&cells)
}

fn random_layout(chance: &mut Chance) -> String {
    let mut cells: Vec<char> = "AWPGE...........".chars().collect();
    chance.shuffle(&mut cells);
    joined(&cells)
}

#[test]
fn layouts_that_differ_only_in_secrets_look_the_same() {
    for (fog, movable) in [("exit", &['W', 'P', 'G'][..]), ("dark", &['W', 'P', 'G', 'E'])] {
        let mut chance = Chance::new(11, movable.len() as u64);
        let (mut long, mut whole) = (0, 0);
        for n in 0..1_000 {
            let layout = random_layout(&mut chance);
            let lines = lines(&layout, fog, &mut chance);
            let others = (0..10).map(|_| changed(&layout, movable, &mut chance));
            let others: Vec<_> = others.filter(|other| *other != layout).collect();
            let longest = |other: &&String| alike(fog, [&layout, other], &lines);
            let Some(other) = others.iter().max_by_key(longest) else { continue };
            if longest(&other) == 0 {
                continue;
            }
            let (a, b) = (Twin::of_layout(&layout, fog, n), Twin::of_layout(other, fog, n + 1));
            let same = check(fog, [&a, &b], &lines);
            long += u32::from(same >= 5);
            whole += u32::from(same == lines.len());
        }
        assert!(long > 700 && whole > 500, "{fog}: {long} for five lines, {whole} to the end");
    }
}

#[test]
fn dealt_boards_that_differ_only_in_secrets_look_the_same() {
    for fog in ["exit", "dark"] {
        let mut openings: BTreeMap<String, Vec<Twin>> = BTreeMap::new();
        for deal in (0..3_000).map(|seed| Twin::dealt(fog, seed)) {
            openings.entry(Oracle::new(&deal.layout, fog).map()).or_default().push(deal);
        }
        let mut chance = Chance::new(12, 0);
        let (mut pairs, mut long) = (0, 0);
        for twins in openings.values() {
            for pair in twins.windows(2) {
                let lines = lines(&pair[0].layout, fog, &mut chance);
                pairs += 1;
                long += u32::from(check(fog, [&pair[0], &pair[1]], &lines) >= 5);
            }
        }
        assert!(pairs > 2_000 && long > 500, "{fog}: {long} of {pairs} for five lines");
    }
}

#[test]
fn with_an_open_fog_only_the_seed_is_secret() {
    let mut chance = Chance::new(13, 0);
    for n in 0..500 {
        let layout = random_layout(&mut chance);
        let lines = lines(&layout, "open", &mut chance);
        let [a, b] = [n, n + 1].map(|seed| Twin::of_layout(&layout, "open", seed));
        assert_eq!(check("open", [&a, &b], &lines), lines.len());
    }
}
