//! `cargo +nightly fuzz run pipe --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::pipe(bytes));
