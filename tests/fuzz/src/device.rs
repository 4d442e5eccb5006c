#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyscope_tests::fuzz::device(data));
