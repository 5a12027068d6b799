//! Setting a passphrase, signing in and out, listing and ending sessions.

use super::me::{WithCookies, set_cookies};
use super::{JsonResult, done, out};
use crate::accounts::wrong;
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
use engine::{Code, line};
use hall::{Change, Document, retry_on_conflict};
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

/// The body of a request to end a session.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirming {
    /// Needed to end another session, if the account has a passphrase and it wasn't entered within the last ten
    /// minutes.
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

/// Sets or changes the passphrase of your account.
///
/// A guest becomes an account. All sessions, recovery links and tokens stop working; this client gets a new session.
/// Within ten minutes of signing in with a recovery link, the old passphrase isn't needed.
#[utoipa::path(
    post,
    path = "/me/passphrase",
    operation_id = "keep_a_name",
    request_body = Passphrase,
    responses((status = 200, description = "Your account.", body = Asker), ApiError)
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
        let old = asked.old.unwrap_or_default();
        app.check_passphrase(&signed, me.device.as_deref(), peer, old).await?;
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

/// Stores a new passphrase, which starts the next epoch, and opens a session in it. Returns the session's secret.
async fn set_passphrase(app: &AppState, me: &Caller, hash: Hash) -> ApiResult<String> {
    retry_on_conflict(|| async {
        // A session added between this and reading the account stays stored, but is useless in the next epoch.
        let mut changes = credential_deletions(app, &me.id).await?;
        let signed = app.signed_in(me).await?;
        let mut person = signed.person.clone();
        person.record.passphrase = Some(hash.clone());
        person.record.kept = true;
        person.record.recovery = None;
        person.record.epoch += 1;
        let (session, secret) =
            Credential::confirmed(app.hall.now(), &person).file(SESSION, &person)?;
        changes.push(session);
        app.check_name(&person, &signed.person.record.name, &mut changes).await?;
        app.save_account(&signed, &person, changes).await?;
        Ok(secret)
    })
    .await
}

/// The changes that delete all sessions, tokens and recovery links of an account.
async fn credential_deletions(app: &AppState, person: &str) -> ApiResult<Vec<Change>> {
    let mut changes = Vec::new();
    for kind in [SESSION, TOKEN, RECOVERY] {
        let documents = app.hall.documents(kind, person).await?.into_iter();
        let end = |Document { id, owner, .. }| Change::Delete { kind, id, owner };
        changes.extend(documents.map(end));
    }
    Ok(changes)
}

/// The proof of a person who signs in.
enum Proof {
    /// The passphrase of the account in this epoch. `rehashed` replaces a hash that was made at another cost.
    Passphrase { person: String, epoch: u64, rehashed: Option<Hash> },
    /// The secret of a recovery link.
    Link(String),
}

/// A session to be opened, and the changes to store with it.
struct NewSession {
    person: Person,
    pass: Credential,
    changes: Vec<Change>,
    /// The secret of the account's next link.
    link: Option<String>,
}

/// Signs in with a name and a passphrase, or with a recovery link.
///
/// If the client was a guest, the guest's matches and boards move to the account. If it was signed in to an account,
/// that session ends. A recovery link works once; an account without a passphrase gets a new one.
#[utoipa::path(
    post,
    path = "/session",
    operation_id = "sign_in",
    request_body = SignIn,
    responses((status = 200, description = "You are signed in.", body = SignedIn), ApiError)
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
                "Sign in with a name and a passphrase, or with a recovery link.",
            ));
        }
    };
    let (opened, secret) = open_session(&app, peer, &proof, before).await?;
    let mut cookies = vec![cookie(&app, &secret)];
    if let Proof::Passphrase { person, .. } = &proof {
        cookies.insert(0, Device::after_sign_in(device.as_ref(), person)?.cookie(&app));
    }
    let me = app.self_of(&opened.person.id).await?;
    let link = opened.link.map(|secret| link_url(&home, &secret));
    Ok((set_cookies(cookies), Json(SignedIn { me, link })))
}

/// Opens a session and ends the caller's previous one. Retries when another change to the account came first.
async fn open_session(
    app: &AppState,
    from: Network,
    proof: &Proof,
    before: Option<Caller>,
) -> ApiResult<(NewSession, String)> {
    let before = before.filter(|before| before.kind == SESSION);
    retry_on_conflict(|| async {
        let mut opened = new_session(app, from, proof).await?;
        let (session, secret) = opened.pass.file(SESSION, &opened.person)?;
        let mut changes = std::mem::take(&mut opened.changes);
        changes.push(session);
        if let Some(before) = &before {
            changes.extend(end_before(app, before, &opened.person).await?);
        }
        app.hall.change_documents(changes).await?;
        let changed = before.iter().map(|before| &before.id).chain([&opened.person.id]);
        changed.for_each(|id| app.account_changed(id));
        Ok((opened, secret))
    })
    .await
}

/// The session that a proof opens now.
async fn new_session(app: &AppState, from: Network, proof: &Proof) -> ApiResult<NewSession> {
    let now = app.hall.now();
    match proof {
        Proof::Passphrase { person, epoch, rehashed } => {
            let person = app.person(person).await?;
            let mut person = person.filter(|it| it.record.epoch == *epoch).ok_or_else(wrong)?;
            let change = match rehashed {
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
            Ok(NewSession { person, pass, changes: vec![change], link: None })
        }
        Proof::Link(used) => {
            let Some(mut person) = app.by_link(used).await? else {
                app.security_log.note(from, SecurityEvent::UnusableLink);
                return Err(unusable());
            };
            // Two requests at once would write the same next version, and that alone is accepted twice.
            let (id, version) = (person.id.clone(), person.version);
            let mut changes = vec![Change::Check { kind: PERSON, id, version }];
            let link = match person.record.passphrase {
                Some(_) => {
                    changes.extend(end_link(&mut person));
                    None
                }
                None => {
                    let next = secret().map_err(|_| ApiError::internal())?;
                    changes.extend(replace_link(now, &mut person, &next)?);
                    Some(next)
                }
            };
            changes.push(person.next()?);
            let pass = Credential { by_link: true, ..Credential::confirmed(now, &person) };
            Ok(NewSession { person, pass, changes, link })
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
/// all others share one by account and one by network.
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
            // Names that look alike belong to the same account, so they share its limit.
            app.limited(app.tries.take(holder.clone().unwrap_or_else(|| exact(&name))))?;
        }
    }
    let holder = match holder {
        Some(holder) => app.person(&holder).await?,
        None => None,
    };
    let stored = holder.as_ref().and_then(|person| person.record.passphrase.clone());
    // Also without an account, so that the time doesn't tell whether the name exists.
    let is_right =
        passphrase::is_right(app.hall.work(), passphrase.clone(), stored.as_ref()).await?;
    let Some(person) = holder.filter(|_| is_right) else {
        app.security_log.note(from, SecurityEvent::FailedSignIn);
        return Err(wrong());
    };
    let rehashed = match stored.as_ref().is_some_and(passphrase::is_old) {
        true => Some(passphrase::hash(app.hall.work(), passphrase).await?),
        false => None,
    };
    Ok(Proof::Passphrase { person: person.id, epoch: person.record.epoch, rehashed })
}

/// Signs out.
#[utoipa::path(
    delete,
    path = "/session",
    operation_id = "sign_out",
    responses((status = 200, description = "You are signed out.", body = Done), ApiError)
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

/// Lists your sessions.
#[utoipa::path(
    get,
    path = "/me/sessions",
    operation_id = "sessions",
    responses((status = 200, description = "Your sessions.", body = Sessions), ApiError)
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> JsonResult<Sessions> {
    out(Sessions { sessions: sessions_of(&app, &me).await? })
}

/// The caller's sessions.
pub(super) async fn sessions_of(app: &AppState, me: &Caller) -> ApiResult<Vec<Session>> {
    let shown = passes(app, SESSION, me).await?.into_iter().map(|(id, pass)| Session {
        here: id == me.pass,
        id,
        since: pass.since.to_string(),
        seen: pass.seen.to_string(),
    });
    Ok(shown.collect())
}

/// Ends one of your sessions.
#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    operation_id = "end_session",
    params(("id" = String, Path, description = "The session's id.")),
    request_body = Confirming,
    responses((status = 200, description = "The session has ended.", body = Done), ApiError)
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

/// The caller's sessions or tokens of the current epoch.
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

/// Ends a session or a token of the caller; `web.pass` if it belongs to another account.
pub(super) async fn end_own(
    app: &AppState,
    me: &Caller,
    kind: &'static str,
    id: &str,
) -> JsonResult<Done> {
    let found = app.hall.document(kind, id).await?;
    if found.is_none_or(|found| found.owner != me.id) {
        let text = "You have no such session or token.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, Code::WebPass, text));
    }
    let owner = me.id.clone();
    app.save_as(me, vec![Change::Delete { kind, id: id.to_owned(), owner }]).await?;
    app.account_changed(&me.id);
    done()
}
