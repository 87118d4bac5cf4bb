//! What an import is given: the rows, and where they go.

use std::collections::BTreeMap;
use std::sync::Arc;

use feature_files::Rejects;
use parcel_record::Provenance;
use tokio::task::JoinHandle;

use super::RollLoad;
use crate::error::ImportError;
use crate::files_meter::FilesMeter;
use crate::origin::Origin;
use crate::report::ReaderSummary;
use crate::rows::Rows;
use crate::survey::Survey;

/// How a file is checked. Generated parcels are not.
#[derive(Debug, Clone)]
pub(crate) struct Checks {
    /// Exchange x and y of all shapes.
    pub swap_axes: bool,
    /// The county of all rows, if they can be written directly.
    pub direct: Option<NewCounty>,
}

/// The county of a file.
#[derive(Debug, Clone)]
pub(crate) struct NewCounty {
    pub county: String,
    /// How much of the files was read.
    pub meter: Arc<FilesMeter>,
    /// Parcels from which it gets a partition of its own.
    pub large: u64,
}

impl NewCounty {
    /// After the sample was read.
    pub fn table(self) -> NewCountyTable {
        let rows = self.meter.expected_rows();
        NewCountyTable {
            is_apart: rows.is_some_and(|rows| rows >= self.large),
            county: self.county,
        }
    }
}

/// Where the parcels of a new county are written.
#[derive(Debug, Clone)]
pub(crate) struct NewCountyTable {
    pub county: String,
    /// To a partition of its own.
    pub is_apart: bool,
}

/// Rows and what to do with them.
pub(crate) struct Load<'a, P> {
    pub rows: Rows,
    pub provenance: &'a Provenance,
    pub progress: P,
    /// Ends after the last row; its error ends the import.
    pub reader: Option<JoinHandle<Result<ReaderSummary, ImportError>>>,
    pub checks: Option<Checks>,
    /// The county of generated parcels.
    pub made: Option<NewCountyTable>,
    /// Read before the others.
    pub roll: Option<RollLoad>,
    /// Counties that the files must not have, with the file that has each.
    pub counties_of_others: BTreeMap<String, String>,
    pub rejects: Rejects,
    pub dry_run: bool,
    /// For its batch.
    pub origin: Origin,
    /// The rows that a page draws, if there is one.
    pub survey: Option<Arc<Survey>>,
}
