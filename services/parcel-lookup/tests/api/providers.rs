//! External providers and their failures, simulated by a stub.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use db::ReadPool;
use domain::{CustomerId, LonLat};
use parcel_lookup::lookup::dto::LookupStatus;
use parcel_lookup::lookup::ops::Lookup;
use parcel_lookup::providers::arcgis::{ArcGis, Layer};
use parcel_lookup::providers::{AtPoint, ParcelAtPoint, Providers, Use};
use parcel_record::UnnumberedKind;
use provider_client::{Http, Limits, Patience, ProviderError};
use serde_json::{Value, json};
use test_support::{Answer, StubServer};
use uuid::Uuid;

use crate::support::{World, square};

pub const QUERY: &str = "/arcgis/rest/services/Parcels/MapServer/0/query";

pub fn limits() -> Limits {
    Limits {
        timeout: Duration::from_millis(700),
        max_bytes: 100_000,
        retry_pause: Duration::from_millis(5),
        max_retry_after: Duration::from_millis(1_100),
        concurrent: 100,
        calls_per_second: 1_000.try_into().unwrap(),
        rate_wait: Duration::ZERO,
        breaker_failures: 100,
        breaker_pause: Duration::from_mins(1),
    }
}

pub fn layer(stub: &StubServer, way: &str) -> Layer {
    let service = if way == "identify" {
        "/arcgis/rest/services/Parcels/MapServer"
    } else {
        "/arcgis/rest/services/Parcels/MapServer/0"
    };
    serde_json::from_value(json!({
        "name": "Sample County GIS", "url": format!("{}{service}", stub.url()), "bbox": [-96.0, 29.0, -95.0, 30.0],
        "county_fips": "48201", "field_map": "parcelnumb=PIN,owner=OWNER,saledate=SOLD", "licence": "CC0", "way": way,
    }))
    .unwrap()
}

fn arcgis(stub: &StubServer, way: &str, limits: Limits) -> ArcGis {
    ArcGis::new(
        layer(stub, way),
        Http::new("Sitewright test", limits).unwrap(),
    )
    .unwrap()
}

pub fn here() -> LonLat {
    LonLat::new(-95.3695, 29.7605).unwrap()
}

fn ring() -> Value {
    json!([
        [-95.37, 29.76],
        [-95.37, 29.761],
        [-95.369, 29.761],
        [-95.369, 29.76],
        [-95.37, 29.76]
    ])
}

pub fn feature(pin: &str) -> Value {
    json!({ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [ring()] }, "properties": { "PIN": pin, "OWNER": "Heron Point LLC", "SOLD": 1_715_212_800_000_i64 } })
}

pub fn collection(features: &[Value]) -> Answer {
    Answer::json(
        200,
        &json!({ "type": "FeatureCollection", "features": features }),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_provider_says_is_stored_and_then_our_own() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[feature("B-2"), feature("A-1")]));
    let world = World::with(
        Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]),
        None,
    )
    .await;
    let (status, body) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!((status, &body["status"]), (200, &json!("scraped")));
    assert_eq!(body["data"]["parcelnumb"], "A-1");
    assert_eq!(body["data"]["saledate"], "2024-05-09");
    assert_eq!(body["data"]["source"], "Sample County GIS");
    assert_eq!(body["data"]["source_licence"], "CC0");
    let fetched_at: DateTime<Utc> = body["data"]["fetched_at"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(Utc::now() - fetched_at < chrono::Duration::minutes(5));
    assert_eq!(body["candidates"].as_array().unwrap().len(), 2);
    // They are on one outline.
    let id = body["data"]["ll_uuid"].as_str().unwrap();
    let answer = world.get(&format!("/parcels/{id}")).send().await.unwrap();
    let record: Value = answer.json().await.unwrap();
    assert_eq!(record["shared_land"]["parcels"], 2);
    let (_, again) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(again["status"], "found");
    assert_eq!(stub.requests().len(), 1);
    let asked = String::from_utf8(stub.requests()[0].body.clone()).unwrap();
    assert!(
        asked.contains("geometry=-95.369500%2C29.760500") && asked.contains("f=geojson"),
        "{asked}"
    );
    // Outside the layer's box it is not called.
    let (_, elsewhere) = world.look_up(-80.0, 35.0).await;
    assert_eq!(
        (&elsewhere["status"], stub.requests().len()),
        (&json!("not_found"), 1)
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_is_asked_about_land_without_a_number_too() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[]));
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]);
    let world = World::with(providers, None).await;
    let street = "INSERT INTO unnumbered_features (feature_id, batch_id, county_fips, kind, geom, source) \
        VALUES (gen_random_uuid(), 1, '48201', 'right_of_way', \
            ST_Multi(ST_MakeEnvelope(-95.38, 29.75, -95.36, 29.77, 4326)), 'Test County')";
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, street)
        .await
        .unwrap();
    let label = json!("Right of way, no parcel number");
    let (_, nothing) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(
        (&nothing["status"], &nothing["feature"]["label"]),
        (&json!("not_found"), &label)
    );
    assert_eq!(stub.requests().len(), 1);
    stub.clear();
    stub.on("POST", QUERY, collection(&[feature("A-1")]));
    // Beside the parcel that the provider returns, then on it.
    let (_, near) = world.look_up(here().lon(), 29.7611).await;
    assert_eq!(
        (&near["status"], &near["feature"]["label"]),
        (&json!("scraped"), &label)
    );
    assert!(near["distance_m"].is_number(), "{near}");
    let (_, on_it) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(on_it["status"], "found");
    assert!(on_it.get("feature").is_none(), "{on_it}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_parcels_do_not_hide_what_a_provider_knows() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, Answer::status(404));
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]);
    let world = World::with(providers, None).await;
    world
        .put_sample(vec![square("48201", "S-1", -95.37, 29.76)])
        .await;
    let (status, _) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(status, 503, "a real parcel may exist");
    stub.clear();
    stub.on("POST", QUERY, collection(&[feature("A-1")]));
    let (_, body) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(
        (&body["status"], &body["data"]["parcelnumb"]),
        (&json!("scraped"), &json!("A-1"))
    );
    assert!(body.get("candidates").is_none(), "{body}");
    stub.clear();
    stub.on("POST", QUERY, collection(&[]));
    world
        .put_sample(vec![square("48201", "S-2", -95.36, 29.76)])
        .await;
    let (_, sample) = world.look_up(-95.3595, 29.7605).await;
    assert_eq!(
        (&sample["status"], &sample["data"]["is_sample"]),
        (&json!("found"), &json!(true)),
        "no provider knows it"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_providers_nearest_parcel_is_not_shown_as_if_it_lay_there() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[feature("A-1")]));
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]);
    let world = World::with(providers, None).await;
    // 11 m north of the parcel, then 55 m.
    let (_, near) = world.look_up(-95.3695, 29.7611).await;
    assert_eq!(near["status"], "scraped");
    let distance = near["distance_m"].as_f64().unwrap();
    assert!((distance - 11.1).abs() < 0.2, "{distance}");
    let (_, far) = world.look_up(-95.3695, 29.7615).await;
    assert_eq!(far, json!({ "status": "not_found", "data": null }));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn points_of_a_batch_are_independent_of_a_provider_that_fails() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, Answer::status(404));
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]);
    let world = World::with(providers, None).await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    let points = json!([{ "lat": 29.7605, "lon": -95.3695 }, { "lat": 29.5, "lon": -95.5 }]);
    let (status, body) = world
        .post("/process_coords/batch", json!({ "points": points }))
        .await;
    assert_eq!(status, 200);
    assert_eq!(body["results"][0]["data"]["parcelnumb"], "1");
    assert_eq!(
        body["results"][1],
        json!({ "status": "unavailable", "data": null })
    );
    world.stop().await;
}

/// Points of the layer, each in another place.
fn places(count: u32) -> Vec<LonLat> {
    let place = |i| LonLat::new(-95.9, 29.1 + f64::from(i) * 0.01).unwrap();
    (0..count).map(place).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn points_of_a_batch_wait_for_the_rate_behind_single_lookups() {
    let stub = StubServer::start().await;
    let answer = collection(&[]).after(Duration::from_millis(20));
    stub.on("POST", QUERY, answer);
    let slow = Limits {
        concurrent: 4,
        calls_per_second: 10.try_into().unwrap(),
        rate_wait: Duration::from_secs(1),
        ..limits()
    };
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", slow))]);
    let world = World::with(providers, None).await;
    let points = places(30)
        .into_iter()
        .map(|at| json!({ "lat": at.lat(), "lon": at.lon() }));
    let points = json!({ "points": points.collect::<Vec<_>>() });
    let begin = Instant::now();
    let single = async {
        // The batch has taken what there was of the rate by now.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut statuses = Vec::new();
        for i in 0..4 {
            let lon = -95.4 + f64::from(i) * 0.01;
            statuses.push(world.look_up(lon, 29.5).await.0);
        }
        (statuses, begin.elapsed())
    };
    let batch = async {
        let answer = world.post("/process_coords/batch", points).await;
        (answer, begin.elapsed())
    };
    let (((status, body), took), (singles, singles_took)) = tokio::join!(batch, single);
    assert_eq!(status, 200);
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), 30);
    for result in results {
        assert_eq!(result["status"], "not_found");
    }
    assert_eq!(stub.requests().len(), 34);
    // The first ten at once, the others at the rate.
    assert!(took > Duration::from_secs(2), "{took:?}");
    assert_eq!(singles, [200; 4]);
    assert!(singles_took < took, "{singles_took:?}, {took:?}");
    assert!(stub.most_at_once() <= 4, "{}", stub.most_at_once());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn points_that_could_not_be_asked_in_time_can_be_asked_again() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[]));
    let slow = Limits {
        calls_per_second: 2.try_into().unwrap(),
        ..limits()
    };
    let providers = Providers::new(vec![Box::new(arcgis(&stub, "geojson", slow))]);
    let world = World::start().await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    let reads = ReadPool::of_primary(world.db.pool().clone());
    let lookup = Lookup {
        pool: world.db.pool(),
        reads: &reads,
        providers: &providers,
        firm: CustomerId(Uuid::new_v4()),
    };
    let mut points = places(8);
    points.push(here());
    let statuses = async |time: u64| -> Vec<LookupStatus> {
        let results = lookup.at_all(&points, Duration::from_millis(time)).await;
        results.unwrap().iter().map(|each| each.status).collect()
    };
    let first = statuses(600).await;
    // Two at once, a third one after half a second.
    let asked = stub.requests().len();
    assert!((2..=3).contains(&asked), "{asked}");
    let (of_provider, ours) = first.split_at(8);
    let count = |status| of_provider.iter().filter(|each| **each == status).count();
    assert_eq!(count(LookupStatus::NotFound), asked);
    assert_eq!(count(LookupStatus::NotAsked), 8 - asked);
    // It does not wait for the others.
    assert_eq!(ours, [LookupStatus::Found]);
    let again = statuses(10_000).await;
    assert_eq!(again[..8], [LookupStatus::NotFound; 8]);
    assert_eq!(stub.requests().len(), 8, "each was asked once");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn knowing_nothing_is_an_answer_that_is_remembered() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[]));
    let world = World::with(
        Providers::new(vec![Box::new(arcgis(&stub, "geojson", limits()))]),
        None,
    )
    .await;
    for _ in 0..2 {
        let (status, body) = world.look_up(here().lon(), here().lat()).await;
        assert_eq!(
            (status, body),
            (200, json!({ "status": "not_found", "data": null }))
        );
    }
    assert_eq!(stub.requests().len(), 1);
    // Land without a number is more than nothing: it is said each time.
    let mut road = feature("");
    road["properties"]["TYPE"] = json!("ROAD");
    stub.clear();
    stub.on("POST", QUERY, collection(&[road]));
    for _ in 0..2 {
        let (_, body) = world.look_up(-95.3694, 29.7604).await;
        let feature = &body["feature"];
        assert_eq!(
            (&body["status"], &feature["label"], &feature["source"]),
            (
                &json!("not_found"),
                &json!("Right of way, no parcel number"),
                &json!("Sample County GIS")
            )
        );
    }
    assert_eq!(stub.requests().len(), 3);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_down_is_said_as_a_fault_and_the_next_one_is_asked() {
    let (down, up) = (StubServer::start().await, StubServer::start().await);
    down.on("POST", QUERY, Answer::status(502));
    up.on("POST", QUERY, collection(&[]));
    let providers = Providers::new(vec![
        Box::new(arcgis(&down, "geojson", limits())),
        Box::new(arcgis(&up, "json", limits())),
    ]);
    let world = World::with(providers, None).await;
    let (status, problem) = world.look_up(here().lon(), here().lat()).await;
    assert_eq!(
        (status, &problem["message"]),
        (
            503,
            &json!("The parcel provider is unavailable. Please try again.")
        )
    );
    assert_eq!(
        (down.requests().len(), up.requests().len()),
        (2, 1),
        "one retry, then the next provider"
    );
    up.clear();
    up.on("POST", QUERY, Answer::json(200, &json!({ "features": [{ "attributes": { "PIN": "7" }, "geometry": { "rings": [ring()] } }] })));
    // The second provider's empty result is cached for a day, so another place is used.
    let (status, body) = world.look_up(-95.3694, 29.7604).await;
    assert_eq!((status, &body["data"]["parcelnumb"]), (200, &json!("7")));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn esri_json_and_identify_are_spoken() {
    let stub = StubServer::start().await;
    let hole = json!([
        [-95.3698, 29.7602],
        [-95.3692, 29.7602],
        [-95.3692, 29.7608],
        [-95.3698, 29.7608],
        [-95.3698, 29.7602]
    ]);
    let geometry = json!({ "rings": [ring(), hole] });
    stub.on("POST", QUERY, Answer::json(200, &json!({ "features": [{ "attributes": { "pin": 15_570.0, "owner": "Null" }, "geometry": geometry }] })));
    let found = arcgis(&stub, "json", limits())
        .at_point(here(), Patience::Short)
        .await
        .unwrap()
        .parcels;
    assert_eq!(
        (found[0].fields.parcelnumb.as_str(), &found[0].fields.owner),
        ("15570", &None)
    );
    assert_eq!(
        found[0].shape.text().matches("[[").count(),
        3,
        "one part with a hole: {}",
        found[0].shape.text()
    );
    let identify = "/arcgis/rest/services/Parcels/MapServer/identify";
    stub.on("POST", identify, Answer::json(200, &json!({ "results": [{ "layerId": 0, "attributes": { "PIN": "9" }, "geometry": { "rings": [ring()] } }] })));
    let found = arcgis(&stub, "identify", limits())
        .at_point(here(), Patience::Short)
        .await
        .unwrap()
        .parcels;
    assert_eq!(found[0].fields.parcelnumb, "9");
}

#[tokio::test(flavor = "multi_thread")]
async fn features_that_are_no_parcels_are_no_parcels() {
    let stub = StubServer::start().await;
    let mut unmapped = feature("1");
    unmapped["geometry"] = Value::Null;
    // Around the point, in an answer to a search with a distance.
    let mut beside = feature("");
    beside["geometry"]["coordinates"] = json!([[
        [-95.37, 29.762],
        [-95.37, 29.763],
        [-95.369, 29.763],
        [-95.37, 29.762]
    ]]);
    beside["properties"]["TYPE"] = json!("LAKE");
    let mut road = feature(" ");
    road["properties"]["TYPE"] = json!("ROAD");
    stub.on(
        "POST",
        QUERY,
        collection(&[
            unmapped,
            beside,
            road,
            feature("2"),
            json!({ "type": "Feature" }),
        ]),
    );
    let found = arcgis(&stub, "geojson", limits())
        .at_point(here(), Patience::Short)
        .await
        .unwrap();
    assert_eq!(
        found
            .parcels
            .iter()
            .map(|parcel| parcel.fields.parcelnumb.as_str())
            .collect::<Vec<_>>(),
        ["2"]
    );
    assert_eq!(found.land.unwrap().land.kind, UnnumberedKind::RightOfWay);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_pages_of_a_stack_are_read() {
    let stub = StubServer::start().await;
    let cut = json!({ "features": [feature("A-1"), feature("B-2")], "properties": { "exceededTransferLimit": true } });
    stub.on("POST", QUERY, Answer::json(200, &cut));
    stub.on("POST", QUERY, collection(&[feature("C-3")]));
    let provider = arcgis(&stub, "geojson", limits());
    let found = provider.at_point(here(), Patience::Short).await.unwrap();
    let numbers: Vec<&str> = found
        .parcels
        .iter()
        .map(|parcel| parcel.fields.parcelnumb.as_str())
        .collect();
    assert_eq!(numbers, ["A-1", "B-2", "C-3"]);
    let offsets: Vec<bool> = stub
        .requests()
        .iter()
        .map(|asked| String::from_utf8_lossy(&asked.body).contains("resultOffset=2"))
        .collect();
    assert_eq!(offsets, [false, true]);
    // A server without pages refuses the second one: what there is, is shown.
    stub.clear();
    stub.on("POST", QUERY, Answer::json(200, &cut));
    let refused = json!({ "error": { "code": 400, "message": "Pagination is not supported." } });
    stub.on("POST", QUERY, Answer::json(200, &refused));
    let found = provider.at_point(here(), Patience::Short).await.unwrap();
    assert_eq!(found.parcels.len(), 2);
}

/// Checks that a failure gives the expected error.
type Check = fn(&ProviderError) -> bool;

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_an_error_and_none_tells_the_address() {
    let elsewhere = StubServer::start().await;
    let faults: Vec<(&str, Answer, usize, Check)> = vec![
        (
            "error in a good status",
            Answer::json(
                200,
                &json!({ "error": { "code": 400, "message": "where?" }, "features": [] }),
            ),
            1,
            |e| matches!(e, ProviderError::Refused(_)),
        ),
        (
            "a web page",
            Answer::body(200, "text/html", "\n<html>Sign in</html>"),
            1,
            |e| matches!(e, ProviderError::Unreadable("a web page instead of JSON")),
        ),
        (
            "cut-off JSON",
            Answer::body(200, "application/json", "{\"features\": [{"),
            1,
            |e| matches!(e, ProviderError::Unreadable(_)),
        ),
        (
            "another shape",
            Answer::json(200, &json!({ "count": 3 })),
            1,
            |e| matches!(e, ProviderError::Unreadable(_)),
        ),
        (
            "a broken-off answer",
            Answer::body(200, "application/json", "{\"features\": [").truncated(500),
            2,
            |e| matches!(e, ProviderError::Unreachable(_)),
        ),
        ("a bad gateway", Answer::status(502), 2, |e| {
            matches!(e, ProviderError::Status(502))
        }),
        ("not found", Answer::status(404), 1, |e| {
            matches!(e, ProviderError::Status(404))
        }),
        (
            "too many requests for long",
            Answer::status(429).header("retry-after", "60"),
            1,
            |e| matches!(e, ProviderError::Status(429)),
        ),
        ("a hang", Answer::hang(), 2, |e| {
            matches!(e, ProviderError::Unreachable(_))
        }),
        (
            "a redirect to another host",
            Answer::redirect(&format!("{}/steal", elsewhere.url())),
            1,
            |e| matches!(e, ProviderError::Unreachable(_)),
        ),
        ("too much", Answer::large(200_000), 1, |e| {
            matches!(e, ProviderError::TooLarge(100_000))
        }),
    ];
    for (name, answer, calls, is_expected) in faults {
        let stub = StubServer::start().await;
        stub.on("POST", QUERY, answer);
        let error = arcgis(&stub, "geojson", limits())
            .at_point(here(), Patience::Short)
            .await
            .unwrap_err();
        assert!(is_expected(&error), "{name}: {error:?}");
        assert!(
            !format!("{error:?} {error}").contains("127.0.0.1"),
            "{name}: {error:?}"
        );
        assert_eq!(stub.requests().len(), calls, "{name}");
    }
    assert!(elsewhere.requests().is_empty(), "the redirect was followed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_retry_after_is_waited_for() {
    let stub = StubServer::start().await;
    stub.on(
        "POST",
        QUERY,
        Answer::status(429).header("retry-after", "1"),
    );
    stub.on("POST", QUERY, collection(&[feature("1")]));
    assert_eq!(
        arcgis(&stub, "geojson", limits())
            .at_point(here(), Patience::Short)
            .await
            .unwrap()
            .parcels
            .len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_keeps_failing_is_left_alone() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, Answer::status(404));
    let provider = arcgis(
        &stub,
        "geojson",
        Limits {
            breaker_failures: 2,
            ..limits()
        },
    );
    for _ in 0..2 {
        assert!(matches!(
            provider.at_point(here(), Patience::Short).await,
            Err(ProviderError::Status(404))
        ));
    }
    assert!(matches!(
        provider.at_point(here(), Patience::Short).await,
        Err(ProviderError::Resting)
    ));
    assert_eq!(stub.requests().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_asked_no_more_often_than_allowed() {
    let stub = StubServer::start().await;
    stub.on("POST", QUERY, collection(&[]));
    let provider = arcgis(
        &stub,
        "geojson",
        Limits {
            calls_per_second: 1.try_into().unwrap(),
            ..limits()
        },
    );
    assert!(provider.at_point(here(), Patience::Short).await.is_ok());
    assert!(matches!(
        provider.at_point(here(), Patience::Short).await,
        Err(ProviderError::RateLimited)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_says_when_to_come_back_is_left_alone_until_then() {
    let stub = StubServer::start().await;
    stub.on(
        "POST",
        QUERY,
        Answer::status(429).header("retry-after", "60"),
    );
    let provider = arcgis(&stub, "geojson", limits());
    let error = provider
        .at_point(here(), Patience::Short)
        .await
        .unwrap_err();
    assert!(matches!(error, ProviderError::Status(429)), "{error}");
    let error = provider
        .at_point(here(), Patience::Short)
        .await
        .unwrap_err();
    assert!(matches!(error, ProviderError::Resting), "{error}");
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_has_no_more_requests_at_once_than_allowed() {
    let stub = StubServer::start().await;
    stub.on(
        "POST",
        QUERY,
        collection(&[]).after(Duration::from_millis(60)),
    );
    let two = Limits {
        concurrent: 2,
        timeout: Duration::from_secs(10),
        ..limits()
    };
    let provider = arcgis(&stub, "geojson", two);
    let requests = (0..8).map(|_| provider.at_point(here(), Patience::Short));
    for found in futures::future::join_all(requests).await {
        assert_eq!(found.unwrap(), AtPoint::default());
    }
    assert_eq!((stub.requests().len(), stub.most_at_once()), (8, 2));
    // Who gets no place within the time-out gives up.
    let hanging = StubServer::start().await;
    hanging.on("POST", QUERY, Answer::hang());
    let one = Limits {
        concurrent: 1,
        ..limits()
    };
    let provider = arcgis(&hanging, "geojson", one);
    let (first, second) = tokio::join!(
        provider.at_point(here(), Patience::Short),
        provider.at_point(here(), Patience::Short)
    );
    let errors = [first.unwrap_err(), second.unwrap_err()];
    assert!(
        errors
            .iter()
            .any(|error| matches!(error, ProviderError::Busy)),
        "{errors:?}"
    );
}

#[test]
fn layers_whose_terms_contradict_themselves_are_refused() {
    let layer = |terms: Value| -> Layer {
        let mut layer = json!({ "name": "L", "url": "https://gis.example/0", "bbox": [0, 0, 1, 1], "field_map": "plain" });
        layer
            .as_object_mut()
            .unwrap()
            .extend(terms.as_object().unwrap().clone());
        serde_json::from_value(layer).unwrap()
    };
    let http = Http::new("test", limits()).unwrap();
    for wrong in [
        json!({ "terms": "licensed" }),
        json!({ "terms": "licensed", "keep_days": 7, "refresh_days": 8 }),
        json!({ "terms": "licensed", "keep_days": 7, "copies_keep_days": 6 }),
        json!({ "terms": "shared", "keep_days": 7 }),
        json!({ "terms": "shared", "refresh_days": 0 }),
        json!({ "terms": "shared", "copies_keep_days": 7 }),
    ] {
        assert!(
            ArcGis::new(layer(wrong.clone()), http.clone()).is_err(),
            "{wrong}"
        );
    }
    let licensed = json!({ "terms": "licensed", "keep_days": 7, "refresh_days": 1 });
    let terms = ArcGis::new(layer(licensed), http.clone()).unwrap().terms();
    assert_eq!(
        (terms.kind, terms.refresh_days),
        (Use::Licensed { keep_days: 7 }, 1)
    );
    // Without a licence nothing says that it is public.
    for unsaid in [json!({}), json!({ "licence": " " })] {
        let Err(refused) = ArcGis::new(layer(unsaid), http.clone()) else {
            panic!("a layer without licence and terms was taken");
        };
        let sentence = format!("{:#}", anyhow::Error::from(refused));
        assert!(
            sentence.starts_with("the terms of L are not valid: give its `licence`"),
            "{sentence}"
        );
    }
    for said in [json!({ "licence": "CC0" }), json!({ "terms": "shared" })] {
        let layer = ArcGis::new(layer(said), http.clone()).unwrap();
        assert_eq!(layer.terms().kind, Use::Shared);
    }
}
