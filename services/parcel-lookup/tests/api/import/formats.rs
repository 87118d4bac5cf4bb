//! Formats and their coordinate systems.

use std::io::Write as _;

use parcel_import::{FileError, ImportError};
use parcel_record::field_map::FieldMap;
use serde_json::json;

use super::{collection, feature, found, load, square, try_load, write};
use crate::support::World;

const MAP: &str = "parcelnumb=APN,owner=Owner";

#[tokio::test(flavor = "multi_thread")]
async fn bad_rows_are_counted_with_their_reasons_and_the_rest_is_loaded() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    // A bow tie is repaired into its two triangles.
    let bow_tie = json!({ "type": "Polygon", "coordinates": [[[-81.9, 35.3], [-81.899, 35.301], [-81.899, 35.3], [-81.9, 35.301], [-81.9, 35.3]]] });
    let features = [
        feature(&json!("good"), &square(-82.0, 35.3, 0.001)),
        feature(&json!("good"), &square(-82.001, 35.3, 0.001)),
        feature(&json!("  "), &square(-82.0, 35.3, 0.001)),
        feature(&json!("1".repeat(65)), &square(-82.0, 35.3, 0.001)),
        feature(&json!("null"), &serde_json::Value::Null),
        feature(
            &json!("line"),
            &json!({ "type": "LineString", "coordinates": [[0, 0], [1, 1]] }),
        ),
        feature(&json!("feet"), &square(1_300_000.0, 600_000.0, 100.0)),
        feature(
            &json!("broken"),
            &json!({ "type": "Polygon", "coordinates": "x" }),
        ),
        feature(&json!("bow tie"), &bow_tie),
        json!({ "type": "Feature" }),
    ];
    let text = collection(&features);
    let file = write(&folder, "county.geojson", &text);
    let report = load(&world, &file, MAP).await;
    assert_eq!(
        (
            report.reader.rows,
            report.written.parcels,
            report.written.inserted,
            report.further_parts
        ),
        (10, 2, 2, 1),
        "{report}"
    );
    for (reason, count) in [
        ("parcel number not usable", 1),
        ("no outline", 1),
        ("no usable outline", 3),
        ("a feature without properties", 1),
    ] {
        assert_eq!(report.rejections.of(reason), count, "{reason}: {report}");
    }
    assert_eq!(report.unnumbered.total(), 1, "{report}");
    // Two rows with one number are one parcel with both geometries.
    assert_eq!(found(&world, -81.9995, 35.3005).await, ["good"]);
    assert_eq!(found(&world, -82.0005, 35.3005).await, ["good"]);
    assert_eq!(found(&world, -81.8991, 35.3005).await, ["bow tie"]);
    let again = load(&world, &file, MAP).await;
    assert_eq!(
        (
            again.written.inserted,
            again.written.updated,
            again.written.parcels
        ),
        (0, 0, 2)
    );
    let changed = write(&folder, "county.geojson", text.replace("Sample", "Another"));
    let changed = load(&world, &changed, MAP).await;
    assert_eq!((changed.written.inserted, changed.written.updated), (0, 2));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_in_feet_is_put_where_it_belongs() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    // NAD83 / North Carolina (ftUS): this corner lies at about 81.86 west, 35.33 north.
    let in_feet = |crs: serde_json::Value| {
        json!({ "type": "FeatureCollection", "crs": crs, "features": [feature(&json!(1_557_059_778.0), &square(1_146_000.0, 577_000.0, 3_000.0))] }).to_string()
    };
    let named = write(
        &folder,
        "feet.geojson",
        in_feet(json!({ "type": "name", "properties": { "name": "urn:ogc:def:crs:EPSG::2264" } })),
    );
    let report = load(&world, &named, MAP).await;
    assert_eq!(report.written.inserted, 1, "{report}");
    let text = world
        .get("/parcels?parcelnumb=1557059778")
        .send()
        .await
        .unwrap()
        .json::<serde_json::Value>()
        .await
        .unwrap();
    let (lon, lat) = (
        text["parcels"][0]["lon"].as_f64().unwrap(),
        text["parcels"][0]["lat"].as_f64().unwrap(),
    );
    assert!(
        (-82.0..-81.7).contains(&lon) && (35.2..35.5).contains(&lat),
        "{lon} {lat}"
    );
    assert_eq!(found(&world, lon, lat).await, ["1557059778"]);
    // The same with the coordinate system given on the command line, compressed.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed
        .write_all(in_feet(serde_json::Value::Null).as_bytes())
        .unwrap();
    let silent = write(&folder, "silent.geojson.gz", packed.finish().unwrap());
    let report = try_load(&world, &silent, |options| {
        options.crs = Some("EPSG:2264".to_owned());
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
    })
    .await
    .unwrap();
    assert_eq!(
        (report.written.inserted, report.written.updated),
        (0, 0),
        "{report}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn csv_with_outlines_and_a_roll_over_known_outlines() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let outlines = "APN,wkt,Zoning\nC-1,\"POLYGON((-82 35.3,-81.999 35.3,-81.999 35.301,-82 35.301,-82 35.3))\",R-1\nC-2,,R-2\nC-3,POLYGON((oops,R-3\n";
    let report = load(
        &world,
        &write(&folder, "outlines.csv", outlines),
        "parcelnumb=APN,zoning=Zoning",
    )
    .await;
    assert_eq!(
        (report.written.inserted, report.rejections.total()),
        (1, 2),
        "{report}"
    );
    let roll = "\u{feff}apn,owner,latitude,longitude\nC-1,Heron Point LLC,35.3005,-81.9995\nC-9,Nobody Trust,35.4,-81.9\n";
    let report = load(
        &world,
        &write(&folder, "roll.csv", roll),
        "parcelnumb=apn,owner=owner",
    )
    .await;
    assert_eq!(
        (
            report.written.updated,
            report.rejections.of("no usable outline")
        ),
        (1, 1),
        "{report}"
    );
    let (_, body) = world.look_up(-81.9995, 35.3005).await;
    assert_eq!(body["data"]["owner"], "Heron Point LLC");
    let neither = try_load(
        &world,
        &write(&folder, "names.csv", "apn,owner\n1,2\n"),
        |_| (),
    )
    .await;
    assert!(matches!(
        neither,
        Err(ImportError::File(FileError::Invalid { .. }))
    ));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_geopackage_is_joined_with_its_roll() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("town.gpkg");
    let source = rusqlite::Connection::open(&file).unwrap();
    source
        .execute_batch(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
             CREATE TABLE gpkg_contents (table_name TEXT); CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
             INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 26986, 'EPSG', 26986, 'x'); INSERT INTO gpkg_geometry_columns VALUES ('shapes', 'g', 26986);
             INSERT INTO gpkg_contents VALUES ('shapes'), ('roll'); CREATE TABLE shapes (id INTEGER, key TEXT, g BLOB);
             CREATE TABLE roll (key TEXT, apn TEXT, owner TEXT); INSERT INTO roll VALUES ('a', 'G-1', 'Pelican Row LLC'), ('a', 'G-2', 'Heron Point LLC');",
        )
        .unwrap();
    // Header with a 32-byte envelope, then a little-endian WKB polygon, 100 m wide, in metres.
    let mut blob = b"GP\0\x03".to_vec();
    blob.extend(26_986_i32.to_le_bytes());
    blob.extend([0; 32]);
    blob.extend([1, 3, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0]);
    for (x, y) in [
        (0.0, 0.0),
        (100.0, 0.0),
        (100.0, 100.0),
        (0.0, 100.0),
        (0.0, 0.0),
    ] {
        blob.extend(f64::to_le_bytes(104_000.0 + x));
        blob.extend(f64::to_le_bytes(890_000.0 + y));
    }
    source
        .execute("INSERT INTO shapes VALUES (1, 'a', ?1)", [blob])
        .unwrap();
    drop(source);
    let report = try_load(&world, &file, |options| {
        options.join = Some("roll:key".to_owned());
        options.county_fips = Some("25015".to_owned());
        options.field_map = Some(FieldMap::parse("parcelnumb=apn,owner=owner").unwrap());
    })
    .await
    .unwrap();
    assert_eq!(report.written.inserted, 2, "{report}");
    let list = world
        .get("/parcels?parcelnumb=G-2")
        .send()
        .await
        .unwrap()
        .json::<serde_json::Value>()
        .await
        .unwrap();
    assert_eq!(list["parcels"][0]["owner"], "Heron Point LLC");
    let at = (
        list["parcels"][0]["lon"].as_f64().unwrap(),
        list["parcels"][0]["lat"].as_f64().unwrap(),
    );
    assert_eq!(found(&world, at.0, at.1).await, ["G-1", "G-2"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_zipped_shapefile_keeps_its_holes_and_its_projection() {
    use shapefile::dbase::{FieldName, FieldValue, Record, TableWriterBuilder};
    use shapefile::{Point, Polygon, PolygonRing, Writer};
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let ring = |x: f64, y: f64, side: f64| {
        vec![
            Point::new(x, y),
            Point::new(x, y + side),
            Point::new(x + side, y + side),
            Point::new(x + side, y),
            Point::new(x, y),
        ]
    };
    let table =
        TableWriterBuilder::new().add_character_field(FieldName::try_from("PIN").unwrap(), 20);
    let shp = folder.path().join("town.shp");
    {
        let mut writer = Writer::from_path(&shp, table).unwrap();
        let mut hole = ring(1_147_000.0, 578_000.0, 500.0);
        hole.reverse();
        let shape = Polygon::with_rings(vec![
            PolygonRing::Outer(ring(1_146_000.0, 577_000.0, 3_000.0)),
            PolygonRing::Inner(hole),
        ]);
        let mut record = Record::default();
        record.insert(
            "PIN".to_owned(),
            FieldValue::Character(Some("S-1".to_owned())),
        );
        writer.write_shape_and_record(&shape, &record).unwrap();
    }
    let prj = "PROJCS[\"NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet\",GEOGCS[\"GCS_North_American_1983\",DATUM[\"D_North_American_1983\",SPHEROID[\"GRS_1980\",6378137.0,298.257222101]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Lambert_Conformal_Conic\"],PARAMETER[\"False_Easting\",2000000.002616666],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",-79.0],PARAMETER[\"Standard_Parallel_1\",34.33333333333334],PARAMETER[\"Standard_Parallel_2\",36.16666666666666],PARAMETER[\"Latitude_Of_Origin\",33.75],UNIT[\"Foot_US\",0.3048006096012192]]";
    let zipped = folder.path().join("town.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&zipped).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for suffix in ["shp", "shx", "dbf"] {
        archive
            .start_file(format!("folder/TOWN.{suffix}"), options)
            .unwrap();
        archive
            .write_all(&std::fs::read(shp.with_extension(suffix)).unwrap())
            .unwrap();
    }
    archive.start_file("folder/TOWN.prj", options).unwrap();
    archive.write_all(prj.as_bytes()).unwrap();
    archive.finish().unwrap();
    let report = load(&world, &zipped, "parcelnumb=PIN").await;
    assert_eq!(report.written.inserted, 1, "{report}");
    let list = world
        .get("/parcels?parcelnumb=S-1")
        .send()
        .await
        .unwrap()
        .json::<serde_json::Value>()
        .await
        .unwrap();
    let geometry = &list["parcels"][0]["geometry"];
    assert_eq!(
        geometry["coordinates"].as_array().unwrap().len(),
        2,
        "an outer ring and a hole"
    );
    let lon = list["parcels"][0]["lon"].as_f64().unwrap();
    assert!((-82.0..-81.7).contains(&lon), "{lon}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn flatgeobuf_is_read() {
    use flatgeobuf::{ColumnType, FgbCrs, FgbWriter, FgbWriterOptions, GeometryType};
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let options = FgbWriterOptions {
        crs: FgbCrs {
            code: 4326,
            ..FgbCrs::default()
        },
        ..FgbWriterOptions::default()
    };
    let mut writer =
        FgbWriter::create_with_options("parcels", GeometryType::Polygon, options).unwrap();
    writer.add_column("apn", ColumnType::String, |_, _| {});
    let text = feature(&json!("unused"), &square(-82.0, 35.3, 0.001));
    let geometry = text["geometry"].to_string();
    writer
        .add_feature_geom(geozero::geojson::GeoJson(&geometry), |row| {
            use geozero::PropertyProcessor as _;
            row.property(0, "apn", &geozero::ColumnValue::String("F-1"))
                .unwrap();
        })
        .unwrap();
    let file = folder.path().join("town.fgb");
    writer.write(std::fs::File::create(&file).unwrap()).unwrap();
    let report = load(&world, &file, "parcelnumb=apn").await;
    assert_eq!(report.written.inserted, 1, "{report}");
    assert_eq!(found(&world, -81.9995, 35.3005).await, ["F-1"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_at_all_changes_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let half = collection(&[feature(&json!("H-1"), &square(-82.0, 35.3, 0.001))]);
    for (name, content) in [
        ("half.geojson", &half[..half.len() - 2]),
        ("none.geojson", "{}"),
        ("a.gpkg", "no"),
        ("a.zip", "no"),
        ("a.fgb", "no"),
        ("a.what", "no"),
    ] {
        assert!(
            try_load(&world, &write(&folder, name, content), |_| ())
                .await
                .is_err(),
            "{name}"
        );
    }
    let unmapped = write(
        &folder,
        "colours.geojson",
        json!({ "features": [{ "properties": { "colour": "red" }, "geometry": null }] })
            .to_string(),
    );
    assert!(matches!(
        try_load(&world, &unmapped, |_| ()).await,
        Err(ImportError::NotRecognised(_))
    ));
    let whole = write(&folder, "whole.geojson", &half);
    let mapped = try_load(&world, &whole, |options| {
        options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
    })
    .await
    .unwrap();
    assert_eq!(
        mapped.written.inserted, 1,
        "nothing was left of the failed ones"
    );
    world.stop().await;
}
