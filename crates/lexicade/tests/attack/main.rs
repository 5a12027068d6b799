//! Attacks on a real server while 200 people play on it: one malicious client for each way to overload, cheat or fill
//! it. `docs/attacks.md` describes how to run them and what each of them shows.
//!
//! Counts and bounds decide; latencies depend on the machine and are only printed. `ATTACK_SECONDS` sets how long each
//! attack lasts, `ATTACK_PEOPLE` how many people play.
//!
//! A binary of its own without the usual harness: the attacks are made one after the other on one server.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

#[cfg(target_os = "linux")]
mod accounts;
#[cfg(target_os = "linux")]
#[path = "../shared/client.rs"]
mod client;
#[cfg(target_os = "linux")]
mod crowd;
#[cfg(target_os = "linux")]
mod fair;
#[cfg(target_os = "linux")]
mod flood;
#[cfg(target_os = "linux")]
mod ground;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod list;
#[cfg(target_os = "linux")]
#[path = "../shared/node.rs"]
#[allow(dead_code)]
mod node;
#[cfg(target_os = "linux")]
mod nodes;
#[cfg(target_os = "linux")]
#[path = "../shared/partition.rs"]
#[allow(dead_code)]
mod partition;
#[cfg(target_os = "linux")]
mod protocol;
#[cfg(target_os = "linux")]
#[path = "../../../hall/tests/integration/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod wait;
#[cfg(target_os = "linux")]
mod work;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    list::run()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("skipped: the attacks need loopback addresses and /proc of Linux");
}
