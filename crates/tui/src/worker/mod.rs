//! The hall on a thread that does not draw. Pages send commands and go on drawing; what comes of them arrives as news,
//! addressed to the page that asked. Nothing here draws, and nothing elsewhere waits.

mod lists;
mod open_match;

use crate::settings::{CellNotes, PlayerSettings, SettingsFiles};
use crate::terminal;
use engine::{AnyGame, Budget, Hint, Refusal, Seat, Seats, Start, Stop, Viewer};
use games::board::{At, Dir};
use games::builder::{self, View};
use hall::players::Names;
use hall::stats::Tally;
use hall::{Hall, LeaveReason, MatchId, Opening, Players, Update, Watch};
use jiff::civil::Date;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{AbortHandle, JoinSet};

/// The number of a page: news finds its way by it.
pub(crate) type PageKey = u64;

/// What the hall is asked, and by which page.
#[derive(Clone)]
pub(crate) struct PageRequest {
    /// Who wants to know.
    pub(crate) to: PageKey,
    /// What is asked.
    pub(crate) what: HallRequest,
}

/// What the hall can be asked.
#[derive(Clone)]
pub(crate) enum HallRequest {
    /// What stands on the first page, with so many matches to go on with; all of them when it is not said. Among
    /// them are those in which something was noted, even where nothing was played yet.
    Lobby { players: Players, most: Option<usize>, noted: BTreeSet<MatchId> },
    /// The matches that are over.
    Finished(Players),
    /// What a player has reached.
    Tallies(Players),
    /// A new match.
    Open(Box<MatchRequest>),
    /// A match that was begun.
    Resume(MatchId, Players),
    /// A line is played, from the view after entry `seen`.
    Act { id: MatchId, seat: Seat, seen: u64, line: String },
    /// A hint, until somebody says stop.
    Hint { id: MatchId, seat: Seat, stop: Stop },
    /// Remarks about a half-typed line.
    Preview { id: MatchId, seat: Seat, typed: String },
    /// A bot that thinks plays the best that it has found so far.
    Hurry(MatchId),
    /// A seat gives up.
    GiveUp { id: MatchId, seat: Seat },
    /// The match goes on without the store.
    Forget(MatchId),
    /// Words that fit on a board from a place.
    Fitting(Box<FittingQuery>),
    /// A board is written to its file.
    Save { path: PathBuf, text: String },
    /// The page is closed; a match that has not begun is called off.
    Close(Option<MatchId>),
    /// Every step of a match that is over.
    Replay(MatchId, Players),
    /// What was made from logs is made again, until somebody says stop.
    Rebuild(Stop),
    /// A match is taken in from a file.
    Import(PathBuf),
    /// Wishes and notes are written to their files.
    SaveSettings(Box<SaveSettings>),
    /// Can words be read from this file?
    Words(PathBuf),
    /// Everything stops until it is called back; then it is told here.
    Stop(mpsc::Sender<()>),
}

/// A match that a player wants.
#[derive(Clone)]
pub(crate) struct MatchRequest {
    /// What was asked for.
    pub(crate) opening: Opening,
    /// Bots, and where they sit.
    pub(crate) bots: Vec<(Seat, String)>,
    /// Who plays on the other seats.
    pub(crate) players: Players,
    /// The day whose daily it is.
    pub(crate) daily: Option<Date>,
    /// Where the board goes that is built, if not to the player's own folder.
    pub(crate) file: Option<PathBuf>,
    /// It is played though nothing can be stored, from now on.
    pub(crate) in_memory: bool,
}

/// Wishes and notes as they are now, and where they go.
#[derive(Clone)]
pub(crate) struct SaveSettings {
    pub(crate) files: SettingsFiles,
    /// As they were when they were last kept.
    pub(crate) before: (PlayerSettings, CellNotes),
    pub(crate) now: (PlayerSettings, CellNotes),
}

/// What the hall has to say, and to which page.
pub(crate) struct PageReply {
    /// Whom it concerns.
    pub(crate) to: PageKey,
    /// What it is.
    pub(crate) what: HallReply,
}

/// What the hall can say.
pub(crate) enum HallReply {
    Lobby(Result<LobbyData, Refusal>),
    Finished(Result<Vec<FinishedMatch>, Refusal>),
    Tallies(Result<Vec<(String, Vec<Tally>)>, Refusal>),
    /// A match was opened, or gone on with.
    Seated(Result<Box<SeatedMatch>, Refusal>),
    /// The match as the one who is to act here may see it, and what was said since.
    Update(Box<Update>, Vec<String>),
    /// The match has failed.
    Broken,
    /// A line was accepted or not.
    Acted(Result<(), Refusal>),
    Hinted(Result<Option<Hint>, Refusal>),
    Preview {
        typed: String,
        remarks: Vec<String>,
    },
    Forgotten(Result<(), Refusal>),
    /// Words that fit, and what was asked for.
    Fitting(Box<FittingQuery>, Vec<String>),
    /// Where a board is now, or why it is not.
    Saved(Result<PathBuf, String>),
    Replayed(Result<Box<Replayed>, Refusal>),
    /// So many of so many are done.
    Progress(u64, u64),
    /// What a rebuild came to, in a sentence.
    Rebuilt(Result<String, Refusal>),
    Imported(Result<MatchId, Refusal>),
    /// What the end of a daily means, and when the next one comes.
    AfterDaily(String),
    /// Something that the player should know, on whichever page.
    Notice(String),
    /// Wishes or notes could not be written, and why.
    NotSaved(String),
}

/// A place on a board for which words are looked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FittingQuery {
    /// The id of the word list.
    pub(crate) list: String,
    /// The board.
    pub(crate) view: View,
    /// Where words begin, and which way they run.
    pub(crate) place: (At, Dir),
    /// How they begin.
    pub(crate) begins: String,
    /// How many are wanted.
    pub(crate) most: usize,
}

/// What stands on the first page.
#[derive(Clone, Debug, Default)]
pub(crate) struct LobbyData {
    /// What can be gone on with, the latest first.
    pub(crate) begun: Vec<UnfinishedMatch>,
    /// How many more there are.
    pub(crate) more: usize,
    /// Today.
    pub(crate) today: Date,
    /// The games with a daily, and how it stands.
    pub(crate) dailies: Vec<(String, DailyProgress)>,
}

/// A match that was begun.
#[derive(Clone, Debug)]
pub(crate) struct UnfinishedMatch {
    /// Which.
    pub(crate) id: MatchId,
    /// The game's short name.
    pub(crate) game: String,
    /// How far it has come.
    pub(crate) far: String,
    /// When that was.
    pub(crate) ago: String,
}

/// How today's daily of a game stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DailyProgress {
    /// Nobody here has begun it.
    Waiting,
    /// It was begun.
    Begun(MatchId, String),
    /// It is over: was it won, and with what score?
    Done(MatchId, bool, i64),
}

/// A match that is over.
#[derive(Clone, Debug)]
pub(crate) struct FinishedMatch {
    pub(crate) id: MatchId,
    pub(crate) game: String,
    /// How it ended.
    pub(crate) how: String,
    /// When that was.
    pub(crate) ago: String,
}

/// A match that is played here.
#[derive(Clone)]
pub(crate) struct SeatedMatch {
    /// Which.
    pub(crate) id: MatchId,
    /// How it began.
    pub(crate) start: Start,
    /// The seats that are played at this keyboard.
    pub(crate) here: Seats,
    /// What the seats are called.
    pub(crate) names: Names,
    /// The bots.
    pub(crate) bots: Vec<(Seat, String)>,
    /// The day whose daily it is.
    pub(crate) daily: Option<Date>,
    /// Where the board goes that is built, if not to the player's own folder.
    pub(crate) file: Option<PathBuf>,
    /// What the player should know.
    pub(crate) notice: Option<String>,
}

/// A match once more.
pub(crate) struct Replayed {
    /// Its game.
    pub(crate) game: &'static dyn AnyGame,
    /// What everybody saw, step by step.
    pub(crate) steps: Vec<Update>,
}

/// Opens a hall, and what it runs on; or says why it cannot be opened.
pub type OpenHall = Box<dyn FnOnce() -> Result<(Hall, Runtime), Refusal> + Send>;

/// The end of the link at which the hall is asked. The hall ends when this is gone and everything is done.
pub(crate) struct WorkerHandle {
    commands: UnboundedSender<PageRequest>,
    opened: mpsc::Receiver<Result<(), Refusal>>,
}

/// The end at which the hall is opened and answers.
pub(crate) struct Worker {
    asked: UnboundedReceiver<PageRequest>,
    opened: mpsc::Sender<Result<(), Refusal>>,
    news: UnboundedSender<PageReply>,
}

/// How long opening the hall may take before something is said.
const LONG: Duration = Duration::from_secs(1);

/// What every answer needs.
#[derive(Clone)]
struct WorkerContext {
    hall: Hall,
    shared: bool,
    news: UnboundedSender<PageReply>,
}

impl WorkerHandle {
    /// Both ends, and where the news comes out.
    pub(crate) fn new() -> (WorkerHandle, UnboundedReceiver<PageReply>, Worker) {
        let (commands, asked) = unbounded_channel();
        let (news, heard) = unbounded_channel();
        let (tell, opened) = mpsc::channel();
        (WorkerHandle { commands, opened }, heard, Worker { asked, opened: tell, news })
    }

    /// Asks the hall. When it is gone there is no news any more, and the loop sees that.
    pub(crate) fn send(&self, command: PageRequest) {
        let _ = self.commands.send(command);
    }

    /// Stops everything, and returns when it is called back. The hall is on the first thread, which has to do it.
    pub(crate) fn stop(&self) {
        let (back, called) = mpsc::channel();
        self.send(PageRequest { to: PageKey::MAX, what: HallRequest::Stop(back) });
        // Without a hall nothing can be stopped.
        let _ = called.recv();
    }

    /// Waits until the hall is open; or says why it cannot be. Nothing, when it has failed. When it takes long, that is
    /// told.
    pub(crate) fn opened(&self, tell: impl FnOnce()) -> Option<Result<(), Refusal>> {
        match self.opened.recv_timeout(LONG) {
            Ok(opened) => Some(opened),
            Err(RecvTimeoutError::Timeout) => {
                tell();
                self.opened.recv().ok()
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

impl Worker {
    /// Opens the hall and answers, on this thread, until nobody asks any more. Gives the hall back with what it ran
    /// on; nothing, when it cannot be opened.
    pub(crate) fn serve(self, open: OpenHall, shared: bool) -> Option<(Hall, Runtime)> {
        let (hall, runtime) = match open() {
            Ok(opened) => opened,
            Err(refusal) => {
                // Who is gone need not be told.
                let _ = self.opened.send(Err(refusal));
                return None;
            }
        };
        let _ = self.opened.send(Ok(()));
        let office = WorkerContext { hall: hall.clone(), shared, news: self.news };
        runtime.block_on(serve(office, self.asked));
        Some((hall, runtime))
    }
}

/// Every command has a task of its own, so that none waits for a long thought.
async fn serve(office: WorkerContext, mut asked: UnboundedReceiver<PageRequest>) {
    let mut work = JoinSet::new();
    let mut ears: HashMap<PageKey, AbortHandle> = HashMap::new();
    while let Some(PageRequest { to, what }) = asked.recv().await {
        if matches!(what, HallRequest::Open(_) | HallRequest::Resume(..) | HallRequest::Close(_))
            && let Some(ear) = ears.remove(&to)
        {
            ear.abort();
        }
        let opens = matches!(what, HallRequest::Open(_) | HallRequest::Resume(..));
        let task = work.spawn(answer(office.clone(), to, what));
        if opens {
            ears.insert(to, task);
        }
        while work.try_join_next().is_some() {}
    }
    ears.into_values().for_each(|ear| ear.abort());
    while work.join_next().await.is_some() {}
}

async fn answer(office: WorkerContext, to: PageKey, what: HallRequest) {
    let hall = &office.hall;
    let said = match what {
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
        HallRequest::Open(wish) => {
            let players = wish.players.clone();
            return follow_match(&office, to, open_match::open(hall, *wish).await, &players).await;
        }
        HallRequest::Resume(id, players) => {
            let seated = open_match::resume(hall, &id, &players, office.shared).await;
            return follow_match(&office, to, seated, &players).await;
        }
        HallRequest::Act { id, seat, seen, line } => {
            HallReply::Acted(hall.act(&id, seat, seen, &line).await.map(drop))
        }
        HallRequest::Hint { id, seat, stop } => {
            let thought = Budget { stop, ..Budget::default() };
            HallReply::Hinted(hall.hint(&id, seat, thought).await)
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
            None => HallReply::Notice("Words that fit cannot be looked for now.".into()),
        },
        HallRequest::Save { path, text } => {
            let written = hall::boards::write(&path, &text);
            HallReply::Saved(written.map(|()| path).map_err(|error| error.to_string()))
        }
        HallRequest::Hurry(id) => {
            // A match that cannot be read says so by itself.
            let _ = hall.hurry(&id).await;
            return;
        }
        HallRequest::Rebuild(stop) => {
            let mut gauge = office.progress_reporter(to);
            let told = hall.rebuild_with_progress(|done, of| {
                gauge(done, of);
                !stop.is_set()
            });
            HallReply::Rebuilt(
                told.await.and_then(|rebuilt| lists::rebuilt(rebuilt, stop.is_set())),
            )
        }
        HallRequest::Import(path) => HallReply::Imported(match open_match::read_play(&path) {
            Ok(text) => hall.import_with_progress(&text, office.progress_reporter(to)).await,
            Err(refusal) => Err(refusal),
        }),
        HallRequest::SaveSettings(keep) => match keep.files.save(&keep.before, &keep.now) {
            Ok(()) => return,
            Err(why) => HallReply::NotSaved(why),
        },
        HallRequest::Words(path) => match open_match::own_words(&path) {
            Ok(()) => return,
            Err(refusal) => HallReply::Notice(refusal.text),
        },
        HallRequest::Stop(back) => {
            terminal::stop();
            let _ = back.send(());
            return;
        }
        HallRequest::Forget(id) => HallReply::Forgotten(hall.play_in_memory(&id).await),
        HallRequest::Close(id) => {
            if let Some(id) = id {
                // Nobody will want to go on with what has not begun. It stays when that fails.
                let _ = open_match::cancel_unbegun(hall, &id).await;
            }
            return;
        }
    };
    office.send(to, said);
}

/// Looks for words where it keeps nobody waiting. Nothing, when they cannot be looked for.
async fn fitting(hall: &Hall, what: Box<FittingQuery>) -> Option<(Box<FittingQuery>, Vec<String>)> {
    let words = hall.word_lists().get(&what.list)?;
    let look = move || {
        let FittingQuery { view, place, begins, most, .. } = &*what;
        let found = builder::fitting(view, &words, *place, begins, *most);
        (what, found.into_iter().map(|word| word.text).collect())
    };
    tokio::task::spawn_blocking(look).await.ok()
}

impl WorkerContext {
    /// Tells a page how far something has come, at most a hundred times.
    fn progress_reporter(&self, to: PageKey) -> impl FnMut(u64, u64) + use<> {
        let (office, mut last) = (self.clone(), None);
        move |done, of| {
            let share = done * 100 / of.max(1);
            if last.replace(share) != Some(share) {
                office.send(to, HallReply::Progress(done, of));
            }
        }
    }

    /// Whoever listened may be gone.
    fn send(&self, to: PageKey, what: HallReply) {
        let _ = self.news.send(PageReply { to, what });
    }
}

/// Tells that somebody sits down, and then whatever happens, for as long as the page is open.
async fn follow_match(
    office: &WorkerContext,
    to: PageKey,
    seated: Result<(SeatedMatch, Watch), Refusal>,
    players: &Players,
) {
    let (seated, mut ear) = match seated {
        Ok(seated) => seated,
        Err(refusal) => return office.send(to, HallReply::Seated(Err(refusal))),
    };
    let (id, here, names) = (seated.id.clone(), seated.here, seated.names.clone());
    let daily = seated.daily.map(|day| (seated.start.game, day));
    office.send(to, HallReply::Seated(Ok(Box::new(seated))));
    while let Some(heard) = ear.next().await {
        let said = heard.said.iter().map(|text| names.text(text)).collect();
        let Ok(acting) = office.hall.acting(&id).await else { break };
        let eyes = Some(acting).filter(|seat| here.has(*seat)).or(here.iter().next());
        let viewer = eyes.map_or(Viewer::Public, Viewer::Seat);
        let Ok(mut update) = office.hall.look(&id, viewer).await else { break };
        update.scene = names.scene(update.scene);
        let over = update.over.is_some();
        office.send(to, HallReply::Update(Box::new(update), said));
        if over {
            if let Some((game, day)) = daily
                && let Some(text) = lists::after_daily(&office.hall, game, day, players).await
            {
                office.send(to, HallReply::AfterDaily(text));
            }
            return;
        }
    }
    office.send(to, HallReply::Broken);
}
