//! The Board Builder: a cursor on the board at which words are typed, whether they may be placed there, words
//! that fit, and how many can play. `face.rs` draws it, `naming.rs` asks for a name.

mod face;
mod naming;

use super::Skin;
use super::board::{board_keys, clicked, moved, scroll_keys};
use super::rack::face;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::match_view::MatchView;
use crate::worker::{FittingQuery, HallReply, HallRequest};
use games::board::{At, Dir, PlacedWord};
use games::builder::{Setup, View};
use naming::NamePage;
use std::path::{Path, PathBuf};

/// How many fitting words are requested.
const MAX_FITTING: usize = 200;
/// The longest line that can be typed: `put Aa H` and a word of twenty letters.
const MAX_LINE: usize = 29;

/// The look of the Builder, and its cursor and typed word.
#[derive(Default)]
pub(crate) struct BuilderSkin {
    cursor: Option<At>,
    /// Whether words run down.
    down: bool,
    /// The current search for fitting words.
    query: Option<Box<FittingQuery>>,
    /// The words found, with their query.
    found: Option<(Box<FittingQuery>, Vec<String>)>,
    /// The index of the fitting word that is used.
    picked: Option<usize>,
    /// The name of the file, once the player has given it.
    name: Option<String>,
    file: SaveStatus,
}

/// Whether the file of a finished board was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum SaveStatus {
    /// It was not requested yet.
    #[default]
    None,
    Saving,
    Saved(PathBuf),
    /// With the reason.
    Failed(String),
}

/// A word being placed: its position, direction and letters.
struct TypedWord {
    at: At,
    dir: Dir,
    text: String,
}

impl TypedWord {
    /// The letter at a position: one for each typed character.
    fn letter(&self, at: At) -> Option<char> {
        let mut cells = (0..).map_while(|n| self.at.ahead(self.dir, n)).zip(self.text.chars());
        cells.find(|(cell, _)| *cell == at).map(|(_, letter)| face(letter))
    }

    /// What is obviously wrong with it.
    fn problem(&self) -> Option<&'static str> {
        let other = self.text.contains(|c: char| !c.is_ascii_alphabetic());
        other.then_some("A word may use the letters A to Z only.")
    }
}

impl BuilderSkin {
    fn dir(&self) -> Dir {
        if self.down { Dir::V } else { Dir::H }
    }

    fn at(&self) -> Option<At> {
        self.cursor.or(At::new(0, 0))
    }

    /// The words found for the current query.
    fn words(&self) -> &[String] {
        let current = self.found.as_ref().filter(|(what, _)| self.query.as_ref() == Some(what));
        current.map_or(&[], |(_, words)| words)
    }

    /// The fitting word that is used.
    fn picked_word(&self) -> Option<&str> {
        self.words().get(self.picked?).map(String::as_str)
    }

    /// The word being placed: at the cursor, or where the typed line says.
    fn draft(&self, match_view: &MatchView) -> Option<TypedWord> {
        let (at, dir, typed) = match placed(&match_view.typed) {
            Some((at, dir, text)) => (at, dir.unwrap_or(self.dir()), text),
            None if is_line(&match_view.typed) => return None,
            None => (self.at()?, self.dir(), match_view.typed.as_str()),
        };
        let text = self.picked_word().unwrap_or(typed).to_ascii_uppercase();
        Some(TypedWord { at, dir, text })
    }

    /// The line that Enter sends.
    fn line(&self, match_view: &MatchView) -> Option<String> {
        match self.draft(match_view) {
            Some(draft) if self.picked_word().is_some() || !is_line(&match_view.typed) => {
                let TypedWord { at, dir, text } = draft;
                (!text.is_empty()).then(|| format!("put {at} {dir} {text}"))
            }
            _ => Some(match_view.typed.trim().to_owned()).filter(|line| !line.is_empty()),
        }
    }

    /// After a change, requests remarks and fitting words.
    fn refresh(&mut self, match_view: &mut MatchView) -> Vec<Effect> {
        let mut effects = match_view.request_remarks(self.line(match_view));
        let draft =
            self.draft(match_view).zip(match_view.view::<View>()).zip(match_view.seated.as_ref());
        let query = draft.map(|((draft, view), seated)| {
            let (list, place) = (seated.start.words.clone(), (draft.at, draft.dir));
            let prefix = match self.picked_word() {
                Some(_) => self.query.as_ref().map_or(String::new(), |query| query.prefix.clone()),
                None => draft.text,
            };
            Box::new(FittingQuery { list, view, place, prefix, most: MAX_FITTING })
        });
        if query != self.query {
            (self.query, self.picked) = (query.clone(), None);
            effects.extend(query.map(|query| Effect::Send(HallRequest::Fitting(query))));
        }
        effects
    }

    /// Uses the next or the previous fitting word.
    fn pick(&mut self, forward: bool, match_view: &mut MatchView) -> Vec<Effect> {
        let last = self.words().len().saturating_sub(1);
        self.picked = match (self.picked, forward) {
            (None, true) => Some(0),
            (None, false) | (Some(0), false) => None,
            (Some(n), true) => Some((n + 1).min(last)),
            (Some(n), false) => Some(n - 1),
        };
        self.refresh(match_view)
    }

    /// The word under the cursor; of two, the one in the current direction.
    fn under<'a>(&self, view: &'a View) -> Option<&'a PlacedWord> {
        let at = self.at()?;
        let through =
            |dir: Dir| view.words.iter().find(move |word| word.dir == dir && word.runs_through(at));
        through(self.dir()).or_else(|| through(self.dir().other()))
    }

    /// Asks for the name of the board, or the path of its file.
    fn ask_name(&self, match_view: &MatchView, view: &View) -> Vec<Effect> {
        let file = match_view.seated.as_ref().and_then(|seated| seated.file.as_deref());
        let file = file.and_then(Path::to_str);
        let given = Some(view.name.as_str()).filter(|name| *name != Setup::default().name);
        let name = self.name.as_deref().or(file).or(given).unwrap_or_default();
        vec![Effect::Push(Box::new(NamePage::new(name, view.letters_count)))]
    }

    /// Requests that the file of a finished board be written.
    fn write(&mut self, match_view: &MatchView, view: &View, context: &PageContext) -> Vec<Effect> {
        let Some(file) = &view.file else { return Vec::new() };
        let path = match_view.seated.as_ref().and_then(|seated| seated.file.clone());
        let place = match (&self.name, path) {
            (None, Some(path)) => Ok(Some(path)),
            (name, _) => {
                let name = name.as_ref().unwrap_or(&view.name);
                context.boards.place(name).map(|(_, path)| path)
            }
        };
        match place {
            Ok(Some(path)) => {
                self.file = SaveStatus::Saving;
                return vec![Effect::Send(HallRequest::SaveBoard {
                    path,
                    text: file.text.clone(),
                })];
            }
            Ok(None) => self.file = SaveStatus::Failed("there is no folder for boards".into()),
            Err(refusal) => self.file = SaveStatus::Failed(refusal.text),
        }
        Vec::new()
    }

    /// Whether writing the file failed, so that it can be tried again.
    fn is_unwritten(&self, view: &View) -> bool {
        view.file.is_some() && matches!(self.file, SaveStatus::Failed(_))
    }
}

impl Skin for BuilderSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        if let Some(view) = match_view.view::<View>() {
            face::draw(self, match_view, context, &view, canvas);
        }
    }

    fn binds(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        let Some(view) = match_view.view::<View>().filter(|_| match_view.seated.is_some()) else {
            return Vec::new();
        };
        let save = KeyBinding::new(KeyPress::ctrl('s'), "save", UiAction::Own("save"));
        if match_view.over().is_some() {
            let save = self.is_unwritten(&view).then_some(save);
            return save.into_iter().chain(scroll_keys()).collect();
        }
        let key = KeyPress::of;
        let mut binds = vec![KeyBinding::hint("↑↓←→", "cell")];
        let typing = !match_view.typed.is_empty() || self.picked.is_some();
        let put = KeyBinding::new(key(KeyName::Enter), "place", UiAction::Enter);
        binds.push(if self.line(match_view).is_some() { put } else { put.hidden() });
        let turn = KeyBinding::new(key(KeyName::Tab), "turn", UiAction::Own("turn"));
        binds.push(if typing { turn } else { turn.or(KeyPress::char(' ')) });
        if !self.words().is_empty() {
            binds.push(KeyBinding::hint("PgDn", "words"));
            binds.push(
                KeyBinding::new(key(KeyName::PageDown), "next fitting word", UiAction::PageDown)
                    .hidden(),
            );
            binds.push(
                KeyBinding::new(key(KeyName::PageUp), "previous fitting word", UiAction::PageUp)
                    .hidden(),
            );
        }
        if typing {
            binds.push(KeyBinding::new(key(KeyName::Esc), "clear", UiAction::Own("clear")));
        }
        binds.push(KeyBinding::new(KeyPress::ctrl('f'), "add", UiAction::Own("fill")));
        binds.push(save);
        if self.under(&view).is_some() {
            let remove = KeyBinding::new(KeyPress::ctrl('x'), "remove", UiAction::Own("remove"));
            binds.push(remove.or(key(KeyName::Delete)));
        }
        binds.extend(board_keys(false));
        for (line, what) in [
            ("Aa H WORD", "place a word there"),
            ("remove Aa H", "remove a word"),
            ("fill 9", "add 9 words"),
        ] {
            binds.push(KeyBinding::hint(line, what).hidden());
        }
        binds
    }

    fn update(
        &mut self,
        action: &UiAction,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        let view = match_view.view::<View>().filter(|_| match_view.seated.is_some())?;
        match action {
            UiAction::Own("save") => return Some(self.ask_name(match_view, &view)),
            UiAction::Save(name) => {
                self.name = Some(name.clone());
                return Some(match match_view.over() {
                    Some(_) => self.write(match_view, &view, context),
                    None => match_view.act("save".into(), context),
                });
            }
            _ if match_view.over().is_some() => {
                let pages = matches!(action, UiAction::PageUp | UiAction::PageDown);
                let from = self.at().filter(|_| pages)?;
                self.cursor = moved(from, action, (view.rows, view.cols));
                return Some(Vec::new());
            }
            UiAction::Own("turn") => self.down = !self.down,
            UiAction::Own("clear") => {
                match_view.typed.clear();
                self.picked = None;
            }
            UiAction::Own("fill") => return Some(match_view.act("fill 1".into(), context)),
            UiAction::Own("remove") => {
                let word = self.under(&view)?;
                return Some(match_view.act(format!("remove {} {}", word.at, word.dir), context));
            }
            UiAction::Type(c) => {
                let fits = match_view.typed.chars().count() < MAX_LINE;
                if !fits || c.is_control() || (*c == ' ' && match_view.typed.is_empty()) {
                    return Some(Vec::new());
                }
                self.picked = None;
                match_view.typed.push(*c);
            }
            UiAction::Erase => {
                // First undoes the use of a fitting word.
                if self.picked.take().is_none() {
                    match_view.typed.pop();
                }
            }
            UiAction::PageDown => return Some(self.pick(true, match_view)),
            UiAction::PageUp => return Some(self.pick(false, match_view)),
            UiAction::Item(n) if self.picked == Some(*n) => {
                return self.update(&UiAction::Enter, match_view, context);
            }
            UiAction::Item(n) => self.picked = Some(*n).filter(|n| *n < self.words().len()),
            UiAction::Enter => {
                return Some(
                    self.line(match_view).map_or(Vec::new(), |line| match_view.act(line, context)),
                );
            }
            UiAction::Cell(place) => {
                let at = clicked(*place)?;
                match self.cursor == Some(at) {
                    true => self.down = !self.down,
                    false => self.cursor = Some(at),
                }
            }
            action => self.cursor = Some(moved(self.at()?, action, (view.rows, view.cols))?),
        }
        Some(self.refresh(match_view))
    }

    fn on_update(&mut self, match_view: &mut MatchView, context: &PageContext) -> Vec<Effect> {
        let Some(view) = match_view.view::<View>() else { return Vec::new() };
        if match_view.over().is_some() {
            // A board that was already finished when it was opened isn't written again.
            let is_new = self.file == SaveStatus::None && match_view.before.is_some();
            return if is_new { self.write(match_view, &view, context) } else { Vec::new() };
        }
        // The fitting word has been placed.
        (self.cursor, self.picked) = (self.at(), None);
        self.refresh(match_view)
    }

    fn on_reply(&mut self, reply: HallReply, _: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        match reply {
            HallReply::Fitting(what, words) if self.query.as_ref() == Some(&what) => {
                self.found = Some((what, words));
            }
            HallReply::Saved(Ok(path)) => self.file = SaveStatus::Saved(path),
            HallReply::Saved(Err(why)) => self.file = SaveStatus::Failed(why),
            _ => {}
        }
        Vec::new()
    }
}

/// Whether it is a whole line, and not just a word.
fn is_line(typed: &str) -> bool {
    typed.contains(' ')
}

/// Parses a line that places a word, even if it is incomplete: `Aa`, `Aa H`, `Aa H WO`.
fn placed(typed: &str) -> Option<(At, Option<Dir>, &str)> {
    if !is_line(typed) {
        return None;
    }
    let mut parts = typed.split(' ').filter(|part| !part.is_empty());
    let first = parts.next()?;
    let at = if first.eq_ignore_ascii_case("put") { parts.next()? } else { first };
    let (at, dir) = (at.parse().ok()?, parts.next());
    let dir = match dir {
        Some(dir) => Some(dir.parse().ok()?),
        None => None,
    };
    Some((at, dir, parts.next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_parsed_while_it_is_typed() {
        let at = |text: &str| text.parse::<At>().unwrap();
        for (typed, read) in [
            ("cat", None),
            ("Bc", None),
            ("Bc ", Some((at("Bc"), None, ""))),
            ("Bc V", Some((at("Bc"), Some(Dir::V), ""))),
            ("put Bc H ca", Some((at("Bc"), Some(Dir::H), "ca"))),
            ("bc H", None),
            ("Bc X", None),
            ("fill 3", None),
        ] {
            assert_eq!(placed(typed), read, "{typed:?}");
        }
    }
}
