//! Every operation of the contract: rejected without a session, and isolated between firms.

use auth::Scope;
use domain::CustomerId;
use property_api::program::PropertyApi;
use reqwest::StatusCode;
use serde_json::json;
use service::Program as _;
use test_support::{ForeignIds, Persona, Values, Walk, WalkTokens};

use crate::db_rules::fill;
use crate::letter_links::{letters, link, token};
use crate::letter_signing::{certain, letter_of, pdf, public, sign};
use crate::world::World;

/// Unsubscribing is authorized by its signed link, because recipients have no account. Page links only
/// redirect to the app, which requires the session.
/// A calendar and signing are authorized by the token of the address or link.
const OPEN: [&str; 10] = [
    "/calendar/{token}",
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

/// Ids of the records with which a firm was filled, and the path of its file.
async fn ids_of(world: &World, firm: CustomerId) -> serde_json::Value {
    let one = |field: &str, table: &str| {
        format!("(SELECT {field} FROM {table} WHERE customer_id = '{firm}' LIMIT 1) AS {field}")
    };
    let fields = [
        one("contact_id", "contacts"),
        one("version_id", "letter_versions"),
        one("campaign_id", "campaigns"),
        // Also of its letters.
        one("command_id", "deal_commands"),
        one("edit_id", "value_edits"),
        one("sending_id", "mails"),
        one("note_id", "deal_notes"),
        one("task_id", "deal_tasks"),
        one("job_id", "letter_jobs"),
        one("template_id", "letter_templates"),
        one("letter_id", "letters"),
        one("comp_id", "comps"),
        one("snapshot_id", "comp_snapshots"),
        one("link_id", "letter_links"),
        one("return_id", "letter_returns"),
        one("comment_id", "letter_comments"),
        one("income_id", "incomes"),
        one("mention_id", "note_mentions"),
        one("path", "attachments"),
    ];
    let mut rows = world.rows(&format!("SELECT {}", fields.join(", "))).await;
    let ids = rows.remove(0);
    let missing = ids
        .as_object()
        .unwrap()
        .values()
        .any(serde_json::Value::is_null);
    assert!(!missing, "{ids}");
    ids
}

/// All that a firm has, as one value for each table.
async fn everything_of(world: &World, firm: CustomerId) -> Vec<serde_json::Value> {
    let tables = "SELECT c.table_name::text AS name FROM information_schema.columns c \
        JOIN information_schema.tables t USING (table_schema, table_name) \
        WHERE c.table_schema = current_schema() AND c.column_name = 'customer_id' AND t.table_type = 'BASE TABLE' ORDER BY 1";
    let mut all = Vec::new();
    for table in world.rows(tables).await {
        let name = table["name"].as_str().unwrap();
        let rows = format!(
            "SELECT '{name}' AS name, count(*) AS rows, md5(string_agg(t::text, '' ORDER BY t::text)) AS hash \
             FROM {name} t WHERE customer_id = '{firm}'"
        );
        all.extend(world.rows(&rows).await);
    }
    all
}

#[tokio::test]
async fn no_call_shows_or_changes_another_firms_property() {
    let world = World::start().await;
    let (owner, stranger) = (fill(&world, 900_001).await, Persona::admin());
    let parcel = world.parcel(&owner).await;
    let theirs = ids_of(&world, owner.customer_id).await;
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
            ("contact_id", theirs["contact_id"].clone()),
            ("contact_ids", json!([theirs["contact_id"]])),
            ("version_id", theirs["version_id"].clone()),
            ("campaign_id", theirs["campaign_id"].clone()),
            ("property_id", json!(property["property_id"])),
            ("property_ids", json!([property["property_id"]])),
            ("stage_id", json!(stages[0]["stage_id"])),
            ("command_id", theirs["command_id"].clone()),
            ("edit_id", theirs["edit_id"].clone()),
            ("sending_id", theirs["sending_id"].clone()),
            ("note_id", theirs["note_id"].clone()),
            ("task_id", theirs["task_id"].clone()),
            ("job_id", theirs["job_id"].clone()),
            ("template_id", theirs["template_id"].clone()),
            ("letter_id", theirs["letter_id"].clone()),
            ("comp_id", theirs["comp_id"].clone()),
            ("snapshot_id", theirs["snapshot_id"].clone()),
            ("link_id", theirs["link_id"].clone()),
            ("return_id", theirs["return_id"].clone()),
            ("comment_id", theirs["comment_id"].clone()),
            ("income_id", theirs["income_id"].clone()),
            ("mention_id", theirs["mention_id"].clone()),
            ("with", theirs["letter_id"].clone()),
            ("filepath", theirs["path"].clone()),
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
            // Nor has it deals; `letter_deals.rs` asks for those of another firm's contact.
            ("/deals/of_contacts", StatusCode::OK),
            // The field is named; `letter_templates.rs` asks with another firm's template.
            (
                "/letter_template_defaults",
                StatusCode::UNPROCESSABLE_ENTITY,
            ),
            // Everybody reads only their own mentions; `note_mentions.rs` asks with another firm's.
            ("/note_mentions/read", StatusCode::OK),
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
        ..ForeignIds::default()
    };
    let kept = everything_of(&world, owner.customer_id).await;
    assert!(kept.len() > 40, "{kept:?}");
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
    assert_eq!(everything_of(&world, owner.customer_id).await, kept);
    assert!(world.stored_files().is_empty());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signing_link_opens_its_letter_and_nothing_else() {
    let world = World::start().await;
    let pat = Persona::user();
    let (site, made) = letters(&world, &pat, 2).await;
    let links = [
        link(&world, &pat, &made[0], 1).await,
        link(&world, &pat, &made[1], 2).await,
    ];
    let [token, of_other] = [token(&links[0]), token(&links[1])];
    let other = &made[1];
    let ids = |letter: &serde_json::Value, link: &serde_json::Value| {
        Values::from([
            ("letter_id", letter["letter_id"].clone()),
            ("link_id", link["link_id"].clone()),
            ("job_id", letter["job_id"].clone()),
            ("property_id", letter["property_id"].clone()),
            ("project_id", json!(site.project)),
            ("parcel_number", letter["parcel_number"].clone()),
            ("file", letter["pdf"].clone()),
            ("with", other["letter_id"].clone()),
        ])
    };
    let kept = everything_of(&world, pat.customer_id).await;
    let header = ("X-Letter-Token", token.as_str());
    // Not even its own letter is open to it elsewhere.
    for values in [ids(&made[0], &links[0]), ids(other, &links[1])] {
        let walked = walk().assert_no_session(&world, header, &values).await;
        assert!(walked > 100, "{walked}");
    }
    assert_eq!(everything_of(&world, pat.customer_id).await, kept);
    // A calendar has a secret of its own.
    let call = world.anonymous(reqwest::Method::GET, &format!("/calendar/{token}"));
    assert_eq!(call.send().await.unwrap().status(), StatusCode::NOT_FOUND);

    // The link decides which letter is shown and signed, whatever else is asked for.
    let id = other["letter_id"].as_str().unwrap();
    let address = format!(
        "/sign?letter_id={id}&link_id={}",
        links[1]["link_id"].as_str().unwrap()
    );
    let (_, shown) = public(&world, reqwest::Method::GET, &address, &token, None).await;
    let (_, own) = certain(&world, &token).await;
    let (_, theirs) = certain(&world, &of_other).await;
    assert_ne!(own["content_hash"], theirs["content_hash"]);
    for said in [&shown, &own] {
        let said = said.to_string();
        assert!(
            !said.contains(id) && !said.contains(other["number"].as_str().unwrap()),
            "{said}"
        );
    }
    let file = pdf(&world, &token).await;
    assert_ne!(file, pdf(&world, &of_other).await);
    let (status, said) = sign(&world, &token, &theirs).await;
    assert!(
        status.is_client_error(),
        "the other letter's text: {status} {said}"
    );
    for letter in &made {
        let now = letter_of(&world, &pat, letter).await;
        assert_eq!(now["status"], "opened", "{now}");
    }
    world.stop().await;
}
