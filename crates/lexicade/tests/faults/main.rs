//! Two servers on one PostgreSQL while everything goes wrong: nodes are killed, paused and cut off from the database,
//! and the database is stopped at once. Every move that was acknowledged is in its log once, in its place; nothing is
//! there that nobody was told of; both nodes show the same; and a rebuild gives the same summaries.
//!
//! `FAULT_SECONDS` sets how long it lasts (60 where `CI` is `true`, else 20), `FAULT_SEED` what goes wrong when.

#[cfg(target_os = "linux")]
mod checker;
#[cfg(target_os = "linux")]
#[path = "../shared/client.rs"]
#[allow(dead_code)]
mod client;
#[cfg(target_os = "linux")]
#[path = "../shared/node.rs"]
#[allow(dead_code)]
mod node;
#[cfg(target_os = "linux")]
#[path = "../shared/partition.rs"]
mod partition;
#[cfg(target_os = "linux")]
mod player;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod schedule;
#[cfg(target_os = "linux")]
#[path = "../../../hall/tests/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;

#[test]
fn acknowledged_moves_survive_every_fault_of_two_nodes() {
    #[cfg(target_os = "linux")]
    run::run();
    #[cfg(not(target_os = "linux"))]
    println!("skipped: the faults need the signals and the sockets of Linux");
}
