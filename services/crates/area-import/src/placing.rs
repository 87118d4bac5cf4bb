//! Whether the outlines lie where they can: a missing projection and exchanged axes refuse the file.

use db::AsyncPgConnection;
use diesel::sql_types::{BigInt, Double, Nullable, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use feature_files::FileError;
use parcel_record::counties::{Bounds, County};

use crate::error::AreaError;
use crate::staging::{Staging, compute_outlines};

/// Share of the outlines that lie in the United States although the axes are wrong.
const OUTSIDE: f64 = 0.05;
/// Share that lies there when the axes are right.
const INSIDE: f64 = 0.95;

/// Systems by which no outline can be projected.
const SYSTEMS: &str = "SELECT crs, pg_temp.import_crs_error(crs) AS cause \
    FROM (SELECT crs FROM area_rows WHERE crs IS NOT NULL GROUP BY crs HAVING count(outline) = 0) AS systems";

const BOXES: &str = "SELECT line, key, ST_XMin(place) AS west, ST_YMin(place) AS south, ST_XMax(place) AS east, ST_YMax(place) AS north \
    FROM (SELECT line, key, outline AS place FROM area_rows) AS places ORDER BY line";

const SHAPES: &str = "SELECT line, key, ST_XMin(place) AS west, ST_YMin(place) AS south, ST_XMax(place) AS east, ST_YMax(place) AS north \
    FROM (SELECT line, key, pg_temp.import_shape(kind, shape) AS place FROM area_rows WHERE crs IS NULL) AS places ORDER BY line";

#[derive(QueryableByName)]
struct System {
    #[diesel(sql_type = Text)]
    crs: String,
    #[diesel(sql_type = Nullable<Text>)]
    cause: Option<String>,
}

#[derive(QueryableByName)]
struct BoxRow {
    #[diesel(sql_type = BigInt)]
    line: i64,
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = Nullable<Double>)]
    west: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    south: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    east: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    north: Option<f64>,
}

/// A row and the box around its outline.
pub(crate) struct Placed {
    pub line: i64,
    /// The code of a county, or a submarket.
    pub key: String,
    pub bounds: Bounds,
}

/// Computes the outlines; refuses a file whose coordinate system or axes are wrong.
pub(crate) async fn place(
    conn: &mut AsyncPgConnection,
    staging: &mut Staging,
    swap_axes: bool,
) -> Result<(), AreaError> {
    staging.outlines(conn, swap_axes).await?;
    let systems: Vec<System> = diesel::sql_query(SYSTEMS).load(conn).await?;
    for System { crs, cause } in systems {
        if let Some(cause) = cause {
            let crs = crs.chars().take(100).collect();
            return Err(FileError::UnknownCrs { crs, cause }.into());
        }
    }
    if share_inside(&boxes(conn).await?).is_none_or(|inside| inside < OUTSIDE) {
        compute_outlines(conn, !swap_axes).await?;
        let swapped = boxes(conn).await?;
        if share_inside(&swapped).is_some_and(|inside| inside >= INSIDE) {
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
        compute_outlines(conn, swap_axes).await?;
    }
    check_degrees(&load(conn, SHAPES).await?, swap_axes)?;
    staging.usable(conn).await
}

/// Refuses a file whose coordinates are no degrees although it names no other system.
fn check_degrees(shapes: &[Placed], swap_axes: bool) -> Result<(), FileError> {
    let far: Vec<Bounds> = shapes
        .iter()
        .map(|row| row.bounds)
        .map(|bounds| if swap_axes { exchanged(bounds) } else { bounds })
        .filter(|bounds| !bounds.are_degrees())
        .collect();
    let all = far.iter().copied().reduce(|all, next| all.joined(&next));
    match all {
        Some(all) if far.len() * 2 > shapes.len() => Err(FileError::NoDegrees(all)),
        _ => Ok(()),
    }
}

fn exchanged(bounds: Bounds) -> Bounds {
    Bounds {
        west: bounds.south,
        south: bounds.west,
        east: bounds.north,
        north: bounds.east,
    }
}

/// The boxes of all outlines.
pub(crate) async fn boxes(conn: &mut AsyncPgConnection) -> QueryResult<Vec<Placed>> {
    load(conn, BOXES).await
}

/// Rows without a box, or with one that is not finite, as after a projection that failed, are left
/// out.
async fn load(conn: &mut AsyncPgConnection, query: &str) -> QueryResult<Vec<Placed>> {
    let rows: Vec<BoxRow> = diesel::sql_query(query).load(conn).await?;
    let placed = |row: BoxRow| {
        let bounds = Bounds {
            west: row.west?,
            south: row.south?,
            east: row.east?,
            north: row.north?,
        };
        let edges = [bounds.west, bounds.south, bounds.east, bounds.north];
        edges.iter().all(|edge| edge.is_finite()).then_some(Placed {
            line: row.line,
            key: row.key,
            bounds,
        })
    };
    Ok(rows.into_iter().filter_map(placed).collect())
}

/// Share of the outlines whose middle lies in the United States; none without outlines.
fn share_inside(placed: &[Placed]) -> Option<f64> {
    let inside = placed.iter().filter(|row| {
        let (lon, lat) = row.bounds.middle();
        County::near(lon, lat).is_some()
    });
    (!placed.is_empty()).then(|| inside.count() as f64 / placed.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(west: f64, south: f64) -> Placed {
        let bounds = Bounds {
            west,
            south,
            east: west + 1.0,
            north: south + 1.0,
        };
        Placed {
            line: 1,
            key: String::new(),
            bounds,
        }
    }

    #[test]
    fn most_coordinates_must_be_degrees() {
        let (degrees, feet) = ((-95.0, 29.0), (3_100_000.0, 13_800_000.0));
        let shapes = |places: &[(f64, f64)]| -> Vec<Placed> {
            places.iter().map(|(x, y)| placed(*x, *y)).collect()
        };
        assert!(check_degrees(&shapes(&[degrees, feet]), false).is_ok());
        let refused = check_degrees(&shapes(&[degrees, feet, feet]), false).unwrap_err();
        assert!(
            refused.to_string().contains("x 3100000 to 3100001"),
            "{refused}"
        );
        let swapped = [placed(29.0, -95.0)];
        assert!(check_degrees(&swapped, true).is_ok());
        assert!(check_degrees(&swapped, false).is_err());
    }

    #[test]
    fn outlines_are_compared_with_the_boxes_of_all_counties() {
        assert_eq!(share_inside(&[]), None);
        let share = share_inside(&[placed(-96.0, 29.5), placed(2.3, 48.8)]);
        assert_eq!(share, Some(0.5));
    }
}
