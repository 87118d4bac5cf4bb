//! What layers of land say at few points: of a parcel that is shown, or of the parcels of a site.
//!
//! Distances are measured by the code by which a run judges its area ([`Lines`]). A run reads all lines within 50 km once for all of its
//! parcels; here only those are read that may be the nearest, which an index finds. What is of several points is as criteria judge
//! a site: the least distance, and the steepest of its parcels, which is the one that a gate may fail.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use super::layers::{Lines, bounds};

/// The points by their places in the list.
macro_rules! points {
    () => {
        "(SELECT place, point, ST_Transform(point, 3857) AS point_3857 \
            FROM (SELECT place, ST_SetSRID(ST_MakePoint(lon, lat), 4326) AS point \
                FROM unnest($1, $2) WITH ORDINALITY AS given (lon, lat, place)) AS given) AS at"
    };
}

/// The layers that reach a point. By the index of their coverage.
const REACHING: &str = concat!(
    "SELECT place, kind, source, source_licence, source_date, fetched_at, is_sample FROM ",
    points!(),
    " JOIN site_layers ON kind IN ('highway', 'rail', 'slope') AND coverage_3857 && point_3857 AND ST_Intersects(coverage, point) \
    ORDER BY source, layer_id"
);

/// The steepest area that has one of the points. By the index of slopes.
const STEEPEST: &str = concat!(
    "SELECT max((attributes->>'percent')::float8) AS percent FROM ",
    points!(),
    " JOIN site_features ON kind = 'slope' AND geom_3857 && point_3857 AND ST_Intersects(geom, point)"
);

/// Edges of the lines of a kind that may be the nearest to one of the points. The index compares on Mercator's plane, where of two lines that
/// are nearly as far the other may come first: therefore several. The kind is a part of the statement, because each has an index of its own.
macro_rules! near {
    ($kind:literal) => {
        concat!(
            "SELECT ST_X(ST_StartPoint(edge.geom)) AS lon, ST_Y(ST_StartPoint(edge.geom)) AS lat, \
                ST_X(ST_EndPoint(edge.geom)) AS to_lon, ST_Y(ST_EndPoint(edge.geom)) AS to_lat FROM ",
            points!(),
            " CROSS JOIN LATERAL (SELECT geom FROM site_features WHERE kind = '",
            $kind,
            "' ORDER BY geom_3857 <-> at.point_3857 LIMIT 8) AS near CROSS JOIN LATERAL ST_DumpSegments(near.geom) AS edge"
        )
    };
}

const NEAR_HIGHWAYS: &str = near!("highway");
const NEAR_RAILWAYS: &str = near!("rail");

/// A layer that reaches one of the points.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct ReachingLayer {
    /// Of the point, from 1.
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub source_licence: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    pub fetched_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_sample: bool,
}

#[derive(QueryableByName)]
struct Steepest {
    #[diesel(sql_type = Nullable<Double>)]
    percent: Option<f64>,
}

#[derive(QueryableByName)]
struct NearEdge {
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Double)]
    to_lon: f64,
    #[diesel(sql_type = Double)]
    to_lat: f64,
}

/// A fact of the land, and the layers that say it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LayerFact {
    /// `None` if no layer reaches each of the points.
    pub value: Option<f64>,
    /// In the order of their names; none if it is unknown.
    pub layers: Vec<ReachingLayer>,
}

/// The facts of the land, as searches have them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LayerFacts {
    pub slope_percent: LayerFact,
    pub highway_m: LayerFact,
    pub rail_m: LayerFact,
}

/// What layers say of land with these inner points, longitude and latitude. One statement where no layer reaches, and one more for
/// each kind that does.
pub async fn of_points(
    conn: &mut AsyncPgConnection,
    points: &[[f64; 2]],
) -> QueryResult<LayerFacts> {
    let (lons, lats): (Vec<f64>, Vec<f64>) = points.iter().map(|[lon, lat]| (*lon, *lat)).unzip();
    let reaching: Vec<ReachingLayer> = diesel::sql_query(REACHING)
        .bind::<Array<Double>, _>(&lons)
        .bind::<Array<Double>, _>(&lats)
        .load(conn)
        .await?;
    let mut facts = LayerFacts::default();
    if let Some(layers) = reaching_all(&reaching, "slope", points.len()) {
        let steepest: Steepest = diesel::sql_query(STEEPEST)
            .bind::<Array<Double>, _>(&lons)
            .bind::<Array<Double>, _>(&lats)
            .get_result(conn)
            .await?;
        // The ground is less steep than the layer tells.
        let value = Some(steepest.percent.unwrap_or(0.0));
        facts.slope_percent = LayerFact { value, layers };
    }
    for (kind, statement, fact) in [
        ("highway", NEAR_HIGHWAYS, &mut facts.highway_m),
        ("rail", NEAR_RAILWAYS, &mut facts.rail_m),
    ] {
        if let Some(layers) = reaching_all(&reaching, kind, points.len()) {
            let edges: Vec<NearEdge> = diesel::sql_query(statement)
                .bind::<Array<Double>, _>(&lons)
                .bind::<Array<Double>, _>(&lats)
                .load(conn)
                .await?;
            let value = Some(least_distance(&edges, points));
            *fact = LayerFact { value, layers };
        }
    }
    Ok(facts)
}

/// The layers of a kind; `None` unless each point is reached by one.
fn reaching_all(
    reaching: &[ReachingLayer],
    kind: &str,
    points: usize,
) -> Option<Vec<ReachingLayer>> {
    let of_kind = reaching.iter().filter(|layer| layer.kind == kind);
    let mut places: Vec<i64> = of_kind.clone().map(|layer| layer.place).collect();
    places.sort_unstable();
    places.dedup();
    (points > 0 && places.len() == points).then(|| of_kind.cloned().collect())
}

/// Of the points, metres.
fn least_distance(edges: &[NearEdge], points: &[[f64; 2]]) -> f64 {
    let ends = edges
        .iter()
        .map(|edge| [[edge.lon, edge.lat], [edge.to_lon, edge.to_lat]]);
    let lines = Lines::of(ends, bounds(points));
    let distances = points.iter().map(|point| lines.distance(*point));
    distances.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(place: i64, kind: &str, source: &str) -> ReachingLayer {
        ReachingLayer {
            place,
            kind: kind.to_owned(),
            source: source.to_owned(),
            source_licence: None,
            source_date: None,
            fetched_at: DateTime::UNIX_EPOCH,
            is_sample: false,
        }
    }

    #[test]
    fn what_is_unknown_of_one_point_is_unknown_of_all() {
        let reaching = [
            layer(1, "rail", "County"),
            layer(1, "rail", "State"),
            layer(1, "slope", "3DEP"),
            layer(2, "slope", "3DEP"),
        ];
        assert_eq!(reaching_all(&reaching, "rail", 2), None);
        assert_eq!(reaching_all(&reaching, "highway", 1), None);
        assert_eq!(
            reaching_all(&reaching, "rail", 1).map(|layers| layers.len()),
            Some(2)
        );
        assert_eq!(
            reaching_all(&reaching, "slope", 2).map(|layers| layers.len()),
            Some(2)
        );
        assert_eq!(reaching_all(&[], "slope", 0), None);
    }

    #[test]
    fn the_distance_is_the_least_of_the_points_and_50_km_without_a_line() {
        let road = NearEdge {
            lon: -95.4,
            lat: 29.0,
            to_lon: -95.4,
            to_lat: 30.5,
        };
        let points = [[-95.38, 29.76], [-95.39, 29.76]];
        let exact = 0.01 * 111_195.0 * 29.76_f64.to_radians().cos();
        let found = least_distance(&[road], &points);
        assert!((found - exact).abs() < 0.5, "{found} {exact}");
        assert!((least_distance(&[], &points) - 50_000.0).abs() < 1e-9);
    }
}
