//! Matches as text: a finished one goes out as a `.play` file, and such a file comes in through the
//! rules, line by line, as if it were played now.

use crate::guard::guard;
use crate::live::broken;
use crate::{Entry, Hall, MatchId, Why};
use engine::play::{Deed, Play};
use engine::{Refusal, Ticket};
use std::collections::BTreeMap;

impl Hall {
    /// A finished match as the text of a `.play` file.
    pub async fn export(&self, id: &MatchId) -> Result<String, Refusal> {
        let (start, outcome) = {
            let slot = self.slot(id).await?;
            let live = slot.lock().await;
            (live.start.clone(), live.game.outcome())
        };
        let Some(outcome) = outcome else {
            let text = "Only a finished match can be exported: it would tell its secrets.";
            return Err(Refusal::new("house.secret", text));
        };
        let mut deeds = Vec::new();
        for logged in self.load(id, 0).await? {
            deeds.extend(match logged.entry {
                Entry::Opened { .. } | Entry::Sat { .. } => None,
                Entry::Move { seat, line, .. } => Some((seat, Deed::Line(line))),
                Entry::Hinted { seat } => Some((seat, Deed::Hint)),
                Entry::Left { seat, why: Why::TimedOut, .. } => Some((seat, Deed::Timeout)),
                Entry::Left { seat, .. } => Some((seat, Deed::Leave)),
            });
        }
        let ticket = start.ticket(&self.0.key);
        let values: BTreeMap<_, _> = start.long_values().into_iter().collect();
        Ok(Play { ticket, values, deeds, scores: Some(outcome.scores) }.to_string())
    }

    /// Takes in a `.play` file. It is played through the rules before anything is stored; what is wrong
    /// in it is said with its line.
    pub async fn import(&self, text: &str) -> Result<MatchId, Refusal> {
        self.import_telling(text, |_, _| {}).await
    }

    /// The same for somebody who is told how many of how many lines are kept.
    pub async fn import_telling(
        &self,
        text: &str,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<MatchId, Refusal> {
        let wrong = |error| Refusal::setup(format!("The file cannot be imported: {error}."));
        let play: Play = text.parse().map_err(wrong)?;
        let ticket: Ticket = play.ticket.parse()?;
        let list = &ticket.words;
        let Some(words) = self.words(list).await? else {
            let list = engine::line::quote(list);
            let text = format!("The match wants the word list {list}; give its file with --words.");
            return Err(Refusal::setup(text));
        };
        let run = guard(|| play.run(self.games(), words));
        let (start, _) = run.map_err(broken)?.map_err(wrong)?;
        let id = self.open(&start).await?;
        let (mut seen, of) = (0, play.deeds.len() as u64);
        for (done, (seat, deed)) in (0..).zip(play.deeds) {
            tell(done, of);
            let ack = match deed {
                Deed::Line(line) => self.act(&id, seat, seen, &line).await?,
                Deed::Leave => self.leave(&id, seat, Why::Resigned).await?,
                Deed::Timeout => self.leave(&id, seat, Why::TimedOut).await?,
                Deed::Hint => self.note_hint(&id, seat).await?,
            };
            seen = ack.seq;
        }
        match self.ticket(&id).await {
            Ok(_) => Ok(id),
            Err(_) if play.scores.is_none() => Ok(id),
            Err(_) => Err(broken("The match did not end as its file says.")),
        }
    }
}
