//! The attributes of a word in the built-in list: its vocabulary level, its frequency and whether it is taboo, packed
//! into 16 bits. `build.rs` includes this file to pack what the library unpacks. `lexicon.rs` decides which levels
//! count as common.

/// The levels of SCOWL that occur, and 99 for words that only ENABLE has.
const LEVELS: [u8; 9] = [10, 20, 35, 40, 50, 55, 60, 70, 99];

/// Zipf x 100 in bits 0..10, the index of the level in `LEVELS` in bits 10..14, taboo in bits 14..16.
#[derive(Clone, Copy)]
pub(crate) struct Tag(pub(crate) u16);

impl Tag {
    /// Packs the attributes; `None` if a value is too large or the level is unknown.
    #[allow(dead_code, reason = "only build.rs packs")]
    pub(crate) fn pack(level: u8, zipf: u16, taboo: u8) -> Option<Tag> {
        let place = LEVELS.iter().position(|&known| known == level)?;
        let fits = zipf < 1 << 10 && taboo < 1 << 2;
        fits.then_some(Tag(zipf | (place as u16) << 10 | u16::from(taboo) << 14))
    }

    #[allow(dead_code, reason = "only the library unpacks")]
    pub(crate) fn zipf(self) -> u16 {
        self.0 & 0x3ff
    }

    #[allow(dead_code, reason = "only the library unpacks")]
    pub(crate) fn level(self) -> u8 {
        let place = usize::from(self.0 >> 10 & 0xf);
        LEVELS.get(place).copied().unwrap_or(u8::MAX)
    }

    #[allow(dead_code, reason = "only the library unpacks")]
    pub(crate) fn taboo(self) -> u8 {
        (self.0 >> 14) as u8
    }
}
