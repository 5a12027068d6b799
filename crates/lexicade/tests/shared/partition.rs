//! A socket between a server and PostgreSQL that can fall silent: it takes what is sent and passes nothing on, as a
//! network that drops every packet. New connections are accepted, as a firewall lets them hang.

use std::path::{Path, PathBuf};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

/// What is passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passes {
    Everything,
    /// The database hears everything; none of its answers arrive.
    QuestionsOnly,
    Nothing,
}

pub(crate) struct Partition {
    folder: PathBuf,
    passes: watch::Sender<Passes>,
}

impl Partition {
    /// Listens in this folder for connections to the socket of a PostgreSQL server.
    pub(crate) fn start(folder: PathBuf, server: &Path) -> Partition {
        std::fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let passes = watch::Sender::new(Passes::Everything);
        let (watched, server) = (passes.clone(), server.to_owned());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (watched, server) = (watched.subscribe(), server.clone());
                tokio::spawn(carry(client, server, watched));
            }
        });
        Partition { folder, passes }
    }

    /// The address of a database through this socket.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?user=lexicade&host={}", self.folder.display())
    }

    pub(crate) fn set(&self, passes: Passes) {
        self.passes.send_replace(passes);
    }
}

async fn carry(client: UnixStream, server: PathBuf, mut passes: watch::Receiver<Passes>) {
    // A connection made in silence hangs until the silence ends, and is lost then.
    if *passes.borrow() != Passes::Everything {
        let _ = passes.wait_for(|passes| *passes == Passes::Everything).await;
        return;
    }
    let Ok(server) = UnixStream::connect(server).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let questions = |passes: Passes| passes != Passes::Nothing;
    let answers = |passes: Passes| passes == Passes::Everything;
    tokio::select! {
        () = pump(from_client, to_server, passes.clone(), questions) => {}
        () = pump(from_server, to_client, passes.clone(), answers) => {}
        () = healed(&mut passes) => {}
    }
}

/// Returns when a silence has ended: whatever was lost in it, the connection can't be used any more.
async fn healed(passes: &mut watch::Receiver<Passes>) {
    let _ = passes.wait_for(|passes| *passes != Passes::Everything).await;
    let _ = passes.wait_for(|passes| *passes == Passes::Everything).await;
}

async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    passes: watch::Receiver<Passes>,
    is_passed: impl Fn(Passes) -> bool,
) {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let count = from.read(&mut bytes).await.unwrap_or(0);
        let passed = is_passed(*passes.borrow());
        if count == 0 && !passed {
            // That the other end has closed isn't heard in a silence either.
            return std::future::pending().await;
        }
        if count == 0 || (passed && to.write_all(&bytes[..count]).await.is_err()) {
            return;
        }
    }
}
