//! The word lists that are at hand, by their ids. The built-in one always is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use words::Lexicon;

/// Word lists by id.
#[derive(Debug)]
pub struct WordLists(Mutex<HashMap<String, Arc<Lexicon>>>);

impl Default for WordLists {
    fn default() -> Self {
        let shelf = WordLists(Mutex::default());
        shelf.put(Arc::new(Lexicon::builtin().clone()));
        shelf
    }
}

impl WordLists {
    /// Puts a list on the shelf.
    pub fn put(&self, list: Arc<Lexicon>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(list.id().to_owned(), list);
    }

    /// The list with this id.
    pub fn get(&self, id: &str) -> Option<Arc<Lexicon>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}
