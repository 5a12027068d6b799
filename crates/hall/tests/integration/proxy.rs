//! A socket between a store and its server that injects faults when the text of an entry orders one: it cuts the
//! connection before the server gets the entry, after the commit or in between; it lets a rival write first; it holds
//! the answer back until it is released; or it stops answering on all connections until it is told to resume.

use crate::common::server::Server;
use crate::common::{Scratch, after, played};
use hall::Store;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Notify, watch};

const ORDERS: [&str; 6] = ["cut-before", "cut-after", "cut-between", "cut-rival", "slow", "hush"];

pub(crate) struct Proxy {
    scratch: Scratch,
    met: Arc<Mutex<Vec<&'static str>>>,
    gate: Arc<Gate>,
    silent: watch::Sender<bool>,
}

/// Holds an answer back.
#[derive(Default)]
struct Gate {
    reached: Notify,
    opened: Notify,
}

impl Proxy {
    pub(crate) async fn start(server: &Server, url: &str) -> Proxy {
        let scratch = Scratch::new();
        let listener = UnixListener::bind(scratch.file(".s.PGSQL.5432")).unwrap();
        let (met, gate) = (Arc::new(Mutex::default()), Arc::<Gate>::default());
        let silent = watch::Sender::new(false);
        let forwarder = Forwarder {
            server: server.socket(),
            met: Arc::clone(&met),
            gate: Arc::clone(&gate),
            silent: silent.clone(),
            rival: Store::postgres(url).await.unwrap(),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forwarder.clone().forward(client));
            }
        });
        Proxy { scratch, met, gate, silent }
    }

    pub(crate) fn url(&self, database: &str) -> String {
        let folder: &Path = self.scratch.path();
        format!("postgres:///{database}?user=lexicade&host={}", folder.display())
    }

    /// Waits until an answer is held back, or the proxy is silent.
    pub(crate) async fn is_holding(&self) {
        self.gate.reached.notified().await;
    }

    /// Releases the answer that is held back.
    pub(crate) fn release(&self) {
        self.gate.opened.notify_one();
    }

    /// Ends the silence. Requests made meanwhile are lost.
    pub(crate) fn resume(&self) {
        self.silent.send_replace(false);
    }

    /// The orders that were carried out so far.
    pub(crate) fn met(&self) -> Vec<&'static str> {
        self.met.lock().unwrap().clone()
    }
}

#[derive(Clone)]
struct Forwarder {
    server: PathBuf,
    met: Arc<Mutex<Vec<&'static str>>>,
    gate: Arc<Gate>,
    silent: watch::Sender<bool>,
    rival: Store,
}

impl Forwarder {
    /// Forwards bytes both ways until an order says otherwise; returning closes both connections.
    async fn forward(self, client: UnixStream) -> std::io::Result<()> {
        let server = UnixStream::connect(&self.server).await?;
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        let (mut requested, mut answered) = (vec![0; 1 << 20], vec![0; 1 << 20]);
        let mut silent = self.silent.subscribe();
        loop {
            tokio::select! {
                biased;
                () = until(&mut silent, true) => {
                    until(&mut silent, false).await;
                    return Ok(());
                }
                count = from_client.read(&mut requested) => {
                    let bytes = &requested[..count?];
                    if bytes.is_empty() {
                        return Ok(());
                    }
                    let order = self.order(bytes);
                    match order {
                        Some("cut-before") => return Ok(()),
                        Some("hush") => {
                            self.silent.send_replace(true);
                            self.gate.reached.notify_one();
                            continue;
                        }
                        Some("cut-rival") => {
                            let rival = played("rival was here");
                            self.rival.append(&rival, &after("a", 4)).await.unwrap();
                            return Ok(());
                        }
                        _ => to_server.write_all(bytes).await?,
                    }
                    match order {
                        Some("cut-between") => return Ok(()),
                        Some("cut-after") => {
                            // The answer arrives after the commit and is dropped.
                            assert!(from_server.read(&mut answered).await? > 0);
                            return Ok(());
                        }
                        Some("slow") => {
                            self.gate.reached.notify_one();
                            self.gate.opened.notified().await;
                        }
                        _ => {}
                    }
                }
                count = from_server.read(&mut answered) => {
                    let count = count?;
                    if count == 0 {
                        return Ok(());
                    }
                    to_client.write_all(&answered[..count]).await?;
                }
            }
        }
    }

    /// The order in these bytes, unless it was already carried out.
    fn order(&self, bytes: &[u8]) -> Option<&'static str> {
        let text = String::from_utf8_lossy(bytes);
        let mut met = self.met.lock().unwrap();
        let order =
            ORDERS.into_iter().find(|order| text.contains(order) && !met.contains(order))?;
        met.push(order);
        Some(order)
    }
}

/// Waits until the proxy is silent, or until it isn't any more.
async fn until(silent: &mut watch::Receiver<bool>, wanted: bool) {
    let _ = silent.wait_for(|silent| *silent == wanted).await;
}
