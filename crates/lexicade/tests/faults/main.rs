//! Two servers on one PostgreSQL database while faults are injected: servers are killed, paused and cut off from the
//! database, and the database is stopped without warning. Every acknowledged move must be in its log once and in its
//! place, no other moves may be there, both servers must show the same, and a rebuild must give the same summaries.
//!
//! `FAULT_SECONDS` sets how long it lasts (60 if `CI` is `true`, else 20), `FAULT_SEED` which faults happen.
//!
//! A binary of its own: the servers must make progress within a limited time after each fault.
#![cfg(test)]

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
#[path = "../../../hall/tests/integration/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;

#[test]
fn acknowledged_moves_survive_every_fault_of_two_nodes() {
    #[cfg(target_os = "linux")]
    run::run();
    #[cfg(not(target_os = "linux"))]
    println!("skipped: the faults need signals and sockets of Linux");
}
