//! Takes rows from a format's reader, recognises their columns by the first ones, and sends mapped
//! rows on.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::ParcelUuid;
use feature_files::{Crs, FileError, Meter, Reason, Rows, SourceRow, crs};
use serde_json::{Map, Value};

use crate::ImportOptions;
use crate::error::ImportError;
use crate::item::{Item, SampleEnd};
use crate::report::{FieldSummary, ReaderSummary};
use crate::roll::On;
use crate::rows::RowSender;
use crate::staging::{Facts, Staged, StagedUnnumbered};
use parcel_record::counties::county_label;
use parcel_record::field_map::{
    COLUMNS, ColumnSummary, FieldMap, OF_UNITS, OwnCounty, PROVENANCE, RowFault, Sample,
};
use parcel_record::{ParcelFields, RowProvenance, Shape, Unnumbered};

/// Characters of outlines that end the sample earlier, because it is kept in memory.
const SAMPLE_TEXT: usize = 128 << 20;
/// Share of the sample that may name another county than the operator.
const OTHER_COUNTY: f64 = 0.01;

/// What a row is.
enum Land {
    Parcel(Box<ParcelFields>, Option<RowProvenance>),
    Unnumbered(Unnumbered, Option<RowProvenance>),
}

/// Maps rows of a format's reader and sends them on.
pub(crate) struct Sink {
    sender: RowSender,
    options: Arc<ImportOptions>,
    meter: Arc<Meter>,
    /// How its rows name parcels, if the file is a tax roll.
    on: Option<On>,
    /// Position of its first row: rows of several files are numbered together.
    first: i64,
    /// Position of the last row that was read.
    line: i64,
    /// The first rows, until there are enough.
    sample: Vec<(i64, SourceRow)>,
    sample_text: usize,
    /// Known after the sample.
    mapped: Option<(FieldMap, ReaderSummary)>,
}

impl Rows for Sink {
    type Error = ImportError;

    fn row(&mut self, row: SourceRow) -> Result<(), ImportError> {
        self.line += 1;
        self.meter.add_row();
        if let Some((map, _)) = &self.mapped {
            let item = self.item(map, self.line, row);
            return self.send(item);
        }
        self.sample_text += row.shape.as_ref().map_or(0, Shape::size);
        self.sample.push((self.line, row));
        if self.sample.len() == self.options.sample || self.sample_text > SAMPLE_TEXT {
            self.end_sample()?;
        }
        Ok(())
    }

    fn unreadable(
        &mut self,
        reason: &'static str,
        columns: Map<String, Value>,
    ) -> Result<(), ImportError> {
        self.line += 1;
        self.meter.add_row();
        self.send(Item::unreadable(self.line, Reason::new(reason), columns))
    }
}

impl Sink {
    pub fn new(sender: RowSender, options: Arc<ImportOptions>, meter: Arc<Meter>) -> Self {
        Self {
            sender,
            options,
            meter,
            on: None,
            first: 1,
            line: 0,
            sample: Vec::new(),
            sample_text: 0,
            mapped: None,
        }
    }

    /// For the rows of a tax roll.
    #[must_use]
    pub fn of_roll(mut self, on: On) -> Self {
        self.on = Some(on);
        self
    }

    /// For rows that follow those of another file.
    #[must_use]
    pub fn after(mut self, rows: i64) -> Self {
        self.first = rows + 1;
        self.line = rows;
        self
    }

    /// All rows were read: the summary of the file.
    pub fn finish(mut self) -> Result<ReaderSummary, ImportError> {
        if self.line < self.first {
            return Err(FileError::NoRows.into());
        }
        if self.mapped.is_none() && !self.sample.is_empty() {
            self.end_sample()?;
        }
        let summary = self.mapped.take().map(|(_, summary)| summary);
        if summary.is_none() {
            // No row was readable.
            self.send(Item::SampleEnd(SampleEnd {
                first: self.first,
                last: self.line,
                ids_are_derived: false,
            }))?;
        }
        self.sender.flush()?;
        Ok(ReaderSummary {
            rows: self.line + 1 - self.first,
            ..summary.unwrap_or_default()
        })
    }

    /// Decides on the field map, and sends the rows that waited for it.
    fn end_sample(&mut self) -> Result<(), ImportError> {
        let rows = std::mem::take(&mut self.sample);
        let mut sample = Sample::new(rows.iter().map(|(_, row)| &row.columns));
        if let Some(on) = &self.on {
            sample = sample.of_roll();
            on.check(&sample)?;
        }
        let map = self.field_map(&sample)?;
        self.compare_counties(&map, &rows)?;
        let summary = self.summary(&map, &rows);
        if let Some(survey) = &self.options.survey {
            survey.describe(&summary);
        }
        let items: Vec<Item> = rows
            .into_iter()
            .map(|(line, row)| self.item(&map, line, row))
            .collect();
        for item in items {
            self.send(item)?;
        }
        self.send(Item::SampleEnd(SampleEnd {
            first: self.first,
            last: self.line,
            ids_are_derived: map.source_of("ll_uuid").is_none(),
        }))?;
        self.mapped = Some((map, summary));
        Ok(())
    }

    fn field_map(&self, sample: &Sample<'_>) -> Result<FieldMap, ImportError> {
        let county = self.options.county_fips.as_deref();
        if let Some(named) = &self.options.field_map {
            return Ok(named.for_source(sample, county)?);
        }
        match FieldMap::detect(sample, county, &self.options.ignored_presets) {
            Ok(map) => Ok(map),
            Err(mut not) => {
                if let Some(on) = &self.on {
                    not.guess = std::mem::take(&mut not.guess).or_number(&on.column);
                }
                if self.options.accept_guess {
                    not.guess.map().ok_or(ImportError::NoGuess)
                } else {
                    Err(ImportError::NotRecognised(not))
                }
            }
        }
    }

    /// A file of other counties than the one that was said is refused as a whole.
    fn compare_counties(
        &self,
        map: &FieldMap,
        rows: &[(i64, SourceRow)],
    ) -> Result<(), ImportError> {
        let Some(said) = &self.options.county_fips else {
            return Ok(());
        };
        let mut others: BTreeMap<String, usize> = BTreeMap::new();
        for (_, row) in rows {
            if let OwnCounty::Code(code) = map.row(&row.columns).own_county(Some(said))
                && code != *said
            {
                *others.entry(code).or_default() += 1;
            }
        }
        let count: usize = others.values().sum();
        match others.iter().max_by_key(|(_, count)| **count) {
            Some((other, _)) if count as f64 > rows.len() as f64 * OTHER_COUNTY => {
                Err(ImportError::OtherCounties {
                    rows: count,
                    of: rows.len(),
                    other: county_label(other),
                    said: county_label(said),
                })
            }
            _ => Ok(()),
        }
    }

    /// What the map makes of the sample, for the operator.
    fn summary(&self, map: &FieldMap, rows: &[(i64, SourceRow)]) -> ReaderSummary {
        let county = self.options.county_fips.as_deref();
        let parcels: Vec<Value> = rows
            .iter()
            .filter_map(|(_, row)| {
                let row = map.row(&row.columns);
                let (fields, provenance) = (row.fields(county).ok()?, row.provenance());
                let facts = Facts {
                    fields: &fields,
                    provenance: provenance.as_ref().filter(|_| self.on.is_none()),
                };
                let mut facts = serde_json::to_value(facts).ok()?;
                if self.on.is_some() {
                    // The parcel that a row is joined to has an id of its own.
                    facts.as_object_mut()?.remove("ll_uuid");
                    facts["unit"] = Value::from(row.unit());
                }
                Some(facts)
            })
            .collect();
        let known = parcels.first().and_then(Value::as_object);
        let names = COLUMNS
            .iter()
            .chain(OF_UNITS)
            .chain(PROVENANCE)
            .filter(|name| known.is_some_and(|fields| fields.contains_key(**name)));
        let fields = names.map(|name| {
            let derived = match *name {
                "ll_uuid" => Some("county and parcel number".to_owned()),
                "county_fips" => Some("--county-fips".to_owned()),
                _ => None,
            };
            let values = parcels.iter().map(|parcel| shown(&parcel[*name]));
            FieldSummary {
                source: map.source_of(name).or(derived),
                column: ColumnSummary::of(name, values),
            }
        });
        let first = rows.first().and_then(|(_, row)| self.crs(row));
        ReaderSummary {
            format: String::new(),
            field_map: map.name().to_owned(),
            map: Some(map.clone()),
            rows: self.line + 1 - self.first,
            fields: fields.collect(),
            files: Vec::new(),
            crs: Crs::of(first.as_deref(), self.options.crs.is_some()),
        }
    }

    fn crs(&self, row: &SourceRow) -> Option<String> {
        let text = self.options.crs.as_ref().or(row.crs.as_ref())?;
        crs(text)
    }

    fn item(&self, map: &FieldMap, line: i64, row: SourceRow) -> Item {
        if let Some(on) = &self.on {
            let unit = map.row(&row.columns).unit();
            return match self.facts(map, &row.columns) {
                Ok(Land::Parcel(fields, _)) => {
                    Item::OfRoll(Box::new(on.row(line, unit, *fields, row.columns)))
                }
                Ok(Land::Unnumbered(..)) => Item::rejected(line, no_number(), row.columns, None),
                Err(reason) => Item::rejected(line, reason, row.columns, None),
            };
        }
        let crs = self.crs(&row);
        let facts = self.facts(map, &row.columns);
        if let (Some(survey), Some(shape)) = (&self.options.survey, &row.shape) {
            let parcel = match &facts {
                Ok(Land::Parcel(fields, _)) => Some((fields.ll_uuid, fields.county_fips.as_str())),
                _ => None,
            };
            survey.add(line, shape, crs.as_deref(), parcel);
        }
        match (row.shape, facts) {
            (None, _) => {
                let parcel = self.named(map, &row.columns);
                Item::rejected(line, Reason::new("no outline"), row.columns, parcel)
            }
            (_, Err(reason)) => {
                let parcel = self.named(map, &row.columns);
                Item::rejected(line, reason, row.columns, parcel)
            }
            // Its outline would be that of a parcel.
            (Some(Shape::Point { .. }), Ok(Land::Unnumbered(..))) => {
                Item::rejected(line, no_number(), row.columns, None)
            }
            (Some(shape), Ok(Land::Unnumbered(land, provenance))) => {
                Item::Unnumbered(Box::new(StagedUnnumbered {
                    line,
                    shape,
                    crs,
                    land,
                    provenance,
                    is_exported: map.is_of_land(),
                    columns: row.columns,
                }))
            }
            (Some(shape), Ok(Land::Parcel(fields, provenance))) => Item::Staged(Box::new(Staged {
                line,
                shape,
                crs,
                fields: *fields,
                raw: Some(with_roll(row.columns, provenance.as_ref())),
                provenance,
            })),
        }
    }

    /// The parcel that a row names, whatever else is wrong with it.
    fn named(&self, map: &FieldMap, columns: &Map<String, Value>) -> Option<ParcelUuid> {
        let row = map.row(columns);
        let fields = row.fields(self.options.county_fips.as_deref()).ok()?;
        (!row.is_retired()).then_some(fields.ll_uuid)
    }

    fn facts(&self, map: &FieldMap, columns: &Map<String, Value>) -> Result<Land, Reason> {
        let said = self.options.county_fips.as_deref();
        let row = map.row(columns);
        if row.is_retired() {
            return Err(Reason::new("a retired parcel"));
        }
        match (row.own_county(said), said) {
            (OwnCounty::Unreadable(text), _) => {
                let detail = format!("county code not readable: {text}");
                return Err(Reason::with("county code not readable", detail));
            }
            (OwnCounty::Code(code), Some(said)) if code != said => {
                let (code, said) = (county_label(&code), county_label(said));
                let detail = format!("in {code}, but --county-fips says {said}");
                return Err(Reason::with("in another county than --county-fips", detail));
            }
            _ => {}
        }
        let land = match row.fields(said) {
            Ok(fields) => Ok(Land::Parcel(Box::new(fields), row.provenance())),
            Err(RowFault::NoParcelNumber) => row
                .unnumbered(said)
                .map(|land| Land::Unnumbered(land, row.provenance())),
            Err(fault) => Err(fault),
        };
        land.map_err(|fault| Reason::new(&fault.to_string()))
    }

    fn send(&mut self, item: Item) -> Result<(), ImportError> {
        Ok(self.sender.send(item)?)
    }
}

/// The original row. What an export says of a tax roll is kept with it, as that of a roll that is joined here.
fn with_roll(mut columns: Map<String, Value>, provenance: Option<&RowProvenance>) -> Value {
    if let Some(roll) = provenance.and_then(|own| own.tax_roll.as_ref()) {
        columns.insert("tax_roll".to_owned(), roll.kept());
    }
    Value::Object(columns)
}

fn no_number() -> Reason {
    Reason::new(&RowFault::NoParcelNumber.to_string())
}

/// A value of a parcel as text.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
