//! `cargo +nightly fuzz run settings --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::settings(bytes));
