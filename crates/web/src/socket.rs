//! The WebSocket: one task for each. It reads commands, sends what it follows, and is cut when its client sends what may
//! not be, or does not read.

use crate::accept::ClientConnection;
use crate::error::{ApiError, ApiResult};
use crate::follow::{Outbox, follow_match, follow_table, message};
use crate::health::StoreAnswers;
use crate::id::CheckedId;
use crate::metrics::increment;
use crate::middleware::origin_is_ours;
use crate::network::Network;
use crate::rate_limit::Bucket;
use crate::read::VerifiedCaller;
use crate::serve::{AppState, closed};
use crate::sessions::{Caller, SESSION, Trust};
use crate::stall::Watched;
use crate::write_timeout::{Allowance, FLOOD};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::{Budget, Stop, Viewer};
use games::GAMES;
use hall::{Client, LeaveReason, MatchId, TableId, metered};
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
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// What a client may say.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum ClientMessage {
    Follow(Subscription),
    Unfollow(Subscription),
    Act { n: u64, r#match: MatchId, seen: u64, line: String },
    Hint { n: u64, r#match: MatchId },
    Preview { n: u64, r#match: MatchId, typed: String },
    Leave { n: u64, r#match: MatchId },
    Say { n: u64, table: TableId, phrase: u8 },
}

impl ClientMessage {
    /// The number of the message, and whether what it names can be there. What is followed is looked at by whoever follows
    /// it: the answer is another one.
    fn check(&self) -> (Option<u64>, ApiResult<()>) {
        match self {
            ClientMessage::Follow(_) | ClientMessage::Unfollow(_) => (None, Ok(())),
            ClientMessage::Act { n, r#match, .. }
            | ClientMessage::Hint { n, r#match }
            | ClientMessage::Preview { n, r#match, .. }
            | ClientMessage::Leave { n, r#match } => (Some(*n), r#match.check()),
            ClientMessage::Say { n, table, .. } => (Some(*n), table.check()),
        }
    }
}

/// What can be followed.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Subscription {
    Match(MatchId),
    Table(TableId),
}

/// A WebSocket for what is live: see docs/protocol.md for what is said there.
#[utoipa::path(
    get,
    path = "/ws",
    operation_id = "socket",
    responses((status = 101, description = "It is one from now on."), ApiError),
    security(("token" = []))
)]
pub(crate) async fn upgrade(
    State(app): State<Arc<AppState>>,
    // Before it is asked who this is, which the store would have to say.
    _: StoreAnswers,
    Extension(from): Extension<Network>,
    (Extension(guest), Extension(allowance)): (
        Extension<Arc<ClientConnection>>,
        Extension<Allowance>,
    ),
    headers: HeaderMap,
    VerifiedCaller(me): VerifiedCaller,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let me = me.ok_or_else(ApiError::not_signed_in)?;
    // A browser sends the cookie along whoever asks: the page has to be ours.
    if me.kind == SESSION && origin_is_ours(&app, &headers) != Some(true) {
        increment(&app.metrics.foreign);
        let text = "Only the house's own page may listen with this cookie.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "web.origin", text));
    }
    let socket =
        socket.map_err(|_| ApiError::bad_request("This is the address of a WebSocket."))?;
    if *app.closing.borrow() {
        return Err(ApiError::closing());
    }
    let home = app.base_url(&headers);
    let seat = SocketSlot::new(&app, &me, from, guest)?;
    let (me, client) = (SocketCaller { me, from }, Client::current());
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
struct SocketCaller {
    me: Caller,
    from: Network,
}

/// Who may have only so many sockets.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum SocketOwner {
    Person(String),
    Network(Network),
}

/// A socket that counts as long as it is there.
struct SocketSlot {
    app: Arc<AppState>,
    of: [SocketOwner; 2],
    /// Its connection, which counts too.
    _guest: Arc<ClientConnection>,
    _alive: mpsc::Sender<std::convert::Infallible>,
}

impl SocketSlot {
    fn new(
        app: &Arc<AppState>,
        me: &Caller,
        from: Network,
        guest: Arc<ClientConnection>,
    ) -> ApiResult<SocketSlot> {
        let limits = &app.config.limits;
        let mut all = app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let of = [SocketOwner::Person(me.id.clone()), SocketOwner::Network(from)];
        for (who, most) in of.iter().zip([limits.per_person, limits.per_address]) {
            if all.get(who).is_some_and(|own| *own >= most) {
                increment(&app.metrics.limited);
                return Err(ApiError::rate_limited(5.0));
            }
        }
        of.iter().for_each(|who| *all.entry(who.clone()).or_default() += 1);
        app.metrics.sockets.fetch_add(1, Relaxed);
        Ok(SocketSlot { app: Arc::clone(app), of, _guest: guest, _alive: app.alive.clone() })
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        self.app.metrics.sockets.fetch_sub(1, Relaxed);
        let mut all = self.app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        for who in &self.of {
            if let Some(own) = all.get_mut(who) {
                *own -= 1;
                if *own == 0 {
                    all.remove(who);
                }
            }
        }
        if let SocketOwner::Person(person) = &self.of[0] {
            self.app.account_watchers.tidy(person);
        }
    }
}

/// Why a socket ends.
enum CloseReason {
    /// The client has gone.
    Gone,
    /// It says that it goes, and is answered.
    Left,
    /// It is told to go, with this number and this reason.
    Close(u16, &'static str),
}

/// A socket, and what it follows.
struct SocketSession {
    app: Arc<AppState>,
    me: Caller,
    from: Network,
    /// The address by which the house was reached.
    home: String,
    socket: WebSocket,
    allowance: Allowance,
    out: Outbox,
    tasks: JoinSet<()>,
    followed: HashMap<Subscription, AbortHandle>,
    bucket: Bucket,
    wrong: u32,
}

async fn run(
    socket: WebSocket,
    allowance: Allowance,
    asker: SocketCaller,
    home: String,
    seat: SocketSlot,
) {
    let SocketCaller { me, from } = asker;
    allowance.renew(UNHEARD);
    let app = Arc::clone(&seat.app);
    let (out, queue) = mpsc::channel(QUEUE);
    let bucket = Bucket::full(app.config.limits.messages.1);
    let (tasks, followed) = (JoinSet::new(), HashMap::new());
    let mut line = SocketSession {
        app,
        me,
        from,
        home,
        socket,
        allowance,
        out,
        tasks,
        followed,
        bucket,
        wrong: 0,
    };
    let frame = match line.serve(queue).await {
        CloseReason::Gone => return,
        CloseReason::Left => None,
        CloseReason::Close(code, reason) => {
            if code != 1012 {
                increment(&line.app.metrics.cut_off);
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
    let _ = timeout(CLOSE_TIMEOUT, goodbye).await;
}

impl SocketSession {
    /// Serves the socket until it ends. When the store is silent the client should come back, here or at another server:
    /// also when it is just being answered, which may take as long as the store is silent.
    async fn serve(&mut self, queue: mpsc::Receiver<String>) -> CloseReason {
        let app = Arc::clone(&self.app);
        tokio::select! {
            biased;
            () = app.store_is_silent() => {
                let text = "The server cannot reach its database; connect again in a moment.";
                let _ = self.send(message("bye", json!({ "text": text }))).await;
                CloseReason::Close(1012, "the database does not answer")
            }
            end = self.talk(queue) => end,
        }
    }

    async fn talk(&mut self, mut queue: mpsc::Receiver<String>) -> CloseReason {
        let mut closing = self.app.closing.clone();
        let mut changed = self.app.account_watchers.subscribe(&self.me.id);
        let mut beats = interval(self.app.config.limits.beat);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beats.reset();
        // Only now would a change be heard of, so what was looked up before does not count.
        if !is_known(&self.app, &self.me, Trust::Store).await {
            return CloseReason::Close(1008, "this session has ended");
        }
        match self.app.hello(&self.me).await {
            Ok(hello) => {
                if let Err(end) = self.send(hello).await {
                    return end;
                }
            }
            Err(_) => return CloseReason::Close(1008, "this session has ended"),
        }
        loop {
            let done = tokio::select! {
                // In this order, not in one that is drawn: the same happens twice when the same is heard twice. Who says
                // too much is cut off, so what waits for them does not wait for ever.
                biased;
                () = closed(&mut closing) => {
                    let text = "The house is about to restart; it will be back in a moment.";
                    let _ = self.send(message("bye", json!({ "text": text }))).await;
                    return CloseReason::Close(1012, "restarting");
                }
                _ = changed.changed() => match is_known(&self.app, &self.me, Trust::Store).await {
                    true => Ok(()),
                    false => Err(CloseReason::Close(1008, "this session has ended")),
                },
                heard = self.socket.recv() => match heard {
                    Some(Ok(heard)) => {
                        self.allowance.renew(UNHEARD);
                        self.receive(heard).await
                    }
                    Some(Err(error)) => return unreadable(&error.to_string()),
                    None => return CloseReason::Gone,
                },
                Some(text) = queue.recv() => self.send(text).await,
                _ = beats.tick() => match is_known(&self.app, &self.me, Trust::Cache).await {
                    true => self.send(r#"{"type":"beat"}"#.into()).await,
                    false => Err(CloseReason::Close(1008, "this session has ended")),
                },
                Some(_) = self.tasks.join_next() => Ok(()),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Sends a message. Whoever does not take it in time is cut off.
    async fn send(&mut self, text: String) -> Result<(), CloseReason> {
        let patience = self.app.config.limits.unread;
        match timeout(patience, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason::Gone),
            Err(_) => {
                increment(&self.app.metrics.cut_off);
                Err(CloseReason::Gone)
            }
        }
    }

    async fn receive(&mut self, heard: Message) -> Result<(), CloseReason> {
        let text = match heard {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(CloseReason::Close(1008, "messages are text")),
            Message::Close(_) => return Err(CloseReason::Left),
            Message::Ping(_) | Message::Pong(_) => return self.bucket_taken(),
        };
        increment(&self.app.metrics.messages);
        if let Err(wait) = self.bucket.take(self.app.config.limits.messages) {
            increment(&self.app.metrics.limited);
            self.wrong()?;
            let n = number(&text);
            let text = self.app.refused(n, &ApiError::rate_limited(wait));
            return self.send(text).await;
        }
        match serde_json::from_str::<ClientMessage>(&text) {
            Ok(command) => self.handle_counted(command).await,
            Err(_) => {
                increment(&self.app.metrics.junk);
                self.wrong()?;
                let why = ApiError::bad_request("That is no message of this protocol.");
                let text = self.app.refused(number(&text), &why);
                self.send(text).await
            }
        }
    }

    /// Pings count like messages.
    fn bucket_taken(&mut self) -> Result<(), CloseReason> {
        match self.bucket.take(self.app.config.limits.messages) {
            Ok(()) => Ok(()),
            Err(_) => self.wrong(),
        }
    }

    fn wrong(&mut self) -> Result<(), CloseReason> {
        self.wrong += 1;
        match self.wrong > PATIENCE {
            true => Err(CloseReason::Close(1008, "too much that may not be")),
            false => Ok(()),
        }
    }

    /// Obeys, as long as its network may store what is written by that. Who leaves always may.
    async fn handle_counted(&mut self, command: ClientMessage) -> Result<(), CloseReason> {
        if let ClientMessage::Act { n, .. }
        | ClientMessage::Hint { n, .. }
        | ClientMessage::Say { n, .. } = &command
            && let Err(why) = self.app.may_store(self.from)
        {
            let text = self.app.refused(Some(*n), &why);
            return self.send(text).await;
        }
        let (done, bytes) = metered(Box::pin(self.handle(command))).await;
        self.app.has_stored(self.from, bytes);
        done
    }

    async fn handle(&mut self, command: ClientMessage) -> Result<(), CloseReason> {
        if let (Some(n), Err(why)) = command.check() {
            let text = self.app.refused(Some(n), &why);
            return self.send(text).await;
        }
        let (app, me) = (Arc::clone(&self.app), self.me.id.clone());
        let (n, answer) = match command {
            ClientMessage::Follow(what) => return self.follow(what).await,
            ClientMessage::Unfollow(what) => {
                if let Some(task) = self.followed.remove(&what) {
                    task.abort();
                }
                return Ok(());
            }
            ClientMessage::Act { n, r#match, seen, line } => {
                let acted = app.act(&me, &r#match, seen, &line).await;
                (n, acted.map(|seq| message("ack", json!({ "n": n, "seq": seq }))))
            }
            ClientMessage::Leave { n, r#match } => {
                let left = app.leave(&me, &r#match).await;
                (n, left.map(|seq| message("ack", json!({ "n": n, "seq": seq }))))
            }
            ClientMessage::Preview { n, r#match, typed } => {
                let remarks = app.preview(&me, &r#match, &typed).await;
                (n, remarks.map(|it| message("preview", json!({ "n": n, "remarks": it }))))
            }
            ClientMessage::Say { n, table, phrase } => {
                let said = app.say(&me, &table, phrase).await;
                (n, said.map(|table| message("ack", json!({ "n": n, "seq": table.seq }))))
            }
            ClientMessage::Hint { n, r#match } => {
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
    async fn follow(&mut self, what: Subscription) -> Result<(), CloseReason> {
        self.followed.retain(|_, task| !task.is_finished());
        if let Some(task) = self.followed.remove(&what) {
            task.abort();
        }
        if self.followed.len() >= FOLLOWED {
            let why = ApiError::new(
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
            Subscription::Match(id) => {
                self.tasks.spawn(client.scope(follow_match(app, me, id, out)))
            }
            Subscription::Table(id) => {
                let follow = follow_table(app, me, self.home.clone(), id, out);
                self.tasks.spawn(client.scope(follow))
            }
        };
        self.followed.insert(what, task);
        Ok(())
    }
}

/// How a socket ends whose next message could not be read, by what was wrong with it. Who has broken off hears nothing.
fn unreadable(error: &str) -> CloseReason {
    let has = |text| error.contains(text);
    if has(FLOOD) {
        CloseReason::Close(1008, "too much that is no message")
    } else if has("too long") {
        CloseReason::Close(1009, "messages have at most 4096 bytes")
    } else if has("UTF-8") {
        CloseReason::Close(1007, "messages are text in UTF-8")
    } else if has("protocol error") && !has("without closing handshake") {
        CloseReason::Close(1002, "that was no frame of a WebSocket")
    } else {
        CloseReason::Gone
    }
}

/// Is the session still there? A store that does not answer now changes nothing.
async fn is_known(app: &AppState, me: &Caller, trust: Trust) -> bool {
    let known = app.by_credential(me.kind, me.pass.clone(), trust).await;
    known.map_or(true, |me| me.is_some())
}

/// Is this the code of a refusal by the rules of a game?
fn is_of_a_game(code: &str) -> bool {
    GAMES.iter().any(|game| game.info().codes.contains(&code))
}

/// The number of a message that could not be read otherwise.
fn number(text: &str) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("n")?.as_u64()
}

impl AppState {
    /// That something was refused. It is counted.
    fn refused(&self, n: Option<u64>, why: &ApiError) -> String {
        let refusal = &why.refusal;
        self.metrics.count_refusal(Some(refusal.code));
        message("refused", json!({ "n": n, "code": refusal.code, "text": refusal.text }))
    }

    /// A player plays a line. Lines that the rules refuse cost nothing in the game, so a player has only so many of them:
    /// otherwise a hidden word that is in no list could be found by trying unlisted words until one is accepted.
    pub(crate) async fn act(
        &self,
        me: &str,
        id: &MatchId,
        seen: u64,
        line: &str,
    ) -> ApiResult<u64> {
        let seat = self.seat(me, id).await?;
        let key = || (me.to_owned(), id.clone());
        // Taken first and given back later, so that many lines at once are counted too.
        self.limited(self.refused_lines.take(key()))?;
        let played = self.hall.act(id, seat, seen, line).await;
        if !played.as_ref().is_err_and(|refusal| is_of_a_game(refusal.code)) {
            self.refused_lines.give_back(key());
        }
        let ack = played?;
        increment(&self.metrics.moves);
        Ok(ack.seq)
    }

    /// Somebody resigns.
    pub(crate) async fn leave(&self, me: &str, id: &MatchId) -> ApiResult<u64> {
        let seat = self.seat(me, id).await?;
        Ok(self.hall.leave(id, seat, LeaveReason::Resigned).await?.seq)
    }

    /// Somebody says something at a table; not too often.
    pub(crate) async fn say(&self, me: &str, id: &TableId, phrase: u8) -> ApiResult<hall::Table> {
        self.phrases.take(me.to_owned()).inspect_err(|_| increment(&self.metrics.limited))?;
        Ok(self.hall.say(id, me, phrase).await?)
    }

    /// Remarks about a half-typed line.
    pub(crate) async fn preview(
        &self,
        me: &str,
        id: &MatchId,
        typed: &str,
    ) -> ApiResult<Vec<String>> {
        let seat = self.seat(me, id).await?;
        Ok(self.hall.preview(id, seat, typed).await?)
    }

    /// A hint for somebody.
    pub(crate) async fn hint(&self, me: &str, id: &MatchId) -> ApiResult<Option<engine::Hint>> {
        let seat = self.seat(me, id).await?;
        let thought = Budget { stop: Stop::default(), ..Budget::default() };
        Ok(self.hall.hint(id, seat, thought).await?)
    }

    /// The seat on which somebody sits in a match. To who does not, it is not theirs; to who may not even see it, it is
    /// not there.
    pub(crate) async fn seat(&self, me: &str, id: &MatchId) -> ApiResult<engine::Seat> {
        if let Some(seat) = self.hall.seat_in(id, me).await? {
            return Ok(seat);
        }
        let sight = self.access(Some(me), id).await?;
        match (sight.summary.seat_of(me), sight.viewer) {
            (Some(seat), _) => Ok(seat),
            (None, Viewer::Seat(_)) => {
                let text = "A bot plays on for you; come back to the table first.";
                Err(ApiError::new(StatusCode::CONFLICT, "web.away", text))
            }
            (None, Viewer::Public) => {
                let text = "You do not sit at this match; you only watch it.";
                Err(ApiError::new(StatusCode::FORBIDDEN, "web.seat", text))
            }
        }
    }
}
