//! Rows that say of their parcel what is known already. Nothing of them is computed or written: of a county that is
//! imported again, they are most.

use parcel_record::groups;

use super::Staging;
use crate::error::ImportError;
use crate::progress::Progress;

const COUNTIES: &str = "SELECT DISTINCT county_fips FROM import_rows";

/// The hash of the only row of a parcel is that of the parcel (`Prepared`), so the row was taken as it is before. Not
/// that of a point, whose outline is another parcel's.
const TAKE_OUT: &str = "WITH same AS ( \
        DELETE FROM import_rows AS staged USING parcels AS p \
        WHERE staged.is_numbered AND staged.kind <> 'p' AND p.ll_uuid = staged.ll_uuid AND p.county_fips = staged.county_fips \
            AND p.county_group = ANY ($1::text[]) AND p.content_hash = staged.hash AND p.retired_at IS NULL \
            AND NOT EXISTS (SELECT FROM import_repeated AS repeated WHERE repeated.ll_uuid = staged.ll_uuid) \
        RETURNING staged.ll_uuid, staged.county_fips, staged.fields ->> 'parcelnumb' AS parcelnumb \
    ) \
    INSERT INTO import_unchanged SELECT ll_uuid, county_fips, parcelnumb FROM same";

impl Staging<'_> {
    /// Takes these rows out of the staging table. The counties are locked before they are compared, so that no other
    /// import changes them until this one is committed.
    pub(super) async fn take_out_unchanged(
        &mut self,
        progress: &impl Fn(Progress),
    ) -> Result<(), ImportError> {
        let counties = self.transaction.query(COUNTIES, &[]).await?;
        let counties: Vec<&str> = counties.iter().map(|row| row.get(0)).collect();
        self.lock(&counties, progress).await?;
        // Filled since its sample was counted.
        self.transaction
            .batch_execute("ANALYZE import_rows")
            .await?;
        let groups = groups::of_counties(counties.iter().copied());
        let unchanged = self.transaction.execute(TAKE_OUT, &[&groups]).await?;
        self.unchanged = i64::try_from(unchanged).unwrap_or(i64::MAX);
        Ok(())
    }
}
