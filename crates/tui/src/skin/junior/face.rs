//! Draws Junior.

use super::{Exchange, FRESH, JuniorSkin, RACKS, TurnPhase, exchange, rack};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::match_view::MatchView;
use crate::skin::board::BoardLayout;
use crate::skin::plain::{answers, draw_pane, public_messages, status, tiles};
use crate::text;
use engine::scene::Text;
use engine::{Body, Seat, Tone};
use games::board::At;
use games::junior::{RackView, View};
use ratatui::layout::Rect;

/// The width of racks and points.
const WIDE: u16 = 30;
/// From this height on, the words that each player has completed are shown.
const ROOMY: u16 = 30;

pub(super) fn draw(
    skin: &JuniorSkin,
    match_view: &MatchView,
    context: &PageContext,
    view: &View,
    canvas: &mut Canvas,
) {
    let phase = skin.phase(match_view, view);
    if phase == TurnPhase::Covered {
        return curtain(match_view, context, canvas);
    }
    let cursor = skin.cursor.filter(|_| phase == TurnPhase::Placing);
    let layout = BoardLayout::of(
        canvas.area,
        (view.rows, view.cols),
        skin.cursor.or(latest(match_view, view)),
    );
    layout.letters(cursor, canvas);
    board(&layout, cursor, match_view, context, canvas);
    let mut beside = canvas.within(layout.beside);
    match match_view.over().is_some() || view.places.is_some() {
        true => end(match_view, context, view, &mut beside),
        false => side(&skin.exchange, phase, match_view, context, view, &mut beside),
    }
}

/// The cell that was covered last, if the view before is known.
fn latest(match_view: &MatchView, view: &View) -> Option<At> {
    let before = match_view.view_before::<View>()?;
    view.covered.iter().find(|at| !before.covered.contains(at)).copied()
}

/// Draws the board: letters that can be covered are lit, covered ones are lower case.
fn board(
    layout: &BoardLayout,
    cursor: Option<At>,
    match_view: &MatchView,
    context: &PageContext,
    canvas: &mut Canvas,
) {
    let theme = canvas.theme;
    let before = match_view
        .view_before::<View>()
        .filter(|_| !context.settings.motion || match_view.age(context.now) < FRESH);
    let is_fresh = |at: At| before.as_ref().is_some_and(|before| !before.covered.contains(&at));
    for (row, cells) in (0..).zip(match_view.cells("board")) {
        for (col, cell) in (0..).zip(cells) {
            let Some(at) = At::new(row, col) else { continue };
            let letter = cell.text.chars().next().unwrap_or('·');
            let (face, style) = match cell.tone {
                _ if cell.text.is_empty() => ((letter, ' '), theme.faint()),
                Tone::Off if is_fresh(at) => {
                    ((letter.to_ascii_lowercase(), ' '), theme.ink(Tone::Here))
                }
                Tone::Off => ((letter.to_ascii_lowercase(), ' '), theme.faint()),
                Tone::Plain => ((letter, ' '), theme.text()),
                Tone::Good => ((letter, Tone::Good.mark()), theme.ground(Tone::Good)),
                tone => ((letter, tone.mark()), theme.ink(tone)),
            };
            match cursor == Some(at) {
                true => layout.draw(at, (face.0, '◂'), theme.cursor(), canvas),
                false => layout.draw(at, face, style, canvas),
            }
        }
    }
}

/// The names and points of all seats.
fn scores(match_view: &MatchView) -> &[(Text, i64)] {
    let pane = match_view.scene().panes.iter().find(|pane| pane.id == "scores");
    match pane.map(|pane| &pane.body) {
        Some(Body::Scores(scores)) => scores,
        _ => &[],
    }
}

/// Draws the players, the turn, an exchange and the messages.
fn side(
    exchange: &Exchange,
    phase: TurnPhase,
    match_view: &MatchView,
    context: &PageContext,
    view: &View,
    canvas: &mut Canvas,
) {
    let (area, theme) = (canvas.area, canvas.theme);
    let mut y = area.y;
    for (n, (name, score)) in (0..).zip(scores(match_view)) {
        let seat = Seat(n);
        y = player(seat, (name, *score), match_view, view, &mut canvas.within(Rect { y, ..area }));
        if area.height >= ROOMY {
            let within = Rect { x: area.x + 2, width: area.width.saturating_sub(2), y, height: 2 };
            canvas.within(within).paragraph(y, &completed(view, seat), theme.faint());
            y += 3;
        }
    }
    y += u16::from(area.height < ROOMY);
    if let TurnPhase::Exchanging(many) = phase {
        let pane = RACKS.get(view.seat.index()).copied().unwrap_or_default();
        let room = Rect {
            y,
            width: area.width.min(WIDE + 6),
            height: area.bottom().saturating_sub(y),
            ..area
        };
        exchange.draw(rack(view), pane, many, &mut canvas.within(room));
        y += exchange::HEIGHT;
    } else {
        let moves = if view.moves_left == 1 {
            "1 move".into()
        } else {
            format!("{} moves", view.moves_left)
        };
        let turn = format!("{moves} left, {} in the bag", view.pool);
        canvas.text(area.x, y, &turn, theme.text());
        y += 1;
        if let Some(pane) = match_view.scene().panes.iter().find(|pane| pane.id == "covered") {
            y = draw_pane(
                pane,
                match_view,
                &mut canvas.within(Rect { width: area.width.min(WIDE), ..area }),
                y,
            );
        }
        y += 1;
    }
    let rest = Rect { y, height: (area.bottom() - 1).saturating_sub(y), ..area };
    status(match_view, context, &mut canvas.within(rest));
    if y < area.bottom() {
        canvas.text(area.x, area.bottom() - 1, "E+ cover   E~ next   e covered", theme.faint());
    }
}

/// Draws a seat with its points and rack, and returns the line after it.
fn player(
    seat: Seat,
    (name, score): (&str, i64),
    match_view: &MatchView,
    view: &View,
    canvas: &mut Canvas,
) -> u16 {
    let (area, theme) = (canvas.area, canvas.theme);
    let line = Rect { width: area.width.min(WIDE), ..area };
    let (mark, style) = match view.seat == seat {
        true => ("▸ ", theme.accent()),
        false => ("  ", theme.text()),
    };
    let is_bot = |(bot, _): &(Seat, String)| *bot == seat;
    let is_bot = match_view.seated.as_ref().is_some_and(|seated| seated.bots.iter().any(is_bot));
    let x = area.x + canvas.text(area.x, area.y, &format!("{mark}{}", text::fit(name, 20)), style);
    if is_bot {
        canvas.text(x + 1, area.y, "bot", theme.faint());
    }
    canvas.within(line).text_right(area.y, &score.to_string(), theme.strong());
    let y = area.y + 1;
    let within = Rect { x: line.x + 2, width: line.width.saturating_sub(2), ..line };
    let pane = RACKS.get(seat.index()).copied().unwrap_or_default();
    match view.racks.get(seat.index()) {
        Some(RackView::Tiles(_)) => {
            tiles(pane, match_view.cells(pane), &mut canvas.within(within), y);
        }
        Some(RackView::Count(many)) => {
            let counted = if *many == 1 { "1 tile".into() } else { format!("{many} tiles") };
            canvas.text(within.x, y, &counted, theme.faint());
        }
        None => {}
    }
    y + 1
}

/// The words that a seat has completed.
fn completed(view: &View, seat: Seat) -> String {
    let words = view.words.iter().filter(|entry| entry.by == Some(seat));
    words.map(|entry| entry.word.as_str()).collect::<Vec<_>>().join(" ")
}

/// Draws the final ranking.
fn end(match_view: &MatchView, context: &PageContext, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let mut y = area.y;
    if let Some(closing) = match_view.sentences("places").last() {
        y = canvas.paragraph(y, closing, theme.ink(Tone::Good)) + 1;
    }
    let places = view.places.as_deref().unwrap_or_default();
    for place in places {
        let name = scores(match_view).get(place.seat.index()).map_or("", |(name, _)| name);
        let line = Rect { width: area.width.min(WIDE), ..area };
        canvas.text(area.x, y, &place.label, theme.accent());
        canvas.text(area.x + 5, y, &text::fit(name, 20), theme.strong());
        canvas.within(line).text_right(y, &place.score.to_string(), theme.strong());
        let within = Rect { x: area.x + 5, width: area.width.saturating_sub(5), ..area };
        y = canvas.within(within).paragraph(y + 1, &completed(view, place.seat), theme.faint());
        y += u16::from(usize::from(area.height) > 6 * places.len());
    }
    let rest = Rect { y: y + 1, height: area.bottom().saturating_sub(y + 1), ..area };
    answers(match_view, context, &mut canvas.within(rest));
}

/// Hides everything between two players that only one of them may know.
fn curtain(match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let next = match_view.update.to_act.iter().next();
    let name = |seat: Seat| {
        scores(match_view).get(seat.index()).map_or(String::new(), |(name, _)| text::fit(name, 30))
    };
    let name = next.map_or(String::new(), name);
    let lines = match match_view.is_our_turn() {
        true => [
            format!("{name}'s turn"),
            String::new(),
            "Hand over the keyboard.".to_owned(),
            "Press s to show your tiles.".to_owned(),
        ],
        false => [format!("{name}'s turn"), String::new(), String::new(), String::new()],
    };
    let (wide, high) = (52.min(area.width), 8);
    let top = area.y + area.height.saturating_sub(high + 8) / 2;
    let card = Rect { x: area.x + (area.width - wide) / 2, y: top, width: wide, height: high };
    canvas.frame(card, theme.accent());
    let mut within = canvas.within(Rect { x: card.x + 1, width: wide - 2, ..card });
    for (n, line) in (2..).zip(&lines) {
        let style = if n == 2 { theme.strong() } else { theme.text() };
        within.text_centred(card.y + n, line, style);
    }
    let points: Vec<String> = scores(match_view)
        .iter()
        .map(|(name, score)| format!("{} {score}", text::fit(name, 12)))
        .collect();
    canvas.text_centred(card.bottom() + 1, &points.join("   "), theme.faint());
    let below = Rect { x: card.x, width: wide, y: card.bottom() + 3, ..area };
    public_messages(match_view, context, &mut canvas.within(below));
}
