//! Values and the offer rule over HTTP.

use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::Persona;

use crate::world::World;

#[tokio::test]
async fn the_offer_follows_appraised_and_market_until_it_is_set() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let set = |field: &'static str, value: Value| {
        let (world, pat, number) = (&world, &pat, &parcel.number);
        async move {
            let body = json!({"parcel_number": number, field: value});
            world.post(pat, &format!("/update_{field}"), body).await["property"].clone()
        }
    };
    let one = set("appraised_value", json!(1_000_000)).await;
    assert_eq!(
        one["offer_value"],
        json!(null),
        "one value alone makes no offer"
    );
    let both = set("market_value", json!(1_500_000)).await;
    assert_eq!(both["offer_value"], 1_190_000);
    let own = set("offer_value", json!(1_234_567.89)).await;
    assert_eq!(own["offer_value"], 1_234_567.89);
    let total = set("total_value", json!(7)).await;
    assert_eq!(
        total["offer_value"], 1_234_567.89,
        "the total is not part of the rule"
    );
    let again = set("market_value", json!("1000000.00")).await;
    assert_eq!(again["offer_value"], 1_150_000);
    let cleared = set("offer_value", Value::Null).await;
    assert_eq!(cleared["offer_value"], json!(null));
    let stored = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(stored, cleared);
    let query = [(
        "property_id",
        stored["property_id"].as_str().unwrap().to_owned(),
    )];
    let history = world.get(&pat, "/offers", &query).await;
    let offers: Vec<Value> = history["offers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| json!([offer["amount"], offer["basis"], offer["reason"]]))
        .collect();
    assert_eq!(
        offers,
        [
            json!([null, "manual", "Edited"]),
            json!([1_150_000, "formula", "New market value"]),
            json!([1_234_567.89, "manual", "Edited"]),
            json!([1_190_000, "formula", "New market value"]),
        ]
    );
    assert_eq!(history["offers"][0]["actor_name"], pat.email);
    let body =
        json!({"parcel_number": parcel.number, "offer_value": 5, "reason": " Broker's word "});
    world.post(&pat, "/update_offer_value", body.clone()).await;
    let history = world.get(&pat, "/offers", &query).await;
    assert_eq!(history["offers"][0]["reason"], "Broker's word");
    let mut blank = body;
    blank["reason"] = json!(" ");
    let (status, said) = world.refused(&pat, "/update_offer_value", blank).await;
    assert_eq!(
        (status, said["errors"]["reason"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    world.stop().await;
}

#[tokio::test]
async fn an_edit_of_a_value_is_undone_with_the_offer_that_followed_unless_somebody_set_it_since() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let set = |field: &'static str, value: Value| {
        let (world, pat, number) = (&world, &pat, &parcel.number);
        async move {
            let body = json!({"parcel_number": number, field: value});
            world.post(pat, &format!("/update_{field}"), body).await
        }
    };
    let undo = |edit: &Value| json!({"edit_id": edit["edit_id"]});
    let countys = world.get(&pat, "/specific_property", &parcel.query()).await;
    let first = set("appraised_value", json!(1_000_000)).await;
    let undone = world.post(&pat, "/undo_value_edit", undo(&first)).await;
    // The county's value again, and nobody of the firm has set it.
    let unversioned = |mut property: Value| {
        property.as_object_mut().unwrap().remove("version");
        property
    };
    assert_eq!(
        unversioned(undone["property"].clone()),
        unversioned(countys.clone())
    );
    let again = world.refused(&pat, "/undo_value_edit", undo(&first)).await;
    assert_eq!(again.0, StatusCode::NOT_FOUND);
    assert_eq!(again.1["code"], "value_edit.not_found");

    set("appraised_value", json!(1_000_000)).await;
    set("market_value", json!(1_500_000)).await;
    set("offer_value", json!(1_234_567.89)).await;
    let edit = set("market_value", json!(1_000_000)).await;
    assert_eq!(edit["property"]["offer_value"], 1_150_000);
    let undone = world.post(&pat, "/undo_value_edit", undo(&edit)).await;
    assert_eq!(undone["property"]["market_value"], 1_500_000);
    assert_eq!(undone["property"]["offer_value"], 1_234_567.89);
    let query = [(
        "property_id",
        countys["property_id"].as_str().unwrap().to_owned(),
    )];
    let history = world.get(&pat, "/offers", &query).await;
    assert_eq!(history["offers"][0]["amount"], 1_234_567.89);
    assert_eq!(history["offers"][0]["reason"], "Edit undone");

    let same = set("market_value", json!(1_500_000)).await;
    assert_eq!(same["edit_id"], Value::Null, "nothing to undo");
    let mine = set("total_value", json!(5)).await;
    let other = Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    let body = json!({"parcel_number": parcel.number, "total_value": 6});
    world.post(&other, "/update_total_value", body).await;
    let (status, said) = world.refused(&pat, "/undo_value_edit", undo(&mine)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(said["code"], "value_edit.changed_since");
    let by = format!("Changed since by {}.", other.email);
    assert_eq!(said["error"], by.as_str());
    let stored = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(stored["total_value"], 6);

    let old = set("total_value", json!(7)).await;
    world
        .sql("UPDATE value_edits SET created_at = now() - interval '25 hours'")
        .await;
    let expired = world.refused(&pat, "/undo_value_edit", undo(&old)).await;
    assert_eq!(expired.0, StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test]
async fn an_edit_of_the_name_or_the_floor_area_is_undone_unless_somebody_set_it_since() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let set = |who: &Persona, field: &'static str, value: Value| {
        let (world, who, number) = (&world, who.clone(), &parcel.number);
        async move {
            let body = json!({"parcel_number": number, field: value});
            world.post(&who, &format!("/update_{field}"), body).await
        }
    };
    let undo = |edit: &Value| json!({"edit_id": edit["edit_id"]});
    let countys = world.get(&pat, "/specific_property", &parcel.query()).await;
    for (field, value) in [
        ("property_name", json!("Mill 7")),
        ("square_feet", json!(12_500)),
    ] {
        let first = set(&pat, field, value.clone()).await;
        assert_eq!(first["property"][field], value);
        let same = set(&pat, field, value.clone()).await;
        assert_eq!(same["edit_id"], Value::Null, "nothing to undo");
        let cleared = set(&pat, field, Value::Null).await;
        let undone = world.post(&pat, "/undo_value_edit", undo(&cleared)).await;
        assert_eq!(undone["property"][field], value);
        assert_eq!(undone["property"]["edits"][0]["field"], field);
        // The county's again, and nobody of the firm has set it.
        let undone = world.post(&pat, "/undo_value_edit", undo(&first)).await;
        assert_eq!(undone["property"][field], countys[field]);
        assert_eq!(undone["property"]["edits"], json!([]));
        let again = world.refused(&pat, "/undo_value_edit", undo(&first)).await;
        assert_eq!(again.0, StatusCode::NOT_FOUND);
    }
    let mine = set(&pat, "square_feet", json!(5)).await;
    let other = Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    set(&other, "square_feet", json!(6)).await;
    let (status, said) = world.refused(&pat, "/undo_value_edit", undo(&mine)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(said["code"], "value_edit.changed_since");
    let stranger = Persona::user();
    let foreign = world
        .refused(&stranger, "/undo_value_edit", undo(&mine))
        .await;
    assert_eq!(foreign.0, StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test]
async fn amounts_that_are_none_are_refused_and_change_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let before = world.get(&pat, "/specific_property", &parcel.query()).await;
    for field in [
        "total_value",
        "appraised_value",
        "market_value",
        "offer_value",
    ] {
        let call = format!("/update_{field}");
        for value in [
            json!(-1),
            json!("NaN"),
            json!(1e300),
            json!(1e12),
            json!(0.001),
            json!(""),
            json!(true),
        ] {
            let body = json!({"parcel_number": parcel.number, field: value});
            let (status, said) = world.refused(&pat, &call, body).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{value}");
            assert!(said["errors"][field].is_string(), "{said}");
        }
        let (status, said) = world
            .refused(&pat, &call, json!({"parcel_number": parcel.number}))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    assert_eq!(
        world.get(&pat, "/specific_property", &parcel.query()).await,
        before
    );
    world.stop().await;
}

#[tokio::test]
async fn two_changes_at_once_leave_the_offer_of_what_stands() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let set = |field: &'static str, value: i64| {
        let body = json!({"parcel_number": parcel.number, field: value});
        world.post(
            &pat,
            if field == "market_value" {
                "/update_market_value"
            } else {
                "/update_appraised_value"
            },
            body,
        )
    };
    for round in 1..=5 {
        tokio::join!(
            set("market_value", round * 1000),
            set("appraised_value", round * 2000)
        );
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        // 1.15 × 1000 + 0.08 × 1000, for each round
        assert_eq!(property["offer_value"], round * 1230);
    }
    world.stop().await;
}

#[tokio::test]
async fn each_fact_that_the_firm_sets_says_who_set_it_and_when() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let stored = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(stored["edits"], json!([]));
    let body = json!({"parcel_number": parcel.number, "market_value": 1_500_000});
    let first = world.post(&pat, "/update_market_value", body).await;
    let edits = &first["property"]["edits"];
    assert_eq!(edits.as_array().unwrap().len(), 1);
    assert_eq!(edits[0]["field"], "market_value");
    let name = edits[0]["edited_by_name"].as_str().unwrap();
    assert!(!name.is_empty());
    let body = json!({"parcel_number": parcel.number, "square_feet": 12_000});
    world.post(&pat, "/update_square_feet", body).await;
    let body = json!({"parcel_number": parcel.number, "market_value": 1_600_000});
    world.post(&pat, "/update_market_value", body).await;
    let stored = world.get(&pat, "/specific_property", &parcel.query()).await;
    let fields: Vec<&str> = stored["edits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| edit["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["market_value", "square_feet"]);
    let at = |edit: &Value| {
        let text = edit["edited_at"].as_str().unwrap().to_owned();
        chrono::DateTime::parse_from_rfc3339(&text).unwrap()
    };
    assert!(at(&stored["edits"][0]) > at(&edits[0]), "the later edit");
    assert!(at(&stored["edits"][0]) > at(&stored["edits"][1]));
    world.stop().await;
}
