//! Changes to accounts. Each is stored only while the session that asks for it exists and nobody else has changed the
//! account, in one transaction: a request that is on its way with a stolen session loses against a new passphrase.

use crate::error::{ApiError, ApiResult};
use crate::network::Network;
use crate::passphrase;
use crate::person::{NAME, PERSON, Person};
use crate::security_log::SecurityEvent;
use crate::serve::{AppState, closed};
use crate::sessions::{Caller, Credential, SESSION, TOKEN, ValidCredential};
use axum::http::StatusCode;
use engine::Refusal;
use hall::Change;
use hall::store::{StoreEvent, StoreEvents};
use std::sync::Arc;

/// How often a change is tried when others change the account at the same time. Each time one of them has been stored, and
/// only so many are at once (`Limits::changes`, by node): nobody loses this often.
pub(crate) const TRIES: usize = 32;

/// The refusal of a wrong name or passphrase; it does not say which.
pub(crate) fn wrong() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "web.passphrase", "Wrong name or passphrase.")
}

impl AppState {
    /// Changes an account on behalf of a session, again when another change came first. A name that is taken is refused.
    pub(crate) async fn change(
        &self,
        me: &Caller,
        change: impl Fn(&mut Person) -> ApiResult<Vec<Change>>,
    ) -> ApiResult<Person> {
        self.limited(self.changes.take(me.id.clone()))?;
        for _ in 0..TRIES {
            let signed = self.signed_in(me).await?;
            let mut person = signed.person.clone();
            let mut filings = change(&mut person)?;
            self.check_name(&person, &signed.person.record.name, &mut filings).await?;
            if self.save_account(&signed, &person, filings).await? {
                return Ok(person);
            }
        }
        Err(ApiError::rate_limited(1.0))
    }

    /// Stores a changed account and what goes with it; false when the session or the account is not as it was read.
    pub(crate) async fn save_account(
        &self,
        by: &ValidCredential,
        person: &Person,
        filings: Vec<Change>,
    ) -> ApiResult<bool> {
        let names = filings.iter().any(is_about_names);
        let mut all = vec![by.check(), person.next()?];
        all.extend(filings);
        match self.hall.change_documents(all).await {
            Ok(()) => {
                self.account_changed(&person.id);
                if names {
                    self.names.forget_all();
                }
                Ok(true)
            }
            Err(Refusal { code: "house.changed", .. }) => Ok(false),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Stores something on behalf of a session, only while it exists.
    pub(crate) async fn save_as(&self, me: &Caller, filings: Vec<Change>) -> ApiResult<()> {
        let signed = self.signed_in(me).await?;
        let all = std::iter::once(signed.check()).chain(filings).collect();
        Ok(self.hall.change_documents(all).await?)
    }

    /// Makes sure that whoever asks knows the passphrase of an account that has one: it is given now, or was within the
    /// last ten minutes in this session.
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
                Err(ApiError::new(StatusCode::FORBIDDEN, "web.confirm", text))
            }
            Some(given) => {
                self.check_passphrase(&signed, from, given).await?;
                let confirmed = Credential { confirmed: Some(now), ..signed.pass.clone() };
                // When it cannot be noted, it has to be given again next time.
                let _ = self.hall.change_documents(vec![signed.next(&confirmed)?]).await;
                Ok(())
            }
        }
    }

    /// Compares a passphrase with that of the account of a session. Tries are limited by session: nobody else can use
    /// them up.
    pub(crate) async fn check_passphrase(
        &self,
        signed: &ValidCredential,
        from: Network,
        given: String,
    ) -> ApiResult<()> {
        self.limited(self.session_tries.take(signed.id.clone()))?;
        self.limited(self.known.take(from))?;
        if passphrase::is(self.hall.work(), given, signed.person.record.passphrase.as_ref()).await?
        {
            return Ok(());
        }
        self.security_log.note(from, SecurityEvent::FailedConfirmation);
        Err(ApiError::new(StatusCode::UNAUTHORIZED, "web.passphrase", "Wrong passphrase."))
    }

    /// An account has changed: its sessions are looked up again, and its sockets check that theirs is still valid.
    pub(crate) fn account_changed(&self, id: &str) {
        self.session_cache.forget(id);
        self.names.forget(id);
        self.account_watchers.notify(id);
    }
}

/// Does this change who has kept which name?
fn is_about_names(filing: &Change) -> bool {
    match filing {
        Change::Put(paper) => paper.kind == NAME,
        Change::Delete { kind, .. } => *kind == NAME,
        Change::Check { .. } => false,
    }
}

/// Hears of accounts that were changed, here or at another node, until the server closes.
pub(crate) async fn follow_changes(app: Arc<AppState>, mut news: StoreEvents) {
    let mut closing = app.closing.clone();
    loop {
        let heard = tokio::select! {
            () = closed(&mut closing) => return,
            heard = news.next() => heard,
        };
        match heard {
            Some(StoreEvent::DocumentChanged(kind, owner))
                if [PERSON, SESSION, TOKEN].contains(&kind.as_str()) =>
            {
                app.account_changed(&owner);
            }
            // A guest may be called so, who is shown without that name from now on.
            Some(StoreEvent::DocumentChanged(kind, _)) if kind == NAME => app.names.forget_all(),
            Some(_) => {}
            None => return,
        }
    }
}
