//! What a player wishes of the program. A change is seen at once and kept at once.

use super::Page;
use super::list::List;
use super::task::Task;
use crate::action::{Action, Bind, Effect, moving};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use crate::link::Ask;
use crate::path;
use crate::text;
use crate::theme::Palette;
use crate::wishes::Wishes;
use engine::{Cell, Tone};
use hall::Players;
use ratatui::layout::Rect;

/// The page of settings.
pub(crate) struct Options {
    list: List,
    /// A name that nobody can have, as far as it is typed.
    draft: Option<String>,
}

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
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

const ALL: [(Wish, &str, &str); 7] = [
    (Wish::Theme, "Colours", "the terminal's own; or ours, for a dark or light ground"),
    (Wish::Contrast, "High contrast", "nothing faint; orange and blue for green and yellow"),
    (Wish::Motion, "Motion", "tiles that turn, messages that fade"),
    (Wish::Mouse, "Mouse", "clicks are heard; off, the terminal selects text"),
    (Wish::Name, "Your name", "what you play is kept under it; it may stay empty"),
    (Wish::Words, "Word list", "a file with a word a line; empty for the built-in list"),
    (Wish::Rebuild, "Lists", "lists and statistics, made again from logs of matches"),
];

impl Options {
    /// The first setting is chosen.
    pub(crate) fn new() -> Options {
        Options { list: List::default(), draft: None }
    }

    fn wish(&self) -> Wish {
        ALL.get(self.list.at).map_or(Wish::Theme, |(wish, ..)| *wish)
    }

    /// Changes what is chosen.
    fn turn(&self, on: bool, wishes: &mut Wishes) -> bool {
        match self.wish() {
            Wish::Theme => {
                let all = [Palette::Terminal, Palette::Dark, Palette::Light];
                let at = all.iter().position(|palette| *palette == wishes.theme).unwrap_or(0);
                let next = if on { at + 1 } else { at + all.len() - 1 };
                wishes.theme = all[next % all.len()];
            }
            Wish::Contrast => wishes.contrast = !wishes.contrast,
            Wish::Motion => wishes.motion = !wishes.motion,
            Wish::Mouse => wishes.mouse = !wishes.mouse,
            Wish::Name | Wish::Words | Wish::Rebuild => return false,
        }
        true
    }

    /// What is typed changes. A name is taken over as long as somebody can have it.
    fn edit(&mut self, wishes: &mut Wishes, edit: impl FnOnce(&mut String)) {
        match self.wish() {
            Wish::Name => {
                let mut name = self.draft.take().unwrap_or_else(|| wishes.name.clone());
                edit(&mut name);
                match wrong_name(&name) {
                    None => wishes.name = name,
                    Some(_) => self.draft = Some(name),
                }
            }
            Wish::Words => edit(&mut wishes.words),
            _ => {}
        }
    }

    /// Another setting is chosen, or none any more: what was typed is looked at and kept.
    fn leave(&mut self, left: Wish, desk: &mut Desk) -> Vec<Effect> {
        if let Some(wrong) = self.draft.take().as_deref().and_then(wrong_name) {
            desk.tell(wrong);
        }
        let look = look_at_words(&desk.wishes).filter(|_| left == Wish::Words);
        let keep = matches!(left, Wish::Name | Wish::Words).then_some(Effect::Keep);
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
fn look_at_words(wishes: &Wishes) -> Option<Effect> {
    let path = wishes.words.trim();
    (!path.is_empty()).then(|| Effect::Tell(Ask::Words(path::typed(path))))
}

impl Page for Options {
    fn title(&self, _: &Desk) -> String {
        "Settings".to_owned()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let mut binds = vec![Bind::hint("↑↓", "choose")];
        if self.types() {
            binds.push(Bind::new(Key::of(Code::Backspace), "erase", Action::Erase));
        } else if self.wish() == Wish::Rebuild {
            binds.push(Bind::new(Key::of(Code::Enter), "make again", Action::Enter));
        } else {
            let change = Bind::new(Key::of(Code::Right), "change", Action::Right);
            binds.push(change.or(Key::of(Code::Enter)).or(Key::char(' ')).or(Key::char('l')));
            let back = Bind::new(Key::of(Code::Left), "change back", Action::Left);
            binds.push(back.or(Key::char('h')).quiet());
        }
        binds.extend(moving(!self.types()));
        binds
    }

    fn types(&self) -> bool {
        matches!(self.wish(), Wish::Name | Wish::Words)
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        let before = self.wish();
        if self.list.update(&action, ALL.len()) || action == Action::Back {
            let back = (action == Action::Back).then_some(Effect::Pop);
            return self.leave(before, desk).into_iter().chain(back).collect();
        }
        if matches!(action, Action::Enter | Action::Right) && before == Wish::Rebuild {
            return vec![Effect::Push(Box::new(Task::rebuild()))];
        }
        let changed = match action {
            Action::Right | Action::Enter => self.turn(true, &mut desk.wishes),
            Action::Left => self.turn(false, &mut desk.wishes),
            Action::Item(n) => {
                let again = self.list.at == n;
                self.list.at = n.min(ALL.len() - 1);
                if !again {
                    return self.leave(before, desk);
                }
                if self.wish() == Wish::Rebuild {
                    return vec![Effect::Push(Box::new(Task::rebuild()))];
                }
                self.turn(true, &mut desk.wishes)
            }
            Action::Type(c) => {
                let add = |text: &mut String| {
                    if text.chars().count() < LONGEST {
                        text.push(c);
                    }
                };
                self.edit(&mut desk.wishes, add);
                false
            }
            Action::Erase => {
                self.edit(&mut desk.wishes, |text| {
                    text.pop();
                });
                false
            }
            _ => false,
        };
        // What is typed is kept as a whole.
        if changed { vec![Effect::Keep] } else { Vec::new() }
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let wishes = &desk.wishes;
        let yes = |on: bool| if on { "on" } else { "off" }.to_owned();
        for (n, (wish, name, about)) in ALL.iter().enumerate() {
            let y = area.y + n as u16 * 2;
            let chosen = n == self.list.at;
            let value = match wish {
                Wish::Theme => format!("{:?}", wishes.theme).to_lowercase(),
                Wish::Contrast => yes(wishes.contrast),
                Wish::Motion => yes(wishes.motion),
                Wish::Mouse => yes(wishes.mouse),
                Wish::Name => self.draft.as_ref().unwrap_or(&wishes.name).clone(),
                Wish::Words => wishes.words.clone(),
                Wish::Rebuild => "make again".to_owned(),
            };
            let style = if chosen { theme.accent() } else { theme.text() };
            let mark = if chosen { "▸ " } else { "  " };
            canvas.text(area.x, y, &format!("{mark}{name}"), style);
            let x = area.x + 19;
            let room = usize::from(area.width.saturating_sub(20));
            let value = match chosen {
                true => text::end(&value, room),
                false => text::fit(&value, room),
            };
            match chosen && !matches!(wish, Wish::Name | Wish::Words | Wish::Rebuild) {
                true => canvas.text(x - 2, y, &format!("‹ {value} ›"), style),
                false => canvas.text(x, y, &value, theme.strong()),
            };
            if chosen && self.types() {
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
