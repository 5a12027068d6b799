//! `cargo +nightly fuzz run socket --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::socket(bytes));
