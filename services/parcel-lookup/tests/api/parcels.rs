//! Parcels by id and number.

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
