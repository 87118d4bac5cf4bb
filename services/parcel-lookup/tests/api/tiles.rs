//! Tiles: content, empty tiles and caching.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::io::Read as _;
use std::time::Duration;

use parcel_import::Staged;
use parcel_record::Shape;
use test_support::wait_for;

use crate::mvt;
use crate::support::{World, fields, square, square_of};

/// The tile of zoom 15 that contains downtown Houston.
const TILE: &str = "/tiles/15/7703/13544.mvt";

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_holds_the_parcels_of_its_square() {
    let world = World::start().await;
    let mut parcel = square("48201", "0010020000013", -95.37, 29.76);
    parcel.fields.address = Some("901 Preston St".to_owned());
    parcel.fields.year_built = Some(1978);
    parcel.fields.parval = Some("1200000".parse().unwrap());
    parcel.fields.ll_gisacre = Some(2.654);
    let id = parcel.fields.ll_uuid.to_string();
    let last_48_bits = u64::from_str_radix(&id.replace('-', "")[20..], 16).unwrap();
    world
        .put(vec![parcel, square("48201", "elsewhere", -95.0, 29.0)])
        .await;
    let answer = world.get(TILE).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        answer.headers()["content-type"],
        "application/vnd.mapbox-vector-tile"
    );
    assert!(
        answer.headers()["cache-control"]
            .to_str()
            .unwrap()
            .starts_with("private")
    );
    let bytes = answer.bytes().await.unwrap();
    let tile = mvt::fields(&bytes);
    assert_eq!(tile.len(), 1, "one layer");
    let layer = tile[0].bytes;
    assert_eq!(mvt::texts(layer, 1), ["parcels"]);
    assert_eq!(
        mvt::texts(layer, 3),
        [
            "ll_uuid",
            "parcelnumb",
            "address",
            "usedesc",
            "use_class",
            "owner_kind",
            "year_built",
            "in_flood_zone",
            "ll_gisacre",
            "value_per_acre",
            "source"
        ]
    );
    let values: Vec<String> = mvt::fields(layer)
        .iter()
        .filter(|field| field.number == 4)
        .flat_map(|field| mvt::texts(field.bytes, 1))
        .collect();
    assert_eq!(
        values,
        [
            id.as_str(),
            "0010020000013",
            "901 Preston St",
            "Test County"
        ]
    );
    let [feature] = &mvt::features(layer)[..] else {
        panic!("one feature");
    };
    assert_eq!((feature.id, feature.kind), (last_48_bits, 3));
    assert_eq!(feature.number(layer, "year_built"), Some(1978));
    assert_eq!(feature.number(layer, "value_per_acre"), Some(452_000));
    assert_eq!(feature.number(layer, "in_flood_zone"), None);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_with_a_filter_holds_what_matches() {
    let world = World::start().await;
    let mut parcels: Vec<Staged> = (0..3)
        .map(|n| {
            square(
                "48201",
                &n.to_string(),
                -95.370 + f64::from(n) * 0.001,
                29.760,
            )
        })
        .collect();
    parcels[1].fields.ll_gisacre = Some(9.0);
    parcels[2].fields.owner = Some("O'Hara".to_owned());
    world.put(parcels).await;
    let tile = async |path: &str, filter: &str| {
        let call = world.get(path).query(&[("filter", filter)]);
        let answer = call.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.bytes().await.unwrap())
    };
    let numbers = |bytes: &[u8]| -> Vec<String> {
        let tile = mvt::fields(bytes);
        let values = mvt::fields(tile[0].bytes);
        let values = values.iter().filter(|field| field.number == 4);
        let texts = values.flat_map(|field| mvt::texts(field.bytes, 1));
        texts.filter(|text| text.len() == 1).collect()
    };
    let (status, bytes) = tile(TILE, "ll_gisacre = 9").await;
    assert_eq!((status, numbers(&bytes)), (200, vec!["1".to_owned()]));
    let (_, bytes) = tile(TILE, "owner = 'O''Hara' OR parcelnumb = '0'").await;
    assert_eq!(numbers(&bytes), ["0", "2"]);
    // Also where tiles have no attributes, and where they count.
    for path in ["/tiles/14/3851/6772.mvt", "/tiles/12/962/1693.mvt"] {
        assert_eq!(tile(path, "ll_gisacre = 9").await.0, 200, "{path}");
        assert_eq!(tile(path, "ll_gisacre = 8").await.0, 204, "{path}");
    }
    assert_eq!(tile(TILE, "ll_gisacre >").await.0, 400);
    assert_eq!(tile(TILE, "colour = 'red'").await.0, 400);
    // All parcels, as before.
    let all = world.get(TILE).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(numbers(&all), ["0", "1", "2"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_far_and_impossible_tiles() {
    let world = World::start().await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    for (tile, status) in [
        ("/tiles/15/1/1.mvt", 204),
        ("/tiles/10/240/423.mvt", 204),
        ("/tiles/15/99999/1.mvt", 404),
        ("/tiles/23/1/1.mvt", 404),
        ("/tiles/4000000000/1/1.mvt", 404),
        ("/tiles/15/-1/1.mvt", 422),
        ("/tiles/a/b/c.mvt", 422),
    ] {
        let answer = world.get(tile).send().await.unwrap();
        assert_eq!(answer.status(), status, "{tile}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unchanged_tile_is_not_sent_again_and_travels_compressed() {
    let world = World::start().await;
    let parcels = (0..40).map(|i| {
        square_of(
            "48201",
            &format!("P-{i}"),
            -95.372 + f64::from(i) * 0.0001,
            29.76,
            0.0001,
        )
    });
    world.put(parcels.collect()).await;
    let plain = world.get(TILE).send().await.unwrap();
    let etag = plain.headers()["etag"].clone();
    let bytes = plain.bytes().await.unwrap();
    let packed = world
        .get(TILE)
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    let packed = packed.bytes().await.unwrap();
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_end(&mut unpacked)
        .unwrap();
    assert_eq!(unpacked, bytes);
    let again = world
        .get(TILE)
        .header("if-none-match", etag.clone())
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    world
        .put(vec![square("48201", "new", -95.371, 29.761)])
        .await;
    wait_for(Duration::from_secs(10), || async {
        let again = world.get(TILE).header("if-none-match", etag.clone());
        again.send().await.unwrap().status() == 200
    })
    .await;
    world.stop().await;
}

/// `count` parcels of different shapes, values and addresses in the tile.
fn lifelike(count: usize) -> Vec<Staged> {
    const WEST: f64 = -95.372;
    const SOUTH: f64 = 29.7545;
    (0..count)
        .map(|index| {
            let seed = index.wrapping_mul(2_654_435_761) % 1_000_003;
            let (west, south) = (
                WEST + (index % 34) as f64 * 0.000_31,
                SOUTH + (index / 34) as f64 * 0.000_28,
            );
            // Eleven corners at different distances from the middle.
            let corner = |number: usize| {
                let angle = number as f64 / 11.0 * 2.0 * PI;
                let reach = 0.000_11 + ((seed / (number + 1)) % 50) as f64 * 0.000_001;
                format!(
                    "{} {}",
                    west + 0.000_15 + angle.cos() * reach,
                    south + 0.000_14 + angle.sin() * reach
                )
            };
            let corners: Vec<String> = (0..11).chain([0]).map(corner).collect();
            let number = format!("{:013}", seed * 7919 % 9_999_999);
            let mut fields = fields("48201", &format!("{number}{index}")[..13]);
            fields.parcelnumb = format!("{index:04}{}", &number[4..]);
            let streets = [
                "Preston St",
                "Cypress Creek Pkwy",
                "Milam St",
                "Old Spanish Trail",
            ];
            fields.address = Some(format!("{} {}", 100 + seed % 9900, streets[index / 34 % 4]));
            let uses = [
                "Single family residential",
                "Commercial",
                "Vacant lot",
                "Apartments",
            ];
            fields.usedesc = Some(uses[seed % 4].to_owned());
            fields.year_built = Some(1930 + (seed % 95) as i32);
            fields.flood_zone = Some(["X", "AE"][seed % 2].to_owned());
            fields.parval = Some((90_000 + seed % 900_000).to_string().parse().unwrap());
            fields.ll_gisacre = Some(0.1 + (seed % 70) as f64 / 100.0);
            fields.ll_uuid =
                domain::ParcelUuid::derive("48201", &fields.parcelnumb.parse().unwrap());
            Staged {
                line: index as i64 + 1,
                shape: Shape::Wkt(format!("POLYGON(({}))", corners.join(","))),
                crs: None,
                fields,
                provenance: None,
                raw: None,
            }
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_are_bounded_in_bytes_and_never_empty_from_zoom_11() {
    let world = World::start().await;
    world.put(lifelike(1100)).await;
    let facts = "UPDATE parcels SET use_class = (ARRAY['residential', 'commercial', 'vacant', 'multifamily'])[1 + abs(hashtext(parcelnumb)) % 4], \
        owner_kind = (ARRAY['person', 'person', 'company', 'trust', NULL])[1 + abs(hashtext(parcelnumb || 'x')) % 5]";
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, facts)
        .await
        .unwrap();
    let get = async |path: &str| {
        let request = world.get(path).header("accept-encoding", "gzip");
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let packed = answer.bytes().await.unwrap();
        let mut tile = Vec::new();
        flate2::read::GzDecoder::new(&packed[..])
            .read_to_end(&mut tile)
            .unwrap();
        (packed.len(), tile)
    };
    let (bytes, tile) = get(TILE).await;
    let parcels = mvt::layer(&tile, "parcels").unwrap();
    assert_eq!(mvt::features(parcels).len(), 1100);
    assert!(bytes < 110_000, "{bytes} bytes");
    let texts = |name| {
        let features = mvt::features(parcels);
        features
            .iter()
            .filter_map(|feature| feature.text(parcels, name))
            .collect::<BTreeSet<String>>()
    };
    assert_eq!(texts("use_class").len(), 4);
    assert_eq!(
        Vec::from_iter(texts("owner_kind")),
        ["company", "person", "trust"]
    );
    let (bytes, tile) = get("/tiles/14/3851/6772.mvt").await;
    let parcels = mvt::layer(&tile, "parcels").unwrap();
    assert!(mvt::features(parcels).len() > 1000);
    assert_eq!(mvt::texts(parcels, 3), [""; 0], "no attributes");
    assert!(bytes < 40_000, "{bytes} bytes");
    for path in [
        "/tiles/13/1925/3386.mvt",
        "/tiles/12/962/1693.mvt",
        "/tiles/11/481/846.mvt",
    ] {
        let (bytes, tile) = get(path).await;
        assert!(mvt::layer(&tile, "parcels").is_none(), "{path}");
        let counts = mvt::layer(&tile, "parcel_counts").unwrap();
        let points = mvt::features(counts);
        assert!(points.iter().all(|point| point.kind == 1));
        let counted = points
            .iter()
            .filter_map(|point| point.number(counts, "parcels"));
        assert_eq!(counted.sum::<u64>(), 1100, "{path}");
        assert!(bytes < 2000, "{bytes} bytes");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn far_away_large_parcels_have_outlines_and_stacked_ones_have_one() {
    let world = World::start().await;
    let ranch = square_of("48201", "RANCH", -95.39, 29.70, 0.02);
    let units = ["1", "2", "3"].map(|number| square_of("48201", number, -95.37, 29.76, 0.02));
    let small = square_of("48201", "4", -95.34, 29.76, 0.0002);
    let parcels = [ranch, small].into_iter().chain(units).collect();
    world.put(parcels).await;
    for (path, outlines) in [("/tiles/14/3851/6772.mvt", 1), ("/tiles/11/481/846.mvt", 2)] {
        let tile = world.get(path).send().await.unwrap().bytes().await.unwrap();
        let parcels = mvt::layer(&tile, "parcels").unwrap();
        assert_eq!(mvt::features(parcels).len(), outlines, "{path}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tiles_are_described_as_tile_json() {
    let world = World::start().await;
    world.put(vec![square("48201", "R1", -95.37, 29.76)]).await;
    let described: serde_json::Value = world
        .get("/tiles.json")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(described["tilejson"], "3.0.0");
    assert_eq!(described["attribution"], "Parcels: Test County");
    assert_eq!(
        described["tiles"][0],
        "http://sitewright.test/api-2/tiles/{z}/{x}/{y}.mvt"
    );
    assert_eq!(
        (&described["minzoom"], &described["maxzoom"]),
        (&11.into(), &22.into())
    );
    assert_eq!(described["vector_layers"][0]["id"], "parcels");
    assert_eq!(described["vector_layers"][0]["fields"]["ll_uuid"], "String");
    assert_eq!(described["vector_layers"][1]["id"], "parcel_counts");
    assert_eq!(described["vector_layers"][1]["maxzoom"], 13);
    world.stop().await;
}
