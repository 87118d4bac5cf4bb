//! Who calls with a link: the token of the header, and from where.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest};
use db::Pool;
use http_kit::{ApiError, client_address};

use crate::letter_links::LinkError;
use crate::letter_links::domain::CALLS_A_MINUTE;
use crate::letter_links::evidence::Caller;
use crate::letter_links::store::{self, Found};
use crate::letter_links::token::TokenHash;

/// The header of the calls. The token is not in their address, which logs have.
const HEADER: &str = "x-letter-token";

/// A caller with a token that could be ours.
pub struct Holder {
    hash: TokenHash,
    pub caller: Caller,
}

impl FromRequest for Holder {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let header = |name: &str| {
            let value = request.headers().get(name);
            value.and_then(|value| value.to_str().ok())
        };
        let Some(hash) = header(HEADER).and_then(TokenHash::of) else {
            return ready(Err(ApiError::from(LinkError::NotFound).into()));
        };
        let agent = header(USER_AGENT.as_str()).unwrap_or_default();
        let caller = Caller::new(client_address(request), agent);
        ready(Ok(Self { hash, caller }))
    }
}

impl Holder {
    /// Whose letter it is, without changing anything.
    pub async fn find(&self, pool: &Pool) -> Result<Found, LinkError> {
        let found = db::unscoped_tx(pool, "letter link", async |conn| {
            store::find_by_token(conn, &self.hash).await
        });
        found.await?.ok_or(LinkError::NotFound)
    }

    /// Whose letter it is, and counts that the page was asked for.
    pub async fn fetch(&self, pool: &Pool) -> Result<Found, LinkError> {
        let found = db::unscoped_tx(pool, "letter link", async |conn| {
            store::count_fetch(conn, &self.hash).await
        });
        found.await?.ok_or(LinkError::NotFound)
    }

    /// Whose letter it is, for a change, of which a minute has a limited number.
    pub async fn enter(&self, pool: &Pool) -> Result<Found, LinkError> {
        let found = db::unscoped_tx(pool, "letter link", async |conn| {
            store::count_call(conn, &self.hash).await
        });
        let found = found.await?.ok_or(LinkError::NotFound)?;
        if found.minute_calls > CALLS_A_MINUTE {
            return Err(LinkError::TooMany);
        }
        Ok(found)
    }
}
