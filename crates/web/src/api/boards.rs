//! Boards that people have made: saved, shared by their ids, downloaded.

use super::{Out, done, out};
use crate::error::{Answer, Refused};
use crate::id::{BoardId, Named};
use crate::network::Network;
use crate::people::paper;
use crate::read::{Anyone, Asked, InPerson, Part, shown};
use crate::serve::App;
use crate::sessions::Me;
use crate::wire::{self, BoardBrief, Boards, Done, Saved};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use engine::line;
use games::board::{Reading, shipped};
use hall::{Filing, Paper, fresh};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

pub(crate) const BOARD: &str = "board";

/// The longest text of a board, in bytes.
const LONGEST: usize = 32 * 1024;

/// The longest name of a board, in characters.
const NAME: usize = 40;

/// The largest number that is added to the name of a board.
const MOST: usize = 1_000;

/// A board, as it is kept and as it comes.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = NewBoard)]
#[serde(deny_unknown_fields)]
pub(super) struct Board {
    pub(super) name: String,
    pub(super) text: String,
}

fn no_board() -> Refused {
    let text = "There is no such board, or it was taken away.";
    Refused::new(StatusCode::NOT_FOUND, "web.board", text)
}

fn full(text: String) -> Refused {
    Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "web.full", text)
}

impl App {
    /// A board by its id, and whose it is; those of the house are nobody's.
    pub(super) async fn board(&self, id: &str) -> Answer<(Option<Paper>, Board)> {
        if let Some(text) = shipped(id) {
            return Ok((None, Board { name: id.to_owned(), text: text.to_owned() }));
        }
        BoardId(id.to_owned()).check()?;
        let paper = self.hall.paper(BOARD, id).await?.ok_or_else(no_board)?;
        let board: Board = serde_json::from_str(&paper.body).map_err(|_| Refused::failed())?;
        // Boards that were saved before they were refused may hold control characters.
        let text = line::without_stray_controls(board.text);
        Ok((Some(paper), Board { text, ..board }))
    }

    /// The boards of one person become another's. One whose name is taken there gets a number.
    pub(super) async fn hand_over_boards(&self, from: &str, to: &str) -> Answer<()> {
        let read = |paper: &Paper| serde_json::from_str::<Board>(&paper.body).ok();
        let there = self.hall.papers(BOARD, to).await?;
        let mut taken: Vec<String> = there.iter().filter_map(read).map(|it| it.name).collect();
        let mut filings = Vec::new();
        for old in self.hall.papers(BOARD, from).await? {
            let Some(mut board) = read(&old) else { continue };
            let short: String = board.name.chars().take(NAME - 5).collect();
            let numbered = (2..=MOST).map(|n| format!("{short} ({n})"));
            let mut names = std::iter::once(board.name.clone()).chain(numbered);
            if let Some(free) = names.find(|name| !taken.contains(name)) {
                board.name = free;
            }
            taken.push(board.name.clone());
            filings.push(Filing::Put(paper(BOARD, &old.id, to, old.version + 1, &board)?));
        }
        Ok(self.hall.file(filings).await?)
    }
}

#[utoipa::path(
    get,
    path = "/boards",
    operation_id = "boards",
    responses((status = 200, description = "Done.", body = Boards), Refused),
    security(("token" = []))
)]
pub(super) async fn list(State(app): State<Arc<App>>, me: Me) -> Out<Boards> {
    let mut boards = Vec::new();
    for paper in app.hall.papers(BOARD, &me.id).await? {
        let Ok(board) = serde_json::from_str::<Board>(&paper.body) else { continue };
        let words = board.text.parse::<Reading>().map_or(0, |read| read.board.words().len());
        boards.push(BoardBrief { board: paper.id, name: board.name, words });
    }
    boards.sort_by_key(|board| board.name.to_lowercase());
    out(Boards { boards })
}

/// Saves a board; one of the same name is replaced and keeps its id.
#[utoipa::path(
    post,
    path = "/boards",
    operation_id = "save_board",
    request_body = Board,
    responses((status = 200, description = "Done.", body = Saved), Refused)
)]
pub(super) async fn save(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Extension(from): Extension<Network>,
    Asked(asked): Asked<Board>,
) -> Out<Saved> {
    let name = shown(&asked.name)?;
    if name.is_empty() || name.chars().count() > NAME {
        let text = format!("A board has a name of 1 to {NAME} characters.");
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "web.words", text));
    }
    if asked.text.len() > LONGEST {
        return Err(full(format!("The text of a board has at most {LONGEST} bytes.")));
    }
    if let Err(error) = Reading::given(&asked.text) {
        return Err(engine::Refusal::from(error).into());
    }
    let board = Board { name, text: asked.text };
    let all = app.hall.papers(BOARD, &me.id).await?;
    let same = all.iter().find(|paper| {
        serde_json::from_str::<Board>(&paper.body).is_ok_and(|old| old.name == board.name)
    });
    let next = match same {
        Some(old) => paper(BOARD, &old.id, &me.id, old.version + 1, &board)?,
        None => paper(BOARD, &fresh()?, &me.id, 0, &board)?,
    };
    app.may_save_board(&me.id, from, &all, &next).await?;
    let id = next.id.clone();
    app.file_by(&me, vec![Filing::Put(next)]).await?;
    out(Saved { board: id })
}

#[utoipa::path(
    get,
    path = "/boards/{id}",
    operation_id = "board",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = wire::Board), Refused)
)]
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Anyone(me): Anyone,
    Part(BoardId(id)): Part<BoardId>,
) -> Out<wire::Board> {
    let (paper, board) = app.board(&id).await?;
    let yours = me.zip(paper).is_some_and(|(me, paper)| me.id == paper.owner);
    out(wire::Board { board: id, name: board.name, text: board.text, yours })
}

#[utoipa::path(
    get,
    path = "/boards/{id}/file",
    operation_id = "board_file",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = String, content_type = "text/plain"), Refused)
)]
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Part(BoardId(id)): Part<BoardId>,
) -> Answer<([(&'static str, String); 2], String)> {
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
    responses((status = 200, description = "Done.", body = Done), Refused)
)]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Part(BoardId(id)): Part<BoardId>,
) -> Out<Done> {
    match app.hall.paper(BOARD, &id).await? {
        Some(paper) if paper.owner == me.id => {
            let removed = Filing::Shred { kind: BOARD, id, owner: me.id.clone() };
            app.file_by(&me, vec![removed]).await?;
            done()
        }
        _ => Err(no_board()),
    }
}
