//! Every format, most of them in feet of a state plane.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    PLACE, SIDE, collection, counts, import_markets, square, submarket, submarkets, write,
};
use crate::world::World;

/// NAD83 / Texas South Central (ftUS).
const FEET: i32 = 2278;

#[tokio::test]
async fn submarkets_are_read_from_every_format() {
    let world = World::start().await;
    let pat = world.user().await;
    let feet = in_feet(&world).await;
    let named = [
        geojson(&world),
        sequence(&world),
        flatgeobuf(&world),
        shapefile(&world, &feet).await,
        geopackage(&world, &feet),
        geoparquet(&world, &feet),
    ];
    for (format, file) in named {
        let report = import_markets(&world, &pat, &file, |_| ()).await.unwrap();
        assert_eq!(counts(&report), (1, 0, 0), "{format}: {report}");
        assert!(
            report
                .to_string()
                .contains(&format!("1 rows of {format}, ")),
            "{report}"
        );
    }
    // The only format that cannot name its coordinate system.
    let wkt = format!("wkt,Market,Submarket\n\"{}\",Houston,csv\n", polygon(&feet));
    let file = write(&world, "zones.csv", wkt);
    let report = import_markets(&world, &pat, &file, |said| {
        said.crs = Some(format!("EPSG:{FEET}"));
    })
    .await
    .unwrap();
    assert_eq!(counts(&report), (1, 0, 0), "{report}");
    assert!(
        report.to_string().contains("EPSG:2278 (given by --crs)"),
        "{report}"
    );
    let stored = submarkets(&world).await;
    assert_eq!(stored.len(), 7);
    for row in stored {
        assert_eq!(row["box"], json!([-9550, 2960, -9540, 2970]), "{row}");
        assert_eq!(row["source"], "Made here, CC0");
    }
    world.stop().await;
}

/// The square of all files in feet: counter-clockwise.
async fn in_feet(world: &World) -> Vec<[f64; 2]> {
    let (x, y) = PLACE;
    let (east, north) = (x + SIDE, y + SIDE);
    let corners = [(x, y), (east, y), (east, north), (x, north), (x, y)];
    let mut feet = Vec::new();
    for (lon, lat) in corners {
        let query = format!(
            "SELECT ST_X(at) AS x, ST_Y(at) AS y FROM ST_Transform(ST_SetSRID(ST_MakePoint({lon}, {lat}), 4326), {FEET}) AS at"
        );
        let row = &world.rows(&query).await[0];
        feet.push([row["x"].as_f64().unwrap(), row["y"].as_f64().unwrap()]);
    }
    feet
}

fn polygon(ring: &[[f64; 2]]) -> String {
    let points: Vec<String> = ring.iter().map(|[x, y]| format!("{x} {y}")).collect();
    format!("POLYGON(({}))", points.join(","))
}

/// Well-known binary, little-endian.
fn wkb(ring: &[[f64; 2]]) -> Vec<u8> {
    let mut bytes = vec![1, 3, 0, 0, 0, 1, 0, 0, 0, ring.len() as u8, 0, 0, 0];
    bytes.extend(
        ring.iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes()),
    );
    bytes
}

fn in_degrees(name: &str) -> Value {
    submarket("Houston", name, &square(PLACE, SIDE))
}

fn geojson(world: &World) -> (&'static str, PathBuf) {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let text = collection(&[in_degrees("geojson")]);
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    ("geojson", write(world, "zones.geojson.gz", packed))
}

fn sequence(world: &World) -> (&'static str, PathBuf) {
    let text = format!("{}\n", in_degrees("geojsonseq"));
    ("geojsonseq", write(world, "zones.geojsonl", text))
}

fn flatgeobuf(world: &World) -> (&'static str, PathBuf) {
    use flatgeobuf::{ColumnType, FgbWriter, GeometryType};
    use geozero::{ColumnValue, PropertyProcessor as _};
    let mut writer = FgbWriter::create("zones", GeometryType::Polygon).unwrap();
    writer.add_column("market", ColumnType::String, |_, _| {});
    writer.add_column("submarket", ColumnType::String, |_, _| {});
    let geometry = square(PLACE, SIDE).to_string();
    writer
        .add_feature_geom(geozero::geojson::GeoJson(&geometry), |row| {
            row.property(0, "market", &ColumnValue::String("Houston"))
                .unwrap();
            row.property(1, "submarket", &ColumnValue::String("flatgeobuf"))
                .unwrap();
        })
        .unwrap();
    let file = world.folder.path().join("zones.fgb");
    writer.write(std::fs::File::create(&file).unwrap()).unwrap();
    ("flatgeobuf", file)
}

/// A zip with a `.prj`. Its column names are those of an export: at most ten capitals.
async fn shapefile(world: &World, feet: &[[f64; 2]]) -> (&'static str, PathBuf) {
    use shapefile::dbase::{FieldName, FieldValue, Record, TableWriterBuilder};
    use shapefile::{Point, Polygon, PolygonRing, Writer};
    let name = |name: &str| FieldName::try_from(name).unwrap();
    let table = TableWriterBuilder::new()
        .add_character_field(name("MKT_NAME"), 20)
        .add_character_field(name("SUBMARKET"), 20);
    let shp = world.folder.path().join("zones.shp");
    {
        let mut writer = Writer::from_path(&shp, table).unwrap();
        let ring = feet.iter().rev().map(|[x, y]| Point::new(*x, *y)).collect();
        let mut record = Record::default();
        for (name, value) in [("MKT_NAME", "Houston"), ("SUBMARKET", "shapefile")] {
            let value = FieldValue::Character(Some(value.to_owned()));
            record.insert(name.to_owned(), value);
        }
        let shape = Polygon::with_rings(vec![PolygonRing::Outer(ring)]);
        writer.write_shape_and_record(&shape, &record).unwrap();
    }
    let prj = format!("SELECT srtext FROM spatial_ref_sys WHERE srid = {FEET}");
    let prj = world.rows(&prj).await[0]["srtext"].clone();
    let zipped = world.folder.path().join("zones.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&zipped).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    let mut add = |suffix: &str, content: &[u8]| {
        archive
            .start_file(format!("zones.{suffix}"), options)
            .unwrap();
        archive.write_all(content).unwrap();
    };
    for suffix in ["shp", "shx", "dbf"] {
        add(suffix, &std::fs::read(shp.with_extension(suffix)).unwrap());
    }
    add("prj", prj.as_str().unwrap().as_bytes());
    archive.finish().unwrap();
    ("shapefile", zipped)
}

fn geopackage(world: &World, feet: &[[f64; 2]]) -> (&'static str, PathBuf) {
    let file = world.folder.path().join("zones.gpkg");
    let source = rusqlite::Connection::open(&file).unwrap();
    source
        .execute_batch(&format!(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
             CREATE TABLE gpkg_contents (table_name TEXT); CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
             INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 1, 'EPSG', {FEET}, 'x'); INSERT INTO gpkg_geometry_columns VALUES ('zones', 'g', 1);
             INSERT INTO gpkg_contents VALUES ('zones'); CREATE TABLE zones (market TEXT, submarket TEXT, g BLOB);"
        ))
        .unwrap();
    // A header without an envelope.
    let mut blob = b"GP\0\x01\x01\0\0\0".to_vec();
    blob.extend(wkb(feet));
    source
        .execute(
            "INSERT INTO zones VALUES ('Houston', 'geopackage', ?1)",
            [blob],
        )
        .unwrap();
    drop(source);
    ("geopackage", file)
}

fn geoparquet(world: &World, feet: &[[f64; 2]]) -> (&'static str, PathBuf) {
    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    let schema = "message zones { required binary market (UTF8); required binary submarket (UTF8); required binary g; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let crs = json!({ "id": { "authority": "EPSG", "code": FEET } });
    let geo = json!({ "version": "1.1.0", "primary_column": "g", "columns": { "g": { "encoding": "WKB", "crs": crs } } });
    let geo = KeyValue::new("geo".to_owned(), geo.to_string());
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![geo]))
        .build();
    let file = world.folder.path().join("zones.parquet");
    let target = std::fs::File::create(&file).unwrap();
    let mut writer = SerializedFileWriter::new(target, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for value in [b"Houston".to_vec(), b"geoparquet".to_vec(), wkb(feet)] {
        let mut column = group.next_column().unwrap().unwrap();
        column
            .typed::<ByteArrayType>()
            .write_batch(&[ByteArray::from(value)], None, None)
            .unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
    ("geoparquet", file)
}
