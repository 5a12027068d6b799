//! A match being played: its skin, and what all games share: hints, giving up, the rules, and what can be done
//! after the end.

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
use engine::{AnyGame, Code, Refusal, Start, Stop, Tone};
use games::GAMES;
use hall::opening::random_seed;
use hall::{MatchId, Opening};
use std::time::Duration;

const FRAME: Duration = Duration::from_millis(40);

/// How long the end of a match is shown before keys work again.
const END_PAUSE: Duration = Duration::from_millis(700);

/// Makes the page to go back to when the match is refused.
type OnRefused = Box<dyn FnOnce(Refusal) -> Box<dyn AppPage>>;

pub(crate) struct PlayPage {
    source: Option<MatchSource>,
    /// The request for a new match, kept until the match is open.
    request: Option<Box<MatchRequest>>,
    phase: PlayPhase,
    skin: Box<dyn Skin>,
    back: Option<OnRefused>,
    /// The notice shown after a daily.
    after_daily: Option<String>,
}

enum MatchSource {
    New(Box<MatchRequest>),
    Resume(MatchId),
}

enum PlayPhase {
    /// It is being opened; the first update may still be missing.
    Opening(Option<Box<SeatedMatch>>),
    /// It can't be played, and why.
    Failed(String),
    /// It is being played, or is over.
    Open(Box<MatchView>),
}

impl PlayPage {
    pub(crate) fn open(request: MatchRequest) -> PlayPage {
        let skin = skin::of(request.opening.game());
        PlayPage::from_source(MatchSource::New(Box::new(request)), skin)
    }

    /// If the match is refused, goes back to the page that `back` makes.
    pub(crate) fn or_back(
        self,
        back: impl FnOnce(Refusal) -> Box<dyn AppPage> + 'static,
    ) -> PlayPage {
        PlayPage { back: Some(Box::new(back)), ..self }
    }

    pub(crate) fn resume(id: MatchId) -> PlayPage {
        PlayPage::from_source(MatchSource::Resume(id), skin::of(""))
    }

    fn from_source(source: MatchSource, skin: Box<dyn Skin>) -> PlayPage {
        let phase = PlayPhase::Opening(None);
        PlayPage { source: Some(source), request: None, phase, skin, back: None, after_daily: None }
    }

    /// How long after the last update keys are ignored: until the end is fully drawn and could be read.
    fn end_pause(&self, match_view: &MatchView, context: &PageContext) -> Duration {
        match context.settings.motion {
            true => END_PAUSE.max(self.skin.animation_time(match_view)),
            false => END_PAUSE,
        }
    }

    fn match_view(&self) -> Option<&MatchView> {
        match &self.phase {
            PlayPhase::Open(match_view) => Some(match_view),
            _ => None,
        }
    }

    fn seated(&self) -> Option<&SeatedMatch> {
        match &self.phase {
            PlayPhase::Open(match_view) => match_view.seated.as_deref(),
            PlayPhase::Opening(seated) => seated.as_deref(),
            PlayPhase::Failed(_) => None,
        }
    }

    /// Another match of the same kind, or the same puzzle again.
    fn play_again(&mut self, new_seed: bool, context: &mut PageContext) -> Vec<Effect> {
        let Some(seated) = self.seated() else { return Vec::new() };
        let SeatedMatch { start, bots, daily, file, .. } = seated.clone();
        if daily.is_some()
            && self.match_view().is_some_and(|match_view| match_view.over().is_none())
        {
            context.notify("A daily can be played only once.");
            return Vec::new();
        }
        let seed = match new_seed {
            true => random_seed(),
            false => Ok(start.seed),
        };
        let opening = match seed {
            // A daily is followed by an ordinary match.
            Ok(_) if new_seed && daily.is_some() => context.opening(start.game.info().id),
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
        let request = MatchRequest { opening, bots, players, daily: None, file, in_memory: false };
        vec![Effect::Replace(Box::new(PlayPage::open(request)))]
    }

    fn hint(&mut self, context: &PageContext) -> Vec<Effect> {
        let PlayPhase::Open(match_view) = &mut self.phase else { return Vec::new() };
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
                vec![Effect::Copy(share.text.clone()), Effect::Push(Box::new(share_dialog(share)))]
            }
            None => Vec::new(),
        }
    }

    fn refused(&mut self, refusal: Refusal, context: &PageContext) -> Vec<Effect> {
        let PlayPhase::Open(match_view) = &mut self.phase else { return Vec::new() };
        (match_view.waiting, match_view.sent) = (None, None);
        match_view.messages.clear();
        match_view.add_message(context.now, refusal.text.clone(), Tone::Near);
        let Some((id, _)) = match_view.acting().filter(|_| refusal.code == Code::Store) else {
            return Vec::new();
        };
        let text = format!("{}\nKeep playing without saving?", refusal.text);
        let question = QuestionPage::new(&text)
            .answer('n', "no, try again", || vec![Effect::Pop])
            .answer('y', "keep playing", move || {
                vec![Effect::Below(UiAction::PlayUnsaved(id.clone()))]
            });
        vec![Effect::Push(Box::new(question))]
    }
}

/// Asks whether to play a match that can't be saved.
fn ask_unsaved(refusal: &Refusal, request: Box<MatchRequest>) -> QuestionPage {
    let again = MatchRequest::clone(&request);
    let text = format!("{}\nPlay without saving?", refusal.text);
    QuestionPage::new(&text)
        .answer('n', "no, try again", move || {
            vec![Effect::Replace(Box::new(PlayPage::open(again.clone())))]
        })
        .answer('y', "play", move || {
            let request = MatchRequest { in_memory: true, ..MatchRequest::clone(&request) };
            vec![Effect::Replace(Box::new(PlayPage::open(request)))]
        })
}

/// Shows the shared text, so that it can be copied by hand; a key switches to its other form.
fn share_dialog(share: Share) -> QuestionPage {
    let copied = "Copied to the clipboard, if your terminal allows it.";
    let Share { text, other, instead } = share;
    QuestionPage::new(&format!("{text}\n\n{copied}"))
        .answer('c', "close", || vec![Effect::Pop])
        .answer('t', instead.0, move || {
            let share =
                Share { text: other.clone(), other: text.clone(), instead: (instead.1, instead.0) };
            vec![Effect::Copy(share.text.clone()), Effect::Replace(Box::new(share_dialog(share)))]
        })
}

/// Adds bindings; keys that are already taken keep their meaning.
fn add_binds(binds: &mut Vec<KeyBinding>, more: Vec<KeyBinding>) {
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
            Some(day) => format!("Daily {name}, {}", day.strftime("%-d %B %Y")),
            None => name.to_owned(),
        }
    }

    fn binds(&self, context: &PageContext) -> Vec<KeyBinding> {
        let Some(match_view) = self.match_view() else { return Vec::new() };
        let stop = KeyBinding::new(KeyPress::of(KeyName::Esc), "stop thinking", UiAction::Stop);
        let mut binds = Vec::from_iter(match_view.can_stop().then_some(stop));
        add_binds(&mut binds, self.skin.binds(match_view));
        if self.skin.is_covered(match_view) {
            return binds;
        }
        add_binds(&mut binds, match_view.binds());
        if self.ignores_keys(context) {
            // Keys typed before the end was visible aren't meant for it.
            binds.clear();
        } else if match_view.over().is_some() {
            let new = KeyBinding::new(KeyPress::char('n'), "new match", UiAction::New);
            binds.push(new.or(KeyPress::of(KeyName::Enter)));
            if self.skin.share(match_view, context).is_some() {
                binds.push(KeyBinding::new(KeyPress::char('s'), "share", UiAction::Share));
            }
            binds.push(KeyBinding::new(KeyPress::char('a'), "play again", UiAction::Again));
            binds.push(KeyBinding::new(KeyPress::char('v'), "replay", UiAction::Review));
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
                && match_view.age(context.now) < self.end_pause(match_view, context)
        })
    }

    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        match &self.source {
            // The player already knows the game of an unfinished match.
            Some(MatchSource::New(request)) => {
                hall::opening::find(GAMES, request.opening.game()).ok()
            }
            _ => None,
        }
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if let PlayPhase::Open(match_view) = &mut self.phase {
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
            UiAction::New => self.play_again(true, context),
            UiAction::Again => self.play_again(false, context),
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
                let question = QuestionPage::new("Give up this game?")
                    .answer('n', "keep playing", || vec![Effect::Pop])
                    .answer('y', "give up", || vec![Effect::Below(UiAction::Leave)]);
                vec![Effect::Push(Box::new(question))]
            }
            UiAction::Leave => match &mut self.phase {
                PlayPhase::Open(match_view) => {
                    // Earlier messages have nothing to do with the end.
                    match_view.messages.clear();
                    let acting = match_view.acting();
                    let effect =
                        acting.map(|(id, seat)| Effect::Send(HallRequest::GiveUp { id, seat }));
                    effect.into_iter().collect()
                }
                _ => Vec::new(),
            },
            UiAction::PlayUnsaved(id) => vec![Effect::Send(HallRequest::PlayUnsaved(id))],
            action => match &mut self.phase {
                PlayPhase::Open(match_view) => match_view.update(&action, context),
                _ => Vec::new(),
            },
        }
    }

    fn on_reply(&mut self, reply: HallReply, context: &mut PageContext) -> Vec<Effect> {
        match (reply, &mut self.phase) {
            (HallReply::Seated(Err(refusal)), phase) => {
                match (self.request.take(), self.back.take()) {
                    (Some(request), _) if refusal.code == Code::Store => {
                        return vec![Effect::Replace(Box::new(ask_unsaved(&refusal, request)))];
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
                } else if self.request.as_ref().is_some_and(|request| request.in_memory) {
                    context.notify(
                        "From now on nothing is saved. Your saved matches will be back next time.",
                    );
                }
                *phase = PlayPhase::Opening(Some(seated));
            }
            (HallReply::Update(update, said), PlayPhase::Open(match_view)) => {
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
                    *phase = PlayPhase::Open(Box::new(match_view));
                    return effects;
                }
            }
            // The update arrives too, and has the messages.
            (HallReply::Acted(Ok(())), _) => {}
            (HallReply::Acted(Err(refusal)), _) => return self.refused(refusal, context),
            (HallReply::Hinted(hint), PlayPhase::Open(match_view)) => {
                match_view.waiting = None;
                let (text, tone) = match hint {
                    Ok(Some(hint)) => (format!("Hint: {}. {}", hint.line, hint.why), Tone::Good),
                    Ok(None) => ("No hint available.".to_owned(), Tone::Plain),
                    Err(refusal) => (refusal.text, Tone::Near),
                };
                match_view.messages.clear();
                match_view.add_message(context.now, text, tone);
            }
            (HallReply::Preview { typed, remarks }, PlayPhase::Open(match_view)) => {
                match_view.set_remarks(&typed, remarks)
            }
            (HallReply::PlayUnsaved(done), PlayPhase::Open(match_view)) => {
                let text = match done {
                    Ok(()) => "From now on nothing is saved. Please repeat your move.".to_owned(),
                    Err(refusal) => refusal.text,
                };
                match_view.add_message(context.now, text, Tone::Near);
            }
            (HallReply::Broken, phase) => {
                let text = "This match failed and was closed. Its log is kept.";
                *phase = PlayPhase::Failed(text.into());
            }
            (reply, PlayPhase::Open(match_view)) => {
                return self.skin.on_reply(reply, match_view, context);
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match &self.phase {
            PlayPhase::Open(match_view) => self.skin.draw(match_view, context, canvas),
            PlayPhase::Opening(_) => {
                let turning = spinner(context.now, context.settings.motion);
                canvas.text_centred(
                    middle,
                    &format!("{turning} Opening the match (Esc goes back)"),
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
            PlayPhase::Open(match_view) => {
                let moves = context.settings.motion
                    && match_view.before.is_some()
                    && match_view.age(context.now) < self.skin.animation_time(match_view);
                let next_frame = moves.then(|| context.now + FRAME);
                let pause_end = self
                    .ignores_keys(context)
                    .then(|| match_view.since + self.end_pause(match_view, context));
                next_frame.into_iter().chain(pause_end).chain(match_view.wake(context)).min()
            }
            PlayPhase::Opening(_) => context.settings.motion.then(|| context.now + 3 * FRAME),
            PlayPhase::Failed(_) => None,
        }
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        match self.source.take() {
            Some(MatchSource::Resume(id)) => {
                vec![Effect::Send(HallRequest::Resume(id, context.players()))]
            }
            Some(MatchSource::New(request)) => {
                self.request = Some(request.clone());
                vec![Effect::Send(HallRequest::Open(request))]
            }
            None => Vec::new(),
        }
    }

    fn closed(&mut self, context: &mut PageContext) -> Vec<Effect> {
        let id = self.seated().map(|seated| seated.id.clone());
        let over = self.match_view().is_some_and(|match_view| match_view.over().is_some());
        // The notice after a daily goes with its page.
        context.notice.take_if(|(_, notice)| self.after_daily.as_ref() == Some(notice));
        // A match with notes is not cancelled, even if nothing was played in it.
        let closed = id.clone().filter(|id| !context.notes.has(id));
        let mut effects = vec![Effect::Send(HallRequest::Close(closed))];
        if let Some(id) = id.filter(|_| over)
            && context.notes.remove(&id)
        {
            effects.push(Effect::SaveSettings);
        }
        effects
    }

    fn is_busy(&self) -> bool {
        match &self.phase {
            PlayPhase::Opening(_) => true,
            PlayPhase::Open(match_view) => {
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
