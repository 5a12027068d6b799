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
mod accounts;
mod api;
mod code;
mod config;
mod counts;
mod device;
mod error;
mod expiry;
mod follow;
mod guard;
mod health;
mod id;
mod key;
mod limit;
mod name;
mod names;
mod network;
mod openapi;
mod page;
mod passphrase;
mod patient;
mod people;
mod quota;
mod read;
mod recovery;
mod saved_boards;
mod security_log;
mod serve;
mod session_cache;
mod sessions;
mod shown;
mod socket;
mod stall;
mod time;
#[cfg(test)]
mod types;
mod waiting;
mod wire;

pub use accept::Door;
pub use code::{HouseCode, house_code};
pub use config::{Config, Limits, PerDay, PublicUrl, Quota};
pub use expiry::{Expiry, Swept};
pub use key::{HouseKey, house_key};
pub use openapi::openapi;
pub use serve::{Server, start, start_at};
