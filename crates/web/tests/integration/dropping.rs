//! A proxy between a server and its PostgreSQL that can drop everything, as a broken network does: connections stay
//! open, new ones are accepted, and no bytes get through.

use crate::server::Server;
use std::path::PathBuf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

pub(crate) struct Proxy {
    folder: PathBuf,
    drops: watch::Sender<bool>,
}

impl Proxy {
    pub(crate) async fn start(server: &Server) -> Proxy {
        let folder = std::env::temp_dir().join(format!("lx-drop-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let (drops, socket) = (watch::Sender::new(false), server.socket());
        let sender = drops.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, socket.clone(), sender.subscribe()));
            }
        });
        Proxy { folder, drops }
    }

    pub(crate) fn url(&self, database: &str) -> String {
        let name = database.trim_start_matches("postgres:///").split('?').next().unwrap();
        format!("postgres:///{name}?user=lexicade&host={}", self.folder.display())
    }

    pub(crate) fn drop_everything(&self) {
        self.drops.send_replace(true);
    }

    /// Lets bytes through again on new connections. The old connections are closed, and their bytes are lost.
    pub(crate) fn heal(&self) {
        self.drops.send_replace(false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn forward(mut client: UnixStream, server: PathBuf, mut drops: watch::Receiver<bool>) {
    let Ok(mut server) = UnixStream::connect(server).await else { return };
    let silence = async {
        let _ = drops.wait_for(|drops| *drops).await;
    };
    tokio::select! {
        biased;
        () = silence => {}
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => return,
    }
    let _ = drops.wait_for(|drops| !*drops).await;
}
