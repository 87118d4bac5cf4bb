//! A file whose columns were renamed, exchanged or dropped is read right or refused.
//!
//! For every built-in map, rows are generated as its source writes them. What the map makes of the
//! unchanged rows is the truth; what is detected in the changed rows must not say anything else.
//! A fact whose column is gone may be missing.
//!
//! Two columns of the same form cannot be told apart by any reader (the value of the land and that of
//! the building, the owner and the legal description), so only columns of different forms are
//! exchanged. The same is true of the guess that `--accept-guess` takes where no built-in map fits.
//!
//! Rolls whose `ADDRESS` is that of the tax bill are no source of a map: their names must not make one of it the site's.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use std::collections::BTreeMap;

use parcel_record::field_map::{FieldMap, Sample};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use serde_json::{Map, Value, json};

use Form::*;

/// Rows of a file.
const ROWS: usize = 60;

/// The group of amounts.
const AMOUNTS: u8 = 5;

/// What a generated column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Digits of this number.
    Digits(usize),
    BlockLot,
    /// With dashes or letters.
    Number,
    LocationId,
    Uuid,
    County,
    CountyThree,
    House,
    /// Part of a street's name.
    Street,
    Address,
    City,
    MailCity,
    State,
    MailState,
    Zip,
    MailZip,
    Owner,
    Legal,
    Code,
    Words,
    Date,
    DateDigits,
    DateMilliseconds,
    Year,
    Dollars,
    /// Of buildings.
    SquareFeet,
    /// Square feet of land: as many as dollars.
    LandFeet,
    Acres,
    Unit,
    Count,
    Source,
    Flag,
    Time,
}

impl Form {
    /// Forms in one group cannot be told apart, but amounts of different kinds.
    fn group(self) -> u8 {
        match self {
            Digits(_) | BlockLot | Number => 0,
            LocationId => 1,
            Uuid => 2,
            County | CountyThree => 3,
            Owner | Legal => 4,
            House | Dollars | SquareFeet | LandFeet | Acres | Count => AMOUNTS,
            Address => 6,
            City | MailCity | Code | Words | Source => 7,
            State | MailState => 8,
            Zip | MailZip => 9,
            Date | DateDigits | DateMilliseconds => 10,
            Year => 11,
            Unit => 12,
            Street => 13,
            Flag | Time => 14,
        }
    }

    fn can_be_told_from(self, other: Self) -> bool {
        // A map that does not read where a row is from does not check it either.
        if [self, other]
            .iter()
            .any(|form| matches!(form, Source | Flag | Time))
        {
            return false;
        }
        // A part of a street's name can be any word.
        let words = |form: Self| matches!(form.group(), 4 | 7);
        let street = (self == Street && words(other)) || (other == Street && words(self));
        let amounts =
            self.group() == AMOUNTS && self != other && ![self, other].contains(&LandFeet);
        (self.group() != other.group() || amounts) && !street
    }

    fn value(self, row: usize, dice: u64) -> Value {
        let of = |list: &[&str]| json!(list[(dice % list.len() as u64) as usize]);
        let at = dice.is_multiple_of(2) && row.is_multiple_of(5);
        match self {
            Digits(count) => json!(format!(
                "{:0count$}",
                12_345_670_001_u64 % 10_u64.pow(count as u32 - 1) + row as u64 * 7
            )),
            BlockLot => json!(format!(
                "{:04}{:03}{}",
                90 + row / 9,
                row % 9,
                if at { "A" } else { "" }
            )),
            Number => json!(format!("{}-{:03}-{row:04}", dice % 90 + 10, dice % 700)),
            LocationId => json!(format!("M_{}_{}", 100_000 + row, 890_000 + dice % 9_000)),
            Uuid => json!(format!(
                "{:08x}-1c0e-4a7b-9d44-{:012x}",
                row,
                dice % (1 << 40)
            )),
            County => json!("37119"),
            CountyThree => json!("119"),
            // Of a few blocks: house numbers repeat.
            House => json!(dice % 150 + 1),
            Street => of(&[
                "OAK RIDGE",
                "MAIN",
                "DEEP HOLLOW",
                "FILBERT",
                "MEADE",
                "PARK HILL",
                "DOGGETT",
                "FOX RUN",
            ]),
            Address => json!(format!(
                "{} {} ST",
                dice % 9_000 + 1,
                ["OAK", "MAIN", "ELM"][row % 3]
            )),
            City => of(&["SPRINGFIELD", "RIVERTON", "OAK PARK"]),
            MailCity => of(&["SPRINGFIELD", "RIVERTON", "ATLANTA", "NEW YORK"]),
            State => json!("NC"),
            MailState => of(&["NC", "NC", "NC", "GA"]),
            Zip => of(&["28043", "28139", "28040-1234"]),
            // Replaced by one of the row's state.
            MailZip => Value::Null,
            Owner => json!(format!(
                "{} HOLDINGS {} LLC",
                ["HERON", "PELICAN", "BAYOU"][row % 3],
                ["A", "B", "C", "D", "E", "F", "G"][(dice % 7) as usize].repeat(row % 9 + 1)
            )),
            Legal => json!(format!(
                "LOT {row} BLOCK {} MEADOWBROOK SECTION {}",
                dice % 30,
                dice % 7
            )),
            Code => of(&["A1", "B2", "F1", "R-15"]),
            Words => of(&[
                "Single Family Residential",
                "Commercial Retail",
                "Vacant Land",
            ]),
            Date => json!(format!(
                "{}-{:02}-{:02}",
                1990 + dice % 30,
                dice % 12 + 1,
                dice % 28 + 1
            )),
            DateDigits => json!(format!(
                "{}{:02}{:02}",
                1990 + dice % 30,
                dice % 12 + 1,
                dice % 28 + 1
            )),
            DateMilliseconds => json!((8_000 + dice as i64 % 10_000) * 86_400_000),
            Year => json!(1900 + dice % 120),
            Dollars => json!(dice % 900_000 + 20_000),
            SquareFeet => json!(dice % 4_000 + 600),
            LandFeet => json!(dice % 40_000 + 3_000),
            Acres => json!((dice % 900 + 5) as f64 / 100.0),
            Unit => json!("A"),
            Count => json!(dice % 4 + 1),
            Source => of(&["Mecklenburg County", "NC OneMap"]),
            Flag => json!("false"),
            Time => json!(format!("2026-01-{:02}T08:00:00Z", dice % 28 + 1)),
        }
    }
}

type Columns = &'static [(&'static str, Form)];

/// The built-in maps with their columns.
const SOURCES: &[(&str, &str, Columns)] = &[
    (
        "regrid",
        "37119",
        &[
            ("ll_uuid", Uuid),
            ("geoid", County),
            ("parcelnumb", Number),
            ("address", Address),
            ("scity", City),
            ("state2", State),
            ("szip", Zip),
            ("owner", Owner),
            ("mailadd", Address),
            ("mail_city", MailCity),
            ("mail_state2", MailState),
            ("mail_zip", MailZip),
            ("saledate", Date),
            ("saleprice", Dollars),
            ("yearbuilt", Year),
            ("usecode", Code),
            ("usedesc", Words),
            ("zoning", Code),
            ("legaldesc", Legal),
            ("parval", Dollars),
            ("parvaltype", Code),
            ("landval", Dollars),
            ("improvval", Dollars),
            ("ll_bldg_fo", SquareFeet),
            ("ll_gisacre", Acres),
            ("ll_bldg_co", Count),
            ("fema_flood", Code),
        ],
    ),
    (
        "san-francisco",
        "06075",
        &[
            ("blklot", BlockLot),
            ("address", Address),
            ("last_sale_date", Date),
            ("year_built", Year),
            ("use_class", Code),
            ("use_desc", Words),
            ("neighborhood", Words),
            ("assessed_total", Dollars),
            ("bldg_area_sqft", SquareFeet),
        ],
    ),
    (
        "massgis-l3",
        "25015",
        &[
            ("LOC_ID", LocationId),
            ("PROP_ID", Number),
            ("SITE_ADDR", Address),
            ("CITY", City),
            ("OWNER1", Owner),
            ("OWN_ADDR", Address),
            ("OWN_CITY", MailCity),
            ("OWN_STATE", MailState),
            ("OWN_ZIP", MailZip),
            ("LS_DATE", DateDigits),
            ("LS_PRICE", Dollars),
            ("YEAR_BUILT", Year),
            ("USE_CODE", Code),
            ("USE_DESC", Words),
            ("ZONING", Code),
            ("TOTAL_VAL", Dollars),
            ("LAND_VAL", Dollars),
            ("BLDG_VAL", Dollars),
            ("BLD_AREA", SquareFeet),
            ("LOT_SIZE", Acres),
            ("LOT_UNITS", Unit),
        ],
    ),
    (
        "forest-city",
        "37161",
        &[
            ("PIN", Digits(10)),
            ("MBL", Legal),
            ("Physical_A", Address),
            ("Zoning", Words),
            ("Property_O", Owner),
        ],
    ),
    (
        "stratmap",
        "48201",
        &[
            ("PROP_ID", Number),
            ("SITUS_NUM", House),
            ("SITUS_STRE", Street),
            ("SITUS_ST_1", Street),
            ("SITUS_ST_2", Street),
            ("SITUS_CITY", City),
            ("OWNER_NAME", Owner),
            ("MAIL_LINE1", Address),
            ("MAIL_LINE2", Owner),
            ("MAIL_CITY", MailCity),
            ("MAIL_STAT", MailState),
            ("MAIL_ZIP", MailZip),
            ("YEAR_BUILT", Year),
            ("STAT_LAND_", Code),
            ("LEGAL_DESC", Legal),
            ("MKT_VALUE", Dollars),
            ("LAND_VALUE", Dollars),
            ("IMP_VALUE", Dollars),
            ("GIS_AREA", Acres),
            ("GIS_AREA_U", Unit),
        ],
    ),
    (
        "hcad",
        "48201",
        &[
            ("HCAD_NUM", Digits(13)),
            ("site_str_num", House),
            ("site_str_name", Street),
            ("site_str_sfx", Street),
            ("site_city", City),
            ("owner_name_1", Owner),
            ("owner_name_2", Owner),
            ("owner_name_3", Owner),
            ("mail_addr_1", Address),
            ("mail_city", MailCity),
            ("mail_state", MailState),
            ("mail_zip", MailZip),
            ("new_owner_date", Date),
            ("state_class", Code),
            ("total_appraised_val", Dollars),
            ("total_market_val", Dollars),
            ("land_value", Dollars),
            ("impr_value", Dollars),
            ("acreage", Acres),
        ],
    ),
    (
        "mecklenburg",
        "37119",
        &[
            ("pid", Digits(8)),
            ("nc_pin", Digits(10)),
            ("address", Address),
            ("loccity", City),
            ("ownrlstnme", Owner),
            ("ownrfrstnme", Owner),
            ("mailaddr1", Address),
            ("mailaddr2", Owner),
            ("city", MailCity),
            ("state", MailState),
            ("zipcode", MailZip),
            ("saledate", DateMilliseconds),
            ("saleprice", Dollars),
            ("yearbuilt", Year),
            ("lusecode", Code),
            ("landuse_description", Words),
            ("totalvalue", Dollars),
            ("totlandval", Dollars),
            ("totalbldgval", Dollars),
            ("gisacres", Acres),
        ],
    ),
    (
        "nc-onemap",
        "37119",
        &[
            ("cntyfips", CountyThree),
            ("parno", Number),
            ("siteadd", Address),
            ("scity", City),
            ("ownname", Owner),
            ("mailadd", Address),
            ("mcity", MailCity),
            ("mstate", MailState),
            ("mzip", MailZip),
            ("saledate", DateMilliseconds),
            ("parusecode", Code),
            ("parusedesc", Words),
            ("parval", Dollars),
            ("landval", Dollars),
            ("improvval", Dollars),
            ("gisacres", Acres),
        ],
    ),
    (
        "denver",
        "08031",
        &[
            ("SCHEDNUM", Digits(13)),
            ("OWNER_NAME", Owner),
            ("OWNER_ADDRESS_LINE1", Address),
            ("OWNER_ADDRESS_LINE2", Owner),
            ("OWNER_CITY", MailCity),
            ("OWNER_STATE", MailState),
            ("OWNER_ZIP", MailZip),
            ("SITUS_ADDRESS_LINE1", Address),
            ("SITUS_CITY", City),
            ("D_CLASS", Code),
            ("D_CLASS_CN", Words),
            ("ZONE_10", Code),
            ("APPRAISED_LAND_VALUE", Dollars),
            ("APPRAISED_IMP_VALUE", Dollars),
            ("APPRAISED_TOTAL_VALUE", Dollars),
            ("SALE_DATE", DateMilliseconds),
            ("SALE_PRICE", Dollars),
            ("LEGAL_DESC", Legal),
            ("RES_ORIG_YEAR_BUILT", Year),
            ("LAND_AREA", LandFeet),
        ],
    ),
    (
        "sitewright",
        "37119",
        &[
            ("ll_uuid", Uuid),
            ("county_fips", County),
            ("parcelnumb", Number),
            ("address", Address),
            ("scity", City),
            ("state2", State),
            ("szip", Zip),
            ("owner", Owner),
            ("saledate", Date),
            ("saleprice", Dollars),
            ("year_built", Year),
            ("usecode", Code),
            ("usedesc", Words),
            ("legaldesc", Legal),
            ("parval", Dollars),
            ("parvaltype", Code),
            ("landval", Dollars),
            ("improvval", Dollars),
            ("sqft", SquareFeet),
            ("ll_gisacre", Acres),
            ("building_count", Count),
            ("flood_zone", Code),
            ("source", Source),
            ("is_sample", Flag),
            ("fetched_at", Time),
        ],
    ),
    (
        "plain",
        "37119",
        &[
            ("parcel_id", Number),
            ("address", Address),
            ("scity", City),
            ("state2", State),
            ("szip", Zip),
            ("owner", Owner),
            ("sale_date", Date),
            ("sale_price", Dollars),
            ("year_built", Year),
            ("use_code", Code),
            ("use_desc", Words),
            ("zoning", Code),
            ("legal", Legal),
            ("total_value", Dollars),
            ("land_value", Dollars),
            ("acres", Acres),
        ],
    ),
];

/// Tax rolls whose columns without a prefix are of the bill: the map that reads them right, their county and columns.
const ROLLS: &[(&str, &str, Columns)] = &[
    (
        "parcelnumb=PIN,owner=OWNER,saledate=SALE_DATE,saleprice=SALE_PRICE,year_built=YEAR_BUILT,usecode=USE_CODE,\
         zoning=ZONING,legaldesc=LEGAL,parval=TOTAL_VALUE,landval=LAND_VALUE,ll_gisacre=ACRES",
        "37119",
        &[
            ("PIN", Digits(10)),
            ("OWNER", Owner),
            ("ADDRESS", Address),
            ("CITY", MailCity),
            ("STATE", MailState),
            ("ZIP", MailZip),
            ("SALE_DATE", Date),
            ("SALE_PRICE", Dollars),
            ("YEAR_BUILT", Year),
            ("USE_CODE", Code),
            ("ZONING", Code),
            ("LEGAL", Legal),
            ("TOTAL_VALUE", Dollars),
            ("LAND_VALUE", Dollars),
            ("ACRES", Acres),
        ],
    ),
    // With the site's address too.
    (
        "parcelnumb=APN,address=SITUS,owner=OWNER,year_built=YEAR_BUILT,zoning=ZONING,parval=TOTAL_VALUE,ll_gisacre=ACRES",
        "37119",
        &[
            ("APN", Number),
            ("SITUS", Address),
            ("OWNER", Owner),
            ("ADDRESS", Address),
            ("CITY", MailCity),
            ("STATE", MailState),
            ("ZIPCODE", MailZip),
            ("YEAR_BUILT", Year),
            ("ZONING", Code),
            ("TOTAL_VALUE", Dollars),
            ("ACRES", Acres),
        ],
    ),
    // With names that Regrid has too.
    (
        "parcelnumb=PARCELNUMB,owner=OWNER,saledate=SALEDATE,year_built=YEARBUILT,zoning=ZONING,parval=PARVAL,\
         landval=LANDVAL,ll_gisacre=GISACRE",
        "37119",
        &[
            ("PARCELNUMB", Number),
            ("OWNER", Owner),
            ("ADDRESS", Address),
            ("CITY", MailCity),
            ("STATE", MailState),
            ("ZIP", MailZip),
            ("SALEDATE", Date),
            ("YEARBUILT", Year),
            ("ZONING", Code),
            ("PARVAL", Dollars),
            ("LANDVAL", Dollars),
            ("GISACRE", Acres),
        ],
    ),
];

/// Columns of the bill in [`ROLLS`].
const OF_BILL: [&str; 5] = ["ADDRESS", "CITY", "STATE", "ZIP", "ZIPCODE"];

/// The rows of a source as it publishes them.
fn rows(columns: Columns, seed: u64) -> Vec<Map<String, Value>> {
    let mut dice = seed | 1;
    let mut roll = move || {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        dice >> 33
    };
    (0..ROWS)
        .map(|row| {
            let (mut cells, mut mail_state) = (Map::new(), Value::Null);
            for (name, form) in columns {
                let mut value = form.value(row, roll());
                match form {
                    MailState => mail_state = value.clone(),
                    MailZip => value = json!(if mail_state == "GA" { "30303" } else { "28202" }),
                    _ => {}
                }
                cells.insert((*name).to_owned(), value);
            }
            cells
        })
        .collect()
}

/// The names that the changed file has for the columns: none for a dropped one.
type Names = BTreeMap<&'static str, Option<String>>;

fn changed(rows: &[Map<String, Value>], names: &Names) -> Vec<Map<String, Value>> {
    let renamed = |row: &Map<String, Value>| {
        row.iter()
            .filter_map(|(name, value)| Some((names[name.as_str()].clone()?, value.clone())))
            .collect()
    };
    rows.iter().map(renamed).collect()
}

/// What is done to the columns of a file.
#[derive(Debug, Clone)]
struct Change {
    upper: bool,
    dropped: Vec<usize>,
    renamed: Vec<usize>,
    new_name: String,
    exchanged: Vec<(Index, Index)>,
}

fn change() -> impl Strategy<Value = Change> {
    let columns = || (0..27).collect::<Vec<usize>>();
    let exchanged = proptest::collection::vec((any::<Index>(), any::<Index>()), 0..3);
    let drawn = (
        any::<bool>(),
        subsequence(columns(), 0..20),
        subsequence(columns(), 0..6),
        "[a-z]{3}_[a-z]{4}",
        exchanged,
    );
    drawn.prop_map(|(upper, dropped, renamed, new_name, exchanged)| Change {
        upper,
        dropped,
        renamed,
        new_name,
        exchanged,
    })
}

impl Change {
    /// Without exchanges of these columns.
    fn but_of(mut self, kept: &[&str], columns: Columns) -> Self {
        let is_kept = |index: &Index| kept.contains(&index.get(columns).0);
        self.exchanged
            .retain(|(first, second)| !is_kept(first) && !is_kept(second));
        self
    }

    /// `can_be_renamed`: forms whose columns may get a name that says nothing.
    fn names(&self, columns: Columns, can_be_renamed: impl Fn(Form) -> bool) -> Names {
        let case = |name: &str| {
            if self.upper {
                name.to_uppercase()
            } else {
                name.to_lowercase()
            }
        };
        let own = columns.iter().map(|(name, _)| (*name, Some(case(name))));
        let mut names: Names = own.collect();
        let mut exchanged_names = Vec::new();
        for (first, second) in &self.exchanged {
            let ((first, a), (second, b)) = (first.get(columns), second.get(columns));
            if a.can_be_told_from(*b)
                && !exchanged_names.contains(first)
                && !exchanged_names.contains(second)
            {
                let name = names.insert(first, names[second].clone()).unwrap();
                names.insert(second, name);
                exchanged_names.extend([*first, *second]);
            }
        }
        // One half of an exchange would be a file whose column has another name, with nothing that
        // tells it: amounts that are all different are parcel numbers by every sign.
        let mut rename = |index: usize, to: Option<String>| {
            if let Some((name, form)) = columns.get(index)
                && !exchanged_names.contains(name)
                && (to.is_none() || can_be_renamed(*form))
            {
                names.insert(name, to);
            }
        };
        for index in &self.renamed {
            rename(*index, Some(format!("{}{index}", self.new_name)));
        }
        for index in &self.dropped {
            rename(*index, None);
        }
        names
    }
}

/// A changed roll, which still has its owners: without, and with nothing of the bill but its first line, it is a list of
/// places to any reader.
fn changed_roll(
    rows: &[Map<String, Value>],
    change: &Change,
    columns: Columns,
    can_be_renamed: impl Fn(Form) -> bool,
) -> Vec<Map<String, Value>> {
    let mut names = change.names(columns, can_be_renamed);
    let owner = names.entry("OWNER").or_default();
    owner.get_or_insert_with(|| "OWNER".to_owned());
    changed(rows, &names)
}

/// Every fact that is said about a parcel is the truth.
fn compare(
    source: &str,
    county: Option<&str>,
    rows: &[Map<String, Value>],
    file: &[Map<String, Value>],
) -> Result<bool, TestCaseError> {
    let truth = FieldMap::parse(source).unwrap();
    let Ok(map) = FieldMap::detect(&Sample::new(file), county, &[]) else {
        return Ok(false);
    };
    for (row, changed) in rows.iter().zip(file) {
        let truth = serde_json::to_value(truth.apply(row, county).unwrap()).unwrap();
        let Ok(found) = map.apply(changed, county) else {
            continue;
        };
        for (field, value) in serde_json::to_value(found).unwrap().as_object().unwrap() {
            // Without the source's own id, another is derived from the number.
            let derived = field == "ll_uuid" && ["regrid", "sitewright"].contains(&source);
            if !value.is_null() && !derived {
                prop_assert_eq!(
                    value,
                    &truth[field],
                    "{} by {}: {} of {:?}",
                    source,
                    map.name(),
                    field,
                    changed
                );
            }
        }
    }
    Ok(true)
}

/// The same of what `--accept-guess` takes. The numbers of a parcel may be those of another numbering, if the
/// file has no other.
fn compare_guess(
    (source, _, columns): (&str, &str, Columns),
    county: Option<&str>,
    rows: &[Map<String, Value>],
    file: &[Map<String, Value>],
) -> Result<(), TestCaseError> {
    let truth = FieldMap::parse(source).unwrap();
    let Err(not) = FieldMap::detect(&Sample::new(file), county, &[]) else {
        return Ok(());
    };
    let Some(map) = not.guess.map() else {
        return Ok(());
    };
    let numbers: Vec<&str> = columns
        .iter()
        .filter(|(_, form)| form.group() == Number.group())
        .map(|(name, _)| *name)
        .collect();
    for (row, changed) in rows.iter().zip(file) {
        let truth = serde_json::to_value(truth.apply(row, county).unwrap()).unwrap();
        let Ok(found) = map.apply(changed, county) else {
            continue;
        };
        for (field, value) in serde_json::to_value(found).unwrap().as_object().unwrap() {
            let is_right = value == &truth[field]
                || field == "ll_uuid" && map.source_of(field).is_none()
                || field == "parcelnumb" && numbers.iter().any(|name| value == &row[*name]);
            prop_assert!(
                value.is_null() || is_right,
                "{}: {} is {} and not {}, by {} of {:?}",
                source,
                field,
                value,
                truth[field],
                not.guess.text(),
                changed
            );
        }
    }
    Ok(())
}

#[test]
fn unchanged_files_are_recognised() {
    for (source, county, columns) in SOURCES {
        let rows = rows(columns, 7);
        let map = FieldMap::detect(&Sample::new(&rows), Some(county), &[]);
        let map = map
            .map_err(|not| format!("{source}: {:?}", not.closest))
            .unwrap();
        assert_eq!(map.name(), *source);
    }
}

proptest! {
    // A file of failures could not be kept beside a test of this folder.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_columns_are_read_right_or_refused(
        source in any::<Index>(),
        seed in any::<u64>(),
        county_is_said in any::<bool>(),
        change in change(),
    ) {
        let (source, county, columns) = *source.get(SOURCES);
        let rows = rows(columns, seed);
        let names = change.names(columns, |_| true);
        let said = county_is_said.then_some(county);
        let said = if source == "nc-onemap" || source == "regrid" { said } else { Some(county) };
        compare(source, said, &rows, &changed(&rows, &names))?;
    }

    #[test]
    fn what_is_guessed_is_right_or_missing(
        source in any::<Index>(),
        seed in any::<u64>(),
        county_is_said in any::<bool>(),
        change in change(),
    ) {
        let source = *source.get(SOURCES);
        let (name, county, columns) = source;
        let rows = rows(columns, seed);
        let names = change.names(columns, |form| form.group() != AMOUNTS);
        let said = county_is_said.then_some(county);
        let said = if name == "nc-onemap" || name == "regrid" { said } else { Some(county) };
        compare_guess(source, said, &rows, &changed(&rows, &names))?;
    }

    #[test]
    fn the_address_of_the_bill_is_not_taken_for_the_sites(
        roll in any::<Index>(),
        seed in any::<u64>(),
        change in change(),
    ) {
        let roll = *roll.get(ROLLS);
        let (name, county, columns) = roll;
        let rows = rows(columns, seed);
        // No map reads the bill's columns, so none notices what else they hold.
        let change = change.but_of(&OF_BILL, columns);
        let file = changed_roll(&rows, &change, columns, |_| true);
        compare(name, Some(county), &rows, &file)?;
        let file = changed_roll(&rows, &change, columns, |form| form.group() != AMOUNTS);
        compare_guess(roll, Some(county), &rows, &file)?;
    }

    /// A map is not refused because a county leaves a few columns out.
    #[test]
    fn a_few_columns_less_are_no_reason(source in any::<Index>(), seed in any::<u64>(), dropped in any::<Index>()) {
        let (source, county, columns) = *source.get(SOURCES);
        let rows = rows(columns, seed);
        let (gone, _) = *dropped.get(columns);
        let needed = ["parcelnumb", "blklot", "LOC_ID", "PROP_ID", "PIN", "HCAD_NUM", "pid", "parno", "SCHEDNUM", "parcel_id"];
        prop_assume!(!needed.contains(&gone));
        let names: Names = columns.iter().map(|(name, _)| (*name, (*name != gone).then(|| (*name).to_owned()))).collect();
        prop_assert!(compare(source, Some(county), &rows, &changed(&rows, &names))?, "{} without {}", source, gone);
    }
}
