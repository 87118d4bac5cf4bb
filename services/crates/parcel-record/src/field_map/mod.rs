//! Maps a source's columns to ours.
//!
//! Counties and providers name and format the same facts differently; a field map defines the
//! source of each of our columns, and [`values`] cleans their values. Shared by the importer and
//! the provider adapters. For a file whose map nobody named, [`FieldMap::detect`] takes a built-in
//! map only if the values of a sample fit it, because a wrong map stores wrong facts.

mod bill;
mod builtin;
mod column;
mod detect;
mod exchanged;
mod fit;
mod forms;
mod guess;
mod land;
mod parts;
mod row;
mod sample;
pub mod values;

use std::collections::BTreeMap;

use domain::State;
use serde_json::{Map, Value};

use crate::ParcelFields;
use crate::counties::county_label;

pub use detect::{NotDetected, Unfit};
pub use guess::Guess;
pub use row::{OwnCounty, Row};
pub use sample::{ColumnSummary, Sample};

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

/// Columns that a map may fill from a tax roll besides [`COLUMNS`]: the number of a unit of a parcel,
/// such as a condominium.
pub const OF_UNITS: &[&str] = &["unit"];

/// Columns of a row that say where it is from, and whether its county still has it: a map may take
/// them from a file that Sitewright exported.
pub const PROVENANCE: &[&str] = &[
    "source",
    "source_licence",
    "is_sample",
    "fetched_at",
    "source_date",
    "roll_source",
    "roll_source_licence",
    "roll_source_date",
    "roll_facts",
    "outline_source",
    "outline_source_licence",
    "outline_source_date",
    "outline_fetched_at",
    "retired_at",
];

/// An invalid field map, or one that is not for this source.
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
    /// The source lacks a column that the map names.
    #[error(
        "the field map takes {field} from {wanted}, but the source has only the columns {known}"
    )]
    NoSuchColumn {
        /// Our column.
        field: &'static str,
        /// The map's columns for it.
        wanted: String,
        /// The source's columns.
        known: String,
    },
    /// The map is for another county than the one that was said.
    #[error("the field map {map} is for {made_for}, but --county-fips says {said}")]
    OtherCounty {
        /// Name of the map.
        map: String,
        /// County or state of the map.
        made_for: String,
        /// The county that was said.
        said: String,
    },
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
    /// The built-in map that this is, or was narrowed from.
    preset: Option<&'static builtin::Preset>,
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

    /// Names of the built-in maps.
    pub fn preset_names() -> Vec<&'static str> {
        builtin::names()
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
            preset: None,
        };
        for (column, spec) in entries {
            let column = COLUMNS
                .iter()
                .chain(OF_UNITS)
                .chain(PROVENANCE)
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

    /// A map that was named by the operator, for this source: fails if the source lacks its columns
    /// or if it is for another county.
    pub fn for_source(
        &self,
        sample: &Sample<'_>,
        county_fips: Option<&str>,
    ) -> Result<Self, FieldMapError> {
        if let Some(other) = self.other_county(county_fips) {
            return Err(other);
        }
        let narrowed = self.narrowed(sample);
        let must_fill = |field: &str| self.preset.is_none() || field == "parcelnumb";
        for (field, alternatives) in &self.columns {
            let has_source = narrowed.columns.contains_key(field);
            if must_fill(field) && !alternatives.is_empty() && !has_source {
                return Err(FieldMapError::NoSuchColumn {
                    field,
                    wanted: described(alternatives),
                    known: sample.names().join(", "),
                });
            }
        }
        Ok(narrowed)
    }

    /// What of the map this source can fill: the alternatives whose columns are all there. The rest
    /// of a joined address or half of an id would be a wrong fact.
    fn narrowed(&self, sample: &Sample<'_>) -> Self {
        let fills_blanks = self.preset.map_or(&[][..], |preset| preset.fills_blanks);
        let only_fills_blanks = |joined: &Joined| {
            joined
                .iter()
                .all(|source| fills_blanks.contains(&source.as_str()))
        };
        let mut narrowed = Self {
            columns: BTreeMap::new(),
            ..self.clone()
        };
        for (field, alternatives) in &self.columns {
            let mut there: Vec<Joined> = alternatives
                .iter()
                .filter(|joined| joined.iter().all(|source| sample.has(source)))
                .cloned()
                .collect();
            if self.preset.is_some() && *field == "parcelnumb" {
                // Two columns of numbers are two numberings, which must not be mixed.
                let main = there
                    .iter()
                    .find(|joined| !only_fills_blanks(joined))
                    .cloned();
                there.retain(|joined| only_fills_blanks(joined) || Some(joined) == main.as_ref());
            }
            if self.preset.is_some() && *field == "address" && there.len() > 1 {
                // Beside a column of the site's address, one without a prefix is somebody else's.
                there.retain(|joined| !joined.iter().all(|source| bill::is_of_both(source)));
            }
            if !there.iter().all(only_fills_blanks) {
                narrowed.columns.insert(field, there);
            }
        }
        let lost = |field: &str| {
            self.columns.get(field).is_some_and(|all| !all.is_empty())
                && !narrowed.columns.contains_key(field)
        };
        if lost("acres_unit") {
            // Without its unit an area is unknown.
            narrowed.columns.remove("ll_gisacre");
        }
        narrowed
    }

    /// The contradiction between the map's constants and the county that was said.
    fn other_county(&self, county_fips: Option<&str>) -> Option<FieldMapError> {
        let said = county_fips?;
        let made_for = match (self.fixed.get("county_fips"), self.state()) {
            (Some(county), _) if county != said => county_label(county),
            (None, Some(state)) if !said.starts_with(state.fips) => state.name.to_owned(),
            _ => return None,
        };
        Some(FieldMapError::OtherCounty {
            map: self.name.clone(),
            made_for,
            said: county_label(said),
        })
    }

    /// The state of every row, if it is a constant.
    fn state(&self) -> Option<&'static State> {
        State::with_postal_code(self.fixed.get("state2")?)
    }

    /// The source of one of our columns, for the operator: `OWN1 + OWN2, else NAME`.
    pub fn source_of(&self, field: &str) -> Option<String> {
        let alternatives = self.columns.get(field).filter(|all| !all.is_empty());
        let fixed = self.fixed.get(field).map(|fixed| format!("'{fixed}'"));
        match (alternatives.map(|all| described(all)), fixed) {
            (Some(columns), Some(fixed)) => Some(format!("{columns}, else {fixed}")),
            (columns, fixed) => columns.or(fixed),
        }
    }

    /// A row of the source, to be read by this map.
    pub fn row<'a>(&'a self, columns: &'a Map<String, Value>) -> Row<'a> {
        Row::new(self, columns)
    }

    /// Maps one row. `county_fips` is the default for rows without a county.
    pub fn apply(
        &self,
        row: &Map<String, Value>,
        county_fips: Option<&str>,
    ) -> Result<ParcelFields, RowFault> {
        self.row(row).fields(county_fips)
    }
}

/// `a + b, else c`.
fn described(alternatives: &[Joined]) -> String {
    let joined: Vec<String> = alternatives
        .iter()
        .map(|joined| joined.join(" + "))
        .collect();
    joined.join(", else ")
}
