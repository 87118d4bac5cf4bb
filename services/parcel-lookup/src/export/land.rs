//! Files of land without a parcel number: rights of way, water, railroads, common areas (decision 58).

use auth::Scope;
use ogc_features::{Collection, Key, Kind, Queryable, Shape, Sql};
use parcel_export::lines;

use super::lines::Content;

/// Its outline is written as it is, without rounding: it is what identifies the land.
pub static LAND: Content = Content {
    columns: &lines::LAND,
    cells: "ARRAY[land.feature_id::text, land.county_fips, land.kind, land.description, land.source, land.source_licence, \
        (CASE WHEN land.has_own_date THEN land.source_date ELSE batch.source_date END)::text, \
        to_char(land.fetched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), ST_AsText(land.geom)]",
    from: " FROM unnumbered_features AS land LEFT JOIN parcel_batches AS batch ON batch.batch_id = land.batch_id WHERE true",
    is_live: "land.retired_at IS NULL",
    order: "land.county_fips, land.feature_id, land.batch_id",
};

/// By what it is chosen. No collection of the OGC API: decision 58 says who reads it.
pub static CHOSEN_BY: Collection = Collection {
    id: "unnumbered_features",
    title: "Land without a parcel number",
    description: "Land that counties map without a parcel number, with source and licence.",
    scope: Scope::ParcelsRead,
    key: Key::Uuid("land.feature_id"),
    time: "land.fetched_at",
    time_title: "When the source was read",
    shape: Shape {
        kind: "multipolygon",
        published: "land.geom",
        compared: "land.geom_3857",
    },
    queryables: &QUERYABLES,
    named: &[],
};

static QUERYABLES: [Queryable; 4] = [
    text(
        "county_fips",
        "land.county_fips",
        "State and county, five digits",
    ),
    text(
        "kind",
        "land.kind",
        "right_of_way, water, railroad, common_area or other",
    ),
    text(
        "description",
        "land.description",
        "Its street, else the county's words for it",
    ),
    text("source", "land.source", "Name of the source"),
];

const fn text(name: &'static str, sql: &'static str, title: &'static str) -> Queryable {
    Queryable {
        name,
        sql: Sql::Column(sql),
        kind: Kind::Text,
        title,
    }
}
