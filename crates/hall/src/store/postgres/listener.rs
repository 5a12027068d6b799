//! Listens for notifications of what any server writes. Subscribers are also told to check everything twice a second,
//! so a lost notification costs only that time.

use super::connection::{BACKOFF, CONNECT_TIMEOUT};
use super::error::is_disconnected;
use crate::MatchId;
use crate::store::events::Publisher;
use crate::store::{Health, StoreEvent};
use std::future::poll_fn;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

/// How often subscribers check without a notification.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// The interval of probes, and the timeout of one.
const PROBE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(3));

/// Tells subscribers to check everything, and counts how long the server hasn't answered.
pub(super) async fn remind(publisher: Publisher, health: Health) {
    let mut ticks = interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        health.tick();
        publisher.publish(StoreEvent::CheckAll);
    }
}

/// Listens for ever, and reconnects when the connection is lost or the server stops answering.
pub(super) async fn listen(config: Config, publisher: Publisher, health: Health) {
    let mut pause = BACKOFF.0;
    loop {
        let connected = timeout(CONNECT_TIMEOUT, config.connect(NoTls)).await;
        if let Ok(Err(error)) = &connected
            && !is_disconnected(error)
        {
            // A server that refuses the connection has answered.
            health.answered();
        }
        if let Ok(Ok((client, mut connection))) = connected {
            let sender = publisher.clone();
            let mut listening = tokio::spawn(async move {
                // This loop ends with the connection.
                while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                    if let AsyncMessage::Notification(notification) = message {
                        sender.publish(read(notification.payload()));
                    }
                }
            });
            if matches!(
                timeout(CONNECT_TIMEOUT, client.batch_execute("listen lexicade")).await,
                Ok(Ok(()))
            ) {
                pause = BACKOFF.0;
                // Something may have been written while nothing was listening.
                publisher.publish(StoreEvent::CheckAll);
                tokio::select! {
                    _ = &mut listening => {}
                    () = probe(&client, &health) => {}
                }
            }
            listening.abort();
        }
        sleep(pause).await;
        pause = (pause * 2).min(BACKOFF.1);
    }
}

/// Probes the server until it stops answering.
async fn probe(client: &Client, health: &Health) {
    let (pause, limit) = PROBE;
    while let Ok(Ok(())) = timeout(limit, client.batch_execute("")).await {
        health.answered();
        sleep(pause).await;
    }
}

/// The event of a notification. One with an unknown format may mean anything.
fn read(payload: &str) -> StoreEvent {
    if let Some((kind, owner)) =
        payload.strip_prefix("paper ").and_then(|text| text.split_once(' '))
    {
        return StoreEvent::DocumentChanged(kind.to_owned(), owner.to_owned());
    }
    let parts = payload.rsplit_once(' ').and_then(|(id, seq)| Some((id, seq.parse().ok()?)));
    parts.map_or(StoreEvent::CheckAll, |(id, seq)| StoreEvent::Written(MatchId(id.to_owned()), seq))
}
