//! Every operation of the API document requires a session, and returns only the caller's own runs.

use auth::{Role, Scope};
use parcel_lookup::program::ParcelLookup;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use service::Program as _;
use test_support::{Answer, ForeignIds, Persona, TEST_ORIGIN, Values, Walk, WalkTokens, wait_for};
use uuid::Uuid;

use crate::assemblages::{id, lots};
use crate::growth_runs::{self, Firm};
use crate::search_site;
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
            "GET /unnumbered_features.csv",
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

/// What a firm has: a kept site, a selection, a finished search run and a finished growth run.
struct Kept {
    site: Value,
    selection: Value,
    search: Value,
    growth: Value,
}

impl Kept {
    /// Made by the firm, for a project that it has.
    async fn of(firm: &Firm<'_>, project: Uuid) -> Self {
        let made = async |path: &str, body: Value| -> Value {
            let answer = firm.send(Method::POST, path, Some(&body)).await;
            let status = answer.status().as_u16();
            let body: Value = answer.json().await.unwrap();
            assert!([201, 202].contains(&status), "{path}: {body}");
            body
        };
        let growth = firm
            .ask(&json!({ "iterations": 4, "horizon_years": 20 }))
            .await;
        let workers = firm.world.workers(2);
        firm.wait_for_state(&growth, "succeeded").await;
        workers.shutdown().await;
        let area = json!({ "county_fips": ["48201"] });
        let search =
            json!({ "project_id": project, "area": area, "criteria": search_site::criteria() });
        let search = made("/search_runs", search).await;
        wait_for(search_site::BOUND, || async {
            firm.get(&search_site::path(&search, "")).await["state"] == "done"
        })
        .await;
        let parcels = json!({ "ll_uuids": [id("1"), id("2")] });
        Self {
            site: made("/sites", parcels.clone()).await["site_id"].clone(),
            selection: made("/parcel_selections", parcels).await["selection_id"].clone(),
            search: search["run_id"].clone(),
            growth: growth["run_id"].clone(),
        }
    }

    /// For a walk.
    fn ids(&self, project: Uuid) -> ForeignIds {
        let [search, growth] = [&self.search, &self.growth].map(Clone::clone);
        let nowhere = Values::from([("area", Value::Null), ("bbox", Value::Null)]);
        let here = json!([-95.5, 29.7, -95.3, 29.8]);
        ForeignIds {
            ids: Values::from([
                ("run_id", growth.clone()),
                // growth_calibration.rs asks for a finished one.
                ("calibration_id", json!(Uuid::new_v4())),
                ("selection_id", self.selection.clone()),
                ("site_id", self.site.clone()),
                ("project_id", json!(project)),
                ("search_run_id", search.clone()),
                ("growth_run_id", growth),
            ]),
            valid: Values::from([
                ("ll_uuid", json!(id("1"))),
                ("bbox", growth_runs::request(&json!({}))["bbox"].clone()),
                ("name", json!("2030.png")),
                ("format", json!("csv")),
                ("area", json!({ "county_fips": ["48201"] })),
                ("criteria", search_site::criteria()),
                ("with", search.clone()),
                ("sites", json!([{ "ll_uuids": [id("1")] }])),
            ]),
            by_path: [
                ("/search_runs/", Values::from([("run_id", search)])),
                ("/parcel_selections", nowhere.clone()),
                ("/parcel_counts", nowhere),
                (
                    "/assemblage_searches",
                    Values::from([
                        ("area", Value::Null),
                        ("bbox", here),
                        ("max_owners", json!(3)),
                        ("growth_run_id", Value::Null),
                    ]),
                ),
            ]
            .into(),
            // Whose submarket or market it is, main-api says, which is asked in the name of the user.
            shared: vec!["ll_uuid", "ll_uuids", "market_id", "submarket_id"],
            // A field of the requested run, not a resource.
            other_answers: [("/growth_runs", StatusCode::UNPROCESSABLE_ENTITY)].into(),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_firms_records_do_not_exist() {
    let world = World::start().await;
    world.put(lots()).await;
    let reviewed = json!({ "in_project": [], "discarded": [] });
    let answer = Answer::json(200, &reviewed);
    world
        .main_api
        .on("GET", "/api/reviewed_parcels", answer.clone());
    let (firm, project) = (Firm::new(&world), Uuid::new_v4());
    let kept = Kept::of(&firm, project).await;
    let ids = kept.ids(project);
    // To another firm, main-api has no such project.
    world.main_api.clear();
    let walked = walk()
        .assert_foreign_ids_unknown(&world, &Persona::admin(), &ids)
        .await;
    assert!(walked >= 25, "{walked}");
    world.main_api.on("GET", "/api/reviewed_parcels", answer);
    let colleague = Persona::of(firm.id, Role::User);
    let known = walk().assert_own_ids_known(&world, &colleague, &ids).await;
    assert!(known >= 15, "{known}");

    // One at a time, because the first of several ids hides the others.
    let stranger = Firm::new(&world);
    let sites = json!([{ "ll_uuids": [id("1")] }]);
    for (path, body, (own, foreign)) in [
        (
            "/parcel_selections",
            json!({ "search_run_id": kept.search }),
            (201, 404),
        ),
        (
            "/site_comparisons",
            json!({ "sites": sites, "search_run_id": kept.search }),
            (200, 422),
        ),
        (
            "/site_comparisons",
            json!({ "sites": sites, "growth_run_id": kept.growth }),
            (200, 422),
        ),
        (
            "/assemblage_searches",
            json!({
                "bbox": [-95.5, 29.7, -95.3, 29.8], "min_acres": 1, "max_owners": 3,
                "criteria": search_site::criteria(), "growth_run_id": kept.growth,
            }),
            (200, 422),
        ),
    ] {
        for (caller, status) in [(&firm, own), (&stranger, foreign)] {
            let answer = caller.send(Method::POST, path, Some(&body)).await;
            assert_eq!(answer.status(), status, "{path} {body}");
        }
    }
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
            .json(&json!({ "lat": 1.0, "lon": 1.0 }))
            .send()
    };
    assert_eq!(call(TEST_ORIGIN).await.unwrap().status(), 200);
    assert_eq!(call("http://elsewhere.test").await.unwrap().status(), 403);
    world.stop().await;
}
