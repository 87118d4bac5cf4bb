//! Claims of an access token.
//!
//! The names are those of RFC 7519, except for firm, role and session.

use std::fmt;
use std::str::FromStr;

use domain::{CustomerId, Invalid, SessionId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a user may do within the firm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Manages the firm's users, besides everything that a user does.
    Admin,
    /// Works with projects, properties and contacts.
    User,
}

impl Role {
    /// The role as written in tokens and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::User => "user",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        match text {
            "admin" => Ok(Self::Admin),
            "user" => Ok(Self::User),
            _ => Err(Invalid::new("The role must be admin or user.")),
        }
    }
}

/// Claims of an access token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The user.
    pub sub: UserId,
    /// The firm.
    pub cid: CustomerId,
    /// The role within it.
    pub role: Role,
    /// The user's e-mail address.
    pub email: String,
    /// The session that the token belongs to.
    pub sid: SessionId,
    /// Issuer.
    pub iss: String,
    /// Audience.
    pub aud: String,
    /// Issued at, seconds since 1970.
    pub iat: i64,
    /// Expiry, seconds since 1970 (exclusive).
    pub exp: i64,
}

impl fmt::Debug for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the address: Debug output is written to logs.
        f.debug_struct("Claims")
            .field("sub", &self.sub)
            .field("cid", &self.cid)
            .field("role", &self.role)
            .field("sid", &self.sid)
            .field("iss", &self.iss)
            .field("aud", &self.aud)
            .field("exp", &self.exp)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_written_as_the_database_has_them() {
        for role in [Role::Admin, Role::User] {
            assert_eq!(role.to_string().parse::<Role>(), Ok(role));
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
        }
        assert!("Admin".parse::<Role>().is_err());
    }
}
