//! Providers' terms: who sees a parcel, how long it is kept, and when it is requested again.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};
use domain::CustomerId;
use parcel_import::batches::undo;
use parcel_lookup::providers::arcgis::ArcGis;
use parcel_lookup::providers::{Kind, ParcelAtPoint, Providers, Terms};
use parcel_lookup::{ALL_MIGRATIONS, SERVICE};
use parcel_record::Provenance;
use provider_client::Http;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, StubServer, TestDb};
use uuid::Uuid;

use crate::events;
use crate::import::text;
use crate::providers::{QUERY, collection, feature, here, layer, limits};
use crate::regrid::{LL_UUID, POINT, found, nothing, regrid, regrid_on, too_many};
use crate::support::{World, square};

fn firm() -> CustomerId {
    CustomerId(Uuid::new_v4())
}

async fn with(providers: Vec<Box<dyn ParcelAtPoint>>) -> World {
    World::with(Providers::new(providers), None).await
}

/// A public layer of a county.
fn county(stub: &StubServer) -> Box<dyn ParcelAtPoint> {
    let http = Http::new("test", limits()).unwrap();
    Box::new(ArcGis::new(layer(stub, "geojson"), http).unwrap())
}

impl World {
    async fn look_up_as(&self, firm: CustomerId) -> (u16, Value) {
        self.look_up_at(firm, here().lon(), here().lat()).await
    }

    async fn look_up_at(&self, firm: CustomerId, lon: f64, lat: f64) -> (u16, Value) {
        let body = json!({ "lon": lon, "lat": lat });
        self.ask(firm, Method::POST, "/process_coords", body).await
    }

    async fn ask(&self, firm: CustomerId, method: Method, path: &str, body: Value) -> (u16, Value) {
        let token = self.token_of(firm);
        let request = self.anonymous(method, path).bearer_auth(token).json(&body);
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    /// Lets the parcels of a table grow older.
    async fn age(&self, table: &str, days: u32) {
        let expiry = if table == "licensed_parcels" {
            format!(", expires_at = expires_at - interval '{days} days'")
        } else {
            String::new()
        };
        self.sql(&format!(
            "UPDATE {table} SET fetched_at = fetched_at - interval '{days} days'{expiry}"
        ))
        .await;
    }

    async fn sql(&self, sql: &str) {
        let mut conn = self.db.superuser().await;
        conn.batch_execute(sql).await.unwrap();
    }
}

/// Day of the answer's date, and today.
fn days_old(answer: &Value) -> i64 {
    let at: chrono::DateTime<chrono::Utc> = answer["data"]["fetched_at"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    (chrono::Utc::now() - at).num_days()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bought_parcel_is_read_by_the_firm_that_bought_it() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("Techtown Holdings LLC"));
    let world = with(vec![Box::new(regrid(&stub, 30, 7))]).await;
    let ours = firm();
    let (status, body) = world.look_up_as(ours).await;
    assert_eq!((status, &body["status"]), (200, &json!("scraped")));
    let data = &body["data"];
    assert_eq!(
        (&data["source"], &data["source_licence"], &data["owner"]),
        (
            &json!("Regrid"),
            &json!("Regrid contract"),
            &json!("Techtown Holdings LLC")
        )
    );
    let (_, again) = world.look_up_as(ours).await;
    assert_eq!((&again["status"], &again["data"]), (&json!("found"), data));
    assert_eq!(stub.requests().len(), 1, "bought once");
    // In the street, 11 m north of it.
    stub.clear();
    stub.on("GET", POINT, nothing());
    let (_, near) = world.look_up_at(ours, here().lon(), 29.7611).await;
    assert_eq!(near["data"]["ll_uuid"], LL_UUID);
    assert!(
        (near["distance_m"].as_f64().unwrap() - 11.1).abs() < 0.2,
        "{near}"
    );

    let (_, mut record) = world
        .ask(ours, Method::GET, &format!("/parcels/{LL_UUID}"), json!({}))
        .await;
    assert_eq!(record["geometry"]["type"], "Polygon");
    // Only here a parcel has its units, and one of a provider has none, facts computed from its columns, what layers and growth runs say, and the parcels of a site.
    let [units, count, facts, site, tax_roll, flood, land, growth] = [
        "units",
        "unit_count",
        "facts",
        "site",
        "tax_roll",
        "flood",
        "land",
        "growth",
    ]
    .map(|name| record.as_object_mut().unwrap().remove(name));
    let reason = "No layer of slopes is loaded here.";
    assert_eq!(land.unwrap()["slope_percent"]["reason"], reason);
    assert_eq!(growth, Some(json!(null)));
    assert_eq!(flood.unwrap()["from"], "county");
    assert_eq!((units, count), (Some(json!([])), Some(json!(0))));
    assert_eq!((site, tax_roll), (Some(json!(null)), Some(json!(null))));
    assert_eq!(facts.unwrap()["use_class"], "office");
    for name in [
        "source",
        "source_licence",
        "fetched_at",
        "parcelnumb",
        "ll_gisacre",
    ] {
        assert_eq!(record[name], data[name], "{name}");
    }
    let by_number = "/parcels?parcelnumb=02001069-71&county_fips=26163";
    let (_, list) = world.ask(ours, Method::GET, by_number, json!({})).await;
    assert_eq!(list["parcels"], json!([record]));
    for wanted in [
        json!({ "ll_uuids": [LL_UUID] }),
        json!({ "parcelnumbs": ["02001069-71"] }),
    ] {
        let (_, outlines) = world
            .ask(ours, Method::POST, "/parcel_outlines", wanted)
            .await;
        let outline = &outlines["parcels"][0];
        assert_eq!(outline["geometry"], record["geometry"]);
        assert_eq!(outline["fetched_at"], record["fetched_at"]);
    }
    // Another unit of its lot.
    let other = format!(
        "INSERT INTO licensed_parcels (customer_id, ll_uuid, source, source_licence, county_fips, parcelnumb, fields, geom, lon, lat, expires_at) \
         SELECT customer_id, '11111111-0000-5000-8000-000000000001', source, source_licence, county_fips, 'U-2', \
            fields || jsonb_build_object('parval', 500), geom, lon, lat, expires_at FROM licensed_parcels; \
         UPDATE licensed_parcels SET fields = fields || jsonb_build_object('parval', 1500) WHERE ll_uuid = '{LL_UUID}'"
    );
    world.sql(&other).await;
    let path = format!("/parcels/{LL_UUID}");
    let (_, unit) = world.ask(ours, Method::GET, &path, json!({})).await;
    let land = &unit["shared_land"];
    assert_eq!(
        (&land["parcels"], &land["total_value"]),
        (&json!(2), &json!(2000.0))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_firm_does_not_see_it_by_any_route() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("Techtown Holdings LLC"));
    let world = with(vec![Box::new(regrid(&stub, 30, 7))]).await;
    let (ours, theirs) = (firm(), firm());
    world.look_up_as(ours).await;
    // Of no use to the other firm while Regrid does not answer.
    stub.clear();
    stub.on("GET", POINT, Answer::status(401));
    assert_eq!(world.look_up_as(theirs).await.0, 503);
    assert_eq!(world.look_up_at(theirs, here().lon(), 29.7611).await.0, 503);
    let point = json!({ "lon": here().lon(), "lat": here().lat() });
    let points = json!({ "points": [point] });
    let (_, batch) = world
        .ask(
            theirs,
            Method::POST,
            "/process_coords/batch",
            points.clone(),
        )
        .await;
    assert_eq!(
        batch["results"][0],
        json!({ "status": "unavailable", "data": null })
    );
    let (_, batch) = world
        .ask(ours, Method::POST, "/process_coords/batch", points)
        .await;
    assert_eq!(batch["results"][0]["data"]["ll_uuid"], LL_UUID);

    let by_id = format!("/parcels/{LL_UUID}");
    assert_eq!(
        world.ask(theirs, Method::GET, &by_id, json!({})).await.0,
        404
    );
    let by_number = "/parcels?parcelnumb=02001069-71";
    let (_, list) = world.ask(theirs, Method::GET, by_number, json!({})).await;
    assert_eq!(list["parcels"], json!([]));
    let wanted = json!({ "ll_uuids": [LL_UUID], "parcelnumbs": ["02001069-71"] });
    let (_, outlines) = world
        .ask(theirs, Method::POST, "/parcel_outlines", wanted)
        .await;
    assert_eq!(outlines["parcels"], json!([]));
    // Tiles, search and OGC API - Features are of the public parcels: for neither firm.
    for firm in [ours, theirs] {
        let (_, places) = world
            .ask(firm, Method::GET, "/places?q=burroughs", json!({}))
            .await;
        assert_eq!(places["places"], json!([]));
        let (tile, _) = world
            .ask(firm, Method::GET, "/tiles/15/7703/13544.mvt", json!({}))
            .await;
        assert_eq!(tile, 204);
        let items = "/ogc/collections/parcels/items";
        let (status, features) = world.ask(firm, Method::GET, items, json!({})).await;
        assert_eq!((status, &features["features"]), (200, &json!([])));
        let item = format!("{items}/{LL_UUID}");
        assert_eq!(world.ask(firm, Method::GET, &item, json!({})).await.0, 404);
    }
    // A marker that names it is described by what the marker itself says.
    let place = json!({ "parcelnumb": "02001069-71", "lon": here().lon(), "lat": here().lat() });
    for way in [
        json!({ "ll_uuid": LL_UUID, "county_fips": null }),
        json!({ "ll_uuid": null, "county_fips": "26163" }),
    ] {
        let mut marker = events::marker(&place);
        marker
            .as_object_mut()
            .unwrap()
            .extend(way.as_object().unwrap().clone());
        for (firm, source) in [(ours, "Regrid"), (theirs, "marker")] {
            let told = events::describe(&world, firm, &[marker.clone()]).await;
            assert_eq!(told[0].data["parcel"]["source"], source, "{way}");
        }
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bought_parcel_is_not_read_after_it_expired() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("A"));
    let terms = Terms::new(Kind::Licensed, Some(2), Some(2), Some(3)).unwrap();
    let world = with(vec![Box::new(regrid_on(&stub, terms))]).await;
    let ours = firm();
    let (_, bought) = world.look_up_as(ours).await;
    let time = |name: &str| -> DateTime<Utc> {
        let text = bought["data"][name].as_str().unwrap();
        text.parse().unwrap()
    };
    let keep_until = &bought["data"]["keep_until"];
    assert_eq!(time("keep_until") - time("fetched_at"), TimeDelta::days(3));
    let marker = events::marker(&json!({ "ll_uuid": LL_UUID }));
    let told = events::describe(&world, ours, &[marker]).await;
    assert_eq!(&told[0].data["parcel"]["keep_until"], keep_until);
    world.age("licensed_parcels", 2).await;
    // The marker's copy has the same terms, whatever describes it.
    let copy = json!({ "ll_uuid": LL_UUID, "source": "Regrid", "keep_until": keep_until });
    let told = events::describe(&world, ours, &[events::marker(&copy)]).await;
    let described = &told[0].data["parcel"];
    assert_eq!(
        (&described["source"], &described["keep_until"]),
        (&json!("Regrid"), keep_until)
    );
    let by_id = format!("/parcels/{LL_UUID}");
    assert_eq!(world.ask(ours, Method::GET, &by_id, json!({})).await.0, 404);
    stub.clear();
    stub.on("GET", POINT, Answer::status(401));
    assert_eq!(world.look_up_as(ours).await.0, 503);
    stub.clear();
    stub.on("GET", POINT, found("B"));
    let (_, bought_again) = world.look_up_as(ours).await;
    assert_eq!(bought_again["data"]["owner"], "B");
    assert_eq!(world.ask(ours, Method::GET, &by_id, json!({})).await.0, 200);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn housekeeping_deletes_what_expired_for_every_firm() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("A"));
    let world = with(vec![Box::new(regrid(&stub, 2, 2))]).await;
    let (first, second) = (firm(), firm());
    world.look_up_as(first).await;
    world.age("licensed_parcels", 2).await;
    world.look_up_as(second).await;
    let deleted = db::unscoped_tx(world.db.pool(), "test", async |conn| {
        parcel_lookup::parcels::licensed::unscoped_delete_expired(conn).await
    })
    .await
    .unwrap();
    assert_eq!(deleted, 1);
    let by_id = format!("/parcels/{LL_UUID}");
    assert_eq!(
        world.ask(second, Method::GET, &by_id, json!({})).await.0,
        200
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_parcel_is_requested_again() {
    let (counties, bought) = (StubServer::start().await, StubServer::start().await);
    counties.on("POST", QUERY, collection(&[feature("A-1"), feature("A-2")]));
    let world = with(vec![county(&counties)]).await;
    world.look_up_as(firm()).await;
    world.age("parcels", 29).await;
    let (_, young) = world.look_up_as(firm()).await;
    assert_eq!((&young["status"], days_old(&young)), (&json!("found"), 29));
    world.age("parcels", 1).await;
    // Meanwhile the county merged the two.
    counties.clear();
    counties.on("POST", QUERY, collection(&[feature("A-1")]));
    let (_, renewed) = world.look_up_as(firm()).await;
    assert_eq!(
        (&renewed["status"], days_old(&renewed)),
        (&json!("scraped"), 0)
    );
    assert!(renewed.get("candidates").is_none(), "{renewed}");
    let (_, known) = world.look_up_as(firm()).await;
    assert_eq!(
        (&known["status"], &known["data"]),
        (&json!("found"), &renewed["data"])
    );
    assert!(known.get("candidates").is_none(), "{known}");
    assert_eq!(counties.requests().len(), 2);
    world.stop().await;

    bought.on("GET", POINT, found("A"));
    let world = with(vec![Box::new(regrid(&bought, 30, 7))]).await;
    let ours = firm();
    world.look_up_as(ours).await;
    world.age("licensed_parcels", 7).await;
    bought.clear();
    bought.on("GET", POINT, found("B"));
    let (_, renewed) = world.look_up_as(ours).await;
    assert_eq!(
        (&renewed["data"]["owner"], days_old(&renewed)),
        (&json!("B"), 0)
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_parcel_is_neither_requested_from_a_provider_nor_replaced_by_one() {
    let counties = StubServer::start().await;
    let world = with(vec![county(&counties)]).await;
    let database = world.db.app();
    let mut imported = square("48201", "A-1", -95.37, 29.76);
    imported.fields.owner = Some("Heron Trust".to_owned());
    imported.raw = Some(json!({ "tax_roll": { "row": { "OWNER": "Heron Trust" } } }));
    // The file is of the layer's publisher.
    let from = Provenance {
        source: "Sample County GIS".to_owned(),
        licence: None,
        is_sample: false,
    };
    let load = async || {
        let parcels = vec![imported.clone()];
        parcel_import::load_made(&database, parcels, &from, None)
            .await
            .unwrap()
    };
    let batch = load().await.batch.unwrap();
    world.age("parcels", 4000).await;
    let (_, body) = world.look_up_as(firm()).await;
    assert_eq!((&body["status"], days_old(&body)), (&json!("found"), 4000));
    assert!(counties.requests().is_empty());

    // In the street beside it the layer is asked, and returns it too.
    counties.on("POST", QUERY, collection(&[feature("A-1"), feature("B-2")]));
    // That another parcel is on its land is noted.
    let row = "SELECT (to_jsonb(p) - '{geom,geom_3857,shared_by,shared_acres}'::text[])::text FROM parcels AS p WHERE parcelnumb = 'A-1'";
    let before = text(&world, row).await;
    let (_, near) = world.look_up_at(firm(), here().lon(), 29.7611).await;
    assert_eq!(near["data"]["owner"], "Heron Trust", "{near}");
    assert_eq!(near["candidates"][1]["parcelnumb"], "B-2", "{near}");
    assert_eq!(text(&world, row).await, before);
    let undone = undo(&database, batch).await.unwrap();
    assert_eq!((undone.removed, undone.left), (1, 0));
    assert_eq!(load().await.written.inserted, 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_parcel_is_answered_with_its_date_while_its_provider_is_down() {
    let (counties, bought) = (StubServer::start().await, StubServer::start().await);
    counties.on("POST", QUERY, collection(&[feature("A-1")]));
    bought.on("GET", POINT, found("A"));
    let world = with(vec![county(&counties), Box::new(regrid(&bought, 30, 7))]).await;
    let ours = firm();
    world.look_up_as(ours).await;
    world.age("parcels", 45).await;
    for down in [
        Answer::status(401),
        Answer::body(200, "text/html", "<html>"),
    ] {
        counties.clear();
        counties.on("POST", QUERY, down);
        let (status, old) = world.look_up_as(ours).await;
        assert_eq!(
            (status, &old["status"], days_old(&old)),
            (200, &json!("found"), 45)
        );
        assert_eq!(old["data"]["parcelnumb"], "A-1");
    }
    assert!(bought.requests().is_empty(), "nothing is bought meanwhile");
    // An empty answer may be a layer that is being loaded: the old parcel stays, and is not requested
    // again for a day.
    counties.clear();
    counties.on("POST", QUERY, collection(&[]));
    bought.clear();
    bought.on("GET", POINT, nothing());
    let before = counties.requests().len();
    for _ in 0..2 {
        assert_eq!(days_old(&world.look_up_as(ours).await.1), 45);
    }
    assert_eq!(counties.requests().len(), before + 1);
    world.stop().await;

    let world = with(vec![Box::new(regrid(&bought, 30, 7))]).await;
    bought.clear();
    bought.on("GET", POINT, found("A"));
    world.look_up_as(ours).await;
    world.age("licensed_parcels", 10).await;
    bought.clear();
    bought.on("GET", POINT, too_many(60));
    let (status, old) = world.look_up_as(ours).await;
    assert_eq!((status, days_old(&old)), (200, 10));
    assert_eq!(old["data"]["source"], "Regrid");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_parcel_is_preferred_to_a_bought_one() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("A"));
    let world = with(vec![Box::new(regrid(&stub, 30, 7))]).await;
    let ours = firm();
    world.look_up_as(ours).await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    let (_, body) = world.look_up_as(ours).await;
    assert_eq!(
        (&body["data"]["source"], body.get("candidates")),
        (&json!("Test County"), None)
    );
    world.stop().await;
}

const UP: &str = include_str!("../../migrations/20261123000500_licensed_parcels/up.sql");
const DOWN: &str = include_str!("../../migrations/20261123000500_licensed_parcels/down.sql");

#[tokio::test]
async fn the_migration_removes_what_was_bought_for_all_firms_and_nothing_else() {
    let db = TestDb::new(SERVICE, ALL_MIGRATIONS).await;
    let migrate = async |sql: &str| {
        let owner = db::AsyncPgConnection::establish(&db.owner_url()).await;
        let statements = format!("BEGIN; {sql}; COMMIT");
        owner.unwrap().batch_execute(&statements).await.unwrap();
    };
    migrate(DOWN).await;
    let mut conn = db.superuser().await;
    conn.batch_execute(
        "INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, lon, lat, geom, source, source_licence, content_hash, county_group)
         SELECT gen_random_uuid(), '48201', source, 0, 0, ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)), source, licence, '', '4'
         FROM (VALUES ('Regrid', 'Regrid contract'), ('Regrid', 'Bulk licence 7'), ('Harris County', NULL)) AS s (source, licence)",
    )
    .await
    .unwrap();
    migrate(UP).await;
    let left: Vec<Row> = diesel_async::RunQueryDsl::load(
        diesel::sql_query("SELECT source || coalesce(', ' || source_licence, '') AS source FROM parcels ORDER BY 1"),
        &mut conn,
    )
    .await
    .unwrap();
    let left: Vec<&str> = left.iter().map(|row| row.source.as_str()).collect();
    assert_eq!(left, ["Harris County", "Regrid, Bulk licence 7"]);
    migrate(DOWN).await;
    migrate(UP).await;
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = diesel::sql_types::Text)]
    source: String,
}
