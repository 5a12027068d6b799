//! What people see and type.
//!
//! What is told of a play are the very lines of the classic dialogue, so that a line terminal can
//! print them as they come; a hand that is offered, and par, are shown but not told.

use super::letters::{Bag, WILD, factor, holds_all, spaced, values};
use super::{Action, Best, Event, HandPhase, PlayedWord, Settled, State, Status, View};
use engine::scene::Text;
use engine::{Ask, Body, Cell, Choice, Pane, Refusal, Scene, Tone, line};

pub(super) fn scene(view: &View) -> Scene {
    let mut panes = vec![
        pane("now", "Now", Body::Text(vec![now(view).into()])),
        pane("hand", format!("Hand {} of {}", view.hand_no, view.hands), tiles(&view.hand)),
        pane("points", "Points", points(view)),
    ];
    if !view.plays.is_empty() {
        panes.push(pane("plays", "Words", Body::Text(view.plays.iter().map(played).collect())));
    }
    if let Some(previous) = &view.previous {
        panes.push(pane("previous", "Last settled hand", Body::Text(settled(previous))));
    }
    let (choices, asks) = match view.phase {
        HandPhase::Swap if holds_all(&view.hand) => (vec![choice("keep", "Keep", "!")], vec![]),
        HandPhase::Swap => (vec![choice("keep", "Keep", "!")], vec![ask("swap ", 1)]),
        HandPhase::Play => (vec![choice("done", "Done", "!")], vec![ask("play ", view.n)]),
        HandPhase::Replay => {
            (vec![choice("replay", "Replay", "r"), choice("next", "Go on", "n")], vec![])
        }
        HandPhase::Over => (vec![], vec![]),
    };
    Scene { panes, choices, asks }
}

fn pane(id: &'static str, title: impl Into<Text>, body: Body) -> Pane {
    Pane { id, title: title.into(), body }
}

fn choice(line: &'static str, label: &'static str, key: &'static str) -> Choice {
    Choice { line: line.into(), label: label.into(), key: Some(key), cell: None }
}

fn ask(prefix: &'static str, max: usize) -> Ask {
    Ask { prefix: prefix.into(), max, echo: None, tiles: Some("hand") }
}

/// What the player is asked for.
fn now(view: &View) -> &'static str {
    match view.phase {
        HandPhase::Swap if holds_all(&view.hand) => {
            "Every letter is held, so none can come in: keep."
        }
        HandPhase::Swap => "Substitute a letter? Only once in a game.",
        HandPhase::Play => "Play a word, or be done with this hand.",
        HandPhase::Replay if view.n == 0 => {
            "Ran out of letters. Replay the hand? Only once in a game."
        }
        HandPhase::Replay => "Replay the hand? Only once in a game; the better score counts.",
        HandPhase::Over => "The game is over.",
    }
}

fn tiles(hand: &str) -> Body {
    let tile = |letter: char| {
        let cell = Cell::new(letter.to_string(), Tone::Plain);
        if letter == WILD { cell.named("wildcard, any vowel") } else { cell }
    };
    Body::Tiles(vec![hand.chars().map(tile).collect()])
}

fn points(view: &View) -> Body {
    Body::Scores(vec![
        ("This hand".into(), view.hand_score.into()),
        ("Settled hands".into(), view.total.into()),
    ])
}

fn played(play: &PlayedWord) -> Text {
    match play.valid {
        true => format!("{}: {}", play.word, counted(play.points)).into(),
        false => format!("{}: not a valid word", line::quote(&play.word)).into(),
    }
}

fn settled(hand: &Settled) -> Vec<Text> {
    let mut text = vec![format!("{}: {}", spaced(&hand.hand), counted(hand.score)).into()];
    if let Some(par) = &hand.par {
        text.push(format!("Par: {}", best(&par.valid)).into());
        text.push(format!("Par with sacrifices: {}", best(&par.sacrifice)).into());
    }
    text
}

fn best(best: &Best) -> String {
    let points = counted(best.points);
    match best.plays.is_empty() {
        true if best.points > 0 => format!("{points} (with a word that is not shown here)"),
        true => points,
        false => format!("{points} ({})", best.plays.join(", ")),
    }
}

fn counted(points: u32) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}

pub(super) fn parse(line: &str) -> Result<Action, Refusal> {
    let mut given = line.split(' ');
    let verb = given.next().unwrap_or_default().to_ascii_lowercase();
    let rest: Vec<_> = given.map(str::to_ascii_lowercase).collect();
    let rest: Vec<_> = rest.iter().map(String::as_str).collect();
    match (verb.as_str(), rest.as_slice()) {
        ("keep", []) => Ok(Action::Keep),
        ("done", []) => Ok(Action::Done),
        ("replay", []) => Ok(Action::Replay),
        ("next", []) => Ok(Action::Next),
        ("play", []) => Err(Refusal::new("hand.empty", "Say which word to play, as in play f*x.")),
        ("play", [word]) if !word.is_empty() && word.chars().all(is_letter) => {
            Ok(Action::Play((*word).into()))
        }
        ("play", _) => {
            Err(no_line("A word is one string of the letters a to z and *, as in play f*x."))
        }
        ("swap", [letter]) => match letter.chars().collect::<Vec<_>>()[..] {
            [letter] if is_letter(letter) => Ok(Action::Swap(letter)),
            _ => Err(no_line("One letter or * is substituted at a time, as in swap q.")),
        },
        ("swap", _) => Err(no_line("Say which letter to substitute, as in swap q.")),
        _ => Err(no_line("Say swap X, keep, play WORD, done, replay or next.")),
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter == WILD
}

fn no_line(text: &str) -> Refusal {
    Refusal::new("hand.line", text)
}

pub(super) fn not_now(phase: HandPhase, action: &Action) -> Refusal {
    let what = match action {
        Action::Swap(_) => "No letter can be substituted now",
        Action::Keep => "There is nothing to keep now",
        Action::Play(_) => "No word can be played now",
        Action::Done => "No hand is being played now",
        Action::Replay => "No hand can be replayed now",
        Action::Next => "The next hand has to wait",
    };
    let instead = match phase {
        HandPhase::Swap => "say swap and a letter, or keep",
        HandPhase::Play => "say play and a word, or done",
        HandPhase::Replay => "say replay or next",
        HandPhase::Over => "the game is over",
    };
    Refusal::new("hand.phase", format!("{what}; {instead}."))
}

pub(super) fn not_held(letter: char, hand: &str) -> Refusal {
    let hand = spaced(hand);
    Refusal::new("hand.letter", format!("You do not hold {letter}; choose one of {hand}, or keep."))
}

pub(super) fn no_replacement_letter() -> Refusal {
    Refusal::new("hand.phase", "Every letter of the alphabet is in the hand already; say keep.")
}

pub(super) fn line(action: &Action) -> String {
    match action {
        Action::Swap(letter) => format!("swap {letter}"),
        Action::Keep => "keep".into(),
        Action::Play(word) => format!("play {word}"),
        Action::Done => "done".into(),
        Action::Replay => "replay".into(),
        Action::Next => "next".into(),
    }
}

pub(super) fn tell(after: &State, event: &Event) -> Option<String> {
    // One hand without options is told like one hand, everything else like a game.
    let alone = after.hands == 1 && !after.options;
    let total = after.hand_score();
    match event {
        Event::Dealt { .. } | Event::Began { .. } | Event::Kept {} | Event::Settled { .. } => None,
        Event::Swapped { letter, by, .. } => Some(format!("{by} came in for {letter}.")),
        Event::Played { valid: false, .. } => {
            Some("That is not a valid word. Please choose another word.".into())
        }
        Event::Played { word, points, .. } => {
            Some(format!("\"{word}\" earned {points} points. Total: {total} points"))
        }
        Event::RanOut {} => (!alone).then(|| "Ran out of letters".into()),
        Event::Ended { score, .. } => Some(match (alone, after.left.is_empty()) {
            (false, _) => format!("Total score for this hand: {score}"),
            (true, false) => format!("Total score: {score} points"),
            (true, true) => format!("Ran out of letters. Total score: {score} points"),
        }),
        Event::Replayed {} => Some("The same hand again; the better score counts.".into()),
        Event::Left {} => Some("You left the game.".into()),
        Event::Over { total } => (!alone).then(|| format!("Total score over all hands: {total}")),
    }
}

/// What a half-typed word would earn, and what of it is not held. Whether it is a word costs letters
/// to find out, so that is never said.
pub(super) fn preview(view: &View, typed: &str) -> Vec<String> {
    let parsed = line::clean(typed.as_bytes()).and_then(|line| parse(&line));
    let Ok(Action::Play(word)) = parsed else { return Vec::new() };
    if view.phase != HandPhase::Play {
        return Vec::new();
    }
    let (held, used) = (Bag::of(&view.hand), Bag::of(&word));
    let lacking: String = ('a'..='z')
        .chain([WILD])
        .filter(|&letter| used.count(letter) > held.count(letter))
        .collect();
    if !lacking.is_empty() {
        return vec![format!("You do not hold enough of: {}.", spaced(&lacking))];
    }
    let (value, factor) = (values(&word), factor(word.len(), view.n));
    vec![format!("{value} x {factor} = {}, if it is a word.", counted(value * factor))]
}

pub(super) fn progress(view: &View) -> String {
    match view.status {
        Status::Over => "over".to_owned(),
        Status::Playing => format!("hand {} of {}", view.hand_no, view.hands),
    }
}
