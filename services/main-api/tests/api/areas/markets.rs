//! What becomes of a firm's submarkets.

use serde_json::{Value, json};

use super::{
    PLACE, SIDE, collection, counts, feature, import_markets, rejects_of, square, submarket,
    submarkets, write,
};
use crate::world::World;

#[tokio::test]
async fn a_repeated_import_replaces_by_name_and_keeps_ids() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let north = square((PLACE.0, 29.8), SIDE);
    let first = [
        submarket("Houston", "South", &square(PLACE, SIDE)),
        submarket("Houston", "North", &north),
        // A further part.
        submarket("Houston", " North ", &square((PLACE.0, 29.4), SIDE)),
    ];
    let file = write(&world, "zones.geojson", collection(&first));
    let dry = import_markets(&world, &pat, &file, |said| said.dry_run = true).await;
    let dry = dry.unwrap();
    assert_eq!(counts(&dry), (2, 0, 0), "{dry}");
    assert!(dry.to_string().contains("nothing was written"), "{dry}");
    assert_eq!(submarkets(&world).await, [] as [Value; 0]);

    let report = import_markets(&world, &pat, &file, |_| ()).await.unwrap();
    assert_eq!((counts(&report), report.further_parts), ((2, 0, 0), 1));
    assert!(
        report
            .to_string()
            .contains("2 submarkets of 1 markets: 2 new"),
        "{report}"
    );
    let before = submarkets(&world).await;
    assert_eq!(
        (&before[0]["parts"], &before[1]["parts"]),
        (&json!(2), &json!(1))
    );
    let report = import_markets(&world, &pat, &file, |_| ()).await.unwrap();
    assert_eq!(counts(&report), (0, 0, 2), "{report}");
    assert_eq!(submarkets(&world).await, before);

    // One with another outline, one that is new, and one that the file no longer has.
    let second = [
        submarket("Houston", "South", &square(PLACE, SIDE / 2.0)),
        submarket("Beaumont", "North", &north),
    ];
    let file = write(&world, "zones.geojson", collection(&second));
    let report = import_markets(&world, &pat, &file, |_| ()).await.unwrap();
    assert_eq!(counts(&report), (1, 1, 0), "{report}");
    let after = submarkets(&world).await;
    let of = |rows: &[Value], at: usize| (rows[at]["submkt_id"].clone(), rows[at]["box"].clone());
    assert_eq!(after.len(), 3);
    assert_eq!(
        of(&after, 1),
        of(&before, 0),
        "North of Houston is left alone"
    );
    assert_eq!(after[2]["submkt_id"], before[1]["submkt_id"]);
    assert_eq!(after[2]["box"], json!([-9550, 2960, -9545, 2965]));

    // The same names of another firm are others.
    let theirs = import_markets(&world, &stranger, &file, |_| ())
        .await
        .unwrap();
    assert_eq!(counts(&theirs), (2, 0, 0), "{theirs}");
    assert_eq!(submarkets(&world).await.len(), 5);
    world.stop().await;
}

#[tokio::test]
async fn publisher_and_licence_are_kept_and_shown_to_the_firm() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let zones = [submarket("Houston", "South", &square(PLACE, SIDE))];
    let file = write(&world, "zones.geojson", collection(&zones));
    import_markets(&world, &pat, &file, |_| ()).await.unwrap();
    let id = submarkets(&world).await[0]["submkt_id"].clone();
    let path = format!("/api/get_submarket_source?submarket_id={id}");
    assert_eq!(
        world.get(&pat, &path).await.ok(),
        json!({ "source": "Made here", "source_licence": "CC0" })
    );
    world.get(&stranger, &path).await.problem(404);
    // The firm's own outlines have no publisher, and another source replaces the one before.
    let own = import_markets(&world, &pat, &file, |said| {
        said.source = None;
        said.licence = None;
    });
    assert_eq!(counts(&own.await.unwrap()), (0, 1, 0));
    let nobody = json!({ "source": null, "source_licence": null });
    assert_eq!(world.get(&pat, &path).await.ok(), nobody);
    let public = "/api/get_submarket_source?submarket_id=48201";
    assert_eq!(world.get(&pat, public).await.ok(), nobody);
    world.stop().await;
}

#[tokio::test]
async fn a_market_is_listed_where_its_submarkets_are() {
    let world = World::start().await;
    let pat = world.user().await;
    let texas = submarket("Ours", "South", &square(PLACE, SIDE));
    let oklahoma = |place| submarket("Ours", "North", &square(place, SIDE));
    let import = async |features: &[Value]| {
        let file = write(&world, "zones.geojson", collection(features));
        import_markets(&world, &pat, &file, |_| ()).await.unwrap();
        let states = "SELECT statefp FROM market_states WHERE customer_id IS NOT NULL ORDER BY 1";
        world.rows(states).await
    };
    let both = import(&[texas.clone(), oklahoma((-94.6, 35.5))]).await;
    assert_eq!(
        both,
        [json!({ "statefp": "40" }), json!({ "statefp": "48" })]
    );
    let moved = import(&[oklahoma((-95.3, 29.6))]).await;
    assert_eq!(moved, [json!({ "statefp": "48" })]);
    world.stop().await;
}

#[tokio::test]
async fn rows_that_cannot_be_taken_are_listed() {
    let world = World::start().await;
    let pat = world.user().await;
    let shape = square(PLACE, SIDE);
    // Two triangles that meet in a point, which are repaired.
    let bow_tie = json!({ "type": "Polygon", "coordinates": [[[-95.5, 29.6], [-95.4, 29.7], [-95.4, 29.6], [-95.5, 29.7], [-95.5, 29.6]]] });
    let rows = [
        submarket("Houston", "South", &shape),
        submarket("Houston", "Bow tie", &bow_tie),
        submarket("", "West", &shape),
        feature(&json!({ "market": "Houston" }), &shape),
        submarket("Houston", "Nowhere", &Value::Null),
        submarket(
            "Houston",
            "=Point",
            &json!({ "type": "Point", "coordinates": [-95.5, 29.6] }),
        ),
        submarket(
            "Houston",
            "Broken",
            &json!({ "type": "Polygon", "coordinates": "x" }),
        ),
        submarket("Paris", "Left bank", &square((2.3, 48.8), SIDE)),
        json!({ "type": "Feature" }),
    ];
    let file = write(&world, "zones.geojson", collection(&rows));
    let report = import_markets(&world, &pat, &file, |_| ()).await.unwrap();
    assert_eq!(counts(&report), (2, 0, 0), "{report}");
    for (reason, count) in [
        ("no market", 1),
        ("no submarket", 1),
        ("no outline", 1),
        ("no usable outline", 2),
        ("outside of the United States", 1),
        ("a feature without properties", 1),
    ] {
        assert_eq!(report.rejections.of(reason), count, "{reason}: {report}");
    }
    assert_eq!(
        submarkets(&world).await[0]["parts"],
        2,
        "a repaired outline"
    );
    let listed = std::fs::read_to_string(rejects_of(&file)).unwrap();
    assert_eq!(
        listed,
        "row,reason,market,submarket\n\
         3,no market,,West\n\
         4,no submarket,Houston,\n\
         5,no outline,Houston,Nowhere\n\
         6,no usable outline,Houston,'=Point\n\
         7,no usable outline,Houston,Broken\n\
         8,outside of the United States,Paris,Left bank\n\
         9,a feature without properties,,\n"
    );
    world.stop().await;
}
