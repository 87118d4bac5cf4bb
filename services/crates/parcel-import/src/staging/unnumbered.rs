//! Land that the county maps without a parcel number. Its rows go through the staging table, which
//! repairs and checks outlines, and from there to a table of their own.
//!
//! A row of `unnumbered_features` is never changed, only retired: other facts are another row, so
//! that undoing needs no history.

use std::collections::BTreeMap;
use std::fmt;

use feature_files::Reason;
use parcel_record::{RowProvenance, Shape, Unnumbered, UnnumberedKind};
use serde_json::{Map, Value};
use tokio_postgres::Row;

use super::Staging;
use crate::error::ImportError;
use crate::origin::Extent;

const MOVE: &str = "WITH moved AS (DELETE FROM import_rows WHERE NOT is_numbered RETURNING line, raw, county_fips, fields, outline) \
    INSERT INTO import_unnumbered \
    SELECT line, raw, county_fips, fields ->> 'kind', fields ->> 'description', outline, \
        pg_temp.import_feature_id(county_fips, outline), fields ->> 'source', fields ->> 'source_licence', \
        (fields ->> 'fetched_at')::timestamptz, (fields ->> 'source_date')::date, fields ? 'source_date' FROM moved";

const REPEATED: &str = "WITH seen AS ( \
        SELECT ctid AS place, first_value(line) OVER same AS first, row_number() OVER same AS nth \
        FROM import_unnumbered WINDOW same AS (PARTITION BY feature_id ORDER BY line) \
    ) \
    DELETE FROM import_unnumbered USING seen WHERE import_unnumbered.ctid = seen.place AND nth > 1 \
    RETURNING line, raw, NULL AS ll_uuid, first";

const KINDS: &str = "SELECT kind, count(*) FROM import_unnumbered GROUP BY 1";

const COUNTIES: &str = "SELECT unnest($1::text[]) AS county_fips UNION SELECT county_fips FROM import_unnumbered ORDER BY 1";

/// Those that the file does not have.
const LACKING: &str = "SELECT count(*) FROM unnumbered_features AS f WHERE f.county_fips = ANY ($1) AND f.retired_at IS NULL \
    AND NOT EXISTS (SELECT FROM import_unnumbered AS named WHERE named.feature_id = f.feature_id)";

/// Those that the file no longer has, if it is the whole county, and those of which it says other
/// facts. A row may name its own source.
const RETIRE: &str = "WITH known AS ( \
        SELECT f.feature_id, f.batch_id, named.feature_id IS NOT NULL AS is_named \
        FROM unnumbered_features AS f LEFT JOIN import_unnumbered AS named USING (feature_id) \
        WHERE f.county_fips = ANY ($1) AND f.retired_at IS NULL \
            AND CASE WHEN named.feature_id IS NULL THEN $2::boolean \
                ELSE (f.kind, f.description, f.source, f.source_licence, f.source_date) IS DISTINCT FROM \
                    (named.kind, named.description, coalesce(named.source, $3::text), \
                        CASE WHEN named.source IS NULL THEN $4::text ELSE named.source_licence END, named.source_date) END \
    ), retired AS ( \
        UPDATE unnumbered_features AS f SET retired_at = now(), retired_by = $5 FROM known \
        WHERE f.feature_id = known.feature_id AND f.batch_id = known.batch_id RETURNING is_named \
    ) \
    SELECT count(*) FILTER (WHERE is_named), count(*) FILTER (WHERE NOT is_named) FROM retired";

const INSERT: &str = "INSERT INTO unnumbered_features \
        (feature_id, county_fips, kind, description, geom, source, source_licence, fetched_at, source_date, has_own_date, batch_id) \
    SELECT feature_id, county_fips, kind, description, outline, coalesce(source, $1::text), \
        CASE WHEN source IS NULL THEN $2::text ELSE source_licence END, coalesce(fetched_at, now()), source_date, has_own_date, $3::bigint \
    FROM import_unnumbered AS named \
    WHERE NOT EXISTS (SELECT FROM unnumbered_features AS f WHERE f.feature_id = named.feature_id AND f.retired_at IS NULL)";

/// A row without a parcel number.
#[derive(Debug)]
pub(crate) struct StagedUnnumbered {
    /// Position in the source, from 1.
    pub line: i64,
    pub shape: Shape,
    /// Coordinate system for `parcel_geometry`; WGS 84 if none.
    pub crs: Option<String>,
    pub land: Unnumbered,
    /// Where the row itself says that it is from; as the whole source if none.
    pub provenance: Option<RowProvenance>,
    /// The file is an export of such land, so that the number is not in another column.
    pub is_exported: bool,
    /// The source's original row.
    pub columns: Map<String, Value>,
}

/// Land without a parcel number that an import kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnnumberedReport {
    /// What the file has, by kind.
    pub by_kind: BTreeMap<UnnumberedKind, i64>,
    /// What was not there.
    pub inserted: i64,
    /// What was there with other facts.
    pub updated: i64,
    /// What the file no longer has.
    pub retired: i64,
    /// What no row has, but is not retired because rows could not be read.
    pub kept: i64,
}

impl UnnumberedReport {
    /// All that the file has.
    pub fn total(&self) -> i64 {
        self.by_kind.values().sum()
    }
}

/// Nothing if there is nothing to say.
impl fmt::Display for UnnumberedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            inserted,
            updated,
            retired,
            kept,
            ..
        } = self;
        if self.total() > 0 {
            let kinds = self
                .by_kind
                .iter()
                .map(|(kind, count)| (kind.as_str(), *count));
            let unchanged = self.total() - inserted - updated;
            writeln!(
                f,
                "kept without a number: {}; {inserted} new, {updated} changed, {unchanged} unchanged",
                counted(kinds)
            )?;
        }
        if *retired > 0 {
            writeln!(
                f,
                "{retired} without a number retired: the file no longer has them"
            )?;
        }
        if *kept > 0 {
            writeln!(
                f,
                "{kept} without a number that no row has are not retired, because rows cannot be read"
            )?;
        }
        Ok(())
    }
}

/// `25 (water 15, right of way 10)`.
pub(crate) fn counted<'a>(kinds: impl Iterator<Item = (&'a str, i64)>) -> String {
    let mut kinds: Vec<(&str, i64)> = kinds.collect();
    kinds.sort_by_key(|(_, count)| -count);
    let total: i64 = kinds.iter().map(|(_, count)| count).sum();
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{} {count}", kind.replace('_', " ")))
        .collect();
    if kinds.is_empty() {
        total.to_string()
    } else {
        format!("{total} ({})", kinds.join(", "))
    }
}

impl Staging<'_> {
    /// Refuses a file most rows of which have no parcel number: another column has it.
    pub(super) fn check_numbered(&self) -> Result<(), ImportError> {
        let (rows, of) = (self.unnumbered, self.report.reader.rows);
        if rows * 2 > of {
            return Err(ImportError::MostlyUnnumbered { rows, of });
        }
        Ok(())
    }

    /// Takes the rows without a number out of the staging table, once their outlines are checked.
    pub(super) async fn move_unnumbered(&mut self) -> Result<(), ImportError> {
        self.transaction.execute(MOVE, &[]).await?;
        let places = self.places.clone();
        self.reject(REPEATED, &[], |row| {
            let first = places.text(row.get("first"));
            let detail = format!("without a parcel number, with the outline of row {first}");
            Reason::with(
                "without a parcel number, with the outline of an earlier row",
                detail,
            )
        })
        .await?;
        let rows = self.transaction.query(KINDS, &[]).await?;
        let counted = |row: &Row| (UnnumberedKind::from_stored(row.get(0)), row.get(1));
        self.report.unnumbered.by_kind = rows.iter().map(counted).collect();
        Ok(())
    }

    /// These counties and those of the rows without a number, sorted.
    pub(super) async fn with_unnumbered_counties(
        &self,
        counties: &[&str],
    ) -> Result<Vec<String>, ImportError> {
        let rows = self.transaction.query(COUNTIES, &[&counties]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Writes what has no number, and retires what the file no longer has or says otherwise.
    pub(super) async fn write_unnumbered(
        &mut self,
        extent: Extent,
        counties: &[&str],
    ) -> Result<(), ImportError> {
        let is_whole = self.may_retire(extent);
        if extent != Extent::Part && !is_whole {
            let lacking = self.transaction.query_one(LACKING, &[&counties]).await?;
            self.report.unnumbered.kept = lacking.get(0);
        }
        let provenance = self.provenance;
        let (source, licence) = (&provenance.source, &provenance.licence);
        let retired = self
            .transaction
            .query_one(
                RETIRE,
                &[&counties, &is_whole, source, licence, &self.batch],
            )
            .await?;
        let written = self
            .transaction
            .execute(INSERT, &[source, licence, &self.batch])
            .await?;
        let report = &mut self.report.unnumbered;
        report.updated = retired.get(0);
        report.retired = retired.get(1);
        report.inserted = i64::try_from(written).unwrap_or(i64::MAX) - report.updated;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_counted_by_kind() {
        let mut report = UnnumberedReport::default();
        assert_eq!(report.to_string(), "");
        report.by_kind =
            BTreeMap::from([(UnnumberedKind::RightOfWay, 8), (UnnumberedKind::Water, 15)]);
        report.inserted = 3;
        report.retired = 2;
        report.kept = 1;
        assert_eq!(
            report.to_string(),
            "kept without a number: 23 (water 15, right of way 8); 3 new, 0 changed, 20 unchanged\n\
             2 without a number retired: the file no longer has them\n\
             1 without a number that no row has are not retired, because rows cannot be read\n"
        );
    }
}
