//! The program as its users run it: commands, dialogues, screens, the store and servers. Tests that need a process of
//! their own are beside this folder; Cargo.toml gives the reasons.
#![cfg(test)]

#[path = "../shared/client.rs"]
#[allow(dead_code)] // The attacks use all of it.
mod client;
#[cfg(unix)]
#[path = "../shared/screen.rs"]
mod screen;
#[cfg(unix)]
#[path = "../../../hall/tests/integration/common/server.rs"]
#[allow(dead_code, unreachable_pub)] // The hall's own tests use all of it.
mod server;
#[path = "../shared/mod.rs"]
mod shared;
#[path = "../shared/test_server.rs"]
mod test_server;

mod arena;
mod builder;
mod command;
mod crash;
mod daily;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod fullscreen;
mod generate;
mod global_args;
mod graph;
mod guests;
mod hand;
mod join;
mod junior;
mod language;
#[cfg(unix)]
mod pictures;
mod play_file;
mod prompts;
mod solve;
mod store;
mod together;
mod transcripts;
mod wizards;
