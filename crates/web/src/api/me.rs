//! Your own account: becoming a guest, changing the name, exporting and deleting.

use super::{JsonResult, out, sessions, tokens};
use crate::error::{ApiError, ApiResult};
use crate::follow::message;
use crate::name::{exact, read_name};
use crate::network::Network;
use crate::person::{PERSON, Person};
use crate::read::{JsonBody, SessionCaller, VerifiedCaller, cookie_of};
use crate::recovery::RECOVERY;
use crate::saved_boards::{BOARD, BOARD_TEXT};
use crate::serve::AppState;
use crate::sessions::{Caller, SESSION, TOKEN, cookie, cookie_name, cookie_with, no_cookie};
use crate::wire::{self, Asker, BoardText, Done, Export, Played};
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::HeaderName;
use axum::http::header::SET_COOKIE;
use axum::response::AppendHeaders;
use hall::{CHALLENGE, Change, MatchFilter, TableId, WorkPermit, retry_on_conflict};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use utoipa::ToSchema;

/// The access code, or an invitation to a table. Only servers with an access code need it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entering {
    code: Option<String>,
    #[schema(value_type = Option<String>)]
    table: Option<TableId>,
    invitation: Option<String>,
}

/// A response that sets cookies.
pub(super) type WithCookies<T> = ApiResult<(AppendHeaders<Vec<(HeaderName, String)>>, Json<T>)>;

pub(super) fn set_cookies(
    cookies: impl IntoIterator<Item = String>,
) -> AppendHeaders<Vec<(HeaderName, String)>> {
    AppendHeaders(cookies.into_iter().map(|cookie| (SET_COOKIE, cookie)).collect())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    name: String,
    /// Needed if the account has a passphrase and it wasn't entered within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

impl AppState {
    /// A person, as they see themselves.
    pub(crate) async fn self_of(&self, id: &str) -> ApiResult<wire::Me> {
        let person = self.person(id).await?.ok_or_else(ApiError::not_signed_in)?;
        let (name, kept) = (self.shown_name(&person).await?, person.record.kept);
        Ok(wire::Me { id: id.to_owned(), name, kept, waiting: self.pending_turns(id).await?.len() })
    }

    /// The same, as a response.
    pub(super) async fn asker(&self, id: &str) -> JsonResult<Asker> {
        out(Asker { me: Some(self.self_of(id).await?) })
    }

    /// The changes that delete all documents of a person. They fail if the person was changed since it was read.
    pub(super) async fn account_deletions(&self, person: &Person) -> ApiResult<Vec<Change>> {
        let delete = |kind, id| Change::Delete { kind, id, owner: person.id.clone() };
        let mut changes = vec![person.deleted()?, delete(PERSON, person.id.clone())];
        changes.extend(self.name_releases(&person.record.name, &person.id).await?);
        for kind in [SESSION, TOKEN, RECOVERY, BOARD, BOARD_TEXT, CHALLENGE, "at", "was_at", "host"]
        {
            for document in self.hall.documents(kind, &person.id).await? {
                changes.push(delete(kind, document.id));
            }
        }
        Ok(changes)
    }

    /// Deletes the account of a session. Retries when another change came first.
    async fn delete_account(&self, me: &Caller) -> ApiResult<()> {
        retry_on_conflict(|| async {
            let signed = self.signed_in(me).await?;
            let mut changes = vec![signed.check()];
            changes.extend(self.account_deletions(&signed.person).await?);
            self.hall.change_documents(changes).await?;
            self.account_changed(&me.id);
            Ok(())
        })
        .await
    }

    /// The first message on a socket.
    pub(crate) async fn hello(&self, me: &Caller) -> ApiResult<String> {
        Ok(message("hello", json!({ "version": 1, "me": self.self_of(&me.id).await? })))
    }
}

/// Returns your account, or null if you have no session.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "me",
    responses((status = 200, description = "Your account.", body = Asker), ApiError)
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    VerifiedCaller(me): VerifiedCaller,
    headers: HeaderMap,
) -> ApiResult<(AppendHeaders<Option<(HeaderName, String)>>, Json<Asker>)> {
    let asker = match &me {
        Some(me) => match app.self_of(&me.id).await {
            Ok(me) => Some(me),
            Err(refused) if refused.refusal.code == engine::Code::WebGuest => None,
            Err(refused) => return Err(refused),
        },
        None => None,
    };
    // This renews a guest's cookie in the browser, because the page sends this request whenever it is opened.
    let is_guest = asker.as_ref().is_some_and(|asker| !asker.kept);
    let value = match me.filter(|me| is_guest && me.kind == SESSION) {
        Some(_) => cookie_of(&headers, cookie_name(&app)),
        None => None,
    };
    let renewed = value.map(|value| (SET_COOKIE, cookie_with(&app, value)));
    Ok((AppendHeaders(renewed), Json(Asker { me: asker })))
}

/// Makes you a guest, unless you already have a session.
#[utoipa::path(
    post,
    path = "/me",
    operation_id = "be_a_guest",
    request_body = Entering,
    responses((status = 200, description = "Your account.", body = Asker), ApiError)
)]
pub(super) async fn guest(
    State(app): State<Arc<AppState>>,
    Extension(from): Extension<Network>,
    VerifiedCaller(me): VerifiedCaller,
    JsonBody(asked): JsonBody<Entering>,
) -> ApiResult<axum::response::Response> {
    use axum::response::IntoResponse;
    if let Some(me) = me {
        return Ok(app.asker(&me.id).await?.into_response());
    }
    app.limited(app.sign_ins.take(from))?;
    let invitation = asked.table.as_ref().zip(asked.invitation.as_deref());
    app.may_enter(asked.code.as_deref(), invitation, from).await?;
    let (person, secret) = app.new_guest().await?;
    let cookie = set_cookies([cookie(&app, &secret)]);
    Ok((cookie, app.asker(&person.id).await?).into_response())
}

/// Changes your name.
#[utoipa::path(
    put,
    path = "/me",
    operation_id = "rename",
    request_body = Named,
    responses((status = 200, description = "Your account.", body = Asker), ApiError)
)]
pub(super) async fn rename(
    State(app): State<Arc<AppState>>,
    Extension(from): Extension<Network>,
    SessionCaller(me): SessionCaller,
    JsonBody(asked): JsonBody<Named>,
) -> JsonResult<Asker> {
    let name = read_name(&asked.name)?;
    app.confirm(&me, from, asked.passphrase).await?;
    app.change(&me, |person| {
        person.record.name.clone_from(&name);
        Ok(Vec::new())
    })
    .await?;
    app.asker(&me.id).await
}

/// Downloads everything that is stored about you.
#[utoipa::path(
    get,
    path = "/me/export",
    operation_id = "export",
    responses((status = 200, description = "Your data.", body = Export), ApiError)
)]
pub(super) async fn export(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> ApiResult<([(&'static str, &'static str); 2], Vec<u8>)> {
    app.limited(app.exports.take(me.id.clone()))?;
    let person = app.person(&me.id).await?.ok_or_else(ApiError::not_signed_in)?;
    let mut matches = Vec::new();
    for summary in app.hall.own_matches(&me.id, &MatchFilter::all()).await? {
        let id = summary.id.clone();
        let access = app.access(Some(&me.id), &id).await?;
        let play = match app.is_over_for_all(&access).await? {
            true => app.hall.export(&id).await.ok(),
            false => None,
        };
        let brief = app.brief(&me.id, summary).await?;
        matches.push(Played { r#match: brief, play });
    }
    let mut boards = Vec::new();
    for board in app.boards_of(&me.id).await? {
        let text = app.text_of(&board).await?;
        boards.push(BoardText { name: board.name().to_owned(), text });
    }
    let tables = app.hall.tables_of(&me.id).await?;
    let challenges = app.hall.challenges_of(&me.id).await?;
    let body = Export {
        id: person.id,
        name: person.record.name,
        since: person.record.since.to_string(),
        kept: person.record.kept,
        sessions: sessions::sessions_of(&app, &me).await?,
        tokens: tokens::tokens_of(&app, &me).await?,
        tables: tables.into_iter().map(|id| id.0).collect(),
        boards,
        challenges,
        matches,
    };
    // A player may have thousands of matches.
    let bytes = app.hall.work().run(move |permit| to_json(permit, &body)).await??;
    let name = "attachment; filename=\"lexicade.json\"";
    Ok(([("content-type", "application/json"), ("content-disposition", name)], bytes))
}

fn to_json(_: &WorkPermit, export: &Export) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(export).map_err(|_| ApiError::internal())
}

/// Deletes your account.
///
/// You leave all unfinished matches. Finished matches stay, without your name. `name` must be your own.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "forget",
    request_body = Named,
    responses((status = 200, description = "The account is deleted.", body = Done), ApiError)
)]
pub(super) async fn forget(
    State(app): State<Arc<AppState>>,
    Extension(from): Extension<Network>,
    SessionCaller(me): SessionCaller,
    JsonBody(asked): JsonBody<Named>,
) -> WithCookies<Done> {
    let person = app.signed_in(&me).await?.person;
    if exact(&asked.name) != exact(&app.shown_name(&person).await?) {
        return Err(ApiError::bad_request("Enter your own name to delete the account."));
    }
    app.confirm(&me, from, asked.passphrase).await?;
    // First leave all matches, so that nobody waits for a deleted account. If this fails halfway, it can be repeated.
    app.hall.leave_all(&me.id).await?;
    app.delete_account(&me).await?;
    Ok((set_cookies([no_cookie(&app)]), Json(Done {})))
}
