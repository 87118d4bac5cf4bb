//! Report of an import, for the operator.

use std::fmt;
use std::path::PathBuf;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Double};
use feature_files::{FileError, Rejections};

use crate::LayerFile;
use crate::error::LayerError;
use crate::reading::ReadFile;
use crate::staging::Staging;

/// What a layer has.
#[derive(Debug, Clone, Copy, PartialEq, QueryableByName)]
pub struct Counts {
    /// Its features.
    #[diesel(sql_type = BigInt)]
    pub features: i64,
    /// Vertices of all features.
    #[diesel(sql_type = BigInt)]
    pub vertices: i64,
    /// The area that it describes, square kilometres.
    #[diesel(sql_type = Double)]
    pub coverage_km2: f64,
}

/// What was written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    pub layer_id: i64,
    pub counts: Counts,
    pub replaced: bool,
    pub flood_changes: Option<i64>,
}

/// What an import did, or would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    layer: String,
    file: ReadFile,
    source: String,
    licence: Option<String>,
    /// For `layers remove`.
    pub layer_id: i64,
    /// What the layer has.
    pub counts: Counts,
    /// A layer of the same kind and name was there.
    pub replaced: bool,
    /// Of a layer of flood zones: parcels that have another zone than before.
    pub flood_changes: Option<i64>,
    /// The area was given, not measured.
    given_coverage: bool,
    /// Rows that were not taken.
    pub rejections: Rejections,
    rejects: Option<PathBuf>,
    dry_run: bool,
}

impl Report {
    pub(crate) fn new(
        file: &LayerFile,
        written: Written,
        staging: Staging,
        rejects: Option<PathBuf>,
    ) -> Self {
        Self {
            layer: format!("{} '{}'", file.kind.name(), file.name),
            file: staging.file,
            source: file.source.clone(),
            licence: file.licence.clone(),
            layer_id: written.layer_id,
            counts: written.counts,
            replaced: written.replaced,
            flood_changes: written.flood_changes,
            given_coverage: file.coverage.is_some(),
            rejections: staging.rejections,
            rejects,
            dry_run: file.dry_run,
        }
    }

    /// The transaction commits on Ok only.
    pub(crate) fn ended(self, dry_run: bool) -> Result<Self, Ended> {
        if dry_run {
            Err(Ended::DryRun(Box::new(self)))
        } else {
            Ok(self)
        }
    }
}

/// Why a transaction is rolled back.
pub(crate) enum Ended {
    DryRun(Box<Report>),
    Failed(LayerError),
}

impl Ended {
    /// The report of a transaction, also of a dry run.
    pub fn report(ended: Result<Report, Self>) -> Result<Report, LayerError> {
        match ended {
            Ok(report) => Ok(report),
            Err(Self::DryRun(report)) => Ok(*report),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

impl From<LayerError> for Ended {
    fn from(error: LayerError) -> Self {
        Self::Failed(error)
    }
}

impl From<diesel::result::Error> for Ended {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<FileError> for Ended {
    fn from(error: FileError) -> Self {
        Self::Failed(error.into())
    }
}

/// How many parcels have another flood zone.
pub fn flood_changes_words(parcels: i64) -> String {
    let parcels = match parcels {
        1 => "1 parcel has".to_owned(),
        _ => format!("{parcels} parcels have"),
    };
    format!("{parcels} another flood zone than before")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadFile { format, rows, crs } = &self.file;
        let (name, found) = (&crs.name, crs.found);
        writeln!(
            f,
            "{rows} rows of {format}; coordinates in {name} ({found})"
        )?;
        let licence = self.licence.as_deref().unwrap_or("not given");
        writeln!(f, "source {}, licence {licence}", self.source)?;
        let Counts {
            features,
            vertices,
            coverage_km2,
        } = self.counts;
        let done = if self.replaced { "replaced" } else { "new" };
        writeln!(
            f,
            "layer {} of {features} features and {vertices} vertices, {done}: {}",
            self.layer_id, self.layer
        )?;
        let area = if self.given_coverage {
            "given area"
        } else {
            "hull around its features; --coverage names the area of the study"
        };
        writeln!(
            f,
            "it describes {coverage_km2:.1} square kilometres ({area})"
        )?;
        if let Some(parcels) = self.flood_changes {
            writeln!(f, "{}", flood_changes_words(parcels))?;
        }
        self.rejections.lines_of(f, "rows")?;
        if let Some(file) = &self.rejects {
            writeln!(f, "skipped rows are in {}", file.display())?;
        }
        if self.dry_run {
            writeln!(f, "dry run: nothing was written")?;
        }
        Ok(())
    }
}
