//! The hall itself: the one path that every move takes.

use crate::catch_panic::catch_panic;
use crate::daily::Upcoming;
use crate::leaderboard::LeaderboardCache;
use crate::live::{Considered, Live, broken, named, no_words, read_failed, stale, write_failed};
use crate::match_cache::{MatchCache, MatchHandle};
use crate::replay::Cursors;
use crate::tables::TableCache;
use crate::{
    Client, Clock, ClockState, Entry, EntryWritten, LeaveReason, LoggedEntry, MatchId, Occupant,
    PanicReport, Scheduler, Store, StoreError, TableId, Update, Watch, WordLists, WorkPermit,
};
use engine::seal::SealKey;
use engine::{AnyGame, AnyMatch, Budget, Hint, Refusal, Seat, Start, Step, Stop, Viewer, line};
use jiff::Timestamp;
use jiff::civil::Date;
use std::sync::{Arc, Once, PoisonError, RwLock};
use tokio::sync::broadcast;
use words::Lexicon;

/// How many entries of a log are folded where it is asked for, or in one turn.
const SHORT: u32 = 200;

/// A house with its games, its store and the matches that are being played. Clones are the same
/// house.
#[derive(Clone)]
pub struct Hall(pub(crate) Arc<HallInner>);

pub(crate) struct HallInner {
    pub(crate) games: &'static [&'static dyn AnyGame],
    store: RwLock<Store>,
    pub(crate) word_lists: WordLists,
    pub(crate) key: SealKey,
    pub(crate) match_cache: Arc<MatchCache>,
    /// Whether it listens for what other houses write.
    pub(crate) listens: Once,
    pub(crate) clock: Clock,
    /// The dailies that nobody may play ahead of their day.
    pub(crate) upcoming: Upcoming,
    /// Says what was written to matches, for their clocks.
    pub(crate) written: broadcast::Sender<EntryWritten>,
    /// Rings when something happens at a table.
    pub(crate) tables: broadcast::Sender<Option<TableId>>,
    pub(crate) table_cache: TableCache,
    pub(crate) leaderboard_cache: LeaderboardCache,
    pub(crate) cursors: Cursors,
    /// Gives out turns for whatever takes long.
    pub(crate) work: Scheduler,
}

/// A command was accepted: this entry holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ack {
    /// The number of the entry.
    pub seq: u64,
}

impl Hall {
    /// A house with these games and this store.
    pub fn new(games: &'static [&'static dyn AnyGame], store: Store) -> Hall {
        Hall::with_clock(games, store, Clock::default())
    }

    /// The same, with another clock than the machine's.
    pub fn with_clock(games: &'static [&'static dyn AnyGame], store: Store, clock: Clock) -> Hall {
        Hall::with_key(games, store, clock, SealKey::OPEN)
    }

    /// The same, with a key of its own for the secrets in its tickets.
    pub fn with_key(
        games: &'static [&'static dyn AnyGame],
        store: Store,
        clock: Clock,
        key: SealKey,
    ) -> Hall {
        let (shelf, slots) = (WordLists::default(), Arc::default());
        let (store, tables) = (RwLock::new(store), broadcast::Sender::new(256));
        let (listens, upcoming) = (Once::new(), Upcoming::default());
        let written = broadcast::Sender::new(4096);
        let (work, known_tables) = (Scheduler::default(), TableCache::default());
        Hall(Arc::new(HallInner {
            games,
            store,
            word_lists: shelf,
            key,
            match_cache: slots,
            listens,
            clock,
            upcoming,
            written,
            tables,
            table_cache: known_tables,
            leaderboard_cache: LeaderboardCache::default(),
            cursors: Cursors::default(),
            work,
        }))
    }

    /// The games of the house.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// What gives out turns for work that takes long.
    pub fn work(&self) -> &Scheduler {
        &self.0.work
    }

    /// The word lists of the house.
    pub fn word_lists(&self) -> &WordLists {
        &self.0.word_lists
    }

    /// Where matches are kept now.
    pub(crate) fn store(&self) -> Store {
        self.0.store.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps matches elsewhere from now on.
    pub(crate) fn move_to(&self, store: Store) {
        *self.0.store.write().unwrap_or_else(PoisonError::into_inner) = store;
    }

    /// What a match would be after its deal. Nothing is kept of it.
    pub async fn dealt(&self, start: &Start) -> Result<Step, Refusal> {
        let words = self.words(&start.words).await?.ok_or_else(|| no_words(&start.words))?;
        let Start { game, settings, seats, seed, .. } = start;
        catch_panic(|| game.open(settings, *seats, *seed, words))
            .map_err(|text| broken(format!("{} cannot be opened: {text}.", game.info().name)))?
    }

    /// Makes what games make when they are first played, such as indexes of the word list, so that no request has to.
    pub async fn warm_up(&self) -> Result<(), Refusal> {
        let games = self.0.games;
        self.0.work.run(move |permit| open_all(permit, games)).await
    }

    /// Opens a match.
    pub async fn open(&self, start: &Start) -> Result<MatchId, Refusal> {
        self.open_new(start, None).await
    }

    /// Opens a match that is the daily of this day.
    pub async fn open_daily(&self, start: &Start, day: Date) -> Result<MatchId, Refusal> {
        self.open_new(start, Some(day)).await
    }

    async fn open_new(&self, start: &Start, daily: Option<Date>) -> Result<MatchId, Refusal> {
        let id = new_id()?;
        self.open_as(&id, start, daily).await?.map_err(|error| write_failed(&error))?;
        Ok(id)
    }

    /// Opens the match with this id, unless there is one: then it stays as it is. Was it opened now?
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
        let (first, live) = self.begin_as(id, start, daily).await?;
        self.save_texts(start).await?;
        let stored = self.store().append(&first.entry, &live.now).await;
        if stored.is_ok() {
            self.settle(id, live).await;
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

    /// Lets somebody sit down. A bot starts to play as soon as it is its turn.
    pub async fn sit(&self, id: &MatchId, seat: Seat, who: Occupant) -> Result<Ack, Refusal> {
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        loop {
            live.whole()?;
            match live.now.sat.get(seat.index()) {
                None => return Err(no_seat(seat)),
                Some(None) if live.game.outcome().is_some() => {
                    return Err(Refusal::new("house.over", "The match is over."));
                }
                Some(None) if live.now.has_left(seat) => {
                    return Err(Refusal::new("house.seat", format!("Seat {seat} has left.")));
                }
                Some(Some(sat)) if *sat == who => return Ok(Ack { seq: live.now.seq }),
                Some(Some(_)) => {
                    return Err(Refusal::new("house.seat", format!("Seat {seat} is taken.")));
                }
                Some(None) => {}
            }
            if let Occupant::Bot(name) = &who
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
        self.act_as(id, seat, seen, line, false).await
    }

    /// The same. A bot has to sit there still: somebody may have come back while it thought.
    async fn act_as(
        &self,
        id: &MatchId,
        seat: Seat,
        seen: u64,
        line: &str,
        is_bot: bool,
    ) -> Result<Ack, Refusal> {
        let line = line::clean(line.as_bytes())?;
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        loop {
            if is_bot && !live.has_bot(seat) {
                return Err(stale(seat));
            }
            let step = match self.consider(&mut live, seat, seen, &line).await {
                Ok(Considered::Done(seq)) => return Ok(Ack { seq }),
                Ok(Considered::New(step)) => step,
                Err(refusal) if refusal.code == "house.busy" => return Err(refusal),
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

    /// What a line would lead to. One that takes long is thought about in its turn; until then the match waits.
    async fn consider(
        &self,
        live: &mut Live,
        seat: Seat,
        seen: u64,
        line: &str,
    ) -> Result<Considered, Refusal> {
        if let Some(seq) = live.before_acting(seat, seen, line)? {
            return Ok(Considered::Done(seq));
        }
        if !live.guarded(line, |game| game.is_costly(line))? {
            return live.guarded(line, |game| game.act(seat, line))?.map(Considered::New);
        }
        let (game, text) = (Arc::clone(&live.game), line.to_owned());
        let work =
            move |permit: &WorkPermit| catch_panic(|| costly_line(permit, &*game, seat, &text));
        match self.0.work.run(work).await? {
            Ok(step) => step.map(Considered::New),
            Err(text) => Err(live.close(line, text)),
        }
    }

    /// A seat leaves.
    pub async fn leave(&self, id: &MatchId, seat: Seat, why: LeaveReason) -> Result<Ack, Refusal> {
        let slot = self.match_handle(id).await?;
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
        thought: Budget,
    ) -> Result<Option<Hint>, Refusal> {
        let stop = thought.stop.clone();
        let hint =
            move |permit: &WorkPermit, game: &dyn AnyMatch| hint(permit, game, seat, thought);
        let (seen, hint) = self.think(id, seat, Thinker::Hint, &stop, hint).await?;
        let slot = self.match_handle(id).await?;
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
        thought: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, thought).await?;
        self.act(id, seat, seen, &line).await
    }

    /// What a bot would play, and from which entry on.
    async fn bot_line(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        thought: Budget,
    ) -> Result<(u64, String), Refusal> {
        let (bot, stop) = (name.to_owned(), thought.stop.clone());
        let think = move |permit: &WorkPermit, game: &dyn AnyMatch| {
            bot_line(permit, game, seat, &bot, thought)
        };
        let (seen, line) = self.think(id, seat, Thinker::Bot(name), &stop, think).await?;
        match line {
            Some(line) => Ok((seen, line)),
            None => Err(no_bot(&self.start(id).await?, name)),
        }
    }

    /// One move by a bot that sits there.
    async fn bot_there(
        &self,
        id: &MatchId,
        seat: Seat,
        name: &str,
        thought: Budget,
    ) -> Result<Ack, Refusal> {
        let (seen, line) = self.bot_line(id, seat, name, thought).await?;
        self.act_as(id, seat, seen, &line, true).await
    }

    /// Lets a mind think for a seat that is to act, and says from which entry on. It may take long: not under the lock,
    /// and only in its turn.
    async fn think<T: Send + 'static>(
        &self,
        id: &MatchId,
        seat: Seat,
        thinker: Thinker<'_>,
        stop: &Stop,
        think: impl FnOnce(&WorkPermit, &dyn AnyMatch) -> T + Send + 'static,
    ) -> Result<(u64, T), Refusal> {
        let doing = match thinker {
            Thinker::Hint => "/hint",
            Thinker::Bot(name) => name,
        };
        let slot = self.match_handle(id).await?;
        slot.lock().await.guarded(doing, |game| game.may_act(seat))??;
        let (turn, time) = match thinker {
            Thinker::Hint => (self.0.work.turn().await?, self.0.work.hint_time()),
            Thinker::Bot(_) => (self.0.work.bot_turn().await?, None),
        };
        // Much may have happened while others had their turns.
        let (seen, game) = {
            let mut live = slot.lock().await;
            live.guarded(doing, |game| game.may_act(seat))??;
            live.has_room()?;
            (live.now.seq, Arc::clone(&live.game))
        };
        let work = move |permit: &WorkPermit| catch_panic(|| think(permit, &*game));
        match turn.run_within(time, stop, work).await? {
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
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
        live.guarded("preview", |game| match game.may_act(seat) {
            Ok(()) => game.preview(seat, typed),
            Err(_) => Vec::new(),
        })
    }

    /// Follows a match as a viewer.
    pub async fn watch(&self, id: &MatchId, viewer: Viewer) -> Result<Watch, Refusal> {
        let slot = self.match_handle(id).await?;
        let seats = slot.lock().await.start.seats;
        if let Some(seat) = viewer.seat().filter(|seat| seat.0 >= seats) {
            return Err(no_seat(seat));
        }
        let (hold, key) = (slot, self.0.key.clone());
        let mut live = hold.lock().await;
        let news = live.bell.subscribe();
        // Its last move may not have been stored: somebody is here again, so it may try again.
        self.wake_bot(id, &mut live);
        drop(live);
        Ok(Watch { hold, news, viewer, heard: None, key })
    }

    /// The match as a viewer may know it now, with what the last entry said.
    pub async fn look(&self, id: &MatchId, viewer: Viewer) -> Result<Update, Refusal> {
        let mut watch = self.watch(id, viewer).await?;
        watch.next().await.ok_or_else(|| broken("This match failed and is closed."))
    }

    /// The seat that is to act; when it is over, the one that acted last.
    pub async fn acting(&self, id: &MatchId) -> Result<Seat, Refusal> {
        let slot = self.match_handle(id).await?;
        let live = slot.lock().await;
        Ok(live.game.to_act().iter().next().or(live.last).unwrap_or(Seat(0)))
    }

    /// How the match began. For the house itself: it holds secrets.
    pub async fn start(&self, id: &MatchId) -> Result<Start, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.start.clone())
    }

    /// The ticket, once the match is over.
    pub async fn ticket(&self, id: &MatchId) -> Result<String, Refusal> {
        let slot = self.match_handle(id).await?;
        let live = slot.lock().await;
        match live.game.outcome() {
            Some(_) if live.now.is_cancelled() => Err(cancelled()),
            Some(_) => Ok(live.start.ticket(&self.0.key)),
            None => {
                Err(Refusal::new("house.secret", "The ticket is shown when the match is over."))
            }
        }
    }

    /// What is known of a match that failed.
    pub async fn panic_report(&self, id: &MatchId) -> Result<Option<PanicReport>, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.broken.clone())
    }

    /// Writes an entry, then folds it and rings the bell. Nothing, when somebody else has written
    /// in the meantime: then their entries are folded, and the command has to be looked at again.
    pub(crate) async fn write(
        &self,
        id: &MatchId,
        live: &mut Live,
        entry: &Entry,
        step: Option<Step>,
    ) -> Result<Option<Ack>, Refusal> {
        // A clock that was set back does not turn the log around; and what is over was played when it was.
        let at = match live.now.ended {
            Some(_) => live.now.last,
            None => self.now().max(live.now.last),
        };
        let next = catch_panic(|| live.next(at, entry, step));
        let next = next.map_err(|text| live.close("summary", text))??;
        if !matches!(entry, Entry::Left { .. }) && next.now.ended.is_none() {
            live.has_room()?;
        }
        let written = match self.store().append(entry, &next.now).await {
            Ok(()) => {
                let was_over = live.now.ended.is_some();
                live.take(entry, next);
                if live.now.ended.is_some() && !was_over {
                    self.0.leaderboard_cache.note_end();
                }
                self.notify_clocks(id, live.now.seq, Some(ClockState::of(&live.now)));
                true
            }
            Err(StoreError::Taken { .. }) => {
                self.catch_up(id, live).await?;
                false
            }
            Err(error) => return Err(write_failed(&error)),
        };
        self.wake_bot(id, live);
        Ok(written.then_some(Ack { seq: live.now.seq }))
    }

    /// Folds what others have written. Was there anything?
    pub(crate) async fn catch_up(&self, id: &MatchId, live: &mut Live) -> Result<bool, Refusal> {
        let mut has_news = false;
        loop {
            let news = self.catch_up_some(id, live).await?;
            has_news |= news > 0;
            if news < SHORT as usize {
                return Ok(has_news);
            }
            // Others are served in between.
            tokio::task::yield_now().await;
        }
    }

    /// Folds the next entries that others have written, and says how many there were.
    async fn catch_up_some(&self, id: &MatchId, live: &mut Live) -> Result<usize, Refusal> {
        let news = match self.store().load_page(id, live.now.seq + 1, SHORT).await {
            Ok(news) => news,
            Err(error) => {
                let refusal = read_failed(id, &error);
                if matches!(error, StoreError::Corrupt { .. }) {
                    live.close("reading the log", error.to_string());
                }
                return Err(refusal);
            }
        };
        for logged in &news {
            let folded = catch_panic(|| live.fold(logged));
            let folded = folded.map_err(|text| live.close("catching up", text))?;
            let folded = folded.map_err(|refusal| named(id, refusal));
            folded.inspect_err(|refusal| drop(live.close("catching up", refusal.text.clone())))?;
        }
        Ok(news.len())
    }

    /// When a bot is to act, it does so in a task of its own. Should two tasks move for it, they
    /// play the same line from the same view, which is one move. It does not think where no person sits or watches.
    pub(crate) fn wake_bot(&self, id: &MatchId, live: &mut Live) {
        let Some((seat, name)) = live.bot_to_act() else { return };
        let seq = live.now.seq;
        if live.broken.is_some() || !live.has_company() || live.asked.replace(seq) == Some(seq) {
            return;
        }
        let thought = Budget { stop: Stop::default(), ..Budget::default() };
        live.thinking = thought.stop.clone();
        let (hall, id, client) = (self.clone(), id.clone(), Client::current());
        tokio::spawn(client.scope(async move {
            let Err(refusal) = hall.bot_there(&id, seat, &name, thought).await else {
                return;
            };
            let Ok(slot) = hall.match_handle(&id).await else { return };
            let mut live = slot.lock().await;
            if matches!(refusal.code, "house.store" | "house.busy") {
                // Whoever comes next asks it again.
                live.asked = None;
            } else if !refusal.code.starts_with("house.") && live.now.seq == seq {
                // Otherwise somebody was faster, or the match is over: nothing is wrong. But a bot
                // that plays what its game refuses would keep everybody waiting for ever.
                live.close(&name, refusal.text);
            }
        }));
    }

    /// Says stop to the bot that thinks in a match: it plays the best that it has found so far.
    pub async fn hurry(&self, id: &MatchId) -> Result<(), Refusal> {
        self.match_handle(id).await?.lock().await.thinking.set();
        Ok(())
    }

    /// What time it is, as far as logs say it.
    pub fn now(&self) -> Timestamp {
        let now = (self.0.clock.now)();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    pub(crate) async fn load_page(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, Refusal> {
        self.store().load_page(id, from, limit).await.map_err(|error| read_failed(id, &error))
    }

    pub(crate) async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<LoggedEntry>, Refusal> {
        self.store().load(id, from).await.map_err(|error| read_failed(id, &error))
    }

    /// The match in memory; read from its log when it is not there.
    pub(crate) async fn match_handle(&self, id: &MatchId) -> Result<MatchHandle, Refusal> {
        if let Some(hold) = self.0.match_cache.get(id) {
            return Ok(hold);
        }
        let hold = self.settle(id, self.read_whole(id).await?).await;
        // What others wrote after it was read and before it was here, nobody could be told of.
        let mut live = hold.lock().await;
        if self.catch_up(id, &mut live).await? {
            self.wake_bot(id, &mut live);
        }
        drop(live);
        Ok(hold)
    }

    /// Keeps a match in memory. Two tasks may have read it at once: the first to come here wins.
    async fn settle(&self, id: &MatchId, live: Live) -> MatchHandle {
        self.listen();
        let hold = self.0.match_cache.put(id, live);
        self.wake_bot(id, &mut *hold.lock().await);
        hold
    }

    /// A match from its whole log, as it is stored.
    pub(crate) async fn read_whole(&self, id: &MatchId) -> Result<Live, Refusal> {
        let log = self.load_page(id, 0, SHORT).await?;
        let live = self.read_stored(id, &log).await?;
        match log.len() < SHORT as usize {
            true => Ok(live),
            false => self.fold_stored(id, live, u64::MAX).await,
        }
    }

    /// Folds what is stored of a match before this entry. A long log takes several turns, so that others wait only for a
    /// slice of it.
    pub(crate) async fn fold_stored(
        &self,
        id: &MatchId,
        mut live: Live,
        until: u64,
    ) -> Result<Live, Refusal> {
        while live.now.seq + 1 < until {
            let turn = self.0.work.turn().await?;
            let from = live.now.seq + 1;
            let slice = u32::try_from(until - from).unwrap_or(SHORT).min(SHORT);
            let log = self.load_page(id, from, slice).await?;
            let is_last = log.len() < slice as usize;
            let fold = move |permit: &WorkPermit| fold_slice(permit, live, &log);
            live = turn.run(fold).await?.map_err(|refusal| named(id, refusal))?;
            if is_last {
                break;
            }
        }
        Ok(live)
    }

    /// The word list that a log wants.
    async fn words_of(&self, log: &[LoggedEntry]) -> Result<Option<Arc<Lexicon>>, Refusal> {
        match log.first().map(|first| &first.entry) {
            Some(Entry::Opened { words, .. }) => self.words(words).await,
            _ => Ok(None),
        }
    }

    /// A match from its log, which is named when it cannot be read.
    pub(crate) async fn read_stored(
        &self,
        id: &MatchId,
        log: &[LoggedEntry],
    ) -> Result<Live, Refusal> {
        self.read(id, log).await.map_err(|refusal| named(id, refusal))
    }

    /// A match from its log.
    pub(crate) async fn read(&self, id: &MatchId, log: &[LoggedEntry]) -> Result<Live, Refusal> {
        let words = self.words_of(log).await?;
        let HallInner { games, key, .. } = &*self.0;
        catch_panic(|| Live::read(id, log, games, |_| words, key))
            .map_err(|text| broken(format!("Match {id} cannot be read: {text}.")))?
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

/// A match after the next entries of its log.
fn fold_slice(_: &WorkPermit, mut live: Live, log: &[LoggedEntry]) -> Result<Live, Refusal> {
    log.iter().try_for_each(|logged| live.fold(logged))?;
    Ok(live)
}

/// Who thinks.
#[derive(Clone, Copy)]
enum Thinker<'a> {
    /// The mind behind hints.
    Hint,
    /// The bot of this name.
    Bot(&'a str),
}

fn hint(_: &WorkPermit, game: &dyn AnyMatch, seat: Seat, thought: Budget) -> Option<Hint> {
    game.hint(seat, thought)
}

fn bot_line(
    _: &WorkPermit,
    game: &dyn AnyMatch,
    seat: Seat,
    name: &str,
    thought: Budget,
) -> Option<String> {
    game.bot(seat, name, thought)
}

/// What a line would lead to that takes its time.
fn costly_line(
    _: &WorkPermit,
    game: &dyn AnyMatch,
    seat: Seat,
    line: &str,
) -> Result<Step, Refusal> {
    game.act(seat, line)
}

fn new_id() -> Result<MatchId, Refusal> {
    MatchId::random()
        .map_err(|error| broken(format!("This machine gives no random numbers: {error}.")))
}

/// That a cancelled match does not show its puzzle.
pub(crate) fn cancelled() -> Refusal {
    Refusal::new("house.secret", "A cancelled match doesn't show its puzzle.")
}

pub(crate) fn no_seat(seat: Seat) -> Refusal {
    Refusal::new("house.seat", format!("There is no seat {seat}."))
}

pub(crate) fn no_bot(start: &Start, name: &str) -> Refusal {
    let bots = start.game.bots().join(", ");
    Refusal::new("house.bot", format!("There is no bot “{}”; there are {bots}.", line::quote(name)))
}
