//! The sample city: generated parcels in central Houston; and, for measuring, generated counties over
//! the whole country ([`country`]).
//!
//! For trying the product without a county file, because no freely licensed file of Houston exists.
//! Everything is generated from a seed, owners are companies, trusts and public bodies, and every
//! record is marked as sample data.

mod blocks;
mod chance;
pub mod country;
mod districts;
mod land;
mod lots;
mod names;
mod plane;
pub mod streets;
mod uses;

use domain::{ParcelNumber, ParcelUuid};

use parcel_import::{ImportError, Report, Staged};
use parcel_record::{ParcelFields, Provenance, Shape};

pub use land::{layers, seed_land};
pub use lots::SampleParcel;
pub use plane::{ORIGIN_LAT, ORIGIN_LON};

/// Harris County, Texas.
pub const COUNTY_FIPS: &str = "48201";
/// The seed of the default city.
pub const SEED: u64 = 7_713;

/// Source and licence of sample records.
pub fn provenance() -> Provenance {
    Provenance {
        source: "Sitewright sample data".to_owned(),
        licence: Some("CC0-1.0".to_owned()),
        is_sample: true,
    }
}

/// The whole city of a seed, in a fixed order.
pub fn city(seed: u64) -> Vec<SampleParcel> {
    let chance = chance::Chance::new(seed);
    let setting = lots::Setting::new();
    (0..districts::DISTRICTS.len())
        .flat_map(|district| blocks::lots(district, &chance))
        .filter_map(|lot| setting.develop(&lot, &chance))
        .collect()
}

/// Writes the default city to the table. Idempotent.
pub async fn seed(database: &db::DbConfig) -> Result<Report, ImportError> {
    let parcels = (1..)
        .zip(city(SEED))
        .map(|(line, parcel)| parcel.staged(line));
    parcel_import::load_made(database, parcels, &provenance(), None).await
}

impl SampleParcel {
    /// The parcel for the importer.
    pub fn staged(&self, line: i64) -> Staged {
        let ring: Vec<String> = self
            .corners
            .iter()
            .chain(self.corners.first())
            .map(|(lon, lat)| format!("{lon:.7} {lat:.7}"))
            .collect();
        Staged {
            line,
            shape: Shape::Wkt(format!("POLYGON(({}))", ring.join(","))),
            crs: None,
            fields: self.fields.clone(),
            provenance: None,
            raw: None,
        }
    }
}

/// A sample parcel number contains district, block and lot; real numbers of the county never begin
/// with 9.
fn names_of(district: usize, block: u32, lot: u32) -> Option<ParcelFields> {
    let number: ParcelNumber = format!("9{:02}{block:04}{lot:03}000", district + 1)
        .parse()
        .ok()?;
    let id = ParcelUuid::derive(COUNTY_FIPS, &number);
    Some(ParcelFields::new(
        id,
        COUNTY_FIPS.to_owned(),
        number.into_string(),
    ))
}

#[cfg(test)]
mod tests;
