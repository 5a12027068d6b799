//! Passphrases: which ones are accepted, and how they are stored (Argon2id). Hashing is slow on purpose, so the
//! scheduler runs it like other costly work. Signing in to an unknown name takes as long as to a known one.

use crate::error::{ApiError, ApiResult};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use axum::http::StatusCode;
use engine::Code;
use engine::base32;
use hall::{Scheduler, WorkPermit};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::{Mutex, PoisonError};

/// Memory in KiB, passes, lanes. After a change, each passphrase is hashed again at the next sign-in.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// A passphrase as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Hash {
    cost: (u32, u32, u32),
    salt: String,
    hash: String,
}

/// The 3,000 most common passphrases, each as the first digits of its SHA-256, because many are offensive.
const LISTED: &str = include_str!("../../../data/passphrases.txt");

/// Words that attackers try first; digits and punctuation around them don't count.
const COMMON: &[&str] = &[
    "password",
    "passwort",
    "passw",
    "qwerty",
    "qwertz",
    "qwertyui",
    "qwertyuiop",
    "q2w3e4r",
    "q2w3e4r5t",
    "asdf",
    "asdfgh",
    "asdfghjkl",
    "zxcvbn",
    "zxcvbnm",
    "letmein",
    "welcome",
    "admin",
    "administrator",
    "login",
    "guest",
    "master",
    "secret",
    "hello",
    "iloveyou",
    "lovely",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "basketball",
    "superman",
    "batman",
    "trustno",
    "dragon",
    "monkey",
    "shadow",
    "michael",
    "charlie",
    "jordan",
    "jessica",
    "jennifer",
    "michelle",
    "samantha",
    "whatever",
    "starwars",
    "computer",
    "internet",
    "pokemon",
    "chocolate",
    "butterfly",
    "liverpool",
    "arsenal",
    "chelsea",
    "ferrari",
    "mercedes",
    "corvette",
    "maverick",
    "midnight",
    "lexicade",
    "abcd",
    "abcdef",
    "abcdefgh",
    "test",
    "testing",
    "changeme",
    "default",
    "access",
    "flower",
    "freedom",
    "ashley",
    "bailey",
    "thomas",
];

/// Refuses a passphrase that is too short, too long or easy to guess for an account with this name.
pub(crate) fn check(passphrase: &str, name: &str) -> ApiResult<()> {
    let weak =
        |text: &str| Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebWeak, text));
    let length = passphrase.chars().count();
    let low = passphrase.to_lowercase();
    let first = low.chars().next();
    // Without digits and punctuation around it.
    let root = low.trim_matches(|c: char| !c.is_alphabetic());
    match length {
        ..8 => weak("Too short. Use at least 8 characters, such as three or four random words."),
        257.. => weak("Too long. Use at most 256 characters."),
        ..12 if root.chars().count() < 4 => {
            weak("Too easy to guess. Add letters, or use three or four random words.")
        }
        _ if is_listed(&low)
            || COMMON.contains(&root)
            || low == name.to_lowercase()
            || low.chars().all(|c| Some(c) == first) =>
        {
            weak("Too easy to guess. Try three or four random words.")
        }
        _ => Ok(()),
    }
}

fn is_listed(low: &str) -> bool {
    let digest = Sha256::digest(low.as_bytes());
    let start: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    LISTED.lines().any(|listed| listed == start)
}

/// Hashes a passphrase with a random salt.
pub(crate) async fn hash(scheduler: &Scheduler, passphrase: String) -> ApiResult<Hash> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| ApiError::internal())?;
    run(scheduler, passphrase, COST, base32::bytes(&salt)).await
}

/// Whether this passphrase is the stored one. Without a stored one it is false after the same time.
pub(crate) async fn is_right(
    scheduler: &Scheduler,
    passphrase: String,
    stored: Option<&Hash>,
) -> ApiResult<bool> {
    let (cost, salt) = match stored {
        Some(stored) => (stored.cost, stored.salt.clone()),
        None => (COST, base32::bytes(&[0; 16])),
    };
    let given = run(scheduler, passphrase, cost, salt).await?;
    Ok(stored.is_some_and(|stored| is_equal(&stored.hash, &given.hash)))
}

/// Whether a hash was made at another cost than today's.
pub(crate) fn is_old(hash: &Hash) -> bool {
    hash.cost != COST
}

async fn run(
    scheduler: &Scheduler,
    passphrase: String,
    cost: (u32, u32, u32),
    salt: String,
) -> ApiResult<Hash> {
    let hash = scheduler.run(move |permit| argon2(permit, &passphrase, cost, salt)).await?;
    hash.ok_or_else(ApiError::internal)
}

fn argon2(_: &WorkPermit, passphrase: &str, cost: (u32, u32, u32), salt: String) -> Option<Hash> {
    let (memory, passes, lanes) = cost;
    let params = Params::new(memory, passes, lanes, Some(32)).ok()?;
    let bytes = base32::read_bytes(&salt)?;
    let mut hash = [0; 32];
    let mut memory = HashMemory::take(params.block_count());
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(passphrase.as_bytes(), &bytes, &mut hash, &mut memory.0)
        .ok()?;
    Some(Hash { cost, salt, hash: base32::bytes(&hash) })
}

/// Memory for hashing, which is reused: a thread that allocated 19 MiB would keep it for a while.
struct HashMemory(Vec<Block>);

static UNUSED: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

impl HashMemory {
    fn take(blocks: usize) -> HashMemory {
        let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memory = unused.unwrap_or_default();
        memory.resize(blocks, Block::default());
        HashMemory(memory)
    }
}

impl Drop for HashMemory {
    fn drop(&mut self) {
        // There are never more of them than workers.
        let memory = std::mem::take(&mut self.0);
        UNUSED.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

/// Compares in constant time.
fn is_equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_stored_passphrase_is_right() {
        let scheduler = Scheduler::default();
        let stored = hash(&scheduler, "four words are good".into()).await.unwrap();
        let is_right =
            async |given: &str, stored| is_right(&scheduler, given.into(), stored).await.unwrap();
        assert!(is_right("four words are good", Some(&stored)).await);
        assert!(!is_right("four words are gooD", Some(&stored)).await);
        assert!(!is_right("four words are good", None).await);
        assert!(!serde_json::to_string(&stored).unwrap().contains("words"));
        assert!(!is_old(&stored) && is_old(&Hash { cost: (8, 1, 1), ..stored }));
    }

    #[test]
    fn short_long_and_common_passphrases_are_refused() {
        for weak in [
            "",
            "seven77",
            "!!Password1",
            "12345678",
            "1q2w3e4r",
            "zzzzzzzzzz",
            "Ann Marie",
            &"x y".repeat(90),
        ] {
            assert_eq!(check(weak, "Ann Marie").unwrap_err().refusal.code, "web.weak", "{weak}");
        }
        // From the long list, in any case.
        assert_eq!(LISTED.lines().count(), 3000);
        for weak in ["trustno1", "1qaz2wsx", "greyhoun", "Qwertyuiop", "rush2112"] {
            assert!(is_listed(&weak.to_lowercase()), "{weak}");
            assert_eq!(check(weak, "Ann").unwrap_err().refusal.code, "web.weak", "{weak}");
        }
        check("grüße 🦀 über", "Ann").unwrap();
    }
}
