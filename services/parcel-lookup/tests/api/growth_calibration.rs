//! Calibrations: three stages over all workers, and a prediction with the best set.

use std::sync::Arc;

use domain::BBox;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use growth_layers::{AreaLayers, Frame, LayersUnavailable};
use reqwest::Method;
use serde_json::{Value, json};
use sleuth::predict::{self, Prediction};
use sleuth::{City, Coefficients, Dated, Grid, Layers, SelfModification, Settings, Shape, Span};
use test_support::wait_for;

use crate::growth_runs::{BOUND, Firm, path, request};
use crate::support::World;

/// A small city grown by the model itself from 2000 to 2016, with urban layers of five dates.
fn grown() -> AreaLayers {
    let shape = Shape { rows: 24, cols: 28 };
    let empty = Grid::filled(shape, 0_u8);
    let (mut urban, mut roads) = (empty.clone(), empty.clone());
    for row in 9..14 {
        urban.values_mut()[row * 28 + 10..row * 28 + 16].fill(1);
    }
    roads.values_mut()[12 * 28..13 * 28].fill(100);
    // Gentle slopes: on level ground the mean slope is constant and cannot distinguish sets.
    let mut slope = empty.clone();
    for (cell, value) in slope.values_mut().iter_mut().enumerate() {
        *value = ((cell / 28 + cell % 28) / 6) as u8;
    }
    let dated = |year, layer| Dated { year, layer };
    let city = City::new(Layers {
        urban: vec![dated(2000, urban.clone())],
        roads: vec![dated(2000, roads.clone())],
        slope: slope.clone(),
        excluded: empty.clone(),
    })
    .unwrap();
    let span = Span {
        start: 2000,
        stop: 2016,
    };
    let settings = Settings::standard(3, 21.0, SelfModification::OFF);
    let known = Coefficients::given([25.0, 50.0, 25.0, 1.0, 50.0]).unwrap();
    let mut history = Prediction::yearly(&city, span);
    history.add(&mut predict::runner(&city, span, known, settings), 0);
    let mut layers = vec![dated(2000, urban)];
    for year in [2004, 2008, 2012, 2016] {
        let counts = history.counts_in(year).unwrap();
        let counts = counts.iter().map(|count| u8::from(*count > 0));
        layers.push(dated(
            year,
            Grid::from_values(shape, counts.collect()).unwrap(),
        ));
    }
    AreaLayers {
        name: "grown city".to_owned(),
        is_sample: true,
        notice: None,
        missing: Vec::new(),
        coverage: 1.0,
        frame: Frame {
            west: -81.0,
            north: 35.2,
            dlon: 0.001,
            dlat: 0.001,
            shape,
            cell_metres: 100.0,
        },
        attribution: vec!["Made by a test".to_owned()],
        urban: layers,
        roads: vec![dated(2000, roads)],
        slope,
        excluded: empty.clone(),
        water: empty.clone(),
        hillshade: empty,
    }
}

type Answer = BoxFuture<'static, Result<AreaLayers, LayersUnavailable>>;

fn answer_grown(_bbox: BBox) -> Answer {
    async { Ok(grown()) }.boxed()
}

fn answer_latest(_bbox: BBox) -> Answer {
    let mut area = grown();
    area.urban.drain(..area.urban.len() - 1);
    async { Ok(area) }.boxed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calibration_finds_a_set_that_a_prediction_takes() {
    let world = World::growing(Arc::new(answer_grown), |_growth| {}).await;
    let firm = Firm::new(&world);
    let run = firm
        .ask(&json!({ "kind": "calibration", "iterations": 1 }))
        .await;
    assert_eq!(run["progress"]["iterations_total"], 3 * 3_125 + 10 * 10);
    let with = |run: &Value| request(&json!({ "calibration_id": run["run_id"] }));
    let early = firm
        .send(Method::POST, "/growth_runs", Some(&with(&run)))
        .await;
    assert_eq!(early.status(), 422);
    let dying = world.workers(1);
    wait_for(BOUND, || async {
        let now = firm.get(&path(&run, "")).await;
        now["progress"]["batches_done"].as_i64().unwrap() >= 3
    })
    .await;
    dying.abort();
    let workers = world.workers(2);
    let stages = std::sync::Mutex::new(Vec::new());
    wait_for(BOUND, || async {
        let now = firm.get(&path(&run, "")).await;
        let stage = now["progress"]["stage"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let mut stages = stages.lock().unwrap();
        if stages.last() != Some(&stage) {
            stages.push(stage);
        }
        now["state"] == "succeeded"
    })
    .await;
    let stages = stages.into_inner().unwrap();
    assert_eq!(
        stages.last().map(String::as_str),
        Some("finalists"),
        "{stages:?}"
    );
    let result = firm.get(&path(&run, "/result")).await;
    assert_eq!(result["years"], json!([2004, 2008, 2012, 2016]));
    let shown = result["stages"].as_array().unwrap();
    assert_eq!(shown.len(), 4);
    assert_eq!(
        (&shown[3]["stage"], &shown[3]["sets"]),
        (&json!("finalists"), &json!(10))
    );
    assert_eq!(
        (&shown[0]["stage"], &shown[0]["sets"]),
        (&json!("coarse"), &json!(3125))
    );
    let top = result["top"].as_array().unwrap();
    assert_eq!((top.len(), &top[0]), (10, &result["best"]));
    // The city was grown by the same model, so some set reproduces it closely.
    assert!(
        result["best"]["osm"].as_f64().unwrap() > 0.1,
        "{}",
        result["best"]
    );
    assert!(top.is_sorted_by(|one, other| one["worth"].as_f64() >= other["worth"].as_f64()));
    assert_eq!(
        firm.send(Method::GET, &path(&run, "/picture.png"), None)
            .await
            .status(),
        409
    );

    let prediction = firm.ask(&json!({ "calibration_id": run["run_id"] })).await;
    // Without self-modification the set is the same in the last year.
    assert_eq!(result["forecast"], result["best"]["set"]);
    assert_eq!(prediction["coefficients"], result["forecast"]);
    assert_eq!(prediction["coefficients_source"], "calibrated");
    assert_eq!(prediction["caution"], Value::Null);
    let elsewhere = json!({ "calibration_id": run["run_id"],
        "bbox": { "west": -105.1, "south": 39.6, "east": -104.9, "north": 39.7 } });
    let elsewhere = firm.ask(&elsewhere).await;
    assert_eq!(
        elsewhere["caution"],
        "Calibrated on another area: the amount of growth is not a forecast"
    );
    firm.send(Method::DELETE, &path(&elsewhere, ""), None).await;
    firm.wait_for_state(&prediction, "succeeded").await;
    let stranger = Firm::new(&world);
    let refused = stranger
        .send(Method::POST, "/growth_runs", Some(&with(&run)))
        .await;
    assert_eq!(refused.status(), 422);
    workers.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_of_one_date_cannot_be_calibrated() {
    let world = World::growing(Arc::new(answer_latest), |_growth| {}).await;
    let firm = Firm::new(&world);
    let run = firm.ask(&json!({ "kind": "calibration" })).await;
    let failed = firm.wait_for_state(&run, "failed").await;
    let said = failed["error"].as_str().unwrap();
    assert!(said.contains("at least three dates, found 1"), "{said}");
    world.stop().await;
}
