//! Files that are refused as a whole.

use area_import::{AreaError, MarketColumns, columns_of};
use feature_files::FileError;
use serde_json::{Value, json};

use super::{
    PLACE, SIDE, collection, counts, feature, import_counties, import_markets, owner, said_of,
    square, submarket, submarkets, write,
};
use crate::world::World;

#[tokio::test]
async fn coordinates_that_are_wrong_are_refused_with_what_helps() {
    let world = World::start().await;
    let pat = world.user().await;
    let zones = |geometry: &Value| collection(&[submarket("Houston", "South", geometry)]);
    let feet = write(
        &world,
        "feet.geojson",
        zones(&square((3_100_000.0, 13_800_000.0), 9_000.0)),
    );
    let error = import_markets(&world, &pat, &feet, |_| ())
        .await
        .unwrap_err();
    assert!(
        matches!(error, AreaError::File(FileError::NoDegrees(_))),
        "{error}"
    );
    assert!(error.to_string().contains(".prj"), "{error}");
    for crs in ["EPSG:999999", "+proj=nonsense"] {
        let said = |said: &mut area_import::AreaFile| said.crs = Some(crs.to_owned());
        let error = import_markets(&world, &pat, &feet, said).await.unwrap_err();
        assert!(
            matches!(error, AreaError::File(FileError::UnknownCrs { .. })),
            "{error}"
        );
    }
    let swapped = write(
        &world,
        "swapped.geojson",
        zones(&square((PLACE.1, PLACE.0), SIDE)),
    );
    let error = import_markets(&world, &pat, &swapped, |_| ())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the outlines lie in the United States only when x and y are exchanged; give --swap-axes"
    );
    let swap = |said: &mut area_import::AreaFile| said.swap_axes = true;
    let report = import_markets(&world, &pat, &swapped, swap).await.unwrap();
    assert_eq!(counts(&report), (1, 0, 0), "{report}");
    let right = write(&world, "right.geojson", zones(&square(PLACE, SIDE)));
    let error = import_markets(&world, &pat, &right, swap)
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("leave out --swap-axes"),
        "{error}"
    );
    assert_eq!(submarkets(&world).await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn columns_that_are_not_known_are_asked_for() {
    let world = World::start().await;
    let pat = world.user().await;
    let zone = feature(
        &json!({ "REGION": "Houston", "ZONE": 7 }),
        &square(PLACE, SIDE),
    );
    let file = write(&world, "zones.geojson", collection(&[zone]));
    let error = import_markets(&world, &pat, &file, |_| ())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "no column of the file is known to be a market; name it with --market-field COLUMN"
    );
    let table = columns_of(&error).unwrap();
    assert!(
        table.contains("REGION  100 %   Houston") && table.contains("ZONE"),
        "{table}"
    );
    let error = import_counties(&world, &file, |_| ()).await.unwrap_err();
    assert!(error.to_string().contains("--fips-field"), "{error}");
    let columns = MarketColumns {
        market: Some("region".to_owned()),
        submarket: Some("ZONE".to_owned()),
    };
    let firm = format!("Firm {}", pat.customer_id);
    let report = area_import::import_markets(&owner(&world), &firm, columns, &said_of(&file)).await;
    assert_eq!(counts(&report.unwrap()), (1, 0, 0));
    assert_eq!(submarkets(&world).await[0]["sub_mkt_name"], "7");
    world.stop().await;
}

#[tokio::test]
async fn nothing_to_import_is_an_error() {
    let world = World::start().await;
    let pat = world.user().await;
    let empty = write(&world, "empty.geojson", collection(&[]));
    let error = import_markets(&world, &pat, &empty, |_| ())
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "the file has no rows");
    let abroad = submarket("Paris", "Left bank", &square((2.3, 48.8), SIDE));
    let file = write(&world, "zones.geojson", collection(&[abroad]));
    let error = import_markets(&world, &pat, &file, |_| ())
        .await
        .unwrap_err();
    let sentence = error.to_string();
    assert!(
        sentence.starts_with(
            "none of the 1 rows can be taken (outside of the United States: 1); check --crs"
        ) && sentence.ends_with("zones.geojson.rejects.csv"),
        "{sentence}"
    );
    let (owner, said) = (owner(&world), said_of(&file));
    let nobody =
        area_import::import_markets(&owner, "Nobody", MarketColumns::default(), &said).await;
    let error = nobody.unwrap_err();
    assert_eq!(error.to_string(), "there is no firm named Nobody");
    world
        .sql("DELETE FROM submarkets; DELETE FROM market_states; DELETE FROM markets; DELETE FROM counties; DELETE FROM states;")
        .await;
    for error in [
        import_markets(&world, &pat, &file, |_| ())
            .await
            .unwrap_err(),
        import_counties(&world, &file, |_| ()).await.unwrap_err(),
    ] {
        assert!(matches!(error, AreaError::NoGeography), "{error}");
    }
    world.stop().await;
}
