//! One row of a source, read by a field map.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::{ParcelNumber, ParcelUuid};
use serde_json::{Map, Value};

use super::{FieldMap, RowFault, values};
use crate::counties::is_county;
use crate::unnumbered::{
    has_name, is_no_number, is_type_column, kind_described, kind_named, kind_of_number,
};
use crate::{FACT_COLUMNS, ParcelFields, RowProvenance, TaxRollSource, Unnumbered, UnnumberedKind};

/// What a row itself says of its county.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnCounty {
    /// Nothing.
    Unsaid,
    /// A text that is no county's code.
    Unreadable(String),
    /// A county's code of five digits.
    Code(String),
}

/// Columns by their names in lower case.
pub(super) type LowerColumns<'a> = BTreeMap<Cow<'a, str>, &'a Value>;

/// The columns of a row by their names in lower case.
#[derive(Debug)]
enum Columns<'a> {
    /// They are in lower case: a map of its own takes as long as reading the row.
    AsTheyAre(&'a Map<String, Value>),
    Lower(Cow<'a, LowerColumns<'a>>),
}

impl<'a> Columns<'a> {
    fn of(columns: &'a Map<String, Value>) -> Self {
        if columns.keys().all(|name| is_lower(name)) {
            Self::AsTheyAre(columns)
        } else {
            Self::Lower(Cow::Owned(lower(columns)))
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Self::AsTheyAre(columns) => columns.get(name),
            Self::Lower(columns) => columns.get(name).copied(),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let (own, lower) = match self {
            Self::AsTheyAre(columns) => (Some(columns.iter()), None),
            Self::Lower(columns) => (None, Some(columns.iter())),
        };
        let own = own.into_iter().flatten();
        let lower = lower.into_iter().flatten();
        own.map(|(name, value)| (name.as_str(), value))
            .chain(lower.map(|(name, value)| (&**name, *value)))
    }
}

/// A row of a source with the map that reads it.
#[derive(Debug)]
pub struct Row<'a> {
    map: &'a FieldMap,
    values: Columns<'a>,
}

impl<'a> Row<'a> {
    pub(super) fn new(map: &'a FieldMap, columns: &'a Map<String, Value>) -> Self {
        Self {
            map,
            values: Columns::of(columns),
        }
    }

    /// With columns that are in lower case already.
    pub(super) fn of_lower(map: &'a FieldMap, values: &'a LowerColumns<'a>) -> Self {
        Self {
            map,
            values: Columns::Lower(Cow::Borrowed(values)),
        }
    }

    /// The number of a unit, in a tax roll.
    pub fn unit(&self) -> Option<String> {
        self.text("unit")
    }

    /// The parcel. `county_fips` is the default for a row without a county.
    pub fn fields(&self, county_fips: Option<&str>) -> Result<ParcelFields, RowFault> {
        let number = self.number().ok_or(RowFault::NoParcelNumber)?;
        let number: ParcelNumber = number
            .parse()
            .map_err(|_refused| RowFault::BadParcelNumber)?;
        let county = self.county(county_fips)?;
        let mut fields = ParcelFields::new(
            self.identity(&county, &number),
            county,
            number.into_string(),
        );
        self.fill(&mut fields);
        Ok(fields)
    }

    /// The parcel number, if the row has one and not a placeholder.
    pub fn number(&self) -> Option<String> {
        let alternatives = self.map.columns.get("parcelnumb")?;
        let mut texts = alternatives.iter().filter_map(|joined| self.joined(joined));
        // In an export of ours each row is a parcel, whatever its number.
        let is_exported = self.map.columns.contains_key("source");
        texts
            .find(|text| is_exported || !is_no_number(text))
            .or_else(|| self.map.fixed.get("parcelnumb").cloned())
    }

    /// A row without a parcel number, as what its county maps there.
    pub fn unnumbered(&self, county_fips: Option<&str>) -> Result<Unnumbered, RowFault> {
        if self.map.is_of_land() {
            return self.exported_land(county_fips);
        }
        let number = self.source_text("parcelnumb");
        let kind = self.unnumbered_kind(number.as_deref());
        let street = self.text("address").and_then(|text| values::address(&text));
        let description = street
            .or_else(|| number.filter(|text| has_name(text)))
            .or_else(|| self.text("usedesc"));
        Ok(Unnumbered {
            county_fips: self.county(county_fips)?,
            kind,
            description,
        })
    }

    /// What an export of ours says of land without a parcel number.
    fn exported_land(&self, county_fips: Option<&str>) -> Result<Unnumbered, RowFault> {
        let kind = self.text("kind").unwrap_or_default();
        Ok(Unnumbered {
            county_fips: self.county(county_fips)?,
            kind: UnnumberedKind::from_stored(&kind),
            description: self.text("description"),
        })
    }

    fn unnumbered_kind(&self, number: Option<&str>) -> UnnumberedKind {
        let types = self.values.iter();
        let types = types.filter(|(name, _)| is_type_column(name));
        let mut said = types.filter_map(|(_, value)| values::text(value));
        number
            .and_then(kind_of_number)
            .or_else(|| said.find_map(|text| kind_described(&text)))
            .or_else(|| kind_described(&self.text("usedesc")?))
            .or_else(|| kind_described(&self.text("usecode")?))
            .or_else(|| kind_named(&self.text("legaldesc")?))
            .or_else(|| kind_named(&self.text("owner")?))
            .unwrap_or(UnnumberedKind::Other)
    }

    fn county(&self, county_fips: Option<&str>) -> Result<String, RowFault> {
        match self.own_county(county_fips) {
            OwnCounty::Code(code) => Ok(code),
            OwnCounty::Unsaid | OwnCounty::Unreadable(_) => {
                Ok(county_fips.ok_or(RowFault::NoCounty)?.to_owned())
            }
        }
    }

    /// The county that the row names; three digits are completed by the state of the map, else by
    /// that of `county_fips`.
    pub fn own_county(&self, county_fips: Option<&str>) -> OwnCounty {
        let state = self
            .map
            .state()
            .map(|state| state.fips)
            .or_else(|| county_fips.and_then(|county| county.get(..2)));
        let code = self.read("county_fips", |value| {
            values::county(value, state).filter(|code| is_county(code))
        });
        if let Some(code) = code {
            return OwnCounty::Code(code);
        }
        match self.text("county_fips") {
            Some(code) if is_county(&code) => OwnCounty::Code(code),
            Some(text) => OwnCounty::Unreadable(text),
            None => OwnCounty::Unsaid,
        }
    }

    /// Where the row itself says that it is from.
    pub fn provenance(&self) -> Option<RowProvenance> {
        Some(RowProvenance {
            source: self.text("source")?,
            source_licence: self.text("source_licence"),
            is_sample: self.read("is_sample", values::flag),
            fetched_at: self.read("fetched_at", values::time),
            source_date: self.read("source_date", values::date),
            tax_roll: self.tax_roll(),
        })
    }

    /// Whose facts are those of a tax roll, in an export of ours.
    fn tax_roll(&self) -> Option<TaxRollSource> {
        let facts = self.text("roll_facts").unwrap_or_default();
        // A roll has nothing of what identifies a parcel.
        let facts = facts
            .split(' ')
            .filter(|name| FACT_COLUMNS[3..].contains(name))
            .map(str::to_owned);
        Some(TaxRollSource {
            source: self.text("roll_source")?,
            source_licence: self.text("roll_source_licence"),
            source_date: self.read("roll_source_date", values::date),
            outline_source: self.text("outline_source")?,
            outline_source_licence: self.text("outline_source_licence"),
            outline_source_date: self.read("outline_source_date", values::date),
            outline_fetched_at: self.read("outline_fetched_at", values::time)?,
            facts: facts.collect(),
        })
    }

    /// Whether the row itself says that its county no longer has the parcel.
    pub fn is_retired(&self) -> bool {
        self.source_text("retired_at").is_some()
    }

    /// The first non-empty alternative, joined and cleaned; else the constant.
    fn text(&self, column: &str) -> Option<String> {
        self.source_text(column)
            .or_else(|| self.map.fixed.get(column).cloned())
    }

    /// Like [`Self::text`], without constants.
    pub(super) fn source_text(&self, column: &str) -> Option<String> {
        let alternatives = self.map.columns.get(column)?;
        alternatives.iter().find_map(|joined| self.joined(joined))
    }

    /// Columns joined by a space; none if all are blank.
    fn joined(&self, sources: &[String]) -> Option<String> {
        if let [only] = sources {
            return values::text(self.values.get(only.as_str())?);
        }
        let parts: Vec<String> = sources
            .iter()
            .filter_map(|source| values::text(self.values.get(source.as_str())?))
            .collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// The first alternative that `reader` can parse.
    pub(super) fn read<T>(&self, column: &str, reader: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let alternatives = self.map.columns.get(column)?;
        alternatives
            .iter()
            .flatten()
            .find_map(|source| reader(self.values.get(source.as_str())?))
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
        // The kind of a value that is not there would say nothing.
        fields.parvaltype = self
            .text("parvaltype")
            .filter(|_kind| fields.parval.is_some());
        fields.landval = self.read("landval", values::money);
        fields.improvval = self.read("improvval", values::money);
        fields.sqft = self.read("sqft", values::whole);
        fields.ll_gisacre = self.acres();
        fields.building_count = self
            .read("building_count", values::whole)
            .and_then(|count| i32::try_from(count).ok());
        fields.flood_zone = self.text("flood_zone");
        fields.flood_zone_subtype = self.text("flood_zone_subtype");
    }

    /// Acres of one unit of the row's area; `None` if the source has units and this row's is not known.
    pub(super) fn area_unit(&self) -> Option<f64> {
        let has_unit = self.map.columns.contains_key("acres_unit")
            || self.map.fixed.contains_key("acres_unit");
        if has_unit {
            values::acres_of_unit(&self.text("acres_unit")?)
        } else {
            Some(1.0)
        }
    }

    /// The area; none if the source has units and this row's is not known.
    pub(super) fn acres(&self) -> Option<f64> {
        let unit = self.area_unit()?;
        self.read("ll_gisacre", values::number)
            .map(|area| area * unit)
            .filter(|acres| (1e-4..1e7).contains(acres))
    }
}

fn is_lower(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
}

/// The columns with their names in lower case.
pub(super) fn lower(columns: &Map<String, Value>) -> LowerColumns<'_> {
    let lower = |name| {
        if is_lower(name) {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(name.to_lowercase())
        }
    };
    columns
        .iter()
        .map(|(name, value)| (lower(name.as_str()), value))
        .collect()
}
