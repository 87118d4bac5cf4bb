//! Signed links that identify a message, so that its recipient can unsubscribe without signing in.
//!
//! The token holds the firm and the message, but no address.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{CustomerId, MailId};
use hmac::{Hmac, Mac as _};
use settings::Secret;
use sha2::Sha256;
use uuid::Uuid;

/// Creates and verifies unsubscribe links.
#[derive(Debug, Clone)]
pub struct Links {
    /// Public origin, without a trailing slash.
    pub public_url: String,
    pub key: Secret<String>,
}

impl Links {
    pub fn new(public_url: &str, key: Secret<String>) -> Self {
        let public_url = public_url.trim_end_matches('/').to_owned();
        Self { public_url, key }
    }

    /// The recipient's unsubscribe URL, for one-click (RFC 8058) and for browsers.
    pub fn link(&self, firm: CustomerId, mail_id: MailId) -> String {
        let mut token = [firm.0.as_bytes().as_slice(), mail_id.0.as_bytes()].concat();
        let signature = self.mac(&token).finalize().into_bytes();
        token.extend_from_slice(&signature);
        let token = URL_SAFE_NO_PAD.encode(token);
        format!("{}/property_api/unsubscribe?token={token}", self.public_url)
    }

    /// Verifies a token.
    pub fn read(&self, token: &str) -> Option<(CustomerId, MailId)> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (named, signature) = bytes.split_at_checked(32)?;
        self.mac(named).verify_slice(signature).ok()?;
        let (firm, mail) = named.split_at_checked(16)?;
        Some((
            CustomerId(Uuid::from_slice(firm).ok()?),
            MailId(Uuid::from_slice(mail).ok()?),
        ))
    }

    fn mac(&self, bytes: &[u8]) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "a key of any length is taken")]
        let mac = Hmac::<Sha256>::new_from_slice(self.key.expose().as_bytes()).expect("any length");
        mac.chain_update(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_links_are_read() {
        let links = Links::new("https://sitewright.test/", Secret::new("a key".to_owned()));
        let (firm, mail) = (CustomerId(Uuid::new_v4()), MailId(Uuid::new_v4()));
        let link = links.link(firm, mail);
        let (address, token) = link.split_once("?token=").unwrap();
        assert_eq!(address, "https://sitewright.test/property_api/unsubscribe");
        assert_eq!(links.read(token), Some((firm, mail)));
        let others = Links::new("https://sitewright.test", Secret::new("another".to_owned()));
        assert_eq!(others.read(token), None);
        for bad in ["", "x", &token[..40], &format!("{token}AA"), "é"] {
            assert_eq!(links.read(bad), None, "{bad}");
        }
    }
}
