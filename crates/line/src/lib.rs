//! Plain text in, plain text out. So far: the pipe, by which programs play.
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

mod lines;
pub mod opening;
pub mod pipe;

pub use opening::Opening;
