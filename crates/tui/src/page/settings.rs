//! The page of settings. A change takes effect and is saved at once.

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

pub(crate) struct SettingsPage {
    list: ListCursor,
    /// An invalid name while it is being typed.
    draft: Option<String>,
}

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

/// The longest text that can be typed.
const MAX_TEXT: usize = 200;

const ALL: [(Setting, &str, &str); 7] = [
    (Setting::Theme, "Colours", "the terminal's, or ours for dark or light backgrounds"),
    (Setting::Contrast, "High contrast", "nothing faint; orange and blue, not green and yellow"),
    (Setting::Motion, "Motion", "turning tiles, fading messages"),
    (Setting::Mouse, "Mouse", "on: click to play; off: select text in the terminal"),
    (Setting::Name, "Your name", "optional; your matches are saved under it"),
    (Setting::Words, "Word list", "a file, one word per line; empty for the built-in list"),
    (Setting::Rebuild, "Statistics", "rebuild summaries and statistics from the match logs"),
];

impl SettingsPage {
    pub(crate) fn new() -> SettingsPage {
        SettingsPage { list: ListCursor::default(), draft: None }
    }

    fn setting(&self) -> Setting {
        ALL.get(self.list.at).map_or(Setting::Theme, |(setting, ..)| *setting)
    }

    /// Changes the selected setting; returns whether it can be changed this way.
    fn change(&self, forward: bool, settings: &mut PlayerSettings) -> bool {
        match self.setting() {
            Setting::Theme => {
                let all = [Palette::Terminal, Palette::Dark, Palette::Light];
                let at = all.iter().position(|palette| *palette == settings.theme).unwrap_or(0);
                let next = if forward { at + 1 } else { at + all.len() - 1 };
                settings.theme = all[next % all.len()];
            }
            Setting::Contrast => settings.contrast = !settings.contrast,
            Setting::Motion => settings.motion = !settings.motion,
            Setting::Mouse => settings.mouse = !settings.mouse,
            Setting::Name | Setting::Words | Setting::Rebuild => return false,
        }
        true
    }

    /// Edits the selected text. An invalid name is kept as a draft.
    fn edit(&mut self, settings: &mut PlayerSettings, edit: impl FnOnce(&mut String)) {
        match self.setting() {
            Setting::Name => {
                let mut name = self.draft.take().unwrap_or_else(|| settings.name.clone());
                edit(&mut name);
                match name_problem(&name) {
                    None => settings.name = name,
                    Some(_) => self.draft = Some(name),
                }
            }
            Setting::Words => edit(&mut settings.words),
            _ => {}
        }
    }

    /// Checks and saves the text when the player leaves its field.
    fn leave(&mut self, left: Setting, context: &mut PageContext) -> Vec<Effect> {
        if let Some(problem) = self.draft.take().as_deref().and_then(name_problem) {
            context.notify(problem);
        }
        let check = check_word_list(&context.settings).filter(|_| left == Setting::Words);
        let save = matches!(left, Setting::Name | Setting::Words).then_some(Effect::SaveSettings);
        check.into_iter().chain(save).collect()
    }
}

/// What is wrong with a name.
fn name_problem(name: &str) -> Option<String> {
    match Players::read(name) {
        _ if name.is_empty() => None,
        Ok(players) if players.names().len() > 1 => Some(
            "A name can't contain a comma. To name several players, use --as Ann,Bo.".to_owned(),
        ),
        Ok(_) => None,
        Err(refusal) => Some(refusal.text),
    }
}

/// Requests a check of the word list, if there is one.
fn check_word_list(settings: &PlayerSettings) -> Option<Effect> {
    let path = settings.words.trim();
    (!path.is_empty()).then(|| Effect::Send(HallRequest::CheckWordList(path::expand_tilde(path))))
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
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Enter), "rebuild", UiAction::Enter));
        } else {
            let change = KeyBinding::new(KeyPress::of(KeyName::Right), "change", UiAction::Right);
            binds.push(
                change
                    .or(KeyPress::of(KeyName::Enter))
                    .or(KeyPress::char(' '))
                    .or(KeyPress::char('l')),
            );
            let back =
                KeyBinding::new(KeyPress::of(KeyName::Left), "previous value", UiAction::Left);
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
            UiAction::Right | UiAction::Enter => self.change(true, &mut context.settings),
            UiAction::Left => self.change(false, &mut context.settings),
            UiAction::Item(n) => {
                let again = self.list.at == n;
                self.list.at = n.min(ALL.len() - 1);
                if !again {
                    return self.leave(before, context);
                }
                if self.setting() == Setting::Rebuild {
                    return vec![Effect::Push(Box::new(TaskPage::rebuild()))];
                }
                self.change(true, &mut context.settings)
            }
            UiAction::Type(c) => {
                let add = |text: &mut String| {
                    if text.chars().count() < MAX_TEXT {
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
        // Text is saved when the player leaves its field.
        if changed { vec![Effect::SaveSettings] } else { Vec::new() }
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let settings = &context.settings;
        let on_off = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
        for (n, (setting, name, about)) in ALL.iter().enumerate() {
            let y = area.y + n as u16 * 2;
            let chosen = n == self.list.at;
            let value = match setting {
                Setting::Theme => format!("{:?}", settings.theme).to_lowercase(),
                Setting::Contrast => on_off(settings.contrast),
                Setting::Motion => on_off(settings.motion),
                Setting::Mouse => on_off(settings.mouse),
                Setting::Name => self.draft.as_ref().unwrap_or(&settings.name).clone(),
                Setting::Words => settings.words.clone(),
                Setting::Rebuild => "rebuild".to_owned(),
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
            match chosen && !matches!(setting, Setting::Name | Setting::Words | Setting::Rebuild) {
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
        canvas.text(area.x + 2, y, "Preview", theme.faint());
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
        if let Some(problem) = self.draft.as_deref().and_then(name_problem) {
            canvas.paragraph(y + 2, &problem, theme.ink(Tone::Near));
        }
    }
}
