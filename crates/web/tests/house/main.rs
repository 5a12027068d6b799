//! The house on a network, as those who come to it see it: over real connections, on a port of its own.

mod clocks;
mod codes;
mod common;
mod dailies;
mod described;
mod doors;
#[cfg(unix)]
mod dropping;
mod frames;
mod guests;
mod health;
mod hosts;
mod ids;
mod nodes;
mod people;
mod play;
mod proxy;
mod rounds;
#[path = "../../../hall/tests/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;
mod tables;
mod together;
mod twins;
mod wire;
