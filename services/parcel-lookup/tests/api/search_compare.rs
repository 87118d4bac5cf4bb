//! Search runs compared, and a search of the sample city.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::search_site::{Site, criteria, path, weighted};
use crate::support::World;

/// A run compared with an earlier one.
async fn compared(firm: &Firm<'_>, run: &Value, with: &Value) -> Value {
    let with = with["run_id"].as_str().unwrap();
    firm.get(&path(run, &format!("/compare?with={with}"))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_runs_are_compared() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let first = site.done(&firm, &json!({})).await;
    let again = site.done(&firm, &json!({})).await;
    // The second becomes the first when the building counts more.
    let heavy = site
        .done(&firm, &json!({ "criteria": weighted([50, 60, 20]) }))
        .await;
    let moves = |comparison: &Value| -> Vec<Value> {
        let moves = comparison["moves"]
            .as_array()
            .unwrap_or_else(|| panic!("{comparison}"));
        let shown = |moved: &Value| {
            json!([
                moved["parcelnumb"],
                moved["rank_before"],
                moved["rank_after"],
                moved["by_criteria"],
                moved["by_data"]
            ])
        };
        moves.iter().map(shown).collect()
    };
    let same = compared(&firm, &again, &first).await;
    for part in [
        "same_criteria",
        "same_area",
        "same_filter",
        "same_data",
        "is_split",
    ] {
        assert_eq!(same[part], true, "{part}");
    }
    assert_eq!(moves(&same)[0], json!(["1", 1, 1, 0, 0]));
    let by_criteria = compared(&firm, &heavy, &first).await;
    assert_eq!(
        (&by_criteria["same_criteria"], &by_criteria["same_data"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        moves(&by_criteria)[..2],
        [json!(["2", 2, 1, 1, 0]), json!(["1", 1, 2, -1, 0])]
    );
    // 0.9 of 30 of 100, then of 60 of 130.
    let leading = &by_criteria["moves"][0];
    assert_eq!(
        leading["wish"],
        json!({ "fact": "building_sqft", "points_before": 27.0, "points_after": 41.54 })
    );
    assert_eq!(leading["acres"], 10.0);
    assert_eq!(same["moves"][0]["wish"], Value::Null);

    // The third parcel's building grows: by the first criteria it then leads.
    site.sql("UPDATE parcels SET sqft = 1000, version = version + 1 WHERE parcelnumb = '3'")
        .await;
    let newer = site.done(&firm, &json!({})).await;
    let by_data = compared(&firm, &newer, &first).await;
    assert_eq!(
        (&by_data["same_criteria"], &by_data["same_data"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(moves(&by_data)[0], json!(["3", 3, 1, 0, 2]));
    // Both: by the old criteria on the new data the parcels 3, 1, 2 follow each other, by the new ones 3, 2, 1.
    let both = site
        .done(&firm, &json!({ "criteria": weighted([50, 60, 20]) }))
        .await;
    let split = compared(&firm, &both, &first).await;
    assert_eq!(split["is_split"], true);
    assert_eq!(
        moves(&split)[..3],
        [
            json!(["3", 3, 1, 0, 2]),
            json!(["2", 2, 2, 1, -1]),
            json!(["1", 1, 3, -1, -1])
        ]
    );
    // The data has changed since: what is due to it is not known.
    site.sql("UPDATE parcels SET sqft = 10, version = version + 1 WHERE parcelnumb = '3'")
        .await;
    let unsplit = compared(&firm, &both, &first).await;
    assert_eq!(
        (&unsplit["is_split"], &unsplit["moves"][0]["by_data"]),
        (&json!(false), &Value::Null)
    );

    let other = site
        .done(&firm, &json!({ "project_id": Uuid::new_v4() }))
        .await;
    let address = path(
        &other,
        &format!("/compare?with={}", first["run_id"].as_str().unwrap()),
    );
    let refused = firm.send(Method::GET, &address, None).await;
    assert_eq!(refused.status(), 422);
    site.world.stop().await;
}

/// Moves of parcels between areas are due neither to the criteria nor to the data.
#[tokio::test(flavor = "multi_thread")]
async fn runs_of_other_areas_judged_other_parcels() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let county = site.done(&firm, &json!({})).await;
    // Over the parcels 1 and 2; later over the third too. Each run asks once.
    let outline = |east: f64| {
        let ring = [
            [-95.401, 29.75],
            [east, 29.75],
            [east, 29.77],
            [-95.401, 29.77],
            [-95.401, 29.75],
        ];
        json!({ "geometry": { "type": "Polygon", "coordinates": [ring] } })
    };
    for east in [-95.3969, -95.3969, -95.3949] {
        let answer = Answer::json(200, &outline(east));
        let main_api = &site.world.main_api;
        main_api.on("GET", "/api/get_submarket_polygon", answer);
    }
    let area = json!({ "area": { "submarket_id": 5 } });
    let first = site.done(&firm, &area).await;
    let again = site.done(&firm, &area).await;
    let widened = site.done(&firm, &area).await;
    for (run, with, same_area) in [
        (&again, &first, true),
        (&widened, &first, false),
        (&first, &county, false),
    ] {
        let comparison = compared(&firm, run, with).await;
        assert_eq!(
            [&comparison["same_criteria"], &comparison["same_filter"]],
            [true, true]
        );
        assert_eq!(
            [&comparison["same_area"], &comparison["is_split"]],
            [same_area, same_area],
            "{comparison}"
        );
        let leader = &comparison["moves"][0];
        assert_eq!(leader["parcelnumb"], "1");
        let by_data = if same_area { json!(0) } else { Value::Null };
        assert_eq!(
            [&leader["by_criteria"], &leader["by_data"]],
            [&by_data, &by_data]
        );
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_day_is_other_data_if_years_held_are_judged() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let mut of_day = criteria();
    let years = json!({ "fact": "years_held", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 20 } });
    of_day["wishes"].as_array_mut().unwrap().push(years);
    let of_day = json!({ "criteria": of_day });
    let without = site.done(&firm, &json!({})).await;
    let with = site.done(&firm, &of_day).await;
    site.sql("UPDATE search_runs SET created_at = created_at - interval '1 day'")
        .await;
    for (changes, before, same_criteria, same_data) in [
        (json!({}), &without, true, true),
        // What the earlier criteria judge is the same.
        (of_day.clone(), &without, false, true),
        (of_day, &with, true, false),
        (json!({}), &with, false, false),
    ] {
        let run = site.done(&firm, &changes).await;
        let comparison = compared(&firm, &run, before).await;
        assert_eq!(
            [&comparison["same_criteria"], &comparison["same_data"]],
            [same_criteria, same_data],
            "{comparison}"
        );
        assert_eq!(comparison["is_split"], true, "{comparison}");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_city_is_searched() {
    let world = World::start().await;
    sample_data::seed(&world.db.app()).await.unwrap();
    sample_data::seed_land(&world.db.app()).await.unwrap();
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
    let wishes = json!([
        { "fact": "value_per_acre", "weight": 30, "curve": { "kind": "log_ramp", "zero": 2_000_000, "one": 50_000 } },
        { "fact": "years_held", "weight": 10, "curve": { "kind": "ramp", "zero": 0, "one": 20 } },
        { "fact": "highway_m", "weight": 20, "curve": { "kind": "half_life", "h": 1600 } },
        { "fact": "slope_percent", "weight": 5, "curve": { "kind": "ramp", "zero": 15, "one": 0 } },
    ]);
    let gates =
        json!([{ "fact": "acres", "min": 1, "max": 40 }, { "fact": "in_flood_zone", "is": false }]);
    let criteria = json!({ "version": 1, "gates": gates, "wishes": wishes });
    let run = site
        .done(
            &firm,
            &json!({ "criteria": criteria, "area": { "county_fips": ["48201"] } }),
        )
        .await;
    assert!(run["counts"]["judged"].as_u64().unwrap() > 20_000, "{run}");
    let fit = run["counts"]["fit"].as_u64().unwrap();
    assert!(fit > 10, "{run}");
    assert_eq!(run["missing_layers"], json!([]));
    let page = firm.get(&path(&run, "/results?limit=200")).await;
    let results = page["results"].as_array().unwrap();
    let scores: Vec<f64> = results
        .iter()
        .map(|result| result["score"].as_f64().unwrap())
        .collect();
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]));
    for result in results {
        let acres = result["acres"].as_f64().unwrap();
        assert!((1.0..=40.0).contains(&acres), "{result}");
        let points: f64 = result["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reason| reason["points"].as_f64().unwrap())
            .sum();
        assert!(
            (points - result["score"].as_f64().unwrap()).abs() < 0.05,
            "{result}"
        );
    }
    // The same criteria on the same data give the same results.
    let again = site.done(&firm, &json!({ "criteria": criteria })).await;
    assert_eq!(
        firm.get(&path(&again, "/results?limit=200")).await["results"],
        page["results"]
    );
    site.world.stop().await;
}
