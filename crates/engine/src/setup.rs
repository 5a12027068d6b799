//! The settings of a match, which the host chooses. A game has them as a struct with a table of keys; elsewhere they
//! are [`Settings`], checked against that table. The table also says which keys are secret.

use crate::{Data, Refusal, line};
use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::{Map, Value};

/// The maximum length of a value, in bytes. The largest board is far smaller.
pub const MAX_TEXT: usize = 64 * 1024;

/// A setup type with its table of keys.
pub trait Keys: Data + Default {
    /// Every key, in the order of the struct's fields.
    const KEYS: &'static [Key];
}

/// One key of a setup.
#[derive(PartialEq, Debug)]
pub struct Key {
    /// The name, as in `--set NAME=VALUE`.
    pub name: &'static str,
    /// The values that it accepts.
    pub takes: Takes,
    /// Would the value give the game away? Then it stays hidden until the match is over.
    pub secret: bool,
    /// A short description.
    pub about: &'static str,
}

/// The values that a key accepts. A key whose default is null may also stay unset.
#[derive(PartialEq, Debug)]
pub enum Takes {
    /// `true` or `false`.
    Flag,
    /// A whole number from the first to the second, both included.
    Number(u64, u64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any text. The game checks it further.
    Text,
}

impl Key {
    /// A key that everyone may see.
    pub const fn open(name: &'static str, takes: Takes, about: &'static str) -> Key {
        Key { name, takes, secret: false, about }
    }

    /// A key that stays hidden until the match is over.
    pub const fn secret(name: &'static str, takes: Takes, about: &'static str) -> Key {
        Key { name, takes, secret: true, about }
    }

    /// Parses a value. Control characters are refused here and not in [`Key::accepts`], because older stored values may
    /// contain them.
    fn read(&self, text: &str) -> Result<Value, Refusal> {
        if let Some(line) = line::stray_control(text) {
            let name = self.name;
            let text = format!("Line {line} of the setting {name} contains a control character.");
            return Err(Refusal::setup(text));
        }
        let value = match self.takes {
            Takes::Flag => text.parse().ok().map(Value::Bool),
            Takes::Number(..) if text.starts_with('+') => None,
            Takes::Number(..) => text.parse::<u64>().ok().map(Value::from),
            Takes::OneOf(_) | Takes::Text => Some(Value::from(text)),
        };
        value.filter(|value| self.accepts(value)).ok_or_else(|| self.refuse(text))
    }

    fn accepts(&self, value: &Value) -> bool {
        match (&self.takes, value) {
            (Takes::Flag, Value::Bool(_)) => true,
            (Takes::Number(from, to), Value::Number(n)) => {
                n.as_u64().is_some_and(|n| (*from..=*to).contains(&n))
            }
            (Takes::OneOf(words), Value::String(word)) => words.contains(&word.as_str()),
            (Takes::Text, Value::String(text)) => text.len() <= MAX_TEXT,
            _ => false,
        }
    }

    fn refuse(&self, given: &str) -> Refusal {
        let name = self.name;
        let wanted = match self.takes {
            Takes::Flag => "true or false".into(),
            Takes::Number(from, to) => format!("a whole number from {from} to {to}"),
            Takes::OneOf(words) => format!("one of {}", words.join(", ")),
            Takes::Text => format!("text of at most {MAX_TEXT} bytes"),
        };
        if self.secret {
            return Refusal::setup(format!("The setting {name} must be {wanted}."));
        }
        let given = line::quote(given);
        Refusal::setup(format!("The setting {name} must be {wanted}, not “{given}”."))
    }
}

/// The settings of a match outside its game: every key with its value, in the order of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings(Vec<(&'static Key, Value)>);

impl Settings {
    /// The settings of a setup. Fails if the setup isn't a struct or has a value that its table doesn't accept.
    pub fn of<S: Keys>(setup: &S) -> Result<Settings, Refusal> {
        match serde_json::to_value(setup) {
            Ok(Value::Object(map)) => Settings::from_map::<S>(&map),
            _ => Err(Refusal::setup("A setup must be a table of keys.")),
        }
    }

    /// Parses `(key, value)` pairs of text. Keys that aren't given keep their defaults. Fails on unknown and repeated
    /// keys and on invalid values.
    pub fn read<S: Keys>(given: &[(String, String)]) -> Result<Settings, Refusal> {
        let mut settings = Settings::of(&S::default())?;
        let mut seen: Vec<&str> = Vec::new();
        for (name, text) in given {
            if seen.contains(&name.as_str()) {
                return Err(Refusal::setup(format!("The setting {name} is given twice.")));
            }
            seen.push(name);
            let Some((key, value)) = settings.0.iter_mut().find(|(key, _)| key.name == name) else {
                let known: Vec<_> = S::KEYS.iter().map(|key| key.name).collect();
                let text = match known.as_slice() {
                    [] => "This game has no settings.".into(),
                    known => format!(
                        "There is no setting “{}”. The settings are {}.",
                        line::quote(name),
                        known.join(", ")
                    ),
                };
                return Err(Refusal::setup(text));
            };
            *value = key.read(text)?;
        }
        Ok(settings)
    }

    /// Reads a stored JSON object. Missing keys get their defaults. Unknown keys are refused, because they would change
    /// the match.
    pub fn from_map<S: Keys>(map: &Map<String, Value>) -> Result<Settings, Refusal> {
        let unset = serde_json::to_value(S::default()).unwrap_or_default();
        if let Some(name) = map.keys().find(|name| !S::KEYS.iter().any(|key| key.name == **name)) {
            return Err(Refusal::setup(format!("There is no setting “{}”.", line::quote(name))));
        }
        let mut settings = Vec::with_capacity(S::KEYS.len());
        for key in S::KEYS {
            let default = unset.get(key.name).unwrap_or(&Value::Null);
            let value = map.get(key.name).unwrap_or(default);
            let may_be_null = value.is_null() && default.is_null();
            if !may_be_null && !key.accepts(value) {
                return Err(key.refuse(&value.to_string()));
            }
            settings.push((key, value.clone()));
        }
        Ok(Settings(settings))
    }

    /// The game's own setup type.
    pub fn setup<S: Keys>(&self) -> Result<S, Refusal> {
        let map: Map<_, _> =
            self.0.iter().map(|(key, value)| (key.name.to_owned(), value.clone())).collect();
        serde_json::from_value(Value::Object(map))
            .map_err(|error| Refusal::setup(error.to_string()))
    }

    /// Every key with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Key, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// The same settings without secrets: a secret value that is set becomes `"hidden"`.
    #[must_use]
    pub fn concealed(&self) -> Settings {
        let conceal = |(key, value): (&'static Key, &Value)| {
            let hide = key.secret && !value.is_null();
            (key, if hide { Value::from("hidden") } else { value.clone() })
        };
        Settings(self.iter().map(conceal).collect())
    }
}

impl Settings {
    /// The same settings for lists: long texts are replaced by their hash, as in tickets.
    #[must_use]
    pub fn shortened(&self) -> Settings {
        let shorten = |(key, value): (&'static Key, &Value)| match value {
            Value::String(text) if text.len() > crate::ticket::LONG => {
                (key, Value::from(format!("@{}", crate::ticket::hash(text))))
            }
            value => (key, value.clone()),
        };
        Settings(self.iter().map(shorten).collect())
    }
}

impl Serialize for Settings {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.iter() {
            map.serialize_entry(key.name, value)?;
        }
        map.end()
    }
}

/// A value as text, as `--set` and tickets write it.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Setup {
        size: u8,
        hard: bool,
        mode: String,
        word: Option<String>,
    }

    impl Default for Setup {
        fn default() -> Self {
            Setup { size: 5, hard: false, mode: "soft".into(), word: None }
        }
    }

    impl Keys for Setup {
        const KEYS: &'static [Key] = &[
            Key::open("size", Takes::Number(4, 8), "letters"),
            Key::open("hard", Takes::Flag, "hard"),
            Key::open("mode", Takes::OneOf(&["soft", "loud"]), "mode"),
            Key::secret("word", Takes::Text, "the word"),
        ];
    }

    fn read(given: &[(&str, &str)]) -> Result<Settings, Refusal> {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Settings::read::<Setup>(&given)
    }

    #[test]
    fn given_values_get_their_types_and_the_rest_keep_their_defaults() {
        let settings = read(&[("size", "6"), ("word", "123456")]).unwrap();
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(json, r#"{"size":6,"hard":false,"mode":"soft","word":"123456"}"#);
        let setup: Setup = settings.setup().unwrap();
        assert_eq!(setup, Setup { size: 6, word: Some("123456".into()), ..Setup::default() });
        assert_eq!(Settings::of(&setup).unwrap(), settings);
    }

    #[test]
    fn secrets_are_hidden_only_when_set() {
        let hidden = |given| serde_json::to_string(&read(given).unwrap().concealed()).unwrap();
        assert!(hidden(&[("word", "crane")]).ends_with(r#""word":"hidden"}"#));
        assert!(hidden(&[]).ends_with(r#""word":null}"#));
    }

    #[test]
    fn a_control_character_is_refused_with_its_line() {
        let refusal = read(&[("word", "cra\nn\0e")]).unwrap_err();
        assert_eq!(refusal.code, "house.setup");
        assert!(refusal.text.contains("Line 2 of the setting word"), "{}", refusal.text);
    }

    #[test]
    fn lists_show_long_texts_as_their_hash() {
        let short = |word: &str| {
            let settings = read(&[("word", word)]).unwrap().shortened();
            serde_json::to_value(&settings).unwrap()["word"].clone()
        };
        assert_eq!(short("crane"), "crane");
        let long = "x".repeat(65);
        assert_eq!(short(&long), format!("@{}", crate::ticket::hash(&long)));
    }

    #[test]
    fn a_setup_that_isnt_a_struct_is_refused() {
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        struct Bare(u8);
        impl Keys for Bare {
            const KEYS: &'static [Key] = &[];
        }
        let refusal = Settings::of(&Bare(1)).unwrap_err();
        assert_eq!(refusal.to_string(), "A setup must be a table of keys.");
    }

    #[test]
    fn a_value_is_written_as_it_was_given() {
        let given = [("size", "6"), ("hard", "true"), ("mode", "loud"), ("word", "crane")];
        let settings = read(&given).unwrap();
        let written: Vec<_> = settings.iter().map(|(key, v)| (key.name, text_of(v))).collect();
        assert_eq!(written, given.map(|(name, text)| (name, text.to_owned())));
    }

    #[test]
    fn only_secret_keys_are_secret() {
        assert!(Key::secret("word", Takes::Text, "a word").secret);
        assert!(!Key::open("word", Takes::Text, "a word").secret);
    }

    #[test]
    fn invalid_settings_are_refused_with_the_reason() {
        let text = |given: &[(&str, &str)]| read(given).unwrap_err().text;
        assert_eq!(
            text(&[("size", "abc")]),
            "The setting size must be a whole number from 4 to 8, not “abc”."
        );
        assert_eq!(text(&[("mode", "x")]), "The setting mode must be one of soft, loud, not “x”.");
        assert_eq!(text(&[("hard", "yes")]), "The setting hard must be true or false, not “yes”.");
        assert_eq!(
            text(&[("siz", "4")]),
            "There is no setting “siz”. The settings are size, hard, mode, word."
        );
        assert_eq!(text(&[("size", "4"), ("size", "4")]), "The setting size is given twice.");
        assert!(read(&[("size", "9")]).is_err() && read(&[("size", "-1")]).is_err());
        assert!(read(&[("size", "+5")]).is_err());
        assert!(read(&[("word", &"x".repeat(MAX_TEXT + 1))]).is_err());
    }

    #[test]
    fn stored_settings_are_checked_like_given_ones() {
        let from = |text: &str| Settings::from_map::<Setup>(&serde_json::from_str(text).unwrap());
        assert_eq!(from("{}").unwrap(), Settings::of(&Setup::default()).unwrap());
        assert!(from(r#"{"size":3}"#).is_err());
        assert!(from(r#"{"size":null}"#).is_err());
        assert!(from(r#"{"new":1}"#).is_err());
    }
}
