//! A match that is played here: the table in its skin, with what goes for every game: hints, giving up, the
//! rules, and what comes after the end.

use super::Page;
use super::manual::Manual;
use super::question::Question;
use super::review::Review;
use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Key};
use crate::link::{Ask, Said, Seated, Wish};
use crate::skin::{self, Share, Skin};
use crate::table::{Table, Waiting, spinner};
use engine::{AnyGame, Refusal, Start, Stop, Tone};
use games::GAMES;
use hall::opening::random_seed;
use hall::{MatchId, Opening};
use std::time::Duration;

/// How often something that moves is drawn.
const FRAME: Duration = Duration::from_millis(40);

/// How long the end of a match is seen before a key can be meant for it.
const SEEN: Duration = Duration::from_millis(700);

/// The page to go back to when a match is refused, told why.
type Back = Box<dyn FnOnce(Refusal) -> Box<dyn Page>>;

/// A match on the screen.
pub(crate) struct Play {
    asked: Option<Asked>,
    /// The new match that was asked for.
    wish: Option<Box<Wish>>,
    phase: Phase,
    skin: Box<dyn Skin>,
    back: Option<Back>,
    /// What was said after a daily.
    told: Option<String>,
}

/// What is to be played.
enum Asked {
    New(Box<Wish>),
    GoOn(MatchId),
}

enum Phase {
    /// It is opened; it may have been sat down at already.
    Opening(Option<Box<Seated>>),
    /// It cannot be played, and why.
    Failed(String),
    /// It goes on, or is over.
    On(Box<Table>),
}

impl Play {
    /// A new match.
    pub(crate) fn open(wish: Wish) -> Play {
        let skin = skin::of(wish.opening.game());
        Play::asking(Asked::New(Box::new(wish)), skin)
    }

    /// The same; one that is refused leads back to the page that asked for it.
    pub(crate) fn or_back(self, back: impl FnOnce(Refusal) -> Box<dyn Page> + 'static) -> Play {
        Play { back: Some(Box::new(back)), ..self }
    }

    /// A match that was begun.
    pub(crate) fn go_on(id: MatchId) -> Play {
        Play::asking(Asked::GoOn(id), skin::of(""))
    }

    fn asking(asked: Asked, skin: Box<dyn Skin>) -> Play {
        let phase = Phase::Opening(None);
        Play { asked: Some(asked), wish: None, phase, skin, back: None, told: None }
    }

    /// How long after its last update the end of a match is too new for keys: until it is seen whole, and taken in.
    fn rest(&self, table: &Table, desk: &Desk) -> Duration {
        match desk.wishes.motion {
            true => SEEN.max(self.skin.moves_for(table)),
            false => SEEN,
        }
    }

    fn table(&self) -> Option<&Table> {
        match &self.phase {
            Phase::On(table) => Some(table),
            _ => None,
        }
    }

    fn seated(&self) -> Option<&Seated> {
        match &self.phase {
            Phase::On(table) => table.seated.as_deref(),
            Phase::Opening(seated) => seated.as_deref(),
            Phase::Failed(_) => None,
        }
    }

    /// Another match of the same kind, or the same once more.
    fn once_more(&mut self, anew: bool, desk: &mut Desk) -> Vec<Effect> {
        let Some(seated) = self.seated() else { return Vec::new() };
        let Seated { start, bots, daily, file, .. } = seated.clone();
        if daily.is_some() && self.table().is_some_and(|table| table.over().is_none()) {
            desk.tell("This is a daily: everybody plays it once, so it is not begun anew.");
            return Vec::new();
        }
        let seed = match anew {
            true => random_seed(),
            false => Ok(start.seed),
        };
        let opening = match seed {
            // After a daily comes an ordinary match.
            Ok(_) if anew && daily.is_some() => desk.opening(start.game.info().id),
            Ok(seed) => Opening {
                there: Some(Start { seed, ..start.clone() }),
                ..desk.opening(start.game.info().id)
            },
            Err(refusal) => {
                desk.tell(refusal.text);
                return Vec::new();
            }
        };
        let players = desk.players();
        let wish = Wish { opening, bots, players, daily: None, file, unkept: false };
        vec![Effect::Replace(Box::new(Play::open(wish)))]
    }

    fn hint(&mut self, desk: &Desk) -> Vec<Effect> {
        let Phase::On(table) = &mut self.phase else { return Vec::new() };
        let Some((id, seat)) = table.acting().filter(|_| table.waiting.is_none()) else {
            return Vec::new();
        };
        let stop = Stop::default();
        table.waiting = Some((desk.now, Waiting::Hint(stop.clone())));
        vec![Effect::Tell(Ask::Hint { id, seat, stop })]
    }

    fn share(&self, desk: &Desk) -> Vec<Effect> {
        match self.table().and_then(|table| self.skin.share(table, desk)) {
            Some(share) => {
                vec![Effect::Copy(share.text.clone()), Effect::Push(Box::new(shown(share)))]
            }
            None => Vec::new(),
        }
    }

    fn refused(&mut self, refusal: Refusal, desk: &Desk) -> Vec<Effect> {
        let Phase::On(table) = &mut self.phase else { return Vec::new() };
        (table.waiting, table.sent) = (None, None);
        table.messages.clear();
        table.say(desk.now, refusal.text.clone(), Tone::Near);
        let Some((id, _)) = table.acting().filter(|_| refusal.code == "house.store") else {
            return Vec::new();
        };
        let text = format!("{}\nPlay on, though what comes is forgotten in the end?", refusal.text);
        let question = Question::new(&text)
            .answer('n', "no, try again", || vec![Effect::Pop])
            .answer('y', "play on", move || vec![Effect::Below(Action::Forget(id.clone()))]);
        vec![Effect::Push(Box::new(question))]
    }
}

/// Whether to play a match that the store does not take.
fn unstored(refusal: &Refusal, wish: Box<Wish>) -> Question {
    let again = Wish::clone(&wish);
    let text = format!("{}\nPlay, though it is forgotten in the end?", refusal.text);
    Question::new(&text)
        .answer('n', "no, try again", move || {
            vec![Effect::Replace(Box::new(Play::open(again.clone())))]
        })
        .answer('y', "play", move || {
            let wish = Wish { unkept: true, ..Wish::clone(&wish) };
            vec![Effect::Replace(Box::new(Play::open(wish)))]
        })
}

/// What is shared, to be read and copied by hand; a key shows it in its other form.
fn shown(share: Share) -> Question {
    let copied = "It is in the clipboard, if your terminal lets it in.";
    let Share { text, other, instead } = share;
    Question::new(&format!("{text}\n\n{copied}")).answer('c', "close", || vec![Effect::Pop]).answer(
        't',
        instead.0,
        move || {
            let share =
                Share { text: other.clone(), other: text.clone(), instead: (instead.1, instead.0) };
            vec![Effect::Copy(share.text.clone()), Effect::Replace(Box::new(shown(share)))]
        },
    )
}

/// Adds keys to others: one that is taken already keeps its meaning.
fn add(binds: &mut Vec<Bind>, more: Vec<Bind>) {
    for mut bind in more {
        bind.keys.retain(|key| !binds.iter().any(|taken| taken.keys.contains(key)));
        if !bind.keys.is_empty() || bind.label.is_some() {
            binds.push(bind);
        }
    }
}

impl Page for Play {
    fn title(&self, _: &Desk) -> String {
        let Some(seated) = self.seated() else { return String::new() };
        let name = seated.start.game.info().name;
        match seated.daily {
            Some(day) => format!("{name}, daily of {day}"),
            None => name.to_owned(),
        }
    }

    fn binds(&self, desk: &Desk) -> Vec<Bind> {
        let Some(table) = self.table() else { return Vec::new() };
        let stop = Bind::new(Key::of(Code::Esc), "stop thinking", Action::Stop);
        let mut binds = Vec::from_iter(table.can_stop().then_some(stop));
        add(&mut binds, self.skin.binds(table));
        if self.skin.is_covered(table) {
            return binds;
        }
        add(&mut binds, table.binds());
        if self.rests(desk) {
            // What was typed before the end was seen is not meant for it.
            binds.clear();
        } else if table.over().is_some() {
            let new = Bind::new(Key::char('n'), "new match", Action::New);
            binds.push(new.or(Key::of(Code::Enter)));
            if self.skin.share(table, desk).is_some() {
                binds.push(Bind::new(Key::char('s'), "share", Action::Share));
            }
            binds.push(Bind::new(Key::char('a'), "again", Action::Again));
            binds.push(Bind::new(Key::char('v'), "review", Action::Review));
        } else {
            if table.acting().is_some() && table.is_our_turn() {
                binds.push(Bind::new(Key::ctrl('t'), "hint", Action::Hint));
            }
            if table.acting().is_some() {
                binds.push(Bind::new(Key::ctrl('g'), "give up", Action::GiveUp).quiet());
            }
        }
        binds.push(Bind::new(Key::of(Code::F(1)), "rules", Action::Rules).quiet());
        binds
    }

    fn types(&self) -> bool {
        self.table().is_some_and(|table| table.asked().is_some())
    }

    fn has_field(&self) -> bool {
        self.types() && !self.table().is_some_and(|table| self.skin.is_covered(table))
    }

    fn rests(&self, desk: &Desk) -> bool {
        self.table().is_some_and(|table| {
            table.has_just_ended() && table.age(desk.now) < self.rest(table, desk)
        })
    }

    fn opens(&self) -> Option<&'static dyn AnyGame> {
        match &self.asked {
            // What was begun was met.
            Some(Asked::New(wish)) => hall::opening::find(GAMES, wish.opening.game()).ok(),
            _ => None,
        }
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        if let Phase::On(table) = &mut self.phase {
            if action == Action::Stop {
                return table.stop();
            }
            if let Some(effects) = self.skin.update(&action, table, desk) {
                return effects;
            }
        }
        match action {
            Action::Back => vec![Effect::Pop],
            Action::Hint => self.hint(desk),
            Action::New => self.once_more(true, desk),
            Action::Again => self.once_more(false, desk),
            Action::Share => self.share(desk),
            Action::Review => match self.seated() {
                Some(seated) => vec![Effect::Push(Box::new(Review::new(seated.id.clone())))],
                None => Vec::new(),
            },
            Action::Rules => match self.seated() {
                Some(seated) => vec![Effect::Push(Box::new(Manual::new(seated.start.game)))],
                None => Vec::new(),
            },
            Action::GiveUp => {
                let question = Question::new("Give this match up?")
                    .answer('n', "no, play on", || vec![Effect::Pop])
                    .answer('y', "give up", || vec![Effect::Below(Action::Leave)]);
                vec![Effect::Push(Box::new(question))]
            }
            Action::Leave => match &mut self.phase {
                Phase::On(table) => {
                    // What was said before does not belong to the end.
                    table.messages.clear();
                    let acting = table.acting();
                    let tell = acting.map(|(id, seat)| Effect::Tell(Ask::GiveUp { id, seat }));
                    tell.into_iter().collect()
                }
                _ => Vec::new(),
            },
            Action::Forget(id) => vec![Effect::Tell(Ask::Forget(id))],
            action => match &mut self.phase {
                Phase::On(table) => table.update(&action, desk),
                _ => Vec::new(),
            },
        }
    }

    fn hear(&mut self, said: Said, desk: &mut Desk) -> Vec<Effect> {
        match (said, &mut self.phase) {
            (Said::Seated(Err(refusal)), phase) => match (self.wish.take(), self.back.take()) {
                (Some(wish), _) if refusal.code == "house.store" => {
                    return vec![Effect::Replace(Box::new(unstored(&refusal, wish)))];
                }
                (_, Some(back)) => return vec![Effect::Replace(back(refusal))],
                (_, None) => *phase = Phase::Failed(refusal.text),
            },
            (Said::AfterDaily(text), _) => {
                self.told = Some(text.clone());
                desk.tell(text);
            }
            (Said::Seated(Ok(seated)), phase) => {
                self.skin = skin::of(seated.start.game.info().id);
                if let Some(notice) = &seated.notice {
                    desk.tell(notice.clone());
                } else if self.wish.as_ref().is_some_and(|wish| wish.unkept) {
                    desk.tell(
                        "From here on nothing is kept. What was kept is there again next time.",
                    );
                }
                *phase = Phase::Opening(Some(seated));
            }
            (Said::Update(update, said), Phase::On(table)) => {
                table.take(*update, said, desk.now);
                return self.skin.took(table, desk);
            }
            (Said::Update(update, said), phase) => {
                if let Phase::Opening(seated) = phase
                    && let Some(seated) = seated.take()
                {
                    let mut table = Table::new(seated, *update, desk.now);
                    said.into_iter().for_each(|text| table.say(desk.now, text, Tone::Plain));
                    let effects = self.skin.took(&mut table, desk);
                    *phase = Phase::On(Box::new(table));
                    return effects;
                }
            }
            // The update comes too, and has more to say.
            (Said::Acted(Ok(())), _) => {}
            (Said::Acted(Err(refusal)), _) => return self.refused(refusal, desk),
            (Said::Hinted(hint), Phase::On(table)) => {
                table.waiting = None;
                let (text, tone) = match hint {
                    Ok(Some(hint)) => (format!("Hint: {}. {}", hint.line, hint.why), Tone::Good),
                    Ok(None) => ("There is no hint to give.".to_owned(), Tone::Plain),
                    Err(refusal) => (refusal.text, Tone::Near),
                };
                table.messages.clear();
                table.say(desk.now, text, tone);
            }
            (Said::Preview { typed, remarks }, Phase::On(table)) => table.remark(&typed, remarks),
            (Said::Forgotten(done), Phase::On(table)) => {
                let text = match done {
                    Ok(()) => "From here on nothing is kept. Do it again.".to_owned(),
                    Err(refusal) => refusal.text,
                };
                table.say(desk.now, text, Tone::Near);
            }
            (Said::Broken, phase) => {
                let text = "This match failed and is closed; its log is kept.";
                *phase = Phase::Failed(text.into());
            }
            (said, Phase::On(table)) => return self.skin.hear(said, table, desk),
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match &self.phase {
            Phase::On(table) => self.skin.draw(table, desk, canvas),
            Phase::Opening(_) => {
                let turning = spinner(desk.now, desk.wishes.motion);
                canvas.text_centred(
                    middle,
                    &format!("{turning} Opening the match; Esc goes back"),
                    theme.faint(),
                );
            }
            Phase::Failed(why) => {
                canvas.paragraph(middle, why, theme.ink(Tone::Danger));
            }
        }
    }

    fn wake(&self, desk: &Desk) -> Option<Duration> {
        match &self.phase {
            Phase::On(table) => {
                let moves = desk.wishes.motion
                    && table.before.is_some()
                    && table.age(desk.now) < self.skin.moves_for(table);
                let moving = moves.then(|| desk.now + FRAME);
                let rested = self.rests(desk).then(|| table.since + self.rest(table, desk));
                moving.into_iter().chain(rested).chain(table.wake(desk)).min()
            }
            Phase::Opening(_) => desk.wishes.motion.then(|| desk.now + 3 * FRAME),
            Phase::Failed(_) => None,
        }
    }

    fn opened(&mut self, desk: &mut Desk) -> Vec<Effect> {
        match self.asked.take() {
            Some(Asked::GoOn(id)) => vec![Effect::Tell(Ask::GoOn(id, desk.players()))],
            Some(Asked::New(wish)) => {
                self.wish = Some(wish.clone());
                vec![Effect::Tell(Ask::Open(wish))]
            }
            None => Vec::new(),
        }
    }

    fn closed(&mut self, desk: &mut Desk) -> Vec<Effect> {
        let id = self.seated().map(|seated| seated.id.clone());
        let over = self.table().is_some_and(|table| table.over().is_some());
        // What was said after a daily goes with it.
        desk.notice.take_if(|(_, notice)| self.told.as_ref() == Some(notice));
        // What was noted before the first move is kept with its match.
        let closed = id.clone().filter(|id| !desk.notes.has(id));
        let mut effects = vec![Effect::Tell(Ask::Close(closed))];
        if let Some(id) = id.filter(|_| over)
            && desk.notes.forget(&id)
        {
            effects.push(Effect::Keep);
        }
        effects
    }

    fn is_busy(&self) -> bool {
        match &self.phase {
            Phase::Opening(_) => true,
            Phase::On(table) => matches!(table.waiting, Some((_, Waiting::Move))),
            Phase::Failed(_) => false,
        }
    }

    fn in_match(&self) -> Option<MatchId> {
        let over = self.table().is_some_and(|table| table.over().is_some());
        self.seated().filter(|_| !over).map(|seated| seated.id.clone())
    }
}
