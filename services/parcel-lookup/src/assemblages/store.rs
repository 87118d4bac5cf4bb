//! Statements of assemblages.

use db::AsyncPgConnection;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Double, Integer, Nullable, Text, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use uuid::Uuid;

/// A parcel of an area, or one that stands in the way.
#[derive(Debug, QueryableByName)]
pub struct ParcelRow {
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    pub owner: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub careof: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub mailing_address: Option<String>,
    #[diesel(sql_type = Text)]
    pub county_fips: String,
    /// Of the owner's name in one form; null also while the facts of the parcel are not made.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub owner_key: Option<i64>,
    /// Of the mailing address in one form.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub mail_key: Option<i64>,
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_absentee: Option<bool>,
    /// The facts of the parcel are made.
    #[diesel(sql_type = Bool)]
    pub has_facts: bool,
    /// `ET AL`: more owners, whom the roll does not name.
    #[diesel(sql_type = Bool)]
    pub has_more_owners: bool,
    /// It belongs to a government, an association or a utility.
    #[diesel(sql_type = Bool)]
    pub is_public: bool,
    #[diesel(sql_type = Nullable<Double>)]
    pub value: Option<f64>,
    /// Square metres in the zone.
    #[diesel(sql_type = Double)]
    pub area: f64,
    /// Well-known binary in the zone.
    #[diesel(sql_type = Binary)]
    pub outline: Vec<u8>,
}

/// A road, or a line that separates.
#[derive(Debug, QueryableByName)]
pub struct LineRow {
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub class: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    #[diesel(sql_type = Binary)]
    pub line: Vec<u8>,
}

/// A site's outline and what is measured of it.
#[derive(Debug, QueryableByName)]
pub struct SiteRow {
    #[diesel(sql_type = Integer)]
    pub site: i32,
    /// GeoJSON in degrees.
    #[diesel(sql_type = Text)]
    pub shape: String,
    #[diesel(sql_type = Double)]
    pub area: f64,
    #[diesel(sql_type = Double)]
    pub perimeter: f64,
    #[diesel(sql_type = Double)]
    pub radius: f64,
    #[diesel(sql_type = Double)]
    pub long_side: f64,
    #[diesel(sql_type = Double)]
    pub short_side: f64,
}

/// The place of parcels.
#[derive(Debug, Clone, Default, QueryableByName)]
pub struct Around {
    /// Their box with a margin in Web Mercator, EWKB in hexadecimal digits.
    #[diesel(sql_type = Text)]
    pub hex: String,
    /// Web Mercator units of a metre.
    #[diesel(sql_type = Double)]
    pub scale: f64,
    /// EPSG code of the UTM zone.
    #[diesel(sql_type = Integer)]
    pub zone: i32,
}

const AROUND: &str = "SELECT encode(ST_AsEWKB(ST_Expand(box, $2 / cos(radians(ST_Y(middle))))), 'hex') AS hex, \
        1 / cos(radians(ST_Y(middle))) AS scale, \
        CASE WHEN ST_Y(middle) < 0 THEN 32700 ELSE 32600 END + least(60, floor((ST_X(middle) + 180) / 6)::integer + 1) AS zone \
    FROM (SELECT ST_SetSRID(ST_Extent(geom_3857)::geometry, 3857) AS box FROM parcels WHERE ll_uuid = ANY ($1)) AS boxes, \
        LATERAL (SELECT ST_Transform(ST_Centroid(box), 4326) AS middle) AS middles \
    WHERE box IS NOT NULL";

/// Areas are those on the ellipsoid, as the acres of kept sites: the plane's area by the square of its scale, 0.9996 (1 + x² / 2r²) with
/// the distance x from the zone's central meridian and the radius at this scale (Snyder, *Map Projections*, USGS 1395, equation 8-11).
const PARCELS: &str = "SELECT ll_uuid, nullif(btrim(owner), '') AS owner, nullif(parval, 0)::double precision AS value, \
        careof, mailing_address, county_fips, owner_key, mail_key, is_absentee, facts_version > 0 AS has_facts, \
        coalesce(owner ~* '\\mET\\.?\\s*ALS?\\M', false) AS has_more_owners, \
        coalesce(owner_kind IN ('government', 'association', 'utility'), false) AS is_public, \
        ST_Area(outline) / (0.9996 * (1 + ((ST_XMin(outline) - 500000) / (0.9996 * 6371000)) ^ 2 / 2)) ^ 2 AS area, \
        ST_AsBinary(ST_ForcePolygonCCW(outline), 'NDR') AS outline \
    FROM parcels, LATERAL (SELECT ST_Transform(geom, $2) AS outline OFFSET 0) AS projected \
    WHERE geom_3857 && $1::geometry AND retired_at IS NULL ORDER BY ll_uuid LIMIT $3";

/// Those of [`PARCELS`] that are near one of these.
const NEIGHBOURS: &str = "WITH chosen AS MATERIALIZED (SELECT geom_3857 FROM parcels WHERE ll_uuid = ANY ($4)), near AS MATERIALIZED ( \
        SELECT DISTINCT parcels.ll_uuid FROM chosen JOIN parcels ON parcels.geom_3857 && ST_Expand(chosen.geom_3857, $5) \
        WHERE parcels.geom_3857 && $1::geometry AND retired_at IS NULL LIMIT $3) ";

/// Samples only where no operator's layer is.
const LINES: &str = "WITH near AS (SELECT layer_id, kind, is_sample, coverage_3857 FROM site_layers \
        WHERE kind IN ('highway', 'rail', 'road', 'water') AND coverage_3857 && $1::geometry) \
    SELECT feature.kind, attributes ->> 'class' AS class, attributes ->> 'name' AS name, \
        ST_AsBinary(ST_Transform(CASE WHEN ST_Dimension(feature.geom_3857) = 2 THEN ST_Boundary(feature.geom_3857) ELSE feature.geom_3857 END, $2), 'NDR') AS line \
    FROM near JOIN site_features feature USING (layer_id) \
    WHERE feature.geom_3857 && $1::geometry AND NOT (near.is_sample AND EXISTS ( \
        SELECT FROM near other WHERE other.kind = near.kind AND NOT other.is_sample AND ST_Intersects(other.coverage_3857, $1::geometry))) \
    UNION ALL \
    SELECT CASE kind WHEN 'railroad' THEN 'rail' ELSE kind END, NULL, NULL, ST_AsBinary(ST_Transform(ST_Boundary(geom_3857), $2), 'NDR') \
    FROM unnumbered_features WHERE kind IN ('water', 'railroad') AND retired_at IS NULL AND geom_3857 && $1::geometry";

/// The street between two rows is closed by half its width from both sides.
const SITES: &str = "WITH united AS ( \
        SELECT site, max(gap) AS gap, ST_Union(ST_MakeValid(ST_Transform(geom, $4))) AS geom \
        FROM unnest($1, $2, $3) AS member (site, id, gap) JOIN parcels ON ll_uuid = id GROUP BY site \
    ), closed AS ( \
        SELECT site, ST_CollectionExtract(ST_Buffer(ST_Buffer(geom, gap / 2 + 0.2, 'join=mitre mitre_limit=2'), -gap / 2 - 0.2, 'join=mitre mitre_limit=2'), 3) AS geom \
        FROM united \
    ), sides AS ( \
        SELECT site, geom, ST_Length(ST_MakeLine(ST_PointN(ring, 1), ST_PointN(ring, 2))) AS one, ST_Length(ST_MakeLine(ST_PointN(ring, 2), ST_PointN(ring, 3))) AS two \
        FROM closed, LATERAL (SELECT ST_ExteriorRing(ST_OrientedEnvelope(geom)) AS ring) AS boxes \
    ) \
    SELECT site, ST_AsGeoJSON(ST_Transform(geom, 4326), 7) AS shape, ST_Area(geom) AS area, ST_Perimeter(geom) AS perimeter, \
        (ST_MaximumInscribedCircle(geom)).radius AS radius, coalesce(greatest(one, two), 0) AS long_side, coalesce(least(one, two), 0) AS short_side \
    FROM sides WHERE NOT ST_IsEmpty(geom) ORDER BY site";

/// Where these parcels are, with so many metres around; `None` if there are none.
pub async fn around(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    metres: f64,
) -> QueryResult<Option<Around>> {
    diesel::sql_query(AROUND)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Double, _>(metres)
        .get_result(conn)
        .await
        .optional()
}

/// The parcels that are not retired and within so many units of Web Mercator of the boxes of these, by identity.
pub async fn neighbours(
    conn: &mut AsyncPgConnection,
    around: &Around,
    (ids, reach): (&[ParcelUuid], f64),
    limit: i64,
) -> QueryResult<Vec<ParcelRow>> {
    let near = PARCELS.replace("WHERE ", "WHERE ll_uuid IN (SELECT ll_uuid FROM near) AND ");
    diesel::sql_query(NEIGHBOURS.to_owned() + &near)
        .bind::<Text, _>(&around.hex)
        .bind::<Integer, _>(around.zone)
        .bind::<BigInt, _>(limit)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Double, _>(reach)
        .load(conn)
        .await
}

/// The parcels there that are not retired, by identity.
pub async fn parcels(
    conn: &mut AsyncPgConnection,
    around: &Around,
    limit: i64,
) -> QueryResult<Vec<ParcelRow>> {
    diesel::sql_query(PARCELS)
        .bind::<Text, _>(&around.hex)
        .bind::<Integer, _>(around.zone)
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
}

pub async fn lines(conn: &mut AsyncPgConnection, around: &Around) -> QueryResult<Vec<LineRow>> {
    diesel::sql_query(LINES)
        .bind::<Text, _>(&around.hex)
        .bind::<Integer, _>(around.zone)
        .load(conn)
        .await
}

/// The outlines of sites: for each of their parcels the number of the site and the widest street in it.
pub async fn sites(
    conn: &mut AsyncPgConnection,
    members: &[(i32, Uuid, f64)],
    zone: i32,
) -> QueryResult<Vec<SiteRow>> {
    let sites: Vec<i32> = members.iter().map(|member| member.0).collect();
    let ids: Vec<Uuid> = members.iter().map(|member| member.1).collect();
    let gaps: Vec<f64> = members.iter().map(|member| member.2).collect();
    diesel::sql_query(SITES)
        .bind::<Array<Integer>, _>(sites)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Double>, _>(gaps)
        .bind::<Integer, _>(zone)
        .load(conn)
        .await
}
