//! The dialogue of Wizards, with the menus that its rules prescribe: the main menu, the help, the levels, and the level
//! itself, in which a word is a guess, S shuffles and E leaves.

use crate::default_dialogue::say_ticket;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput};
use crate::local_match::LocalMatch;
use crate::{Ending, LineError};
use engine::{Refusal, Scene, Start, Tone};
use games::wizards::Level;

/// Shows the main menu until the player exits.
pub(crate) fn play(dialogue: &mut Dialogue) -> Result<Ending, LineError> {
    let mut menu = Menu::new(check(dialogue)?);
    // A request that names a level or a puzzle skips the menus at first.
    let chosen = ["level", "main"].iter().any(|key| dialogue.request.opening.knows(key));
    if chosen {
        if level(dialogue, &menu.start.clone())? == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if dialogue.request.daily.is_some() {
            return Ok(Ending::Done);
        }
        if menu.levels(dialogue)? == MenuExit::Quit {
            return Ok(Ending::Quit);
        }
    }
    dialogue.console.say_in(Tone::Here, "Wizards of Worderly Place")?;
    dialogue.console.say(WELCOME)?;
    dialogue.console.say(MAIN)?;
    loop {
        let Some(answer) = dialogue.console.question("P, H or E: ")? else {
            return Ok(Ending::Quit);
        };
        match answer.to_ascii_lowercase().as_str() {
            "" => {}
            "p" | "play" => {
                if menu.levels(dialogue)? == MenuExit::Quit {
                    return Ok(Ending::Quit);
                }
                dialogue.console.say(MAIN)?;
            }
            "h" | "help" | "?" => {
                help(dialogue)?;
                if dialogue.console.question("Press Enter to go back: ")?.is_none() {
                    return Ok(Ending::Quit);
                }
                dialogue.console.say(MAIN)?;
            }
            "e" | "exit" => return Ok(Ending::Done),
            _ => dialogue.console.say("Type P to play, H for help or E to exit.")?,
        }
    }
}

const WELCOME: &str = "
Welcome to the Worderly Place! A place that will test your wizardry in
uncovering the mysterious words hidden beneath the magical word puzzle!";

const MAIN: &str = "
  P  play: choose a level
  H  help: the rules
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

fn help(dialogue: &mut Dialogue) -> Result<(), LineError> {
    dialogue.console.say(HELP.trim_end_matches('\n'))?;
    for (name, level) in Level::ALL {
        dialogue.console.say(&format!("  {name:10}  {:2} lives", level.lives()))?;
    }
    Ok(dialogue.console.say("")?)
}

/// The start of the requested puzzle. Refuses a word list that has no puzzle.
fn check(dialogue: &mut Dialogue) -> Result<Start, Refusal> {
    let start = dialogue.start(&[])?;
    if dialogue.request.opening.words.is_some() {
        dialogue.dealt(&start)?;
    }
    Ok(start)
}

/// The menu of levels, with the choices that last from one level to the next.
struct Menu {
    /// The start of the next level, without the choices made here.
    start: Start,
    bonus: bool,
}

/// How the player left a menu.
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

    fn levels(&mut self, dialogue: &mut Dialogue) -> Result<MenuExit, LineError> {
        self.show(dialogue)?;
        loop {
            let Some(answer) = dialogue.console.question("Level: ")? else {
                return Ok(MenuExit::Quit);
            };
            let lower = answer.to_ascii_lowercase();
            match lower.as_str() {
                "" => continue,
                "e" | "exit" => return Ok(MenuExit::Back),
                "b" | "bonus" => {
                    self.bonus = !self.bonus;
                    self.show(dialogue)?;
                    continue;
                }
                _ => {}
            }
            let number = lower.parse::<usize>().ok();
            let by_number = number.and_then(|n| Level::ALL.get(n.wrapping_sub(1)));
            let named = |(name, _): &&(&str, Level)| name.eq_ignore_ascii_case(&lower);
            let Some((name, _)) = by_number.or_else(|| Level::ALL.iter().find(named)) else {
                dialogue.console.say("Type the name of a level or its number, B for bonus words, E to go back or /quit.")?;
                continue;
            };
            let start = self.start_level(dialogue, &name.to_ascii_lowercase())?;
            if level(dialogue, &start)? == AfterMatch::Quit {
                return Ok(MenuExit::Quit);
            }
            self.show(dialogue)?;
        }
    }

    fn show(&self, dialogue: &mut Dialogue) -> Result<(), LineError> {
        dialogue.console.say("")?;
        for (n, (name, level)) in (1..).zip(Level::ALL) {
            let remark = match n {
                1 => "  (easiest)",
                5 => "  (hardest)",
                _ => "",
            };
            dialogue
                .console
                .say(&format!("  {n}  {name:10}  {:2} lives{remark}", level.lives()))?;
        }
        let bonus = if self.bonus { "on" } else { "off" };
        dialogue.console.say(&format!(
            "  B  bonus words are {bonus}: they cost nothing, and three of them give a life"
        ))?;
        Ok(dialogue.console.say("  E  back to the main menu\n")?)
    }

    /// The first level has the requested seed, the others have random ones.
    fn start_level(&mut self, dialogue: &Dialogue, level: &str) -> Result<Start, Refusal> {
        let bonus = self.bonus.to_string();
        let seed = self.start.seed;
        self.start = dialogue.another(&self.start)?;
        Ok(Start { seed, ..dialogue.start(&[("level", level), ("bonus", &bonus)])? })
    }
}

fn level(dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    dialogue.rounds(start.clone(), once)
}

fn once(dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut local_match) = dialogue.open(start)? else { return Ok(AfterMatch::Quit) };
    dialogue.console.say("")?;
    loop {
        let Some(shown) = dialogue.wait(&mut local_match)? else { return Ok(AfterMatch::Quit) };
        dialogue.show(&shown)?;
        if let Some(over) = &shown.update.over {
            say_ticket(dialogue.console, over)?;
            return Ok(AfterMatch::Over);
        }
        if let Some(next) = guess(dialogue, &local_match, &shown.update.scene)? {
            return Ok(next);
        }
    }
}

fn guess(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
) -> Result<Option<AfterMatch>, LineError> {
    let mut help =
        vec!["Type a word to guess it. S shuffles the letters, E leaves the level.".to_owned()];
    let lines = scene.choices.iter().map(|choice| format!("/{}: {}", choice.line, choice.label));
    help.extend(lines);
    loop {
        let done = match dialogue.read_input(
            local_match,
            scene,
            "Guess (S shuffles, E leaves): ",
            &help,
        )? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => local_match.leave(),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) => match word.to_ascii_lowercase().as_str() {
                "s" => local_match.act("shuffle"),
                "e" => local_match.leave(),
                _ => local_match.act(&format!("guess {word}")),
            },
        };
        if dialogue.accepted(local_match, done)? {
            return Ok(None);
        }
    }
}
