//! Recovery links: making one, and looking at one before it is used.

use super::{JsonResult, out};
use crate::error::ApiError;
use crate::network::Network;
use crate::read::{BaseUrl, JsonBody, SessionCaller};
use crate::recovery::{link_url, replace_link, unusable};
use crate::security_log::SecurityEvent;
use crate::serve::AppState;
use crate::server_key::secret;
use crate::wire::{Link, LinkOwner};
use axum::Extension;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    /// Needed if the account has a passphrase and it wasn't entered within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Secret {
    recovery: String,
}

/// Makes a recovery link, which signs in once.
///
/// An older link stops working. If the account has a passphrase, the link works for 30 days.
#[utoipa::path(
    post,
    path = "/me/recovery",
    operation_id = "recovery_link",
    request_body = Confirmation,
    responses((status = 200, description = "The new link.", body = Link), ApiError)
)]
pub(super) async fn new_link(
    State(app): State<Arc<AppState>>,
    Extension(peer): Extension<Network>,
    SessionCaller(me): SessionCaller,
    BaseUrl(home): BaseUrl,
    JsonBody(asked): JsonBody<Confirmation>,
) -> JsonResult<Link> {
    app.confirm(&me, peer, asked.passphrase).await?;
    let secret = secret().map_err(|_| ApiError::internal())?;
    app.change(&me, |person| {
        person.record.kept = true;
        replace_link(app.hall.now(), person, &secret)
    })
    .await?;
    out(Link { url: link_url(&home, &secret) })
}

/// Returns the name of the account that a recovery link opens, without using the link.
#[utoipa::path(
    post,
    path = "/recovery",
    operation_id = "look_at_recovery_link",
    request_body = Secret,
    responses((status = 200, description = "The account of the link.", body = LinkOwner), ApiError)
)]
pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    Extension(peer): Extension<Network>,
    JsonBody(asked): JsonBody<Secret>,
) -> JsonResult<LinkOwner> {
    app.limited(app.sign_ins.take(peer))?;
    match app.by_link(&asked.recovery).await? {
        Some(person) => out(LinkOwner { name: person.record.name }),
        None => {
            app.security_log.note(peer, SecurityEvent::UnusableLink);
            Err(unusable())
        }
    }
}
