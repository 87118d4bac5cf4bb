//! The place of a search, and what is read of it.

use ::assemblage::Wanted;
use db::AsyncPgConnection;
use domain::{ParcelUuid, ProjectId};
use ogc_features::Condition;
use parcel_record::groups;

use super::domain::{ACRE, MARGIN, MAX_AREA, MAX_AROUND};
use super::error::AssemblageError;
use super::judging::least_acres;
use super::store::{self, Around, LineRow, ParcelRow};
use super::wide;
use crate::search_runs::work::Asked;
use crate::selections::chosen::Chosen;
use crate::selections::store as shapes;
use crate::selections::{self, Choice, point_of};

/// Where to search.
#[derive(Debug)]
pub enum Place {
    Chosen(Choice),
    /// Metres around a parcel.
    Near(ParcelUuid, f64),
    Counties(Vec<String>),
    /// Within any of these outlines, GeoJSON.
    Outlines(Vec<String>),
}

/// A checked request.
pub struct Search {
    pub place: Place,
    pub filter: Condition,
    pub wanted: Wanted,
    pub include_public: bool,
    pub project_id: Option<ProjectId>,
    /// By which sites are judged.
    pub asked: Option<Asked>,
}

impl Search {
    /// Its limits, with the land that the criteria ask for.
    pub fn limits(&self) -> Wanted {
        let criteria = self.asked.as_ref().map(|asked| &asked.criteria);
        let least = criteria.map_or(0.0, least_acres);
        Wanted {
            min_area: self.wanted.min_area.max(least * ACRE),
            ..self.wanted
        }
    }
}

/// What was read of an area.
#[derive(Default)]
pub struct Read {
    pub parcels: Vec<ParcelRow>,
    pub lines: Vec<LineRow>,
    pub around: Around,
}

/// The parcels of the place of a search that match its filter.
pub enum InArea {
    None,
    /// Few enough to be compared, with those around them.
    Few(Chosen, Vec<ParcelUuid>, Read),
    /// More than that; nothing was read of them.
    Many(Chosen),
}

/// The chosen parcels, and those in their box with a margin.
pub async fn of_area(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> Result<InArea, AssemblageError> {
    ogc_features::limit_time(conn).await?;
    let Some(chosen) = chosen(conn, search).await? else {
        return Ok(InArea::None);
    };
    // One more than allowed if they are too many.
    let limit = i64::try_from(MAX_AREA + 1).unwrap_or(i64::MAX);
    let ids = wide::identities(conn, (&chosen, &search.filter), limit).await?;
    if ids.len() > MAX_AREA {
        return Ok(InArea::Many(chosen));
    }
    // What matches a filter may lie far apart.
    let is_scattered = matches!(search.place, Place::Counties(_) | Place::Outlines(_));
    let read = read(conn, &ids, is_scattered).await?;
    Ok(read.map_or(InArea::None, |read| InArea::Few(chosen, ids, read)))
}

/// The condition of the place; `None` if nothing can be in it.
async fn chosen(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> Result<Option<Chosen>, AssemblageError> {
    Ok(match &search.place {
        Place::Chosen(choice) => selections::ops::chosen(conn, choice, &[]).await?,
        Place::Near(id, metres) => {
            let point = point_of(conn, *id).await?;
            let point = point.ok_or_else(|| AssemblageError::NoParcel(vec![*id]))?;
            let choice = Choice::WithinCircle(point, *metres);
            selections::ops::chosen(conn, &choice, &[]).await?
        }
        Place::Counties(counties) => {
            let groups = groups::of_counties(counties.iter().map(String::as_str));
            Some(Chosen::OfCounties(groups, counties.clone()))
        }
        Place::Outlines(outlines) => shapes::polygons(conn, outlines).await?.map(Chosen::Within),
    })
}

/// The parcels in the box of these with a margin; only those near one of them if they are scattered, or the box has too many.
pub async fn read(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    is_scattered: bool,
) -> Result<Option<Read>, AssemblageError> {
    let Some(around) = store::around(conn, ids, MARGIN).await? else {
        return Ok(None);
    };
    let limit = i64::try_from(MAX_AROUND + 1).unwrap_or(i64::MAX);
    let mut parcels = if is_scattered {
        Vec::new()
    } else {
        store::parcels(conn, &around, limit).await?
    };
    if is_scattered || parcels.len() > MAX_AROUND {
        let reach = MARGIN * around.scale;
        parcels = store::neighbours(conn, &around, (ids, reach), limit).await?;
    }
    if parcels.len() > MAX_AROUND {
        return Err(AssemblageError::TooLarge);
    }
    let lines = store::lines(conn, &around).await?;
    Ok(Some(Read {
        parcels,
        lines,
        around,
    }))
}
