//! What a player wishes of the program. A change is seen at once and kept at once.

use super::AppPage;
use super::list::ListCursor;
use super::task::TaskPage;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::path;
use crate::settings::PlayerSettings;
use crate::text;
use crate::theme::Palette;
use crate::worker::HallRequest;
use engine::{Cell, Tone};
use hall::Players;
use ratatui::layout::Rect;

/// The page of settings.
pub(crate) struct SettingsPage {
    list: ListCursor,
    /// A name that nobody can have, as far as it is typed.
    draft: Option<String>,
}

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    Theme,
    Contrast,
    Motion,
    Mouse,
    Name,
    Words,
    Rebuild,
}

/// The longest text that is typed.
const LONGEST: usize = 200;

const ALL: [(Setting, &str, &str); 7] = [
    (Setting::Theme, "Colours", "the terminal's own; or ours, for a dark or light ground"),
    (Setting::Contrast, "High contrast", "nothing faint; orange and blue for green and yellow"),
    (Setting::Motion, "Motion", "tiles that turn, messages that fade"),
    (Setting::Mouse, "Mouse", "clicks are heard; off, the terminal selects text"),
    (Setting::Name, "Your name", "what you play is kept under it; it may stay empty"),
    (Setting::Words, "Word list", "a file with a word a line; empty for the built-in list"),
    (Setting::Rebuild, "Lists", "lists and statistics, made again from logs of matches"),
];

impl SettingsPage {
    /// The first setting is chosen.
    pub(crate) fn new() -> SettingsPage {
        SettingsPage { list: ListCursor::default(), draft: None }
    }

    fn setting(&self) -> Setting {
        ALL.get(self.list.at).map_or(Setting::Theme, |(wish, ..)| *wish)
    }

    /// Changes what is chosen.
    fn turn(&self, on: bool, wishes: &mut PlayerSettings) -> bool {
        match self.setting() {
            Setting::Theme => {
                let all = [Palette::Terminal, Palette::Dark, Palette::Light];
                let at = all.iter().position(|palette| *palette == wishes.theme).unwrap_or(0);
                let next = if on { at + 1 } else { at + all.len() - 1 };
                wishes.theme = all[next % all.len()];
            }
            Setting::Contrast => wishes.contrast = !wishes.contrast,
            Setting::Motion => wishes.motion = !wishes.motion,
            Setting::Mouse => wishes.mouse = !wishes.mouse,
            Setting::Name | Setting::Words | Setting::Rebuild => return false,
        }
        true
    }

    /// What is typed changes. A name is taken over as long as somebody can have it.
    fn edit(&mut self, wishes: &mut PlayerSettings, edit: impl FnOnce(&mut String)) {
        match self.setting() {
            Setting::Name => {
                let mut name = self.draft.take().unwrap_or_else(|| wishes.name.clone());
                edit(&mut name);
                match wrong_name(&name) {
                    None => wishes.name = name,
                    Some(_) => self.draft = Some(name),
                }
            }
            Setting::Words => edit(&mut wishes.words),
            _ => {}
        }
    }

    /// Another setting is chosen, or none any more: what was typed is looked at and kept.
    fn leave(&mut self, left: Setting, context: &mut PageContext) -> Vec<Effect> {
        if let Some(wrong) = self.draft.take().as_deref().and_then(wrong_name) {
            context.notify(wrong);
        }
        let look = look_at_words(&context.settings).filter(|_| left == Setting::Words);
        let keep = matches!(left, Setting::Name | Setting::Words).then_some(Effect::SaveSettings);
        look.into_iter().chain(keep).collect()
    }
}

/// What is wrong with a name while it is typed.
fn wrong_name(name: &str) -> Option<String> {
    match Players::read(name) {
        _ if name.is_empty() => None,
        Ok(players) if players.names().len() > 1 => {
            Some("A name has no comma in it. Others are named with --as Ann,Bo.".to_owned())
        }
        Ok(_) => None,
        Err(refusal) => Some(refusal.text),
    }
}

/// The word list is looked at, when its path was typed.
fn look_at_words(wishes: &PlayerSettings) -> Option<Effect> {
    let path = wishes.words.trim();
    (!path.is_empty()).then(|| Effect::Send(HallRequest::Words(path::expand_tilde(path))))
}

impl AppPage for SettingsPage {
    fn title(&self, _: &PageContext) -> String {
        "Settings".to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds = vec![KeyBinding::hint("↑↓", "choose")];
        if self.takes_text() {
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase));
        } else if self.setting() == Setting::Rebuild {
            binds.push(KeyBinding::new(
                KeyPress::of(KeyName::Enter),
                "make again",
                UiAction::Enter,
            ));
        } else {
            let change = KeyBinding::new(KeyPress::of(KeyName::Right), "change", UiAction::Right);
            binds.push(
                change
                    .or(KeyPress::of(KeyName::Enter))
                    .or(KeyPress::char(' '))
                    .or(KeyPress::char('l')),
            );
            let back = KeyBinding::new(KeyPress::of(KeyName::Left), "change back", UiAction::Left);
            binds.push(back.or(KeyPress::char('h')).hidden());
        }
        binds.extend(list_keys(!self.takes_text()));
        binds
    }

    fn takes_text(&self) -> bool {
        matches!(self.setting(), Setting::Name | Setting::Words)
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        let before = self.setting();
        if self.list.update(&action, ALL.len()) || action == UiAction::Back {
            let back = (action == UiAction::Back).then_some(Effect::Pop);
            return self.leave(before, context).into_iter().chain(back).collect();
        }
        if matches!(action, UiAction::Enter | UiAction::Right) && before == Setting::Rebuild {
            return vec![Effect::Push(Box::new(TaskPage::rebuild()))];
        }
        let changed = match action {
            UiAction::Right | UiAction::Enter => self.turn(true, &mut context.settings),
            UiAction::Left => self.turn(false, &mut context.settings),
            UiAction::Item(n) => {
                let again = self.list.at == n;
                self.list.at = n.min(ALL.len() - 1);
                if !again {
                    return self.leave(before, context);
                }
                if self.setting() == Setting::Rebuild {
                    return vec![Effect::Push(Box::new(TaskPage::rebuild()))];
                }
                self.turn(true, &mut context.settings)
            }
            UiAction::Type(c) => {
                let add = |text: &mut String| {
                    if text.chars().count() < LONGEST {
                        text.push(c);
                    }
                };
                self.edit(&mut context.settings, add);
                false
            }
            UiAction::Erase => {
                self.edit(&mut context.settings, |text| {
                    text.pop();
                });
                false
            }
            _ => false,
        };
        // What is typed is kept as a whole.
        if changed { vec![Effect::SaveSettings] } else { Vec::new() }
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let wishes = &context.settings;
        let yes = |on: bool| if on { "on" } else { "off" }.to_owned();
        for (n, (wish, name, about)) in ALL.iter().enumerate() {
            let y = area.y + n as u16 * 2;
            let chosen = n == self.list.at;
            let value = match wish {
                Setting::Theme => format!("{:?}", wishes.theme).to_lowercase(),
                Setting::Contrast => yes(wishes.contrast),
                Setting::Motion => yes(wishes.motion),
                Setting::Mouse => yes(wishes.mouse),
                Setting::Name => self.draft.as_ref().unwrap_or(&wishes.name).clone(),
                Setting::Words => wishes.words.clone(),
                Setting::Rebuild => "make again".to_owned(),
            };
            let style = if chosen { theme.accent() } else { theme.text() };
            let mark = if chosen { "▸ " } else { "  " };
            canvas.text(area.x, y, &format!("{mark}{name}"), style);
            let x = area.x + 19;
            let room = usize::from(area.width.saturating_sub(20));
            let value = match chosen {
                true => text::fit_end(&value, room),
                false => text::fit(&value, room),
            };
            match chosen && !matches!(wish, Setting::Name | Setting::Words | Setting::Rebuild) {
                true => canvas.text(x - 2, y, &format!("‹ {value} ›"), style),
                false => canvas.text(x, y, &value, theme.strong()),
            };
            if chosen && self.takes_text() {
                let end = x + text::width(&value) as u16;
                canvas.text(end, y, " ", theme.cursor());
            }
            canvas.hit(Rect::new(area.x, y, area.width, 1), Hit::Item(n));
            if chosen {
                canvas.text(area.x + 19, y + 1, about, theme.faint());
            }
        }
        let y = area.y + ALL.len() as u16 * 2 + 1;
        canvas.text(area.x + 2, y, "How it looks", theme.faint());
        let mut x = area.x + 19;
        for (letter, tone) in [
            ("A", Tone::Good),
            ("B", Tone::Near),
            ("C", Tone::Off),
            ("D", Tone::Here),
            ("E", Tone::Danger),
        ] {
            x += canvas.key(x, y, &Cell::new(letter, tone)) + 1;
        }
        if let Some(wrong) = self.draft.as_deref().and_then(wrong_name) {
            canvas.paragraph(y + 2, &wrong, theme.ink(Tone::Near));
        }
    }
}
