//! Slope of the ground and distances to a highway and a railway, of the layers of land, as searches judge them.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ParcelUuid;
use parcel_record::ParcelRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::parcels::sites;
use crate::search_runs::work::{LayerFact, LayerFacts, of_points};

/// What layers of land say at a parcel's inner point, as searches, filters and comparisons judge it. Of a site: the steepest of its parcels, and the
/// least of their distances; unknown if it is of one of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct ParcelLand {
    /// Slope of the ground, percent; 0 where it is less steep than the layer tells.
    pub slope_percent: LandFact,
    /// Distance to the nearest highway, metres; 50,000 where none is nearer.
    pub highway_m: LandFact,
    /// Distance to the nearest railway, metres; 50,000 where none is nearer.
    pub rail_m: LandFact,
}

/// A number that layers of land say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct LandFact {
    /// Null is unknown.
    #[schema(required = true)]
    pub value: Option<f64>,
    /// Why it is unknown, in a sentence; null if it is known.
    #[schema(required = true, example = "No layer of slopes is loaded here.")]
    pub reason: Option<String>,
    /// Name of the source; names of several layers that reach it.
    #[schema(required = true)]
    pub source: Option<String>,
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// Date of the layer, as its source says; of several layers that of the oldest.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// When that layer was read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
}

impl LandFact {
    /// `layers`: what they are of, for the sentence.
    fn of(fact: &LayerFact, layers: &str) -> Self {
        let oldest = fact.layers.iter().min_by_key(|layer| {
            let read = layer.fetched_at.date_naive();
            layer.source_date.unwrap_or(read)
        });
        let all = || fact.layers.iter();
        Self {
            value: fact.value,
            reason: fact
                .value
                .is_none()
                .then(|| format!("No layer of {layers} is loaded here.")),
            source: joined(all().map(|layer| layer.source.as_str())),
            source_licence: joined(all().filter_map(|layer| layer.source_licence.as_deref())),
            source_date: oldest.and_then(|layer| layer.source_date),
            fetched_at: oldest.map(|layer| layer.fetched_at),
            is_sample: all().any(|layer| layer.is_sample),
        }
    }

    /// Of the layer as its source says, else when it was read.
    pub fn day(&self) -> Option<NaiveDate> {
        let read = self.fetched_at.map(|read| read.date_naive());
        self.source_date.or(read)
    }
}

impl From<LayerFacts> for ParcelLand {
    fn from(facts: LayerFacts) -> Self {
        Self {
            slope_percent: LandFact::of(&facts.slope_percent, "slopes"),
            highway_m: LandFact::of(&facts.highway_m, "highways"),
            rail_m: LandFact::of(&facts.rail_m, "railways"),
        }
    }
}

/// The different names; `None` without one.
fn joined<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut different: Vec<&str> = Vec::new();
    for name in names {
        if !different.contains(&name) {
            different.push(name);
        }
    }
    (!different.is_empty()).then(|| different.join(", "))
}

/// Of one record.
pub async fn of_record(
    conn: &mut AsyncPgConnection,
    record: &ParcelRecord,
) -> QueryResult<ParcelLand> {
    of_records(conn, std::slice::from_ref(record)).await
}

/// Of records that are one site.
pub async fn of_records(
    conn: &mut AsyncPgConnection,
    records: &[ParcelRecord],
) -> QueryResult<ParcelLand> {
    let points: Vec<[f64; 2]> = records
        .iter()
        .map(|record| [record.lon, record.lat])
        .collect();
    Ok(of_points(conn, &points).await?.into())
}

/// Of a site that is kept. For a transaction of the firm.
pub async fn of_site(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<ParcelLand> {
    let land = sites::list_land(conn, &[id]).await?.remove(&id);
    let pieces = land.unwrap_or_default();
    let points: Vec<[f64; 2]> = pieces.iter().map(|(point, _)| *point).collect();
    Ok(of_points(conn, &points).await?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_layer_says_is_unknown_with_its_reason_and_has_no_source() {
        let land = ParcelLand::from(LayerFacts::default());
        for (fact, layers) in [
            (&land.slope_percent, "slopes"),
            (&land.highway_m, "highways"),
            (&land.rail_m, "railways"),
        ] {
            let reason = format!("No layer of {layers} is loaded here.");
            assert_eq!(fact.reason.as_deref(), Some(reason.as_str()));
            assert_eq!(
                (fact.value, fact.source.as_deref(), fact.day()),
                (None, None, None)
            );
        }
    }

    #[test]
    fn names_are_given_once() {
        let names = ["3DEP", "County", "3DEP"];
        assert_eq!(joined(names.into_iter()).as_deref(), Some("3DEP, County"));
        assert_eq!(joined([].into_iter()), None);
    }
}
