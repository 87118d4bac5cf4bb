//! Facts of the parcels of an area, one column a fact.

use std::collections::{BTreeMap, HashSet};
use std::pin::pin;

use chrono::{Datelike as _, NaiveDate};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ParcelUuid;
use futures::TryStreamExt as _;
use site_search::{Codes, Column, Columns, Fact, UNKNOWN_FLAG};
use uuid::Uuid;

use super::area_query::{self, FactRow, Place};
use super::gauge::Gauge;

/// Rows between two reports.
const REPORT: usize = 1000;

/// Parcels of an area with the facts that their records have.
#[derive(Debug)]
pub struct AreaFacts {
    pub columns: Columns,
    /// Longitude and latitude of the inner point.
    pub points: Vec<[f64; 2]>,
    /// The owner of each parcel, empty unless a criterion uses it.
    pub owners: Vec<Option<i64>>,
    pub acres: Vec<f64>,
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
    total_value: Vec<f64>,
    land_value: Vec<f64>,
    years_held: Vec<f64>,
    owner_kind: Codes,
    is_absentee: Vec<u8>,
}

/// Reads the parcels of a place that are not discarded. `None` when it was stopped.
pub async fn read(
    conn: &mut AsyncPgConnection,
    (place, only): (&Place, Option<Uuid>),
    used: &[Fact],
    discarded: &HashSet<ParcelUuid>,
    today: NaiveDate,
    gauge: &Gauge,
) -> QueryResult<Option<AreaFacts>> {
    let rows = area_query::stream(conn, place, used, only).await?;
    let mut rows = pin!(rows);
    let mut reading = Reading::default();
    let mut counties: BTreeMap<i32, CountyData> = BTreeMap::new();
    let (mut read, mut left_out, mut hash) = (0_usize, 0, 0_u64);
    while let Some(row) = rows.try_next().await? {
        read += 1;
        if read % REPORT == 0 && !gauge.read(read) {
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
            reading.push(row, today);
        }
    }
    let (columns, points, acres, owners) = reading.columns(used);
    Ok(gauge.read(read).then_some(AreaFacts {
        columns,
        points,
        owners,
        acres,
        counties,
        discarded: left_out,
        hash,
    }))
}

impl Reading {
    fn push(&mut self, row: FactRow, today: NaiveDate) {
        let number = |number: Option<f64>| number.unwrap_or(f64::NAN);
        self.ids.push(row.ll_uuid);
        self.points.push([row.lon, row.lat]);
        self.acres.push(number(row.acres));
        self.owners.push(row.owner_key);
        self.sqft.push(number(row.sqft));
        self.use_class.push(row.use_class.as_deref());
        self.is_improved.push(flag(row.is_improved));
        self.zoning.push(row.zoning.as_deref());
        self.in_flood_zone
            .push(flag(row.flood_zone.as_deref().and_then(in_flood_zone)));
        self.year_built.push(number(row.year_built.map(f64::from)));
        self.total_value.push(number(row.total_value));
        self.land_value.push(number(row.land_value));
        let held = row.saledate.and_then(|sold| years_since(sold, today));
        self.years_held.push(number(held));
        self.owner_kind.push(row.owner_kind.as_deref());
        self.is_absentee.push(flag(row.is_absentee));
    }

    /// Only of the facts that are used.
    fn columns(self, used: &[Fact]) -> (Columns, Vec<[f64; 2]>, Vec<f64>, Vec<Option<i64>>) {
        let per_acre = |values: &[f64]| -> Column {
            let pairs = values.iter().zip(&self.acres);
            Column::Numbers(pairs.map(|(value, acres)| value / acres).collect())
        };
        let mut columns = Columns::of(self.ids);
        for fact in used {
            let column = match fact {
                Fact::Acres => Column::Numbers(self.acres.clone()),
                Fact::BuildingSqft => Column::Numbers(self.sqft.clone()),
                Fact::UseClass => Column::Codes(self.use_class.clone()),
                Fact::IsImproved => Column::Flags(self.is_improved.clone()),
                Fact::Zoning => Column::Codes(self.zoning.clone()),
                Fact::InFloodZone => Column::Flags(self.in_flood_zone.clone()),
                Fact::YearBuilt => Column::Numbers(self.year_built.clone()),
                Fact::TotalValue => Column::Numbers(self.total_value.clone()),
                Fact::ValuePerAcre => per_acre(&self.total_value),
                Fact::LandValuePerAcre => per_acre(&self.land_value),
                Fact::YearsHeld => Column::Numbers(self.years_held.clone()),
                Fact::OwnerKind => Column::Codes(self.owner_kind.clone()),
                Fact::IsAbsentee => Column::Flags(self.is_absentee.clone()),
                // Not in the records.
                Fact::OwnerParcels
                | Fact::AdjoiningOwnerAcres
                | Fact::HighwayM
                | Fact::RailM
                | Fact::SlopePercent
                | Fact::GrowthChance => continue,
            };
            columns.put(*fact, column);
        }
        (columns, self.points, self.acres, self.owners)
    }
}

const fn flag(flag: Option<bool>) -> u8 {
    match flag {
        Some(flag) => flag as u8,
        None => UNKNOWN_FLAG,
    }
}

/// Whether a FEMA zone is one of the 1 % flood; `None` for undetermined and unknown ones.
pub fn in_flood_zone(zone: &str) -> Option<bool> {
    let zone = zone.trim().to_ascii_uppercase();
    let rest = zone.get(1..)?;
    let is_kind = |kinds: &[&str]| kinds.contains(&rest) || rest.bytes().all(|c| c.is_ascii_digit());
    match zone.as_bytes().first()? {
        b'A' if is_kind(&["", "E", "H", "O", "R"]) => Some(true),
        b'V' if is_kind(&["", "E", "O"]) => Some(true),
        b'X' | b'B' | b'C' => Some(false),
        _ => None,
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
    let version = row.version.to_le_bytes();
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
    fn zones_of_the_flood_maps() {
        for zone in ["A", "ae", "AE ", "A12", "AH", "AO", "AR", "A99", "V", "VE", "V30"] {
            assert_eq!(in_flood_zone(zone), Some(true), "{zone}");
        }
        for zone in ["X", "X500", "B", "C"] {
            assert_eq!(in_flood_zone(zone), Some(false), "{zone}");
        }
        for zone in ["D", "", " ", "AREA NOT INCLUDED", "ANI", "OPEN WATER"] {
            assert_eq!(in_flood_zone(zone), None, "{zone}");
        }
    }

    #[test]
    fn years_are_full() {
        let day = |y, m, d| NaiveDate::from_ymd_opt(y, m, d).unwrap();
        let today = day(2026, 11, 24);
        assert_eq!(years_since(day(2006, 11, 24), today), Some(20.0));
        assert_eq!(years_since(day(2006, 11, 25), today), Some(19.0));
        assert_eq!(years_since(day(2027, 1, 1), today), None);
    }
}
