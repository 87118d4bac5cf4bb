//! Facts of the parcels of an area, one column a fact.

use std::collections::{BTreeMap, HashSet};
use std::mem::take;
use std::pin::pin;

use chrono::{Datelike as _, NaiveDate};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ParcelUuid;
use futures::TryStreamExt as _;
use site_search::{Codes, Column, Columns, Fact, UNKNOWN_FLAG};
use uuid::Uuid;

use super::area_query::Area;
use super::fact_query::{self, FactRow};
use super::gauge::Gauge;

/// Rows between two reports.
const REPORT: usize = 1000;

/// Parcels of an area with the facts that their records have.
#[derive(Debug)]
pub struct AreaFacts {
    pub columns: Columns,
    /// Longitude and latitude of the inner point.
    pub points: Vec<[f64; 2]>,
    /// The owner of each parcel; empty unless a criterion uses it.
    pub owners: Vec<Option<i64>>,
    pub counties: BTreeMap<i32, CountyData>,
    /// Parcels that are left out, because the project discarded them.
    pub discarded: usize,
    /// Sum of hashes of identities and versions: independent of the order.
    pub hash: u64,
}

/// The data of a county.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountyData {
    pub parcels: u64,
    pub batch_id: Option<i64>,
}

/// What is read of each parcel.
#[derive(Default)]
struct Reading {
    ids: Vec<Uuid>,
    points: Vec<[f64; 2]>,
    acres: Vec<f64>,
    owners: Vec<Option<i64>>,
    sqft: Vec<f64>,
    use_class: Codes,
    is_improved: Vec<u8>,
    zoning: Codes,
    in_flood_zone: Vec<u8>,
    year_built: Vec<f64>,
    site_owners: Vec<f64>,
    total_value: Vec<f64>,
    value_per_acre: Vec<f64>,
    land_value_per_acre: Vec<f64>,
    years_held: Vec<f64>,
    owner_kind: Codes,
    is_absentee: Vec<u8>,
}

/// Which columns the criteria need.
struct Used {
    facts: [bool; Fact::ALL.len()],
    owners: bool,
}

impl Used {
    fn of(used: &[Fact]) -> Self {
        Self {
            facts: Fact::ALL.map(|fact| used.contains(&fact)),
            owners: used.contains(&Fact::OwnerParcels) || used.contains(&Fact::AdjoiningOwnerAcres),
        }
    }

    fn has(&self, fact: Fact) -> bool {
        self.facts[fact as usize]
    }
}

/// Reads the parcels of an area that are not discarded. `None` when it was stopped.
pub async fn read(
    conn: &mut AsyncPgConnection,
    (area, only): (&Area, Option<Uuid>),
    used: &[Fact],
    discarded: &HashSet<ParcelUuid>,
    today: NaiveDate,
    gauge: &Gauge,
) -> QueryResult<Option<AreaFacts>> {
    let rows = fact_query::stream(conn, area, used, only).await?;
    let mut rows = pin!(rows);
    let (mut reading, needed) = (Reading::default(), Used::of(used));
    let mut counties: BTreeMap<i32, CountyData> = BTreeMap::new();
    let (mut read, mut left_out, mut hash) = (0_usize, 0, 0_u64);
    while let Some(row) = rows.try_next().await? {
        read += 1;
        if read.is_multiple_of(REPORT) && !gauge.read(read) {
            return Ok(None);
        }
        let county = counties.entry(row.county).or_default();
        county.parcels += 1;
        county.batch_id = county.batch_id.max(row.batch_id);
        let is_discarded = discarded.contains(&ParcelUuid(row.ll_uuid));
        hash = hash.wrapping_add(hash_of(&row, is_discarded));
        if is_discarded {
            left_out += 1;
        } else {
            reading.push(row, &needed, today);
        }
    }
    let (columns, points, owners) = reading.columns(used);
    Ok(gauge.read(read).then_some(AreaFacts {
        columns,
        points,
        owners,
        counties,
        discarded: left_out,
        hash,
    }))
}

impl Reading {
    fn push(&mut self, row: FactRow, used: &Used, today: NaiveDate) {
        self.ids.push(row.ll_uuid);
        self.points.push([row.lon, row.lat]);
        let numbers = [
            (&mut self.acres, used.has(Fact::Acres), row.acres),
            (&mut self.sqft, used.has(Fact::BuildingSqft), row.sqft),
            (
                &mut self.year_built,
                used.has(Fact::YearBuilt),
                row.year_built.map(f64::from),
            ),
            (
                &mut self.site_owners,
                used.has(Fact::SiteOwners),
                (row.has_one_owner == Some(true)).then_some(1.0),
            ),
            (
                &mut self.total_value,
                used.has(Fact::TotalValue),
                row.total_value,
            ),
            (
                &mut self.value_per_acre,
                used.has(Fact::ValuePerAcre),
                row.value_per_acre,
            ),
            (
                &mut self.land_value_per_acre,
                used.has(Fact::LandValuePerAcre),
                row.land_value_per_acre,
            ),
            (
                &mut self.years_held,
                used.has(Fact::YearsHeld),
                row.saledate.and_then(|sold| years_since(sold, today)),
            ),
        ];
        for (column, is_used, number) in numbers {
            if is_used {
                column.push(number.unwrap_or(f64::NAN));
            }
        }
        if used.owners {
            self.owners.push(row.owner_key);
        }
        let names = [
            (&mut self.use_class, Fact::UseClass, row.use_class),
            (&mut self.zoning, Fact::Zoning, row.zoning),
            (&mut self.owner_kind, Fact::OwnerKind, row.owner_kind),
        ];
        for (column, fact, name) in names {
            if used.has(fact) {
                column.push(name.as_deref());
            }
        }
        let flags = [
            (&mut self.is_improved, Fact::IsImproved, row.is_improved),
            (
                &mut self.in_flood_zone,
                Fact::InFloodZone,
                row.in_flood_zone,
            ),
            (&mut self.is_absentee, Fact::IsAbsentee, row.is_absentee),
        ];
        for (column, fact, flag) in flags {
            if used.has(fact) {
                column.push(flag.map_or(UNKNOWN_FLAG, u8::from));
            }
        }
    }

    /// Only of the facts that are used.
    fn columns(mut self, used: &[Fact]) -> (Columns, Vec<[f64; 2]>, Vec<Option<i64>>) {
        let mut columns = Columns::of(self.ids);
        for fact in used {
            let column = match fact {
                Fact::Acres => Column::Numbers(take(&mut self.acres)),
                Fact::BuildingSqft => Column::Numbers(take(&mut self.sqft)),
                Fact::UseClass => Column::Codes(take(&mut self.use_class)),
                Fact::IsImproved => Column::Flags(take(&mut self.is_improved)),
                Fact::Zoning => Column::Codes(take(&mut self.zoning)),
                Fact::InFloodZone => Column::Flags(take(&mut self.in_flood_zone)),
                Fact::YearBuilt => Column::Numbers(take(&mut self.year_built)),
                // Parcels on the same land are not counted yet.
                Fact::SiteOwners => Column::Numbers(take(&mut self.site_owners)),
                Fact::TotalValue => Column::Numbers(take(&mut self.total_value)),
                Fact::ValuePerAcre => Column::Numbers(take(&mut self.value_per_acre)),
                Fact::LandValuePerAcre => Column::Numbers(take(&mut self.land_value_per_acre)),
                Fact::YearsHeld => Column::Numbers(take(&mut self.years_held)),
                Fact::OwnerKind => Column::Codes(take(&mut self.owner_kind)),
                Fact::IsAbsentee => Column::Flags(take(&mut self.is_absentee)),
                // Not in the records.
                Fact::OwnerParcels
                | Fact::AdjoiningOwnerAcres
                | Fact::HighwayM
                | Fact::RailM
                | Fact::SlopePercent
                | Fact::GrowthChance
                | Fact::GrowthDecade
                | Fact::InArea => continue,
            };
            columns.put(*fact, column);
        }
        (columns, self.points, self.owners)
    }
}

/// Full years; `None` for a date to come.
pub fn years_since(date: NaiveDate, today: NaiveDate) -> Option<f64> {
    let is_before = (today.month(), today.day()) < (date.month(), date.day());
    let years = today.year() - date.year() - i32::from(is_before);
    (years >= 0).then_some(f64::from(years))
}

/// FNV-1a.
fn hash_of(row: &FactRow, is_discarded: bool) -> u64 {
    let version = row.versions.to_le_bytes();
    let bytes = row.ll_uuid.as_bytes().iter().chain(&version);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in bytes.chain(&[u8::from(is_discarded)]) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_full() {
        let day = |y, m, d| NaiveDate::from_ymd_opt(y, m, d).unwrap();
        let today = day(2026, 11, 24);
        assert_eq!(years_since(day(2006, 11, 24), today), Some(20.0));
        assert_eq!(years_since(day(2006, 11, 25), today), Some(19.0));
        assert_eq!(years_since(day(2027, 1, 1), today), None);
    }
}
