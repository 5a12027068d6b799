//! Devices that have signed in with a passphrase before. A signed cookie lists their accounts; it doesn't sign in. Such
//! a device has a rate limit of its own, so that failed attempts by strangers never lock it out.

use crate::error::ApiResult;
use crate::metrics::increment;
use crate::network::Network;
use crate::read::cookie_of;
use crate::security_log::SecurityEvent;
use crate::serve::AppState;
use crate::sessions::set_cookie;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use hall::random_id;
use std::convert::Infallible;
use std::sync::Arc;

/// How many accounts a device remembers: a family may share one.
const ACCOUNTS: usize = 8;

/// How long the cookie lives, in seconds: 400 days, the most that browsers allow.
const AGE: i64 = 400 * 24 * 60 * 60;

/// A device that has signed in before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Device {
    pub(crate) id: String,
    /// The accounts that it has signed in to, the latest first.
    accounts: Vec<String>,
}

impl Device {
    pub(crate) fn knows(&self, person: &str) -> bool {
        self.accounts.iter().any(|account| account == person)
    }

    /// This device, or a new one, after it has signed in to an account.
    pub(crate) fn after_sign_in(device: Option<&Device>, person: &str) -> ApiResult<Device> {
        let (id, known) = match device {
            Some(device) => (device.id.clone(), device.accounts.as_slice()),
            None => (random_id()?, &[][..]),
        };
        let others = known.iter().filter(|account| *account != person).cloned();
        let accounts = std::iter::once(person.to_owned()).chain(others).take(ACCOUNTS).collect();
        Ok(Device { id, accounts })
    }

    /// The cookie that stores this device.
    pub(crate) fn cookie(&self, app: &AppState) -> String {
        let text = self.text();
        let signature = app.key.sign(&signed(&text));
        set_cookie(app, cookie_name(app), &format!("{text}.{signature}"), AGE)
    }

    fn text(&self) -> String {
        format!("{}.{}", self.id, self.accounts.join("."))
    }

    fn read(app: &AppState, value: &str) -> Option<Device> {
        let (text, signature) = value.rsplit_once('.')?;
        app.key.has_signed(&signed(text), signature).then_some(())?;
        let mut parts = text.split('.').map(str::to_owned);
        Some(Device { id: parts.next()?, accounts: parts.collect() })
    }
}

/// The text to sign. The prefix makes sure that the signature isn't valid in a session cookie.
fn signed(text: &str) -> String {
    format!("device {text}")
}

fn cookie_name(app: &AppState) -> &'static str {
    if app.config.is_secure() { "__Host-lx-device" } else { "lx-device" }
}

/// The device of a request, if it has signed in before.
pub(crate) struct KnownDevice(pub(crate) Option<Device>);

impl FromRequestParts<Arc<AppState>> for KnownDevice {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> Result<KnownDevice, Infallible> {
        Ok(KnownDevice(device_of(app, &parts.headers, Network::of(parts))))
    }
}

pub(crate) fn device_of(app: &AppState, headers: &HeaderMap, peer: Network) -> Option<Device> {
    let device = Device::read(app, cookie_of(headers, cookie_name(app))?);
    if device.is_none() {
        increment(&app.metrics.forged);
        app.security_log.note(peer, SecurityEvent::ForgedCookie);
    }
    device
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_known_for_the_accounts_that_signed_in_last() {
        let mut device = Device::after_sign_in(None, "ann").unwrap();
        let id = device.id.clone();
        for n in 0..ACCOUNTS - 1 {
            device = Device::after_sign_in(Some(&device), &format!("p{n}")).unwrap();
        }
        assert!(device.knows("ann") && device.knows("p0") && !device.knows("bob"));
        // Signing in again makes an account the latest one.
        device = Device::after_sign_in(Some(&device), "ann").unwrap();
        device = Device::after_sign_in(Some(&device), "bob").unwrap();
        assert!(device.knows("ann") && device.knows("bob") && !device.knows("p0"));
        assert_eq!((device.id, device.accounts.len()), (id, ACCOUNTS));
    }
}
