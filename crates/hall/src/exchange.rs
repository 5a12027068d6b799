//! Matches as text: a finished one goes out as a `.play` file, and such a file comes in through the
//! rules, line by line, as if it were played now.

use crate::guard::guard;
use crate::live::{Live, broken, unstored};
use crate::{Entry, Hall, Logged, MatchId, Why};
use engine::play::{Deed, Play};
use engine::{Refusal, Seat, Ticket, line};
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

    /// Takes in the `.play` file of a finished match. It is played through the rules before anything is
    /// stored, and stored as a whole; what is wrong in it is said with its line.
    pub async fn import(&self, text: &str) -> Result<MatchId, Refusal> {
        self.import_telling(text, |_, _| {}).await
    }

    /// The same for somebody who is told how many of how many lines are played.
    pub async fn import_telling(
        &self,
        text: &str,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<MatchId, Refusal> {
        let wrong = |error| Refusal::setup(format!("The file cannot be imported: {error}."));
        let mut play: Play = text.parse().map_err(wrong)?;
        let ticket: Ticket = play.ticket.parse()?;
        let list = &ticket.words;
        let Some(words) = self.words(list).await? else {
            let list = line::quote(list);
            let text = format!("The match wants the word list {list}; give its file with --words.");
            return Err(Refusal::setup(text));
        };
        // What the file does not carry may be kept here.
        for (_, hash) in ticket.missing() {
            if !play.values.contains_key(hash)
                && let Some(value) = self.value(hash).await?
            {
                play.values.insert(hash.to_owned(), value);
            }
        }
        let run = guard(|| play.run(self.games(), words));
        let (start, _) = run.map_err(broken)?.map_err(wrong)?;
        if play.scores.is_none() {
            let text = "The match in this file is not over; only finished matches are imported.";
            return Err(Refusal::setup(text));
        }
        let (first, mut live) = self.begin(&start, None).await?;
        let log = guard(|| replayed(&mut live, first, play.deeds, &mut tell)).map_err(broken)??;
        self.keep_texts(&start).await?;
        self.store().add(&log, &live.now).await.map_err(|error| unstored(&error))?;
        Ok(live.now.id)
    }
}

/// What was done as the log of this match, from its first entry on. All of it happens now.
fn replayed(
    live: &mut Live,
    first: Logged,
    deeds: Vec<(Seat, Deed)>,
    tell: &mut impl FnMut(u64, u64),
) -> Result<Vec<Logged>, Refusal> {
    let (at, of) = (first.at, deeds.len() as u64);
    let mut log = vec![first];
    for (done, (seat, deed)) in (0..).zip(deeds) {
        tell(done, of);
        let (entry, step) = match deed {
            Deed::Hint => (Entry::Hinted { seat }, None),
            Deed::Line(line) => {
                let line = line::clean(line.as_bytes())?;
                let step = live.game.act(seat, &line)?;
                (Entry::Move { seat, line, events: step.events.clone() }, Some(step))
            }
            Deed::Leave | Deed::Timeout => {
                let why = if deed == Deed::Leave { Why::Resigned } else { Why::TimedOut };
                let step = live.consider_leaving(seat)?;
                (Entry::Left { seat, why, events: step.events.clone() }, Some(step))
            }
        };
        let next = live.next(at, &entry, step)?;
        live.take(&entry, next);
        log.push(Logged { at, entry });
    }
    Ok(log)
}
