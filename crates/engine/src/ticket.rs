//! A ticket: game, version of the rules, setup, word list and seed in one line of text. It gives the same puzzle on
//! every machine. For example: `wordle/1/hard=true,length=6/en-1/4K9M2PXQ7D3T5`

use crate::seal::{SealKey, UnsealError};
use crate::setup::text_of;
use crate::{AnyGame, Refusal, Settings, base32, line};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::str::FromStr;

/// A ticket contains only the hash of values longer than this, in bytes.
pub const LONG: usize = 64;

/// The longest ticket that is accepted, in bytes.
const MAX_BYTES: usize = 4096;

/// Everything that determines how a match starts.
#[derive(Clone)]
pub struct Start {
    pub game: &'static dyn AnyGame,
    /// All settings, including those with their default value.
    pub settings: Settings,
    pub seats: u8,
    /// The id of the word list.
    pub words: String,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Start {
    /// The ticket for this start, its secret values sealed with `key`.
    pub fn ticket(&self, key: &SealKey) -> String {
        let bare = self.written(|_, _| String::new());
        // Only sealed values start with this mark.
        match bare.contains('~') {
            true => self.written(|name, value| key.seal(&bare, name, value)),
            false => bare,
        }
    }

    /// The ticket, its secret values sealed by `seal`.
    fn written(&self, seal: impl Fn(&str, &str) -> String) -> String {
        let info = self.game.info();
        let mut setup = String::new();
        if self.seats != info.fewest {
            let _ = write!(setup, "seats={}", self.seats);
        }
        for (name, secret, value) in self.chosen() {
            let comma = if setup.is_empty() { "" } else { "," };
            let value = if value.len() > LONG {
                format!("@{}", hash(&value))
            } else if secret {
                format!("~{}", seal(name, &value))
            } else {
                encode(&value)
            };
            let _ = write!(setup, "{comma}{name}={value}");
        }
        if setup.is_empty() {
            setup.push('-');
        }
        let (id, rules, words, seed) = (info.id, info.rules, &self.words, base32::seed(self.seed));
        format!("{id}/{rules}/{setup}/{words}/{seed}")
    }

    /// The values of which the ticket contains only the hash, as `(hash, value)`.
    pub fn long_values(&self) -> Vec<(String, String)> {
        let long = self.chosen().filter(|(_, _, value)| value.len() > LONG);
        long.map(|(_, _, value)| (hash(&value), value)).collect()
    }

    /// The settings that differ from the default, as `(name, secret, value)`.
    fn chosen(&self) -> impl Iterator<Item = (&'static str, bool, String)> {
        let values = |settings: Settings| settings.iter().map(|(_, v)| v.clone()).collect();
        let default: Vec<_> = self.game.read(&[]).map(values).unwrap_or_default();
        self.settings
            .iter()
            .zip(default)
            .filter(|((_, value), default)| *value != default)
            .map(|((key, value), _)| (key.name, key.secret, text_of(value)))
    }
}

/// The hash that stands for a long value: the first 16 hexadecimal digits of its SHA-256.
pub fn hash(value: &str) -> String {
    Sha256::digest(value.as_bytes()).iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A parsed ticket. Its settings are checked by [`Ticket::start`].
#[derive(Clone, PartialEq, Debug)]
pub struct Ticket {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    pub rules: u32,
    /// The id of the word list.
    pub words: String,
    pub seed: u64,
    seats: Option<u8>,
    settings: Vec<(String, Given)>,
    /// Its text without the sealed values. Seals are bound to this text.
    bare: String,
}

#[derive(Clone, PartialEq, Debug)]
enum Given {
    Plain(String),
    Sealed(String),
    Named(String),
}

impl Ticket {
    /// The start that this ticket describes. `value` looks up long values by key and hash. Fails if the game, its
    /// version or a setting doesn't fit, if a seal doesn't open, or if a long value is missing.
    pub fn start(
        &self,
        games: &[&'static dyn AnyGame],
        key: &SealKey,
        mut value: impl FnMut(&str, &str) -> Option<String>,
    ) -> Result<Start, Refusal> {
        let Some(&game) = games.iter().find(|game| game.info().id == self.game) else {
            return Err(wrong(format!("there is no game “{}”", line::quote(&self.game))));
        };
        let info = game.info();
        if self.rules != info.rules {
            let (name, ours) = (info.name, info.rules);
            let other = if self.rules > ours { "a newer" } else { "an older" };
            return Err(wrong(format!(
                "it needs {other} version of {name} (rules {}, not {ours})",
                self.rules
            )));
        }
        let mut given = Vec::with_capacity(self.settings.len());
        for (name, setting) in &self.settings {
            let text = match setting {
                Given::Plain(text) => text.clone(),
                Given::Sealed(text) => {
                    key.open(&self.bare, name, text).map_err(|why| unseal_refusal(name, why))?
                }
                Given::Named(wanted) => {
                    let found = value(name, wanted).filter(|text| hash(text) == *wanted);
                    found.ok_or_else(|| {
                        let (name, wanted) = (line::quote(name), line::quote(wanted));
                        wrong(format!("the text for {name}=@{wanted} is missing"))
                    })?
                }
            };
            given.push((name.clone(), text));
        }
        let seats = self.seats.unwrap_or(info.fewest);
        let (words, seed) = (self.words.clone(), self.seed);
        Ok(Start { game, settings: game.read(&given)?, seats, words, seed })
    }

    /// The value of a setting that anyone can read in the ticket.
    pub fn plain(&self, wanted: &str) -> Option<&str> {
        self.settings.iter().find_map(|(name, given)| match given {
            Given::Plain(text) if name == wanted => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether the ticket has a value that can't be read in it: a sealed one, or a long one named by its hash.
    pub fn hides_a_value(&self) -> bool {
        self.settings.iter().any(|(_, given)| !matches!(given, Given::Plain(_)))
    }

    /// The keys and hashes of the long values that the ticket doesn't contain.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().filter_map(|(name, given)| match given {
            Given::Named(hash) => Some((name.as_str(), hash.as_str())),
            Given::Plain(_) | Given::Sealed(_) => None,
        })
    }
}

impl FromStr for Ticket {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Ticket, Refusal> {
        if text.len() > MAX_BYTES {
            return Err(wrong("it is too long"));
        }
        let [game, version, setup, words, seed_text] = text.split('/').collect::<Vec<_>>()[..]
        else {
            return Err(wrong("it must have the form GAME/RULES/SETUP/WORDS/SEED"));
        };
        let rules =
            number(version).ok_or_else(|| wrong("the version of the rules must be a number"))?;
        let seed = base32::read_seed(seed_text)
            .ok_or_else(|| wrong("the seed must be 13 characters of base 32"))?;
        let plain = |text: &str| {
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        if !plain(words) {
            return Err(wrong("the id of the word list is invalid"));
        }
        let mut ticket = Ticket {
            game: game.into(),
            rules,
            words: words.into(),
            seed,
            seats: None,
            settings: Vec::new(),
            bare: text.into(),
        };
        if setup == "-" {
            return Ok(ticket);
        }
        let mut bare = Vec::new();
        for (place, setting) in setup.split(',').enumerate() {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(wrong(format!("“{}” isn't KEY=VALUE", line::quote(setting))));
            };
            if name == "seats" && place == 0 {
                ticket.seats = Some(number(value).ok_or_else(|| wrong("seats must be a number"))?);
                bare.push(setting.to_owned());
                continue;
            }
            let given = match value.split_at_checked(1) {
                Some(("~", sealed)) => Given::Sealed(sealed.into()),
                Some(("@", named)) if plain(named) => Given::Named(named.into()),
                Some(("@", _)) => return Err(wrong("the hash of a value is invalid")),
                _ => Given::Plain(decode(value).ok_or_else(|| {
                    wrong(format!("the value of {} is damaged", line::quote(name)))
                })?),
            };
            bare.push(match given {
                Given::Sealed(_) => format!("{name}=~"),
                Given::Plain(_) | Given::Named(_) => setting.to_owned(),
            });
            ticket.settings.push((name.into(), given));
        }
        ticket.bare = format!("{game}/{version}/{}/{words}/{seed_text}", bare.join(","));
        Ok(ticket)
    }
}

/// Parses a number of digits only, without a sign.
fn number<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The refusal for a sealed value that doesn't open.
fn unseal_refusal(name: &str, why: UnsealError) -> Refusal {
    let name = line::quote(name);
    wrong(match why {
        UnsealError::Old => {
            format!("its {name} was sealed by an earlier version; ask for a new ticket")
        }
        UnsealError::Wrong => format!("its {name} is damaged or was sealed by another server"),
    })
}

fn wrong(why: impl AsRef<str>) -> Refusal {
    Refusal::setup(format!("This ticket can't be used: {}.", why.as_ref()))
}

/// Percent-encodes everything but letters, digits and a few marks that have no meaning in a ticket or a URL.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._:*".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            let (digits, tail) = rest.split_at_checked(2)?;
            let digits = std::str::from_utf8(digits).ok().filter(|d| !d.starts_with('+'))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = tail;
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn characters_with_a_meaning_in_tickets_are_encoded() {
        assert_eq!(encode("a/b,c=d~e@%é"), "a%2Fb%2Cc%3Dd%7Ee%40%25%C3%A9");
        assert_eq!(decode("%+1"), None);
        assert_eq!(decode("%4"), None);
        assert_eq!(decode("%FF"), None);
    }

    #[test]
    fn a_long_value_needs_a_valid_hash() {
        for wrong in
            ["junior/1/board=@/en-1/0000000000000", "junior/1/board=@%00/en-1/0000000000000"]
        {
            let refusal = wrong.parse::<Ticket>().unwrap_err();
            assert!(refusal.text.contains("the hash of a value is invalid"), "{}", refusal.text);
        }
    }

    #[test]
    fn plain_values_can_be_read_in_a_ticket_and_others_cannot() {
        let ticket: Ticket =
            "wordle/1/day=2026-11-15,hard=true/en-1/0000000000000".parse().unwrap();
        assert_eq!((ticket.plain("day"), ticket.plain("word")), (Some("2026-11-15"), None));
        assert!(!ticket.hides_a_value());
        let hash = "0".repeat(26);
        let text = format!("junior/1/board=@{hash}/en-1/0000000000000");
        let ticket: Ticket = text.parse().unwrap();
        assert_eq!(ticket.plain("board"), None);
        assert!(ticket.hides_a_value());
    }

    #[test]
    fn invalid_tickets_are_refused() {
        for text in [
            "",
            "wordle",
            "a/1/-/en-1",
            "a/x/-/en-1/0000000000000",
            "a/+1/-/en-1/0000000000000",
            "a/1/-//0000000000000",
            "a/1/-/en-1/1",
            "a/1/x/en-1/0000000000000",
            "a/1/seats=x/en-1/0000000000000",
        ] {
            let refusal = text.parse::<Ticket>().unwrap_err();
            assert_eq!(refusal.code, "house.setup");
            assert!(refusal.text.starts_with("This ticket can't be used: "), "{refusal}");
        }
        assert!("x".repeat(5000).parse::<Ticket>().is_err());
    }

    proptest! {
        #[test]
        fn all_text_survives_a_round_trip(text: String) {
            prop_assert_eq!(decode(&encode(&text)), Some(text));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text: String) {
            let _ = text.parse::<Ticket>();
        }
    }
}
