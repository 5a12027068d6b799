//! The dialogue of Hand, with exactly the questions, prompts and lines that its rules prescribe. The game itself says
//! how many points a play earns; this module decides when to ask and what to print around it.

use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, read, view};
use crate::local_match::LocalMatch;
use crate::{Ending, LineError};
use engine::{Refusal, Scene, Seat, Start, Takes, Viewer};
use games::hand::{Best, HandPhase, Settled, View};

pub(crate) fn play(dialogue: &mut Dialogue) -> Result<Ending, LineError> {
    dialogue.console.say("Loading word list from file...")?;
    dialogue.console.say(&format!("   {} words loaded.", dialogue.words.len()))?;
    let Some(start) = start(dialogue)? else { return Ok(Ending::Quit) };
    Ok(match dialogue.rounds(start, game)? {
        AfterMatch::Quit => Ending::Quit,
        _ => Ending::Done,
    })
}

/// Asks for the number of hands, unless the request has it or the game offers no choices.
fn start(dialogue: &mut Dialogue) -> Result<Option<Start>, LineError> {
    let start = dialogue.start(&[])?;
    if dialogue.request.opening.knows("hands") {
        return Ok(Some(start));
    }
    if !offers(dialogue, &start)? {
        return Ok(Some(start));
    }
    loop {
        let Some(answer) = dialogue.console.question("Enter total number of hands: ")? else {
            return Ok(None);
        };
        match answer.to_ascii_lowercase().as_str() {
            "" => {}
            "?" => dialogue.console.say("Type how many hands you want to play, or /quit.")?,
            number => match dialogue.start(&[("hands", number)]) {
                Ok(start) => return Ok(Some(start)),
                Err(_) => dialogue.console.say(&number_of_hands(&start))?,
            },
        }
    }
}

/// Does the game offer substitutions and replays?
fn offers(dialogue: &Dialogue, start: &Start) -> Result<bool, Refusal> {
    let dealt = dialogue.dealt(start)?.next.view(Viewer::Seat(Seat(0)));
    Ok(read::<View>(&dealt)?.can_swap)
}

/// The allowed numbers of hands.
fn number_of_hands(start: &Start) -> String {
    let key = start.game.keys().iter().find(|key| key.name == "hands");
    match key.map(|key| &key.takes) {
        Some(Takes::Number(from, to)) => format!("Enter a number from {from} to {to}."),
        _ => "Enter a number.".into(),
    }
}

/// Plays one game, phase by phase.
fn game(dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut local_match) = dialogue.open(start)? else { return Ok(AfterMatch::Quit) };
    let Some(first) = dialogue.wait(&mut local_match)? else { return Ok(AfterMatch::Quit) };
    let mut update = first.update;
    let mut now: View = view(&update)?;
    if now.phase == HandPhase::Over {
        // Bots have played the whole game.
        first.said.iter().try_for_each(|said| dialogue.console.say(said))?;
    }
    // One hand without questions reads a little differently from a game.
    let alone = now.hands == 1 && !offers(dialogue, start)?;
    loop {
        let step = match now.phase {
            HandPhase::Swap => substitute(dialogue, &local_match, &update.scene, &now)?,
            HandPhase::Play => word(dialogue, &local_match, &update.scene, &now, alone)?,
            HandPhase::Replay => again(dialogue, &local_match, &update.scene)?,
            HandPhase::Over => return Ok(AfterMatch::Over),
        };
        if let HandStep::Next(next) = step {
            return Ok(next);
        }
        let Some(shown) = dialogue.wait(&mut local_match)? else { return Ok(AfterMatch::Quit) };
        let before = std::mem::replace(&mut now, view(&shown.update)?);
        update = shown.update;
        let lines = match step {
            HandStep::Next(_) | HandStep::Quiet => &[],
            HandStep::Ended => shown.said.as_slice(),
            HandStep::Word => match shown.said.split_first() {
                Some((first, rest)) => {
                    dialogue.console.say(&format!("{first}\n"))?;
                    rest
                }
                None => &[],
            },
        };
        close(dialogue, lines, alone, now.phase == HandPhase::Over)?;
        if dialogue.request.par && now.previous != before.previous {
            par(dialogue, now.previous.as_ref())?;
        }
    }
}

/// What the player did, as far as the next lines depend on it.
enum HandStep {
    /// Played a word.
    Word,
    /// Ended the hand or the game.
    Ended,
    /// Something that needs no lines.
    Quiet,
    /// Wants to restart, play another match or quit.
    Next(AfterMatch),
}

/// Prints the sentences about the end of a hand with a rule below them, and then the total of all hands.
fn close(
    dialogue: &mut Dialogue,
    lines: &[String],
    alone: bool,
    over: bool,
) -> Result<(), LineError> {
    let (hand, total) = match lines.split_last() {
        Some((total, hand)) if over && !alone => (hand, Some(total)),
        _ => (lines, None),
    };
    hand.iter().try_for_each(|line| dialogue.console.say(line))?;
    if !alone && !hand.is_empty() {
        dialogue.console.say("----------")?;
    }
    total.iter().try_for_each(|total| dialogue.console.say(total))?;
    Ok(())
}

/// Offers a substitution.
fn substitute(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
    now: &View,
) -> Result<HandStep, LineError> {
    dialogue.console.say(&format!("Current hand: {}", spaced(&now.hand)))?;
    let help = ["Type yes to substitute a letter, no to keep the hand.".to_owned()];
    let step = loop {
        let prompt = "Would you like to substitute a letter? ";
        let done = match dialogue.read_input(local_match, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(local_match),
            PlayerInput::End => local_match.act("keep"),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) => match yes(&word) {
                Some(true) => break letter(dialogue, local_match, scene)?,
                Some(false) => local_match.act("keep"),
                // The player may type the line of a hint.
                None if is_line(&word, &["keep", "swap"]) => local_match.act(&word),
                None => continue,
            },
        };
        if dialogue.accepted(local_match, done)? {
            break HandStep::Quiet;
        }
    };
    if matches!(step, HandStep::Quiet) {
        dialogue.console.say("")?;
    }
    Ok(step)
}

/// Asks for the letter to replace, until it is one of the hand.
fn letter(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
) -> Result<HandStep, LineError> {
    let help = ["Type one of your letters, or /keep to keep the hand.".to_owned()];
    loop {
        let prompt = "Which letter would you like to replace: ";
        let done = match dialogue.read_input(local_match, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(local_match),
            PlayerInput::End => local_match.act("keep"),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) if is_line(&word, &["keep", "swap"]) => local_match.act(&word),
            PlayerInput::Word(letter) => local_match.act(&format!("swap {letter}")),
        };
        if dialogue.accepted(local_match, done)? {
            return Ok(HandStep::Quiet);
        }
    }
}

/// Shows the hand and asks for a word.
fn word(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
    now: &View,
    alone: bool,
) -> Result<HandStep, LineError> {
    let (title, prompt) = match alone {
        true => ("Current Hand", "Enter word, or \"!!\" to indicate that you are finished: "),
        false => ("Current hand", "Please enter a word or '!!' to indicate you are done: "),
    };
    dialogue.console.say(&format!("{title}: {}", spaced(&now.hand)))?;
    let help = [
        "Type a word to play it; * stands for any vowel. !! ends the hand.".to_owned(),
        "An invalid word still uses up its letters.".to_owned(),
    ];
    loop {
        let (line, step) = match dialogue.read_input(local_match, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(local_match),
            PlayerInput::End => ("done".to_owned(), HandStep::Ended),
            PlayerInput::Word(word) if word == "!!" => ("done".to_owned(), HandStep::Ended),
            PlayerInput::Word(word) if is_line(&word, &["play"]) => (word, HandStep::Word),
            PlayerInput::Word(word) => (format!("play {word}"), HandStep::Word),
            PlayerInput::Line(line) if line.eq_ignore_ascii_case("done") => (line, HandStep::Ended),
            PlayerInput::Line(line) => (line, HandStep::Word),
        };
        let done = local_match.act(&line);
        if dialogue.accepted(local_match, done)? {
            return Ok(step);
        }
    }
}

/// Offers to play the hand again.
fn again(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
) -> Result<HandStep, LineError> {
    let help = ["Type yes to replay the hand, no to go on; the better score counts.".to_owned()];
    loop {
        let prompt = "Would you like to replay the hand? ";
        let line = match dialogue.read_input(local_match, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(local_match),
            PlayerInput::End => "next".to_owned(),
            PlayerInput::Line(line) => line,
            PlayerInput::Word(word) => match yes(&word) {
                Some(true) => "replay".to_owned(),
                Some(false) => "next".to_owned(),
                None if is_line(&word, &["replay", "next"]) => word,
                None => continue,
            },
        };
        let step =
            if line.eq_ignore_ascii_case("next") { HandStep::Ended } else { HandStep::Quiet };
        let done = local_match.act(&line);
        if dialogue.accepted(local_match, done)? {
            return Ok(step);
        }
    }
}

fn leave(local_match: &LocalMatch) -> Result<HandStep, LineError> {
    local_match.leave()?;
    Ok(HandStep::Ended)
}

/// Only y, yes, n and no are answers, in any case.
fn yes(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// Is this a game line with one of these verbs? `swap` and `play` need an argument: alone they may be words to play.
fn is_line(word: &str, verbs: &[&str]) -> bool {
    let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
    let takes = matches!(verb.to_ascii_lowercase().as_str(), "swap" | "play");
    verbs.iter().any(|known| known.eq_ignore_ascii_case(verb)) && takes != rest.is_empty()
}

/// Prints the best possible totals of the hand that has just ended.
fn par(dialogue: &mut Dialogue, settled: Option<&Settled>) -> Result<(), LineError> {
    let best = |best: &Best| match best.plays.is_empty() {
        true if best.points > 0 => {
            format!("{} points (with a word that may offend)", best.points)
        }
        true => "0 points".to_owned(),
        false => format!("{} points ({})", best.points, best.plays.join(", ")),
    };
    if let Some(par) = settled.and_then(|settled| settled.par.as_ref()) {
        dialogue.console.say(&format!("Par: {}", best(&par.valid)))?;
        dialogue.console.say(&format!("Par with sacrifices: {}", best(&par.sacrifice)))?;
    }
    Ok(())
}

fn spaced(hand: &str) -> String {
    hand.chars().map(String::from).collect::<Vec<_>>().join(" ")
}
