//! Hunt the Wampus: the best move in a cave, from what the player has sensed.

use crate::{LineError, print};
use clap::{Args as Flags, ValueEnum};
use engine::{Budget, Chance, Cx, Match, Refusal, Seat, Viewer};
use games::wampus::analysis::{Analysis, Risk, analyse};
use games::wampus::solver::Aim;
use games::wampus::{Fog, Heading, SIDE, Setup, Shot, Spot, Status, Thing, View, Wampus};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Arc;
use words::Lexicon;

/// Find the best move in Hunt the Wampus
///
/// Give the visited cells in order as ROW,COLUMN=SENSES, counted from 1 at the top left: s is a stench, b a breeze, g
/// gold, - nothing. For example: 4,1=- 3,1=s --exit 1,4. You are in the last cell. The command prints the best move
/// with its reason, and the risk of each next cell in the possible caves.
#[derive(Flags)]
pub(crate) struct WampusArgs {
    /// The visited cells with their senses
    #[arg(value_name = "CELL=SENSES", required_unless_present = "layout")]
    cells: Vec<String>,
    /// The exit, if you see it
    #[arg(long, value_name = "CELL")]
    exit: Option<String>,
    /// Your cell, if it is not the last one
    #[arg(long, value_name = "CELL")]
    at: Option<String>,
    /// The cell and direction of your shot, such as 4,1:up
    #[arg(long, value_name = "CELL:WAY")]
    shot: Option<String>,
    /// The cell where your arrow killed the wampus
    #[arg(long, value_name = "CELL", requires = "shot")]
    killed: Option<String>,
    /// You have the gold
    #[arg(long)]
    gold: bool,
    /// A completely known cave, such as ...E:WG..:....:A.P. from the top row down
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["cells", "exit", "at", "shot", "killed", "gold"])]
    layout: Option<String>,
    /// The goal
    #[arg(long, value_enum, default_value_t = GoalArg::Rank)]
    aim: GoalArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum GoalArg {
    /// The best chance to win, then the highest average score
    Rank,
    /// The best chance to reach the exit
    Win,
    /// The highest average score; stopping is allowed
    Score,
    /// The best chance to reach the exit with the gold
    Gold,
}

/// The budget of the search: some seconds.
const STEPS: u64 = 5_000_000;

impl WampusArgs {
    pub(super) fn run(&self) -> Result<(), LineError> {
        let view = match &self.layout {
            Some(layout) => known_cave(layout)?,
            None => self.view()?,
        };
        let aim = match self.aim {
            GoalArg::Rank => Aim::Rank,
            GoalArg::Win => Aim::Win,
            GoalArg::Score => Aim::Score,
            GoalArg::Gold => Aim::GoldAndWin,
        };
        let mut cx = Cx::new(Lexicon::builtin(), Chance::new(0, 0), Budget::of(STEPS));
        let analysis = analyse(&view, aim, &mut cx).ok_or_else(|| {
            refusal("No cave fits these cells. Check the cells and their senses.")
        })?;
        print(&if self.json { data(&analysis) } else { text(&analysis) })
    }

    /// The view of a player who has sensed this.
    fn view(&self) -> Result<View, Refusal> {
        let side = usize::from(SIDE);
        let mut cells = vec![vec![None; side]; side];
        let mut visited = Vec::new();
        for text in &self.cells {
            let (spot, things) = sensed(text)?;
            if visited.contains(&spot) {
                return Err(refusal(&format!("{spot} is there twice. Give each cell once.")));
            }
            if visited.is_empty() && things.contains(&Thing::Gold) {
                return Err(refusal(
                    "The hunt never starts on the gold. Give the cells in the order of your visit.",
                ));
            }
            put(&mut cells, spot, things);
            visited.push(spot);
        }
        if self.gold && visited.len() < 2 {
            return Err(refusal(
                "The hunt never starts on the gold. Give the cell where you found it too.",
            ));
        }
        let golden =
            cells.iter().flatten().flatten().filter(|things| things.contains(&Thing::Gold));
        if golden.count() + usize::from(self.gold) > 1 {
            return Err(refusal(
                "There is only one piece of gold. Give its cell, or use --gold if you have it.",
            ));
        }
        let at = self.at.as_deref().map(cell).transpose()?;
        let Some(agent) = at.or(visited.last().copied()) else {
            return Err(refusal("Give the visited cells, such as 4,1=-"));
        };
        if let Some(lost) = unreachable_cell(&visited, agent) {
            let text = format!("{lost} is not connected to your cell by visited cells.");
            return Err(refusal(&text));
        }
        let exit = self.exit.as_deref().map(cell).transpose()?;
        if let Some(exit) = exit {
            if visited.contains(&exit) {
                return Err(refusal("You win at the exit, so it can't be a visited cell."));
            }
            put(&mut cells, exit, vec![Thing::Exit]);
        }
        let shot = self.shot.as_deref().map(shot).transpose()?;
        if let Some(Shot { from, .. }) = shot.filter(|shot| !visited.contains(&shot.from)) {
            return Err(refusal(&format!(
                "You can't have shot from {from}: it isn't a visited cell."
            )));
        }
        let killed = self.killed.as_deref().map(cell).transpose()?;
        let hit = |spot: &Spot| shot.is_some_and(|shot| shot.from.ahead(shot.dir).has(*spot));
        if let Some(spot) = killed.filter(|spot| !hit(spot)) {
            return Err(refusal(&format!("That arrow does not fly through {spot}.")));
        }
        if let Some(fallen) = killed {
            let has_stench = |spot: &&Spot| shows(&cells, **spot, Thing::Stench);
            let far =
                |spot: &&Spot| !Heading::ALL.iter().any(|&dir| spot.step(dir) == Some(fallen));
            if let Some(spot) = visited.iter().filter(has_stench).find(far) {
                let text = format!("The stench at {spot} can't come from {fallen}.");
                return Err(refusal(&text));
            }
            // The stench disappears with the wampus.
            let known = cells.iter_mut().flatten().flatten();
            known
                .for_each(|things: &mut Vec<Thing>| things.retain(|thing| *thing != Thing::Stench));
        }
        let fog = if exit.is_some() { Fog::Exit } else { Fog::Dark };
        Ok(View {
            rows: SIDE,
            cols: SIDE,
            cells,
            agent,
            arrow: shot.is_none(),
            alive: true,
            has_gold: self.gold,
            score: 0,
            status: Status::Playing,
            shot,
            killed,
            fog,
        })
    }
}

fn put(cells: &mut [Vec<Option<Vec<Thing>>>], spot: Spot, things: Vec<Thing>) {
    let row = cells.get_mut(usize::from(spot.row()));
    if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(spot.col()))) {
        *cell = Some(things);
    }
}

fn shows(cells: &[Vec<Option<Vec<Thing>>>], spot: Spot, thing: Thing) -> bool {
    let cell = cells.get(usize::from(spot.row())).and_then(|row| row.get(usize::from(spot.col())));
    cell.and_then(Option::as_ref).is_some_and(|things| things.contains(&thing))
}

/// The view of a completely known cave.
fn known_cave(layout: &str) -> Result<View, Refusal> {
    let setup = Setup { fog: Fog::Open, layout: Some(layout.to_owned()), ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    let (game, _) = Match::<Wampus>::open(&setup, 1, 0, words)?;
    Ok(game.view(Viewer::Seat(Seat(0))))
}

/// The first visited cell that can't be reached from here.
fn unreachable_cell(visited: &[Spot], from: Spot) -> Option<Spot> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&spot) = reached.get(next) {
        next += 1;
        for to in Heading::ALL.into_iter().filter_map(|dir| spot.step(dir)) {
            if visited.contains(&to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    // The player's own cell must be visited too.
    let here = (!visited.contains(&from)).then_some(from);
    here.or_else(|| visited.iter().copied().find(|spot| !reached.contains(spot)))
}

/// `ROW,COLUMN=SENSES`.
fn sensed(text: &str) -> Result<(Spot, Vec<Thing>), Refusal> {
    let wrong = || {
        refusal(&format!(
            "“{}” isn't a cell with its senses, such as 3,1=sb: s is a stench, b a breeze, g gold, - nothing.",
            engine::line::quote(text)
        ))
    };
    let (spot, senses) = text.split_once('=').ok_or_else(wrong)?;
    let mut things = Vec::new();
    for sense in senses.chars().filter(|&sense| sense != '-') {
        things.push(match sense.to_ascii_lowercase() {
            's' => Thing::Stench,
            'b' => Thing::Breeze,
            'g' => Thing::Gold,
            _ => return Err(wrong()),
        });
    }
    Ok((cell(spot)?, things))
}

/// `ROW,COLUMN`, counted from 1.
fn cell(text: &str) -> Result<Spot, Refusal> {
    let spot = text.split_once(',').and_then(|(row, column)| {
        let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
        Spot::at(number(row)?, number(column)?)
    });
    spot.ok_or_else(|| {
        let text = engine::line::quote(text);
        refusal(&format!("“{text}” isn't a cell. Cells are 1,1 to {SIDE},{SIDE}."))
    })
}

/// `ROW,COLUMN:WAY`.
fn shot(text: &str) -> Result<Shot, Refusal> {
    let parts = text.split_once(':').and_then(|(from, way)| {
        Some((from, Heading::ALL.into_iter().find(|dir| dir.word().eq_ignore_ascii_case(way))?))
    });
    let (from, dir) = parts.ok_or_else(|| {
        let text = engine::line::quote(text);
        refusal(&format!("“{text}” isn't a shot. Give a cell and a direction, such as 4,1:up."))
    })?;
    Ok(Shot { from: cell(from)?, dir })
}

fn refusal(text: &str) -> Refusal {
    Refusal::game("solve.cave", text)
}

fn text(analysis: &Analysis) -> String {
    let mut text = match (&analysis.line, analysis.exact) {
        (Some(line), true) => format!("{line}\n"),
        (Some(line), false) => format!("{line}  (perhaps not the best)\n"),
        (None, true) => "Stop here: no move is worth its risk.\n".to_owned(),
        (None, false) => "The search ran out of time.\n".to_owned(),
    };
    if let Some(why) = &analysis.why {
        let _ = writeln!(text, "{why}");
    } else if analysis.line.is_some() {
        text += "Every move is deadly.\n";
    }
    for risk in &analysis.risks {
        let percent = risk.percent();
        let _ = writeln!(
            text,
            "{:<22}deadly in {percent:>5.1} % of the possible caves",
            risk.spot.to_string()
        );
    }
    text
}

fn data(analysis: &Analysis) -> String {
    let risk = |risk: &Risk| json!({"cell": risk.spot, "deadly": risk.deadly, "ways": risk.ways});
    let risks: Vec<_> = analysis.risks.iter().map(risk).collect();
    let Analysis { line, why, exact, .. } = analysis;
    format!("{}\n", json!({"line": line, "why": why, "exact": exact, "risks": risks}))
}
