//! Deals: where they begin and end, changes, undo, stages, notes and tasks.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, Reply};
use uuid::Uuid;

use crate::world::{Parcel, World, problem};

async fn project(world: &World, persona: &Persona, parcels: i64) -> Parcel {
    let first = Parcel::of(persona);
    let before = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    for marker in 1..=parcels {
        let parcel = Parcel {
            marker,
            number: format!("{marker}"),
            ll_uuid: Uuid::new_v4(),
            ..first.clone()
        };
        world.hear(&parcel.added()).await;
    }
    world.wait_handled(before + parcels).await;
    Parcel { marker: 1, ..first }
}

fn query(parcel: &Parcel) -> [(&'static str, String); 1] {
    [("project_id", parcel.project.to_string())]
}

async fn deals(world: &World, persona: &Persona, parcel: &Parcel) -> Value {
    world.get(persona, "/deals", &query(parcel)).await
}

async fn stage(world: &World, persona: &Persona, parcel: &Parcel, name: &str) -> Value {
    let all = world.get(persona, "/deal_stages", &query(parcel)).await;
    let all = all["stages"].as_array().unwrap();
    let found = all.iter().find(|stage| stage["name"] == name);
    found.unwrap()["stage_id"].clone()
}

fn properties(listed: &Value) -> Vec<Value> {
    let deals = listed["deals"].as_array().unwrap();
    deals
        .iter()
        .map(|deal| deal["property_id"].clone())
        .collect()
}

async fn put(world: &World, persona: &Persona, body: &Value) -> Reply {
    Reply::of(world.call(persona, Method::PUT, "/deal_stages").json(body)).await
}

#[tokio::test]
async fn a_deal_begins_and_ends_with_its_link_and_comes_back_with_its_history() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = project(&world, &pat, 2).await;
    let listed = deals(&world, &pat, &parcel).await;
    assert_eq!(listed["totals"]["count"], 2);
    assert_eq!(listed["totals"]["offer_value"], Value::Null);
    let deal = &listed["deals"][0];
    assert_eq!(
        (&deal["stage_name"], &deal["cause"]),
        (&json!("Found"), &json!("added"))
    );
    assert_eq!(deal["stalled"], false);
    let first = world
        .rows("SELECT property_id::text AS id FROM properties WHERE parcel_number = '1'")
        .await[0]["id"]
        .clone();
    let body = json!({"project_id": parcel.project, "property_ids": [first], "next_step": "Call"});
    world.post(&pat, "/deals/update", body).await;

    world.hear(&parcel.removed()).await;
    world.wait_handled(3).await;
    assert_eq!(deals(&world, &pat, &parcel).await["totals"]["count"], 1);
    let figures = world.get(&pat, "/pipeline", &query(&parcel)).await;
    assert_eq!(figures["projects"][0]["count"], 1);
    let mut asked = query(&parcel).to_vec();
    asked.push(("property_id", first.as_str().unwrap().to_owned()));
    let gone = world
        .call(&pat, Method::GET, "/deals/history")
        .query(&asked);
    Reply::of(gone).await.problem(404);

    let again = Parcel {
        marker: 77,
        number: "1".to_owned(),
        ll_uuid: world
            .rows("SELECT ll_uuid::text AS id FROM properties WHERE parcel_number = '1'")
            .await[0]["id"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap(),
        ..parcel.clone()
    };
    world.hear(&again.added()).await;
    world.wait_handled(4).await;
    let listed = deals(&world, &pat, &parcel).await;
    assert_eq!(listed["totals"]["count"], 2);
    let history = world.get(&pat, "/deals/history", &asked).await;
    assert_eq!(
        history["edits"][0]["changes"][0],
        json!({"field": "next_step", "before": null, "after": "Call"})
    );

    world
        .hear(&parcel.event("project.deleted", 9, |data| {
            data["project_id"] = json!(parcel.project);
        }))
        .await;
    world.wait_handled(5).await;
    let left = world
        .rows("SELECT count(*) AS n FROM deals WHERE removed_at IS NULL")
        .await;
    assert_eq!(left[0]["n"], 0);
    world.stop().await;
}

#[tokio::test]
async fn deals_are_tagged_and_untagged_at_once_and_both_are_undone() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::admin());
    let parcel = project(&world, &pat, 3).await;
    let ids = properties(&deals(&world, &pat, &parcel).await);
    let change = |what: Value| {
        let mut body = json!({"project_id": parcel.project, "property_ids": ids});
        body.as_object_mut()
            .unwrap()
            .extend(what.as_object().unwrap().clone());
        body
    };
    let tags_of = |listed: &Value| {
        let deals = listed["deals"].as_array().unwrap();
        let tags = deals.iter().map(|deal| deal["tags"].clone());
        tags.collect::<Vec<_>>()
    };
    let one = json!({"project_id": parcel.project, "property_ids": [ids[0]], "add_tags": ["Rail"]});
    world.post(&pat, "/deals/update", one).await;
    let added = change(json!({"add_tags": [" rail ", "Corner lot"]}));
    let added = world.post(&pat, "/deals/update", added).await;
    assert_eq!(added["changed"].as_array().unwrap().len(), 3);
    let both = json!("rail, Corner lot");
    let listed = tags_of(&deals(&world, &pat, &parcel).await);
    assert_eq!(listed, [json!("Rail, Corner lot"), both.clone(), both]);
    let tags = world.get(&pat, "/deals/tags", &[]).await;
    assert_eq!(tags["tags"], json!(["corner lot", "rail"]));
    let none = world.get(&stranger, "/deals/tags", &[]).await;
    assert_eq!(none["tags"], json!([]));

    let removed = change(json!({"remove_tags": ["RAIL"]}));
    let removed = world.post(&pat, "/deals/update", removed).await;
    let mut found = query(&parcel).to_vec();
    found.push(("tag", "Rail".to_owned()));
    let listed = world.get(&pat, "/deals", &found).await;
    assert_eq!(listed["totals"]["count"], 0);
    // One of them is changed by somebody else meanwhile.
    let other = Persona {
        email: "dana@firm.example".to_owned(),
        ..pat.clone()
    };
    let step = json!({"project_id": parcel.project, "property_ids": [ids[1]], "next_step": "Call"});
    world.post(&other, "/deals/update", step).await;
    let undo = json!({"command_id": removed["command_id"]});
    let undone = world.post(&pat, "/deals/undo", undo).await;
    assert_eq!(undone["undone"].as_array().unwrap().len(), 2);
    assert_eq!(undone["left"][0]["property_id"], ids[1]);
    let listed = world.get(&pat, "/deals", &found).await;
    assert_eq!(listed["totals"]["count"], 2);

    let many: Vec<_> = (0..20).map(|n| n.to_string()).collect();
    let full = change(json!({"add_tags": many}));
    let full = world.post(&pat, "/deals/update", full).await;
    assert_eq!(full["command_id"], Value::Null);
    assert_eq!(full["refused"].as_array().unwrap().len(), 3);
    let sentence = "A property has at most 20 tags.";
    assert_eq!(full["refused"][0]["sentence"], sentence);
    for (field, tags) in [
        ("add_tags", json!(["a,b"])),
        ("add_tags", json!([" "])),
        ("remove_tags", json!(["x".repeat(41)])),
    ] {
        let (status, said) = world
            .refused(&pat, "/deals/update", change(json!({field: tags})))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_stage_asks_people_for_its_facts_and_others_move_all_the_same() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = project(&world, &pat, 3).await;
    world
        .sql("UPDATE properties SET offer_value = 100.5 WHERE parcel_number <> '3'")
        .await;
    let ids = properties(&deals(&world, &pat, &parcel).await);
    let loi = stage(&world, &pat, &parcel, "LOI out").await;
    let body = json!({"project_id": parcel.project, "property_ids": ids, "stage_id": loi, "next_step": " Call "});
    let done = world.post(&pat, "/deals/update", body).await;
    assert_eq!(done["changed"].as_array().unwrap().len(), 2);
    assert_eq!(done["refused"][0]["missing"], json!(["offer_value"]));
    assert_eq!(
        done["refused"][0]["sentence"],
        "LOI out needs an offer value."
    );
    let listed = deals(&world, &pat, &parcel).await;
    assert_eq!(listed["totals"]["offer_value"], 201.0);
    let moved = listed["deals"]
        .as_array()
        .unwrap()
        .iter()
        .find(|deal| deal["stage_name"] == "LOI out");
    assert_eq!(moved.unwrap()["next_step"], "Call");
    assert_eq!(moved.unwrap()["cause"], "person");

    let unknown =
        json!({"project_id": parcel.project, "property_ids": [Uuid::new_v4()], "stage_id": loi});
    assert_eq!(
        world.refused(&pat, "/deals/update", unknown).await.0,
        StatusCode::NOT_FOUND
    );
    let bad = |more: Value| {
        let mut body = json!({"project_id": parcel.project, "property_ids": ids});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    for (field, more) in [
        ("stage_id", json!({})),
        ("next_step", json!({"next_step": "x".repeat(201)})),
        ("drop_reason", json!({"drop_reason": "a\nb"})),
        (
            "property_ids",
            json!({"property_ids": [], "next_step": "a"}),
        ),
    ] {
        let (status, problem) = world.refused(&pat, "/deals/update", bad(more)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(problem["errors"].get(field).is_some(), "{problem}");
    }
    let other = bad(json!({"stage_id": Uuid::new_v4()}));
    assert_eq!(
        world.refused(&pat, "/deals/update", other).await.0,
        StatusCode::NOT_FOUND
    );
    world.stop().await;
}

#[tokio::test]
async fn only_people_of_the_firm_can_be_assigned() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = project(&world, &pat, 1).await;
    let dana = Uuid::new_v4();
    world.main_api.on(
        "GET",
        "/api/people",
        Answer::json(
            200,
            &json!({"people": [{"user_id": dana, "name": "Dana Fox"}]}),
        ),
    );
    let ids = properties(&deals(&world, &pat, &parcel).await);
    let body =
        |who: Value| json!({"project_id": parcel.project, "property_ids": ids, "assigned_to": who});
    world.post(&pat, "/deals/update", body(json!(dana))).await;
    let deal = deals(&world, &pat, &parcel).await["deals"][0].clone();
    assert_eq!(
        (&deal["assigned_to"], &deal["assigned_to_name"]),
        (&json!(dana), &json!("Dana Fox"))
    );
    let (status, problem) = world
        .refused(&pat, "/deals/update", body(json!(Uuid::new_v4())))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["errors"].get("assigned_to").is_some());
    let figures = world.get(&pat, "/pipeline", &query(&parcel)).await;
    assert_eq!(
        figures["people"][0],
        json!({"user_id": dana, "name": "Dana Fox", "count": 1, "offer_value": null})
    );
    assert_eq!(figures["stages"][0]["count"], 1);
    assert!(figures["stages"][0]["median_age_days"].is_number());
    // Who has left the firm is still counted, and has the same deals in the list.
    world.main_api.clear();
    world.main_api.on(
        "GET",
        "/api/people",
        Answer::json(200, &json!({"people": []})),
    );
    let figures = world.get(&pat, "/pipeline", &query(&parcel)).await;
    assert_eq!(figures["people"][0]["user_id"], json!(dana));
    let filter = [
        ("assigned_to", dana.to_string()),
        ("open", "true".to_owned()),
    ];
    let listed = world.get(&pat, "/deals", &filter).await;
    assert_eq!(listed["totals"]["count"], figures["people"][0]["count"]);
    assert_eq!(listed["deals"][0]["assigned_to_name"], "Dana Fox");
    assert_eq!(figures["stages"][1]["median_age_days"], Value::Null);
    world.post(&pat, "/deals/update", body(Value::Null)).await;
    assert_eq!(
        deals(&world, &pat, &parcel).await["deals"][0]["assigned_to"],
        Value::Null
    );
    world.main_api.clear();
    world
        .main_api
        .on("GET", "/api/people", Answer::json(500, &json!({})));
    let (status, _) = world
        .refused(&pat, "/deals/update", body(json!(dana)))
        .await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    world.stop().await;
}

#[tokio::test]
async fn an_undo_sets_back_what_nobody_has_changed_since() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = project(&world, &pat, 2).await;
    let before = deals(&world, &pat, &parcel).await;
    let ids = properties(&before);
    let contacted = stage(&world, &pat, &parcel, "Contacted").await;
    let mut events = world.listen(&["deal.changed"]).await;
    let body = json!({"project_id": parcel.project, "property_ids": ids, "stage_id": contacted});
    let done = world.post(&pat, "/deals/update", body.clone()).await;
    let event = futures::StreamExt::next(&mut events).await.unwrap();
    test_support::assert_event_valid(&event);
    assert_eq!(event.data["property_ids"].as_array().unwrap().len(), 2);
    let same = world.post(&pat, "/deals/update", body).await;
    assert_eq!(
        (&same["changed"], &same["command_id"]),
        (&json!([]), &Value::Null)
    );

    let later =
        json!({"project_id": parcel.project, "property_ids": [ids[1]], "next_step": "Visit"});
    world.post(&pat, "/deals/update", later).await;
    let undo = json!({"command_id": done["command_id"]});
    let undone = world.post(&pat, "/deals/undo", undo.clone()).await;
    assert_eq!(undone["undone"], json!([ids[0]]));
    assert_eq!(undone["left"][0]["property_id"], ids[1]);
    let sentence = undone["left"][0]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("Changed since by "), "{sentence}");
    let after = deals(&world, &pat, &parcel).await;
    let find = |listed: &Value, id: &Value| {
        let deals = listed["deals"].as_array().unwrap();
        deals
            .iter()
            .find(|deal| deal["property_id"] == *id)
            .unwrap()
            .clone()
    };
    let (old, new) = (find(&before, &ids[0]), find(&after, &ids[0]));
    assert_eq!(
        (&old["stage_id"], &old["since"], &old["cause"]),
        (&new["stage_id"], &new["since"], &new["cause"])
    );
    let mut asked = query(&parcel).to_vec();
    asked.push(("property_id", ids[0].as_str().unwrap().to_owned()));
    let history = world.get(&pat, "/deals/history", &asked).await;
    assert_eq!(history["spans"].as_array().unwrap().len(), 1);
    assert_eq!(history["edits"][0]["undoes"], done["command_id"]);
    asked[1].1 = ids[1].as_str().unwrap().to_owned();
    let history = world.get(&pat, "/deals/history", &asked).await;
    assert_eq!(history["spans"].as_array().unwrap().len(), 2);
    assert_eq!(history["spans"][0]["until"], Value::Null);
    assert_eq!(history["spans"][1]["until"], history["spans"][0]["since"]);

    let again = world.post(&pat, "/deals/undo", undo.clone()).await;
    assert_eq!(again["undone"], json!([]));
    let stranger = Persona::user();
    assert_eq!(
        world
            .refused(&stranger, "/deals/undo", undo.clone())
            .await
            .0,
        StatusCode::NOT_FOUND
    );
    world
        .sql("UPDATE deal_commands SET created_at = now() - interval '25 hours'")
        .await;
    let (status, problem) = world.refused(&pat, "/deals/undo", undo).await;
    assert_eq!(
        (status, &problem["code"]),
        (StatusCode::CONFLICT, &json!("deal.undo_expired"))
    );
    world.stop().await;
}

#[tokio::test]
async fn stages_are_replaced_and_deals_of_a_removed_one_move() {
    let world = World::start().await;
    let (pat, ada) = (Persona::user(), Persona::admin());
    let parcel = project(&world, &pat, 1).await;
    let read = world.get(&pat, "/deal_stages", &query(&parcel)).await;
    let mut stages = read["stages"].as_array().unwrap().clone();
    assert_eq!(stages.len(), 6);
    let found = stages.remove(0)["stage_id"].clone();
    stages.insert(
        1,
        json!({"name": "Visit", "kind": "open", "stale_after_days": 5}),
    );
    let mut body =
        json!({"project_id": parcel.project, "stages": stages, "version": read["version"]});
    let refused = put(&world, &pat, &body).await.problem(422);
    let field = format!("move_to.{}", found.as_str().unwrap());
    assert!(refused["errors"].get(&field).is_some(), "{refused}");
    body["move_to"] = json!({found.as_str().unwrap(): stages[0]["stage_id"]});
    body["as_firm_default"] = json!(true);
    put(&world, &pat, &body).await.problem(403);
    body["as_firm_default"] = json!(false);
    let stored = put(&world, &pat, &body).await.ok();
    assert_eq!(stored["stages"][1]["name"], "Visit");
    assert_eq!(stored["stages"][1]["milestone"], Value::Null);
    let conflict = put(&world, &pat, &body).await.problem(409);
    assert_eq!(conflict["version"], stored["version"]);
    let deal = deals(&world, &pat, &parcel).await["deals"][0].clone();
    assert_eq!(
        (&deal["stage_name"], &deal["cause"]),
        (&json!("Contacted"), &json!("stage_removed"))
    );

    let own = project(&world, &ada, 1).await;
    let mut stages = world.get(&ada, "/deal_stages", &query(&own)).await;
    stages["stages"][0]["name"] = json!("New");
    stages["project_id"] = json!(own.project);
    stages["as_firm_default"] = json!(true);
    put(&world, &ada, &stages).await.ok();
    let next = Parcel {
        marker: 50,
        project: Uuid::new_v4(),
        ..own
    };
    world.hear(&next.added()).await;
    world.wait_handled(3).await;
    let listed = deals(&world, &ada, &next).await;
    assert_eq!(listed["deals"][0]["stage_name"], "New");
    world.stop().await;
}

#[tokio::test]
async fn a_change_at_the_same_time_loses_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = project(&world, &pat, 1).await;
    let ids = properties(&deals(&world, &pat, &parcel).await);
    let body = |more: (&str, Value)| {
        let mut body = json!({"project_id": parcel.project, "property_ids": ids});
        body[more.0] = more.1;
        body
    };
    let calls = [
        body(("next_step", json!("Call"))),
        body(("next_step_on", json!("2026-12-24"))),
        body(("drop_reason", json!("Price"))),
    ];
    let sent = calls
        .into_iter()
        .map(|body| world.post(&pat, "/deals/update", body));
    futures::future::join_all(sent).await;
    let deal = deals(&world, &pat, &parcel).await["deals"][0].clone();
    assert_eq!(
        (
            &deal["next_step"],
            &deal["next_step_on"],
            &deal["drop_reason"]
        ),
        (&json!("Call"), &json!("2026-12-24"), &json!("Price"))
    );
    assert_eq!(deal["version"], 4);
    world.stop().await;
}

#[tokio::test]
async fn another_firm_has_no_such_deal() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let parcel = project(&world, &pat, 1).await;
    for path in ["/deals", "/deal_stages", "/pipeline"] {
        let call = world
            .call(&stranger, Method::GET, path)
            .query(&query(&parcel));
        let (status, _) = problem(call.send().await.unwrap()).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let figures = world.get(&stranger, "/pipeline", &[]).await;
    assert_eq!(figures["projects"], json!([]));
    world.stop().await;
}
