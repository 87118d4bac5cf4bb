//! Imports of layers of land, and the layers of the sample city.

use std::path::{Path, PathBuf};

use diesel::QueryableByName;
use diesel::sql_types::{Double, Text};
use diesel_async::RunQueryDsl as _;
use feature_files::Input;
use layer_import::{LayerError, LayerFile, import_layer, list_layers, remove_layer};
use serde_json::{Value, json};
use site_layers::LayerKind;

use crate::support::World;

#[derive(Debug, QueryableByName)]
struct Share {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Double)]
    share: f64,
}

fn of(kind: LayerKind, name: &str, file: PathBuf) -> LayerFile {
    LayerFile {
        kind,
        name: name.to_owned(),
        input: Input::new(file),
        crs: None,
        swap_axes: false,
        source: "County".to_owned(),
        licence: Some("CC0".to_owned()),
        date: "2026-01-31".parse().ok(),
        coverage: None,
        rejects: None,
        dry_run: false,
    }
}

fn written(folder: &Path, name: &str, features: &[(Value, Value)]) -> PathBuf {
    let features: Vec<Value> = features
        .iter()
        .map(|(properties, geometry)| json!({ "type": "Feature", "properties": properties, "geometry": geometry }))
        .collect();
    let path = folder.join(name);
    let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
    std::fs::write(&path, text).unwrap();
    path
}

fn square(west: f64, south: f64, side: f64) -> Value {
    let (east, north) = (west + side, south + side);
    let ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
    ];
    json!({ "type": "Polygon", "coordinates": [ring] })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_layer_replaces_that_of_its_name_and_can_be_removed() {
    let world = World::start().await;
    let folder = tempfile::tempdir().unwrap();
    let zones = [
        (
            json!({ "FLD_ZONE": "AE", "ZONE_SUBTY": "FLOODWAY" }),
            square(-95.37, 29.76, 0.01),
        ),
        (json!({ "FLD_ZONE": "" }), square(-95.36, 29.76, 0.01)),
        (
            json!({ "FLD_ZONE": "X", "ZONE_SUBTY": null }),
            square(-95.35, 29.76, 0.01),
        ),
        (
            json!({ "FLD_ZONE": "X" }),
            json!({ "type": "LineString", "coordinates": [[-95.3, 29.7], [-95.2, 29.7]] }),
        ),
    ];
    let file = of(
        LayerKind::Flood,
        "zones",
        written(folder.path(), "zones.geojson", &zones),
    );
    let dry = LayerFile {
        dry_run: true,
        ..file.clone()
    };
    let report = import_layer(&world.db.app(), &dry).await.unwrap();
    assert_eq!((report.counts.features, report.rejections.total()), (2, 2));
    assert_eq!(world.db.count("SELECT count(*) FROM site_layers").await, 0);

    let first = import_layer(&world.db.app(), &file).await.unwrap();
    assert!(!first.replaced, "{first}");
    let said = first.to_string();
    for part in [
        "no flood zone",
        "no usable outline",
        "hull around its features",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let area = written(
        folder.path(),
        "area.geojson",
        &[(json!({}), square(-95.4, 29.7, 0.1))],
    );
    let again = LayerFile {
        coverage: Some(area),
        ..file.clone()
    };
    let second = import_layer(&world.db.app(), &again).await.unwrap();
    assert!(second.replaced && second.layer_id != first.layer_id);
    // A tenth of a degree is 11.1 km to the north and 9.7 km to the east there.
    assert!((second.counts.coverage_km2 - 107.0).abs() < 1.0, "{second}");
    let layers = list_layers(&world.db.app(), false).await.unwrap();
    assert_eq!((layers.len(), layers[0].features), (1, 2));
    assert_eq!(layers[0].source_licence.as_deref(), Some("CC0"));
    assert_eq!(layers[0].source_date, "2026-01-31".parse().ok());
    let floodways = "SELECT count(*) FROM site_features WHERE attributes->>'class' = 'floodway' AND kind = 'flood'";
    assert_eq!(world.db.count(floodways).await, 1);

    // Nobody has a parcel there.
    let changed = remove_layer(&world.db.app(), second.layer_id).await;
    assert_eq!(changed.unwrap(), Some(0));
    assert_eq!(
        world.db.count("SELECT count(*) FROM site_features").await,
        0
    );
    let gone = remove_layer(&world.db.app(), second.layer_id).await;
    assert!(matches!(gone, Err(LayerError::NoLayer(_))));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_understood_changes_nothing() {
    let world = World::start().await;
    let folder = tempfile::tempdir().unwrap();
    let streets = [(
        json!({ "FULLNAME": "Main St", "MTFCC": "S1400" }),
        json!({ "type": "LineString", "coordinates": [[-95.37, 29.76], [-95.36, 29.76]] }),
    )];
    let path = written(folder.path(), "streets.geojson", &streets);
    let good = of(LayerKind::Road, "streets", path.clone());
    import_layer(&world.db.app(), &good).await.unwrap();
    let feet = [(
        json!({ "MTFCC": "S1400" }),
        json!({ "type": "LineString", "coordinates": [[3_120_000.0, 13_840_000.0], [3_121_000.0, 13_840_000.0]] }),
    )];
    let swapped = [(
        json!({ "MTFCC": "S1400" }),
        json!({ "type": "LineString", "coordinates": [[29.76, -95.37], [29.76, -95.36]] }),
    )];
    for (name, rows, part) in [
        ("feet.geojson", &feet, "--crs"),
        ("swapped.geojson", &swapped, "--swap-axes"),
    ] {
        let file = of(
            LayerKind::Road,
            "streets",
            written(folder.path(), name, rows),
        );
        let refused = import_layer(&world.db.app(), &file).await.unwrap_err();
        assert!(refused.to_string().contains(part), "{refused}");
    }
    let wrong_kind = of(LayerKind::Flood, "streets", path);
    let refused = import_layer(&world.db.app(), &wrong_kind)
        .await
        .unwrap_err();
    assert!(matches!(refused, LayerError::AllRejected { rows: 1, .. }));
    let in_feet = LayerFile {
        crs: Some("EPSG:2278".to_owned()),
        ..of(
            LayerKind::Road,
            "streets",
            folder.path().join("feet.geojson"),
        )
    };
    let report = import_layer(&world.db.app(), &in_feet).await.unwrap();
    assert!(report.replaced, "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_city_has_layers_whose_zones_cover_it_once() {
    let world = World::start().await;
    sample_data::seed_land(&world.db.app()).await.unwrap();
    sample_data::seed_land(&world.db.app()).await.unwrap();
    let layers = list_layers(&world.db.app(), false).await.unwrap();
    let kinds: Vec<&str> = layers.iter().map(|layer| layer.kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "flood", "highway", "rail", "road", "slope", "water", "wetland"
        ]
    );
    assert!(
        layers
            .iter()
            .all(|layer| layer.is_sample && layer.features > 0)
    );
    let mut conn = world.db.superuser().await;
    let shares: Vec<Share> = diesel::sql_query(
        "SELECT attributes->>'class' AS name, ST_Area(site_features.geom) / ST_Area(coverage) AS share \
         FROM site_features JOIN site_layers USING (layer_id) WHERE site_layers.kind = 'flood' ORDER BY 1",
    )
    .load(&mut conn)
    .await
    .unwrap();
    let names: Vec<&str> = shares.iter().map(|share| share.name.as_str()).collect();
    assert_eq!(names, ["floodway", "minimal", "moderate", "sfha"]);
    let whole: f64 = shares.iter().map(|share| share.share).sum();
    assert!((whole - 1.0).abs() < 1e-6, "{shares:?}");
    assert!(
        shares[0].share > 0.03 && shares[1].share > 0.5,
        "{shares:?}"
    );
    world.stop().await;
}
