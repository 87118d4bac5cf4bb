//! Every operation of the contract: rejected without a session, and isolated between firms.

use auth::Scope;
use property_api::program::PropertyApi;
use reqwest::StatusCode;
use serde_json::json;
use service::Program as _;
use test_support::{ForeignIds, Persona, Values, Walk, WalkTokens};
use uuid::Uuid;

use crate::world::World;

/// Unsubscribing is authorized by its signed link, because recipients have no account. Page links only
/// redirect to the app, which requires the session.
/// Signing is authorized by the token of its link.
const OPEN: [&str; 9] = [
    "/unsubscribe",
    "/property_detail",
    "/email_campaign",
    "/sign",
    "/sign/open",
    "/sign/pdf",
    "/sign/sign",
    "/sign/decline",
    "/sign/not_me",
];

fn walk() -> Walk {
    Walk::over(&PropertyApi::document())
}

#[tokio::test]
async fn every_call_needs_a_session() {
    let world = World::start().await;
    walk().assert_sessions_needed(&world, &OPEN).await;
    world.stop().await;
}

/// Tokens of a user for a walk.
fn tokens(world: &World) -> WalkTokens {
    let (pat, all) = (Persona::user(), Scope::ALL);
    let revoked = world.tokens.issue(&pat, &all);
    world.tokens.revoke(&revoked);
    let valid = all.map(|scope| (scope, world.tokens.issue(&pat, &[scope])));
    WalkTokens {
        expired: world.tokens.issue_expired(&pat, &all),
        revoked,
        valid: valid.into(),
    }
}

#[tokio::test]
async fn no_call_accepts_a_personal_access_token() {
    let world = World::start().await;
    let accepting = walk().assert_tokens_limited(&world, &tokens(&world)).await;
    assert_eq!(accepting, [""; 0]);
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
    let project = [("project_id", parcel.project.to_string())];
    let property = world.get(&owner, "/deals", &project).await["deals"][0].clone();
    let stages = world.get(&owner, "/deal_stages", &project).await["stages"].clone();
    let foreign = ForeignIds {
        ids: Values::from([
            ("parcel_number", json!(parcel.number)),
            ("project_id", json!(parcel.project)),
            ("ll_uuid", json!(parcel.ll_uuid)),
            ("ll_uuids", json!([parcel.ll_uuid])),
            ("contact_id", json!(Uuid::new_v4())),
            ("contact_ids", json!([Uuid::new_v4()])),
            ("version_id", json!(Uuid::new_v4())),
            ("campaign_id", json!(Uuid::new_v4())),
            ("property_id", json!(property["property_id"])),
            ("property_ids", json!([property["property_id"]])),
            ("stage_id", json!(stages[0]["stage_id"])),
            ("command_id", json!(Uuid::new_v4())),
            ("note_id", json!(Uuid::new_v4())),
            ("task_id", json!(Uuid::new_v4())),
            ("job_id", json!(Uuid::new_v4())),
            ("template_id", json!(Uuid::new_v4())),
            ("letter_id", json!(Uuid::new_v4())),
            ("comp_id", json!(Uuid::new_v4())),
            ("snapshot_id", json!(Uuid::new_v4())),
            ("link_id", json!(Uuid::new_v4())),
            ("return_id", json!(Uuid::new_v4())),
            ("comment_id", json!(Uuid::new_v4())),
            ("income_id", json!(Uuid::new_v4())),
            ("with", json!(Uuid::new_v4())),
            ("filepath", json!("a file")),
        ]),
        valid: Values::from([
            ("phone_number", json!("7135550142")),
            ("email", json!("a@b.example")),
            ("first_name", json!("A")),
            ("last_name", json!("B")),
            ("to", json!(["a@b.example"])),
            ("html", json!("<p>x</p>")),
            ("postal_address", json!("1 Main St, Houston, TX")),
            ("price_rule", json!(null)),
            ("prices", json!({})),
            ("terms", json!({})),
            ("accepted_defaults", json!([])),
            // The values of a comparable sale.
            ("price", json!(500_000)),
            ("sale_date", json!("2026-03-04")),
            // Also the address of an e-mail in another call.
            ("address", json!("a@b.example")),
            ("source", json!("Broker")),
            // The figures of an income.
            ("as_of", json!("2026-01-31")),
            ("potential_gross_income", json!(1_200_000)),
            ("vacancy_and_credit_loss", json!(96_000)),
            ("other_income", json!(0)),
            ("operating_expenses", json!(500_000)),
        ]),
        shared: vec!["file"],
        // A contact that the firm does not have is left out of the list.
        // The generated state is not one; `letter_register.rs` asks with a valid one.
        other_answers: [
            ("/get_contacts", StatusCode::OK),
            // The field is named; `letter_templates.rs` asks with another firm's template.
            (
                "/letter_template_defaults",
                StatusCode::UNPROCESSABLE_ENTITY,
            ),
            // A comparable sale may name any parcel.
            ("/comps", StatusCode::OK),
            ("/letters/{letter_id}/status", StatusCode::BAD_REQUEST),
            // The generated text has no merge field; `letter_links.rs` asks with one.
            (
                "/letters/{letter_id}/links/{link_id}/send",
                StatusCode::UNPROCESSABLE_ENTITY,
            ),
        ]
        .into(),
    };
    let walked = walk()
        .assert_foreign_ids_unknown(&world, &stranger, &foreign)
        .await;
    assert!(walked >= 28, "{walked}");
    for method in [reqwest::Method::GET, reqwest::Method::HEAD] {
        let call = world.call(&stranger, method, "/serve_attachment?file=x");
        let answer = call.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
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
