//! The word lists in use, by id. The built-in one is always there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use words::Lexicon;

/// Word lists by id.
#[derive(Debug)]
pub struct WordLists(Mutex<HashMap<String, Arc<Lexicon>>>);

impl Default for WordLists {
    fn default() -> Self {
        let lists = WordLists(Mutex::default());
        lists.put(Arc::new(Lexicon::builtin().clone()));
        lists
    }
}

impl WordLists {
    /// Adds a list.
    pub fn put(&self, list: Arc<Lexicon>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(list.id().to_owned(), list);
    }

    pub fn get(&self, id: &str) -> Option<Arc<Lexicon>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}
