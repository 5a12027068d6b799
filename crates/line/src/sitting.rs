//! A match as a terminal sees it: some seats are people at this keyboard, the others are bots, or
//! people elsewhere.

use crate::{House, Plan};
use engine::{Hint, Refusal, Seat, Seats, Start, Thought, Viewer};
use hall::players::{Names, here};
use hall::{MatchId, Players, Update, Watch, Which, Who, Why};

/// Somebody sits at a match.
pub(crate) struct Sitting<'a> {
    house: House<'a>,
    id: MatchId,
    /// The seats that are played here.
    here: Seats,
    names: Names,
    /// Hears what is said: as the one person there is, or as the public when there are several.
    ear: Watch,
    /// What was heard before anybody sat down.
    dealt: Option<Update>,
}

/// What is to be shown: the match as the person who is to act may see it, and what was said.
pub(crate) struct Shown {
    /// The person's own update.
    pub(crate) update: Update,
    /// What was said since the last time.
    pub(crate) said: Vec<String>,
}

impl<'a> Sitting<'a> {
    /// Opens a match with the plan's bots on their seats and players on the others.
    pub(crate) fn open(
        house: House<'a>,
        start: &Start,
        plan: &Plan,
        players: &Players,
    ) -> Result<Sitting<'a>, Refusal> {
        let bots = &plan.bots;
        let is_bot = |seat: &Seat| bots.iter().any(|(bot, _)| bot == seat);
        let people = players.sit_on((0..start.seats).map(Seat).filter(|seat| !is_bot(seat)));
        let here = people.iter().fold(Seats::NONE, |here, (seat, _)| here.with(*seat));
        let bots = bots.iter().map(|(seat, name)| (*seat, Who::Bot(name.clone())));
        house.runtime.block_on(async {
            let hall = house.hall;
            let id = match plan.daily {
                Some(day) => hall.open_daily(start, day).await?,
                None => hall.open(start).await?,
            };
            let mut ear = hall.watch(&id, viewer(here)).await?;
            let mut dealt = ear.next().await;
            if here.len() < usize::from(start.seats) {
                // With bots a match begins with the table, and not with what the deal said.
                dealt.iter_mut().for_each(|dealt| dealt.said.clear());
            }
            let mut sat = vec![None; usize::from(start.seats)];
            for (seat, who) in people.into_iter().chain(bots) {
                hall.sit(&id, seat, who.clone()).await?;
                if let Some(sat) = sat.get_mut(seat.index()) {
                    *sat = Some(who);
                }
            }
            let names = players.on_the_table(&sat);
            Ok(Sitting { house, id, here, names, ear, dealt })
        })
    }

    /// Sits down again at a match that is not over.
    pub(crate) fn resume(
        house: House<'a>,
        id: &MatchId,
        players: &Players,
    ) -> Result<Sitting<'a>, Refusal> {
        house.runtime.block_on(async {
            let which = Which { id: Some(id.clone()), ..Which::all() };
            let found = house.hall.matches(&which).await?;
            let summary = found
                .first()
                .ok_or_else(|| Refusal::new("house.match", format!("There is no match {id}.")))?;
            let here = here(summary, players, house.shared);
            let ear = house.hall.watch(id, viewer(here)).await?;
            let names = players.on_the_table(&summary.sat);
            Ok(Sitting { house, id: id.clone(), here, names, ear, dealt: None })
        })
    }

    /// The match.
    pub(crate) fn id(&self) -> &MatchId {
        &self.id
    }

    /// What a seat is called.
    pub(crate) fn player(&self, seat: Seat) -> String {
        self.names.of(seat)
    }

    /// Waits until a person here is to act or it is over.
    pub(crate) fn wait(&mut self) -> Result<Shown, Refusal> {
        let mut said = Vec::new();
        loop {
            let heard = match self.dealt.take() {
                Some(dealt) => dealt,
                None => self.house.runtime.block_on(self.ear.next()).ok_or_else(failed)?,
            };
            said.extend(heard.said.iter().map(|text| self.names.text(text)));
            let elsewhere = heard.to_act.iter().next().is_some_and(|seat| !self.here.has(seat));
            if !elsewhere {
                return Ok(Shown { update: self.look()?, said });
            }
        }
    }

    /// The match as the person who is to act sees it now.
    pub(crate) fn look(&self) -> Result<Update, Refusal> {
        let seat = self.acting()?;
        let look = self.house.hall.look(&self.id, Viewer::Seat(seat));
        let mut update = self.house.runtime.block_on(look)?;
        update.scene = self.names.scene(update.scene);
        Ok(update)
    }

    /// The person who is to act plays a line.
    pub(crate) fn act(&self, line: &str) -> Result<(), Refusal> {
        let (hall, seat) = (self.house.hall, self.acting()?);
        self.house.runtime.block_on(async {
            let seen = hall.look(&self.id, Viewer::Seat(seat)).await?.seq;
            hall.act(&self.id, seat, seen, line).await.map(drop)
        })
    }

    /// A hint for the person who is to act.
    pub(crate) fn hint(&self) -> Result<Option<Hint>, Refusal> {
        let hint = self.house.hall.hint(&self.id, self.acting()?, Thought::default());
        self.house.runtime.block_on(hint)
    }

    /// The person who is to act leaves.
    pub(crate) fn leave(&self) -> Result<(), Refusal> {
        let leave = self.house.hall.leave(&self.id, self.acting()?, Why::Resigned);
        self.house.runtime.block_on(leave).map(drop)
    }

    /// The person here who is to act; nobody looks through the eyes of those who are elsewhere.
    fn acting(&self) -> Result<Seat, Refusal> {
        let acting = self.house.runtime.block_on(self.house.hall.acting(&self.id))?;
        let here = Some(acting).filter(|seat| self.here.has(*seat));
        Ok(here.or(self.here.iter().next()).unwrap_or(acting))
    }
}

/// Whose ears hear what is said.
fn viewer(here: Seats) -> Viewer {
    match (here.iter().next(), here.len()) {
        (Some(one), 1) => Viewer::Seat(one),
        _ => Viewer::Public,
    }
}

fn failed() -> Refusal {
    Refusal::new("house.broken", "This match failed and is closed; its log is kept.")
}
