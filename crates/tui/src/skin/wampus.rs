//! Wampus: the dark cave with its stenches and breezes, the player's notes, the flight of the arrow, and the
//! whole cave in the light at the end.

use super::Skin;
use super::plain::status;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::match_view::MatchView;
use crate::text;
use engine::scene::Place;
use engine::{Cell, Tone};
use games::wampus::{Heading, SIDE, Spot, Status, Thing, View};
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::time::Duration;

/// The look of Wampus, and what the arrow keys do.
#[derive(Default)]
pub(crate) struct WampusSkin {
    mode: Mode,
}

/// What the arrow keys do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mode {
    /// They walk.
    #[default]
    Walk,
    /// They shoot.
    Aim,
    /// They select the cell for a note.
    Note(Spot),
}

/// The pane of the cave.
const CAVE: &str = "cave";
/// How long the arrow needs per cell.
const FLIGHT: Duration = Duration::from_millis(160);
/// How long lighting up the cave takes per cell.
const LIGHT: Duration = Duration::from_millis(45);

/// The notes, with their keys.
const NOTES: [(char, &str); 3] = [('s', "safe"), ('p', "pit?"), ('w', "wampus?")];

impl Skin for WampusSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let Some(view) = match_view.view::<View>() else { return };
        let layout = CaveLayout::of(canvas.area);
        layout.lines(canvas);
        let before = match_view.view_before::<View>().filter(|_| context.settings.motion);
        let age = match_view.age(context.now);
        for spot in Spot::all() {
            let lit = LIGHT * (u32::from(spot.row() * SIDE + spot.col()) + 1)
                + flight_time(&view, before.as_ref());
            let seen = match &before {
                // At the end the cave is lit cell by cell.
                Some(before) if view.status != Status::Playing && age < lit => before,
                _ => &view,
            };
            let area = layout.cell(spot);
            draw_cell(seen, spot, note(match_view, context, spot), &mut canvas.within(area));
            let place = Place { pane: CAVE, row: spot.row(), col: spot.col() };
            canvas.hit(area, Hit::Cell(place));
            if self.mode == Mode::Note(spot) {
                let around = Rect::new(area.x - 1, area.y - 1, area.width + 2, area.height + 2);
                canvas.frame(around, canvas.theme.accent());
            }
        }
        if let Some(spot) = flying_over(&view, before.as_ref(), age) {
            let area = layout.cell(spot);
            let arrow = view.shot.map_or("→", |shot| sign(shot.dir));
            let style = canvas.theme.ground(Tone::Near);
            let shown = format!(" {arrow} ");
            canvas.within(area).text_centred(area.y + area.height / 2, &shown, style);
        }
        self.beside(match_view, context, &view, &mut canvas.within(layout.beside));
    }

    fn binds(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        if match_view.seated.is_none() || match_view.over().is_some() {
            return Vec::new();
        }
        let arrows = [KeyName::Up, KeyName::Right, KeyName::Down, KeyName::Left];
        let arrows = arrows.into_iter().zip(['k', 'l', 'j', 'h']);
        let arrows = arrows.map(|(arrow, letter)| (KeyPress::of(arrow), KeyPress::char(letter)));
        match self.mode {
            Mode::Walk => self.walking(match_view),
            Mode::Aim => {
                let mut binds = vec![KeyBinding::hint("↑→↓←", "shoot")];
                binds.extend(Heading::ALL.into_iter().zip(arrows).map(|(dir, (arrow, letter))| {
                    let line = UiAction::Line(format!("shoot {}", dir.word()));
                    let shoot = KeyBinding::new(arrow, format!("shoot {}", dir.word()), line);
                    shoot.or(letter).hidden()
                }));
                binds.push(KeyBinding::new(
                    KeyPress::of(KeyName::Esc),
                    "cancel",
                    UiAction::Own("walk"),
                ));
                binds
            }
            Mode::Note(_) => {
                let mut binds = vec![KeyBinding::hint("↑→↓←", "cell")];
                let actions = [UiAction::Up, UiAction::Right, UiAction::Down, UiAction::Left];
                binds.extend(arrows.zip(actions).map(|((arrow, letter), action)| {
                    KeyBinding::new(arrow, "other cell", action).or(letter).hidden()
                }));
                binds.extend(NOTES.map(|(key, note)| {
                    KeyBinding::new(KeyPress::char(key), note, UiAction::Own(note))
                }));
                let clear = KeyBinding::new(KeyPress::char('x'), "clear", UiAction::Own(""));
                binds.push(clear.or(KeyPress::of(KeyName::Backspace)).or(KeyPress::char(' ')));
                let done =
                    KeyBinding::new(KeyPress::of(KeyName::Esc), "done", UiAction::Own("walk"));
                binds.push(done.or(KeyPress::of(KeyName::Enter)).or(KeyPress::char('n')));
                binds
            }
        }
    }

    fn update(
        &mut self,
        action: &UiAction,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        let view = match_view.view::<View>()?;
        if match_view.seated.is_none() || match_view.over().is_some() {
            return None;
        }
        match (action, self.mode) {
            (UiAction::Own("walk"), _) => self.mode = Mode::Walk,
            (UiAction::Own("aim"), _) => self.mode = Mode::Aim,
            (UiAction::Own("note"), _) => self.mode = Mode::Note(view.agent),
            (UiAction::Own(word), Mode::Note(spot)) => {
                return Some(write(match_view, context, spot, word));
            }
            (UiAction::Up, Mode::Note(spot)) => self.go(spot, Heading::Up),
            (UiAction::Down, Mode::Note(spot)) => self.go(spot, Heading::Down),
            (UiAction::Left, Mode::Note(spot)) => self.go(spot, Heading::Left),
            (UiAction::Right, Mode::Note(spot)) => self.go(spot, Heading::Right),
            (UiAction::Line(_), Mode::Aim) => {
                self.mode = Mode::Walk;
                return None;
            }
            (UiAction::Cell(place) | UiAction::Mark(place), _) => {
                let spot = Spot::at(place.row, place.col)?;
                let marks = matches!(action, UiAction::Mark(_));
                return self.click(spot, *place, marks, &view, match_view, context);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        let (Some(view), before) = (match_view.view::<View>(), match_view.view_before::<View>())
        else {
            return Duration::ZERO;
        };
        let ended = view.status != Status::Playing
            && before.as_ref().is_some_and(|before| before.status == Status::Playing);
        let light = if ended { LIGHT * u32::from(SIDE * SIDE + 1) } else { Duration::ZERO };
        flight_time(&view, before.as_ref()) + light
    }
}

impl WampusSkin {
    /// The keys in addition to those of the scene: letters to walk and shoot, aiming, and notes.
    fn walking(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        let mut binds = vec![KeyBinding::hint("↑→↓←", "walk")];
        let can = |line: &str| match_view.scene().choices.iter().any(|choice| choice.line == line);
        let letters = [['k', 'w'], ['l', 'd'], ['j', 's'], ['h', 'a']];
        for (dir, letters) in Heading::ALL.into_iter().zip(letters) {
            let line = format!("move {}", dir.word());
            let bind =
                KeyBinding::new(KeyPress::char(letters[0]), line.clone(), UiAction::Line(line));
            binds.push(bind.or(KeyPress::char(letters[1])).hidden());
            let line = format!("shoot {}", dir.word());
            if can(&line) {
                let key = KeyPress::char(letters[0].to_ascii_uppercase());
                binds.push(KeyBinding::new(key, line.clone(), UiAction::Line(line)).hidden());
            }
        }
        if can("shoot up") {
            binds.push(KeyBinding::hint("Shift+↑→↓←", "shoot"));
            binds.push(KeyBinding::new(KeyPress::char('f'), "aim", UiAction::Own("aim")));
        }
        binds.push(KeyBinding::new(KeyPress::char('n'), "note", UiAction::Own("note")));
        binds
    }

    /// A click walks to a neighbouring cell, grabs the gold, or changes the note on any other cell.
    fn click(
        &mut self,
        spot: Spot,
        place: Place,
        marks: bool,
        view: &View,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        let does = match_view.scene().choices.iter().any(|choice| choice.cell == Some(place));
        if !marks && does {
            self.mode = Mode::Walk;
            return None;
        }
        if !marks && spot == view.agent {
            let can_grab = match_view.scene().choices.iter().any(|choice| choice.line == "grab");
            return Some(if can_grab {
                match_view.act("grab".into(), context)
            } else {
                Vec::new()
            });
        }
        let now = note(match_view, context, spot).unwrap_or_default().to_owned();
        let next = match NOTES.iter().position(|(_, note)| *note == now) {
            None => "safe",
            Some(n) => NOTES.get(n + 1).map_or("", |(_, note)| note),
        };
        Some(write(match_view, context, spot, next))
    }

    fn go(&mut self, from: Spot, dir: Heading) {
        self.mode = Mode::Note(from.step(dir).unwrap_or(from));
    }

    /// Draws the report and the messages.
    fn beside(
        &self,
        match_view: &MatchView,
        context: &PageContext,
        view: &View,
        canvas: &mut Canvas,
    ) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut y = area.y;
        for sentence in match_view.sentences("report") {
            let style = if y == area.y { theme.strong() } else { theme.text() };
            y = canvas.paragraph(y, sentence, style);
        }
        y += 1;
        let (arrow, tone) = match view.arrow {
            true => ("→ 1 arrow", Tone::Near),
            false => ("no arrow left", Tone::Off),
        };
        canvas.text(area.x, y, arrow, theme.ink(tone));
        y += 2;
        let prompt = match self.mode {
            Mode::Walk => None,
            Mode::Aim => Some("Shoot in which direction?"),
            Mode::Note(_) => Some("Notes: s safe, p pit, w wampus, x clear."),
        };
        if let Some(prompt) = prompt {
            y = canvas.paragraph(y, prompt, theme.accent()) + 1;
        }
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        status(match_view, context, &mut canvas.within(rest));
    }
}

fn note<'a>(match_view: &MatchView, context: &'a PageContext, spot: Spot) -> Option<&'a str> {
    let seated = match_view.seated.as_ref()?;
    context.notes.get(&seated.id, spot.row(), spot.col())
}

fn write(match_view: &MatchView, context: &mut PageContext, spot: Spot, word: &str) -> Vec<Effect> {
    let Some(seated) = &match_view.seated else { return Vec::new() };
    context.notes.set(&seated.id, spot.row(), spot.col(), word);
    vec![Effect::SaveSettings]
}

/// The cells that the arrow of the last update flies over; empty if it wasn't shot then.
fn flight(view: &View, before: Option<&View>) -> Vec<Spot> {
    let Some(shot) = view.shot.filter(|_| before.is_some_and(|before| before.shot.is_none()))
    else {
        return Vec::new();
    };
    let all = std::iter::successors(shot.from.step(shot.dir), |spot| spot.step(shot.dir));
    let mut path = Vec::new();
    for spot in all {
        path.push(spot);
        if view.killed == Some(spot) {
            break;
        }
    }
    path
}

fn flight_time(view: &View, before: Option<&View>) -> Duration {
    FLIGHT * flight(view, before).len() as u32
}

/// The cell in which the arrow is now.
fn flying_over(view: &View, before: Option<&View>, age: Duration) -> Option<Spot> {
    let step = age.as_millis() / FLIGHT.as_millis();
    flight(view, before).get(usize::try_from(step).ok()?).copied()
}

fn sign(dir: Heading) -> &'static str {
    match dir {
        Heading::Up => "↑",
        Heading::Right => "→",
        Heading::Down => "↓",
        Heading::Left => "←",
    }
}

/// Draws a cell and what is in it.
fn draw_cell(view: &View, spot: Spot, note: Option<&str>, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let Some(things) = view.cell(spot) else {
        let dark = "░".repeat(area.width.into());
        for y in area.top()..area.bottom() {
            canvas.text(area.x, y, &dark, theme.faint());
        }
        if let Some(note) = note {
            let shown = format!(" {note} ");
            canvas.text_centred(area.y + area.height / 2, &shown, theme.accent());
        }
        return;
    };
    let mut lines = lines(things, view, area.width.into(), canvas);
    if let Some(note) = note {
        lines.push((note.to_owned(), theme.accent()));
    }
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    if lines.is_empty() {
        canvas.text_centred(area.y + area.height / 2, "·", theme.faint());
    }
    for (y, (line, style)) in (top..area.bottom()).zip(lines) {
        canvas.text_centred(y, &line, style);
    }
}

/// The lines of a cell: first the things in it, side by side if they fit, then stench and breeze.
fn lines(things: &[Thing], view: &View, wide: usize, canvas: &Canvas) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let solid = |thing: &Thing| match thing {
        Thing::Agent if view.alive => Some(Cell::new("YOU", Tone::Here)),
        Thing::Agent => Some(Cell::new("YOU", Tone::Danger)),
        Thing::Wampus => Some(Cell::new("WAMPUS", Tone::Danger)),
        Thing::Pit => Some(Cell::new("PIT", Tone::Danger)),
        Thing::Gold => Some(Cell::new("GOLD", Tone::Good)),
        Thing::Exit => Some(Cell::new("EXIT", Tone::Good)),
        Thing::Stench | Thing::Breeze => None,
    };
    let solids: Vec<Cell> = things.iter().filter_map(solid).collect();
    let mut lines: Vec<(String, Style)> = Vec::new();
    for cell in &solids {
        lines.push((format!(" {} ", cell.text), theme.ground(cell.tone)));
    }
    let together = solids.iter().map(|cell| &*cell.text).collect::<Vec<_>>().join(" ");
    if solids.len() > 1 && text::width(&together) + 1 < wide {
        let tone = solids.first().map_or(Tone::Plain, |cell| cell.tone);
        lines = vec![(together, theme.ground(tone))];
    }
    for (thing, word) in [(Thing::Stench, "stench"), (Thing::Breeze, "breeze")] {
        if things.contains(&thing) {
            lines.push((word.to_owned(), theme.ink(Tone::Near)));
        }
    }
    lines
}

struct CaveLayout {
    /// The top left corner of the cave.
    left: u16,
    top: u16,
    /// The size of a cell without its walls.
    wide: u16,
    high: u16,
    beside: Rect,
}

impl CaveLayout {
    fn of(area: Rect) -> CaveLayout {
        let side = u16::from(SIDE);
        let (wide, high) = if area.width >= 104 && area.height >= 27 { (15, 5) } else { (9, 3) };
        let (cave, below) = (side * (wide + 1) + 1, side * (high + 1) + 1);
        // Row numbers are on the left, column numbers above.
        let left = area.x + 2 + area.width.saturating_sub(cave + 2 + 34) / 2;
        let top = area.y + 1 + (area.height.saturating_sub(below + 1) * 2 / 5);
        let x = left + cave + 3;
        let width = area.right().saturating_sub(x).min(40);
        let beside = Rect { x, y: top, width, height: area.bottom().saturating_sub(top) };
        CaveLayout { left, top, wide, high, beside }
    }

    /// The inside of a cell.
    fn cell(&self, spot: Spot) -> Rect {
        let (row, col) = (u16::from(spot.row()), u16::from(spot.col()));
        let (x, y) = (self.left + 1 + col * (self.wide + 1), self.top + 1 + row * (self.high + 1));
        Rect::new(x, y, self.wide, self.high)
    }

    /// Draws the walls and the numbers of rows and columns.
    fn lines(&self, canvas: &mut Canvas) {
        let style = canvas.theme.faint();
        let run = "─".repeat(self.wide.into());
        let across = |left: &str, mid: &str, right: &str| {
            let runs = vec![run.as_str(); usize::from(SIDE)];
            format!("{left}{}{right}", runs.join(mid))
        };
        for n in 0..=u16::from(SIDE) {
            let y = self.top + n * (self.high + 1);
            let line = match n {
                0 => across("╭", "┬", "╮"),
                n if n == u16::from(SIDE) => across("╰", "┴", "╯"),
                _ => across("├", "┼", "┤"),
            };
            canvas.text(self.left, y, &line, style);
            let x = self.left + n * (self.wide + 1);
            for y in (self.top..self.top + u16::from(SIDE) * (self.high + 1))
                .filter(|y| !(y - self.top).is_multiple_of(self.high + 1))
            {
                canvas.text(x, y, "│", style);
            }
            if n < u16::from(SIDE) {
                let number = (n + 1).to_string();
                canvas.text(x + 1 + self.wide / 2, self.top - 1, &number, style);
                canvas.text(self.left - 2, y + 1 + self.high / 2, &number, style);
            }
        }
    }
}
