//! What a change of flood layers changed of parcels that firms hold, and of what their saved searches find.

use domain::CustomerId;
use feature_files::Input;
use layer_import::{LayerFile, Report, import_layer, remove_layer};
use parcel_lookup::parcel_watch::flood_changes;
use parcel_lookup::site_layers::services::{Answer, Feature, FeatureShape};
use parcel_lookup::site_layers::{Cell, cells_of, store};
use serde_json::{Value, json};
use site_layers::LayerKind;
use tempfile::TempDir;
use uuid::Uuid;

use super::watch::{ALL, Heard, changed, fact, hold, import, parcel, watch};
use super::{COUNTY, PLACE, collection, row, square, text, write};
use crate::support::World;

/// Zones of a map: the letters, and the parcels of the row where the zone begins and ends.
type Zones<'a> = &'a [(&'a str, f64, f64)];

fn map(folder: &TempDir, zones: Zones<'_>, date: &str) -> LayerFile {
    let zone = |(letters, from, to): &(&str, f64, f64)| {
        let (west, east) = (PLACE.0 + from * 0.001, PLACE.0 + to * 0.001);
        let (south, north) = (PLACE.1 - 0.001, PLACE.1 + 0.002);
        let ring = [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
        ];
        row(
            &json!({ "FLD_ZONE": letters }),
            &json!({ "type": "Polygon", "coordinates": [ring] }),
        )
    };
    let features: Vec<Value> = zones.iter().map(zone).collect();
    LayerFile {
        kind: LayerKind::Flood,
        name: "flood map".to_owned(),
        input: Input::new(write(folder, "map.geojson", collection(&features))),
        crs: None,
        swap_axes: false,
        source: "FEMA".to_owned(),
        licence: None,
        date: date.parse().ok(),
        coverage: None,
        rejects: None,
        dry_run: false,
    }
}

/// Imports a map in the place of the one before.
async fn import_map(world: &World, folder: &TempDir, zones: Zones<'_>, date: &str) -> Report {
    import_layer(&world.db.app(), &map(folder, zones, date))
        .await
        .unwrap()
}

/// Ten parcels in the zone X of the county's record; of the last one it says nothing.
fn parcels() -> Vec<Value> {
    let recorded = |place: i32| match place {
        9 => json!({ "Flood": null }),
        _ => json!({}),
    };
    (0..10)
        .map(|place| {
            let number = format!("R-{place}");
            parcel(&number, f64::from(place), ALL, &recorded(place))
        })
        .collect()
}

const FIRST: Zones<'static> = &[
    ("X", 0.0, 4.0),
    ("AE", 4.0, 6.0),
    ("D", 6.0, 7.0),
    ("X", 9.0, 10.0),
];
const SECOND: Zones<'static> = &[("AE", 0.0, 1.0), ("X", 1.0, 6.0)];

/// The number of the next announced change.
async fn announced(heard: &mut Heard) -> (i64, Value) {
    let event = heard.next().await;
    assert_eq!(event.r#type, "parcels.imported");
    assert_eq!(event.customerid.0, Uuid::nil());
    (event.data["batch_id"].as_i64().unwrap(), event.data)
}

fn zone(before: &str, after: &str) -> Value {
    json!([fact("flood_zone", Some(before), Some(after))])
}

#[tokio::test(flavor = "multi_thread")]
async fn each_firm_is_told_once_of_parcels_that_a_layer_gives_another_flood_zone() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    import(&world, &folder, &parcels()).await;
    let (imported, _) = announced(&mut heard).await;
    let (ours, theirs) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));

    // A dry run says what an import would do, and does nothing.
    let dry = LayerFile {
        dry_run: true,
        ..map(&folder, FIRST, "2026-01-31")
    };
    let planned = import_layer(&world.db.app(), &dry).await.unwrap();
    assert_eq!(planned.flood_changes, Some(2));
    assert_eq!(
        world.db.count("SELECT count(*) FROM flood_changes").await,
        0
    );

    // The first map: are not what the county says. R-9, which was unknown, did not change; of R-6 the county still decides.
    let report = import_map(&world, &folder, FIRST, "2026-01-31").await;
    assert_eq!(report.flood_changes, Some(2), "{report}");
    let said = report.to_string();
    assert!(
        said.contains("2 parcels have another flood zone than before"),
        "{said}"
    );
    let (first, data) = announced(&mut heard).await;
    assert!(first > imported);
    assert_eq!(
        (&data["counties"], &data["source"], &data["source_date"]),
        (&json!([COUNTY]), &json!("FEMA"), &json!("2026-01-31"))
    );
    hold(&world, ours, first, &["R-0", "R-4", "R-6", "R-9"]).await;
    hold(&world, ours, first, &["R-4"]).await;
    hold(&world, theirs, first, &["R-5", "R-7"]).await;
    let told = heard.changes(2).await;
    heard.nothing().await;
    assert_eq!(changed(&told, ours, "R-4"), zone("X", "AE"));
    assert_eq!(changed(&told, theirs, "R-5"), zone("X", "AE"));
    let data = &told[&(ours.0, "R-4".to_owned())];
    assert_eq!(
        (&data["source"], &data["is_undone"], &data["batch_id"]),
        (&json!("FEMA"), &json!(false), &json!(first))
    );

    // A newer one: R-0 floods, R-4 and R-5 no longer do. It does not know R-9, which is no change either.
    let second = import_map(&world, &folder, SECOND, "2026-06-30").await;
    assert_eq!(second.flood_changes, Some(3), "{second}");
    let (batch, _) = announced(&mut heard).await;
    hold(&world, ours, batch, &["R-0", "R-1", "R-4", "R-9"]).await;
    let told = heard.changes(2).await;
    assert_eq!(changed(&told, ours, "R-0"), zone("X", "AE"));
    assert_eq!(changed(&told, ours, "R-4"), zone("AE", "X"));
    // Who answers late is told what the first one changed.
    let late = CustomerId(Uuid::new_v4());
    hold(&world, late, first, &["R-4"]).await;
    let told = heard.changes(1).await;
    assert_eq!(changed(&told, late, "R-4"), zone("X", "AE"));

    // The same file again, as after a program that was killed behind the commit.
    let again = import_map(&world, &folder, SECOND, "2026-06-30").await;
    assert_eq!(again.flood_changes, Some(0), "{again}");
    heard.nothing().await;

    // Without it the county decides: R-0 is dry again, and the others are as before.
    let removed = remove_layer(&world.db.app(), again.layer_id).await;
    assert_eq!(removed.unwrap(), Some(1));
    let (batch, data) = announced(&mut heard).await;
    assert_eq!(data["source"], "FEMA (layer removed)");
    hold(&world, ours, batch, &["R-0", "R-4"]).await;
    let told = heard.changes(1).await;
    heard.nothing().await;
    assert_eq!(changed(&told, ours, "R-0"), zone("AE", "X"));
    assert_eq!(told[&(ours.0, "R-0".to_owned())]["is_undone"], false);
    world.stop().await;
}

/// Zones of maps are compared by their letters, and the order of a file's rows decides nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_letters_of_two_maps_are_compared() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    import(&world, &folder, &parcels()).await;
    let overlapping: [(&str, f64, f64); 2] = [("VE", 0.0, 2.0), ("AE", 1.0, 3.0)];
    let first = import_map(&world, &folder, &overlapping, "2026-01-31").await;
    assert_eq!(first.flood_changes, Some(3));
    let [coast, river] = overlapping;
    let turned = import_map(&world, &folder, &[river, coast], "2026-01-31").await;
    assert_eq!(turned.flood_changes, Some(0));
    // All three are AE: only R-0 was not.
    let river = import_map(&world, &folder, &[("AE", 0.0, 3.0)], "2026-06-30").await;
    assert_eq!(river.flood_changes, Some(1));
    let zones = "SELECT string_agg(zone_before || ' ' || zone_after, ', ') FROM flood_change_parcels \
        WHERE batch_id = (SELECT max(batch_id) FROM flood_changes)";
    assert_eq!(text(&world, zones).await, "VE AE");
    // Another layer beside it: the wet one counts, so nothing changes.
    let beside = LayerFile {
        name: "other map".to_owned(),
        ..map(&folder, &[("X", 0.0, 3.0)], "2026-06-30")
    };
    let beside = import_layer(&world.db.app(), &beside).await.unwrap();
    assert_eq!((beside.flood_changes, beside.replaced), (Some(0), false));
    // Until the first one goes.
    let removed = remove_layer(&world.db.app(), river.layer_id).await;
    assert_eq!(removed.unwrap(), Some(3));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_are_told_what_another_flood_zone_changed() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    import(&world, &folder, &parcels()).await;
    announced(&mut heard).await;
    import_map(&world, &folder, FIRST, "2026-01-31").await;
    let (first, _) = announced(&mut heard).await;
    let second = import_map(&world, &folder, SECOND, "2026-06-30").await;
    let (batch, _) = announced(&mut heard).await;

    let (firm, other) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));
    let [wet, dry, all, inside, none, theirs, late] = [(); 7].map(|()| Uuid::new_v4());
    let (is_wet, in_r1) = ("in_flood_zone = TRUE", "zoning = 'R-1'");
    let searches = [
        // R-0 floods now; no longer do.
        (wet, is_wet, Value::Null),
        (dry, "in_flood_zone = FALSE", Value::Null),
        // All three match as before.
        (all, in_r1, Value::Null),
        (inside, in_r1, square(PLACE.0 + 4.0 * 0.001, PLACE.1, 0.001)),
        (none, "zoning = 'M-2'", Value::Null),
    ];
    watch(&world, firm, batch, &searches).await;
    watch(&world, firm, batch, &searches).await;
    watch(&world, other, batch, &[(theirs, is_wet, Value::Null)]).await;
    let told = heard.matches(5).await;
    heard.nothing().await;
    let counted = |search: Uuid| {
        let data = &told[&search];
        (data["parcels"].clone(), data["changed"].clone())
    };
    let flood = |flood: i64, unmatched: i64| json!({ "parcels": flood + unmatched, "owner": 0, "sale": 0, "zoning": 0, "flood": flood, "gone": 0, "unmatched": unmatched });
    assert_eq!(counted(wet), (json!(1), flood(0, 2)));
    assert_eq!(counted(dry), (json!(2), flood(0, 1)));
    assert_eq!(counted(all), (json!(0), flood(3, 0)));
    assert_eq!(counted(inside), (json!(0), flood(1, 0)));
    assert_eq!(counted(theirs), (json!(1), flood(0, 2)));
    assert!(!told.contains_key(&none));
    assert_eq!(
        (&told[&all]["source"], &told[&all]["is_undone"]),
        (&json!("FEMA"), &json!(false))
    );

    // The first one is counted late, when there is no map at all: it made flood.
    remove_layer(&world.db.app(), second.layer_id)
        .await
        .unwrap();
    announced(&mut heard).await;
    watch(&world, firm, first, &[(late, is_wet, Value::Null)]).await;
    let told = heard.matches(1).await;
    assert_eq!(
        (&told[&late]["parcels"], &told[&late]["changed"]),
        (&json!(2), &flood(0, 0))
    );
    world.stop().await;
}

/// Keeps what a public service says of R-0.
async fn answered(world: &World, cell: Cell, letters: &str, class: &str) {
    let answer = Answer {
        features: vec![Feature {
            attributes: json!({ "zone": letters, "class": class }),
            shape: FeatureShape::GeoJson(square(PLACE.0, PLACE.1, 0.001)),
        }],
        cell_m: None,
    };
    let kept: Result<(), diesel::result::Error> = db::system_tx(world.db.pool(), async |conn| {
        store::keep(conn, LayerKind::Flood, cell, &answer).await
    })
    .await;
    kept.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_answer_of_a_public_service_is_a_change_and_the_first_one_is_not() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    import(&world, &folder, &parcels()).await;
    let (lon, lat) = (PLACE.0 + 0.0005, PLACE.1 + 0.0005);
    let cell = cells_of([lon, lat, lon, lat]).unwrap()[0];
    for (letters, class, changes) in [
        ("AE", "sfha", ""),
        ("AE", "sfha", ""),
        ("X", "minimal", "AE X"),
    ] {
        answered(&world, cell, letters, class).await;
        let found = "SELECT coalesce(string_agg(zone_before || ' ' || zone_after, ', '), '') FROM flood_change_parcels";
        assert_eq!(text(&world, found).await, changes);
    }
    let layers = "SELECT string_agg(name, ', ') FROM site_layers";
    assert_eq!(text(&world, layers).await, format!("cell {}", cell.name()));
    let source = "SELECT source FROM flood_changes";
    assert_eq!(
        text(&world, source).await,
        "FEMA National Flood Hazard Layer"
    );
    world.stop().await;
}

/// Deletes what is old. How many changes, parcels of them and told ones are left.
async fn left(world: &World) -> String {
    db::unscoped_tx(world.db.pool(), "a test", async |conn| {
        flood_changes::unscoped_delete_old(conn).await
    })
    .await
    .unwrap();
    let counts = [
        "flood_changes",
        "flood_change_parcels",
        "told_parcel_changes",
    ];
    let mut left = Vec::new();
    for table in counts {
        let count = format!("SELECT count(*) FROM {table}");
        left.push(world.db.count(&count).await.to_string());
    }
    left.join(" ")
}

/// Old changes go with what was told of them.
#[tokio::test(flavor = "multi_thread")]
async fn old_changes_are_deleted() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    import(&world, &folder, &parcels()).await;
    announced(&mut heard).await;
    import_map(&world, &folder, FIRST, "2026-01-31").await;
    let (batch, _) = announced(&mut heard).await;
    let firm = CustomerId(Uuid::new_v4());
    hold(&world, firm, batch, &["R-4"]).await;
    heard.changes(1).await;
    assert_eq!(left(&world).await, "1 2 1");
    world
        .sql("UPDATE flood_changes SET announced_at = now() - interval '61 days'")
        .await;
    assert_eq!(left(&world).await, "0 0 0");
    // An answer that comes now is of an unknown import.
    hold(&world, firm, batch, &["R-4"]).await;
    heard.nothing().await;
    world.stop().await;
}
