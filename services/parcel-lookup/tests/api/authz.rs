//! Every operation of the API document requires a session, and returns only the caller's own runs.

use auth::Scope;
use parcel_lookup::program::ParcelLookup;
use reqwest::{Method, StatusCode};
use serde_json::json;
use service::Program as _;
use test_support::{ForeignIds, Persona, Reply, TEST_ORIGIN, Values, Walk, WalkTokens};
use uuid::Uuid;

use crate::assemblages::{id, lots};
use crate::support::{World, square};

fn walk() -> Walk {
    Walk::over(&ParcelLookup::document())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_answers_without_a_session() {
    let world = World::start().await;
    walk().assert_sessions_needed(&world, &[]).await;
    world.stop().await;
}

/// Tokens of a user for a walk.
fn tokens(world: &World) -> WalkTokens {
    let (pat, all) = (Persona::user(), Scope::ALL);
    let revoked = world.tokens.issue(&pat, &all);
    world.tokens.revoke(&revoked);
    let valid = all.map(|scope| (scope, world.tokens.issue(&pat, &[scope])));
    WalkTokens {
        expired: world.tokens.issue_expired(&pat, &all),
        revoked,
        valid: valid.into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_reads_parcels_tiles_and_places_only() {
    let world = World::start().await;
    let accepting = walk().assert_tokens_limited(&world, &tokens(&world)).await;
    // A call listed here must change nothing.
    assert_eq!(
        accepting,
        [
            "GET /flood_tiles/{z}/{x}/{y}.mvt",
            "GET /ogc",
            "GET /ogc/",
            "GET /ogc/api",
            "GET /ogc/collections",
            "GET /ogc/collections/{collectionId}",
            "GET /ogc/collections/{collectionId}/items",
            "GET /ogc/collections/{collectionId}/items/{featureId}",
            "GET /ogc/collections/{collectionId}/queryables",
            "GET /ogc/conformance",
            "POST /parcel_outlines",
            "POST /parcel_records",
            "GET /parcel_units.csv",
            "GET /parcels",
            "GET /parcels.{format}",
            "GET /parcels/{ll_uuid}",
            "GET /parcels/{ll_uuid}/owner_group",
            "GET /places",
            "GET /tiles.json",
            "GET /tiles/{z}/{x}/{y}.mvt",
        ]
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_shows_what_a_session_shows() {
    let world = World::start().await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    let token = world.tokens.issue(&Persona::user(), &[Scope::ParcelsRead]);
    for path in ["/parcels?parcelnumb=1", "/tiles/15/7703/13544.mvt"] {
        let by_session = world.get(path).send().await.unwrap();
        let call = world.anonymous(Method::GET, path);
        let by_token = call.basic_auth("qgis", Some(&token)).send().await.unwrap();
        assert_eq!(by_token.status(), 200, "{path}");
        let etags = [&by_session, &by_token].map(|answer| answer.headers().get("etag").cloned());
        assert_eq!(etags[0], etags[1]);
        assert_eq!(
            by_token.bytes().await.unwrap(),
            by_session.bytes().await.unwrap()
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_firms_runs_do_not_exist() {
    let world = World::start().await;
    let bbox = json!({ "west": -80.98, "south": 35.06, "east": -80.90, "north": 35.12 });
    let area = json!({ "bbox": bbox });
    let run = world.call(Method::POST, "/growth_runs").json(&area).send();
    let run = Reply::read(run.await.unwrap()).await.ok();
    assert!(run["run_id"].is_string(), "{run}");
    world.put(lots()).await;
    let (status, site) = world
        .post("/sites", json!({ "ll_uuids": [id("1"), id("2")] }))
        .await;
    assert_eq!(status, 201, "{site}");
    let foreign = ForeignIds {
        ids: Values::from([
            ("run_id", run["run_id"].clone()),
            ("calibration_id", json!(Uuid::new_v4())),
            ("selection_id", json!(Uuid::new_v4())),
            ("site_id", site["site_id"].clone()),
            ("project_id", json!(Uuid::new_v4())),
            ("search_run_id", json!(Uuid::new_v4())),
            ("growth_run_id", json!(Uuid::new_v4())),
        ]),
        valid: Values::from([
            ("bbox", bbox),
            ("name", json!("probability")),
            ("format", json!("csv")),
            ("area", json!({ "county_fips": ["48201"] })),
            ("criteria", crate::search_site::criteria()),
            ("with", json!(Uuid::new_v4())),
        ]),
        shared: vec!["ll_uuid", "ll_uuids"],
        // A field of the requested run, not a resource; a selection's `bbox` is not that of a run.
        other_answers: [
            "/growth_runs",
            "/parcel_selections",
            "/parcel_counts",
            "/assemblage_searches",
        ]
        .map(|path| (path, StatusCode::UNPROCESSABLE_ENTITY))
        .into(),
    };
    let walked = walk()
        .assert_foreign_ids_unknown(&world, &Persona::admin(), &foreign)
        .await;
    assert!(walked >= 10, "{walked}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_works_from_our_own_pages_only() {
    let world = World::start().await;
    let call = |origin: &str| {
        world
            .anonymous(Method::POST, "/process_coords")
            .header("cookie", format!("sitewright_access={}", world.token()))
            .header("origin", origin)
            .json(&serde_json::json!({ "lat": 1.0, "lon": 1.0 }))
            .send()
    };
    assert_eq!(call(TEST_ORIGIN).await.unwrap().status(), 200);
    assert_eq!(call("http://elsewhere.test").await.unwrap().status(), 403);
    world.stop().await;
}
