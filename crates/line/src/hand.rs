//! Hand as its document has it, letter for letter: the questions, the prompts, the lines between. What
//! a play earns is told by the game; here is only when to ask and what to print around it.

use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, read, view};
use crate::sitting::LocalMatch;
use crate::{Ending, LineError};
use engine::{Refusal, Scene, Seat, Start, Takes, Viewer};
use games::hand::{Best, HandPhase, Settled, View};

/// Plays a game of hands.
pub(crate) fn play(host: &mut Dialogue) -> Result<Ending, LineError> {
    host.console.say("Loading word list from file...")?;
    host.console.say(&format!("   {} words loaded.", host.words.len()))?;
    let Some(start) = start(host)? else { return Ok(Ending::Quit) };
    Ok(match host.rounds(start, game)? {
        AfterMatch::Quit => Ending::Quit,
        _ => Ending::Done,
    })
}

/// Asks for the number of hands, unless it is known or there is nothing to choose in the game.
fn start(host: &mut Dialogue) -> Result<Option<Start>, LineError> {
    let start = host.start(&[])?;
    if host.plan.opening.knows("hands") {
        return Ok(Some(start));
    }
    if !offers(host, &start)? {
        return Ok(Some(start));
    }
    loop {
        let Some(answer) = host.console.question("Enter total number of hands: ")? else {
            return Ok(None);
        };
        match answer.to_ascii_lowercase().as_str() {
            "" => {}
            "?" => host.console.say("Say how many hands you want to play, or /quit.")?,
            number => match host.start(&[("hands", number)]) {
                Ok(start) => return Ok(Some(start)),
                Err(_) => host.console.say(&number_of_hands(&start))?,
            },
        }
    }
}

/// Are substitutions and replays offered in the game?
fn offers(host: &Dialogue, start: &Start) -> Result<bool, Refusal> {
    let dealt = host.dealt(start)?.next.view(Viewer::Seat(Seat(0)));
    Ok(read::<View>(&dealt)?.can_swap)
}

/// What a number of hands is.
fn number_of_hands(start: &Start) -> String {
    let key = start.game.keys().iter().find(|key| key.name == "hands");
    match key.map(|key| &key.takes) {
        Some(Takes::Number(from, to)) => format!("Say a number from {from} to {to}."),
        _ => "Say a number.".into(),
    }
}

/// One game: the phases of its view, one after the other.
fn game(host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut sitting) = host.open(start)? else { return Ok(AfterMatch::Quit) };
    let Some(first) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
    let mut update = first.update;
    let mut now: View = view(&update)?;
    if now.phase == HandPhase::Over {
        // Bots have played it all.
        first.said.iter().try_for_each(|said| host.console.say(said))?;
    }
    // One hand without questions reads a little differently from a game.
    let alone = now.hands == 1 && !offers(host, start)?;
    loop {
        let said = match now.phase {
            HandPhase::Swap => substitute(host, &sitting, &update.scene, &now)?,
            HandPhase::Play => word(host, &sitting, &update.scene, &now, alone)?,
            HandPhase::Replay => again(host, &sitting, &update.scene)?,
            HandPhase::Over => return Ok(AfterMatch::Over),
        };
        if let HandStep::Next(next) = said {
            return Ok(next);
        }
        let Some(shown) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
        let before = std::mem::replace(&mut now, view(&shown.update)?);
        update = shown.update;
        let told = match said {
            HandStep::Next(_) | HandStep::Quiet => &[],
            HandStep::Ended => shown.said.as_slice(),
            HandStep::Word => match shown.said.split_first() {
                Some((first, rest)) => {
                    host.console.say(&format!("{first}\n"))?;
                    rest
                }
                None => &[],
            },
        };
        close(host, told, alone, now.phase == HandPhase::Over)?;
        if host.plan.par && now.previous != before.previous {
            par(host, now.previous.as_ref())?;
        }
    }
}

/// What was done, as far as it matters for what is printed next.
enum HandStep {
    /// A word was played.
    Word,
    /// The hand ended, or the game.
    Ended,
    /// Nothing that is told here.
    Quiet,
    /// The player wants something else.
    Next(AfterMatch),
}

/// What is told of the end of a hand, and the line below it; the total of all hands comes after it.
fn close(host: &mut Dialogue, told: &[String], alone: bool, over: bool) -> Result<(), LineError> {
    let (hand, total) = match told.split_last() {
        Some((total, hand)) if over && !alone => (hand, Some(total)),
        _ => (told, None),
    };
    hand.iter().try_for_each(|line| host.console.say(line))?;
    if !alone && !hand.is_empty() {
        host.console.say("----------")?;
    }
    total.iter().try_for_each(|total| host.console.say(total))?;
    Ok(())
}

/// Offers a substitution.
fn substitute(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
    now: &View,
) -> Result<HandStep, LineError> {
    host.console.say(&format!("Current hand: {}", spaced(&now.hand)))?;
    let help = ["yes to substitute a letter, no to keep the hand".to_owned()];
    let said = loop {
        let prompt = "Would you like to substitute a letter? ";
        let done = match host.read_input(sitting, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(sitting),
            PlayerInput::End => sitting.act("keep"),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) => match yes(&word) {
                Some(true) => break letter(host, sitting, scene)?,
                Some(false) => sitting.act("keep"),
                // What a hint says may be said.
                None if is_line(&word, &["keep", "swap"]) => sitting.act(&word),
                None => continue,
            },
        };
        if host.accepted(sitting, done)? {
            break HandStep::Quiet;
        }
    };
    if matches!(said, HandStep::Quiet) {
        host.console.say("")?;
    }
    Ok(said)
}

/// Which letter goes? One that is not held is asked for again.
fn letter(host: &mut Dialogue, sitting: &LocalMatch, scene: &Scene) -> Result<HandStep, LineError> {
    let help = ["one of your letters, or /keep to keep the hand".to_owned()];
    loop {
        let prompt = "Which letter would you like to replace: ";
        let done = match host.read_input(sitting, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(sitting),
            PlayerInput::End => sitting.act("keep"),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) if is_line(&word, &["keep", "swap"]) => sitting.act(&word),
            PlayerInput::Word(letter) => sitting.act(&format!("swap {letter}")),
        };
        if host.accepted(sitting, done)? {
            return Ok(HandStep::Quiet);
        }
    }
}

/// Shows the hand and asks for a word.
fn word(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
    now: &View,
    alone: bool,
) -> Result<HandStep, LineError> {
    let (title, prompt) = match alone {
        true => ("Current Hand", "Enter word, or \"!!\" to indicate that you are finished: "),
        false => ("Current hand", "Please enter a word or '!!' to indicate you are done: "),
    };
    host.console.say(&format!("{title}: {}", spaced(&now.hand)))?;
    let help = [
        "A bare word is played; * stands for any vowel. !! ends the hand.".to_owned(),
        "A word that is none costs its letters.".to_owned(),
    ];
    loop {
        let (line, said) = match host.read_input(sitting, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(sitting),
            PlayerInput::End => ("done".to_owned(), HandStep::Ended),
            PlayerInput::Word(word) if word == "!!" => ("done".to_owned(), HandStep::Ended),
            PlayerInput::Word(word) if is_line(&word, &["play"]) => (word, HandStep::Word),
            PlayerInput::Word(word) => (format!("play {word}"), HandStep::Word),
            PlayerInput::Line(line) if line.eq_ignore_ascii_case("done") => (line, HandStep::Ended),
            PlayerInput::Line(line) => (line, HandStep::Word),
        };
        let done = sitting.act(&line);
        if host.accepted(sitting, done)? {
            return Ok(said);
        }
    }
}

/// Offers to play the hand again.
fn again(host: &mut Dialogue, sitting: &LocalMatch, scene: &Scene) -> Result<HandStep, LineError> {
    let help = ["yes to replay the hand, no to go on; the better score counts".to_owned()];
    loop {
        let prompt = "Would you like to replay the hand? ";
        let line = match host.read_input(sitting, scene, prompt, &help)? {
            PlayerInput::Next(next) => return Ok(HandStep::Next(next)),
            PlayerInput::Leave => return leave(sitting),
            PlayerInput::End => "next".to_owned(),
            PlayerInput::Line(line) => line,
            PlayerInput::Word(word) => match yes(&word) {
                Some(true) => "replay".to_owned(),
                Some(false) => "next".to_owned(),
                None if is_line(&word, &["replay", "next"]) => word,
                None => continue,
            },
        };
        let said =
            if line.eq_ignore_ascii_case("next") { HandStep::Ended } else { HandStep::Quiet };
        let done = sitting.act(&line);
        if host.accepted(sitting, done)? {
            return Ok(said);
        }
    }
}

fn leave(sitting: &LocalMatch) -> Result<HandStep, LineError> {
    sitting.leave()?;
    Ok(HandStep::Ended)
}

/// y, yes, n, no in any case; nothing else is an answer.
fn yes(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// Is this a line of the game with one of these verbs? A verb that takes something is a line only with
/// it: alone it may be a word to play.
fn is_line(word: &str, verbs: &[&str]) -> bool {
    let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
    let takes = matches!(verb.to_ascii_lowercase().as_str(), "swap" | "play");
    verbs.iter().any(|known| known.eq_ignore_ascii_case(verb)) && takes != rest.is_empty()
}

/// The best there was in the hand that was just settled.
fn par(host: &mut Dialogue, settled: Option<&Settled>) -> Result<(), LineError> {
    let best = |best: &Best| match best.plays.is_empty() {
        true if best.points > 0 => {
            format!("{} points (with a word that is not shown here)", best.points)
        }
        true => "0 points".to_owned(),
        false => format!("{} points ({})", best.points, best.plays.join(", ")),
    };
    if let Some(par) = settled.and_then(|settled| settled.par.as_ref()) {
        host.console.say(&format!("Par: {}", best(&par.valid)))?;
        host.console.say(&format!("Par with sacrifices: {}", best(&par.sacrifice)))?;
    }
    Ok(())
}

fn spaced(hand: &str) -> String {
    hand.chars().map(String::from).collect::<Vec<_>>().join(" ")
}
