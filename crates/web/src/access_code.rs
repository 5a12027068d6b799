//! The code of a house: in a network of one's own, who wants to be a guest says it, or has an invitation to a table. Who
//! was here before needs none.

use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::network::Network;
use crate::serve::AppState;
use axum::http::StatusCode;
use engine::{Refusal, base32};
use hall::{Change, Document, Store, StoreError, TableId};
use std::fmt;
use std::str::FromStr;

/// How long a code is that the house makes.
const LONG: usize = 6;

/// How long one may be that somebody chooses.
const CHOSEN: std::ops::RangeInclusive<usize> = 4..=32;

const PLACE: (&str, &str) = ("house", "code");

/// What lets guests in.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessCode(String);

impl fmt::Display for AccessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// It is not for logs.
impl fmt::Debug for AccessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HouseCode(-)")
    }
}

impl FromStr for AccessCode {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<AccessCode, Refusal> {
        let code = folded(text);
        match CHOSEN.contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            true => Ok(AccessCode(code)),
            false => Err(Refusal::setup("A code has 4 to 32 letters from a to z and digits.")),
        }
    }
}

/// A code as it is compared: people write it in small letters, with blanks, and take a zero for an O.
fn folded(text: &str) -> String {
    let plain = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    };
    text.chars().filter(|c| !matches!(c, ' ' | '-')).map(plain).collect()
}

/// The code that is kept in this store; a new one when there is none.
pub async fn load_access_code(store: &Store) -> Result<AccessCode, StoreError> {
    loop {
        if let Some(paper) = store.document(PLACE.0, PLACE.1).await? {
            return Ok(AccessCode(paper.body));
        }
        let mut random = [0; 4];
        getrandom::fill(&mut random).map_err(|error| {
            StoreError::Cannot(format!("this machine gives no random numbers: {error}"))
        })?;
        let body = base32::bytes(&random).chars().take(LONG).collect();
        let (kind, id) = (PLACE.0, PLACE.1.to_owned());
        let paper = Document { kind, owner: id.clone(), id, version: 0, body };
        match store.change_documents(vec![Change::Put(paper)]).await {
            // Whoever was faster: theirs is the one.
            Ok(()) | Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
}

impl AppState {
    /// May somebody new come in, with this code or with this invitation?
    pub(crate) async fn may_enter(
        &self,
        code: Option<&str>,
        invitation: Option<(&TableId, &str)>,
        from: Network,
    ) -> ApiResult<()> {
        let Some(own) = &self.config.code else { return Ok(()) };
        if let Some(code) = code {
            // Addresses are cheap: however many there are, a code of six characters cannot be found by trying. But wrong
            // tries of others keep nobody out who has not failed yet.
            let taken = self.code_tries.take(());
            if let (Err(busy), Err(_)) = (&taken, self.code_failures.check(from)) {
                increment(&self.metrics.limited);
                return Err(ApiError::rate_limited(busy.retry_after.unwrap_or(1) as f64));
            }
            // A signature takes as long to compare whether it is right or not.
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
        let text = "This house has a code. Whoever opened it can tell you; an invitation to a table will do too.";
        Err(ApiError::new(StatusCode::FORBIDDEN, "web.code", text))
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
