//! The crate from outside: the built-in list, players' lists, and walks against plain scans.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod builtin;
mod lists;
mod racks;
mod source;
mod walks;
