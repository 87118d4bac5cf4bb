//! Comparable sales as rows of CSV: which columns there are, and what a row says. No I/O.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use chrono::NaiveDate;
use domain::spreadsheet::{harmless, original};
use domain::{Money, ParcelUuid};
use letter_of_intent::Decimal;

use super::domain::{Confidence, Faults, check};
use super::dto::CompFields;
use super::store::CompColumns;

/// The columns in the order of the file, with other names of theirs in files of counties and brokers.
const COLUMNS: [(&str, &[&str]); 19] = [
    ("address", &["site_address", "property_address", "street"]),
    ("parcel_number", &["parcelnumb", "parcel", "apn", "account"]),
    ("ll_uuid", &[]),
    ("lon", &["longitude", "lng"]),
    ("lat", &["latitude"]),
    (
        "sale_date",
        &["date", "saledate", "sold", "sold_on", "close_date"],
    ),
    ("price", &["sale_price", "saleprice"]),
    ("acres", &["land_acres", "ll_gisacre"]),
    ("land_square_feet", &["land_sf", "land_sqft"]),
    (
        "gross_square_feet",
        &["gross_sf", "building_sf", "building_sqft"],
    ),
    ("rentable_square_feet", &["rentable_sf", "rsf"]),
    ("use_class", &["use", "property_type"]),
    ("buyer", &["grantee"]),
    ("seller", &["grantor"]),
    ("source", &[]),
    ("confidence", &[]),
    ("several_parcels", &[]),
    ("related_parties", &[]),
    ("notes", &["comments", "remarks"]),
];
/// Without them no row is a sale.
const NEEDED: [&str; 2] = ["sale_date", "price"];

const NOT_A_DAY: &str = "Write the day as 2026-03-04 or 3/4/2026.";
const NOT_A_CHOICE: &str = "Write yes or no.";
const NOT_A_CONFIDENCE: &str = "Write verified, stated or estimated.";

/// The names of the columns, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|(name, _)| *name)
}

/// Which cell of a file's rows is which column.
#[derive(Debug, PartialEq, Eq)]
pub struct Header {
    /// The place in the file of each of [`COLUMNS`].
    places: [Option<usize>; COLUMNS.len()],
    /// Columns that mean nothing to us.
    pub ignored: Vec<String>,
}

impl Header {
    /// Matches columns by their names.
    ///
    /// # Errors
    /// A column is missing, or there twice: the sentence.
    pub fn of<'a>(head: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut header = Self {
            places: [None; COLUMNS.len()],
            ignored: Vec::new(),
        };
        for (place, given) in head.enumerate() {
            let given = given.trim_start_matches('\u{feff}').trim();
            let name = plain(given);
            let known = |(column, others): &(&str, &[&str])| {
                *column == name || others.contains(&name.as_str())
            };
            match COLUMNS.iter().position(known) {
                Some(column) if header.places[column].is_some() => {
                    let name = COLUMNS[column].0;
                    return Err(format!("Two columns of the file are the '{name}'."));
                }
                Some(column) => header.places[column] = Some(place),
                None if !given.is_empty() => header.ignored.push(given.to_owned()),
                None => {}
            }
        }
        let missing = |name: &&&str| header.place(name).is_none();
        match NEEDED.iter().find(missing) {
            Some(name) => Err(format!("The file has no column '{name}'.")),
            None => Ok(header),
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        let column = names().position(|column| column == name)?;
        self.places[column]
    }
}

/// Small letters and digits with underscores between: `Sale Date` is `sale_date`.
fn plain(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}

/// A row of a file.
pub struct Row<'a> {
    pub header: &'a Header,
    pub cells: &'a csv::StringRecord,
    /// Who states the price, where the row does not say.
    pub source: &'a str,
}

impl Row<'_> {
    /// The sale, or what is wrong with the row.
    pub fn sale(&self, today: NaiveDate) -> Result<CompColumns, Faults> {
        let mut faults = Faults::new();
        let mut or_fault = |field, sentence| faults.push((field, sentence));
        let price = self.number::<Money>("price", &mut or_fault);
        if price.is_none() && self.text("price").is_none() {
            or_fault("price", "Enter the price.");
        }
        let sale_date = self.read("sale_date", &mut or_fault, |text| {
            day(text).ok_or(NOT_A_DAY)
        });
        if self.text("sale_date").is_none() {
            or_fault("sale_date", "Enter the day of the sale.");
        }
        let confidence = self.read("confidence", &mut or_fault, |text| {
            confidence(text).ok_or(NOT_A_CONFIDENCE)
        });
        let several = self.read("several_parcels", &mut or_fault, choice);
        let related = self.read("related_parties", &mut or_fault, choice);
        let degrees = |text: &str| text.parse().map_err(|_invalid| "Use degrees.");
        let (lon, lat) = (
            self.read("lon", &mut or_fault, degrees),
            self.read("lat", &mut or_fault, degrees),
        );
        let ll_uuid = self.read("ll_uuid", &mut or_fault, |text| {
            text.parse::<ParcelUuid>()
                .map_err(|_invalid| "This is no identity of a parcel.")
        });
        let acres = self.number::<Decimal>("acres", &mut or_fault);
        let land_square_feet = self.number::<Decimal>("land_square_feet", &mut or_fault);
        let gross_square_feet = self.number::<Decimal>("gross_square_feet", &mut or_fault);
        let rentable_square_feet = self.number::<Decimal>("rentable_square_feet", &mut or_fault);
        let (Some(price), Some(sale_date), true) = (price, sale_date, faults.is_empty()) else {
            return Err(faults);
        };
        let line = |name: &str| self.text(name).map(str::to_owned);
        let fields = CompFields {
            address: line("address"),
            ll_uuid,
            parcel_number: line("parcel_number"),
            lon,
            lat,
            sale_date,
            price,
            acres,
            land_square_feet,
            gross_square_feet,
            rentable_square_feet,
            use_class: line("use_class"),
            buyer: line("buyer"),
            seller: line("seller"),
            source: line("source").unwrap_or_else(|| self.source.to_owned()),
            confidence: confidence.unwrap_or(Confidence::Stated),
            several_parcels: several.unwrap_or_default(),
            related_parties: related.unwrap_or_default(),
            notes: line("notes"),
        };
        check(fields, today)
    }

    /// The cell of a column, as it was before our own files wrote it; an empty one is none.
    fn text(&self, name: &str) -> Option<&str> {
        let cell = self.cells.get(self.header.place(name)?)?;
        let cell = original(cell).trim();
        (!cell.is_empty()).then_some(cell)
    }

    fn read<T>(
        &self,
        name: &'static str,
        fault: &mut impl FnMut(&'static str, &'static str),
        parse: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Option<T> {
        let read = parse(self.text(name)?);
        read.map_err(|sentence| fault(name, sentence)).ok()
    }

    /// A number as spreadsheets write it: `$1,250,000.00`.
    fn number<T: FromStr<Err = domain::Invalid>>(
        &self,
        name: &'static str,
        fault: &mut impl FnMut(&'static str, &'static str),
    ) -> Option<T> {
        self.read(name, fault, |text| {
            let digits = text.trim_start_matches('$').replace(',', "");
            digits
                .parse()
                .map_err(|invalid: domain::Invalid| invalid.sentence())
        })
    }
}

fn day(text: &str) -> Option<NaiveDate> {
    let read = |form| NaiveDate::parse_from_str(text, form).ok();
    // `%Y` also reads two digits, as a year of the first century.
    let day = read("%Y-%m-%d").or_else(|| read("%m/%d/%Y"));
    day.filter(|day| *day >= NaiveDate::from_ymd_opt(1800, 1, 1).unwrap_or_default())
}

fn confidence(text: &str) -> Option<Confidence> {
    let text = text.to_lowercase();
    let named = |confidence: &Confidence| confidence.as_str() == text;
    Confidence::ALL.into_iter().find(named)
}

fn choice(text: &str) -> Result<bool, &'static str> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err(NOT_A_CHOICE),
    }
}

/// The cells of a sale, in the order of [`names`]. No text of them is run as a formula.
pub fn cells(sale: &CompColumns) -> [String; COLUMNS.len()] {
    let text = |text: &Option<String>| harmless(text.as_deref().unwrap_or_default()).into_owned();
    let area = |area: &Option<BigDecimal>| {
        let area = area
            .as_ref()
            .map(|area| area.normalized().to_plain_string());
        area.unwrap_or_default()
    };
    let degrees = |degrees: Option<f64>| degrees.map(|of| of.to_string()).unwrap_or_default();
    let choice = |is: bool| if is { "yes" } else { "no" }.to_owned();
    [
        text(&sale.address),
        text(&sale.parcel_number),
        sale.ll_uuid.map(|of| of.to_string()).unwrap_or_default(),
        degrees(sale.lon),
        degrees(sale.lat),
        sale.sale_date.to_string(),
        sale.price.to_string(),
        area(&sale.acres),
        area(&sale.land_square_feet),
        area(&sale.gross_square_feet),
        area(&sale.rentable_square_feet),
        text(&sale.use_class),
        text(&sale.buyer),
        text(&sale.seller),
        harmless(&sale.source).into_owned(),
        sale.confidence.as_str().to_owned(),
        choice(sale.several_parcels),
        choice(sale.related_parties),
        text(&sale.notes),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 25).unwrap()
    }

    fn read(head: &[&str], cells: &[&str]) -> Result<CompColumns, Vec<&'static str>> {
        let header = Header::of(head.iter().copied()).unwrap();
        let cells = csv::StringRecord::from(cells);
        let row = Row {
            header: &header,
            cells: &cells,
            source: "Flyer",
        };
        let fields = |faults: Faults| faults.into_iter().map(|(field, _)| field).collect();
        row.sale(today()).map_err(fields)
    }

    #[test]
    fn columns_are_matched_by_any_of_their_names() {
        let header = Header::of(["\u{feff}Sale Price", "SOLD-ON", "APN", "Broker", ""].into_iter());
        let header = header.unwrap();
        assert_eq!(header.place("price"), Some(0));
        assert_eq!(header.place("sale_date"), Some(1));
        assert_eq!(header.place("parcel_number"), Some(2));
        assert_eq!(header.ignored, ["Broker"]);
        for (head, sentence) in [
            (["price", "apn", "x"], "The file has no column 'sale_date'."),
            (
                ["price", "Sale Price", "date"],
                "Two columns of the file are the 'price'.",
            ),
        ] {
            assert_eq!(Header::of(head.into_iter()).unwrap_err(), sentence);
        }
    }

    #[test]
    fn cells_are_read_as_spreadsheets_write_them() {
        let head = [
            "address",
            "date",
            "price",
            "acres",
            "confidence",
            "several parcels",
        ];
        let cells = [
            "'=1 Main",
            "3/4/2026",
            "$1,250,000.00",
            "10.50",
            "Verified",
            "Yes",
        ];
        let sale = read(&head, &cells).unwrap();
        assert_eq!(sale.address.as_deref(), Some("=1 Main"));
        assert_eq!(sale.sale_date.to_string(), "2026-03-04");
        assert_eq!(sale.price, "1250000".parse().unwrap());
        assert_eq!(sale.acres, "10.5".parse().ok());
        assert_eq!(sale.confidence, Confidence::Verified);
        assert!(sale.several_parcels);
        assert_eq!(sale.source, "Flyer");
        for (place, cell, field) in [
            (1, "4 March", "sale_date"),
            (1, "3/4/26", "sale_date"),
            (1, "", "sale_date"),
            (2, "", "price"),
            (2, "10", "price"),
            (2, "a lot", "price"),
            (3, "-1", "acres"),
            (4, "sure", "confidence"),
            (5, "maybe", "several_parcels"),
        ] {
            let mut changed = cells;
            changed[place] = cell;
            assert_eq!(read(&head, &changed).unwrap_err(), [field], "{cell}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let head: Vec<&str> = names().collect();
        let sale = CompColumns {
            address: Some("=HYPERLINK(1)".to_owned()),
            ll_uuid: Some("11111111-1111-4111-8111-111111111111".parse().unwrap()),
            parcel_number: Some("-12-3".to_owned()),
            lon: Some(-95.25),
            lat: Some(29.5),
            sale_date: today(),
            price: "250000.50".parse().unwrap(),
            acres: "2".parse().ok(),
            land_square_feet: None,
            gross_square_feet: "1000.25".parse().ok(),
            rentable_square_feet: None,
            use_class: Some("retail".to_owned()),
            buyer: Some("@Acme".to_owned()),
            seller: None,
            source: "+Broker".to_owned(),
            confidence: Confidence::Estimated,
            several_parcels: false,
            related_parties: true,
            notes: Some("a\nb".to_owned()),
        };
        let written = cells(&sale);
        assert_eq!(written[0], "'=HYPERLINK(1)");
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        let again = read(&head, &written).unwrap();
        assert_eq!(format!("{again:?}"), format!("{sale:?}"));
    }
}
