//! The names that others see. A deleted account is shown as “Deleted player”.

use crate::error::ApiResult;
use crate::serve::AppState;
use crate::wire::Sitter;
use engine::Names;
use hall::Occupant;
use std::collections::HashMap;

/// The name of a deleted account.
pub(crate) const DELETED_NAME: &str = "Deleted player";

impl AppState {
    /// The name of a person.
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

    /// The names of these players.
    pub(crate) async fn names_of(&self, players: Vec<String>) -> ApiResult<PlayerNames> {
        let mut names = HashMap::new();
        for id in players {
            let name = self.name(&id).await?;
            names.insert(id, name);
        }
        Ok(PlayerNames(names))
    }
}

/// The players among these occupants.
pub(crate) fn players<'a>(occupants: impl IntoIterator<Item = &'a Occupant>) -> Vec<String> {
    let player = |occupant: &Occupant| match occupant {
        Occupant::Player(id) => Some(id.clone()),
        Occupant::Bot(_) => None,
    };
    occupants.into_iter().filter_map(player).collect()
}

/// The names of some players, looked up beforehand, so that showing a scene doesn't need the store.
#[derive(Clone, Debug)]
pub(crate) struct PlayerNames(HashMap<String, String>);

impl PlayerNames {
    fn name(&self, id: &str) -> String {
        self.0.get(id).map_or(DELETED_NAME, String::as_str).to_owned()
    }

    /// The names for the seats, as sentences and scenes use them.
    pub(crate) fn seats(&self, seats: &[Option<Occupant>]) -> Names {
        let name = |(n, occupant): (usize, &Option<Occupant>)| match occupant {
            Some(Occupant::Player(id)) => Some(self.name(id)),
            Some(Occupant::Bot(name)) => Some(bot(name, n, seats)),
            None => None,
        };
        Names::new(seats.iter().enumerate().map(name).collect())
    }

    /// The seats as they are shown, with the stand-ins.
    pub(crate) fn sitters(
        &self,
        seats: &[Option<Occupant>],
        bots: &[Option<String>],
        me: Option<&str>,
    ) -> Vec<Option<Sitter>> {
        let sitter = |(n, occupant): (usize, &Option<Occupant>)| match occupant {
            None => None,
            Some(Occupant::Bot(name)) => {
                Some(Sitter { name: name.clone(), you: false, bot: true, stand_in: None })
            }
            Some(Occupant::Player(id)) => {
                let (you, stand_in) = (me == Some(id), bots.get(n).cloned().flatten());
                Some(Sitter { name: self.name(id), you, bot: false, stand_in })
            }
        };
        seats.iter().enumerate().map(sitter).collect()
    }
}

/// The name of a bot at a table. Several bots of one name get the numbers of their seats.
fn bot(name: &str, seat: usize, seats: &[Option<Occupant>]) -> String {
    let is_alike = |occupant: &&Option<Occupant>| matches!(occupant, Some(Occupant::Bot(other)) if other == name);
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    match seats.iter().filter(is_alike).count() {
        0 | 1 => format!("{name} (bot)"),
        _ => format!("{name} (bot {})", seat + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_name_get_the_numbers_of_their_seats() {
        let seats = |names: &[&str]| -> Vec<Option<Occupant>> {
            names.iter().map(|&name| Some(Occupant::Bot(name.to_owned()))).collect()
        };
        assert_eq!(bot("sensible", 1, &seats(&["greedy", "sensible"])), "Sensible (bot)");
        assert_eq!(bot("greedy", 2, &seats(&["greedy", "sensible", "greedy"])), "Greedy (bot 3)");
    }
}
