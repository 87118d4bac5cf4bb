//! What is written beside the parcels, as CSV: units of parcels, and land without a parcel number.

use std::borrow::Cow;

use parcel_record::spreadsheet::harmless;
use table_file::csv::line;

/// Of a unit: the parcel, then the row of the tax roll under our names, then its source.
pub const UNITS: [&str; 20] = [
    "ll_uuid",
    "county_fips",
    "of_parcel",
    "parcelnumb",
    "unit",
    "address",
    "owner",
    "careof",
    "mailing_address",
    "saledate",
    "saleprice",
    "year_built",
    "usecode",
    "usedesc",
    "parval",
    "landval",
    "improvval",
    "sqft",
    "source",
    "source_licence",
];

/// Of land without a parcel number: what it is, its source, and its outline as well-known text.
pub const LAND: [&str; 9] = [
    "feature_id",
    "county_fips",
    "kind",
    "description",
    "source",
    "source_licence",
    "source_date",
    "fetched_at",
    "wkt",
];

/// The first line.
pub fn begin(columns: &'static [&'static str], out: &mut Vec<u8>) {
    line(columns.iter().map(|name| Cow::Borrowed(*name)), out);
}

/// A row: a text for each column.
pub fn add(cells: &[Option<String>], out: &mut Vec<u8>) {
    let cells = cells.iter();
    line(
        cells.map(|cell| harmless(cell.as_deref().unwrap_or_default())),
        out,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_lines_of_csv() {
        let mut out = Vec::new();
        begin(&UNITS, &mut out);
        let mut cells = vec![None; UNITS.len()];
        cells[4] = Some("2\"B".to_owned());
        cells[6] = Some("=HERON, LLC".to_owned());
        add(&cells, &mut out);
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert!(lines[0].starts_with("ll_uuid,county_fips,of_parcel,parcelnumb,unit,"));
        assert_eq!(lines[1], ",,,,\"2\"\"B\",,\"'=HERON, LLC\",,,,,,,,,,,,,");
        assert_eq!((lines.len(), lines[2]), (3, ""));
    }
}
