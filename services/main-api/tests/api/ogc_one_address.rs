//! A firm's collections at the one address of all collections, whose start and list are parcel-lookup's. The names of the
//! abstract tests are in the tests that run them.

use ogc_features::{PATH, PROJECT_PARCELS, PROJECTS};
use serde_json::Value;
use test_support::TEST_ORIGIN;

use crate::ogc::{ask, filled, follow};
use crate::world::World;

/// Checks that links lead to the one address only.
fn assert_links_stay(answer: &Value) {
    let root = format!("{TEST_ORIGIN}{PATH}/collections/");
    for link in answer["links"].as_array().unwrap() {
        let href = link["href"].as_str().unwrap();
        assert!(href.starts_with(&root), "{href}");
    }
}

#[tokio::test]
async fn a_collection_is_described_in_the_words_of_the_list() {
    let world = World::start().await;
    let pat = filled(&world).await;
    for collection in [&PROJECTS, &PROJECT_PARCELS] {
        let path = format!("{PATH}/collections/{}", collection.id);
        // /conf/core/sfc-md-success
        let described = ask(&world, &pat, &path, &[]).await.ok();
        assert_eq!(described["id"], collection.id);
        assert_eq!(described["title"], collection.title);
        assert_eq!(described["description"], collection.description);
        // parcel-lookup, which lists it, does not know where a firm's features are.
        assert!(described.get("extent").is_none());
        assert_links_stay(&described);
        assert_eq!(
            follow(&world, &pat, &described, "self").await.ok(),
            described
        );
        // /conf/queryables/*
        let rel = "http://www.opengis.net/def/rel/ogc/1.0/queryables";
        let schema = follow(&world, &pat, &described, rel).await.ok();
        assert_eq!(schema["$id"], format!("{TEST_ORIGIN}{path}/queryables"));
        let names = schema["properties"].as_object().unwrap();
        for queryable in collection.queryables {
            assert!(names.contains_key(queryable.name), "{}", queryable.name);
        }
    }
    world.stop().await;
}

#[tokio::test]
async fn the_links_of_pages_and_features_stay_at_the_address() {
    let world = World::start().await;
    let pat = filled(&world).await;
    for collection in ["projects", "project_parcels"] {
        let path = format!("{PATH}/collections/{collection}");
        // /conf/core/fc-links, fc-rel-type, fc-limit-response
        let query = [("limit", "1"), ("filter", "project_name <> 'East'")];
        let first = ask(&world, &pat, &format!("{path}/items"), &query).await;
        let first = first.ok();
        assert_links_stay(&first);
        let again = follow(&world, &pat, &first, "self").await.ok();
        assert_eq!(again["features"], first["features"]);
        let second = follow(&world, &pat, &first, "next").await.ok();
        assert_links_stay(&second);
        let back = follow(&world, &pat, &second, "collection").await.ok();
        assert_eq!(back["id"], collection);
        // /conf/core/f-links
        let id = second["features"][0]["id"].as_str().unwrap();
        let feature = ask(&world, &pat, &format!("{path}/items/{id}"), &[]).await;
        let feature = feature.ok();
        assert_links_stay(&feature);
        assert_eq!(follow(&world, &pat, &feature, "self").await.ok(), feature);
        assert_eq!(feature["properties"], second["features"][0]["properties"]);
    }
    world.stop().await;
}

#[tokio::test]
async fn both_addresses_answer_the_same_features() {
    let world = World::start().await;
    let pat = filled(&world).await;
    let in_feet = "http://www.opengis.net/def/crs/EPSG/0/2278";
    for collection in ["projects", "project_parcels"] {
        let path = format!("/collections/{collection}/items");
        for (query, count) in [
            (&[("limit", "10")][..], 2),
            (&[("bbox", "-95.4,29.7,-95.3,29.8")][..], 1),
            (&[("crs", in_feet), ("datetime", "2020-01-01/..")][..], 2),
            (&[("datetime", "../2020-01-01")][..], 0),
            (&[("filter", "project_name = 'Gone'")][..], 0),
        ] {
            let own = ask(&world, &pat, &format!("/api/ogc{path}"), query).await;
            let one = ask(&world, &pat, &format!("{PATH}{path}"), query).await;
            for header in ["content-type", "content-crs"] {
                assert_eq!(one.headers[header], own.headers[header], "{query:?}");
            }
            let (own, one) = (own.ok(), one.ok());
            assert_eq!(one["numberReturned"], count, "{query:?}");
            assert_eq!(one["features"], own["features"], "{query:?}");
        }
        // /conf/core/query-param-unknown, query-param-invalid
        for name in ["nonsense", "limit"] {
            let refused = ask(&world, &pat, &format!("{PATH}{path}"), &[(name, "x")]).await;
            let problem = refused.problem(400);
            assert!(problem["errors"][name].is_string(), "{problem}");
        }
    }
    world.stop().await;
}
