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

const SYSTEMS: &str = "SELECT crs, pg_temp.import_crs_error(crs) AS cause \
    FROM (SELECT DISTINCT crs FROM area_rows WHERE crs IS NOT NULL) AS systems";

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
    let systems: Vec<System> = diesel::sql_query(SYSTEMS).load(conn).await?;
    for System { crs, cause } in systems {
        if let Some(cause) = cause {
            let crs = crs.chars().take(100).collect();
            return Err(FileError::UnknownCrs { crs, cause }.into());
        }
    }
    let shapes = load(conn, SHAPES).await?;
    let far: Vec<Bounds> = shapes
        .iter()
        .map(|row| row.bounds)
        .filter(|bounds| !bounds.are_degrees())
        .collect();
    if far.len() * 2 > shapes.len()
        && let Some(all) = far.iter().copied().reduce(|all, next| all.joined(&next))
    {
        return Err(FileError::NoDegrees(all).into());
    }
    staging.outlines(conn, swap_axes).await?;
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
    staging.usable(conn).await
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
