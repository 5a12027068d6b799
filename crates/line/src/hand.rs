//! Hand as its document has it, letter for letter: the questions, the prompts, the lines between. What
//! a play earns is told by the game; here is only when to ask and what to print around it.

use crate::host::{Heard, Host, Next, read, view};
use crate::sitting::Sitting;
use crate::{Ending, Trouble};
use engine::{Refusal, Scene, Seat, Start, Takes, Viewer};
use games::hand::{Best, Phase, Settled, View};

/// Plays a game of hands.
pub(crate) fn play(host: &mut Host) -> Result<Ending, Trouble> {
    host.console.say("Loading word list from file...")?;
    host.console.say(&format!("   {} words loaded.", host.words.len()))?;
    let Some(start) = start(host)? else { return Ok(Ending::Quit) };
    Ok(match host.rounds(start, game)? {
        Next::Quit => Ending::Quit,
        _ => Ending::Done,
    })
}

/// Asks for the number of hands, unless it is known or there is nothing to choose in the game.
fn start(host: &mut Host) -> Result<Option<Start>, Trouble> {
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
fn offers(host: &Host, start: &Start) -> Result<bool, Refusal> {
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
fn game(host: &mut Host, start: &Start) -> Result<Next, Trouble> {
    let Some(mut sitting) = host.open(start)? else { return Ok(Next::Quit) };
    let Some(first) = host.wait(&mut sitting)? else { return Ok(Next::Quit) };
    let mut update = first.update;
    let mut now: View = view(&update)?;
    if now.phase == Phase::Over {
        // Bots have played it all.
        first.said.iter().try_for_each(|said| host.console.say(said))?;
    }
    // One hand without questions reads a little differently from a game.
    let alone = now.hands == 1 && !offers(host, start)?;
    loop {
        let said = match now.phase {
            Phase::Swap => substitute(host, &sitting, &update.scene, &now)?,
            Phase::Play => word(host, &sitting, &update.scene, &now, alone)?,
            Phase::Replay => again(host, &sitting, &update.scene)?,
            Phase::Over => return Ok(Next::Over),
        };
        if let Said::Next(next) = said {
            return Ok(next);
        }
        let Some(shown) = host.wait(&mut sitting)? else { return Ok(Next::Quit) };
        let before = std::mem::replace(&mut now, view(&shown.update)?);
        update = shown.update;
        let told = match said {
            Said::Next(_) | Said::Quiet => &[],
            Said::Ended => shown.said.as_slice(),
            Said::Word => match shown.said.split_first() {
                Some((first, rest)) => {
                    host.console.say(&format!("{first}\n"))?;
                    rest
                }
                None => &[],
            },
        };
        close(host, told, alone, now.phase == Phase::Over)?;
        if host.plan.par && now.previous != before.previous {
            par(host, now.previous.as_ref())?;
        }
    }
}

/// What was done, as far as it matters for what is printed next.
enum Said {
    /// A word was played.
    Word,
    /// The hand ended, or the game.
    Ended,
    /// Nothing that is told here.
    Quiet,
    /// The player wants something else.
    Next(Next),
}

/// What is told of the end of a hand, and the line below it; the total of all hands comes after it.
fn close(host: &mut Host, told: &[String], alone: bool, over: bool) -> Result<(), Trouble> {
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
    host: &mut Host,
    sitting: &Sitting,
    scene: &Scene,
    now: &View,
) -> Result<Said, Trouble> {
    host.console.say(&format!("Current hand: {}", spaced(&now.hand)))?;
    let help = ["yes to substitute a letter, no to keep the hand".to_owned()];
    let said = loop {
        let prompt = "Would you like to substitute a letter? ";
        let done = match host.hear(sitting, scene, prompt, &help)? {
            Heard::Next(next) => return Ok(Said::Next(next)),
            Heard::Leave => return leave(sitting),
            Heard::End => sitting.act("keep"),
            Heard::Line(line) => sitting.act(&line),
            Heard::Word(word) => match yes(&word) {
                Some(true) => break letter(host, sitting, scene)?,
                Some(false) => sitting.act("keep"),
                // What a hint says may be said.
                None if is_line(&word, &["keep", "swap"]) => sitting.act(&word),
                None => continue,
            },
        };
        if host.accepted(sitting, done)? {
            break Said::Quiet;
        }
    };
    if matches!(said, Said::Quiet) {
        host.console.say("")?;
    }
    Ok(said)
}

/// Which letter goes? One that is not held is asked for again.
fn letter(host: &mut Host, sitting: &Sitting, scene: &Scene) -> Result<Said, Trouble> {
    let help = ["one of your letters, or /keep to keep the hand".to_owned()];
    loop {
        let prompt = "Which letter would you like to replace: ";
        let done = match host.hear(sitting, scene, prompt, &help)? {
            Heard::Next(next) => return Ok(Said::Next(next)),
            Heard::Leave => return leave(sitting),
            Heard::End => sitting.act("keep"),
            Heard::Line(line) => sitting.act(&line),
            Heard::Word(word) if is_line(&word, &["keep", "swap"]) => sitting.act(&word),
            Heard::Word(letter) => sitting.act(&format!("swap {letter}")),
        };
        if host.accepted(sitting, done)? {
            return Ok(Said::Quiet);
        }
    }
}

/// Shows the hand and asks for a word.
fn word(
    host: &mut Host,
    sitting: &Sitting,
    scene: &Scene,
    now: &View,
    alone: bool,
) -> Result<Said, Trouble> {
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
        let (line, said) = match host.hear(sitting, scene, prompt, &help)? {
            Heard::Next(next) => return Ok(Said::Next(next)),
            Heard::Leave => return leave(sitting),
            Heard::End => ("done".to_owned(), Said::Ended),
            Heard::Word(word) if word == "!!" => ("done".to_owned(), Said::Ended),
            Heard::Word(word) if is_line(&word, &["play"]) => (word, Said::Word),
            Heard::Word(word) => (format!("play {word}"), Said::Word),
            Heard::Line(line) if line.eq_ignore_ascii_case("done") => (line, Said::Ended),
            Heard::Line(line) => (line, Said::Word),
        };
        let done = sitting.act(&line);
        if host.accepted(sitting, done)? {
            return Ok(said);
        }
    }
}

/// Offers to play the hand again.
fn again(host: &mut Host, sitting: &Sitting, scene: &Scene) -> Result<Said, Trouble> {
    let help = ["yes to replay the hand, no to go on; the better score counts".to_owned()];
    loop {
        let prompt = "Would you like to replay the hand? ";
        let line = match host.hear(sitting, scene, prompt, &help)? {
            Heard::Next(next) => return Ok(Said::Next(next)),
            Heard::Leave => return leave(sitting),
            Heard::End => "next".to_owned(),
            Heard::Line(line) => line,
            Heard::Word(word) => match yes(&word) {
                Some(true) => "replay".to_owned(),
                Some(false) => "next".to_owned(),
                None if is_line(&word, &["replay", "next"]) => word,
                None => continue,
            },
        };
        let said = if line.eq_ignore_ascii_case("next") { Said::Ended } else { Said::Quiet };
        let done = sitting.act(&line);
        if host.accepted(sitting, done)? {
            return Ok(said);
        }
    }
}

fn leave(sitting: &Sitting) -> Result<Said, Trouble> {
    sitting.leave()?;
    Ok(Said::Ended)
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
fn par(host: &mut Host, settled: Option<&Settled>) -> Result<(), Trouble> {
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
