//! Saved boards as they are stored: what lists show in one small document, the text in another. Earlier versions had both in
//! one; such a board is split when its owner's boards are listed.

use crate::error::ApiResult;
use crate::person::new_document;
use crate::serve::AppState;
use engine::line;
use games::board::ParsedBoard;
use hall::{Change, Document, WorkPermit};
use serde::{Deserialize, Serialize};

pub(crate) const BOARD: &str = "board";
pub(crate) const BOARD_TEXT: &str = "board_text";

/// What lists show of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BoardRecord {
    name: String,
    #[serde(default)]
    words: usize,
    /// How many bytes its text takes in the store.
    #[serde(default)]
    bytes: usize,
    /// Where earlier versions had the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A saved board without its text.
#[derive(Clone, Debug)]
pub(crate) struct SavedBoard {
    pub(crate) id: String,
    pub(crate) owner: String,
    version: u64,
    record: BoardRecord,
}

impl SavedBoard {
    pub(crate) fn name(&self) -> &str {
        &self.record.name
    }

    pub(crate) fn words(&self) -> usize {
        self.record.words
    }

    /// How many bytes it takes in the store.
    pub(crate) fn bytes(&self) -> usize {
        self.record.bytes
    }

    fn read(paper: Document) -> Option<SavedBoard> {
        let record = serde_json::from_str(&paper.body).ok()?;
        let Document { id, owner, version, .. } = paper;
        Some(SavedBoard { id, owner, version, record })
    }
}

/// A board to be saved: its documents.
pub(crate) struct NewBoard {
    pub(crate) id: String,
    record: Document,
    text: Document,
}

impl NewBoard {
    /// A board in place of an old one, or a new one with this id. The text was read already, and has so many words.
    pub(crate) fn new(
        id: &str,
        owner: &str,
        old: Option<&SavedBoard>,
        name: &str,
        (text, words): (&str, usize),
    ) -> ApiResult<NewBoard> {
        let text = new_document(BOARD_TEXT, id, owner, 0, &text)?;
        let record =
            BoardRecord { name: name.to_owned(), words, bytes: text.body.len(), text: None };
        let version = old.map_or(0, |old| old.version + 1);
        let record = new_document(BOARD, id, owner, version, &record)?;
        Ok(NewBoard { id: id.to_owned(), record, text })
    }

    /// How many bytes it takes in the store.
    pub(crate) fn bytes(&self) -> usize {
        self.text.body.len()
    }

    /// What saves it. The text is written anew: its record decides who was first.
    pub(crate) fn filings(self) -> Vec<Change> {
        let (id, owner) = (self.text.id.clone(), self.text.owner.clone());
        vec![
            Change::Put(self.record),
            Change::Delete { kind: BOARD_TEXT, id, owner },
            Change::Put(self.text),
        ]
    }
}

/// What deletes a board.
pub(crate) fn deletion(board: &SavedBoard) -> Vec<Change> {
    let shred = |kind| Change::Delete { kind, id: board.id.clone(), owner: board.owner.clone() };
    [BOARD, BOARD_TEXT].map(shred).into()
}

fn count_words(_: &WorkPermit, text: &str) -> usize {
    text.parse::<ParsedBoard>().map_or(0, |read| read.board.words().len())
}

impl AppState {
    /// The boards of a person, without their texts.
    pub(crate) async fn boards_of(&self, person: &str) -> ApiResult<Vec<SavedBoard>> {
        let papers = self.hall.documents(BOARD, person).await?;
        let mut boards = Vec::with_capacity(papers.len());
        for board in papers.into_iter().filter_map(SavedBoard::read) {
            boards.push(self.split(board).await?);
        }
        Ok(boards)
    }

    /// A board by its id, without its text.
    pub(crate) async fn saved_board(&self, id: &str) -> ApiResult<Option<SavedBoard>> {
        Ok(self.hall.document(BOARD, id).await?.and_then(SavedBoard::read))
    }

    /// The text of a board. One that was saved before they were refused may hold control characters.
    pub(crate) async fn text_of(&self, board: &SavedBoard) -> ApiResult<String> {
        let text = match &board.record.text {
            Some(text) => Some(text.clone()),
            None => {
                let found = self.hall.document(BOARD_TEXT, &board.id).await?;
                found.and_then(|found| serde_json::from_str(&found.body).ok())
            }
        };
        Ok(line::without_stray_controls(text.unwrap_or_default()))
    }

    /// A board whose text is in a document of its own.
    async fn split(&self, board: SavedBoard) -> ApiResult<SavedBoard> {
        let Some(text) = board.record.text.clone() else { return Ok(board) };
        let (words, text) =
            self.hall.work().run(move |permit| (count_words(permit, &text), text)).await?;
        let next =
            NewBoard::new(&board.id, &board.owner, Some(&board), board.name(), (&text, words))?;
        let split = SavedBoard::read(next.record.clone());
        match self.hall.change_documents(next.filings()).await {
            Ok(()) => Ok(split.unwrap_or(board)),
            // It was changed in the meantime: next time.
            Err(refusal) if refusal.code == "house.changed" => Ok(board),
            Err(refusal) => Err(refusal.into()),
        }
    }
}
