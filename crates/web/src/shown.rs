//! Matches and tables as wire types: only what the viewer may see, and with names.

use crate::error::{ApiError, ApiResult};
use crate::names::{PlayerNames, players};
use crate::serve::AppState;
use crate::wire;
use crate::wire::{AtTable, Brief, Ended, MayStandIn, Over, Phrase, Racer, Round, Sitter, State};
use engine::{AnyGame, Seat, Settings, Viewer};
use hall::tables::PHRASES;
use hall::{MatchFilter, MatchId, Occupant, Summary, Table, TableId, Update};
use std::time::Duration;

/// How many of a table's last rounds are shown.
const MAX_ROUNDS: usize = 10;

/// A match that a person may see, and as which viewer.
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
    /// The owners of the seats, also where a bot stands in.
    pub(crate) fn owners(&self) -> impl Iterator<Item = &Occupant> {
        let seats = (0..self.summary.seats).map(Seat);
        seats.filter_map(|seat| self.table.as_ref()?.owner(&self.id, seat))
    }
}

/// The seat of a viewer as a number; -1 for spectators.
fn number(viewer: Viewer) -> i16 {
    viewer.seat().map_or(-1, |seat| i16::from(seat.0))
}

fn seats(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// The owners of the seats of a match, and the bots that stand in for some of them.
fn owners_and_stand_ins(
    table: Option<&Table>,
    id: &MatchId,
    sat: &[Option<Occupant>],
) -> (Vec<Option<Occupant>>, Vec<Option<String>>) {
    let pairs = (0..).map(Seat).zip(sat).map(|(seat, occupant)| {
        match (occupant, table.and_then(|table| table.owner(id, seat))) {
            (Some(Occupant::Bot(bot)), Some(owner @ Occupant::Player(_))) => {
                (Some(owner.clone()), Some(bot.clone()))
            }
            _ => (occupant.clone(), None),
        }
    });
    pairs.unzip()
}

/// The stand-ins in a match, by the seats of its table.
fn stand_ins(table: &Table, summary: &Summary) -> Vec<Option<String>> {
    let (_, mut bots) = owners_and_stand_ins(Some(table), &summary.id, &summary.sat);
    let round = table.rounds.iter().position(|round| round.matches.contains(&summary.id));
    let place = |seat| table.seat_in_match(round.unwrap_or_default(), seat).index();
    let seats = (0..table.config.seats).map(Seat);
    seats.map(|seat| bots.get_mut(place(seat)).and_then(Option::take)).collect()
}

impl AppState {
    pub(crate) async fn summary(&self, id: &MatchId) -> ApiResult<Summary> {
        let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        let found = self.hall.matches(&filter).await?.into_iter().next();
        found.ok_or_else(ApiError::no_match)
    }

    /// A person's access to a match, as a player or a spectator; `house.match` if they may not see it.
    pub(crate) async fn access(&self, me: Option<&str>, id: &MatchId) -> ApiResult<Access> {
        let summary = self.summary(id).await?;
        let table = match self.hall.table_of(id).await? {
            Some(table) => Some(self.hall.table(&table).await?),
            None => None,
        };
        // A player for whom a bot stands in still sees the match from their seat.
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

    /// Whether a person may watch a match without a seat. Everyone who knows its id may see a finished match; only
    /// people at its table may see an unfinished one. The matches of a race are hidden until all of them are over.
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

    /// Whether all matches of the round that a match belongs to are over.
    pub(crate) async fn race_is_over(&self, table: &Table, id: &MatchId) -> ApiResult<bool> {
        let round = table.rounds.iter().position(|round| round.matches.contains(id));
        let Some(round) = round else { return Ok(false) };
        Ok(self.hall.round(table, round).await?.iter().all(|summary| summary.ended.is_some()))
    }

    /// Whether a match is over, and in a race also the matches of the others: its log reveals the puzzle, which they
    /// may still be playing.
    pub(crate) async fn is_over_for_all(&self, access: &Access) -> ApiResult<bool> {
        match &access.table {
            Some(table) if table.config.race => self.race_is_over(table, &access.id).await,
            _ => Ok(access.summary.ended.is_some()),
        }
    }

    /// An update as a wire type.
    pub(crate) async fn show(&self, access: &Access, update: Update) -> ApiResult<wire::Update> {
        let hides = match (&access.table, &update.over) {
            (Some(table), Some(_)) if table.config.race => {
                !self.race_is_over(table, &access.id).await?
            }
            _ => false,
        };
        let people = players(update.sat.iter().flatten().chain(access.owners()));
        let names = self.names_of(people).await?;
        let mut shown = self.show_with(access, &names, update);
        if let Some(over) = shown.over.as_mut().filter(|_| hides) {
            over.ticket = None;
        }
        Ok(shown)
    }

    /// An update of a match that is over for all players, or isn't over. `player_names` must include the players on its
    /// seats and the owners of those.
    pub(crate) fn show_with(
        &self,
        access: &Access,
        player_names: &PlayerNames,
        update: Update,
    ) -> wire::Update {
        let left = match update.over {
            None => self.clocks.left(&access.id, update.clock),
            Some(_) => None,
        };
        let setup = match &update.over {
            Some(over) => over.setup.clone(),
            None => access.settings.concealed(),
        };
        // A match that a stand-in has finished is the bot's.
        let table = access.table.as_ref().filter(|_| update.over.is_none());
        let (sat, bots) = owners_and_stand_ins(table, &access.id, &update.sat);
        // A seat keeps its owner's name while a bot stands in.
        let names = player_names.seats(&sat);
        let own = update.viewer.seat().filter(|seat| update.is_played_by_person(*seat));
        let may_cancel = own.is_some() && access.summary.may_be_cancelled(update.moves);
        let may_call_off =
            own.is_some() && access.table.is_some() && update.seats_of_people().count() > 1;
        let may_stand_in = self.may_stand_in(access, &update);
        let is_away = update.viewer.seat().is_some_and(|seat| update.has_bot(seat));
        let mut scene = update.scene;
        if is_away {
            scene = scene.without_moves();
        }
        wire::Update {
            r#match: access.id.0.clone(),
            game: access.game.info().id,
            seq: update.seq,
            viewer: number(update.viewer),
            to_act: update.to_act.iter().map(|seat| seat.0).collect(),
            seats: player_names.sitters(&sat, &bots, access.me.as_deref()),
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
            daily: access.summary.daily.map(|day| day.to_string()),
            table: access.table.as_ref().map(|table| table.id.0.clone()),
            deadline_ms: left.map(millis),
            setup,
            left: update.left.iter().map(|(seat, _)| seat.0).collect(),
            may_cancel,
            may_call_off,
            may_stand_in,
            table_seats: access
                .table
                .as_ref()
                .and_then(|table| Some(seats(&table.table_seats(&access.id)?))),
        }
    }

    /// The players for whom the viewer may let a bot stand in, and when.
    fn may_stand_in(&self, access: &Access, update: &Update) -> Option<MayStandIn> {
        let table = access.table.as_ref()?;
        let late = table.stand_in_seats(&access.id, update, access.me.as_deref()?);
        let left = self.config.limits.patience.saturating_sub(update.waited);
        // Rounded up, so that nobody asks too early.
        let in_ms = millis(left + Duration::from_micros(999));
        (!late.is_empty()).then(|| MayStandIn { seats: seats(&late), in_ms })
    }

    /// The seats as they are shown, with the stand-ins.
    pub(crate) async fn sitters(
        &self,
        sat: &[Option<Occupant>],
        bots: &[Option<String>],
        me: Option<&str>,
    ) -> ApiResult<Vec<Option<Sitter>>> {
        Ok(self.names_of(players(sat.iter().flatten())).await?.sitters(sat, bots, me))
    }

    /// A match in a player's list.
    pub(crate) async fn brief(&self, me: &str, summary: Summary) -> ApiResult<Brief> {
        let seat = summary.seat_of(me);
        let table = match self.hall.table_of(&summary.id).await? {
            Some(table) => Some(self.hall.table(&table).await?),
            None => None,
        };
        let (mut yours, mut progress) = (false, None);
        // A player for whom a bot stands in still sees the progress, but nobody waits for them.
        let owned = || table.as_ref().and_then(|table| table.owned(&summary.id, me));
        if let Some(seen) = seat.or_else(owned).filter(|_| summary.ended.is_none()) {
            // A match that can't be read is still listed.
            if let Ok(glance) = self.hall.glance_of(summary.clone()).await {
                yours = seat.is_some() && glance.to_act.contains(&seen);
                progress = glance.progress.into_iter().nth(seen.index());
            }
        }
        // A match that a stand-in has finished is the bot's.
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

    /// A table, for a person who is at it or invited to it.
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
            // The server was stopped between starting the round and seating everyone.
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
        let old = table.rounds.len().saturating_sub(MAX_ROUNDS);
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

    /// The seats of a table that have voted to cancel the match.
    async fn cancel_votes(&self, table: &Table, playing: bool) -> ApiResult<Vec<u8>> {
        let Some(id) = table.shared_match().filter(|_| playing) else { return Ok(Vec::new()) };
        // The server may have been stopped between the last vote and cancelling the match.
        self.hall.cancel_if_agreed(table).await?;
        let votes = self.hall.cancel_votes(table).await?;
        let seats = table.table_seats(id).unwrap_or_default();
        let voters = votes.iter().filter_map(|vote| seats.get(vote.index()));
        Ok(voters.map(|seat| seat.0).collect())
    }

    /// The people at a table.
    async fn people_at(&self, me: &str, table: &Table) -> ApiResult<Vec<AtTable>> {
        let mut people = Vec::with_capacity(table.members.len());
        for id in &table.members {
            let (person, name) = (self.at_table(&table.id, id), self.name(id).await?);
            people.push(AtTable { person, name, you: id == me });
        }
        Ok(people)
    }

    /// The id of a person at one table. It differs at every table, so that nobody can be recognized by it.
    pub(crate) fn at_table(&self, table: &TableId, id: &str) -> String {
        self.key.sign(&format!("{table}/{id}")).chars().take(26).collect()
    }

    /// The progress of all players in a race, with the results only when all are done.
    async fn racers(&self, now: &[Summary], done: bool) -> ApiResult<Vec<Racer>> {
        let mut racers = Vec::with_capacity(now.len());
        for (seat, summary) in (0..).map(Seat).zip(now) {
            let ended = summary.ended.as_ref();
            let shown = ended.filter(|_| done);
            let glance = self.hall.glance_of(summary.clone()).await?;
            // The final progress may reveal the score: “3 of 6 guesses” does.
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

    /// A finished round, with scores by the seats of the table. The winners of a race are the players with the most
    /// points among those who have won their matches.
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
        // The people who sat there then; a bot that stood in until the end counts as the player.
        let mut sat: Vec<_> = round.occupants.iter().cloned().map(Some).collect();
        let bots = summaries.first().map(|summary| stand_ins(table, summary));
        for (occupant, bot) in sat.iter_mut().zip(bots.into_iter().flatten()) {
            if let Some(bot) = bot {
                *occupant = Some(Occupant::Bot(bot));
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
