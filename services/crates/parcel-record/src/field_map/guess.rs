//! The best guess of a map for an unknown source: taken only if the operator accepts it.

use std::collections::BTreeMap;

use super::bill::of_site_or_bill;
use super::column::Column;
use super::exchanged::Roles;
use super::fit::Fitting;
use super::{COLUMNS, FieldMap, OF_UNITS, builtin, values};

/// Names that other counties use, besides those of the built-in maps.
const NAMES: &[(&str, &str)] = &[
    (
        "parcelnumb",
        "parid parcelno parcelnum parcelnumber parcelid parno parcel apn pin gpin propid propertyid \
         taxid taxparcel acctnum account strap folio mapblklot pid",
    ),
    ("county_fips", "countyfips cntyfips stcntyfips fips geoid"),
    (
        "address",
        "address siteaddress siteaddr situs situsaddress situsaddr propertyaddress propaddr \
         location locaddr physaddr physicaladdress",
    ),
    ("scity", "scity sitecity situscity propcity loccity city"),
    ("state2", "state2 sitestate situsstate state"),
    ("szip", "szip sitezip situszip propzip zip zipcode"),
    (
        "owner",
        "owner owner1 ownername owner1name ownname ownernme taxpayer propertyo propertyowner",
    ),
    ("careof", "careof ownco namecare incareof"),
    (
        "mailing_address",
        "mailingaddress mailaddress mailaddr mailadd",
    ),
    (
        "saledate",
        "saledate lastsaledate lsdate salesdate deeddate",
    ),
    (
        "saleprice",
        "saleprice lastsaleprice lsprice salesprice saleamt",
    ),
    ("year_built", "yearbuilt yrbuilt yearblt effyearbuilt"),
    (
        "usecode",
        "usecode landusecode lucode propclass useclass luc",
    ),
    (
        "usedesc",
        "usedesc landuse landusedesc usedescription propuse",
    ),
    ("zoning", "zoning zone zoningcode zonecode"),
    ("legaldesc", "legaldesc legal legaldescription legal1"),
    ("subdivision", "subdivision subdivname subdiv subname"),
    (
        "parval",
        "parval totalvalue totalval totalvalu totvalue totval assessedtotal assessedvalue marketvalue",
    ),
    ("landval", "landval landvalue landappr"),
    (
        "improvval",
        "improvval improvementvalue impvalue bldgval bldgvalue buildingvalue",
    ),
    (
        "sqft",
        "sqft bldgsqft bldgareasqft buildingsqft bldarea heatedarea",
    ),
    (
        "ll_gisacre",
        "acres gisacres gisacre acreage calcacres deedacres",
    ),
    ("flood_zone", "floodzone femazone"),
    (
        "unit",
        "unit unitno unitnum unitnumber unitid sunit aptno aptnum apartment condounit condono suite",
    ),
];
/// Columns that programs add: row numbers and measures of the outline.
const OF_THE_FILE: &str = "objectid objectid1 fid ogcfid id gid rowid globalid shapelength shapearea shapeleng \
    shapelen shapestarea shapestlength perimeter lat lon latitude longitude x y";
/// Parts of names of amounts, which differ in each row as parcel numbers do.
pub(super) const OF_DOLLARS: [&str; 4] = ["val", "price", "amt", "amount"];
pub(super) const OF_AREAS: [&str; 3] = ["area", "sqft", "acre"];
/// Share of different values that makes an unnamed column a likely parcel number.
const UNIQUE: f64 = 0.99;
/// Share of mailing addresses with a ZIP code: without, a column is only a line of one.
const WHOLE: f64 = 0.5;
/// Share of areas with decimals: acres are not counted.
const DECIMALS: f64 = 0.2;

/// A guessed map: at most one column of the source for each of ours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Guess {
    columns: BTreeMap<&'static str, String>,
    /// Left out, because nothing says whose they are; each with ours for that of the site.
    of_site_or_bill: Vec<(&'static str, String)>,
}

impl Guess {
    /// By names that are used elsewhere and values that fit. The number may have any name if only
    /// one column can be it.
    pub(super) fn of(fitting: &Fitting<'_>, left_out: &[String]) -> Self {
        let mut guess = Self::default();
        let mut free: Vec<&str> = fitting.sample.names().to_vec();
        let maps = builtin::maps(left_out);
        let roles = Roles::of(&maps);
        let in_doubt = of_site_or_bill(fitting, &roles);
        let is_roll = fitting.sample.is_roll();
        let of_units = OF_UNITS.iter().filter(|_| is_roll);
        for field in COLUMNS.iter().chain(of_units) {
            let fits = |column: &str| {
                let map = FieldMap::of_one(field, column);
                let is_blank = fitting.matches(&map) == 0;
                !is_blank
                    && !in_doubt.iter().any(|(_, other)| *other == column)
                    && fitting.check(&map, field).is_ok()
                    && is_whole(fitting, field, column)
            };
            let found = names_of(field, &maps).into_iter().find_map(|name| {
                let mut columns = free.iter().filter(|column| plain(column) == name);
                columns.find(|column| fits(column)).copied()
            });
            let found = match (found, *field) {
                (None, "parcelnumb") if !is_roll => only_number(fitting, &roles, &free),
                (found, _) => found,
            };
            if let Some(column) = found {
                free.retain(|other| *other != column);
                guess.columns.insert(field, column.to_owned());
            }
        }
        for field in roles.exchanged(fitting, &guess.columns) {
            guess.columns.remove(field);
        }
        let in_doubt = in_doubt.into_iter();
        guess.of_site_or_bill = in_doubt
            .map(|(field, column)| (field, column.to_owned()))
            .collect();
        guess.of_site_or_bill.sort_unstable();
        guess.check_area(fitting, &maps);
        guess
    }

    /// An area whose unit is not known is none, and the unit of another area says nothing of it.
    fn check_area(&mut self, fitting: &Fitting<'_>, maps: &[FieldMap]) {
        let Some(area) = self.column("ll_gisacre").map(str::to_lowercase) else {
            self.columns.remove("acres_unit");
            return;
        };
        let has_unit = maps.iter().any(|map| {
            let areas = map.columns.get("ll_gisacre").into_iter().flatten();
            map.columns.contains_key("acres_unit")
                && areas.flatten().any(|name| plain(name) == plain(&area))
        });
        let texts = fitting.texts(&area);
        let are_acres = Column { texts: &texts }
            .some(DECIMALS, "acres", |text| text.contains('.'))
            .is_ok();
        if !has_unit {
            self.columns.remove("acres_unit");
        }
        if has_unit && self.column("acres_unit").is_none() || !has_unit && !are_acres {
            self.columns.remove("ll_gisacre");
        }
    }

    /// The column that was guessed for one of ours.
    pub fn column(&self, field: &str) -> Option<&str> {
        self.columns.get(field).map(String::as_str)
    }

    /// Columns that may be of the site or of the tax bill, each with ours for that of the site: only the operator knows.
    pub fn of_site_or_bill(&self) -> &[(&'static str, String)] {
        &self.of_site_or_bill
    }

    /// Our columns with the guessed ones, in our order.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let of_units = OF_UNITS
            .iter()
            .filter(|field| self.columns.contains_key(*field));
        COLUMNS
            .iter()
            .chain(of_units)
            .map(|field| (*field, self.column(field)))
    }

    /// The same with this column as the parcel number, unless another one was found: the rows of a
    /// tax roll need no number but the one that names their parcel.
    #[must_use]
    pub fn or_number(mut self, column: &str) -> Self {
        if self.column("parcelnumb").is_none() {
            self.columns.insert("parcelnumb", column.to_owned());
        }
        self
    }

    /// The map, if a parcel number was found.
    pub fn map(&self) -> Option<FieldMap> {
        let entries = self
            .columns
            .iter()
            .map(|(field, column)| (*field, vec![column]));
        self.column("parcelnumb")?;
        Some(FieldMap::of_columns("guess", entries))
    }

    /// As `--field-map` takes it: `parcelnumb=PIN,owner=OWN1`.
    pub fn text(&self) -> String {
        let entries: Vec<String> = self
            .columns
            .iter()
            .map(|(field, column)| format!("{field}={column}"))
            .collect();
        entries.join(",")
    }
}

impl FieldMap {
    pub(super) fn of_one(field: &'static str, column: &str) -> Self {
        Self::of_columns("guess", [(field, vec![column])])
    }

    fn of_columns<S: AsRef<str>>(
        name: &str,
        columns: impl IntoIterator<Item = (&'static str, Vec<S>)>,
    ) -> Self {
        let joined = |sources: Vec<S>| {
            let sources = sources.iter().map(|source| source.as_ref().to_lowercase());
            vec![sources.collect()]
        };
        Self {
            name: name.to_owned(),
            columns: columns
                .into_iter()
                .map(|(field, sources)| (field, joined(sources)))
                .collect(),
            fixed: BTreeMap::new(),
            preset: None,
        }
    }
}

/// Names of one of our columns, the most telling first, without punctuation.
pub(super) fn names_of(field: &str, maps: &[FieldMap]) -> Vec<String> {
    let general = NAMES.iter().filter(|(known, _)| *known == field);
    let general = general.flat_map(|(_, names)| names.split_whitespace().map(ToOwned::to_owned));
    let single = |map: &FieldMap| -> Vec<String> {
        let fills_blanks = map.preset.map_or(&[][..], |preset| preset.fills_blanks);
        let alternatives = map.columns.get(field).into_iter().flatten();
        alternatives
            .filter(|joined| joined.len() == 1 && !fills_blanks.contains(&joined[0].as_str()))
            .map(|joined| plain(&joined[0]))
            .collect()
    };
    // The unit of a map without a column for it is not that of other files.
    let has_own_unit =
        |map: &&FieldMap| field == "ll_gisacre" && map.fixed.contains_key("acres_unit");
    let maps = maps.iter().filter(|map| !has_own_unit(map));
    maps.flat_map(single).chain(general).collect()
}

/// Whether a mailing address is more than its first line.
fn is_whole(fitting: &Fitting<'_>, field: &str, column: &str) -> bool {
    if field != "mailing_address" {
        return true;
    }
    let texts = fitting.texts(&column.to_lowercase());
    let column = Column { texts: &texts };
    column.share(|address| {
        let end = address.rsplit(' ').next();
        end.is_some_and(|zip| zip.len() >= 5 && values::zip(zip).is_some())
    }) >= WHOLE
}

pub(super) fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The only column of no other meaning that has another number in each row.
fn only_number<'a>(fitting: &Fitting<'_>, roles: &Roles, free: &[&'a str]) -> Option<&'a str> {
    let columns = fitting.sample.columns();
    let mut numbers = free.iter().filter(|column| {
        let is_of_the_file = OF_THE_FILE
            .split_whitespace()
            .any(|name| plain(column) == name);
        let filled = columns
            .iter()
            .any(|summary| summary.name == **column && summary.filled >= UNIQUE);
        let name = plain(column);
        let mut of_amounts = OF_DOLLARS.iter().chain(&OF_AREAS);
        let is_amount = of_amounts.any(|part| name.contains(part));
        let fits = |field| {
            let map = FieldMap::of_one(field, column);
            fitting.check(&map, field).is_ok()
        };
        !is_of_the_file
            && !is_amount
            && !roles.knows(column)
            && filled
            && fits("parcelnumb")
            && !fits("ll_uuid")
    });
    match (numbers.next(), numbers.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_map::Sample;
    use serde_json::{Map, Value, json};

    fn guess(rows: &[Map<String, Value>]) -> Guess {
        let sample = Sample::new(rows);
        let fitting = Fitting {
            sample: &sample,
            county_fips: Some("37161"),
        };
        Guess::of(&fitting, &[])
    }

    fn rows(row: impl Fn(usize) -> Value) -> Vec<Map<String, Value>> {
        (0..20)
            .map(|index| row(index).as_object().unwrap().clone())
            .collect()
    }

    #[test]
    fn names_and_values_both_count() {
        let guess = guess(&rows(|index| {
            json!({ "OBJECTID": index, "Parcel_No": format!("16-{index:04}"), "SITUS": format!("{index} OAK ST"),
                "OwnerName": "X LLC", "Sale_Date": "R-1", "TotalVal": 1_000 * index, "State": "GA" })
        }));
        assert_eq!(guess.column("parcelnumb"), Some("Parcel_No"));
        assert_eq!(guess.column("owner"), Some("OwnerName"));
        assert_eq!(guess.column("parval"), Some("TotalVal"));
        assert_eq!(guess.column("saledate"), None, "its values are no dates");
        assert_eq!(
            guess.column("state2"),
            None,
            "the county is in North Carolina"
        );
        assert!(guess.text().contains("parcelnumb=Parcel_No"));
        assert_eq!(guess.map().unwrap().name(), "guess");
    }

    #[test]
    fn an_address_is_guessed_where_the_file_says_that_it_is_the_sites() {
        let with = |more: Value| {
            guess(&rows(|index| {
                let mut row = json!({ "PIN": format!("16-{index:04}"), "ADDRESS": format!("{index} OAK ST"), "CITY": "RIVERTON" });
                let more = more.as_object().unwrap().clone();
                row.as_object_mut().unwrap().extend(more);
                row
            }))
        };
        let owner = with(json!({ "OWNER": "X LLC" }));
        assert_eq!(owner.column("address"), None);
        assert_eq!(owner.text(), "owner=OWNER,parcelnumb=PIN");
        assert_eq!(owner.of_site_or_bill().len(), 2);
        let bill = json!({ "OWNER": "X LLC", "MAIL_ADDR": "1 ELM ST", "MAIL_CITY": "ATLANTA" });
        let bill = with(bill);
        assert_eq!(bill.column("address"), Some("ADDRESS"));
        assert_eq!(bill.column("scity"), Some("CITY"));
        assert!(bill.of_site_or_bill().is_empty());
        let site = with(json!({ "OWNER": "X LLC", "LOCATION": "9 FOX RUN" }));
        assert_eq!(site.column("address"), Some("LOCATION"));
    }

    #[test]
    fn an_id_of_several_rows_is_no_number() {
        let several = guess(&rows(
            |index| json!({ "PARCEL_ID": format!("1-{}", index / 3) }),
        ));
        assert_eq!(several.column("parcelnumb"), None);
        assert_eq!(several.map(), None);
    }

    #[test]
    fn several_rows_of_a_roll_may_have_one_number() {
        let rows = rows(
            |index| json!({ "PARCEL_ID": format!("1-{}", index / 3), "Unit_No": format!("{index}B"), "REF": format!("A-{index}") }),
        );
        let sample = Sample::new(&rows).of_roll();
        let fitting = Fitting {
            sample: &sample,
            county_fips: Some("37161"),
        };
        let guess = Guess::of(&fitting, &[]);
        assert_eq!(guess.column("parcelnumb"), Some("PARCEL_ID"));
        assert_eq!(guess.column("unit"), Some("Unit_No"));
        assert!(
            guess
                .entries()
                .any(|entry| entry == ("unit", Some("Unit_No")))
        );
        assert_eq!(
            guess.or_number("REF").column("parcelnumb"),
            Some("PARCEL_ID")
        );
        let none = Guess::default().or_number("REF");
        assert_eq!(none.text(), "parcelnumb=REF");
    }

    #[test]
    fn an_unnamed_number_must_be_the_only_one() {
        let one = guess(&rows(
            |index| json!({ "OBJECTID": index, "REF": format!("A-{index}") }),
        ));
        assert_eq!(one.column("parcelnumb"), Some("REF"));
        let two = guess(&rows(
            |index| json!({ "CODE": format!("B-{index}"), "REF": format!("A-{index}") }),
        ));
        assert_eq!(two.column("parcelnumb"), None);
    }
}
