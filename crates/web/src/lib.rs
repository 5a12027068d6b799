//! The house on a network: a page, an API for programs, tables for several people. It knows no rule of any game, and
//! nothing leaves it but what [`hall::Update`] and its own small types say.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod accept;
mod api;
mod config;
mod counts;
mod error;
mod follow;
mod guard;
mod key;
mod limit;
mod names;
mod openapi;
mod page;
mod passphrase;
mod people;
mod read;
mod serve;
mod shown;
mod socket;
mod time;
#[cfg(test)]
mod types;
mod wire;

pub use accept::Door;
pub use config::{Config, Limits, PublicUrl};
pub use key::{HouseKey, house_key};
pub use openapi::openapi;
pub use serve::{Server, start, start_at};
