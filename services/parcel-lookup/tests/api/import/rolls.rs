//! Tax rolls without outlines: joined to the parcels of a file, or to those that were imported.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parcel_import::batches::{self, undo};
use parcel_import::{Extent, ImportError, ImportOptions, PageFile, Report, Roll, Survey};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{COUNTY, PLACE, collection, rejects_of, row, square, text, try_load, write};
use crate::support::{World, fields};

const MAP: &str = "parcelnumb=APN,owner=Owner,zoning=Zone";
const ROLL_MAP: &str =
    "parcelnumb=ACCOUNT,unit=UNIT,owner=NAME,address=ADDR,parval=TOTAL,sqft=AREA,usecode=CODE";

/// A file of outlines: and so on, at L-0, L-1 and so on, all of OLD OWNER.
fn outlines(folder: &TempDir, name: &str, count: usize) -> PathBuf {
    let rows: Vec<Value> = (0..count)
        .map(|index| {
            let facts = json!({ "APN": format!("R-{index}"), "Loc_Id": format!("L-{index}"), "Owner": "OLD OWNER", "Zone": "R1" });
            let lon = PLACE.0 + index as f64 * 0.002;
            row(&facts, &square(lon, PLACE.1, 0.001))
        })
        .collect();
    write(folder, name, collection(&rows))
}

/// A roll: account, location, unit, owner, address, value, floor area.
fn roll(folder: &TempDir, name: &str, rows: &[[&str; 7]]) -> PathBuf {
    let rows: Vec<String> = rows.iter().map(|row| row.join(",") + ",101\n").collect();
    let text = format!(
        "ACCOUNT,LOC_ID,UNIT,NAME,ADDR,TOTAL,AREA,CODE\n{}",
        rows.concat()
    );
    write(folder, name, text)
}

/// One property, and a condominium of two units.
const ROWS: &[[&str; 7]] = &[
    ["A-1", "l-0", "", "HERON LLC", "1 OAK ST", "100.50", "900"],
    [
        "A-2",
        "L-1",
        "1",
        "EGRET LLC",
        "3 OAK ST UNIT 1",
        "200",
        "500",
    ],
    [
        "A-3",
        "L-1",
        "2",
        "CRANE LLC",
        "3 OAK ST UNIT 2",
        "300",
        "600",
    ],
];

fn joined(file: &Path, on: &str) -> Roll {
    Roll {
        file: file.to_owned(),
        format: None,
        layer: None,
        on: on.parse().unwrap(),
        field_map: Some(FieldMap::parse(ROLL_MAP).unwrap()),
        is_alone: false,
    }
}

fn whole(options: &mut ImportOptions) {
    options.field_map = Some(FieldMap::parse(MAP).unwrap());
    options.extent = Extent::Whole {
        allow_retire: false,
    };
}

async fn load_both(world: &World, file: &Path, roll: Roll) -> Report {
    try_load(world, file, |options| {
        whole(options);
        options.roll = Some(roll);
    })
    .await
    .unwrap()
}

async fn try_roll(
    world: &World,
    roll: Roll,
    change: impl FnOnce(&mut ImportOptions),
) -> Result<Report, ImportError> {
    let file = roll.file.clone();
    try_load(world, &file, |options| {
        options.roll = Some(Roll {
            is_alone: true,
            ..roll
        });
        change(options);
    })
    .await
}

async fn record(world: &World, number: &str) -> Value {
    let id = fields(COUNTY, number).ll_uuid;
    let answer = world.get(&format!("/parcels/{id}")).send().await.unwrap();
    answer.json().await.unwrap()
}

/// All parcels and units without what only grows.
async fn state(world: &World) -> String {
    let query = "SELECT concat_ws(E'\\n', \
        (SELECT string_agg((to_jsonb(p) - '{geom,geom_3857,version,use_class,is_improved,owner_kind,owner_key,mail_key,building_key,careof_key,is_absentee,facts_version}'::text[])::text, E'\\n' ORDER BY ll_uuid) FROM parcels AS p), \
        (SELECT string_agg((to_jsonb(u) - 'unit_id')::text, E'\\n' ORDER BY ll_uuid, roll_row, batch_id) FROM parcel_units AS u))";
    text(world, query).await
}

/// What is said of the parcels, apart from when and by which batch.
async fn facts(world: &World) -> String {
    let query = "SELECT concat_ws(E'\\n', \
        (SELECT string_agg((to_jsonb(p) - '{geom,geom_3857,version,batch_id,fetched_at,raw}'::text[])::text \
            || (raw #> '{tax_roll,row}')::text, E'\\n' ORDER BY ll_uuid) FROM parcels AS p), \
        (SELECT string_agg((to_jsonb(u) - '{unit_id,batch_id}'::text[])::text, E'\\n' ORDER BY ll_uuid, roll_row) \
            FROM parcel_units AS u WHERE replaced_by IS NULL))";
    text(world, query).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_row_is_the_parcels_and_several_are_its_units() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    let mut rows = ROWS.to_vec();
    rows.push(["A-4", "L-99", "", "IBIS LLC", "5 OAK ST", "1", ""]);
    rows.push(["A-5", "", "", "STORK LLC", "7 OAK ST", "1", ""]);
    rows.push(rows[1]);
    let roll = roll(&folder, "roll.csv", &rows);
    let report = load_both(&world, &file, joined(&roll, "LOC_ID")).await;
    let summary = report.roll.clone().unwrap();
    assert_eq!(
        (
            summary.reader.rows,
            summary.joined,
            summary.parcels,
            summary.with_units,
            summary.units
        ),
        (6, 3, 2, 1, 2),
        "{report}"
    );
    assert_eq!(summary.parcel_column, "Loc_Id");
    for reason in [
        "no parcel with this number",
        "nothing in the column that names the parcel",
        "the facts of an earlier row",
    ] {
        assert_eq!(summary.rejections.of(reason), 1, "{reason}: {report}");
    }
    let rejects = std::fs::read_to_string(rejects_of(&file)).unwrap();
    assert_eq!(
        rejects,
        "row,reason,ACCOUNT,ADDR,AREA,CODE,LOC_ID,NAME,TOTAL,UNIT\n\
         4,tax roll: no parcel with this number,A-4,5 OAK ST,,101,L-99,IBIS LLC,1,\n\
         5,tax roll: nothing in the column that names the parcel,A-5,7 OAK ST,,101,,STORK LLC,1,\n\
         6,tax roll: the same facts as row 2,A-2,3 OAK ST UNIT 1,500,101,L-1,EGRET LLC,200,1\n"
    );

    let single = record(&world, "R-0").await;
    assert_eq!(
        (
            &single["owner"],
            &single["parval"],
            &single["sqft"],
            &single["zoning"]
        ),
        (
            &json!("HERON LLC"),
            &json!(100.5),
            &json!(900),
            &json!("R1")
        )
    );
    assert_eq!(
        (&single["unit_count"], &single["units"]),
        (&json!(0), &json!([]))
    );
    let condominium = record(&world, "R-1").await;
    assert_eq!(
        (
            &condominium["owner"],
            &condominium["parval"],
            &condominium["sqft"],
            &condominium["address"],
            &condominium["usecode"]
        ),
        (
            &Value::Null,
            &json!(500),
            &json!(1100),
            &json!("3 OAK ST"),
            &json!("101")
        )
    );
    assert_eq!(condominium["unit_count"], 2);
    let unit = &condominium["units"][1];
    assert_eq!(
        (
            &unit["parcelnumb"],
            &unit["unit"],
            &unit["owner"],
            &unit["parval"],
            &unit["sqft"],
            &unit["saledate"]
        ),
        (
            &json!("A-3"),
            &json!("2"),
            &json!("CRANE LLC"),
            &json!(300),
            &json!(600),
            &Value::Null
        )
    );
    assert_eq!(record(&world, "R-2").await["owner"], "OLD OWNER");
    let raw = text(
        &world,
        "SELECT raw::text FROM parcels WHERE parcelnumb = 'R-0'",
    )
    .await;
    let raw: Value = serde_json::from_str(&raw).unwrap();
    assert_eq!(
        (
            &raw["Owner"],
            &raw["tax_roll"]["row"]["NAME"],
            &raw["tax_roll"]["replaced"]["owner"]
        ),
        (
            &json!("OLD OWNER"),
            &json!("HERON LLC"),
            &json!("OLD OWNER")
        )
    );

    let batch = batches::show(&world.db.app(), report.batch.unwrap())
        .await
        .unwrap();
    assert_eq!(batch.files, ["county.geojson", "roll.csv"]);
    assert_eq!(
        (batch.sha256.len(), batch.rows_read, batch.rows_rejected),
        (2, 3, 0)
    );
    assert!(
        batch
            .to_string()
            .contains("6 rows read, 3 joined, 3 not joined"),
        "{batch}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_roll_again_changes_nothing_whatever_its_order() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    load_both(
        &world,
        &file,
        joined(&roll(&folder, "roll.csv", ROWS), "LOC_ID"),
    )
    .await;
    let before = state(&world).await;
    let again = load_both(
        &world,
        &file,
        joined(&roll(&folder, "roll.csv", ROWS), "LOC_ID=loc_id"),
    )
    .await;
    assert_eq!(
        (again.written.updated, again.written.unchanged()),
        (0, 3),
        "{again}"
    );
    assert_eq!(state(&world).await, before);
    let turned: Vec<[&str; 7]> = ROWS.iter().rev().copied().collect();
    let again = load_both(
        &world,
        &file,
        joined(&roll(&folder, "roll.csv", &turned), "LOC_ID"),
    )
    .await;
    assert_eq!(
        (again.written.updated, again.written.unchanged()),
        (0, 3),
        "{again}"
    );
    assert_eq!(state(&world).await, before);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_alone_says_what_it_says_with_the_outlines() {
    let folder = tempfile::tempdir().unwrap();
    let file = outlines(&folder, "county.geojson", 3);
    let first = roll(
        &folder,
        "first.csv",
        &[
            ["A-1", "L-0", "1", "PETREL LLC", "9 ELM ST", "5", "50"],
            ["A-9", "L-0", "2", "PETREL LLC", "9 ELM ST", "5", "50"],
            ["A-2", "L-1", "", "PETREL LLC", "8 ELM ST", "7", ""],
        ],
    );
    let then = roll(&folder, "then.csv", ROWS);
    let together = World::start().await;
    load_both(&together, &file, joined(&then, "LOC_ID")).await;
    let expected = facts(&together).await;
    together.stop().await;

    let world = World::start().await;
    let alone = try_load(&world, &file, whole).await.unwrap();
    assert_eq!(alone.written.inserted, 3);
    let report = try_roll(&world, joined(&first, "LOC_ID"), |_| ())
        .await
        .unwrap();
    assert_eq!((report.written.updated, report.retired), (2, 0), "{report}");
    assert_eq!(record(&world, "R-0").await["unit_count"], 2);
    // Also after another roll: what that one said and this one does not is gone.
    let report = try_roll(&world, joined(&then, "LOC_ID"), |_| ())
        .await
        .unwrap();
    assert_eq!((report.written.updated, report.retired), (2, 0), "{report}");
    assert_eq!(facts(&world).await, expected);
    let before = state(&world).await;
    let again = try_roll(&world, joined(&then, "LOC_ID"), |_| ())
        .await
        .unwrap();
    assert_eq!(
        (again.written.updated, again.written.unchanged()),
        (0, 2),
        "{again}"
    );
    assert_eq!(state(&world).await, before);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_of_another_publisher_does_not_hide_whose_outlines_they_are() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    try_load(&world, &outlines(&folder, "county.geojson", 3), whole)
        .await
        .unwrap();
    let outline_read = record(&world, "R-0").await["fetched_at"].clone();
    let roll = roll(&folder, "roll.csv", ROWS);
    for _ in 0..2 {
        try_roll(&world, joined(&roll, "LOC_ID"), |options| {
            options.provenance.source = "Tax Office".to_owned();
            options.provenance.licence = Some("CC BY".to_owned());
        })
        .await
        .unwrap();
        let parcel = record(&world, "R-0").await;
        assert_eq!(
            (&parcel["source"], &parcel["source_licence"]),
            (&json!("Made here; Tax Office"), &json!("CC0; CC BY"))
        );
        let roll = &parcel["tax_roll"];
        assert_eq!(
            (&roll["source"], &roll["source_licence"]),
            (&json!("Tax Office"), &json!("CC BY"))
        );
        assert_eq!(
            (&roll["outline_source"], &roll["outline_source_licence"]),
            (&json!("Made here"), &json!("CC0"))
        );
        // The roll is read later than the outline, however often.
        assert_eq!(roll["outline_fetched_at"], outline_read);
        assert_ne!(parcel["fetched_at"], outline_read);
        let facts = roll["facts"].as_array().unwrap();
        assert!(facts.contains(&json!("owner")) && facts.contains(&json!("parval")));
        assert!(!facts.contains(&json!("zoning")) && !facts.contains(&json!("source")));
    }
    let other = record(&world, "R-2").await;
    assert_eq!(
        (&other["source"], &other["tax_roll"]),
        (&json!("Made here"), &Value::Null)
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_restores_facts_and_units() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    try_load(&world, &file, whole).await.unwrap();
    let without = state(&world).await;
    let with = load_both(
        &world,
        &file,
        joined(&roll(&folder, "a.csv", ROWS), "LOC_ID"),
    )
    .await;
    let first = state(&world).await;
    // One unit is sold, one is new, and the other parcel is divided.
    let next = [
        ["A-1", "L-0", "1", "HERON LLC", "1 OAK ST", "50", "450"],
        ["A-6", "L-0", "2", "HERON LLC", "1 OAK ST", "50", "450"],
        [
            "A-2",
            "L-1",
            "1",
            "EGRET LLC",
            "3 OAK ST UNIT 1",
            "200",
            "500",
        ],
        [
            "A-3",
            "L-1",
            "2",
            "IBIS LLC",
            "3 OAK ST UNIT 2",
            "300",
            "600",
        ],
        [
            "A-7",
            "L-1",
            "3",
            "IBIS LLC",
            "3 OAK ST UNIT 3",
            "100",
            "600",
        ],
    ];
    let report = try_roll(
        &world,
        joined(&roll(&folder, "b.csv", &next), "LOC_ID"),
        |_| (),
    )
    .await
    .unwrap();
    let condominium = record(&world, "R-1").await;
    assert_eq!(
        (&condominium["unit_count"], &condominium["parval"]),
        (&json!(3), &json!(600))
    );
    let divided = record(&world, "R-0").await;
    assert_eq!(
        (
            &divided["unit_count"],
            &divided["parval"],
            &divided["owner"]
        ),
        (&json!(2), &json!(100), &json!("HERON LLC"))
    );
    undo(&world.db.app(), report.batch.unwrap()).await.unwrap();
    assert_eq!(state(&world).await, first);
    undo(&world.db.app(), with.batch.unwrap()).await.unwrap();
    assert_eq!(state(&world).await, without);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_a_roll_leaves_units_and_one_with_it_replaces_them() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    load_both(
        &world,
        &file,
        joined(&roll(&folder, "a.csv", ROWS), "LOC_ID"),
    )
    .await;
    try_load(&world, &file, whole).await.unwrap();
    let parcel = record(&world, "R-1").await;
    assert_eq!(
        (&parcel["owner"], &parcel["unit_count"]),
        (&json!("OLD OWNER"), &json!(2))
    );
    load_both(
        &world,
        &file,
        joined(&roll(&folder, "b.csv", &ROWS[..1]), "LOC_ID"),
    )
    .await;
    assert_eq!(record(&world, "R-1").await["unit_count"], 0);
    // Units that no batch can restore are deleted.
    batches::prune_all(&world.db.app(), 0).await.unwrap();
    let units = text(&world, "SELECT count(*)::text FROM parcel_units").await;
    assert_eq!(units, "0");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_of_other_numbers_is_refused_with_both() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    let roll = roll(&folder, "roll.csv", ROWS);
    let refused = async |on: &str| {
        let result = try_load(&world, &file, |options| {
            whole(options);
            options.roll = Some(joined(&roll, on));
        });
        result.await.unwrap_err().to_string()
    };
    // By the parcel number, which has no column of the name ACCOUNT.
    let text = refused("ACCOUNT").await;
    for part in [
        "only 0 of the 3 rows",
        "ACCOUNT of the roll is 'A-1', 'A-2', 'A-3'",
        "parcelnumb of the parcels is 'R-0', 'R-1', 'R-2'",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = refused("NUMBER").await;
    assert!(text.contains("the tax roll: --on names the column NUMBER, but the roll has only the columns ACCOUNT, ADDR"), "{text}");
    let text = refused("ACCOUNT=PIN").await;
    assert!(
        text.contains("the parcels' file has only the columns APN, Loc_Id"),
        "{text}"
    );
    let text = refused("OBJECTID").await;
    assert!(text.contains("numbers the rows of a file"), "{text}");
    assert_eq!(state(&world).await, "");
    assert_eq!(batches::list(&world.db.app()).await.unwrap(), []);

    let error = try_roll(&world, joined(&roll, "LOC_ID"), |_| ())
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("Rutherford, NC (37161) has no imported parcels"),
        "{error}"
    );
    let error = try_roll(&world, joined(&roll, "LOC_ID"), |options| {
        options.county_fips = None;
    })
    .await
    .unwrap_err();
    assert!(error.to_string().contains("--county-fips"), "{error}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_parcels_of_one_number_get_no_roll() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let shape = |index: f64| square(PLACE.0 + index * 0.002, PLACE.1, 0.001);
    let facts = |number: &str, location: &str| json!({ "APN": number, "LOC_ID": location, "Owner": "X LLC", "Zone": "R1" });
    let rows = [
        row(&facts("R-0", "L-0"), &shape(0.0)),
        row(&facts("R-1", "L-1"), &shape(1.0)),
        row(&facts("R-2", "L-1"), &shape(2.0)),
        // Two parts of one parcel have one number.
        row(&facts("R-3", "L-3"), &shape(3.0)),
        row(&facts("R-3", "L-3"), &shape(4.0)),
    ];
    let file = write(&folder, "county.geojson", collection(&rows));
    let roll = roll(
        &folder,
        "roll.csv",
        &[
            ROWS[0],
            ROWS[1],
            ["A-8", "L-3", "", "HERON LLC", "1 OAK ST", "100.50", "900"],
        ],
    );
    let report = load_both(&world, &file, joined(&roll, "LOC_ID")).await;
    let summary = report.roll.clone().unwrap();
    assert_eq!(
        summary.rejections.of("several parcels with this number"),
        1,
        "{report}"
    );
    for number in ["R-1", "R-2"] {
        assert_eq!(record(&world, number).await["owner"], "X LLC");
    }
    assert_eq!(record(&world, "R-3").await["owner"], "HERON LLC");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_has_the_rules_of_field_maps_and_is_in_the_report() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    let roll = roll(&folder, "roll.csv", ROWS);
    let attempt = async |accept_guess: bool| {
        try_load(&world, &file, |options| {
            whole(options);
            options.roll = Some(Roll {
                field_map: None,
                ..joined(&roll, "LOC_ID")
            });
            options.accept_guess = accept_guess;
            options.dry_run = true;
            options.survey = Some(Arc::new(Survey::default()));
        })
        .await
    };
    let error = attempt(false).await.unwrap_err();
    let table = parcel_import::columns_and_guess(&error).unwrap();
    assert!(error.to_string().contains("--roll-field-map"), "{error}");
    assert!(
        table.contains("--roll-field-map ") && table.contains("unit=UNIT"),
        "{table}"
    );

    let report = attempt(true).await.unwrap();
    let shown = report.to_string();
    for part in [
        "tax roll roll.csv, its LOC_ID compared with Loc_Id of the parcels",
        "parcelnumb          account",
        "tax roll: 3 rows of csv, field map guess; 3 (100 %) joined to 2 parcels",
        "1 of these parcels have 2 units",
        "dry run: nothing was written",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = PageFile::beside(folder.path().join("out.html"))
        .unwrap()
        .write(&report)
        .unwrap();
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("3 of 3 rows (100 %) are joined to 2 parcels"),
        "{page}"
    );
    assert_eq!(state(&world).await, "");
    world.stop().await;
}

/// A table without outlines in a GeoPackage, beside another one.
fn geopackage(folder: &TempDir) -> PathBuf {
    let file = folder.path().join("roll.gpkg");
    let tables = "CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT); \
        CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER); \
        CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT); \
        INSERT INTO gpkg_contents VALUES ('roll', 'attributes'), ('codes', 'attributes'); \
        CREATE TABLE codes (CODE TEXT); \
        CREATE TABLE roll (ACCOUNT TEXT, LOC_ID TEXT, UNIT TEXT, NAME TEXT, ADDR TEXT, TOTAL REAL, AREA INTEGER, CODE TEXT);";
    let client = rusqlite::Connection::open(&file).unwrap();
    client.execute_batch(tables).unwrap();
    for row in ROWS {
        let insert = "INSERT INTO roll VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '101')";
        client.execute(insert, *row).unwrap();
    }
    file
}

/// The table of a shapefile without its shapes.
fn dbf(folder: &TempDir) -> PathBuf {
    use shapefile::dbase::{FieldValue, Record, TableWriterBuilder};
    let names = [
        "ACCOUNT", "LOC_ID", "UNIT", "NAME", "ADDR", "TOTAL", "AREA", "CODE",
    ];
    let table = names.iter().fold(TableWriterBuilder::new(), |table, name| {
        table.add_character_field((*name).try_into().unwrap(), 20)
    });
    let file = folder.path().join("roll.dbf");
    let mut table = table.build_with_file_dest(&file).unwrap();
    for row in ROWS {
        let mut record = Record::default();
        for (name, cell) in names.iter().zip(row.iter().chain(&["101"])) {
            let cell = Some((*cell).to_owned()).filter(|cell| !cell.is_empty());
            record.insert((*name).to_owned(), FieldValue::Character(cell));
        }
        table.write_record(&record).unwrap();
    }
    table.finalize().unwrap();
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_is_a_table_of_any_format() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    try_load(&world, &file, whole).await.unwrap();
    let several = geopackage(&folder);
    let error = try_roll(&world, joined(&several, "LOC_ID"), |_| ())
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("--roll-layer: roll, codes"),
        "{error}"
    );
    for (file, layer) in [(several, Some("roll")), (dbf(&folder), None)] {
        let with_layer = Roll {
            layer: layer.map(ToOwned::to_owned),
            ..joined(&file, "LOC_ID")
        };
        let report = try_roll(&world, with_layer, |_| ()).await.unwrap();
        assert_eq!(report.roll.as_ref().unwrap().joined, 3, "{report}");
        let parcel = record(&world, "R-1").await;
        assert_eq!(
            (&parcel["unit_count"], &parcel["parval"]),
            (&json!(2), &json!(500))
        );
        undo(&world.db.app(), report.batch.unwrap()).await.unwrap();
    }
    let error = try_load(&world, &folder.path().join("roll.dbf"), whole)
        .await
        .unwrap_err();
    assert!(error.to_string().contains("name its .shp"), "{error}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_with_dates_and_numbers_that_are_none_is_read_to_its_end() {
    use shapefile::dbase::{Date, FieldValue, Record, TableWriterBuilder};
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 4);
    try_load(&world, &file, whole).await.unwrap();
    let table = TableWriterBuilder::new()
        .add_character_field("ACCOUNT".try_into().unwrap(), 8)
        .add_character_field("LOC_ID".try_into().unwrap(), 8)
        .add_date_field("SOLD".try_into().unwrap())
        .add_numeric_field("TOTAL".try_into().unwrap(), 8, 0)
        .add_character_field("NAME".try_into().unwrap(), 12);
    let dbf = folder.path().join("dates.dbf");
    let mut table = table.build_with_file_dest(&dbf).unwrap();
    let day = Date::new(9, 5, 2024).unwrap();
    for (index, sold) in [Some(day), Some(day), None, Some(day)]
        .into_iter()
        .enumerate()
    {
        let mut record = Record::default();
        let text = |text: String| FieldValue::Character(Some(text));
        for (name, value) in [
            ("ACCOUNT", text(format!("A-{index}"))),
            ("LOC_ID", text(format!("L-{index}"))),
            ("SOLD", FieldValue::Date(sold)),
            ("TOTAL", FieldValue::Numeric(Some(12_345.0))),
            ("NAME", text(format!("HERON-{index}"))),
        ] {
            record.insert(name.to_owned(), value);
        }
        table.write_record(&record).unwrap();
    }
    table.finalize().unwrap();
    drop(table);
    // As other programs write null, in the second record; and the last one is marked as deleted.
    let mut bytes = std::fs::read(&dbf).unwrap();
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let (head, length) = (number(8), number(10));
    let second = head + length;
    bytes[second + 17..second + 25].copy_from_slice(b"00000000");
    bytes[second + 25..second + 33].copy_from_slice(b"****.***");
    bytes[head + 3 * length] = b'*';
    std::fs::write(&dbf, bytes).unwrap();

    let map = "parcelnumb=ACCOUNT,owner=NAME,saledate=SOLD,parval=TOTAL";
    let dated = Roll {
        field_map: Some(FieldMap::parse(map).unwrap()),
        ..joined(&dbf, "LOC_ID")
    };
    let report = try_roll(&world, dated, |_| ()).await.unwrap();
    let summary = report.roll.as_ref().unwrap();
    assert_eq!(
        (
            summary.reader.rows,
            summary.joined,
            summary.rejections.total()
        ),
        (3, 3, 0),
        "{report}"
    );
    for (number, owner, sold, value) in [
        ("R-0", "HERON-0", json!("2024-05-09"), json!(12_345)),
        ("R-1", "HERON-1", Value::Null, Value::Null),
        ("R-2", "HERON-2", Value::Null, json!(12_345)),
        ("R-3", "OLD OWNER", Value::Null, Value::Null),
    ] {
        let parcel = record(&world, number).await;
        assert_eq!(
            (&parcel["owner"], &parcel["saledate"], &parcel["parval"]),
            (&json!(owner), &sold, &value),
            "{number}"
        );
    }
    world.stop().await;
}

/// As it is exported, with the parcels by the same request.
#[tokio::test(flavor = "multi_thread")]
async fn units_are_exported_and_joined_again_elsewhere() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = outlines(&folder, "county.geojson", 3);
    load_both(
        &world,
        &file,
        joined(&roll(&folder, "roll.csv", ROWS), "LOC_ID"),
    )
    .await;
    let get = async |path: &str| {
        let answer = world.get(path).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(
            answer.headers()["content-type"],
            "text/csv; charset=utf-8; header=present"
        );
        answer.text().await.unwrap()
    };
    let all = get("/parcel_units.csv").await;
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 3, "{all}");
    let id = fields(COUNTY, "R-1").ll_uuid;
    assert_eq!(
        lines[1],
        format!(
            "{id},37161,R-1,A-2,1,3 OAK ST UNIT 1,EGRET LLC,,,,,,101,,200.00,,,500,Made here,CC0"
        )
    );
    assert_eq!(get("/parcel_units.csv?parcelnumb=R-1").await, all);
    assert_eq!(
        get("/parcel_units.csv?parcelnumb=R-0")
            .await
            .lines()
            .count(),
        1
    );
    let parcels = get("/parcels.csv").await;
    // Elsewhere: the parcels, then their units as a roll.
    let other = World::start().await;
    let file = write(&folder, "parcels.csv", parcels);
    let units = write(&folder, "units.csv", &all);
    let roll = Roll {
        field_map: Some(
            FieldMap::parse("parcelnumb=parcelnumb,unit=unit,owner=owner,address=address,parval=parval,sqft=sqft,usecode=usecode")
                .unwrap(),
        ),
        ..joined(&units, "of_parcel=parcelnumb")
    };
    let report = try_load(&other, &file, |options| options.roll = Some(roll)).await;
    let report = report.unwrap();
    assert_eq!(report.roll.as_ref().unwrap().units, 2, "{report}");
    let [ours, theirs] = [record(&world, "R-1").await, record(&other, "R-1").await];
    assert_eq!(theirs["units"], ours["units"]);
    assert_eq!(theirs["unit_count"], ours["unit_count"]);
    assert_eq!(theirs["parval"], ours["parval"]);
    other.stop().await;
    world.stop().await;
}
