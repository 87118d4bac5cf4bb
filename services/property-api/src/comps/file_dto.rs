//! Request and response bodies of comparable sales in files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Sales of a CSV file.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportCompsRequest {
    /// The file's text: a line of column names, then at most 5,000 rows. Cells are separated by
    /// commas, semicolons or tabs, whichever the first line has most of. Columns are matched by name,
    /// as in the file that `/comps.csv` gives.
    pub text: String,
    /// Who states the prices, for rows that do not say.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub source: Option<String>,
}

/// What became of the rows of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompsImported {
    /// Rows that are sales of the firm now.
    pub added: usize,
    /// Rows that were not added because the firm has a sale of the same address, parcel number, day
    /// and price.
    pub known: usize,
    /// Rows that are no sales.
    pub rejected: usize,
    /// Why, in the order of the file; several for a row with several faults.
    pub rejects: Vec<CompReject>,
    /// Names of columns that were not read.
    pub ignored_columns: Vec<String>,
}

/// A fault of a row.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompReject {
    /// As a spreadsheet counts: the names of the columns are row 1.
    pub row: usize,
    /// The column; null when the row as a whole is at fault.
    #[schema(required = true)]
    pub field: Option<String>,
    pub reason: String,
}
