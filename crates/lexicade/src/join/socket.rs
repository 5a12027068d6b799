//! A WebSocket to a table that reconnects. It resends a move until the server acknowledges it: the same line from the
//! same view is the same move.

use super::http::HttpClient;
use futures_util::{SinkExt, StreamExt};
use line::LineError;
use line::remote_table::{RemoteCommand, RemoteEvent};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The server is lost after this silence. It sends a ping every 20 seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// The time after which a move without an answer is sent again.
const RESEND: Duration = Duration::from_millis(2500);

/// The first pause before a reconnection. It doubles with each connection that does not last.
const SHORTEST_PAUSE: Duration = Duration::from_millis(500);

/// After a connection that lasted this long, the next pause is the shortest again.
const LASTING: Duration = Duration::from_secs(10);

/// The longest pause before a reconnection.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

type TableStream = WebSocketStream<TcpStream>;

/// Why a connection ended.
enum Disconnect {
    /// The player has quit.
    Quit,
    /// The server refuses to continue, with its reason.
    Gone(String),
    /// The server restarts.
    Bye,
    /// The connection broke.
    Lost,
}

/// Keeps the connection open until the player quits or the table is gone.
pub(super) async fn run(
    client: HttpClient,
    events: Sender<RemoteEvent>,
    commands: UnboundedReceiver<RemoteCommand>,
) {
    let mut table_socket = TableSocket {
        client,
        events,
        commands,
        pending_commands: VecDeque::new(),
        pending_move: None,
        n: 0,
        followed: None,
    };
    let (mut pause, mut lost) = (SHORTEST_PAUSE, false);
    loop {
        let started = Instant::now();
        let end = match table_socket.connect().await {
            Ok(mut socket) => {
                if std::mem::take(&mut lost) {
                    let _ = table_socket.events.send(RemoteEvent::Back).await;
                }
                let end = table_socket.talk(&mut socket).await;
                let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                end
            }
            Err(end) => end,
        };
        match end {
            Disconnect::Quit => return,
            Disconnect::Gone(why) => {
                let _ = table_socket.events.send(RemoteEvent::Gone(why)).await;
                return;
            }
            Disconnect::Bye => {}
            Disconnect::Lost => {
                if !std::mem::replace(&mut lost, true) {
                    let _ = table_socket.events.send(RemoteEvent::Lost).await;
                }
            }
        }
        // There is always a pause, even if the server closes every connection at once.
        if started.elapsed() >= LASTING {
            pause = SHORTEST_PAUSE;
        }
        if table_socket.wait(jittered(pause)).await {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// A random pause of half to one and a half times this length, so that clients don't all return at the same moment.
fn jittered(pause: Duration) -> Duration {
    let random = getrandom::u32().unwrap_or(u32::MAX / 2);
    pause.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX))
}

struct TableSocket {
    client: HttpClient,
    events: Sender<RemoteEvent>,
    commands: UnboundedReceiver<RemoteCommand>,
    /// Commands that wait for a connection.
    pending_commands: VecDeque<RemoteCommand>,
    /// The move without an answer yet.
    pending_move: Option<(u64, Value)>,
    n: u64,
    /// The match that is followed.
    followed: Option<String>,
}

impl TableSocket {
    /// Waits before the next connection. Returns true if the player quits.
    async fn wait(&mut self, pause: Duration) -> bool {
        let pause = sleep(pause);
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => return false,
                command = self.commands.recv() => match command {
                    Some(command) => self.pending_commands.push_back(command),
                    None => return true,
                },
            }
        }
    }

    async fn connect(&mut self) -> Result<TableStream, Disconnect> {
        if self.commands.is_closed() {
            return Err(Disconnect::Quit);
        }
        self.followed = None;
        let host = &self.client.address.host;
        let Ok(mut request) = format!("ws://{host}/api/v1/ws").into_client_request() else {
            return Err(Disconnect::Gone(format!("“{host}” isn't a valid address.")));
        };
        let headers = request.headers_mut();
        if let Ok(origin) = format!("http://{host}").parse() {
            headers.insert("origin", origin);
        }
        if let Some(cookie) = self.client.cookie.as_ref().and_then(|cookie| cookie.parse().ok()) {
            headers.insert("cookie", cookie);
        }
        let stream = self.client.address.connect().await.map_err(|_| Disconnect::Lost)?;
        match timeout(SILENCE, tokio_tungstenite::client_async(request, stream)).await {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(Error::Http(answer))) if answer.status().as_u16() == 401 => {
                Err(Disconnect::Gone("The server doesn't recognise you any more.".into()))
            }
            Ok(Err(_)) | Err(_) => Err(Disconnect::Lost),
        }
    }

    async fn talk(&mut self, socket: &mut TableStream) -> Disconnect {
        let follow = json!({ "do": "follow", "table": self.client.address.table });
        if let Err(end) = send(socket, &follow).await {
            return end;
        }
        if let Some((_, act)) = self.pending_move.clone()
            && let Err(end) = send(socket, &act).await
        {
            return end;
        }
        loop {
            while let Some(command) = self.pending_commands.pop_front() {
                if let Err(end) = self.run_command(socket, command).await {
                    return end;
                }
            }
            let again = self.pending_move.is_some();
            let done = tokio::select! {
                message = timeout(SILENCE, socket.next()) => match message {
                    Ok(Some(Ok(Message::Text(text)))) => self.on_message(socket, &text).await,
                    Ok(Some(Ok(Message::Close(Some(frame))))) if u16::from(frame.code) == 1008 => {
                        Err(Disconnect::Gone(format!("The server has closed the connection: {}.", frame.reason)))
                    }
                    Ok(Some(Ok(_))) => Ok(()),
                    Ok(Some(Err(_)) | None) | Err(_) => Err(Disconnect::Lost),
                },
                command = self.commands.recv() => match command {
                    Some(command) => { self.pending_commands.push_back(command); Ok(()) }
                    None => Err(Disconnect::Quit),
                },
                () = sleep(RESEND), if again => match self.pending_move.clone() {
                    Some((_, act)) => send(socket, &act).await,
                    None => Ok(()),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Handles a message of the server.
    async fn on_message(&mut self, socket: &mut TableStream, text: &str) -> Result<(), Disconnect> {
        let Ok(message) = serde_json::from_str::<Value>(text) else { return Ok(()) };
        let said = || message["text"].as_str().unwrap_or_default().to_owned();
        let is_answer = self.pending_move.as_ref().is_some_and(|(n, _)| message["n"] == *n);
        let event = match message["type"].as_str().unwrap_or_default() {
            "hello" => {
                RemoteEvent::Hello(message["me"]["name"].as_str().unwrap_or_default().to_owned())
            }
            "table" => {
                self.follow(socket, message["match"].as_str()).await?;
                match serde_json::from_str(text) {
                    Ok(table) => RemoteEvent::Table(table),
                    Err(_) => return Ok(()),
                }
            }
            "update" => match serde_json::from_str(text) {
                Ok(now) if self.followed.as_deref() == message["match"].as_str() => {
                    RemoteEvent::Match(now)
                }
                _ => return Ok(()),
            },
            "ack" => {
                if is_answer {
                    self.pending_move = None;
                }
                return Ok(());
            }
            // The move is sent again after a moment.
            "refused"
                if is_answer
                    && (message["code"] == "web.busy" || message["code"] == "house.store") =>
            {
                return Ok(());
            }
            "refused" => {
                if is_answer {
                    self.pending_move = None;
                }
                RemoteEvent::Refused(said())
            }
            "hint" => RemoteEvent::Hint(message["hint"].as_object().map(|hint| {
                let part = |name: &str| {
                    hint.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
                };
                (part("line"), part("why"))
            })),
            "gone" if message["table"].is_string() => return Err(Disconnect::Gone(said())),
            "gone" => RemoteEvent::Refused(said()),
            "bye" => return Err(Disconnect::Bye),
            _ => return Ok(()),
        };
        // The receiver is dropped when the player quits.
        self.events.send(event).await.map_err(|_| Disconnect::Quit)
    }

    /// Follows the current match of the table.
    async fn follow(
        &mut self,
        socket: &mut TableStream,
        now: Option<&str>,
    ) -> Result<(), Disconnect> {
        if self.followed.as_deref() == now {
            return Ok(());
        }
        if let Some(old) = self.followed.take() {
            send(socket, &json!({ "do": "unfollow", "match": old })).await?;
        }
        if let Some(now) = now {
            send(socket, &json!({ "do": "follow", "match": now })).await?;
            self.followed = Some(now.to_owned());
        }
        Ok(())
    }

    async fn run_command(
        &mut self,
        socket: &mut TableStream,
        command: RemoteCommand,
    ) -> Result<(), Disconnect> {
        self.n += 1;
        let (n, table) = (self.n, self.client.address.table.clone());
        let frame = match command {
            RemoteCommand::Start | RemoteCommand::Cancel | RemoteCommand::ReturnToSeat => {
                let what = match command {
                    RemoteCommand::Cancel => "call_off",
                    RemoteCommand::ReturnToSeat => "come_back",
                    _ => "start",
                };
                let path = format!("/tables/{table}/{what}");
                return match self.client.request("POST", &path, json!({})).await {
                    Ok(_) => Ok(()),
                    Err(LineError::Refused(refusal)) => self
                        .events
                        .send(RemoteEvent::Refused(refusal.text))
                        .await
                        .map_err(|_| Disconnect::Quit),
                    Err(LineError::Io(_)) => Err(Disconnect::Lost),
                };
            }
            RemoteCommand::Say(phrase) => {
                json!({ "do": "say", "n": n, "table": table, "phrase": phrase })
            }
            RemoteCommand::Act(id, seen, line) => {
                let act = json!({ "do": "act", "n": n, "match": id, "seen": seen, "line": line });
                self.pending_move = Some((n, act.clone()));
                act
            }
            RemoteCommand::Hint(id) => json!({ "do": "hint", "n": n, "match": id }),
            RemoteCommand::Leave(id) => json!({ "do": "leave", "n": n, "match": id }),
        };
        send(socket, &frame).await
    }
}

async fn send(socket: &mut TableStream, frame: &Value) -> Result<(), Disconnect> {
    socket.send(Message::text(frame.to_string())).await.map_err(|_| Disconnect::Lost)
}

#[cfg(test)]
mod tests {
    use super::super::http::TableAddress;
    use super::*;
    use tokio::net::TcpListener;
    use tokio::sync::mpsc;

    #[tokio::test]
    async fn reconnections_pause_even_if_the_server_closes_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let client = HttpClient::new(TableAddress { host, table: "T".into(), code: None }, None);
        let (events, _event_receiver) = mpsc::channel(64);
        let (_command_sender, commands) = mpsc::unbounded_channel();
        let started = Instant::now();
        let task = tokio::spawn(run(client, events, commands));
        for _ in 0..4 {
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            socket.send(Message::text(r#"{"type":"bye","text":"Goodbye."}"#)).await.unwrap();
        }
        task.abort();
        // The shortest possible pauses are half of 0.5, 1 and 2 seconds.
        assert!(started.elapsed() >= Duration::from_millis(1750), "{:?}", started.elapsed());
    }
}
