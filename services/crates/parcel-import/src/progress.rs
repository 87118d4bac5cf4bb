//! How far an import is.

/// What an import is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Reading the file.
    Reading {
        /// Rows sent to the database.
        rows: u64,
        /// Share of the file, 0 to 1, if its size is known.
        share: Option<f64>,
        /// Rows of the file, if it says so or they can be estimated.
        expected_rows: Option<u64>,
    },
    /// Reading a tax roll, before the outlines.
    Roll {
        /// Rows sent to the database.
        rows: u64,
        /// Share of the roll, 0 to 1, if its size is known.
        share: Option<f64>,
        /// Rows of the roll, if it says so or they can be estimated.
        expected_rows: Option<u64>,
    },
    /// Computing and checking all outlines.
    Outlines,
    /// Waiting for another import of the same county.
    Waiting,
    /// Writing the parcels.
    Writing,
}
