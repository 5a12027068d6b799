//! The contents of the store before an attack: long matches, and a daily with many players. They are made by playing a
//! little and copying the log entries, which gives the same logs as real play.

use crate::client::{Client, loopback};
use crate::crowd::{LINES, endless};
use crate::node::ServerNode;
use rusqlite::{Connection, params};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sizes of the prepared matches.
pub(crate) struct Sizes {
    /// Entries of the long match.
    pub(crate) entries: u64,
    /// People who have played today's daily.
    pub(crate) players: u64,
}

pub(crate) struct Ground {
    pub(crate) folder: PathBuf,
    /// The player of the prepared matches.
    pub(crate) owner: Client,
    /// A finished match of Builder with many entries.
    pub(crate) long: String,
    /// A match that is about to reach the limit of entries.
    pub(crate) endless: String,
    pub(crate) entries: u64,
}

/// The limit of entries of a match.
pub(crate) const LONGEST: u64 = 10_000;

impl Ground {
    /// Prepares a store in this folder, and starts a server on it.
    pub(crate) async fn prepare(
        folder: &Path,
        sizes: &Sizes,
        args: &[&str],
    ) -> (Ground, ServerNode) {
        let data = folder.join("data");
        let data_arg = data.display().to_string();
        let args = [args, &["--data", &data_arg]].concat();
        let log = folder.join("log");
        let node = ServerNode::start(&args, log.clone());
        let mut owner = Client::guest(node.address, loopback(0, 0, 20)).await;
        let wide = json!({ "game": "builder", "set": { "rows": 20, "cols": 20 } });
        let long = owner.open(wide).await;
        let from = play(&mut owner, &long, &["fill 60", "undo", "redo"]).await;
        let walk = owner.open(endless()).await;
        let to = play(&mut owner, &walk, &LINES).await;
        let daily = owner.open(json!({ "daily": "wordle" })).await;
        owner.post(&format!("/matches/{daily}/leave"), json!({})).await.good();
        let player = owner.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned();
        node.stop();

        let mut database = Connection::open(data.join("lexicade.db")).unwrap();
        let change = database.transaction().unwrap();
        repeat(&change, &long, from, sizes.entries - 1);
        repeat(&change, &walk, to, LONGEST - 3);
        (0..sizes.players).for_each(|n| copy(&change, &daily, &player, n));
        change.commit().unwrap();
        drop(database);
        let rebuilt = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["rebuild", "--data", &data_arg])
            .output()
            .unwrap();
        assert!(rebuilt.status.success(), "{rebuilt:?}");

        let node = ServerNode::start(&args, log);
        owner.server = node.address;
        play(&mut owner, &long, &["save"]).await;
        let folder = folder.to_owned();
        (Ground { folder, owner, long, endless: walk, entries: sizes.entries }, node)
    }

    /// How many moves these matches have, read from the database.
    pub(crate) fn moves(&self, matches: &[String]) -> usize {
        let database = Connection::open(self.database()).unwrap();
        let sql =
            "select count(*) from entry where match = ?1 and body not like '{\"Sat\"%' and seq > 0";
        let count = |id: &String| database.query_row(sql, params![id], |row| row.get::<_, i64>(0));
        matches.iter().map(|id| count(id).unwrap_or(0) as usize).sum()
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join("data/lexicade.db")
    }
}

/// Plays these lines; returns the seq of the last entry.
async fn play(client: &mut Client, id: &str, lines: &[&str]) -> u64 {
    let now = client.get(&format!("/matches/{id}")).await.good();
    let mut seen = now["seq"].as_u64().unwrap();
    for line in lines {
        let act = json!({ "seen": seen, "line": line });
        let acted = client.post(&format!("/matches/{id}/act"), act).await.good();
        seen = acted["seq"].as_u64().unwrap();
    }
    seen
}

/// Repeats the last two entries of a match until it has this many.
fn repeat(database: &Connection, id: &str, last: u64, entries: u64) {
    let sql = "insert into entry (match, seq, at, body)
        select match, ?2, at, body from entry where match = ?1 and seq = ?3";
    let mut insert = database.prepare(sql).unwrap();
    for seq in last + 1..entries {
        let copied = last - (seq - last) % 2;
        insert.execute(params![id, seq as i64, copied as i64]).unwrap();
    }
}

/// Copies a match for another player.
fn copy(database: &Connection, id: &str, player: &str, n: u64) {
    let sql = "insert into entry (match, seq, at, body)
        select ?2, seq, at, replace(body, ?3, ?4) from entry where match = ?1";
    let copied = format!("{n:0>26}");
    let other = format!("{:0>26}", n + 1_000_000_000);
    database.execute(sql, params![id, copied, player, other]).unwrap();
}
