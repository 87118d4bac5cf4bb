//! Who is calling: access tokens, the keys that prove them, and the extractors that handlers ask for.
//!
//! Only main-api signs; every service verifies by the published key set, so that none of them needs
//! another's database to know its caller. Whether a caller may see a row is decided by row-level
//! security, not here; passwords and refresh tokens belong to main-api.
//!
//! A service registers one `web::Data<Authenticator>`; a handler that takes [`CurrentUser`] or
//! [`Admin`] cannot be reached without a valid session. The errors are 401 (none, or not valid), 403
//! (another role needed, or a change by cookie from a foreign page) and 503 (keys not reachable).

mod claims;
mod ended;
mod extract;
mod key_set;
mod origin;
mod revocation;
mod signer;
mod streams;

pub use claims::{Claims, Role};
pub use ended::{ENDED_SECONDS, ENDED_SESSIONS_PATH, EndedList, EndedSessions, EndedSessionsError};
pub use extract::{Admin, Authenticator, CurrentUser, SessionCookies};
pub use key_set::{KeySet, VerifyError};
pub use origin::Origins;
pub use revocation::Revocations;
pub use signer::{KeyError, Signer};
pub use streams::{REPLACED, STREAMS_A_SESSION, SessionStreams, StreamPlace};

/// How long an access token is valid, in seconds.
pub const ACCESS_SECONDS: i64 = 15 * 60;
/// Issuer of our tokens unless `JWT_ISSUER` says otherwise.
pub const DEFAULT_ISSUER: &str = "sitewright";
/// Audience of our tokens.
pub const AUDIENCE: &str = "sitewright";
