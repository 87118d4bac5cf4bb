//! The chance and the decade of a growth run as facts of a search.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::growth_runs::{Firm, path as growth_path};
use crate::search_site::{Site, path};
use crate::support::{World, square};

#[tokio::test(flavor = "multi_thread")]
async fn chance_and_decade_of_growth_are_those_of_the_run() {
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
    let longer = firm
        .ask(&json!({ "iterations": 4, "horizon_years": 30, "name": "South" }))
        .await;
    let wish = |fact: &str, zero: i32, one: i32| json!({ "fact": fact, "weight": 1, "curve": { "kind": "ramp", "zero": zero, "one": one } });
    let wishes = [
        wish("growth_chance", 0, 1),
        wish("growth_decade", 2060, 2020),
    ];
    let criteria = json!({ "version": 1, "wishes": wishes });
    let changes = json!({ "area": { "county_fips": ["37119"] }, "criteria": criteria, "growth_run_id": growth["run_id"] });
    // It has no result yet.
    let (status, problem) = site.refused(&firm, &changes).await;
    assert_eq!(status, 422, "{problem}");
    assert!(problem["errors"]["growth_run_id"].is_string(), "{problem}");
    let workers = site.world.workers(2);
    let simulated = firm.wait_for_state(&growth, "succeeded").await;
    firm.wait_for_state(&longer, "succeeded").await;
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
    let layers = &simulated["layers"];
    let first = layers["start_year"].as_i64().unwrap();
    let name = layers["name"].as_str().unwrap();
    let title = format!("Growth run: {name}, {first} to {}", first + 20);
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
        let reason = &result["reasons"][1];
        let decade = match grown["likely_decade"].as_str() {
            Some(decade) => json!(decade.trim_end_matches('s').parse::<f64>().unwrap()),
            // Outside of the run's area; never within the run.
            None if grown["surrounded_percent_now"].is_null() => Value::Null,
            None => json!(9999.0),
        };
        assert_eq!(reason["value"], decade, "{reason} {grown}");
        if !decade.is_null() {
            assert_eq!(reason["source"], title);
            assert!(reason["source_date"].is_string(), "{reason}");
        }
        // The parcel by itself says the same of the run that is named, and nothing of another one.
        let of_parcel = format!("/parcels/{}", result["ll_uuid"].as_str().unwrap());
        assert_eq!(firm.get(&of_parcel).await["growth"], Value::Null);
        let named = growth["run_id"].as_str().unwrap();
        let named = format!("{of_parcel}?growth_run_id={named}");
        let said = firm.get(&named).await["growth"].clone();
        for figure in [
            "inside",
            "chance_percent",
            "likely_decade",
            "surrounded_percent_now",
        ] {
            assert_eq!(said[figure], grown[figure], "{said}");
        }
        assert_eq!(
            [&said["growth_run_id"], &said["source"], &said["last_year"]],
            [&growth["run_id"], &json!(title), &json!(first + 20)]
        );
        assert!(said["source_date"].is_string() && said["caution"].is_string());
        if !decade.is_null() {
            assert_eq!(said["source_date"], reason["source_date"]);
        }
        let answer = Firm::new(&site.world).send(Method::GET, &named, None).await;
        assert_eq!(answer.status(), 404);
    }
    assert!((1..3).contains(&known), "{judged:?}");
    // Another growth run is another criterion, not other data.
    let mut other = changes.clone();
    other["growth_run_id"] = longer["run_id"].clone();
    let other = site.done(&firm, &other).await;
    let earlier = run["run_id"].as_str().unwrap();
    let compared = firm
        .get(&path(&other, &format!("/compare?with={earlier}")))
        .await;
    assert_eq!(
        [
            &compared["same_criteria"],
            &compared["same_data"],
            &compared["is_split"]
        ],
        [false, true, true],
        "{compared}"
    );
    let page = firm.get(&path(&other, "/results")).await;
    let reason = &page["results"][0]["reasons"][1];
    let source = reason["source"].as_str().unwrap();
    assert!(
        source.starts_with("Growth run “South”: ")
            && source.ends_with(&format!(" to {}", first + 30)),
        "{reason}"
    );
    // The decade as a requirement.
    let decades = judged
        .iter()
        .map(|result| result["reasons"][1]["value"].as_f64());
    let in_time = decades.filter(|decade| decade.is_some_and(|decade| decade <= 2040.0));
    let gates = json!([{ "fact": "growth_decade", "max": 2040, "unknown": "fail" }]);
    let mut required = changes.clone();
    required["criteria"]["gates"] = gates;
    let run = site.done(&firm, &required).await;
    assert_eq!(run["counts"]["failed"], 3 - in_time.count());
    // Without a growth run neither is known.
    let mut unknown = changes.clone();
    unknown["growth_run_id"] = Value::Null;
    let unknown = site.done(&firm, &unknown).await;
    let reason = "Choose a finished growth run of this area.";
    assert_eq!(
        unknown["missing_layers"],
        json!([{ "fact": "growth_chance", "reason": reason }, { "fact": "growth_decade", "reason": reason }])
    );
    // Another firm's growth run is none.
    let (status, problem) = site.refused(&Firm::new(&site.world), &changes).await;
    assert_eq!(
        (status, problem["errors"]["growth_run_id"].is_string()),
        (422, true),
        "{problem}"
    );
    site.world.stop().await;
}
