//! The full screen in a real terminal. The screens themselves are unit tests, because they need no terminal.
#![cfg(test)]

#[cfg(unix)]
mod panics;
