//! Tokens of programs.

use super::sessions::{end_own, passes};
use super::{Out, out};
use crate::accounts::TRIES;
use crate::error::{Answer, Refused};
use crate::id::PassId;
use crate::key::digest;
use crate::network::Network;
use crate::read::{Asked, InPerson, Part, shown};
use crate::serve::App;
use crate::sessions::{Me, Pass, TOKEN};
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
    responses((status = 200, description = "Done.", body = Tokens), Refused)
)]
pub(super) async fn list(State(app): State<Arc<App>>, InPerson(me): InPerson) -> Out<Tokens> {
    out(Tokens { tokens: tokens_of(&app, &me).await? })
}

/// Somebody's tokens.
pub(super) async fn tokens_of(app: &App, me: &Me) -> Answer<Vec<Token>> {
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
    responses((status = 200, description = "Done.", body = NewToken), Refused)
)]
pub(super) async fn new(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Network>,
    InPerson(me): InPerson,
    Asked(asked): Asked<Label>,
) -> Out<NewToken> {
    let label: String = shown(&asked.label)?.chars().take(40).collect();
    app.confirm(&me, peer, asked.passphrase).await?;
    app.limited(app.changes.take(me.id.clone()))?;
    for _ in 0..TRIES {
        let signed = app.signed_in(&me).await?;
        if passes(&app, TOKEN, &me).await?.len() >= TOKENS {
            let text = format!("There are {TOKENS} tokens already; end one of them first.");
            return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "web.full", text));
        }
        let pass = Pass::new(app.hall.now(), &signed.person);
        let pass = Pass { label: Some(label.clone()), ..pass };
        let (token, secret) = pass.file(TOKEN, &signed.person)?;
        if app.file_account(&signed, &signed.person, vec![token]).await? {
            return out(NewToken { id: digest(&secret), token: secret });
        }
    }
    Err(Refused::busy(1.0))
}

#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    operation_id = "end_token",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = Done), Refused)
)]
pub(super) async fn end(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Part(PassId(id)): Part<PassId>,
) -> Out<Done> {
    end_own(&app, &me, TOKEN, &id).await
}
