//! Plain text in, plain text out. So far: the pipe, by which programs play.

mod lines;
pub mod opening;
pub mod pipe;

pub use opening::Opening;
