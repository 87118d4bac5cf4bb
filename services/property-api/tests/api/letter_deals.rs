//! Deals that follow the states of letters.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};

use crate::letter_jobs::{Site, accepted};
use crate::letter_register::{approve, message, set};
use crate::mail_worker::worker;
use crate::world::{TEST_TIMEOUT, World};

/// Stage and cause of each property's deal, in the order of the site.
async fn stages(world: &World, pat: &Persona, site: &Site) -> Vec<Value> {
    let query = [("project_id", site.project.to_string())];
    let list = world.get(pat, "/deals", &query).await;
    let deals = list["deals"].as_array().unwrap();
    let of = |id: &uuid::Uuid| {
        let deal = deals.iter().find(|deal| deal["property_id"] == json!(id));
        deal.map_or(Value::Null, |deal| {
            json!([deal["stage_name"], deal["cause"]])
        })
    };
    site.ids.iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_goes_forward_with_its_letter_and_is_not_moved_by_a_withdrawal() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters).await;
    let (found, out) = (json!(["Found", "added"]), json!(["LOI out", "letter"]));
    assert_eq!(
        stages(&world, &pat, &site).await,
        [&found; 3].map(Clone::clone)
    );

    for letter in &letters {
        set(&world, &pat, letter, json!({"to": "sent", "version": 2})).await;
    }
    assert_eq!(
        stages(&world, &pat, &site).await,
        [&out; 3].map(Clone::clone)
    );
    set(
        &world,
        &pat,
        &letters[0],
        json!({"to": "countered", "version": 3}),
    )
    .await;
    set(
        &world,
        &pat,
        &letters[1],
        json!({"to": "signed", "version": 3}),
    )
    .await;
    assert_eq!(
        stages(&world, &pat, &site).await,
        [
            json!(["Countered", "letter"]),
            json!(["Under contract", "letter"]),
            out.clone()
        ]
    );

    let query = [("project_id", site.project.to_string())];
    let pipeline = world.get(&pat, "/deal_stages", &query).await;
    let first = pipeline["stages"][0]["stage_id"].clone();
    let back =
        json!({"project_id": site.project, "property_ids": [site.ids[2]], "stage_id": first});
    world.post(&pat, "/deals/update", back).await;
    let path = format!(
        "/letters/{}/withdraw",
        letters[2]["letter_id"].as_str().unwrap()
    );
    world.post(&pat, &path, json!({"version": 3})).await;
    assert_eq!(
        stages(&world, &pat, &site).await[2],
        json!(["Found", "person"])
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_the_mail_server_accepted_moves_its_deal() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let site = Site::new(&world, &pat, 2).await;
    site.made(&world, &pat).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters[..1]).await;
    accepted(&world, &pat, "/letters/send", &message(&[&letters[0]])).await;
    assert_eq!(
        stages(&world, &pat, &site).await[0],
        json!(["Found", "added"])
    );
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        stages(&world, &pat, &site).await
            == [json!(["LOI out", "letter"]), json!(["Found", "added"])]
    })
    .await;
    running.shutdown().await;
    let history = world
        .call(&pat, Method::GET, "/deals/history")
        .query(&[("project_id", site.project), ("property_id", site.ids[0])]);
    let history: Value = history.send().await.unwrap().json().await.unwrap();
    let named: Vec<&Value> = history["spans"]
        .as_array()
        .unwrap()
        .iter()
        .map(|span| &span["stage_name"])
        .collect();
    assert_eq!(named.len(), 3, "{history}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_show_their_stage_last_offer_and_answer() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 4).await;
    let rows = world
        .rows("SELECT ll_uuid::text AS id, property_id::text AS property FROM properties")
        .await;
    let parcel = |place: usize| {
        let of = |row: &&serde_json::Map<String, Value>| row["property"] == json!(site.ids[place]);
        rows.iter().filter_map(Value::as_object).find(of).unwrap()["id"].clone()
    };
    let parcels: Vec<Value> = (0..3).map(parcel).collect();
    let elsewhere = json!(uuid::Uuid::new_v4());
    let asked = async |project: Value, parcels: &[Value]| {
        let body = json!({"project_id": project, "ll_uuids": parcels});
        world.post(&pat, "/deals/of_parcels", body).await["deals"].clone()
    };
    let asked_of = [&parcels[..], std::slice::from_ref(&elsewhere)].concat();
    let before = asked(json!(site.project), &asked_of).await;
    assert_eq!(before.as_array().unwrap().len(), 3);
    for deal in before.as_array().unwrap() {
        assert_eq!(deal["stage_name"], "Found");
        assert_eq!(
            (&deal["contacted"], &deal["declined"], &deal["counter"]),
            (&json!(false), &json!(false), &Value::Null)
        );
    }

    site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters).await;
    for letter in &letters[..3] {
        set(&world, &pat, letter, json!({"to": "sent", "version": 2})).await;
    }
    let counter = json!({"to": "countered", "version": 3, "counter_price": 123_456.5});
    set(&world, &pat, &letters[0], counter).await;
    let declined = json!({"to": "declined", "version": 3});
    set(&world, &pat, &letters[1], declined).await;

    let now = asked(json!(site.project), &parcels).await;
    let of = |place: usize| {
        let deals = now.as_array().unwrap();
        let found = deals.iter().find(|deal| deal["ll_uuid"] == parcels[place]);
        found.unwrap().clone()
    };
    assert_eq!(of(0)["stage_name"], "Countered");
    assert_eq!(of(0)["counter"]["amount"], 123_456.5);
    assert_eq!(of(0)["declined"], false);
    assert_eq!(of(1)["declined"], true);
    assert_eq!(
        (&of(2)["contacted"], &of(2)["counter"]),
        (&json!(true), &Value::Null)
    );

    // A new offer answers the counter.
    let property = json!(site.ids[0]).as_str().unwrap().to_owned();
    let insert = format!(
        "INSERT INTO offers (offer_id, customer_id, property_id, amount, side, basis, reason, actor_id, actor_name) \
         SELECT gen_random_uuid(), customer_id, property_id, 130000, 'buyer', 'manual', 'Raised', gen_random_uuid(), 'Ana' \
         FROM properties WHERE property_id = '{property}'"
    );
    world.sql(&insert).await;
    let now = asked(json!(site.project), &parcels[..1]).await;
    assert_eq!(now[0]["offer"]["amount"], 130_000);
    assert_eq!(now[0]["counter"], Value::Null);

    let none = json!({"project_id": site.project, "ll_uuids": []});
    let (status, refused) = world.refused(&pat, "/deals/of_parcels", none).await;
    assert_eq!(status, 422);
    assert!(refused["errors"]["ll_uuids"].is_string(), "{refused}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn contacts_lead_to_the_deals_of_their_properties() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let (ana, ben) = (uuid::Uuid::new_v4(), uuid::Uuid::new_v4());
    for (place, contact) in [(0, ana), (1, ana), (1, ben)] {
        let link = format!(
            "INSERT INTO property_contacts (customer_id, property_id, contact_id) \
             SELECT customer_id, property_id, '{contact}' FROM properties WHERE property_id = '{}'",
            site.ids[place]
        );
        world.sql(&link).await;
    }
    let asked = async |who: &Persona, contacts: &[uuid::Uuid]| {
        let body = json!({"contact_ids": contacts});
        let got = world.post(who, "/deals/of_contacts", body).await;
        let mut found: Vec<String> = Vec::new();
        for deal in got["deals"].as_array().unwrap() {
            assert_eq!(deal["project_id"], json!(site.project));
            found.push(deal["property_id"].as_str().unwrap().to_owned());
        }
        found.sort();
        found
    };
    let ids = |places: &[usize]| {
        let mut ids: Vec<String> = places
            .iter()
            .map(|place| json!(site.ids[*place]).as_str().unwrap().to_owned())
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(asked(&pat, &[ben]).await, ids(&[1]));
    // A property of both is one deal.
    assert_eq!(asked(&pat, &[ana, ben]).await, ids(&[0, 1]));
    assert_eq!(asked(&pat, &[uuid::Uuid::new_v4()]).await, ids(&[]));
    assert_eq!(asked(&Persona::user(), &[ana]).await, ids(&[]));

    let none = json!({"contact_ids": []});
    let (status, refused) = world.refused(&pat, "/deals/of_contacts", none).await;
    assert_eq!(status, 422);
    assert!(refused["errors"]["contact_ids"].is_string(), "{refused}");
    world.stop().await;
}
