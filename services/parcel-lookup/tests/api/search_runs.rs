//! Search runs: known parcels, requests, lists, comparison.

use futures::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::search_site::{BOUND, COUNTY, Site, criteria, numbers, path, weighted};
use crate::support::square;

#[tokio::test(flavor = "multi_thread")]
async fn known_parcels_have_their_ranks_and_reasons() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({ "name": "First" })).await;
    assert_eq!(
        run["counts"],
        json!({ "judged": 7, "of_area": null, "fit": 4, "listed_unknown": 1, "low_certainty": 1, "failed": 1, "discarded": 1, "in_project": 1 })
    );
    assert_eq!(
        (&run["judged"], &run["total"], &run["name"]),
        (&json!(8), &json!(8), &json!("First"))
    );
    assert_eq!(
        run["gates"],
        json!([{ "index": 0, "fails": 1, "fails_alone": 1, "unknown": 1, "near_miss": 1 }])
    );
    assert_eq!(
        run["explanation"],
        "4 of 7 fit: site size alone leaves 6; 2 are listed apart, because facts are unknown"
    );
    // Of seven parcels nothing is said.
    assert_eq!(run["alike"], json!([]));
    let data = &run["data"][0];
    assert_eq!(
        (&data["county_fips"], &data["parcels"], &data["source"]),
        (&json!("48201"), &json!(8), &json!("Test County"))
    );
    assert!(data["batch_id"].is_number() && run["criteria_hash"].as_str().unwrap().len() == 64);

    let page = firm.get(&path(&run, "/results")).await;
    assert_eq!((&page["count"], &page["kept"]), (&json!(4), &json!(4)));
    let shown: Vec<Value> = page["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            json!([
                result["rank"],
                result["parcelnumb"],
                result["score"],
                result["rank_best"],
                result["rank_worst"],
                result["in_project"]
            ])
        })
        .collect();
    assert_eq!(
        shown,
        [
            json!([1, "1", 75.0, 1, 2, false]),
            json!([2, "2", 74.0, 1, 2, false]),
            json!([3, "3", 66.5, 3, 3, false]),
            json!([4, "8", 10.0, 4, 4, true]),
        ]
    );
    let second = &page["results"][1];
    // Of records whose source says no date, the day on which it was read.
    let today = chrono::Utc::now().date_naive();
    assert_eq!(
        (&second["score_low"], &second["certainty"], &second["acres"]),
        (&json!(74.0), &json!(1.0), &json!(10.0))
    );
    assert_eq!(
        second["reasons"][0],
        json!({ "kind": "wish", "fact": "total_value", "weight": 50, "value": 700.0, "unit": "dollars", "v": 0.7, "points": 35.0,
            "known": true, "is_clamped": false, "source": "Test County", "source_date": today })
    );
    assert_eq!(
        second["gates"],
        json!([{ "index": 0, "fact": "acres", "outcome": "pass", "value": 10.0, "source": "Test County", "source_date": today }])
    );
    let change = &second["changes"][0];
    assert_eq!(
        (&change["kind"], &change["fact"], &change["rank"]),
        (&json!("fact"), &json!("total_value"), &json!(1))
    );
    assert!(
        (change["needed"].as_f64().unwrap() - 720.0).abs() < 0.01,
        "{change}"
    );
    assert_eq!(page["results"][0]["changes"], json!([]));
    assert_eq!(second["record"]["flood_zone"], "AE");
    assert_eq!(second["record"]["in_flood_zone"], true);

    assert_eq!(numbers(&firm, &run, "?offset=1&limit=2").await, ["2", "3"]);
    assert_eq!(numbers(&firm, &run, "?list=unknown").await, ["5"]);
    assert_eq!(numbers(&firm, &run, "?list=uncertain").await, ["6"]);
    let uncertain = firm.get(&path(&run, "/results?list=uncertain")).await["results"][0].clone();
    assert_eq!(
        (&uncertain["rank"], &uncertain["certainty"]),
        (&Value::Null, &json!(0.2))
    );
    assert_eq!(
        (&uncertain["score_low"], &uncertain["score_high"]),
        (&json!(20.0), &json!(100.0))
    );
    assert_eq!(uncertain["reasons"][0]["v"], Value::Null);
    for wrong in ["?limit=0", "?limit=201", "?list=best"] {
        let answer = firm
            .send(Method::GET, &path(&run, &format!("/results{wrong}")), None)
            .await;
        assert_eq!(answer.status(), 422, "{wrong}");
    }
    site.world.stop().await;
}

/// Land that the county does not appraise is not the cheapest.
#[tokio::test(flavor = "multi_thread")]
async fn a_value_of_0_is_unknown_and_not_the_lowest() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // Ten acres each: 8,000 dollars are 800 an acre.
    site.sql("UPDATE parcels SET parval = CASE parcelnumb WHEN '1' THEN 0 ELSE 8000 END, landval = 0, ll_gisacre = 10")
        .await;
    let cheap = |fact: &str, zero: i32| json!({ "fact": fact, "weight": 1, "curve": { "kind": "ramp", "zero": zero, "one": 0 } });
    let criteria = json!({
        "version": 1,
        "gates": [{ "fact": "value_per_acre", "max": 1000, "unknown": "list" }],
        "wishes": [cheap("value_per_acre", 1000), cheap("total_value", 10_000), cheap("land_value_per_acre", 1000)],
    });
    let run = site.done(&firm, &json!({ "criteria": criteria })).await;
    assert_eq!(numbers(&firm, &run, "?list=unknown").await, ["1"]);
    let address = path(&run, &format!("/results/{}", site.ids[0]));
    let first = firm.get(&address).await["result"].clone();
    for reason in first["reasons"].as_array().unwrap() {
        assert_eq!(
            (&reason["value"], &reason["v"], &reason["known"]),
            (&Value::Null, &Value::Null, &json!(false))
        );
    }
    // What the county recorded is shown.
    assert_eq!(first["record"]["total_value"], 0.0);
    let address = path(&run, &format!("/results/{}", site.ids[1]));
    let second = firm.get(&address).await["result"].clone();
    let values: Vec<&Value> = (0..3).map(|at| &second["reasons"][at]["value"]).collect();
    assert_eq!(values, [&json!(800.0), &json!(8000.0), &Value::Null]);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_parcel_of_the_area_is_explained() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({})).await;
    let why = |at: usize| {
        let address = path(&run, &format!("/results/{}", site.ids[at]));
        let firm = &firm;
        async move { firm.get(&address).await }
    };
    let ranked = why(1).await;
    assert_eq!(
        (
            &ranked["list"],
            &ranked["is_judged_now"],
            &ranked["result"]["rank"]
        ),
        (&json!("ranked"), &json!(false), &json!(2))
    );
    let failed = why(3).await;
    assert_eq!(
        (&failed["list"], &failed["is_judged_now"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(failed["result"]["gates"][0]["outcome"], "fail");
    assert_eq!(
        failed["result"]["changes"],
        json!([{ "kind": "gate", "fact": "acres", "needed": 5.0, "rank": null, "sentence": "Fails site size: 5.00 acres or more is required" }])
    );
    assert_eq!(failed["result"]["score"], 92.0);
    let elsewhere = path(&run, &format!("/results/{}", Uuid::new_v4()));
    let answer = firm.send(Method::GET, &elsewhere, None).await;
    let status = answer.status();
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(
        (status.as_u16(), &problem["code"]),
        (404, &json!("search_run.parcel_not_found"))
    );
    // However many are better, the project's own parcel is kept with its reasons.
    let better = (0..1_000).map(|at| {
        let (column, row) = (f64::from(at % 40), f64::from(at / 40));
        let number = (1_000 + at).to_string();
        square(COUNTY, &number, -95.2 + column * 0.002, 29.8 + row * 0.002)
    });
    site.world.put(better.collect()).await;
    site.sql("UPDATE parcels SET ll_gisacre = 10, parval = 990, sqft = 990, year_built = 2000 WHERE parcelnumb::integer >= 1000").await;
    let run = site.done(&firm, &json!({})).await;
    let page = firm.get(&path(&run, "/results?offset=1000")).await;
    assert_eq!(
        (&page["count"], &page["kept"]),
        (&json!(1_004), &json!(1_001))
    );
    let shown = page["results"].as_array().unwrap();
    assert_eq!(shown.len(), 1);
    let own = firm
        .get(&path(&run, &format!("/results/{}", site.ids[7])))
        .await;
    assert_eq!(
        (&own["is_judged_now"], &own["result"]["rank"]),
        (&json!(false), &json!(1_004))
    );
    assert_eq!(own["result"], shown[0]);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_watched_and_its_best_are_selected() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let asked = site.ask(&firm, &json!({})).await;
    let events = firm.send(Method::GET, &path(&asked, "/events"), None).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let (mut text, mut stream) = (String::new(), events.bytes_stream());
    // The stream ends when the run has ended.
    while let Some(bytes) = tokio::time::timeout(BOUND, stream.next()).await.unwrap() {
        text.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap());
    }
    assert!(text.contains("event: search\n"), "{text}");
    let last = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .next_back()
        .unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(
        (&last["state"], &last["counts"]["fit"]),
        (&json!("done"), &json!(4))
    );

    let body = json!({ "search_run_id": asked["run_id"], "top": 3, "project_id": site.project });
    let answer = firm
        .send(Method::POST, "/parcel_selections", Some(&body))
        .await;
    assert_eq!(answer.status(), 201);
    let selected: Value = answer.json().await.unwrap();
    assert_eq!(
        (&selected["count"], &selected["discarded"]),
        (&json!(3), &json!(0))
    );
    let page = firm
        .get(&format!(
            "/parcel_selections/{}",
            selected["selection_id"].as_str().unwrap()
        ))
        .await;
    let selected: Vec<&Value> = page["parcels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parcel| &parcel["parcelnumb"])
        .collect();
    assert_eq!(selected, ["1", "2", "3"]);
    let strangers = Firm::new(&site.world)
        .send(Method::POST, "/parcel_selections", Some(&body))
        .await;
    assert_eq!(strangers.status(), 404);
    for top in [0, 10_001] {
        let body = json!({ "search_run_id": asked["run_id"], "top": top });
        let answer = firm
            .send(Method::POST, "/parcel_selections", Some(&body))
            .await;
        assert_eq!(answer.status(), 422, "{top}");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_name_the_field() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let gate = |gate: Value| json!({ "criteria": { "version": 1, "gates": [gate], "wishes": criteria()["wishes"] } });
    let ring = json!([[[-95.4, 29.7], [-95.3, 29.7], [-95.3, 29.8]]]);
    for (changes, field) in [
        (
            json!({ "criteria": weighted([0, 0, 0]) }),
            "criteria.wishes",
        ),
        (
            json!({ "criteria": weighted([-1, 5, 5]) }),
            "criteria.wishes.0.weight",
        ),
        (
            gate(json!({ "fact": "acres", "min": 5, "max": 4 })),
            "criteria.gates.0.max",
        ),
        (
            gate(json!({ "fact": "use_class", "any_of": ["castle"] })),
            "criteria.gates.0.any_of.0",
        ),
        (json!({ "area": {} }), "area"),
        (
            json!({ "area": { "county_fips": ["48201"], "market_id": 1 } }),
            "area",
        ),
        (
            json!({ "area": { "county_fips": ["TX"] } }),
            "area.county_fips",
        ),
        (json!({ "area": { "county_fips": [] } }), "area.county_fips"),
        (
            json!({ "area": { "submarket_id": 5 } }),
            "area.submarket_id",
        ),
        (json!({ "area": { "market_id": 5 } }), "area.market_id"),
        (
            json!({ "area": { "polygon": { "type": "Polygon", "coordinates": ring } } }),
            "area.polygon",
        ),
        (json!({ "growth_run_id": Uuid::new_v4() }), "growth_run_id"),
        (json!({ "name": "x".repeat(81) }), "name"),
    ] {
        let (status, problem) = site.refused(&firm, &changes).await;
        assert_eq!(status, 422, "{changes}: {problem}");
        assert!(problem["errors"][field].is_string(), "{changes}: {problem}");
    }
    for changes in [
        json!({ "criteria": { "version": 1, "wishes": [{ "fact": "beauty", "weight": 1, "curve": { "kind": "half_life", "h": 1 } }] } }),
        json!({ "criteria": weighted([1, 1, 1]), "project_id": 5 }),
    ] {
        let (status, problem) = site.refused(&firm, &changes).await;
        assert!(matches!(status, 400 | 422), "{changes}: {problem}");
    }
    assert_eq!(
        firm.get(&format!("/search_runs?project_id={}", site.project))
            .await,
        json!({ "runs": [] })
    );
    site.world.main_api.clear();
    let (status, problem) = site.refused(&firm, &json!({})).await;
    assert_eq!(
        (status, &problem["code"]),
        (404, &json!("project.not_found"))
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_gates_are_explained() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let gates = json!([{ "fact": "acres", "min": 5 }, { "fact": "year_built", "min": 2030 }, { "fact": "slope_percent", "max": 5 }]);
    let criteria = json!({ "version": 1, "gates": gates, "wishes": criteria()["wishes"] });
    let run = site.done(&firm, &json!({ "criteria": criteria })).await;
    assert_eq!(run["explanation"], "0 of 7 fit: year built alone leaves 0");
    assert_eq!(run["counts"]["failed"], 7);
    assert_eq!(
        run["missing_layers"],
        json!([{ "fact": "slope_percent", "reason": "No layer of slopes is loaded for this area." }])
    );
    assert_eq!(numbers(&firm, &run, "").await, Vec::<String>::new());
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn areas_are_those_of_main_api_or_drawn() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // Over the parcels 1 and 2, and over 3 and 8.
    let square = |west: f64, east: f64| json!({ "type": "Polygon", "coordinates": [[[west, 29.75], [east, 29.75], [east, 29.77], [west, 29.77], [west, 29.75]]] });
    let (west, rest) = (square(-95.401, -95.3969), square(-95.3969, -95.38));
    let main_api = &site.world.main_api;
    let outline = |geometry: &Value| Answer::json(200, &json!({ "geometry": geometry }));
    main_api.on("GET", "/api/get_submarket_polygon", outline(&west));
    let submarkets = json!({ "submarkets": [{ "submkt_id": 48201, "sub_mkt_name": "West" }] });
    main_api.on("GET", "/api/submarkets", Answer::json(200, &submarkets));
    for (area, expected) in [
        (json!({ "submarket_id": 48201 }), vec!["1", "2"]),
        (json!({ "market_id": 26420 }), vec!["1", "2"]),
        (json!({ "polygon": rest }), vec!["3", "8"]),
        (json!({ "county_fips": ["37119"] }), vec![]),
    ] {
        let run = site.done(&firm, &json!({ "area": area })).await;
        assert_eq!(numbers(&firm, &run, "").await, expected, "{area}");
    }
    let asked = main_api.requests();
    let targets: Vec<&str> = asked
        .iter()
        .map(|request| request.target.as_str())
        .collect();
    assert!(
        targets.contains(&"/api/submarkets?mkt_id=26420"),
        "{targets:?}"
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_that_rank_the_parcels_alike_are_told() {
    let site = Site::start().await;
    let more = (100..140).map(|number| {
        let lon = -95.30 + f64::from(number) * 0.002;
        square(COUNTY, &number.to_string(), lon, 29.70)
    });
    site.world.put(more.collect()).await;
    site.sql(
        "UPDATE parcels SET ll_gisacre = 10, parval = parcelnumb::int, sqft = 2 * parcelnumb::int, \
         year_built = 2000 - parcelnumb::int WHERE parcelnumb::int >= 100",
    )
    .await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({})).await;
    let alike = &run["alike"];
    assert_eq!(alike.as_array().unwrap().len(), 1, "{alike}");
    assert_eq!(
        (&alike[0]["first"], &alike[0]["second"]),
        (&json!("total_value"), &json!("building_sqft"))
    );
    assert!(alike[0]["correlation"].as_f64().unwrap() > 0.8, "{alike}");
    site.world.stop().await;
}
