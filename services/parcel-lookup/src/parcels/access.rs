//! How far highways and railways are, by the layers of land.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Double, Nullable};
use diesel_async::RunQueryDsl;

/// Metres of a degree of latitude.
pub const DEGREE: f64 = 111_195.0;
/// The distance where nothing is nearer, metres; so far lines are read.
pub const REACH: f64 = 50_000.0;

/// For each point whether a layer of a kind reaches it, by the index of coverage, and the place on a line of that kind that is nearest, on
/// Mercator's plane, where it is nearly the same. The kind is a part of the statement, because each has an index of its own.
macro_rules! nearest {
    ($kind:literal) => {
        concat!(
            "SELECT is_reached, ST_X(found) AS lon, ST_Y(found) AS lat \
                FROM unnest($1, $2) WITH ORDINALITY AS given (lon, lat, place) \
                CROSS JOIN LATERAL (SELECT ST_SetSRID(ST_MakePoint(given.lon, given.lat), 4326) AS point) AS at \
                CROSS JOIN LATERAL (SELECT ST_Transform(point, 3857) AS point_3857) AS plane \
                CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM site_layers WHERE kind = '",
            $kind,
            "' AND coverage_3857 && point_3857 AND ST_Intersects(coverage, point)) AS is_reached) AS layer \
                LEFT JOIN LATERAL (SELECT ST_Transform(ST_ClosestPoint(geom_3857, point_3857), 4326) AS found \
                    FROM site_features WHERE is_reached AND kind = '",
            $kind,
            "' ORDER BY geom_3857 <-> point_3857 LIMIT 1) AS near ON true ORDER BY place"
        )
    };
}

const HIGHWAYS: &str = nearest!("highway");
const RAILWAYS: &str = nearest!("rail");

#[derive(QueryableByName)]
struct Nearest {
    #[diesel(sql_type = Bool)]
    is_reached: bool,
    #[diesel(sql_type = Nullable<Double>)]
    lon: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    lat: Option<f64>,
}

impl Nearest {
    /// As searches measure it; `None` where no layer reaches.
    fn distance(&self, [lon, lat]: [f64; 2]) -> Option<f64> {
        let narrow = lat.to_radians().cos();
        let metres = self.lon.zip(self.lat).map_or(REACH, |(to_lon, to_lat)| {
            ((to_lon - lon) * narrow).hypot(to_lat - lat) * DEGREE
        });
        self.is_reached.then(|| metres.min(REACH))
    }
}

/// How far the nearest highway and the nearest railway of each of many points are, metres; `None` where no layer reaches. Two statements,
/// whatever their number.
pub(super) async fn distances(
    conn: &mut AsyncPgConnection,
    points: &[[f64; 2]],
) -> QueryResult<Vec<(Option<f64>, Option<f64>)>> {
    let highways = nearest(conn, HIGHWAYS, points).await?;
    let railways = nearest(conn, RAILWAYS, points).await?;
    Ok(highways.into_iter().zip(railways).collect())
}

async fn nearest(
    conn: &mut AsyncPgConnection,
    statement: &str,
    points: &[[f64; 2]],
) -> QueryResult<Vec<Option<f64>>> {
    let (lons, lats): (Vec<f64>, Vec<f64>) = points.iter().map(|[lon, lat]| (*lon, *lat)).unzip();
    let found: Vec<Nearest> = diesel::sql_query(statement)
        .bind::<Array<Double>, _>(&lons)
        .bind::<Array<Double>, _>(&lats)
        .load(conn)
        .await?;
    let distances = found.iter().zip(points);
    Ok(distances
        .map(|(nearest, point)| nearest.distance(*point))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_that_of_the_place_at_most_50_km_and_unknown_without_a_layer() {
        let at = |is_reached, lon, lat| Nearest {
            is_reached,
            lon,
            lat,
        };
        let point = [-95.38, 29.76];
        let exact = 0.02 * DEGREE * 29.76_f64.to_radians().cos();
        let near = at(true, Some(-95.4), Some(29.76)).distance(point).unwrap();
        assert!((near - exact).abs() < 0.01, "{near} {exact}");
        assert_eq!(
            at(true, Some(-95.4), Some(29.76)).distance([-80.0, 29.76]),
            Some(REACH)
        );
        assert_eq!(at(true, None, None).distance(point), Some(REACH));
        assert_eq!(at(false, None, None).distance(point), None);
    }
}
