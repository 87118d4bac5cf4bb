//! Sites of several parcels: kept, read as a parcel, and described.

use diesel_async::SimpleAsyncConnection as _;
use domain::{CustomerId, Money};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::Reply;
use uuid::Uuid;

use crate::assemblages::{id, lots, street};
use crate::events::{describe, marker};
use crate::support::{World, square};

/// Lots 1, 2 and 3 in a row with values and owners, 4 across a local street.
async fn filled() -> World {
    let world = World::start().await;
    let mut all = lots();
    for (place, parcel) in (0..).zip(&mut all) {
        let fields = &mut parcel.fields;
        fields.address = Some(format!("{} Elm St", 101 + 2 * place));
        fields.ll_gisacre = Some([6.0, 1.0, 6.5, 6.0][place]);
        fields.parval = Some("100000.50".parse::<Money>().unwrap());
        fields.legaldesc = Some(format!("LT {}", place + 1));
    }
    all[0].fields.landval = Some("40000".parse::<Money>().unwrap());
    all[1].fields.flood_zone = Some("AE".to_owned());
    world.put(all).await;
    street(&world, "road", "local").await;
    world
}

struct Firm<'a> {
    world: &'a World,
    token: String,
}

impl<'a> Firm<'a> {
    fn new(world: &'a World, id: CustomerId) -> Self {
        let token = world.token_of(id);
        Self { world, token }
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> (u16, Value) {
        let call = self.world.anonymous(method, path).bearer_auth(&self.token);
        let call = match body {
            Some(body) => call.json(body),
            None => call,
        };
        let answer = call.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.call(Method::POST, path, Some(body)).await
    }

    async fn keep(&self, numbers: &[&str]) -> (u16, Value) {
        let ids: Vec<Uuid> = numbers.iter().map(|number| id(number)).collect();
        self.post("/sites", &json!({ "ll_uuids": ids })).await
    }
}

fn numbers(site: &Value) -> Vec<&str> {
    let members = site["members"].as_array().unwrap().iter();
    members
        .map(|member| member["parcelnumb"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn adjoining_parcels_are_kept_once_as_one_site() {
    let world = filled().await;
    let firm = Firm::new(&world, CustomerId(Uuid::new_v4()));
    let (status, site) = firm.keep(&["1", "2", "3", "4"]).await;
    assert_eq!(status, 201, "{site}");
    let parcel = &site["parcel"];
    assert_eq!(parcel["ll_uuid"], site["site_id"]);
    assert_eq!(parcel["parcelnumb"], "1 +3");
    // Of the largest parcel.
    assert_eq!(parcel["address"], "105 Elm St");
    assert_eq!(parcel["ll_gisacre"], 19.5);
    assert_eq!(parcel["parval"], 400_002.0);
    assert_eq!(parcel["landval"], Value::Null);
    assert_eq!(parcel["site"]["known"]["landval"], 1);
    assert_eq!(
        parcel["owner"],
        "Gamma Trust; Alpha Land LLC; Delta LP and 1 more"
    );
    assert_eq!(parcel["legaldesc"], "1: LT 1; 2: LT 2; 3: LT 3; 4: LT 4");
    assert_eq!(
        (&parcel["flood_zone"], &parcel["facts"]["in_flood_zone"]),
        (&json!("AE"), &json!(true))
    );
    assert_eq!(parcel["source"], "Test County (parcels 1, 2, 3, 4)");
    assert!(parcel["fetched_at"].is_string());
    // The street between them stays open.
    assert_eq!(parcel["geometry"]["type"], "MultiPolygon");
    assert_eq!(numbers(&parcel["site"]), ["1", "2", "3", "4"]);
    let land = &site["land"];
    assert_eq!(
        (&land["parts"], &land["across_streets"]),
        (&json!(1), &json!(true))
    );
    assert!(
        (land["acres"].as_f64().unwrap() - 19.0).abs() < 0.1,
        "{land}"
    );
    assert_eq!(land["owners"].as_array().unwrap().len(), 4);
    // The same parcels in another order.
    let (status, again) = firm.keep(&["4", "2", "3", "1", "4"]).await;
    assert_eq!((status, &again["site_id"]), (200, &site["site_id"]));
    assert_eq!(numbers(&again["parcel"]["site"]), ["1", "2", "3", "4"]);
    let path = format!("/sites/{}", site["site_id"].as_str().unwrap());
    let (status, read) = firm.get(&path).await;
    assert_eq!((status, &read), (200, &site));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_has_a_name_and_a_number_of_its_own() {
    let world = filled().await;
    let firm = Firm::new(&world, CustomerId(Uuid::new_v4()));
    let (_, one) = firm.keep(&["1", "2"]).await;
    assert_eq!(one["parcel"]["parcelnumb"], "1 +1");
    assert_eq!(one["parcel"]["geometry"]["type"], "Polygon");
    // Another one with the same first parcel and as many.
    let (status, other) = firm.keep(&["1", "4"]).await;
    assert_eq!(
        (status, &other["parcel"]["parcelnumb"]),
        (201, &json!("1 +1 (2)"))
    );
    let named = json!({ "ll_uuids": [id("2"), id("1")], "name": " Elm Corner " });
    let (status, again) = firm.post("/sites", &named).await;
    assert_eq!(
        (status, &again["parcel"]["site"]["name"]),
        (200, &json!("Elm Corner"))
    );
    let (_, unnamed) = firm.keep(&["1", "2"]).await;
    assert_eq!(unnamed["parcel"]["site"]["name"], "Elm Corner");
    assert_eq!(unnamed["parcel"]["parcelnumb"], "1 +1");
    // Another firm's site of the same parcels is another one, with its own name.
    let others = Firm::new(&world, CustomerId(Uuid::new_v4()));
    let (status, theirs) = others.keep(&["1", "2"]).await;
    assert_eq!(
        (status, &theirs["parcel"]["site"]["name"]),
        (201, &Value::Null)
    );
    assert_ne!(theirs["site_id"], one["site_id"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_a_site_says_why() {
    let world = filled().await;
    let customer = CustomerId(Uuid::new_v4());
    let bought = Uuid::new_v4();
    let sql = format!(
        "INSERT INTO licensed_parcels (customer_id, ll_uuid, source, county_fips, parcelnumb, fields, lon, lat, geom, expires_at) \
         SELECT '{customer}', '{bought}', 'Regrid', county_fips, 'L-7', jsonb_build_object('ll_uuid', '{bought}', 'county_fips', county_fips, \
             'parcelnumb', 'L-7'), lon, lat, geom, now() + interval '1 day' FROM parcels WHERE parcelnumb = '1'"
    );
    let mut conn = world.db.superuser().await;
    conn.batch_execute(&sql).await.unwrap();
    world
        .put(vec![square("48201", "FAR-9", -95.30, 29.80)])
        .await;
    let firm = Firm::new(&world, customer);
    let (status, apart) = firm.keep(&["1", "2", "FAR-9"]).await;
    assert_eq!(
        (status, &apart["code"]),
        (422, &json!("site.not_adjoining"))
    );
    assert_eq!(apart["ll_uuids"], json!([id("FAR-9")]));
    assert_eq!(
        apart["error"],
        "These parcels do not adjoin the others: FAR-9."
    );
    let with = |other: Uuid| json!({ "ll_uuids": [id("1"), other] });
    let (status, licensed) = firm.post("/sites", &with(bought)).await;
    assert_eq!(
        (status, &licensed["code"]),
        (422, &json!("site.licensed_parcel"))
    );
    assert_eq!(licensed["ll_uuids"], json!([bought]));
    // What only another firm bought does not exist.
    let others = Firm::new(&world, CustomerId(Uuid::new_v4()));
    for (asked, unknown) in [(&others, bought), (&firm, Uuid::new_v4())] {
        let (status, problem) = asked.post("/sites", &with(unknown)).await;
        assert_eq!(
            (status, &problem["code"]),
            (404, &json!("parcel.not_found"))
        );
        assert_eq!(problem["not_found"], json!([unknown]));
    }
    let retired = "UPDATE parcels SET retired_at = now(), retired_by = 1 WHERE parcelnumb = '2'";
    conn.batch_execute(retired).await.unwrap();
    let (status, problem) = firm.keep(&["1", "2"]).await;
    assert_eq!(
        (status, &problem["code"]),
        (422, &json!("site.retired_parcel"))
    );
    let many: Vec<Uuid> = (0..51).map(|_| Uuid::new_v4()).collect();
    for (field, body) in [
        ("ll_uuids", json!({ "ll_uuids": many })),
        ("ll_uuids", json!({ "ll_uuids": [id("1"), id("1")] })),
        ("ll_uuids", json!({ "ll_uuids": [] })),
        (
            "name",
            json!({ "ll_uuids": [id("1"), id("3")], "name": "e".repeat(101) }),
        ),
    ] {
        let call = world.call(Method::POST, "/sites").json(&body);
        let problem = Reply::of(call).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_is_read_as_a_parcel_by_its_firm_only() {
    let world = filled().await;
    let customer = CustomerId(Uuid::new_v4());
    let firm = Firm::new(&world, customer);
    let (_, kept) = firm.keep(&["1", "2"]).await;
    let site = kept["site_id"].as_str().unwrap();
    let path = format!("/parcels/{site}");
    let (status, parcel) = firm.get(&path).await;
    assert_eq!((status, &parcel), (200, &kept["parcel"]));
    let (_, single) = firm.get(&format!("/parcels/{}", id("1"))).await;
    assert_eq!(single["site"], Value::Null);
    let (status, by_number) = firm
        .get("/parcels?parcelnumb=1%20%2B1&county_fips=48201")
        .await;
    assert_eq!(
        (status, &by_number["parcels"][0]["ll_uuid"]),
        (200, &json!(site))
    );
    let both = json!({ "ll_uuids": [site, id("3")], "outlines": true });
    let (_, records) = firm.post("/parcel_records", &both).await;
    let records = records["parcels"].as_array().unwrap();
    assert_eq!(records.len(), 2);
    let own = records.iter().find(|of| of["ll_uuid"] == site).unwrap();
    assert_eq!(numbers(&own["site"]), ["1", "2"]);
    assert_eq!(own["geometry"], parcel["geometry"]);
    let (_, plain) = firm
        .post("/parcel_records", &json!({ "ll_uuids": [site] }))
        .await;
    assert_eq!(plain["parcels"][0]["geometry"], Value::Null);
    assert_eq!(plain["parcels"][0]["ll_gisacre"], 7.0);
    let (_, outlines) = firm
        .post("/parcel_outlines", &json!({ "ll_uuids": [site] }))
        .await;
    assert_eq!(outlines["parcels"][0]["geometry"], parcel["geometry"]);
    let buildable = format!("{path}/buildable");
    let (status, found) = firm.get(&buildable).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(found["ll_uuids"].as_array().unwrap().len(), 2);
    assert!(
        (found["gross_acres"].as_f64().unwrap() - 7.0).abs() < 0.05,
        "{found}"
    );
    assert_eq!(found["recorded_acres"], 7.0);
    let sites = json!({ "sites": [{ "ll_uuids": [site] }, { "ll_uuids": [id("3")] }] });
    let (status, compared) = firm.post("/site_comparisons", &sites).await;
    assert_eq!(status, 200, "{compared}");
    assert_eq!(compared["sites"][0]["name"], "101 Elm St and 1 more");
    assert_eq!(compared["sites"][0]["parcels"].as_array().unwrap().len(), 2);

    let others = Firm::new(&world, CustomerId(Uuid::new_v4()));
    for path in [&path, &buildable, &format!("/sites/{site}")] {
        let (status, problem) = others.get(path).await;
        assert_eq!(status, 404, "{path} {problem}");
    }
    let (status, _) = others.post("/site_comparisons", &sites).await;
    assert_eq!(status, 404);
    let (_, none) = others
        .post("/parcel_records", &json!({ "ll_uuids": [site] }))
        .await;
    assert_eq!(none["parcels"], json!([]));
    let (_, none) = others
        .post("/parcel_outlines", &json!({ "ll_uuids": [site] }))
        .await;
    assert_eq!(none["parcels"], json!([]));
    let (_, none) = others.get("/parcels?parcelnumb=1%20%2B1").await;
    assert_eq!(none["parcels"], json!([]));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_says_what_an_import_changed_of_its_parcels() {
    let world = filled().await;
    let firm = Firm::new(&world, CustomerId(Uuid::new_v4()));
    let (_, kept) = firm.keep(&["1", "2"]).await;
    let path = format!("/sites/{}", kept["site_id"].as_str().unwrap());
    let mut conn = world.db.superuser().await;
    let change = "UPDATE parcels SET owner = 'Heron LLC', parval = 5 WHERE parcelnumb = '2'; \
        UPDATE parcels SET retired_at = '2026-11-20T10:00:00Z', retired_by = 1 WHERE parcelnumb = '1'";
    conn.batch_execute(change).await.unwrap();
    let (status, site) = firm.get(&path).await;
    assert_eq!(status, 200, "{site}");
    let parcel = &site["parcel"];
    assert_eq!(parcel["owner"], "Alpha Land LLC; Heron LLC");
    assert_eq!(parcel["parval"], 100_005.5);
    assert_eq!(parcel["retired_at"], "2026-11-20T10:00:00Z");
    let members = parcel["site"]["members"].as_array().unwrap();
    assert_eq!(members[0]["retired_at"], "2026-11-20T10:00:00Z");
    assert_eq!(members[1]["retired_at"], Value::Null);
    // What its county no longer has is not measured.
    assert_eq!(site["land"], Value::Null);
    conn.batch_execute("DELETE FROM parcels WHERE parcelnumb = '1'")
        .await
        .unwrap();
    let (_, site) = firm.get(&path).await;
    let parcel = &site["parcel"];
    assert_eq!(parcel["site"]["missing"], json!([id("1")]));
    assert_eq!(
        (&parcel["parval"], &parcel["ll_gisacre"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(parcel["parcelnumb"], "1 +1");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_marker_makes_its_site_described_with_all_its_parcels() {
    let world = filled().await;
    let customer = CustomerId(Uuid::new_v4());
    let firm = Firm::new(&world, customer);
    let (_, kept) = firm.keep(&["1", "2", "3"]).await;
    let site = kept["site_id"].as_str().unwrap();
    let added = marker(
        &json!({ "marker_id": 1, "ll_uuid": site, "parcelnumb": "1 +2", "county_fips": "48201" }),
    );
    let described = describe(&world, customer, std::slice::from_ref(&added)).await;
    assert_eq!(described[0].subject, site);
    let parcel = &described[0].data["parcel"];
    for name in [
        "ll_uuid",
        "parcelnumb",
        "owner",
        "parval",
        "ll_gisacre",
        "legaldesc",
        "geometry",
        "source",
    ] {
        assert_eq!(parcel[name], kept["parcel"][name], "{name}");
    }
    let member = |number| json!({ "ll_uuid": id(number), "parcelnumb": number });
    assert_eq!(
        parcel["members"],
        json!([member("1"), member("2"), member("3")])
    );
    // To another firm it is an unknown parcel.
    let others = describe(&world, CustomerId(Uuid::new_v4()), &[added]).await;
    assert_eq!(others[0].data["parcel"]["source"], "marker");
    assert_eq!(others[0].data["parcel"]["members"], Value::Null);
    world.stop().await;
}
