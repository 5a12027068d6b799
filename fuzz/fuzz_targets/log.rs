//! `cargo +nightly fuzz run log --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(
    // A game may panic at what is no event of its own: the hall closes the match. Only what gets past
    // the hall is a find, so a panic alone is none.
    init: std::panic::set_hook(Box::new(|_| {})),
    |bytes: &[u8]| fuzz::log(bytes)
);
