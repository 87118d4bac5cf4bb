//! The area of a run: checked, and the outlines of markets and submarkets, which main-api keeps.

use auth::CurrentUser;
use domain::{MarketId, SubmarketId};
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use parcel_record::is_county_fips;
use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use service::ServiceClient;
use site_search::Criteria;

use super::api::dto::SearchArea;
use super::error::SearchError;
use super::row::GateOutlines;
use crate::selections::domain::within;

/// Most counties of an area.
const MAX_COUNTIES: usize = 30;
/// Outlines that are asked for at once.
const AT_ONCE: usize = 4;

/// A client of main-api. Clones share the connections.
#[derive(Debug, Clone)]
pub struct Areas(ServiceClient);

#[derive(Deserialize)]
struct Outline {
    geometry: Value,
}

#[derive(Deserialize)]
struct Submarkets {
    submarkets: Vec<Submarket>,
}

#[derive(Deserialize)]
struct Submarket {
    submkt_id: SubmarketId,
}

impl Areas {
    pub fn new(main_api: ServiceClient) -> Self {
        Self(main_api)
    }

    /// Checks an area. Returns the outlines of its submarkets, in the user's name; none of counties.
    pub async fn outlines(
        &self,
        area: &SearchArea,
        user: &CurrentUser,
    ) -> Result<Vec<Value>, SearchError> {
        match (
            &area.county_fips,
            area.submarket_id,
            area.market_id,
            &area.polygon,
        ) {
            (Some(counties), None, None, None) => check_counties(counties).map(|()| Vec::new()),
            (None, Some(submarket), None, None) => Ok(vec![self.submarket(submarket, user).await?]),
            (None, None, Some(market), None) => self.market(market, user).await,
            (None, None, None, Some(polygon)) => {
                let json = within("area.polygon", polygon).map_err(SearchError::Invalid)?;
                let json = serde_json::from_str(&json);
                Ok(vec![json.map_err(|error| {
                    SearchError::Unreadable(error.to_string())
                })?])
            }
            _ => Err(SearchError::Field(
                "area",
                "Give one of county_fips, submarket_id, market_id and polygon.",
            )),
        }
    }

    /// The outlines of the submarkets and markets of the gates, in the user's name. One that main-api does not
    /// have is left out: the gate says what becomes of what is unknown.
    pub async fn of_gates(
        &self,
        criteria: &Criteria,
        user: &CurrentUser,
    ) -> Result<Vec<GateOutlines>, SearchError> {
        let mut known: Vec<GateOutlines> = Vec::new();
        for area in criteria.gates.iter().filter_map(|gate| gate.area.as_ref()) {
            if known.iter().any(|known| known.area == *area) {
                continue;
            }
            let outlines = match (area.submarket_id, area.market_id) {
                (Some(id), _) => self
                    .submarket(SubmarketId(id), user)
                    .await
                    .map(|one| vec![one]),
                (_, Some(id)) => self.market(MarketId(id), user).await,
                _ => continue,
            };
            match outlines {
                Ok(outlines) => known.push(GateOutlines {
                    area: area.clone(),
                    outlines,
                }),
                Err(SearchError::Field(..)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(known)
    }

    async fn submarket(&self, id: SubmarketId, user: &CurrentUser) -> Result<Value, SearchError> {
        let query = [("submarket_id", id.0)];
        let outline: Option<Outline> = self.ask("/api/get_submarket_polygon", &query, user).await?;
        outline
            .map(|outline| outline.geometry)
            .ok_or(SearchError::Field(
                "area.submarket_id",
                "This submarket does not exist.",
            ))
    }

    async fn market(&self, id: MarketId, user: &CurrentUser) -> Result<Vec<Value>, SearchError> {
        let unknown = SearchError::Field("area.market_id", "This market does not exist.");
        let found: Option<Submarkets> = self
            .ask("/api/submarkets", &[("mkt_id", id.0)], user)
            .await?;
        let submarkets = found.ok_or(unknown)?.submarkets;
        if submarkets.is_empty() {
            let sentence = "This market has no submarkets, and so no outline.";
            return Err(SearchError::Field("area.market_id", sentence));
        }
        stream::iter(submarkets)
            .map(|submarket| self.submarket(submarket.submkt_id, user))
            .buffered(AT_ONCE)
            .try_collect()
            .await
    }

    /// `None` if main-api does not have it.
    async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, i64)],
        user: &CurrentUser,
    ) -> Result<Option<T>, SearchError> {
        let fault = |error: reqwest::Error| SearchError::Areas(error.without_url().to_string());
        let answer = self
            .0
            .get(path, user)
            .query(query)
            .send()
            .await
            .map_err(fault)?;
        match answer.status() {
            StatusCode::OK => answer.json().await.map(Some).map_err(fault),
            StatusCode::NOT_FOUND => Ok(None),
            other => Err(SearchError::Areas(format!("status {other}"))),
        }
    }
}

fn check_counties(counties: &[String]) -> Result<(), SearchError> {
    if !(1..=MAX_COUNTIES).contains(&counties.len()) {
        return Err(SearchError::Field(
            "area.county_fips",
            "Choose 1 to 30 counties.",
        ));
    }
    if !counties.iter().all(|county| is_county_fips(county)) {
        let sentence = "A county code has five digits, such as 48201.";
        return Err(SearchError::Field("area.county_fips", sentence));
    }
    Ok(())
}
