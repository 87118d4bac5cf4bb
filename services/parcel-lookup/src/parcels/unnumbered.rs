//! Land that counties map without a parcel number: what the importer has written, or what a provider returns.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::LonLat;
use parcel_record::UnnumberedKind;
use parcel_record::postgis::{st_area, st_covers, web_mercator};

use super::dto::UnnumberedFeature;
use crate::providers::FoundLand;
use crate::schema::unnumbered_features;

type Row = (
    String,
    Option<String>,
    String,
    Option<String>,
    DateTime<Utc>,
);

/// What a point is on (boundary included); of several, that with the smallest outline.
pub async fn find_at(
    mut conn: &AsyncPgConnection,
    at: LonLat,
) -> QueryResult<Option<UnnumberedFeature>> {
    let row: Option<Row> = unnumbered_features::table
        .filter(st_covers(unnumbered_features::geom_3857, web_mercator(at)))
        .filter(unnumbered_features::retired_at.is_null())
        .order((
            st_area(unnumbered_features::geom_3857),
            unnumbered_features::feature_id,
        ))
        .select((
            unnumbered_features::kind,
            unnumbered_features::description,
            unnumbered_features::source,
            unnumbered_features::source_licence,
            unnumbered_features::fetched_at,
        ))
        .first(&mut conn)
        .await
        .optional()?;
    Ok(row.map(feature))
}

fn feature((kind, description, source, source_licence, fetched_at): Row) -> UnnumberedFeature {
    let kind = UnnumberedKind::from_stored(&kind);
    UnnumberedFeature {
        kind,
        label: kind.label().to_owned(),
        description,
        source,
        source_licence,
        fetched_at,
    }
}

/// As a provider has just returned it.
pub fn of_provider(FoundLand { land, provenance }: FoundLand) -> UnnumberedFeature {
    UnnumberedFeature {
        kind: land.kind,
        label: land.kind.label().to_owned(),
        description: land.description,
        source: provenance.source,
        source_licence: provenance.licence,
        fetched_at: Utc::now(),
    }
}
