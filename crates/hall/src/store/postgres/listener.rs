//! The ear: it hears of every entry that any house writes. Whoever listens is told to look for
//! themselves twice a second, so a lost notification costs only that.

use super::link::PAUSES;
use crate::MatchId;
use crate::store::Heard;
use crate::store::news::Crier;
use std::future::poll_fn;
use std::time::Duration;
use tokio::time::{interval, sleep};
use tokio_postgres::{AsyncMessage, Config, NoTls};

/// How often to look without having heard anything.
const LOOK: Duration = Duration::from_millis(500);

/// Reminds everybody to look.
pub(super) async fn remind(crier: Crier) {
    let mut ticks = interval(LOOK);
    loop {
        ticks.tick().await;
        crier.cry(Heard::Look);
    }
}

/// Listens, and comes back when the connection is lost.
pub(super) async fn listen(config: Config, crier: Crier) {
    let mut pause = PAUSES.0;
    loop {
        if let Ok((client, mut connection)) = config.connect(NoTls).await {
            let ear = crier.clone();
            let mut hearing = tokio::spawn(async move {
                // Ends with the connection.
                while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                    if let AsyncMessage::Notification(note) = message {
                        ear.cry(read(note.payload()));
                    }
                }
            });
            if client.batch_execute("listen lexicade").await.is_ok() {
                pause = PAUSES.0;
                // Something may have been written while nobody listened.
                crier.cry(Heard::Look);
                let _ = (&mut hearing).await;
            }
            hearing.abort();
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSES.1);
    }
}

/// What a notification says; one that says nothing known may mean anything.
fn read(payload: &str) -> Heard {
    if let Some((kind, owner)) =
        payload.strip_prefix("paper ").and_then(|text| text.split_once(' '))
    {
        return Heard::Filed(kind.to_owned(), owner.to_owned());
    }
    let parts = payload.rsplit_once(' ').and_then(|(id, seq)| Some((id, seq.parse().ok()?)));
    parts.map_or(Heard::Look, |(id, seq)| Heard::Written(MatchId(id.to_owned()), seq))
}
