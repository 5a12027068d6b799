//! The levels of Wizards with their lives, each in its plain and in its friendly form. What was chosen last is
//! chosen the next time.

use super::AppPage;
use super::manual::ManualPage;
use super::play::PlayPage;
use super::setup::SetupPage;
use crate::action::{Effect, KeyBinding, UiAction, moving};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::page::list::ListCursor;
use engine::{AnyGame, Tone};
use games::wizards::Level;
use hall::Opening;
use ratatui::layout::Rect;

/// The page before a match of Wizards. What is chosen on it stands among the player's wishes.
pub(crate) struct LevelsPage {
    game: &'static dyn AnyGame,
}

/// Where the columns stand.
const LIVES: u16 = 20;
const COUNT: u16 = 42;
const FORMS: [u16; 2] = [54, 64];

impl LevelsPage {
    /// The levels of this game.
    pub(crate) fn new(game: &'static dyn AnyGame) -> LevelsPage {
        LevelsPage { game }
    }

    /// A match of the chosen level.
    fn start(&self, desk: &PageContext) -> Vec<Effect> {
        let set = chosen(desk).map(|(key, value)| format!("{key}={value}"));
        let opening = Opening { set: set.into(), ..desk.opening(self.game.info().id) };
        let play = PlayPage::open(desk.match_request(opening, Vec::new()));
        vec![Effect::SaveSettings, Effect::Replace(Box::new(play))]
    }
}

/// The place of the chosen level.
fn at(desk: &PageContext) -> usize {
    Level::ALL.iter().position(|(_, level)| *level == desk.settings.level).unwrap_or(0)
}

/// The settings that are chosen.
fn chosen(desk: &PageContext) -> [(&'static str, String); 2] {
    let name = Level::ALL.get(at(desk)).map_or("", |(name, _)| name);
    [("level", name.to_lowercase()), ("bonus", desk.settings.friendly.to_string())]
}

/// A level, and its form where that is chosen too, as an item of the page.
fn item(level: usize, friendly: Option<bool>) -> usize {
    3 * level + friendly.map_or(0, |friendly| 1 + usize::from(friendly))
}

fn choose(n: usize, desk: &mut PageContext) {
    if let Some((_, level)) = Level::ALL.get(n) {
        desk.settings.level = *level;
    }
}

impl AppPage for LevelsPage {
    fn title(&self, _: &PageContext) -> String {
        self.game.info().name.to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let key = KeyPress::of;
        let mut binds = vec![
            KeyBinding::new(key(KeyName::Enter), "start", UiAction::Enter),
            KeyBinding::hint("↑↓", "level"),
            KeyBinding::hint("←→", "form"),
            KeyBinding::new(key(KeyName::Left), "plain", UiAction::Left)
                .or(KeyPress::char('h'))
                .quiet(),
            KeyBinding::new(key(KeyName::Right), "friendly", UiAction::Right)
                .or(KeyPress::char('l'))
                .quiet(),
            KeyBinding::new(KeyPress::char('s'), "settings", UiAction::Next),
            KeyBinding::new(key(KeyName::F(1)), "rules", UiAction::Rules).quiet(),
        ];
        for ((n, (name, _)), digit) in Level::ALL.iter().enumerate().zip('1'..) {
            let what = format!("start {name}");
            binds.push(
                KeyBinding::new(KeyPress::char(digit), what, UiAction::Item(item(n, None))).quiet(),
            );
        }
        binds.extend(moving(true));
        binds
    }

    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        Some(self.game)
    }

    fn update(&mut self, action: UiAction, desk: &mut PageContext) -> Vec<Effect> {
        let mut list = ListCursor { at: at(desk) };
        if list.update(&action, Level::ALL.len()) {
            choose(list.at, desk);
            return Vec::new();
        }
        match action {
            UiAction::Left => desk.settings.friendly = false,
            UiAction::Right => desk.settings.friendly = true,
            UiAction::Enter => return self.start(desk),
            UiAction::Item(n) => {
                choose(n / 3, desk);
                desk.settings.friendly = match n % 3 {
                    0 => desk.settings.friendly,
                    form => form == 2,
                };
                return self.start(desk);
            }
            UiAction::Next => {
                let setup = SetupPage::new(self.game).set(&chosen(desk));
                return vec![Effect::Push(Box::new(setup))];
            }
            UiAction::Rules => return vec![Effect::Push(Box::new(ManualPage::new(self.game)))],
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, desk: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut y = canvas.paragraph(area.y, self.game.info().blurb, theme.faint()) + 2;
        canvas.text(area.x + 2, y, "Level", theme.faint());
        canvas.text(area.x + LIVES, y, "Lives", theme.faint());
        y += 2;
        for (n, (name, level)) in Level::ALL.into_iter().enumerate() {
            let chosen = level == desk.settings.level;
            let (lives, style) =
                (level.lives(), if chosen { theme.accent() } else { theme.text() });
            canvas.text(area.x + 2, y, &format!("{}  {name}", n + 1), style);
            let dots = "●".repeat(lives as usize);
            let ink = if chosen { theme.ink(Tone::Good) } else { theme.faint() };
            canvas.text(area.x + LIVES, y, &dots, ink);
            canvas.text(area.x + COUNT, y, &format!("{lives:2} lives"), style);
            canvas.hit(Rect::new(area.x, y, FORMS[0], 1), Hit::Item(item(n, None)));
            for (friendly, x) in [false, true].into_iter().zip(FORMS) {
                let word = if friendly { "friendly" } else { "plain" };
                let (mark, style) = match chosen && friendly == desk.settings.friendly {
                    true => ("▸ ", theme.accent()),
                    false => ("  ", theme.faint()),
                };
                let wide = canvas.text(area.x + x, y, &format!("{mark}{word}"), style);
                let hit = Hit::Item(item(n, Some(friendly)));
                canvas.hit(Rect::new(area.x + x, y, wide, 1), hit);
            }
            y += 2;
        }
        let about = match desk.settings.friendly {
            false => "Plain: a wrong guess costs a life, whatever is wrong with it.",
            true => {
                "Friendly: a word that your letters spell costs nothing when it is not in the grid. \
                 It is collected, and every third gives a life back."
            }
        };
        canvas.paragraph(y + 1, about, theme.text());
    }
}
