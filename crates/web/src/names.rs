//! What people are called. Somebody who was forgotten is “Somebody”.

use crate::error::Answer;
use crate::serve::App;
use hall::Who;

/// What somebody who was forgotten is called.
pub(crate) const NOBODY: &str = "Somebody";

impl App {
    /// What somebody is called.
    pub(crate) async fn name(&self, id: &str) -> Answer<String> {
        if let Some(name) = self.names.get(id) {
            return Ok(name);
        }
        let name = self.person(id).await?.map_or(NOBODY.to_owned(), |person| person.says.name);
        self.names.put(id.to_owned(), name.clone());
        Ok(name)
    }

    /// What those who sit so are called; bots have no names here, but their seats.
    pub(crate) async fn names_of(&self, sat: &[Option<Who>]) -> Answer<Vec<Option<String>>> {
        let mut names = Vec::with_capacity(sat.len());
        for who in sat {
            names.push(match who {
                Some(Who::Player(id)) => Some(self.name(id).await?),
                Some(Who::Bot(_)) | None => None,
            });
        }
        Ok(names)
    }
}
