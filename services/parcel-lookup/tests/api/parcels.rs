//! Parcels by id and number.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{World, square};

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_is_answered_whole_by_its_id() {
    let world = World::start().await;
    let mut parcel = square("48201", "12 3/4.5", -95.37, 29.76);
    parcel.fields.parval = Some("1250000.50".parse().unwrap());
    parcel.fields.saledate = chrono::NaiveDate::from_ymd_opt(2019, 6, 14);
    let id = parcel.fields.ll_uuid;
    world.put(vec![parcel]).await;
    let record: Value = world
        .get(&format!("/parcels/{id}"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(record["parval"], json!(1_250_000.5));
    assert_eq!(record["saledate"], "2019-06-14");
    assert_eq!(record["geometry"]["type"], "Polygon");
    assert_eq!(record["owner"], Value::Null);
    // 0.001 degrees squared at this latitude.
    assert!(
        (record["ll_gisacre"].as_f64().unwrap() - 2.65).abs() < 0.05,
        "{record}"
    );
    for (wrong, status) in [
        ("7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11", 404),
        ("nonsense", 422),
    ] {
        assert_eq!(
            world
                .get(&format!("/parcels/{wrong}"))
                .send()
                .await
                .unwrap()
                .status(),
            status,
            "{wrong}"
        );
    }
    world.stop().await;
}

/// The list of many has the class that the parcel by itself has, and knows 0 dollars from unknown ones.
#[tokio::test(flavor = "multi_thread")]
async fn records_of_many_have_the_class_of_their_use() {
    let world = World::start().await;
    let mut parcel = square("48201", "1", -95.37, 29.76);
    parcel.fields.usecode = Some("F2".to_owned());
    parcel.fields.parval = Some("0".parse().unwrap());
    parcel.fields.landval = Some("500".parse().unwrap());
    parcel.fields.ll_gisacre = Some(2.0);
    parcel.fields.owner = Some("Vega Holdings LLC".to_owned());
    let id = parcel.fields.ll_uuid;
    world
        .put(vec![parcel, square("48201", "2", -95.36, 29.76)])
        .await;
    let (_, listed) = world
        .post("/parcel_records", json!({ "ll_uuids": [id] }))
        .await;
    let answer = world.get(&format!("/parcels/{id}")).send().await.unwrap();
    let whole: Value = answer.json().await.unwrap();
    let listed = &listed["parcels"][0];
    assert_eq!(
        (&listed["use_class"], &whole["facts"]["use_class"]),
        (&json!("industrial"), &json!("industrial"))
    );
    assert_eq!(
        (&listed["owner_kind"], &whole["facts"]["owner_kind"]),
        (&json!("company"), &json!("company"))
    );
    assert_eq!(listed["is_absentee"], whole["facts"]["is_absentee"]);
    // The record has what the county recorded, the facts what it means.
    assert_eq!(
        (&listed["parval"], &whole["parval"]),
        (&json!(0), &json!(0))
    );
    let facts = &whole["facts"];
    assert_eq!(
        [&facts["total_value"], &facts["value_per_acre"]],
        [&Value::Null, &Value::Null]
    );
    assert_eq!(
        [&facts["land_value"], &facts["land_value_per_acre"]],
        [&json!(500.0), &json!(250.0)]
    );
    // Units of one lot of two acres: 300,000 and 700,000 dollars on it, not 150,000 and 350,000 an acre.
    let units = [("3", "300000"), ("4", "700000")].map(|(number, value)| {
        let mut unit = square("48201", number, -95.35, 29.76);
        unit.fields.parval = Some(value.parse().unwrap());
        unit.fields.ll_gisacre = Some(2.0);
        unit
    });
    let id = units[0].fields.ll_uuid;
    world.put(units.into()).await;
    let (_, listed) = world
        .post("/parcel_records", json!({ "ll_uuids": [id] }))
        .await;
    let answer = world.get(&format!("/parcels/{id}")).send().await.unwrap();
    let whole: Value = answer.json().await.unwrap();
    let land =
        json!({ "parcels": 2, "total_value": 1_000_000.0, "land_value": null, "acres": 2.0 });
    assert_eq!(
        [&whole["shared_land"], &listed["parcels"][0]["shared_land"]],
        [&land, &land]
    );
    let facts = &whole["facts"];
    assert_eq!(
        [&facts["total_value"], &facts["value_per_acre"]],
        [&json!(300_000.0), &json!(500_000.0)]
    );
    assert_eq!(facts["land_value_per_acre"], Value::Null);
    // Measured by the outline, which is not asked for.
    assert_eq!(listed.get("access_and_shape"), None);
    let asked = json!({ "ll_uuids": [id], "access_and_shape": true });
    let (_, measured) = world.post("/parcel_records", asked).await;
    let measured = &measured["parcels"][0];
    assert_eq!(measured["geometry"], Value::Null);
    let shape = &measured["access_and_shape"];
    let acres = shape["outline_acres"].as_f64().unwrap();
    assert!((acres - 2.65).abs() < 0.01, "{shape}");
    let width = shape["width_m"].as_f64().unwrap();
    assert!((width - 96.7).abs() < 0.1, "{shape}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_number_may_mean_parcels_of_several_counties() {
    let world = World::start().await;
    world
        .put(vec![
            square("48201", "12 3/4.5", -95.37, 29.76),
            square("37119", "12 3/4.5", -80.8, 35.2),
        ])
        .await;
    let counties = async |query: &str| -> Vec<String> {
        let list: Value = world
            .get(&format!("/parcels?{query}"))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        list["parcels"]
            .as_array()
            .unwrap()
            .iter()
            .map(|parcel| parcel["county_fips"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        counties("parcelnumb=12%203%2F4.5").await,
        ["37119", "48201"]
    );
    assert_eq!(
        counties("parcelnumb=12%203%2F4.5&county_fips=48201").await,
        ["48201"]
    );
    assert!(counties("parcelnumb=9").await.is_empty());
    for bad in [
        "parcelnumb=",
        "parcelnumb=1%00",
        "county_fips=48201",
        "parcelnumb=1&county_fips=4820",
    ] {
        assert_eq!(
            world
                .get(&format!("/parcels?{bad}"))
                .send()
                .await
                .unwrap()
                .status(),
            422,
            "{bad}"
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outlines_of_many_parcels_are_answered_at_once() {
    let world = World::start().await;
    let (known, same_number, by_number) = (
        square("48201", "1", -95.37, 29.76),
        square("37119", "2", -80.8, 35.2),
        square("48201", "2", -95.36, 29.76),
    );
    let id = known.fields.ll_uuid;
    world.put(vec![known, same_number, by_number]).await;
    let ask = async |body: Value| {
        world
            .call(Method::POST, "/parcel_outlines")
            .json(&body)
            .send()
            .await
            .unwrap()
    };
    let body =
        json!({ "ll_uuids": [id, "7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11"], "parcelnumbs": ["2"] });
    let answer: Value = ask(body).await.json().await.unwrap();
    let parcels = answer["parcels"].as_array().unwrap();
    let mut numbers: Vec<_> = parcels.iter().map(|parcel| &parcel["parcelnumb"]).collect();
    numbers.sort_by_key(|number| number.as_str());
    assert_eq!(numbers, ["1", "2", "2"]);
    let known = parcels
        .iter()
        .find(|parcel| parcel["ll_uuid"] == json!(id))
        .unwrap();
    assert_eq!(known["geometry"]["type"], "Polygon");
    assert_eq!(
        (&known["state2"], &known["is_sample"]),
        (&json!("TX"), &json!(false))
    );
    assert!(known["ll_gisacre"].is_number());
    let many: Vec<_> = (0..1001).map(|_| uuid::Uuid::new_v4()).collect();
    for (field, bad) in [
        ("ll_uuids", json!({ "ll_uuids": many })),
        (
            "parcelnumbs",
            json!({ "ll_uuids": many[..1000], "parcelnumbs": ["2"] }),
        ),
        ("parcelnumbs", json!({ "parcelnumbs": ["a\0b"] })),
    ] {
        let refused = ask(bad).await;
        assert_eq!(refused.status(), 422, "{field}");
        let problem: Value = refused.json().await.unwrap();
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    world.stop().await;
}
