use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer as Stubbed, StubServer};
use uuid::Uuid;

use crate::world::World;

/// A green image with a grey road through it.
pub fn aerial(format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(400, 300, |column, _| {
        Rgb(if column < 40 {
            [120, 120, 120]
        } else {
            [60, 110, 60]
        })
    });
    written(&picture, format)
}

fn written(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

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
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
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
    let kept = image::load_from_memory(&picture.bytes().await.unwrap()).unwrap();
    assert_eq!((kept.width(), kept.height()), (400, 300));
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
async fn parcels_of_two_counties_with_one_number_have_their_own_pictures() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
    let world = world_with(&source).await;
    let pat = world.user().await;
    let mut paths = Vec::new();
    for (id, lat) in [(Uuid::new_v4(), 29.7604), (Uuid::new_v4(), 35.2271)] {
        let mut body = wish("R 15");
        body["ll_uuid"] = json!(id);
        body["lat"] = json!(lat);
        let answer = world.post(&pat, "/api/fetch_save_image", body).await.ok();
        let path = format!("/api/site_images/R%2015.jpg?ll_uuid={id}");
        assert_eq!(answer["image_path"], path);
        paths.push(path);
    }
    assert_eq!(source.requests().len(), 2);
    let mut etags = Vec::new();
    // Without an identity: the first.
    for path in [&paths[0], &paths[1], "/api/site_images/R%2015.jpg"] {
        let answer = world.call(&pat, Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        etags.push(answer.headers()["etag"].clone());
    }
    assert_ne!(etags[0], etags[1]);
    assert_eq!(etags[0], etags[2]);
    let unknown = format!("/api/site_images/R%2015.jpg?ll_uuid={}", Uuid::new_v4());
    world.get(&pat, &unknown).await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn the_outline_decides_what_is_shown_and_is_drawn() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Jpeg);
    source.on("GET", "/export", Stubbed::body(200, "image/jpeg", bytes));
    // A parcel of 2 km from west to east, around the point.
    let id = Uuid::new_v4();
    let ring = json!([
        [-95.38, 29.758],
        [-95.36, 29.758],
        [-95.36, 29.762],
        [-95.38, 29.762],
        [-95.38, 29.758],
    ]);
    source.on(
        "GET",
        &format!("/parcels/{id}"),
        Stubbed::json(
            200,
            &json!({
                "ll_uuid": id, "parcelnumb": "1", "is_sample": false,
                "geometry": { "type": "Polygon", "coordinates": [ring] },
            }),
        ),
    );
    let template = format!(
        "{}/export?bbox={{west}},{{south}},{{east}},{{north}}",
        source.url()
    );
    let world = World::with(&[
        ("SITE_IMAGE_AERIAL_URL", &template),
        ("PARCEL_LOOKUP_URL", &source.url()),
    ])
    .await;
    let pat = world.user().await;
    let mut wish = wish("1");
    wish["ll_uuid"] = json!(id);
    let path = world.post(&pat, "/api/fetch_save_image", wish).await.ok()["image_path"].clone();
    let asked = source.requests().last().unwrap().target.clone();
    // The margin is a quarter of the parcel on each side.
    assert!(asked.starts_with("/export?bbox=-95.385"), "{asked}");
    let answer = world
        .call(&pat, Method::GET, path.as_str().unwrap())
        .send()
        .await
        .unwrap();
    let kept = image::load_from_memory(&answer.bytes().await.unwrap())
        .unwrap()
        .into_rgb8();
    // The west edge of the parcel is at a sixth of the width; the image is green there.
    let Rgb([red, green, _]) = *kept.get_pixel(400 / 6, 150);
    assert!(red > 180 && green < 110, "{red} {green}");
    let Rgb([red, green, _]) = *kept.get_pixel(200, 150);
    assert!(red < 90 && green > 80, "{red} {green}");
    world.stop().await;
}

#[tokio::test]
async fn what_is_no_picture_is_not_kept_and_a_source_that_is_down_is_left_alone() {
    let source = StubServer::start().await;
    let world = world_with(&source).await;
    let pat = world.user().await;
    for bad in [
        Stubbed::body(200, "image/jpeg", "<html>Sorry</html>"),
        Stubbed::redirect("http://127.0.0.1:1/"),
        Stubbed::large(9 * 1024 * 1024),
        Stubbed::body(200, "image/jpeg", aerial(ImageFormat::Jpeg)).truncated(10),
        // As sources send where they have no image.
        Stubbed::body(
            200,
            "image/png",
            written(
                &RgbImage::from_pixel(400, 300, Rgb([255; 3])),
                ImageFormat::Png,
            ),
        ),
        Stubbed::status(500),
    ] {
        source.clear();
        source.on("GET", "/export", bad);
        let before = source.requests().len();
        let answer = world
            .post(&pat, "/api/fetch_save_image", wish("1"))
            .await
            .ok();
        assert_eq!(
            answer,
            json!({ "image_path": null, "message": "No image available" })
        );
        assert_eq!(source.requests().len(), before + 1);
    }
    let before = source.requests().len();
    world
        .post(&pat, "/api/fetch_save_image", wish("1"))
        .await
        .ok();
    assert_eq!(source.requests().len(), before, "left alone after the 500");
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
