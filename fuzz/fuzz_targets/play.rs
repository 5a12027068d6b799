//! `cargo +nightly fuzz run play --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::play(bytes));
