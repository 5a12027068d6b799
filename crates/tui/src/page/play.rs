//! A match that is played here: the table in its skin, with what goes for every game: hints, giving up, the
//! rules, and what comes after the end.

use super::AppPage;
use super::manual::ManualPage;
use super::question::QuestionPage;
use super::review::ReviewPage;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::match_view::{MatchView, PendingAnswer, spinner};
use crate::skin::{self, Share, Skin};
use crate::worker::{HallReply, HallRequest, MatchRequest, SeatedMatch};
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
type OnRefused = Box<dyn FnOnce(Refusal) -> Box<dyn AppPage>>;

/// A match on the screen.
pub(crate) struct PlayPage {
    asked: Option<MatchSource>,
    /// The new match that was asked for.
    request: Option<Box<MatchRequest>>,
    phase: PlayPhase,
    skin: Box<dyn Skin>,
    back: Option<OnRefused>,
    /// What was said after a daily.
    after_daily: Option<String>,
}

/// What is to be played.
enum MatchSource {
    New(Box<MatchRequest>),
    Resume(MatchId),
}

enum PlayPhase {
    /// It is opened; it may have been sat down at already.
    Opening(Option<Box<SeatedMatch>>),
    /// It cannot be played, and why.
    Failed(String),
    /// It goes on, or is over.
    On(Box<MatchView>),
}

impl PlayPage {
    /// A new match.
    pub(crate) fn open(wish: MatchRequest) -> PlayPage {
        let skin = skin::of(wish.opening.game());
        PlayPage::asking(MatchSource::New(Box::new(wish)), skin)
    }

    /// The same; one that is refused leads back to the page that asked for it.
    pub(crate) fn or_back(
        self,
        back: impl FnOnce(Refusal) -> Box<dyn AppPage> + 'static,
    ) -> PlayPage {
        PlayPage { back: Some(Box::new(back)), ..self }
    }

    /// A match that was begun.
    pub(crate) fn resume(id: MatchId) -> PlayPage {
        PlayPage::asking(MatchSource::Resume(id), skin::of(""))
    }

    fn asking(asked: MatchSource, skin: Box<dyn Skin>) -> PlayPage {
        let phase = PlayPhase::Opening(None);
        PlayPage { asked: Some(asked), request: None, phase, skin, back: None, after_daily: None }
    }

    /// How long after its last update the end of a match is too new for keys: until it is seen whole, and taken in.
    fn rest(&self, match_view: &MatchView, context: &PageContext) -> Duration {
        match context.settings.motion {
            true => SEEN.max(self.skin.animation_time(match_view)),
            false => SEEN,
        }
    }

    fn match_view(&self) -> Option<&MatchView> {
        match &self.phase {
            PlayPhase::On(match_view) => Some(match_view),
            _ => None,
        }
    }

    fn seated(&self) -> Option<&SeatedMatch> {
        match &self.phase {
            PlayPhase::On(match_view) => match_view.seated.as_deref(),
            PlayPhase::Opening(seated) => seated.as_deref(),
            PlayPhase::Failed(_) => None,
        }
    }

    /// Another match of the same kind, or the same once more.
    fn once_more(&mut self, anew: bool, context: &mut PageContext) -> Vec<Effect> {
        let Some(seated) = self.seated() else { return Vec::new() };
        let SeatedMatch { start, bots, daily, file, .. } = seated.clone();
        if daily.is_some()
            && self.match_view().is_some_and(|match_view| match_view.over().is_none())
        {
            context.notify("This is a daily: everybody plays it once, so it is not begun anew.");
            return Vec::new();
        }
        let seed = match anew {
            true => random_seed(),
            false => Ok(start.seed),
        };
        let opening = match seed {
            // After a daily comes an ordinary match.
            Ok(_) if anew && daily.is_some() => context.opening(start.game.info().id),
            Ok(seed) => Opening {
                there: Some(Start { seed, ..start.clone() }),
                ..context.opening(start.game.info().id)
            },
            Err(refusal) => {
                context.notify(refusal.text);
                return Vec::new();
            }
        };
        let players = context.players();
        let wish = MatchRequest { opening, bots, players, daily: None, file, in_memory: false };
        vec![Effect::Replace(Box::new(PlayPage::open(wish)))]
    }

    fn hint(&mut self, context: &PageContext) -> Vec<Effect> {
        let PlayPhase::On(match_view) = &mut self.phase else { return Vec::new() };
        let Some((id, seat)) = match_view.acting().filter(|_| match_view.waiting.is_none()) else {
            return Vec::new();
        };
        let stop = Stop::default();
        match_view.waiting = Some((context.now, PendingAnswer::Hint(stop.clone())));
        vec![Effect::Send(HallRequest::Hint { id, seat, stop })]
    }

    fn share(&self, context: &PageContext) -> Vec<Effect> {
        match self.match_view().and_then(|match_view| self.skin.share(match_view, context)) {
            Some(share) => {
                vec![Effect::Copy(share.text.clone()), Effect::Push(Box::new(shown(share)))]
            }
            None => Vec::new(),
        }
    }

    fn refused(&mut self, refusal: Refusal, context: &PageContext) -> Vec<Effect> {
        let PlayPhase::On(match_view) = &mut self.phase else { return Vec::new() };
        (match_view.waiting, match_view.sent) = (None, None);
        match_view.messages.clear();
        match_view.add_message(context.now, refusal.text.clone(), Tone::Near);
        let Some((id, _)) = match_view.acting().filter(|_| refusal.code == "house.store") else {
            return Vec::new();
        };
        let text = format!("{}\nPlay on, though what comes is forgotten in the end?", refusal.text);
        let question = QuestionPage::new(&text)
            .answer('n', "no, try again", || vec![Effect::Pop])
            .answer('y', "play on", move || vec![Effect::Below(UiAction::Forget(id.clone()))]);
        vec![Effect::Push(Box::new(question))]
    }
}

/// Whether to play a match that the store does not take.
fn unstored(refusal: &Refusal, wish: Box<MatchRequest>) -> QuestionPage {
    let again = MatchRequest::clone(&wish);
    let text = format!("{}\nPlay, though it is forgotten in the end?", refusal.text);
    QuestionPage::new(&text)
        .answer('n', "no, try again", move || {
            vec![Effect::Replace(Box::new(PlayPage::open(again.clone())))]
        })
        .answer('y', "play", move || {
            let wish = MatchRequest { in_memory: true, ..MatchRequest::clone(&wish) };
            vec![Effect::Replace(Box::new(PlayPage::open(wish)))]
        })
}

/// What is shared, to be read and copied by hand; a key shows it in its other form.
fn shown(share: Share) -> QuestionPage {
    let copied = "It is in the clipboard, if your terminal lets it in.";
    let Share { text, other, instead } = share;
    QuestionPage::new(&format!("{text}\n\n{copied}"))
        .answer('c', "close", || vec![Effect::Pop])
        .answer('t', instead.0, move || {
            let share =
                Share { text: other.clone(), other: text.clone(), instead: (instead.1, instead.0) };
            vec![Effect::Copy(share.text.clone()), Effect::Replace(Box::new(shown(share)))]
        })
}

/// Adds keys to others: one that is taken already keeps its meaning.
fn add(binds: &mut Vec<KeyBinding>, more: Vec<KeyBinding>) {
    for mut bind in more {
        bind.keys.retain(|key| !binds.iter().any(|taken| taken.keys.contains(key)));
        if !bind.keys.is_empty() || bind.label.is_some() {
            binds.push(bind);
        }
    }
}

impl AppPage for PlayPage {
    fn title(&self, _: &PageContext) -> String {
        let Some(seated) = self.seated() else { return String::new() };
        let name = seated.start.game.info().name;
        match seated.daily {
            Some(day) => format!("{name}, daily of {day}"),
            None => name.to_owned(),
        }
    }

    fn binds(&self, context: &PageContext) -> Vec<KeyBinding> {
        let Some(match_view) = self.match_view() else { return Vec::new() };
        let stop = KeyBinding::new(KeyPress::of(KeyName::Esc), "stop thinking", UiAction::Stop);
        let mut binds = Vec::from_iter(match_view.can_stop().then_some(stop));
        add(&mut binds, self.skin.binds(match_view));
        if self.skin.is_covered(match_view) {
            return binds;
        }
        add(&mut binds, match_view.binds());
        if self.ignores_keys(context) {
            // What was typed before the end was seen is not meant for it.
            binds.clear();
        } else if match_view.over().is_some() {
            let new = KeyBinding::new(KeyPress::char('n'), "new match", UiAction::New);
            binds.push(new.or(KeyPress::of(KeyName::Enter)));
            if self.skin.share(match_view, context).is_some() {
                binds.push(KeyBinding::new(KeyPress::char('s'), "share", UiAction::Share));
            }
            binds.push(KeyBinding::new(KeyPress::char('a'), "again", UiAction::Again));
            binds.push(KeyBinding::new(KeyPress::char('v'), "review", UiAction::Review));
        } else {
            if match_view.acting().is_some() && match_view.is_our_turn() {
                binds.push(KeyBinding::new(KeyPress::ctrl('t'), "hint", UiAction::Hint));
            }
            if match_view.acting().is_some() {
                binds.push(
                    KeyBinding::new(KeyPress::ctrl('g'), "give up", UiAction::GiveUp).hidden(),
                );
            }
        }
        binds.push(KeyBinding::new(KeyPress::of(KeyName::F(1)), "rules", UiAction::Rules).hidden());
        binds
    }

    fn takes_text(&self) -> bool {
        self.match_view().is_some_and(|match_view| match_view.asked().is_some())
    }

    fn has_field(&self) -> bool {
        self.takes_text()
            && !self.match_view().is_some_and(|match_view| self.skin.is_covered(match_view))
    }

    fn ignores_keys(&self, context: &PageContext) -> bool {
        self.match_view().is_some_and(|match_view| {
            match_view.has_just_ended()
                && match_view.age(context.now) < self.rest(match_view, context)
        })
    }

    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        match &self.asked {
            // What was begun was met.
            Some(MatchSource::New(wish)) => hall::opening::find(GAMES, wish.opening.game()).ok(),
            _ => None,
        }
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if let PlayPhase::On(match_view) = &mut self.phase {
            if action == UiAction::Stop {
                return match_view.stop();
            }
            if let Some(effects) = self.skin.update(&action, match_view, context) {
                return effects;
            }
        }
        match action {
            UiAction::Back => vec![Effect::Pop],
            UiAction::Hint => self.hint(context),
            UiAction::New => self.once_more(true, context),
            UiAction::Again => self.once_more(false, context),
            UiAction::Share => self.share(context),
            UiAction::Review => match self.seated() {
                Some(seated) => vec![Effect::Push(Box::new(ReviewPage::new(seated.id.clone())))],
                None => Vec::new(),
            },
            UiAction::Rules => match self.seated() {
                Some(seated) => vec![Effect::Push(Box::new(ManualPage::new(seated.start.game)))],
                None => Vec::new(),
            },
            UiAction::GiveUp => {
                let question = QuestionPage::new("Give this match up?")
                    .answer('n', "no, play on", || vec![Effect::Pop])
                    .answer('y', "give up", || vec![Effect::Below(UiAction::Leave)]);
                vec![Effect::Push(Box::new(question))]
            }
            UiAction::Leave => match &mut self.phase {
                PlayPhase::On(match_view) => {
                    // What was said before does not belong to the end.
                    match_view.messages.clear();
                    let acting = match_view.acting();
                    let tell =
                        acting.map(|(id, seat)| Effect::Send(HallRequest::GiveUp { id, seat }));
                    tell.into_iter().collect()
                }
                _ => Vec::new(),
            },
            UiAction::Forget(id) => vec![Effect::Send(HallRequest::Forget(id))],
            action => match &mut self.phase {
                PlayPhase::On(match_view) => match_view.update(&action, context),
                _ => Vec::new(),
            },
        }
    }

    fn on_reply(&mut self, said: HallReply, context: &mut PageContext) -> Vec<Effect> {
        match (said, &mut self.phase) {
            (HallReply::Seated(Err(refusal)), phase) => {
                match (self.request.take(), self.back.take()) {
                    (Some(wish), _) if refusal.code == "house.store" => {
                        return vec![Effect::Replace(Box::new(unstored(&refusal, wish)))];
                    }
                    (_, Some(back)) => return vec![Effect::Replace(back(refusal))],
                    (_, None) => *phase = PlayPhase::Failed(refusal.text),
                }
            }
            (HallReply::AfterDaily(text), _) => {
                self.after_daily = Some(text.clone());
                context.notify(text);
            }
            (HallReply::Seated(Ok(seated)), phase) => {
                self.skin = skin::of(seated.start.game.info().id);
                if let Some(notice) = &seated.notice {
                    context.notify(notice.clone());
                } else if self.request.as_ref().is_some_and(|wish| wish.in_memory) {
                    context.notify(
                        "From here on nothing is kept. What was kept is there again next time.",
                    );
                }
                *phase = PlayPhase::Opening(Some(seated));
            }
            (HallReply::Update(update, said), PlayPhase::On(match_view)) => {
                match_view.apply(*update, said, context.now);
                return self.skin.on_update(match_view, context);
            }
            (HallReply::Update(update, said), phase) => {
                if let PlayPhase::Opening(seated) = phase
                    && let Some(seated) = seated.take()
                {
                    let mut match_view = MatchView::new(seated, *update, context.now);
                    said.into_iter()
                        .for_each(|text| match_view.add_message(context.now, text, Tone::Plain));
                    let effects = self.skin.on_update(&mut match_view, context);
                    *phase = PlayPhase::On(Box::new(match_view));
                    return effects;
                }
            }
            // The update comes too, and has more to say.
            (HallReply::Acted(Ok(())), _) => {}
            (HallReply::Acted(Err(refusal)), _) => return self.refused(refusal, context),
            (HallReply::Hinted(hint), PlayPhase::On(match_view)) => {
                match_view.waiting = None;
                let (text, tone) = match hint {
                    Ok(Some(hint)) => (format!("Hint: {}. {}", hint.line, hint.why), Tone::Good),
                    Ok(None) => ("There is no hint to give.".to_owned(), Tone::Plain),
                    Err(refusal) => (refusal.text, Tone::Near),
                };
                match_view.messages.clear();
                match_view.add_message(context.now, text, tone);
            }
            (HallReply::Preview { typed, remarks }, PlayPhase::On(match_view)) => {
                match_view.set_remarks(&typed, remarks)
            }
            (HallReply::Forgotten(done), PlayPhase::On(match_view)) => {
                let text = match done {
                    Ok(()) => "From here on nothing is kept. Do it again.".to_owned(),
                    Err(refusal) => refusal.text,
                };
                match_view.add_message(context.now, text, Tone::Near);
            }
            (HallReply::Broken, phase) => {
                let text = "This match failed and is closed; its log is kept.";
                *phase = PlayPhase::Failed(text.into());
            }
            (said, PlayPhase::On(match_view)) => {
                return self.skin.on_reply(said, match_view, context);
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match &self.phase {
            PlayPhase::On(match_view) => self.skin.draw(match_view, context, canvas),
            PlayPhase::Opening(_) => {
                let turning = spinner(context.now, context.settings.motion);
                canvas.text_centred(
                    middle,
                    &format!("{turning} Opening the match; Esc goes back"),
                    theme.faint(),
                );
            }
            PlayPhase::Failed(why) => {
                canvas.paragraph(middle, why, theme.ink(Tone::Danger));
            }
        }
    }

    fn wake(&self, context: &PageContext) -> Option<Duration> {
        match &self.phase {
            PlayPhase::On(match_view) => {
                let moves = context.settings.motion
                    && match_view.before.is_some()
                    && match_view.age(context.now) < self.skin.animation_time(match_view);
                let moving = moves.then(|| context.now + FRAME);
                let rested = self
                    .ignores_keys(context)
                    .then(|| match_view.since + self.rest(match_view, context));
                moving.into_iter().chain(rested).chain(match_view.wake(context)).min()
            }
            PlayPhase::Opening(_) => context.settings.motion.then(|| context.now + 3 * FRAME),
            PlayPhase::Failed(_) => None,
        }
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        match self.asked.take() {
            Some(MatchSource::Resume(id)) => {
                vec![Effect::Send(HallRequest::Resume(id, context.players()))]
            }
            Some(MatchSource::New(wish)) => {
                self.request = Some(wish.clone());
                vec![Effect::Send(HallRequest::Open(wish))]
            }
            None => Vec::new(),
        }
    }

    fn closed(&mut self, context: &mut PageContext) -> Vec<Effect> {
        let id = self.seated().map(|seated| seated.id.clone());
        let over = self.match_view().is_some_and(|match_view| match_view.over().is_some());
        // What was said after a daily goes with it.
        context.notice.take_if(|(_, notice)| self.after_daily.as_ref() == Some(notice));
        // What was noted before the first move is kept with its match.
        let closed = id.clone().filter(|id| !context.notes.has(id));
        let mut effects = vec![Effect::Send(HallRequest::Close(closed))];
        if let Some(id) = id.filter(|_| over)
            && context.notes.forget(&id)
        {
            effects.push(Effect::SaveSettings);
        }
        effects
    }

    fn is_busy(&self) -> bool {
        match &self.phase {
            PlayPhase::Opening(_) => true,
            PlayPhase::On(match_view) => {
                matches!(match_view.waiting, Some((_, PendingAnswer::Move)))
            }
            PlayPhase::Failed(_) => false,
        }
    }

    fn in_match(&self) -> Option<MatchId> {
        let over = self.match_view().is_some_and(|match_view| match_view.over().is_some());
        self.seated().filter(|_| !over).map(|seated| seated.id.clone())
    }
}
