//! Hand: tiles that go from the hand into the word as it is typed, with what it would earn; substitution and replay
//! as questions; and what a settled hand could have earned.

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

/// How Hand looks.
pub(crate) struct HandSkin;

/// How long a word that was played stays in sight.
const SHOWN: Duration = Duration::from_millis(1200);

/// The widest table.
const WIDEST: u16 = 90;
/// The lines for a word, or a question.
const MIDDLE: u16 = 6;
/// The lines for what is said.
const SAID: u16 = 2;
/// The lines for what letters are worth, and the height from which there is room for them.
const WORTH: u16 = 8;
const TALL: u16 = 32;
/// What is left free between two lists.
const BETWEEN: u16 = 4;

impl Skin for HandSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let Some(view) = match_view.view::<View>() else { return };
        let whole = canvas.area;
        let width = whole.width.min(WIDEST);
        // Where there is room, it stands in more air, and below it what letters are worth.
        let (gap, foot) = if whole.height >= TALL { (2, WORTH) } else { (0, 0) };
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
        let said = Rect { y: area.bottom() - foot - SAID, height: SAID, ..area };
        let lists = Rect { y, height: said.y.saturating_sub(y), ..area };
        let left = width * 2 / 5;
        words(&view, &mut canvas.within(Rect { width: left, ..lists }));
        let (x, width) = (lists.x + left + BETWEEN, lists.width - left - BETWEEN);
        if let Some(settled) = &view.previous {
            last(settled, &mut canvas.within(Rect { x, width, ..lists }));
        }
        messages(match_view, context, &mut canvas.within(said));
        if foot > 0 {
            worth(&mut canvas.within(Rect {
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
                let keep = KeyBinding::new(KeyPress::of(KeyName::Enter), "keep the hand", keep());
                vec![keep.or(KeyPress::char('!'))]
            }
            HandPhase::Swap => vec![
                KeyBinding::new(
                    KeyPress::of(KeyName::Enter),
                    format!("give {} away", match_view.typed),
                    UiAction::Enter,
                ),
                KeyBinding::new(KeyPress::char('!'), "keep the hand", keep()),
            ],
            HandPhase::Replay => vec![
                KeyBinding::new(KeyPress::char('y'), "replay it", UiAction::Line("replay".into()))
                    .or(KeyPress::char('r')),
                KeyBinding::new(KeyPress::char('n'), "go on", UiAction::Line("next".into())),
            ],
            // Whoever types a word and slips ends no hand.
            HandPhase::Play if !match_view.typed.is_empty() => {
                let what = "end the hand, when nothing is typed";
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
            let text = "! ends the hand only when nothing is typed.";
            match_view.add_message(context.now, text, Tone::Near);
            return Some(Vec::new());
        }
        // One letter is asked for: another takes its place.
        if matches!(action, UiAction::Type(_) | UiAction::Cell(_))
            && match_view.view::<View>()?.phase == HandPhase::Swap
        {
            match_view.typed.clear();
        }
        None
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        if just_played(match_view).is_some() { SHOWN } else { Duration::ZERO }
    }
}

fn keep() -> UiAction {
    UiAction::Line("keep".into())
}

/// Which hand it is, what it has earned, and what is still to be used.
fn head(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let title = format!("Hand {} of {}", view.hand_no, view.hands);
    let x = area.x + canvas.text(area.x, area.y, &title, theme.strong()) + 3;
    let left = match (view.can_swap, view.can_replay) {
        (true, true) => "a substitution and a replay left",
        (true, false) => "a substitution left",
        (false, true) => "a replay left",
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

/// The word that the last update has brought.
fn just_played(match_view: &MatchView) -> Option<PlayedWord> {
    let (now, before) = (match_view.view::<View>()?, match_view.view_before::<View>()?);
    let played = now.plays.len() == before.plays.len() + 1;
    now.plays.last().filter(|_| played).cloned()
}

/// The word that is being made, and what it would earn; or the one that was just played.
fn word(match_view: &MatchView, context: &PageContext, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let row = Rect { y: area.y + 1, height: rack::HIGH, ..area };
    let shown = context.settings.motion
        && match_view.age(context.now) < SHOWN
        && match_view.typed.is_empty();
    if let Some(played) = just_played(match_view).filter(|_| shown) {
        let tone = if played.valid { Tone::Good } else { Tone::Danger };
        let before = match_view.view_before::<View>().map_or(String::new(), |before| before.hand);
        let told = match played.valid {
            true => format!("{} points", played.points),
            false => wrong(&before, &view.hand, &played.word).to_owned(),
        };
        let letters = played.word.chars().map(|letter| (letter, tone));
        spell(letters.collect(), canvas, row, false);
        canvas.text(area.x, row.bottom(), &told, theme.ink(tone));
        return;
    }
    if match_view.seated.is_none() {
        return;
    }
    let held = UsedLetters::of(&view.hand, &match_view.typed).held;
    let tone = |held: bool| if held { Tone::Plain } else { Tone::Danger };
    let letters = match_view.typed.chars().zip(held).map(|(letter, held)| (letter, tone(held)));
    spell(letters.collect(), canvas, row, true);
    let told = match (match_view.typed.is_empty(), match_view.remarks.is_empty()) {
        (true, _) => "Type a word; * stands for any vowel.".to_owned(),
        (false, true) => String::new(),
        (false, false) => match_view.remarks.join(" "),
    };
    let style = if match_view.typed.is_empty() { theme.faint() } else { theme.strong() };
    canvas.text(area.x, row.bottom(), &told, style);
}

/// What has become of a word that earned nothing: only letters that were in the hand are gone.
fn wrong(before: &str, now: &str, word: &str) -> &'static str {
    let lacking = UsedLetters::of(before, word).held.contains(&false);
    match (lacking, before.chars().count() == now.chars().count()) {
        (true, true) => "its letters are not in the hand; nothing is gone",
        (true, false) => "not all of it is in the hand; what was, is gone",
        (false, _) => "not a word; the letters are gone",
    }
}

/// Letters as tiles in one row, or as text where they are too many.
fn spell(letters: Vec<(char, Tone)>, canvas: &mut Canvas, row: Rect, typing: bool) {
    let theme = canvas.theme;
    let many = letters.len();
    let room = usize::from(row.width / rack::WIDE);
    if many >= room {
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
        if let Some(last) = many.checked_sub(1) {
            canvas.hit(places.at(last), Hit::Key(KeyPress::of(KeyName::Backspace)));
        }
        rack::cursor(canvas, places.at(many));
    }
}

/// A question in a frame, with its answers.
fn question(match_view: &MatchView, view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let frame = Rect { height: MIDDLE - 1, ..area };
    canvas.frame(frame, theme.accent());
    let (x, y) = (frame.x + 3, frame.y + 1);
    for sentence in match_view.sentences("now") {
        canvas.text(x, y, sentence, theme.strong());
    }
    let about = match view.phase {
        HandPhase::Swap => "Every copy of it becomes one other letter; nobody knows which.",
        HandPhase::Replay if view.n == 0 => {
            "The same letters from the start; the better of the two scores counts."
        }
        // That the better score counts has just been said.
        _ => "The same letters, from the start.",
    };
    canvas.text(x, y + 1, about, theme.faint());
    if match_view.seated.is_none() {
        return;
    }
    let (enter, typed) = (KeyPress::of(KeyName::Enter), match_view.typed.to_uppercase());
    let answers = match view.phase {
        HandPhase::Swap if typed.is_empty() => vec![(enter, "keep the hand".to_owned())],
        HandPhase::Swap => {
            let keep = (KeyPress::char('!'), "keep the hand".to_owned());
            vec![(enter, format!("give every {typed} away")), keep]
        }
        _ => {
            let replay = (KeyPress::char('y'), "replay the hand".to_owned());
            vec![replay, (KeyPress::char('n'), "go on".to_owned())]
        }
    };
    let mut x = x;
    if view.phase == HandPhase::Swap && typed.is_empty() && match_view.asked().is_some() {
        x += canvas.text(x, y + 2, "Type the letter to give away, or", theme.text()) + 1;
    }
    for (key, what) in answers {
        let wide = canvas.text(x, y + 2, &format!("{key}  {what}"), theme.accent());
        canvas.hit(Rect::new(x, y + 2, wide, 1), Hit::Key(key));
        x += wide + 5;
    }
}

/// The total.
fn over(view: &View, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let hands = if view.hands == 1 { "one hand" } else { &format!("{} hands", view.hands) };
    let total = format!("The game is over: {} for {hands}.", counted(view.total));
    canvas.text(area.x, area.y + 2, &total, theme.ink(Tone::Good));
    let left = match view.n {
        0 => "No letter is left.",
        _ => "These letters were left.",
    };
    canvas.text(area.x, area.y + 4, left, theme.faint());
}

/// The hand; what is typed has left it. Gives the line after it.
fn tiles(match_view: &MatchView, view: &View, canvas: &mut Canvas) -> u16 {
    let rows = RackLayout::of(canvas.area, view.n);
    let playing = view.phase == HandPhase::Play;
    let typed = if playing { match_view.typed.as_str() } else { "" };
    let taken = UsedLetters::of(&view.hand, typed);
    for (n, (letter, up)) in view.hand.chars().zip(taken.up).enumerate() {
        let at = rows.at(n);
        if up {
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

/// The words of this hand, the newest last.
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
            false => ("✗", "not valid".to_owned(), Tone::Off),
        };
        let word = text::fit(&quote(&play.word), usize::from(area.width).saturating_sub(12));
        canvas.text(area.x, y, &format!("{mark} {word}"), theme.ink(tone));
        canvas.text_right(y, &points, theme.ink(tone));
    }
}

/// The last settled hand beside the best that was in it.
fn last(settled: &Settled, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let letters: Vec<String> = settled.hand.chars().map(|letter| letter.to_string()).collect();
    let title = canvas.text(area.x, area.y, "Last hand  ", theme.faint());
    let gap = if 2 * letters.len() as u16 > area.width - title { "" } else { " " };
    canvas.text(area.x + title, area.y, &letters.join(gap), theme.text());
    let Some(par) = &settled.par else {
        let score = format!("You  {}", counted(settled.score));
        canvas.text(area.x, area.y + 1, &score, theme.text());
        canvas.text(area.x, area.y + 2, "There is no par for so many letters.", theme.faint());
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
    row("Par", par.valid.points, Tone::Good, Some(how(&par.valid)));
    if par.sacrifice != par.valid {
        row("Sacrifices", par.sacrifice.points, Tone::Good, Some(how(&par.sacrifice)));
    } else {
        canvas.text(area.x, y, "Sacrifices earn no more.", theme.faint());
    }
}

/// What every letter is worth, and how a word is counted.
fn worth(canvas: &mut Canvas) {
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
    canvas.text(x + 4, y, "any vowel, worth nothing", theme.text());
    let how =
        "A word earns the sum of its letters, times 7 for each letter used less 3 for each left.";
    canvas.text(area.x, area.y + 2 + rows as u16, how, theme.faint());
}

/// The line of play that earns it.
fn how(best: &Best) -> String {
    match (best.plays.is_empty(), best.points) {
        (true, 0) => "there is no word in it".to_owned(),
        (true, _) => "with a word that is not shown here".to_owned(),
        (false, _) => best.plays.join(" → "),
    }
}

fn counted(points: u32) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}
