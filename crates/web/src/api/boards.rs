//! Boards made by players: saving, sharing by id, downloading, deleting.

use super::{JsonResult, done, out};
use crate::error::{ApiError, ApiResult};
use crate::id::{BoardId, CheckedId};
use crate::network::Network;
use crate::read::{JsonBody, OptionalCaller, PathParam, SessionCaller, clean_text};
use crate::saved_boards::{NewBoard, SavedBoard, deletion};
use crate::serve::AppState;
use crate::sessions::Caller;
use crate::wire::{self, BoardBrief, Boards, Done, Saved};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use engine::Code;
use games::board::{ParsedBoard, shipped};
use hall::random_id;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest text of a board, in bytes.
const MAX_TEXT: usize = 32 * 1024;

/// The longest name of a board, in characters.
const MAX_NAME: usize = 40;

/// The largest number that is added to the name of a board.
const MAX_NUMBER: usize = 1_000;

/// A board to save.
#[derive(Clone, Deserialize, ToSchema)]
#[schema(as = NewBoard)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardInput {
    pub(super) name: String,
    pub(super) text: String,
}

fn no_board() -> ApiError {
    let text = "This board doesn't exist. It may have been deleted.";
    ApiError::new(StatusCode::NOT_FOUND, Code::WebBoard, text)
}

fn full(text: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebFull, text)
}

impl AppState {
    /// A board by its id. A built-in one comes without a `SavedBoard`.
    pub(super) async fn board(&self, id: &str) -> ApiResult<(Option<SavedBoard>, BoardInput)> {
        if let Some(text) = shipped(id) {
            return Ok((None, BoardInput { name: id.to_owned(), text: text.to_owned() }));
        }
        BoardId(id.to_owned()).check()?;
        let saved = self.saved_board(id).await?.ok_or_else(no_board)?;
        let board = BoardInput { name: saved.name().to_owned(), text: self.text_of(&saved).await? };
        Ok((Some(saved), board))
    }

    /// Moves all boards of one person to another. A board whose name is taken there gets a number.
    pub(super) async fn merge_boards(&self, from: &str, to: &str) -> ApiResult<()> {
        let there = self.boards_of(to).await?;
        let mut taken: Vec<String> = there.iter().map(|board| board.name().to_owned()).collect();
        let mut changes = Vec::new();
        for old in self.boards_of(from).await? {
            let short: String = old.name().chars().take(MAX_NAME - 5).collect();
            let numbered = (2..=MAX_NUMBER).map(|n| format!("{short} ({n})"));
            let mut names = std::iter::once(old.name().to_owned()).chain(numbered);
            let name = names.find(|name| !taken.contains(name));
            let name = name.unwrap_or_else(|| old.name().to_owned());
            let text = self.text_of(&old).await?;
            let board = NewBoard::new(&old.id, to, Some(&old), &name, (&text, old.words()))?;
            changes.extend(board.into_changes());
            taken.push(name);
        }
        Ok(self.hall.change_documents(changes).await?)
    }
}

/// Lists your saved boards.
#[utoipa::path(
    get,
    path = "/boards",
    operation_id = "boards",
    responses((status = 200, description = "Your boards, by name.", body = Boards), ApiError),
    security(("token" = []))
)]
pub(super) async fn list(State(app): State<Arc<AppState>>, me: Caller) -> JsonResult<Boards> {
    let saved = app.boards_of(&me.id).await?.into_iter();
    let brief =
        |it: SavedBoard| BoardBrief { name: it.name().to_owned(), words: it.words(), board: it.id };
    let mut boards: Vec<BoardBrief> = saved.map(brief).collect();
    boards.sort_by_key(|board| board.name.to_lowercase());
    out(Boards { boards })
}

/// Saves a board. It replaces your board of the same name, if there is one, and keeps its id.
#[utoipa::path(
    post,
    path = "/boards",
    operation_id = "save_board",
    request_body = BoardInput,
    responses((status = 200, description = "The id of the board.", body = Saved), ApiError)
)]
pub(super) async fn save(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
    Extension(from): Extension<Network>,
    JsonBody(asked): JsonBody<BoardInput>,
) -> JsonResult<Saved> {
    let name = clean_text(&asked.name)?;
    if name.is_empty() || name.chars().count() > MAX_NAME {
        let text = format!("Enter a name of 1 to {MAX_NAME} characters.");
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebWords, text));
    }
    if asked.text.len() > MAX_TEXT {
        return Err(full(format!("The board is too large. It may have {MAX_TEXT} bytes.")));
    }
    let read = ParsedBoard::given(&asked.text).map_err(engine::Refusal::from)?;
    let text = (asked.text.as_str(), read.board.words().len());
    let all = app.boards_of(&me.id).await?;
    let old = all.iter().find(|board| board.name() == name);
    let id = old.map_or_else(random_id, |old| Ok(old.id.clone()))?;
    let next = NewBoard::new(&id, &me.id, old, &name, text)?;
    app.may_save_board(&me.id, from, &all, &next).await?;
    app.save_as(&me, next.into_changes()).await?;
    out(Saved { board: id })
}

/// Returns a board.
#[utoipa::path(
    get,
    path = "/boards/{id}",
    operation_id = "board",
    params(("id" = String, Path, description = "The board's id, or the name of a built-in board.")),
    responses((status = 200, description = "The board.", body = wire::Board), ApiError)
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    OptionalCaller(me): OptionalCaller,
    PathParam(BoardId(id)): PathParam<BoardId>,
) -> JsonResult<wire::Board> {
    let (saved, board) = app.board(&id).await?;
    let yours = me.zip(saved).is_some_and(|(me, saved)| me.id == saved.owner);
    out(wire::Board { board: id, name: board.name, text: board.text, yours })
}

/// Downloads a board as a file.
#[utoipa::path(
    get,
    path = "/boards/{id}/file",
    operation_id = "board_file",
    params(("id" = String, Path, description = "The board's id, or the name of a built-in board.")),
    responses((status = 200, description = "The text of the board.", body = String, content_type = "text/plain"), ApiError)
)]
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    PathParam(BoardId(id)): PathParam<BoardId>,
) -> ApiResult<([(&'static str, String); 2], String)> {
    let (_, board) = app.board(&id).await?;
    // A board's name may contain anything; a file name only what every system accepts.
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = board.name.chars().map(plain).collect();
    let name = format!("attachment; filename=\"{name}.txt\"");
    let content_type = "text/plain; charset=utf-8".to_owned();
    Ok(([("content-type", content_type), ("content-disposition", name)], board.text))
}

/// Deletes one of your boards.
#[utoipa::path(
    delete,
    path = "/boards/{id}",
    operation_id = "remove_board",
    params(("id" = String, Path, description = "The board's id, or the name of a built-in board.")),
    responses((status = 200, description = "The board is deleted.", body = Done), ApiError)
)]
pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
    PathParam(BoardId(id)): PathParam<BoardId>,
) -> JsonResult<Done> {
    match app.saved_board(&id).await? {
        Some(board) if board.owner == me.id => {
            app.save_as(&me, deletion(&board)).await?;
            done()
        }
        _ => Err(no_board()),
    }
}
