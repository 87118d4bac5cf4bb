//! Search runs with a filter: only parcels that match are judged.

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
