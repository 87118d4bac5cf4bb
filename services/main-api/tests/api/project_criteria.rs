//! Criteria of projects: the preset, saving, versions.

use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::world::World;

async fn get(world: &World, who: &Persona, project: &str) -> Reply {
    world
        .get(who, &format!("/api/project_criteria?project_id={project}"))
        .await
}

async fn put(world: &World, who: &Persona, body: Value) -> Reply {
    world.put(who, "/api/project_criteria", body).await
}

/// Valid criteria with this weight.
pub fn criteria(weight: i32) -> Value {
    json!({ "version": 1, "gates": [{ "fact": "acres", "min": 5, "max": 40, "unknown": "list" }],
        "wishes": [{ "fact": "years_held", "weight": weight, "curve": { "kind": "ramp", "zero": 0, "one": 20 }, "neutral": 0.5 }] })
}

async fn logistics(world: &World, who: &Persona) -> String {
    let body = json!({
        "project_name": "Dock", "state": "48", "category": "Site Selection - Industrial/Logistics", "market_type": "Industrial",
        "site_size_min": 12, "site_size_max": "30", "bldg_sqft_min": 100_000, "clear_height": 36,
        "additional_filter": "Restrict from FEMA flood zones",
    });
    let created = world.post(who, "/api/create_project", body).await.ok();
    created["project_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_unsaved_project_has_the_preset_with_its_own_fields() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = logistics(&world, &pat).await;
    let found = get(&world, &pat, &project).await.ok();
    for (field, value) in [
        ("is_preset", json!(true)),
        ("preset_of", json!("Site Selection - Industrial/Logistics")),
        ("version", json!(0)),
        ("updated_at", Value::Null),
        ("updated_by", Value::Null),
    ] {
        assert_eq!(found[field], value, "{field}");
    }
    let gates = found["criteria"]["gates"].as_array().unwrap();
    let gate = |fact: &str| gates.iter().find(|gate| gate["fact"] == fact).unwrap();
    assert_eq!(
        (&gate("acres")["min"], &gate("acres")["max"]),
        (&json!(12.0), &json!(30.0))
    );
    assert_eq!(
        (
            &gate("building_sqft")["min"],
            &gate("building_sqft")["unknown"]
        ),
        (&json!(100_000.0), &json!("pass"))
    );
    assert_eq!(
        (
            &gate("in_flood_zone")["is"],
            &gate("in_flood_zone")["unknown"]
        ),
        (&json!(false), &json!("list"))
    );
    assert!(
        gate("use_class")["any_of"]
            .as_array()
            .unwrap()
            .contains(&json!("industrial"))
    );
    let presets = found["presets"].as_array().unwrap();
    assert_eq!(presets.len(), 7);
    assert_eq!(presets[0]["category"], "Site Selection - Open Search");
    let not_judged: Vec<&Value> = found["not_judged"]
        .as_array()
        .unwrap()
        .iter()
        .map(|omitted| &omitted["field"])
        .collect();
    assert_eq!(not_judged, ["clear_height"]);
    // The form's default is no category of its own.
    let plain = world.project(&pat, "Plain").await;
    let found = get(&world, &pat, &plain).await.ok();
    assert_eq!(found["preset_of"], "Site Selection - Open Search");
    world.stop().await;
}

#[tokio::test]
async fn criteria_are_saved_with_a_version() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = logistics(&world, &pat).await;
    let body = |weight: i32, version: Value| json!({ "project_id": project, "criteria": criteria(weight), "version": version });
    let saved = put(&world, &pat, body(30, json!(0))).await.ok();
    assert_eq!(
        (&saved["version"], &saved["is_preset"], &saved["preset_of"]),
        (&json!(1), &json!(false), &Value::Null)
    );
    assert!(saved["updated_at"].is_string() && saved["updated_by"].is_string());
    assert_eq!(saved["criteria"]["wishes"][0]["weight"], 30);
    assert_eq!(get(&world, &pat, &project).await.ok(), saved);
    // Without a version the last one wins.
    assert_eq!(
        put(&world, &pat, body(31, Value::Null)).await.ok()["version"],
        2
    );
    let problem = put(&world, &pat, body(32, json!(1))).await.problem(409);
    assert_eq!(
        (&problem["code"], &problem["version"]),
        (&json!("criteria.changed"), &json!(2))
    );
    // Also a place that sites are kept out of.
    let ring = json!([[-95.4, 29.7], [-95.3, 29.7], [-95.3, 29.8], [-95.4, 29.7]]);
    let outline = json!({ "type": "Polygon", "coordinates": [ring] });
    let place = json!({ "fact": "in_area", "is": false, "unknown": "list", "area": { "name": "Airport", "polygon": outline, "distance_m": 500.0 } });
    let mut with_place = body(31, json!(2));
    with_place["criteria"]["gates"] = json!([place]);
    let saved = put(&world, &pat, with_place).await.ok();
    assert_eq!(saved["criteria"]["gates"], json!([place]));
    put(&world, &pat, body(31, json!(3))).await.ok();
    // Of several changes of one version one is saved.
    let changes = (0..4).map(|weight| put(&world, &pat, body(40 + weight, json!(4))));
    let mut statuses: Vec<u16> = futures::future::join_all(changes)
        .await
        .iter()
        .map(|reply| reply.status)
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
    assert_eq!(get(&world, &pat, &project).await.ok()["version"], 5);
    world.stop().await;
}

#[tokio::test]
async fn wrong_criteria_name_the_field() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "Plain").await;
    let changed = |path: &str, value: Value| {
        let mut criteria = criteria(30);
        *criteria.pointer_mut(path).unwrap() = value;
        criteria
    };
    for (criteria, field) in [
        (criteria(0), "criteria.wishes"),
        (criteria(-3), "criteria.wishes.0.weight"),
        (criteria(1001), "criteria.wishes.0.weight"),
        (changed("/gates/0/max", json!(4)), "criteria.gates.0.max"),
        (
            changed(
                "/gates/0",
                json!({ "fact": "in_area", "is": false, "area": { "name": "Plant", "point": [-95.4, 29.7] } }),
            ),
            "criteria.gates.0.area.distance_m",
        ),
        (
            changed(
                "/wishes/0/curve",
                json!({ "kind": "flag", "yes": 1, "no": 0 }),
            ),
            "criteria.wishes.0.curve.kind",
        ),
        (changed("/version", json!(2)), "criteria.version"),
    ] {
        let problem = put(
            &world,
            &pat,
            json!({ "project_id": project, "criteria": criteria }),
        )
        .await
        .problem(422);
        assert!(
            problem["errors"][field].is_string(),
            "{criteria}: {problem}"
        );
    }
    for path in ["/wishes/0/fact", "/wishes/0/weight", "/gates/0/unknown"] {
        let body = json!({ "project_id": project, "criteria": changed(path, json!("beauty")) });
        let refused = put(&world, &pat, body).await;
        assert!(
            matches!(refused.status, 400 | 422),
            "{path}: {}",
            refused.body
        );
    }
    assert_eq!(get(&world, &pat, &project).await.ok()["version"], 0);
    let stranger = world.user().await;
    get(&world, &stranger, &project).await.problem(404);
    put(
        &world,
        &stranger,
        json!({ "project_id": project, "criteria": criteria(1) }),
    )
    .await
    .problem(404);
    world.stop().await;
}
