//! Pictures of parcels.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer as Stubbed, StubServer};

use crate::world::World;

const JPEG: &[u8] = &[0xFF, 0xD8, 0xFF, 0xE0, 0, 16, b'J', b'F', b'I', b'F'];

fn wish(parcelnumb: &str) -> Value {
    json!({ "lat": 29.7604, "lon": -95.3698, "address": "100 Main St", "scity": "Houston", "szip": "77002", "parcelnumb": parcelnumb })
}

async fn world_with(source: &StubServer) -> World {
    let template = format!(
        "{}/export?bbox={{west}},{{south}},{{east}},{{north}}",
        source.url()
    );
    World::with(&[("SITE_IMAGE_AERIAL_URL", &template)]).await
}

#[tokio::test]
async fn without_a_source_there_is_no_picture() {
    let world = World::start().await;
    let pat = world.user().await;
    let answer = world
        .post(&pat, "/api/fetch_save_image", wish("1"))
        .await
        .ok();
    assert_eq!(
        answer,
        json!({ "image_path": null, "message": "No image available" })
    );
    world.get(&pat, "/api/site_images/1.jpg").await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn a_picture_is_fetched_once_and_served_to_the_firm() {
    let source = StubServer::start().await;
    source.on("GET", "/export", Stubbed::body(200, "image/jpeg", JPEG));
    let world = world_with(&source).await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let project = world.project(&pat, "P").await;
    world.marker(&pat, &project, "041 02/3").await;
    for _ in 0..2 {
        let answer = world
            .post(&pat, "/api/fetch_save_image", wish("041 02/3"))
            .await
            .ok();
        assert_eq!(answer["image_path"], "/api/site_images/041%2002%2F3.jpg");
    }
    assert_eq!(source.requests().len(), 1);
    assert!(
        source.requests()[0]
            .target
            .starts_with("/export?bbox=-95.37"),
        "{}",
        source.requests()[0].target
    );
    let path = "/api/site_images/041%2002%2F3.jpg";
    let picture = world.call(&pat, Method::GET, path).send().await.unwrap();
    assert_eq!(
        (
            picture.status().as_u16(),
            picture.headers()["content-type"].to_str().unwrap()
        ),
        (200, "image/jpeg")
    );
    let etag = picture.headers()["etag"].clone();
    assert_eq!(picture.bytes().await.unwrap(), JPEG);
    let again = world
        .call(&pat, Method::GET, path)
        .header("if-none-match", etag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    world.get(&stranger, path).await.problem(404);
    let markers = world
        .get(&pat, &format!("/api/get_markers?project_id={project}"))
        .await
        .ok();
    assert_eq!(
        markers["markers"][0]["geojson"]["properties"]["image_path"],
        path
    );
    world.stop().await;
}

#[tokio::test]
async fn what_is_no_picture_is_not_kept() {
    let source = StubServer::start().await;
    let world = world_with(&source).await;
    let pat = world.user().await;
    for bad in [
        Stubbed::body(200, "image/jpeg", "<html>Sorry</html>"),
        Stubbed::status(500),
        Stubbed::redirect("http://127.0.0.1:1/"),
        Stubbed::large(9 * 1024 * 1024),
        Stubbed::body(200, "image/jpeg", JPEG).truncated(10),
    ] {
        source.clear();
        source.on("GET", "/export", bad);
        world
            .post(&pat, "/api/fetch_save_image", wish("1"))
            .await
            .problem(503);
    }
    assert!(world.rows("SELECT 1 FROM site_images").await.is_empty());
    let mut outside = wish("1");
    outside["lat"] = json!(95);
    assert!(
        world
            .post(&pat, "/api/fetch_save_image", outside)
            .await
            .problem(422)["errors"]["lat"]
            .is_string()
    );
    world.stop().await;
}
