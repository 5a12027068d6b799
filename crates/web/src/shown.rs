//! What is shown: matches and tables as somebody may know them, with names in them.

use crate::error::{ApiError, ApiResult};
use crate::names::{Called, players};
use crate::serve::AppState;
use crate::wire;
use crate::wire::{AtTable, Brief, Ended, Over, Phrase, Racer, Round, Sitter, State};
use engine::{AnyGame, Seat, Settings, Viewer};
use hall::tables::PHRASES;
use hall::{MatchFilter, MatchId, Occupant, Summary, Table, TableId, Update};

/// How many rounds of a table are shown: the last ones.
const ROUNDS: usize = 10;

/// Somebody's sight of a match: who they are to it.
#[derive(Clone)]
pub(crate) struct Access {
    pub(crate) id: MatchId,
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) viewer: Viewer,
    pub(crate) summary: Summary,
    pub(crate) table: Option<Table>,
    settings: Settings,
    me: Option<String>,
}

impl Access {
    /// Who owns the seats of the match, whoever plays there now.
    pub(crate) fn owners(&self) -> impl Iterator<Item = &Occupant> {
        let seats = (0..self.summary.seats).map(Seat);
        seats.filter_map(|seat| self.table.as_ref()?.owner(&self.id, seat))
    }
}

/// A viewer as a number.
fn number(viewer: Viewer) -> i16 {
    viewer.seat().map_or(-1, |seat| i16::from(seat.0))
}

fn seats(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

/// Does a bot sit there?
fn has_bot(sat: &[Option<Occupant>], seat: Seat) -> bool {
    matches!(sat.get(seat.index()), Some(Some(Occupant::Bot(_))))
}

/// Who has the seats of a match that is played at a table, and the bots that play on for some of them.
fn owners_and_stand_ins(
    table: Option<&Table>,
    id: &MatchId,
    sat: &[Option<Occupant>],
) -> (Vec<Option<Occupant>>, Vec<Option<String>>) {
    let played = (0..).map(Seat).zip(sat).map(|(seat, who)| {
        match (who, table.and_then(|table| table.owner(id, seat))) {
            (Some(Occupant::Bot(bot)), Some(owner @ Occupant::Player(_))) => {
                (Some(owner.clone()), Some(bot.clone()))
            }
            _ => (who.clone(), None),
        }
    });
    played.unzip()
}

/// The bots that play on in a match, by the seats of its table.
fn stand_ins(table: &Table, summary: &Summary) -> Vec<Option<String>> {
    let (_, mut bots) = owners_and_stand_ins(Some(table), &summary.id, &summary.sat);
    let round = table.rounds.iter().position(|round| round.matches.contains(&summary.id));
    let place = |seat| table.seat_in_match(round.unwrap_or_default(), seat).index();
    let seats = (0..table.config.seats).map(Seat);
    seats.map(|seat| bots.get_mut(place(seat)).and_then(Option::take)).collect()
}

impl AppState {
    pub(crate) async fn summary(&self, id: &MatchId) -> ApiResult<Summary> {
        let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        let found = self.hall.matches(&which).await?.into_iter().next();
        found.ok_or_else(ApiError::no_match)
    }

    /// Who somebody is to a match: on a seat of it, or watching it. To all others it is not there.
    pub(crate) async fn access(&self, me: Option<&str>, id: &MatchId) -> ApiResult<Access> {
        let summary = self.summary(id).await?;
        let table = match self.hall.table_of(id).await? {
            Some(table) => Some(self.hall.table(&table).await?),
            None => None,
        };
        // Who is away while a bot plays on still belongs to their seat.
        let owned = |me: &str| table.as_ref().and_then(|table| table.owned(id, me));
        let viewer = match me.and_then(|me| summary.seat_of(me).or_else(|| owned(me))) {
            Some(seat) => Viewer::Seat(seat),
            None if self.may_watch(me, &summary, table.as_ref()).await? => Viewer::Public,
            None => return Err(ApiError::no_match()),
        };
        let start = self.hall.start_only(id).await?;
        let me = me.map(str::to_owned);
        let (game, settings) = (start.game, start.settings);
        Ok(Access { id: id.clone(), game, viewer, summary, table, settings, me })
    }

    /// What is over may be seen by everybody who has its name. While it is played only by those at its table; and in a
    /// race not even by them, before all are done.
    async fn may_watch(
        &self,
        me: Option<&str>,
        summary: &Summary,
        table: Option<&Table>,
    ) -> ApiResult<bool> {
        match table {
            Some(table) if table.config.race => Ok(self.race_is_over(table, &summary.id).await?),
            Some(table) if me.is_some_and(|me| table.is_member(me)) => Ok(true),
            _ => Ok(summary.ended.is_some()),
        }
    }

    /// Is everybody done in the round that a match belongs to?
    pub(crate) async fn race_is_over(&self, table: &Table, id: &MatchId) -> ApiResult<bool> {
        let round = table.rounds.iter().position(|round| round.matches.contains(id));
        let Some(round) = round else { return Ok(false) };
        Ok(self.hall.round(table, round).await?.iter().all(|summary| summary.ended.is_some()))
    }

    /// Is a match over, and not only for whoever asks? Its log tells the ticket, which others in a race still play.
    pub(crate) async fn is_over_for_all(&self, sight: &Access) -> ApiResult<bool> {
        match &sight.table {
            Some(table) if table.config.race => self.race_is_over(table, &sight.id).await,
            _ => Ok(sight.summary.ended.is_some()),
        }
    }

    /// An update, as it is shown.
    pub(crate) async fn show(&self, sight: &Access, update: Update) -> ApiResult<wire::Update> {
        let hides = match (&sight.table, &update.over) {
            (Some(table), Some(_)) if table.config.race => {
                !self.race_is_over(table, &sight.id).await?
            }
            _ => false,
        };
        let called =
            self.called(players(update.sat.iter().flatten().chain(sight.owners()))).await?;
        let mut shown = self.show_with(sight, &called, update);
        if let Some(over) = shown.over.as_mut().filter(|_| hides) {
            over.ticket = None;
        }
        Ok(shown)
    }

    /// An update of a match that hides nothing any more, or isn't over; the players on its seats and the owners of those
    /// are looked up already.
    pub(crate) fn show_with(
        &self,
        sight: &Access,
        called: &Called,
        update: Update,
    ) -> wire::Update {
        let left = match update.over {
            None => self.clocks.left(&sight.id, update.clock),
            Some(_) => None,
        };
        let setup = match &update.over {
            Some(over) => over.setup.clone(),
            None => sight.settings.concealed(),
        };
        // What is over is the bot's that played it to its end.
        let table = sight.table.as_ref().filter(|_| update.over.is_none());
        let (sat, bots) = owners_and_stand_ins(table, &sight.id, &update.sat);
        // A seat has one name, whoever plays on there.
        let names = called.seats(&sat);
        let mut scene = update.scene;
        if update.viewer.seat().is_some_and(|seat| has_bot(&update.sat, seat)) {
            (scene.choices, scene.asks) = (Vec::new(), Vec::new());
        }
        wire::Update {
            r#match: sight.id.0.clone(),
            game: sight.game.info().id,
            seq: update.seq,
            viewer: number(update.viewer),
            to_act: update.to_act.iter().map(|seat| seat.0).collect(),
            seats: called.sitters(&sat, &bots, sight.me.as_deref()),
            view: update.view,
            scene: names.scene(scene),
            said: update.said.iter().map(|text| names.text(text)).collect(),
            hinted: update.hinted,
            over: update.over.map(|over| Over {
                scores: over.scores,
                winners: seats(&over.winners),
                called_off: over.cancelled_by.map(|seat| seat.0),
                ticket: over.ticket,
            }),
            daily: sight.summary.daily.map(|day| day.to_string()),
            table: sight.table.as_ref().map(|table| table.id.0.clone()),
            deadline_ms: left.map(|left| left.as_millis().try_into().unwrap_or(u64::MAX)),
            setup,
            left: update.left.iter().map(|(seat, _)| seat.0).collect(),
        }
    }

    /// Who sits where, as it is shown, and the bots that play on for some of them.
    pub(crate) async fn sitters(
        &self,
        sat: &[Option<Occupant>],
        bots: &[Option<String>],
        me: Option<&str>,
    ) -> ApiResult<Vec<Option<Sitter>>> {
        Ok(self.called(players(sat.iter().flatten())).await?.sitters(sat, bots, me))
    }

    /// A match in somebody's list.
    pub(crate) async fn brief(&self, me: &str, summary: Summary) -> ApiResult<Brief> {
        let seat = summary.seat_of(me);
        let table = match self.hall.table_of(&summary.id).await? {
            Some(table) => Some(self.hall.table(&table).await?),
            None => None,
        };
        let (mut yours, mut progress) = (false, None);
        // Who is away still sees how it goes on; nothing waits for them.
        let owned = || table.as_ref().and_then(|table| table.owned(&summary.id, me));
        if let Some(seen) = seat.or_else(owned).filter(|_| summary.ended.is_none()) {
            // One that cannot be read is still listed.
            if let Ok(glance) = self.hall.glance_of(summary.clone()).await {
                yours = seat.is_some() && glance.to_act.contains(&seen);
                progress = glance.progress.into_iter().nth(seen.index());
            }
        }
        // What is over is the bot's that played it to its end.
        let playing = table.as_ref().filter(|_| summary.ended.is_none());
        let (sat, bots) = owners_and_stand_ins(playing, &summary.id, &summary.sat);
        let called_off = summary.is_cancelled();
        let won = seat.is_some_and(|seat| summary.won(seat));
        Ok(Brief {
            waiting: self.is_pending(me, &summary).await?,
            seats: self.sitters(&sat, &bots, Some(me)).await?,
            table: table.map(|table| table.id.0),
            progress,
            yours,
            over: summary.ended.map(|ended| Ended {
                won,
                scores: ended.scores,
                winners: seats(&ended.winners),
                called_off,
            }),
            r#match: summary.id.0,
            game: summary.game,
            daily: summary.daily.map(|day| day.to_string()),
            last: summary.last.to_string(),
            hinted: summary.hinted,
            preset: summary.preset,
        })
    }

    /// A table, as it is shown to somebody who is at it or has an invitation.
    pub(crate) async fn show_table(
        &self,
        me: &str,
        home: &str,
        table: &Table,
    ) -> ApiResult<wire::Table> {
        let game = hall::opening::find(self.hall.games(), &table.config.game)?;
        let last = table.rounds.len().checked_sub(1);
        let now = match last {
            Some(last) => self.hall.round(table, last).await?,
            None => Vec::new(),
        };
        let playing = now.iter().any(|summary| summary.ended.is_none());
        if playing && now.iter().any(|summary| summary.sat.iter().any(Option::is_none)) {
            // The house was stopped between beginning a round and sitting everybody down.
            self.hall.seat_round(table).await?;
        }
        let bots = match now.first().filter(|_| playing) {
            Some(summary) => stand_ins(table, summary),
            None => Vec::new(),
        };
        let state = match (table.closed, last, playing) {
            (_, _, true) => State::Playing,
            (true, ..) => State::Closed,
            (_, None, _) => State::Open,
            (_, Some(_), false) => State::Over,
        };
        let you = table.seat_of(me);
        let own = last.and_then(|last| match you {
            Some(seat) => table.match_of(last, seat),
            None if table.config.race => None,
            None => table.match_of(last, Seat(0)),
        });
        let mut rounds = Vec::new();
        let old = table.rounds.len().saturating_sub(ROUNDS);
        for (number, round) in table.rounds.iter().enumerate().skip(old) {
            if !(playing && Some(number) == last) {
                rounds.push(self.show_round(me, table, number, round).await?);
            }
        }
        let mut said = Vec::new();
        for (by, phrase) in &table.said {
            let name = self.name(by).await?;
            said.extend(PHRASES.get(usize::from(*phrase)).map(|phrase| Phrase { name, phrase }));
        }
        let invitation = table.invitation.as_ref().filter(|_| table.is_member(me) && !table.closed);
        Ok(wire::Table {
            table: table.id.0.clone(),
            seq: table.seq,
            game: table.config.game.clone(),
            race: table.config.race,
            limit: table.config.limit,
            setup: game.stored(&table.config.setup)?.concealed(),
            host: table.host == me,
            you: number(you.map_or(Viewer::Public, Viewer::Seat)),
            invitation: invitation.map(|code| format!("{home}/join/{}/{code}", table.id)),
            state,
            seats: self.sitters(&table.seats, &bots, Some(me)).await?,
            round: table.rounds.len(),
            r#match: own.map(|id| id.0.clone()),
            progress: match table.config.race && last.is_some() {
                true => Some(self.racers(&now, !playing).await?),
                false => None,
            },
            said,
            rounds,
            people: match table.is_member(me) {
                true => self.people_at(me, table).await?,
                false => Vec::new(),
            },
            more_time: table.time_extensions,
            asked: self.cancel_votes(table, playing).await?,
            patience: self.config.limits.patience.as_secs(),
        })
    }

    /// The seats of a table that want the match called off.
    async fn cancel_votes(&self, table: &Table, playing: bool) -> ApiResult<Vec<u8>> {
        let Some(round) = table.rounds.len().checked_sub(1).filter(|_| playing) else {
            return Ok(Vec::new());
        };
        // The house may have been stopped between the last who agreed and calling it off.
        self.hall.cancel_if_agreed(table).await?;
        let wishes = self.hall.cancel_votes(table).await?;
        let seat = |wish: &Seat| {
            let mut seats = (0..table.config.seats).map(Seat);
            seats.find(|seat| table.seat_in_match(round, *seat) == *wish)
        };
        Ok(wishes.iter().filter_map(seat).map(|seat| seat.0).collect())
    }

    /// Everybody who is at a table.
    async fn people_at(&self, me: &str, table: &Table) -> ApiResult<Vec<AtTable>> {
        let mut people = Vec::with_capacity(table.members.len());
        for id in &table.members {
            let (person, name) = (self.at_table(&table.id, id), self.name(id).await?);
            people.push(AtTable { person, name, you: id == me });
        }
        Ok(people)
    }

    /// What somebody is called by at one table: at another nobody knows them by it again.
    pub(crate) fn at_table(&self, table: &TableId, id: &str) -> String {
        self.key.sign(&format!("{table}/{id}")).chars().take(26).collect()
    }

    /// How far everybody is in a race; what came of it only when all are done.
    async fn racers(&self, now: &[Summary], done: bool) -> ApiResult<Vec<Racer>> {
        let mut racers = Vec::with_capacity(now.len());
        for (seat, summary) in (0..).map(Seat).zip(now) {
            let ended = summary.ended.as_ref();
            let shown = ended.filter(|_| done);
            let glance = self.hall.glance_of(summary.clone()).await?;
            // How far somebody came in the end may tell the score: three of six attempts do.
            let progress = match ended.is_some() && !done {
                true => "finished".to_owned(),
                false => glance.progress.into_iter().next().unwrap_or_default(),
            };
            racers.push(Racer {
                seat: seat.0,
                progress,
                over: ended.is_some(),
                score: shown.and_then(|ended| ended.scores.first().copied()),
                won: shown.map(|_| summary.won(Seat(0))),
                r#match: shown.map(|_| summary.id.0.clone()),
            });
        }
        Ok(racers)
    }

    /// A round that is over: scores by the seats of the table. In a race they win who have the most points of those who
    /// won their match; when none of them has, nobody does.
    async fn show_round(
        &self,
        me: &str,
        table: &Table,
        number: usize,
        round: &hall::tables::Round,
    ) -> ApiResult<Round> {
        let summaries = self.hall.round(table, number).await?;
        let seats = (0..table.config.seats).map(Seat);
        let mut results = Vec::new();
        for seat in seats {
            let place = if table.config.race { seat.index() } else { 0 };
            let in_match = table.seat_in_match(number, seat);
            let summary = summaries.get(place);
            let ended = summary.and_then(|summary| summary.ended.as_ref());
            let score = ended.and_then(|ended| ended.scores.get(in_match.index()).copied());
            let won = summary.is_some_and(|summary| summary.won(in_match));
            results.push((seat, won, score.unwrap_or_default()));
        }
        let best = results.iter().filter(|(_, won, _)| *won).map(|(.., score)| *score).max();
        let wins = |(_, won, score): &&(Seat, bool, i64)| {
            *won && (!table.config.race || Some(*score) == best)
        };
        let winners = results.iter().filter(wins).map(|(seat, ..)| seat.0).collect();
        let scores = results.iter().map(|(.., score)| *score).collect();
        let matches = round.matches.iter().map(|id| id.0.clone()).collect();
        let called_off = summaries.iter().all(Summary::is_cancelled);
        // Others may sit there by now; and where a bot has played on to the end, it has played.
        let mut sat: Vec<_> = round.occupants.iter().cloned().map(Some).collect();
        let bots = summaries.first().map(|summary| stand_ins(table, summary));
        for (who, bot) in sat.iter_mut().zip(bots.into_iter().flatten()) {
            if let Some(bot) = bot {
                *who = Some(Occupant::Bot(bot));
            }
        }
        Ok(Round {
            seats: self.sitters(&sat, &[], Some(me)).await?,
            matches,
            scores,
            winners,
            called_off,
        })
    }
}
