//! What is exported by the command is read by the import elsewhere, and by GDAL, and nothing is lost of what is exported. The
//! county's own row of a parcel (`raw`) is not (decision 55), so neither is what the outline's file said of the facts that a tax roll
//! replaced. Units are in `import/rolls.rs`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chrono::NaiveDate;
use diesel::sql_types::{Jsonb, Text};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use parcel_import::{Extent, ImportError, ImportOptions, Report, Roll, Staged};
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, Shape};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{World, fields, square};

/// Everything that an export has of a parcel, but the outline and whose facts are a tax roll's. `retired_at` is separate, because
/// retired parcels are not imported.
const FACTS: &str = "SELECT jsonb_agg(to_jsonb(facts) ORDER BY ll_uuid) AS facts FROM ( \
    SELECT ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof, mailing_address, saledate, \
        saleprice, year_built, usecode, usedesc, zoning, zoning_type, zoning_subtype, legaldesc, subdivision, parval, \
        parvaltype, landval, improvval, sqft, ll_gisacre, building_count, flood_zone, flood_zone_subtype, \
        source, source_licence, is_sample, fetched_at, \
        CASE WHEN has_own_date THEN source_date ELSE (SELECT b.source_date FROM parcel_batches AS b \
            WHERE b.batch_id = parcels.batch_id) END AS source_date \
    FROM parcels WHERE retired_at IS NULL) AS facts";
/// Exact.
const OUTLINES: &str = "SELECT string_agg(encode(ST_AsBinary(geom), 'hex'), ' ' ORDER BY ll_uuid) AS text \
    FROM parcels WHERE retired_at IS NULL";
/// To the centimetre, and from any first point on.
const OUTLINES_IN_TEXT: &str = "SELECT string_agg(ST_AsText(ST_Normalize(ST_ReducePrecision(geom, 0.0000001)), 7), ' ' ORDER BY ll_uuid) \
    AS text FROM parcels WHERE retired_at IS NULL";

/// Everything of land without a parcel number, with its outline.
const LAND: &str = "SELECT coalesce(jsonb_agg(to_jsonb(land) ORDER BY feature_id), '[]') AS facts FROM ( \
    SELECT feature_id, county_fips, kind, description, source, source_licence, fetched_at, encode(ST_AsBinary(geom), 'hex') AS outline, \
        CASE WHEN has_own_date THEN source_date ELSE (SELECT b.source_date FROM parcel_batches AS b \
            WHERE b.batch_id = f.batch_id) END AS source_date \
    FROM unnumbered_features AS f WHERE retired_at IS NULL) AS land";

#[derive(diesel::QueryableByName)]
struct Facts {
    #[diesel(sql_type = Jsonb)]
    facts: Value,
}

#[derive(diesel::QueryableByName)]
struct Outlines {
    #[diesel(sql_type = Text)]
    text: String,
}

impl World {
    async fn facts(&self) -> Value {
        self.read(FACTS).await
    }

    async fn read(&self, sql: &str) -> Value {
        let mut conn = self.db.superuser().await;
        let read: Facts = diesel::sql_query(sql).get_result(&mut conn).await.unwrap();
        read.facts
    }

    /// Whose facts of the parcel with a tax roll are the roll's.
    async fn tax_roll(&self) -> Value {
        let id = fields("48201", "041-024").ll_uuid;
        let answer = self.get(&format!("/parcels/{id}")).send().await.unwrap();
        let parcel: Value = answer.json().await.unwrap();
        parcel["tax_roll"].clone()
    }

    async fn outlines(&self, sql: &str) -> String {
        let mut conn = self.db.superuser().await;
        let read: Outlines = diesel::sql_query(sql).get_result(&mut conn).await.unwrap();
        read.text
    }

    /// Runs `parcel-lookup export`.
    fn export(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parcel-lookup"));
        command
            .arg("export")
            .args(arguments)
            .env("DATABASE_URL", self.db.app_url())
            .env("LOG_FORMAT", "pretty");
        command.output().unwrap()
    }
}

#[track_caller]
fn succeeded(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A parcel with a value in each column.
fn full() -> Staged {
    let mut parcel = square(
        "48201",
        "041-023 / A, 1",
        -95.370_123_456_789,
        29.760_987_654_321,
    );
    let fields = &mut parcel.fields;
    let text = |text: &str| Some(text.to_owned());
    fields.address = text("901 Preston St, \"Rear\"");
    fields.scity = text("Houston");
    fields.state2 = text("TX");
    fields.szip = text("77002-1234");
    fields.owner = text("=O'Hara & Söhne");
    fields.careof = text("'s Gravesande Trust");
    fields.mailing_address = text("PO Box 1, Houston TX");
    fields.saledate = NaiveDate::from_ymd_opt(1969, 7, 20);
    fields.saleprice = Some("999999999999.99".parse().unwrap());
    fields.year_built = Some(1999);
    fields.usecode = text("0012");
    fields.usedesc = text("-Single Family");
    fields.zoning = text("R-1");
    fields.zoning_type = text("Residential");
    fields.zoning_subtype = text("Single");
    fields.legaldesc = text("LOT 1 BLK 2 SECTION 3");
    fields.subdivision = text("@Oaks");
    fields.parval = Some("1250000.50".parse().unwrap());
    fields.parvaltype = text("APPRAISED");
    fields.landval = Some("0".parse().unwrap());
    fields.improvval = Some("0.01".parse().unwrap());
    fields.sqft = Some(3_000_000_000);
    fields.ll_gisacre = Some(0.1234);
    fields.building_count = Some(2);
    fields.flood_zone = text("AE");
    fields.flood_zone_subtype = text("FLOODWAY");
    parcel
}

/// Joins a tax roll of another publisher to the parcel of two parts.
async fn join_roll(world: &World) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roll.csv");
    std::fs::write(&file, "ACCOUNT,NAME,TOTAL\n041-024,HERON LLC,5000.50\n").unwrap();
    let office = Provenance {
        source: "Harris County Tax Office".to_owned(),
        licence: Some("CC BY".to_owned()),
        is_sample: false,
    };
    let mut options = ImportOptions::new(file.clone(), office);
    options.county_fips = Some("48201".to_owned());
    options.extent = Extent::Part;
    options.source_date = NaiveDate::from_ymd_opt(2023, 12, 31);
    options.roll = Some(Roll {
        file,
        format: None,
        layer: None,
        on: "ACCOUNT=parcelnumb".parse().unwrap(),
        field_map: Some(FieldMap::parse("parcelnumb=ACCOUNT,owner=NAME,parval=TOTAL").unwrap()),
        is_alone: true,
    });
    let report = parcel_import::import(&world.db.app(), options, |_| ()).await;
    assert_eq!(report.unwrap().written.updated, 1);
}

/// Parcels of two counties and four sources: one with all values, one with a hole and two parts, two of whose facts are
/// a tax roll's, samples, and a retired one. The date of one source is known.
async fn filled() -> World {
    let world = World::start().await;
    let mut parts = square("48201", "041-024", 0.0, 0.0);
    parts.line = 2;
    parts.fields.state2 = Some("TX".to_owned());
    parts.shape = Shape::Wkt(
        "MULTIPOLYGON(((-95.3 29.7, -95.2 29.7, -95.2 29.8, -95.3 29.8, -95.3 29.7), (-95.28 29.72, -95.28 29.75, \
         -95.22 29.73333333333, -95.28 29.72)), ((-95.1 29.7, -95.05 29.7, -95.0712345678 29.75, -95.1 29.7)))"
            .to_owned(),
    );
    let mut retired = square("48201", "041-999", -95.5, 29.7);
    retired.line = 3;
    let houston = Provenance {
        source: "Harris County, \"HCAD\"".to_owned(),
        licence: Some("public domain".to_owned()),
        is_sample: false,
    };
    let load = async |parcels: Vec<Staged>, from: &Provenance| {
        let loaded = parcel_import::load_made(&world.db.app(), parcels, from, None).await;
        loaded.unwrap();
    };
    load(vec![full(), parts, retired], &houston).await;
    let mut conn = world.db.superuser().await;
    let dated = "UPDATE parcel_batches SET source_date = '2024-01-31'";
    conn.batch_execute(dated).await.unwrap();
    join_roll(&world).await;
    let mut charlotte = square("37119", "12505101", -80.84, 35.22);
    charlotte.fields.state2 = Some("NC".to_owned());
    let mecklenburg = Provenance {
        source: "Mecklenburg County".to_owned(),
        licence: None,
        is_sample: false,
    };
    load(vec![charlotte], &mecklenburg).await;
    let mut sample = square("48201", "900.1", -95.35, 29.76);
    sample.fields.state2 = Some("TX".to_owned());
    world.put_sample(vec![sample]).await;
    let change = "UPDATE parcels SET retired_at = now(), retired_by = 1 WHERE parcelnumb = '041-999'; \
        UPDATE parcels SET fetched_at = '2024-02-29 12:34:56.789012Z' WHERE parcelnumb = '12505101'";
    conn.batch_execute(change).await.unwrap();
    world
}

/// Whose export it is.
fn elsewhere() -> Provenance {
    Provenance {
        source: "Sitewright elsewhere".to_owned(),
        licence: Some("none".to_owned()),
        is_sample: false,
    }
}

async fn try_import(
    world: &World,
    file: &Path,
    field_map: Option<FieldMap>,
) -> Result<Report, ImportError> {
    let mut options = ImportOptions::new(file.to_owned(), elsewhere());
    options.extent = Extent::Part;
    options.field_map = field_map;
    parcel_import::import(&world.db.app(), options, |_| ()).await
}

/// Imports a file with nothing said about it but what the command requires.
async fn import(world: &World, file: &Path) -> Report {
    try_import(world, file, None).await.unwrap()
}

fn exported(world: &World, folder: &TempDir, name: &str, more: &[&str]) -> PathBuf {
    let file = folder.path().join(name);
    let out = file.to_str().unwrap();
    let arguments: Vec<&str> = ["--out", out]
        .into_iter()
        .chain(more.iter().copied())
        .collect();
    succeeded(&world.export(&arguments));
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_imported_elsewhere_and_nothing_is_lost() {
    let (here, folder) = (Box::pin(filled()).await, tempfile::tempdir().unwrap());
    let roll = here.tax_roll().await;
    assert_eq!(
        (&roll["source_date"], &roll["outline_source_date"]),
        (&json!("2023-12-31"), &json!("2024-01-31")),
        "{roll}"
    );
    for (name, is_exact) in [
        ("p.geojson", false),
        ("p.fgb", true),
        ("p.csv", false),
        ("p.parquet", true),
        ("p.gpkg", true),
    ] {
        let file = exported(&here, &folder, name, &[]);
        let there = World::start().await;
        let report = import(&there, &file).await;
        assert_eq!(report.reader.field_map, "sitewright", "{name}: {report}");
        assert_eq!(
            (report.written.inserted, report.rejections.total()),
            (4, 0),
            "{name}: {report}"
        );
        assert_eq!(there.facts().await, here.facts().await, "{name}");
        assert_eq!(there.tax_roll().await, roll, "{name}");
        // And from there once more.
        assert_eq!(lines(&there, &folder), lines(&here, &folder), "{name}");
        let outlines = if is_exact { OUTLINES } else { OUTLINES_IN_TEXT };
        assert_eq!(
            there.outlines(outlines).await,
            here.outlines(outlines).await,
            "{name}"
        );
        // Again: the same rows, which are not written again.
        let again = import(&there, &file).await;
        assert_eq!(again.written.unchanged(), 4, "{name}: {again}");
        there.stop().await;
    }
    here.stop().await;
}

/// A spreadsheet of the parcels without what is made here, sorted.
fn lines(world: &World, folder: &TempDir) -> Vec<Vec<String>> {
    let file = exported(world, folder, "lines.csv", &[]);
    let mut reader = csv::Reader::from_path(file).unwrap();
    let names = reader.headers().unwrap().clone();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        let cells = names.iter().zip(row.iter());
        let kept = cells.filter(|(name, _)| *name != "wkt");
        kept.map(|(_, cell)| cell.to_owned()).collect()
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    rows.sort();
    rows
}

/// Two parcels beside a street and a lake, in a file of this name.
fn streets(folder: &TempDir, name: &str) -> PathBuf {
    let row = |number: Option<&str>, usage: &str, west: f64| {
        let (south, east, north) = (29.760_987_654_321, west + 0.001, 29.762);
        let ring = [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
        ];
        json!({ "type": "Feature", "properties": { "APN": number, "Use": usage },
            "geometry": { "type": "Polygon", "coordinates": [ring] } })
    };
    let rows = [
        row(Some("041-030"), "Residential", -95.37),
        row(Some("041-031"), "Residential", -95.365),
        row(None, "Lake", -95.360_123_456_789),
        row(Some("PRESTON STREET"), "", -95.356_666_666_666_67),
    ];
    let file = folder.path().join(name);
    let text = json!({ "type": "FeatureCollection", "features": rows });
    std::fs::write(&file, text.to_string()).unwrap();
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn land_without_a_number_is_a_second_file_and_imported_elsewhere() {
    let (here, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let county = Provenance {
        source: "Harris County, \"HCAD\"".to_owned(),
        licence: Some("public domain".to_owned()),
        is_sample: false,
    };
    let mut options = ImportOptions::new(streets(&folder, "county.geojson"), county);
    options.county_fips = Some("48201".to_owned());
    options.field_map = Some(FieldMap::parse("parcelnumb=APN,usedesc=Use").unwrap());
    options.source_date = NaiveDate::from_ymd_opt(2024, 1, 31);
    let report = parcel_import::import(&here.db.app(), options, |_| ()).await;
    assert_eq!(report.unwrap().unnumbered.inserted, 2);
    let mut conn = here.db.superuser().await;
    // An export has the state of a county whose file does not name it.
    let read = "UPDATE unnumbered_features SET fetched_at = '2024-02-29 12:34:56.789012Z'; UPDATE parcels SET state2 = 'TX'";
    conn.batch_execute(read).await.unwrap();
    let land = exported(&here, &folder, "land.csv", &["--land"]);
    // By itself, and again.
    let there = World::start().await;
    let report = import(&there, &land).await;
    assert_eq!(report.reader.field_map, "sitewright-land", "{report}");
    assert_eq!(
        (report.unnumbered.inserted, report.rejections.total()),
        (2, 0),
        "{report}"
    );
    let expected = here.read(LAND).await;
    assert_eq!(expected[0]["source_date"], "2024-01-31");
    assert_eq!(there.read(LAND).await, expected);
    let again = import(&there, &land).await;
    let counted = |report: &Report| {
        let unnumbered = &report.unnumbered;
        (unnumbered.inserted, unnumbered.updated, unnumbered.total())
    };
    assert_eq!(counted(&again), (0, 0, 2), "{again}");
    there.stop().await;
    // With the parcels, as all that the county has.
    let parcels = exported(&here, &folder, "parcels.fgb", &[]);
    let there = World::start().await;
    let mut options = ImportOptions::new(parcels, elsewhere());
    options.more_files = vec![land];
    let report = parcel_import::import(&there.db.app(), options, |_| ()).await;
    let report = report.unwrap();
    assert_eq!((report.written.inserted, counted(&report)), (2, (2, 0, 2)));
    assert_eq!(there.read(LAND).await, expected);
    assert_eq!(there.facts().await, here.facts().await);
    there.stop().await;
    here.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_land_that_are_not_taken_do_not_end_the_others() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let head = "feature_id,county_fips,kind,description,source,source_licence,source_date,fetched_at,wkt\n";
    let row = |west: f64| {
        let (east, south, north) = (west + 0.001, 29.76, 29.761);
        format!(
            "x,48201,water,,HCAD,,,2024-02-29T12:34:56Z,\"POLYGON(({west} {south},{east} {south},{east} {north},{west} {south}))\"\n"
        )
    };
    let mut rows: String = (0..30)
        .map(|index| row(-95.4 + f64::from(index) * 0.002))
        .collect();
    // In another county.
    rows.push_str(&row(-96.4));
    let file = folder.path().join("land.csv");
    std::fs::write(&file, format!("{head}{rows}")).unwrap();
    let report = import(&world, &file).await;
    assert_eq!(
        (report.unnumbered.inserted, report.rejections.total()),
        (30, 1),
        "{report}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_and_the_command_choose_land_alike() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut options = ImportOptions::new(streets(&folder, "county.geojson"), elsewhere());
    options.county_fips = Some("48201".to_owned());
    options.field_map = Some(FieldMap::parse("parcelnumb=APN,usedesc=Use").unwrap());
    parcel_import::import(&world.db.app(), options, |_| ())
        .await
        .unwrap();
    let get = async |query: &str| {
        let path = format!("/unnumbered_features.csv{query}");
        let answer = world.get(&path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.text().await.unwrap()
    };
    let command = |more: &[&str]| {
        let arguments: Vec<&str> = ["--land"].into_iter().chain(more.iter().copied()).collect();
        succeeded(&world.export(&arguments))
    };
    let all = get("").await;
    assert_eq!(all.lines().count(), 3, "{all}");
    assert_eq!(command(&[]), all);
    let lake = get("?kind=water").await;
    assert!(
        lake.lines().count() == 2 && lake.contains(",water,Lake,"),
        "{lake}"
    );
    assert_eq!(command(&["--filter", "kind = 'water'"]), lake);
    let box_of_lake = "-95.3605,29.76,-95.359,29.763";
    assert_eq!(get(&format!("?bbox={box_of_lake}")).await, lake);
    assert_eq!(command(&["--bbox", box_of_lake]), lake);
    assert_eq!(command(&["--county-fips", "37119"]).lines().count(), 1);
    let unknown = world.get("/unnumbered_features.csv?owner=X").send().await;
    assert_eq!(unknown.unwrap().status(), 400);
    let refused = |more: &[&str]| {
        let arguments: Vec<&str> = ["--land"].into_iter().chain(more.iter().copied()).collect();
        assert!(!world.export(&arguments).status.success(), "{more:?}");
    };
    refused(&["--format", "fgb"]);
    refused(&["--units"]);
    refused(&["--retired"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn retired_parcels_are_exported_if_wanted_and_never_imported() {
    let (here, folder) = (Box::pin(filled()).await, tempfile::tempdir().unwrap());
    let there = World::start().await;
    for name in ["p.geojson", "p.fgb", "p.csv", "p.parquet", "p.gpkg"] {
        let file = exported(&here, &folder, name, &["--retired"]);
        let report = import(&there, &file).await;
        assert_eq!(report.reader.rows, 5, "{name}: {report}");
        assert_eq!(
            report.rejections.of("a retired parcel"),
            1,
            "{name}: {report}"
        );
    }
    there.stop().await;
    here.stop().await;
}

/// Numbers without a digit are not what parcel numbers usually are.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_of_unusual_parcels_needs_the_name_of_the_map() {
    let (here, folder) = (World::start().await, tempfile::tempdir().unwrap());
    here.put(vec![square("48201", "RIGHT OF WAY", -95.37, 29.76)])
        .await;
    let file = exported(&here, &folder, "p.parquet", &[]);
    let there = World::start().await;
    let refused = try_import(&there, &file, None).await.unwrap_err();
    assert!(refused.to_string().contains("sitewright"), "{refused}");
    let map = FieldMap::parse("sitewright").unwrap();
    let report = try_import(&there, &file, Some(map)).await.unwrap();
    assert_eq!(report.written.inserted, 1, "{report}");
    there.stop().await;
    here.stop().await;
}

/// What GDAL reads of a file, as GeoJSON.
fn read_by_gdal(file: &Path) -> Value {
    let mut ogr2ogr = Command::new("ogr2ogr");
    ogr2ogr.args(["-f", "GeoJSON", "/vsistdout/"]).arg(file);
    // All columns of CSV are text unless their types are asked for.
    if file.extension().is_some_and(|ending| ending == "csv") {
        ogr2ogr.args(["-oo", "AUTODETECT_TYPE=YES"]);
    }
    let output = ogr2ogr.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = succeeded(&output);
    assert!(
        !errors.contains("ERROR") && !errors.contains("Warning"),
        "{errors}"
    );
    serde_json::from_str(&text).unwrap()
}

/// GDAL of Debian 12 has no driver for Parquet.
#[tokio::test(flavor = "multi_thread")]
async fn gdal_reads_the_files() {
    let (world, folder) = (Box::pin(filled()).await, tempfile::tempdir().unwrap());
    for name in ["p.geojson", "p.fgb", "p.csv", "p.gpkg"] {
        let read = read_by_gdal(&exported(&world, &folder, name, &[]));
        let features = read["features"].as_array().unwrap();
        assert_eq!(features.len(), 4, "{name}");
        let of = |number: &str| {
            let mut found = features
                .iter()
                .filter(|feature| feature["properties"]["parcelnumb"] == number);
            found.next().unwrap()
        };
        let facts = &of("041-023 / A, 1")["properties"];
        assert_eq!(facts["year_built"], 1999, "{name}");
        let price = facts["saleprice"].as_f64().unwrap();
        assert!(
            (price - 999_999_999_999.99).abs() < 0.005,
            "{name}: {price}"
        );
        assert_eq!(facts["sqft"], 3_000_000_000_i64, "{name}");
        assert_eq!(facts["mailing_address"], "PO Box 1, Houston TX", "{name}");
        assert_eq!(facts["source_licence"], "public domain", "{name}");
        let sold = facts["saledate"].as_str().unwrap().replace('/', "-");
        assert!(sold.starts_with("1969-07-20"), "{name}: {sold}");
        let parts = &of("041-024")["geometry"];
        assert_eq!(parts["type"], "MultiPolygon", "{name}");
        let rings = |part: usize| parts["coordinates"][part].as_array().unwrap().len();
        assert_eq!((rings(0), rings(1)), (2, 1), "{name}");
        let east = parts["coordinates"][1][0][0][0].as_f64().unwrap();
        assert!((east + 95.1).abs() < 0.051, "{name}: {east}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_selects_as_requests_do() {
    let (world, folder) = (Box::pin(filled()).await, tempfile::tempdir().unwrap());
    let lines = |more: &[&str]| {
        let arguments: Vec<&str> = ["--format", "csv"]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        succeeded(&world.export(&arguments)).lines().count() - 1
    };
    assert_eq!(lines(&[]), 4);
    assert_eq!(lines(&["--county-fips", "37119"]), 1);
    assert_eq!(
        lines(&["--county-fips", "37119", "--county-fips", "48201"]),
        4
    );
    assert_eq!(lines(&["--bbox", "-95.38,29.75,-95.36,29.77"]), 1);
    let filter = "is_sample = TRUE OR year_built = 1999";
    assert_eq!(lines(&["--filter", filter]), 2);
    assert_eq!(lines(&["--filter", filter, "--county-fips", "37119"]), 0);
    assert_eq!(lines(&["--out", "-", "--retired"]), 5);
    let file = folder.path().join("p.parquet");
    let said = succeeded(&world.export(&["--out", file.to_str().unwrap()]));
    assert_eq!(
        said,
        format!("4 parcels were written to {}\n", file.display())
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_replaced_by_a_whole_one_only() {
    let (world, folder) = (Box::pin(filled()).await, tempfile::tempdir().unwrap());
    let file = folder.path().join("p.csv");
    std::fs::write(&file, "old").unwrap();
    let out = file.to_str().unwrap();
    let refused = |arguments: &[&str], sentence: &str| {
        let output = world.export(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(sentence), "{errors}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    };
    refused(&["--out", out, "--filter", "colour = 'red'"], "colour");
    // The file is begun, then the statement of its rows fails.
    let mut conn = world.db.superuser().await;
    let broken = "ALTER TABLE parcels RENAME COLUMN flood_zone_subtype TO elsewhere";
    conn.batch_execute(broken).await.unwrap();
    refused(&["--out", out], "features could not be read");
    refused(&["--out", "p"], "give --format");
    let there = folder.path().to_str().unwrap();
    refused(&["--out", there, "--format", "csv"], "is no file");
    world.stop().await;
}
