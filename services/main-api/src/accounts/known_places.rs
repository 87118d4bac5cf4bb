//! Known places of a user: browsers (by a token in a cookie) and networks from which the user
//! signed in before.
//!
//! Attempts from a known place are counted separately, so that attackers elsewhere cannot lock the
//! user out. A known place never replaces the password.

use std::net::IpAddr;

use chrono::{Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, UserId};

use super::throttle::{
    Limit, PASSWORD_BY_ADDRESS, PASSWORD_BY_DEVICE, PASSWORD_BY_NETWORK, PASSWORD_BY_STRANGERS,
};
use super::tokens;
use crate::schema::known_places;

/// Days of inactivity after which a place is deleted.
pub const DAYS: i64 = 180;

/// Most places kept per user.
const MAX_PLACES: i64 = 50;

/// Origin of a sign-in.
pub struct Place<'a> {
    pub address: &'a str,
    /// The browser's token, if it sent one.
    pub device: Option<&'a str>,
}

/// How an account knows a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The browser has signed in to the account before.
    Device,
    /// Another browser of the network has.
    Network,
    Not,
}

impl Place<'_> {
    /// Throttle keys of a sign-in to `email` from this place. The first is specific to the place; a
    /// successful sign-in resets it.
    pub fn counted(&self, known: Known, email: &str) -> Vec<(Limit, String)> {
        let network = (PASSWORD_BY_NETWORK, self.at_network(email));
        let address = (PASSWORD_BY_ADDRESS, self.address.to_owned());
        match known {
            Known::Device => {
                let device = self.device.unwrap_or_default();
                vec![(PASSWORD_BY_DEVICE, format!("{email} {device}"))]
            }
            Known::Network => vec![network, address],
            Known::Not => vec![network, (PASSWORD_BY_STRANGERS, email.to_owned()), address],
        }
    }

    /// Throttle key of the account at this network.
    pub fn at_network(&self, email: &str) -> String {
        format!("{email} {}", network(self.address))
    }

    fn network_key(&self, user: UserId) -> Vec<u8> {
        tokens::hash(&format!("network {user} {}", network(self.address)))
    }
}

/// The network of an address as providers assign them: /24 or /56.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(v4)) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}")
        }
        Ok(IpAddr::V6(v6)) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{:x}", d >> 8)
        }
        Err(_unknown) => address.to_owned(),
    }
}

/// Whether the user is known at a place.
pub async fn find(
    conn: &mut AsyncPgConnection,
    user: UserId,
    place: &Place<'_>,
) -> QueryResult<Known> {
    let (network, device) = (place.network_key(user), place.device.map(tokens::hash));
    let keys: Vec<Vec<u8>> = std::iter::once(network).chain(device.clone()).collect();
    let found: Vec<Vec<u8>> = known_places::table
        .filter(known_places::user_id.eq(user))
        .filter(known_places::key_hash.eq_any(keys))
        .select(known_places::key_hash)
        .load(conn)
        .await?;
    Ok(match device {
        Some(device) if found.contains(&device) => Known::Device,
        _ if found.is_empty() => Known::Not,
        _ => Known::Network,
    })
}

/// Stores the network and the browser's token.
pub async fn remember(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user: UserId,
    place: &Place<'_>,
    device: &str,
) -> QueryResult<usize> {
    let rows = [place.network_key(user), tokens::hash(device)].map(|key| {
        (
            known_places::user_id.eq(user),
            known_places::key_hash.eq(key),
            known_places::customer_id.eq(customer_id),
        )
    });
    forget_oldest(conn, user).await?;
    diesel::insert_into(known_places::table)
        .values(rows.to_vec())
        .on_conflict((known_places::user_id, known_places::key_hash))
        .do_update()
        .set(known_places::seen_at.eq(Utc::now()))
        .execute(conn)
        .await
}

/// Clients without cookies create a token at each sign-in, so only the latest places are kept.
async fn forget_oldest(conn: &mut AsyncPgConnection, user: UserId) -> QueryResult<()> {
    let oldest: Vec<Vec<u8>> = known_places::table
        .filter(known_places::user_id.eq(user))
        .order(known_places::seen_at.desc())
        .offset(MAX_PLACES)
        .select(known_places::key_hash)
        .load(conn)
        .await?;
    if !oldest.is_empty() {
        diesel::delete(known_places::table)
            .filter(known_places::user_id.eq(user))
            .filter(known_places::key_hash.eq_any(oldest))
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Deletes places unused for [`DAYS`].
pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let before = Utc::now() - Duration::days(DAYS);
    diesel::delete(known_places::table.filter(known_places::seen_at.lt(before)))
        .execute(conn)
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_network_count_together() {
        assert_eq!(network("203.0.113.9"), network("203.0.113.200"));
        assert_ne!(network("203.0.113.9"), network("203.0.114.9"));
        assert_eq!(
            network("2001:db8:1:100::1"),
            network("2001:db8:1:1ff:abcd::9")
        );
        assert_ne!(network("2001:db8:1:100::1"), network("2001:db8:1:200::1"));
        assert_eq!(network("unknown"), "unknown");
    }

    #[test]
    fn only_strangers_count_under_the_account_as_a_whole() {
        let place = Place {
            address: "203.0.113.9",
            device: Some("token"),
        };
        let kinds = |known| -> Vec<_> {
            let counted = place.counted(known, "a@b.example");
            counted.into_iter().map(|(limit, _)| limit.kind).collect()
        };
        assert_eq!(kinds(Known::Device), ["password-device"]);
        assert_eq!(
            kinds(Known::Network),
            ["password-network", "password-address"]
        );
        assert_eq!(
            kinds(Known::Not),
            ["password-network", "password-strangers", "password-address"]
        );
    }
}
