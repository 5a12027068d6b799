//! Wizards with the menus of its document: the main menu, help, the levels, and the level itself, in
//! which a word guesses, S shuffles and E leaves.

use crate::default_dialogue::say_ticket;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput};
use crate::sitting::LocalMatch;
use crate::{Ending, LineError};
use engine::{Refusal, Scene, Start, Tone};
use games::wizards::Level;

/// The main menu, until the player has had enough.
pub(crate) fn play(host: &mut Dialogue) -> Result<Ending, LineError> {
    let mut menu = Menu::new(check(host)?);
    // Who has named a level, or a puzzle, need not choose one.
    let chosen = ["level", "main"].iter().any(|key| host.plan.opening.knows(key));
    if chosen {
        if level(host, &menu.start.clone())? == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if host.plan.daily.is_some() {
            return Ok(Ending::Done);
        }
        if menu.levels(host)? == MenuExit::Quit {
            return Ok(Ending::Quit);
        }
    }
    host.console.say_in(Tone::Here, "Wizards of Worderly Place")?;
    host.console.say(WELCOME)?;
    host.console.say(MAIN)?;
    loop {
        let Some(answer) = host.console.question("P, H or E: ")? else { return Ok(Ending::Quit) };
        match answer.to_ascii_lowercase().as_str() {
            "" => {}
            "p" | "play" => {
                if menu.levels(host)? == MenuExit::Quit {
                    return Ok(Ending::Quit);
                }
                host.console.say(MAIN)?;
            }
            "h" | "help" | "?" => {
                help(host)?;
                if host.console.question("Press Enter to go back: ")?.is_none() {
                    return Ok(Ending::Quit);
                }
                host.console.say(MAIN)?;
            }
            "e" | "exit" => return Ok(Ending::Done),
            _ => host.console.say("Type P to play, H for help or E to exit.")?,
        }
    }
}

const WELCOME: &str = "
Welcome to the Worderly Place! A place that will test your wizardry in
uncovering the mysterious words hidden beneath the magical word puzzle!";

const MAIN: &str = "
  P  play: choose a level
  H  help: how it is played
  E  exit
";

const HELP: &str = "
Six letters lie before you, and 21 words of three to six letters hide in the
grid, all spelt from these letters. # is a hidden letter. The longest of the
words, which takes all six letters, lies on the diagonal, in capitals.

Mechanics
  Type a word and press Enter to guess it. A guess is right when the word is in
  the grid and you have not guessed it before: its letters are uncovered.
  A wrong guess costs a life.
  S shuffles the letters; E leaves the level.
  /reveal shows a letter, for 5 points or, if you lack them, for a life.
  The level ends when all words are uncovered, when your lives are gone, or when
  you leave.

Points
  Each letter that you uncover is a point.

Levels
";

fn help(host: &mut Dialogue) -> Result<(), LineError> {
    host.console.say(HELP.trim_end_matches('\n'))?;
    for (name, level) in Level::ALL {
        host.console.say(&format!("  {name:10}  {:2} lives", level.lives()))?;
    }
    Ok(host.console.say("")?)
}

/// A puzzle as it was asked for: a list that can have none is refused at once.
fn check(host: &mut Dialogue) -> Result<Start, Refusal> {
    let start = host.start(&[])?;
    if host.plan.opening.words.is_some() {
        host.dealt(&start)?;
    }
    Ok(start)
}

/// The levels, and what is remembered from one to the next.
struct Menu {
    /// How the next level begins, but for what is chosen here.
    start: Start,
    /// Are bonus words wanted?
    bonus: bool,
}

/// How a menu was left.
#[derive(PartialEq, Eq)]
enum MenuExit {
    Back,
    Quit,
}

impl Menu {
    fn new(start: Start) -> Menu {
        let bonus = start.settings.iter().any(|(key, value)| key.name == "bonus" && *value == true);
        Menu { start, bonus }
    }

    fn levels(&mut self, host: &mut Dialogue) -> Result<MenuExit, LineError> {
        self.show(host)?;
        loop {
            let Some(answer) = host.console.question("Level: ")? else { return Ok(MenuExit::Quit) };
            let lower = answer.to_ascii_lowercase();
            match lower.as_str() {
                "" => continue,
                "e" | "exit" => return Ok(MenuExit::Back),
                "b" | "bonus" => {
                    self.bonus = !self.bonus;
                    self.show(host)?;
                    continue;
                }
                _ => {}
            }
            let number = lower.parse::<usize>().ok();
            let by_number = number.and_then(|n| Level::ALL.get(n.wrapping_sub(1)));
            let named = |(name, _): &&(&str, Level)| name.eq_ignore_ascii_case(&lower);
            let Some((name, _)) = by_number.or_else(|| Level::ALL.iter().find(named)) else {
                host.console.say("Type the name of a level or its number, B for bonus words, E to go back or /quit.")?;
                continue;
            };
            let start = self.begin(host, &name.to_ascii_lowercase())?;
            if level(host, &start)? == AfterMatch::Quit {
                return Ok(MenuExit::Quit);
            }
            self.show(host)?;
        }
    }

    fn show(&self, host: &mut Dialogue) -> Result<(), LineError> {
        host.console.say("")?;
        for (n, (name, level)) in (1..).zip(Level::ALL) {
            let remark = match n {
                1 => "  (easiest)",
                5 => "  (hardest)",
                _ => "",
            };
            host.console.say(&format!("  {n}  {name:10}  {:2} lives{remark}", level.lives()))?;
        }
        let bonus = if self.bonus { "on" } else { "off" };
        host.console
            .say(&format!("  B  bonus words are {bonus}: they cost nothing, three give a life"))?;
        Ok(host.console.say("  E  back to the main menu\n")?)
    }

    /// The first level has the seed that was asked for, the others have one of their own.
    fn begin(&mut self, host: &Dialogue, level: &str) -> Result<Start, Refusal> {
        let bonus = self.bonus.to_string();
        let seed = self.start.seed;
        self.start = host.another(&self.start)?;
        Ok(Start { seed, ..host.start(&[("level", level), ("bonus", &bonus)])? })
    }
}

fn level(host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    host.rounds(start.clone(), once)
}

fn once(host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut sitting) = host.open(start)? else { return Ok(AfterMatch::Quit) };
    host.console.say("")?;
    loop {
        let Some(shown) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
        host.show(&shown)?;
        if let Some(over) = &shown.update.over {
            say_ticket(host.console, over)?;
            return Ok(AfterMatch::Over);
        }
        if let Some(next) = guess(host, &sitting, &shown.update.scene)? {
            return Ok(next);
        }
    }
}

fn guess(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
) -> Result<Option<AfterMatch>, LineError> {
    let mut help =
        vec!["A word guesses it. S shuffles the letters, E leaves the level.".to_owned()];
    let lines = scene.choices.iter().map(|choice| format!("/{}: {}", choice.line, choice.label));
    help.extend(lines);
    loop {
        let done = match host.read_input(sitting, scene, "Guess (S shuffles, E leaves): ", &help)? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => sitting.leave(),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) => match word.to_ascii_lowercase().as_str() {
                "s" => sitting.act("shuffle"),
                "e" => sitting.leave(),
                _ => sitting.act(&format!("guess {word}")),
            },
        };
        if host.accepted(sitting, done)? {
            return Ok(None);
        }
    }
}
