//! People whom notes mention.

use chrono::{DateTime, TimeDelta, Utc};
use property_api::deal_tasks::reminders::sweep;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::deal_records::{call, deal, with};
use crate::mail::heard;
use crate::world::World;

/// Lets main-api list these people of the firm as active.
fn people(world: &World, people: &[(&Persona, &str)]) {
    let person =
        |(persona, name): &(&Persona, &str)| json!({"user_id": persona.user_id, "name": name});
    let people: Vec<Value> = people.iter().map(person).collect();
    world.main_api.on(
        "GET",
        "/api/people",
        Answer::json(200, &json!({"people": people})),
    );
}

async fn mentions(world: &World, persona: &Persona) -> Value {
    world.get(persona, "/note_mentions", &[]).await
}

#[tokio::test]
async fn a_note_mentions_active_people_of_the_firm() {
    let world = World::start().await;
    let pat = Persona::user();
    let colleague = || Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    let (dana, lee, stranger) = (colleague(), colleague(), Persona::user());
    let (parcel, query, body) = deal(&world, &pat).await;
    people(&world, &[(&pat, "Pat Roe"), (&dana, "Dana Fox")]);
    let text = "@Dana Fox, please call. - @Pat Roe";
    let note = |mentions: Value| with(&body, &json!({"text": text, "mentions": mentions}));
    let many: Vec<Uuid> = (0..51).map(|_| Uuid::new_v4()).collect();
    for (who, refused) in [
        (
            "who may not sign in",
            note(json!([dana.user_id, lee.user_id])),
        ),
        ("of another firm", note(json!([stranger.user_id]))),
        ("too many", note(json!(many))),
        (
            "whom the text does not name",
            with(
                &body,
                &json!({"text": "Call Dana Fox", "mentions": [dana.user_id]}),
            ),
        ),
    ] {
        let (status, problem) = world.refused(&pat, "/deal_notes", refused).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{who}");
        assert!(
            problem["errors"]["mentions"].is_string(),
            "{who}: {problem}"
        );
    }
    let ids = json!([dana.user_id, pat.user_id, dana.user_id]);
    let made = world.post(&pat, "/deal_notes", note(ids)).await;
    assert_eq!(made["mentions"].as_array().unwrap().len(), 2);
    let listed = world.get(&pat, "/deal_notes", &query).await;
    let mentioned = listed["notes"][0]["mentions"].as_array().unwrap();
    assert!(
        mentioned.contains(&json!({"user_id": dana.user_id, "name": "Dana Fox"})),
        "{listed}"
    );

    let told = mentions(&world, &dana).await;
    assert_eq!(told["unread"], 1);
    let mention = &told["mentions"][0];
    assert_eq!(
        (
            &mention["text"],
            &mention["parcel_number"],
            &mention["is_read"]
        ),
        (&json!(text), &json!(parcel.number), &json!(false))
    );
    let own = mentions(&world, &pat).await;
    assert_eq!(
        (&own["unread"], own["mentions"].as_array().unwrap().len()),
        (&json!(0), 1)
    );
    for nobody in [&lee, &stranger] {
        assert_eq!(mentions(&world, nobody).await["mentions"], json!([]));
    }
    // Another firm's number reads nothing.
    let up_to = json!({"mention_id": i64::MAX});
    world
        .post(&stranger, "/note_mentions/read", up_to.clone())
        .await;
    assert_eq!(mentions(&world, &dana).await["unread"], 1);
    let left = world.post(&dana, "/note_mentions/read", up_to).await;
    assert_eq!(left["unread"], 0);
    assert_eq!(
        mentions(&world, &dana).await["mentions"][0]["is_read"],
        true
    );

    // Who was mentioned may leave; whom the note newly mentions may not have left.
    people(&world, &[(&pat, "Pat Roe")]);
    let path = format!("/deal_notes/{}", made["note_id"].as_str().unwrap());
    let edit = json!({"text": "@Dana Fox called.", "mentions": [dana.user_id], "version": 1});
    let edited = call(&world, &pat, Method::PATCH, &path, edit).await.ok();
    assert_eq!(
        edited["mentions"],
        json!([{"user_id": dana.user_id, "name": "Dana Fox"}])
    );
    assert_eq!(mentions(&world, &dana).await["unread"], 0, "told once");
    let edit = json!({"text": "@Lee Ward called.", "mentions": [lee.user_id], "version": 2});
    let refused = call(&world, &pat, Method::PATCH, &path, edit)
        .await
        .problem(422);
    assert!(refused["errors"]["mentions"].is_string(), "{refused}");
    let edit = json!({"text": "They called.", "version": 2});
    let edited = call(&world, &pat, Method::PATCH, &path, edit).await.ok();
    assert_eq!(edited["mentions"], json!([]));
    assert_eq!(mentions(&world, &dana).await["mentions"], json!([]));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_mentions_are_in_the_next_mornings_message_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let dana = Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    let (_, _, body) = deal(&world, &pat).await;
    people(&world, &[(&pat, "Pat Roe"), (&dana, "Dana Fox")]);
    let add = async |text: &str| {
        let note = json!({"text": text, "mentions": [dana.user_id]});
        world.post(&pat, "/deal_notes", with(&body, &note)).await
    };
    add("@Dana Fox one").await;
    add(&format!("@Dana Fox {}", "x".repeat(300))).await;
    let (pool, url) = (&world.state.pool, "https://sitewright.example");
    let sweep = async |now| sweep(pool, url, now).await.unwrap();
    let mut events = world.listen(&["tasks.due"]).await;
    assert_eq!(sweep(Utc::now()).await, 0, "not before the next morning");
    let day = |days: i64| -> DateTime<Utc> { Utc::now() + TimeDelta::days(days) };
    assert_eq!(sweep(day(1)).await, 1);
    let told = heard(&mut events).await["data"].clone();
    assert_eq!(
        (&told["user_id"], &told["count"], &told["mention_count"]),
        (&json!(dana.user_id), &json!(0), &json!(2))
    );
    let first = &told["mentions"][0];
    assert_eq!(first["text"].as_str().unwrap().chars().count(), 200);
    assert_eq!(told["mentions"][1]["text"], "@Dana Fox one");
    assert!(
        first["link"]
            .as_str()
            .unwrap()
            .starts_with("https://sitewright.example/map?")
    );
    assert_eq!(sweep(day(2)).await, 0, "told once");

    // What was read meanwhile, or deleted, is not mailed.
    let read = add("@Dana Fox two").await;
    assert_eq!(
        mentions(&world, &dana).await["mentions"][0]["note_id"],
        read["note_id"]
    );
    let up_to = json!({"mention_id": mentions(&world, &dana).await["mentions"][0]["mention_id"]});
    world.post(&dana, "/note_mentions/read", up_to).await;
    let deleted = add("@Dana Fox three").await;
    let path = format!("/deal_notes/{}", deleted["note_id"].as_str().unwrap());
    call(&world, &pat, Method::DELETE, &path, json!({}))
        .await
        .ok();
    assert_eq!(mentions(&world, &dana).await["unread"], 0);
    assert_eq!(sweep(day(3)).await, 0);
    world.stop().await;
}
