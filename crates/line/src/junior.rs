//! Junior at one keyboard: which board, how many players, then turn by turn until the table of places.
//! Where racks are hidden, nobody sees another's without a pause in which the keyboard is handed over.

use crate::default_dialogue::say_ticket;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::sitting::{LocalMatch, MatchUpdate};
use crate::{Ending, LineError, PlayRequest};
use engine::setup::text_of;
use engine::{Body, Pane, Refusal, Scene, Seat, Start, line};
use games::board::{Board, FEWEST_LETTERS, ParsedBoard};
use games::junior::{Must, RackView, View};

/// Plays matches until no more are wanted.
pub(crate) fn play(host: &mut Dialogue) -> Result<Ending, LineError> {
    let mut again = false;
    loop {
        let Some(JuniorSetup { mut start, plan }) = set_up(host)? else { return Ok(Ending::Quit) };
        if again {
            start = host.another(&start)?;
        }
        let next = {
            let mut seated = host.with(&plan);
            seated.rounds(start, once)?
        };
        if next == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if let Some(ending) = host.ends("Another game? ")? {
            return Ok(ending);
        }
        again = true;
    }
}

/// What was settled before the first turn.
struct JuniorSetup {
    start: Start,
    plan: PlayRequest,
}

/// Asks for what is not known yet: the board, and the number of players.
fn set_up(host: &mut Dialogue) -> Result<Option<JuniorSetup>, LineError> {
    let mut plan = host.plan.clone();
    if plan.opening.is_settled() {
        return Ok(Some(JuniorSetup { start: host.start(&[])?, plan }));
    }
    let text = match host.plan.opening.knows("board") {
        true => given(&host.start(&[])?),
        false => match board(host)? {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    plan.opening.settled.push(("board".into(), text.clone()));
    if plan.opening.seats.is_none() && plan.bots.is_empty() {
        let Some((people, bots)) = players(host, &playable(&text)?)? else { return Ok(None) };
        plan.opening.seats = Some(people + bots);
        plan.bots = (people..people + bots).map(|n| (Seat(n), "sensible".into())).collect();
    }
    // A bot on the third seat says that there are three.
    let last = plan.bots.iter().map(|(seat, _)| seat.0.saturating_add(1)).max();
    let fewest = host.start(&[])?.game.info().fewest;
    plan.opening.seats = plan.opening.seats.or(last.map(|last| last.max(fewest)));
    let start = host.with(&plan).start(&[])?;
    Ok(Some(JuniorSetup { start, plan }))
}

/// The text of the board that was given.
fn given(start: &Start) -> String {
    let board = start.settings.iter().find(|(key, _)| key.name == "board");
    board.map(|(_, value)| text_of(value)).unwrap_or_default()
}

/// Asks for a board until there is one that can be played.
fn board(host: &mut Dialogue) -> Result<Option<String>, LineError> {
    let boards = &host.plan.opening.boards;
    host.console.say(&format!("Boards: {}.", boards.names().join(", ")))?;
    loop {
        let prompt = "Board (a name, a file name or a path; Enter for example): ";
        let Some(answer) = host.console.question(prompt)? else { return Ok(None) };
        let name = match answer.as_str() {
            "?" => {
                host.console.say(&format!("Boards: {}.", boards.names().join(", ")))?;
                host.console.say("Any other board is given by its file. /quit stops.")?;
                continue;
            }
            "" => "example",
            name => name,
        };
        let text = boards.named(name);
        match text.and_then(|text| playable(&text).map(|_| text)) {
            Ok(text) => return Ok(Some(text)),
            Err(refusal) => host.console.say(&refusal.text)?,
        }
    }
}

/// A board that at least two can play on, or why it is none.
fn playable(text: &str) -> Result<Board, Refusal> {
    let reading = ParsedBoard::given(text)?;
    if reading.board.most_players().is_some() {
        return Ok(reading.board);
    }
    let letters = reading.board.count();
    let text = format!("This board has {letters} letters; two players need {FEWEST_LETTERS}.");
    Err(Refusal::setup(reading.with_last_note(text)))
}

/// Asks how many people and how many bots play.
fn players(host: &mut Dialogue, board: &Board) -> Result<Option<(u8, u8)>, LineError> {
    let most = board.most_players().unwrap_or(2);
    if most == 2 {
        host.console.say("This board has room for two players.")?;
        return Ok(Some((2, 0)));
    }
    let prompt = format!("Number of players (2 to {most}; or with bots, such as 1+1): ");
    loop {
        let Some(answer) = host.console.question(&prompt)? else { return Ok(None) };
        match answer.as_str() {
            "" | "?" => {}
            answer => {
                let (people, bots) = answer.split_once('+').unwrap_or((answer, "0"));
                let number = |text: &str| text.trim().parse::<u8>().ok();
                let counted = number(people).zip(number(bots));
                let fits = |&(people, bots): &(u8, u8)| {
                    people > 0 && (2..=most).contains(&people.saturating_add(bots))
                };
                if let Some(counted) = counted.filter(fits) {
                    return Ok(Some(counted));
                }
            }
        }
        let letters = board.count();
        host.console.say(&format!(
            "2 to {most} can play on this board of {letters} letters: say how many people, \
             and after a + how many bots."
        ))?;
    }
}

fn once(host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut sitting) = host.open(start)? else { return Ok(AfterMatch::Quit) };
    host.console.say(&format!("{}. Type ? to see what you can do.", start.game.info().name))?;
    host.legend(LEGEND)?;
    let mut at_keyboard = None;
    loop {
        let Some(shown) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
        let now: View = view(&shown.update)?;
        if let Some(over) = &shown.update.over {
            finish(host, &shown)?;
            say_ticket(host.console, over)?;
            return Ok(AfterMatch::Over);
        }
        if hand_over(host, &sitting, &now, at_keyboard.replace(now.seat))? == Curtain::End {
            return Ok(AfterMatch::Quit);
        }
        host.show(&shown)?;
        if let Some(next) = turn(host, &sitting, &shown.update.scene, &now)? {
            return Ok(next);
        }
    }
}

/// Did the next player come to the keyboard?
#[derive(PartialEq, Eq)]
enum Curtain {
    Up,
    End,
}

/// Where racks are hidden, whoever played steps aside before the next one sees theirs.
fn hand_over(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    now: &View,
    before: Option<Seat>,
) -> Result<Curtain, LineError> {
    let hidden = now.racks.iter().any(|rack| matches!(rack, RackView::Count(_)));
    let people = sitting.here().iter().filter(|seat| !now.left.contains(seat)).count();
    if !hidden || people < 2 || before == Some(now.seat) {
        return Ok(Curtain::Up);
    }
    let prompt = match before {
        Some(_) => "Hand over the keyboard; then, for ",
        None => "For ",
    };
    host.console.wipe()?;
    let prompt = format!("{prompt}{}: press Enter. ", sitting.player(now.seat));
    let stays = host.console.question(&prompt)?.is_some();
    Ok(if stays { Curtain::Up } else { Curtain::End })
}

/// Asks for a move or an exchange until one was accepted.
fn turn(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
    now: &View,
) -> Result<Option<AfterMatch>, LineError> {
    let who = sitting.player(now.seat);
    let (prompt, what) = match now.must {
        Some(Must::Swap2) => (format!("{who}, two letters to exchange: "), SWAP.to_owned()),
        Some(Must::Swap1) => (format!("{who}, a letter to exchange: "), SWAP.to_owned()),
        _ => {
            let legal: Vec<String> = now.legal.iter().map(ToString::to_string).collect();
            let moves = if now.moves_left == 1 { "1 move left" } else { "2 moves left" };
            let what = format!("Say where you cover a letter: {}.", legal.join(", "));
            if host.console.screen_reader() {
                host.console.say(&what)?;
            }
            (format!("{who}, {moves}, position: "), what)
        }
    };
    let help = [what, LEGEND.to_owned()];
    loop {
        let done = match host.read_input(sitting, scene, &prompt, &help)? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => sitting.leave(),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) => match now.must {
                Some(Must::Place) | None => place(sitting, &word),
                Some(_) => swap(sitting, &word),
            },
        };
        if host.accepted(sitting, done)? {
            return Ok(None);
        }
    }
}

const LEGEND: &str = "Marks: + you can cover it now, ~ next in its word, - covered.";

const SWAP: &str = "You can cover nothing: say which of your letters go back to the pool.";

/// A bare word is a position; whatever else it is deserves to be told what a position is.
fn place(sitting: &LocalMatch, word: &str) -> Result<(), Refusal> {
    sitting.act(word).map_err(|refusal| match refusal.code {
        "junior.line" => {
            let word = line::quote(word);
            let text = format!("“{word}” is no position; name a row and a column, such as Aa.");
            Refusal::new("junior.line", text)
        }
        _ => refusal,
    })
}

/// A bare word is the letters to exchange, with or without the verb.
fn swap(sitting: &LocalMatch, word: &str) -> Result<(), Refusal> {
    let letters = word.strip_prefix("swap ").unwrap_or(word).replace([' ', ','], "");
    sitting.act(&format!("swap {letters}")).map_err(|refusal| match refusal.code {
        "junior.line" => {
            let letters = line::quote(&letters);
            let text =
                format!("“{letters}” are no letters; name letters that you hold, such as Q.");
            Refusal::new("junior.line", text)
        }
        _ => refusal,
    })
}

/// The last board, the table of places, the closing sentence.
fn finish(host: &mut Dialogue, shown: &MatchUpdate) -> Result<(), LineError> {
    let mut scene = shown.update.scene.clone();
    let is_places = |pane: &Pane| pane.id == "places";
    let places: Vec<String> = scene
        .panes
        .iter()
        .filter(|pane| is_places(pane))
        .filter_map(|pane| match &pane.body {
            Body::Text(lines) => Some(lines.iter().map(ToString::to_string)),
            _ => None,
        })
        .flatten()
        .collect();
    scene.panes.retain(|pane| !is_places(pane));
    let told = shown.said.iter().filter(|said| !places.contains(said));
    told.cloned().try_for_each(|said| host.console.say(&said))?;
    host.table(&scene, &shown.said)?;
    places.iter().try_for_each(|line| host.console.say(line))?;
    Ok(host.console.say("")?)
}
