//! What was said of a file, by it and by the operator.

use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};

/// What was said of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// Its name, without the folder.
    pub file: String,
    /// Publisher.
    pub source: String,
    /// Licence.
    pub licence: Option<String>,
    /// Date of the data.
    pub source_date: Option<NaiveDate>,
    /// The county that was said.
    pub county_fips: Option<String>,
    /// It is only a part of its counties.
    pub is_partial: bool,
    /// When the report was made.
    pub at: DateTime<Utc>,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.file, self.source)?;
        if let Some(date) = self.source_date {
            write!(f, ", data of {date}")?;
        }
        if let Some(licence) = &self.licence {
            write!(f, ", licence {licence}")?;
        }
        Ok(())
    }
}
