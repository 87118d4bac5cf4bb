//! Distinguishes an unavailable or overloaded database from a wrong statement.
//!
//! Requests then get 503, and consumers wait instead of counting an attempt.

use diesel::result::{DatabaseErrorKind, Error};

/// Server messages (untranslated, see `lc_messages` in deploy/postgres/bootstrap.sql) without an
/// error kind in diesel that mean that the server is unavailable.
const SERVER_AWAY: [&str; 7] = [
    "terminating connection due to",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "the database system is",
    "too many clients already",
    "remaining connection slots are reserved",
    "could not write to file",
];

/// Whether a later retry may succeed: no free connection in time, connection lost, server stopping
/// or starting, statement timed out.
pub fn is_unavailable(error: &Error) -> bool {
    match error {
        Error::BrokenTransactionManager
        | Error::DatabaseError(
            DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection,
            _,
        ) => true,
        Error::DatabaseError(DatabaseErrorKind::Unknown, info) => SERVER_AWAY
            .iter()
            .any(|start| info.message().starts_with(start)),
        _ => false,
    }
}

/// Whether the statement was ended because it took too long.
pub fn is_statement_timeout(error: &Error) -> bool {
    let Error::DatabaseError(DatabaseErrorKind::Unknown, info) = error else {
        return false;
    };
    info.message() == "canceling statement due to statement timeout"
}

/// Whether the connection was lost, or the server ended it, so that the statement can be repeated on
/// another one.
pub(crate) fn is_connection_lost(error: &Error) -> bool {
    match error {
        Error::DatabaseError(
            DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection,
            _,
        ) => true,
        Error::DatabaseError(DatabaseErrorKind::Unknown, info) => {
            info.message().starts_with("terminating connection due to")
        }
        _ => false,
    }
}

/// Whether two transactions conflicted (serialization failure, deadlock), so that the whole
/// transaction should be retried.
pub fn is_contention(error: &Error) -> bool {
    match error {
        Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        Error::DatabaseError(DatabaseErrorKind::Unknown, info) => {
            info.message() == "deadlock detected"
        }
        _ => false,
    }
}
