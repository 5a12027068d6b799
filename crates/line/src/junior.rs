//! The dialogue of Junior: it asks for the board and the players, then plays turn by turn and shows the final places.
//! With hidden racks, it clears the screen and pauses before another player takes the keyboard.

use crate::default_dialogue::say_ticket;
use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::local_match::{LocalMatch, MatchUpdate};
use crate::{Ending, LineError, PlayRequest};
use engine::setup::text_of;
use engine::{Body, Code, Pane, Refusal, Scene, Seat, Start, line};
use games::board::{Board, FEWEST_LETTERS, ParsedBoard};
use games::junior::{Must, RackView, View};

/// Plays matches until the player wants no other.
pub(crate) fn play(dialogue: &mut Dialogue) -> Result<Ending, LineError> {
    let mut again = false;
    loop {
        let Some(JuniorSetup { mut start, request }) = set_up(dialogue)? else {
            return Ok(Ending::Quit);
        };
        if again {
            start = dialogue.another(&start)?;
        }
        let next = {
            let mut seated = dialogue.with(&request);
            seated.rounds(start, once)?
        };
        if next == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if let Some(ending) = dialogue.ends("Another game? ")? {
            return Ok(ending);
        }
        again = true;
    }
}

/// The answers to the questions before the first turn.
struct JuniorSetup {
    start: Start,
    request: PlayRequest,
}

/// Asks for the board and the number of players, unless the request has them.
fn set_up(dialogue: &mut Dialogue) -> Result<Option<JuniorSetup>, LineError> {
    let mut request = dialogue.request.clone();
    if request.opening.is_settled() {
        return Ok(Some(JuniorSetup { start: dialogue.start(&[])?, request }));
    }
    let text = match dialogue.request.opening.knows("board") {
        true => given(&dialogue.start(&[])?),
        false => match board(dialogue)? {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    request.opening.settled.push(("board".into(), text.clone()));
    if request.opening.seats.is_none() && request.bots.is_empty() {
        let Some((people, bots)) = players(dialogue, &playable(&text)?)? else { return Ok(None) };
        request.opening.seats = Some(people + bots);
        request.bots = (people..people + bots).map(|n| (Seat(n), "sensible".into())).collect();
    }
    // A bot on the third seat means that there are at least three.
    let last = request.bots.iter().map(|(seat, _)| seat.0.saturating_add(1)).max();
    let fewest = dialogue.start(&[])?.game.info().fewest;
    request.opening.seats = request.opening.seats.or(last.map(|last| last.max(fewest)));
    let start = dialogue.with(&request).start(&[])?;
    Ok(Some(JuniorSetup { start, request }))
}

/// The text of the requested board.
fn given(start: &Start) -> String {
    let board = start.settings.iter().find(|(key, _)| key.name == "board");
    board.map(|(_, value)| text_of(value)).unwrap_or_default()
}

/// Asks until the answer is a board that can be played on.
fn board(dialogue: &mut Dialogue) -> Result<Option<String>, LineError> {
    let boards = &dialogue.request.opening.boards;
    dialogue.console.say(&format!("Boards: {}.", boards.names().join(", ")))?;
    loop {
        let prompt = "Board (a name or a path; Enter for “example”): ";
        let Some(answer) = dialogue.console.question(prompt)? else { return Ok(None) };
        let name = match answer.as_str() {
            "?" => {
                dialogue.console.say(&format!("Boards: {}.", boards.names().join(", ")))?;
                dialogue
                    .console
                    .say("For any other board, type the path of its file. /quit stops.")?;
                continue;
            }
            "" => "example",
            name => name,
        };
        let text = boards.named(name);
        match text.and_then(|text| playable(&text).map(|_| text)) {
            Ok(text) => return Ok(Some(text)),
            Err(refusal) => dialogue.console.say(&refusal.text)?,
        }
    }
}

/// The board, if at least two can play on it; otherwise the reason.
fn playable(text: &str) -> Result<Board, Refusal> {
    let reading = ParsedBoard::given(text)?;
    if reading.board.most_players().is_some() {
        return Ok(reading.board);
    }
    let letters = reading.board.count();
    let text = format!("This board has only {letters} letters; two players need {FEWEST_LETTERS}.");
    Err(Refusal::setup(reading.with_last_note(text)))
}

/// Asks for the number of people and bots.
fn players(dialogue: &mut Dialogue, board: &Board) -> Result<Option<(u8, u8)>, LineError> {
    let most = board.most_players().unwrap_or(2);
    if most == 2 {
        dialogue.console.say("This board has room for two players.")?;
        return Ok(Some((2, 0)));
    }
    let prompt = format!("Players (2 to {most}; with bots, for example 1+1): ");
    loop {
        let Some(answer) = dialogue.console.question(&prompt)? else { return Ok(None) };
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
        dialogue.console.say(&format!(
            "This board has {letters} letters, enough for 2 to {most} players. Type the number of people; \
             for bots add + and their number."
        ))?;
    }
}

fn once(dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut local_match) = dialogue.open(start)? else { return Ok(AfterMatch::Quit) };
    dialogue.console.say(&format!("{}. Type ? to see what you can do.", start.game.info().name))?;
    dialogue.legend(LEGEND)?;
    let mut at_keyboard = None;
    loop {
        let Some(shown) = dialogue.wait(&mut local_match)? else { return Ok(AfterMatch::Quit) };
        let now: View = view(&shown.update)?;
        if let Some(over) = &shown.update.over {
            finish(dialogue, &shown)?;
            say_ticket(dialogue.console, over)?;
            return Ok(AfterMatch::Over);
        }
        if hand_over(dialogue, &local_match, &now, at_keyboard.replace(now.seat))? == HandOver::Quit
        {
            return Ok(AfterMatch::Quit);
        }
        dialogue.show(&shown)?;
        if let Some(next) = turn(dialogue, &local_match, &shown.update.scene, &now)? {
            return Ok(next);
        }
    }
}

/// Did the next player take the keyboard?
#[derive(PartialEq, Eq)]
enum HandOver {
    Ready,
    Quit,
}

/// With hidden racks, waits until the next player is at the keyboard.
fn hand_over(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    now: &View,
    before: Option<Seat>,
) -> Result<HandOver, LineError> {
    let hidden = now.racks.iter().any(|rack| matches!(rack, RackView::Count(_)));
    let people = local_match.here().iter().filter(|seat| !now.left.contains(seat)).count();
    if !hidden || people < 2 || before == Some(now.seat) {
        return Ok(HandOver::Ready);
    }
    let prompt = match before {
        Some(_) => "Hand over the keyboard. ",
        None => "",
    };
    dialogue.console.clear()?;
    let prompt = format!("{prompt}{}, press Enter: ", local_match.player(now.seat));
    let ready = dialogue.console.question(&prompt)?.is_some();
    Ok(if ready { HandOver::Ready } else { HandOver::Quit })
}

/// Asks until a move or an exchange is accepted.
fn turn(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
    now: &View,
) -> Result<Option<AfterMatch>, LineError> {
    let name = local_match.player(now.seat);
    let (prompt, what) = match now.must {
        Some(Must::Swap2) => (format!("{name}, two letters to swap: "), SWAP.to_owned()),
        Some(Must::Swap1) => (format!("{name}, a letter to swap: "), SWAP.to_owned()),
        _ => {
            let legal: Vec<String> = now.legal.iter().map(ToString::to_string).collect();
            let moves = if now.moves_left == 1 { "1 move left" } else { "2 moves left" };
            let what = format!("You can cover: {}.", legal.join(", "));
            if dialogue.console.screen_reader() {
                dialogue.console.say(&what)?;
            }
            (format!("{name}, {moves}, position: "), what)
        }
    };
    let help = [what, LEGEND.to_owned()];
    loop {
        let done = match dialogue.read_input(local_match, scene, &prompt, &help)? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => local_match.leave(),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) => match now.must {
                Some(Must::Place) | None => place(local_match, &word),
                Some(_) => swap(local_match, &word),
            },
        };
        if dialogue.accepted(local_match, done)? {
            return Ok(None);
        }
    }
}

const LEGEND: &str = "Marks: + you can cover it now, ~ next letter of a word, - covered.";

const SWAP: &str = "You can't cover any letter. Type the letters to swap.";

/// Takes a bare word as a position, and explains positions if it isn't one.
fn place(local_match: &LocalMatch, word: &str) -> Result<(), Refusal> {
    local_match.act(word).map_err(|refusal| match refusal.code {
        Code::Game("junior.line") => {
            let word = line::quote(word);
            let text = format!("“{word}” isn't a position; type a row and a column, such as Aa.");
            Refusal::game("junior.line", text)
        }
        _ => refusal,
    })
}

/// Takes a bare word as the letters to exchange, with or without the verb.
fn swap(local_match: &LocalMatch, word: &str) -> Result<(), Refusal> {
    let letters = word.strip_prefix("swap ").unwrap_or(word).replace([' ', ','], "");
    local_match.act(&format!("swap {letters}")).map_err(|refusal| match refusal.code {
        Code::Game("junior.line") => {
            let letters = line::quote(&letters);
            let text =
                format!("You can't swap “{letters}”. Type letters from your rack, such as Q.");
            Refusal::game("junior.line", text)
        }
        _ => refusal,
    })
}

/// Shows the last sentences, the board and the places.
fn finish(dialogue: &mut Dialogue, shown: &MatchUpdate) -> Result<(), LineError> {
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
    let other = shown.said.iter().filter(|said| !places.contains(said));
    other.cloned().try_for_each(|said| dialogue.console.say(&said))?;
    dialogue.table(&scene, &shown.said)?;
    places.iter().try_for_each(|line| dialogue.console.say(line))?;
    Ok(dialogue.console.say("")?)
}
