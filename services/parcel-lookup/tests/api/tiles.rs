//! Tiles: content, empty tiles and caching.

use std::io::Read as _;

use crate::support::{World, square, square_of};

/// A minimal reader of Mapbox Vector Tiles.
mod mvt {
    /// A protobuf field: number and content (the value of a varint is in `value`).
    pub struct Field<'a> {
        pub number: u64,
        pub value: u64,
        pub bytes: &'a [u8],
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let (first, rest) = bytes.split_first().expect("a whole number");
            *bytes = rest;
            value |= u64::from(first & 127) << shift;
            shift += 7;
            if first & 128 == 0 {
                return value;
            }
        }
    }

    pub fn fields(mut bytes: &[u8]) -> Vec<Field<'_>> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let (value, content) = match key & 7 {
                0 => (varint(&mut bytes), &bytes[..0]),
                2 => {
                    let length = varint(&mut bytes) as usize;
                    let (content, rest) = bytes.split_at(length);
                    bytes = rest;
                    (0, content)
                }
                other => panic!("wire type {other} does not occur here"),
            };
            fields.push(Field {
                number: key >> 3,
                value,
                bytes: content,
            });
        }
        fields
    }

    pub fn texts(layer: &[u8], number: u64) -> Vec<String> {
        fields(layer)
            .iter()
            .filter(|field| field.number == number)
            .map(|field| String::from_utf8_lossy(field.bytes).into_owned())
            .collect()
    }
}

/// The tile of zoom 15 that contains downtown Houston.
const TILE: &str = "/tiles/15/7703/13544.mvt";

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_holds_the_parcels_of_its_square() {
    let world = World::start().await;
    let mut parcel = square("48201", "0010020000013", -95.37, 29.76);
    parcel.fields.address = Some("901 Preston St".to_owned());
    let id = parcel.fields.ll_uuid.to_string();
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
    assert_eq!(mvt::texts(layer, 3), ["ll_uuid", "parcelnumb", "address"]);
    let values: Vec<String> = mvt::fields(layer)
        .iter()
        .filter(|field| field.number == 4)
        .flat_map(|field| mvt::texts(field.bytes, 1))
        .collect();
    assert_eq!(values, [id.as_str(), "0010020000013", "901 Preston St"]);
    let features: Vec<_> = mvt::fields(layer)
        .into_iter()
        .filter(|field| field.number == 2)
        .collect();
    assert_eq!(features.len(), 1);
    let kind = mvt::fields(features[0].bytes)
        .into_iter()
        .find(|field| field.number == 3)
        .unwrap();
    assert_eq!(kind.value, 3, "a polygon");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_far_and_impossible_tiles() {
    let world = World::start().await;
    world.put(vec![square("48201", "1", -95.37, 29.76)]).await;
    for (tile, status) in [
        ("/tiles/15/1/1.mvt", 204),
        ("/tiles/13/1925/3386.mvt", 204),
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
    let changed = world
        .get(TILE)
        .header("if-none-match", etag)
        .send()
        .await
        .unwrap();
    assert_eq!(changed.status(), 200);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tiles_are_described_as_tile_json() {
    let world = World::start().await;
    let described: serde_json::Value = world
        .get("/tiles.json")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(described["tilejson"], "3.0.0");
    assert_eq!(
        described["tiles"][0],
        "http://sitewright.test/api-2/tiles/{z}/{x}/{y}.mvt"
    );
    assert_eq!(
        (&described["minzoom"], &described["maxzoom"]),
        (&14.into(), &22.into())
    );
    assert_eq!(described["vector_layers"][0]["id"], "parcels");
    assert_eq!(described["vector_layers"][0]["fields"]["ll_uuid"], "String");
    world.stop().await;
}
