//! Unsubscribing by a signed link that identifies a message, without sign-in.
//!
//! The signed token holds firm and message, but no address. Unsubscribing is idempotent.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::CustomerId;
use hmac::{Hmac, Mac as _};
use http_kit::{ApiError, ApiResult, Json, Query};
use serde::Deserialize;
use settings::Secret;
use sha2::Sha256;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{CampaignError, store};
use crate::app::AppState;
use crate::properties::dto::Success;

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
    pub fn link(&self, firm: CustomerId, mail_id: Uuid) -> String {
        let mut token = [firm.0.as_bytes().as_slice(), mail_id.as_bytes()].concat();
        let signature = self.mac(&token).finalize().into_bytes();
        token.extend_from_slice(&signature);
        let token = URL_SAFE_NO_PAD.encode(token);
        format!("{}/property_api/unsubscribe?token={token}", self.public_url)
    }

    /// Verifies a token.
    pub fn read(&self, token: &str) -> Option<(CustomerId, Uuid)> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (named, signature) = bytes.split_at_checked(32)?;
        self.mac(named).verify_slice(signature).ok()?;
        let (firm, mail) = named.split_at_checked(16)?;
        Some((
            CustomerId(Uuid::from_slice(firm).ok()?),
            Uuid::from_slice(mail).ok()?,
        ))
    }

    fn mac(&self, bytes: &[u8]) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "a key of any length is taken")]
        let mac = Hmac::<Sha256>::new_from_slice(self.key.expose().as_bytes()).expect("any length");
        mac.chain_update(bytes)
    }
}

/// Identifies the message whose recipient unsubscribes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UnsubscribeQuery {
    /// The token of the link.
    pub token: String,
}

/// Opened in a browser: redirects to the confirmation page. Changes nothing, because mail scanners
/// follow links. Needs no session.
#[utoipa::path(tag = "campaigns", params(UnsubscribeQuery), security(()),
    responses((status = 303, description = "To the page"), ApiError))]
#[get("/unsubscribe")]
pub async fn open_unsubscribe(
    state: Data<AppState>,
    Query(query): Query<UnsubscribeQuery>,
) -> ApiResult<HttpResponse> {
    let token: String = form_urlencoded::byte_serialize(query.token.as_bytes()).collect();
    let page = format!("{}/unsubscribe?token={token}", state.links.public_url);
    Ok(HttpResponse::SeeOther()
        .insert_header((LOCATION, page))
        .finish())
}

/// Adds the recipient of a message to the firm's suppression list. One click; needs no session.
#[utoipa::path(tag = "campaigns", params(UnsubscribeQuery), security(()),
    responses((status = 200, description = "They are on the list", body = Success), ApiError))]
#[post("/unsubscribe")]
pub async fn unsubscribe(
    state: Data<AppState>,
    Query(query): Query<UnsubscribeQuery>,
) -> ApiResult<Json<Success>> {
    let (firm, mail_id) = state
        .links
        .read(&query.token)
        .ok_or(CampaignError::BadLink)?;
    let written = db::tenant_tx(&state.pool, firm, async |conn| {
        store::suppress_receiver(conn, mail_id).await
    })
    .await?;
    if !written {
        return Err(CampaignError::BadLink.into());
    }
    Ok(Json(Success::YES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_links_are_read() {
        let links = Links::new("https://sitewright.test/", Secret::new("a key".to_owned()));
        let (firm, mail) = (CustomerId(Uuid::new_v4()), Uuid::new_v4());
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
