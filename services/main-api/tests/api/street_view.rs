//! Street-level images; the provider is a stub that answers as Mapillary documents.

use serde_json::{Value, json};
use test_support::{Answer as Stubbed, StubServer};

use crate::world::World;

const JPEG: &[u8] = &[0xFF, 0xD8, 0xFF, 0xE0, 0, 16, b'J', b'F', b'I', b'F'];
const HERE: &str = "/api/street_view?lat=29.7604&lon=-95.3698";

async fn world_with(mapillary: &StubServer) -> World {
    let url = mapillary.url();
    World::with(&[("MAPILLARY_TOKEN", "MLY|1|secret"), ("MAPILLARY_URL", &url)]).await
}

/// An image as in `GET /images`, `south` degrees south of the place and facing north.
fn image(id: &str, south: f64) -> Value {
    let at = json!({ "type": "Point", "coordinates": [-95.3698, 29.7604 - south] });
    json!({
        "id": id, "captured_at": 1_700_000_000_000_i64, "compass_angle": 90.0, "computed_compass_angle": 2.5,
        "geometry": at, "computed_geometry": at, "is_pano": false, "creator": { "username": "houston_walker", "id": "1" },
    })
}

#[tokio::test]
async fn without_a_provider_there_is_no_view() {
    let world = World::start().await;
    let pat = world.user().await;
    let answer = world.get(&pat, HERE).await.ok();
    assert_eq!(
        answer,
        json!({ "provider": null, "image_url": null, "captured_at": null, "credit": null, "credit_url": null })
    );
    world
        .get(&pat, "/api/street_view_images/1")
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn the_best_picture_within_fifty_metres_is_shown_with_its_credit() {
    let mapillary = StubServer::start().await;
    // 0.0005 degrees are 56 m, 0.0002 are 22 m.
    let images = json!({ "data": [image("11", 0.0005), image("22", 0.0002), { "id": "33" }] });
    mapillary.on("GET", "/images", Stubbed::json(200, &images));
    let source = json!({ "id": "22", "thumb_1024_url": format!("{}/thumb.jpg", mapillary.url()) });
    mapillary.on("GET", "/22", Stubbed::json(200, &source));
    mapillary.on("GET", "/thumb.jpg", Stubbed::body(200, "image/jpeg", JPEG));
    let world = world_with(&mapillary).await;
    let pat = world.user().await;
    let view = world.get(&pat, HERE).await.ok();
    assert_eq!(view["provider"], "mapillary");
    assert_eq!(view["image_url"], "/api/street_view_images/22");
    assert_eq!(view["credit"], "houston_walker on Mapillary, CC BY-SA 4.0");
    assert_eq!(view["credit_url"], "https://www.mapillary.com/app/?pKey=22");
    assert_eq!(view["captured_at"], "2023-11-14T22:13:20Z");
    let asked = &mapillary.requests()[0];
    assert_eq!(asked.headers["authorization"], "OAuth MLY|1|secret");
    assert!(
        asked.target.starts_with("/images?bbox=-95.37") && !asked.target.contains("secret"),
        "{}",
        asked.target
    );

    let picture = world
        .call(&pat, reqwest::Method::GET, "/api/street_view_images/22")
        .send()
        .await
        .unwrap();
    assert_eq!(picture.headers()["content-type"], "image/jpeg");
    assert_eq!(picture.headers()["cache-control"], "private, max-age=3600");
    assert_eq!(picture.bytes().await.unwrap(), JPEG);
    world.stop().await;
}

#[tokio::test]
async fn where_nobody_took_a_picture_there_is_no_view() {
    let mapillary = StubServer::start().await;
    for images in [json!([]), json!([image("11", 0.0005)])] {
        mapillary.on(
            "GET",
            "/images",
            Stubbed::json(200, &json!({ "data": images })),
        );
    }
    let world = world_with(&mapillary).await;
    let pat = world.user().await;
    for _ in 0..2 {
        assert!(world.get(&pat, HERE).await.ok()["image_url"].is_null());
    }
    world.stop().await;
}

#[tokio::test]
async fn a_provider_that_fails_is_said_and_nothing_else_is_asked_of_it() {
    let mapillary = StubServer::start().await;
    let refusal = json!({ "error": { "message": "Invalid OAuth access token", "code": 190 } });
    mapillary.on("GET", "/images", Stubbed::json(401, &refusal));
    mapillary.on("GET", "/images", Stubbed::body(200, "text/html", "<html>"));
    let elsewhere = json!({ "id": "9", "thumb_1024_url": "file:///etc/passwd" });
    mapillary.on("GET", "/9", Stubbed::json(200, &elsewhere));
    mapillary.on("GET", "/8", Stubbed::json(200, &json!({ "id": "8" })));
    let world = world_with(&mapillary).await;
    let pat = world.user().await;
    world.get(&pat, HERE).await.problem(503);
    world.get(&pat, HERE).await.problem(503);
    let asked = mapillary.requests().len();
    for strange in ["images", "..%2Fimages", "1%3Ffields=x", "%20"] {
        world
            .get(&pat, &format!("/api/street_view_images/{strange}"))
            .await
            .problem(404);
    }
    assert_eq!(mapillary.requests().len(), asked);
    world
        .get(&pat, "/api/street_view_images/9")
        .await
        .problem(503);
    world
        .get(&pat, "/api/street_view_images/8")
        .await
        .problem(404);
    let outside = world
        .get(&pat, "/api/street_view?lat=95&lon=0")
        .await
        .problem(422);
    assert!(outside["errors"]["lat"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn googles_picture_is_loaded_by_the_browser_and_never_by_us() {
    let world = World::with(&[("GOOGLE_STREET_VIEW_KEY", "browser-key")]).await;
    let pat = world.user().await;
    let view = world.get(&pat, HERE).await.ok();
    assert_eq!(view["provider"], "google");
    let image = view["image_url"].as_str().unwrap();
    assert!(
        image.starts_with("https://maps.googleapis.com/maps/api/streetview?"),
        "{image}"
    );
    for part in [
        "location=29.760400%2C-95.369800",
        "radius=50",
        "return_error_code=true",
        "key=browser-key",
    ] {
        assert!(image.contains(part), "{image}");
    }
    world
        .get(&pat, "/api/street_view_images/1")
        .await
        .problem(404);
    world.stop().await;
}
