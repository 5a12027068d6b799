//! The house on a network, as those who come to it see it: over real connections, on a port of its own.

mod clocks;
mod common;
mod dailies;
mod described;
mod doors;
mod guests;
mod nodes;
mod people;
mod play;
mod proxy;
#[path = "../../../hall/tests/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;
mod tables;
mod twins;
mod wire;
