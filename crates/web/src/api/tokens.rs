//! Tokens, with which programs play for an account.

use super::sessions::{end_own, passes};
use super::{JsonResult, out};
use crate::error::{ApiError, ApiResult};
use crate::id::CredentialId;
use crate::network::Network;
use crate::read::{JsonBody, PathParam, SessionCaller, clean_text};
use crate::serve::AppState;
use crate::server_key::digest;
use crate::sessions::{Caller, Credential, TOKEN};
use crate::wire::{Done, NewToken, Token, Tokens};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use engine::Code;
use hall::retry_on_conflict;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most tokens of an account.
const TOKENS: usize = 20;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Label {
    label: String,
    /// Needed if the account has a passphrase and it wasn't entered within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

/// Lists your tokens.
#[utoipa::path(
    get,
    path = "/me/tokens",
    operation_id = "tokens",
    responses((status = 200, description = "Your tokens.", body = Tokens), ApiError)
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> JsonResult<Tokens> {
    out(Tokens { tokens: tokens_of(&app, &me).await? })
}

/// The caller's tokens.
pub(super) async fn tokens_of(app: &AppState, me: &Caller) -> ApiResult<Vec<Token>> {
    let shown = passes(app, TOKEN, me).await?.into_iter().map(|(id, pass)| Token {
        id,
        label: pass.label.unwrap_or_default(),
        since: pass.since.to_string(),
    });
    Ok(shown.collect())
}

/// Creates a token. It is returned only this once.
#[utoipa::path(
    post,
    path = "/me/tokens",
    operation_id = "new_token",
    request_body = Label,
    responses((status = 200, description = "The new token.", body = NewToken), ApiError)
)]
pub(super) async fn new(
    State(app): State<Arc<AppState>>,
    Extension(peer): Extension<Network>,
    SessionCaller(me): SessionCaller,
    JsonBody(asked): JsonBody<Label>,
) -> JsonResult<NewToken> {
    let label: String = clean_text(&asked.label)?.chars().take(40).collect();
    app.confirm(&me, peer, asked.passphrase).await?;
    app.limited(app.changes.take(me.id.clone()))?;
    let token = retry_on_conflict(|| async {
        let signed = app.signed_in(&me).await?;
        if passes(&app, TOKEN, &me).await?.len() >= TOKENS {
            let text = format!("You have {TOKENS} tokens. Delete one first.");
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebFull, text));
        }
        let pass = Credential::new(app.hall.now(), &signed.person);
        let pass = Credential { label: Some(label.clone()), ..pass };
        let (token, secret) = pass.file(TOKEN, &signed.person)?;
        app.save_account(&signed, &signed.person, vec![token]).await?;
        Ok(NewToken { id: digest(&secret), token: secret })
    });
    out(token.await?)
}

/// Deletes one of your tokens.
#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    operation_id = "end_token",
    params(("id" = String, Path, description = "The token's id.")),
    responses((status = 200, description = "The token is deleted.", body = Done), ApiError)
)]
pub(super) async fn end(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
    PathParam(CredentialId(id)): PathParam<CredentialId>,
) -> JsonResult<Done> {
    end_own(&app, &me, TOKEN, &id).await
}
