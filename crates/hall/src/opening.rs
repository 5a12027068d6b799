//! A match as a command line asks for it, and how that becomes a `Start`. Files are read here and nowhere below.

use crate::{BoardLibrary, Hall};
use engine::seal::SealKey;
use engine::{AnyGame, Refusal, Start, Ticket, base32, line, setup};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use words::{Lexicon, ParsedList};

/// A request to open a match.
#[derive(Clone, Default)]
pub struct Opening {
    /// A game's short name, or a ticket.
    pub what: String,
    /// `KEY=VALUE` or `KEY=@FILE`.
    pub set: Vec<String>,
    /// How many seats, if given.
    pub seats: Option<u8>,
    /// The seed, if given.
    pub seed: Option<String>,
    /// The file of a player's own word list.
    pub words: Option<PathBuf>,
    /// A stored word list, used if no file is given.
    pub list: Option<Arc<Lexicon>>,
    /// Finds boards by name.
    pub boards: BoardLibrary,
    /// Settings chosen later, in a dialogue. They take precedence over `set`.
    pub settled: Vec<(String, String)>,
    /// The start of an existing match: then nothing is left to choose.
    pub there: Option<Start>,
}

impl Hall {
    /// Adds the values and the word list that a ticket names by hash, as far as the store has them.
    pub async fn complete(&self, mut opening: Opening) -> Result<Opening, Refusal> {
        if !opening.is_ticket() {
            return Ok(opening);
        }
        let ticket: Ticket = opening.what.parse()?;
        opening.list = self.words(&ticket.words).await?;
        for (name, hash) in ticket.missing() {
            // A value given with the ticket takes precedence.
            let given = format!("{name}=");
            let is_given = opening.set.iter().any(|set| set.starts_with(&given))
                || opening.settled.iter().any(|(settled, _)| settled == name);
            if !is_given && let Some(value) = self.value(hash).await? {
                opening.settled.push((name.to_owned(), value));
            }
        }
        Ok(opening)
    }
}

/// What an opening resolves to.
pub struct ResolvedOpening {
    pub start: Start,
    pub words: Arc<Lexicon>,
    /// A notice for the player about skipped lines of the word list.
    pub notice: Option<String>,
}

impl Opening {
    /// Reads the files that it names and returns how the match starts.
    pub fn resolve(&self, games: &[&'static dyn AnyGame]) -> Result<ResolvedOpening, Refusal> {
        let (words, notice) = self.word_list()?;
        Ok(ResolvedOpening { start: self.start(games, &words)?, words, notice })
    }

    /// The word list, and a notice for the player if lines of its file were skipped.
    pub fn word_list(&self) -> Result<(Arc<Lexicon>, Option<String>), Refusal> {
        match (&self.words, &self.list) {
            (Some(path), _) => own_words(path),
            (None, Some(list)) => Ok((Arc::clone(list), None)),
            (None, None) => Ok((Arc::new(Lexicon::builtin().clone()), None)),
        }
    }

    /// How the match starts, given a word list that was already read.
    pub fn start(&self, games: &[&'static dyn AnyGame], words: &Lexicon) -> Result<Start, Refusal> {
        if let Some(start) = &self.there {
            return Ok(start.clone());
        }
        let mut given =
            self.set.iter().map(|set| self.setting(set)).collect::<Result<Vec<_>, _>>()?;
        given.retain(|(key, _)| !self.settled.iter().any(|(settled, _)| settled == key));
        given.extend(self.settled.iter().cloned());
        match self.is_ticket() {
            true => self.of_ticket(games, &given, words),
            false => self.of_game(games, &given, words),
        }
    }

    /// The short name of the requested game, which may not exist.
    pub fn game(&self) -> &str {
        self.what.split('/').next().unwrap_or_default()
    }

    pub fn is_ticket(&self) -> bool {
        self.what.contains('/')
    }

    /// Whether nothing is left to choose: it is a ticket, or the match already exists.
    pub fn is_settled(&self) -> bool {
        self.is_ticket() || self.there.is_some()
    }

    /// Whether this setting was given.
    pub fn knows(&self, key: &str) -> bool {
        let given = |set: &String| set.split_once('=').is_some_and(|(name, _)| name == key);
        self.is_settled() || self.set.iter().any(given)
    }

    /// `KEY=VALUE`, or `KEY=@FILE` with the value in a file. A board may be given by name.
    fn setting(&self, text: &str) -> Result<(String, String), Refusal> {
        let Some((key, value)) = text.split_once('=') else {
            let text = format!("A setting has the form KEY=VALUE, not “{}”.", line::quote(text));
            return Err(Refusal::setup(text));
        };
        let is_board = matches!((self.game(), key), ("junior", "board") | ("builder", "from"));
        let value = match value.strip_prefix('@') {
            Some(path) => {
                let text = read_text(Path::new(path))?;
                one_line(&text).unwrap_or(&text).to_owned()
            }
            None if is_board => self.boards.text(value)?,
            None => value.to_owned(),
        };
        Ok((key.to_owned(), value))
    }

    fn of_game(
        &self,
        games: &[&'static dyn AnyGame],
        given: &[(String, String)],
        words: &Lexicon,
    ) -> Result<Start, Refusal> {
        let game = find(games, &self.what)?;
        let seed = match &self.seed {
            Some(text) => read_seed(text)?,
            None => random_seed()?,
        };
        Ok(Start {
            game,
            settings: game.read(given)?,
            seats: self.seats.unwrap_or(game.info().fewest),
            words: words.id().to_owned(),
            seed,
        })
    }

    fn of_ticket(
        &self,
        games: &[&'static dyn AnyGame],
        given: &[(String, String)],
        words: &Lexicon,
    ) -> Result<Start, Refusal> {
        if self.seed.is_some() || self.seats.is_some() {
            return Err(Refusal::setup("The ticket already sets the seed and the seats."));
        }
        let ticket: Ticket = self.what.parse()?;
        if let Some((name, _)) =
            given.iter().find(|(name, _)| !ticket.missing().any(|(missing, _)| missing == name))
        {
            let name = line::quote(name);
            let text = format!(
                "The ticket already sets {name}. You can only add values that it names by hash."
            );
            return Err(Refusal::setup(text));
        }
        // A known board need not be given.
        let value = |name: &str, hash: &str| {
            let given = given.iter().find(|(given, _)| given == name);
            given.map(|(_, value)| value.clone()).or_else(|| self.boards.hashed(hash))
        };
        let start = ticket.start(games, &SealKey::OPEN, value)?;
        if start.words != words.id() {
            let (theirs, ours) = (line::quote(&start.words), words.id());
            let text = format!(
                "The ticket needs the word list {theirs}, but this is {ours}. Give its file with --words."
            );
            return Err(Refusal::setup(text));
        }
        Ok(start)
    }
}

/// The game with this short name, in any case of letters.
pub fn find(games: &[&'static dyn AnyGame], name: &str) -> Result<&'static dyn AnyGame, Refusal> {
    let found = games.iter().find(|game| game.info().id.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let listed = games.iter().map(|game| game.info()).filter(|info| info.listed);
        let names: Vec<_> = listed.map(|info| info.id).collect();
        let name = line::quote(name);
        Refusal::setup(format!("There is no game “{name}”. Choose one of: {}.", names.join(", ")))
    })
}

/// The text of a file, which may be as long as a setting.
pub fn read_text(path: &Path) -> Result<String, Refusal> {
    let bytes = read_file(path, setup::MAX_TEXT)?;
    String::from_utf8(bytes)
        .map_err(|_| Refusal::setup(format!("The file {} is not UTF-8 text.", path.display())))
}

/// The text of a `.play` file, which may be longer: it may contain a board, and a line for each move.
pub fn read_play(path: &Path) -> Result<String, Refusal> {
    let bytes = read_file(path, 16 * setup::MAX_TEXT)?;
    String::from_utf8(bytes)
        .map_err(|_| Refusal::setup(format!("The file {} is not UTF-8 text.", path.display())))
}

/// The line of a file that has only one, without the newline that editors add.
fn one_line(text: &str) -> Option<&str> {
    let line = text.strip_suffix('\n')?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    (!line.contains('\n')).then_some(line)
}

/// A decimal number, or exactly 13 characters of base 32 as in a ticket.
pub fn read_seed(text: &str) -> Result<u64, Refusal> {
    let seed = match text.len() {
        13 => base32::read_seed(text),
        _ => text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten(),
    };
    seed.ok_or_else(|| {
        let text = line::quote(text);
        Refusal::setup(format!(
            "A seed is a number below 2^64 or 13 characters of a ticket, not “{text}”."
        ))
    })
}

/// An unpredictable seed.
pub fn random_seed() -> Result<u64, Refusal> {
    getrandom::u64()
        .map_err(|error| Refusal::setup(format!("The system provides no random numbers: {error}.")))
}

/// A player's own word list, and a notice if lines were skipped.
pub fn own_words(path: &Path) -> Result<(Arc<Lexicon>, Option<String>), Refusal> {
    let bytes = read_file(path, words::MAX_BYTES)?;
    let ParsedList { lexicon, skipped } = Lexicon::read(&bytes)
        .map_err(|error| Refusal::setup(format!("{}: {error}", path.display())))?;
    let notice = match skipped {
        0 => None,
        1 => Some("skipped 1 line that isn't a word of the letters a–z".to_owned()),
        n => Some(format!("skipped {n} lines that aren't words of the letters a–z")),
    };
    let notice = notice.map(|notice| format!("{}: {notice}.", path.display()));
    Ok((Arc::new(lexicon), notice))
}

/// Opens a file that a user has named. Only a regular file is opened: a pipe, a device or a socket could block the
/// program for ever.
pub fn open_file(path: &Path) -> io::Result<File> {
    let refused = || io::Error::other("it is not a regular file");
    // Checked before opening, because opening a pipe waits for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let file = File::open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(refused()),
    }
}

/// A file's bytes. Fails if there are more than `limit`, without reading all of them.
fn read_file(path: &Path, limit: usize) -> Result<Vec<u8>, Refusal> {
    let refuse = |why: String| Refusal::setup(format!("The file {} {why}.", path.display()));
    let mut bytes = Vec::new();
    let read = open_file(path).and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| refuse(format!("cannot be read: {error}")))?;
    if bytes.len() > limit {
        return Err(refuse(format!("is larger than {limit} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newline_after_a_single_line_is_dropped() {
        assert_eq!(one_line("crane\n"), Some("crane"));
        assert_eq!(one_line("crane\r\n"), Some("crane"));
        assert_eq!(one_line("crane"), None);
        assert_eq!(one_line("6 x 6\nAa H CAT\n"), None);
    }

    #[test]
    fn seeds_are_numbers_or_thirteen_characters() {
        assert_eq!(read_seed("0"), Ok(0));
        assert_eq!(read_seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(read_seed("0000000000010"), Ok(32));
        for wrong in ["", "-1", "+1", "18446744073709551616", "x", "G000000000000", "é"] {
            assert_eq!(read_seed(wrong).unwrap_err().code, "house.setup", "{wrong}");
        }
    }
}
