//! A match at this keyboard: some of its seats are played here, the others by bots or at other terminals.

use crate::{HallContext, PlayRequest};
use engine::{Budget, Code, Hint, Names, Refusal, Seat, Seats, Start, Viewer};
use hall::players::local_seats;
use hall::{LeaveReason, MatchFilter, MatchId, NamedUpdate, Occupant, Players, Update, Watch};

pub(crate) struct LocalMatch<'a> {
    context: HallContext<'a>,
    id: MatchId,
    seats: u8,
    /// The seats played at this keyboard.
    here: Seats,
    bots: Seats,
    names: Names,
    /// Watches as the one player here, or as the public if there are several.
    watch: Watch,
    /// The update from before the players sat down.
    dealt: Option<Update>,
    /// Sentences that are not shown yet.
    said: Vec<String>,
    /// The sequence number of the last update shown.
    seen: u64,
}

/// The next thing to show: the match as the player to act sees it, or as the waiting players do.
pub(crate) struct MatchUpdate {
    pub(crate) update: NamedUpdate,
    /// New sentences since the last update.
    pub(crate) said: Vec<String>,
    /// The seat to act, if it is played at another terminal.
    pub(crate) elsewhere: Option<Seat>,
}

impl<'a> LocalMatch<'a> {
    /// Opens a match with the requested bots on their seats and players on the others.
    pub(crate) fn open(
        context: HallContext<'a>,
        start: &Start,
        request: &PlayRequest,
        players: &Players,
    ) -> Result<LocalMatch<'a>, Refusal> {
        let bots = &request.bots;
        let is_bot = |seat: &Seat| bots.iter().any(|(bot, _)| bot == seat);
        let people =
            players.assign_seats((0..start.seats).map(Seat).filter(|seat| !is_bot(seat)))?;
        let here = people.iter().fold(Seats::NONE, |here, (seat, _)| here.with(*seat));
        let bots = bots.iter().map(|(seat, name)| (*seat, Occupant::Bot(name.clone())));
        context.runtime.block_on(async {
            let hall = context.hall;
            let id = match request.daily {
                Some(day) => hall.open_daily(start, day).await?,
                None => hall.open(start).await?,
            };
            let mut watch = hall.watch(&id, viewer(here)).await?;
            let mut dealt = watch.next().await;
            if here.len() < usize::from(start.seats) {
                // A match with bots starts with the scene, without the sentences of the deal.
                dealt.iter_mut().for_each(|dealt| dealt.said.clear());
            }
            let mut sat = vec![None; usize::from(start.seats)];
            for (seat, occupant) in people.into_iter().chain(bots) {
                hall.sit(&id, seat, occupant.clone()).await?;
                if let Some(sat) = sat.get_mut(seat.index()) {
                    *sat = Some(occupant);
                }
            }
            let names = players.names_at(&sat);
            Ok(LocalMatch { dealt, ..LocalMatch::new(context, id, here, names, &sat, watch) })
        })
    }

    /// Resumes an unfinished match.
    pub(crate) fn resume(
        context: HallContext<'a>,
        id: &MatchId,
        players: &Players,
    ) -> Result<LocalMatch<'a>, Refusal> {
        context.runtime.block_on(async {
            let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
            let found = context.hall.matches(&filter).await?;
            let summary = found
                .first()
                .ok_or_else(|| Refusal::new(Code::Match, format!("There is no match {id}.")))?;
            let here = local_seats(summary, players, context.shared);
            let watch = context.hall.watch(id, viewer(here)).await?;
            let names = players.names_at(&summary.sat);
            Ok(LocalMatch::new(context, id.clone(), here, names, &summary.sat, watch))
        })
    }

    fn new(
        context: HallContext<'a>,
        id: MatchId,
        here: Seats,
        names: Names,
        sat: &[Option<Occupant>],
        watch: Watch,
    ) -> LocalMatch<'a> {
        let is_bot =
            |(_, occupant): &(Seat, &Option<Occupant>)| matches!(occupant, Some(Occupant::Bot(_)));
        let bots = (0..).map(Seat).zip(sat).filter(is_bot);
        let bots = bots.fold(Seats::NONE, |bots, (seat, _)| bots.with(seat));
        let (seats, said) = (sat.len() as u8, Vec::new());
        LocalMatch { context, id, seats, here, bots, names, watch, dealt: None, said, seen: 0 }
    }

    pub(crate) fn id(&self) -> &MatchId {
        &self.id
    }

    /// The name of the player on a seat.
    pub(crate) fn player(&self, seat: Seat) -> String {
        self.names.of(seat)
    }

    /// The seats played at this keyboard.
    pub(crate) fn here(&self) -> Seats {
        self.here
    }

    /// Are some seats played at other terminals?
    pub(crate) fn has_remote_players(&self) -> bool {
        usize::from(self.seats) > self.here.len() + self.bots.len()
    }

    /// Waits until it is the turn of a person, here or at another terminal, or until the match is over. Dropping the
    /// future loses no sentence.
    pub(crate) async fn next(&mut self) -> Result<MatchUpdate, Refusal> {
        loop {
            let news = match self.dealt.take() {
                Some(dealt) => dealt,
                None => self.watch.next().await.ok_or_else(failed)?,
            };
            let news = news.named(&self.names);
            self.said.extend_from_slice(&news.said);
            let acting = news.to_act.iter().next();
            let elsewhere = acting.filter(|seat| !self.here.has(*seat));
            let update = match elsewhere {
                Some(seat) if self.bots.has(seat) => continue,
                // While they wait, the players here see what all of them may see.
                Some(_) => news,
                None => self.look().await?,
            };
            self.seen = update.seq;
            return Ok(MatchUpdate { update, said: std::mem::take(&mut self.said), elsewhere });
        }
    }

    /// The match as the player to act sees it now.
    async fn look(&self) -> Result<NamedUpdate, Refusal> {
        let viewer = Viewer::Seat(self.acting().await?);
        Ok(self.context.hall.look(&self.id, viewer).await?.named(&self.names))
    }

    /// Has something happened in the match that was not shown here yet?
    pub(crate) fn is_behind(&self) -> Result<bool, Refusal> {
        let status = self.context.hall.status(&self.id);
        Ok(self.context.runtime.block_on(status)?.seq > self.seen)
    }

    /// The player to act plays a line, based on the last update shown.
    pub(crate) fn act(&self, line: &str) -> Result<(), Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.act(&self.id, seat, self.seen, line).await.map(drop)
        })
    }

    /// A hint for the player to act.
    pub(crate) fn hint(&self) -> Result<Option<Hint>, Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.hint(&self.id, seat, Budget::default()).await
        })
    }

    /// The player to act leaves.
    pub(crate) fn leave(&self) -> Result<(), Refusal> {
        self.context.runtime.block_on(async {
            let seat = self.acting().await?;
            self.context.hall.leave(&self.id, seat, LeaveReason::Resigned).await.map(drop)
        })
    }

    /// The seat to act if it is played here, otherwise the first seat here: never the view of a player at another
    /// terminal.
    async fn acting(&self) -> Result<Seat, Refusal> {
        let acting = self.context.hall.acting(&self.id).await?;
        let here = Some(acting).filter(|seat| self.here.has(*seat));
        Ok(here.or(self.here.iter().next()).unwrap_or(acting))
    }
}

/// The viewer whose sentences are shown.
fn viewer(here: Seats) -> Viewer {
    match (here.iter().next(), here.len()) {
        (Some(one), 1) => Viewer::Seat(one),
        _ => Viewer::Public,
    }
}

fn failed() -> Refusal {
    Refusal::new(Code::Broken, "This match failed and is closed. Its log is saved.")
}
