//! A match as a terminal sees it: some seats are people at this keyboard, the others are bots.

use engine::{Hint, Refusal, Seat, Start, Thought, Viewer};
use hall::{Hall, MatchId, Update, Watch, Who, Why};
use tokio::runtime::Runtime;

/// Somebody sits at a match.
pub(crate) struct Sitting<'a> {
    hall: &'a Hall,
    runtime: &'a Runtime,
    id: MatchId,
    bots: Vec<(Seat, String)>,
    /// Hears what is said: as the one person there is, or as the public when there are several.
    ear: Watch,
}

/// What is to be shown: the match as the person who is to act may see it, and what was said.
pub(crate) struct Shown {
    /// The person's own update.
    pub(crate) update: Update,
    /// What was said since the last time.
    pub(crate) said: Vec<String>,
}

impl<'a> Sitting<'a> {
    /// Opens a match with bots on some seats.
    pub(crate) fn open(
        hall: &'a Hall,
        runtime: &'a Runtime,
        start: Start,
        bots: &[(Seat, String)],
    ) -> Result<Sitting<'a>, Refusal> {
        runtime.block_on(async {
            let id = hall.open(&start).await?;
            let people: Vec<Seat> = (0..start.seats)
                .map(Seat)
                .filter(|seat| !bots.iter().any(|(bot, _)| bot == seat))
                .collect();
            let viewer = match people[..] {
                [one] => Viewer::Seat(one),
                _ => Viewer::Public,
            };
            let ear = hall.watch(&id, viewer).await?;
            for (seat, name) in bots {
                hall.sit(&id, *seat, Who::Bot(name.clone())).await?;
            }
            Ok(Sitting { hall, runtime, id, bots: bots.to_vec(), ear })
        })
    }

    /// Waits until a person is to act or it is over.
    pub(crate) fn wait(&mut self) -> Result<Shown, Refusal> {
        let mut said = Vec::new();
        loop {
            let heard = self.runtime.block_on(self.ear.next());
            let heard = heard.ok_or_else(failed)?;
            said.extend(heard.said);
            let bot_next = heard
                .to_act
                .iter()
                .next()
                .is_some_and(|seat| self.bots.iter().any(|(bot, _)| *bot == seat));
            if !bot_next {
                return Ok(Shown { update: self.look()?, said });
            }
        }
    }

    /// The match as the person who is to act sees it now.
    pub(crate) fn look(&self) -> Result<Update, Refusal> {
        self.runtime.block_on(async {
            let seat = self.hall.acting(&self.id).await?;
            self.hall.look(&self.id, Viewer::Seat(seat)).await
        })
    }

    /// The person who is to act plays a line.
    pub(crate) fn act(&self, line: &str) -> Result<(), Refusal> {
        self.runtime.block_on(async {
            let seat = self.hall.acting(&self.id).await?;
            let seen = self.hall.look(&self.id, Viewer::Seat(seat)).await?.seq;
            self.hall.act(&self.id, seat, seen, line).await.map(drop)
        })
    }

    /// A hint for the person who is to act.
    pub(crate) fn hint(&self) -> Result<Option<Hint>, Refusal> {
        self.runtime.block_on(async {
            let seat = self.hall.acting(&self.id).await?;
            self.hall.hint(&self.id, seat, Thought::default()).await
        })
    }

    /// The person who is to act leaves.
    pub(crate) fn leave(&self) -> Result<(), Refusal> {
        self.runtime.block_on(async {
            let seat = self.hall.acting(&self.id).await?;
            self.hall.leave(&self.id, seat, Why::Resigned).await.map(drop)
        })
    }
}

fn failed() -> Refusal {
    Refusal::new("house.broken", "This match failed and is closed; its log is kept.")
}
