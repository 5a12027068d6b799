//! The server as its clients see it, over real connections on a port of its own.
#![cfg(test)]

mod accounts;
mod clocks;
mod codes;
mod common;
mod dailies;
mod described;
#[cfg(unix)]
mod dropping;
mod expiry;
mod fair;
mod frames;
mod guests;
mod health;
mod hosts;
mod ids;
mod links;
mod middleware;
mod names;
mod networks;
mod nodes;
mod people;
mod play;
mod proxy;
mod quotas;
mod rounds;
#[path = "../../../hall/tests/integration/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;
mod sign_in;
mod tables;
mod together;
mod twins;
mod wire;
