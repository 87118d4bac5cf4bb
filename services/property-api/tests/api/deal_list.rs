//! Filters, sorting and pages of the list of deals, and moves by the system.

use std::collections::HashSet;

use property_api::deal_stages::domain::{Cause, Milestone};
use property_api::deals;
use property_api::properties::events::By;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply};
use uuid::Uuid;

use crate::world::World;

/// A firm's project with many deals; a third of their values are missing, and many are equal.
pub async fn many(world: &World, persona: &Persona, count: i64) -> Uuid {
    let (firm, project) = (persona.customer_id, Uuid::new_v4());
    world
        .sql(&format!(
            "INSERT INTO known_projects (customer_id, project_id) VALUES ('{firm}', '{project}');
             INSERT INTO properties (customer_id, ll_uuid, parcel_number, lon, lat, address, offer_value, facts)
             SELECT '{firm}', gen_random_uuid(), n::text, 0, 0, CASE WHEN n % 3 > 0 THEN 'A ' || n % 10 END,
                CASE WHEN n % 3 > 0 THEN n % 7 END, CASE WHEN n % 3 > 0 THEN jsonb_build_object('ll_gisacre', n % 5) ELSE '{{}}' END
             FROM generate_series(1, {count}) n;
             INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version)
             SELECT customer_id, parcel_number::bigint, '{project}', property_id, 1 FROM properties WHERE customer_id = '{firm}';
             UPDATE deals SET next_step_on = CASE WHEN p.parcel_number::int % 3 > 0 THEN date '2026-12-01' + p.parcel_number::int % 4 END,
                since = now() - make_interval(days => p.parcel_number::int % 30)
             FROM properties p WHERE p.property_id = deals.property_id AND deals.customer_id = '{firm}'"
        ))
        .await;
    project
}

#[tokio::test]
async fn pages_hold_every_deal_once_in_every_order() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 60).await;
    for sort in [
        "stage",
        "since",
        "offer_value",
        "address",
        "next_step_on",
        "acres",
    ] {
        for sort in [sort.to_owned(), format!("-{sort}")] {
            let mut query = vec![
                ("project_id", project.to_string()),
                ("sort", sort.clone()),
                ("limit", "7".to_owned()),
            ];
            let (mut seen, mut empty) = (Vec::new(), Vec::new());
            loop {
                let page = world.get(&pat, "/deals", &query).await;
                assert_eq!(page["totals"]["count"], 60);
                for deal in page["deals"].as_array().unwrap() {
                    seen.push(deal["property_id"].to_string());
                    empty.push(
                        deal.get(sort.trim_start_matches('-'))
                            .is_some_and(Value::is_null),
                    );
                }
                query.truncate(3);
                match page["next"].as_str() {
                    Some(next) => query.push(("after", next.to_owned())),
                    None => break,
                }
            }
            let distinct: HashSet<_> = seen.iter().collect();
            assert_eq!((seen.len(), distinct.len()), (60, 60), "{sort}");
            if !sort.contains("address") {
                assert!(empty.is_sorted(), "empty values come last: {sort}");
            }
        }
    }
    world.stop().await;
}

#[tokio::test]
async fn filters_apply_to_list_and_totals_and_bind_the_cursor() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 60).await;
    let base = vec![
        ("project_id", project.to_string()),
        ("limit", "5".to_owned()),
    ];
    let with = |more: &[(&'static str, &str)]| {
        let more = more
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()));
        base.iter().cloned().chain(more).collect::<Vec<_>>()
    };
    let stalled = world
        .get(&pat, "/deals", &with(&[("stalled", "true")]))
        .await;
    // Days 15 to 29 of each 30; 14 days and some milliseconds are stalled too.
    assert_eq!(stalled["totals"]["count"], 32);
    assert_eq!(stalled["deals"][0]["stalled"], true);
    let fresh = world
        .get(&pat, "/deals", &with(&[("stalled", "false")]))
        .await;
    assert_eq!(fresh["totals"]["count"], 28);
    let found = world.get(&pat, "/deals", &with(&[("q", "a 4")])).await;
    assert_eq!(found["totals"]["count"], 4);
    let nobody = world
        .get(&pat, "/deals", &with(&[("assigned_to", "none")]))
        .await;
    assert_eq!(nobody["totals"]["count"], 60);
    for (name, value, count) in [
        ("next_step_dated", "true", 40),
        ("next_step_to", "2026-11-30", 0),
        ("next_step_to", "2026-12-01", 10),
        ("next_step_to", "2026-12-04", 40),
        ("mine", "true", 0),
    ] {
        let listed = world.get(&pat, "/deals", &with(&[(name, value)])).await;
        assert_eq!(listed["totals"]["count"], count, "{name}={value}");
    }
    let one = found["deals"][0]["property_id"].as_str().unwrap();
    let own = world
        .get(&pat, "/deals", &with(&[("property_id", one)]))
        .await;
    assert_eq!(own["totals"]["count"], 1);
    assert_eq!(own["deals"][0], found["deals"][0]);
    let pipeline = world.get(&pat, "/pipeline", &base[..1]).await;
    assert_eq!(pipeline["stages"][0]["stalled"], 32);
    let median = pipeline["stages"][0]["median_age_days"].as_f64().unwrap();
    assert!((median - 14.5).abs() < 0.01, "{median}");

    let next = world.get(&pat, "/deals", &base).await["next"]
        .as_str()
        .unwrap()
        .to_owned();
    for (field, more) in [
        ("after", vec![("after", next.as_str()), ("sort", "-since")]),
        ("after", vec![("after", next.as_str()), ("stalled", "true")]),
        ("after", vec![("after", "nonsense")]),
        ("assigned_to", vec![("assigned_to", "me")]),
    ] {
        let call = world.call(&pat, Method::GET, "/deals").query(&with(&more));
        let problem = Reply::of(call).await.problem(422);
        assert!(problem["errors"].get(field).is_some(), "{problem}");
    }
    world.stop().await;
}

#[tokio::test]
async fn the_system_moves_deals_forward_only() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 2).await;
    let query = [("project_id", project.to_string())];
    let listed = world.get(&pat, "/deals", &query).await;
    let ids: Vec<domain::PropertyId> = listed["deals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deal| deal["property_id"].as_str().unwrap().parse().unwrap())
        .collect();
    let by = By {
        customer_id: pat.customer_id,
        actor: None,
    };
    let advance = async |milestone| {
        db::tenant_tx(&world.state.pool, pat.customer_id, async |conn| {
            deals::advance(conn, by, project.into(), &ids, milestone, Cause::Letter).await
        })
        .await
        .unwrap();
        world.get(&pat, "/deals", &query).await["totals"]["by_stage"].clone()
    };
    let out = advance(Milestone::LoiOut).await;
    assert_eq!(
        (out.as_array().unwrap().len(), &out[0]["count"]),
        (1, &json!(2))
    );
    assert_eq!(advance(Milestone::Contacted).await, out);
    let deal = world.get(&pat, "/deals", &query).await["deals"][0].clone();
    assert_eq!(
        (&deal["stage_name"], &deal["cause"]),
        (&json!("LOI out"), &json!("letter"))
    );
    let spans = world.rows("SELECT count(*) AS n FROM deal_spans").await;
    assert_eq!(spans[0]["n"], 2);
    let mut stages = world.get(&pat, "/deal_stages", &query).await;
    stages["stages"][3]["archived"] = json!(true);
    stages["project_id"] = json!(project);
    Reply::of(world.call(&pat, Method::PUT, "/deal_stages").json(&stages))
        .await
        .ok();
    assert_eq!(advance(Milestone::Countered).await, out);
    assert_ne!(advance(Milestone::UnderContract).await, out);
    world.stop().await;
}

#[tokio::test]
async fn the_parcels_of_a_project_are_listed_by_stage() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 30).await;
    let of_project = [("project_id", project.to_string())];
    let deals = world.get(&pat, "/deals", &of_project).await;
    let stages = world.get(&pat, "/deal_stages", &of_project).await["stages"].clone();
    let (first, last) = (
        &deals["deals"][0],
        &stages.as_array().unwrap().last().unwrap(),
    );
    let body = json!({"project_id": project, "property_ids": [first["property_id"]],
        "stage_id": last["stage_id"], "drop_reason": "flood"});
    world.post(&pat, "/deals/update", body).await;

    let listed = world.get(&pat, "/deals/by_stage", &of_project).await["stages"].clone();
    let names: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|stage| &stage["name"])
        .collect();
    assert_eq!(names, [&stages[0]["name"], &last["name"]]);
    assert_eq!(listed[0]["ll_uuids"].as_array().unwrap().len(), 29);
    assert_eq!(listed[1]["ll_uuids"], json!([first["ll_uuid"]]));
    assert_eq!(listed[1]["kind"], "lost");
    world.stop().await;
}
