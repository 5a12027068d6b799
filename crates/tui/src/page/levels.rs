//! The levels of Wizards with their lives, each in a plain and a friendly variant. The choice is remembered.

use super::AppPage;
use super::manual::ManualPage;
use super::play::PlayPage;
use super::setup::SetupPage;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::page::list::ListCursor;
use engine::{AnyGame, Tone};
use games::wizards::Level;
use hall::Opening;
use ratatui::layout::Rect;

/// The page before a match of Wizards. The choice is stored in the player's settings.
pub(crate) struct LevelsPage {
    game: &'static dyn AnyGame,
}

/// The columns of the table.
const LIVES: u16 = 20;
const COUNT: u16 = 42;
const FORMS: [u16; 2] = [54, 64];

impl LevelsPage {
    pub(crate) fn new(game: &'static dyn AnyGame) -> LevelsPage {
        LevelsPage { game }
    }

    /// Starts a match at the selected level.
    fn start(&self, context: &PageContext) -> Vec<Effect> {
        let set = chosen(context).map(|(key, value)| format!("{key}={value}"));
        let opening = Opening { set: set.into(), ..context.opening(self.game.info().id) };
        let play = PlayPage::open(context.match_request(opening, Vec::new()));
        vec![Effect::SaveSettings, Effect::Replace(Box::new(play))]
    }
}

/// The index of the selected level.
fn at(context: &PageContext) -> usize {
    Level::ALL.iter().position(|(_, level)| *level == context.settings.level).unwrap_or(0)
}

/// The setup keys of the selection.
fn chosen(context: &PageContext) -> [(&'static str, String); 2] {
    let name = Level::ALL.get(at(context)).map_or("", |(name, _)| name);
    [("level", name.to_lowercase()), ("bonus", context.settings.friendly.to_string())]
}

/// The item number of a level, or of one of its two variants.
fn item(level: usize, friendly: Option<bool>) -> usize {
    3 * level + friendly.map_or(0, |friendly| 1 + usize::from(friendly))
}

fn choose(n: usize, context: &mut PageContext) {
    if let Some((_, level)) = Level::ALL.get(n) {
        context.settings.level = *level;
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
            KeyBinding::hint("←→", "plain or friendly"),
            KeyBinding::new(key(KeyName::Left), "plain", UiAction::Left)
                .or(KeyPress::char('h'))
                .hidden(),
            KeyBinding::new(key(KeyName::Right), "friendly", UiAction::Right)
                .or(KeyPress::char('l'))
                .hidden(),
            KeyBinding::new(KeyPress::char('s'), "settings", UiAction::Next),
            KeyBinding::new(key(KeyName::F(1)), "rules", UiAction::Rules).hidden(),
        ];
        for ((n, (name, _)), digit) in Level::ALL.iter().enumerate().zip('1'..) {
            let what = format!("start {name}");
            binds.push(
                KeyBinding::new(KeyPress::char(digit), what, UiAction::Item(item(n, None)))
                    .hidden(),
            );
        }
        binds.extend(list_keys(true));
        binds
    }

    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        Some(self.game)
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        let mut list = ListCursor { at: at(context) };
        if list.update(&action, Level::ALL.len()) {
            choose(list.at, context);
            return Vec::new();
        }
        match action {
            UiAction::Left => context.settings.friendly = false,
            UiAction::Right => context.settings.friendly = true,
            UiAction::Enter => return self.start(context),
            UiAction::Item(n) => {
                choose(n / 3, context);
                context.settings.friendly = match n % 3 {
                    0 => context.settings.friendly,
                    form => form == 2,
                };
                return self.start(context);
            }
            UiAction::Next => {
                let setup = SetupPage::new(self.game).set(&chosen(context));
                return vec![Effect::Push(Box::new(setup))];
            }
            UiAction::Rules => return vec![Effect::Push(Box::new(ManualPage::new(self.game)))],
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut y = canvas.paragraph(area.y, self.game.info().blurb, theme.faint()) + 2;
        canvas.text(area.x + 2, y, "Level", theme.faint());
        canvas.text(area.x + LIVES, y, "Lives", theme.faint());
        y += 2;
        for (n, (name, level)) in Level::ALL.into_iter().enumerate() {
            let chosen = level == context.settings.level;
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
                let (mark, style) = match chosen && friendly == context.settings.friendly {
                    true => ("▸ ", theme.accent()),
                    false => ("  ", theme.faint()),
                };
                let wide = canvas.text(area.x + x, y, &format!("{mark}{word}"), style);
                let hit = Hit::Item(item(n, Some(friendly)));
                canvas.hit(Rect::new(area.x + x, y, wide, 1), hit);
            }
            y += 2;
        }
        let about = match context.settings.friendly {
            false => "Plain: every wrong guess costs a life.",
            true => {
                "Friendly: a valid word that isn't in the grid costs nothing, and every third one gives \
                 you a life."
            }
        };
        canvas.paragraph(y + 1, about, theme.text());
    }
}
