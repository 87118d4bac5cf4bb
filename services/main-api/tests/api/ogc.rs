//! OGC API - Features: a firm's projects and their parcels. What all collections share is tested with
//! parcels, in parcel-lookup; the names of the abstract tests are in the tests that run them.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply, TEST_ORIGIN};
use uuid::Uuid;

use crate::personal_access_tokens::create;
use crate::world::{World, feature};

const PROJECTS: &str = "/api/ogc/collections/projects/items";
const PARCELS: &str = "/api/ogc/collections/project_parcels/items";
/// The same at both paths.
const ITEMS: [&str; 4] = [
    PROJECTS,
    PARCELS,
    "/api-2/ogc/collections/projects/items",
    "/api-2/ogc/collections/project_parcels/items",
];

pub async fn ask(world: &World, who: &Persona, path: &str, query: &[(&str, &str)]) -> Reply {
    Reply::of(world.call(who, Method::GET, path).query(query)).await
}

/// The values of a property on a page.
async fn listed(
    world: &World,
    who: &Persona,
    path: &str,
    query: &[(&str, &str)],
    property: &str,
) -> Vec<String> {
    let page = ask(world, who, path, query).await;
    assert_eq!(page.status, 200, "{query:?}: {}", page.body);
    let features = page.body["features"].as_array().unwrap().iter();
    features
        .map(|feature| feature["properties"][property].as_str().unwrap().to_owned())
        .collect()
}

/// The answer at the address of the first link with this relation.
pub async fn follow(world: &World, who: &Persona, from: &Value, rel: &str) -> Reply {
    let links = from["links"].as_array().unwrap();
    let link = links.iter().find(|link| link["rel"] == rel).unwrap();
    let href = link["href"].as_str().unwrap();
    ask(world, who, href.strip_prefix(TEST_ORIGIN).unwrap(), &[]).await
}

async fn marker_at(world: &World, who: &Persona, project: &str, number: &str, at: [f64; 2]) {
    let mut geojson = feature(number);
    geojson["geometry"]["coordinates"] = json!(at);
    geojson["properties"]["ll_uuid"] = json!(Uuid::new_v4());
    let body = json!({ "project_id": project, "geojson": geojson });
    world.post(who, "/api/add_marker", body).await.ok();
}

/// A firm with two projects, of which one has parcels in Houston (1) and Dallas (2), and a deleted one
/// with a parcel.
pub async fn filled(world: &World) -> Persona {
    let pat = world.user().await;
    let north = world.project(&pat, "North").await;
    marker_at(world, &pat, &north, "1", [-95.37, 29.76]).await;
    marker_at(world, &pat, &north, "2", [-96.8, 32.78]).await;
    world.project(&pat, "South").await;
    let gone = world.project(&pat, "Gone").await;
    marker_at(world, &pat, &gone, "3", [-95.37, 29.76]).await;
    let body = json!({ "project_id": gone });
    world.post(&pat, "/api/delete_project", body).await.ok();
    pat
}

#[tokio::test]
async fn the_start_leads_to_every_feature() {
    let world = World::start().await;
    let pat = filled(&world).await;
    // /conf/core/root-success, conformance-success, fc-md-success, sfc-md-success
    let start = ask(&world, &pat, "/api/ogc", &[]).await.ok();
    let related = start["links"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&related["rel"], &related["href"]),
        (
            &json!("related"),
            &json!(format!("{TEST_ORIGIN}/api-2/ogc"))
        )
    );
    let conformance = follow(&world, &pat, &start, "conformance").await.ok();
    assert_eq!(conformance["conformsTo"].as_array().unwrap().len(), 14);
    let collections = follow(&world, &pat, &start, "data").await.ok();
    let collections = collections["collections"].as_array().unwrap();
    assert_eq!(collections.len(), 2);
    for (collection, (id, geometry, count)) in collections.iter().zip([
        ("projects", "MultiPoint", 2),
        ("project_parcels", "Point", 2),
    ]) {
        assert_eq!(collection["id"], id);
        assert_eq!(
            collection["extent"]["spatial"]["bbox"][0],
            json!([-96.8, 29.76, -95.37, 32.78])
        );
        let alone = follow(&world, &pat, collection, "self").await.ok();
        assert_eq!(&alone, collection);
        // /conf/core/fc-response, f-success; /conf/geojson/content
        let page = follow(&world, &pat, collection, "items").await;
        assert_eq!(page.headers["content-type"], "application/geo+json");
        let page = page.ok();
        assert_eq!(page["numberReturned"], count);
        let first = &page["features"][0];
        assert_eq!(first["geometry"]["type"], geometry);
        let path = format!(
            "/api/ogc/collections/{id}/items/{}",
            first["id"].as_str().unwrap()
        );
        let one = ask(&world, &pat, &path, &[]).await.ok();
        assert_eq!(one["properties"], first["properties"]);
        assert_eq!(follow(&world, &pat, &one, "self").await.ok(), one);
        assert_eq!(
            follow(&world, &pat, &one, "collection").await.ok(),
            *collection
        );
        // /conf/queryables/*: each is a property, but the geometry.
        let rel = "http://www.opengis.net/def/rel/ogc/1.0/queryables";
        let queryables = follow(&world, &pat, collection, rel).await.ok();
        for name in queryables["properties"].as_object().unwrap().keys() {
            let known = name == "geometry" || first["properties"].get(name).is_some();
            assert!(known, "{name}");
            // Its SQL is correct.
            let filter = format!("{name} IS NULL OR TRUE");
            let path = format!("/api/ogc/collections/{id}/items");
            let all = ask(&world, &pat, &path, &[("filter", &filter)]).await.ok();
            assert_eq!(all["numberReturned"], count, "{name}");
        }
    }
    world.stop().await;
}

#[tokio::test]
async fn the_document_describes_every_path() {
    let world = World::start().await;
    let pat = filled(&world).await;
    let start = ask(&world, &pat, "/api/ogc/", &[]).await.ok();
    let api = follow(&world, &pat, &start, "service-desc").await.ok();
    let paths = api["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 12);
    for (path, item) in paths {
        let collection = if path.contains("project_parcels") {
            PARCELS
        } else {
            PROJECTS
        };
        let page = ask(&world, &pat, collection, &[]).await.ok();
        let id = page["features"][0]["id"].as_str().unwrap();
        let path = format!("/api/ogc{}", path.replace("{featureId}", id));
        let answer = ask(&world, &pat, &path, &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        let content_type = answer.headers["content-type"].to_str().unwrap();
        let described = &item["get"]["responses"]["200"]["content"];
        assert!(described.get(content_type).is_some(), "{path}");
        // /conf/core/query-param-unknown
        let refused = ask(&world, &pat, &path, &[("nonsense", "1")]).await;
        let problem = refused.problem(400);
        assert_eq!(problem["code"], "parameter.unknown", "{path}");
        assert!(problem["errors"]["nonsense"].is_string(), "{path}");
    }
    world.stop().await;
}

#[tokio::test]
async fn requests_select_projects_and_parcels() {
    let world = World::start().await;
    let pat = filled(&world).await;
    for (query, names) in [
        (vec![], "North South"),
        (vec![("project_name", "South")], "South"),
        (vec![("bbox", "-95.4,29.7,-95.3,29.8")], "North"),
        (vec![("filter", "geometry IS NULL")], "South"),
        (
            vec![("filter", "CASEI(project_name) LIKE 'n%' AND progress = 20")],
            "North",
        ),
        (vec![("datetime", "2020-01-01/..")], "North South"),
        (vec![("datetime", "../2020-01-01")], ""),
    ] {
        let mut found = listed(&world, &pat, PROJECTS, &query, "project_name").await;
        found.sort();
        assert_eq!(found.join(" "), names, "{query:?}");
    }
    let in_feet = "http://www.opengis.net/def/crs/EPSG/0/2278";
    for (query, numbers) in [
        (vec![], "1 2"),
        (vec![("project_name", "North")], "1 2"),
        (vec![("project_name", "South")], ""),
        (vec![("crs", in_feet), ("parcelnumb", "2")], "2"),
        (vec![("bbox", "-97,32,-96,33")], "2"),
        (
            vec![("filter", "S_INTERSECTS(geometry, POINT(-95.37 29.76))")],
            "1",
        ),
        (
            vec![("filter", "owner = 'Bayou Trust' AND NOT parcelnumb = '1'")],
            "2",
        ),
        (vec![("datetime", "../2020-01-01")], ""),
    ] {
        let found = listed(&world, &pat, PARCELS, &query, "parcelnumb").await;
        assert_eq!(found.join(" "), numbers, "{query:?}");
    }
    // /conf/crs/crs-op: Houston in feet of South Central Texas, roughly.
    let query = [("crs", in_feet), ("parcelnumb", "1")];
    let page = ask(&world, &pat, PARCELS, &query).await;
    assert_eq!(page.headers["content-crs"], format!("<{in_feet}>"));
    let x = page.body["features"][0]["geometry"]["coordinates"][0]
        .as_f64()
        .unwrap();
    assert!((3_000_000.0..3_300_000.0).contains(&x), "{x}");
    for (path, query, field) in [
        (PROJECTS, ("limit", "0"), "limit"),
        (PROJECTS, ("cursor", "x"), "cursor"),
        (PROJECTS, ("use_test_webhook", "true"), "use_test_webhook"),
        (PARCELS, ("filter", "customer_id IS NULL"), "filter"),
        (PARCELS, ("bbox", "1,2,3"), "bbox"),
        (PARCELS, ("marker_id", "x"), "marker_id"),
    ] {
        let problem = ask(&world, &pat, path, &[query]).await.problem(400);
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    world.stop().await;
}

#[tokio::test]
async fn pages_hold_every_feature_once() {
    let world = World::start().await;
    let pat = filled(&world).await;
    for path in ITEMS {
        let first = ask(&world, &pat, path, &[("limit", "1")]).await.ok();
        let second = follow(&world, &pat, &first, "next").await.ok();
        assert_ne!(first["features"][0]["id"], second["features"][0]["id"]);
        assert_eq!(second["numberReturned"], 1);
        let links = second["links"].as_array().unwrap();
        assert!(links.iter().all(|link| link["rel"] != "next"));
    }
    world.stop().await;
}

#[tokio::test]
async fn a_marker_at_a_pole_is_published_in_every_system() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "Poles").await;
    marker_at(&world, &pat, &project, "S", [10.0, -90.0]).await;
    marker_at(&world, &pat, &project, "N", [180.0, 90.0]).await;
    let collection = ask(&world, &pat, "/api/ogc/collections/projects", &[]).await;
    for system in collection.ok()["crs"].as_array().unwrap() {
        for path in [PROJECTS, PARCELS] {
            let query = [
                ("crs", system.as_str().unwrap()),
                ("bbox", "-180,-90,180,90"),
            ];
            let page = ask(&world, &pat, path, &query).await.ok();
            assert_ne!(page["numberReturned"], 0, "{system}");
        }
    }
    world.stop().await;
}

#[tokio::test]
async fn another_firms_features_do_not_exist() {
    let world = World::start().await;
    let (ours, stranger) = (filled(&world).await, world.user().await);
    let theirs = create(&world, &stranger, "QGIS", &["projects:read"]).await;
    let own = create(&world, &ours, "QGIS", &["projects:read"]).await;
    for path in ITEMS {
        let by = |token: &str| {
            world
                .anonymous(Method::GET, path)
                .basic_auth("q", Some(token))
        };
        let page = Reply::of(by(&own.text)).await.ok();
        assert_eq!(page["numberReturned"], 2);
        // A filter that is always true, and the other firm's id.
        let nothing = by(&theirs.text).query(&[("filter", "1 = 1 OR TRUE")]);
        assert_eq!(Reply::of(nothing).await.ok()["numberReturned"], 0);
        let id = page["features"][0]["id"].as_str().unwrap();
        let one = format!("{path}/{id}");
        ask(&world, &ours, &one, &[]).await.ok();
        ask(&world, &stranger, &one, &[]).await.problem(404);
        for none in [
            "nothing",
            "9223372036854775808",
            "7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11",
        ] {
            let path = format!("{path}/{none}");
            ask(&world, &ours, &path, &[]).await.problem(404);
        }
    }
    let collection = "/api/ogc/collections/projects";
    let empty = ask(&world, &stranger, collection, &[]).await.ok();
    assert!(empty.get("extent").is_none());
    for path in [
        "/api/ogc/collections/parcels",
        "/api/ogc/collections/users/queryables",
        "/api-2/ogc/collections/parcels",
        "/api-2/ogc/collections/users/queryables",
    ] {
        let problem = ask(&world, &ours, path, &[]).await.problem(404);
        assert_eq!(problem["code"], "collection.not_found");
    }
    world.stop().await;
}
