//! Whether the outlines lie where they can: a missing projection and exchanged axes refuse the file.

use db::AsyncPgConnection;
use diesel::sql_types::{Double, Nullable, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use feature_files::FileError;
use parcel_record::counties::{Bounds, County};

use crate::error::LayerError;
use crate::staging::compute_outlines;

/// Share of the outlines that lie in the United States although the axes are wrong.
const OUTSIDE: f64 = 0.05;
/// Share that lies there when the axes are right.
const INSIDE: f64 = 0.95;
/// Outlines whose place is looked at.
const SAMPLE: &str = "10000";

/// Systems by which no outline can be projected.
const SYSTEMS: &str = "SELECT crs, pg_temp.import_crs_error(crs) AS cause \
    FROM (SELECT crs FROM layer_rows WHERE crs IS NOT NULL GROUP BY crs HAVING count(outline) = 0) AS systems";

const BOXES: &str = "SELECT ST_XMin(place) AS west, ST_YMin(place) AS south, ST_XMax(place) AS east, ST_YMax(place) AS north \
    FROM (SELECT {place} AS place FROM layer_rows WHERE {of} ORDER BY line LIMIT {most}) AS places";

#[derive(QueryableByName)]
struct System {
    #[diesel(sql_type = Text)]
    crs: String,
    #[diesel(sql_type = Nullable<Text>)]
    cause: Option<String>,
}

#[derive(QueryableByName)]
struct BoxRow {
    #[diesel(sql_type = Nullable<Double>)]
    west: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    south: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    east: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    north: Option<f64>,
}

/// Computes the outlines; refuses a file whose coordinate system or axes are wrong.
pub(crate) async fn place(
    conn: &mut AsyncPgConnection,
    swap_axes: bool,
    dimensions: &[i32],
) -> Result<(), LayerError> {
    compute_outlines(conn, swap_axes, dimensions).await?;
    let systems: Vec<System> = diesel::sql_query(SYSTEMS).load(conn).await?;
    for System { crs, cause } in systems {
        if let Some(cause) = cause {
            let crs = crs.chars().take(100).collect();
            return Err(FileError::UnknownCrs { crs, cause }.into());
        }
    }
    let shapes = boxes(conn, "shape", "crs IS NULL").await?;
    check_degrees(&shapes)?;
    if share_inside(&outlines(conn).await?).is_none_or(|inside| inside < OUTSIDE) {
        compute_outlines(conn, !swap_axes, dimensions).await?;
        if share_inside(&outlines(conn).await?).is_some_and(|inside| inside >= INSIDE) {
            return Err(FileError::SwappedAxes {
                place: "the United States".to_owned(),
                advice: if swap_axes {
                    "leave out --swap-axes"
                } else {
                    "give --swap-axes"
                },
            }
            .into());
        }
        compute_outlines(conn, swap_axes, dimensions).await?;
    }
    Ok(())
}

/// Refuses a file whose coordinates are no degrees, in any order, although it names no other system.
fn check_degrees(shapes: &[Bounds]) -> Result<(), FileError> {
    let exchanged = |bounds: &Bounds| Bounds {
        west: bounds.south,
        south: bounds.west,
        east: bounds.north,
        north: bounds.east,
    };
    let far: Vec<Bounds> = shapes
        .iter()
        .filter(|bounds| !bounds.are_degrees() && !exchanged(bounds).are_degrees())
        .copied()
        .collect();
    match far.iter().copied().reduce(|all, next| all.joined(&next)) {
        Some(all) if far.len() * 2 > shapes.len() => Err(FileError::NoDegrees(all)),
        _ => Ok(()),
    }
}

async fn outlines(conn: &mut AsyncPgConnection) -> QueryResult<Vec<Bounds>> {
    boxes(conn, "outline", "outline IS NOT NULL").await
}

/// The boxes of the first rows; those without a finite one are left out.
async fn boxes(conn: &mut AsyncPgConnection, place: &str, of: &str) -> QueryResult<Vec<Bounds>> {
    let query = BOXES
        .replace("{place}", place)
        .replace("{of}", of)
        .replace("{most}", SAMPLE);
    let rows: Vec<BoxRow> = diesel::sql_query(query).load(conn).await?;
    let placed = |row: BoxRow| {
        let bounds = Bounds {
            west: row.west?,
            south: row.south?,
            east: row.east?,
            north: row.north?,
        };
        let edges = [bounds.west, bounds.south, bounds.east, bounds.north];
        edges.iter().all(|edge| edge.is_finite()).then_some(bounds)
    };
    Ok(rows.into_iter().filter_map(placed).collect())
}

/// Share of the outlines whose middle lies in the United States; none without outlines.
fn share_inside(placed: &[Bounds]) -> Option<f64> {
    let inside = placed.iter().filter(|bounds| {
        let (lon, lat) = bounds.middle();
        County::near(lon, lat).is_some()
    });
    (!placed.is_empty()).then(|| inside.count() as f64 / placed.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(west: f64, south: f64) -> Bounds {
        Bounds {
            west,
            south,
            east: west + 1.0,
            north: south + 1.0,
        }
    }

    #[test]
    fn most_coordinates_must_be_degrees_in_some_order() {
        let (degrees, feet) = (bounds(-95.0, 29.0), bounds(3_100_000.0, 13_800_000.0));
        assert!(check_degrees(&[degrees, feet]).is_ok());
        assert!(check_degrees(&[degrees, feet, feet]).is_err());
        assert!(check_degrees(&[bounds(29.0, -95.0)]).is_ok());
        assert_eq!(share_inside(&[]), None);
        assert_eq!(
            share_inside(&[bounds(-96.0, 29.5), bounds(2.3, 48.8)]),
            Some(0.5)
        );
    }
}
