//! The codes of refusals. Inside the program they are compared as an enum; the text is made at the border.

use serde::{Serialize, Serializer};
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The code of a refusal: stable, for programs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code {
            $($(#[$doc])* $name,)*
            /// A game's own code, `GAME.REASON`. Games are an open set, so this stays a text.
            Game(&'static str),
        }

        impl Code {
            /// All codes but those of games.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code as programs read it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)*
                    Code::Game(code) => code,
                }
            }
        }
    };
}

codes! {
    /// There is no such bot.
    Bot = "house.bot",
    /// The game failed, or a log can't be read.
    Broken = "house.broken",
    /// Too much costly work is waiting.
    Busy = "house.busy",
    /// Somebody else changed it in the meantime.
    Changed = "house.changed",
    /// The puzzle of a day that isn't over can only be played as the daily.
    Day = "house.day",
    /// The line is empty.
    Empty = "house.empty",
    /// The log of the match is full.
    Long = "house.long",
    /// There is no such match, or the caller may not see it.
    Match = "house.match",
    /// The match is over.
    Over = "house.over",
    /// There is no such seat, it is taken, or it has left.
    Seat = "house.seat",
    /// The caller may not know this, or not yet.
    Secret = "house.secret",
    /// A match can't be set up like this.
    Setup = "house.setup",
    /// The seat has moved since the view that the command was based on.
    Stale = "house.stale",
    /// The store can't be read or written now.
    Store = "house.store",
    /// The line isn't UTF-8, has control characters or is too long.
    Text = "house.text",
    /// It isn't this seat's turn.
    Turn = "house.turn",
    /// There is no such command.
    Unknown = "house.unknown",

    /// No other person plays who could agree.
    TableAlone = "table.alone",
    /// A bot stands in for the caller.
    TableAway = "table.away",
    /// A round is being played.
    TableBegun = "table.begun",
    /// The table is closed.
    TableClosed = "table.closed",
    /// There are too many people at the table.
    TableCrowd = "table.crowd",
    /// Only the host may do this.
    TableHost = "table.host",
    /// The invitation isn't valid any longer.
    TableInvitation = "table.invitation",
    /// The table has no time limit.
    TableLimit = "table.limit",
    /// The log of the table is full.
    TableLong = "table.long",
    /// The caller has added too many entries to the table's log since the last round started.
    TableOften = "table.often",
    /// It is too early for a bot to stand in.
    TablePatience = "table.patience",
    /// There is no such person at the table.
    TablePerson = "table.person",
    /// There is no such phrase.
    TablePhrase = "table.phrase",
    /// This isn't possible in a race.
    TableRace = "table.race",
    /// The seat is taken, or the caller has none.
    TableSeat = "table.seat",
    /// Only others can do this for the caller, or nobody waits for that seat.
    TableTurn = "table.turn",
    /// There is no such table, or the caller isn't at it.
    TableUnknown = "table.unknown",
    /// A seat is free, or no round is being played.
    TableWaiting = "table.waiting",

    /// A bot stands in for the caller.
    WebAway = "web.away",
    /// The match can't be cancelled any longer.
    WebBegun = "web.begun",
    /// There is no such board.
    WebBoard = "web.board",
    /// There were too many requests.
    WebBusy = "web.busy",
    /// The server is about to restart.
    WebClosing = "web.closing",
    /// A new guest needs the access code.
    WebCode = "web.code",
    /// The passphrase is needed too.
    WebConfirm = "web.confirm",
    /// The server failed.
    WebFailed = "web.failed",
    /// The caller has too many of them.
    WebFull = "web.full",
    /// The caller isn't signed in.
    WebGuest = "web.guest",
    /// The `Host` header doesn't name this server.
    WebHostName = "web.host_name",
    /// The body isn't as described.
    WebJson = "web.json",
    /// The body or the head is too large.
    WebLarge = "web.large",
    /// The path has no such method.
    WebMethod = "web.method",
    /// The name is taken or not allowed.
    WebName = "web.name",
    /// The request came from another site.
    WebOrigin = "web.origin",
    /// There is no such session or token.
    WebPass = "web.pass",
    /// The name or the passphrase is wrong, or a recovery link isn't valid any longer.
    WebPassphrase = "web.passphrase",
    /// There is no such path.
    WebPath = "web.path",
    /// The caller is a spectator.
    WebSeat = "web.seat",
    /// The request took too long.
    WebSlow = "web.slow",
    /// This isn't possible with a token.
    WebToken = "web.token",
    /// The body has another type.
    WebType = "web.type",
    /// The passphrase is too weak.
    WebWeak = "web.weak",
    /// A secret word is offensive.
    WebWord = "web.word",
    /// The name of a board isn't allowed.
    WebWords = "web.words",
}

impl Code {
    /// Is it a game's own?
    pub fn is_of_a_game(self) -> bool {
        matches!(self, Code::Game(_))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// For clients and tests, which know codes as text.
impl PartialEq<&str> for Code {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_different_texts_with_a_prefix() {
        let mut texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        let prefixes = ["house.", "table.", "web."];
        assert!(texts.iter().all(|text| prefixes.iter().any(|prefix| text.starts_with(prefix))));
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), Code::ALL.len());
    }

    #[test]
    fn the_border_sees_text() {
        let code = Code::Game("wordle.unknown");
        assert!(code.is_of_a_game() && !Code::Over.is_of_a_game());
        assert!(code == "wordle.unknown" && Code::Over == "house.over");
        assert_eq!(serde_json::to_string(&code).unwrap(), "\"wordle.unknown\"");
        assert_eq!(Code::TableHost.to_string(), "table.host");
    }
}
