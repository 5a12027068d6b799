//! Boards that people have made: saved, shared by their ids, downloaded.

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
use games::board::{ParsedBoard, shipped};
use hall::random_id;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest text of a board, in bytes.
const LONGEST: usize = 32 * 1024;

/// The longest name of a board, in characters.
const NAME: usize = 40;

/// The largest number that is added to the name of a board.
const MOST: usize = 1_000;

/// A board as clients send it.
#[derive(Clone, Deserialize, ToSchema)]
#[schema(as = NewBoard)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardInput {
    pub(super) name: String,
    pub(super) text: String,
}

fn no_board() -> ApiError {
    let text = "There is no such board, or it was taken away.";
    ApiError::new(StatusCode::NOT_FOUND, "web.board", text)
}

fn full(text: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "web.full", text)
}

impl AppState {
    /// A board by its id, and whose it is; built-in ones are nobody's.
    pub(super) async fn board(&self, id: &str) -> ApiResult<(Option<SavedBoard>, BoardInput)> {
        if let Some(text) = shipped(id) {
            return Ok((None, BoardInput { name: id.to_owned(), text: text.to_owned() }));
        }
        BoardId(id.to_owned()).check()?;
        let saved = self.saved_board(id).await?.ok_or_else(no_board)?;
        let board = BoardInput { name: saved.name().to_owned(), text: self.text_of(&saved).await? };
        Ok((Some(saved), board))
    }

    /// The boards of one person become another's. One whose name is taken there gets a number.
    pub(super) async fn merge_boards(&self, from: &str, to: &str) -> ApiResult<()> {
        let there = self.boards_of(to).await?;
        let mut taken: Vec<String> = there.iter().map(|board| board.name().to_owned()).collect();
        let mut filings = Vec::new();
        for old in self.boards_of(from).await? {
            let short: String = old.name().chars().take(NAME - 5).collect();
            let numbered = (2..=MOST).map(|n| format!("{short} ({n})"));
            let mut names = std::iter::once(old.name().to_owned()).chain(numbered);
            let name = names.find(|name| !taken.contains(name));
            let name = name.unwrap_or_else(|| old.name().to_owned());
            let text = self.text_of(&old).await?;
            let board = NewBoard::new(&old.id, to, Some(&old), &name, (&text, old.words()))?;
            filings.extend(board.filings());
            taken.push(name);
        }
        Ok(self.hall.change_documents(filings).await?)
    }
}

#[utoipa::path(
    get,
    path = "/boards",
    operation_id = "boards",
    responses((status = 200, description = "Done.", body = Boards), ApiError),
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

/// Saves a board; one of the same name is replaced and keeps its id.
#[utoipa::path(
    post,
    path = "/boards",
    operation_id = "save_board",
    request_body = BoardInput,
    responses((status = 200, description = "Done.", body = Saved), ApiError)
)]
pub(super) async fn save(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
    Extension(from): Extension<Network>,
    JsonBody(asked): JsonBody<BoardInput>,
) -> JsonResult<Saved> {
    let name = clean_text(&asked.name)?;
    if name.is_empty() || name.chars().count() > NAME {
        let text = format!("A board has a name of 1 to {NAME} characters.");
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "web.words", text));
    }
    if asked.text.len() > LONGEST {
        return Err(full(format!("The text of a board has at most {LONGEST} bytes.")));
    }
    let read = ParsedBoard::given(&asked.text).map_err(engine::Refusal::from)?;
    let text = (asked.text.as_str(), read.board.words().len());
    let all = app.boards_of(&me.id).await?;
    let old = all.iter().find(|board| board.name() == name);
    let id = old.map_or_else(random_id, |old| Ok(old.id.clone()))?;
    let next = NewBoard::new(&id, &me.id, old, &name, text)?;
    app.may_save_board(&me.id, from, &all, &next).await?;
    app.save_as(&me, next.filings()).await?;
    out(Saved { board: id })
}

#[utoipa::path(
    get,
    path = "/boards/{id}",
    operation_id = "board",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = wire::Board), ApiError)
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

#[utoipa::path(
    get,
    path = "/boards/{id}/file",
    operation_id = "board_file",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = String, content_type = "text/plain"), ApiError)
)]
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    PathParam(BoardId(id)): PathParam<BoardId>,
) -> ApiResult<([(&'static str, String); 2], String)> {
    let (_, board) = app.board(&id).await?;
    // What somebody called it may hold anything; a file's name only what every system takes.
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = board.name.chars().map(plain).collect();
    let name = format!("attachment; filename=\"{name}.txt\"");
    let of = "text/plain; charset=utf-8".to_owned();
    Ok(([("content-type", of), ("content-disposition", name)], board.text))
}

#[utoipa::path(
    delete,
    path = "/boards/{id}",
    operation_id = "remove_board",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = Done), ApiError)
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
