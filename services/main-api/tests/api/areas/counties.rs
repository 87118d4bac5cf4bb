//! What becomes of the counties that all firms share.

use std::process::Command;

use serde_json::{Value, json};

use super::{collection, counts, feature, import_counties, rejects_of, square, write};
use crate::world::World;

fn county(geoid: &str, name: &str, place: (f64, f64), side: f64) -> Value {
    let properties = json!({ "STATEFP": geoid[..2], "GEOID": geoid, "NAME": name, "NAMELSAD": format!("{name} County") });
    feature(&properties, &square(place, side))
}

async fn stored(world: &World) -> Vec<Value> {
    world
        .rows(
            "SELECT county_fips, name, round(100 * ST_XMin(geom)) AS west, concat_ws(', ', source, source_licence) AS source \
             FROM counties WHERE county_fips IN ('40001', '48201', '48339') ORDER BY county_fips",
        )
        .await
}

#[tokio::test]
async fn counties_are_replaced_by_their_code_and_added() {
    let world = World::start().await;
    let pat = world.user().await;
    let before = stored(&world).await;
    let file = write(
        &world,
        "counties.geojson",
        collection(&[
            county("48201", "Harris", (-95.8, 29.5), 0.5),
            county("48201", "Harris", (-95.2, 29.5), 0.2),
            county("48339", "Montgomery", (-95.8, 30.1), 0.4),
        ]),
    );
    let dry = import_counties(&world, &file, |said| said.dry_run = true).await;
    assert_eq!(counts(&dry.unwrap()), (1, 1, 0));
    assert_eq!(stored(&world).await, before);

    let report = import_counties(&world, &file, |_| ()).await.unwrap();
    assert_eq!(
        (counts(&report), report.further_parts),
        ((1, 1, 0), 1),
        "{report}"
    );
    assert!(
        report
            .to_string()
            .contains("code from GEOID, name from NAME, state from STATEFP"),
        "{report}"
    );
    let again = import_counties(&world, &file, |_| ()).await.unwrap();
    assert_eq!(counts(&again), (0, 0, 2), "{again}");
    assert_eq!(
        stored(&world).await,
        [
            before[0].clone(),
            json!({ "county_fips": "48201", "name": "Harris", "west": -9580, "source": "Made here, CC0" }),
            json!({ "county_fips": "48339", "name": "Montgomery", "west": -9580, "source": "Made here, CC0" }),
        ]
    );
    // The submarket is the county, and has the same id.
    let outline = "/api/get_submarket_polygon?submarket_id=48201";
    let outline = world.get(&pat, outline).await.ok();
    assert_eq!(
        outline["geometry"]["coordinates"].as_array().unwrap().len(),
        2
    );
    let source = "/api/get_submarket_source?submarket_id=48201";
    assert_eq!(
        world.get(&pat, source).await.ok(),
        json!({ "source": "Made here", "source_licence": "CC0" })
    );
    let counties = world.get(&pat, "/api/counties?state=48").await.ok();
    assert_eq!(counties["counties"].as_array().unwrap().len(), 2);

    // The built-in outlines replace only their own.
    let loaded = Command::new(env!("CARGO_BIN_EXE_main-api"))
        .arg("geography")
        .env("MIGRATION_DATABASE_URL", world.db.owner_url())
        .output()
        .unwrap();
    assert!(loaded.status.success());
    let after = stored(&world).await;
    assert_ne!(
        after[0]["west"], before[0]["west"],
        "Adair is the built-in one"
    );
    assert_eq!(after[1]["west"], -9580);
    let harris = world
        .rows("SELECT sub_mkt_name, source, round(100 * ST_XMin(geom)) AS west FROM submarkets WHERE submkt_id = 48201")
        .await;
    assert_eq!(
        harris,
        [json!({ "sub_mkt_name": "Harris, Texas", "source": "Made here", "west": -9580 })]
    );
    world.stop().await;
}

#[tokio::test]
async fn counties_that_cannot_be_right_are_listed() {
    let world = World::start().await;
    let before = stored(&world).await;
    let mut other_state = county("48339", "Montgomery", (-95.8, 30.1), 0.4);
    other_state["properties"]["STATEFP"] = json!("40");
    let file = write(
        &world,
        "counties.geojson",
        collection(&[
            county("48201", "Harris", (-95.8, 29.5), 0.5),
            county("48201", "Liberty", (-95.2, 29.5), 0.2),
            county("40001", "Adair", (-95.8, 29.5), 0.4),
            county("99001", "Nowhere", (-95.8, 29.5), 0.4),
            other_state,
            feature(&json!({ "GEOID": "48339" }), &square((-95.8, 30.1), 0.4)),
        ]),
    );
    let report = import_counties(&world, &file, |_| ()).await.unwrap();
    assert_eq!(
        (counts(&report), report.not_in_the_file),
        ((0, 1, 0), 0),
        "{report}"
    );
    let listed = std::fs::read_to_string(rejects_of(&file)).unwrap();
    let reasons: Vec<&str> = listed.lines().skip(1).collect();
    for (reason, row) in [
        ("2,\"the code of row 1, with another name\",", reasons[0]),
        ("3,\"outside of Adair, OK (40001)\",", reasons[1]),
        ("4,state not known: 99,", reasons[2]),
        (
            "5,\"48339 is in Texas, but the row says Oklahoma\",",
            reasons[3],
        ),
        ("6,no name,", reasons[4]),
    ] {
        assert!(row.starts_with(reason), "{reason}: {row}");
    }
    assert_eq!(stored(&world).await[0], before[0], "Adair is left alone");
    world.stop().await;
}
