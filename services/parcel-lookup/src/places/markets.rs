//! Markets and submarkets, which main-api owns: the public ones and those of the user's firm.

use std::time::Duration;

use auth::CurrentUser;
use parcel_record::counties::Bounds;
use serde::Deserialize;
use service::ServiceClient;

use super::domain::{PlaceName, name_key};
use super::dto::PlaceKind;
use super::named::Named;

/// How long a search waits for main-api.
const REQUEST_TIMEOUT: Duration = Duration::from_millis(500);

/// A client of main-api. Clones share the connections.
#[derive(Debug, Clone)]
pub struct Markets(ServiceClient);

#[derive(Deserialize)]
struct Found {
    markets: Vec<Market>,
}

#[derive(Deserialize)]
struct Market {
    name: String,
    submkt_id: Option<i64>,
    bbox: [f64; 4],
}

impl Markets {
    pub fn new(main_api: ServiceClient) -> Self {
        Self(main_api)
    }

    /// Markets whose name has these words; none if main-api fails or takes too long.
    pub async fn find(&self, name: &PlaceName, user: &CurrentUser) -> Vec<Named> {
        match self.ask(name, user).await {
            Ok(found) => {
                let named = |market: Market| market.named(name);
                found.markets.into_iter().map(named).collect()
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "main-api did not return markets");
                Vec::new()
            }
        }
    }

    async fn ask(&self, name: &PlaceName, user: &CurrentUser) -> reqwest::Result<Found> {
        // Names of metropolitan areas have the letters of their states.
        let words = match name.state {
            Some(state) => format!("{} {}", name.key, state.postal_code),
            None => name.key.clone(),
        };
        let call = self.0.get("/api/find_markets", user).query(&[("q", words)]);
        let answer = call.timeout(REQUEST_TIMEOUT).send().await?;
        answer.error_for_status()?.json().await
    }
}

impl Market {
    fn named(self, name: &PlaceName) -> Named {
        let [west, south, east, north] = self.bbox;
        let bounds = Bounds {
            west,
            south,
            east,
            north,
        };
        let kind = match self.submkt_id {
            Some(_) => PlaceKind::Submarket,
            None => PlaceKind::Market,
        };
        let is_whole = name_key(&self.name) == name.key;
        Named::new(kind, self.name, bounds, is_whole)
    }
}
