use std::io::Cursor;

use domain::ParcelUuid;
use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use test_support::{Answer as Stubbed, Persona, StubServer};
use uuid::Uuid;

use crate::world::{World, feature};

/// Path of the images of a number that two counties have.
const NUMBER: &str = "/api/site_images/R%2015.jpg";
/// Points in the two counties of the test world: degrees east and north.
const HARRIS: (f64, f64) = (-95.3698, 29.7604);
const ADAIR: (f64, f64) = (-94.5, 35.5);

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

impl World {
    /// Adds a marker of the number at a point.
    async fn marker_at(&self, who: &Persona, project: &str, id: Option<Uuid>, at: (f64, f64)) {
        let mut geojson = feature("R 15");
        geojson["geometry"]["coordinates"] = json!([at.0, at.1]);
        geojson["properties"]["ll_uuid"] = json!(id);
        let body = json!({ "project_id": project, "geojson": geojson });
        self.post(who, "/api/add_marker", body).await.ok();
    }

    /// The path that the call of the specification answers for the number at a point.
    async fn picture_at(&self, who: &Persona, (lon, lat): (f64, f64)) -> Value {
        let mut body = wish("R 15");
        body["lon"] = json!(lon);
        body["lat"] = json!(lat);
        let answer = self.post(who, "/api/fetch_save_image", body).await.ok();
        answer["image_path"].clone()
    }

    /// The path that a project's marker of this identity has.
    async fn marker_picture(&self, who: &Persona, project: &str, id: Option<Uuid>) -> Value {
        let path = format!("/api/get_markers?project_id={project}");
        let answer = self.get(who, &path).await.ok();
        let mut markers = answer["markers"].as_array().unwrap().iter();
        let marker = markers.find(|marker| marker["geojson"]["properties"]["ll_uuid"] == json!(id));
        marker.unwrap()["geojson"]["properties"]["image_path"].clone()
    }

    /// What tells a stored image from another.
    async fn etag(&self, who: &Persona, path: &str) -> HeaderValue {
        let answer = self.call(who, Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.headers()["etag"].clone()
    }
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
    assert_ne!(
        world.etag(&pat, &paths[0]).await,
        world.etag(&pat, &paths[1]).await
    );
    // Without an identity it could be either.
    let problem = world.get(&pat, NUMBER).await.problem(409);
    assert_eq!(problem["code"], "parcel.ambiguous");
    assert_eq!(problem["candidates"].as_array().unwrap().len(), 2);
    let unknown = format!("{NUMBER}?ll_uuid={}", Uuid::new_v4());
    world.get(&pat, &unknown).await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn a_call_without_an_identity_gets_the_picture_of_the_marker_in_its_county() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
    let world = world_with(&source).await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let parcels = [(Uuid::new_v4(), HARRIS), (Uuid::new_v4(), ADAIR)];
    for (id, (lon, lat)) in parcels {
        world
            .marker_at(&pat, &project, Some(id), (lon + 0.01, lat))
            .await;
    }
    let mut etags = Vec::new();
    // Asked again, each gets its own again.
    for (id, at) in parcels.into_iter().chain(parcels) {
        let path = format!("{NUMBER}?ll_uuid={id}");
        assert_eq!(world.picture_at(&pat, at).await, json!(path));
        etags.push(world.etag(&pat, &path).await);
    }
    assert_ne!(etags[0], etags[1]);
    assert_eq!(etags[..2], etags[2..]);
    let asked = source.requests();
    assert_eq!(asked.len(), 2);
    assert!(asked[0].target.starts_with("/export?bbox=-95.3"));
    assert!(asked[1].target.starts_with("/export?bbox=-94.5"));
    for (id, _) in parcels {
        let path = format!("{NUMBER}?ll_uuid={id}");
        assert_eq!(world.marker_picture(&pat, &project, Some(id)).await, path);
    }
    world.get(&pat, NUMBER).await.problem(409);
    world.stop().await;
}

#[tokio::test]
async fn the_only_parcel_of_a_number_is_meant_unless_the_point_is_in_another_county() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
    let world = world_with(&source).await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let id = Uuid::new_v4();
    world.marker_at(&pat, &project, Some(id), HARRIS).await;
    let own = format!("{NUMBER}?ll_uuid={id}");
    assert_eq!(world.picture_at(&pat, (-95.1, 29.2)).await, json!(own));
    // The same number in Adair County, Oklahoma.
    let number = "R 15".parse().unwrap();
    let other = format!("{NUMBER}?ll_uuid={}", ParcelUuid::derive("40001", &number));
    assert_eq!(world.picture_at(&pat, ADAIR).await, json!(other));
    assert_eq!(source.requests().len(), 2);
    let etag = world.etag(&pat, &own).await;
    assert_ne!(world.etag(&pat, &other).await, etag);
    assert_eq!(world.etag(&pat, NUMBER).await, etag);
    world.stop().await;
}

#[tokio::test]
async fn markers_without_identities_have_the_pictures_of_their_counties() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
    let world = world_with(&source).await;
    let pat = world.user().await;
    let (here, there) = (
        world.project(&pat, "Here").await,
        world.project(&pat, "There").await,
    );
    world.marker_at(&pat, &here, None, HARRIS).await;
    world.marker_at(&pat, &there, None, ADAIR).await;
    let number = "R 15".parse().unwrap();
    let other = format!("{NUMBER}?ll_uuid={}", ParcelUuid::derive("40001", &number));
    for _ in 0..2 {
        assert_eq!(world.picture_at(&pat, HARRIS).await, NUMBER);
        assert_eq!(world.picture_at(&pat, ADAIR).await, json!(other));
    }
    assert_eq!(source.requests().len(), 2);
    assert_eq!(world.marker_picture(&pat, &here, None).await, NUMBER);
    assert_eq!(world.marker_picture(&pat, &there, None).await, json!(other));
    assert_ne!(
        world.etag(&pat, NUMBER).await,
        world.etag(&pat, &other).await
    );
    // Nothing tells in which county this point is, nor that it is near one of the parcels.
    assert_eq!(world.picture_at(&pat, (-80.0, 40.0)).await, Value::Null);
    world.stop().await;
}

#[tokio::test]
async fn two_calls_at_once_do_not_share_a_picture_of_two_counties() {
    let source = StubServer::start().await;
    let bytes = aerial(ImageFormat::Png);
    source.on("GET", "/export", Stubbed::body(200, "image/png", bytes));
    let world = world_with(&source).await;
    let pat = world.user().await;
    let (here, there) = tokio::join!(
        world.picture_at(&pat, HARRIS),
        world.picture_at(&pat, ADAIR)
    );
    // Who was second may have none yet, but never the other's.
    assert_ne!(here, there);
    let again = (
        world.picture_at(&pat, HARRIS).await,
        world.picture_at(&pat, ADAIR).await,
    );
    assert!(again.0.is_string() && again.1.is_string() && again.0 != again.1);
    for (first, then) in [(here, again.0), (there, again.1)] {
        assert!(first.is_null() || first == then, "{first} {then}");
    }
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
