//! The hall itself: the one path that every move takes.

use crate::guard::guard;
use crate::live::{Considered, Live, broken, no_words, stale, trouble};
use crate::{Entry, MatchId, Report, Shelf, Store, StoreError, Update, Watch, Who, Why};
use engine::seal::SealKey;
use engine::{AnyGame, AnyMatch, Hint, Refusal, Seat, Start, Step, Thought, Viewer, line};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A house with its games, its store and the matches that are being played. Clones are the same
/// house.
#[derive(Clone)]
pub struct Hall(Arc<House>);

struct House {
    games: &'static [&'static dyn AnyGame],
    store: Store,
    shelf: Shelf,
    key: SealKey,
    slots: Mutex<HashMap<MatchId, Arc<Slot>>>,
}

/// One match behind its lock. The lock is held while an entry is written, so entries of a match are
/// written one after the other; other matches are not kept waiting.
type Slot = tokio::sync::Mutex<Live>;

/// A command was accepted: this entry holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ack {
    /// The number of the entry.
    pub seq: u64,
}

impl Hall {
    /// A house with these games and this store.
    pub fn new(games: &'static [&'static dyn AnyGame], store: Store) -> Hall {
        let (shelf, key, slots) = (Shelf::default(), SealKey::OPEN, Mutex::default());
        Hall(Arc::new(House { games, store, shelf, key, slots }))
    }

    /// The games of the house.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// The word lists of the house.
    pub fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    /// Opens a match.
    pub async fn open(&self, start: &Start) -> Result<MatchId, Refusal> {
        let words = self.0.shelf.get(&start.words).ok_or_else(|| no_words(&start.words))?;
        let info = start.game.info();
        let Start { settings, seats, seed, .. } = start;
        let opened = guard(|| start.game.open(settings, *seats, *seed, words))
            .map_err(|text| broken(format!("{} cannot be opened: {text}.", info.name)))??;
        let setup = settings.iter().map(|(key, value)| (key.name.to_owned(), value.clone()));
        let entry = Entry::Opened {
            game: info.id.to_owned(),
            rules: info.rules,
            setup: setup.collect(),
            seats: *seats,
            words: start.words.clone(),
            seed: *seed,
            events: opened.events,
        };
        let id = MatchId::random()
            .map_err(|error| broken(format!("This machine gives no random numbers: {error}.")))?;
        self.0.store.append(&id, 0, &entry).await.map_err(|error| trouble(&id, error))?;
        self.slot(&id).await?;
        Ok(id)
    }

    /// Lets somebody sit down. A bot starts to play as soon as it is its turn.
    pub async fn sit(&self, id: &MatchId, seat: Seat, who: Who) -> Result<Ack, Refusal> {
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        loop {
            live.whole()?;
            match live.sat.get(seat.index()) {
                None => return Err(no_seat(seat)),
                Some(Some(sat)) if *sat == who => return Ok(Ack { seq: live.seq }),
                Some(Some(_)) => {
                    return Err(Refusal::new("house.seat", format!("Seat {seat} is taken.")));
                }
                Some(None) => {}
            }
            if let Who::Bot(name) = &who
                && !live.start.game.bots().contains(&name.as_str())
            {
                return Err(no_bot(&live.start, name));
            }
            let entry = Entry::Sat { seat, who: who.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, None).await? {
                return Ok(ack);
            }
        }
    }

    /// A seat plays a line that it made from the view after entry `seen`. The same line again,
    /// after a lost answer, is the same move.
    pub async fn act(
        &self,
        id: &MatchId,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Ack, Refusal> {
        let line = line::clean(line.as_bytes())?;
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        loop {
            let step = match live.consider(seat, seen, &line) {
                Ok(Considered::Done(seq)) => return Ok(Ack { seq }),
                Ok(Considered::New(step)) => step,
                // Another house may have written since: a refusal is from the newest state.
                Err(_) if self.catch_up(id, &mut live).await? => continue,
                Err(refusal) => return Err(refusal),
            };
            let entry = Entry::Move { seat, line: line.clone(), events: step.events.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, Some(step)).await? {
                return Ok(ack);
            }
        }
    }

    /// A seat leaves.
    pub async fn leave(&self, id: &MatchId, seat: Seat, why: Why) -> Result<Ack, Refusal> {
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        loop {
            let step = match live.consider_leaving(seat) {
                Ok(step) => step,
                Err(_) if self.catch_up(id, &mut live).await? => continue,
                Err(refusal) => return Err(refusal),
            };
            let entry = Entry::Left { seat, why, events: step.events.clone() };
            if let Some(ack) = self.write(id, &mut live, &entry, Some(step)).await? {
                return Ok(ack);
            }
        }
    }

    /// A hint for a seat that is to act. The match remembers that it was asked for.
    pub async fn hint(
        &self,
        id: &MatchId,
        seat: Seat,
        thought: Thought,
    ) -> Result<Option<Hint>, Refusal> {
        let (seen, hint) =
            self.think(id, seat, "/hint", move |game| game.hint(seat, thought)).await?;
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        loop {
            // Much may have happened while it was thought of.
            live.guarded("/hint", |game| game.may_act(seat))??;
            if live.own_since(seat, seen).is_some() {
                return Err(stale(seat));
            }
            let entry = Entry::Hinted { seat };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(hint);
            }
        }
    }

    /// One move by one of the game's bots.
    pub async fn bot(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        thought: Thought,
    ) -> Result<Ack, Refusal> {
        let bot = name.to_owned();
        let (seen, line) =
            self.think(id, seat, name, move |game| game.bot(seat, &bot, thought)).await?;
        match line {
            Some(line) => self.act(id, seat, seen, &line).await,
            None => Err(no_bot(&self.start(id).await?, name)),
        }
    }

    /// Lets a mind think for a seat that is to act, and says from which entry on. It may take
    /// long: not under the lock, and not on a thread that others need.
    async fn think<T: Send + 'static>(
        &self,
        id: &MatchId,
        seat: Seat,
        doing: &str,
        think: impl FnOnce(&dyn AnyMatch) -> T + Send + 'static,
    ) -> Result<(u64, T), Refusal> {
        let slot = self.slot(id).await?;
        let (seen, game) = {
            let mut live = slot.lock().await;
            live.guarded(doing, |game| game.may_act(seat))??;
            (live.seq, Arc::clone(&live.game))
        };
        let thinking = tokio::task::spawn_blocking(move || guard(|| think(&*game))).await;
        match thinking.unwrap_or_else(|error| Err(error.to_string())) {
            Ok(thought) => Ok((seen, thought)),
            Err(text) => Err(slot.lock().await.close(doing, text)),
        }
    }

    /// Remarks about a half-typed line.
    pub async fn preview(
        &self,
        id: &MatchId,
        seat: Seat,
        typed: &str,
    ) -> Result<Vec<String>, Refusal> {
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        live.guarded("preview", |game| match game.may_act(seat) {
            Ok(()) => game.preview(seat, typed),
            Err(_) => Vec::new(),
        })
    }

    /// Follows a match as a viewer.
    pub async fn watch(&self, id: &MatchId, viewer: Viewer) -> Result<Watch, Refusal> {
        let slot = self.slot(id).await?;
        let seats = slot.lock().await.start.seats;
        if let Some(seat) = viewer.seat().filter(|seat| seat.0 >= seats) {
            return Err(no_seat(seat));
        }
        let (live, key) = (slot, self.0.key.clone());
        let news = live.lock().await.bell.subscribe();
        Ok(Watch { live, news, viewer, heard: None, key })
    }

    /// The match as a viewer may know it now, with what the last entry said.
    pub async fn look(&self, id: &MatchId, viewer: Viewer) -> Result<Update, Refusal> {
        let mut watch = self.watch(id, viewer).await?;
        watch.next().await.ok_or_else(|| broken("This match failed and is closed."))
    }

    /// The seat that is to act; when it is over, the one that acted last.
    pub async fn acting(&self, id: &MatchId) -> Result<Seat, Refusal> {
        let slot = self.slot(id).await?;
        let live = slot.lock().await;
        Ok(live.game.to_act().iter().next().or(live.last).unwrap_or(Seat(0)))
    }

    /// Every update a viewer had, from the log alone.
    pub async fn replay(&self, id: &MatchId, viewer: Viewer) -> Result<Vec<Update>, Refusal> {
        let entries = self.load(id, 0).await?;
        let (first, rest) = entries.split_first().ok_or_else(|| broken("The log is empty."))?;
        let replay = || {
            let mut live = Live::open(first, self.0.games, |list| self.0.shelf.get(list))?;
            let mut updates = vec![live.update(viewer, None, &self.0.key)];
            for entry in rest {
                live.fold(entry, None)?;
                updates.push(live.update(viewer, None, &self.0.key));
            }
            Ok(updates)
        };
        guard(replay).map_err(|text| broken(format!("The match cannot be replayed: {text}.")))?
    }

    /// How the match began. For the house itself: it holds secrets.
    pub async fn start(&self, id: &MatchId) -> Result<Start, Refusal> {
        Ok(self.slot(id).await?.lock().await.start.clone())
    }

    /// The ticket, once the match is over.
    pub async fn ticket(&self, id: &MatchId) -> Result<String, Refusal> {
        let slot = self.slot(id).await?;
        let live = slot.lock().await;
        match live.game.outcome() {
            Some(_) => Ok(live.start.ticket(&self.0.key)),
            None => {
                Err(Refusal::new("house.secret", "The ticket is shown when the match is over."))
            }
        }
    }

    /// What is known of a match that failed.
    pub async fn report(&self, id: &MatchId) -> Result<Option<Report>, Refusal> {
        Ok(self.slot(id).await?.lock().await.broken.clone())
    }

    /// Writes an entry, then folds it and rings the bell. Nothing, when somebody else has written
    /// in the meantime: then their entries are folded, and the command has to be looked at again.
    async fn write(
        &self,
        id: &MatchId,
        live: &mut Live,
        entry: &Entry,
        step: Option<Step>,
    ) -> Result<Option<Ack>, Refusal> {
        let written = match self.0.store.append(id, live.seq + 1, entry).await {
            Ok(()) => {
                live.fold(entry, step)?;
                true
            }
            Err(StoreError::Taken { .. }) => {
                self.catch_up(id, live).await?;
                false
            }
            Err(error) => return Err(trouble(id, error)),
        };
        self.wake_bot(id, live);
        Ok(written.then_some(Ack { seq: live.seq }))
    }

    /// Folds what others have written. Was there anything?
    async fn catch_up(&self, id: &MatchId, live: &mut Live) -> Result<bool, Refusal> {
        let news = self.load(id, live.seq + 1).await?;
        for entry in &news {
            let folded = guard(|| live.fold(entry, None));
            folded.map_err(|text| live.close("catching up", text))??;
        }
        Ok(!news.is_empty())
    }

    /// When a bot is to act, it does so in a task of its own. Should two tasks move for it, they
    /// play the same line from the same view, which is one move.
    fn wake_bot(&self, id: &MatchId, live: &Live) {
        if let Some((seat, name)) = live.bot_to_act() {
            let (hall, id) = (self.clone(), id.clone());
            tokio::spawn(async move {
                let Err(refusal) = hall.bot(&id, seat, &name, Thought::default()).await else {
                    return;
                };
                // Somebody was faster, or the match is over: nothing is wrong. But a bot that plays
                // what its game refuses would keep everybody waiting for ever.
                if !refusal.code.starts_with("house.")
                    && let Ok(slot) = hall.slot(&id).await
                {
                    slot.lock().await.close(&name, refusal.text);
                }
            });
        }
    }

    async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<Entry>, Refusal> {
        self.0.store.load(id, from).await.map_err(|error| trouble(id, error))
    }

    /// The match in memory; read from its log when it is not there yet.
    async fn slot(&self, id: &MatchId) -> Result<Arc<Slot>, Refusal> {
        if let Some(slot) = self.slots().get(id) {
            return Ok(Arc::clone(slot));
        }
        let entries = self.load(id, 0).await?;
        let (first, rest) = entries.split_first().ok_or_else(|| broken("The log is empty."))?;
        let fold = || {
            let mut live = Live::open(first, self.0.games, |list| self.0.shelf.get(list))?;
            rest.iter().try_for_each(|entry| live.fold(entry, None))?;
            Ok::<_, Refusal>(live)
        };
        let live =
            guard(fold).map_err(|text| broken(format!("The match cannot be read: {text}.")))??;
        let slot = Arc::new(Slot::new(live));
        // Two tasks may have read it at once: the first to come here wins.
        let slot = Arc::clone(self.slots().entry(id.clone()).or_insert(slot));
        let live = slot.lock().await;
        self.wake_bot(id, &live);
        drop(live);
        Ok(slot)
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, Arc<Slot>>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_seat(seat: Seat) -> Refusal {
    Refusal::new("house.seat", format!("There is no seat {seat}."))
}

fn no_bot(start: &Start, name: &str) -> Refusal {
    let bots = start.game.bots().join(", ");
    Refusal::new("house.bot", format!("There is no bot “{}”; there are {bots}.", line::quote(name)))
}
