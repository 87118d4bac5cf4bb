//! The search box: our own parcels, then the geocoder's places.

use parcel_lookup::places::Geocoder;
use parcel_lookup::providers::Providers;
use provider_client::{Http, Limits};
use serde_json::{Value, json};
use test_support::{Answer, StubServer};

use crate::support::{World, square};

async fn search(world: &World, query: &str) -> Vec<Value> {
    let answer = world.get(&format!("/places?{query}")).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{query}");
    answer.json::<Value>().await.unwrap()["places"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_found_by_address_owner_and_number() {
    let world = World::start().await;
    let mut near = square("48201", "0010020000013", -95.37, 29.76);
    near.fields.address = Some("901 Cypress St".to_owned());
    near.fields.scity = Some("Houston".to_owned());
    near.fields.owner = Some("Bayou Crest Holdings LLC".to_owned());
    let mut far = square("48201", "777_100%", -95.1, 29.9);
    far.fields.address = Some("12 Cypress Hollow".to_owned());
    let id = near.fields.ll_uuid.to_string();
    world.put(vec![near, far]).await;
    for query in [
        "q=901%20cypress",
        "q=crest%20bayou",
        "q=0010020000013",
        "q=houston",
        "q=Cypress&limit=1&lat=29.7605&lon=-95.3695",
    ] {
        let places = search(&world, query).await;
        assert_eq!(
            (places.len(), &places[0]["ll_uuid"]),
            (1, &json!(id)),
            "{query}"
        );
    }
    assert_eq!(search(&world, "q=cypress").await.len(), 2);
    // The state is part of the label, and may be typed.
    for query in [
        "q=901%20cypress%2C%20houston%2C%20tx",
        "q=901%20CYPRESS%20TX",
    ] {
        let places = search(&world, query).await;
        let label = places[0]["label"].as_str().unwrap();
        assert!(label.starts_with("901 Cypress St, Houston, TX"), "{label}");
        // Measured on the outline: 0.001 degrees each way.
        let acres = places[0]["acres"].as_f64().unwrap();
        assert!((acres - 2.65).abs() < 0.01, "{acres}");
    }
    assert_eq!(search(&world, "q=901%20cypress%20ok").await.len(), 0);
    // Wildcards of LIKE are escaped.
    assert_eq!(search(&world, "q=7_7").await.len(), 0);
    assert_eq!(search(&world, "q=777_100%25").await.len(), 1);
    assert_eq!(search(&world, "q=29.76%2C-95.37").await[0]["kind"], "place");
    for bad in [
        "q=a",
        "q=%20%20",
        "",
        "q=main&limit=0",
        "q=main&limit=21",
        "q=main&lat=3",
        "q=main&lat=99&lon=1",
        "q=a%00b",
    ] {
        assert_eq!(
            world
                .get(&format!("/places?{bad}"))
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
async fn the_geocoder_adds_its_places_and_its_failure_costs_nothing_else() {
    let stub = StubServer::start().await;
    let http = Http::new("test", Limits::default()).unwrap();
    let world = World::with(
        Providers::default(),
        Some(Geocoder::new(&stub.url(), http).unwrap()),
    )
    .await;
    let mut parcel = square("48201", "1", -95.37, 29.76);
    parcel.fields.address = Some("Pasadena Rd".to_owned());
    world.put(vec![parcel]).await;
    stub.on("GET", "/api", Answer::json(200, &json!({ "features": [{
        "geometry": { "coordinates": [-95.2091, 29.6911] },
        "properties": { "name": "Pasadena", "state": "Texas", "type": "city", "extent": [-95.25, 29.72, -95.05, 29.57] },
    }] })));
    let places = search(&world, "q=pasadena").await;
    assert_eq!(
        places
            .iter()
            .map(|place| place["label"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["Pasadena Rd, TX · 1", "Pasadena, Texas"]
    );
    assert_eq!(places[1]["bbox"], json!([-95.25, 29.57, -95.05, 29.72]));
    stub.clear();
    stub.on("GET", "/api", Answer::status(502));
    assert_eq!(search(&world, "q=pasadena%20rd").await.len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_census_geocoder_is_understood_too() {
    let stub = StubServer::start().await;
    let path = "/geocoder/locations/onelineaddress";
    let geocoder = Geocoder::new(
        &format!("{}{path}", stub.url()),
        Http::new("test", Limits::default()).unwrap(),
    )
    .unwrap();
    let world = World::with(Providers::default(), Some(geocoder)).await;
    stub.on("GET", path, Answer::json(200, &json!({ "result": { "addressMatches": [
        { "matchedAddress": "4600 SILVER HILL RD, WASHINGTON, DC, 20233", "coordinates": { "x": -76.92, "y": 38.84 } },
    ] } })));
    let places = search(&world, "q=4600%20silver%20hill").await;
    assert_eq!(
        (&places[0]["kind"], &places[0]["lat"]),
        (&json!("address"), &json!(38.84))
    );
    // The second request is served from the cache.
    search(&world, "q=4600%20silver%20hill").await;
    assert_eq!(stub.requests().len(), 1);
    world.stop().await;
}
