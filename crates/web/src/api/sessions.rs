//! Passphrases, signing in and out, sessions.

use super::me::{WithCookies, set_cookies};
use super::{JsonResult, done, out};
use crate::accounts::{TRIES, wrong};
use crate::device::{self, Device};
use crate::error::{ApiError, ApiResult};
use crate::id::CredentialId;
use crate::name::exact;
use crate::network::Network;
use crate::passphrase::{self, Hash};
use crate::person::{PERSON, Person};
use crate::read::{BaseUrl, JsonBody, PathParam, SessionCaller, VerifiedCaller};
use crate::recovery::{RECOVERY, end_link, link_url, replace_link, unusable};
use crate::security_log::SecurityEvent;
use crate::serve::AppState;
use crate::server_key::secret;
use crate::sessions::{Caller, Credential, SESSION, TOKEN, cookie, no_cookie};
use crate::wire::{Asker, Done, Session, Sessions, SignedIn};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use engine::{Refusal, line};
use hall::{Change, Document};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Passphrase {
    passphrase: String,
    #[serde(default)]
    old: Option<String>,
}

/// What ends another session.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirming {
    /// That of an account that has one, when it was not given within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    passphrase: Option<String>,
    #[serde(default)]
    recovery: Option<String>,
}

/// Keeps a name with a passphrase. The account's next epoch begins: sessions, recovery links and tokens from before don't
/// work any more. The client gets a new session. Within ten minutes of signing in by a recovery link the old passphrase
/// isn't needed.
#[utoipa::path(
    post,
    path = "/me/passphrase",
    operation_id = "keep_a_name",
    request_body = Passphrase,
    responses((status = 200, description = "Done.", body = Asker), ApiError)
)]
pub(super) async fn passphrase(
    State(app): State<Arc<AppState>>,
    Extension(peer): Extension<Network>,
    device::KnownDevice(device): device::KnownDevice,
    SessionCaller(me): SessionCaller,
    JsonBody(asked): JsonBody<Passphrase>,
) -> WithCookies<Asker> {
    let signed = app.signed_in(&me).await?;
    let is_recovery = signed.pass.by_link && signed.pass.is_confirmed(app.hall.now());
    if signed.person.record.passphrase.is_some() && !is_recovery {
        app.check_passphrase(&signed, peer, asked.old.unwrap_or_default()).await?;
    } else {
        app.limited(app.sign_ins.take(peer))?;
    }
    passphrase::check(&asked.passphrase, &signed.person.record.name)?;
    let secret =
        set_passphrase(&app, &me, passphrase::hash(app.hall.work(), asked.passphrase).await?)
            .await?;
    let device = Device::after_sign_in(device.as_ref(), &me.id)?;
    Ok((set_cookies([device.cookie(&app), cookie(&app, &secret)]), app.asker(&me.id).await?))
}

/// Stores a new passphrase, begins the next epoch, and opens a session in it: its secret.
async fn set_passphrase(app: &AppState, me: &Caller, hash: Hash) -> ApiResult<String> {
    for _ in 0..TRIES {
        // Something may be added before the account is read; then it stays, and is of no use in the next epoch.
        let mut filings = ways_in(app, &me.id).await?;
        let signed = app.signed_in(me).await?;
        let mut person = signed.person.clone();
        person.record.passphrase = Some(hash.clone());
        person.record.kept = true;
        person.record.recovery = None;
        person.record.epoch += 1;
        let (session, secret) =
            Credential::confirmed(app.hall.now(), &person).file(SESSION, &person)?;
        filings.push(session);
        app.check_name(&person, &signed.person.record.name, &mut filings).await?;
        if app.save_account(&signed, &person, filings).await? {
            return Ok(secret);
        }
    }
    Err(ApiError::rate_limited(1.0))
}

/// The sessions, tokens and recovery links of an account, to be deleted.
async fn ways_in(app: &AppState, person: &str) -> ApiResult<Vec<Change>> {
    let mut filings = Vec::new();
    for kind in [SESSION, TOKEN, RECOVERY] {
        let documents = app.hall.documents(kind, person).await?.into_iter();
        let end = |Document { id, owner, .. }| Change::Delete { kind, id, owner };
        filings.extend(documents.map(end));
    }
    Ok(filings)
}

/// How somebody proves that an account is theirs.
enum Proof {
    /// The passphrase of the account in this epoch. A hash is stored in place of one that was made at a lower cost.
    Passphrase { person: String, epoch: u64, rehashed: Option<Hash> },
    /// The secret of a recovery link.
    Link(String),
}

/// A session to be opened, and what is stored with it.
struct NewSession {
    person: Person,
    pass: Credential,
    filings: Vec<Change>,
    /// The secret of the account's next link.
    link: Option<String>,
}

/// Signs in. What a guest has played here becomes theirs who signs in, and the guest is no more; of somebody whose name
/// is kept only this session ends. A recovery link works once; an account without a passphrase gets its next one.
#[utoipa::path(
    post,
    path = "/session",
    operation_id = "sign_in",
    request_body = SignIn,
    responses((status = 200, description = "Done.", body = SignedIn), ApiError)
)]
pub(super) async fn sign_in(
    State(app): State<Arc<AppState>>,
    Extension(peer): Extension<Network>,
    BaseUrl(home): BaseUrl,
    device::KnownDevice(device): device::KnownDevice,
    VerifiedCaller(before): VerifiedCaller,
    JsonBody(asked): JsonBody<SignIn>,
) -> WithCookies<SignedIn> {
    let proof = match (asked.name, asked.passphrase, asked.recovery) {
        (Some(name), Some(passphrase), None) => {
            by_name(&app, peer, device.as_ref(), &name, passphrase).await?
        }
        (None, None, Some(secret)) => {
            app.limited(app.sign_ins.take(peer))?;
            Proof::Link(secret)
        }
        _ => {
            return Err(ApiError::bad_request(
                "Sign in with name and passphrase, or with a recovery link.",
            ));
        }
    };
    let (entry, secret) = open_session(&app, peer, &proof, before).await?;
    let mut cookies = vec![cookie(&app, &secret)];
    if let Proof::Passphrase { person, .. } = &proof {
        cookies.insert(0, Device::after_sign_in(device.as_ref(), person)?.cookie(&app));
    }
    let me = app.self_of(&entry.person.id).await?;
    let link = entry.link.map(|secret| link_url(&home, &secret));
    Ok((set_cookies(cookies), Json(SignedIn { me, link })))
}

/// Opens a session and ends the one from before, again when another change came first.
async fn open_session(
    app: &AppState,
    from: Network,
    proof: &Proof,
    before: Option<Caller>,
) -> ApiResult<(NewSession, String)> {
    let before = before.filter(|before| before.kind == SESSION);
    for _ in 0..TRIES {
        let mut entry = entry(app, from, proof).await?;
        let (session, secret) = entry.pass.file(SESSION, &entry.person)?;
        let mut filings = std::mem::take(&mut entry.filings);
        filings.push(session);
        if let Some(before) = &before {
            filings.extend(end_before(app, before, &entry.person).await?);
        }
        match app.hall.change_documents(filings).await {
            Ok(()) => {
                let changed = before.iter().map(|before| &before.id).chain([&entry.person.id]);
                changed.for_each(|id| app.account_changed(id));
                return Ok((entry, secret));
            }
            Err(Refusal { code: "house.changed", .. }) => {}
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Err(ApiError::rate_limited(1.0))
}

/// What a proof opens now.
async fn entry(app: &AppState, from: Network, proof: &Proof) -> ApiResult<NewSession> {
    let now = app.hall.now();
    match proof {
        Proof::Passphrase { person, epoch, rehashed } => {
            let person = app.person(person).await?;
            let mut person = person.filter(|it| it.record.epoch == *epoch).ok_or_else(wrong)?;
            let filing = match rehashed {
                Some(hash) => {
                    person.record.passphrase = Some(hash.clone());
                    person.next()?
                }
                None => {
                    let (id, version) = (person.id.clone(), person.version);
                    Change::Check { kind: PERSON, id, version }
                }
            };
            let pass = Credential::confirmed(now, &person);
            Ok(NewSession { person, pass, filings: vec![filing], link: None })
        }
        Proof::Link(used) => {
            let Some(mut person) = app.by_link(used).await? else {
                app.security_log.note(from, SecurityEvent::UnusableLink);
                return Err(unusable());
            };
            let (mut filings, link) = match person.record.passphrase {
                Some(_) => (end_link(&mut person), None),
                None => {
                    let next = secret().map_err(|_| ApiError::internal())?;
                    (replace_link(now, &mut person, &next)?, Some(next))
                }
            };
            filings.push(person.next()?);
            let pass = Credential { by_link: true, ..Credential::confirmed(now, &person) };
            Ok(NewSession { person, pass, filings, link })
        }
    }
}

/// Ends the session that the browser had before: a guest is merged into the account, an account is only signed out.
async fn end_before(app: &AppState, before: &Caller, person: &Person) -> ApiResult<Vec<Change>> {
    match app.person(&before.id).await? {
        Some(guest) if !guest.record.kept => {
            app.hall.merge_player(&guest.id, &person.id).await?;
            app.merge_boards(&guest.id, &person.id).await?;
            app.account_deletions(&guest).await
        }
        _ => {
            let (id, owner) = (before.pass.clone(), before.id.clone());
            Ok(vec![Change::Delete { kind: SESSION, id, owner }])
        }
    }
}

/// Checks a name and its passphrase. A device that has signed in to this account before has a rate limit of its own;
/// all others share one by name, and one by address.
async fn by_name(
    app: &AppState,
    from: Network,
    device: Option<&Device>,
    name: &str,
    passphrase: String,
) -> ApiResult<Proof> {
    let name = line::clean(name.as_bytes())?;
    let holder = app.holder(&name).await?;
    let known = device.filter(|it| holder.as_ref().is_some_and(|holder| it.knows(holder)));
    match known {
        Some(device) => {
            app.limited(app.device_tries.take(device.id.clone()))?;
            app.limited(app.known.take(from))?;
        }
        None => {
            app.limited(app.sign_ins.take(from))?;
            // One account is one, however its name is spelt.
            app.limited(app.tries.take(holder.clone().unwrap_or_else(|| exact(&name))))?;
        }
    }
    let holder = match holder {
        Some(holder) => app.person(&holder).await?,
        None => None,
    };
    let kept = holder.as_ref().and_then(|person| person.record.passphrase.clone());
    // Whether there is anybody of that name takes the same time to say.
    let is_right = passphrase::is(app.hall.work(), passphrase.clone(), kept.as_ref()).await?;
    let Some(person) = holder.filter(|_| is_right) else {
        app.security_log.note(from, SecurityEvent::FailedSignIn);
        return Err(wrong());
    };
    let rehashed = match kept.as_ref().is_some_and(passphrase::is_old) {
        true => Some(passphrase::hash(app.hall.work(), passphrase).await?),
        false => None,
    };
    Ok(Proof::Passphrase { person: person.id, epoch: person.record.epoch, rehashed })
}

#[utoipa::path(
    delete,
    path = "/session",
    operation_id = "sign_out",
    responses((status = 200, description = "Done.", body = Done), ApiError)
)]
pub(super) async fn sign_out(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> WithCookies<Done> {
    let owner = me.id.clone();
    app.hall.change_documents(vec![Change::Delete { kind: SESSION, id: me.pass, owner }]).await?;
    app.account_changed(&me.id);
    Ok((set_cookies([no_cookie(&app)]), Json(Done {})))
}

#[utoipa::path(
    get,
    path = "/me/sessions",
    operation_id = "sessions",
    responses((status = 200, description = "Done.", body = Sessions), ApiError)
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> JsonResult<Sessions> {
    out(Sessions { sessions: sessions_of(&app, &me).await? })
}

/// Where somebody is signed in.
pub(super) async fn sessions_of(app: &AppState, me: &Caller) -> ApiResult<Vec<Session>> {
    let shown = passes(app, SESSION, me).await?.into_iter().map(|(id, pass)| Session {
        here: id == me.pass,
        id,
        since: pass.since.to_string(),
        seen: pass.seen.to_string(),
    });
    Ok(shown.collect())
}

#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    operation_id = "end_session",
    params(("id" = String, Path, description = "Its id.")),
    request_body = Confirming,
    responses((status = 200, description = "Done.", body = Done), ApiError)
)]
pub(super) async fn end(
    State(app): State<Arc<AppState>>,
    Extension(from): Extension<Network>,
    SessionCaller(me): SessionCaller,
    PathParam(CredentialId(id)): PathParam<CredentialId>,
    JsonBody(asked): JsonBody<Confirming>,
) -> JsonResult<Done> {
    if id != me.pass {
        app.confirm(&me, from, asked.passphrase).await?;
    }
    end_own(&app, &me, SESSION, &id).await
}

/// The sessions or tokens of somebody that are of the account's epoch.
pub(super) async fn passes(
    app: &AppState,
    kind: &'static str,
    me: &Caller,
) -> ApiResult<Vec<(String, Credential)>> {
    let epoch = app.person(&me.id).await?.ok_or_else(ApiError::not_signed_in)?.record.epoch;
    let documents = app.hall.documents(kind, &me.id).await?.into_iter();
    let read = |document: Document| -> Option<(String, Credential)> {
        Some((document.id, serde_json::from_str(&document.body).ok()?))
    };
    Ok(documents.filter_map(read).filter(|(_, pass)| pass.epoch == epoch).collect())
}

/// Ends a session or a token, if it is one's own.
pub(super) async fn end_own(
    app: &AppState,
    me: &Caller,
    kind: &'static str,
    id: &str,
) -> JsonResult<Done> {
    let own = app.hall.document(kind, id).await?.is_some_and(|paper| paper.owner == me.id);
    if !own {
        let text = "There is no such session or token of yours.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, "web.pass", text));
    }
    let owner = me.id.clone();
    app.save_as(me, vec![Change::Delete { kind, id: id.to_owned(), owner }]).await?;
    app.account_changed(&me.id);
    done()
}
