//! Comparable sales over HTTP: the firm's sales, the set of a property, and the offer from it.

use comparable_sales::{AreaUnit, Calculation, UnitSale, statistics};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::mail::heard;
use crate::world::World;

fn sale(price: i64, acres: i64) -> Value {
    json!({"address": format!("{acres} Comp Rd"), "sale_date": "2026-03-04", "price": price,
        "acres": acres, "source": "Broker flyer", "confidence": "stated"})
}

async fn call(world: &World, persona: &Persona, method: Method, path: &str, body: Value) -> Reply {
    Reply::of(world.call(persona, method, path).json(&body)).await
}

async fn property_id(world: &World, persona: &Persona) -> Value {
    let parcel = world.parcel(persona).await;
    let detail = world
        .get(persona, "/specific_property", &parcel.query())
        .await;
    detail["property_id"].clone()
}

/// The ids of five sales whose median is 125,000 dollars an acre.
async fn five(world: &World, persona: &Persona) -> Vec<Value> {
    let mut ids = Vec::new();
    for (price, acres) in [
        (1_000_000, 10),
        (900_000, 6),
        (2_400_000, 30),
        (500_000, 4),
        (1_800_000, 12),
    ] {
        let comp = world.post(persona, "/comps", sale(price, acres)).await;
        ids.push(comp["comp_id"].clone());
    }
    ids
}

fn set(property_id: &Value, version: i64, ids: &[Value]) -> Value {
    let items: Vec<Value> = ids.iter().map(|id| json!({"comp_id": id})).collect();
    json!({"property_id": property_id, "version": version, "unit": "acre", "items": items})
}

#[tokio::test]
async fn sales_are_added_changed_deleted_and_restored() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    for (field, value) in [
        ("price", json!(10)),
        ("acres", json!(0)),
        ("land_square_feet", json!(1000)),
        ("sale_date", json!("2999-01-01")),
        ("source", json!("")),
    ] {
        let mut body = sale(500_000, 4);
        body[field] = value;
        let (status, problem) = world.refused(&pat, "/comps", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(problem["errors"].get(field).is_some(), "{field}: {problem}");
    }
    let comp = world.post(&pat, "/comps", sale(500_000, 4)).await;
    assert_eq!(
        (&comp["price"], &comp["acres"]),
        (&json!(500_000), &json!(4))
    );
    let path = format!("/comps/{}", comp["comp_id"].as_str().unwrap());
    let mut change = json!({"sale": sale(510_000, 4), "version": 1});
    change["sale"]["buyer"] = json!(" Acme Land ");
    for (who, status) in [(&stranger, 404), (&pat, 200), (&pat, 409)] {
        let answer = call(&world, who, Method::PUT, &path, change.clone()).await;
        match status {
            200 => assert_eq!(answer.ok()["buyer"], "Acme Land"),
            refused => {
                answer.problem(refused);
            }
        }
    }
    let mut later = sale(600_000, 5);
    later["sale_date"] = json!("2026-05-01");
    world.post(&pat, "/comps", later).await;
    let one = [("limit", "1".to_owned())];
    let first = world.get(&pat, "/comps", &one).await;
    assert_eq!(first["comps"][0]["price"], 600_000, "the latest first");
    let next = [
        one[0].clone(),
        ("after", first["next"].as_str().unwrap().to_owned()),
    ];
    let second = world.get(&pat, "/comps", &next).await;
    assert_eq!(second["comps"][0]["price"], 510_000);
    assert_eq!(second["next"], Value::Null);
    for (query, count) in [
        (("q", "acme"), 1),
        (("q", "nobody"), 0),
        (("since", "2026-04-01"), 1),
    ] {
        let query = [(query.0, query.1.to_owned())];
        let found = world.get(&pat, "/comps", &query).await;
        assert_eq!(found["comps"].as_array().unwrap().len(), count, "{query:?}");
    }
    assert_eq!(
        world.get(&stranger, "/comps", &[]).await["comps"],
        json!([])
    );
    call(&world, &pat, Method::DELETE, &path, json!({}))
        .await
        .ok();
    call(&world, &pat, Method::DELETE, &path, json!({}))
        .await
        .problem(404);
    assert_eq!(
        world.get(&pat, "/comps", &[]).await["comps"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let restored = world
        .post(&pat, &format!("{path}/restore"), json!({}))
        .await;
    assert_eq!(restored["version"], 4);
    assert_eq!(
        world.get(&pat, "/comps", &[]).await["comps"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    world.stop().await;
}

#[tokio::test]
async fn a_set_shows_what_its_sales_say() {
    let world = World::start().await;
    let pat = Persona::user();
    let property = property_id(&world, &pat).await;
    let query = [("property_id", property.as_str().unwrap().to_owned())];
    let empty = world.get(&pat, "/comp_set", &query).await;
    assert_eq!(
        (&empty["version"], &empty["statistics"]["median"]),
        (&json!(0), &Value::Null)
    );
    let ids = five(&world, &pat).await;
    let put = |body: Value| call(&world, &pat, Method::PUT, "/comp_set", body);
    let stored = put(set(&property, 0, &ids)).await.ok();
    let statistics = &stored["statistics"];
    assert_eq!(
        [
            &statistics["median"],
            &statistics["mean"],
            &statistics["total"],
            &statistics["interval"]
        ],
        [
            &json!(125_000),
            &json!(121_000),
            &json!(106_452),
            &Value::Null
        ]
    );
    assert_eq!(
        put(set(&property, 0, &ids)).await.problem(409)["version"],
        1
    );

    let mut changed = set(&property, 1, &ids);
    changed["items"][0]["adjustments"] = json!([
        {"kind": "location", "unit": "percent", "amount": -10, "reason": "Corner"},
        {"kind": "market_conditions", "unit": "percent", "amount": 20, "reason": "Two years ago"},
    ]);
    changed["items"][2]["excluded_reason"] = json!("Far larger");
    let changed = put(changed).await.ok();
    let first = &changed["items"][0];
    assert_eq!(first["adjusted_price"], 1_080_000);
    assert_eq!(
        (&first["net_percent"], &first["gross_percent"]),
        (&json!(8), &json!(32))
    );
    assert_eq!(first["large_adjustments"], true);
    assert!(first["adjustments"][0]["author_name"].is_string());
    assert_eq!(changed["items"][2]["not_counted"], "excluded");
    assert_eq!(changed["statistics"]["count"], 4);
    for (field, item) in [
        (
            "items.0.adjustments.0.reason",
            json!({"kind": "use", "unit": "percent", "amount": 1, "reason": " "}),
        ),
        (
            "items.0.adjustments.0.amount",
            json!({"kind": "use", "unit": "percent", "amount": -101, "reason": "x"}),
        ),
    ] {
        let mut body = set(&property, 2, &ids);
        body["items"][0]["adjustments"] = json!([item]);
        let problem = put(body).await.problem(422);
        assert!(problem["errors"].get(field).is_some(), "{problem}");
    }
    let twice = [ids[0].clone(), ids[0].clone()];
    put(set(&property, 2, &twice)).await.problem(422);
    put(set(&property, 2, &[json!(uuid::Uuid::new_v4())]))
        .await
        .problem(404);

    let twin = world.post(&pat, "/comps", sale(500_000, 4)).await;
    let mut related = sale(400_000, 4);
    related["related_parties"] = json!(true);
    let related = world.post(&pat, "/comps", related).await;
    let mut no_area = sale(400_000, 4);
    no_area["acres"] = Value::Null;
    let no_area = world.post(&pat, "/comps", no_area).await;
    let more = [&twin, &related, &no_area].map(|comp| comp["comp_id"].clone());
    let all = [ids.as_slice(), &more].concat();
    let all = put(set(&property, 2, &all)).await.ok();
    assert_eq!(
        (&all["items"][3]["duplicate"], &all["items"][5]["duplicate"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(all["items"][6]["not_counted"], "related_parties");
    assert_eq!(all["items"][7]["not_counted"], "no_area");
    assert_eq!(all["statistics"]["count"], 6);
    assert_eq!(all["statistics"]["interval"]["per_mille"], 969);

    // Whoever puts a sale back as it was does not become the author of what it has.
    let colleague = pat.colleague();
    let put_by = async |who: &Persona, version: i64, mut body: Value| {
        body["version"] = json!(version);
        let answer = call(&world, who, Method::PUT, "/comp_set", body).await;
        answer.ok()
    };
    let mut whole = set(&property, 3, &ids[..3]);
    whole["items"][0]["adjustments"] =
        json!([{"kind": "location", "unit": "percent", "amount": -10, "reason": "Corner"}]);
    whole["items"][2]["excluded_reason"] = json!("Far larger");
    let alone = set(&property, 0, &ids[1..2]);
    let authors = |set: &Value| {
        let items = &set["items"];
        let adjusted_by = items[0]["adjustments"][0]["author_name"].clone();
        [adjusted_by, items[2]["excluded_by_name"].clone()]
    };
    let before = authors(&put_by(&pat, 3, whole.clone()).await);
    let without = put_by(&colleague, 4, alone.clone()).await;
    assert_eq!(without["items"].as_array().unwrap().len(), 1);
    let back = put_by(&colleague, 5, whole.clone()).await;
    assert_eq!(authors(&back), before);
    put_by(&colleague, 6, alone).await;
    world
        .sql("UPDATE comp_set_items SET removed_at = removed_at - interval '2 hours'")
        .await;
    let [adjusted_by, excluded_by] = authors(&put_by(&colleague, 7, whole).await);
    assert!(
        adjusted_by != before[0] && excluded_by != before[1],
        "it was removed too long ago: {adjusted_by}, {excluded_by}"
    );
    world.stop().await;
}

#[tokio::test]
async fn the_area_of_a_small_parcel_is_not_cut_to_hundredths() {
    let world = World::start().await;
    let pat = Persona::user();
    let property = property_id(&world, &pat).await;
    world
        .sql("UPDATE properties SET facts = '{\"ll_gisacre\": 0.3957}'")
        .await;
    let ids = five(&world, &pat).await;
    let put = |body: Value| call(&world, &pat, Method::PUT, "/comp_set", body);
    let mut by_foot = set(&property, 0, &ids);
    by_foot["unit"] = json!("land_square_foot");
    assert_eq!(put(by_foot).await.ok()["area"], 17_236.692);
    let shown = put(set(&property, 1, &ids)).await.ok();
    assert_eq!(shown["area"], 0.3957);
    let body = json!({"property_id": property, "version": 2, "measure": "median", "percent": 0,
        "area": shown["area"], "step": 10});
    let used = world.post(&pat, "/comp_set/use", body).await;
    assert_eq!(used["offer_value"], 49_460);
    world.stop().await;
}

#[tokio::test]
async fn an_offer_from_sales_keeps_them_as_they_were() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let property = property_id(&world, &pat).await;
    let query = [("property_id", property.as_str().unwrap().to_owned())];
    let ids = five(&world, &pat).await;
    let put = |body: Value| call(&world, &pat, Method::PUT, "/comp_set", body);
    put(set(&property, 0, &ids[..2])).await.ok();
    let body = |version: i64| {
        json!({"property_id": property, "version": version, "measure": "median", "percent": -3,
            "area": 10.37, "step": 1000})
    };
    let (status, few) = world.refused(&pat, "/comp_set/use", body(1)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(few["errors"].get("measure").is_some());
    put(set(&property, 1, &ids)).await.ok();
    let (status, stale) = world.refused(&pat, "/comp_set/use", body(1)).await;
    assert_eq!(
        (status, &stale["version"]),
        (StatusCode::CONFLICT, &json!(2))
    );

    let mut events = world.listen(&["activity.reported"]).await;
    let line = "median of 5 = 125,000/acre, −3 %, × 10.37 ac, step 1,000 → 1,257,000";
    let used = world.post(&pat, "/comp_set/use", body(2)).await;
    assert_eq!(
        (&used["offer_value"], &used["reason"]),
        (&json!(1_257_000), &json!(line))
    );
    let told = heard(&mut events).await["data"].clone();
    let ends = |field: &str, end: &str| told[field].as_str().unwrap().ends_with(end);
    assert!(ends("text", " is now $1,257,000."), "{told}");
    let number = "/property/001-014%20000.0008%2F2?project_id=";
    assert!(told["link"].as_str().unwrap().starts_with(number), "{told}");
    let history = async || world.get(&pat, "/offers", &query).await["offers"][0].clone();
    let offer = history().await;
    assert_eq!(
        (&offer["basis"], &offer["reason"]),
        (&json!("comps"), &json!(line))
    );
    assert_eq!(offer["comp_snapshot_id"], used["snapshot_id"]);
    assert_eq!(offer["comps_changed"], false);

    // A sale is corrected, and another excluded: the set says something else, the copy does not.
    let path = format!("/comps/{}", ids[0].as_str().unwrap());
    let correction = json!({"sale": sale(2_000_000, 10), "version": 1});
    call(&world, &pat, Method::PUT, &path, correction)
        .await
        .ok();
    assert_eq!(history().await["comps_changed"], true);
    let mut without = set(&property, 3, &ids);
    without["items"][1]["excluded_reason"] = json!("A lease came with it");
    let now = put(without).await.ok();
    assert_ne!(now["statistics"]["median"], 125_000);
    let path = format!("/comp_snapshots/{}", used["snapshot_id"].as_str().unwrap());
    let frozen = world.get(&pat, &path, &[]).await;
    assert_eq!(frozen["items"][0]["comp"]["price"], 1_000_000);
    assert_eq!(frozen["statistics"]["median"], 125_000);
    assert_eq!(recalculated(&frozen), line);
    call(&world, &stranger, Method::GET, &path, json!({}))
        .await
        .problem(404);
    world.stop().await;
}

/// The line from nothing but what the copy says of its sales and of the calculation.
fn recalculated(frozen: &Value) -> String {
    let sales: Vec<UnitSale> = frozen["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| UnitSale {
            price: item["adjusted_price"].as_i64().unwrap().into(),
            area: item["comp"]["acres"].as_i64().unwrap().into(),
        })
        .collect();
    let calculation: Calculation = serde_json::from_value(frozen["calculation"].clone()).unwrap();
    let (figures, _) = statistics(&sales, AreaUnit::Acre);
    calculation.sentence(&figures).unwrap()
}
