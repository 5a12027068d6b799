//! Opening a match: dealing it, giving it an id, and storing the first entry of its log.

use crate::catch_panic::catch_panic;
use crate::live::{Live, broken, no_words, write_failed};
use crate::puzzle::with_own_seed;
use crate::{Entry, Hall, LoggedEntry, MatchId, StoreError, WorkPermit};
use engine::{AnyGame, Refusal, Seat, Start, Step, Viewer};
use jiff::civil::Date;
use std::sync::Arc;
use words::Lexicon;

impl Hall {
    /// The first step of a match, its deal. Nothing is stored.
    pub async fn dealt(&self, start: &Start) -> Result<Step, Refusal> {
        let words = self.words(&start.words).await?.ok_or_else(|| no_words(&start.words))?;
        let Start { game, settings, seats, seed, .. } = start;
        catch_panic(|| game.open(settings, *seats, *seed, words))
            .map_err(|text| broken(format!("{} cannot be opened: {text}.", game.info().name)))?
    }

    /// Opens every game once, so that no request has to wait for what games build at first use, such as indexes of
    /// words.
    pub async fn warm_up(&self) -> Result<(), Refusal> {
        let games = self.0.games;
        self.0.work.run(move |permit| open_all(permit, games)).await
    }

    /// Opens a match.
    pub async fn open(&self, start: &Start) -> Result<MatchId, Refusal> {
        self.open_new(start, None).await
    }

    /// Opens a match as the daily of this day.
    pub async fn open_daily(&self, start: &Start, day: Date) -> Result<MatchId, Refusal> {
        self.open_new(start, Some(day)).await
    }

    async fn open_new(&self, start: &Start, daily: Option<Date>) -> Result<MatchId, Refusal> {
        let id = new_id()?;
        self.open_as(&id, start, daily).await?.map_err(|error| write_failed(&error))?;
        Ok(id)
    }

    /// Opens a match with this id unless it exists. Returns whether it is new.
    pub(crate) async fn open_once(
        &self,
        id: &MatchId,
        start: &Start,
        daily: Option<Date>,
    ) -> Result<bool, Refusal> {
        match self.open_as(id, start, daily).await? {
            Ok(()) => Ok(true),
            Err(StoreError::Taken { .. }) => Ok(false),
            Err(error) => Err(write_failed(&error)),
        }
    }

    async fn open_as(
        &self,
        id: &MatchId,
        start: &Start,
        daily: Option<Date>,
    ) -> Result<Result<(), StoreError>, Refusal> {
        let start = with_own_seed(start);
        let (first, live) = self.begin_as(id, &start, daily).await?;
        self.save_texts(&start).await?;
        let stored = self.store().append(&first.entry, &live.now).await;
        if stored.is_ok() {
            self.cache_match(id, live).await;
        }
        Ok(stored)
    }

    /// A new match and the first entry of its log; nothing is stored yet.
    pub(crate) async fn begin(
        &self,
        start: &Start,
        daily: Option<Date>,
    ) -> Result<(LoggedEntry, Live), Refusal> {
        self.begin_as(&new_id()?, start, daily).await
    }

    async fn begin_as(
        &self,
        id: &MatchId,
        start: &Start,
        daily: Option<Date>,
    ) -> Result<(LoggedEntry, Live), Refusal> {
        let opened = self.dealt(start).await?;
        let info = start.game.info();
        let Start { settings, seats, seed, .. } = start;
        let setup = settings.iter().map(|(key, value)| (key.name.to_owned(), value.clone()));
        let entry = Entry::Opened {
            game: info.id.to_owned(),
            rules: info.rules,
            setup: setup.collect(),
            seats: *seats,
            words: start.words.clone(),
            seed: *seed,
            daily,
            events: opened.events,
        };
        let first = LoggedEntry { at: self.now(), entry };
        let live = self.read(id, std::slice::from_ref(&first)).await?;
        Ok((first, live))
    }
}

fn open_all(_: &WorkPermit, games: &[&'static dyn AnyGame]) {
    let words = Arc::new(Lexicon::builtin().clone());
    for game in games.iter().filter(|game| game.info().listed) {
        let Ok(settings) = game.read(&[]) else { continue };
        if let Ok(opened) = game.open(&settings, game.info().fewest, 0, Arc::clone(&words)) {
            drop(opened.next.scene(Viewer::Seat(Seat(0))));
        }
    }
}

fn new_id() -> Result<MatchId, Refusal> {
    MatchId::random()
        .map_err(|error| broken(format!("The system provides no random numbers: {error}.")))
}
