//! The levels of Wizards with their lives, each in its plain and in its friendly form. What was chosen last is
//! chosen the next time.

use super::Page;
use super::manual::Manual;
use super::play::Play;
use super::setup::Setup;
use crate::action::{Action, Bind, Effect, moving};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use crate::page::list::List;
use engine::{AnyGame, Tone};
use games::wizards::Level;
use hall::Opening;
use ratatui::layout::Rect;

/// The page before a match of Wizards. What is chosen on it stands among the player's wishes.
pub(crate) struct Levels {
    game: &'static dyn AnyGame,
}

/// Where the columns stand.
const LIVES: u16 = 20;
const COUNT: u16 = 42;
const FORMS: [u16; 2] = [54, 64];

impl Levels {
    /// The levels of this game.
    pub(crate) fn new(game: &'static dyn AnyGame) -> Levels {
        Levels { game }
    }

    /// A match of the chosen level.
    fn start(&self, desk: &Desk) -> Vec<Effect> {
        let set = chosen(desk).map(|(key, value)| format!("{key}={value}"));
        let opening = Opening { set: set.into(), ..desk.opening(self.game.info().id) };
        let play = Play::open(desk.wish(opening, Vec::new()));
        vec![Effect::Keep, Effect::Replace(Box::new(play))]
    }
}

/// The place of the chosen level.
fn at(desk: &Desk) -> usize {
    Level::ALL.iter().position(|(_, level)| *level == desk.wishes.level).unwrap_or(0)
}

/// The settings that are chosen.
fn chosen(desk: &Desk) -> [(&'static str, String); 2] {
    let name = Level::ALL.get(at(desk)).map_or("", |(name, _)| name);
    [("level", name.to_lowercase()), ("bonus", desk.wishes.friendly.to_string())]
}

/// A level, and its form where that is chosen too, as an item of the page.
fn item(level: usize, friendly: Option<bool>) -> usize {
    3 * level + friendly.map_or(0, |friendly| 1 + usize::from(friendly))
}

fn choose(n: usize, desk: &mut Desk) {
    if let Some((_, level)) = Level::ALL.get(n) {
        desk.wishes.level = *level;
    }
}

impl Page for Levels {
    fn title(&self, _: &Desk) -> String {
        self.game.info().name.to_owned()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let key = Key::of;
        let mut binds = vec![
            Bind::new(key(Code::Enter), "start", Action::Enter),
            Bind::hint("↑↓", "level"),
            Bind::hint("←→", "form"),
            Bind::new(key(Code::Left), "plain", Action::Left).or(Key::char('h')).quiet(),
            Bind::new(key(Code::Right), "friendly", Action::Right).or(Key::char('l')).quiet(),
            Bind::new(Key::char('s'), "settings", Action::Next),
            Bind::new(key(Code::F(1)), "rules", Action::Rules).quiet(),
        ];
        for ((n, (name, _)), digit) in Level::ALL.iter().enumerate().zip('1'..) {
            let what = format!("start {name}");
            binds.push(Bind::new(Key::char(digit), what, Action::Item(item(n, None))).quiet());
        }
        binds.extend(moving(true));
        binds
    }

    fn opens(&self) -> Option<&'static dyn AnyGame> {
        Some(self.game)
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        let mut list = List { at: at(desk) };
        if list.update(&action, Level::ALL.len()) {
            choose(list.at, desk);
            return Vec::new();
        }
        match action {
            Action::Left => desk.wishes.friendly = false,
            Action::Right => desk.wishes.friendly = true,
            Action::Enter => return self.start(desk),
            Action::Item(n) => {
                choose(n / 3, desk);
                desk.wishes.friendly = match n % 3 {
                    0 => desk.wishes.friendly,
                    form => form == 2,
                };
                return self.start(desk);
            }
            Action::Next => {
                let setup = Setup::new(self.game).set(&chosen(desk));
                return vec![Effect::Push(Box::new(setup))];
            }
            Action::Rules => return vec![Effect::Push(Box::new(Manual::new(self.game)))],
            Action::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut y = canvas.paragraph(area.y, self.game.info().blurb, theme.faint()) + 2;
        canvas.text(area.x + 2, y, "Level", theme.faint());
        canvas.text(area.x + LIVES, y, "Lives", theme.faint());
        y += 2;
        for (n, (name, level)) in Level::ALL.into_iter().enumerate() {
            let chosen = level == desk.wishes.level;
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
                let (mark, style) = match chosen && friendly == desk.wishes.friendly {
                    true => ("▸ ", theme.accent()),
                    false => ("  ", theme.faint()),
                };
                let wide = canvas.text(area.x + x, y, &format!("{mark}{word}"), style);
                let hit = Hit::Item(item(n, Some(friendly)));
                canvas.hit(Rect::new(area.x + x, y, wide, 1), hit);
            }
            y += 2;
        }
        let about = match desk.wishes.friendly {
            false => "Plain: a wrong guess costs a life, whatever is wrong with it.",
            true => {
                "Friendly: a word that your letters spell costs nothing when it is not in the grid. \
                 It is collected, and every third gives a life back."
            }
        };
        canvas.paragraph(y + 1, about, theme.text());
    }
}
