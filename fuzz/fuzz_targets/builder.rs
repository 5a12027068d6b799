//! `cargo +nightly fuzz run builder --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::builder(bytes));
