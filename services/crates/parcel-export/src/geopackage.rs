//! `GeoPackage` 1.3: a table of outlines in an `SQLite` file.
//!
//! `SQLite` writes to a file only, so it is a temporary one until the last parcel.

use rusqlite::types::{ToSqlOutput, Value};
use rusqlite::{Connection, ToSql, params_from_iter};
use tempfile::NamedTempFile;

use crate::columns::{Cell, Column, Kind, written_time};
use crate::outline::{Bounds, bounds, joined, polygons};
use crate::{ExportError, Exported, Rest};

/// Nothing else reads the file before it is complete, and one that is not complete is thrown away.
const BEGIN: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
    PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300; BEGIN;";
const TABLES: &str = include_str!("geopackage.sql");
const LAYER: &str = "parcels";
/// Little-endian, with an envelope of two dimensions.
const FLAGS: u8 = 0b11;
const WGS_84: i32 = 4326;

pub(crate) struct Encoder {
    columns: Vec<Column>,
    /// Dropped before the file.
    connection: Connection,
    file: NamedTempFile,
    insert: String,
    /// Box around all parcels.
    bounds: Option<Bounds>,
}

impl Encoder {
    pub fn new(columns: Vec<Column>) -> Result<Self, ExportError> {
        let file = NamedTempFile::new()?;
        let connection = Connection::open(file.path())?;
        connection.execute_batch(BEGIN)?;
        connection.execute_batch(TABLES)?;
        connection.execute_batch(&table(&columns))?;
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let insert = format!(
            "INSERT INTO {LAYER} (geom, {}) VALUES (?{})",
            names.join(", "),
            ", ?".repeat(names.len())
        );
        Ok(Self {
            columns,
            connection,
            file,
            insert,
            bounds: None,
        })
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, _out: &mut Vec<u8>) -> Result<(), ExportError> {
        let around = bounds(&polygons(&parcel.outline)?);
        let mut values = vec![Value::Blob(blob(&parcel.outline, around))];
        values.extend(
            self.columns
                .iter()
                .map(|column| (column.cell)(parcel).map_or(Value::Null, value)),
        );
        let mut statement = self.connection.prepare_cached(&self.insert)?;
        statement.execute(params_from_iter(values.iter().map(Owned)))?;
        self.bounds = match (self.bounds, around) {
            (Some(all), Some(one)) => Some(joined(all, one)),
            (all, one) => all.or(one),
        };
        Ok(())
    }

    fn finish(self: Box<Self>, _out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        let Self {
            connection,
            file,
            bounds,
            ..
        } = *self;
        let [west, south, east, north] = bounds.map_or([None; 4], |sides| sides.map(Some));
        connection.execute(
            "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?",
            (west, south, east, north),
        )?;
        connection.execute_batch("COMMIT")?;
        connection.close().map_err(|(_, error)| error)?;
        // Another descriptor, at the beginning; the name is removed with the temporary file.
        Ok(Rest::File(file.reopen()?))
    }
}

/// A value that is borrowed for a statement.
struct Owned<'a>(&'a Value);

impl ToSql for Owned<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.0.into()))
    }
}

fn table(columns: &[Column]) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| {
            let not_null = if column.is_required { " NOT NULL" } else { "" };
            format!("{} {}{not_null}", column.name, column_type(column.kind))
        })
        .collect();
    format!(
        "CREATE TABLE {LAYER} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON NOT NULL, {})",
        columns.join(", ")
    )
}

const fn column_type(kind: Kind) -> &'static str {
    match kind {
        // Its times have milliseconds, ours microseconds.
        Kind::Text | Kind::Time => "TEXT",
        Kind::Int32 => "MEDIUMINT",
        Kind::Int64 => "INTEGER",
        // There is no decimal. A double has 15 digits, an amount at most 14.
        Kind::Number | Kind::Money => "DOUBLE",
        Kind::Boolean => "BOOLEAN",
        Kind::Date => "DATE",
    }
}

fn value(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Text(text) => Value::Text(text.into_owned()),
        Cell::Int32(number) => Value::Integer(number.into()),
        Cell::Int64(number) => Value::Integer(number),
        Cell::Number(number) => Value::Real(number),
        // Digits and a point are always a number.
        Cell::Money(money) => Value::Real(money.to_string().parse().unwrap_or(f64::NAN)),
        Cell::Boolean(flag) => Value::Integer(flag.into()),
        Cell::Date(day) => Value::Text(day.to_string()),
        Cell::Time(time) => Value::Text(written_time(time)),
    }
}

/// Header, envelope and well-known binary.
fn blob(wkb: &[u8], around: Option<Bounds>) -> Vec<u8> {
    let [west, south, east, north] = around.unwrap_or([f64::NAN; 4]);
    let mut blob = Vec::with_capacity(40 + wkb.len());
    blob.extend_from_slice(&[b'G', b'P', 0, FLAGS]);
    blob.extend_from_slice(&WGS_84.to_le_bytes());
    for side in [west, east, south, north] {
        blob.extend_from_slice(&side.to_le_bytes());
    }
    blob.extend_from_slice(wkb);
    blob
}
