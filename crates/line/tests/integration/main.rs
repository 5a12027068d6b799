//! The pipe through the library: its protocol, and a match that panics.
#![cfg(test)]

mod broken;
#[path = "../../../hall/tests/integration/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the hall's own tests use all of it")]
#[path = "../../../hall/tests/integration/faulty.rs"]
mod faulty;
mod pipe;
