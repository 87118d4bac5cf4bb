//! From where a user signed in before: browsers, by a token in a cookie, and networks.
//!
//! Whoever comes from such a place is not kept out by what strangers do. A place opens nothing by
//! itself: the password is asked for all the same.

use std::net::IpAddr;

use chrono::{Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::throttle::{
    Limit, PASSWORD_BY_ADDRESS, PASSWORD_BY_DEVICE, PASSWORD_BY_NETWORK, PASSWORD_BY_STRANGERS,
};
use super::tokens;
use crate::schema::known_places;

/// Days after which a place that was not seen is forgotten.
pub const DAYS: i64 = 180;

/// Most places that are remembered of a user.
const MAX_PLACES: i64 = 50;

/// Where a sign-in comes from.
pub struct Place<'a> {
    /// The client's address.
    pub address: &'a str,
    /// The token of the browser, where it sent one.
    pub device: Option<&'a str>,
}

/// What a place is to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The browser signed in to it before.
    Device,
    /// Somebody on its network did.
    Network,
    /// Neither.
    Not,
}

impl Place<'_> {
    /// The keys of the attempts that a sign-in to `email` from here counts under. The first one is
    /// this place's own: success forgets what was counted there.
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

    /// The account at this network, as attempts and places are counted.
    pub fn at_network(&self, email: &str) -> String {
        format!("{email} {}", network(self.address))
    }

    fn network_key(&self, user: Uuid) -> Vec<u8> {
        tokens::hash(&format!("network {user} {}", network(self.address)))
    }
}

/// The network of an address: what one customer of a provider has, /24 or /56.
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

/// What a place is to a user.
pub async fn find(
    conn: &mut AsyncPgConnection,
    user: Uuid,
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

/// Remembers the network and the browser's token.
pub async fn remember(
    conn: &mut AsyncPgConnection,
    customer_id: Uuid,
    user: Uuid,
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

/// Clients without cookies leave a token at each sign-in: only the latest places are kept.
async fn forget_oldest(conn: &mut AsyncPgConnection, user: Uuid) -> QueryResult<()> {
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

/// Forgets places that were not seen for long.
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
