//! Land that the county maps without a parcel number.

use std::collections::BTreeMap;

use parcel_import::batches::{self, diff, prune_all, undo};
use parcel_import::{Extent, ImportError, ImportOptions, Report};
use parcel_record::UnnumberedKind::{CommonArea, Other, Railroad, RightOfWay, Water};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    PLACE, collection, features, refused, rejects_of, row, square, stored, text, try_load, write,
};
use crate::support::World;

const MAP: &str = "parcelnumb=APN,owner=Owner,usedesc=Use";

/// All columns except the time, and which batch of several it was.
const STATE: &str = "SELECT coalesce(string_agg(concat_ws(' ', feature_id, county_fips, kind, description, source, source_licence, \
        retired_at IS NOT NULL, encode(ST_AsEWKB(geom), 'hex')), E'\\n' ORDER BY feature_id, batch_id), '') FROM unnumbered_features";

/// Everything.
const EXACTLY: &str = "SELECT coalesce(string_agg((to_jsonb(f) - '{geom,geom_3857}'::text[])::text, E'\\n' ORDER BY feature_id, batch_id), '') \
    FROM unnumbered_features AS f";

/// In the so-many-th place of a row of squares south of the parcels.
fn land(index: usize, number: &Value, usage: &str) -> Value {
    let facts = json!({ "APN": number, "Owner": "CITY\u{0}", "Use": usage });
    let lon = PLACE.0 + index as f64 * 0.002;
    row(&facts, &square(lon, PLACE.1 - 0.005, 0.001))
}

/// A point in the middle of it.
fn middle(index: usize) -> (f64, f64) {
    (PLACE.0 + index as f64 * 0.002 + 0.0005, PLACE.1 - 0.0045)
}

fn of_each_kind() -> Vec<Value> {
    vec![
        land(0, &json!("R/W"), ""),
        land(1, &json!(null), "Lake"),
        land(2, &json!("RR"), ""),
        land(3, &json!(0), "HOA open space"),
        land(4, &json!("UNKNOWN"), ""),
        land(5, &json!("MAIN STREET"), ""),
    ]
}

/// Twenty parcels, and these rows.
fn file(folder: &TempDir, others: &[Value]) -> std::path::PathBuf {
    let mut rows = features(20, PLACE);
    for row in &mut rows {
        row["properties"]["Use"] = json!("Residential");
    }
    // Among the others, and after the sample.
    rows.splice(10..10, others.iter().cloned());
    write(folder, "any.geojson", collection(&rows))
}

async fn try_whole(
    world: &World,
    folder: &TempDir,
    others: &[Value],
    change: impl FnOnce(&mut ImportOptions),
) -> Result<Report, ImportError> {
    try_load(world, &file(folder, others), |options| {
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        options.extent = Extent::Whole {
            allow_retire: false,
        };
        options.sample = 2;
        change(options);
    })
    .await
}

async fn whole(world: &World, folder: &TempDir, others: &[Value]) -> Report {
    try_whole(world, folder, others, |_| ()).await.unwrap()
}

/// New, changed, retired, and in the file.
fn counts(report: &Report) -> (i64, i64, i64, i64) {
    let unnumbered = &report.unnumbered;
    (
        unnumbered.inserted,
        unnumbered.updated,
        unnumbered.retired,
        unnumbered.total(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_kept_with_its_kind_in_both_ways_of_importing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let direct = whole(&world, &folder, &of_each_kind()).await;
    assert_eq!(direct.direct, 18, "{direct}");
    assert_eq!((stored(&world).await, direct.rejections.total()), (20, 0));
    assert_eq!(
        direct.unnumbered.by_kind,
        BTreeMap::from([
            (RightOfWay, 2),
            (Water, 1),
            (Railroad, 1),
            (CommonArea, 1),
            (Other, 1)
        ])
    );
    let said = direct.to_string();
    assert!(
        said.contains(
            "kept without a number: 6 (right of way 2, water 1, railroad 1, common area 1, other 1); 6 new, 0 changed, 0 unchanged"
        ),
        "{said}"
    );
    let described = "SELECT string_agg(kind || ':' || description, ',' ORDER BY kind, description) FROM unnumbered_features";
    assert_eq!(
        text(&world, described).await,
        "common_area:HOA open space,right_of_way:MAIN STREET,water:Lake"
    );
    let written = text(&world, STATE).await;
    // The same file again changes nothing.
    let before = text(&world, EXACTLY).await;
    let again = whole(&world, &folder, &of_each_kind()).await;
    assert_eq!(counts(&again), (0, 0, 0, 6), "{again}");
    assert_eq!(text(&world, EXACTLY).await, before);
    for batch in [again.batch, direct.batch] {
        undo(&world.db.app(), batch.unwrap()).await.unwrap();
    }
    assert_eq!(text(&world, STATE).await, "");
    let staged = try_whole(&world, &folder, &of_each_kind(), |options| {
        options.sample = usize::MAX;
    })
    .await
    .unwrap();
    assert_eq!(
        (staged.direct, counts(&staged)),
        (0, (6, 0, 0, 6)),
        "{staged}"
    );
    assert_eq!(text(&world, STATE).await, written);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_retires_it_and_undoing_gives_the_state_before() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    let mut next = of_each_kind();
    // Of another kind, gone, and new.
    next[4] = land(4, &json!("UNKNOWN"), "Pond");
    next[0] = land(7, &json!(""), "");
    let files = [of_each_kind(), next, of_each_kind(), Vec::new()];
    let expected = [(6, 0, 0, 6), (1, 1, 1, 6), (1, 1, 1, 6), (0, 0, 6, 0)];
    let (mut states, mut batches) = (vec![text(&world, EXACTLY).await], Vec::new());
    for (rows, expected) in files.iter().zip(expected) {
        let report = whole(&world, &folder, rows).await;
        assert_eq!(counts(&report), expected, "{report}");
        states.push(text(&world, EXACTLY).await);
        batches.push(report.batch.unwrap());
    }
    // A part.
    let other = [land(1, &json!(null), "River")];
    let part = try_whole(&world, &folder, &other, |options| {
        options.extent = Extent::Part;
    });
    let part = part.await.unwrap();
    assert_eq!(counts(&part), (1, 0, 0, 1), "{part}");
    undo(&app, part.batch.unwrap()).await.unwrap();
    // A dry run says the same and writes nothing.
    let dry = try_whole(&world, &folder, &of_each_kind(), |options| {
        options.dry_run = true;
    })
    .await
    .unwrap();
    assert_eq!(counts(&dry), (6, 0, 0, 6));
    assert_eq!(text(&world, EXACTLY).await, states[4]);
    let compare = async |a: usize, b: usize| {
        let found = diff(&app, (batches[a], batches[b]), 5, None).await.unwrap();
        let changes = found.changes.iter().filter(|change| change.parcels > 0);
        let changes: Vec<_> = changes
            .map(|change| (change.what.clone(), change.parcels))
            .collect();
        (changes, found.to_string())
    };
    let (changes, shown) = compare(0, 1).await;
    let expected = [
        ("new without number", 1),
        ("retired without number", 1),
        ("kind changed", 1),
    ];
    assert_eq!(
        changes,
        expected.map(|(what, count)| (what.to_owned(), count))
    );
    assert!(
        shown.contains("kind changed            1        other → water: Pond"),
        "{shown}"
    );
    assert_eq!(compare(0, 2).await.0, []);
    let all_gone = ("retired without number".to_owned(), 6);
    assert_eq!(compare(2, 3).await.0, [all_gone]);
    for (batch, before) in batches.iter().zip(&states).rev() {
        let undone = undo(&app, *batch).await.unwrap();
        assert_eq!(&text(&world, EXACTLY).await, before);
        if *batch == batches[1] {
            assert_eq!(
                (undone.unnumbered_restored, undone.unnumbered_removed),
                (2, 2)
            );
            assert!(
                undone.to_string().contains(
                    "without a number: 2 are as they were before, 2 that it had added are removed"
                ),
                "{undone}"
            );
        }
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_count_it_and_old_rows_are_deleted_with_their_history() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    whole(&world, &folder, &of_each_kind()).await;
    let last = whole(&world, &folder, &of_each_kind()[1..]).await;
    let found = batches::show(&app, last.batch.unwrap()).await.unwrap();
    assert_eq!(found.unnumbered["right_of_way"], 1);
    let shown = found.to_string();
    assert!(
        shown.contains(
            "no number    kept 5 (common area 1, other 1, railroad 1, right of way 1, water 1): 0 new, 0 changed, 1 retired"
        ),
        "{shown}"
    );
    assert!(batches::table(&[found]).contains("no number"));
    let rows = "SELECT count(*)::text FROM unnumbered_features";
    prune_all(&app, 1).await.unwrap();
    assert_eq!(
        text(&world, rows).await,
        "6",
        "the last batch can be undone"
    );
    prune_all(&app, 0).await.unwrap();
    assert_eq!(text(&world, rows).await, "5");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_usable_outline_it_is_rejected() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut rows = of_each_kind();
    rows[1]["geometry"] = Value::Null;
    rows[2]["geometry"]["coordinates"] = json!("x");
    rows[3]["geometry"] = square(-77.64, 39.09, 0.001);
    rows[5]["geometry"] = rows[4]["geometry"].clone();
    let report = whole(&world, &folder, &rows).await;
    assert_eq!(counts(&report), (2, 0, 0, 2), "{report}");
    let rejected = std::fs::read_to_string(rejects_of(&folder.path().join("any.geojson"))).unwrap();
    for line in [
        "12,no outline,,",
        "13,no usable outline,RR,",
        "14,\"outside of Rutherford, NC (37161)\",0,",
        "16,\"without a parcel number, with the outline of row 15\",MAIN STREET,",
    ] {
        assert!(rejected.contains(line), "{line} is not in\n{rejected}");
    }
    // A point has the outline of a parcel.
    let table = "APN,Owner,lat,lon\nR-0,HERON LLC,35.3005,-81.9995\n,HERON LLC,35.3005,-81.9985\n";
    let points = write(&folder, "points.csv", table);
    let report = try_load(&world, &points, |options| {
        options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
    })
    .await
    .unwrap();
    assert_eq!(report.rejections.of("no parcel number"), 1, "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_numbers_in_another_column_is_refused() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut rows = of_each_kind();
    rows.extend(features(3, PLACE));
    let mostly = write(&folder, "mostly.geojson", collection(&rows));
    let error = refused(&world, &mostly, |options| {
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
    })
    .await;
    assert_eq!(
        error.to_string(),
        "6 of the 9 rows have no parcel number; give --field-map with the column of the parcel number"
    );
    assert_eq!(text(&world, STATE).await, "");
    // A guess is not made of a column that is blank in a third of the rows.
    let mut rows = features(10, PLACE);
    rows.extend(of_each_kind());
    let guessed = write(&folder, "guessed.geojson", collection(&rows));
    let error = refused(&world, &guessed, |options| options.accept_guess = true).await;
    assert!(matches!(error, ImportError::NoGuess), "{error}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_says_what_it_is() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut rows = of_each_kind();
    // A street along the first parcel and under half of it.
    let street = json!({ "APN": "ROW", "Use": "Street" });
    rows.push(row(&street, &square(PLACE.0, PLACE.1 - 0.0005, 0.001)));
    let report = whole(&world, &folder, &rows).await;
    let (lon, lat) = middle(0);
    let (status, body) = world.look_up(lon, lat).await;
    let fetched = body["feature"]["fetched_at"].clone();
    assert!(fetched.is_string(), "{body}");
    let expected = json!({
        "status": "not_found",
        "data": null,
        "feature": {
            "kind": "right_of_way",
            "label": "Right of way, no parcel number",
            "description": null,
            "source": "Made here",
            "source_licence": "CC0",
            "fetched_at": fetched,
        },
    });
    assert_eq!((status, &body), (200, &expected));
    for (index, label, description) in [
        (1, "Water, no parcel number", json!("Lake")),
        (2, "Railroad, no parcel number", json!(null)),
        (3, "Common area, no parcel number", json!("HOA open space")),
        (4, "No parcel number", json!(null)),
    ] {
        let (lon, lat) = middle(index);
        let (_, body) = world.look_up(lon, lat).await;
        assert_eq!(body["feature"]["label"], label, "{body}");
        assert_eq!(body["feature"]["description"], description);
    }
    // 22 m beside the parcel, on the street: the nearest one, and what the point is on.
    let beside = (PLACE.0 + 0.0005, PLACE.1 - 0.0002);
    let (_, near) = world.look_up(beside.0, beside.1).await;
    assert_eq!(
        (&near["status"], &near["data"]["parcelnumb"]),
        (&json!("found"), &json!("R-0"))
    );
    assert!(near["distance_m"].is_number());
    assert_eq!(near["feature"]["description"], "Street");
    // A parcel hides what is under it.
    let (_, on_it) = world.look_up(beside.0, PLACE.1 + 0.0002).await;
    assert_eq!(on_it["data"]["parcelnumb"], "R-0");
    assert!(on_it.get("feature").is_none(), "{on_it}");
    let points = [
        (lon, lat),
        beside,
        (PLACE.0 + 0.0005, PLACE.1 + 0.0002),
        (-81.8, 35.35),
    ];
    let points = points.map(|(lon, lat)| json!({ "lat": lat, "lon": lon }));
    let (_, several) = world
        .post("/process_coords/batch", json!({ "points": points }))
        .await;
    let nothing = json!({ "status": "not_found", "data": null });
    assert_eq!(several["results"], json!([expected, near, on_it, nothing]));
    // Retired land is on no map.
    whole(&world, &folder, &[]).await;
    assert_eq!(world.look_up(lon, lat).await.1, nothing);
    let again = undo(&world.db.app(), report.batch.unwrap() + 1)
        .await
        .unwrap();
    assert_eq!(again.unnumbered_restored, 7);
    assert_eq!(world.look_up(lon, lat).await.1, expected);
    world.stop().await;
}
