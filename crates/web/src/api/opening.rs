//! Turns a request for a match or a table into its start. Nothing here reads a file: boards are saved, built in or
//! text.

use crate::error::{ApiError, ApiResult};
use crate::serve::AppState;
use axum::http::StatusCode;
use engine::setup::text_of;
use engine::{Code, Refusal, Seat, Start};
use games::GAMES;
use games::board::shipped;
use hall::opening::{find, random_seed, read_seed};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use words::Lexicon;

/// A match or a table to open: a game with settings, a ticket or a daily.
#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    #[serde(default)]
    pub(super) game: Option<String>,
    #[serde(default)]
    pub(super) ticket: Option<String>,
    #[serde(default)]
    pub(super) daily: Option<String>,
    #[serde(default)]
    #[schema(value_type = Object)]
    set: Map<String, Value>,
    #[serde(default)]
    pub(super) seats: Option<u8>,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    pub(super) bots: Vec<Bot>,
    #[serde(default)]
    pub(super) race: bool,
    #[serde(default)]
    pub(super) limit: Option<u64>,
}

/// A bot on a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Bot {
    #[schema(value_type = u8)]
    pub(super) seat: Seat,
    pub(super) name: String,
}

impl AppState {
    /// The start of the match. Refuses games that aren't listed, and offensive words for others to find.
    pub(super) async fn start_of(&self, wanted: &Wanted) -> ApiResult<Start> {
        let start = self.wanted_start(wanted).await?;
        is_listed(&start)?;
        is_nice(&start)?;
        Ok(start)
    }

    async fn wanted_start(&self, wanted: &Wanted) -> ApiResult<Start> {
        match (&wanted.game, &wanted.ticket) {
            (Some(game), None) => self.start_of_game(game, wanted).await,
            (None, Some(ticket)) => {
                if !wanted.set.is_empty() || wanted.seed.is_some() {
                    return Err(
                        Refusal::setup("A ticket already has its settings and its seed.").into()
                    );
                }
                Ok(self.hall.admit(ticket).await?)
            }
            _ => Err(ApiError::bad_request("Enter exactly one of a game, a ticket and a daily.")),
        }
    }

    async fn start_of_game(&self, name: &str, wanted: &Wanted) -> ApiResult<Start> {
        let game = find(GAMES, name)?;
        let mut given = Vec::with_capacity(wanted.set.len());
        for (key, value) in wanted.set.iter().filter(|(_, value)| !value.is_null()) {
            let is_board =
                matches!((game.info().id, key.as_str()), ("junior", "board") | ("builder", "from"));
            let value = match is_board {
                true => self.board_text(&text_of(value)).await?,
                false => text_of(value),
            };
            given.push((key.clone(), value));
        }
        let secret = |name: &str| game.keys().iter().any(|key| key.name == name && key.secret);
        if wanted.seed.is_some() && given.iter().any(|(name, _)| secret(name)) {
            // With a chosen seed, a client could guess the word of somebody else's challenge by comparing tickets.
            let text = "You can't choose the seed of a challenge.";
            return Err(Refusal::setup(text).into());
        }
        let seed = match &wanted.seed {
            Some(text) => read_seed(text)?,
            None => random_seed()?,
        };
        let seats = wanted.seats.filter(|_| !wanted.race).unwrap_or(game.info().fewest);
        let words = Lexicon::builtin().id().to_owned();
        Ok(Start { game, settings: game.read(&given)?, seats, words, seed })
    }

    /// The text of a board: of a built-in one by its name, of a saved one by its id, or the text itself.
    async fn board_text(&self, value: &str) -> ApiResult<String> {
        if let Some(text) = shipped(&value.to_ascii_lowercase()) {
            return Ok(text.to_owned());
        }
        match value.contains('\n') {
            true => Ok(value.to_owned()),
            false => Ok(self.board(value).await?.1.text),
        }
    }
}

/// Refuses games that aren't listed, also when they come by a ticket or a file.
pub(super) fn is_listed(start: &Start) -> ApiResult<()> {
    match start.game.info().listed {
        true => Ok(()),
        false => Err(find(GAMES, "").err().map_or_else(ApiError::internal, ApiError::from)),
    }
}

/// Refuses offensive words in secret settings, which other players will find.
pub(super) fn is_nice(start: &Start) -> ApiResult<()> {
    let words = Lexicon::builtin();
    for (_, value) in start.settings.iter().filter(|(key, _)| key.secret) {
        let word = text_of(value).to_ascii_lowercase();
        if words.has(&word) && !words.fit(&word) {
            let text = "That word may offend. Please choose another one.";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebWord, text));
        }
    }
    Ok(())
}

/// The refusal of a match with an empty seat.
pub(super) fn empty_seat(seat: Seat) -> ApiError {
    let text = format!("Seat {seat} is empty. Add a bot, or open a table to play with others.");
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Setup, text)
}
