//! Expiry: guests who do not come back, and sessions and recovery links that have ended, are deleted. The clock may be wrong,
//! so nothing is deleted by what it shows once: what has expired is marked, and deleted in a later sweep that finds it expired
//! still, with a day of measured uptime in between. Whoever comes in between is not deleted.

use crate::name;
use crate::person::{PERSON, PersonRecord};
use crate::recovery::{self, RECOVERY};
use crate::saved_boards::{BOARD, BOARD_TEXT};
use crate::serve::{AppState, closed};
use crate::sessions::{Credential, SESSION, TOKEN};
use engine::Refusal;
use hall::{CHALLENGE, Change, Document, Hall, MatchFilter};
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

const fn days(n: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * n)
}

/// How long a guest may stay away.
pub(crate) const GUEST: SignedDuration = days(400);

/// How long a guest may stay away who has no matches, boards or tables.
const EMPTY: SignedDuration = days(30);

/// How long a session of an account may be unused, and how long it lasts in all.
const IDLE: SignedDuration = days(30);
const WHOLE: SignedDuration = days(180);

/// How much uptime there is between a mark and the deletion.
const GRACE: Duration = Duration::from_secs(24 * 3600);

/// The kind of document that marks another one: its id is the kind and the id of that one, its text the uptime.
const MARK: &str = "expiring";

/// Where the uptime of all servers on one store is kept, in seconds.
const UPTIME: (&str, &str) = ("house", "uptime");

/// How many documents are looked at in one step.
const STEP: u32 = 200;

/// When the server sweeps first, how often then, and how long it rests between steps.
const FIRST: Duration = Duration::from_secs(600);
const EVERY: Duration = Duration::from_secs(3600);
const REST: Duration = Duration::from_millis(100);

/// Has a session of an account ended?
pub(crate) fn has_ended(pass: &Credential, now: Timestamp) -> bool {
    now.duration_since(pass.seen) > IDLE || now.duration_since(pass.since) > WHOLE
}

/// What a sweep has done, in documents that were marked: guests, sessions, recovery links.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Marked because they have expired.
    pub marked: usize,
    /// Not marked any more: they are used again, or the clock was wrong.
    pub spared: usize,
    /// Deleted.
    pub deleted: usize,
}

/// Sweeps out what has expired, again and again.
#[derive(Clone, Debug, Default)]
pub struct Expiry {
    /// The version of the uptime when this server looked last.
    looked: Option<u64>,
}

impl Expiry {
    /// Looks at everything once, in small steps with a rest between them. `up` is how long the server has run since the
    /// last sweep, by a steady clock. Several servers may sweep one store.
    pub async fn sweep(
        &mut self,
        hall: &Hall,
        up: Duration,
        rest: Duration,
    ) -> Result<Swept, Refusal> {
        let uptime = self.uptime(hall, up).await?;
        let mut swept = Swept::default();
        let mut after = String::new();
        while let Some(page) = next_page(hall, MARK, &mut after).await? {
            for mark in page {
                settle(hall, &mark, uptime, &mut swept).await?;
            }
            sleep(rest).await;
        }
        for kind in [PERSON, SESSION, RECOVERY] {
            let mut after = String::new();
            while let Some(page) = next_page(hall, kind, &mut after).await? {
                mark(hall, &page, uptime, &mut swept).await?;
                sleep(rest).await;
            }
        }
        Ok(swept)
    }

    /// Counts the time that this server has run, and gives the whole uptime. Of several servers one counts: whoever sees
    /// that another one has counted since it looked last does not.
    async fn uptime(&mut self, hall: &Hall, up: Duration) -> Result<Duration, Refusal> {
        let found = hall.document(UPTIME.0, UPTIME.1).await?;
        let version = found.as_ref().map(|found| found.version);
        let before = found.map_or(0, |found| found.body.parse().unwrap_or(0));
        if version.is_some() && version != self.looked {
            self.looked = version;
            return Ok(Duration::from_secs(before));
        }
        let seconds = before + if version.is_some() { up.as_secs() } else { 0 };
        let next = version.map_or(0, |version| version + 1);
        let (kind, id) = (UPTIME.0, UPTIME.1.to_owned());
        let owner = id.clone();
        let paper = Document { kind, id, owner, version: next, body: seconds.to_string() };
        let is_counted = filed(hall, vec![Change::Put(paper)]).await?;
        self.looked = is_counted.then_some(next);
        Ok(Duration::from_secs(if is_counted { seconds } else { before }))
    }
}

/// The next page of the documents of a kind; nothing after the last.
async fn next_page(
    hall: &Hall,
    kind: &'static str,
    after: &mut String,
) -> Result<Option<Vec<Document>>, Refusal> {
    let page = hall.documents_of_kind(kind, after, STEP).await?;
    let Some(last) = page.last() else { return Ok(None) };
    after.clone_from(&last.id);
    Ok(Some(page))
}

/// Writes documents, unless one of them was changed in the meantime: then it is looked at again in the next sweep.
async fn filed(hall: &Hall, filings: Vec<Change>) -> Result<bool, Refusal> {
    match hall.change_documents(filings).await {
        Ok(()) => Ok(true),
        Err(Refusal { code: "house.changed", .. }) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// Marks what has expired. The names of accounts that were kept before names had skeletons get them here.
async fn mark(
    hall: &Hall,
    page: &[Document],
    uptime: Duration,
    swept: &mut Swept,
) -> Result<(), Refusal> {
    let mut marks = Vec::new();
    for paper in page {
        if let Some(says) = account(paper) {
            let kept = name::name_claims(hall, &says.name, &paper.id).await?;
            if !kept.is_empty() {
                filed(hall, kept).await?;
            }
        }
        let id = format!("{}/{}", paper.kind, paper.id);
        if expired(hall, paper).await?.is_some() && hall.document(MARK, &id).await?.is_none() {
            let (owner, body) = (paper.owner.clone(), uptime.as_secs().to_string());
            marks.push(Change::Put(Document { kind: MARK, id, owner, version: 0, body }));
        }
    }
    let many = marks.len();
    if many > 0 && filed(hall, marks).await? {
        swept.marked += many;
    }
    Ok(())
}

/// Decides about something that is marked.
async fn settle(
    hall: &Hall,
    mark: &Document,
    uptime: Duration,
    swept: &mut Swept,
) -> Result<(), Refusal> {
    let unmark = Change::Delete { kind: MARK, id: mark.id.clone(), owner: mark.owner.clone() };
    let marked = match mark.id.split_once('/') {
        Some(("person", id)) => hall.document(PERSON, id).await?,
        Some(("session", id)) => hall.document(SESSION, id).await?,
        Some(("recovery", id)) => hall.document(RECOVERY, id).await?,
        _ => None,
    };
    let expired = match &marked {
        Some(paper) => expired(hall, paper).await?,
        None => None,
    };
    let Some(mut filings) = expired else {
        if filed(hall, vec![unmark]).await? {
            swept.spared += 1;
        }
        return Ok(());
    };
    let since = Duration::from_secs(mark.body.parse().unwrap_or(u64::MAX));
    if uptime.saturating_sub(since) < GRACE {
        return Ok(());
    }
    if let Some(paper) = marked.filter(|paper| paper.kind == PERSON) {
        // Nobody waits for a guest who is gone. What they have played stays, without a name.
        hall.leave_all(&paper.id).await?;
        for kind in [RECOVERY, BOARD, BOARD_TEXT, CHALLENGE, "at", "host"] {
            let papers = hall.documents(kind, &paper.id).await?;
            filings.extend(papers.iter().map(deletion));
        }
    }
    filings.push(unmark);
    if filed(hall, filings).await? {
        swept.deleted += 1;
    }
    Ok(())
}

/// What deletes a document and what it stands for, when that has expired. It fails when somebody has used it since.
async fn expired(hall: &Hall, paper: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    match paper.kind {
        PERSON => expired_guest(hall, paper).await,
        SESSION => ended_session(hall, paper).await,
        _ => dead_link(hall, paper).await,
    }
}

async fn expired_guest(hall: &Hall, paper: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let Ok(says) = serde_json::from_str::<PersonRecord>(&paper.body) else { return Ok(None) };
    let now = hall.now();
    // Nobody stays away for longer than they are here: most are not looked at any further.
    if says.kept || now.duration_since(says.since) <= EMPTY {
        return Ok(None);
    }
    let mut seen = says.since;
    let mut filings = checked_deletion(paper).to_vec();
    for kind in [SESSION, TOKEN] {
        for pass in hall.documents(kind, &paper.id).await? {
            if let Ok(says) = serde_json::from_str::<Credential>(&pass.body) {
                seen = seen.max(says.seen);
            }
            filings.extend(checked_deletion(&pass));
        }
    }
    let away = now.duration_since(seen);
    let is_over = away > GUEST || (away > EMPTY && has_nothing(hall, &paper.id).await?);
    Ok(is_over.then_some(filings))
}

/// Has somebody no matches, boards or tables?
async fn has_nothing(hall: &Hall, id: &str) -> Result<bool, Refusal> {
    let which = MatchFilter { player: Some(id.to_owned()), limit: Some(1), ..MatchFilter::all() };
    Ok(hall.documents(BOARD, id).await?.is_empty()
        && hall.tables_of(id).await?.is_empty()
        && hall.matches(&which).await?.is_empty())
}

async fn ended_session(hall: &Hall, paper: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let Ok(pass) = serde_json::from_str::<Credential>(&paper.body) else { return Ok(None) };
    if !has_ended(&pass, hall.now()) {
        return Ok(None);
    }
    let person = hall.document(PERSON, &paper.owner).await?;
    // The session of a guest lasts as long as the guest.
    let is_over = person.is_none_or(|person| account(&person).is_some());
    Ok(is_over.then(|| checked_deletion(paper).to_vec()))
}

/// A recovery link that opens nothing: it has ended, there is a newer one, or the account is gone.
async fn dead_link(hall: &Hall, paper: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let person = hall.document(PERSON, &paper.owner).await?;
    let says = person.and_then(|person| serde_json::from_str::<PersonRecord>(&person.body).ok());
    let is_alive = says.is_some_and(|says| says.recovery.as_ref() == Some(&paper.id))
        && !recovery::has_ended(&paper.body, hall.now());
    Ok((!is_alive).then(|| checked_deletion(paper).to_vec()))
}

/// The account that a document is about.
fn account(paper: &Document) -> Option<PersonRecord> {
    let says = Some(paper).filter(|paper| paper.kind == PERSON)?;
    serde_json::from_str::<PersonRecord>(&says.body).ok().filter(|says| says.kept)
}

fn deletion(paper: &Document) -> Change {
    Change::Delete { kind: paper.kind, id: paper.id.clone(), owner: paper.owner.clone() }
}

/// Deletes a document as it was read, and not one that was changed since.
fn checked_deletion(paper: &Document) -> [Change; 2] {
    let Document { kind, id, version, .. } = paper;
    [Change::Check { kind, id: id.clone(), version: *version }, deletion(paper)]
}

/// Sweeps every hour until the server closes.
pub(crate) async fn run(app: Arc<AppState>) {
    let mut closing = app.closing.clone();
    let mut expiry = Expiry::default();
    let (mut last, mut wait) = (Instant::now(), FIRST);
    loop {
        let sweep = async {
            sleep(wait).await;
            let up = last.elapsed();
            last = Instant::now();
            match expiry.sweep(&app.hall, up, REST).await {
                Ok(Swept { marked, spared, deleted }) => {
                    tracing::info!(marked, spared, deleted, "sweep");
                }
                Err(refusal) => tracing::warn!(code = refusal.code, "sweep"),
            }
        };
        tokio::select! {
            () = sweep => wait = EVERY,
            () = closed(&mut closing) => return,
        }
    }
}
