//! Passphrases: what may be one, and what is stored of it (Argon2id). Hashing one is slow on purpose, so it is done in turns
//! like other costly work, and a name that nobody has takes as long as one that somebody has.

use crate::error::{ApiError, ApiResult};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use axum::http::StatusCode;
use engine::base32;
use hall::{Scheduler, WorkPermit};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::{Mutex, PoisonError};

/// Memory in KiB, passes, lanes. When they are raised, a hash is made again at the next signing-in.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// What is kept of a passphrase.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Hash {
    cost: (u32, u32, u32),
    salt: String,
    hash: String,
}

/// The 3,000 commonest passphrases, each as the first digits of its SHA-256: many are not fit to be read.
const LISTED: &str = include_str!("../../../data/passphrases.txt");

/// What everybody tries first, with whatever digits and marks around it.
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

/// May this be a passphrase of somebody with this name?
pub(crate) fn check(passphrase: &str, name: &str) -> ApiResult<()> {
    let weak = |text: &str| Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "web.weak", text));
    let length = passphrase.chars().count();
    let low = passphrase.to_lowercase();
    let first = low.chars().next();
    // Without digits and marks around it.
    let root = low.trim_matches(|c: char| !c.is_alphabetic());
    match length {
        ..8 => weak("A passphrase has 8 characters or more; three or four words are good."),
        257.. => weak("A passphrase has at most 256 characters."),
        ..12 if root.chars().count() < 4 => {
            weak("Digits and marks are soon tried; three or four words are good.")
        }
        _ if is_listed(&low)
            || COMMON.contains(&root)
            || low == name.to_lowercase()
            || low.chars().all(|c| Some(c) == first) =>
        {
            weak("Everybody would try that one first; three or four words are good.")
        }
        _ => Ok(()),
    }
}

/// Is it one of the commonest?
fn is_listed(low: &str) -> bool {
    let digest = Sha256::digest(low.as_bytes());
    let start: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    LISTED.lines().any(|listed| listed == start)
}

/// What is to be kept of a passphrase.
pub(crate) async fn hash(scheduler: &Scheduler, passphrase: String) -> ApiResult<Hash> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| ApiError::internal())?;
    run(scheduler, passphrase, COST, base32::bytes(&salt)).await
}

/// Is this the passphrase? Where there is none to compare with, it takes as long to say no.
pub(crate) async fn is(
    scheduler: &Scheduler,
    passphrase: String,
    kept: Option<&Hash>,
) -> ApiResult<bool> {
    let (cost, salt) = match kept {
        Some(kept) => (kept.cost, kept.salt.clone()),
        None => (COST, base32::bytes(&[0; 16])),
    };
    let made = run(scheduler, passphrase, cost, salt).await?;
    Ok(kept.is_some_and(|kept| same(&kept.hash, &made.hash)))
}

/// Was it made with less work than is done now?
pub(crate) fn is_old(hash: &Hash) -> bool {
    hash.cost != COST
}

async fn run(
    scheduler: &Scheduler,
    passphrase: String,
    cost: (u32, u32, u32),
    salt: String,
) -> ApiResult<Hash> {
    let made = scheduler.run(move |permit| argon2(permit, &passphrase, cost, salt)).await?;
    made.ok_or_else(ApiError::internal)
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

/// Memory for hashing, which is used again: each thread that allocated 19 MiB would keep it for a while.
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
        // As many as have been used at once, which is as many as there are workers.
        let memory = std::mem::take(&mut self.0);
        UNUSED.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

/// Are they the same? It takes as long whether they are or not.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_passphrase_is_known_again_and_another_is_not() {
        let scheduler = Scheduler::default();
        let kept = hash(&scheduler, "four words are good".into()).await.unwrap();
        let is = async |given: &str, kept| is(&scheduler, given.into(), kept).await.unwrap();
        assert!(is("four words are good", Some(&kept)).await);
        assert!(!is("four words are gooD", Some(&kept)).await);
        assert!(!is("four words are good", None).await);
        assert!(!serde_json::to_string(&kept).unwrap().contains("words"));
        assert!(!is_old(&kept) && is_old(&Hash { cost: (8, 1, 1), ..kept }));
    }

    #[test]
    fn short_long_and_common_ones_are_refused() {
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
        // Of the long list, whatever their case.
        assert_eq!(LISTED.lines().count(), 3000);
        for weak in ["trustno1", "1qaz2wsx", "greyhoun", "Qwertyuiop", "rush2112"] {
            assert!(is_listed(&weak.to_lowercase()), "{weak}");
            assert_eq!(check(weak, "Ann").unwrap_err().refusal.code, "web.weak", "{weak}");
        }
        check("grüße 🦀 über", "Ann").unwrap();
    }
}
