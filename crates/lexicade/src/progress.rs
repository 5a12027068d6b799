//! A progress bar on standard error, if that is a terminal.

use crate::args::GlobalArgs;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar, and a callback that sets its position and length.
pub(crate) fn bar_with_callback(
    what: &'static str,
    global: &GlobalArgs,
) -> (ProgressBar, impl FnMut(u64, u64)) {
    let shown = bar(0, what, global);
    let updated = shown.clone();
    let update = move |done, of| {
        updated.set_length(of);
        updated.set_position(done);
    };
    (shown, update)
}

/// A bar of this length, hidden with `--screen-reader`.
pub(crate) fn bar(length: u64, what: &'static str, global: &GlobalArgs) -> ProgressBar {
    let shown = io::stderr().is_terminal() && !global.screen_reader;
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("[{bar:30}] {pos}/{len} {msg}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("#> ");
    ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
}
