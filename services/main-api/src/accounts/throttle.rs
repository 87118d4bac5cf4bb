//! Limits on wrong passwords per account, network and address.
//!
//! An attacker cannot lock out a user: attempts from one network block that network only, attempts
//! from many networks block only places where the account never signed in
//! ([`super::known_places`]).
//!
//! Counted in the database, so that replicas share the count and a restart keeps it. An attempt is
//! counted before the password is checked, so concurrent requests cannot exceed the limit; success
//! gives it back.

use chrono::{DateTime, Duration, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use sha2::{Digest as _, Sha256};

use crate::schema::attempts;

#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Part of the key: attempts of different kinds are counted separately.
    pub kind: &'static str,
    pub most: i64,
    pub minutes: i64,
}

/// Wrong passwords for one account from one network.
pub const PASSWORD_BY_NETWORK: Limit = Limit {
    kind: "password-network",
    most: 10,
    minutes: 15,
};
/// Wrong passwords for one account from a browser that signed in to it before.
pub const PASSWORD_BY_DEVICE: Limit = Limit {
    kind: "password-device",
    most: 10,
    minutes: 15,
};
/// Wrong passwords for one account from places where it never signed in.
pub const PASSWORD_BY_STRANGERS: Limit = Limit {
    kind: "password-strangers",
    most: 100,
    minutes: 15,
};
/// Wrong passwords from one address; each account counts ten times at most.
pub const PASSWORD_BY_ADDRESS: Limit = Limit {
    kind: "password-address",
    most: 100,
    minutes: 15,
};
/// Wrong passwords of a signed-in user. Separate from sign-in, so that an attacker's attempts do
/// not keep the user from changing the password.
pub const PASSWORD_BY_USER: Limit = Limit {
    kind: "password-user",
    most: 10,
    minutes: 15,
};
/// Changes of the e-mail address by one user: each sends mail to an arbitrary address.
pub const EMAIL_BY_USER: Limit = Limit {
    kind: "email-user",
    most: 5,
    minutes: 60,
};
/// Invalid links, from one address.
pub const LINK_BY_ADDRESS: Limit = Limit {
    kind: "link-address",
    most: 30,
    minutes: 15,
};
/// Unknown personal access tokens from one address.
pub const TOKEN_BY_ADDRESS: Limit = Limit {
    kind: "token-address",
    most: 100,
    minutes: 15,
};
/// Reset links for one account.
pub const RESET_BY_ACCOUNT: Limit = Limit {
    kind: "reset-account",
    most: 5,
    minutes: 60,
};
/// Reset links requested from one address.
pub const RESET_BY_ADDRESS: Limit = Limit {
    kind: "reset-address",
    most: 50,
    minutes: 60,
};

/// Counted attempts that can be given back.
#[derive(Debug, Default)]
pub struct Taken {
    ids: Vec<i64>,
}

/// Counts one attempt of each limit, or returns the seconds until the next is allowed.
///
/// When the inner result is `Err`, nothing is counted.
pub async fn take(pool: &Pool, wanted: &[(Limit, &str)]) -> QueryResult<Result<Taken, u64>> {
    let mut keys: Vec<(Limit, Vec<u8>)> = wanted
        .iter()
        .map(|(limit, who)| (*limit, key(*limit, who)))
        .collect();
    // A fixed order prevents deadlocks between callers.
    keys.sort_by(|one, other| one.1.cmp(&other.1));
    db::system_tx(pool, async |conn| {
        for (limit, key) in &keys {
            lock(conn, key).await?;
            if let Some(seconds) = full(conn, *limit, key).await? {
                return Ok(Err(seconds));
            }
        }
        let mut taken = Taken::default();
        for (_, key) in keys {
            taken.ids.push(insert(conn, &key).await?);
        }
        Ok(Ok(taken))
    })
    .await
}

/// Gives back what was counted and deletes every earlier attempt under `forgiven`.
pub async fn give_back(
    conn: &mut AsyncPgConnection,
    taken: &Taken,
    forgiven: &[(Limit, &str)],
) -> QueryResult<()> {
    let keys: Vec<_> = forgiven
        .iter()
        .map(|(limit, who)| key(*limit, who))
        .collect();
    diesel::delete(attempts::table)
        .filter(
            attempts::attempt_id
                .eq_any(&taken.ids)
                .or(attempts::key_hash.eq_any(keys)),
        )
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes attempts older than their window.
pub async fn delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let before = Utc::now() - Duration::hours(2);
    diesel::delete(attempts::table.filter(attempts::at.lt(before)))
        .execute(conn)
        .await
}

fn key(limit: Limit, who: &str) -> Vec<u8> {
    Sha256::digest(format!("{}:{who}", limit.kind)).to_vec()
}

async fn lock(conn: &mut AsyncPgConnection, key: &[u8]) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))")
        .bind::<diesel::sql_types::Binary, _>(key)
        .execute(conn)
        .await
}

async fn full(conn: &mut AsyncPgConnection, limit: Limit, key: &[u8]) -> QueryResult<Option<u64>> {
    let window = Duration::minutes(limit.minutes);
    let recent: Vec<DateTime<Utc>> = attempts::table
        .filter(attempts::key_hash.eq(key))
        .filter(attempts::at.gt(Utc::now() - window))
        .order(attempts::at.desc())
        .limit(limit.most)
        .select(attempts::at)
        .load(conn)
        .await?;
    if (recent.len() as i64) < limit.most {
        return Ok(None);
    }
    let free_at = recent
        .last()
        .map_or_else(Utc::now, |oldest| *oldest + window);
    Ok(Some(
        (free_at - Utc::now()).num_seconds().max(1).unsigned_abs(),
    ))
}

async fn insert(conn: &mut AsyncPgConnection, key: &[u8]) -> QueryResult<i64> {
    diesel::insert_into(attempts::table)
        .values(attempts::key_hash.eq(key))
        .returning(attempts::attempt_id)
        .get_result(conn)
        .await
}
