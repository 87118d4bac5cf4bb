//! `GeoPackage`s: `SQLite` files with outlines in a layer and, often, the roll in another table.
//!
//! A `MassGIS` level 3 file is joined with its assessor's table and use codes automatically; other
//! files with `--join TABLE:COLUMN`. The file is opened read-only.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value};

use crate::ImportOptions;
use crate::error::ImportError;
use crate::sink::{Sink, SourceRow};
use parcel_record::Shape;

/// In the name of an assessor's table.
const ASSESS: &str = "assess";

/// All rows of a layer, joined if requested or known.
pub(crate) fn read(options: &ImportOptions, sink: &mut Sink) -> Result<(), ImportError> {
    let source = open(options)?;
    let layer = if sink.is_of_roll() {
        Layer::of_roll(&source, options.layer.as_deref())?
    } else {
        Layer::find(&source, options.layer.as_deref())?
    };
    let sql = if sink.is_of_roll() {
        select_roll(&source, &layer)?
    } else {
        // What the roll says is not joined a second time.
        let joins_roll = options.roll.is_none();
        select(&source, &layer, options.join.as_deref(), joins_roll)?
    };
    let count = format!("SELECT count(*) FROM ({sql})");
    let count: i64 = source
        .query_row(&count, [], |row| row.get(0))
        .map_err(invalid)?;
    sink.meter().expect_rows(count.unsigned_abs());
    let mut statement = source.prepare(&sql).map_err(invalid)?;
    let names: Vec<String> = statement.column_names().map(ToOwned::to_owned).collect();
    let mut rows = statement.query([]).map_err(invalid)?;
    while let Some(row) = rows.next().map_err(invalid)? {
        let (mut columns, mut shape) = (Map::new(), None);
        for (index, name) in names.iter().enumerate() {
            match row.get_ref(index).map_err(invalid)? {
                ValueRef::Blob(blob) if Some(name) == layer.column.as_ref() => {
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
        sink.row(SourceRow {
            shape,
            crs: layer.crs.clone(),
            columns,
        })?;
    }
    Ok(())
}

fn open(options: &ImportOptions) -> Result<Connection, ImportError> {
    let path = options.file.canonicalize().map_err(ImportError::File)?;
    let mut url = url::Url::from_file_path(&path).map_err(|()| ImportError::UnknownFormat)?;
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
    fn find(source: &Connection, wanted: Option<&str>) -> Result<Self, ImportError> {
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
                    ImportError::invalid("GeoPackage", "there is no such layer")
                }
                other => invalid(other),
            })
    }

    /// A table of a tax roll: the one that is named, else the only one without outlines.
    fn of_roll(source: &Connection, wanted: Option<&str>) -> Result<Self, ImportError> {
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
        let reason = format!("name one of its tables with --roll-layer: {known}");
        Err(ImportError::invalid("GeoPackage", reason))
    }
}

/// The rows of a tax roll. An assessor's table of `MassGIS` has its use codes in words in another one.
fn select_roll(source: &Connection, layer: &Layer) -> Result<String, ImportError> {
    let table = quote(&layer.table);
    let words = if layer.table.to_lowercase().contains(ASSESS) {
        words(&tables(source)?)
    } else {
        None
    };
    let words = words.map_or_else(String::new, |words| format!(", {words} AS USE_DESC"));
    Ok(format!("SELECT r.*{words} FROM {table} r"))
}

/// The words of the use code of an assessor's row, if there is a table of them.
fn words(tables: &[String]) -> Option<String> {
    let codes = known(tables, "use_code").or_else(|| known(tables, "uc_lut"))?;
    Some(format!(
        "(SELECT u.USE_DESC FROM {} u WHERE u.USE_CODE = r.USE_CODE LIMIT 1)",
        quote(codes)
    ))
}

fn known<'a>(tables: &'a [String], part: &str) -> Option<&'a String> {
    tables
        .iter()
        .find(|name| name.to_lowercase().contains(part))
}

fn select(
    source: &Connection,
    layer: &Layer,
    join: Option<&str>,
    joins_roll: bool,
) -> Result<String, ImportError> {
    let table = quote(&layer.table);
    if let Some(join) = join {
        let (other, column) = join
            .rsplit_once(':')
            .ok_or_else(|| ImportError::invalid("--join", "use TABLE:COLUMN"))?;
        let (other, column) = (quote(other), quote(column));
        return Ok(format!(
            "SELECT l.*, r.* FROM {table} l LEFT JOIN {other} r ON r.{column} = l.{column}"
        ));
    }
    let tables = tables(source)?;
    match known(&tables, ASSESS) {
        Some(assess) if joins_roll && layer.table.to_lowercase().contains("taxpar") => {
            let words = words(&tables).unwrap_or_else(|| "NULL".to_owned());
            Ok(format!(
                "SELECT l.*, r.*, {words} AS USE_DESC FROM {table} l LEFT JOIN {} r ON r.LOC_ID = l.LOC_ID",
                quote(assess)
            ))
        }
        _ => Ok(format!("SELECT * FROM {table}")),
    }
}

fn tables(source: &Connection) -> Result<Vec<String>, ImportError> {
    let mut statement = source
        .prepare("SELECT table_name FROM gpkg_contents")
        .map_err(invalid)?;
    let names = statement.query_map([], |row| row.get(0)).map_err(invalid)?;
    names.collect::<Result<_, _>>().map_err(invalid)
}

fn quote(name: &str) -> String {
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

fn invalid(error: rusqlite::Error) -> ImportError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => ImportError::Damaged(error.to_string()),
        _ => ImportError::invalid("GeoPackage", error),
    }
}
