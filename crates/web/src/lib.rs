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
mod access_code;
mod config;
mod metrics;
mod device;
mod error;
mod expiry;
mod follow;
mod middleware;
mod health;
mod id;
mod server_key;
mod rate_limit;
mod name;
mod names;
mod network;
mod openapi;
mod static_files;
mod passphrase;
mod write_timeout;
mod person;
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
mod time_limit;
#[cfg(test)]
mod typescript;
mod pending_turns;
mod wire;

pub use accept::Listener;
pub use access_code::{AccessCode, load_access_code};
pub use config::{Config, ServerLimits, PerDay, PublicUrl, Quota};
pub use expiry::{Expiry, Swept};
pub use server_key::{ServerKey, load_server_key};
pub use openapi::openapi;
pub use serve::{Server, start, start_at};
