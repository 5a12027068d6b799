//! Introductions: each game on one screen, with its goal, its rules in short and its keys. A new player sees
//! them first: all of them in the lobby, or the one of the game being opened.

use super::AppPage;
use super::manual::{ManualPage, draw_line, lines};
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use engine::AnyGame;
use engine::manual::TextStyle;
use games::GAMES;
use ratatui::layout::Rect;

/// The introductions to one or all games.
pub(crate) struct WelcomePage {
    games: Vec<&'static dyn AnyGame>,
    at: usize,
    /// The page to open afterwards.
    then: Option<Box<dyn AppPage>>,
}

fn listed() -> Vec<&'static dyn AnyGame> {
    GAMES.iter().copied().filter(|game| game.info().listed).collect()
}

/// The introduction to a game; one without its own shows the start of its rules.
fn text(game: &dyn AnyGame) -> &'static str {
    match game.info().id {
        "wizards" => include_str!("welcome/wizards.md"),
        "hand" => include_str!("welcome/hand.md"),
        "wampus" => include_str!("welcome/wampus.md"),
        "junior" => include_str!("welcome/junior.md"),
        "builder" => include_str!("welcome/builder.md"),
        "wordle" => include_str!("welcome/wordle.md"),
        _ => game.info().manual,
    }
}

impl WelcomePage {
    /// All games, starting with the first.
    pub(crate) fn new() -> WelcomePage {
        WelcomePage { games: listed(), at: 0, then: None }
    }

    /// Only this game, before a page that opens it for the first time.
    pub(crate) fn before(game: &'static dyn AnyGame, page: Box<dyn AppPage>) -> WelcomePage {
        WelcomePage { games: vec![game], at: 0, then: Some(page) }
    }
}

impl AppPage for WelcomePage {
    fn title(&self, context: &PageContext) -> String {
        match context.settings.welcomed {
            true => "How to play".to_owned(),
            false => "Welcome".to_owned(),
        }
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let rules = KeyBinding::new(KeyPress::char('r'), "rules", UiAction::Rules)
            .or(KeyPress::of(KeyName::F(1)));
        if self.then.is_some() {
            return vec![
                KeyBinding::new(KeyPress::of(KeyName::Enter), "play", UiAction::Enter),
                rules,
            ];
        }
        vec![
            KeyBinding::new(KeyPress::of(KeyName::Right), "next", UiAction::Right)
                .or(KeyPress::char('l')),
            KeyBinding::new(KeyPress::of(KeyName::Left), "previous", UiAction::Left)
                .or(KeyPress::char('h')),
            rules,
            KeyBinding::new(KeyPress::of(KeyName::Enter), "lobby", UiAction::Back),
        ]
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        let games = &self.games;
        match action {
            UiAction::Right | UiAction::Down => self.at = (self.at + 1) % games.len().max(1),
            UiAction::Left | UiAction::Up => {
                self.at = self.at.checked_sub(1).unwrap_or(games.len().saturating_sub(1));
            }
            UiAction::Item(n) => self.at = n.min(games.len().saturating_sub(1)),
            UiAction::Rules => {
                if let Some(game) = games.get(self.at) {
                    return vec![Effect::Push(Box::new(ManualPage::new(*game)))];
                }
            }
            UiAction::Enter => {
                if let (Some(game), Some(then)) = (games.get(self.at), self.then.take()) {
                    context.settings.met.insert(game.info().id.to_owned());
                    return vec![Effect::SaveSettings, Effect::Replace(then)];
                }
            }
            UiAction::Back if self.then.is_some() => return vec![Effect::Pop],
            UiAction::Back => {
                let first = !std::mem::replace(&mut context.settings.welcomed, true);
                let save = first.then_some(Effect::SaveSettings);
                return save.into_iter().chain([Effect::Pop]).collect();
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let games = &self.games;
        let mut x = area.x;
        for (n, game) in games.iter().enumerate().filter(|_| games.len() > 1) {
            let style = if n == self.at { theme.cursor() } else { theme.faint() };
            let wide = canvas.text(x, area.y, &format!(" {} ", game.info().id), style);
            canvas.hit(Rect::new(x, area.y, wide, 1), Hit::Item(n));
            x += wide + 1;
        }
        let Some(game) = games.get(self.at) else { return };
        let info = game.info();
        let mut y = area.y + if games.len() > 1 { 2 } else { 0 };
        canvas.text(area.x, y, info.name, theme.accent());
        y = canvas.paragraph(y + 1, info.blurb, theme.strong()) + 1;
        let all = lines(text(*game), usize::from(area.width).min(90));
        let parts = all.split(|line| line.is_empty()).filter(|part| !part.is_empty());
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            // Only whole paragraphs, and no heading without its text.
            let heading = part.iter().flatten().all(|(_, style)| *style == TextStyle::Heading);
            let next = parts.peek().filter(|_| heading).map_or(0, |next| 1 + next.len());
            let high = part.len() + next;
            if y + high as u16 > area.bottom() || (heading && next == 0) {
                break;
            }
            for line in part {
                draw_line(canvas, y, line);
                y += 1;
            }
            y += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::SMALLEST;
    use crate::draw::body;

    /// The lines above the text: the names of all games, the name of this one, and its description.
    const LINES_ABOVE: usize = 5;

    #[test]
    fn every_game_is_explained_on_one_screen() {
        let room = body(Rect::new(0, 0, SMALLEST.0, SMALLEST.1));
        for game in listed() {
            let (id, manual) = (game.info().id, game.info().manual);
            assert_ne!(text(game), manual, "{id} has no text of its own");
            let lines = lines(text(game), room.width.into());
            assert!(lines.len() + LINES_ABOVE <= room.height.into(), "{id}: {} lines", lines.len());
        }
    }
}
