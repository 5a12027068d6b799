//! What people are called. Somebody who was forgotten is “Somebody”.

use crate::error::ApiResult;
use crate::serve::AppState;
use hall::Occupant;

/// What somebody who was forgotten is called.
pub(crate) const DELETED_NAME: &str = "Somebody";

impl AppState {
    /// What somebody is called.
    pub(crate) async fn name(&self, id: &str) -> ApiResult<String> {
        if let Some(name) = self.names.get(id) {
            return Ok(name);
        }
        let name = match self.person(id).await? {
            Some(person) => self.shown_name(&person).await?,
            None => DELETED_NAME.to_owned(),
        };
        self.names.put(id.to_owned(), name.clone());
        Ok(name)
    }

    /// What those who sit so are called.
    pub(crate) async fn names_of(
        &self,
        sat: &[Option<Occupant>],
    ) -> ApiResult<Vec<Option<String>>> {
        let mut names = Vec::with_capacity(sat.len());
        for (n, who) in sat.iter().enumerate() {
            names.push(match who {
                Some(Occupant::Player(id)) => Some(self.name(id).await?),
                Some(Occupant::Bot(name)) => Some(bot(name, n, sat)),
                None => None,
            });
        }
        Ok(names)
    }
}

/// What a bot is called at the table. Two of one name are told apart by their seats.
fn bot(name: &str, seat: usize, sat: &[Option<Occupant>]) -> String {
    let alike =
        |who: &&Option<Occupant>| matches!(who, Some(Occupant::Bot(other)) if other == name);
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    match sat.iter().filter(alike).count() {
        0 | 1 => format!("{name} (bot)"),
        _ => format!("{name} (bot {})", seat + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_name_are_told_apart_by_their_seats() {
        let sat = |names: &[&str]| -> Vec<Option<Occupant>> {
            names.iter().map(|&name| Some(Occupant::Bot(name.to_owned()))).collect()
        };
        assert_eq!(bot("sensible", 1, &sat(&["greedy", "sensible"])), "Sensible (bot)");
        assert_eq!(bot("greedy", 2, &sat(&["greedy", "sensible", "greedy"])), "Greedy (bot 3)");
    }
}
