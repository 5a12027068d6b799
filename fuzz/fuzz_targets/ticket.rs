//! `cargo +nightly fuzz run ticket --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ticket(bytes));
