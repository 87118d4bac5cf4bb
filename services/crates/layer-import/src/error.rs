//! Why a layer is not imported.

use std::path::PathBuf;

use feature_files::{FileError, Rejections};

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum LayerError {
    /// The file is not understood.
    #[error(transparent)]
    File(#[from] FileError),
    /// No row was taken.
    #[error("none of the {rows} rows can be taken ({rejections}){}", see(.rejects.as_ref()))]
    AllRejected {
        /// Rows of the file.
        rows: i64,
        /// Why.
        rejections: Rejections,
        /// Where they are listed.
        rejects: Option<PathBuf>,
    },
    /// The file of the area has no area.
    #[error("{0} has no area that the layer could describe")]
    NoCoverage(PathBuf),
    /// There is no such layer.
    #[error("there is no layer {0}; `layers list` shows them")]
    NoLayer(i64),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
    /// The settings of the database are wrong.
    #[error("the database cannot be used")]
    Settings(#[from] db::ConfigError),
}

fn see(file: Option<&PathBuf>) -> String {
    file.map_or_else(String::new, |file| format!("; see {}", file.display()))
}
