//! The sample city: a made-up block of parcels in central Houston.
//!
//! It exists so that the product can be tried where no county file was imported; there is no
//! licence-free file of Houston that could be shipped. Everything is made from a seed, owners are
//! companies, trusts and public bodies, and every record says that it is sample data.

mod blocks;
mod chance;
mod districts;
mod lots;
mod names;
mod plane;

use domain::{ParcelNumber, ParcelUuid};

use parcel_import::{ImportError, Report, Staged};
use parcel_record::{ParcelFields, Provenance, Shape};

pub use lots::SampleParcel;
pub use plane::{ORIGIN_LAT, ORIGIN_LON};

/// Harris County, Texas.
pub const COUNTY_FIPS: &str = "48201";
/// The seed of the city that everybody sees.
pub const SEED: u64 = 7_713;

/// Who says so.
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

/// Writes the city that everybody sees into the table. A second time changes nothing.
pub async fn seed(database: &db::DbConfig) -> Result<Report, ImportError> {
    let parcels = (1..)
        .zip(city(SEED))
        .map(|(line, parcel)| parcel.staged(line))
        .collect();
    parcel_import::load_made(database, parcels, &provenance()).await
}

impl SampleParcel {
    /// The parcel as the importer takes it.
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
            raw: None,
        }
    }
}

/// A sample parcel number names district, block and lot; none of the real county's begins with 9.
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
