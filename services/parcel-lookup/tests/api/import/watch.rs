//! What imports changed of parcels that firms hold.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::CustomerId;
use futures::StreamExt as _;
use messaging::{Broadcast, BroadcastStream, Envelope, Event, outbox};
use parcel_import::batches::undo;
use parcel_import::{Extent, Report};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;
use test_support::{TEST_TIMEOUT, assert_event_valid, wait_for};
use uuid::Uuid;

use super::{COUNTY, PLACE, collection, row, text, try_load, write};
use crate::support::{World, fields};

const MAP: &str = "parcelnumb=APN,owner=Owner,saledate=Sold,saleprice=Price,zoning=Zone,flood_zone=Flood,parval=Value";

/// A parcel in the so-many-th place of a row, which begins and ends at these parts of its place.
pub(super) fn parcel(number: &str, place: f64, part: (f64, f64), facts: &Value) -> Value {
    let (west, east) = (
        PLACE.0 + (place + part.0) * 0.001,
        PLACE.0 + (place + part.1) * 0.001,
    );
    let (south, north) = (PLACE.1, PLACE.1 + 0.001);
    let outline = json!({ "type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]] });
    let mut properties = json!({ "APN": number, "Owner": "HERON LLC", "Zone": "R-1", "Flood": "X", "Value": 100_000, "Sold": null, "Price": null });
    for (name, value) in facts.as_object().unwrap() {
        properties[name] = value.clone();
    }
    row(&properties, &outline)
}

/// Imports these parcels as the whole county.
pub(super) async fn import(world: &World, folder: &TempDir, parcels: &[Value]) -> Report {
    let file = write(folder, "county.geojson", collection(parcels));
    try_load(world, &file, |options| {
        options.extent = Extent::Whole { allow_retire: true };
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
    })
    .await
    .unwrap()
}

fn id(number: &str) -> Uuid {
    fields(COUNTY, number).ll_uuid.0
}

/// What the service says of imports.
pub(super) struct Heard(BroadcastStream);

impl Heard {
    pub(super) async fn start(world: &World) -> Self {
        let types = ["parcels.imported", "parcel.changed", "saved_search.matched"];
        let stream = Broadcast::subscribe(world.amqp.config("listener"), &types);
        let health = stream.health();
        wait_for(TEST_TIMEOUT, || async { health.is_connected() }).await;
        wait_for(TEST_TIMEOUT, || async {
            let ready = world.anonymous(reqwest::Method::GET, "/readyz").send();
            ready.await.unwrap().status() == 200
        })
        .await;
        Self(stream)
    }

    pub(super) async fn next(&mut self) -> Envelope {
        let event = tokio::time::timeout(TEST_TIMEOUT, self.0.next()).await;
        let event = event.expect("an event in time").unwrap();
        assert_event_valid(&event);
        event
    }

    /// So many changes, each as firm, parcel number and what changed, in this order.
    pub(super) async fn changes(&mut self, count: usize) -> BTreeMap<(Uuid, String), Value> {
        let mut changes = BTreeMap::new();
        for _ in 0..count {
            let event = self.next().await;
            assert_eq!(event.r#type, "parcel.changed");
            assert_eq!(event.subject, event.data["ll_uuid"].as_str().unwrap());
            let number = event.data["parcelnumb"].as_str().unwrap().to_owned();
            let before = changes.insert((event.customerid.0, number), event.data);
            assert!(before.is_none(), "told twice");
        }
        changes
    }

    pub(super) async fn nothing(&mut self) {
        let more = tokio::time::timeout(Duration::from_millis(700), self.0.next()).await;
        assert!(more.is_err(), "{more:?}");
    }
}

/// Says what a firm holds, as main-api would.
pub(super) async fn hold(world: &World, firm: CustomerId, batch_id: i64, numbers: &[&str]) {
    let ids: Vec<Uuid> = numbers.iter().map(|number| id(number)).collect();
    let data = json!({ "batch_id": batch_id, "ll_uuids": ids });
    let event = Event::new("parcels.held", batch_id, 1, firm, data);
    db::tenant_tx(world.db.pool(), firm, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
}

pub(super) fn changed(
    changes: &BTreeMap<(Uuid, String), Value>,
    firm: CustomerId,
    number: &str,
) -> Value {
    changes[&(firm.0, number.to_owned())]["changes"].clone()
}

pub(super) fn fact(name: &str, before: Option<&str>, after: Option<&str>) -> Value {
    json!({ "fact": name, "before": before, "after": after })
}

pub(super) const ALL: (f64, f64) = (0.0, 1.0);

/// Ten parcels, of which the later file changes most.
fn first() -> Vec<Value> {
    let same = json!({});
    (0..10)
        .map(|place| parcel(&format!("R-{place}"), f64::from(place), ALL, &same))
        .collect()
}

/// R-0 is sold, R-1 rezoned and in a flood zone, R-2 split, R-3 and R-4 merged, R-5 gone, R-6 has another value; are the same.
fn second() -> Vec<Value> {
    let same = json!({});
    let sold = json!({ "Owner": "EGRET LP", "Sold": "2026-10-02", "Price": "250000.50" });
    vec![
        parcel("R-0", 0.0, ALL, &sold),
        parcel("R-1", 1.0, ALL, &json!({ "Zone": "M-2", "Flood": "AE" })),
        parcel("R-2A", 2.0, (0.0, 0.5), &same),
        parcel("R-2B", 2.0, (0.5, 1.0), &same),
        parcel("R-34", 3.0, (0.0, 2.0), &same),
        parcel("R-6", 6.0, ALL, &json!({ "Value": 120_000 })),
        parcel("R-7", 7.0, ALL, &same),
        parcel("R-8", 8.0, ALL, &same),
        parcel("R-9", 9.0, ALL, &same),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_firm_is_told_once_what_an_import_changed_of_what_it_holds() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    import(&world, &folder, &first()).await;
    let batch = import(&world, &folder, &second()).await.batch.unwrap();
    assert_eq!(heard.next().await.r#type, "parcels.imported");
    let imported = heard.next().await;
    assert_eq!(imported.r#type, "parcels.imported");
    assert_eq!(imported.customerid.0, Uuid::nil());
    let expected = json!([COUNTY]);
    assert_eq!(
        (&imported.data["batch_id"], &imported.data["counties"]),
        (&json!(batch), &expected)
    );

    let (ours, theirs) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));
    let numbers = ["R-0", "R-1", "R-2", "R-3", "R-5", "R-8"];
    hold(&world, ours, batch, &numbers).await;
    hold(&world, theirs, batch, &["R-0", "R-4", "R-9"]).await;
    hold(&world, ours, batch, &["R-0", "R-6"]).await;
    let told = heard.changes(8).await;
    heard.nothing().await;
    let sold = json!([
        fact("owner", Some("HERON LLC"), Some("EGRET LP")),
        fact("saledate", None, Some("2026-10-02")),
        fact("saleprice", None, Some("250000.5")),
    ]);
    assert_eq!(changed(&told, ours, "R-0"), sold);
    assert_eq!(changed(&told, theirs, "R-0"), sold);
    let land = json!([
        fact("zoning", Some("R-1"), Some("M-2")),
        fact("flood_zone", Some("X"), Some("AE"))
    ]);
    assert_eq!(changed(&told, ours, "R-1"), land);
    let split = json!([fact("split", Some("R-2"), Some("R-2A, R-2B"))]);
    assert_eq!(changed(&told, ours, "R-2"), split);
    let merged = json!([fact("merged", Some("R-3, R-4"), Some("R-34"))]);
    assert_eq!(changed(&told, ours, "R-3"), merged);
    assert_eq!(changed(&told, theirs, "R-4"), merged);
    let gone = json!([fact("retired", Some("R-5"), None)]);
    assert_eq!(changed(&told, ours, "R-5"), gone);
    let value = json!([fact("parval", Some("100000"), Some("120000"))]);
    assert_eq!(changed(&told, ours, "R-6"), value);
    let data = &told[&(ours.0, "R-0".to_owned())];
    assert_eq!(
        (&data["source"], &data["is_undone"]),
        (&json!("Made here"), &json!(false))
    );
    undo(&world.db.app(), batch).await.unwrap();
    let back = heard.changes(8).await;
    heard.nothing().await;
    let unsold = json!([
        fact("owner", Some("EGRET LP"), Some("HERON LLC")),
        fact("saledate", Some("2026-10-02"), None),
        fact("saleprice", Some("250000.5"), None),
    ]);
    assert_eq!(changed(&back, theirs, "R-0"), unsold);
    let whole = json!([fact("split", Some("R-2A, R-2B"), Some("R-2"))]);
    assert_eq!(changed(&back, ours, "R-2"), whole);
    assert!(back.values().all(|data| data["is_undone"] == true));
    // Whoever answers late is told nothing of an import that is undone.
    hold(&world, CustomerId(Uuid::new_v4()), batch, &["R-0"]).await;
    heard.nothing().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_comparison_is_with_the_state_after_its_own_import() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    let owned = |owner: &str| [parcel("R-0", 0.0, ALL, &json!({ "Owner": owner }))];
    let first = import(&world, &folder, &owned("HERON LLC"))
        .await
        .batch
        .unwrap();
    let second = import(&world, &folder, &owned("EGRET LP"))
        .await
        .batch
        .unwrap();
    let third = import(&world, &folder, &owned("IBIS TRUST"))
        .await
        .batch
        .unwrap();
    let imported = [heard.next().await, heard.next().await, heard.next().await];
    assert_eq!(
        imported.map(|event| event.data["batch_id"].clone()),
        [json!(first), json!(second), json!(third)]
    );
    let firm = CustomerId(Uuid::new_v4());
    for (batch, before, after) in [
        (second, "HERON LLC", "EGRET LP"),
        (third, "EGRET LP", "IBIS TRUST"),
    ] {
        hold(&world, firm, batch, &["R-0"]).await;
        let told = heard.changes(1).await;
        assert_eq!(
            changed(&told, firm, "R-0"),
            json!([fact("owner", Some(before), Some(after))])
        );
    }
    // An import that changes nothing is no news.
    import(&world, &folder, &owned("IBIS TRUST")).await;
    let announced = "SELECT count(*)::text FROM announced_batches";
    wait_for(TEST_TIMEOUT, || async {
        text(&world, announced).await == "4"
    })
    .await;
    heard.nothing().await;
    world.stop().await;
}

/// Says what a firm searches for, as main-api would.
pub(super) async fn watch(
    world: &World,
    firm: CustomerId,
    batch_id: i64,
    searches: &[(Uuid, &str, Value)],
) {
    let search = |(id, filter, area): &(Uuid, &str, Value)| json!({ "search_id": id, "filter": filter, "area": area });
    let searches: Vec<Value> = searches.iter().map(search).collect();
    let data = json!({ "batch_id": batch_id, "searches": searches });
    let event = Event::new("saved_searches.watched", batch_id, 1, firm, data);
    db::tenant_tx(world.db.pool(), firm, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
}

impl Heard {
    /// So many matches, as search and number of parcels, in no order.
    pub(super) async fn matches(&mut self, count: usize) -> BTreeMap<Uuid, Value> {
        let mut matches = BTreeMap::new();
        for _ in 0..count {
            let event = self.next().await;
            assert_eq!(event.r#type, "saved_search.matched", "{event:?}");
            let search = event.subject.parse().unwrap();
            assert!(matches.insert(search, event.data).is_none(), "told twice");
        }
        matches
    }
}

async fn waits_for_searches(world: &World, left: &str) {
    let due = "SELECT count(*)::text FROM watched_searches WHERE ended_at IS NULL";
    wait_for(TEST_TIMEOUT, || async { text(world, due).await == left }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firm_is_told_how_many_parcels_newly_match_each_search_and_what_changed_of_the_others() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    let everything = import(&world, &folder, &first()).await.batch.unwrap();
    let batch = import(&world, &folder, &second()).await.batch.unwrap();
    heard.next().await;
    heard.next().await;
    let firm = CustomerId(Uuid::new_v4());
    let [
        owner,
        value,
        unchanged,
        all,
        inside,
        outside,
        retired,
        old,
        growth,
        made,
        left,
        left_made,
    ] = [(); 12].map(|()| Uuid::new_v4());
    let square = |place: f64| {
        let (west, east) = (PLACE.0 + place * 0.001, PLACE.0 + (place + 1.0) * 0.001);
        let (south, north) = (PLACE.1, PLACE.1 + 0.001);
        json!({ "type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]] })
    };
    let run = format!(
        "growth_run_id = '{}' AND growth_chance > 0.5",
        Uuid::new_v4()
    );
    let far = json!({ "type": "Polygon", "coordinates": [[[-80.0, 40.0], [-79.0, 40.0], [-79.0, 41.0], [-80.0, 40.0]]] });
    let searches = [
        // R-0 has another owner: one changed parcel that did not match before.
        (owner, "owner = 'EGRET LP'", Value::Null),
        // R-6 rose above it; the others were and are 100,000.
        (value, "total_value >= 110000", Value::Null),
        // match as before; R-2A, R-2B and R-34 are new.
        (all, "total_value >= 50000", Value::Null),
        (unchanged, "zoning = 'NONE'", Value::Null),
        (inside, "owner IS NOT NULL", square(2.0)),
        (outside, "owner IS NOT NULL", far),
        // Where R-5 was, which is retired: nothing newly matches.
        (retired, "owner IS NOT NULL", square(5.0)),
        (old, "no_such_field = 1", Value::Null),
        (growth, run.as_str(), Value::Null),
        // Made of the owner: R-0 was a company's before as well.
        (
            made,
            "owner_kind = 'company' AND ll_gisacre > 0",
            Value::Null,
        ),
        // R-1 is rezoned.
        (left, "zoning = 'R-1'", Value::Null),
        // R-0 is sold.
        (
            left_made,
            "owner_kind = 'company' AND owner = 'HERON LLC'",
            Value::Null,
        ),
    ];
    watch(&world, firm, batch, &searches).await;
    // Told again; and to another firm.
    watch(&world, firm, batch, &searches).await;
    let theirs = CustomerId(Uuid::new_v4());
    watch(
        &world,
        theirs,
        batch,
        &[(Uuid::new_v4(), "zoning = 'M-2'", Value::Null)],
    )
    .await;
    let told = heard.matches(9).await;
    heard.nothing().await;
    waits_for_searches(&world, "0").await;
    let parcels = |search: Uuid| told.get(&search).map(|data| data["parcels"].clone());
    assert_eq!(parcels(owner), Some(json!(1)));
    assert_eq!(parcels(value), Some(json!(1)));
    assert_eq!(parcels(all), Some(json!(3)));
    assert_eq!(parcels(inside), Some(json!(2)));
    assert_eq!(parcels(made), Some(json!(3)));
    for untold in [unchanged, outside, old, growth] {
        assert_eq!(parcels(untold), None);
    }
    assert_eq!(told[&owner]["is_undone"], false);
    // Of those that matched before: R-0 is sold, R-1 rezoned and in a flood zone; are split, merged and retired. That R-6 has
    // another value is not counted.
    let changed = |search: Uuid| told[&search]["changed"].clone();
    let kinds = |parcels: i64, of_each: i64, gone: i64| json!({ "parcels": parcels, "owner": of_each, "sale": of_each, "zoning": of_each, "flood": of_each, "gone": gone, "unmatched": 0 });
    assert_eq!(changed(all), kinds(6, 1, 4));
    assert_eq!(changed(made), kinds(6, 1, 4));
    assert_eq!(changed(inside), kinds(1, 0, 1));
    assert_eq!(
        (parcels(retired), changed(retired)),
        (Some(json!(0)), kinds(1, 0, 1))
    );
    // matched and match no longer; the other one matches as before.
    let left_by_zoning = json!({ "parcels": 6, "owner": 1, "sale": 1, "zoning": 0, "flood": 0, "gone": 4, "unmatched": 1 });
    assert_eq!(changed(left), left_by_zoning);
    let left_by_owner = json!({ "parcels": 6, "owner": 0, "sale": 0, "zoning": 1, "flood": 1, "gone": 4, "unmatched": 1 });
    assert_eq!(changed(left_made), left_by_owner);
    // What matches only now is not one that matched before.
    for newly in [owner, value] {
        assert_eq!(changed(newly), kinds(0, 0, 0));
    }

    // The first import is counted late: of its parcels those that are still as it wrote them are new by it.
    watch(
        &world,
        firm,
        everything,
        &[(all, "total_value >= 50000", Value::Null)],
    )
    .await;
    let late = heard.matches(1).await;
    assert_eq!(late[&all]["parcels"], 3);

    undo(&world.db.app(), batch).await.unwrap();
    let back = heard.matches(9).await;
    heard.nothing().await;
    assert!(back.values().all(|data| data["is_undone"] == true));
    assert_eq!(back[&all]["parcels"], 3);
    assert_eq!(back[&retired]["changed"], kinds(1, 0, 1));
    assert_eq!(back[&owner]["changed"], kinds(0, 0, 0));
    assert_eq!(back[&left]["changed"], left_by_zoning);
    // Whoever answers late is told nothing of an import that is undone.
    watch(
        &world,
        firm,
        batch,
        &[(Uuid::new_v4(), "owner IS NOT NULL", Value::Null)],
    )
    .await;
    waits_for_searches(&world, "0").await;
    heard.nothing().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_a_parcel_of_a_held_site_names_the_site() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    import(&world, &folder, &first()).await;
    let batch = import(&world, &folder, &second()).await.batch.unwrap();
    heard.next().await;
    heard.next().await;
    let (firm, site) = (CustomerId(Uuid::new_v4()), Uuid::new_v4());
    world
        .sql(&format!(
            "INSERT INTO parcel_sites (site_id, customer_id, name, parcelnumb, members, created_by)
             VALUES ('{site}', '{}', 'Elm', 'R-0 +1', array['{}', '{}']::uuid[], gen_random_uuid())",
            firm.0,
            id("R-0"),
            id("R-8")
        ))
        .await;
    let data = json!({ "batch_id": batch, "ll_uuids": [site, id("R-6")] });
    let event = Event::new("parcels.held", batch, 1, firm, data);
    db::tenant_tx(world.db.pool(), firm, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
    let told = heard.changes(2).await;
    heard.nothing().await;
    let sites = |number: &str| told[&(firm.0, number.to_owned())]["sites"].clone();
    let named = json!([{ "site_id": site, "name": "Elm", "parcelnumb": "R-0 +1" }]);
    assert_eq!(sites("R-0"), named);
    assert_eq!(sites("R-6"), json!([]));
    world.stop().await;
}
