//! The services, stubbed by a local server.

use std::io::Cursor;

use serde_json::{Value, json};
use tempfile::TempDir;
use test_support::{Answer, Recorded, StubServer};
use tiff::encoder::colortype::{ColorType, Gray8, Gray32Float};
use tiff::encoder::{TiffEncoder, TiffValue};
use tiff::tags::Tag;
use url::Url;

use super::*;
use crate::resolver::{LayerConfig, LayerResolver};

const LAND_COVER: &str = "/geoserver/mrlc_Cover_year_data/wcs";
const HEIGHTS: &str = "/3DEPElevation/ImageServer/exportImage";
const MAIN_ROADS: &str = "/Transportation/MapServer/2/query";
const OTHER_ROADS: &str = "/Transportation/MapServer/6/query";

struct World {
    stub: StubServer,
    folder: TempDir,
}

/// A few kilometres of Nebraska, outside the samples.
fn nebraska() -> BBox {
    BBox::new(-100.05, 40.0, -99.98, 40.05).unwrap()
}

fn frame() -> Frame {
    Frame::of(nebraska(), CELL_METRES, MAX_CELLS_PER_SIDE)
}

/// A `GeoTIFF` with these cell values, starting at the north-western corner.
fn tiff<C: ColorType>(
    size: (u32, u32),
    corner: (f64, f64),
    cell: (f64, f64),
    values: &[C::Inner],
) -> Vec<u8>
where
    [C::Inner]: TiffValue,
{
    let mut file = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut file).unwrap();
    let mut image = encoder.new_image::<C>(size.0, size.1).unwrap();
    let scale: &[f64] = &[cell.0, cell.1, 0.0];
    let tie: &[f64] = &[0.0, 0.0, 0.0, corner.0, corner.1, 0.0];
    image
        .encoder()
        .write_tag(Tag::ModelPixelScaleTag, scale)
        .unwrap();
    image
        .encoder()
        .write_tag(Tag::ModelTiepointTag, tie)
        .unwrap();
    image.write_data(values).unwrap();
    file.into_inner()
}

/// Land cover in Albers metres: built-up where the column is below `built`, a lake in the last
/// columns.
fn land_cover(built: u32) -> Vec<u8> {
    let [west, south, east, north] = land_cover::envelope(&frame()).unwrap();
    let (cols, rows) = (
        ((east - west) / 30.0) as u32,
        ((north - south) / 30.0) as u32,
    );
    let class = |col| match col {
        _ if col < built => 23,
        _ if col >= cols - 20 => 11,
        _ => 82,
    };
    let values: Vec<u8> = (0..rows * cols).map(|at| class(at % cols)).collect();
    tiff::<Gray8>((cols, rows), (west, north), (30.0, 30.0), &values)
}

/// Elevation on the area's grid: 3 m more per column, 10 percent.
fn heights() -> Vec<u8> {
    let frame = frame();
    let size = (frame.shape.cols as u32, frame.shape.rows as u32);
    let values: Vec<f32> = (0..size.0 * size.1)
        .map(|at| (at % size.0) as f32 * 3.0)
        .collect();
    tiff::<Gray32Float>(
        size,
        (frame.west, frame.north),
        (frame.dlon, frame.dlat),
        &values,
    )
}

fn road(class: &str, line: &Value) -> Value {
    let geometry = json!({ "type": "LineString", "coordinates": line });
    json!({ "type": "Feature", "properties": { "MTFCC": class }, "geometry": geometry })
}

fn page(more: bool, features: &[Value]) -> Answer {
    let page = json!({ "type": "FeatureCollection", "features": features, "properties": { "exceededTransferLimit": more } });
    Answer::json(200, &page)
}

fn tif(bytes: Vec<u8>) -> Answer {
    Answer::body(200, "image/tiff", bytes)
}

impl World {
    /// Services with valid responses.
    async fn start() -> Self {
        let stub = StubServer::start().await;
        for built in [60, 70, 80] {
            stub.on("GET", LAND_COVER, tif(land_cover(built)));
        }
        stub.on("GET", HEIGHTS, tif(heights()));
        let (north, middle) = (json!([-100.1, 40.04]), json!([-99.9, 40.04]));
        stub.on(
            "POST",
            MAIN_ROADS,
            page(true, &[road("S1100", &json!([north, middle]))]),
        );
        stub.on("POST", MAIN_ROADS, page(false, &[]));
        let street = road("S1400", &json!([[-100.02, 40.0], [-100.02, 40.05]]));
        let main = road("S1200", &json!([[-100.0, 40.0], [-100.0, 40.05]]));
        stub.on("POST", OTHER_ROADS, page(false, &[street, main]));
        Self {
            stub,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn config(&self) -> ServicesConfig {
        let at = |path: &str| Url::parse(&format!("{}{path}", self.stub.url())).unwrap();
        ServicesConfig {
            land_cover_url: at("/geoserver"),
            land_cover_workspace: "mrlc_Cover_year_data".to_owned(),
            land_cover_years: vec![2004, 2014, 2024],
            open_space_is_urban: false,
            elevation_url: at("/3DEPElevation/ImageServer"),
            roads_url: at("/Transportation/MapServer/"),
            roads_layers: vec![2, 6],
            user_agent: "Sitewright tests".to_owned(),
            folder: self.folder.path().join("layers"),
            cache_bytes: 1_000_000_000,
        }
    }

    fn services(&self) -> Services {
        let limits = Limits {
            retry_pause: Duration::from_millis(1),
            breaker_failures: 100,
            ..limits()
        };
        Services::within(limits, self.config()).unwrap()
    }

    fn asked(&self, path: &str) -> Vec<Recorded> {
        let mut requests = self.stub.requests();
        requests.retain(|request| request.target.starts_with(path));
        requests
    }

    async fn refusal(&self) -> String {
        self.services()
            .for_area(nebraska())
            .await
            .unwrap_err()
            .to_string()
    }
}

fn parameter(request: &Recorded, name: &str) -> String {
    let url = Url::parse(&format!("http://stub{}", request.target)).unwrap();
    let body = url::form_urlencoded::parse(&request.body).into_owned();
    let all = url.query_pairs().into_owned().chain(body);
    all.into_iter().find(|(known, _)| known == name).unwrap().1
}

#[tokio::test]
async fn an_area_is_made_of_what_three_services_answer_and_a_second_time_of_what_was_kept() {
    let world = World::start().await;
    let area = world
        .services()
        .for_area(nebraska())
        .await
        .unwrap()
        .unwrap();
    let frame = frame();
    let (rows, cols) = (frame.shape.rows, frame.shape.cols);
    assert_eq!(
        (area.is_sample, area.frame, area.year()),
        (false, frame, 2024)
    );
    assert!((area.coverage - 1.0).abs() < 1e-9);
    // Built-up in the west, growing with each date; the lake in the east.
    let built = |date: usize| {
        area.urban[date]
            .layer
            .values()
            .iter()
            .filter(|cell| **cell > 0)
            .count()
    };
    assert!(0 < built(0) && built(0) < built(1) && built(1) < built(2));
    assert_eq!(
        (
            area.urban[2].layer.at(0, 0),
            area.urban[2].layer.at(0, cols - 1)
        ),
        (1, 0)
    );
    assert_eq!(
        (
            area.water.at(rows / 2, cols - 1),
            area.excluded.at(rows / 2, cols - 1)
        ),
        (1, 100)
    );
    assert_eq!(area.slope.at(rows / 2, cols / 2), 10);
    // The motorway is in a row, the main road in a column, the street is omitted.
    let row = ((frame.north - 40.04) / frame.dlat) as usize;
    let col = |lon: f64| ((lon - frame.west) / frame.dlon) as usize;
    let roads = &area.roads[0].layer;
    assert!((0..cols).all(|at| roads.at(row, at) == 100));
    assert_eq!(
        (
            roads.at(rows / 2, col(-100.0)),
            roads.at(rows / 2, col(-100.02))
        ),
        (50, 0)
    );

    let asked = world.asked(LAND_COVER);
    assert_eq!(asked.len(), 3);
    for (request, year) in asked.iter().zip([2004, 2014, 2024]) {
        assert_eq!(
            parameter(request, "coverage"),
            "mrlc_Cover_year_data:Cover_year_data"
        );
        assert_eq!(
            parameter(request, "time"),
            format!("{year}-01-01T00:00:00.000Z")
        );
        for edge in parameter(request, "BBOX").split(',') {
            let edge: f64 = edge.parse().unwrap();
            assert!(
                ((edge - 15.0) % 30.0).abs() < 1e-9,
                "{edge} is no edge of a cell"
            );
        }
    }
    let heights = &world.asked(HEIGHTS)[0];
    assert_eq!(parameter(heights, "size"), format!("{cols},{rows}"));
    assert_eq!(heights.headers["user-agent"], "Sitewright tests");
    let pages = world.asked(MAIN_ROADS);
    let read: Vec<String> = pages
        .iter()
        .map(|page| parameter(page, "resultOffset"))
        .collect();
    assert_eq!(read, ["0", "1"]);

    let before = world.stub.requests().len();
    let again = world
        .services()
        .for_area(nebraska())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(again.to_bytes().unwrap(), area.to_bytes().unwrap());
    assert_eq!(world.stub.requests().len(), before);
}

#[tokio::test]
async fn what_a_service_does_wrong_is_said_and_what_came_before_is_kept() {
    let world = World::start().await;
    let well = || tif(heights());
    let failing = |answer: Answer| {
        world.stub.clear();
        world.stub.on("GET", LAND_COVER, tif(land_cover(60)));
        world.stub.on("POST", MAIN_ROADS, page(false, &[]));
        world.stub.on("POST", OTHER_ROADS, page(false, &[]));
        world.stub.on("GET", HEIGHTS, answer);
    };
    failing(Answer::status(502));
    assert_eq!(
        world.refusal().await,
        "Elevation could not be fetched from the public service: it responded with status 502. Please try again in a few minutes."
    );
    failing(Answer::body(200, "text/html", "<html>busy</html>"));
    assert!(world.refusal().await.contains("not a TIFF"));
    failing(well().truncated(500));
    assert!(world.refusal().await.contains("could not be reached"));
    // The declared length, but not a valid image.
    failing(Answer::body(200, "image/tiff", heights()[..2_000].to_vec()));
    assert!(
        world
            .refusal()
            .await
            .contains("A usable map could not be fetched")
    );
    failing(well());
    assert!(
        world
            .services()
            .for_area(nebraska())
            .await
            .unwrap()
            .is_some()
    );

    let other = World::start().await;
    other.stub.clear();
    other.stub.on(
        "GET",
        LAND_COVER,
        Answer::body(200, "application/xml", "<ServiceExceptionReport/>"),
    );
    assert!(
        other
            .refusal()
            .await
            .starts_with("Land cover could not be fetched")
    );
    other.stub.clear();
    other.stub.on("GET", LAND_COVER, tif(land_cover(60)));
    other.stub.on("GET", HEIGHTS, well());
    let error = json!({ "error": { "code": 498, "message": "Invalid token.", "details": [] } });
    other.stub.on("POST", MAIN_ROADS, Answer::json(200, &error));
    assert!(
        other
            .refusal()
            .await
            .starts_with("Roads could not be fetched")
    );
    let land_cover = other.asked(LAND_COVER).len();
    assert!(other.refusal().await.contains("an error: code 498"));
    assert_eq!(
        other.asked(LAND_COVER).len(),
        land_cover,
        "land cover was kept"
    );
}

#[tokio::test]
async fn where_services_are_away_a_sample_says_so_and_elsewhere_there_is_none() {
    let world = World::start().await;
    world.stub.clear();
    let config = LayerConfig {
        folder: None,
        services: Some(world.config()),
    };
    let resolver = LayerResolver::new(config).unwrap();
    let charlotte = BBox::new(-80.98, 35.06, -80.90, 35.12).unwrap();
    let sample = resolver.find(charlotte).await.unwrap();
    assert!(sample.is_sample);
    let notice = sample.notice.unwrap();
    assert!(
        notice.ends_with("Generated sample layers are used instead."),
        "{notice}"
    );
    let refused = resolver.find(nebraska()).await.unwrap_err();
    assert!(
        matches!(refused, LayersUnavailable::Unavailable { .. }),
        "{refused}"
    );
    let asked = world.stub.requests().len();
    let alaska = BBox::new(-150.0, 61.0, -149.9, 61.1).unwrap();
    assert!(matches!(
        resolver.find(alaska).await,
        Err(LayersUnavailable::Uncovered)
    ));
    assert_eq!(world.stub.requests().len(), asked, "nobody maps Alaska");
}

#[tokio::test]
async fn what_was_not_used_for_longest_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().to_owned(), 2_500);
    let mut areas = Vec::new();
    for key in ["one", "two", "three"] {
        let area = cache.folder(key).await.unwrap();
        cache::keep(&area.path().join("roads.geojson"), &[0; 1_000])
            .await
            .unwrap();
        cache.tidy(&area).await;
        areas.push(area.path().to_owned());
        // Some file systems have no finer timestamps.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let there: Vec<bool> = areas.iter().map(|area| area.exists()).collect();
    assert_eq!(there, [false, true, true]);
}
