//! Draws the Builder.

use super::{BuilderSkin, SaveStatus, TypedWord};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::Hit;
use crate::match_view::MatchView;
use crate::skin::board::BoardLayout;
use crate::skin::plain::messages;
use crate::text;
use engine::Tone;
use games::board::{At, Dir, HAND};
use games::builder::View;
use ratatui::layout::Rect;
use std::path::Path;

/// The lines at the bottom for messages.
const MESSAGES: u16 = 3;
/// The greatest width of the side that is easy to read.
const WIDEST: u16 = 48;

pub(super) fn draw(
    skin: &BuilderSkin,
    match_view: &MatchView,
    context: &PageContext,
    view: &View,
    canvas: &mut Canvas,
) {
    let plays = match_view.seated.is_some() && match_view.over().is_none();
    let draft = skin.draft(match_view).filter(|_| plays);
    let cursor = draft.as_ref().map(|draft| draft.at).or(skin.at()).filter(|_| plays);
    // In a replay the newest word stays visible.
    let newest = view.words.last().map(|word| word.at);
    let layout =
        BoardLayout::of(canvas.area, (view.rows, view.cols), cursor.or(skin.cursor).or(newest));
    layout.letters(cursor, canvas);
    board(&layout, cursor, draft.as_ref(), view, canvas);
    let beside = Rect { width: layout.beside.width.min(WIDEST), ..layout.beside };
    let mut beside = canvas.within(beside);
    let y = counts(skin, view, &mut beside) + 1;
    let y = problems(view, y, &mut beside);
    match plays {
        true => work(skin, match_view, draft.as_ref(), y, context, &mut beside),
        false => end(skin, match_view, view, y, context, &mut beside),
    }
}

/// Draws the letters on the board and those of the typed word.
fn board(
    layout: &BoardLayout,
    cursor: Option<At>,
    draft: Option<&TypedWord>,
    view: &View,
    canvas: &mut Canvas,
) {
    let theme = canvas.theme;
    // A single letter isn't a word yet, but is shown.
    let new = |at: At| draft?.letter(at);
    for (row, letters) in (0..).zip(&view.letters) {
        for (col, there) in (0..).zip(letters.chars()) {
            let Some(at) = At::new(row, col) else { continue };
            let there = Some(there).filter(|there| *there != '.');
            let (face, style) = match (there, new(at)) {
                (None, None) => (('·', ' '), theme.faint()),
                (Some(letter), None) => ((letter, ' '), theme.strong()),
                (None, Some(letter)) => ((letter, ' '), theme.accent()),
                (Some(letter), Some(new)) if letter == new => {
                    ((letter, Tone::Good.mark()), theme.ground(Tone::Good))
                }
                (Some(_), Some(new)) => ((new, Tone::Danger.mark()), theme.ground(Tone::Danger)),
            };
            let arrow = match draft.map(|draft| draft.dir) {
                Some(Dir::V) => '↓',
                _ => '→',
            };
            match cursor == Some(at) {
                true if face.1 == ' ' => layout.draw(at, (face.0, arrow), theme.cursor(), canvas),
                _ => layout.draw(at, face, style, canvas),
            }
        }
    }
}

/// Draws the name, and how many players the board is large enough for. Returns the line after it.
fn counts(skin: &BuilderSkin, view: &View, canvas: &mut Canvas) -> u16 {
    let (area, theme) = (canvas.area, canvas.theme);
    let name = skin.name.as_deref().unwrap_or(&view.name);
    // Of a path, the last part is the name.
    let name = Path::new(name).file_stem().and_then(|name| name.to_str()).unwrap_or(name);
    canvas.text(area.x, area.y, &text::fit(name, 22), theme.strong());
    canvas.text_right(area.y, &format!("{} x {}", view.rows, view.cols), theme.faint());
    let count =
        |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
    let (words, letters) = (count(view.words.len(), "word"), count(view.letters_count, "letter"));
    canvas.text(area.x, area.y + 1, &format!("{words}, {letters}"), theme.text());
    let mut y = area.y + 3;
    for players in 2..=4 {
        let need = players * HAND;
        canvas.text(area.x, y, &format!("{players} players"), theme.text());
        let bar = area.width.saturating_sub(22).min(14);
        let (x, have) = (area.x + 10, view.letters_count.min(need));
        canvas.bar(x, y, bar, have as u64, need as u64, theme.ink(Tone::Good));
        let (text, style) = match need - have {
            0 => ("enough".to_owned(), theme.ink(Tone::Good)),
            missing => (format!("{missing} to go"), theme.faint()),
        };
        canvas.text(x + bar + 2, y, &text, style);
        y += 1;
    }
    y
}

/// Draws what is wrong with a board from elsewhere, and returns the line after it.
fn problems(view: &View, mut y: u16, canvas: &mut Canvas) -> u16 {
    let theme = canvas.theme;
    let shown = if canvas.area.height < 30 { 1 } else { 5 };
    for problem in view.problems.iter().take(shown) {
        y = canvas.paragraph(y, &format!("! {problem}"), theme.ink(Tone::Danger));
    }
    if let more @ 1.. = view.problems.len().saturating_sub(shown) {
        canvas.text(
            canvas.area.x,
            y,
            &format!("! and {more} more problems"),
            theme.ink(Tone::Danger),
        );
        y += 1;
    }
    y + u16::from(!view.problems.is_empty())
}

/// Draws the typed word with its remarks, words that fit, and messages.
fn work(
    skin: &BuilderSkin,
    match_view: &MatchView,
    draft: Option<&TypedWord>,
    y: u16,
    context: &PageContext,
    canvas: &mut Canvas,
) {
    let (area, theme) = (canvas.area, canvas.theme);
    let own = super::is_line(&match_view.typed) && skin.picked_word().is_none();
    let x = match draft.filter(|_| !own) {
        Some(draft) => {
            let place = format!("{} {} ", draft.at, draft.dir);
            area.x + canvas.text(area.x, y, &place, theme.faint())
        }
        None => area.x,
    };
    let typed = match draft.filter(|_| !own) {
        Some(draft) => draft.text.as_str(),
        None => match_view.typed.as_str(),
    };
    let x = x + canvas.text(x, y, typed, theme.accent());
    let x = x + canvas.text(x, y, " ", theme.cursor());
    if typed.is_empty() {
        canvas.text(x + 1, y, "a word, or Aa H WORD", theme.faint());
    }
    let mut y = y + 1;
    let problem = draft.and_then(TypedWord::problem);
    for remark in problem.into_iter().chain(match_view.remarks.iter().map(String::as_str)) {
        y = canvas.paragraph(y, remark, theme.text());
    }
    y += 1;
    let list = Rect { y, height: (area.bottom() - MESSAGES).saturating_sub(y + 1), ..area };
    fitting(skin, &mut canvas.within(list));
    let below = Rect { y: area.bottom() - MESSAGES, height: MESSAGES, ..area };
    messages(match_view, context, &mut canvas.within(below));
}

/// Draws words that fit, in columns. During a new search the last ones stay, to avoid flicker.
fn fitting(skin: &BuilderSkin, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let Some((what, words)) = &skin.found else { return };
    let (at, dir) = what.place;
    if words.is_empty() {
        canvas.text(area.x, area.y, &format!("No word fits at {at} {dir}."), theme.faint());
        return;
    }
    if area.height < 2 {
        return;
    }
    canvas.text(area.x, area.y, &format!("Words that fit at {at} {dir}"), theme.faint());
    let is_current = !skin.words().is_empty();
    // Long words are cut, so that more columns fit.
    let wide = words.iter().map(String::len).max().unwrap_or(0).clamp(4, 14) as u16 + 2;
    let columns = usize::from(area.width / wide).max(1);
    let shown = columns * (usize::from(area.height) - 1);
    let first = skin.picked.unwrap_or(0) / shown * shown;
    for (n, word) in words.iter().enumerate().skip(first).take(shown) {
        let (row, column) = ((n - first) / columns, (n - first) % columns);
        let (x, y) = (area.x + column as u16 * wide, area.y + 1 + row as u16);
        let style = match (is_current, skin.picked == Some(n)) {
            (false, _) => theme.faint(),
            (true, true) => theme.cursor(),
            (true, false) => theme.text(),
        };
        canvas.text(x, y, &text::fit(word, usize::from(wide) - 2), style);
        if is_current {
            canvas.hit(Rect::new(x, y, wide, 1), Hit::Item(n));
        }
    }
}

/// Draws whether and where the board was saved.
fn end(
    skin: &BuilderSkin,
    match_view: &MatchView,
    view: &View,
    y: u16,
    context: &PageContext,
    canvas: &mut Canvas,
) {
    let theme = canvas.theme;
    let (text, tone) = match (&skin.file, view.saved) {
        (SaveStatus::Saved(path), _) => {
            canvas.text(canvas.area.x, y, "Board saved:", theme.ink(Tone::Good));
            let shown = path.display().to_string();
            let lines = text::chunks(&text::sanitize(&shown), canvas.area.width.into());
            let mut y = y + 1;
            for line in lines {
                canvas.text(canvas.area.x, y, &line, theme.text());
                y += 1;
            }
            if path.parent().is_some() && path.parent() == context.boards.folder.as_deref() {
                let text = "You can now play it in Scrabble Junior.";
                canvas.paragraph(y + 1, text, theme.faint());
            }
            return;
        }
        (SaveStatus::Failed(why), _) => {
            let text = format!("Can't save the board: {why}. Try another name.");
            (text, Tone::Danger)
        }
        (_, true) => ("Board saved.".into(), Tone::Good),
        (_, false) if match_view.over().is_some() => ("You gave up this board.".into(), Tone::Off),
        (_, false) => return,
    };
    canvas.paragraph(y, &text, theme.ink(tone));
}
