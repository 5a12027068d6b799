//! The way to a table elsewhere and back: a WebSocket that is opened again when it breaks. A move that was not
//! acknowledged is sent again: the same line from the same view is the same move.

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

/// How long a house may be silent; it says every 20 seconds that it is there.
const SILENCE: Duration = Duration::from_secs(45);

/// After how long a move that was not answered is sent again.
const AGAIN: Duration = Duration::from_millis(2500);

/// The shortest pause before a connection is tried again; it doubles with each that does not last.
const SHORTEST: Duration = Duration::from_millis(500);

/// A connection that has lasted so long was a good one: the next pause is short again.
const LASTING: Duration = Duration::from_secs(10);

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_secs(30);

type TableStream = WebSocketStream<TcpStream>;

/// Why talking has ended.
enum Disconnect {
    /// Whoever is here has had enough.
    Enough,
    /// The house has.
    Gone(String),
    /// It will be back in a moment.
    Bye,
    /// It broke off.
    Lost,
}

/// Keeps the way open until somebody has had enough.
pub(super) async fn run(
    visit: HttpClient,
    news: Sender<RemoteEvent>,
    wishes: UnboundedReceiver<RemoteCommand>,
) {
    let mut link = TableSocket {
        client: visit,
        news,
        commands: wishes,
        waiting: VecDeque::new(),
        asked: None,
        n: 0,
        followed: None,
    };
    let (mut pause, mut lost) = (SHORTEST, false);
    loop {
        let begun = Instant::now();
        let end = match link.connect().await {
            Ok(mut socket) => {
                if std::mem::take(&mut lost) {
                    let _ = link.news.send(RemoteEvent::Back).await;
                }
                let end = link.talk(&mut socket).await;
                let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                end
            }
            Err(end) => end,
        };
        match end {
            Disconnect::Enough => return,
            Disconnect::Gone(why) => {
                let _ = link.news.send(RemoteEvent::Gone(why)).await;
                return;
            }
            Disconnect::Bye => {}
            Disconnect::Lost => {
                if !std::mem::replace(&mut lost, true) {
                    let _ = link.news.send(RemoteEvent::Lost).await;
                }
            }
        }
        // Always, whatever the server says: one that sends everybody away at once is not asked without a pause.
        if begun.elapsed() >= LASTING {
            pause = SHORTEST;
        }
        if link.wait(jittered(pause)).await {
            return;
        }
        pause = (pause * 2).min(LONGEST);
    }
}

/// A pause of half to one and a half times this long, so that not everybody comes back at the same moment.
fn jittered(pause: Duration) -> Duration {
    let random = getrandom::u32().unwrap_or(u32::MAX / 2);
    pause.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX))
}

struct TableSocket {
    client: HttpClient,
    news: Sender<RemoteEvent>,
    commands: UnboundedReceiver<RemoteCommand>,
    /// What was wanted while nobody heard it.
    waiting: VecDeque<RemoteCommand>,
    /// The move that is not answered yet.
    asked: Option<(u64, Value)>,
    n: u64,
    /// The match that is followed.
    followed: Option<String>,
}

impl TableSocket {
    /// Waits before the next try; true, when somebody has had enough.
    async fn wait(&mut self, pause: Duration) -> bool {
        let pause = sleep(pause);
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => return false,
                wish = self.commands.recv() => match wish {
                    Some(wish) => self.waiting.push_back(wish),
                    None => return true,
                },
            }
        }
    }

    async fn connect(&mut self) -> Result<TableStream, Disconnect> {
        if self.commands.is_closed() {
            return Err(Disconnect::Enough);
        }
        self.followed = None;
        let host = &self.client.address.host;
        let Ok(mut request) = format!("ws://{host}/api/v1/ws").into_client_request() else {
            return Err(Disconnect::Gone(format!("The house at {host} cannot be reached so.")));
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
                Err(Disconnect::Gone("The house does not know you any more.".into()))
            }
            Ok(Err(_)) | Err(_) => Err(Disconnect::Lost),
        }
    }

    async fn talk(&mut self, socket: &mut TableStream) -> Disconnect {
        let follow = json!({ "do": "follow", "table": self.client.address.table });
        if let Err(end) = say(socket, &follow).await {
            return end;
        }
        if let Some((_, act)) = self.asked.clone()
            && let Err(end) = say(socket, &act).await
        {
            return end;
        }
        loop {
            while let Some(wish) = self.waiting.pop_front() {
                if let Err(end) = self.run_command(socket, wish).await {
                    return end;
                }
            }
            let again = self.asked.is_some();
            let done = tokio::select! {
                heard = timeout(SILENCE, socket.next()) => match heard {
                    Ok(Some(Ok(Message::Text(text)))) => self.on_message(socket, &text).await,
                    Ok(Some(Ok(Message::Close(Some(frame))))) if u16::from(frame.code) == 1008 => {
                        Err(Disconnect::Gone(format!("The house has closed the connection: {}.", frame.reason)))
                    }
                    Ok(Some(Ok(_))) => Ok(()),
                    Ok(Some(Err(_)) | None) | Err(_) => Err(Disconnect::Lost),
                },
                wish = self.commands.recv() => match wish {
                    Some(wish) => { self.waiting.push_back(wish); Ok(()) }
                    None => Err(Disconnect::Enough),
                },
                () = sleep(AGAIN), if again => match self.asked.clone() {
                    Some((_, act)) => say(socket, &act).await,
                    None => Ok(()),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Passes on what was heard.
    async fn on_message(&mut self, socket: &mut TableStream, text: &str) -> Result<(), Disconnect> {
        let Ok(heard) = serde_json::from_str::<Value>(text) else { return Ok(()) };
        let said = || heard["text"].as_str().unwrap_or_default().to_owned();
        let is_answer = self.asked.as_ref().is_some_and(|(n, _)| heard["n"] == *n);
        let news = match heard["type"].as_str().unwrap_or_default() {
            "hello" => {
                RemoteEvent::Hello(heard["me"]["name"].as_str().unwrap_or_default().to_owned())
            }
            "table" => {
                self.follow(socket, heard["match"].as_str()).await?;
                match serde_json::from_str(text) {
                    Ok(table) => RemoteEvent::Table(table),
                    Err(_) => return Ok(()),
                }
            }
            "update" => match serde_json::from_str(text) {
                Ok(now) if self.followed.as_deref() == heard["match"].as_str() => {
                    RemoteEvent::Match(now)
                }
                _ => return Ok(()),
            },
            "ack" => {
                if is_answer {
                    self.asked = None;
                }
                return Ok(());
            }
            // These are sent again after a moment.
            "refused"
                if is_answer && (heard["code"] == "web.busy" || heard["code"] == "house.store") =>
            {
                return Ok(());
            }
            "refused" => {
                if is_answer {
                    self.asked = None;
                }
                RemoteEvent::Refused(said())
            }
            "hint" => RemoteEvent::Hint(heard["hint"].as_object().map(|hint| {
                let part = |name: &str| {
                    hint.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
                };
                (part("line"), part("why"))
            })),
            "gone" if heard["table"].is_string() => return Err(Disconnect::Gone(said())),
            "gone" => RemoteEvent::Refused(said()),
            "bye" => return Err(Disconnect::Bye),
            _ => return Ok(()),
        };
        // Whoever does not listen any more has had enough.
        self.news.send(news).await.map_err(|_| Disconnect::Enough)
    }

    /// Follows the match that is played at the table now.
    async fn follow(
        &mut self,
        socket: &mut TableStream,
        now: Option<&str>,
    ) -> Result<(), Disconnect> {
        if self.followed.as_deref() == now {
            return Ok(());
        }
        if let Some(old) = self.followed.take() {
            say(socket, &json!({ "do": "unfollow", "match": old })).await?;
        }
        if let Some(now) = now {
            say(socket, &json!({ "do": "follow", "match": now })).await?;
            self.followed = Some(now.to_owned());
        }
        Ok(())
    }

    async fn run_command(
        &mut self,
        socket: &mut TableStream,
        wish: RemoteCommand,
    ) -> Result<(), Disconnect> {
        self.n += 1;
        let (n, table) = (self.n, self.client.address.table.clone());
        let frame = match wish {
            RemoteCommand::Start | RemoteCommand::Cancel | RemoteCommand::ReturnToSeat => {
                let what = match wish {
                    RemoteCommand::Cancel => "call_off",
                    RemoteCommand::ReturnToSeat => "come_back",
                    _ => "start",
                };
                let path = format!("/tables/{table}/{what}");
                return match self.client.request("POST", &path, json!({})).await {
                    Ok(_) => Ok(()),
                    Err(LineError::Refused(refusal)) => self
                        .news
                        .send(RemoteEvent::Refused(refusal.text))
                        .await
                        .map_err(|_| Disconnect::Enough),
                    Err(LineError::Io(_)) => Err(Disconnect::Lost),
                };
            }
            RemoteCommand::Say(phrase) => {
                json!({ "do": "say", "n": n, "table": table, "phrase": phrase })
            }
            RemoteCommand::Act(id, seen, line) => {
                let act = json!({ "do": "act", "n": n, "match": id, "seen": seen, "line": line });
                self.asked = Some((n, act.clone()));
                act
            }
            RemoteCommand::Hint(id) => json!({ "do": "hint", "n": n, "match": id }),
            RemoteCommand::Leave(id) => json!({ "do": "leave", "n": n, "match": id }),
        };
        say(socket, &frame).await
    }
}

async fn say(socket: &mut TableStream, frame: &Value) -> Result<(), Disconnect> {
    socket.send(Message::text(frame.to_string())).await.map_err(|_| Disconnect::Lost)
}

#[cfg(test)]
mod tests {
    use super::super::http::TableAddress;
    use super::*;
    use tokio::net::TcpListener;
    use tokio::sync::mpsc;

    #[tokio::test]
    async fn a_server_that_says_goodbye_at_once_is_not_asked_without_a_pause() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let visit = HttpClient::new(TableAddress { host, table: "T".into(), code: None }, None);
        let (news, _heard) = mpsc::channel(64);
        let (_wish, wishes) = mpsc::unbounded_channel();
        let begun = Instant::now();
        let keeping = tokio::spawn(run(visit, news, wishes));
        for _ in 0..4 {
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            socket.send(Message::text(r#"{"type":"bye","text":"Goodbye."}"#)).await.unwrap();
        }
        keeping.abort();
        // The shortest pauses there are: half of 0.5, 1 and 2 seconds.
        assert!(begun.elapsed() >= Duration::from_millis(1750), "{:?}", begun.elapsed());
    }
}
