//! `cargo +nightly fuzz run board --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::board(bytes));
