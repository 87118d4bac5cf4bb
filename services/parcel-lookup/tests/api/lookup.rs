//! `process_coords` with our own table.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{World, square, square_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_known_parcel_is_found_and_its_boundary_belongs_to_it() {
    let world = World::start().await;
    let mut parcel = square("48201", "0010020000013", -95.37, 29.76);
    parcel.fields.address = Some("901 Preston St".to_owned());
    world.put(vec![parcel]).await;
    let (status, body) = world.look_up(-95.3695, 29.7605).await;
    assert_eq!((status, &body["status"]), (200, &json!("found")));
    assert_eq!(body["data"]["parcelnumb"], "0010020000013");
    assert_eq!(body["data"]["address"], "901 Preston St");
    assert_eq!(body["data"]["county_fips"], "48201");
    assert_eq!(body["data"]["state2"], "TX");
    assert!((body["data"]["ll_gisacre"].as_f64().unwrap() - 2.65).abs() < 0.01);
    assert!(body.get("candidates").is_none());
    let (_, on_corner) = world.look_up(-95.37, 29.76).await;
    assert_eq!(on_corner["status"], "found");
    let (status, outside) = world.look_up(-95.3, 29.76).await;
    assert_eq!(
        (status, outside),
        (200, json!({ "status": "not_found", "data": null }))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stacked_parcels_are_all_answered_the_smallest_outline_first() {
    let world = World::start().await;
    let road = square_of("06075", "ROAD", -122.401, 37.769, 0.004);
    let units =
        ["3800008", "3800006", "3800007"].map(|number| square("06075", number, -122.4, 37.77));
    world
        .put(std::iter::once(road).chain(units).collect())
        .await;
    for _ in 0..2 {
        let (_, body) = world.look_up(-122.3995, 37.7705).await;
        let numbers: Vec<&str> = body["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|parcel| parcel["parcelnumb"].as_str().unwrap())
            .collect();
        assert_eq!(numbers, ["3800006", "3800007", "3800008", "ROAD"]);
        assert_eq!(body["data"], body["candidates"][0]);
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_point_in_the_street_has_the_nearest_parcel_with_its_distance() {
    let world = World::start().await;
    // 0.0001 degrees of latitude are 11 m.
    let units = ["2", "1"].map(|number| square("48201", number, -95.37, 29.76));
    let farther = square("48201", "3", -95.37, 29.7613);
    let parcels = units.into_iter().chain([farther]).collect();
    world.put(parcels).await;
    let (status, body) = world.look_up(-95.3695, 29.7611).await;
    assert_eq!((status, &body["status"]), (200, &json!("found")));
    assert_eq!(body["data"]["parcelnumb"], "1");
    let numbers: Vec<&str> = body["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parcel| parcel["parcelnumb"].as_str().unwrap())
        .collect();
    assert_eq!(numbers, ["1", "2"], "stacked at the least distance");
    let distance = body["distance_m"].as_f64().unwrap();
    assert!((distance - 11.1).abs() < 0.2, "{distance}");
    let (_, on_it) = world.look_up(-95.3695, 29.7605).await;
    assert!(on_it.get("distance_m").is_none());
    let (_, too_far) = world.look_up(-95.3695, 29.7597).await;
    assert_eq!(too_far, json!({ "status": "not_found", "data": null }));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_points_are_answered_in_their_order() {
    let world = World::start().await;
    let row = (0..5).map(|index| {
        square(
            "48201",
            &index.to_string(),
            -95.37 + f64::from(index) * 0.01,
            29.76,
        )
    });
    world.put(row.collect()).await;
    let ask = |points: Value| {
        let body = json!({ "points": points });
        world.post("/process_coords/batch", body)
    };
    let points: Vec<Value> = (0..40)
        .map(|index| json!({ "lat": 29.7605, "lon": -95.3695 + f64::from(index % 6) * 0.01 }))
        .collect();
    let (status, body) = ask(json!(points)).await;
    assert_eq!(status, 200);
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), 40);
    for (index, result) in results.iter().enumerate() {
        match index % 6 {
            5 => assert_eq!(result, &json!({ "status": "not_found", "data": null })),
            number => assert_eq!(result["data"]["parcelnumb"], number.to_string()),
        }
    }
    for (points, field) in [
        (json!([]), "points"),
        (
            json!(vec![json!({ "lat": 29.7, "lon": -95.3 }); 1001]),
            "points",
        ),
        (
            json!([{ "lat": 29.7, "lon": -95.3 }, { "lat": 91, "lon": 0 }]),
            "points.1",
        ),
    ] {
        let (status, problem) = ask(points).await;
        assert_eq!(status, 422);
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_refused_with_the_field_named() {
    let world = World::start().await;
    let send = |body: &'static str| {
        world
            .call(Method::POST, "/process_coords")
            .header("content-type", "application/json")
            .body(body)
            .send()
    };
    for (body, status, field) in [
        ("{", 400, None),
        (r#"{"lat": 91, "lon": 0}"#, 422, Some("lat")),
        (r#"{"lat": 0, "lon": -180.5}"#, 422, Some("lon")),
        (r#"{"lat": "29.7", "lon": 0}"#, 422, Some("lat")),
        (r#"{"lat": 29.7}"#, 422, Some("lon")),
        (r#"{"lat": null, "lon": 0}"#, 422, Some("lat")),
    ] {
        let answer = send(body).await.unwrap();
        assert_eq!(answer.status(), status, "{body}");
        let problem: Value = answer.json().await.unwrap();
        if let Some(field) = field {
            assert!(problem["errors"][field].is_string(), "{body}: {problem}");
        }
    }
    let labelled_wrong = world
        .call(Method::POST, "/process_coords")
        .header("content-type", "text/plain")
        .body("{}")
        .send()
        .await
        .unwrap();
    assert_eq!(labelled_wrong.status(), 415);
    world.stop().await;
}
