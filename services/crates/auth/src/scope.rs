//! Scopes of personal access tokens: what a program may read in its user's name.
//!
//! A scope is also a type, so that a handler names the one it needs in its
//! [`crate::ReadAccess`].

use std::fmt;
use std::str::FromStr;

use domain::Invalid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a personal access token allows. No scope allows a change.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
pub enum Scope {
    /// Reads parcels, their tiles and places.
    #[serde(rename = "parcels:read")]
    ParcelsRead,
    /// Reads the firm's projects and their markers.
    #[serde(rename = "projects:read")]
    ProjectsRead,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 2] = [Self::ParcelsRead, Self::ProjectsRead];

    /// The scope as written in requests and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ParcelsRead => "parcels:read",
            Self::ProjectsRead => "projects:read",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Scope {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::ALL
            .into_iter()
            .find(|scope| scope.as_str() == text)
            .ok_or(Invalid::new("There is no such scope."))
    }
}

/// A scope as a type, or several of which one is enough.
pub trait ReadScope: 'static {
    /// The scopes.
    const SCOPES: &'static [Scope];
}

/// [`Scope::ParcelsRead`] as a type.
#[derive(Debug, Clone, Copy)]
pub struct ParcelsRead;

impl ReadScope for ParcelsRead {
    const SCOPES: &'static [Scope] = &[Scope::ParcelsRead];
}

/// [`Scope::ProjectsRead`] as a type.
#[derive(Debug, Clone, Copy)]
pub struct ProjectsRead;

impl ReadScope for ProjectsRead {
    const SCOPES: &'static [Scope] = &[Scope::ProjectsRead];
}

/// Any of [`Scope::ALL`].
#[derive(Debug, Clone, Copy)]
pub struct AnyRead;

impl ReadScope for AnyRead {
    const SCOPES: &'static [Scope] = &Scope::ALL;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_written_as_the_database_has_them() {
        for scope in Scope::ALL {
            assert_eq!(scope.to_string().parse::<Scope>(), Ok(scope));
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
        assert!("parcels:write".parse::<Scope>().is_err());
    }
}
