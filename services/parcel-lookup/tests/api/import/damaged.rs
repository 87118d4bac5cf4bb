//! Files of which a part is damaged: the other rows keep their facts, and nothing is retired that the file may
//! still have.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use flatgeobuf::{ColumnType, FgbReader, FgbWriter, FgbWriterOptions, GeometryType};
use geozero::geojson::GeoJson;
use geozero::{ColumnValue, PropertyProcessor as _};
use parcel_import::{Extent, FileError, ImportError, ImportOptions, Report};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use shapefile::dbase::{FieldValue, Record, TableWriterBuilder};
use shapefile::{Point, Polygon, PolygonRing, Writer};
use tempfile::TempDir;

use super::{PLACE, collection, refused, row, square, text, try_load, write};
use crate::support::World;

/// Numbers of parcels that are not retired, each with its place in the row of squares.
const PLACES: &str = "SELECT string_agg(parcelnumb || ' at ' || round((ST_XMin(geom) + 82) / 0.002)::integer, ', ' ORDER BY parcelnumb) \
    FROM parcels WHERE retired_at IS NULL";

/// The west of a place in a row of squares.
fn west(index: usize) -> f64 {
    PLACE.0 + index as f64 * 0.002
}

/// The file is the whole county.
fn whole(map: &str) -> impl Fn(&mut ImportOptions) {
    let map = FieldMap::parse(map).unwrap();
    move |options| {
        options.field_map = Some(map.clone());
        options.extent = Extent::Whole {
            allow_retire: false,
        };
    }
}

/// Also what is missing because of rows that cannot be read is retired.
fn retire(options: &mut ImportOptions) {
    options.extent = Extent::Whole { allow_retire: true };
}

/// of HERON-0 to HERON-5.
fn shapefile(folder: &TempDir) -> PathBuf {
    let table = TableWriterBuilder::new()
        .add_character_field("PIN".try_into().unwrap(), 20)
        .add_character_field("OWNER".try_into().unwrap(), 20);
    let shp = folder.path().join("town.shp");
    let mut writer = Writer::from_path(&shp, table).unwrap();
    for index in 0..6 {
        let (x, y) = (west(index), PLACE.1);
        let corners = [
            (x, y),
            (x, y + 0.001),
            (x + 0.001, y + 0.001),
            (x + 0.001, y),
        ];
        let ring = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let mut record = Record::default();
        for (name, value) in [("PIN", "R"), ("OWNER", "HERON")] {
            let value = FieldValue::Character(Some(format!("{value}-{index}")));
            record.insert(name.to_owned(), value);
        }
        let square = Polygon::new(PolygonRing::Outer(ring));
        writer.write_shape_and_record(&square, &record).unwrap();
    }
    shp
}

/// Marks the record of this index as deleted.
fn delete_record(shp: &Path, index: usize) {
    let dbf = shp.with_extension("dbf");
    let mut bytes = fs::read(&dbf).unwrap();
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let at = number(8) + index * number(10);
    assert_eq!(bytes[at], b' ');
    bytes[at] = b'*';
    fs::write(dbf, bytes).unwrap();
}

/// Gives the shape of this index a type that there is not.
fn damage_shape(shp: &Path, index: usize) {
    let shx = fs::read(shp.with_extension("shx")).unwrap();
    let at = 100 + 8 * index;
    let words = u32::from_be_bytes(shx[at..at + 4].try_into().unwrap());
    let content = words as usize * 2 + 8;
    let mut bytes = fs::read(shp).unwrap();
    bytes[content..content + 4].copy_from_slice(&99_u32.to_le_bytes());
    fs::write(shp, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_records_and_unreadable_shapes_shift_no_facts() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let options = whole("parcelnumb=PIN,owner=OWNER");
    let shp = shapefile(&folder);
    let first = try_load(&world, &shp, &options).await.unwrap();
    assert_eq!(first.written.inserted, 6, "{first}");
    delete_record(&shp, 1);
    damage_shape(&shp, 3);
    let report = try_load(&world, &shp, &options).await.unwrap();
    assert_eq!(
        (report.reader.rows, report.rejections.of("no outline")),
        (5, 1),
        "{report}"
    );
    assert_eq!(
        (
            report.written.unchanged(),
            report.written.updated,
            report.retired,
            report.kept
        ),
        (4, 0, 1, 0),
        "{report}"
    );
    // The county deleted R-1, and the file still has R-3.
    assert_eq!(
        text(&world, PLACES).await,
        "R-0 at 0, R-2 at 2, R-3 at 3, R-4 at 4, R-5 at 5"
    );
    let others =
        "SELECT count(*)::text FROM parcels WHERE replace(owner, 'HERON', 'R') <> parcelnumb";
    assert_eq!(text(&world, others).await, "0");
    let rejects = fs::read_to_string(super::rejects_of(&shp)).unwrap();
    assert_eq!(rejects, "row,reason,OWNER,PIN\n3,no outline,HERON-3,R-3\n");
    world.stop().await;
}

/// The same parcels, and where the last one begins.
fn flatgeobuf() -> (Vec<u8>, usize) {
    let options = FgbWriterOptions {
        write_index: false,
        ..FgbWriterOptions::default()
    };
    let mut writer =
        FgbWriter::create_with_options("parcels", GeometryType::Polygon, options).unwrap();
    writer.add_column("PIN", ColumnType::String, |_, _| {});
    for index in 0..6 {
        let square = square(west(index), PLACE.1, 0.001).to_string();
        let number = format!("R-{index}");
        writer
            .add_feature_geom(GeoJson(&square), |row| {
                row.property(0, "PIN", &ColumnValue::String(&number))
                    .unwrap();
            })
            .unwrap();
    }
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    let mut cursor = Cursor::new(bytes.as_slice());
    FgbReader::open(&mut cursor).unwrap();
    let mut at = cursor.position() as usize;
    let mut last = at;
    while at < bytes.len() {
        last = at;
        at += 4 + u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    }
    (bytes, last)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_cut_between_features_retires_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let options = whole("parcelnumb=PIN");
    let (bytes, last) = flatgeobuf();
    let file = write(&folder, "town.fgb", &bytes);
    let first = try_load(&world, &file, &options).await.unwrap();
    assert_eq!(first.written.inserted, 6, "{first}");
    let before = text(&world, PLACES).await;
    let cut = write(&folder, "town.fgb", &bytes[..last]);
    let error = refused(&world, &cut, |change| {
        options(change);
        retire(change);
    })
    .await;
    assert!(
        matches!(error, ImportError::File(FileError::EndsEarly(_))),
        "{error}"
    );
    assert_eq!(text(&world, PLACES).await, before);
    world.stop().await;
}

/// A table with a row for each of these squares; those from 100 on have no number.
fn table(indexes: impl IntoIterator<Item = usize>) -> String {
    let rows = indexes.into_iter().map(|index| {
        let number = if index < 100 {
            format!("R-{index}")
        } else {
            String::new()
        };
        let (x, y) = (west(index % 100), PLACE.1 + (index / 100) as f64 * 0.01);
        let (east, north) = (x + 0.001, y + 0.001);
        format!(
            "{number},HERON LLC,\"POLYGON(({x} {y},{east} {y},{east} {north},{x} {north},{x} {y}))\"\n"
        )
    });
    let rows: Vec<String> = rows.collect();
    format!("APN,Owner,wkt\n{}", rows.concat())
}

/// A line with a comma too many.
const BROKEN: &str = "R-9,HERON, LLC,POLYGON EMPTY\n";

/// Parcels retired and kept, then land without a number retired and kept.
fn retired(report: &Report) -> (u64, u64, i64, i64) {
    let unnumbered = &report.unnumbered;
    (
        report.retired,
        report.kept,
        unnumbered.retired,
        unnumbered.kept,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_retires_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let options = whole("parcelnumb=APN,owner=Owner");
    let file = write(&folder, "a.csv", table((0..10).chain([100])));
    let first = try_load(&world, &file, &options).await.unwrap();
    assert_eq!(
        (first.written.inserted, first.unnumbered.inserted),
        (10, 1),
        "{first}"
    );
    let before = text(&world, PLACES).await;
    let live = "SELECT count(*)::text FROM unnumbered_features WHERE retired_at IS NULL";

    let file = write(&folder, "a.csv", table(0..9) + BROKEN);
    for dry_run in [true, false] {
        let report = try_load(&world, &file, |change| {
            options(change);
            change.dry_run = dry_run;
        })
        .await
        .unwrap();
        assert_eq!(report.unreadable, 1, "{report}");
        assert_eq!(retired(&report), (0, 1, 0, 1), "{report}");
        let said = report.to_string();
        for line in [
            "1 parcels that no row names are not retired, because 1 rows cannot be read and may be theirs; --allow-retire retires them\n",
            "1 without a number that no row has are not retired, because rows cannot be read\n",
            "1 rows skipped: more or fewer cells than the first line (row 10)\n",
        ] {
            assert!(said.contains(line), "{line} is not in\n{said}");
        }
        assert_eq!(text(&world, PLACES).await, before);
        assert_eq!(text(&world, live).await, "1");
    }

    // A file that lacks much is refused all the same.
    let few = write(&folder, "few.csv", table(0..7) + BROKEN);
    let error = refused(&world, &few, &options).await;
    assert!(
        matches!(error, ImportError::TooManyRetired { gone: 3, .. }),
        "{error}"
    );
    // The operator knows better.
    let report = try_load(&world, &file, |change| {
        options(change);
        retire(change);
    })
    .await
    .unwrap();
    assert_eq!(retired(&report), (1, 0, 1, 0), "{report}");
    assert_eq!(text(&world, live).await, "0");
    // And a file without such a row retires as before.
    let file = write(&folder, "a.csv", table(0..8));
    let report = try_load(&world, &file, &options).await.unwrap();
    assert_eq!(retired(&report), (1, 0, 0, 0), "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_whose_county_cannot_be_read_keeps_its_parcel() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let options = whole("parcelnumb=APN,county_fips=Fips");
    let file = |fips_of_the_last: &str| {
        let rows: Vec<Value> = (0..40)
            .map(|index| {
                let fips = if index < 39 {
                    "37161"
                } else {
                    fips_of_the_last
                };
                let facts = json!({ "APN": format!("R-{index}"), "Fips": fips });
                row(&facts, &square(west(index), PLACE.1, 0.001))
            })
            .collect();
        write(&folder, "county.geojson", collection(&rows))
    };
    let first = try_load(&world, &file("37161"), &options).await.unwrap();
    assert_eq!(first.written.inserted, 40, "{first}");
    let report = try_load(&world, &file("3716l"), &options).await.unwrap();
    assert_eq!(
        (
            report.rejections.of("county code not readable"),
            report.unreadable,
            report.retired,
            report.kept
        ),
        (1, 0, 0, 0),
        "{report}"
    );
    world.stop().await;
}
