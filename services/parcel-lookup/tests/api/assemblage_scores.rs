//! Found assemblages judged by criteria, each as one site; and who owns them.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, Reply};
use uuid::Uuid;

use crate::assemblages::{BBOX, id, lots, search, sites, street};
use crate::growth_runs::Firm;
use crate::search_site::{Site, path};
use crate::support::World;

/// The four lots, each worth and owned as the case says, all vacant; a local street between the rows.
async fn valued(world: &World) {
    world.put(lots()).await;
    street(world, "road", "local").await;
    let mut superuser = world.db.superuser().await;
    // The second has no owner. What facts are made of is first: it makes them stale.
    let values = "UPDATE parcels SET ll_gisacre = CASE parcelnumb WHEN '2' THEN 1 ELSE 6 END, \
        parval = CASE parcelnumb WHEN '2' THEN 100000 WHEN '4' THEN 1200000 ELSE 600000 END";
    superuser.batch_execute(values).await.unwrap();
    let facts = "UPDATE parcels SET use_class = 'vacant', facts_version = 2, \
        owner_key = CASE WHEN parcelnumb <> '2' THEN parcelnumb::bigint END";
    superuser.batch_execute(facts).await.unwrap();
}

async fn set(world: &World, sql: &str) {
    let mut superuser = world.db.superuser().await;
    superuser.batch_execute(sql).await.unwrap();
}

/// Dollars an acre, from 200,000 to 0, count three times as much as the owners, from four to one.
fn wanted_by(gates: &Value) -> Value {
    let ramp = |fact: &str, weight: i32, zero: i32, one: i32| json!({ "fact": fact, "weight": weight, "curve": { "kind": "ramp", "zero": zero, "one": one } });
    let wishes = [
        ramp("value_per_acre", 3, 200_000, 0),
        ramp("site_owners", 1, 4, 1),
    ];
    let criteria = json!({ "version": 1, "gates": gates, "wishes": wishes });
    json!({ "min_acres": 10, "max_owners": 3, "criteria": criteria })
}

fn close(found: &Value, expected: f64) {
    let number = found.as_f64().unwrap();
    assert!(
        (number - expected).abs() < 0.2,
        "{number} is not {expected}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_are_judged_as_one_and_sorted_by_score() {
    let world = World::start().await;
    valued(&world).await;
    let found = search(&world, wanted_by(&json!([]))).await;
    let places: Vec<usize> = found["assemblages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| site["ll_uuids"].as_array().unwrap().len())
        .collect();
    // Fewer owners would be the first without criteria.
    assert_eq!(places, [3, 2], "{found}");
    let (row, pair) = (
        &found["assemblages"][0]["judged"],
        &found["assemblages"][1]["judged"],
    );
    // $1,300,000 on 13 acres is 0.5; the owners of the row are unknown, which is neutral: (3 · 0.5 + 0.5) / 4.
    close(&row["score"], 50.0);
    assert_eq!((&row["certainty"], &row["rank"]), (&json!(0.75), &json!(1)));
    close(&row["score_low"], 37.5);
    close(&row["score_high"], 62.5);
    let acre = row["reasons"][0]["value"].as_f64().unwrap();
    assert!((acre - 100_000.0).abs() < 200.0, "{acre}");
    assert_eq!(row["reasons"][1]["value"], Value::Null);
    // $1,800,000 on 12 acres is 0.25; two owners are 2/3: (3 · 0.25 + 0.6667) / 4.
    close(&pair["score"], 35.42);
    assert_eq!(
        (&pair["rank"], &pair["reasons"][1]["value"]),
        (&json!(2), &json!(2.0))
    );
    assert_eq!(
        (&pair["certainty"], &pair["list"]),
        (&json!(1.0), &json!("ranked"))
    );
    assert!(!pair["changes"].as_array().unwrap().is_empty());
    assert_eq!(found["judged"]["explanation"], "2 of 2 fit");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requirements_hold_for_all_parcels_and_the_size_for_the_site() {
    let world = World::start().await;
    valued(&world).await;
    let uses = json!([{ "fact": "use_class", "any_of": ["vacant", "industrial"] }]);
    // No parcel has ten acres.
    let sized = search(
        &world,
        wanted_by(&json!([{ "fact": "acres", "min": 10, "max": 12.5 }])),
    )
    .await;
    assert_eq!(sites(&sized), [vec!["1", "4"]]);
    assert_eq!(
        (&sized["judged"]["fit"], &sized["judged"]["failed"]),
        (&json!(1), &json!(1))
    );
    // Ten acres are enough for the search, but not for the requirement: larger sites are looked for.
    let larger = search(
        &world,
        wanted_by(&json!([{ "fact": "acres", "min": 12.5 }])),
    )
    .await;
    assert_eq!(sites(&larger), [vec!["1", "2", "3"], vec!["1", "2", "4"]]);
    // An unknown use is no other use: its site is listed apart, after the ranked one.
    set(
        &world,
        "UPDATE parcels SET use_class = NULL WHERE parcelnumb = '2'",
    )
    .await;
    let open = search(&world, wanted_by(&uses)).await;
    let judged = [0_usize, 1].map(|place| open["assemblages"][place]["judged"].clone());
    assert_eq!(
        judged.clone().map(|judged| judged["list"].clone()),
        [json!("ranked"), json!("unknown")]
    );
    assert_eq!(judged[1]["rank"], Value::Null);
    assert_eq!(
        judged[1]["gates"][0]["of_parcels"],
        "Vacant 92%, Unknown 8%"
    );
    assert_eq!(judged[1]["gates"][0]["outcome"], "unknown");
    // Both parcels of the ranked one are vacant.
    let gate = &judged[0]["gates"][0];
    assert_eq!(
        (&gate["value"], gate.get("of_parcels")),
        (&json!("vacant"), None)
    );
    // A parcel of another use is in no site.
    set(
        &world,
        "UPDATE parcels SET use_class = 'office' WHERE parcelnumb = '3'",
    )
    .await;
    let closed = search(&world, wanted_by(&uses)).await;
    assert_eq!(sites(&closed), [vec!["1", "4"]]);
    assert_eq!(
        (&closed["judged"]["parcels_failed"], &closed["parcels"]),
        (&json!(1), &json!(3))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_owners_of_a_site_have_besides_it_is_counted_once() {
    let world = World::start().await;
    valued(&world).await;
    // The third lot is of the first one's owner, and does not adjoin it; the second adjoins both.
    set(&world, "UPDATE parcels SET owner_key = 1 WHERE parcelnumb = '3'; UPDATE parcels SET owner_key = 4 WHERE parcelnumb = '2'").await;
    let ramp = |fact: &str| json!({ "fact": fact, "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 10 } });
    let wishes = ["owner_parcels", "adjoining_owner_acres", "site_owners"].map(ramp);
    let criteria = json!({ "version": 1, "wishes": wishes });
    let wanted = json!({ "min_acres": 10, "max_owners": 2, "criteria": criteria });
    let found = search(&world, wanted).await;
    let pair = found["assemblages"].as_array().unwrap().iter();
    let pair = pair.map(|site| &site["judged"]["reasons"]);
    let values: Vec<Vec<&Value>> = pair
        .map(|reasons| {
            let reasons = reasons.as_array().unwrap().iter();
            reasons.map(|reason| &reason["value"]).collect()
        })
        .collect();
    // The pair across the street and the row have two owners with two parcels each.
    assert_eq!(values.len(), 2, "{found}");
    for values in &values {
        assert_eq!(
            (values[0], values[2]),
            (&json!(4.0), &json!(2.0)),
            "{found}"
        );
    }
    // Beside the pair is the second lot, which is of the fourth one's owner; all that the row's owners have adjoining is in it.
    let mut acres: Vec<f64> = values.iter().map(|of| of[1].as_f64().unwrap()).collect();
    acres.sort_by(f64::total_cmp);
    assert!(
        acres[0].is_sign_positive() && acres[0] < 0.01 && (acres[1] - 1.0).abs() < 0.01,
        "{acres:?}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_spellings_of_an_owner_are_one_owner() {
    let world = World::start().await;
    let mut all = lots();
    all[1].fields.owner = Some("ALPHA LAND, L.L.C.".to_owned());
    // Another name with a rare word at the same suite.
    let suite = "100 MAIN ST STE 4, HOUSTON TX 77002";
    for (place, name) in [(2, "Zephyrine Holdings LLC"), (3, "Zephyrine Land LLC")] {
        all[place].fields.owner = Some(name.to_owned());
        all[place].fields.mailing_address = Some(suite.to_owned());
    }
    world.put(all).await;
    street(&world, "road", "local").await;
    let found = search(&world, json!({ "min_acres": 18, "max_owners": 2 })).await;
    assert_eq!(sites(&found), [vec!["1", "2", "3", "4"]], "{found}");
    let owners = found["assemblages"][0]["owners"].as_array().unwrap();
    let names: Vec<(&Value, &Value)> = owners
        .iter()
        .map(|owner| (&owner["owner"], &owner["other_names"]))
        .collect();
    assert_eq!(names.len(), 2, "{found}");
    assert!(
        names
            .iter()
            .all(|(_, others)| others.as_array().unwrap().len() == 1),
        "{found}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn criteria_that_cannot_be_used_name_their_field() {
    let world = World::start().await;
    world.put(lots()).await;
    let mut wanted = wanted_by(&json!([]));
    wanted["bbox"] = json!(BBOX);
    wanted["criteria"]["wishes"][0]["weight"] = json!(-1);
    let call = world
        .call(Method::POST, "/assemblage_searches")
        .json(&wanted);
    let problem = Reply::of(call).await.problem(422);
    assert!(
        problem["errors"]["criteria.wishes.0.weight"].is_string(),
        "{problem}"
    );
    let mut unknown = wanted_by(&json!([]));
    unknown["bbox"] = json!(BBOX);
    unknown["growth_run_id"] = json!(Uuid::new_v4());
    let call = world
        .call(Method::POST, "/assemblage_searches")
        .json(&unknown);
    let problem = Reply::of(call).await.problem(422);
    assert!(problem["errors"]["growth_run_id"].is_string(), "{problem}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_site_is_judged_as_a_found_one_with_the_rank_that_it_would_have() {
    let world = World::start().await;
    valued(&world).await;
    let reviewed = Answer::json(200, &json!({ "in_project": [], "discarded": [] }));
    world.main_api.on("GET", "/api/reviewed_parcels", reviewed);
    let site = Site {
        world,
        ids: Vec::new(),
        project: Uuid::new_v4(),
    };
    let firm = Firm::new(&site.world);
    let uses = json!([{ "fact": "use_class", "any_of": ["vacant", "industrial"] }]);
    let wanted = wanted_by(&uses);
    let criteria = json!({ "criteria": wanted["criteria"] });
    let run = site.done(&firm, &criteria).await;
    let both = json!({ "ll_uuids": [id("1"), id("4")] });
    let kept = firm.send(Method::POST, "/sites", Some(&both)).await;
    let kept: Value = kept.json().await.unwrap();
    let kept = kept["site_id"].as_str().unwrap();
    let address = path(&run, &format!("/results/{kept}"));
    let explained = firm.get(&address).await;
    // Two parcels have 62.5, the one of an unknown owner 50 and the dearest 25.
    assert_eq!(
        explained["site"],
        json!({ "parcels": 2, "rank": 4, "of": 5, "is_worst_at_least": false }),
        "{explained}"
    );
    assert_eq!(
        (&explained["list"], &explained["is_judged_now"]),
        (&json!("ranked"), &json!(true))
    );
    let result = &explained["result"];
    close(&result["score"], 35.42);
    // Each of the others is before or after it for all weights.
    assert_eq!(
        (&result["rank_best"], &result["rank_worst"]),
        (&json!(4), &json!(4))
    );
    // The third has 50: 0.583 of the weights are lacking, and 0.194 more of the dollars are enough.
    let change = &result["changes"][0];
    assert_eq!(
        (&change["kind"], &change["fact"], &change["rank"]),
        (&json!("fact"), &json!("value_per_acre"), &json!(3))
    );
    let needed = change["needed"].as_f64().unwrap();
    assert!((needed - 111_111.0).abs() < 300.0, "{change}");
    assert_eq!(
        (&result["ll_uuid"], &result["rank"]),
        (&json!(kept), &Value::Null)
    );
    // Beside the results in their file, in the same columns.
    site.world.main_api.clear();
    let reviewed = Answer::json(200, &json!({ "in_project": [kept], "discarded": [] }));
    let main_api = &site.world.main_api;
    main_api.on("GET", "/api/reviewed_parcels", reviewed);
    let address_of_file = path(&run, "/results.csv");
    let file = firm.send(Method::GET, &address_of_file, None).await;
    let file = file.text().await.unwrap();
    let lines: Vec<&str> = file.trim_end().split("\r\n").collect();
    let own = lines[5];
    assert_eq!(lines.len(), 6, "{file}");
    assert!(own.starts_with(&format!("4,{},", result["score"])), "{own}");
    assert!(own.contains(&format!(",{kept},2,5,false,")), "{own}");
    assert!(own.ends_with(",5,4"), "{own}");
    let found = search(&site.world, wanted).await;
    let mut pairs = found["assemblages"].as_array().unwrap().iter();
    let pair = pairs.find(|of| of["ll_uuids"].as_array().unwrap().len() == 2);
    let pair = &pair.unwrap()["judged"];
    for part in [
        "score",
        "score_low",
        "score_high",
        "certainty",
        "reasons",
        "gates",
    ] {
        assert_eq!(result[part], pair[part], "{part}");
    }
    // A parcel has no site.
    let third = format!("/results/{}", id("3"));
    assert_eq!(firm.get(&path(&run, &third)).await["site"], Value::Null);
    let body = json!({ "search_run_id": run["run_id"], "sites": [{ "ll_uuids": [kept] }, { "ll_uuids": [id("3")] }] });
    let answer = firm
        .send(Method::POST, "/site_comparisons", Some(&body))
        .await;
    let compared: Value = answer.json().await.unwrap();
    let scores = [0, 1].map(|place| {
        let score = &compared["sites"][place]["score"];
        json!([
            score["parcels"],
            score["rank_of"],
            score["bars"][1]["value"]
        ])
    });
    assert_eq!(scores[0], json!([2, 5, "2 owners"]), "{compared}");
    assert_eq!(scores[1], json!([1, null, "1 owner"]), "{compared}");
    let mut rows = compared["rows"].as_array().unwrap().iter();
    let ranks = rows.find(|row| row["key"] == "rank").unwrap();
    assert_eq!(ranks["values"][0]["text"], "would be 4 of 5");
    // One parcel that fails is enough.
    set(
        &site.world,
        "UPDATE parcels SET use_class = 'office' WHERE parcelnumb = '4'",
    )
    .await;
    let failed = firm.get(&address).await;
    assert_eq!(
        (&failed["list"], &failed["site"]["rank"]),
        (&Value::Null, &Value::Null)
    );
    let sentence = failed["result"]["changes"][0]["sentence"].as_str().unwrap();
    assert!(sentence.ends_with("(1 of 2 parcels)"), "{sentence}");
    // What the county no longer has is in no area.
    set(
        &site.world,
        "UPDATE parcels SET retired_at = now(), retired_by = 1 WHERE parcelnumb = '4'",
    )
    .await;
    let gone = firm.send(Method::GET, &address, None).await;
    assert_eq!(gone.status(), 404);
    let problem: Value = gone.json().await.unwrap();
    assert_eq!(problem["code"], "search_run.parcel_not_found");
    site.world.stop().await;
}
