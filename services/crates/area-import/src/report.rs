//! Report of an import, for the operator.

use std::fmt;
use std::path::PathBuf;

use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use feature_files::{FileError, Rejections};

use crate::AreaFile;
use crate::error::AreaError;
use crate::reading::ReadFile;
use crate::staging::Staging;

/// Areas of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, QueryableByName)]
pub struct Counts {
    /// Not known before.
    #[diesel(sql_type = BigInt)]
    pub new: i64,
    /// With another outline, name, source or licence than before.
    #[diesel(sql_type = BigInt)]
    pub replaced: i64,
    /// The same as before.
    #[diesel(sql_type = BigInt)]
    pub unchanged: i64,
}

impl Counts {
    /// Of the areas in `compared`.
    pub(crate) const SELECT: &str = "SELECT count(*) FILTER (WHERE same) AS unchanged, \
        count(*) FILTER (WHERE NOT same AND is_known) AS replaced, count(*) FILTER (WHERE NOT is_known) AS new FROM compared";

    fn all(self) -> i64 {
        self.new + self.replaced + self.unchanged
    }
}

/// What an import did, or would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The kind of areas.
    what: String,
    file: ReadFile,
    source: Option<String>,
    licence: Option<String>,
    /// What became of the areas.
    pub counts: Counts,
    /// Rows of an area that an earlier row has, joined to it.
    pub further_parts: i64,
    /// Outlines that were simplified because of their number of vertices.
    pub simplified: usize,
    /// Counties of the file's states that it does not have; they stay as they are.
    pub not_in_the_file: i64,
    /// Rows that were not taken.
    pub rejections: Rejections,
    /// The file of rejected rows.
    pub rejects: Option<PathBuf>,
    /// Everything was rolled back.
    pub dry_run: bool,
}

impl Report {
    pub(crate) fn new(
        what: String,
        file: &AreaFile,
        staging: Staging,
        rejects: Option<PathBuf>,
    ) -> Self {
        Self {
            what,
            file: staging.file,
            source: file.source.clone(),
            licence: file.licence.clone(),
            counts: Counts::default(),
            further_parts: staging.further_parts,
            simplified: staging.simplified,
            not_in_the_file: 0,
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
    Failed(AreaError),
}

impl Ended {
    /// The report of a transaction, also of a dry run.
    pub fn report(ended: Result<Report, Self>) -> Result<Report, AreaError> {
        match ended {
            Ok(report) => Ok(report),
            Err(Self::DryRun(report)) => Ok(*report),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

impl From<AreaError> for Ended {
    fn from(error: AreaError) -> Self {
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadFile {
            format,
            rows,
            crs,
            columns,
        } = &self.file;
        let (name, found) = (&crs.name, crs.found);
        writeln!(
            f,
            "{rows} rows of {format}, {columns}; coordinates in {name} ({found})"
        )?;
        if let Some(source) = &self.source {
            let licence = self.licence.as_deref().unwrap_or("not given");
            writeln!(f, "source {source}, licence {licence}")?;
        }
        let Counts {
            new,
            replaced,
            unchanged,
        } = self.counts;
        let (all, what) = (self.counts.all(), &self.what);
        writeln!(
            f,
            "{all} {what}: {new} new, {replaced} replaced, {unchanged} unchanged"
        )?;
        if self.further_parts > 0 {
            let parts = self.further_parts;
            writeln!(f, "{parts} rows are further parts of areas before them")?;
        }
        if self.simplified > 0 {
            let outlines = self.simplified;
            writeln!(f, "{outlines} outlines with many vertices were simplified")?;
        }
        if self.not_in_the_file > 0 {
            let others = self.not_in_the_file;
            writeln!(
                f,
                "{others} other counties of these states are not in the file and stay as they are"
            )?;
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
