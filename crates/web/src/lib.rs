//! The server: the page, the API for programs, and tables where several people play. It knows no rules of any game, and
//! sends nothing about a match except [`hall::Update`] and its own wire types.

mod accept;
mod access_code;
mod accounts;
mod api;
mod config;
mod device;
mod error;
mod expiry;
mod follow;
mod health;
mod id;
mod metrics;
mod middleware;
mod name;
mod names;
mod network;
mod openapi;
mod passphrase;
mod pending_turns;
mod person;
mod quota;
mod rate_limit;
mod read;
mod recovery;
mod saved_boards;
mod security_log;
mod serve;
mod server_key;
mod session_cache;
mod sessions;
mod shown;
mod socket;
mod stall;
mod static_files;
mod time_limit;
#[cfg(test)]
mod typescript;
mod wire;
mod write_timeout;

pub use accept::Listener;
pub use access_code::{AccessCode, load_access_code};
pub use config::{Config, PerDay, PublicUrl, Quota, ServerLimits};
pub use expiry::{Expiry, Swept};
pub use openapi::openapi;
pub use serve::{Server, start, start_at};
pub use server_key::{ServerKey, load_server_key};
