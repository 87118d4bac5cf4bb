//! Outlines must lie where their county is, whatever the file says of its coordinates.

use std::sync::Arc;

use parcel_import::{FileError, ImportError, ImportOptions, Survey};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};

use super::{
    PLACE, collection, feature, features, refused, rejects_of, square, stored, text, try_load,
    write,
};
use crate::support::World;

fn by_number(options: &mut ImportOptions) {
    options.field_map = Some(FieldMap::parse("parcelnumb=APN").unwrap());
}

/// The features with x and y exchanged.
fn exchanged(features: &[Value]) -> Vec<Value> {
    let mut features = features.to_vec();
    for feature in &mut features {
        for point in feature["geometry"]["coordinates"][0]
            .as_array_mut()
            .unwrap()
        {
            point.as_array_mut().unwrap().reverse();
        }
    }
    features
}

#[tokio::test(flavor = "multi_thread")]
async fn outlines_of_another_place_are_refused_and_single_ones_rejected() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mixed = |there: usize| {
        let mut rows = features(100 - there, PLACE);
        rows.extend(features(there, (-77.64, 39.09)).into_iter().map(|mut row| {
            row["properties"]["APN"] = json!(format!("V-{}", row["properties"]["APN"]));
            row
        }));
        collection(&rows)
    };
    let file = write(&folder, "six.geojson", mixed(6));
    let error = refused(&world, &file, by_number).await.to_string();
    for part in [
        "6 of the first 100 outlines",
        "outside of Rutherford, NC (37161)",
        "in or near Loudoun, VA (51107)",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let file = write(&folder, "five.geojson", mixed(5));
    let report = try_load(&world, &file, by_number).await.unwrap();
    let outside = report.rejections.of("outside of its county");
    assert_eq!((report.written.inserted, outside), (95, 5), "{report}");
    let rejects = std::fs::read_to_string(rejects_of(&file)).unwrap();
    assert!(
        rejects.contains("outside of Rutherford, NC (37161)"),
        "{rejects}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_county_without_a_known_box_is_accepted() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(
        &folder,
        "ct.geojson",
        collection(&features(5, (-72.7, 41.8))),
    );
    let report = try_load(&world, &file, |options| {
        by_number(options);
        options.county_fips = Some("09110".to_owned());
        options.dry_run = true;
    })
    .await
    .unwrap();
    assert_eq!(report.written.inserted, 5, "{report}");
    let text = report.to_string();
    assert!(
        text.contains("09110 in Connecticut") && text.contains("not known"),
        "{text}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_coordinate_system_is_refused() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(&folder, "county.geojson", collection(&features(3, PLACE)));
    for crs in ["EPSG:999999", "+proj=nonsense", "PROJCS[\"half"] {
        let error = refused(&world, &file, |options| {
            by_number(options);
            options.crs = Some(crs.to_owned());
        })
        .await;
        assert!(
            matches!(error, ImportError::File(FileError::UnknownCrs { .. })),
            "{crs}: {error}"
        );
        assert!(error.to_string().contains("--crs"), "{error}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn feet_without_a_projection_are_refused() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let feet: Vec<Value> = (0..4)
        .map(|index| {
            let x = 1_146_000.0 + f64::from(index) * 3_000.0;
            feature(&json!(format!("F-{index}")), &square(x, 577_000.0, 3_000.0))
        })
        .collect();
    let file = write(&folder, "feet.geojson", collection(&feet));
    let error = refused(&world, &file, by_number).await;
    assert!(
        matches!(error, ImportError::File(FileError::NoDegrees(_))),
        "{error}"
    );
    let sentence = error.to_string();
    assert!(
        sentence.contains("x 1146000 to 1158000") && sentence.contains(".prj"),
        "{sentence}"
    );
    let report = try_load(&world, &file, |options| {
        by_number(options);
        options.crs = Some("EPSG:2264".to_owned());
    })
    .await
    .unwrap();
    assert_eq!(report.written.inserted, 4, "{report}");
    world.stop().await;
}

/// NAD83 / North Carolina (ftUS), which is EPSG:2264.
pub(super) const FEET: &str = "+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 \
    +x_0=609601.219202438 +y_0=0 +datum=NAD83 +units=us-ft +no_defs";

#[tokio::test(flavor = "multi_thread")]
async fn points_in_feet_are_put_where_they_belong() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let corner = |index: i32| 1_146_000.0 + f64::from(index) * 3_000.0;
    let squares: Vec<Value> = (0..4)
        .map(|index| {
            let shape = square(corner(index), 577_000.0, 3_000.0);
            feature(&json!(format!("F-{index}")), &shape)
        })
        .collect();
    let outlines = write(&folder, "feet.geojson", collection(&squares));
    let in_feet = |crs: &'static str| {
        move |options: &mut ImportOptions| {
            options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
            options.crs = Some(crs.to_owned());
        }
    };
    let report = try_load(&world, &outlines, in_feet("EPSG:2264")).await;
    assert_eq!(report.unwrap().written.inserted, 4);
    let shapes = "SELECT md5(string_agg(parcelnumb || ST_AsText(geom), ' ' ORDER BY parcelnumb)) FROM parcels";
    let before = text(&world, shapes).await;

    for (owner, crs) in [("HERON", "EPSG:2264"), ("EGRET", FEET)] {
        // In another order than the outlines.
        let rows: Vec<String> = (0..4)
            .rev()
            .map(|index| {
                format!(
                    "F-{index},{owner}-{index},{},578000\n",
                    corner(index) + 1_000.0
                )
            })
            .collect();
        let roll = write(
            &folder,
            "roll.csv",
            format!("APN,Owner,x,y\n{}", rows.concat()),
        );
        let error = refused(&world, &roll, by_number).await;
        assert!(
            matches!(error, ImportError::File(FileError::NoDegrees(_))),
            "{error}"
        );
        let report = try_load(&world, &roll, in_feet(crs)).await.unwrap();
        assert_eq!(
            (report.written.updated, report.rejections.total()),
            (4, 0),
            "{report}"
        );
        let owners =
            "SELECT string_agg(parcelnumb || ' ' || owner, ', ' ORDER BY parcelnumb) FROM parcels";
        assert_eq!(
            text(&world, owners).await,
            format!("F-0 {owner}-0, F-1 {owner}-1, F-2 {owner}-2, F-3 {owner}-3")
        );
        assert_eq!(text(&world, shapes).await, before);
        // The page draws them there.
        let drawn = try_load(&world, &roll, |options| {
            in_feet(crs)(options);
            options.survey = Some(Arc::new(Survey::default()));
            options.dry_run = true;
        });
        let drawn = drawn.await.unwrap().outlines;
        assert_eq!(drawn.len(), 4);
        for outline in drawn {
            let (lon, lat) = outline.rings[0][0];
            assert!(
                (-82.0..-81.7).contains(&lon) && (35.2..35.5).contains(&lat),
                "{lon} {lat}"
            );
        }
    }
    // Feet as a system that is not known, and as metres.
    let roll = folder.path().join("roll.csv");
    let error = refused(&world, &roll, in_feet("EPSG:999999")).await;
    assert!(
        matches!(error, ImportError::File(FileError::UnknownCrs { .. })),
        "{error}"
    );
    let error = refused(&world, &roll, in_feet("EPSG:32119")).await;
    assert!(matches!(error, ImportError::Outside { .. }), "{error}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exchanged_axes_are_noticed_and_can_be_put_right() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let right = features(5, PLACE);
    let feet = |swap: bool| {
        let rows = [feature(
            &json!("F-1"),
            &square(1_146_000.0, 577_000.0, 3_000.0),
        )];
        let rows = if swap {
            exchanged(&rows)
        } else {
            rows.to_vec()
        };
        json!({ "type": "FeatureCollection", "features": rows,
            "crs": { "type": "name", "properties": { "name": "EPSG:2264" } } })
        .to_string()
    };
    // More rows than the sample, so that those after it are exchanged too.
    let many = collection(&exchanged(&features(1_200, (PLACE.0, 35.25))));
    let roll = "APN,lat,lon\nR-1,-81.9985,35.2505\n";
    for (name, content, rows) in [
        ("feet.geojson", feet(true), 1),
        ("many.geojson", many, 1_200),
        ("roll.csv", roll.to_owned(), 1),
    ] {
        let file = write(&folder, name, content);
        let error = refused(&world, &file, by_number).await;
        assert!(
            matches!(error, ImportError::File(FileError::SwappedAxes { .. })),
            "{name}: {error}"
        );
        let sentence = error.to_string();
        assert!(
            sentence.contains("Rutherford, NC") && sentence.contains("--swap-axes"),
            "{sentence}"
        );
        let before = stored(&world).await;
        let report = try_load(&world, &file, |options| {
            by_number(options);
            options.swap_axes = true;
        })
        .await
        .unwrap();
        assert_eq!(report.rejections.total(), 0, "{name}: {report}");
        let written = if name == "roll.csv" { 0 } else { rows };
        assert_eq!(stored(&world).await - before, written, "{name}: {report}");
    }
    let file = write(&folder, "right.geojson", collection(&right));
    let error = refused(&world, &file, |options| {
        by_number(options);
        options.swap_axes = true;
    })
    .await;
    assert!(
        error.to_string().contains("leave out --swap-axes"),
        "{error}"
    );
    world.stop().await;
}
