//! What lies around parcels, to be drawn on a map of them.

use ::assemblage::Point;
use domain::ParcelUuid;
use uuid::Uuid;

use super::error::AssemblageError;
use super::store::{self, Around};
use super::wkb;
use crate::state::AppState;

/// More parcels are not drawn.
const MAX_DRAWN: usize = 1_500;
/// WGS 84.
const DEGREES: i32 = 4326;

/// Parcels and lines around a site; longitude is x, latitude y.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// The rings of each parcel that is not of the site.
    pub neighbours: Vec<Vec<Vec<Point>>>,
    /// There are more than can be drawn, and none is here.
    pub too_many: bool,
    pub lines: Vec<NearLine>,
}

/// A road, a railway or the edge of water.
#[derive(Debug)]
pub struct NearLine {
    /// highway, rail, road or water.
    pub kind: String,
    /// Of a road: motorway, arterial, local or another one.
    pub class: Option<String>,
    pub name: Option<String>,
    pub parts: Vec<Vec<Point>>,
}

/// What lies within so many metres of the box around parcels.
pub async fn surroundings(
    state: &AppState,
    ids: &[ParcelUuid],
    metres: f64,
) -> Result<Surroundings, AssemblageError> {
    let limit = i64::try_from(MAX_DRAWN + 1).unwrap_or(i64::MAX);
    let read = state.reads.read(async |pool| {
        db::system_tx(pool, async |conn| {
            ogc_features::limit_time(conn).await?;
            let Some(around) = store::around(conn, ids, metres).await? else {
                return Ok::<_, AssemblageError>(None);
            };
            let around = Around {
                zone: DEGREES,
                ..around
            };
            let parcels = store::parcels(conn, &around, limit).await?;
            Ok(Some((parcels, store::lines(conn, &around).await?)))
        })
        .await
    });
    let Some((parcels, lines)) = read.await? else {
        return Ok(Surroundings::default());
    };
    let own: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let too_many = parcels.len() > MAX_DRAWN;
    let parcels = parcels.iter().filter(|_| !too_many);
    let neighbours = parcels.filter(|row| !own.contains(&row.ll_uuid));
    Ok(Surroundings {
        neighbours: neighbours.map(|row| wkb::lines(&row.outline)).collect(),
        too_many,
        lines: lines
            .into_iter()
            .map(|row| NearLine {
                parts: wkb::lines(&row.line),
                kind: row.kind,
                class: row.class,
                name: row.name,
            })
            .collect(),
    })
}
