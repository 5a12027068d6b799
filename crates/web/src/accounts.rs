//! Changes to accounts. Each is stored in one transaction that fails if the caller's session has ended or the account
//! has changed meanwhile, so that a request with a stolen session can't win against a new passphrase.

use crate::error::{ApiError, ApiResult};
use crate::network::Network;
use crate::passphrase;
use crate::person::{NAME, PERSON, Person};
use crate::security_log::SecurityEvent;
use crate::serve::{AppState, closed};
use crate::sessions::{Caller, Credential, SESSION, TOKEN, ValidCredential};
use axum::http::StatusCode;
use engine::Code;
use hall::store::{StoreEvent, StoreEvents};
use hall::{Change, retry_on_conflict};
use std::sync::Arc;

/// The refusal of a wrong name or passphrase; it does not say which.
pub(crate) fn wrong() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, Code::WebPassphrase, "Wrong name or passphrase.")
}

impl AppState {
    /// Changes an account on behalf of a session. Retries when another change came first; refuses a name that is taken.
    pub(crate) async fn change(
        &self,
        me: &Caller,
        edit: impl Fn(&mut Person) -> ApiResult<Vec<Change>>,
    ) -> ApiResult<Person> {
        self.limited(self.changes.take(me.id.clone()))?;
        retry_on_conflict(|| async {
            let signed = self.signed_in(me).await?;
            let mut person = signed.person.clone();
            let mut changes = edit(&mut person)?;
            self.check_name(&person, &signed.person.record.name, &mut changes).await?;
            self.save_account(&signed, &person, changes).await?;
            Ok(person)
        })
        .await
    }

    /// Stores a changed account and other changes with it. Fails with [`Code::Changed`] if the session or the account
    /// has changed meanwhile.
    pub(crate) async fn save_account(
        &self,
        by: &ValidCredential,
        person: &Person,
        changes: Vec<Change>,
    ) -> ApiResult<()> {
        let names_change = changes.iter().any(is_about_names);
        let mut all = vec![by.check(), person.next()?];
        all.extend(changes);
        self.hall.change_documents(all).await?;
        self.account_changed(&person.id);
        if names_change {
            self.names.forget_all();
        }
        Ok(())
    }

    /// Stores changes on behalf of a session; fails if it has ended.
    pub(crate) async fn save_as(&self, me: &Caller, changes: Vec<Change>) -> ApiResult<()> {
        let signed = self.signed_in(me).await?;
        let all = std::iter::once(signed.check()).chain(changes).collect();
        Ok(self.hall.change_documents(all).await?)
    }

    /// Fails unless the caller knows the passphrase: it is given now or was entered in this session within the last ten
    /// minutes, or the account has none.
    pub(crate) async fn confirm(
        &self,
        me: &Caller,
        from: Network,
        given: Option<String>,
    ) -> ApiResult<()> {
        let signed = self.signed_in(me).await?;
        if signed.person.record.passphrase.is_none() {
            return Ok(());
        }
        let now = self.hall.now();
        match given {
            None if signed.pass.is_confirmed(now) => Ok(()),
            None => {
                let text = "Enter your passphrase to do this.";
                Err(ApiError::new(StatusCode::FORBIDDEN, Code::WebConfirm, text))
            }
            Some(given) => {
                self.check_passphrase(&signed, me.device.as_deref(), from, given).await?;
                let confirmed = Credential { confirmed: Some(now), ..signed.pass.clone() };
                // If this can't be stored, the player has to enter the passphrase again the next time.
                let _ = self.hall.change_documents(vec![signed.next(&confirmed)?]).await;
                Ok(())
            }
        }
    }

    /// Compares a passphrase with the account's. Attempts are limited by session, and for a device that has signed in
    /// before by that device, so that not even somebody who has stolen the session can use them up.
    pub(crate) async fn check_passphrase(
        &self,
        signed: &ValidCredential,
        device: Option<&str>,
        from: Network,
        given: String,
    ) -> ApiResult<()> {
        let key = format!("{}/{}", signed.id, device.unwrap_or_default());
        self.limited(self.session_tries.take(key))?;
        self.limited(self.known.take(from))?;
        if passphrase::is_right(self.hall.work(), given, signed.person.record.passphrase.as_ref())
            .await?
        {
            return Ok(());
        }
        self.security_log.note(from, SecurityEvent::FailedConfirmation);
        Err(ApiError::new(StatusCode::UNAUTHORIZED, Code::WebPassphrase, "Wrong passphrase."))
    }

    /// Clears the caches of an account that has changed, and makes its sockets check whether their sessions are valid.
    pub(crate) fn account_changed(&self, id: &str) {
        self.session_cache.forget(id);
        self.names.forget(id);
        self.account_watchers.notify(id);
    }
}

/// Whether a change claims or releases a name.
fn is_about_names(change: &Change) -> bool {
    match change {
        Change::Put(document) => document.kind == NAME,
        Change::Delete { kind, .. } => *kind == NAME,
        Change::Check { .. } => false,
    }
}

/// Follows changes to accounts by this node and others, until the server shuts down.
pub(crate) async fn follow_changes(app: Arc<AppState>, mut events: StoreEvents) {
    let mut closing = app.closing.clone();
    loop {
        let event = tokio::select! {
            () = closed(&mut closing) => return,
            event = events.next() => event,
        };
        match event {
            Some(StoreEvent::DocumentChanged(kind, owner))
                if [PERSON, SESSION, TOKEN].contains(&kind.as_str()) =>
            {
                app.account_changed(&owner);
            }
            // A guest may have this name, and isn't shown with it from now on.
            Some(StoreEvent::DocumentChanged(kind, _)) if kind == NAME => app.names.forget_all(),
            // Another process may have changed any account.
            Some(StoreEvent::CheckAll) => app.session_cache.forget_all(),
            Some(_) => {}
            None => return,
        }
    }
}
