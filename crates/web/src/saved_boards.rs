//! How saved boards are stored: a small document with what lists show, and another one with the text. Earlier versions
//! stored both in one document; such a board is split when its owner's boards are listed.

use crate::error::ApiResult;
use crate::person::new_document;
use crate::serve::AppState;
use engine::{Code, line};
use games::board::ParsedBoard;
use hall::{Change, Document, WorkPermit};
use serde::{Deserialize, Serialize};

pub(crate) const BOARD: &str = "board";
pub(crate) const BOARD_TEXT: &str = "board_text";

/// The part of a board that lists show.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BoardRecord {
    name: String,
    #[serde(default)]
    words: usize,
    /// How many bytes its text takes in the store.
    #[serde(default)]
    bytes: usize,
    /// The text, in documents of earlier versions.
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

    /// The stored size of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.record.bytes
    }

    fn read(document: Document) -> Option<SavedBoard> {
        let record = serde_json::from_str(&document.body).ok()?;
        let Document { id, owner, version, .. } = document;
        Some(SavedBoard { id, owner, version, record })
    }
}

/// The documents of a board to be saved.
pub(crate) struct NewBoard {
    pub(crate) id: String,
    record: Document,
    text: Document,
}

impl NewBoard {
    /// A new board with this id, or one that replaces `old`. `words` is the number of words in the text.
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

    /// The stored size of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.text.body.len()
    }

    /// The changes that save it. The text has no version of its own, so it is deleted and written again: the version of
    /// the record decides which of two writers came first.
    pub(crate) fn into_changes(self) -> Vec<Change> {
        let (id, owner) = (self.text.id.clone(), self.text.owner.clone());
        vec![
            Change::Put(self.record),
            Change::Delete { kind: BOARD_TEXT, id, owner },
            Change::Put(self.text),
        ]
    }
}

/// The changes that delete a board.
pub(crate) fn deletion(board: &SavedBoard) -> Vec<Change> {
    let delete = |kind| Change::Delete { kind, id: board.id.clone(), owner: board.owner.clone() };
    [BOARD, BOARD_TEXT].map(delete).into()
}

fn count_words(_: &WorkPermit, text: &str) -> usize {
    text.parse::<ParsedBoard>().map_or(0, |read| read.board.words().len())
}

impl AppState {
    /// The boards of a person, without their texts.
    pub(crate) async fn boards_of(&self, person: &str) -> ApiResult<Vec<SavedBoard>> {
        let documents = self.hall.documents(BOARD, person).await?;
        let mut boards = Vec::with_capacity(documents.len());
        for board in documents.into_iter().filter_map(SavedBoard::read) {
            boards.push(self.split(board).await?);
        }
        Ok(boards)
    }

    /// A board by its id, without its text.
    pub(crate) async fn saved_board(&self, id: &str) -> ApiResult<Option<SavedBoard>> {
        Ok(self.hall.document(BOARD, id).await?.and_then(SavedBoard::read))
    }

    /// The text of a board, without the control characters that earlier versions allowed.
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

    /// Moves the text of an earlier version's board into a document of its own.
    async fn split(&self, board: SavedBoard) -> ApiResult<SavedBoard> {
        let Some(text) = board.record.text.clone() else { return Ok(board) };
        let (words, text) =
            self.hall.work().run(move |permit| (count_words(permit, &text), text)).await?;
        let next =
            NewBoard::new(&board.id, &board.owner, Some(&board), board.name(), (&text, words))?;
        let split = SavedBoard::read(next.record.clone());
        match self.hall.change_documents(next.into_changes()).await {
            Ok(()) => Ok(split.unwrap_or(board)),
            // The board was changed meanwhile: it is split the next time.
            Err(refusal) if refusal.code == Code::Changed => Ok(board),
            Err(refusal) => Err(refusal.into()),
        }
    }
}
