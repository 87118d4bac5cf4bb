//! Notes which parcels share their land (decision 114), after parcels were written.

use parcel_record::groups;
use parcel_record::shared_land::NOTE_SHARED_LAND;
use tokio_postgres::{Error, Transaction};

/// Of counties, in `parcels` or a partition of it.
pub(crate) async fn note(
    transaction: &Transaction<'_>,
    table: &str,
    counties: &[&str],
) -> Result<(), Error> {
    let groups = groups::of_counties(counties.iter().copied());
    transaction
        .execute(NOTE_SHARED_LAND, &[&table, &counties, &groups])
        .await
        .map(drop)
}
