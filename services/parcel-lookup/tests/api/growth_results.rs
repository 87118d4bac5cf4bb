//! Views and downloads of a finished run.

use std::sync::Arc;

use growth_layers::{LayerConfig, LayerResolver};
use reqwest::Method;
use serde_json::{Value, json};

use crate::growth_runs::{Firm, path};
use crate::support::{World, square_of};

async fn finished(firm: &Firm<'_>) -> Value {
    let run = firm
        .ask(&json!({ "iterations": 8, "horizon_years": 12 }))
        .await;
    let worker = firm.world.workers(2);
    firm.wait_for_state(&run, "succeeded").await;
    worker.shutdown().await;
    run
}

const CAUTION: &str = "Uncalibrated: the amount of growth is not a forecast";

#[tokio::test(flavor = "multi_thread")]
async fn a_prediction_has_figures_maps_and_downloads() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = finished(&firm).await;
    let result = firm.get(&path(&run, "/result")).await;
    assert_eq!(result["run"]["run_id"], run["run_id"]);
    assert_eq!(
        (&result["start_year"], &result["stop_year"]),
        (&json!(2020), &json!(2032))
    );
    let years = result["years"].as_array().unwrap();
    assert_eq!(years.len(), 12);
    let mut before = result["urban_km2_start"].as_f64().unwrap();
    for (year, number) in years.iter().zip(2021..) {
        let figure = |name: &str| year[name].as_f64().unwrap();
        assert_eq!(year["year"], number);
        assert!(
            figure("urban_km2_low") <= figure("urban_km2")
                && figure("urban_km2") <= figure("urban_km2_high")
        );
        assert!(
            (figure("urban_km2") - before - figure("growth_km2")).abs() < 0.01,
            "{year} after {before}"
        );
        before = figure("urban_km2");
    }
    // Figures of default coefficients carry a caveat.
    let yearly = result["growth_percent_a_year"].as_f64().unwrap();
    let times = before / result["urban_km2_start"].as_f64().unwrap();
    assert!((100.0 * (times.powf(1.0 / 12.0) - 1.0) - yearly).abs() < 0.01);
    assert_eq!(result["run"]["caution"], CAUTION);
    let layers = &result["run"]["layers"];
    assert_eq!(layers["urban_years"], json!([1990, 2000, 2010, 2020]));
    assert_eq!(
        layers["road_years"].as_array().unwrap().last(),
        Some(&json!(2020))
    );
    assert_eq!(layers["missing"], json!([]));
    let own = |name: &Value| {
        name.as_str()
            .unwrap()
            .strip_prefix("/api-2")
            .unwrap()
            .to_owned()
    };
    let picture = firm.send(Method::GET, &own(&result["picture"]), None).await;
    assert_eq!(
        picture.headers()["cache-control"],
        "private, max-age=31536000, immutable"
    );
    let tag = picture.headers()["etag"].clone();
    let again = world.anonymous(Method::GET, &own(&result["picture"]));
    let again = firm
        .signed(again)
        .header("if-none-match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);

    // An image of an earlier format is drawn again.
    let bytes = picture.bytes().await.unwrap();
    let folder = world.growth_folder().join(firm.id.to_string());
    let file = folder
        .join(run["run_id"].as_str().unwrap())
        .join("picture-2.png");
    std::fs::remove_file(&file).unwrap();
    let again = firm.send(Method::GET, &own(&result["picture"]), None).await;
    assert!(again.bytes().await.unwrap() == bytes && file.exists());

    let overlay = |year: &str| own(&result["overlay"]).replace("{year}", year);
    let mut coloured = Vec::new();
    for year in ["2020", "2026", "2032"] {
        let drawn = firm.send(Method::GET, &overlay(year), None).await;
        assert_eq!(drawn.headers()["content-type"], "image/png");
        let drawn = image::load_from_memory(&drawn.bytes().await.unwrap())
            .unwrap()
            .into_rgba8();
        assert_eq!(
            u64::from(drawn.width()),
            result["run"]["layers"]["cols"].as_u64().unwrap()
        );
        coloured.push(drawn.pixels().filter(|pixel| pixel.0[3] > 0).count());
    }
    assert!(
        coloured.is_sorted() && coloured[0] < coloured[2],
        "{coloured:?}"
    );
    for year in ["2019", "2033", "next"] {
        assert_eq!(
            firm.send(Method::GET, &overlay(year), None).await.status(),
            404,
            "{year}"
        );
    }

    let table = firm
        .send(Method::GET, &own(&result["downloads"]["csv"]), None)
        .await;
    let table = table.text().await.unwrap();
    let mut lines = table.lines();
    assert_eq!(
        lines.next().unwrap(),
        "year,urban_km2,urban_km2_sd_between_iterations,urban_km2_p5_of_iterations,urban_km2_p95_of_iterations,\
         growth_km2,growth_percent,coefficients"
    );
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 12);
    for line in lines {
        assert!(line.ends_with(CAUTION), "{line}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_raster_lies_where_the_area_does() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = finished(&firm).await;
    let raster = firm
        .send(Method::GET, &path(&run, "/probability.tif"), None)
        .await;
    assert!(
        raster.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment")
    );
    let raster = raster.bytes().await.unwrap();
    let mut tiff = tiff::decoder::Decoder::new(std::io::Cursor::new(&raster)).unwrap();
    let layers = firm.get(&path(&run, "")).await["layers"].clone();
    let (width, height) = tiff.dimensions().unwrap();
    assert_eq!(
        (json!(width), json!(height)),
        (layers["cols"].clone(), layers["rows"].clone())
    );
    let tie = tiff
        .get_tag_f64_vec(tiff::tags::Tag::ModelTiepointTag)
        .unwrap();
    assert!(
        (tie[3] - -80.98).abs() < 0.002 && (tie[4] - 35.12).abs() < 0.002,
        "{tie:?}"
    );
    let keys = tiff
        .get_tag_u16_vec(tiff::tags::Tag::GeoKeyDirectoryTag)
        .unwrap();
    assert!(keys.ends_with(&[2048, 0, 1, 4326]));
    assert_eq!(
        tiff.get_tag_ascii_string(tiff::tags::Tag::GdalNodata)
            .unwrap(),
        "255"
    );
    let tiff::decoder::DecodingResult::U8(percent) = tiff.read_image().unwrap() else {
        panic!("one byte a cell");
    };
    assert!(
        percent
            .iter()
            .all(|percent| *percent <= 100 || *percent == 255)
    );
    assert!(percent.contains(&100) && percent.contains(&0));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_joined_with_growth() {
    let world = World::growing(
        Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
        |_growth| {},
    )
    .await;
    let firm = Firm::new(&world);
    let run = finished(&firm).await;
    let parcel = |number: &str, lon: f64, lat: f64| json!({ "parcel_number": number, "lon": lon, "lat": lat });
    let body = json!({ "parcels": [parcel("A 1", -80.94, 35.09), parcel("B 2", -95.0, 29.0)] });
    let answer = firm
        .send(Method::POST, &path(&run, "/parcels"), Some(&body))
        .await;
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.unwrap();
    let (inside, outside) = (&answer["parcels"][0], &answer["parcels"][1]);
    assert_eq!(
        (&inside["parcel_number"], &inside["inside"]),
        (&json!("A 1"), &json!(true))
    );
    assert!(inside["urban_now"].is_boolean() && inside["surrounded_percent_now"].is_number());
    assert_eq!(
        outside,
        &json!({ "parcel_number": "B 2", "lon": -95.0, "lat": 29.0, "inside": false,
        "urban_now": null, "chance_percent": null, "likely_decade": null, "surrounded_percent_now": null })
    );
    let many: Vec<Value> = (0..2001).map(|_| parcel("x", -80.94, 35.09)).collect();
    let answer = firm
        .send(
            Method::POST,
            &path(&run, "/parcels"),
            Some(&json!({ "parcels": many })),
        )
        .await;
    assert_eq!(answer.status(), 422);
    world.stop().await;
}

/// A site goes to growth as a whole: its figures are the means of its parcels by their land.
#[tokio::test(flavor = "multi_thread")]
async fn a_site_is_joined_with_the_growth_of_all_its_land() {
    let world = World::growing(
        Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
        |_growth| {},
    )
    .await;
    let firm = Firm::new(&world);
    // Adjoining squares, one with four times the land of the other.
    let lots = [
        square_of("37119", "1", -80.95, 35.08, 0.02),
        square_of("37119", "2", -80.93, 35.08, 0.01),
    ];
    let ids: Vec<_> = lots.iter().map(|lot| lot.fields.ll_uuid).collect();
    world.put(lots.into()).await;
    let kept = firm
        .send(Method::POST, "/sites", Some(&json!({ "ll_uuids": ids })))
        .await;
    assert_eq!(kept.status(), 201);
    let site: Value = kept.json().await.unwrap();
    let run = finished(&firm).await;
    let ask = async |firm: &Firm<'_>, id: &Value| -> Value {
        let body = json!({ "parcels": [
            { "parcel_number": "1", "lon": -80.94, "lat": 35.09 },
            { "parcel_number": "2", "lon": -80.925, "lat": 35.085 },
            { "parcel_number": "1 +1", "lon": -80.94, "lat": 35.09, "ll_uuid": id },
        ] });
        let answer = firm
            .send(Method::POST, &path(&run, "/parcels"), Some(&body))
            .await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    };
    let answer = ask(&firm, &site["site_id"]).await;
    let of = |at: usize, what: &str| answer["parcels"][at][what].as_f64().unwrap();
    for what in ["chance_percent", "surrounded_percent_now"] {
        let (large, small, both) = (of(0, what), of(1, what), of(2, what));
        assert!((large - small).abs() > 1.0, "{answer}");
        let expected = 0.8 * large + 0.2 * small;
        assert!((both - expected).abs() < 0.15, "{what} {expected} {answer}");
    }
    // A comparison of sites says the same, and of which parcels the figures are.
    let body = json!({ "growth_run_id": run["run_id"], "sites": [{ "ll_uuids": ids }] });
    let compared = firm
        .send(Method::POST, "/site_comparisons", Some(&body))
        .await;
    assert_eq!(compared.status(), 200);
    let compared: Value = compared.json().await.unwrap();
    let rows = compared["rows"].as_array().unwrap();
    let chance = rows.iter().find(|row| row["key"] == "growth_chance");
    assert_eq!(
        chance.unwrap()["values"][0]["number"],
        answer["parcels"][2]["chance_percent"]
    );
    let notes = compared["sites"][0]["notes"].as_array().unwrap();
    let of_which = "Growth is of all parcels of the site, each by its share of the land.";
    assert!(notes.contains(&json!(of_which)), "{notes:?}");
    // Of a parcel, and for what is not known, it is the point.
    for id in [json!(ids[0]), json!(uuid::Uuid::new_v4()), Value::Null] {
        let answer = ask(&firm, &id).await;
        assert_eq!(
            answer["parcels"][2]["chance_percent"],
            answer["parcels"][0]["chance_percent"]
        );
    }
    world.stop().await;
}
