//! Changes to accounts. Each is stored only while the session that asks for it exists and nobody else has changed the
//! account, in one transaction: a request that is on its way with a stolen session loses against a new passphrase.

use crate::error::{Answer, Refused};
use crate::network::Network;
use crate::passphrase;
use crate::people::{NAME, PERSON, Person};
use crate::security_log::Event;
use crate::serve::{App, closed};
use crate::sessions::{Me, Pass, SESSION, Signed, TOKEN};
use axum::http::StatusCode;
use engine::Refusal;
use hall::Filing;
use hall::store::{Heard, News};
use std::sync::Arc;

/// How often a change is tried when others change the account at the same time. Each time one of them has been stored, and
/// only so many are at once (`Limits::changes`, by node): nobody loses this often.
pub(crate) const TRIES: usize = 32;

/// The refusal of a wrong name or passphrase; it does not say which.
pub(crate) fn wrong() -> Refused {
    Refused::new(StatusCode::UNAUTHORIZED, "web.passphrase", "Wrong name or passphrase.")
}

impl App {
    /// Changes an account on behalf of a session, again when another change came first. A name that is taken is refused.
    pub(crate) async fn change(
        &self,
        me: &Me,
        change: impl Fn(&mut Person) -> Answer<Vec<Filing>>,
    ) -> Answer<Person> {
        self.limited(self.changes.take(me.id.clone()))?;
        for _ in 0..TRIES {
            let signed = self.signed_in(me).await?;
            let mut person = signed.person.clone();
            let mut filings = change(&mut person)?;
            self.check_name(&person, &signed.person.says.name, &mut filings).await?;
            if self.file_account(&signed, &person, filings).await? {
                return Ok(person);
            }
        }
        Err(Refused::busy(1.0))
    }

    /// Stores a changed account and what goes with it; false when the session or the account is not as it was read.
    pub(crate) async fn file_account(
        &self,
        by: &Signed,
        person: &Person,
        filings: Vec<Filing>,
    ) -> Answer<bool> {
        let names = filings.iter().any(is_about_names);
        let mut all = vec![by.check(), person.next()?];
        all.extend(filings);
        match self.hall.file(all).await {
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
    pub(crate) async fn file_by(&self, me: &Me, filings: Vec<Filing>) -> Answer<()> {
        let signed = self.signed_in(me).await?;
        let all = std::iter::once(signed.check()).chain(filings).collect();
        Ok(self.hall.file(all).await?)
    }

    /// Makes sure that whoever asks knows the passphrase of an account that has one: it is given now, or was within the
    /// last ten minutes in this session.
    pub(crate) async fn confirm(
        &self,
        me: &Me,
        from: Network,
        given: Option<String>,
    ) -> Answer<()> {
        let signed = self.signed_in(me).await?;
        if signed.person.says.passphrase.is_none() {
            return Ok(());
        }
        let now = self.hall.now();
        match given {
            None if signed.pass.is_confirmed(now) => Ok(()),
            None => {
                let text = "Enter your passphrase to do this.";
                Err(Refused::new(StatusCode::FORBIDDEN, "web.confirm", text))
            }
            Some(given) => {
                self.check_passphrase(&signed, from, given).await?;
                let confirmed = Pass { confirmed: Some(now), ..signed.pass.clone() };
                // When it cannot be noted, it has to be given again next time.
                let _ = self.hall.file(vec![signed.next(&confirmed)?]).await;
                Ok(())
            }
        }
    }

    /// Compares a passphrase with that of the account of a session. Tries are limited by session: nobody else can use
    /// them up.
    pub(crate) async fn check_passphrase(
        &self,
        signed: &Signed,
        from: Network,
        given: String,
    ) -> Answer<()> {
        self.limited(self.session_tries.take(signed.id.clone()))?;
        self.limited(self.known.take(from))?;
        if passphrase::is(self.hall.work(), given, signed.person.says.passphrase.as_ref()).await? {
            return Ok(());
        }
        self.security_log.note(from, Event::FailedConfirmation);
        Err(Refused::new(StatusCode::UNAUTHORIZED, "web.passphrase", "Wrong passphrase."))
    }

    /// An account has changed: its sessions are looked up again, and its sockets check that theirs is still valid.
    pub(crate) fn account_changed(&self, id: &str) {
        self.passes.forget(id);
        self.names.forget(id);
        self.bells.ring(id);
    }
}

/// Does this change who has kept which name?
fn is_about_names(filing: &Filing) -> bool {
    match filing {
        Filing::Put(paper) => paper.kind == NAME,
        Filing::Shred { kind, .. } => *kind == NAME,
        Filing::Check { .. } => false,
    }
}

/// Hears of accounts that were changed, here or at another node, until the server closes.
pub(crate) async fn follow_changes(app: Arc<App>, mut news: News) {
    let mut closing = app.closing.clone();
    loop {
        let heard = tokio::select! {
            () = closed(&mut closing) => return,
            heard = news.next() => heard,
        };
        match heard {
            Some(Heard::Filed(kind, owner))
                if [PERSON, SESSION, TOKEN].contains(&kind.as_str()) =>
            {
                app.account_changed(&owner);
            }
            // A guest may be called so, who is shown without that name from now on.
            Some(Heard::Filed(kind, _)) if kind == NAME => app.names.forget_all(),
            Some(_) => {}
            None => return,
        }
    }
}
