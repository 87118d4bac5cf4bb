//! The chance of a growth run as a fact of a search.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::growth_runs::{Firm, path as growth_path};
use crate::search_site::{Site, path};
use crate::support::{World, square};

#[tokio::test(flavor = "multi_thread")]
async fn the_chance_of_growth_is_that_of_the_run() {
    let world = World::start().await;
    let places = [(-80.95, 35.09), (-80.93, 35.07), (-80.70, 35.30)];
    let parcels = places
        .iter()
        .zip(1..)
        .map(|((lon, lat), number)| square("37119", &number.to_string(), *lon, *lat));
    world.put(parcels.collect()).await;
    let reviewed = json!({ "in_project": [], "discarded": [] });
    world
        .main_api
        .on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    let site = Site {
        world,
        ids: Vec::new(),
        project: Uuid::new_v4(),
    };
    let firm = Firm::new(&site.world);
    let growth = firm
        .ask(&json!({ "iterations": 4, "horizon_years": 20 }))
        .await;
    let wish = json!({ "fact": "growth_chance", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 1 } });
    let criteria = json!({ "version": 1, "wishes": [wish] });
    let changes = json!({ "area": { "county_fips": ["37119"] }, "criteria": criteria, "growth_run_id": growth["run_id"] });
    // It has no result yet.
    let (status, problem) = site.refused(&firm, &changes).await;
    assert_eq!(status, 422, "{problem}");
    assert!(problem["errors"]["growth_run_id"].is_string(), "{problem}");
    let workers = site.world.workers(2);
    firm.wait_for_state(&growth, "succeeded").await;
    workers.shutdown().await;

    let run = site.done(&firm, &changes).await;
    assert_eq!(run["missing_layers"], json!([]));
    let mut judged = Vec::new();
    for list in ["ranked", "uncertain"] {
        let page = firm
            .get(&path(&run, &format!("/results?list={list}")))
            .await;
        judged.extend(page["results"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(judged.len(), 3);
    let asked: Vec<Value> = judged
        .iter()
        .map(|result| json!({ "parcel_number": result["parcelnumb"], "lon": result["lon"], "lat": result["lat"] }))
        .collect();
    let answer = firm
        .send(
            Method::POST,
            &growth_path(&growth, "/parcels"),
            Some(&json!({ "parcels": asked })),
        )
        .await;
    let grown: Value = answer.json().await.unwrap();
    let mut known = 0;
    for (result, grown) in judged.iter().zip(grown["parcels"].as_array().unwrap()) {
        let reason = &result["reasons"][0];
        match (reason["value"].as_f64(), grown["chance_percent"].as_f64()) {
            (Some(chance), Some(percent)) => {
                assert!((100.0 * chance - percent).abs() <= 0.05, "{reason} {grown}");
                known += 1;
            }
            (None, None) => {}
            _ => panic!("{reason} {grown}"),
        }
    }
    assert!((1..3).contains(&known), "{judged:?}");
    // Another firm's growth run is none.
    let (status, problem) = site.refused(&Firm::new(&site.world), &changes).await;
    assert_eq!(
        (status, problem["errors"]["growth_run_id"].is_string()),
        (422, true),
        "{problem}"
    );
    site.world.stop().await;
}
