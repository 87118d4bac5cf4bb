//! The end of an import: its counties are locked, what they no longer have is retired, and the staging table is written to
//! `parcels`.

use std::collections::BTreeSet;

use parcel_record::counties::Bounds;
use parcel_record::{Written, groups, upsert_statement};
use tokio_postgres::Row;

use super::Staging;
use crate::error::ImportError;
use crate::origin::Origin;
use crate::progress::Progress;
use crate::report::{CountySummary, Report};
use crate::shared_land;

/// The outline of a point is that of the parcel known there, which the source does not say.
const HASH: &str = "CASE kind WHEN 'p' THEN md5(hash || ST_AsBinary(outline)::text) ELSE hash END";

impl Staging<'_> {
    pub(super) async fn write(
        mut self,
        origin: Origin,
        counties: &[(String, i64)],
        progress: impl Fn(Progress),
    ) -> Result<Report, ImportError> {
        let rows: i64 = counties.iter().map(|(_, rows)| rows).sum();
        let mut counties: Vec<&str> = counties.iter().map(|(county, _)| county.as_str()).collect();
        let new_county = self
            .direct
            .as_ref()
            .map(|direct| direct.county().to_owned());
        if let Some(county) = new_county.as_deref()
            && self.report.direct > 0
            && !counties.contains(&county)
        {
            counties.push(county);
        }
        let all = self.with_unnumbered_counties(&counties).await?;
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.check_others(&all)?;
        self.lock(&all, &progress).await?;
        progress(Progress::Writing);
        if self.report.dry_run || self.survey.is_some() {
            self.report.counties = self.counties().await?;
        }
        // A new county has nothing to retire, and what was written directly is not in the staging table.
        let known: Vec<&str> = counties
            .iter()
            .copied()
            .filter(|county| Some(*county) != new_county.as_deref())
            .collect();
        self.retire(origin.extent, &known).await?;
        if let Some(direct) = &mut self.direct {
            direct.attach(&self.transaction).await?;
        }
        let (mut written, moved_from) = self.upsert(&counties).await?;
        let is_gone = self.report.retired + self.report.replaced > 0;
        if is_gone || written.inserted + written.updated + written.returned > 0 {
            let before = moved_from.iter().map(String::as_str);
            let touched: BTreeSet<&str> = counties.iter().copied().chain(before).collect();
            let touched: Vec<&str> = touched.into_iter().collect();
            shared_land::note(&self.transaction, "parcels", &touched).await?;
        }
        written.parcels += self.unchanged;
        self.report.further_parts = (rows - written.parcels).unsigned_abs();
        written.inserted += self.report.direct;
        written.parcels += self.report.direct;
        self.report.written = written;
        self.write_units().await?;
        if !self.provenance.is_sample {
            self.write_unnumbered(origin.extent, &all).await?;
        }
        if let Some(survey) = &self.survey {
            self.report.outlines = survey
                .outlines(&self.transaction, self.batch, &self.report, self.swap_axes)
                .await?;
        }
        if self.report.dry_run {
            self.transaction.rollback().await?;
        } else {
            self.finish(origin, &all).await?;
            self.transaction.commit().await?;
        }
        Ok(self.report)
    }

    /// Also the counties in which changed parcels were before.
    async fn upsert(&self, counties: &[&str]) -> Result<(Written, Vec<String>), ImportError> {
        let staged = format!("SELECT ll_uuid, line, outline, {HASH} AS hash FROM import_rows");
        self.unite(&staged).await?;
        let provenance = self.provenance;
        let statement = upsert_statement(&format!(
            "SELECT outline AS geom, fields, raw, {HASH} AS hash FROM import_rows"
        ));
        let row = self
            .transaction
            .query_one(
                &statement,
                &[
                    &provenance.source,
                    &provenance.licence,
                    &provenance.is_sample,
                    &self.batch,
                    &!self.ids_are_derived,
                    &groups::of_counties(counties.iter().copied()),
                ],
            )
            .await?;
        let written = Written {
            inserted: row.get("inserted"),
            updated: row.get("updated"),
            returned: row.get("returned"),
            parcels: row.get("parcels"),
        };
        let before: Option<Vec<String>> = row.get("counties_before");
        Ok((written, before.unwrap_or_default()))
    }

    async fn counties(&self) -> Result<Vec<CountySummary>, ImportError> {
        let rows = self
            .transaction
            .query(
                "SELECT county_fips, rows, ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) \
                 FROM (SELECT county_fips, count(*) AS rows, \
                    ST_Extent(outline) AS box FROM import_rows GROUP BY 1) AS counties ORDER BY rows DESC, 1",
                &[],
            )
            .await?;
        let summary = |row: &Row| CountySummary {
            county_fips: row.get(0),
            rows: row.get(1),
            bounds: Bounds {
                west: row.get(2),
                south: row.get(3),
                east: row.get(4),
                north: row.get(5),
            },
        };
        Ok(rows.iter().map(summary).collect())
    }
}
