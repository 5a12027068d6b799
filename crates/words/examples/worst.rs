#![allow(clippy::all, missing_docs)]
use std::time::Instant;
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let mut s = 1u64;
    let mut r = move || {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        s
    };
    let mut t = Vec::with_capacity(words::MAX_BYTES);
    while t.len() < words::MAX_BYTES {
        let n = match mode.as_str() {
            "long" => 63,
            "short" => 5,
            "mid" => 6 + (r() % 6) as usize,
            "ab" => 30,
            _ => 100,
        };
        for _ in 0..n {
            t.push(b'a' + if mode == "ab" { r() % 2 } else { (r() >> 20) % 26 } as u8);
        }
        t.push(b'\n');
    }
    t.truncate(words::MAX_BYTES);
    let start = Instant::now();
    let l = words::Lexicon::read(&t).map(|l| (l.lexicon.len(), l.skipped));
    println!("{mode} {l:?} {:?}", start.elapsed());
    let st = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", st.lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
