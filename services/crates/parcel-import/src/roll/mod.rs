//! Tax rolls: tables without outlines, whose rows name the parcels of another file, or those that were
//! imported already. Several rows of one parcel are its units, such as condominiums.

mod merge;

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use feature_files::{Format, Rejections};
use parcel_record::ParcelFields;
use serde_json::{Map, Value};

use crate::error::ImportError;
use crate::report::ReaderSummary;
pub(crate) use merge::{Joined, RollRow, joined};
use parcel_record::field_map::{FieldMap, Sample};

/// A tax roll and how its rows name parcels.
#[derive(Debug, Clone)]
pub struct Roll {
    /// The file.
    pub file: PathBuf,
    /// Detected from the file name if none.
    pub format: Option<Format>,
    /// Table of a `GeoPackage`, by default its only one without outlines; shapefile of a zip.
    pub layer: Option<String>,
    /// The columns that are compared.
    pub on: On,
    /// Detected from the roll's columns and values if none.
    pub field_map: Option<FieldMap>,
    /// There is no file with outlines: it is joined to the imported parcels of the import's county.
    pub is_alone: bool,
}

/// The columns by which rows of a roll are joined to parcels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct On {
    /// Of the roll.
    pub column: String,
    /// Of the parcels' file; if none, the one of the same name, else the parcel number.
    pub parcel_column: Option<String>,
}

impl FromStr for On {
    type Err = Infallible;

    /// `COLUMN` or `COLUMN=PARCEL_COLUMN`.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (column, parcel_column) = match text.split_once('=') {
            Some((column, other)) => (column, Some(other.trim().to_owned())),
            None => (text, None),
        };
        Ok(Self {
            column: column.trim().to_owned(),
            parcel_column,
        })
    }
}

/// Columns that number the rows of a file: the same number in two files means nothing.
const ROW_NUMBERS: [&str; 6] = ["objectid", "objectid_1", "fid", "ogc_fid", "gid", "rowid"];

impl On {
    /// Refuses a roll without the column.
    pub(crate) fn check(&self, sample: &Sample<'_>) -> Result<(), ImportError> {
        if ROW_NUMBERS.contains(&self.column.to_lowercase().as_str()) {
            return Err(ImportError::RowNumber(self.column.clone()));
        }
        if sample.has(&self.column.to_lowercase()) {
            return Ok(());
        }
        Err(ImportError::NoJoinColumn {
            what: "the roll",
            column: self.column.clone(),
            known: sample.names().join(", "),
        })
    }

    /// A row that is understood.
    pub(crate) fn row(
        &self,
        line: i64,
        unit: Option<String>,
        fields: ParcelFields,
        columns: Map<String, Value>,
    ) -> ReadRow {
        ReadRow {
            line,
            value: self.value(&columns).cloned().unwrap_or_default(),
            unit,
            fields,
            raw: Value::Object(columns),
        }
    }

    /// What a row of the roll says of its parcel.
    fn value<'a>(&self, columns: &'a Map<String, Value>) -> Option<&'a Value> {
        let named =
            |(name, _): &(&String, &Value)| name.to_lowercase() == self.column.to_lowercase();
        columns.iter().find(named).map(|(_, value)| value)
    }
}

/// A row of a roll on its way to the database.
#[derive(Debug)]
pub(crate) struct ReadRow {
    /// Position in the roll, from 1.
    pub line: i64,
    /// What the column of the join holds.
    pub value: Value,
    /// Number of a unit.
    pub unit: Option<String>,
    pub fields: ParcelFields,
    /// The roll's original row.
    pub raw: Value,
}

/// What became of a roll's rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RollSummary {
    /// Name of the file, without its folder.
    pub file: String,
    /// Column of the roll.
    pub column: String,
    /// Column of the parcels that it was compared with.
    pub parcel_column: String,
    /// Result of reading.
    pub reader: ReaderSummary,
    /// Rows of which a parcel was found.
    pub joined: i64,
    /// Parcels of which a row was found.
    pub parcels: i64,
    /// Of these, parcels of several rows.
    pub with_units: i64,
    /// Rows of parcels of several rows.
    pub units: i64,
    /// Parcels of several rows that neither a number, a unit nor an address distinguishes, so that
    /// their values are not summed.
    pub not_told_apart: i64,
    /// Rows that were not joined.
    pub rejections: Rejections,
}

impl RollSummary {
    /// Share of the rows of which a parcel was found.
    pub fn share(&self) -> f64 {
        self.joined as f64 / self.reader.rows.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn columns_are_named_with_or_without_that_of_the_parcels() {
        let on = |text: &str| text.parse::<On>().unwrap();
        assert_eq!(on("LOC_ID").parcel_column, None);
        let two = on("PIN = Parcel");
        assert_eq!(
            (two.column.as_str(), two.parcel_column.as_deref()),
            ("PIN", Some("Parcel"))
        );
        let row = json!({ "pin": 12, "PINS": 13 });
        assert_eq!(two.value(row.as_object().unwrap()), Some(&json!(12)));
    }
}
