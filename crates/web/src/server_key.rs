//! The server's secret key, which signs cookies and seals the secrets in tickets. It is in the store, so that all nodes
//! on one store share it.

use engine::base32;
use engine::seal::SealKey;
use hall::{Change, Document, Store, StoreError};
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The server's secret key.
#[derive(Clone)]
pub struct ServerKey([u8; 32]);

/// The kind and the id of the document.
const DOCUMENT: (&str, &str) = ("house", "key");

/// The key in this store. If there is none, generates and stores one.
pub async fn load_server_key(store: &Store) -> Result<ServerKey, StoreError> {
    loop {
        if let Some(document) = store.document(DOCUMENT.0, DOCUMENT.1).await? {
            let key = base32::read_bytes(&document.body).and_then(|bytes| bytes.try_into().ok());
            let damaged = || StoreError::Cannot("the server's key is damaged".into());
            return key.map(ServerKey).ok_or_else(damaged);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| {
            StoreError::Cannot(format!("the system can't provide random numbers: {error}"))
        })?;
        let (kind, id) = (DOCUMENT.0, DOCUMENT.1.to_owned());
        let document =
            Document { kind, owner: id.clone(), id, version: 0, body: base32::bytes(&key) };
        match store.change_documents(vec![Change::Put(document)]).await {
            // If another process was faster, the loop reads its key.
            Ok(()) | Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
}

impl ServerKey {
    /// The key that seals secrets in tickets.
    pub fn seal(&self) -> SealKey {
        SealKey::new(self.derive("seal"))
    }

    pub(crate) fn sign(&self, text: &str) -> String {
        match Hmac::<Sha256>::new_from_slice(&self.derive("cookie")) {
            Ok(mac) => base32::bytes(&mac.chain_update(text).finalize().into_bytes()),
            // HMAC accepts keys of any length, so this is never reached; and an empty signature is never valid.
            Err(_) => String::new(),
        }
    }

    /// Whether this is the signature of a text; compared in constant time.
    pub(crate) fn has_signed(&self, text: &str, signature: &str) -> bool {
        let (Ok(mac), Some(bytes)) =
            (Hmac::<Sha256>::new_from_slice(&self.derive("cookie")), base32::read_bytes(signature))
        else {
            return false;
        };
        mac.chain_update(text).verify_slice(&bytes).is_ok()
    }

    fn derive(&self, purpose: &str) -> [u8; 32] {
        Sha256::new().chain_update(self.0).chain_update(purpose).finalize().into()
    }
}

/// A secret of 256 random bits, as text.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(base32::bytes(&bytes))
}

/// The digest of a secret, which is stored in its place.
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
