//! A bar that shows how far something has come: on standard error, and only where somebody looks.

use crate::args::GlobalArgs;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar for something of which is told later how many there are.
pub(crate) fn teller(
    what: &'static str,
    manners: &GlobalArgs,
) -> (ProgressBar, impl FnMut(u64, u64)) {
    let shown = bar(0, what, manners);
    let moved = shown.clone();
    let tell = move |done, of| {
        moved.set_length(of);
        moved.set_position(done);
    };
    (shown, tell)
}

/// A bar for so many of something. Whoever listens to a screen reader gets none.
pub(crate) fn bar(length: u64, what: &'static str, manners: &GlobalArgs) -> ProgressBar {
    let shown = io::stderr().is_terminal() && !manners.screen_reader;
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("[{bar:30}] {pos}/{len} {msg}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("#> ");
    ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
}
