//! Gates that keep sites out of a place, or within one.

use serde_json::{Value, json};
use test_support::Answer;

use crate::growth_runs::Firm;
use crate::search_site::{Site, criteria, numbers, path};

/// The criteria with one more gate.
fn with_gate(gate: &Value) -> Value {
    let mut criteria = criteria();
    criteria["gates"].as_array_mut().unwrap().push(gate.clone());
    json!({ "criteria": criteria })
}

fn not_within(area: &Value) -> Value {
    with_gate(&json!({ "fact": "in_area", "is": false, "area": area }))
}

/// Over the inner points of the parcels 1 and 2; that of parcel 3 is 135 m east of it.
fn west() -> Value {
    let ring = json!([
        [-95.401, 29.75],
        [-95.3969, 29.75],
        [-95.3969, 29.77],
        [-95.401, 29.77],
        [-95.401, 29.75]
    ]);
    json!({ "type": "Polygon", "coordinates": [ring] })
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_within_a_place_fail_and_say_so() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let drawn =
        |metres: f64| json!({ "name": "Drawn area", "polygon": west(), "distance_m": metres });
    let plant = json!({ "name": "Plant", "point": [-95.3855, 29.7605], "distance_m": 100 });
    for (changes, expected) in [
        (not_within(&drawn(0.0)), vec!["3", "8"]),
        (not_within(&drawn(130.0)), vec!["3", "8"]),
        (not_within(&drawn(140.0)), vec!["8"]),
        (not_within(&plant), vec!["1", "2", "3"]),
        (
            with_gate(&json!({ "fact": "in_area", "is": true, "area": drawn(0.0) })),
            vec!["1", "2"],
        ),
    ] {
        let run = site.done(&firm, &changes).await;
        assert_eq!(numbers(&firm, &run, "").await, expected, "{changes}");
        assert_eq!(run["missing_layers"], json!([]));
    }
    let run = site.done(&firm, &not_within(&drawn(0.0))).await;
    assert_eq!(
        run["explanation"],
        "2 of 7 fit: not within Drawn area alone leaves 5; 2 are listed apart, because facts are unknown"
    );
    let gate = &run["gates"][1];
    assert_eq!((&gate["fails"], &gate["unknown"]), (&json!(2), &json!(0)));
    let why = firm
        .get(&path(&run, &format!("/results/{}", site.ids[0])))
        .await;
    assert_eq!(
        why["result"]["changes"][0]["sentence"],
        "Fails: it lies within Drawn area"
    );
    assert_eq!(
        why["result"]["gates"][1],
        json!({ "index": 1, "fact": "in_area", "outcome": "fail", "value": true, "source": null, "source_date": null })
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outlines_of_markets_are_those_of_main_api_or_unknown() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let gate = |id: &str, unknown: &str| {
        let mut area = json!({ "name": "West" });
        area[id] = json!(7);
        with_gate(&json!({ "fact": "in_area", "is": false, "area": area, "unknown": unknown }))
    };
    // main-api does not have it.
    let none: [&str; 0] = [];
    for (unknown, ranked, listed) in [
        ("list", vec![], vec!["1", "2", "3", "5", "6", "8"]),
        ("pass", vec!["1", "2", "3", "8"], vec!["5"]),
        ("fail", vec![], vec![]),
    ] {
        let run = site.done(&firm, &gate("submarket_id", unknown)).await;
        assert_eq!(numbers(&firm, &run, "").await, ranked, "{unknown}");
        let mut apart = numbers(&firm, &run, "?list=unknown").await;
        apart.sort();
        assert_eq!(apart, listed, "{unknown}");
        assert_eq!(
            run["missing_layers"],
            json!([{ "fact": "in_area", "reason": "There is no outline of West." }])
        );
    }
    let main_api = &site.world.main_api;
    let outline = Answer::json(200, &json!({ "geometry": west() }));
    main_api.on("GET", "/api/get_submarket_polygon", outline);
    let submarkets = json!({ "submarkets": [{ "submkt_id": 48201, "sub_mkt_name": "West" }] });
    main_api.on("GET", "/api/submarkets", Answer::json(200, &submarkets));
    let mut first = Value::Null;
    for id in ["submarket_id", "market_id"] {
        first = site.done(&firm, &gate(id, "list")).await;
        assert_eq!(numbers(&firm, &first, "").await, ["3", "8"], "{id}");
        assert_eq!(first["missing_layers"], json!(none));
    }
    // The old gates are judged on the new data with the outlines of then.
    site.sql("UPDATE parcels SET parval = 900, version = version + 1 WHERE parcelnumb = '8'")
        .await;
    let second = site.done(&firm, &json!({})).await;
    let with = first["run_id"].as_str().unwrap();
    let compared = firm
        .get(&path(&second, &format!("/compare?with={with}")))
        .await;
    assert_eq!(compared["is_split"], true);
    let moves = compared["moves"].as_array().unwrap().iter();
    let third = moves
        .filter(|moved| moved["parcelnumb"] == "3")
        .map(|moved| {
            json!([
                moved["rank_before"],
                moved["rank_after"],
                moved["by_criteria"],
                moved["by_data"]
            ])
        });
    assert_eq!(third.collect::<Vec<_>>(), [json!([1, 3, -2, 0])]);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_places_name_the_field() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    for (changes, field) in [
        (
            not_within(&json!({ "name": "Plant", "point": [-95.3855, 29.7605] })),
            "criteria.gates.1.area.distance_m",
        ),
        (
            not_within(&json!({ "name": "Plant" })),
            "criteria.gates.1.area",
        ),
        (
            with_gate(&json!({ "fact": "in_area", "is": false })),
            "criteria.gates.1.area",
        ),
    ] {
        let (status, problem) = site.refused(&firm, &changes).await;
        assert_eq!(status, 422, "{changes}: {problem}");
        assert!(problem["errors"][field].is_string(), "{changes}: {problem}");
    }
    site.world.stop().await;
}
