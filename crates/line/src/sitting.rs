//! A match as a terminal sees it: some seats are people at this keyboard, the others are bots, or
//! people elsewhere.

use crate::{HallContext, PlayRequest};
use engine::{Budget, Hint, Refusal, Seat, Seats, Start, Viewer};
use hall::players::{Names, local_seats};
use hall::{LeaveReason, MatchFilter, MatchId, Occupant, Players, Update, Watch};

/// Somebody sits at a match.
pub(crate) struct LocalMatch<'a> {
    context: HallContext<'a>,
    id: MatchId,
    seats: u8,
    /// The seats that are played here.
    here: Seats,
    bots: Seats,
    names: Names,
    /// Hears what is said: as the one person there is, or as the public when there are several.
    watch: Watch,
    /// What was heard before anybody sat down.
    dealt: Option<Update>,
    /// What was heard and not shown yet.
    said: Vec<String>,
    /// The last entry that was shown.
    seen: u64,
}

/// What is to be shown: the match as the person who is to act may see it, or those who wait, and what
/// was said.
pub(crate) struct MatchUpdate {
    /// The person's own update.
    pub(crate) update: Update,
    /// What was said since the last time.
    pub(crate) said: Vec<String>,
    /// The person elsewhere who is to act.
    pub(crate) elsewhere: Option<Seat>,
}

impl<'a> LocalMatch<'a> {
    /// Opens a match with the plan's bots on their seats and players on the others.
    pub(crate) fn open(
        house: HallContext<'a>,
        start: &Start,
        plan: &PlayRequest,
        players: &Players,
    ) -> Result<LocalMatch<'a>, Refusal> {
        let bots = &plan.bots;
        let is_bot = |seat: &Seat| bots.iter().any(|(bot, _)| bot == seat);
        let people =
            players.assign_seats((0..start.seats).map(Seat).filter(|seat| !is_bot(seat)))?;
        let here = people.iter().fold(Seats::NONE, |here, (seat, _)| here.with(*seat));
        let bots = bots.iter().map(|(seat, name)| (*seat, Occupant::Bot(name.clone())));
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
            let names = players.names_at(&sat);
            Ok(LocalMatch { dealt, ..LocalMatch::new(house, id, here, names, &sat, ear) })
        })
    }

    /// Sits down again at a match that is not over.
    pub(crate) fn resume(
        house: HallContext<'a>,
        id: &MatchId,
        players: &Players,
    ) -> Result<LocalMatch<'a>, Refusal> {
        house.runtime.block_on(async {
            let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            let found = house.hall.matches(&which).await?;
            let summary = found
                .first()
                .ok_or_else(|| Refusal::new("house.match", format!("There is no match {id}.")))?;
            let here = local_seats(summary, players, house.shared);
            let ear = house.hall.watch(id, viewer(here)).await?;
            let names = players.names_at(&summary.sat);
            Ok(LocalMatch::new(house, id.clone(), here, names, &summary.sat, ear))
        })
    }

    fn new(
        house: HallContext<'a>,
        id: MatchId,
        here: Seats,
        names: Names,
        sat: &[Option<Occupant>],
        ear: Watch,
    ) -> LocalMatch<'a> {
        let is_bot = |(_, who): &(Seat, &Option<Occupant>)| matches!(who, Some(Occupant::Bot(_)));
        let bots = (0..).map(Seat).zip(sat).filter(is_bot);
        let bots = bots.fold(Seats::NONE, |bots, (seat, _)| bots.with(seat));
        let (seats, said) = (sat.len() as u8, Vec::new());
        LocalMatch {
            context: house,
            id,
            seats,
            here,
            bots,
            names,
            watch: ear,
            dealt: None,
            said,
            seen: 0,
        }
    }

    /// The match.
    pub(crate) fn id(&self) -> &MatchId {
        &self.id
    }

    /// What a seat is called.
    pub(crate) fn player(&self, seat: Seat) -> String {
        self.names.of(seat)
    }

    /// The seats that are played here.
    pub(crate) fn here(&self) -> Seats {
        self.here
    }

    /// Do people elsewhere sit at the match too?
    pub(crate) fn has_remote_players(&self) -> bool {
        usize::from(self.seats) > self.here.len() + self.bots.len()
    }

    /// Waits until a person is to act, here or elsewhere, or it is over. Who stops waiting misses
    /// nothing.
    pub(crate) async fn next(&mut self) -> Result<MatchUpdate, Refusal> {
        loop {
            let mut heard = match self.dealt.take() {
                Some(dealt) => dealt,
                None => self.watch.next().await.ok_or_else(failed)?,
            };
            self.said.extend(heard.said.iter().map(|text| self.names.text(text)));
            let acting = heard.to_act.iter().next();
            let elsewhere = acting.filter(|seat| !self.here.has(*seat));
            let update = match elsewhere {
                Some(seat) if self.bots.has(seat) => continue,
                // Those who are here see what all of them may see.
                Some(_) => {
                    heard.scene = self.names.scene(heard.scene);
                    heard
                }
                None => self.look().await?,
            };
            self.seen = update.seq;
            return Ok(MatchUpdate { update, said: std::mem::take(&mut self.said), elsewhere });
        }
    }

    /// The match as the person who is to act sees it now.
    async fn look(&self) -> Result<Update, Refusal> {
        let viewer = Viewer::Seat(self.acting().await?);
        let mut update = self.context.hall.look(&self.id, viewer).await?;
        update.scene = self.names.scene(update.scene);
        Ok(update)
    }

    /// Has anything happened that was not shown here?
    pub(crate) fn is_behind(&self) -> Result<bool, Refusal> {
        let look = self.context.hall.look(&self.id, Viewer::Public);
        Ok(self.context.runtime.block_on(look)?.seq > self.seen)
    }

    /// The person who is to act plays a line, from what was shown last.
    pub(crate) fn act(&self, line: &str) -> Result<(), Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.act(&self.id, seat, self.seen, line).await.map(drop)
        })
    }

    /// A hint for the person who is to act.
    pub(crate) fn hint(&self) -> Result<Option<Hint>, Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.hint(&self.id, seat, Budget::default()).await
        })
    }

    /// The person who is to act leaves.
    pub(crate) fn leave(&self) -> Result<(), Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.leave(&self.id, seat, LeaveReason::Resigned).await.map(drop)
        })
    }

    /// The person here who is to act; nobody looks through the eyes of those who are elsewhere.
    async fn acting(&self) -> Result<Seat, Refusal> {
        let acting = self.context.hall.acting(&self.id).await?;
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
