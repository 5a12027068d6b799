//! What the player reads and types.
//!
//! The narration uses the exact sentences of the classic dialogue, so that a line terminal can print them
//! unchanged. New hands and par are in the scene only.

use super::letters::{Bag, WILD, factor, holds_all, spaced, values};
use super::{Action, Best, Event, Hand, HandPhase, PlayedWord, Settled, State, Status, View};
use engine::scene::Text;
use engine::{Ask, Body, Cell, Choice, Cx, Face, Pane, Refusal, Scene, Tone, Viewer, line};

impl Face for Hand {
    fn scene(view: &View) -> Scene {
        let mut panes = vec![
            pane("now", "Now", Body::Text(vec![prompt(view).into()])),
            pane("hand", format!("Hand {} of {}", view.hand_no, view.hands), tiles(&view.hand)),
            pane("points", "Points", points(view)),
        ];
        if !view.plays.is_empty() {
            panes.push(pane("plays", "Words", Body::Text(view.plays.iter().map(played).collect())));
        }
        if let Some(previous) = &view.previous {
            panes.push(pane("previous", "Last hand", Body::Text(settled(previous))));
        }
        let keep = || choice("keep", "Keep all letters", "!");
        let next = if view.hand_no < view.hands { "Next hand" } else { "Finish game" };
        let (choices, asks) = match view.phase {
            HandPhase::Swap if holds_all(&view.hand) => (vec![keep()], vec![]),
            HandPhase::Swap => (vec![keep()], vec![ask("swap ", 1)]),
            HandPhase::Play => {
                (vec![choice("done", "End this hand", "!")], vec![ask("play ", view.n)])
            }
            HandPhase::Replay => {
                (vec![choice("replay", "Replay this hand", "r"), choice("next", next, "n")], vec![])
            }
            HandPhase::Over => (vec![], vec![]),
        };
        Scene { panes, choices, asks }
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        let mut given = line.split(' ');
        let verb = given.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<_> = given.map(str::to_ascii_lowercase).collect();
        let rest: Vec<_> = rest.iter().map(String::as_str).collect();
        match (verb.as_str(), rest.as_slice()) {
            ("keep", []) => Ok(Action::Keep),
            ("done", []) => Ok(Action::Done),
            ("replay", []) => Ok(Action::Replay),
            ("next", []) => Ok(Action::Next),
            ("play", []) => Err(Refusal::game("hand.empty", "Enter a word to play, such as f*x.")),
            ("play", [word]) if !word.is_empty() && word.chars().all(is_letter) => {
                Ok(Action::Play((*word).into()))
            }
            ("play", _) => Err(bad_line("A word may use the letters a to z and * only.")),
            ("swap", rest) => match rest.join(" ").chars().collect::<Vec<_>>()[..] {
                [letter] if is_letter(letter) => Ok(Action::Swap(letter)),
                _ => Err(bad_line("Choose one letter, or *, to swap.")),
            },
            _ => Err(bad_line("Enter swap X, keep, play WORD, done, replay or next.")),
        }
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Swap(letter) => format!("swap {letter}"),
            Action::Keep => "keep".into(),
            Action::Play(word) => format!("play {word}"),
            Action::Done => "done".into(),
            Action::Replay => "replay".into(),
            Action::Next => "next".into(),
        }
    }

    /// The points for a half-typed word, or the letters that are missing for it. It never says whether it is a word,
    /// because finding that out costs letters.
    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        let parsed = line::clean(typed.as_bytes()).and_then(|line| Self::parse(view, &line));
        let Ok(Action::Play(word)) = parsed else { return Vec::new() };
        if view.phase != HandPhase::Play {
            return Vec::new();
        }
        let (held, used) = (Bag::of(&view.hand), Bag::of(&word));
        let missing: String = ('a'..='z')
            .chain([WILD])
            .filter(|&letter| used.count(letter) > held.count(letter))
            .collect();
        if !missing.is_empty() {
            return vec![format!("You have no {}.", spaced(&missing.to_uppercase()))];
        }
        let (value, factor) = (values(&word), factor(word.len(), view.n));
        vec![format!("{value} x {factor} = {}, if it is a word.", count_points(value * factor))]
    }

    fn progress(view: &View) -> String {
        match view.status {
            Status::Over => "over".to_owned(),
            Status::Playing => format!("hand {} of {}", view.hand_no, view.hands),
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        // The classic dialogue has other sentences for a single hand than for a game.
        let single = after.hands == 1 && !after.options;
        let total = after.hand_score();
        match event {
            Event::Dealt { .. } | Event::Began { .. } | Event::Kept {} | Event::Settled { .. } => {
                None
            }
            Event::Swapped { letter, by, .. } => Some(format!("{letter} was replaced by {by}.")),
            Event::Played { valid: false, .. } => {
                Some("That is not a valid word. Please choose another word.".into())
            }
            Event::Played { word, points, .. } => {
                Some(format!("\"{word}\" earned {points} points. Total: {total} points"))
            }
            Event::RanOut {} => (!single).then(|| "Ran out of letters".into()),
            Event::Ended { score, .. } => Some(match (single, after.left.is_empty()) {
                (false, _) => format!("Total score for this hand: {score}"),
                (true, false) => format!("Total score: {score} points"),
                (true, true) => format!("Ran out of letters. Total score: {score} points"),
            }),
            Event::Replayed {} => Some("Same hand again. The better score counts.".into()),
            Event::Left {} => Some("You left the game.".into()),
            Event::Over { total } => {
                (!single).then(|| format!("Total score over all hands: {total}"))
            }
        }
    }
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

/// What the player can do now.
fn prompt(view: &View) -> &'static str {
    match view.phase {
        HandPhase::Swap if holds_all(&view.hand) => "You have every letter, so you can't swap one.",
        HandPhase::Swap => "Swap one letter? You can do this once per game.",
        HandPhase::Play => "Play a word, or end this hand.",
        HandPhase::Replay if view.n == 0 => {
            "You're out of letters. Replay this hand? You can do this once per game."
        }
        HandPhase::Replay => "Replay this hand? Once per game; the better score counts.",
        HandPhase::Over => "Game over.",
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
        ("Total".into(), view.total.into()),
    ])
}

fn played(play: &PlayedWord) -> Text {
    match play.valid {
        true => format!("{}: {}", play.word, count_points(play.points)).into(),
        false => format!("{}: not a valid word", line::quote(&play.word)).into(),
    }
}

fn settled(hand: &Settled) -> Vec<Text> {
    let mut text = vec![format!("{}: {}", spaced(&hand.hand), count_points(hand.score)).into()];
    if let Some(par) = &hand.par {
        text.push(format!("Best possible: {}", best(&par.valid)).into());
        text.push(format!("If you throw letters away: {}", best(&par.sacrifice)).into());
    }
    text
}

fn best(best: &Best) -> String {
    let points = count_points(best.points);
    match best.plays.is_empty() {
        true if best.points > 0 => format!("{points} (with a word that may offend)"),
        true => points,
        false => format!("{points} ({})", best.plays.join(", ")),
    }
}

fn count_points(points: u32) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter == WILD
}

fn bad_line(text: &str) -> Refusal {
    Refusal::game("hand.line", text)
}

pub(super) fn not_now(phase: HandPhase, action: &Action) -> Refusal {
    let refused = match action {
        Action::Swap(_) => "You can't swap a letter now",
        Action::Keep => "There is no swap to decline now",
        Action::Play(_) => "You can't play a word now",
        Action::Done => "You can't end a hand now",
        Action::Replay => "You can't replay a hand now",
        Action::Next => "You can't go to the next hand yet",
    };
    let instead = match phase {
        HandPhase::Swap => "first swap a letter or keep them all",
        HandPhase::Play => "play a word or end this hand",
        HandPhase::Replay => "replay this hand or go to the next one",
        HandPhase::Over => "the game is over",
    };
    Refusal::game("hand.phase", format!("{refused}: {instead}."))
}

pub(super) fn not_held(letter: char, hand: &str) -> Refusal {
    let hand = spaced(hand);
    Refusal::game(
        "hand.letter",
        format!("You don't have {letter}. Choose one of {hand}, or keep them all."),
    )
}

pub(super) fn no_replacement_letter() -> Refusal {
    Refusal::game(
        "hand.phase",
        "You have every letter of the alphabet, so you can't swap one. Keep them all.",
    )
}
