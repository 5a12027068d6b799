//! The rules of a game: headings, lists, examples and tables.

use super::AppPage;
use super::list::ListCursor;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use engine::AnyGame;
use engine::manual::{self, StyledLine, TextStyle};
use engine::markdown::{self, Block};

/// The columns reserved for the percentage read.
const PERCENT_WIDTH: u16 = 6;

pub(crate) struct ManualPage {
    game: &'static dyn AnyGame,
    top: ListCursor,
}

impl ManualPage {
    pub(crate) fn new(game: &'static dyn AnyGame) -> ManualPage {
        ManualPage { game, top: ListCursor::default() }
    }

    /// The lines of the rules, leaving space for the percentage.
    fn lines(&self, width: u16) -> Vec<StyledLine> {
        lines(
            &self.game.info().terminal_manual(),
            usize::from(width.saturating_sub(PERCENT_WIDTH)).min(90),
        )
    }
}

impl AppPage for ManualPage {
    fn title(&self, _: &PageContext) -> String {
        format!("{}: rules", self.game.info().name)
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds = vec![KeyBinding::hint("↑↓", "scroll")];
        binds.extend(list_keys(true));
        binds
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if action == UiAction::Back {
            return vec![Effect::Pop];
        }
        let body = context.body();
        let lines = self.lines(body.width).len();
        self.top.update(&action, lines.saturating_sub(body.height.into()) + 1);
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let lines = self.lines(area.width);
        let room = usize::from(area.height);
        let top = self.top.at.min(lines.len().saturating_sub(room));
        for (y, line) in (area.y..area.bottom()).zip(lines.iter().skip(top)) {
            draw_line(canvas, y, line);
        }
        if lines.len() > room {
            let share = (top + room).min(lines.len()) * 100 / lines.len();
            canvas.text_right(area.bottom() - 1, &format!(" {share} %"), theme.faint());
        }
    }
}

/// The lines of a text in Markdown, without its title, which the page shows already.
pub(crate) fn lines(text: &str, width: usize) -> Vec<StyledLine> {
    let mut blocks = markdown::blocks(text);
    blocks.retain(|block| !matches!(block, Block::Heading { level: 1, .. }));
    manual::lines(&blocks, Some(width))
}

/// Draws a line of a manual.
pub(crate) fn draw_line(canvas: &mut Canvas, y: u16, line: &StyledLine) {
    let (mut x, theme) = (canvas.area.x, canvas.theme);
    for (text, style) in line {
        let style = match style {
            TextStyle::Heading => theme.accent(),
            TextStyle::Plain => theme.text(),
            TextStyle::Bold | TextStyle::Example => theme.strong(),
        };
        x += canvas.text(x, y, text, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_is_shown_without_its_title() {
        let shown = lines("# Title\n\nOne two\nthree **four**.\n\n## Next\n", 12);
        let shown: Vec<String> =
            shown.iter().map(|line| line.iter().map(|(text, _)| text.as_str()).collect()).collect();
        assert_eq!(shown, ["One two", "three four.", "", "Next"]);
    }
}
