//! What was said of a file, by it and by the operator.

use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};

/// The coordinate reference system of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Crs {
    /// Its EPSG code, or the name in its definition.
    pub name: String,
    /// Who said so.
    pub found: &'static str,
}

impl Crs {
    /// A number, a definition, or WGS 84 if none; `was_said` if not by the file.
    pub(crate) fn of(crs: Option<&str>, was_said: bool) -> Self {
        let name = crs.map_or_else(|| "WGS 84 degrees".to_owned(), crs_name);
        let found = match crs {
            _ if was_said => "given by --crs",
            Some(_) => "named by the file",
            None => "the file names no other",
        };
        Self { name, found }
    }
}

/// `EPSG:2264` of a number, the name in quotes of WKT, else the start of the text.
fn crs_name(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("EPSG:{text}");
    }
    let is_wkt = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let quoted = text.split('"').nth(1).filter(|_| is_wkt);
    quoted.unwrap_or(text).chars().take(100).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_system_is_named_with_who_named_it() {
        for (crs, said, name, found) in [
            (None, false, "WGS 84 degrees", "the file names no other"),
            (Some("2264"), false, "EPSG:2264", "named by the file"),
            (Some("+proj=lcc"), true, "+proj=lcc", "given by --crs"),
            (
                Some("PROJCS[\"NAD83 / x\",GEOGCS[]]"),
                false,
                "NAD83 / x",
                "named by the file",
            ),
        ] {
            let of = Crs::of(crs, said);
            assert_eq!((of.name.as_str(), of.found), (name, found));
        }
    }
}
