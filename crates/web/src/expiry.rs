//! Expiry: deletes guests who don't come back, and sessions and recovery links that have expired. The system clock may
//! be wrong, so one reading of it deletes nothing: an expired document is marked, and deleted by a later sweep that
//! still finds it expired, after a day of measured uptime. A guest who comes back in between is spared.

use crate::name;
use crate::person::{PERSON, PersonRecord};
use crate::recovery::{self, RECOVERY};
use crate::saved_boards::{BOARD, BOARD_TEXT};
use crate::serve::{AppState, closed};
use crate::sessions::{Credential, SESSION, TOKEN};
use engine::{Code, Refusal};
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

/// How long a guest without matches, boards and tables may stay away.
const EMPTY_GUEST: SignedDuration = days(30);

/// How long a session of an account may be unused.
const IDLE_SESSION: SignedDuration = days(30);

/// The longest life of a session of an account.
const OLD_SESSION: SignedDuration = days(180);

/// How much uptime must pass between the mark and the deletion.
const GRACE: Duration = Duration::from_secs(24 * 3600);

/// The kind of document that marks another one. Its id is the kind and the id of that one; its body is the uptime.
const MARK: &str = "expiring";

/// The document with the uptime of all servers on one store, in seconds.
const UPTIME: (&str, &str) = ("house", "uptime");

/// How many documents are read at a time.
const PAGE: u32 = 200;

/// How long after its start the server sweeps first.
const FIRST_SWEEP: Duration = Duration::from_secs(600);

/// How often it sweeps then.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// How long it rests between pages.
const REST: Duration = Duration::from_millis(100);

/// Whether a session of an account has ended.
pub(crate) fn has_ended(pass: &Credential, now: Timestamp) -> bool {
    now.duration_since(pass.seen) > IDLE_SESSION || now.duration_since(pass.since) > OLD_SESSION
}

/// How many guests, sessions and recovery links a sweep has marked and deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    pub marked: usize,
    /// Unmarked: they were used again, or the clock was wrong.
    pub spared: usize,
    pub deleted: usize,
}

/// The state of one server between sweeps.
#[derive(Clone, Debug, Default)]
pub struct Expiry {
    /// The version of the uptime document when this server last read it.
    seen: Option<u64>,
}

impl Expiry {
    /// Checks all documents once, in pages with a rest between them. `up` is how long the server has run since the last
    /// sweep, by a monotonic clock. Several servers may sweep one store.
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

    /// Adds the time that this server has run, and returns the whole uptime. If several servers share a store, only one
    /// adds its time: a server that finds the document changed adds nothing.
    async fn uptime(&mut self, hall: &Hall, up: Duration) -> Result<Duration, Refusal> {
        let found = hall.document(UPTIME.0, UPTIME.1).await?;
        let version = found.as_ref().map(|found| found.version);
        let before = found.map_or(0, |found| found.body.parse().unwrap_or(0));
        if version.is_some() && version != self.seen {
            self.seen = version;
            return Ok(Duration::from_secs(before));
        }
        let seconds = before + if version.is_some() { up.as_secs() } else { 0 };
        let next = version.map_or(0, |version| version + 1);
        let (kind, id) = (UPTIME.0, UPTIME.1.to_owned());
        let owner = id.clone();
        let document = Document { kind, id, owner, version: next, body: seconds.to_string() };
        let is_counted = stored(hall, vec![Change::Put(document)]).await?;
        self.seen = is_counted.then_some(next);
        Ok(Duration::from_secs(if is_counted { seconds } else { before }))
    }
}

/// The next page of the documents of a kind; `None` after the last.
async fn next_page(
    hall: &Hall,
    kind: &'static str,
    after: &mut String,
) -> Result<Option<Vec<Document>>, Refusal> {
    let page = hall.documents_of_kind(kind, after, PAGE).await?;
    let Some(last) = page.last() else { return Ok(None) };
    after.clone_from(&last.id);
    Ok(Some(page))
}

/// Stores changes; false if one of the documents was changed meanwhile. The next sweep then checks it again.
async fn stored(hall: &Hall, changes: Vec<Change>) -> Result<bool, Refusal> {
    match hall.change_documents(changes).await {
        Ok(()) => Ok(true),
        Err(Refusal { code: Code::Changed, .. }) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// Marks expired documents. Also adds the missing skeletons of names that earlier versions stored.
async fn mark(
    hall: &Hall,
    page: &[Document],
    uptime: Duration,
    swept: &mut Swept,
) -> Result<(), Refusal> {
    let mut marks = Vec::new();
    for document in page {
        if let Some(record) = account(document) {
            let claims = name::name_claims(hall, &record.name, &document.id).await?;
            if !claims.is_empty() {
                stored(hall, claims).await?;
            }
        }
        let id = format!("{}/{}", document.kind, document.id);
        if expired(hall, document).await?.is_some() && hall.document(MARK, &id).await?.is_none() {
            let (owner, body) = (document.owner.clone(), uptime.as_secs().to_string());
            marks.push(Change::Put(Document { kind: MARK, id, owner, version: 0, body }));
        }
    }
    let count = marks.len();
    if count > 0 && stored(hall, marks).await? {
        swept.marked += count;
    }
    Ok(())
}

/// Deletes or unmarks a marked document, or leaves it for a later sweep.
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
        Some(document) => expired(hall, document).await?,
        None => None,
    };
    let Some(mut changes) = expired else {
        if stored(hall, vec![unmark]).await? {
            swept.spared += 1;
        }
        return Ok(());
    };
    let since = Duration::from_secs(mark.body.parse().unwrap_or(u64::MAX));
    if uptime.saturating_sub(since) < GRACE {
        return Ok(());
    }
    if let Some(document) = marked.filter(|document| document.kind == PERSON) {
        // The guest leaves all matches, so that nobody waits. Finished matches stay, without a name.
        hall.leave_all(&document.id).await?;
        for kind in [RECOVERY, BOARD, BOARD_TEXT, CHALLENGE, "at", "was_at", "host"] {
            let documents = hall.documents(kind, &document.id).await?;
            changes.extend(documents.iter().map(deletion));
        }
    }
    changes.push(unmark);
    if stored(hall, changes).await? {
        swept.deleted += 1;
    }
    Ok(())
}

/// The changes that delete an expired document; `None` if it hasn't expired. They fail if it was used since.
async fn expired(hall: &Hall, document: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    match document.kind {
        PERSON => expired_guest(hall, document).await,
        SESSION => ended_session(hall, document).await,
        _ => dead_link(hall, document).await,
    }
}

async fn expired_guest(hall: &Hall, document: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let Ok(record) = serde_json::from_str::<PersonRecord>(&document.body) else { return Ok(None) };
    let now = hall.now();
    // A guest who is new can't have been away for long, which spares further reads for most guests.
    if record.kept || now.duration_since(record.since) <= EMPTY_GUEST {
        return Ok(None);
    }
    let mut seen = record.since;
    let mut changes = checked_deletion(document).to_vec();
    for kind in [SESSION, TOKEN] {
        for pass in hall.documents(kind, &document.id).await? {
            if let Ok(credential) = serde_json::from_str::<Credential>(&pass.body) {
                seen = seen.max(credential.seen);
            }
            changes.extend(checked_deletion(&pass));
        }
    }
    let away = now.duration_since(seen);
    let is_over = away > GUEST || (away > EMPTY_GUEST && has_nothing(hall, &document.id).await?);
    Ok(is_over.then_some(changes))
}

/// Whether a person has no matches, boards or tables.
async fn has_nothing(hall: &Hall, id: &str) -> Result<bool, Refusal> {
    let any = MatchFilter { player: Some(id.to_owned()), limit: Some(1), ..MatchFilter::all() };
    Ok(hall.documents(BOARD, id).await?.is_empty()
        && hall.tables_of(id).await?.is_empty()
        && hall.matches(&any).await?.is_empty())
}

async fn ended_session(hall: &Hall, document: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let Ok(pass) = serde_json::from_str::<Credential>(&document.body) else { return Ok(None) };
    if !has_ended(&pass, hall.now()) {
        return Ok(None);
    }
    let person = hall.document(PERSON, &document.owner).await?;
    // A guest's session lasts as long as the guest.
    let is_over = person.is_none_or(|person| account(&person).is_some());
    Ok(is_over.then(|| checked_deletion(document).to_vec()))
}

/// The changes that delete a recovery link that has expired, was replaced, or belongs to a deleted account.
async fn dead_link(hall: &Hall, document: &Document) -> Result<Option<Vec<Change>>, Refusal> {
    let person = hall.document(PERSON, &document.owner).await?;
    let record = person.and_then(|person| serde_json::from_str::<PersonRecord>(&person.body).ok());
    let is_alive = record.is_some_and(|record| record.recovery.as_ref() == Some(&document.id))
        && !recovery::has_ended(&document.body, hall.now());
    Ok((!is_alive).then(|| checked_deletion(document).to_vec()))
}

/// The account in a document, if it is one.
fn account(document: &Document) -> Option<PersonRecord> {
    let person = Some(document).filter(|document| document.kind == PERSON)?;
    serde_json::from_str::<PersonRecord>(&person.body).ok().filter(|record| record.kept)
}

fn deletion(document: &Document) -> Change {
    Change::Delete { kind: document.kind, id: document.id.clone(), owner: document.owner.clone() }
}

/// The changes that delete a document, but fail if it was changed since it was read.
fn checked_deletion(document: &Document) -> [Change; 2] {
    let Document { kind, id, version, .. } = document;
    [Change::Check { kind, id: id.clone(), version: *version }, deletion(document)]
}

/// Sweeps every hour until the server shuts down.
pub(crate) async fn run(app: Arc<AppState>) {
    let mut closing = app.closing.clone();
    let mut expiry = Expiry::default();
    let (mut last, mut wait) = (Instant::now(), FIRST_SWEEP);
    loop {
        let sweep = async {
            sleep(wait).await;
            let up = last.elapsed();
            last = Instant::now();
            match expiry.sweep(&app.hall, up, REST).await {
                Ok(Swept { marked, spared, deleted }) => {
                    tracing::info!(marked, spared, deleted, "swept expired documents");
                }
                Err(refusal) => {
                    tracing::warn!(
                        code = refusal.code.as_str(),
                        "the sweep of expired documents failed"
                    )
                }
            }
        };
        tokio::select! {
            () = sweep => wait = SWEEP_INTERVAL,
            () = closed(&mut closing) => return,
        }
    }
}
