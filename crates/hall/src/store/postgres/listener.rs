//! The ear: it hears of every entry that any house writes. Whoever listens is told to look for
//! themselves twice a second, so a lost notification costs only that.

use super::connection::{BACKOFF, CONNECT_TIMEOUT};
use super::error::is_disconnected;
use crate::MatchId;
use crate::store::events::Publisher;
use crate::store::{Health, StoreEvent};
use std::future::poll_fn;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

/// How often to look without having heard anything.
const LOOK: Duration = Duration::from_millis(500);

/// How often the server is asked whether it is there, and how long it may take to say so.
const PROBE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(3));

/// Reminds everybody to look, and counts how long the server has not answered.
pub(super) async fn remind(crier: Publisher, health: Health) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        health.tick();
        crier.publish(StoreEvent::CheckAll);
    }
}

/// Listens, and comes back when the connection is lost or the server has fallen silent.
pub(super) async fn listen(config: Config, crier: Publisher, health: Health) {
    let mut pause = BACKOFF.0;
    loop {
        let connected = timeout(CONNECT_TIMEOUT, config.connect(NoTls)).await;
        if let Ok(Err(error)) = &connected
            && !is_disconnected(error)
        {
            // A server that has no connection left has answered.
            health.answered();
        }
        if let Ok(Ok((client, mut connection))) = connected {
            let ear = crier.clone();
            let mut hearing = tokio::spawn(async move {
                // Ends with the connection.
                while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                    if let AsyncMessage::Notification(note) = message {
                        ear.publish(read(note.payload()));
                    }
                }
            });
            if matches!(
                timeout(CONNECT_TIMEOUT, client.batch_execute("listen lexicade")).await,
                Ok(Ok(()))
            ) {
                pause = BACKOFF.0;
                // Something may have been written while nobody listened.
                crier.publish(StoreEvent::CheckAll);
                tokio::select! {
                    _ = &mut hearing => {}
                    () = probe(&client, &health) => {}
                }
            }
            hearing.abort();
        }
        sleep(pause).await;
        pause = (pause * 2).min(BACKOFF.1);
    }
}

/// Asks the server again and again whether it is there, until it is not.
async fn probe(client: &Client, health: &Health) {
    let (pause, patience) = PROBE;
    while let Ok(Ok(())) = timeout(patience, client.batch_execute("")).await {
        health.answered();
        sleep(pause).await;
    }
}

/// What a notification says; one that says nothing known may mean anything.
fn read(payload: &str) -> StoreEvent {
    if let Some((kind, owner)) =
        payload.strip_prefix("paper ").and_then(|text| text.split_once(' '))
    {
        return StoreEvent::DocumentChanged(kind.to_owned(), owner.to_owned());
    }
    let parts = payload.rsplit_once(' ').and_then(|(id, seq)| Some((id, seq.parse().ok()?)));
    parts.map_or(StoreEvent::CheckAll, |(id, seq)| StoreEvent::Written(MatchId(id.to_owned()), seq))
}
