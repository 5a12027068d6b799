//! The rules.

use super::{Action, Event, Hand, HandPhase, PlayedWord, Settled, Setup, State, Status, View};
use super::{deal, face, letters, round};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};

/// The most words of a hand that are remembered. A hand has at most 26 letters, so all words that earned points are.
const MAX_PLAYS: usize = 100;

impl Game for Hand {
    const INFO: Info = Info {
        id: "hand",
        name: "Hand",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "Make the most of a hand of letters and a wildcard.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &["hand.phase", "hand.letter", "hand.empty", "hand.line"],
        listed: true,
    };
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let game = Setup { hands: Some(3), ..Setup::default() };
        vec![("classic", Setup::default()), ("game", game), ("daily", Setup::default())]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        let fixed = deal::fixed_hands(setup.deals.as_deref())?;
        let swaps = deal::fixed_swaps(setup.swaps.as_deref())?;
        let hands = setup.hands.unwrap_or((fixed.len() as u8).max(1));
        let one_fixed = hands == 1 && !fixed.is_empty();
        let options = setup.options.unwrap_or(!one_fixed);
        Ok(State {
            size: setup.size,
            fixed,
            swaps,
            deals: Vec::new(),
            order: String::new(),
            hands,
            no: 0,
            phase: HandPhase::Play,
            whole: String::new(),
            left: String::new(),
            plays: Vec::new(),
            first: None,
            can_swap: options,
            can_replay: options,
            total: 0,
            previous: None,
            options,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        if cx.words.is_empty() {
            return Err(Refusal::setup("Hand needs a word list with at least one word."));
        }
        let order = deal::order(&draft.swaps, &mut cx.chance);
        let mut hands = Vec::new();
        for no in 0..usize::from(draft.hands) {
            // Drawn even if the hand is fixed, so that fixing one hand does not change the others.
            let drawn = deal::hand(draft.size, &mut cx.chance);
            hands.push(letters::group(draft.fixed.get(no).unwrap_or(&drawn)));
        }
        draft.emit(Event::Dealt { hands, order });
        round::start(draft, 1);
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, cx: &mut Cx) -> Result<(), Refusal> {
        match (draft.phase, action) {
            (HandPhase::Swap, Action::Swap(letter)) => round::swap(draft, letter)?,
            (HandPhase::Swap, Action::Keep) => draft.emit(Event::Kept {}),
            (HandPhase::Play, Action::Play(word)) => round::play(draft, word, cx),
            (HandPhase::Play, Action::Done) => round::end(draft, cx),
            (HandPhase::Replay, Action::Replay) => draft.emit(Event::Replayed {}),
            (HandPhase::Replay, Action::Next) => round::settle_and_continue(draft, cx),
            (phase, action) => return Err(face::not_now(phase, &action)),
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, cx: &mut Cx) {
        draft.emit(Event::Left {});
        round::settle(draft, cx);
        let total = draft.total;
        draft.emit(Event::Over { total });
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Dealt { hands, order } => {
                state.deals.clone_from(hands);
                state.order.clone_from(order);
            }
            Event::Began { no, hand, swap } => {
                state.no = *no;
                state.phase = if *swap { HandPhase::Swap } else { HandPhase::Play };
                state.whole.clone_from(hand);
                state.left.clone_from(hand);
                state.plays.clear();
                state.first = None;
            }
            Event::Swapped { hand, .. } => {
                state.phase = HandPhase::Play;
                state.can_swap = false;
                state.whole.clone_from(hand);
                state.left.clone_from(hand);
            }
            Event::Kept {} => state.phase = HandPhase::Play,
            Event::Played { word, valid, points, left } => {
                let (word, valid, points) = (word.clone(), *valid, *points);
                state.plays.push(PlayedWord { word, valid, points });
                state.left.clone_from(left);
                state.drop_worthless_words();
            }
            Event::RanOut {} => {}
            Event::Ended { replay, .. } => {
                if *replay {
                    state.phase = HandPhase::Replay;
                }
            }
            Event::Replayed {} => {
                state.first = Some(state.hand_score());
                state.phase = HandPhase::Play;
                state.can_replay = false;
                state.left = state.whole.clone();
                state.plays.clear();
            }
            Event::Settled { hand, score, par } => {
                let (hand, score, par) = (hand.clone(), *score, par.clone());
                state.total += score;
                state.previous = Some(Settled { hand, score, par });
            }
            Event::Left {} => {}
            Event::Over { .. } => state.phase = HandPhase::Over,
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.phase == HandPhase::Over { Seats::NONE } else { Seats::one(Seat(0)) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        (state.phase == HandPhase::Over)
            .then(|| Outcome { scores: vec![state.total.into()], winners: vec![Seat(0)] })
    }

    fn view(state: &State, _: Viewer) -> View {
        View {
            hand: state.left.clone(),
            n: state.left.len(),
            phase: state.phase,
            hand_no: state.no,
            hands: state.hands,
            hand_score: state.hand_score(),
            total: state.total,
            plays: state.plays.clone(),
            can_swap: state.can_swap,
            can_replay: state.can_replay,
            previous: state.previous.clone(),
            status: if state.phase == HandPhase::Over { Status::Over } else { Status::Playing },
        }
    }

    /// An invalid word that shares no letter with the hand costs nothing.
    fn is_free(before: &State, event: &Event) -> bool {
        matches!(event, Event::Played { points: 0, left, .. } if *left == before.left)
    }
}

impl State {
    /// Words that cost nothing can be played endlessly, so the oldest ones without points are dropped.
    fn drop_worthless_words(&mut self) {
        if self.plays.len() > MAX_PLAYS
            && let Some(oldest) = self.plays.iter().position(|play| play.points == 0)
        {
            self.plays.remove(oldest);
        }
    }

    /// The points of the words played so far, in this replay if there is one.
    pub(super) fn hand_score(&self) -> u32 {
        self.plays.iter().map(|play| play.points).sum()
    }
}
