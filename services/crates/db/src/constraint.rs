//! Name and kind of a violated constraint.
//!
//! Constraints are named in migrations, and resources' error enums match on the name; extracting it
//! here keeps driver types out of the services, which choose the message.

use diesel::result::{DatabaseErrorKind, Error};

/// Kind of a violated constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViolationKind {
    /// The value is taken (unique or exclusion constraint).
    Unique,
    /// The row referred to does not exist, or is still referred to.
    ForeignKey,
    /// A check constraint failed.
    Check,
    /// A required column was null.
    NotNull,
}

/// A violated constraint. `name` is empty only where PostgreSQL gives none (not-null).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Violation<'a> {
    /// Which kind of rule.
    pub kind: ViolationKind,
    /// The constraint's name as written in the migration.
    pub name: &'a str,
    /// The column, where PostgreSQL names one (not-null only).
    pub column: Option<&'a str>,
}

/// The constraint that a failed statement violated, or `None` for any other failure.
///
/// ```
/// # fn taken(error: &diesel::result::Error) -> bool {
/// matches!(db::violation(error), Some(v) if v.name == "users_email_unique")
/// # }
/// ```
pub fn violation(error: &Error) -> Option<Violation<'_>> {
    let Error::DatabaseError(kind, info) = error else {
        return None;
    };
    let kind = match kind {
        DatabaseErrorKind::UniqueViolation | DatabaseErrorKind::ExclusionViolation => {
            ViolationKind::Unique
        }
        DatabaseErrorKind::ForeignKeyViolation | DatabaseErrorKind::RestrictViolation => {
            ViolationKind::ForeignKey
        }
        DatabaseErrorKind::CheckViolation => ViolationKind::Check,
        DatabaseErrorKind::NotNullViolation => ViolationKind::NotNull,
        _ => return None,
    };
    Some(Violation {
        kind,
        name: info.constraint_name().unwrap_or_default(),
        column: info.column_name(),
    })
}
