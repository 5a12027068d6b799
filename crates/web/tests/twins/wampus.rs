//! Wampus: the contents of cells under the fog are secret.

use super::*;

/// What a player may know after each line, derived from the board in a simple way.
struct Oracle {
    board: Vec<(char, usize)>,
    visited: Vec<usize>,
    agent: usize,
    arrow: bool,
    score: i32,
    over: bool,
    report: String,
    fog: &'static str,
}

impl Oracle {
    fn new(layout: &str, fog: &'static str) -> Oracle {
        let cells = layout.chars().filter(|&c| c != ':').enumerate();
        let board: Vec<_> = cells.filter(|(_, c)| *c != '.').map(|(at, c)| (c, at)).collect();
        let agent = board.iter().find(|(c, _)| *c == 'A').unwrap().1;
        let visited = vec![agent];
        let report = String::new();
        Oracle { board, visited, agent, arrow: true, score: 0, over: false, report, fog }
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
        self.report.clear();
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
                        self.report = format!("killed at {to}");
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
            self.agent, self.arrow, self.score, self.over, self.report
        )
    }
}

#[test]
fn twins_look_alike_until_a_percept_differs() {
    let mut long = [0, 0, 0];
    for (fog_no, fog) in ["dark", "exit", "open"].into_iter().enumerate() {
        for seed in 0..many(400) {
            let mut chance = Chance::new(seed, 7);
            let mut cells: Vec<char> = "AWPGE...........".chars().collect();
            chance.shuffle(&mut cells);
            let mut other = cells.clone();
            // Moves one hidden thing. Without fog only the seed is hidden.
            let movable = if fog == "dark" { "WPGE" } else { "WPG" };
            let what = movable.chars().nth(chance.index(movable.len())).unwrap();
            let from = other.iter().position(|&c| c == what).unwrap();
            let free: Vec<_> = (0..16).filter(|&at| other[at] == '.').collect();
            if fog != "open" {
                other.swap(from, *chance.pick(&free).unwrap());
            }
            let layout = |cells: &[char]| {
                let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
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
            // At the end the layout and the ticket are revealed, so only earlier responses are compared.
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
