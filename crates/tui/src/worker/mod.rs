//! The hall on a thread that does not draw. Pages send requests and keep drawing; replies arrive later,
//! addressed to the page that asked. Nothing here draws, and nothing elsewhere waits.

mod lists;
mod open_match;

use crate::settings::{CellNotes, PlayerSettings, SettingsFiles};
use crate::terminal;
use engine::{AnyGame, Budget, Hint, Names, Refusal, Seat, Seats, Start, Stop, Viewer};
use games::board::{At, Dir};
use games::builder::{self, View};
use hall::stats::Tally;
use hall::{Hall, LeaveReason, MatchId, NamedUpdate, Opening, Players, Watch};
use jiff::civil::Date;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{AbortHandle, JoinSet};

/// Identifies a page, so that replies reach the page that asked.
pub(crate) type PageKey = u64;

/// A request to the hall, and the page that makes it.
#[derive(Clone)]
pub(crate) struct PageRequest {
    pub(crate) to: PageKey,
    pub(crate) what: HallRequest,
}

/// What a page can request of the hall.
#[derive(Clone)]
pub(crate) enum HallRequest {
    /// The data of the lobby, with at most this many unfinished matches, or all of them. A match without moves
    /// counts as unfinished if it has notes.
    Lobby {
        players: Players,
        most: Option<usize>,
        noted: BTreeSet<MatchId>,
    },
    /// The finished matches.
    Finished(Players),
    /// The statistics of these players.
    Tallies(Players),
    Open(Box<MatchRequest>),
    Resume(MatchId, Players),
    /// Play a line, based on the view after entry `seen`.
    Act {
        id: MatchId,
        seat: Seat,
        seen: u64,
        line: String,
    },
    /// Think of a hint until `stop` is set.
    Hint {
        id: MatchId,
        seat: Seat,
        stop: Stop,
    },
    /// Remarks about a line that is still being typed.
    Preview {
        id: MatchId,
        seat: Seat,
        typed: String,
    },
    /// Make a thinking bot play the best move found so far.
    Hurry(MatchId),
    GiveUp {
        id: MatchId,
        seat: Seat,
    },
    /// Keep playing without the store.
    PlayUnsaved(MatchId),
    /// Words that fit on a board at a place.
    Fitting(Box<FittingQuery>),
    /// Write a board to its file.
    SaveBoard {
        path: PathBuf,
        text: String,
    },
    /// The page was closed; cancel this match if nothing was played in it.
    Close(Option<MatchId>),
    /// Every step of a finished match.
    Replay(MatchId, Players),
    /// Rebuild summaries and statistics from the match logs, until `stop` is set.
    Rebuild(Stop),
    Import(PathBuf),
    /// Write settings and notes to their files.
    SaveSettings(Box<SaveSettings>),
    /// Check whether this file is a readable word list.
    CheckWordList(PathBuf),
    /// Suspend the process; the sender is used after it was resumed.
    Suspend(mpsc::Sender<()>),
}

/// A match that a player wants to start.
#[derive(Clone)]
pub(crate) struct MatchRequest {
    /// The game or ticket, and its setup.
    pub(crate) opening: Opening,
    /// Bots, and where they sit.
    pub(crate) bots: Vec<(Seat, String)>,
    /// The people on the other seats.
    pub(crate) players: Players,
    /// The date, if this is a daily.
    pub(crate) daily: Option<Date>,
    /// Where a built board is saved, if not in the player's own folder.
    pub(crate) file: Option<PathBuf>,
    /// Whether to play without saving, because the store can't be written.
    pub(crate) in_memory: bool,
}

/// Settings and notes, and the files to write them to.
#[derive(Clone)]
pub(crate) struct SaveSettings {
    pub(crate) files: SettingsFiles,
    /// As they were when they were last saved.
    pub(crate) before: (PlayerSettings, CellNotes),
    pub(crate) now: (PlayerSettings, CellNotes),
}

/// A reply of the hall, and the page it is for.
pub(crate) struct PageReply {
    pub(crate) to: PageKey,
    pub(crate) what: HallReply,
}

/// What the hall can reply.
pub(crate) enum HallReply {
    Lobby(Result<LobbyData, Refusal>),
    Finished(Result<Vec<FinishedMatch>, Refusal>),
    Tallies(Result<Vec<(String, Vec<Tally>)>, Refusal>),
    /// A match was opened or resumed.
    Seated(Result<Box<SeatedMatch>, Refusal>),
    /// The match as seen by the player here who acts next, and what was said since the last update.
    Update(Box<NamedUpdate>, Vec<String>),
    Broken,
    /// Whether a line was accepted.
    Acted(Result<(), Refusal>),
    Hinted(Result<Option<Hint>, Refusal>),
    Preview {
        typed: String,
        remarks: Vec<String>,
    },
    PlayUnsaved(Result<(), Refusal>),
    /// Words that fit, with the query.
    Fitting(Box<FittingQuery>, Vec<String>),
    /// Where a board was saved, or why it wasn't.
    Saved(Result<PathBuf, String>),
    Replayed(Result<Box<Replayed>, Refusal>),
    /// How many items of how many are done.
    Progress(u64, u64),
    /// The result of a rebuild as a sentence.
    Rebuilt(Result<String, Refusal>),
    Imported(Result<MatchId, Refusal>),
    /// The streak after a daily, and when the next one comes.
    AfterDaily(String),
    /// Something that the player should know, whatever page is open.
    Notice(String),
    /// Settings or notes could not be saved, and why.
    NotSaved(String),
}

/// A search for words that fit at a place on a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FittingQuery {
    /// The id of the word list.
    pub(crate) list: String,
    pub(crate) view: View,
    /// Where the words start, and their direction.
    pub(crate) place: (At, Dir),
    /// Letters that the words start with.
    pub(crate) prefix: String,
    /// How many words are wanted at most.
    pub(crate) most: usize,
}

/// The data of the lobby.
#[derive(Clone, Debug, Default)]
pub(crate) struct LobbyData {
    /// Unfinished matches, the latest first.
    pub(crate) unfinished: Vec<UnfinishedMatch>,
    /// How many more there are.
    pub(crate) more: usize,
    pub(crate) today: Date,
    /// The games that have a daily, and how far each is.
    pub(crate) dailies: Vec<(String, DailyProgress)>,
}

#[derive(Clone, Debug)]
pub(crate) struct UnfinishedMatch {
    pub(crate) id: MatchId,
    /// The game's id.
    pub(crate) game: String,
    /// The progress in a few words.
    pub(crate) progress: String,
    /// How long ago the last move was.
    pub(crate) ago: String,
}

/// How far today's daily of a game is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DailyProgress {
    NotStarted,
    /// With its progress in a few words.
    Started(MatchId, String),
    /// Whether it was won, and the score.
    Done(MatchId, bool, i64),
}

#[derive(Clone, Debug)]
pub(crate) struct FinishedMatch {
    pub(crate) id: MatchId,
    pub(crate) game: String,
    /// The result in a few words.
    pub(crate) result: String,
    /// How long ago it ended.
    pub(crate) ago: String,
}

/// A match that is played here.
#[derive(Clone)]
pub(crate) struct SeatedMatch {
    pub(crate) id: MatchId,
    pub(crate) start: Start,
    /// The seats that are played at this keyboard.
    pub(crate) here: Seats,
    /// The names of all seats.
    pub(crate) names: Names,
    pub(crate) bots: Vec<(Seat, String)>,
    /// The date, if this is a daily.
    pub(crate) daily: Option<Date>,
    /// Where a built board is saved, if not in the player's own folder.
    pub(crate) file: Option<PathBuf>,
    /// Something that the player should know at the start.
    pub(crate) notice: Option<String>,
}

/// The steps of a replay.
pub(crate) struct Replayed {
    pub(crate) game: &'static dyn AnyGame,
    /// What the viewer saw, step by step.
    pub(crate) steps: Vec<NamedUpdate>,
}

/// Opens the hall with its runtime; fails with the reason why it can't be opened.
pub type OpenHall = Box<dyn FnOnce() -> Result<(Hall, Runtime), Refusal> + Send>;

/// The screen's end of the connection. The worker ends when this is dropped and all requests are done.
pub(crate) struct WorkerHandle {
    requests: UnboundedSender<PageRequest>,
    opened: mpsc::Receiver<Result<(), Refusal>>,
}

/// The hall's end of the connection.
pub(crate) struct Worker {
    requests: UnboundedReceiver<PageRequest>,
    opened: mpsc::Sender<Result<(), Refusal>>,
    replies: UnboundedSender<PageReply>,
}

/// How long opening the hall may take before the player is told.
const SLOW_OPEN: Duration = Duration::from_secs(1);

/// What every request needs.
#[derive(Clone)]
struct WorkerContext {
    hall: Hall,
    shared: bool,
    replies: UnboundedSender<PageReply>,
}

impl WorkerHandle {
    /// Both ends, and the channel of replies.
    pub(crate) fn new() -> (WorkerHandle, UnboundedReceiver<PageReply>, Worker) {
        let (request_sender, requests) = unbounded_channel();
        let (reply_sender, replies) = unbounded_channel();
        let (tell, opened) = mpsc::channel();
        let worker = Worker { requests, opened: tell, replies: reply_sender };
        (WorkerHandle { requests: request_sender, opened }, replies, worker)
    }

    /// Sends a request. If the worker is gone, the channel of replies closes and the event loop notices.
    pub(crate) fn send(&self, request: PageRequest) {
        let _ = self.requests.send(request);
    }

    /// Suspends the process and returns when it is resumed. The worker does it, because it is on the first
    /// thread.
    pub(crate) fn suspend(&self) {
        let (back, called) = mpsc::channel();
        self.send(PageRequest { to: PageKey::MAX, what: HallRequest::Suspend(back) });
        // Without a worker nothing can be suspended.
        let _ = called.recv();
    }

    /// Waits until the hall is open, or returns why it can't be opened; `None` if the worker has panicked.
    /// Calls `tell` if it takes long.
    pub(crate) fn opened(&self, on_slow: impl FnOnce()) -> Option<Result<(), Refusal>> {
        match self.opened.recv_timeout(SLOW_OPEN) {
            Ok(opened) => Some(opened),
            Err(RecvTimeoutError::Timeout) => {
                on_slow();
                self.opened.recv().ok()
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

impl Worker {
    /// Opens the hall and answers requests on this thread until the other end is dropped. Returns the hall with
    /// its runtime, or `None` if it can't be opened.
    pub(crate) fn serve(self, open: OpenHall, shared: bool) -> Option<(Hall, Runtime)> {
        let (hall, runtime) = match open() {
            Ok(opened) => opened,
            Err(refusal) => {
                // The screen may be gone already.
                let _ = self.opened.send(Err(refusal));
                return None;
            }
        };
        let _ = self.opened.send(Ok(()));
        let context = WorkerContext { hall: hall.clone(), shared, replies: self.replies };
        runtime.block_on(serve(context, self.requests));
        Some((hall, runtime))
    }
}

/// Answers each request in a task of its own, so that none waits for another.
async fn serve(context: WorkerContext, mut requests: UnboundedReceiver<PageRequest>) {
    let mut work = JoinSet::new();
    let mut followers: HashMap<PageKey, AbortHandle> = HashMap::new();
    while let Some(PageRequest { to, what }) = requests.recv().await {
        if matches!(what, HallRequest::Open(_) | HallRequest::Resume(..) | HallRequest::Close(_))
            && let Some(follower) = followers.remove(&to)
        {
            follower.abort();
        }
        let opens = matches!(what, HallRequest::Open(_) | HallRequest::Resume(..));
        let task = work.spawn(answer(context.clone(), to, what));
        if opens {
            followers.insert(to, task);
        }
        while work.try_join_next().is_some() {}
    }
    followers.into_values().for_each(|task| task.abort());
    while work.join_next().await.is_some() {}
}

async fn answer(context: WorkerContext, to: PageKey, what: HallRequest) {
    let hall = &context.hall;
    let reply = match what {
        HallRequest::Lobby { players, most, noted } => {
            let most = most.unwrap_or(usize::MAX);
            HallReply::Lobby(lists::lobby(hall, &players, most, &noted).await)
        }
        HallRequest::Finished(players) => {
            HallReply::Finished(lists::finished(hall, &players).await)
        }
        HallRequest::Tallies(players) => HallReply::Tallies(lists::tallies(hall, &players).await),
        HallRequest::Replay(id, players) => {
            HallReply::Replayed(lists::replay(hall, &id, &players).await)
        }
        HallRequest::Open(request) => {
            let players = request.players.clone();
            return follow_match(&context, to, open_match::open(hall, *request).await, &players)
                .await;
        }
        HallRequest::Resume(id, players) => {
            let seated = open_match::resume(hall, &id, &players, context.shared).await;
            return follow_match(&context, to, seated, &players).await;
        }
        HallRequest::Act { id, seat, seen, line } => {
            HallReply::Acted(hall.act(&id, seat, seen, &line).await.map(drop))
        }
        HallRequest::Hint { id, seat, stop } => {
            let budget = Budget { stop, ..Budget::default() };
            HallReply::Hinted(hall.hint(&id, seat, budget).await)
        }
        HallRequest::Preview { id, seat, typed } => {
            let remarks = hall.preview(&id, seat, &typed).await.unwrap_or_default();
            HallReply::Preview { typed, remarks }
        }
        HallRequest::GiveUp { id, seat } => {
            HallReply::Acted(hall.leave(&id, seat, LeaveReason::Resigned).await.map(drop))
        }
        HallRequest::Fitting(what) => match fitting(hall, what).await {
            Some((what, words)) => HallReply::Fitting(what, words),
            None => HallReply::Notice("Can't look for fitting words right now.".into()),
        },
        HallRequest::SaveBoard { path, text } => {
            let written = hall::boards::write(&path, &text);
            HallReply::Saved(written.map(|()| path).map_err(|error| error.to_string()))
        }
        HallRequest::Hurry(id) => {
            // A match that can't be read is reported elsewhere.
            let _ = hall.hurry(&id).await;
            return;
        }
        HallRequest::Rebuild(stop) => {
            let mut report = context.progress_reporter(to);
            let rebuilt = hall.rebuild_with_progress(|done, of| {
                report(done, of);
                !stop.is_set()
            });
            HallReply::Rebuilt(
                rebuilt.await.and_then(|rebuilt| lists::rebuilt(rebuilt, stop.is_set())),
            )
        }
        HallRequest::Import(path) => HallReply::Imported(match open_match::read_play(&path) {
            Ok(text) => hall.import_with_progress(&text, context.progress_reporter(to)).await,
            Err(refusal) => Err(refusal),
        }),
        HallRequest::SaveSettings(save) => match save.files.save(&save.before, &save.now) {
            Ok(()) => return,
            Err(why) => HallReply::NotSaved(why),
        },
        HallRequest::CheckWordList(path) => match open_match::own_words(&path) {
            Ok(()) => return,
            Err(refusal) => HallReply::Notice(refusal.text),
        },
        HallRequest::Suspend(back) => {
            terminal::suspend_process_group();
            let _ = back.send(());
            return;
        }
        HallRequest::PlayUnsaved(id) => HallReply::PlayUnsaved(hall.play_in_memory(&id).await),
        HallRequest::Close(id) => {
            if let Some(id) = id {
                // Nobody will resume a match without moves. If cancelling fails, it stays.
                let _ = open_match::cancel_unbegun(hall, &id).await;
            }
            return;
        }
    };
    context.send(to, reply);
}

/// Searches on a blocking thread; `None` if the word list is missing or the search failed.
async fn fitting(hall: &Hall, what: Box<FittingQuery>) -> Option<(Box<FittingQuery>, Vec<String>)> {
    let words = hall.word_lists().get(&what.list)?;
    let look = move || {
        let FittingQuery { view, place, prefix, most, .. } = &*what;
        let found = builder::fitting(view, &words, *place, prefix, *most);
        (what, found.into_iter().map(|word| word.text).collect())
    };
    tokio::task::spawn_blocking(look).await.ok()
}

impl WorkerContext {
    /// Returns a function that reports progress to a page, at most a hundred times.
    fn progress_reporter(&self, to: PageKey) -> impl FnMut(u64, u64) + use<> {
        let (context, mut last) = (self.clone(), None);
        move |done, of| {
            let share = done * 100 / of.max(1);
            if last.replace(share) != Some(share) {
                context.send(to, HallReply::Progress(done, of));
            }
        }
    }

    /// Sends a reply; the screen may be gone.
    fn send(&self, to: PageKey, what: HallReply) {
        let _ = self.replies.send(PageReply { to, what });
    }
}

/// Reports that the match is open, then every update for as long as the page is open.
async fn follow_match(
    context: &WorkerContext,
    to: PageKey,
    seated: Result<(SeatedMatch, Watch), Refusal>,
    players: &Players,
) {
    let (seated, mut watch) = match seated {
        Ok(seated) => seated,
        Err(refusal) => return context.send(to, HallReply::Seated(Err(refusal))),
    };
    let (id, here, names) = (seated.id.clone(), seated.here, seated.names.clone());
    let daily = seated.daily.map(|day| (seated.start.game, day));
    context.send(to, HallReply::Seated(Ok(Box::new(seated))));
    while let Some(update) = watch.next().await {
        let said = update.said.iter().map(|text| names.text(text)).collect();
        let Ok(acting) = context.hall.acting(&id).await else { break };
        let seat = Some(acting).filter(|seat| here.has(*seat)).or(here.iter().next());
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let Ok(update) = context.hall.look(&id, viewer).await else { break };
        let update = update.named(&names);
        let over = update.over.is_some();
        context.send(to, HallReply::Update(Box::new(update), said));
        if over {
            if let Some((game, day)) = daily
                && let Some(text) = lists::after_daily(&context.hall, game, day, players).await
            {
                context.send(to, HallReply::AfterDaily(text));
            }
            return;
        }
    }
    context.send(to, HallReply::Broken);
}
