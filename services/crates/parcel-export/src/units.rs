//! Units of parcels as CSV: the rows of a tax roll that name one parcel.

use std::borrow::Cow;

use parcel_record::spreadsheet::harmless;
use table_file::csv::line;

/// The parcel, then the row of the roll under our names, then its source.
pub const COLUMNS: [&str; 20] = [
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

/// The first line.
pub fn begin(out: &mut Vec<u8>) {
    line(COLUMNS.iter().map(|name| Cow::Borrowed(*name)), out);
}

/// A unit: a text for each of [`COLUMNS`].
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
        begin(&mut out);
        let mut cells = vec![None; COLUMNS.len()];
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
