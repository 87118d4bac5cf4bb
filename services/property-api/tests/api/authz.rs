//! Every operation of the contract: rejected without a session, and isolated between firms.

use property_api::program::PropertyApi;
use reqwest::{Method, StatusCode};
use serde_json::json;
use service::Program as _;
use test_support::{Persona, expired_token_for};
use uuid::Uuid;

use crate::world::{World, problem};

/// Method and path of every operation in the contract.
fn calls() -> Vec<(Method, String)> {
    let document = serde_json::to_value(PropertyApi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let calls: Vec<_> = paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .keys()
                .map(|method| (method.to_uppercase().parse().unwrap(), path.clone()))
        })
        .collect();
    assert!(calls.len() >= 23, "{calls:?}");
    calls
}

#[tokio::test]
async fn every_call_needs_a_session() {
    let world = World::start().await;
    let expired = expired_token_for(&Persona::user());
    for (method, path) in calls() {
        // Unsubscribing is authorized by its signed link, because recipients have no account. Page
        // links only redirect to the app, which requires the session.
        if matches!(
            path.as_str(),
            "/unsubscribe" | "/property_detail" | "/email_campaign"
        ) {
            continue;
        }
        for call in [
            world.anonymous(method.clone(), &path),
            world.anonymous(method.clone(), &path).bearer_auth(&expired),
            world
                .anonymous(method.clone(), &path)
                .bearer_auth("not.a.token"),
            world
                .anonymous(method.clone(), &path)
                .basic_auth("user", Some("password")),
        ] {
            let answer = call.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{method} {path}");
        }
    }
    world.stop().await;
}

#[tokio::test]
async fn no_call_shows_or_changes_another_firms_property() {
    let world = World::start().await;
    let (owner, stranger) = (Persona::admin(), Persona::admin());
    let parcel = world.parcel(&owner).await;
    let before = world
        .get(&owner, "/specific_property", &parcel.query())
        .await;
    let body = json!({
        "parcel_number": parcel.number, "project_id": parcel.project, "ll_uuid": parcel.ll_uuid,
        "contact_id": Uuid::new_v4(), "phone_number": "7135550142", "first_name": "A", "last_name": "B", "email": "a@b.example",
        "property_name": "taken", "square_feet": 1, "total_value": 1, "appraised_value": 1,
        "market_value": 1, "offer_value": 1, "html": "<p>x</p>", "filepath": "x", "to": ["a@b.example"], "subject": "s", "body": "b", "postal_address": "1 Main St, Houston, TX",
    });
    for (method, path) in calls() {
        // These concern the caller's own directory and properties and take no id. Unsubscribing and
        // page links have no caller.
        if matches!(
            path.as_str(),
            "/get_contacts"
                | "/lookup_owner_contacts"
                | "/search_properties"
                | "/unsubscribe"
                | "/property_detail"
                | "/email_campaign"
        ) {
            continue;
        }
        let call = world.call(&stranger, method.clone(), &path);
        let call = match path.as_str() {
            "/upload_attachment" => {
                let form = reqwest::multipart::Form::new()
                    .text("parcel_number", parcel.number.clone())
                    .part(
                        "file",
                        reqwest::multipart::Part::bytes(b"x".to_vec()).file_name("a.txt"),
                    );
                call.multipart(form)
            }
            "/delete_attachment" | "/restore_attachment" => call.form(&[
                ("parcel_number", parcel.number.as_str()),
                ("project_id", &parcel.project.to_string()),
                ("filepath", "x"),
            ]),
            "/serve_attachment" => call.query(&[("file", "x")]),
            "/get_letter_version" => call.query(&[("version_id", Uuid::new_v4())]),
            _ if method == Method::GET => call.query(&parcel.query()),
            _ => call.json(&body),
        };
        let answer = call.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{method} {path}");
        if method != Method::HEAD {
            problem(answer).await;
        }
    }
    assert_eq!(
        world
            .get(&owner, "/specific_property", &parcel.query())
            .await,
        before
    );
    assert!(world.stored_files().is_empty());
    world.stop().await;
}
