//! Hand: tiles that move from the hand into the typed word, with its score; swap and replay as questions; and
//! the best possible score of the last hand.

use super::Skin;
use super::plain::messages;
use super::rack::{self, RackLayout, UsedLetters};
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::match_view::MatchView;
use crate::text;
use engine::Tone;
use engine::line::quote;
use engine::scene::Place;
use games::hand::{Best, HandPhase, PlayedWord, Settled, View, value};
use ratatui::layout::Rect;
use std::time::Duration;

pub(crate) struct HandSkin;

/// How long a played word stays visible.
const PLAYED_TIME: Duration = Duration::from_millis(1200);

/// The greatest width that is used.
const WIDEST: u16 = 90;
/// The lines for the word or the question.
const MIDDLE: u16 = 6;
/// The lines for messages.
const MESSAGES: u16 = 2;
/// The lines for the letter values, and the height from which they fit.
const VALUES: u16 = 8;
const TALL: u16 = 32;
/// The columns between two lists.
const BETWEEN: u16 = 4;

impl Skin for HandSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let Some(view) = match_view.view::<View>() else { return };
        let whole = canvas.area;
        let width = whole.width.min(WIDEST);
        // A tall screen has more space, and the letter values at the bottom.
        let (gap, foot) = if whole.height >= TALL { (2, VALUES) } else { (0, 0) };
        let (x, y) = (whole.x + (whole.width - width) / 2, whole.y + gap);
        let area = Rect { x, y, width, height: whole.bottom().saturating_sub(y) };
        let mut canvas = canvas.within(area);
        head(&view, &mut canvas);
        let middle = Rect { y: area.y + 1 + gap, height: MIDDLE, ..area };
        match view.phase {
            HandPhase::Play => word(match_view, context, &view, &mut canvas.within(middle)),
            HandPhase::Swap | HandPhase::Replay => {
                question(match_view, &view, &mut canvas.within(middle))
            }
            HandPhase::Over => over(&view, &mut canvas.within(middle)),
        }
        let hand = Rect { y: middle.bottom(), height: area.bottom() - middle.bottom(), ..area };
        let y = tiles(match_view, &view, &mut canvas.within(hand)) + 1 + gap;
        let messages_area = Rect { y: area.bottom() - foot - MESSAGES, height: MESSAGES, ..area };
        let lists = Rect { y, height: messages_area.y.saturating_sub(y), ..area };
        let left = width * 2 / 5;
        words(&view, &mut canvas.within(Rect { width: left, ..lists }));
        let (x, width) = (lists.x + left + BETWEEN, lists.width - left - BETWEEN);
        if let Some(settled) = &view.previous {
            last_hand(settled, &mut canvas.within(Rect { x, width, ..lists }));
        }
        messages(match_view, context, &mut canvas.within(messages_area));
        if foot > 0 {
            letter_values(&mut canvas.within(Rect {
                y: area.bottom() - foot + 1,
                height: foot - 1,
                ..area
            }));
        }
    }

    fn binds(&self, match_view: &MatchView) -> Vec<KeyBinding> {
        let Some(view) = match_view.view::<View>().filter(|_| match_view.seated.is_some()) else {
            return Vec::new();
        };
        match view.phase {
            HandPhase::Swap if match_view.typed.is_empty() => {
                let keep =
                    KeyBinding::new(KeyPress::of(KeyName::Enter), "keep all letters", keep());
                vec![keep.or(KeyPress::char('!'))]
            }
            HandPhase::Swap => vec![
                KeyBinding::new(
                    KeyPress::of(KeyName::Enter),
                    format!("swap {}", match_view.typed),
                    UiAction::Enter,
                ),
                KeyBinding::new(KeyPress::char('!'), "keep all letters", keep()),
            ],
            HandPhase::Replay => vec![
                KeyBinding::new(KeyPress::char('y'), "replay", UiAction::Line("replay".into()))
                    .or(KeyPress::char('r')),
                KeyBinding::new(KeyPress::char('n'), "continue", UiAction::Line("next".into())),
            ],
            // A slip while typing must not end the hand.
            HandPhase::Play if !match_view.typed.is_empty() => {
                let what = "end the hand (when nothing is typed)";
                vec![KeyBinding::new(KeyPress::char('!'), what, UiAction::Own("typed")).hidden()]
            }
            HandPhase::Play | HandPhase::Over => Vec::new(),
        }
    }

    fn update(
        &mut self,
        action: &UiAction,
        match_view: &mut MatchView,
        context: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        if *action == UiAction::Own("typed") {
            let text = "Clear the word first; then ! ends the hand.";
            match_view.add_message(context.now, text, Tone::Near);
            return Some(Vec::new());
        }
        // Only one letter is wanted, so a new one replaces it.
        if matches!(action, UiAction::Type(_) | UiAction::Cell(_))
            && match_view.view::<View>()?.phase == HandPhase::Swap
        {
            match_view.typed.clear();
        }
        None
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        if just_played(match_view).is_some() { PLAYED_TIME } else { Duration::ZERO }
    }
}

fn keep() -> UiAction {
    UiAction::Line("keep".into())
}

/// Draws the number of the hand, its points, and what can still be used.
fn head(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let title = format!("Hand {} of {}", view.hand_no, view.hands);
    let x = area.x + canvas.text(area.x, area.y, &title, theme.strong()) + 3;
    let left = match (view.can_swap, view.can_replay) {
        (true, true) => "1 swap and 1 replay left",
        (true, false) => "1 swap left",
        (false, true) => "1 replay left",
        (false, false) => "",
    };
    if view.phase != HandPhase::Over {
        canvas.text(x, area.y, left, theme.faint());
    }
    let points = match (view.phase, view.hands) {
        (HandPhase::Over, _) => format!("Total {}", view.total),
        (_, 1) => format!("Points {}", view.hand_score),
        _ => format!("This hand {}   Total {}", view.hand_score, view.total),
    };
    canvas.text_right(area.y, &points, theme.strong());
}

/// The word that the last update brought.
fn just_played(match_view: &MatchView) -> Option<PlayedWord> {
    let (now, before) = (match_view.view::<View>()?, match_view.view_before::<View>()?);
    let played = now.plays.len() == before.plays.len() + 1;
    now.plays.last().filter(|_| played).cloned()
}

/// Draws the typed word with its score, or the word that was just played.
fn word(match_view: &MatchView, context: &PageContext, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let row = Rect { y: area.y + 1, height: rack::HIGH, ..area };
    let shown = context.settings.motion
        && match_view.age(context.now) < PLAYED_TIME
        && match_view.typed.is_empty();
    if let Some(played) = just_played(match_view).filter(|_| shown) {
        let tone = if played.valid { Tone::Good } else { Tone::Danger };
        let before = match_view.view_before::<View>().map_or(String::new(), |before| before.hand);
        let text = match played.valid {
            true => format!("{} points", played.points),
            false => invalid_word_text(&before, &view.hand, &played.word).to_owned(),
        };
        let letters = played.word.chars().map(|letter| (letter, tone));
        spell(letters.collect(), canvas, row, false);
        canvas.text(area.x, row.bottom(), &text, theme.ink(tone));
        return;
    }
    if match_view.seated.is_none() {
        return;
    }
    let held = UsedLetters::of(&view.hand, &match_view.typed).held;
    let tone = |held: bool| if held { Tone::Plain } else { Tone::Danger };
    let letters = match_view.typed.chars().zip(held).map(|(letter, held)| (letter, tone(held)));
    spell(letters.collect(), canvas, row, true);
    let text = match (match_view.typed.is_empty(), match_view.remarks.is_empty()) {
        (true, _) => "Type a word; * stands for any vowel.".to_owned(),
        (false, true) => String::new(),
        (false, false) => match_view.remarks.join(" "),
    };
    let style = if match_view.typed.is_empty() { theme.faint() } else { theme.strong() };
    canvas.text(area.x, row.bottom(), &text, style);
}

/// What happened to an invalid word: only letters that were in the hand are used up.
fn invalid_word_text(before: &str, now: &str, word: &str) -> &'static str {
    let is_missing = UsedLetters::of(before, word).held.contains(&false);
    match (is_missing, before.chars().count() == now.chars().count()) {
        (true, true) => "You don't have these letters. None are used up.",
        (true, false) => "You don't have all those letters. The ones you had are used up.",
        (false, _) => "Not a valid word. Its letters are used up.",
    }
}

/// Draws letters as tiles in one row, or as text if there are too many.
fn spell(letters: Vec<(char, Tone)>, canvas: &mut Canvas, row: Rect, typing: bool) {
    let theme = canvas.theme;
    let count = letters.len();
    let room = usize::from(row.width / rack::WIDE);
    if count >= room {
        let mut x = row.x;
        for (letter, tone) in letters {
            let mark = if tone == Tone::Danger { "!" } else { "" };
            let shown = format!("{}{mark}", letter.to_ascii_uppercase());
            x += canvas.text(x, row.y + 1, &shown, theme.ink(tone)) + 1;
        }
        canvas.text(x, row.y + 1, " ", theme.cursor());
        return;
    }
    let places = RackLayout::of(row, room);
    for (n, (letter, tone)) in letters.into_iter().enumerate() {
        rack::tile(canvas, places.at(n), letter, tone, Some(value(letter)));
    }
    if typing {
        if let Some(last) = count.checked_sub(1) {
            canvas.hit(places.at(last), Hit::Key(KeyPress::of(KeyName::Backspace)));
        }
        rack::cursor(canvas, places.at(count));
    }
}

/// Draws a question in a frame, with its answers.
fn question(match_view: &MatchView, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let frame = Rect { height: MIDDLE - 1, ..area };
    canvas.frame(frame, theme.accent());
    let (x, y) = (frame.x + 3, frame.y + 1);
    for sentence in match_view.sentences("now") {
        canvas.text(x, y, sentence, theme.strong());
    }
    let about = match view.phase {
        HandPhase::Swap => "All copies are replaced by one random new letter.",
        HandPhase::Replay if view.n == 0 => {
            "You get the same letters again; the better score counts."
        }
        // The question above already says that the better score counts.
        _ => "You get the same letters again.",
    };
    canvas.text(x, y + 1, about, theme.faint());
    if match_view.seated.is_none() {
        return;
    }
    let (enter, typed) = (KeyPress::of(KeyName::Enter), match_view.typed.to_uppercase());
    let answers = match view.phase {
        HandPhase::Swap if typed.is_empty() => vec![(enter, "keep all letters".to_owned())],
        HandPhase::Swap => {
            let keep = (KeyPress::char('!'), "keep all letters".to_owned());
            vec![(enter, format!("swap every {typed}")), keep]
        }
        _ => {
            let replay = (KeyPress::char('y'), "replay this hand".to_owned());
            vec![replay, (KeyPress::char('n'), "continue".to_owned())]
        }
    };
    let mut x = x;
    if view.phase == HandPhase::Swap && typed.is_empty() && match_view.asked().is_some() {
        x += canvas.text(x, y + 2, "Type a letter to swap, or", theme.text()) + 1;
    }
    for (key, what) in answers {
        let wide = canvas.text(x, y + 2, &format!("{key}  {what}"), theme.accent());
        canvas.hit(Rect::new(x, y + 2, wide, 1), Hit::Key(key));
        x += wide + 5;
    }
}

fn over(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let hands = if view.hands == 1 { "1 hand" } else { &format!("{} hands", view.hands) };
    let total = format!("Game over: {} in {hands}.", counted(view.total));
    canvas.text(area.x, area.y + 2, &total, theme.ink(Tone::Good));
    let left = match view.n {
        0 => "You used every letter.",
        _ => "These letters were left over.",
    };
    canvas.text(area.x, area.y + 4, left, theme.faint());
}

/// Draws the hand without the typed letters, and returns the line after it.
fn tiles(match_view: &MatchView, view: &View, canvas: &mut Canvas) -> u16 {
    let rows = RackLayout::of(canvas.area, view.n);
    let playing = view.phase == HandPhase::Play;
    let typed = if playing { match_view.typed.as_str() } else { "" };
    let used = UsedLetters::of(&view.hand, typed);
    for (n, (letter, is_used)) in view.hand.chars().zip(used.used).enumerate() {
        let at = rows.at(n);
        if is_used {
            rack::gap(canvas, at);
            continue;
        }
        let given = view.phase == HandPhase::Swap
            && match_view.typed.eq_ignore_ascii_case(&letter.to_string());
        let tone = if given { Tone::Near } else { Tone::Plain };
        rack::tile(canvas, at, letter, tone, Some(value(letter)));
        canvas.hit(at, Hit::Cell(Place { pane: "hand", row: 0, col: n as u8 }));
    }
    canvas.area.y + rows.high()
}

/// Draws the words of this hand, the newest last.
fn words(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    if view.plays.is_empty() {
        return;
    }
    canvas.text(area.x, area.y, "Words", theme.faint());
    let room = usize::from(area.height.saturating_sub(1));
    let older = view.plays.len().saturating_sub(room);
    for (y, play) in (area.y + 1..).zip(view.plays.iter().skip(older)) {
        let (mark, points, tone) = match play.valid {
            true => ("✓", play.points.to_string(), Tone::Plain),
            false => ("✗", "invalid".to_owned(), Tone::Off),
        };
        let word = text::fit(&quote(&play.word), usize::from(area.width).saturating_sub(12));
        canvas.text(area.x, y, &format!("{mark} {word}"), theme.ink(tone));
        canvas.text_right(y, &points, theme.ink(tone));
    }
}

/// Draws the last finished hand with the best possible score.
fn last_hand(settled: &Settled, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let letters: Vec<String> = settled.hand.chars().map(|letter| letter.to_string()).collect();
    let title = canvas.text(area.x, area.y, "Last hand  ", theme.faint());
    let gap = if 2 * letters.len() as u16 > area.width - title { "" } else { " " };
    canvas.text(area.x + title, area.y, &letters.join(gap), theme.text());
    let Some(par) = &settled.par else {
        let score = format!("You  {}", counted(settled.score));
        canvas.text(area.x, area.y + 1, &score, theme.text());
        canvas.text(area.x, area.y + 2, "No best score for this many letters.", theme.faint());
        return;
    };
    let most = par.sacrifice.points.max(par.valid.points).max(settled.score).into();
    let mut y = area.y + 1;
    let mut row = |name: &str, points: u32, tone: Tone, how: Option<String>| {
        const NAME: u16 = 11;
        let bar = area.width.saturating_sub(NAME + 6).min(24);
        canvas.text(area.x, y, name, theme.faint());
        canvas.bar(area.x + NAME, y, bar, points.into(), most, theme.ink(tone));
        canvas.text(area.x + NAME + bar + 1, y, &format!("{points:>5}"), theme.strong());
        if let Some(how) = how {
            y += 1;
            let how = text::fit(&how, usize::from(area.width - NAME));
            canvas.text(area.x + NAME, y, &how, theme.text());
        }
        y += 1;
    };
    row("You", settled.score, Tone::Here, None);
    row("Best", par.valid.points, Tone::Good, Some(how(&par.valid)));
    if par.sacrifice != par.valid {
        row("Discarding", par.sacrifice.points, Tone::Good, Some(how(&par.sacrifice)));
    } else {
        canvas.text(area.x, y, "Discarding letters wouldn't score more.", theme.faint());
    }
}

/// Draws the value of every letter, and how a word is scored.
fn letter_values(canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let across = "─".repeat(area.width.into());
    canvas.text(area.x, area.y, &across, theme.faint());
    let mut values: Vec<u32> = ('a'..='z').map(value).collect();
    values.sort_unstable();
    values.dedup();
    let rows = values.len().div_ceil(2);
    for (n, points) in values.into_iter().enumerate() {
        let letters = ('A'..='Z').filter(|letter| value(letter.to_ascii_lowercase()) == points);
        let letters: Vec<String> = letters.map(|letter| letter.to_string()).collect();
        let (x, y) = (area.x + (n / rows) as u16 * 34, area.y + 1 + (n % rows) as u16);
        canvas.text(x, y, &format!("{points:>2}"), theme.strong());
        canvas.text(x + 4, y, &letters.join(" "), theme.text());
    }
    let (x, y) = (area.x + 34, area.y + rows as u16);
    canvas.text(x, y, " *", theme.strong());
    canvas.text(x + 4, y, "any vowel, 0 points", theme.text());
    let how = "Score: the sum of the letters, times (7 per letter used, minus 3 per letter left).";
    canvas.text(area.x, area.y + 2 + rows as u16, how, theme.faint());
}

/// The words that reach the best score.
fn how(best: &Best) -> String {
    match (best.plays.is_empty(), best.points) {
        (true, 0) => "no valid word".to_owned(),
        (true, _) => "with a word that may offend".to_owned(),
        (false, _) => best.plays.join(" → "),
    }
}

fn counted(points: u32) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}
