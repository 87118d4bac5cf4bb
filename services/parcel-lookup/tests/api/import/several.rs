//! Several files at once: of one county, and of many, one after the other.

use std::path::{Path, PathBuf};

use parcel_import::batches::undo;
use parcel_import::{Extent, ImportError, ImportOptions, Outcome, Series};
use parcel_record::Provenance;
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    COUNTY, PLACE, collection, feature, features, found, refused, rejects_of, row, square, stored,
    text, try_load, write,
};
use crate::support::World;

const MAP: &str = "parcelnumb=APN,owner=Owner";
/// Its neighbour to the north, and a place in it.
const OTHER_COUNTY: &str = "37111";
const OTHER_PLACE: (f64, f64) = (-82.05, 35.7);

fn together(more: &[&Path]) -> impl Fn(&mut ImportOptions) {
    let more: Vec<PathBuf> = more.iter().map(|file| (*file).to_owned()).collect();
    move |options| {
        options.more_files.clone_from(&more);
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        options.extent = Extent::Whole {
            allow_retire: false,
        };
        options.sample = 3;
    }
}

/// The same columns in another format: so many rows south of [`PLACE`], and these.
fn south(folder: &TempDir, numbers: std::ops::Range<usize>, more: &[Value]) -> PathBuf {
    let rows = numbers.map(|number| {
        let lon = PLACE.0 + number as f64 * 0.001;
        owned(
            &format!("S-{number}"),
            "SOUTH LLC",
            &square(lon, PLACE.1 - 0.01, 0.001),
        )
    });
    let lines: Vec<String> = rows
        .chain(more.iter().cloned())
        .map(|row| format!("{row}\n"))
        .collect();
    write(folder, "south.geojsonl", lines.concat())
}

fn owned(number: &str, owner: &str, shape: &Value) -> Value {
    row(&json!({ "APN": number, "Owner": owner }), shape)
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_one_county_are_one_batch() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let north = write(&folder, "north.geojson", collection(&features(20, PLACE)));
    // One number of the other file, and one row without an outline.
    let more = [
        owned(
            "R-4",
            "ANOTHER LLC",
            &square(PLACE.0, PLACE.1 - 0.02, 0.001),
        ),
        owned("S-99", "NOWHERE LLC", &Value::Null),
    ];
    let south_of = south(&folder, 0..20, &more);
    let report = try_load(&world, &north, together(&[&south_of]))
        .await
        .unwrap();
    assert_eq!(
        (report.written.inserted, report.reader.rows),
        (40, 42),
        "{report}"
    );
    // All but the two samples, and the parcel that the second file names again.
    assert_eq!(report.direct, 33, "{report}");
    assert_eq!(report.reader.format, "geojson, geojsonseq");
    assert_eq!(report.reader.files.len(), 2);
    assert_eq!(
        found(&world, PLACE.0 + 0.0045, PLACE.1 + 0.0005).await,
        ["R-4"]
    );
    assert_eq!(
        found(&world, PLACE.0 + 0.0045, PLACE.1 - 0.0095).await,
        ["S-4"]
    );
    // Rows are those of their file.
    let shown = report.to_string();
    assert!(
        shown.contains("no outline (row 22 of south.geojsonl)"),
        "{shown}"
    );
    let rejects = std::fs::read_to_string(rejects_of(&north)).unwrap();
    let lines: Vec<&str> = rejects.lines().collect();
    assert!(lines[0].starts_with("file,row,reason,APN"), "{rejects}");
    assert!(
        lines[1].starts_with(
            "south.geojsonl,21,\"the parcel number of row 5 of north.geojson, with other facts\",R-4"
        ),
        "{rejects}"
    );
    assert!(
        lines[2].starts_with("south.geojsonl,22,no outline,S-99"),
        "{rejects}"
    );
    let batch = "SELECT concat_ws(' ', files, cardinality(sha256)) FROM parcel_batches";
    assert_eq!(
        text(&world, batch).await,
        "{north.geojson,south.geojsonl} 2"
    );
    // A new edition of both files lacks some parcels of each.
    let north = write(&folder, "north.geojson", collection(&features(18, PLACE)));
    let south_of = south(&folder, 0..19, &[]);
    let report = try_load(&world, &north, together(&[&south_of]))
        .await
        .unwrap();
    assert_eq!(report.retired, 3, "{report}");
    undo(&world.db.app(), report.batch.unwrap()).await.unwrap();
    // One of them alone is not the county.
    let error = refused(&world, &north, together(&[])).await;
    assert!(
        matches!(error, ImportError::TooManyRetired { .. }),
        "{error}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_file_of_a_county_is_checked() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let north = write(&folder, "north.geojson", collection(&features(20, PLACE)));
    let far = write(
        &folder,
        "far.geojson",
        collection(&features(20, (-95.4, 29.7))),
    );
    let error = refused(&world, &north, together(&[&far])).await;
    assert!(
        error
            .to_string()
            .starts_with("far.geojson: 3 of the first 3 outlines lie outside"),
        "{error}"
    );
    // In the other order too; and a file of other columns, and one that ends early.
    let error = refused(&world, &far, together(&[&north])).await;
    assert!(error.to_string().starts_with("far.geojson: "), "{error}");
    let other = row(&json!({ "PIN": "1" }), &square(PLACE.0, PLACE.1, 0.001));
    let other = write(&folder, "other.geojson", collection(&[other]));
    let error = refused(&world, &north, together(&[&other])).await;
    assert!(
        error
            .to_string()
            .starts_with("other.geojson: the field map takes "),
        "{error}"
    );
    let whole = std::fs::read_to_string(&north).unwrap();
    let broken = write(&folder, "broken.geojson", &whole[..whole.len() - 300]);
    let error = refused(&world, &north, together(&[&broken])).await;
    assert!(error.to_string().starts_with("broken.geojson: "), "{error}");
    // Exchanged axes are put right in all files, as the operator said.
    let swapped = |name: &str, numbers: std::ops::Range<usize>| {
        let rows: Vec<_> = numbers
            .map(|number| {
                feature(
                    &json!(format!("X-{number}")),
                    &square(PLACE.1 + number as f64 * 0.001, PLACE.0, 0.001),
                )
            })
            .collect();
        write(&folder, name, collection(&rows))
    };
    let (first, second) = (swapped("a.geojson", 0..8), swapped("b.geojson", 8..16));
    let report = try_load(&world, &first, |options| {
        together(&[&second])(options);
        options.swap_axes = true;
    });
    assert_eq!(report.await.unwrap().written.inserted, 16);
    for number in [0.0, 7.0, 8.0, 15.0] {
        let at = (PLACE.0 + 0.0005, PLACE.1 + number * 0.001 + 0.0005);
        assert_eq!(found(&world, at.0, at.1).await, [format!("X-{number}")]);
    }
    world.stop().await;
}

fn of_state(file: &Path) -> ImportOptions {
    let provenance = Provenance {
        source: "Made here".to_owned(),
        licence: None,
        is_sample: false,
    };
    let mut options = ImportOptions::new(file.to_owned(), provenance);
    options.field_map =
        Some(FieldMap::parse("parcelnumb=APN,owner=Owner,county_fips=FIPS").unwrap());
    options.rejects = Some(rejects_of(file));
    options
}

fn county_file(
    folder: &TempDir,
    name: &str,
    county: &str,
    place: (f64, f64),
    count: usize,
) -> PathBuf {
    let mut rows = features(count, place);
    for row in &mut rows {
        row["properties"]["FIPS"] = json!(county);
    }
    write(folder, name, collection(&rows))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_run_of_many_files_goes_on_where_it_ended() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    let first = county_file(&folder, "first.geojson", COUNTY, PLACE, 12);
    let second = county_file(&folder, "second.geojson", OTHER_COUNTY, OTHER_PLACE, 12);
    let clash = county_file(
        &folder,
        "clash.geojson",
        COUNTY,
        (PLACE.0, PLACE.1 - 0.02),
        12,
    );
    let run = async |files: &[&Path], again: bool| {
        let mut series = Series::new(again);
        let mut outcomes = Vec::new();
        for file in files {
            outcomes.push(match series.import(&app, of_state(file), |_| ()).await {
                Ok(Outcome::Imported(report)) => format!(
                    "{} new, {} changed",
                    report.written.inserted, report.written.updated
                ),
                Ok(Outcome::LeftOut(batch)) => format!("batch {batch}"),
                Err(error) => error.to_string(),
            });
        }
        outcomes
    };
    assert_eq!(run(&[&first], false).await, ["12 new, 0 changed"]);
    let of_first: i64 = text(&world, "SELECT max(batch_id)::text FROM parcel_batches")
        .await
        .parse()
        .unwrap();
    let left_out = format!("batch {of_first}");
    // The second file broken, as if its download had been interrupted; then whole.
    let whole = std::fs::read(&second).unwrap();
    std::fs::write(&second, &whole[..whole.len() / 2]).unwrap();
    let outcomes = run(&[&first, &second, &clash], false).await;
    assert_eq!(outcomes[0], left_out);
    assert!(
        outcomes[1].contains("early") || outcomes[1].contains("not valid"),
        "{outcomes:?}"
    );
    let refused = format!(
        "Rutherford, NC (37161) is also in {}, which was imported before it; files of one county are imported together, without --each",
        first.display()
    );
    assert_eq!(outcomes[2], refused);
    assert_eq!(stored(&world).await, 12);
    std::fs::write(&second, &whole).unwrap();
    let outcomes = run(&[&first, &second], false).await;
    assert_eq!(outcomes, [left_out.clone(), "12 new, 0 changed".to_owned()]);
    let outcomes = run(&[&first, &second], true).await;
    assert_eq!(outcomes, ["0 new, 0 changed", "0 new, 0 changed"]);
    // What was undone, or replaced by another file since, is imported again.
    let latest = "SELECT max(batch_id)::text FROM parcel_batches WHERE counties = '{37161}'";
    let latest: i64 = text(&world, latest).await.parse().unwrap();
    undo(&app, latest).await.unwrap();
    undo(&app, of_first).await.unwrap();
    assert_eq!(run(&[&first], false).await, ["12 new, 0 changed"]);
    let newer = county_file(
        &folder,
        "newer.geojson",
        COUNTY,
        (PLACE.0, PLACE.1 - 0.02),
        12,
    );
    assert_eq!(run(&[&newer], false).await, ["0 new, 12 changed"]);
    assert_eq!(run(&[&first], false).await, ["0 new, 12 changed"]);
    // So is what is read otherwise.
    let mut series = Series::default();
    let mut options = of_state(&first);
    options.field_map = Some(FieldMap::parse("parcelnumb=APN,county_fips=FIPS").unwrap());
    let outcome = series.import(&app, options, |_| ()).await.unwrap();
    let Outcome::Imported(report) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(report.written.updated, 12, "{report}");
    world.stop().await;
}
