//! Tests of the public interface: the built-in list, players' lists, and walks compared with simple scans.
#![cfg(test)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic fails the test")]

mod builtin;
mod lists;
mod racks;
mod source;
mod walks;
