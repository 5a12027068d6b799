//! The WebSocket: one task for each. It reads commands, sends what it follows, and is cut when its client sends what may
//! not be, or does not read.

use crate::accept::Guest;
use crate::counts::one;
use crate::error::{Answer, Refused};
use crate::follow::{Out, follow_match, follow_table, message};
use crate::guard::origin_is_ours;
use crate::health::StoreAnswers;
use crate::id::Named;
use crate::limit::Bucket;
use crate::network::Network;
use crate::patient::{Allowance, FLOOD};
use crate::read::Current;
use crate::serve::{App, closed};
use crate::sessions::{Me, SESSION, Trust};
use crate::stall::Watched;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::{Stop, Budget, Viewer};
use hall::{Client, MatchId, TableId, Why, metered};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::future::pending;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The longest message of a client, in bytes.
const LONGEST: usize = 4096;

/// How many bytes may come before a message is whole: one in many small pieces, or in a few with empty ones between them.
const UNHEARD: usize = 4 * LONGEST;

/// How many messages wait for a client; who sends more waits with them.
const QUEUE: usize = 8;

/// How much a socket may follow.
const FOLLOWED: usize = 16;

/// How many wrong messages are answered before the socket is closed.
const PATIENCE: u32 = 20;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// What a client may say.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Command {
    Follow(Followed),
    Unfollow(Followed),
    Act { n: u64, r#match: MatchId, seen: u64, line: String },
    Hint { n: u64, r#match: MatchId },
    Preview { n: u64, r#match: MatchId, typed: String },
    Leave { n: u64, r#match: MatchId },
    Say { n: u64, table: TableId, phrase: u8 },
}

impl Command {
    /// The number of the message, and whether what it names can be there. What is followed is looked at by whoever follows
    /// it: the answer is another one.
    fn check(&self) -> (Option<u64>, Answer<()>) {
        match self {
            Command::Follow(_) | Command::Unfollow(_) => (None, Ok(())),
            Command::Act { n, r#match, .. }
            | Command::Hint { n, r#match }
            | Command::Preview { n, r#match, .. }
            | Command::Leave { n, r#match } => (Some(*n), r#match.check()),
            Command::Say { n, table, .. } => (Some(*n), table.check()),
        }
    }
}

/// What can be followed.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Followed {
    Match(MatchId),
    Table(TableId),
}

/// A WebSocket for what is live: see docs/protocol.md for what is said there.
#[utoipa::path(
    get,
    path = "/ws",
    operation_id = "socket",
    responses((status = 101, description = "It is one from now on."), Refused),
    security(("token" = []))
)]
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    // Before it is asked who this is, which the store would have to say.
    _: StoreAnswers,
    Extension(from): Extension<Network>,
    (Extension(guest), Extension(allowance)): (Extension<Arc<Guest>>, Extension<Allowance>),
    headers: HeaderMap,
    Current(me): Current,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let me = me.ok_or_else(Refused::nobody)?;
    // A browser sends the cookie along whoever asks: the page has to be ours.
    if me.kind == SESSION && origin_is_ours(&app, &headers) != Some(true) {
        one(&app.counts.foreign);
        let text = "Only the house's own page may listen with this cookie.";
        return Err(Refused::new(StatusCode::FORBIDDEN, "web.origin", text));
    }
    let socket = socket.map_err(|_| Refused::json("This is the address of a WebSocket."))?;
    if *app.closing.borrow() {
        return Err(Refused::closing());
    }
    let home = app.home(&headers);
    let seat = Listener::new(&app, &me, from, guest)?;
    let (me, client) = (Asker { me, from }, Client::current());
    Ok(socket
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(LONGEST / 2)
        .write_buffer_size(0)
        .on_upgrade(move |socket| {
            let app = Arc::clone(&seat.app);
            client.scope(Watched::new(&app, run(socket, allowance, me, home, seat)))
        }))
}

/// Who asks on a socket, and the network that it is counted by.
struct Asker {
    me: Me,
    from: Network,
}

/// Who may have only so many sockets.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Person(String),
    Network(Network),
}

/// A socket that counts as long as it is there.
struct Listener {
    app: Arc<App>,
    of: [Holder; 2],
    /// Its connection, which counts too.
    _guest: Arc<Guest>,
    _alive: mpsc::Sender<std::convert::Infallible>,
}

impl Listener {
    fn new(app: &Arc<App>, me: &Me, from: Network, guest: Arc<Guest>) -> Answer<Listener> {
        let limits = &app.config.limits;
        let mut all = app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let of = [Holder::Person(me.id.clone()), Holder::Network(from)];
        for (who, most) in of.iter().zip([limits.per_person, limits.per_address]) {
            if all.get(who).is_some_and(|own| *own >= most) {
                one(&app.counts.limited);
                return Err(Refused::busy(5.0));
            }
        }
        of.iter().for_each(|who| *all.entry(who.clone()).or_default() += 1);
        app.counts.sockets.fetch_add(1, Relaxed);
        Ok(Listener { app: Arc::clone(app), of, _guest: guest, _alive: app.alive.clone() })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.app.counts.sockets.fetch_sub(1, Relaxed);
        let mut all = self.app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        for who in &self.of {
            if let Some(own) = all.get_mut(who) {
                *own -= 1;
                if *own == 0 {
                    all.remove(who);
                }
            }
        }
        if let Holder::Person(person) = &self.of[0] {
            self.app.bells.tidy(person);
        }
    }
}

/// Why a socket ends.
enum End {
    /// The client has gone.
    Gone,
    /// It says that it goes, and is answered.
    Left,
    /// It is told to go, with this number and this reason.
    Close(u16, &'static str),
}

/// A socket, and what it follows.
struct Line {
    app: Arc<App>,
    me: Me,
    from: Network,
    /// The address by which the house was reached.
    home: String,
    socket: WebSocket,
    allowance: Allowance,
    out: Out,
    tasks: JoinSet<()>,
    followed: HashMap<Followed, AbortHandle>,
    bucket: Bucket,
    wrong: u32,
}

async fn run(socket: WebSocket, allowance: Allowance, asker: Asker, home: String, seat: Listener) {
    let Asker { me, from } = asker;
    allowance.renew(UNHEARD);
    let app = Arc::clone(&seat.app);
    let (out, queue) = mpsc::channel(QUEUE);
    let bucket = Bucket::full(app.config.limits.messages.1);
    let (tasks, followed) = (JoinSet::new(), HashMap::new());
    let mut line =
        Line { app, me, from, home, socket, allowance, out, tasks, followed, bucket, wrong: 0 };
    let frame = match line.serve(queue).await {
        End::Gone => return,
        End::Left => None,
        End::Close(code, reason) => {
            if code != 1012 {
                one(&line.app.counts.cut_off);
            }
            Some(CloseFrame { code, reason: reason.into() })
        }
    };
    let goodbye = async {
        if frame.is_some() {
            let _ = line.socket.send(Message::Close(frame)).await;
        }
        // What is still on its way is read, so that the client hears why; who goes is answered by that, too.
        while let Some(heard) = line.socket.recv().await {
            match heard {
                Ok(_) => {}
                // No more is read of a flood. Were it cut now, the client might not hear why.
                Err(error) if error.to_string().contains(FLOOD) => pending().await,
                Err(_) => return,
            }
        }
    };
    let _ = timeout(GOODBYE, goodbye).await;
}

impl Line {
    /// Serves the socket until it ends. When the store is silent the client should come back, here or at another server:
    /// also when it is just being answered, which may take as long as the store is silent.
    async fn serve(&mut self, queue: mpsc::Receiver<String>) -> End {
        let app = Arc::clone(&self.app);
        tokio::select! {
            biased;
            () = app.store_is_silent() => {
                let text = "The server cannot reach its database; connect again in a moment.";
                let _ = self.send(message("bye", json!({ "text": text }))).await;
                End::Close(1012, "the database does not answer")
            }
            end = self.talk(queue) => end,
        }
    }

    async fn talk(&mut self, mut queue: mpsc::Receiver<String>) -> End {
        let mut closing = self.app.closing.clone();
        let mut changed = self.app.bells.listen(&self.me.id);
        let mut beats = interval(self.app.config.limits.beat);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beats.reset();
        // Only now would a change be heard of, so what was looked up before does not count.
        if !is_known(&self.app, &self.me, Trust::Store).await {
            return End::Close(1008, "this session has ended");
        }
        match self.app.hello(&self.me).await {
            Ok(hello) => {
                if let Err(end) = self.send(hello).await {
                    return end;
                }
            }
            Err(_) => return End::Close(1008, "this session has ended"),
        }
        loop {
            let done = tokio::select! {
                // In this order, not in one that is drawn: the same happens twice when the same is heard twice. Who says
                // too much is cut off, so what waits for them does not wait for ever.
                biased;
                () = closed(&mut closing) => {
                    let text = "The house is about to restart; it will be back in a moment.";
                    let _ = self.send(message("bye", json!({ "text": text }))).await;
                    return End::Close(1012, "restarting");
                }
                _ = changed.changed() => match is_known(&self.app, &self.me, Trust::Store).await {
                    true => Ok(()),
                    false => Err(End::Close(1008, "this session has ended")),
                },
                heard = self.socket.recv() => match heard {
                    Some(Ok(heard)) => {
                        self.allowance.renew(UNHEARD);
                        self.hear(heard).await
                    }
                    Some(Err(error)) => return unreadable(&error.to_string()),
                    None => return End::Gone,
                },
                Some(text) = queue.recv() => self.send(text).await,
                _ = beats.tick() => match is_known(&self.app, &self.me, Trust::Cache).await {
                    true => self.send(r#"{"type":"beat"}"#.into()).await,
                    false => Err(End::Close(1008, "this session has ended")),
                },
                Some(_) = self.tasks.join_next() => Ok(()),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Sends a message. Whoever does not take it in time is cut off.
    async fn send(&mut self, text: String) -> Result<(), End> {
        let patience = self.app.config.limits.unread;
        match timeout(patience, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                one(&self.app.counts.cut_off);
                Err(End::Gone)
            }
        }
    }

    async fn hear(&mut self, heard: Message) -> Result<(), End> {
        let text = match heard {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End::Close(1008, "messages are text")),
            Message::Close(_) => return Err(End::Left),
            Message::Ping(_) | Message::Pong(_) => return self.bucket_taken(),
        };
        one(&self.app.counts.messages);
        if let Err(wait) = self.bucket.take(self.app.config.limits.messages) {
            one(&self.app.counts.limited);
            self.wrong()?;
            let n = number(&text);
            let text = self.app.refused(n, &Refused::busy(wait));
            return self.send(text).await;
        }
        match serde_json::from_str::<Command>(&text) {
            Ok(command) => self.obey_counted(command).await,
            Err(_) => {
                one(&self.app.counts.junk);
                self.wrong()?;
                let why = Refused::json("That is no message of this protocol.");
                let text = self.app.refused(number(&text), &why);
                self.send(text).await
            }
        }
    }

    /// Pings count like messages.
    fn bucket_taken(&mut self) -> Result<(), End> {
        match self.bucket.take(self.app.config.limits.messages) {
            Ok(()) => Ok(()),
            Err(_) => self.wrong(),
        }
    }

    fn wrong(&mut self) -> Result<(), End> {
        self.wrong += 1;
        match self.wrong > PATIENCE {
            true => Err(End::Close(1008, "too much that may not be")),
            false => Ok(()),
        }
    }

    /// Obeys, as long as its network may store what is written by that. Who leaves always may.
    async fn obey_counted(&mut self, command: Command) -> Result<(), End> {
        if let Command::Act { n, .. } | Command::Hint { n, .. } | Command::Say { n, .. } = &command
            && let Err(why) = self.app.may_store(self.from)
        {
            let text = self.app.refused(Some(*n), &why);
            return self.send(text).await;
        }
        let (done, bytes) = metered(Box::pin(self.obey(command))).await;
        self.app.has_stored(self.from, bytes);
        done
    }

    async fn obey(&mut self, command: Command) -> Result<(), End> {
        if let (Some(n), Err(why)) = command.check() {
            let text = self.app.refused(Some(n), &why);
            return self.send(text).await;
        }
        let (app, me) = (Arc::clone(&self.app), self.me.id.clone());
        let (n, answer) = match command {
            Command::Follow(what) => return self.follow(what).await,
            Command::Unfollow(what) => {
                if let Some(task) = self.followed.remove(&what) {
                    task.abort();
                }
                return Ok(());
            }
            Command::Act { n, r#match, seen, line } => {
                let acted = app.act(&me, &r#match, seen, &line).await;
                (n, acted.map(|seq| message("ack", json!({ "n": n, "seq": seq }))))
            }
            Command::Leave { n, r#match } => {
                let left = app.leave(&me, &r#match).await;
                (n, left.map(|seq| message("ack", json!({ "n": n, "seq": seq }))))
            }
            Command::Preview { n, r#match, typed } => {
                let remarks = app.preview(&me, &r#match, &typed).await;
                (n, remarks.map(|it| message("preview", json!({ "n": n, "remarks": it }))))
            }
            Command::Say { n, table, phrase } => {
                let said = app.say(&me, &table, phrase).await;
                (n, said.map(|table| message("ack", json!({ "n": n, "seq": table.seq }))))
            }
            Command::Hint { n, r#match } => {
                // It may take a while: others are answered meanwhile.
                let (out, from) = (self.out.clone(), self.from);
                self.tasks.spawn(Client::current().scope(async move {
                    let (hint, bytes) = metered(app.hint(&me, &r#match)).await;
                    app.has_stored(from, bytes);
                    let text = match hint {
                        Ok(hint) => message("hint", json!({ "n": n, "hint": hint })),
                        Err(why) => app.refused(Some(n), &why),
                    };
                    let _ = out.send(text).await;
                }));
                return Ok(());
            }
        };
        let text = answer.unwrap_or_else(|why| self.app.refused(Some(n), &why));
        self.send(text).await
    }

    /// Follows something, from the beginning when it was followed already.
    async fn follow(&mut self, what: Followed) -> Result<(), End> {
        self.followed.retain(|_, task| !task.is_finished());
        if let Some(task) = self.followed.remove(&what) {
            task.abort();
        }
        if self.followed.len() >= FOLLOWED {
            let why = Refused::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "web.full",
                format!("A socket follows at most {FOLLOWED} matches and tables."),
            );
            let text = self.app.refused(None, &why);
            return self.send(text).await;
        }
        let (app, me, out) = (Arc::clone(&self.app), self.me.id.clone(), self.out.clone());
        let client = Client::current();
        let task = match what.clone() {
            Followed::Match(id) => self.tasks.spawn(client.scope(follow_match(app, me, id, out))),
            Followed::Table(id) => {
                let follow = follow_table(app, me, self.home.clone(), id, out);
                self.tasks.spawn(client.scope(follow))
            }
        };
        self.followed.insert(what, task);
        Ok(())
    }
}

/// How a socket ends whose next message could not be read, by what was wrong with it. Who has broken off hears nothing.
fn unreadable(error: &str) -> End {
    let has = |text| error.contains(text);
    if has(FLOOD) {
        End::Close(1008, "too much that is no message")
    } else if has("too long") {
        End::Close(1009, "messages have at most 4096 bytes")
    } else if has("UTF-8") {
        End::Close(1007, "messages are text in UTF-8")
    } else if has("protocol error") && !has("without closing handshake") {
        End::Close(1002, "that was no frame of a WebSocket")
    } else {
        End::Gone
    }
}

/// Is the session still there? A store that does not answer now changes nothing.
async fn is_known(app: &App, me: &Me, trust: Trust) -> bool {
    let known = app.by_pass(me.kind, me.pass.clone(), trust).await;
    known.map_or(true, |me| me.is_some())
}

/// The number of a message that could not be read otherwise.
fn number(text: &str) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("n")?.as_u64()
}

impl App {
    /// That something was refused. It is counted.
    fn refused(&self, n: Option<u64>, why: &Refused) -> String {
        let refusal = &why.refusal;
        self.counts.refuse(Some(refusal.code));
        message("refused", json!({ "n": n, "code": refusal.code, "text": refusal.text }))
    }

    /// Somebody plays a line.
    pub(crate) async fn act(&self, me: &str, id: &MatchId, seen: u64, line: &str) -> Answer<u64> {
        let seat = self.seat(me, id).await?;
        let ack = self.hall.act(id, seat, seen, line).await?;
        one(&self.counts.moves);
        Ok(ack.seq)
    }

    /// Somebody resigns.
    pub(crate) async fn leave(&self, me: &str, id: &MatchId) -> Answer<u64> {
        let seat = self.seat(me, id).await?;
        Ok(self.hall.leave(id, seat, Why::Resigned).await?.seq)
    }

    /// Somebody says something at a table; not too often.
    pub(crate) async fn say(&self, me: &str, id: &TableId, phrase: u8) -> Answer<hall::Table> {
        self.phrases.take(me.to_owned()).inspect_err(|_| one(&self.counts.limited))?;
        Ok(self.hall.say(id, me, phrase).await?)
    }

    /// Remarks about a half-typed line.
    pub(crate) async fn preview(&self, me: &str, id: &MatchId, typed: &str) -> Answer<Vec<String>> {
        let seat = self.seat(me, id).await?;
        Ok(self.hall.preview(id, seat, typed).await?)
    }

    /// A hint for somebody.
    pub(crate) async fn hint(&self, me: &str, id: &MatchId) -> Answer<Option<engine::Hint>> {
        let seat = self.seat(me, id).await?;
        let thought = Budget { stop: Stop::default(), ..Budget::default() };
        Ok(self.hall.hint(id, seat, thought).await?)
    }

    /// The seat on which somebody sits in a match. To who does not, it is not theirs; to who may not even see it, it is
    /// not there.
    pub(crate) async fn seat(&self, me: &str, id: &MatchId) -> Answer<engine::Seat> {
        if let Some(seat) = self.hall.seat_in(id, me).await? {
            return Ok(seat);
        }
        let sight = self.sight(Some(me), id).await?;
        match (sight.summary.seat_of(me), sight.viewer) {
            (Some(seat), _) => Ok(seat),
            (None, Viewer::Seat(_)) => {
                let text = "A bot plays on for you; come back to the table first.";
                Err(Refused::new(StatusCode::CONFLICT, "web.away", text))
            }
            (None, Viewer::Public) => {
                let text = "You do not sit at this match; you only watch it.";
                Err(Refused::new(StatusCode::FORBIDDEN, "web.seat", text))
            }
        }
    }
}
