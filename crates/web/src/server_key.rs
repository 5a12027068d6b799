//! The secret of the house: cookies are signed with it, and secrets in tickets sealed. It lives in the store, so that
//! all houses on one store have the same.

use engine::base32;
use engine::seal::SealKey;
use hall::{Change, Document, Store, StoreError};
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The secret of the house.
#[derive(Clone)]
pub struct ServerKey([u8; 32]);

const PLACE: (&str, &str) = ("house", "key");

/// The secret that is kept in this store; a new one when there is none.
pub async fn load_server_key(store: &Store) -> Result<ServerKey, StoreError> {
    loop {
        if let Some(paper) = store.document(PLACE.0, PLACE.1).await? {
            let key = base32::read_bytes(&paper.body).and_then(|bytes| bytes.try_into().ok());
            let damaged = || StoreError::Cannot("the key of the house is damaged".into());
            return key.map(ServerKey).ok_or_else(damaged);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| {
            StoreError::Cannot(format!("this machine gives no random numbers: {error}"))
        })?;
        let (kind, id) = (PLACE.0, PLACE.1.to_owned());
        let paper = Document { kind, owner: id.clone(), id, version: 0, body: base32::bytes(&key) };
        match store.change_documents(vec![Change::Put(paper)]).await {
            // Whoever was faster: theirs is the one.
            Ok(()) | Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
}

impl ServerKey {
    /// What secrets in tickets are sealed with.
    pub fn seal(&self) -> SealKey {
        SealKey::new(self.of("seal"))
    }

    /// Signs a text.
    pub(crate) fn sign(&self, text: &str) -> String {
        match Hmac::<Sha256>::new_from_slice(&self.of("cookie")) {
            Ok(mac) => base32::bytes(&mac.chain_update(text).finalize().into_bytes()),
            // A key of any length will do, so this is never reached; and nothing is signed by it.
            Err(_) => String::new(),
        }
    }

    /// Is this the signature of a text? It takes as long whether it is or not.
    pub(crate) fn has_signed(&self, text: &str, signature: &str) -> bool {
        let (Ok(mac), Some(bytes)) =
            (Hmac::<Sha256>::new_from_slice(&self.of("cookie")), base32::read_bytes(signature))
        else {
            return false;
        };
        mac.chain_update(text).verify_slice(&bytes).is_ok()
    }

    fn of(&self, what: &str) -> [u8; 32] {
        Sha256::new().chain_update(self.0).chain_update(what).finalize().into()
    }
}

/// A secret of 256 random bits, as text.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(base32::bytes(&bytes))
}

/// What is kept of a secret.
pub(crate) fn digest(secret: &str) -> String {
    base32::bytes(&Sha256::digest(secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_valid_for_one_text_and_one_server() {
        let (ours, theirs) = (ServerKey([1; 32]), ServerKey([2; 32]));
        let signed = ours.sign("ann");
        assert!(ours.has_signed("ann", &signed));
        assert!(!ours.has_signed("bob", &signed) && !theirs.has_signed("ann", &signed));
        assert!(!ours.has_signed("ann", "") && !ours.has_signed("ann", &signed[1..]));
    }

    #[tokio::test]
    async fn a_store_has_one_key() {
        let store = Store::memory();
        let (one, two) = tokio::join!(load_server_key(&store), load_server_key(&store));
        assert_eq!(one.unwrap().0, two.unwrap().0);
    }
}
