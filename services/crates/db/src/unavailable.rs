//! Distinguishes an unavailable or overloaded database from a wrong statement.
//!
//! Requests then get 503, and consumers wait instead of counting an attempt.

use diesel::result::{DatabaseErrorKind, Error};

/// Server messages (untranslated, see `lc_messages` in deploy/postgres/bootstrap.sql) without an
/// error kind in diesel that mean that the server is unavailable.
const SERVER_AWAY: [&str; 8] = [
    "terminating connection due to",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "the database system is",
    "too many clients already",
    "remaining connection slots are reserved",
    // Its disk is full.
    "could not write to file",
    "could not extend file",
];

/// Whether a later retry may succeed: no free connection in time, connection lost, server stopping
/// or starting, statement timed out, the server's disk full.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(message: &str) -> Error {
        Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()))
    }

    #[test]
    fn a_full_disk_of_the_server_is_no_fault_of_the_statement() {
        let left = "No space left on device";
        for message in [
            format!("could not extend file \"base/16384/16421\": {left}"),
            "could not extend file \"base/16384/16421\": wrote only 4096 of 8192 bytes at block 7"
                .to_owned(),
            format!("could not write to file \"base/pgsql_tmp/pgsql_tmp7.0\": {left}"),
        ] {
            assert!(is_unavailable(&said(&message)), "{message}");
            assert!(!is_connection_lost(&said(&message)), "{message}");
        }
        assert!(!is_unavailable(&said("division by zero")));
    }
}
