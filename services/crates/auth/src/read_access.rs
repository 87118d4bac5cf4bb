//! The extractor of routes that programs may read with a personal access token.
//!
//! A token reaches a handler only through [`ReadAccess`]: every other extractor takes it for an
//! invalid session. It is sent as `Authorization: Bearer`, or as the password of HTTP Basic, because
//! QGIS and GDAL send that. There is no challenge for Basic: browsers would show their sign-in
//! dialog.

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use actix_web::{FromRequest, HttpRequest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{CustomerId, UserId};
use http_kit::{ApiError, ApiResult, ErrorCode, checking_caller, client_address};

use crate::extract::{authenticate, authenticator};
use crate::{CurrentUser, IntrospectionError, PersonalAccessToken, ReadScope, Scope, TokenGrant};

/// A signed-in user, or a program with a personal access token of a scope of `S`.
#[derive(Debug, Clone)]
pub struct ReadAccess<S> {
    /// The user, or the one who issued the token.
    pub user_id: UserId,
    /// The firm that every transaction is opened for.
    pub customer_id: CustomerId,
    /// The user's session; none for a program. For calls to other services in the user's name.
    pub session: Option<CurrentUser>,
    /// Of the token.
    scopes: Vec<Scope>,
    scope: PhantomData<S>,
}

impl<S> ReadAccess<S> {
    /// Whether the caller may also read what needs this scope. A user may.
    pub fn may_read(&self, scope: Scope) -> bool {
        self.session.is_some() || self.scopes.contains(&scope)
    }
}

impl<S: ReadScope> FromRequest for ReadAccess<S> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = ApiResult<Self>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (request, checking) = (request.clone(), checking_caller(request));
        Box::pin(async move {
            let _checking = checking;
            if let Some(text) = presented(&request) {
                let grant = grant_of(&request, &text, S::SCOPES).await?;
                return Ok(Self {
                    user_id: grant.user_id,
                    customer_id: grant.customer_id,
                    session: None,
                    scopes: grant.scopes,
                    scope: PhantomData,
                });
            }
            let user = authenticate(&request).await?;
            Ok(Self {
                user_id: user.user_id,
                customer_id: user.customer_id,
                session: Some(user),
                scopes: Vec::new(),
                scope: PhantomData,
            })
        })
    }
}

/// The credential of the request that claims to be a personal access token.
fn presented(request: &HttpRequest) -> Option<String> {
    let header = request.headers().get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, credential) = header.split_once(' ')?;
    let credential = credential.trim();
    let token = if scheme.eq_ignore_ascii_case("bearer") {
        credential.to_owned()
    } else if scheme.eq_ignore_ascii_case("basic") {
        let decoded = String::from_utf8(STANDARD.decode(credential).ok()?).ok()?;
        let (_user_name, password) = decoded.split_once(':')?;
        password.to_owned()
    } else {
        return None;
    };
    PersonalAccessToken::is_claimed(&token).then_some(token)
}

/// What a token grants that has one of these scopes.
async fn grant_of(request: &HttpRequest, text: &str, scopes: &[Scope]) -> ApiResult<TokenGrant> {
    let token = PersonalAccessToken::parse(text).ok_or_else(invalid)?;
    let grant = authenticator(request)?
        .introspection
        .grant_of(&token, &client_address(request))
        .await
        .map_err(refusal)?
        .ok_or_else(invalid)?;
    if !scopes.iter().any(|scope| grant.scopes.contains(scope)) {
        return Err(scope_missing(scopes));
    }
    let span = tracing::Span::current();
    span.record("user.id", tracing::field::display(grant.user_id));
    span.record("customer.id", tracing::field::display(grant.customer_id));
    Ok(grant)
}

/// One message for unknown, revoked and expired tokens.
fn invalid() -> ApiError {
    ApiError::new(
        ErrorCode::PersonalAccessTokenInvalid,
        "This access token is not valid: it is unknown, revoked or expired.",
    )
    .header(
        WWW_AUTHENTICATE,
        HeaderValue::from_static(r#"Bearer error="invalid_token""#),
    )
}

fn scope_missing(scopes: &[Scope]) -> ApiError {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    let error = ApiError::new(
        ErrorCode::PersonalAccessTokenScopeMissing,
        format!(
            "This access token does not have the scope {}.",
            names.join(" or ")
        ),
    );
    let challenge = format!(
        r#"Bearer error="insufficient_scope", scope="{}""#,
        names.join(" ")
    );
    match HeaderValue::from_str(&challenge) {
        Ok(challenge) => error.header(WWW_AUTHENTICATE, challenge),
        Err(_not_a_header) => error,
    }
}

fn refusal(error: IntrospectionError) -> ApiError {
    match error {
        IntrospectionError::TooManyUnknown(seconds) => ApiError::new(
            ErrorCode::TooManyRequests,
            "Too many unknown access tokens. Please try again later.",
        )
        .retry_after(seconds),
        IntrospectionError::Unavailable(_) => ApiError::new(
            ErrorCode::PersonalAccessTokenUnverifiable,
            "Your access token cannot be verified right now. Please try again in a moment.",
        )
        .caused_by(error),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn tokens_come_as_bearer_or_as_the_password_of_basic() {
        let token = PersonalAccessToken::generate();
        let text = token.reveal();
        let found = |header: String| {
            let request = TestRequest::get().insert_header((AUTHORIZATION, header));
            presented(&request.to_http_request())
        };
        let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        for header in [
            format!("Bearer {text}"),
            format!("bearer  {text} "),
            basic(&format!("anyone:{text}")),
            basic(&format!(":{text}")),
        ] {
            assert_eq!(found(header.clone()).as_deref(), Some(text), "{header}");
        }
        for header in [
            String::new(),
            "Bearer a.b.c".to_owned(),
            format!("Digest {text}"),
            basic("user:password"),
            basic(text),
            basic(&format!("{text}:")),
            format!("Basic {text}"),
        ] {
            assert_eq!(found(header.clone()), None, "{header}");
        }
    }
}
