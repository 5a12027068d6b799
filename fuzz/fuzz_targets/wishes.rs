//! `cargo +nightly fuzz run wishes --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::wishes(bytes));
