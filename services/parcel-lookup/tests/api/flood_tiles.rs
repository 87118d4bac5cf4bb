//! Tiles of flood zones: what they hold, and where they are empty.

use diesel_async::SimpleAsyncConnection as _;

use crate::mvt;
use crate::support::World;

/// The tile of zoom 15 that contains downtown Houston.
const TILE: &str = "/flood_tiles/15/7703/13544.mvt";

/// A layer of the county around downtown Houston with two zones, and a wetland that is another kind.
const LAYERS: &str = "INSERT INTO parcel.site_layers (kind, name, origin, source, source_licence, source_date, coverage) \
        SELECT kind, 'test', 'file', 'County', 'CC0', '2024-05-01', ST_Multi(ST_MakeEnvelope(-95.5, 29.7, -95.3, 29.8, 4326)) \
        FROM unnest(ARRAY['flood', 'wetland']) AS kind; \
    INSERT INTO parcel.site_features (layer_id, kind, attributes, geom) \
        SELECT layer_id, kind, jsonb_build_object('zone', zone, 'class', class), ST_Multi(ST_MakeEnvelope(west, 29.7, west + 0.002, 29.8, 4326)) \
        FROM parcel.site_layers, \
            (VALUES ('flood', 'AE', 'floodway', -95.372), ('flood', 'X', 'moderate', -95.37), ('wetland', 'PEM1', NULL, -95.368)) \
                AS zones (of_kind, zone, class, west) \
        WHERE kind = of_kind";

async fn with_layers() -> World {
    let world = World::start().await;
    let mut conn = world.db.superuser().await;
    conn.batch_execute(LAYERS).await.unwrap();
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_has_the_zones_and_what_its_layers_cover() {
    let world = with_layers().await;
    let answer = world.get(TILE).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        answer.headers()["content-type"],
        "application/vnd.mapbox-vector-tile"
    );
    let etag = answer.headers()["etag"].clone();
    let tile = answer.bytes().await.unwrap();
    let zones = mvt::layer(&tile, "flood_zones").unwrap();
    let mut found: Vec<_> = mvt::features(zones)
        .iter()
        .map(|zone| {
            let text = |key| zone.text(zones, key).unwrap();
            assert_eq!(
                (text("source"), text("source_licence"), text("source_date")),
                (
                    "County".to_owned(),
                    "CC0".to_owned(),
                    "2024-05-01".to_owned()
                )
            );
            (text("zone"), text("class"))
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [("AE", "floodway"), ("X", "moderate")]
            .map(|(zone, class)| (zone.to_owned(), class.to_owned()))
    );
    let coverage = mvt::layer(&tile, "flood_coverage").unwrap();
    let [covered] = &mvt::features(coverage)[..] else {
        panic!("one layer");
    };
    assert_eq!(covered.text(coverage, "source").as_deref(), Some("County"));

    let again = world.get(TILE).header("if-none-match", etag);
    assert_eq!(again.send().await.unwrap().status(), 304);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_is_empty_where_no_layer_reaches_or_nobody_sees_it() {
    let world = with_layers().await;
    for (tile, status) in [
        ("/flood_tiles/15/7603/13544.mvt", 204),
        ("/flood_tiles/10/240/423.mvt", 204),
        ("/flood_tiles/15/99999/1.mvt", 404),
        ("/flood_tiles/15/-1/1.mvt", 422),
    ] {
        let answer = world.get(tile).send().await.unwrap();
        assert_eq!(answer.status(), status, "{tile}");
    }
    // Where a layer reaches, the absence of zones is known: the tile has its coverage alone.
    let dry = world.get("/flood_tiles/15/7700/13544.mvt").send();
    let dry = dry.await.unwrap().bytes().await.unwrap();
    assert!(mvt::layer(&dry, "flood_zones").is_none());
    assert!(mvt::layer(&dry, "flood_coverage").is_some());
    world.stop().await;
}
