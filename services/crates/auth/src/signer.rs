//! The key that signs access tokens, used by main-api only.
//!
//! Ed25519, because its keys and signatures are short and it has no parameters to choose wrongly.
//! The key is read from a file of the operator.

use std::fmt;

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::Utc;
use domain::{CustomerId, SessionId, UserId};
use jsonwebtoken::jwk::{
    AlgorithmParameters, CommonParameters, EllipticCurve, Jwk, JwkSet, KeyAlgorithm,
    OctetKeyPairParameters, OctetKeyPairType, PublicKeyUse, ThumbprintHash,
};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};

use crate::{ACCESS_SECONDS, AUDIENCE, Claims, KeySet, Role};

/// A key that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The text is not a PKCS#8 PEM of an Ed25519 key.
    #[error("the private key is not an Ed25519 key in PKCS#8 PEM format")]
    NotEd25519,
    /// The token library rejected the key or the claims.
    #[error("the token cannot be signed")]
    Unusable(#[from] jsonwebtoken::errors::Error),
}

/// Signs access tokens.
#[derive(Clone)]
pub struct Signer {
    key: EncodingKey,
    public: Jwk,
    kid: String,
    issuer: String,
}

impl Signer {
    /// Reads a private key in PKCS#8 PEM, as `openssl genpkey -algorithm ed25519` writes it.
    pub fn from_pkcs8_pem(pem: &str, issuer: impl Into<String>) -> Result<Self, KeyError> {
        let (_, rest) = pem
            .split_once("-----BEGIN PRIVATE KEY-----")
            .ok_or(KeyError::NotEd25519)?;
        let (body, _) = rest
            .split_once("-----END PRIVATE KEY-----")
            .ok_or(KeyError::NotEd25519)?;
        let body: String = body.split_whitespace().collect();
        let der = STANDARD
            .decode(body)
            .map_err(|_refused: base64::DecodeError| KeyError::NotEd25519)?;
        Self::from_pkcs8_der(&der, issuer)
    }

    /// A new key that lives as long as the process, for tests.
    pub fn ephemeral(issuer: impl Into<String>) -> Result<Self, KeyError> {
        let der = Ed25519KeyPair::generate_pkcs8(&aws_lc_rs::rand::SystemRandom::new())
            .map_err(|_refused: aws_lc_rs::error::Unspecified| KeyError::NotEd25519)?;
        Self::from_pkcs8_der(der.as_ref(), issuer)
    }

    fn from_pkcs8_der(der: &[u8], issuer: impl Into<String>) -> Result<Self, KeyError> {
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(der)
            .map_err(|_refused: aws_lc_rs::error::KeyRejected| KeyError::NotEd25519)?;
        let mut public = Jwk {
            common: CommonParameters {
                public_key_use: Some(PublicKeyUse::Signature),
                key_algorithm: Some(KeyAlgorithm::EdDSA),
                ..CommonParameters::default()
            },
            algorithm: AlgorithmParameters::OctetKeyPair(OctetKeyPairParameters {
                key_type: OctetKeyPairType::OctetKeyPair,
                curve: EllipticCurve::Ed25519,
                x: URL_SAFE_NO_PAD.encode(pair.public_key().as_ref()),
            }),
        };
        // RFC 7638: the id is derived from the key, so that replicas agree on it.
        let kid = public.thumbprint(ThumbprintHash::SHA256)?;
        public.common.key_id = Some(kid.clone());
        Ok(Self {
            key: EncodingKey::from_ed_der(der),
            public,
            kid,
            issuer: issuer.into(),
        })
    }

    /// An access token for one session, valid for [`ACCESS_SECONDS`].
    pub fn sign(
        &self,
        user: UserId,
        customer: CustomerId,
        role: Role,
        email: &str,
        session: SessionId,
    ) -> Result<String, KeyError> {
        let now = Utc::now().timestamp();
        self.sign_claims(&Claims {
            sub: user,
            cid: customer,
            role,
            email: email.to_owned(),
            sid: session,
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            iat: now,
            exp: now + ACCESS_SECONDS,
        })
    }

    /// Signs claims unchanged; tests create expired and foreign tokens with it.
    pub fn sign_claims(&self, claims: &Claims) -> Result<String, KeyError> {
        let header = Header {
            kid: Some(self.kid.clone()),
            ..Header::new(Algorithm::EdDSA)
        };
        Ok(encode(&header, claims, &self.key)?)
    }

    /// The public keys, as served at `/api/.well-known/jwks.json` (RFC 7517).
    pub fn jwks(&self) -> JwkSet {
        JwkSet {
            keys: vec![self.public.clone()],
        }
    }

    /// The key set that verifies this signer's tokens, without a request.
    pub fn key_set(&self) -> KeySet {
        KeySet::fixed(self.jwks(), self.issuer.clone())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer")
            .field("kid", &self.kid)
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Private key of RFC 8037, appendix A.1, in the PKCS#8 form that openssl writes.
    const RFC_8037: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n";

    #[test]
    fn the_published_key_and_its_id_are_the_ones_of_the_rfc() {
        let signer = Signer::from_pkcs8_pem(RFC_8037, "sitewright").unwrap();
        let jwks = serde_json::to_value(signer.jwks()).unwrap();
        assert_eq!(
            jwks["keys"][0]["x"],
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
        );
        assert_eq!(
            jwks["keys"][0]["kid"],
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        );
        assert!(jwks["keys"][0].get("d").is_none());
    }

    #[test]
    fn other_texts_are_no_keys() {
        let cut = RFC_8037.replace("MC4C", "");
        for text in ["", "-----BEGIN PRIVATE KEY-----", "nonsense", &cut] {
            assert!(matches!(
                Signer::from_pkcs8_pem(text, "sitewright"),
                Err(KeyError::NotEd25519)
            ));
        }
    }

    #[test]
    fn the_key_stays_out_of_debug_output() {
        let signer = Signer::from_pkcs8_pem(RFC_8037, "sitewright").unwrap();
        assert_eq!(
            format!("{signer:?}"),
            r#"Signer { kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", issuer: "sitewright", .. }"#
        );
    }
}
