//! Statistics: one entry per game and variant, with its outcomes as bars.

use super::AppPage;
use super::list::ListCursor;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::text;
use crate::worker::{HallReply, HallRequest};
use engine::Tone;
use hall::stats::Tally;
use ratatui::layout::Rect;

pub(crate) struct StatsPage {
    tallies: Option<Result<Vec<(String, Tally)>, String>>,
    list: ListCursor,
}

impl StatsPage {
    /// A page whose data has not arrived yet.
    pub(crate) fn new() -> StatsPage {
        StatsPage { tallies: None, list: ListCursor::default() }
    }

    fn tallies(&self) -> &[(String, Tally)] {
        match &self.tallies {
            Some(Ok(tallies)) => tallies,
            _ => &[],
        }
    }
}

impl AppPage for StatsPage {
    fn title(&self, _: &PageContext) -> String {
        "Statistics".to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds = vec![KeyBinding::hint("↑↓", "choose")];
        if self.tallies().get(self.list.at).is_some_and(|(_, tally)| tally.record().is_some()) {
            let copy = "copy the ticket of your best game";
            binds.push(
                KeyBinding::new(KeyPress::char('c'), copy, UiAction::Share)
                    .or(KeyPress::of(KeyName::Enter)),
            );
        }
        binds.extend(list_keys(true));
        binds
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if self.list.update(&action, self.tallies().len()) {
            return Vec::new();
        }
        match action {
            UiAction::Item(n) => self.list.at = n.min(self.tallies().len().saturating_sub(1)),
            UiAction::Share => {
                let chosen = self.tallies().get(self.list.at);
                if let Some(record) = chosen.and_then(|(_, tally)| tally.record()) {
                    let ticket = record.ticket.clone();
                    context.notify(format!("Copied: {ticket}"));
                    return vec![Effect::Copy(ticket)];
                }
            }
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, reply: HallReply, _: &mut PageContext) -> Vec<Effect> {
        if let HallReply::Tallies(tallies) = reply {
            let flat = |all: Vec<(String, Vec<Tally>)>| {
                let one = |(name, tallies): (String, Vec<Tally>)| {
                    tallies.into_iter().map(move |tally| (name.clone(), tally))
                };
                all.into_iter().flat_map(one).collect()
            };
            self.tallies = Some(tallies.map(flat).map_err(|refusal| refusal.text));
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let several = context.players().names().len() > 1;
        match &self.tallies {
            None => drop(canvas.text(area.x, area.y, "Loading", theme.faint())),
            Some(Err(why)) => drop(canvas.paragraph(area.y, why, theme.ink(Tone::Danger))),
            Some(Ok(tallies)) if tallies.is_empty() => {
                canvas.text(area.x, area.y, "No finished games yet.", theme.faint());
            }
            Some(Ok(tallies)) => {
                let room = usize::from(area.height);
                let first = self.list.first(tallies.len(), room);
                for (n, (player, tally)) in tallies.iter().enumerate().skip(first).take(room) {
                    let y = area.y + (n - first) as u16;
                    let chosen = n == self.list.at;
                    let style = if chosen { theme.accent() } else { theme.text() };
                    let mark = if chosen { "▸ " } else { "  " };
                    let player = if several { format!("{player}: ") } else { String::new() };
                    let name =
                        text::fit(&format!("{mark}{player}{}", name(tally)), LIST_WIDTH.into());
                    canvas.text(area.x, y, &name, style);
                    canvas.hit(Rect::new(area.x, y, LIST_WIDTH, 1), Hit::Item(n));
                }
                let right = Rect {
                    x: area.x + LIST_WIDTH + 3,
                    width: area.width.saturating_sub(LIST_WIDTH + 3).min(60),
                    ..area
                };
                if let Some((_, tally)) = tallies.get(self.list.at) {
                    draw_tally(tally, &mut canvas.within(right));
                }
            }
        }
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        vec![Effect::Send(HallRequest::Tallies(context.players()))]
    }
}

const LIST_WIDTH: u16 = 34;

fn name(tally: &Tally) -> String {
    let mode = &tally.mode;
    let game = games::find(&mode.game).map_or(&*mode.game, |game| game.info().name);
    let hinted = if tally.hinted { ", with hints" } else { "" };
    format!("{game}, {}{hinted}", mode.kind)
}

/// Draws one tally with its bars.
fn draw_tally(tally: &Tally, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let share = (tally.won * 100 + tally.played / 2) / tally.played.max(1);
    let facts = [
        ("played", tally.played.to_string()),
        ("won", format!("{} ({share} %)", tally.won)),
        ("streak", format!("{}, longest {}", tally.streak, tally.longest)),
        ("best", format!("{} points", tally.best.score)),
        ("average", format!("{:.1} points", tally.mean)),
    ];
    let mut y = area.y;
    for (what, value) in &facts {
        canvas.text(area.x, y, what, theme.faint());
        canvas.text(area.x + 12, y, value, theme.strong());
        y += 1;
    }
    y += 1;
    let most = tally.spread.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let wide = tally.spread.iter().map(|(name, _)| text::width(name)).max().unwrap_or(0) as u16;
    for (name, count) in &tally.spread {
        if y >= area.bottom() {
            break;
        }
        let indent = wide - text::width(name) as u16;
        canvas.text(area.x + indent, y, name, theme.text());
        let x = area.x + wide + 2;
        let room = area.right().saturating_sub(x + 6);
        let long = ((u64::from(room) * count).div_ceil(most)) as usize;
        canvas.text(x, y, &"█".repeat(long), theme.ink(Tone::Good));
        canvas.text(x + long as u16 + 1, y, &count.to_string(), theme.text());
        y += 1;
    }
}
