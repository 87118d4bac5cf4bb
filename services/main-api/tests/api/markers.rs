//! Markers and parcel outlines.

use serde_json::json;
use test_support::{Answer, Reply, StubServer, token_for};
use uuid::Uuid;

use crate::world::{World, feature};

#[tokio::test]
async fn a_marker_comes_back_as_it_was_added() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let mut geojson = feature("041 02/3");
    let uuid = Uuid::new_v4();
    geojson["properties"]["ll_uuid"] = json!(uuid);
    geojson["properties"]["careof"] = json!(null);
    geojson["properties"]["source"] = json!("Regrid");
    geojson["properties"]["source_licence"] = json!("licensed");
    geojson["properties"]["fetched_at"] = json!("2026-11-21T09:30:00Z");
    let body = json!({ "project_id": project, "geojson": geojson });
    let added = world.post(&pat, "/api/add_marker", body.clone()).await.ok();
    assert_eq!(
        added["geojson"]["geometry"]["coordinates"],
        json!([-95.3698, 29.7604])
    );
    assert_eq!(added["geojson"]["properties"]["ll_uuid"], json!(uuid));
    assert_eq!(added["geojson"]["properties"]["owner"], "Bayou Trust");
    // Kept with the facts: the provider's own row may expire.
    for name in ["source", "source_licence", "fetched_at"] {
        assert_eq!(
            added["geojson"]["properties"][name],
            geojson["properties"][name]
        );
    }
    assert_eq!(added["already_added"], false);
    // The same parcel again, without its identity: the existing marker is returned.
    let bare = json!({ "project_id": project, "geojson": feature("041 02/3") });
    for again in [body, bare] {
        let again = world.post(&pat, "/api/add_marker", again).await.ok();
        assert_eq!(again["id"], added["id"]);
        assert_eq!(again["already_added"], true);
    }
    let markers = world
        .get(&pat, &format!("/api/get_markers?project_id={project}"))
        .await
        .ok();
    assert_eq!(
        markers["markers"],
        json!([{ "id": added["id"], "geojson": added["geojson"] }])
    );
    let id = added["id"].as_i64().unwrap();
    let removed = world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": id }))
        .await
        .ok();
    assert_eq!(
        removed,
        json!({ "success": true, "message": format!("Marker with ID {id} removed successfully!") })
    );
    world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": id }))
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn two_clicks_at_once_make_one_marker() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let clicks = (0..6).map(|_| world.marker(&pat, &project, "7"));
    let ids = futures::future::join_all(clicks).await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(world.rows("SELECT 1 FROM markers").await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn nonsense_is_refused_with_the_field_named() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let cases = [
        (
            "/geometry/coordinates",
            json!([-95, 91]),
            "geojson.geometry.coordinates",
        ),
        (
            "/geometry/coordinates",
            json!([-95]),
            "geojson.geometry.coordinates",
        ),
        ("/geometry/type", json!("Polygon"), "geojson.geometry.type"),
        (
            "/properties/parcelnumb",
            json!(""),
            "geojson.properties.parcelnumb",
        ),
        (
            "/properties/parcelnumb",
            json!("x".repeat(65)),
            "geojson.properties.parcelnumb",
        ),
        (
            "/properties/address",
            json!("a\u{0}b"),
            "geojson.properties.address",
        ),
        (
            "/geometry/coordinates",
            json!("here"),
            "geojson.geometry.coordinates",
        ),
    ];
    for (pointer, value, field) in cases {
        let mut geojson = feature("1");
        *geojson.pointer_mut(pointer).unwrap() = value;
        let body = json!({ "project_id": project, "geojson": geojson });
        let problem = world.post(&pat, "/api/add_marker", body).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{field}: {problem}");
    }
    let unknown = json!({ "project_id": Uuid::new_v4(), "geojson": feature("1") });
    world
        .post(&pat, "/api/add_marker", unknown)
        .await
        .problem(404);
    assert!(world.rows("SELECT 1 FROM markers").await.is_empty());
    world.stop().await;
}

fn parcel(uuid: Uuid) -> serde_json::Value {
    json!({
        "ll_uuid": uuid, "parcelnumb": "12-3", "county_fips": "48201", "address": "100 Main St",
        "geometry": { "type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]] },
        "state2": "TX",
        "ll_gisacre": 0.43,
        "is_sample": true,
        "retired_at": "2026-02-03T10:00:00Z",
        "retired_file_date": "2026-01-31",
        "source": "Sample County GIS", "source_licence": "CC0", "fetched_at": "2026-11-21T09:30:00Z",
    })
}

#[tokio::test]
async fn an_outline_is_asked_for_in_the_callers_name() {
    let lookup = StubServer::start().await;
    let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
    let pat = world.user().await;
    let uuid = Uuid::new_v4();
    lookup.on(
        "GET",
        &format!("/parcels/{uuid}"),
        Answer::json(200, &parcel(uuid)),
    );
    lookup.on(
        "GET",
        "/parcels",
        Answer::json(200, &json!({ "parcels": [parcel(uuid)] })),
    );
    let token = token_for(&pat);
    let get = |path: String| {
        let call = world
            .anonymous(reqwest::Method::GET, &path)
            .bearer_auth(&token);
        async { Reply::of(call).await.ok() }
    };
    let by_number = get("/api/get_parcel_polygon?parcelnumb=12-3".to_owned()).await;
    assert_eq!(
        (&by_number["ll_uuid"], &by_number["geometry"]["type"]),
        (&json!(uuid), &json!("Polygon"))
    );
    assert_eq!(by_number["is_sample"], json!(true));
    assert_eq!(
        (&by_number["retired_at"], &by_number["retired_file_date"]),
        (&json!("2026-02-03T10:00:00Z"), &json!("2026-01-31"))
    );
    assert_eq!(
        (&by_number["state2"], &by_number["ll_gisacre"]),
        (&json!("TX"), &json!(0.43))
    );
    let source = |parcel: &serde_json::Value| {
        ["source", "source_licence", "fetched_at"].map(|field| parcel[field].clone())
    };
    assert_eq!(
        source(&by_number),
        ["Sample County GIS", "CC0", "2026-11-21T09:30:00Z"]
    );
    // Within a project the number identifies the parcel marked there.
    let project = world.project(&pat, "P").await;
    let mut geojson = feature("12-3");
    geojson["properties"]["ll_uuid"] = json!(uuid);
    world
        .post(
            &pat,
            "/api/add_marker",
            json!({ "project_id": project, "geojson": geojson }),
        )
        .await
        .ok();
    get(format!(
        "/api/get_parcel_polygon?parcelnumb=12-3&project_id={project}"
    ))
    .await;
    let asked = lookup.requests();
    assert_eq!(asked[0].target, "/parcels?parcelnumb=12-3");
    assert_eq!(asked[1].target, format!("/parcels/{uuid}"));
    assert!(
        asked
            .iter()
            .all(|request| request.headers["authorization"] == format!("Bearer {token}"))
    );
    world.stop().await;
}

#[tokio::test]
async fn an_ambiguous_number_answers_the_candidates() {
    let lookup = StubServer::start().await;
    let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
    let pat = world.user().await;
    let both = json!({ "parcels": [parcel(Uuid::new_v4()), parcel(Uuid::new_v4())] });
    lookup.on("GET", "/parcels", Answer::json(200, &both));
    let problem = world
        .get(&pat, "/api/get_parcel_polygon?parcelnumb=12-3")
        .await
        .problem(409);
    assert_eq!(problem["candidates"].as_array().unwrap().len(), 2);
    assert_eq!(problem["candidates"][0]["county_fips"], "48201");
    world.stop().await;
}

#[tokio::test]
async fn a_lookup_that_is_away_is_503_and_an_unknown_parcel_404() {
    let lookup = StubServer::start().await;
    let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
    let pat = world.user().await;
    lookup.on(
        "GET",
        "/parcels",
        Answer::json(200, &json!({ "parcels": [] })),
    );
    lookup.on("GET", "/parcels", Answer::status(500));
    world
        .get(&pat, "/api/get_parcel_polygon?parcelnumb=1")
        .await
        .problem(404);
    world
        .get(&pat, "/api/get_parcel_polygon?parcelnumb=1")
        .await
        .problem(503);
    drop(lookup);
    world
        .get(&pat, "/api/get_parcel_polygon?parcelnumb=1")
        .await
        .problem(503);
    for number in ["", "%20", "a%00b", &"7".repeat(300)] {
        let path = format!("/api/get_parcel_polygon?parcelnumb={number}");
        let problem = world.get(&pat, &path).await.problem(422);
        assert!(problem["errors"]["parcelnumb"].is_string(), "{number}");
    }
    world.stop().await;
}

#[tokio::test]
async fn the_outlines_of_a_project_come_with_one_call_of_parcel_lookup() {
    let lookup = StubServer::start().await;
    let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let uuid = Uuid::new_v4();
    let outline = |id: Uuid, number: &str| {
        let mut parcel = parcel(id);
        parcel["parcelnumb"] = json!(number);
        parcel
    };
    let mut identified = feature("1");
    identified["properties"]["ll_uuid"] = json!(uuid);
    let add = async |geojson| {
        let body = json!({ "project_id": project, "geojson": geojson });
        world.post(&pat, "/api/add_marker", body).await.ok()["id"].clone()
    };
    let (first, second) = (add(identified).await, add(feature("2")).await);
    // An unknown number, and a number that two parcels have.
    add(feature("3")).await;
    let newest = add(feature("4")).await;
    let parcels = json!({ "parcels": [
        outline(uuid, "1"), outline(Uuid::new_v4(), "2"), outline(Uuid::new_v4(), "4"), outline(Uuid::new_v4(), "4"),
    ] });
    lookup.on("POST", "/parcel_outlines", Answer::json(200, &parcels));
    let token = token_for(&pat);
    let call = world
        .anonymous(
            reqwest::Method::GET,
            &format!("/api/get_parcel_outlines?project_id={project}"),
        )
        .bearer_auth(&token);
    let answer = Reply::read(call.send().await.unwrap()).await.ok();
    let outlines = answer["outlines"].as_array().unwrap();
    let markers: Vec<_> = outlines
        .iter()
        .map(|outline| &outline["marker_id"])
        .collect();
    assert_eq!(markers, [&first, &second]);
    assert_eq!(answer["newest_marker_id"], newest);
    assert_eq!(outlines[0]["geometry"]["type"], "Polygon");
    assert_eq!(
        (
            &outlines[0]["state2"],
            &outlines[0]["ll_gisacre"],
            &outlines[0]["is_sample"]
        ),
        (&json!("TX"), &json!(0.43), &json!(true))
    );
    assert_eq!(outlines[0]["retired_file_date"], "2026-01-31");
    assert_eq!(
        (&outlines[0]["source"], &outlines[0]["fetched_at"]),
        (&json!("Sample County GIS"), &json!("2026-11-21T09:30:00Z"))
    );
    let asked = lookup.requests();
    assert_eq!(asked.len(), 1);
    assert_eq!(
        asked[0].json(),
        json!({ "ll_uuids": [uuid], "parcelnumbs": ["2", "3", "4"] })
    );
    assert_eq!(asked[0].headers["authorization"], format!("Bearer {token}"));
    world.stop().await;
}

#[tokio::test]
async fn a_marker_without_identity_means_the_parcel_of_its_number_that_the_firm_has() {
    let lookup = StubServer::start().await;
    let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
    let pat = world.user().await;
    let (project, other) = (
        world.project(&pat, "P").await,
        world.project(&pat, "Q").await,
    );
    let uuid = Uuid::new_v4();
    let mut identified = feature("1");
    identified["properties"]["ll_uuid"] = json!(uuid);
    for (project, geojson) in [(&project, feature("1")), (&other, identified)] {
        let body = json!({ "project_id": project, "geojson": geojson });
        world.post(&pat, "/api/add_marker", body).await.ok();
    }
    lookup.on(
        "POST",
        "/parcel_outlines",
        Answer::json(200, &json!({ "parcels": [parcel(uuid)] })),
    );
    let path = format!("/api/get_parcel_outlines?project_id={project}");
    let answer = world.get(&pat, &path).await.ok();
    assert_eq!(answer["outlines"][0]["ll_uuid"], json!(uuid));
    assert_eq!(lookup.requests()[0].json()["ll_uuids"], json!([uuid]));
    drop(lookup);
    world.get(&pat, &path).await.problem(503);
    world.stop().await;
}
