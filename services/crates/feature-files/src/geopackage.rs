//! `GeoPackage`s: `SQLite` files with outlines in a layer and, often, attributes in another table,
//! which is joined with `--join TABLE:COLUMN` or by the importer's own statement. The file is opened
//! read-only.

use parcel_record::Shape;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::input::{Contents, Input, Rows, SourceRow};
use crate::limits::check_row;
use crate::meter::Meter;

/// All rows of a layer, joined if requested or known.
pub(crate) fn read<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    let source = open(input)?;
    let layer = match input.contents {
        Contents::Outlines => Layer::find(&source, input.layer.as_deref())?,
        Contents::Table => Layer::table(&source, input.layer.as_deref())?,
    };
    let sql = select(&source, &layer, input)?;
    let count = format!("SELECT count(*) FROM ({sql})");
    let count: i64 = source
        .query_row(&count, [], |row| row.get(0))
        .map_err(invalid)?;
    meter.expect_rows(count.unsigned_abs());
    let mut statement = source.prepare(&sql).map_err(invalid)?;
    let names: Vec<String> = statement.column_names().map(ToOwned::to_owned).collect();
    let mut records = statement.query([]).map_err(invalid)?;
    let mut line = 0;
    while let Some(row) = records.next().map_err(invalid)? {
        line += 1;
        let (mut columns, mut shape) = (Map::new(), None);
        for (index, name) in names.iter().enumerate() {
            match row.get_ref(index).map_err(invalid)? {
                ValueRef::Blob(blob) if Some(name) == layer.column.as_ref() => {
                    check_row(line, blob.len()).map_err(FileError::TooLarge)?;
                    shape = wkb(blob).map(Shape::Wkb);
                }
                ValueRef::Blob(_) => {}
                // Of two columns with one name the layer's own wins.
                cell => {
                    let known = columns
                        .get(name)
                        .is_some_and(|value: &Value| !value.is_null());
                    if !known {
                        columns.insert(name.clone(), value(cell));
                    }
                }
            }
        }
        rows.row(SourceRow {
            shape,
            crs: layer.crs.clone(),
            columns,
        })?;
    }
    Ok(())
}

fn open(input: &Input) -> Result<Connection, FileError> {
    let path = input.file.canonicalize().map_err(FileError::File)?;
    let mut url = url::Url::from_file_path(&path).map_err(|()| FileError::UnknownFormat)?;
    // Without a lock file: the folder may not be writable.
    url.set_query(Some("immutable=1"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(url.as_str(), flags).map_err(invalid)
}

struct Layer {
    table: String,
    /// Of the outlines.
    column: Option<String>,
    crs: Option<String>,
}

impl Layer {
    fn find(source: &Connection, wanted: Option<&str>) -> Result<Self, FileError> {
        let sql = "SELECT g.table_name, g.column_name, s.organization, s.organization_coordsys_id, s.definition \
            FROM gpkg_geometry_columns g LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id \
            WHERE ?1 IS NULL OR g.table_name = ?1 ORDER BY g.rowid LIMIT 1";
        source
            .query_row(sql, [wanted], |row| {
                let organization: Option<String> = row.get(2)?;
                let code: Option<i64> = row.get(3)?;
                let epsg = organization.is_some_and(|name| name.eq_ignore_ascii_case("epsg"));
                let crs = if epsg {
                    code.map(|code| code.to_string())
                } else {
                    row.get::<_, Option<String>>(4)?
                        .filter(|text| text != "undefined")
                };
                Ok(Self {
                    table: row.get(0)?,
                    column: Some(row.get(1)?),
                    crs,
                })
            })
            .map_err(|error| match error {
                rusqlite::Error::QueryReturnedNoRows => {
                    FileError::invalid("GeoPackage", "there is no such layer")
                }
                other => invalid(other),
            })
    }

    /// The table that is named, else the only one without outlines.
    fn table(source: &Connection, wanted: Option<&str>) -> Result<Self, FileError> {
        let mut tables = tables(source)?;
        if wanted.is_none() {
            let mut statement = source
                .prepare("SELECT table_name FROM gpkg_geometry_columns")
                .map_err(invalid)?;
            let drawn = statement.query_map([], |row| row.get(0)).map_err(invalid)?;
            let drawn: Vec<String> = drawn.collect::<Result<_, _>>().map_err(invalid)?;
            tables.retain(|table| !drawn.contains(table));
        }
        let mut found = tables
            .iter()
            .filter(|table| wanted.is_none_or(|wanted| *table == wanted));
        if let (Some(table), None) = (found.next(), found.next()) {
            return Ok(Self {
                table: table.clone(),
                column: None,
                crs: None,
            });
        }
        let known = tables.join(", ");
        let reason = format!("name one of its tables with --layer: {known}");
        Err(FileError::invalid("GeoPackage", reason))
    }
}

fn select(source: &Connection, layer: &Layer, input: &Input) -> Result<String, FileError> {
    let table = quote(&layer.table);
    if let Some(join) = &input.join {
        let (other, column) = join
            .rsplit_once(':')
            .ok_or_else(|| FileError::invalid("--join", "use TABLE:COLUMN"))?;
        let (other, column) = (quote(other), quote(column));
        return Ok(format!(
            "SELECT l.*, r.* FROM {table} l LEFT JOIN {other} r ON r.{column} = l.{column}"
        ));
    }
    let own = (input.select)(&layer.table, &tables(source)?);
    Ok(own.unwrap_or_else(|| format!("SELECT * FROM {table}")))
}

fn tables(source: &Connection) -> Result<Vec<String>, FileError> {
    let mut statement = source
        .prepare("SELECT table_name FROM gpkg_contents")
        .map_err(invalid)?;
    let names = statement.query_map([], |row| row.get(0)).map_err(invalid)?;
    names.collect::<Result<_, _>>().map_err(invalid)
}

/// A name in a statement for `SQLite`.
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A `GeoPackage` blob is a header, an envelope of one of five sizes, and WKB.
fn wkb(blob: &[u8]) -> Option<Vec<u8>> {
    let flags = *blob.get(3).filter(|_| blob.starts_with(b"GP"))?;
    let envelope = match (flags >> 1) & 7 {
        0 => 0,
        1 => 32,
        2 | 3 => 48,
        4 => 64,
        _ => return None,
    };
    let empty = flags & 0b1_0000 != 0;
    blob.get(8 + envelope..)
        .filter(|wkb| !empty && !wkb.is_empty())
        .map(<[u8]>::to_vec)
}

fn value(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
        ValueRef::Integer(number) => Value::from(number),
        ValueRef::Real(number) => Value::from(number),
        ValueRef::Text(text) => Value::String(String::from_utf8_lossy(text).into_owned()),
    }
}

fn invalid(error: rusqlite::Error) -> FileError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => FileError::Damaged(error.to_string()),
        _ => FileError::invalid("GeoPackage", error),
    }
}
