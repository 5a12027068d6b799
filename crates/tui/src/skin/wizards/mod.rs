//! Wizards: the crossword with its diagonal, the letters as tiles beside the typed word, meters for lives and
//! points, and the words by length.

mod grid;
mod words;

use super::Skin;
use super::plain::messages;
use super::rack::{self, RackLayout, UsedLetters};
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::match_view::MatchView;
use crate::page;
use crate::text;
use engine::scene::Place;
use engine::{Tone, line};
use games::wizards::grid::LETTERS;
use games::wizards::{Level, Status, View};
use ratatui::layout::Rect;
use std::time::Duration;

pub(crate) struct WizardsSkin;

/// How long shuffled letters take to move.
const SHUFFLE: Duration = Duration::from_millis(320);

impl Skin for WizardsSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let Some(view) = match_view.view::<View>() else { return };
        let before = match_view.view_before::<View>();
        let layout = WizardsLayout::of(canvas.area);
        let age = Some(match_view.age(context.now)).filter(|_| context.settings.motion);
        let fresh = grid::fresh(&view, before.as_ref());
        grid::draw(&view, &fresh, age, layout.grid, canvas);
        beside(&view, &mut canvas.within(layout.beside));
        let mut below = canvas.within(layout.below);
        match view.status {
            Status::Playing => {
                let shuffling = age.filter(|age| *age < SHUFFLE).zip(before);
                let from = shuffling.map(|(age, before)| (before.letters, age));
                letters(match_view, &view, from, &mut below);
            }
            Status::Won | Status::Lost => result(match_view, &view, &mut below),
        }
        draw_messages(match_view, context, &view, &mut canvas.within(layout.messages()));
    }

    fn binds(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        if match_view.seated.is_none() {
            return Vec::new();
        }
        if match_view.over().is_some() {
            return vec![KeyBinding::new(KeyPress::char('l'), "levels", UiAction::Own("levels"))];
        }
        let mut binds =
            vec![KeyBinding::new(KeyPress::of(KeyName::Enter), "guess", UiAction::Enter)];
        for choice in &match_view.scene().choices {
            let line = UiAction::Line(choice.line.to_string());
            match &*choice.line {
                "shuffle" => {
                    let shuffle = KeyBinding::new(KeyPress::of(KeyName::Tab), "shuffle", line);
                    binds.push(shuffle.or(KeyPress::char(' ')));
                }
                "reveal" => {
                    let price = choice.label.rsplit(" for ").next().unwrap_or_default();
                    binds.push(KeyBinding::new(
                        KeyPress::of(KeyName::F(2)),
                        format!("reveal, {price}"),
                        line,
                    ));
                }
                _ => {}
            }
        }
        binds
    }

    fn update(
        &mut self,
        action: &UiAction,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        match action {
            UiAction::Own("levels") => {
                let levels = page::setup_page(match_view.game);
                Some(vec![Effect::Replace(levels)])
            }
            UiAction::Line(line) if line == "shuffle" => {
                let effects = match_view.act(line.clone(), context);
                // The typed word stays when the letters are shuffled.
                match_view.sent = None;
                Some(effects)
            }
            _ => None,
        }
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        let (Some(view), Some(before)) =
            (match_view.view::<View>(), match_view.view_before::<View>())
        else {
            return Duration::ZERO;
        };
        let uncovering = grid::time(grid::fresh(&view, Some(&before)).len());
        match view.letters == before.letters {
            true => uncovering,
            false => uncovering.max(SHUFFLE),
        }
    }
}

/// Draws level, lives, points and words, and if there is space, bonus words and wrong guesses.
fn beside(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let (lives, all) = (view.lives, view.level.lives());
    let name =
        Level::ALL.into_iter().find(|(_, level)| *level == view.level).map_or("", |(name, _)| name);
    canvas.text(area.x, area.y, name, theme.strong());
    canvas.text_right(area.y, &format!("{lives} of {all} lives"), theme.faint());
    // Warns when few lives are left.
    let tone = if lives * 4 <= all { Tone::Danger } else { Tone::Good };
    let full = canvas.text(area.x, area.y + 1, &"●".repeat(lives as usize), theme.ink(tone));
    let lost = "○".repeat(all.saturating_sub(lives) as usize);
    canvas.text(area.x + full, area.y + 1, &lost, theme.faint());

    let size = grid::size(view) as u64;
    canvas.text(area.x, area.y + 2, "Points", theme.strong());
    canvas.text_right(area.y + 2, &format!("{} of {size}", view.points), theme.faint());
    let wide = area.width.min(40);
    canvas.bar(area.x, area.y + 3, wide, view.points.into(), size, theme.ink(Tone::Good));

    let over = view.status != Status::Playing;
    let mut y = area.y + 5;
    if !over {
        canvas.text(area.x, y, "Words", theme.strong());
        canvas.text_right(y, &format!("{} left", view.left.sum()), theme.faint());
        y += 1;
    }
    for row in words::rows(view) {
        y = row.draw(over, canvas, y);
    }
    let bonus = view.bonus.iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ");
    let wrong = view.wrong.iter().map(|word| line::quote(word)).collect::<Vec<_>>().join(" ");
    for (title, words) in [("Bonus words", bonus), ("Wrong", wrong)] {
        let lines = text::wrap(&words, area.width.into());
        let room = usize::from(area.bottom().saturating_sub(y + 2));
        if words.is_empty() || room == 0 {
            continue;
        }
        canvas.text(area.x, y + 1, title, theme.faint());
        y += 2;
        // The newest words come last.
        for line in lines.iter().skip(lines.len().saturating_sub(room)) {
            canvas.text(area.x, y, line, theme.text());
            y += 1;
        }
    }
}

/// Draws the letters and the typed word. After a shuffle, the letters move from their old positions.
fn letters(
    match_view: &MatchView,
    view: &View,
    from: Option<(String, Duration)>,
    canvas: &mut Canvas,
) {
    let (area, theme) = (canvas.area, canvas.theme);
    let rack = RackLayout::of(Rect { width: LETTERS as u16 * rack::WIDE, ..area }, LETTERS);
    let used = UsedLetters::of(&view.letters, &match_view.typed);
    let mut old: Vec<Option<char>> = match &from {
        Some((before, _)) => before.chars().map(Some).collect(),
        None => Vec::new(),
    };
    let tiles = || view.letters.chars().zip(&used.used).enumerate();
    for (n, _) in tiles().filter(|(_, (_, used))| **used) {
        rack::gap(canvas, rack.at(n));
    }
    for (n, (letter, _)) in tiles().filter(|(_, (_, used))| !**used) {
        let mut at = rack.at(n);
        canvas.hit(at, Hit::Cell(Place { pane: "letters", row: 0, col: n as u8 }));
        let came = old.iter().position(|old| *old == Some(letter));
        if let (Some(came), Some((_, age))) = (came, &from) {
            old.iter_mut().skip(came).take(1).for_each(|old| *old = None);
            at.x = between(rack.at(came).x, at.x, *age);
        }
        rack::tile(canvas, at, letter, Tone::Plain, None);
    }
    if match_view.seated.is_none() {
        return;
    }
    let x = area.x + LETTERS as u16 * rack::WIDE + 4;
    let word = Rect { x, width: area.right().saturating_sub(x), height: rack::HIGH, ..area };
    let typed = match_view.typed.chars().count();
    if (typed as u16 + 1) * rack::WIDE > word.width {
        let shown = format!("{} ", match_view.typed.to_uppercase());
        let x = x + canvas.text(x, area.y + 1, &shown, theme.accent());
        canvas.text(x, area.y + 1, " ", theme.cursor());
        return;
    }
    let places = RackLayout::of(word, (word.width / rack::WIDE).into());
    for (n, (letter, held)) in match_view.typed.chars().zip(&used.held).enumerate() {
        let tone = if *held { Tone::Plain } else { Tone::Danger };
        rack::tile(canvas, places.at(n), letter, tone, None);
        if n + 1 == typed {
            canvas.hit(places.at(n), Hit::Key(KeyPress::of(KeyName::Backspace)));
        }
    }
    rack::cursor(canvas, places.at(typed));
    if typed == 0 {
        canvas.text(x + rack::WIDE, area.y + 1, "Type a word.", theme.faint());
    }
}

/// Draws the messages, and below them which typed letter is missing.
fn draw_messages(match_view: &MatchView, context: &PageContext, view: &View, canvas: &mut Canvas) {
    let (mut area, theme) = (canvas.area, canvas.theme);
    let is_missing = UsedLetters::of(&view.letters, &match_view.typed).held.contains(&false);
    if let Some(remark) = match_view.remarks.first().filter(|_| is_missing) {
        area.height = area.height.saturating_sub(1);
        canvas.text(area.x, area.bottom(), remark, theme.ink(Tone::Danger));
    }
    messages(match_view, context, &mut canvas.within(area));
}

/// A column on the way from one to another.
fn between(from: u16, to: u16, age: Duration) -> u16 {
    let (from, to) = (i64::from(from), i64::from(to));
    let distance = (to - from) * age.min(SHUFFLE).as_millis() as i64 / SHUFFLE.as_millis() as i64;
    u16::try_from(from + distance).unwrap_or_default()
}

/// Draws the result; the words are beside the grid.
fn result(match_view: &MatchView, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    for sentence in match_view.sentences("result") {
        let tone = if view.status == Status::Won { Tone::Good } else { Tone::Near };
        canvas.text(area.x, area.y, sentence, theme.ink(tone));
    }
    canvas.text_right(area.y, "✓ found   · missed", theme.faint());
}

struct WizardsLayout {
    grid: grid::GridLayout,
    beside: Rect,
    /// The area below the grid and its side.
    below: Rect,
}

impl WizardsLayout {
    fn of(area: Rect) -> WizardsLayout {
        const SIDE: u16 = 25;
        // The letters and two lines of messages.
        const BELOW: u16 = rack::HIGH + 2;
        let fits = |step: &(u16, u16)| {
            let (wide, high) = grid::GridLayout::size(*step);
            wide + 4 + SIDE <= area.width && high + 1 + BELOW <= area.height
        };
        let step = [(3, 2)].into_iter().find(fits).unwrap_or((2, 1));
        let (wide, high) = grid::GridLayout::size(step);
        let gap = area.width.saturating_sub(wide + SIDE).min(4);
        let side = area.width.saturating_sub(wide + gap).min(38);
        let left = area.x + area.width.saturating_sub(wide + gap + side) / 2;
        let spare = area.height.saturating_sub(high + BELOW);
        let (air, top) = (spare.min(1), area.y + spare.saturating_sub(1).min(9) / 3);
        let beside = Rect { x: left + wide + gap, y: top, width: side, height: high };
        let y = top + high + air;
        let height = area.bottom().saturating_sub(y);
        let below = Rect { x: left, y, width: wide + gap + side, height };
        WizardsLayout { grid: grid::GridLayout { left, top, step }, beside, below }
    }

    /// The lines below the letters.
    fn messages(&self) -> Rect {
        let high = self.below.height.saturating_sub(rack::HIGH);
        Rect { y: self.below.bottom() - high, height: high.min(2), ..self.below }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_on_every_screen() {
        for (wide, high) in [(76, 19), (76, 20), (90, 26), (116, 36), (196, 60)] {
            let area = Rect::new(2, 2, wide, high);
            let WizardsLayout { grid: place, beside, below } = WizardsLayout::of(area);
            let (columns, lines) = grid::GridLayout::size(place.step);
            assert!(place.left >= area.x && place.left + columns < beside.x, "{area}");
            assert!(place.top >= area.y && place.top + lines <= below.y, "{area}");
            assert!(beside.right() <= area.right() && beside.width >= 25, "{area}");
            assert!(beside.bottom() <= below.y && below.bottom() <= area.bottom(), "{area}");
            assert!(below.height > rack::HIGH, "{area}");
        }
    }

    #[test]
    fn letters_move_from_their_old_place_to_the_new_one() {
        assert_eq!(between(10, 30, Duration::ZERO), 10);
        assert_eq!(between(30, 10, SHUFFLE / 2), 20);
        assert_eq!(between(10, 30, SHUFFLE * 2), 30);
    }
}
