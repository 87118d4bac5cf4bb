//! Authentication: access tokens, the keys that verify them, personal access tokens, and the
//! extractors for handlers.
//!
//! Only main-api signs; every service verifies with the published key set, so that none needs
//! another's database. Which rows a caller may see is decided by row-level security; passwords and
//! refresh tokens belong to main-api.
//!
//! A service registers one `web::Data<Authenticator>`; a handler that takes [`CurrentUser`] or
//! [`Admin`] cannot be reached without a valid session, and one that takes [`ReadAccess`] not
//! without a session or a personal access token with its scope. Errors are 401 (missing or invalid
//! session or token), 403 (another role or scope needed, or a change by cookie from a foreign page),
//! 429 (too many unknown tokens) and 503 (keys or main-api unavailable).

mod claims;
mod ended;
mod extract;
mod introspection;
mod key_set;
mod origin;
mod personal_access_token;
mod read_access;
mod revocation;
mod scope;
mod signer;
mod streams;

pub use claims::{Claims, Role};
pub use ended::{ENDED_SECONDS, ENDED_SESSIONS_PATH, EndedList, EndedSessions, EndedSessionsError};
pub use extract::{Admin, Authenticator, CurrentUser, SessionCookies};
pub use introspection::{
    INTROSPECTION_PATH, Introspection, IntrospectionError, IntrospectionRequest,
    IntrospectionResponse, TokenGrant,
};
pub use key_set::{KeySet, VerifyError};
pub use origin::Origins;
pub use personal_access_token::{PersonalAccessToken, TokenHash};
pub use read_access::ReadAccess;
pub use revocation::Revocations;
pub use scope::{AnyRead, ParcelsRead, ProjectsRead, ReadScope, Scope};
pub use signer::{KeyError, Signer};
pub use streams::{REPLACED, STREAMS_A_SESSION, SessionStreams, StreamPlace};

/// How long an access token is valid, in seconds.
pub const ACCESS_SECONDS: i64 = 15 * 60;
/// Issuer of our tokens unless `JWT_ISSUER` says otherwise.
pub const DEFAULT_ISSUER: &str = "sitewright";
/// Audience of our tokens.
pub const AUDIENCE: &str = "sitewright";
