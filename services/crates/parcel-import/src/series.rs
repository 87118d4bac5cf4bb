//! Several files that are imported one after the other, each as a batch of its own.
//!
//! A run that was interrupted is repeated: files that were imported before, with the same options, are left out.

use std::collections::BTreeMap;

use crate::batches;
use crate::error::ImportError;
use crate::origin::Origin;
use crate::{ImportOptions, Progress, Report};

/// Another file of these counties that was imported since has changed them, and an undone batch is none.
const KNOWN: &str = "SELECT batch_id, counties FROM parcel_batches AS batch \
    WHERE finished_at IS NOT NULL AND undone_at IS NULL AND sha256 = $1 AND settings_hash = $2 \
        AND source = $3 AND licence IS NOT DISTINCT FROM $4 \
        AND NOT EXISTS (SELECT FROM parcel_batches AS later WHERE later.counties && batch.counties \
            AND later.undone_at IS NULL AND later.kind = 'import' AND later.finished_at > batch.finished_at) \
    ORDER BY finished_at DESC LIMIT 1";

/// What became of a file.
#[derive(Debug)]
pub enum Outcome {
    /// It was imported.
    Imported(Box<Report>),
    /// It is this batch already.
    LeftOut(i64),
}

/// Files that have no county in common.
#[derive(Debug, Default)]
pub struct Series {
    /// The counties so far, with the file that has each: the next one must not have them.
    counties: BTreeMap<String, String>,
    again: bool,
}

impl Series {
    /// `again`: also files that were imported before.
    pub fn new(again: bool) -> Self {
        Self {
            counties: BTreeMap::new(),
            again,
        }
    }

    /// Imports the next file.
    pub async fn import(
        &mut self,
        database: &db::DbConfig,
        mut options: ImportOptions,
        progress: impl Fn(Progress) + Send + Sync,
    ) -> Result<Outcome, ImportError> {
        let name = options.file.display().to_string();
        if !self.again
            && let Some((batch, counties)) = imported_before(database, &options).await?
        {
            if let Some((county, file)) = counties
                .iter()
                .find_map(|county| self.counties.get_key_value(county))
            {
                return Err(ImportError::county_of(county, file));
            }
            self.add(counties, &name);
            return Ok(Outcome::LeftOut(batch));
        }
        options.counties_of_others.clone_from(&self.counties);
        let report = crate::import(database, options, progress).await?;
        let counties = if let Some(batch) = report.batch {
            batches::counties(database, batch).await?
        } else {
            let counties = report.counties.iter();
            counties.map(|county| county.county_fips.clone()).collect()
        };
        self.add(counties, &name);
        Ok(Outcome::Imported(Box::new(report)))
    }

    fn add(&mut self, counties: Vec<String>, file: &str) {
        let counties = counties.into_iter();
        self.counties
            .extend(counties.map(|county| (county, file.to_owned())));
    }
}

/// The batch of the same files and options, if it is still what the table has of its counties, with these.
async fn imported_before(
    database: &db::DbConfig,
    options: &ImportOptions,
) -> Result<Option<(i64, Vec<String>)>, ImportError> {
    let origin = Origin::of_file(options);
    let settings = origin.settings_hash.clone();
    let hashes = origin.hashes().await?;
    let (client, _connection) = db::open(database).await?;
    let from = &options.provenance;
    let row = client
        .query_opt(KNOWN, &[&hashes, &settings, &from.source, &from.licence])
        .await?;
    Ok(row.map(|row| (row.get(0), row.get(1))))
}
