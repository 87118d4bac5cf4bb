//! Why an import ends without writing anything, in sentences that say what to do.

use std::path::PathBuf;

use feature_files::{FileError, Rejections, cells, table};
use parcel_record::field_map::ColumnSummary;

/// Why an import was aborted. Nothing of the file is in the database then.
#[derive(Debug, thiserror::Error)]
pub enum AreaError {
    /// The file cannot be read, or rejected rows cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A column cannot be guessed.
    #[error("no column of the file is known to be {what}; name it with {option} COLUMN")]
    NoColumn {
        /// What it would hold.
        what: &'static str,
        /// The option that names it.
        option: &'static str,
        /// The columns that are there.
        columns: Vec<ColumnSummary>,
    },
    /// The named column is not there.
    #[error("{option} names the column {column}, which the file does not have")]
    UnknownColumn {
        /// The option that names it.
        option: &'static str,
        /// The column.
        column: String,
        /// The columns that are there.
        columns: Vec<ColumnSummary>,
    },
    /// No firm has this name.
    #[error("there is no firm named {0}")]
    NoFirm(String),
    /// Nothing to compare outlines with.
    #[error("no states and counties are loaded; run `main-api geography` first")]
    NoGeography,
    /// No row was taken.
    #[error("none of the {rows} rows can be taken ({rejections}){}{}", hint(.rejections), see(.rejects.as_ref()))]
    AllRejected {
        /// Rows of the file.
        rows: i64,
        /// Why.
        rejections: Rejections,
        /// Where they are listed.
        rejects: Option<PathBuf>,
    },
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
    /// The settings of the database are wrong.
    #[error("the database cannot be used")]
    Settings(#[from] db::ConfigError),
}

/// The columns of a file in which one is missing, as a table; none of other errors.
pub fn columns_of(error: &AreaError) -> Option<String> {
    match error {
        AreaError::NoColumn { columns, .. } | AreaError::UnknownColumn { columns, .. } => Some(
            table(&["column", "filled", "examples"], columns.iter().map(cells)),
        ),
        _ => None,
    }
}

/// What helps against the most frequent reason.
fn hint(rejections: &Rejections) -> &'static str {
    match rejections.most() {
        Some("no outline") => "; check --format and --layer",
        Some("no usable outline" | "outside of the United States" | "outside of its county") => {
            "; check --crs and the geometries"
        }
        _ => "",
    }
}

fn see(file: Option<&PathBuf>) -> String {
    file.map_or_else(String::new, |file| format!("; see {}", file.display()))
}
