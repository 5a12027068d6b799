//! A match once more, step by step, in the skin in which it was played.

use super::Page;
use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Key};
use crate::link::{Ask, Replayed, Said};
use crate::skin::{self, Skin};
use crate::table::Table;
use engine::Tone;
use hall::MatchId;
use ratatui::layout::Rect;
use std::time::Duration;

/// A match that is stepped through.
pub(crate) struct Review {
    id: MatchId,
    steps: Option<Result<Box<Replayed>, String>>,
    at: usize,
    table: Option<(Table, Box<dyn Skin>)>,
}

impl Review {
    /// The match with this name.
    pub(crate) fn new(id: MatchId) -> Review {
        Review { id, steps: None, at: 0, table: None }
    }

    /// Shows a step. Going on by one may move; everything else is there at once.
    fn go(&mut self, to: usize, desk: &Desk) {
        let Some(Ok(replayed)) = &self.steps else { return };
        let (Some(update), on_by_one) = (replayed.steps.get(to), to == self.at + 1) else { return };
        let mut table = Table::shown(replayed.game, update.clone(), desk.now);
        table.before = replayed.steps.get(self.at).filter(|_| on_by_one).cloned();
        for text in &update.said {
            table.say(desk.now, text.clone(), Tone::Plain);
        }
        self.at = to;
        self.table = Some((table, skin::of(replayed.game.info().id)));
    }

    fn last(&self) -> usize {
        match &self.steps {
            Some(Ok(replayed)) => replayed.steps.len().saturating_sub(1),
            _ => 0,
        }
    }
}

impl Page for Review {
    fn title(&self, _: &Desk) -> String {
        match &self.steps {
            Some(Ok(replayed)) => format!("{} once more", replayed.game.info().name),
            _ => String::new(),
        }
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let key = Key::of;
        vec![
            Bind::new(key(Code::Right), "on", Action::Right)
                .or(Key::char('l'))
                .or(Key::char(' '))
                .or(key(Code::Enter)),
            Bind::new(key(Code::Left), "back", Action::Left)
                .or(Key::char('h'))
                .or(key(Code::Backspace)),
            Bind::new(key(Code::Home), "to the deal", Action::First),
            Bind::new(key(Code::End), "to the end", Action::Last),
        ]
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        match action {
            Action::Right | Action::Down if self.at < self.last() => self.go(self.at + 1, desk),
            Action::Left | Action::Up => self.go(self.at.saturating_sub(1), desk),
            Action::First => self.go(0, desk),
            Action::Last => self.go(self.last(), desk),
            Action::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn hear(&mut self, said: Said, desk: &mut Desk) -> Vec<Effect> {
        if let Said::Replayed(replayed) = said {
            self.steps = Some(replayed.map_err(|refusal| refusal.text));
            self.go(0, desk);
        }
        Vec::new()
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match (&self.steps, &self.table) {
            (Some(Err(why)), _) => {
                canvas.paragraph(middle, why, theme.ink(Tone::Danger));
            }
            (_, Some((table, skin))) => {
                let (at, last) = (self.at as u64, self.last() as u64);
                let shown = format!("Step {at} of {last}");
                // It stands beside the title, above the room of the skin.
                let wide = canvas.text(area.x, area.y, &shown, theme.faint());
                let bar = area.width.saturating_sub(wide + 2).min(30);
                canvas.bar(area.x + wide + 2, area.y, bar, at, last, theme.accent());
                let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
                skin.draw(table, desk, &mut canvas.within(below));
            }
            _ => canvas.text_centred(middle, "Reading the match", theme.faint()),
        }
    }

    fn wake(&self, desk: &Desk) -> Option<Duration> {
        let (table, skin) = self.table.as_ref()?;
        let moves = desk.wishes.motion
            && table.before.is_some()
            && table.age(desk.now) < skin.moves_for(table);
        moves.then(|| desk.now + Duration::from_millis(40))
    }

    fn opened(&mut self, desk: &mut Desk) -> Vec<Effect> {
        vec![Effect::Tell(Ask::Replay(self.id.clone(), desk.players()))]
    }
}
