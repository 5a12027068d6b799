//! Each game on one screen: what it is about, what counts, and which keys play it. It is what a new player sees
//! first: of all games in the house, or of the one that is opened.

use super::Page;
use super::manual::{Kind, Manual, lines};
use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use engine::AnyGame;
use games::GAMES;
use ratatui::layout::Rect;

/// One game after the other.
pub(crate) struct Welcome {
    games: Vec<&'static dyn AnyGame>,
    at: usize,
    /// What comes after it.
    then: Option<Box<dyn Page>>,
}

fn listed() -> Vec<&'static dyn AnyGame> {
    GAMES.iter().copied().filter(|game| game.info().listed).collect()
}

/// A game in as many lines as one screen has. One without such a text is told by the beginning of its rules.
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

impl Welcome {
    /// The first game.
    pub(crate) fn new() -> Welcome {
        Welcome { games: listed(), at: 0, then: None }
    }

    /// The one game that a page opens for the first time.
    pub(crate) fn before(game: &'static dyn AnyGame, page: Box<dyn Page>) -> Welcome {
        Welcome { games: vec![game], at: 0, then: Some(page) }
    }
}

impl Page for Welcome {
    fn title(&self, desk: &Desk) -> String {
        match desk.wishes.welcomed {
            true => "How to play".to_owned(),
            false => "Welcome".to_owned(),
        }
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let rules = Bind::new(Key::char('r'), "rules", Action::Rules).or(Key::of(Code::F(1)));
        if self.then.is_some() {
            return vec![Bind::new(Key::of(Code::Enter), "play", Action::Enter), rules];
        }
        vec![
            Bind::new(Key::of(Code::Right), "next", Action::Right).or(Key::char('l')),
            Bind::new(Key::of(Code::Left), "before", Action::Left).or(Key::char('h')),
            rules,
            Bind::new(Key::of(Code::Enter), "the house", Action::Back),
        ]
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        let games = &self.games;
        match action {
            Action::Right | Action::Down => self.at = (self.at + 1) % games.len().max(1),
            Action::Left | Action::Up => {
                self.at = self.at.checked_sub(1).unwrap_or(games.len().saturating_sub(1));
            }
            Action::Item(n) => self.at = n.min(games.len().saturating_sub(1)),
            Action::Rules => {
                if let Some(game) = games.get(self.at) {
                    return vec![Effect::Push(Box::new(Manual::new(*game)))];
                }
            }
            Action::Enter => {
                if let (Some(game), Some(then)) = (games.get(self.at), self.then.take()) {
                    desk.wishes.met.insert(game.info().id.to_owned());
                    return vec![Effect::Keep, Effect::Replace(then)];
                }
            }
            Action::Back if self.then.is_some() => return vec![Effect::Pop],
            Action::Back => {
                let first = !std::mem::replace(&mut desk.wishes.welcomed, true);
                let keep = first.then_some(Effect::Keep);
                return keep.into_iter().chain([Effect::Pop]).collect();
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, _: &Desk, canvas: &mut Canvas) {
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
        let parts = all.split(|(_, line)| line.is_empty()).filter(|part| !part.is_empty());
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            // Whole paragraphs only, and no heading without what it is about.
            let heading = part.iter().all(|(kind, _)| *kind == Kind::Heading);
            let next = parts.peek().filter(|_| heading).map_or(0, |next| 1 + next.len());
            let high = part.len() + next;
            if y + high as u16 > area.bottom() || (heading && next == 0) {
                break;
            }
            for (kind, line) in part {
                let style = match kind {
                    Kind::Heading => theme.accent(),
                    Kind::Text => theme.text(),
                    Kind::Example => theme.strong(),
                };
                canvas.text(area.x, y, line, style);
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

    /// What stands above the text: the names of all games, that of this one, and the line about it.
    const ABOVE: usize = 5;

    #[test]
    fn every_game_is_explained_on_one_screen() {
        let room = body(Rect::new(0, 0, SMALLEST.0, SMALLEST.1));
        for game in listed() {
            let (id, manual) = (game.info().id, game.info().manual);
            assert_ne!(text(game), manual, "{id} has no text of its own");
            let lines = lines(text(game), room.width.into());
            assert!(lines.len() + ABOVE <= room.height.into(), "{id}: {} lines", lines.len());
        }
    }
}
