//! The collections of a firm at the one address of all. main-api answers them; the names of the abstract tests are in the
//! tests that run them.

use auth::Scope;
use ogc_features::{PATH, PROJECT_PARCELS, PROJECTS};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, TEST_ORIGIN};

use crate::support::World;

async fn read(world: &World, path: &str) -> Value {
    let answer = world.get(path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    answer.json().await.unwrap()
}

/// The collections of a list.
fn ids(list: &Value) -> Vec<&str> {
    let collections = list["collections"].as_array().unwrap();
    let ids = collections.iter().map(|one| one["id"].as_str().unwrap());
    ids.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_names_every_collection_that_is_listed() {
    let world = World::start().await;
    let start = read(&world, "/ogc").await;
    let list = read(&world, "/ogc/collections").await;
    assert_eq!(ids(&list), ["parcels", "projects", "project_parcels"]);
    let description = start["description"].as_str().unwrap();
    for id in ids(&list) {
        assert!(description.contains(&format!("({id})")), "{description}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firms_collections_are_described_in_main_apis_words() {
    let world = World::start().await;
    let list = read(&world, "/ogc/collections").await;
    let document = read(&world, "/ogc/api").await;
    // /conf/core/fc-md-items
    for (listed, collection) in list["collections"].as_array().unwrap()[1..]
        .iter()
        .zip([&PROJECTS, &PROJECT_PARCELS])
    {
        assert_eq!(listed["id"], collection.id);
        assert_eq!(listed["title"], collection.title);
        assert_eq!(listed["description"], collection.description);
        // /conf/core/sfc-md-success: main-api gives none below this path either.
        assert!(listed.get("extent").is_none());
        let links = listed["links"].as_array().unwrap().iter();
        let hrefs: Vec<&str> = links.map(|link| link["href"].as_str().unwrap()).collect();
        let own = format!("{TEST_ORIGIN}{PATH}/collections/{}", collection.id);
        let [items, queryables] = ["items", "queryables"].map(|end| format!("{own}/{end}"));
        assert_eq!(hrefs, [own, items, queryables]);
        // /conf/oas30/*
        let path = format!("/collections/{}/items", collection.id);
        let parameters = document["paths"][&path]["get"]["parameters"].as_array();
        let names: Vec<&Value> = parameters.unwrap().iter().map(|one| &one["name"]).collect();
        for queryable in collection.queryables {
            assert!(names.contains(&&json!(queryable.name)), "{path}");
        }
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_told_of_the_collections_that_it_reads() {
    let world = World::start().await;
    for (scopes, listed) in [
        (&[Scope::ParcelsRead][..], "parcels"),
        (&[Scope::ProjectsRead][..], "projects project_parcels"),
        (&Scope::ALL[..], "parcels projects project_parcels"),
    ] {
        let token = world.tokens.issue(&Persona::user(), scopes);
        let answer = async |path: &str| {
            let call = world.anonymous(Method::GET, path).bearer_auth(&token);
            call.send().await.unwrap()
        };
        for path in ["/ogc", "/ogc/", "/ogc/conformance", "/ogc/api"] {
            assert_eq!(answer(path).await.status(), 200, "{path} {scopes:?}");
        }
        let list: Value = answer("/ogc/collections").await.json().await.unwrap();
        assert_eq!(ids(&list).join(" "), listed);
        let parcels = answer("/ogc/collections/parcels").await.status();
        let is_told = scopes.contains(&Scope::ParcelsRead);
        assert_eq!(parcels, if is_told { 200 } else { 403 });
    }
    world.stop().await;
}
