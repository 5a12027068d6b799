//! Tokens of programs.

use super::sessions::{end_own, passes};
use super::{JsonResult, out};
use crate::accounts::TRIES;
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
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many tokens somebody may have.
const TOKENS: usize = 20;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Label {
    label: String,
    /// Needed when the account has one and it wasn't given within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

#[utoipa::path(
    get,
    path = "/me/tokens",
    operation_id = "tokens",
    responses((status = 200, description = "Done.", body = Tokens), ApiError)
)]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
) -> JsonResult<Tokens> {
    out(Tokens { tokens: tokens_of(&app, &me).await? })
}

/// Somebody's tokens.
pub(super) async fn tokens_of(app: &AppState, me: &Caller) -> ApiResult<Vec<Token>> {
    let shown = passes(app, TOKEN, me).await?.into_iter().map(|(id, pass)| Token {
        id,
        label: pass.label.unwrap_or_default(),
        since: pass.since.to_string(),
    });
    Ok(shown.collect())
}

#[utoipa::path(
    post,
    path = "/me/tokens",
    operation_id = "new_token",
    request_body = Label,
    responses((status = 200, description = "Done.", body = NewToken), ApiError)
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
    for _ in 0..TRIES {
        let signed = app.signed_in(&me).await?;
        if passes(&app, TOKEN, &me).await?.len() >= TOKENS {
            let text = format!("There are {TOKENS} tokens already; end one of them first.");
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "web.full", text));
        }
        let pass = Credential::new(app.hall.now(), &signed.person);
        let pass = Credential { label: Some(label.clone()), ..pass };
        let (token, secret) = pass.file(TOKEN, &signed.person)?;
        if app.save_account(&signed, &signed.person, vec![token]).await? {
            return out(NewToken { id: digest(&secret), token: secret });
        }
    }
    Err(ApiError::rate_limited(1.0))
}

#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    operation_id = "end_token",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = Done), ApiError)
)]
pub(super) async fn end(
    State(app): State<Arc<AppState>>,
    SessionCaller(me): SessionCaller,
    PathParam(CredentialId(id)): PathParam<CredentialId>,
) -> JsonResult<Done> {
    end_own(&app, &me, TOKEN, &id).await
}
