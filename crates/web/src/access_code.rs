//! The access code of a server. New guests need the code or an invitation to a table; players who already have a
//! session don't.

use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::network::Network;
use crate::serve::AppState;
use axum::http::StatusCode;
use engine::{Code, Refusal, base32};
use hall::{Change, Document, Store, StoreError, TableId};
use std::fmt;
use std::str::FromStr;

/// The length of a generated code.
const GENERATED: usize = 6;

/// The length of a code that the operator chooses.
const CHOSEN: std::ops::RangeInclusive<usize> = 4..=32;

/// The kind and the id of the document.
const DOCUMENT: (&str, &str) = ("house", "code");

/// A code that lets new guests play.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessCode(String);

impl fmt::Display for AccessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Without the code, which must not be logged.
impl fmt::Debug for AccessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessCode(-)")
    }
}

impl FromStr for AccessCode {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<AccessCode, Refusal> {
        let code = folded(text);
        match CHOSEN.contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            true => Ok(AccessCode(code)),
            false => Err(Refusal::setup(
                "An access code must have 4 to 32 characters: letters from a to z and digits.",
            )),
        }
    }
}

/// A code as it is compared: without case, spaces and hyphens, and with O as 0, I and L as 1.
fn folded(text: &str) -> String {
    let plain = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    };
    text.chars().filter(|c| !matches!(c, ' ' | '-')).map(plain).collect()
}

/// The code in this store. If there is none, generates and stores one.
pub async fn load_access_code(store: &Store) -> Result<AccessCode, StoreError> {
    loop {
        if let Some(document) = store.document(DOCUMENT.0, DOCUMENT.1).await? {
            return Ok(AccessCode(document.body));
        }
        let mut random = [0; 4];
        getrandom::fill(&mut random).map_err(|error| {
            StoreError::Cannot(format!("the system can't provide random numbers: {error}"))
        })?;
        let body = base32::bytes(&random).chars().take(GENERATED).collect();
        let (kind, id) = (DOCUMENT.0, DOCUMENT.1.to_owned());
        let document = Document { kind, owner: id.clone(), id, version: 0, body };
        match store.change_documents(vec![Change::Put(document)]).await {
            // If another process was faster, the loop reads its code.
            Ok(()) | Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
}

impl AppState {
    /// Refuses a new guest who has neither the code nor an invitation, if this server has a code.
    pub(crate) async fn may_enter(
        &self,
        code: Option<&str>,
        invitation: Option<(&TableId, &str)>,
        from: Network,
    ) -> ApiResult<()> {
        let Some(own) = &self.config.code else { return Ok(()) };
        if let Some(code) = code {
            // All networks share one limit, because an attacker may have many addresses: so a code of six characters
            // can't be guessed. A network that hasn't failed yet may still try, so that attackers can't lock others
            // out.
            let taken = self.code_tries.take(());
            if let (Err(busy), Err(_)) = (&taken, self.code_failures.check(from)) {
                increment(&self.metrics.limited);
                return Err(ApiError::rate_limited(busy.retry_after.unwrap_or(1) as f64));
            }
            // Signatures are compared in constant time.
            if self.key.has_signed(&own.0, &self.key.sign(&folded(code))) {
                if taken.is_ok() {
                    self.code_tries.give_back(());
                }
                return Ok(());
            }
            self.code_failures.spend(from, 2.0);
        }
        if let Some((id, code)) = invitation
            && let Ok(table) = self.hall.table(id).await
            && table.accepts_invitation(code)
        {
            return Ok(());
        }
        if code.is_some() || invitation.is_some() {
            increment(&self.metrics.strange);
        }
        let text = match code {
            Some(_) => "Wrong code. Ask the person who runs this server.",
            None => {
                "This server needs a code. Ask the person who runs it, or use an invitation to a table."
            }
        };
        Err(ApiError::new(StatusCode::FORBIDDEN, Code::WebCode, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_store_has_one_code_and_it_is_short() {
        let store = Store::memory();
        let (one, two) = tokio::join!(load_access_code(&store), load_access_code(&store));
        let code = one.unwrap();
        assert_eq!(code, two.unwrap());
        assert_eq!((code.0.len(), code.to_string().parse::<AccessCode>().unwrap()), (6, code));
    }

    #[test]
    fn a_code_is_read_as_people_write_it() {
        assert_eq!("kit-chen o1".parse::<AccessCode>().unwrap().to_string(), "K1TCHEN01");
        for wrong in ["", "abc", "k7?", "schlüssel", &"x".repeat(33)] {
            assert_eq!(wrong.parse::<AccessCode>().unwrap_err().code, "house.setup", "{wrong}");
        }
        assert!(!format!("{:?}", AccessCode("ABCDEF".into())).contains("ABC"));
    }
}
