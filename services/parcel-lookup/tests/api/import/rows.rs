//! Single rows that are not taken, and what the operator is told of them.

use parcel_import::{FileError, ImportError};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};

use super::{
    COUNTY, PLACE, collection, feature, features, found, load, refused, rejects_of, row, square,
    stored, text, try_load, write,
};
use crate::support::World;

const MAP: &str = "parcelnumb=APN,owner=Owner";

/// A ring around a point, with so many vertices and a rough edge.
fn circle((lon, lat): (f64, f64), vertices: u32) -> Value {
    let mut ring: Vec<[f64; 2]> = (0..vertices)
        .map(|index| {
            let angle = f64::from(index) / f64::from(vertices) * std::f64::consts::TAU;
            let radius = 0.02 + f64::from(index % 2) * 1e-7;
            [lon + radius * angle.cos(), lat + radius * angle.sin()]
        })
        .collect();
    ring.push(ring[0]);
    json!({ "type": "Polygon", "coordinates": [ring] })
}

#[tokio::test(flavor = "multi_thread")]
async fn outlines_of_very_many_vertices_are_bounded() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows = [
        feature(&json!("usual"), &circle((-82.0, 35.3), 50_000 - 1)),
        feature(&json!("large"), &circle((-81.9, 35.3), 60_000)),
        feature(&json!("absurd"), &circle((-81.8, 35.3), 600_000)),
    ];
    let file = write(&folder, "rings.geojson", collection(&rows));
    let report = load(&world, &file, MAP).await;
    let rejected = report.rejections.of("an outline of too many vertices");
    assert_eq!(
        (report.written.inserted, report.simplified, rejected),
        (2, 1, 1),
        "{report}"
    );
    assert!(
        report
            .to_string()
            .contains("1 outlines with many vertices were simplified")
    );
    let vertices = |number: &str| {
        format!("SELECT ST_NPoints(geom)::text FROM parcels WHERE parcelnumb = '{number}'")
    };
    assert_eq!(text(&world, &vertices("usual")).await, "50000");
    let kept: u32 = text(&world, &vertices("large")).await.parse().unwrap();
    assert!((100..50_000).contains(&kept), "{kept}");
    // A lookup also finds the nearest parcel, so the outline itself is asked.
    let edge = "SELECT concat_ws(' ', ST_Covers(geom, ST_Point(-81.8801, 35.3, 4326)), ST_Covers(geom, ST_Point(-81.8799, 35.3, 4326))) \
        FROM parcels WHERE parcelnumb = 'large'";
    assert_eq!(text(&world, edge).await, "t f");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_parcel_number_is_not_lost_without_a_word() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let parcel = |number: &str, owner: &str, lon: f64| {
        row(
            &json!({ "APN": number, "Owner": owner }),
            &square(lon, 35.3, 0.001),
        )
    };
    let rows = [
        parcel("other", "HERON LLC", -82.1),
        parcel("one", "HERON LLC", -82.0),
        parcel("one", "PELICAN LLC", -81.9),
        parcel("one", "HERON LLC", -81.8),
        parcel("one", "HERON LLC", -82.0),
    ];
    let file = write(&folder, "twice.geojson", collection(&rows));
    let report = load(&world, &file, MAP).await;
    assert_eq!(
        (
            report.written.parcels,
            report.further_parts,
            report.rejections.of("the parcel number of an earlier row")
        ),
        (2, 1, 2),
        "{report}"
    );
    assert_eq!(
        std::fs::read_to_string(rejects_of(&file)).unwrap(),
        "row,reason,APN,Owner\n\
         3,\"the parcel number of row 2, with other facts\",one,PELICAN LLC\n\
         5,the same as row 2,one,HERON LLC\n"
    );
    // A further part of the same parcel, not of the other owner.
    assert_eq!(found(&world, -81.7995, 35.3005).await, ["one"]);
    assert!(found(&world, -81.8995, 35.3005).await.is_empty());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rejected_row_is_in_the_file() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let place = square(PLACE.0, PLACE.1, 0.001);
    let mut rows = features(40, (PLACE.0, 35.4));
    rows.push(row(
        &json!({ "APN": "1".repeat(65), "Owner": "=HYPERLINK(\"x\")" }),
        &place,
    ));
    rows.push(row(&json!({ "APN": "n", "Owner": "+1 LLC" }), &Value::Null));
    rows.push(json!({ "type": "Feature", "geometry": place }));
    rows.push(row(
        &json!({ "APN": "f", "Owner": "A" }),
        &square(-77.64, 39.09, 0.001),
    ));
    rows.push(row(
        &json!({ "APN": "b", "Owner": "B" }),
        &json!({ "type": "Polygon", "coordinates": "x" }),
    ));
    let file = write(&folder, "bad.geojson", collection(&rows));
    let report = load(&world, &file, MAP).await;
    assert_eq!(
        (report.written.inserted, report.rejections.total()),
        (40, 5),
        "{report}"
    );
    assert_eq!(report.rejects, Some(rejects_of(&file)));
    assert!(
        report.to_string().contains("bad.geojson.rejects.csv"),
        "{report}"
    );
    assert_eq!(
        std::fs::read_to_string(rejects_of(&file)).unwrap(),
        format!(
            "row,reason,APN,Owner\n\
             41,parcel number not usable,{},\"'=HYPERLINK(\"\"x\"\")\"\n\
             42,no outline,n,'+1 LLC\n\
             43,a feature without properties,,\n\
             44,\"outside of Rutherford, NC (37161)\",f,A\n\
             45,no usable outline,b,B\n",
            "1".repeat(65)
        )
    );
    let good = write(&folder, "good.geojson", collection(&features(3, PLACE)));
    let report = load(&world, &good, MAP).await;
    assert_eq!(report.rejects, None);
    assert!(!rejects_of(&good).exists());
    // Without a place for them nothing is written.
    let error = refused(&world, &file, |options| {
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        options.rejects = Some("/no/such/folder/a.csv".into());
    })
    .await;
    assert!(
        matches!(error, ImportError::File(FileError::Rejects { .. })),
        "{error}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_that_are_not_below_their_names_are_not_read() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let table = "APN,Owner,wkt\n\
        C-1,HERON LLC,\"POLYGON((-82 35.3,-81.999 35.3,-81.999 35.301,-82 35.301,-82 35.3))\"\n\
        C-2,HERON, LLC,\"POLYGON((-82 35.3,-81.999 35.3,-81.999 35.301,-82 35.301,-82 35.3))\"\n";
    let report = load(&world, &write(&folder, "a.csv", table), MAP).await;
    let shifted = report
        .rejections
        .of("more or fewer cells than the first line");
    assert_eq!((report.written.inserted, shifted), (1, 1), "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_takes_no_row_fails() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let place = square(PLACE.0, PLACE.1, 0.001);
    let nothing =
        |geometry: &Value| collection(&[row(&json!({ "APN": "1", "Owner": "A" }), geometry)]);
    for (name, content, county, part) in [
        (
            "no-county.geojson",
            nothing(&place),
            None,
            "no county code: 1); give --county-fips",
        ),
        (
            "no-outline.geojson",
            nothing(&Value::Null),
            Some(COUNTY),
            "no outline: 1)",
        ),
        (
            "point.geojson",
            nothing(&json!({ "type": "Point", "coordinates": [-82.0, 35.3] })),
            Some(COUNTY),
            "no usable outline: 1)",
        ),
    ] {
        let file = write(&folder, name, content);
        let error = refused(&world, &file, |options| {
            options.field_map = Some(FieldMap::parse(MAP).unwrap());
            options.county_fips = county.map(ToOwned::to_owned);
        })
        .await;
        assert!(matches!(error, ImportError::AllRejected { .. }), "{error}");
        let sentence = error.to_string();
        assert!(
            sentence.contains("none of the 1 rows") && sentence.contains(part),
            "{sentence}"
        );
        assert!(rejects_of(&file).exists());
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_reports_the_import_and_writes_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut rows = features(3, PLACE);
    let first = write(&folder, "first.geojson", collection(&rows));
    load(&world, &first, MAP).await;
    rows[1]["properties"]["Owner"] = json!("PELICAN LLC");
    rows.extend(features(6, PLACE).into_iter().skip(4));
    rows.push(feature(&json!(""), &square(PLACE.0, PLACE.1, 0.001)));
    let file = write(&folder, "second.geojson", collection(&rows));
    let report = try_load(&world, &file, |options| {
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        options.dry_run = true;
    })
    .await
    .unwrap();
    assert_eq!(stored(&world).await, 3);
    let shown = report.to_string();
    for line in [
        "our column          source column             filled  examples",
        "parcelnumb          apn                       100 %   R-0 | R-1 | R-2",
        "owner               owner                     100 %   Sample Trust | PELICAN LLC",
        "zoning              -                         0 %",
        "county_fips         --county-fips             100 %   37161",
        "format geojson, coordinates in WGS 84 degrees",
        "Rutherford, NC (37161)  5     -82.000 35.300 -81.994 35.301     -82.279 35.180 -81.691 35.614",
        "5 parcels: 2 new, 1 changed, 2 unchanged",
        "kept without a number: 1 (other 1); 1 new, 0 changed, 0 unchanged",
        "dry run: nothing was written",
    ] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
    // What would fail fails.
    let error = refused(&world, &file, |options| {
        options.dry_run = true;
        options.county_fips = Some("37119".to_owned());
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
    })
    .await;
    assert!(matches!(error, ImportError::Outside { .. }), "{error}");
    world.stop().await;
}
