//! The part of the report that is about a tax roll.

use std::fmt;

use feature_files::percent;

use super::fields;
use crate::roll::RollSummary;

impl RollSummary {
    /// Its columns, as of the file with the outlines.
    pub(super) fn details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            column,
            parcel_column,
            ..
        } = self;
        writeln!(
            f,
            "tax roll {file}, its {column} compared with {parcel_column} of the parcels"
        )?;
        writeln!(f, "{}", fields(&self.reader))
    }

    /// What became of its rows.
    pub(super) fn lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            reader,
            joined,
            parcels,
            with_units,
            units,
            not_told_apart,
            ..
        } = self;
        writeln!(
            f,
            "tax roll: {} rows of {}, field map {}; {joined} ({}) joined to {parcels} parcels",
            reader.rows,
            reader.format,
            reader.field_map,
            percent(self.share())
        )?;
        if *with_units > 0 {
            writeln!(f, "{with_units} of these parcels have {units} units")?;
        }
        if *not_told_apart > 0 {
            writeln!(
                f,
                "{not_told_apart} of these have rows that neither number, unit nor address distinguishes: their values are \
                 not summed; --roll-field-map can name the column of the unit (unit=COLUMN)"
            )?;
        }
        self.rejections.lines_of(f, "rows of the tax roll")
    }
}
