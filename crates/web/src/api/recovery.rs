//! Recovery links: making one, and looking at one before it is used.

use super::{Out, out};
use crate::error::Refused;
use crate::key::secret;
use crate::network::Network;
use crate::read::{Asked, Home, InPerson};
use crate::recovery::{link_url, replace_link, unusable};
use crate::security_log::Event;
use crate::serve::App;
use crate::wire::{Link, LinkOwner};
use axum::Extension;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    /// Needed when the account has one and it wasn't given within the last ten minutes.
    #[serde(default)]
    passphrase: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Secret {
    recovery: String,
}

/// A link that signs in once; an older one stops working. For an account with a passphrase it works for 30 days.
#[utoipa::path(
    post,
    path = "/me/recovery",
    operation_id = "recovery_link",
    request_body = Confirmation,
    responses((status = 200, description = "Done.", body = Link), Refused)
)]
pub(super) async fn new_link(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Network>,
    InPerson(me): InPerson,
    Home(home): Home,
    Asked(asked): Asked<Confirmation>,
) -> Out<Link> {
    app.confirm(&me, peer, asked.passphrase).await?;
    let secret = secret().map_err(|_| Refused::failed())?;
    app.change(&me, |person| {
        person.says.kept = true;
        replace_link(app.hall.now(), person, &secret)
    })
    .await?;
    out(Link { url: link_url(&home, &secret) })
}

/// Tells whose account a recovery link opens, without using it.
#[utoipa::path(
    post,
    path = "/recovery",
    operation_id = "look_at_recovery_link",
    request_body = Secret,
    responses((status = 200, description = "Done.", body = LinkOwner), Refused)
)]
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Network>,
    Asked(asked): Asked<Secret>,
) -> Out<LinkOwner> {
    app.limited(app.doors.take(peer))?;
    match app.by_link(&asked.recovery).await? {
        Some(person) => out(LinkOwner { name: person.says.name }),
        None => {
            app.security_log.note(peer, Event::UnusableLink);
            Err(unusable())
        }
    }
}
