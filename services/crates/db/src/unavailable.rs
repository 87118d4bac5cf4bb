//! Telling "the database is away or overloaded" from "the statement is wrong".
//!
//! Callers answer 503 for the first and consumers wait instead of counting an attempt; both need
//! the same judgement, so it stands here. It never looks at constraint errors.

use diesel::result::{DatabaseErrorKind, Error};

/// Server messages (untranslated, see `lc_messages` in deploy/postgres/bootstrap.sql) of errors that carry no kind of
/// their own in diesel but mean that the server cannot serve now.
const SERVER_AWAY: [&str; 7] = [
    "terminating connection due to",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "the database system is",
    "too many clients already",
    "remaining connection slots are reserved",
    "could not write to file",
];

/// True where trying again later may help and the request itself is not at fault: no connection
/// free in time, connection lost, server stopping or starting, statement timed out.
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

/// True where two transactions stood in each other's way (serialization failure, deadlock) and
/// doing the whole transaction once more is right.
pub fn is_contention(error: &Error) -> bool {
    match error {
        Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        Error::DatabaseError(DatabaseErrorKind::Unknown, info) => {
            info.message() == "deadlock detected"
        }
        _ => false,
    }
}
