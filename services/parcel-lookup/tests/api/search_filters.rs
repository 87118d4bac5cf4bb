//! Search runs with a filter: only parcels that match are judged.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::search_site::{Site, numbers, path};

#[tokio::test(flavor = "multi_thread")]
async fn only_parcels_that_match_are_judged() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let filter = "sqft >= 500 OR parcelnumb = '7'";
    let run = site.done(&firm, &json!({ "filter": filter })).await;
    assert_eq!(run["filter"], filter);
    // The parcels 1, 2, 4, 5 and 7, of which the project discarded the last one.
    assert_eq!(
        run["counts"],
        json!({ "judged": 4, "of_area": 8, "fit": 2, "listed_unknown": 1, "low_certainty": 0, "failed": 1, "discarded": 1, "in_project": 0 })
    );
    assert_eq!(
        (&run["total"], &run["data"][0]["parcels"]),
        (&json!(5), &json!(5))
    );
    assert_eq!(numbers(&firm, &run, "").await, ["1", "2"]);
    // A parcel that does not match has no reasons.
    let third = path(&run, &format!("/results/{}", site.ids[2]));
    assert_eq!(
        firm.get(&third).await["code"],
        "search_run.parcel_not_found"
    );
    let listed = firm
        .get(&format!("/search_runs?project_id={}", site.project))
        .await;
    assert_eq!(listed["runs"][0]["filter"], filter);
    // A run without the filter judged other parcels.
    let all = site.done(&firm, &json!({})).await;
    assert_eq!(
        (&all["filter"], &all["counts"]["of_area"]),
        (&Value::Null, &Value::Null)
    );
    let address = path(
        &all,
        &format!("/compare?with={}", run["run_id"].as_str().unwrap()),
    );
    let compared = firm.get(&address).await;
    assert_eq!(
        [
            &compared["same_criteria"],
            &compared["same_filter"],
            &compared["is_split"]
        ],
        [&json!(true), &json!(false), &json!(false)]
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_owner_has_does_not_depend_on_the_filter() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    site.sql("UPDATE parcels SET owner_key = 7 WHERE parcelnumb IN ('1', '2', '3')")
        .await;
    let wish = json!({ "fact": "owner_parcels", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 10 } });
    let criteria = json!({ "version": 1, "wishes": [wish] });
    let changes = json!({ "criteria": criteria, "filter": "parcelnumb = '1'" });
    let run = site.done(&firm, &changes).await;
    let page = firm.get(&path(&run, "/results")).await;
    assert_eq!(page["results"][0]["reasons"][0]["value"], 3.0, "{page}");
    site.world.stop().await;
}

/// A single owner: of the land, not of how much the owner has elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn owners_of_a_site_are_those_of_all_parcels_on_its_land() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // 1 and 2 are units on one land; 3 and 4 are of one owner, apart; the roll does not name all owners of 5.
    site.sql(
        "UPDATE parcels SET geom = one.geom, lon = one.lon, lat = one.lat FROM parcels one WHERE one.parcelnumb = '1' AND parcels.parcelnumb = '2'; \
         UPDATE parcels SET owner = 'SMITH JOHN ET AL' WHERE parcelnumb = '5'; \
         UPDATE parcels SET owner = 'Known Owner LLC' WHERE parcelnumb IN ('1', '2', '3', '4'); \
         UPDATE parcels SET owner_key = CASE parcelnumb WHEN '1' THEN 7 WHEN '2' THEN 8 WHEN '5' THEN 5 ELSE 9 END \
             WHERE parcelnumb IN ('1', '2', '3', '4', '5')",
    )
    .await;
    let wish = json!({ "fact": "site_owners", "weight": 1, "curve": { "kind": "ramp", "zero": 4, "one": 1 } });
    let criteria = json!({ "version": 1, "wishes": [wish] });
    // The filter of the second run leaves out the other unit.
    for filter in ["parcelnumb IS NOT NULL", "parcelnumb <> '2'"] {
        let run = site
            .done(&firm, &json!({ "criteria": criteria, "filter": filter }))
            .await;
        let mut owners = BTreeMap::new();
        for list in ["ranked", "uncertain"] {
            let page = firm
                .get(&path(&run, &format!("/results?list={list}")))
                .await;
            for result in page["results"].as_array().unwrap() {
                let number = result["parcelnumb"].as_str().unwrap().to_owned();
                owners.insert(number, result["reasons"][0]["value"].clone());
            }
        }
        let of = |number: &str| owners.get(number).cloned().unwrap_or(json!("not listed"));
        assert_eq!(of("1"), json!(2.0), "{filter}: {owners:?}");
        assert_eq!(
            [of("3"), of("4")],
            [json!(1.0), json!(1.0)],
            "{filter}: {owners:?}"
        );
        assert_eq!(
            [of("5"), of("6")],
            [Value::Null, Value::Null],
            "{filter}: {owners:?}"
        );
    }
    // One that fails is judged alone when it is asked for, and has as many.
    let gate = json!({ "fact": "site_owners", "max": 1 });
    let single = json!({ "version": 1, "gates": [gate], "wishes": criteria["wishes"] });
    let run = site.done(&firm, &json!({ "criteria": single })).await;
    let why = path(&run, &format!("/results/{}", site.ids[0]));
    let why = firm.get(&why).await;
    assert_eq!(
        (
            &why["list"],
            &why["result"]["gates"][0]["value"],
            &why["result"]["gates"][0]["outcome"]
        ),
        (&Value::Null, &json!(2.0), &json!("fail")),
        "{why}"
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_that_cannot_be_used_is_refused() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    for filter in ["", "sqft >=", "no_such_thing = 1"] {
        let (status, problem) = site.refused(&firm, &json!({ "filter": filter })).await;
        assert_eq!(status, 422, "{filter}: {problem}");
        assert!(problem["errors"]["filter"].is_string(), "{problem}");
    }
    // A growth run that the firm does not have.
    let filter = format!("growth_run_id = '{}' AND growth_chance > 0", Uuid::new_v4());
    let (status, _) = site.refused(&firm, &json!({ "filter": filter })).await;
    assert_eq!(status, 404);
    site.world.stop().await;
}
