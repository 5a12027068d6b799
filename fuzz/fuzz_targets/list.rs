//! `cargo +nightly fuzz run list --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::list(bytes));
