//! What people are called. Somebody who was forgotten is “Somebody”.

use crate::error::ApiResult;
use crate::serve::AppState;
use crate::wire::Sitter;
use hall::Occupant;
use hall::players::Names;
use std::collections::HashMap;

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

    /// What these players are called.
    pub(crate) async fn called(&self, players: Vec<String>) -> ApiResult<Called> {
        let mut called = HashMap::new();
        for id in players {
            let name = self.name(&id).await?;
            called.insert(id, name);
        }
        Ok(Called(called))
    }
}

/// The players among those who sit somewhere.
pub(crate) fn players<'a>(sat: impl IntoIterator<Item = &'a Occupant>) -> Vec<String> {
    let player = |who: &Occupant| match who {
        Occupant::Player(id) => Some(id.clone()),
        Occupant::Bot(_) => None,
    };
    sat.into_iter().filter_map(player).collect()
}

/// What some players are called, looked up beforehand: putting names into a board needs no store.
#[derive(Clone, Debug)]
pub(crate) struct Called(HashMap<String, String>);

impl Called {
    fn name(&self, id: &str) -> String {
        self.0.get(id).map_or(DELETED_NAME, String::as_str).to_owned()
    }

    /// What those who sit so are called.
    pub(crate) fn seats(&self, sat: &[Option<Occupant>]) -> Names {
        let name = |(n, who): (usize, &Option<Occupant>)| match who {
            Some(Occupant::Player(id)) => Some(self.name(id)),
            Some(Occupant::Bot(name)) => Some(bot(name, n, sat)),
            None => None,
        };
        Names::new(sat.iter().enumerate().map(name).collect())
    }

    /// Who sits where, as it is shown, and the bots that play on for some of them.
    pub(crate) fn sitters(
        &self,
        sat: &[Option<Occupant>],
        bots: &[Option<String>],
        me: Option<&str>,
    ) -> Vec<Option<Sitter>> {
        let sitter = |(n, who): (usize, &Option<Occupant>)| match who {
            None => None,
            Some(Occupant::Bot(name)) => {
                Some(Sitter { name: name.clone(), you: false, bot: true, stand_in: None })
            }
            Some(Occupant::Player(id)) => {
                let (you, stand_in) = (me == Some(id), bots.get(n).cloned().flatten());
                Some(Sitter { name: self.name(id), you, bot: false, stand_in })
            }
        };
        sat.iter().enumerate().map(sitter).collect()
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
