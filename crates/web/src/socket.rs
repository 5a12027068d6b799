//! WebSockets: one task for each. It handles messages, sends updates of the matches and tables it follows, and closes
//! the socket of a client that breaks the protocol or doesn't read.

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
use crate::write_timeout::Allowance;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::{Budget, Code, Stop, Viewer};
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
const MAX_MESSAGE: usize = 4096;

/// How many bytes may come before a message is complete, which allows for small and empty fragments.
const MAX_UNFINISHED: usize = 4 * MAX_MESSAGE;

/// How many messages may wait for a client; tasks that send more wait too.
const QUEUE: usize = 8;

/// How many matches and tables a socket may follow.
const MAX_FOLLOWED: usize = 16;

/// How many bad messages are answered before the socket is closed.
const MAX_BAD_MESSAGES: u32 = 20;

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

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
    /// The number of the message, and whether its id is valid. The task that follows a match or table checks that id
    /// itself, because its response is `gone`.
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

/// A match or table to follow.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Subscription {
    Match(MatchId),
    Table(TableId),
}

/// Opens a WebSocket to follow and play matches. docs/protocol.md describes its messages.
#[utoipa::path(
    get,
    path = "/ws",
    operation_id = "socket",
    responses((status = 101, description = "Switching protocols to WebSocket."), ApiError),
    security(("token" = []))
)]
pub(crate) async fn upgrade(
    State(app): State<Arc<AppState>>,
    // Before the caller, who has to be looked up in the store.
    _: StoreAnswers,
    Extension(from): Extension<Network>,
    (Extension(connection), Extension(allowance)): (
        Extension<Arc<ClientConnection>>,
        Extension<Allowance>,
    ),
    headers: HeaderMap,
    VerifiedCaller(me): VerifiedCaller,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let me = me.ok_or_else(ApiError::not_signed_in)?;
    // Browsers send the cookie for pages of other sites too, so the page must be ours.
    if me.kind == SESSION && origin_is_ours(&app, &headers) != Some(true) {
        increment(&app.metrics.foreign);
        let text = "This request came from another site.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, Code::WebOrigin, text));
    }
    let socket = socket.map_err(|_| ApiError::bad_request("Connect here with a WebSocket."))?;
    if *app.closing.borrow() {
        return Err(ApiError::closing());
    }
    let home = app.base_url(&headers);
    let slot = SocketSlot::new(&app, &me, from, connection)?;
    let (me, client) = (SocketCaller { me, from }, Client::current());
    Ok(socket
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(MAX_MESSAGE / 2)
        .write_buffer_size(0)
        .on_upgrade(move |socket| {
            let app = Arc::clone(&slot.app);
            client.scope(Watched::new(&app, run(socket, allowance, me, home, slot)))
        }))
}

/// The caller of a socket, and the network that it is counted by.
struct SocketCaller {
    me: Caller,
    from: Network,
}

/// A person or network, whose number of sockets is limited.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum SocketOwner {
    Person(String),
    Network(Network),
}

/// An open socket, which counts toward the limits until it is dropped.
struct SocketSlot {
    app: Arc<AppState>,
    owners: [SocketOwner; 2],
    /// Its connection, which counts too.
    _connection: Arc<ClientConnection>,
    _alive: mpsc::Sender<std::convert::Infallible>,
}

impl SocketSlot {
    fn new(
        app: &Arc<AppState>,
        me: &Caller,
        from: Network,
        connection: Arc<ClientConnection>,
    ) -> ApiResult<SocketSlot> {
        let limits = &app.config.limits;
        let mut all = app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let owners = [SocketOwner::Person(me.id.clone()), SocketOwner::Network(from)];
        for (owner, most) in owners.iter().zip([limits.per_person, limits.per_address]) {
            if all.get(owner).is_some_and(|own| *own >= most) {
                increment(&app.metrics.limited);
                return Err(ApiError::rate_limited(5.0));
            }
        }
        owners.iter().for_each(|owner| *all.entry(owner.clone()).or_default() += 1);
        app.metrics.sockets.fetch_add(1, Relaxed);
        let (app, alive) = (Arc::clone(app), app.alive.clone());
        Ok(SocketSlot { app, owners, _connection: connection, _alive: alive })
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        self.app.metrics.sockets.fetch_sub(1, Relaxed);
        let mut all = self.app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        for owner in &self.owners {
            if let Some(own) = all.get_mut(owner) {
                *own -= 1;
                if *own == 0 {
                    all.remove(owner);
                }
            }
        }
        if let SocketOwner::Person(person) = &self.owners[0] {
            self.app.account_watchers.tidy(person);
        }
    }
}

/// Why a socket ends.
enum CloseReason {
    /// The connection is broken.
    Gone,
    /// The client has sent a close frame.
    Left,
    /// The server closes it, with this code and reason.
    Close(u16, &'static str),
}

/// A socket and the tasks that follow matches and tables for it.
struct SocketSession {
    app: Arc<AppState>,
    me: Caller,
    from: Network,
    /// The server's address for links.
    home: String,
    socket: WebSocket,
    allowance: Allowance,
    out: Outbox,
    tasks: JoinSet<()>,
    followed: HashMap<Subscription, AbortHandle>,
    bucket: Bucket,
    bad_messages: u32,
}

async fn run(
    socket: WebSocket,
    allowance: Allowance,
    caller: SocketCaller,
    home: String,
    slot: SocketSlot,
) {
    let SocketCaller { me, from } = caller;
    allowance.renew(MAX_UNFINISHED);
    let app = Arc::clone(&slot.app);
    let (out, queue) = mpsc::channel(QUEUE);
    let bucket = Bucket::full(app.config.limits.messages.1);
    let (tasks, followed) = (JoinSet::new(), HashMap::new());
    let mut session = SocketSession {
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
        bad_messages: 0,
    };
    let frame = match session.serve(queue).await {
        CloseReason::Gone => return,
        CloseReason::Left => None,
        CloseReason::Close(code, reason) => {
            if code != 1012 {
                increment(&session.app.metrics.cut_off);
            }
            Some(CloseFrame { code, reason: reason.into() })
        }
    };
    let goodbye = async {
        if frame.is_some() {
            let _ = session.socket.send(Message::Close(frame)).await;
        }
        // Reading the rest lets the client receive the reason, and answers the client's own close frame.
        while let Some(received) = session.socket.recv().await {
            match received {
                Ok(_) => {}
                // A flood isn't read any further. If the connection were closed now, the reason might not arrive.
                Err(_) if session.allowance.is_exceeded() => pending().await,
                Err(_) => return,
            }
        }
    };
    let _ = timeout(CLOSE_TIMEOUT, goodbye).await;
}

impl SocketSession {
    /// Serves the socket until it ends. While the store is silent the client should reconnect, perhaps to another node,
    /// even if a message is just being handled, which may take as long as the store is silent.
    async fn serve(&mut self, queue: mpsc::Receiver<String>) -> CloseReason {
        let app = Arc::clone(&self.app);
        tokio::select! {
            biased;
            () = app.store_is_silent() => {
                let text = "The server can't reach its database. Reconnect in a moment.";
                let _ = self.send(message("bye", json!({ "text": text }))).await;
                CloseReason::Close(1012, "the database isn't answering")
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
        // Changes are noticed from now on, so the session is looked up again.
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
                // Not in random order, so that simulated runs can be repeated. Clients that send too much are
                // disconnected, so the queue is always served in the end.
                biased;
                () = closed(&mut closing) => {
                    let text = "The server is restarting. It will be back in a moment.";
                    let _ = self.send(message("bye", json!({ "text": text }))).await;
                    return CloseReason::Close(1012, "restarting");
                }
                _ = changed.changed() => match is_known(&self.app, &self.me, Trust::Store).await {
                    true => Ok(()),
                    false => Err(CloseReason::Close(1008, "this session has ended")),
                },
                received = self.socket.recv() => match received {
                    Some(Ok(message)) => {
                        self.allowance.renew(MAX_UNFINISHED);
                        self.receive(message).await
                    }
                    Some(Err(_)) if self.allowance.is_exceeded() => {
                        return CloseReason::Close(1008, "too many bytes without a message");
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

    /// Sends a message. A client that doesn't read in time is disconnected.
    async fn send(&mut self, text: String) -> Result<(), CloseReason> {
        let limit = self.app.config.limits.unread;
        match timeout(limit, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason::Gone),
            Err(_) => {
                increment(&self.app.metrics.cut_off);
                Err(CloseReason::Gone)
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), CloseReason> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(CloseReason::Close(1008, "messages must be text")),
            Message::Close(_) => return Err(CloseReason::Left),
            Message::Ping(_) | Message::Pong(_) => return self.count_ping(),
        };
        increment(&self.app.metrics.messages);
        if let Err(wait) = self.bucket.take(self.app.config.limits.messages) {
            increment(&self.app.metrics.limited);
            self.count_bad()?;
            let n = number(&text);
            let text = self.app.refused(n, &ApiError::rate_limited(wait));
            return self.send(text).await;
        }
        match serde_json::from_str::<ClientMessage>(&text) {
            Ok(command) => self.handle_counted(command).await,
            Err(_) => {
                increment(&self.app.metrics.junk);
                self.count_bad()?;
                let error = ApiError::bad_request("The message isn't valid. See docs/protocol.md.");
                let text = self.app.refused(number(&text), &error);
                self.send(text).await
            }
        }
    }

    /// Pings count like messages.
    fn count_ping(&mut self) -> Result<(), CloseReason> {
        match self.bucket.take(self.app.config.limits.messages) {
            Ok(()) => Ok(()),
            Err(_) => self.count_bad(),
        }
    }

    fn count_bad(&mut self) -> Result<(), CloseReason> {
        self.bad_messages += 1;
        match self.bad_messages > MAX_BAD_MESSAGES {
            true => Err(CloseReason::Close(1008, "too many bad messages")),
            false => Ok(()),
        }
    }

    /// Handles a message, if its network may still store something. Leaving a match is always allowed.
    async fn handle_counted(&mut self, command: ClientMessage) -> Result<(), CloseReason> {
        if let ClientMessage::Act { n, .. }
        | ClientMessage::Hint { n, .. }
        | ClientMessage::Say { n, .. } = &command
            && let Err(error) = self.app.may_store(self.from)
        {
            let text = self.app.refused(Some(*n), &error);
            return self.send(text).await;
        }
        let (done, bytes) = metered(Box::pin(self.handle(command))).await;
        self.app.has_stored(self.from, bytes);
        done
    }

    async fn handle(&mut self, command: ClientMessage) -> Result<(), CloseReason> {
        if let (Some(n), Err(error)) = command.check() {
            let text = self.app.refused(Some(n), &error);
            return self.send(text).await;
        }
        let (app, me) = (Arc::clone(&self.app), self.me.id.clone());
        let (n, answer) = match command {
            ClientMessage::Follow(subscription) => return self.follow(subscription).await,
            ClientMessage::Unfollow(subscription) => {
                if let Some(task) = self.followed.remove(&subscription) {
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
                // A hint may take a while, so other messages are handled meanwhile.
                let (out, from) = (self.out.clone(), self.from);
                self.tasks.spawn(Client::current().scope(async move {
                    let (hint, bytes) = metered(app.hint(&me, &r#match)).await;
                    app.has_stored(from, bytes);
                    let text = match hint {
                        Ok(hint) => message("hint", json!({ "n": n, "hint": hint })),
                        Err(error) => app.refused(Some(n), &error),
                    };
                    let _ = out.send(text).await;
                }));
                return Ok(());
            }
        };
        let text = answer.unwrap_or_else(|error| self.app.refused(Some(n), &error));
        self.send(text).await
    }

    /// Follows a match or table; starts again if the socket already follows it.
    async fn follow(&mut self, subscription: Subscription) -> Result<(), CloseReason> {
        self.followed.retain(|_, task| !task.is_finished());
        if let Some(task) = self.followed.remove(&subscription) {
            task.abort();
        }
        if self.followed.len() >= MAX_FOLLOWED {
            let error = ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Code::WebFull,
                format!("A socket can follow at most {MAX_FOLLOWED} matches and tables."),
            );
            let text = self.app.refused(None, &error);
            return self.send(text).await;
        }
        let (app, me, out) = (Arc::clone(&self.app), self.me.id.clone(), self.out.clone());
        let client = Client::current();
        let task = match subscription.clone() {
            Subscription::Match(id) => {
                self.tasks.spawn(client.scope(follow_match(app, me, id, out)))
            }
            Subscription::Table(id) => {
                let follow = follow_table(app, me, self.home.clone(), id, out);
                self.tasks.spawn(client.scope(follow))
            }
        };
        self.followed.insert(subscription, task);
        Ok(())
    }
}

/// How to close a socket after this read error. A broken connection is just dropped. The types behind the error belong
/// to a library of axum's, so only its text can be read.
fn unreadable(error: &str) -> CloseReason {
    let has = |text| error.contains(text);
    if has("too long") {
        CloseReason::Close(1009, "messages may have at most 4096 bytes")
    } else if has("UTF-8") {
        CloseReason::Close(1007, "messages must be UTF-8")
    } else if has("protocol error") && !has("without closing handshake") {
        CloseReason::Close(1002, "invalid WebSocket frame")
    } else {
        CloseReason::Gone
    }
}

/// Whether the session is still valid. If the store doesn't answer, it counts as valid.
async fn is_known(app: &AppState, me: &Caller, trust: Trust) -> bool {
    let known = app.by_credential(me.kind, me.pass.clone(), trust).await;
    known.map_or(true, |me| me.is_some())
}

/// The number of a message that could not be parsed otherwise.
fn number(text: &str) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("n")?.as_u64()
}

impl AppState {
    /// The message for an error, which is also counted.
    fn refused(&self, n: Option<u64>, error: &ApiError) -> String {
        let refusal = &error.refusal;
        self.metrics.count_refusal(Some(refusal.code));
        message("refused", json!({ "n": n, "code": refusal.code, "text": refusal.text }))
    }

    /// Plays a line. Lines that the rules refuse cost nothing in the game, so they have a rate limit of their own:
    /// otherwise a hidden word that isn't in the list could be found by trying unlisted words until one is accepted.
    pub(crate) async fn act(
        &self,
        me: &str,
        id: &MatchId,
        seen: u64,
        line: &str,
    ) -> ApiResult<u64> {
        let seat = self.seat(me, id).await?;
        let key = || (me.to_owned(), id.clone());
        // Taken first and given back later, so that simultaneous lines are counted too.
        self.limited(self.refused_lines.take(key()))?;
        let played = self.hall.act(id, seat, seen, line).await;
        if !played.as_ref().is_err_and(|refusal| refusal.code.is_of_a_game()) {
            self.refused_lines.give_back(key());
        }
        let ack = played?;
        increment(&self.metrics.moves);
        Ok(ack.seq)
    }

    /// Resigns.
    pub(crate) async fn leave(&self, me: &str, id: &MatchId) -> ApiResult<u64> {
        let seat = self.seat(me, id).await?;
        Ok(self.hall.leave(id, seat, LeaveReason::Resigned).await?.seq)
    }

    /// Says a phrase at a table, with a rate limit.
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

    pub(crate) async fn hint(&self, me: &str, id: &MatchId) -> ApiResult<Option<engine::Hint>> {
        let seat = self.seat(me, id).await?;
        let budget = Budget { stop: Stop::default(), ..Budget::default() };
        Ok(self.hall.hint(id, seat, budget).await?)
    }

    /// The seat of a player in a match. Fails with `web.away` if a bot stands in for the player, with `web.seat` for
    /// spectators, and with `house.match` for everyone else.
    pub(crate) async fn seat(&self, me: &str, id: &MatchId) -> ApiResult<engine::Seat> {
        if let Some(seat) = self.hall.seat_in(id, me).await? {
            return Ok(seat);
        }
        let access = self.access(Some(me), id).await?;
        match (access.summary.seat_of(me), access.viewer) {
            (Some(seat), _) => Ok(seat),
            (None, Viewer::Seat(_)) => {
                let text = "A bot is playing for you. Take over first.";
                Err(ApiError::new(StatusCode::CONFLICT, Code::WebAway, text))
            }
            (None, Viewer::Public) => {
                let text = "You are only watching this game.";
                Err(ApiError::new(StatusCode::FORBIDDEN, Code::WebSeat, text))
            }
        }
    }
}
