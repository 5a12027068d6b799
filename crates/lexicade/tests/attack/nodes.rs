//! Two nodes on one PostgreSQL database: a session that ends at one ends at the other, and a node without its database
//! reports it.

use crate::accounts::{owner, works};
use crate::client::{Client, loopback};
use crate::crowd::endless;
use crate::fair::dailies_at;
use crate::flood::FloodCount;
use crate::node::ServerNode;
use crate::partition::{Partition, Passes};
use crate::protocol::malformed_ids;
use crate::server::Server;
use crate::stage::AttackStage;
use crate::wait::{SOON, until};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::path::Path;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// The node that is attacked; the players are at another one on the same database.
pub(crate) struct AttackedNode {
    node: ServerNode,
    partition: Partition,
}

impl AttackedNode {
    /// Starts both nodes; returns the one for the players, too.
    pub(crate) fn start(
        folder: &Path,
        postgres: &Server,
        args: &[&str],
    ) -> (AttackedNode, ServerNode) {
        let url = postgres.database();
        let name = url.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
        let partition = Partition::start(folder.join("pg"), &postgres.socket());
        let through = partition.url(name);
        let there =
            ServerNode::start(&[args, &["--store", &url]].concat(), folder.join("there.log"));
        let node =
            ServerNode::start(&[args, &["--store", &through]].concat(), folder.join("here.log"));
        (AttackedNode { node, partition }, there)
    }
}

/// S2: a thief uses a stolen session at one node while the owner changes the passphrase at the other.
pub(crate) async fn stolen_session(stage: &mut AttackStage, pair: &AttackedNode) {
    let (here, there) = (pair.node.address, stage.node.address);
    let attack = async {
        let mut owner = owner(here, "Owner", "the first passphrase", 70).await;
        let mut thief = owner.at(there).moved_to(loopback(0, 0, 27), None);
        // From now on that node has the session in its cache.
        thief.get("/me").await.good();
        let change =
            json!({ "passphrase": "the second passphrase", "old": "the first passphrase" });
        owner.post("/me/passphrase", change).await.good();
        let after_change = works(&thief, &[], &[]).await;
        // The same with a session that ends by signing out.
        let mut thief = owner.at(there).moved_to(loopback(0, 0, 27), None);
        thief.get("/me").await.good();
        owner.ask("DELETE", "/api/v1/session", None).await.good();
        (after_change, works(&thief, &[], &[]).await)
    };
    let ((changed, ended), _) = stage.during(|_: &(Vec<_>, Vec<_>)| 8, attack).await;
    stage.expect(changed.is_empty(), format!("after a new passphrase these work: {changed:?}"));
    stage.expect(ended.is_empty(), format!("after signing out these work: {ended:?}"));
}

/// S3: the daily is opened at both nodes at once.
pub(crate) async fn dailies(stage: &mut AttackStage, pair: &AttackedNode) {
    let both = [pair.node.address, stage.node.address];
    let attack = dailies_at(&both, 28);
    let (found, _) = stage.during(|found: &Vec<(String, usize)>| found.len() * 8, attack).await;
    let one_each = !found.is_empty() && found.iter().all(|(_, ids)| *ids == 1);
    stage.expect(one_each, format!("matches for eight requests at two nodes: {found:?}"));
}

/// Malformed ids, such as with NUL, which PostgreSQL can't store.
pub(crate) async fn ids(stage: &mut AttackStage, _: &AttackedNode) {
    malformed_ids(stage).await;
}

/// S11: one node is cut off from the database.
pub(crate) async fn cut_off(stage: &mut AttackStage, pair: &AttackedNode) {
    let here = pair.node.address;
    let mut sockets = Vec::new();
    for n in 0..4 {
        let mut player = Client::guest(here, loopback(0, 0, 30 + n)).await;
        let id = player.open(endless()).await;
        let mut socket = player.socket().await.unwrap();
        let follow = json!({ "do": "follow", "match": id }).to_string();
        socket.send(Message::text(follow)).await.unwrap();
        sockets.push(socket);
    }
    let late = Client::guest(here, loopback(0, 0, 34)).await;
    let attack = async {
        pair.partition.set(Passes::Nothing);
        let mut ready = FloodCount::default();
        let unready = until(SOON, async || {
            let answer = pair.node.observer().ask("GET", "/readyz", None).await;
            ready.count(&answer);
            answer.status == 503
        });
        let is_unready = unready.await;
        let refused = timeout(SOON, late.socket()).await;
        let refused = refused.map_or(0, |opened| opened.err().unwrap_or(101));
        let mut ends = Vec::new();
        for socket in &mut sockets {
            ends.push(timeout(SOON, end(socket)).await.ok().flatten());
        }
        pair.partition.set(Passes::Everything);
        (is_unready, ready, refused, ends)
    };
    let ((is_unready, ready, refused, ends), _) = stage.during(|came| came.1.sent, attack).await;
    stage.expect(is_unready, format!("/readyz becomes 503: {is_unready}; {}", ready.text()));
    let is_408 = ready.refused.keys().any(|(status, _)| *status == 408);
    stage.expect(!is_408, "/readyz never answers 408");
    stage.expect(refused == 503, format!("a new socket is answered with {refused}"));
    let good = ends.iter().filter(|end| **end == Some((true, 1012))).count();
    stage.expect(good == ends.len(), format!("{good} of {} sockets get bye and 1012", ends.len()));
    let healed = timeout(SOON, pair.node.ready()).await.is_ok();
    stage.expect(healed, format!("the node is ready again when the database is back: {healed}"));
}

type Socket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

/// Whether a socket says `bye`, and the code with which it is closed.
async fn end(socket: &mut Socket) -> Option<(bool, u16)> {
    let mut bye = false;
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => bye |= text.starts_with(r#"{"type":"bye""#),
            Message::Close(frame) => return Some((bye, frame?.code.into())),
            _ => {}
        }
    }
}
