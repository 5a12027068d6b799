//! Hunt the Wampus: the best step in a cave that is hunted anywhere, from what was sensed in it.

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

/// Find the best step in Hunt the Wampus
///
/// Give the cells that were visited, in their order, as ROW,COLUMN=SENSES, counted from 1 at the top left: s is a stench,
/// b a breeze, g gold, - nothing. Such as: 4,1=- 3,1=s --exit 1,4. You stand in the cell named last. It prints what
/// to do and why, and how often each next cell is deadly in the caves that fit.
#[derive(Flags)]
pub(crate) struct WampusArgs {
    /// Visited cells with what is sensed there
    #[arg(value_name = "CELL=SENSES", required_unless_present = "layout")]
    cells: Vec<String>,
    /// Where the exit shows; without it the cave is dark
    #[arg(long, value_name = "CELL")]
    exit: Option<String>,
    /// Where you stand, if it is not the cell named last
    #[arg(long, value_name = "CELL")]
    at: Option<String>,
    /// How the arrow was shot, such as 4,1:up
    #[arg(long, value_name = "CELL:WAY")]
    shot: Option<String>,
    /// Where the arrow killed the wampus
    #[arg(long, value_name = "CELL", requires = "shot")]
    killed: Option<String>,
    /// You have the gold
    #[arg(long)]
    gold: bool,
    /// A cave that is seen whole, such as ...E:WG..:....:A.P. (from the top)
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["cells", "exit", "at", "shot", "killed", "gold"])]
    layout: Option<String>,
    /// What you want most
    #[arg(long, value_enum, default_value_t = GoalArg::Rank)]
    aim: GoalArg,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// The aims, by name.
#[derive(Clone, Copy, ValueEnum)]
enum GoalArg {
    /// To win as surely as can be, and then the highest score on average
    Rank,
    /// To reach the exit as surely as can be
    Win,
    /// The highest score on average; to stop is allowed
    Score,
    /// To reach the exit with the gold as surely as can be
    Gold,
}

/// Beliefs that are looked at before it is given up: some seconds.
const STEPS: u64 = 5_000_000;

impl WampusArgs {
    pub(super) fn run(&self) -> Result<(), LineError> {
        let view = match &self.layout {
            Some(layout) => whole(layout)?,
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
            refusal("No cave looks like this; compare what was sensed with the cells once more.")
        })?;
        print(&if self.json { data(&analysis) } else { text(&analysis) })
    }

    /// The view of somebody who has sensed this.
    fn view(&self) -> Result<View, Refusal> {
        let side = usize::from(SIDE);
        let mut cells = vec![vec![None; side]; side];
        let mut visited = Vec::new();
        for text in &self.cells {
            let (spot, things) = sensed(text)?;
            if visited.contains(&spot) {
                return Err(refusal(&format!("{spot} is named twice; name each cell once.")));
            }
            if visited.is_empty() && things.contains(&Thing::Gold) {
                return Err(refusal("No hunt begins on the gold; name the cells in their order."));
            }
            put(&mut cells, spot, things);
            visited.push(spot);
        }
        if self.gold && visited.len() < 2 {
            return Err(refusal(
                "No hunt begins on the gold; name the cell where it was found, too.",
            ));
        }
        let golden =
            cells.iter().flatten().flatten().filter(|things| things.contains(&Thing::Gold));
        if golden.count() + usize::from(self.gold) > 1 {
            return Err(refusal(
                "There is only one piece of gold; name where it lies, or say --gold.",
            ));
        }
        let at = self.at.as_deref().map(cell).transpose()?;
        let Some(agent) = at.or(visited.last().copied()) else {
            return Err(refusal("Name the cells that were visited, such as 4,1=-"));
        };
        if let Some(lost) = apart(&visited, agent) {
            let text =
                format!("No way leads from where you stand to {lost} through visited cells.");
            return Err(refusal(&text));
        }
        let exit = self.exit.as_deref().map(cell).transpose()?;
        if let Some(exit) = exit {
            if visited.contains(&exit) {
                return Err(refusal("Whoever visits the exit has won; name another cell."));
            }
            put(&mut cells, exit, vec![Thing::Exit]);
        }
        let shot = self.shot.as_deref().map(shot).transpose()?;
        if let Some(Shot { from, .. }) = shot.filter(|shot| !visited.contains(&shot.from)) {
            return Err(refusal(&format!("{from} was not visited, and nobody shot from there.")));
        }
        let killed = self.killed.as_deref().map(cell).transpose()?;
        let hit = |spot: &Spot| shot.is_some_and(|shot| shot.from.ahead(shot.dir).has(*spot));
        if let Some(spot) = killed.filter(|spot| !hit(spot)) {
            return Err(refusal(&format!("An arrow shot so does not fly through {spot}.")));
        }
        if let Some(fallen) = killed {
            let smelt = |spot: &&Spot| shows(&cells, **spot, Thing::Stench);
            let far =
                |spot: &&Spot| !Heading::ALL.iter().any(|&dir| spot.step(dir) == Some(fallen));
            if let Some(spot) = visited.iter().filter(smelt).find(far) {
                let text = format!("The stench at {spot} does not come from {fallen}.");
                return Err(refusal(&text));
            }
            // Every stench is gone with the wampus.
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

/// A cave in which everything shows.
fn whole(layout: &str) -> Result<View, Refusal> {
    let setup = Setup { fog: Fog::Open, layout: Some(layout.to_owned()), ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    let (game, _) = Match::<Wampus>::open(&setup, 1, 0, words)?;
    Ok(game.view(Viewer::Seat(Seat(0))))
}

/// The first visited cell that cannot be reached from here.
fn apart(visited: &[Spot], from: Spot) -> Option<Spot> {
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
    // Where one stands was visited, too.
    let here = (!visited.contains(&from)).then_some(from);
    here.or_else(|| visited.iter().copied().find(|spot| !reached.contains(spot)))
}

/// `ROW,COLUMN=SENSES`.
fn sensed(text: &str) -> Result<(Spot, Vec<Thing>), Refusal> {
    let wrong = || {
        refusal(&format!(
            "“{}” is not a cell with its senses, such as 3,1=sb: s is a stench, b a breeze, g gold, - nothing.",
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
        refusal(&format!(
            "“{text}” is no cell; the first row and column are 1,1, the last {SIDE},{SIDE}."
        ))
    })
}

/// `ROW,COLUMN:WAY`.
fn shot(text: &str) -> Result<Shot, Refusal> {
    let parts = text.split_once(':').and_then(|(from, way)| {
        Some((from, Heading::ALL.into_iter().find(|dir| dir.word().eq_ignore_ascii_case(way))?))
    });
    let (from, dir) = parts.ok_or_else(|| {
        let text = engine::line::quote(text);
        refusal(&format!("“{text}” is no shot, such as 4,1:up (right, down, left)."))
    })?;
    Ok(Shot { from: cell(from)?, dir })
}

fn refusal(text: &str) -> Refusal {
    Refusal::new("solve.cave", text)
}

fn text(analysis: &Analysis) -> String {
    let mut text = match (&analysis.line, analysis.exact) {
        (Some(line), true) => format!("{line}\n"),
        (Some(line), false) => format!("{line}  (not proved to be the best)\n"),
        (None, true) => "Stop here: nothing that can be done is worth it.\n".to_owned(),
        (None, false) => "There was no time to find out what is best.\n".to_owned(),
    };
    if let Some(why) = &analysis.why {
        let _ = writeln!(text, "{why}");
    } else if analysis.line.is_some() {
        text += "Every way is deadly.\n";
    }
    for risk in &analysis.risks {
        let percent = risk.percent();
        let _ = writeln!(
            text,
            "{:<22}deadly in {percent:>5.1} % of the caves that fit",
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
