//! Land that several parcels are on, such as condominiums, and values per acre (decision 114).
//!
//! A unit's own value by the area of the whole lot says nothing of either. So a value per acre is one of land: the values of all
//! parcels on it by its area, unknown if one of them is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diesel::FromSqlRow;
use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Jsonb;
use domain::Money;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{ParcelFields, ParcelRecord};

/// SQL: dollars an acre of the parcel's land; a value of 0 is unknown.
macro_rules! per_acre {
    ($own:literal, $shared:literal) => {
        concat!(
            "(CASE WHEN parcels.shared_by IS NULL THEN nullif(parcels.",
            $own,
            ", 0) / nullif(parcels.ll_gisacre, 0) ELSE parcels.",
            $shared,
            " / nullif(parcels.shared_acres, 0) END)::float8"
        )
    };
}

/// SQL: total value of the land by its area, dollars an acre.
pub const VALUE_PER_ACRE: &str = per_acre!("parval", "shared_parval");

/// SQL: value of the land without improvements by its area, dollars an acre.
pub const LAND_VALUE_PER_ACRE: &str = per_acre!("landval", "shared_landval");

/// SQL: [`SharedLand`] as JSON.
pub const SHARED_LAND: &str = "(CASE WHEN parcels.shared_by IS NOT NULL THEN jsonb_build_object( \
    'parcels', parcels.shared_by, 'total_value', parcels.shared_parval, 'land_value', parcels.shared_landval, \
    'acres', parcels.shared_acres) END)";

/// SQL: notes what parcels share with whom, after parcels of these counties were written. $1 the table, $2 counties, $3 their groups.
pub const NOTE_SHARED_LAND: &str =
    "SELECT note_shared_land($1::text::regclass, $2, $3, NULL, NULL)";

/// SQL: the same only at points. $1 counties, $2 their groups, $3 longitudes, $4 latitudes.
pub const NOTE_SHARED_LAND_AT: &str = "SELECT note_shared_land('parcels', $1, $2, $3, $4)";

/// Land that several parcels are on, as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema, FromSqlRow)]
pub struct SharedLand {
    /// The parcels on it; those of a county with the same inner point.
    pub parcels: i64,
    /// Sum of their total values, dollars; null if one is unknown.
    #[schema(required = true)]
    pub total_value: Option<f64>,
    /// Sum of the values of their land, dollars; null if one is unknown.
    #[schema(required = true)]
    pub land_value: Option<f64>,
    /// Its acres: the largest area that one of them has.
    #[schema(required = true)]
    pub acres: Option<f64>,
}

impl FromSql<Jsonb, Pg> for SharedLand {
    fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<Self> {
        let value = <Value as FromSql<Jsonb, Pg>>::from_sql(bytes)?;
        Ok(serde_json::from_value(value)?)
    }
}

impl SharedLand {
    /// That of one parcel.
    pub fn alone(fields: &ParcelFields) -> Self {
        Self {
            parcels: 1,
            total_value: known_dollars(fields.parval.as_ref()),
            land_value: known_dollars(fields.landval.as_ref()),
            acres: fields.ll_gisacre,
        }
    }

    /// That of the parcels of a site together, each land once; unknown where it is of one. The order does not matter.
    pub fn of_site<'a>(records: impl IntoIterator<Item = &'a ParcelRecord>) -> Self {
        // The land at each point, and whether it is the noted one.
        let mut lands: HashMap<[u64; 2], (Self, bool)> = HashMap::new();
        for record in records {
            let own = Self::alone(&record.fields);
            let point = [record.lon, record.lat].map(f64::to_bits);
            match (lands.entry(point), record.shared_land) {
                (Entry::Vacant(entry), noted) => {
                    entry.insert((noted.unwrap_or(own), noted.is_some()));
                }
                (Entry::Occupied(mut entry), Some(noted)) => {
                    let (land, is_noted) = *entry.get();
                    if !is_noted || noted.parcels > land.parcels {
                        entry.insert((noted, true));
                    }
                }
                // Not noted of two counties.
                (Entry::Occupied(mut entry), None) => {
                    let (land, is_noted) = *entry.get();
                    if !is_noted {
                        let acres = [land.acres, own.acres].into_iter().flatten();
                        let acres = acres.reduce(f64::max);
                        entry.insert((
                            Self {
                                acres,
                                ..land.plus(own)
                            },
                            false,
                        ));
                    }
                }
            }
        }
        let none = Self {
            parcels: 0,
            total_value: Some(0.0),
            land_value: Some(0.0),
            acres: Some(0.0),
        };
        let lands = lands.into_values().map(|(land, _)| land);
        lands.fold(none, Self::plus)
    }

    fn plus(self, other: Self) -> Self {
        let sum = |one: Option<f64>, other: Option<f64>| Some(one? + other?);
        Self {
            parcels: self.parcels + other.parcels,
            total_value: sum(self.total_value, other.total_value),
            land_value: sum(self.land_value, other.land_value),
            acres: sum(self.acres, other.acres),
        }
    }

    /// Dollars an acre.
    pub fn value_per_acre(&self) -> Option<f64> {
        self.per_acre(self.total_value)
    }

    /// Dollars an acre, of the value without improvements.
    pub fn land_value_per_acre(&self) -> Option<f64> {
        self.per_acre(self.land_value)
    }

    fn per_acre(&self, value: Option<f64>) -> Option<f64> {
        let acres = self.acres.filter(|acres| *acres != 0.0);
        Some(value? / acres?)
    }
}

/// Counties record 0 for land that is not taxed or not appraised.
pub(crate) fn known_dollars(money: Option<&Money>) -> Option<f64> {
    let cents = money?.cents();
    (cents != 0).then_some(cents as f64 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ParcelUuid;

    fn parcel(at: f64, value: &str, acres: f64, shared: Option<SharedLand>) -> ParcelRecord {
        let id = ParcelUuid::derive("48201", &"1".parse().unwrap());
        let mut fields = ParcelFields::new(id, "48201".to_owned(), "1".to_owned());
        fields.parval = Some(value.parse().unwrap());
        fields.ll_gisacre = Some(acres);
        ParcelRecord {
            shared_land: shared,
            ..fields.into_record(at, 29.76, "Test County")
        }
    }

    const TOWER: SharedLand = SharedLand {
        parcels: 20,
        total_value: Some(6_000_000.0),
        land_value: None,
        acres: Some(2.0),
    };

    /// Of each order of the parcels.
    fn per_acre(mut records: Vec<ParcelRecord>) -> Option<f64> {
        let first = SharedLand::of_site(&records).value_per_acre();
        for _ in 1..records.len() {
            records.rotate_left(1);
            assert_eq!(SharedLand::of_site(&records).value_per_acre(), first);
        }
        first
    }

    #[test]
    fn a_unit_has_the_value_per_acre_of_its_lot() {
        let unit = parcel(-95.37, "300000", 2.0, Some(TOWER));
        assert_eq!(TOWER.value_per_acre(), Some(3_000_000.0));
        assert_eq!(TOWER.land_value_per_acre(), None);
        assert_eq!(per_acre(vec![unit]), Some(3_000_000.0));
        let open = SharedLand {
            total_value: None,
            ..TOWER
        };
        let unit = parcel(-95.37, "300000", 2.0, Some(open));
        assert_eq!(per_acre(vec![unit]), None);
    }

    #[test]
    fn a_site_has_each_land_once() {
        let unit = parcel(-95.37, "300000", 2.0, Some(TOWER));
        let beside = parcel(-95.38, "1000000", 5.0, None);
        let site = vec![unit.clone(), beside.clone(), unit];
        // 7,000,000 dollars on 7 acres.
        assert_eq!(per_acre(site), Some(1_000_000.0));
        let unknown = parcel(-95.38, "0", 5.0, None);
        assert_eq!(per_acre(vec![beside, unknown]), None);
    }

    #[test]
    fn parcels_at_one_point_that_are_not_noted_are_added() {
        let site = vec![
            parcel(-95.37, "100", 2.0, None),
            parcel(-95.37, "300", 4.0, None),
        ];
        assert_eq!(per_acre(site), Some(100.0));
    }
}
