//! Maps a source's columns to ours.
//!
//! Counties and providers name and format the same facts differently; a field map defines the
//! source of each of our columns, and [`values`] cleans their values. Shared by the importer and
//! the provider adapters.

mod builtin;
pub mod values;

use std::collections::BTreeMap;

use domain::{ParcelNumber, ParcelUuid};
use serde_json::{Map, Value};

use crate::ParcelFields;
use crate::is_county_fips;

/// Columns that a map may fill. `key` is what the parcel's id is derived from if the number alone
/// is not unique in the county; `acres_unit` names the column that distinguishes acres from square
/// feet.
pub const COLUMNS: &[&str] = &[
    "ll_uuid",
    "county_fips",
    "parcelnumb",
    "key",
    "address",
    "scity",
    "state2",
    "szip",
    "owner",
    "careof",
    "mailing_address",
    "saledate",
    "saleprice",
    "year_built",
    "usecode",
    "usedesc",
    "zoning",
    "zoning_type",
    "zoning_subtype",
    "legaldesc",
    "subdivision",
    "parval",
    "parvaltype",
    "landval",
    "improvval",
    "sqft",
    "ll_gisacre",
    "acres_unit",
    "building_count",
    "flood_zone",
    "flood_zone_subtype",
];

/// An invalid field map.
#[derive(Debug, thiserror::Error)]
pub enum FieldMapError {
    /// No built-in map has this name.
    #[error("there is no field map named {0}; available are {known}", known = builtin::names().join(", "))]
    Unknown(String),
    /// An unknown column of ours.
    #[error("{0} is not a known column")]
    Column(String),
    /// Neither a name nor JSON nor `column=SOURCE,column=SOURCE`.
    #[error("the field map is not readable: use column=SOURCE,column=A+B|C or JSON")]
    Unreadable,
    /// The parcel number is required.
    #[error("the field map has no entry for parcelnumb")]
    NoParcelNumber,
}

/// Why a row was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum RowFault {
    /// The number is missing or blank.
    #[error("no parcel number")]
    NoParcelNumber,
    /// The number is longer than 64 characters or holds control characters.
    #[error("parcel number not usable")]
    BadParcelNumber,
    /// Neither the row nor the command names the county.
    #[error("no county code")]
    NoCounty,
}

/// One way to fill a column: source columns joined by a space.
type Joined = Vec<String>;

/// Sources of our columns.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldMap {
    name: String,
    /// Alternatives in order; the first non-empty one wins. Source names in lower case.
    columns: BTreeMap<&'static str, Vec<Joined>>,
    /// Constants, which the source omits because they are the same in every row.
    fixed: BTreeMap<&'static str, String>,
}

impl FieldMap {
    /// A built-in map by its name, JSON (`{"owner": "OWN1+OWN2|NAME"}`), or `owner=OWN1+OWN2|NAME,…`.
    pub fn parse(text: &str) -> Result<Self, FieldMapError> {
        let text = text.trim();
        if text.starts_with('{') {
            let entries: BTreeMap<String, String> =
                serde_json::from_str(text).map_err(|_shape| FieldMapError::Unreadable)?;
            return Self::from_entries(
                "custom",
                entries
                    .iter()
                    .map(|(column, spec)| (column.as_str(), spec.as_str())),
            );
        }
        if !text.contains('=') {
            return builtin::named(text);
        }
        let entries: Option<Vec<(&str, &str)>> =
            text.split(',').map(|entry| entry.split_once('=')).collect();
        Self::from_entries("custom", entries.ok_or(FieldMapError::Unreadable)?)
    }

    /// The built-in map that matches these source columns best.
    pub fn detect<'a>(sources: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        builtin::detect(
            &sources
                .into_iter()
                .map(str::to_lowercase)
                .collect::<Vec<_>>(),
        )
    }

    /// Name for the report.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A spec of `'fixed text'` in single quotes is a constant.
    fn from_entries<'a>(
        name: &str,
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, FieldMapError> {
        let mut map = Self {
            name: name.to_owned(),
            columns: BTreeMap::new(),
            fixed: BTreeMap::new(),
        };
        for (column, spec) in entries {
            let column = COLUMNS
                .iter()
                .find(|known| **known == column.trim())
                .ok_or_else(|| FieldMapError::Column(column.to_owned()))?;
            let mut alternatives = Vec::new();
            for alternative in spec
                .split('|')
                .map(str::trim)
                .filter(|part| !part.is_empty())
            {
                match alternative
                    .strip_prefix('\'')
                    .and_then(|rest| rest.strip_suffix('\''))
                {
                    Some(fixed) => {
                        map.fixed.insert(column, fixed.to_owned());
                    }
                    None => alternatives.push(
                        alternative
                            .split('+')
                            .map(|source| source.trim().to_lowercase())
                            .collect(),
                    ),
                }
            }
            map.columns.insert(column, alternatives);
        }
        if map.columns.get("parcelnumb").is_none_or(Vec::is_empty) {
            return Err(FieldMapError::NoParcelNumber);
        }
        Ok(map)
    }

    /// Number of our columns that these sources could fill; none without the parcel number.
    fn score(&self, sources: &[String]) -> Option<usize> {
        let fills = |alternatives: &Vec<Joined>| {
            alternatives
                .iter()
                .any(|joined| joined.iter().any(|source| sources.contains(source)))
        };
        fills(self.columns.get("parcelnumb")?).then(|| {
            self.columns
                .values()
                .filter(|alternatives| fills(alternatives))
                .count()
        })
    }

    /// The source columns used, in lower case.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.columns
            .values()
            .flatten()
            .flatten()
            .map(String::as_str)
    }

    /// Maps one row. `county_fips` is the default for rows without a county.
    pub fn apply(
        &self,
        row: &Map<String, Value>,
        county_fips: Option<&str>,
    ) -> Result<ParcelFields, RowFault> {
        let lower: BTreeMap<String, &Value> = row
            .iter()
            .map(|(name, value)| (name.to_lowercase(), value))
            .collect();
        let row = Row {
            map: self,
            values: &lower,
        };
        let number = row.text("parcelnumb").ok_or(RowFault::NoParcelNumber)?;
        let number: ParcelNumber = number
            .parse()
            .map_err(|_refused| RowFault::BadParcelNumber)?;
        let county = row.text("county_fips").filter(|code| is_county_fips(code));
        let county = county
            .or_else(|| county_fips.map(ToOwned::to_owned))
            .ok_or(RowFault::NoCounty)?;
        let mut fields =
            ParcelFields::new(row.identity(&county, &number), county, number.into_string());
        row.fill(&mut fields);
        Ok(fields)
    }
}

struct Row<'a> {
    map: &'a FieldMap,
    values: &'a BTreeMap<String, &'a Value>,
}

impl Row<'_> {
    /// The first non-empty alternative, joined and cleaned; else the constant.
    fn text(&self, column: &str) -> Option<String> {
        let alternatives = self.map.columns.get(column).map_or(&[][..], Vec::as_slice);
        alternatives
            .iter()
            .find_map(|joined| {
                let parts: Vec<String> = joined
                    .iter()
                    .filter_map(|source| values::text(self.values.get(source)?))
                    .collect();
                (!parts.is_empty()).then(|| parts.join(" "))
            })
            .or_else(|| self.map.fixed.get(column).cloned())
    }

    /// The first alternative that `reader` can parse.
    fn read<T>(&self, column: &str, reader: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let alternatives = self.map.columns.get(column)?;
        alternatives
            .iter()
            .flatten()
            .find_map(|source| reader(self.values.get(source)?))
    }

    /// The source's id, else one derived from the key or the number.
    fn identity(&self, county: &str, number: &ParcelNumber) -> ParcelUuid {
        if let Some(id) = self.text("ll_uuid").and_then(|text| text.parse().ok()) {
            return id;
        }
        let key = self
            .text("key")
            .and_then(|key| key.parse::<ParcelNumber>().ok());
        ParcelUuid::derive(county, key.as_ref().unwrap_or(number))
    }

    fn fill(&self, fields: &mut ParcelFields) {
        fields.address = self.text("address").and_then(|text| values::address(&text));
        fields.scity = self.text("scity");
        fields.state2 = self.text("state2").filter(|state| state.len() == 2);
        fields.szip = self.text("szip").and_then(|text| values::zip(&text));
        fields.owner = self.text("owner");
        fields.careof = self.text("careof");
        fields.mailing_address = self.text("mailing_address");
        fields.saledate = self.read("saledate", values::date);
        fields.saleprice = self.read("saleprice", values::money);
        fields.year_built = self.read("year_built", values::year);
        fields.usecode = self.text("usecode");
        fields.usedesc = self.text("usedesc");
        fields.zoning = self.text("zoning");
        fields.zoning_type = self.text("zoning_type");
        fields.zoning_subtype = self.text("zoning_subtype");
        fields.legaldesc = self.text("legaldesc");
        fields.subdivision = self.text("subdivision");
        fields.parval = self.read("parval", values::money);
        fields.parvaltype = self.text("parvaltype");
        fields.landval = self.read("landval", values::money);
        fields.improvval = self.read("improvval", values::money);
        fields.sqft = self.read("sqft", values::whole);
        let square_feet = self
            .text("acres_unit")
            .is_some_and(|unit| unit.to_uppercase().starts_with('S'));
        let to_acres = if square_feet { 1.0 / 43_560.0 } else { 1.0 };
        fields.ll_gisacre = self
            .read("ll_gisacre", values::number)
            .map(|area| area * to_acres)
            .filter(|acres| (1e-4..1e7).contains(acres));
        fields.building_count = self
            .read("building_count", values::whole)
            .and_then(|count| i32::try_from(count).ok());
        fields.flood_zone = self.text("flood_zone");
        fields.flood_zone_subtype = self.text("flood_zone_subtype");
    }
}
