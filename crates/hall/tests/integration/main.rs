//! Tests of the public interface: matches, tables, stores, and what survives faults, kills and upgrades.
#![cfg(test)]

mod clocks;
mod common;
mod crowd;
mod daily;
mod faulty;
mod kept;
mod matches;
mod memory;
mod merge_player;
#[cfg(unix)]
mod postgres;
#[cfg(target_os = "linux")]
mod power;
#[cfg(unix)]
mod proxy;
mod replay;
mod resume;
mod retry;
mod sqlite;
mod stand_in;
mod store;
mod upgrade;
mod views;
mod work;
