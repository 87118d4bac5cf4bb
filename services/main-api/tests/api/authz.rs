//! Every operation of the API document, called without permission.

use auth::Scope;
use reqwest::StatusCode;
use serde_json::json;
use test_support::{ForeignIds, Values, Walk, WalkTokens};
use uuid::Uuid;

use crate::personal_access_tokens::{create, revoke};
use crate::world::World;

/// Operations without a session: those that create one, and those authorized by a mailed token or a secret address.
const OPEN: [&str; 8] = [
    "/api/confirm-email",
    "/api/login",
    "/api/refresh",
    "/api/.well-known/jwks.json",
    "/api/config",
    "/api/forgot-password",
    "/api/reset-password",
    "/api/parcel_feed/{token}",
];

fn walk() -> Walk {
    Walk::over(&main_api::routes::document())
}

#[tokio::test]
async fn no_call_but_the_open_ones_works_without_a_valid_session() {
    let world = World::start().await;
    walk().assert_sessions_needed(&world, &OPEN).await;
    world.stop().await;
}

#[tokio::test]
async fn a_token_reads_projects_only() {
    let world = World::start().await;
    let pat = world.user().await;
    let all = Scope::ALL.map(Scope::as_str);
    let expired = create(&world, &pat, "Expired", &all).await;
    let revoked = create(&world, &pat, "Revoked", &all).await;
    world
        .sql("UPDATE personal_access_tokens SET expires_at = now() WHERE name = 'Expired'")
        .await;
    revoke(&world, &pat, &revoked.id).await.ok();
    let mut valid = Vec::new();
    for scope in Scope::ALL {
        let token = create(&world, &pat, scope.as_str(), &[scope.as_str()]).await;
        valid.push((scope, token.text));
    }
    let tokens = WalkTokens {
        expired: expired.text,
        revoked: revoked.text,
        valid,
    };
    let accepting = walk().assert_tokens_limited(&world, &tokens).await;
    // A call listed here must change nothing.
    assert_eq!(
        accepting,
        [
            "GET /api-2/ogc/collections/project_parcels/items",
            "GET /api-2/ogc/collections/project_parcels/items/{marker_id}",
            "GET /api-2/ogc/collections/projects/items",
            "GET /api-2/ogc/collections/projects/items/{project_id}",
            "GET /api-2/ogc/collections/{collectionId}",
            "GET /api-2/ogc/collections/{collectionId}/queryables",
            "GET /api/get_markers",
            "GET /api/get_project_data",
            "GET /api/get_project_filters",
            "GET /api/ogc",
            "GET /api/ogc/",
            "GET /api/ogc/api",
            "GET /api/ogc/collections",
            "GET /api/ogc/collections/project_parcels/items",
            "GET /api/ogc/collections/project_parcels/items/{marker_id}",
            "GET /api/ogc/collections/projects/items",
            "GET /api/ogc/collections/projects/items/{project_id}",
            "GET /api/ogc/collections/{collectionId}",
            "GET /api/ogc/collections/{collectionId}/queryables",
            "GET /api/ogc/conformance",
            "GET /api/projects",
        ]
    );
    world.stop().await;
}

#[tokio::test]
async fn another_firms_ids_do_not_exist() {
    let world = World::start().await;
    let (ours, stranger) = (world.user().await, world.admin().await);
    let project = world.project(&ours, "Ours").await;
    let marker = world.marker(&ours, &project, "1").await;
    let contact = json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" });
    let contact = world.post(&ours, "/api/add_contact", contact).await.ok()["contact_id"].clone();
    let company = json!({ "company_name": "Ours" });
    let company = world.post(&ours, "/api/add_company", company).await.ok()["company_id"].clone();
    let search = json!({ "project_id": project, "name": "Ours", "filter": "a = 1" });
    let search = world.post(&ours, "/api/saved_searches", search).await.body["search_id"].clone();
    let settings =
        json!({ "place": "contacts", "filter": {}, "sort": "name", "columns": ["tags"] });
    let view = json!({ "name": "Ours", "settings": settings, "is_shared": true });
    let view = world.post(&ours, "/api/list_views", view).await.body["view_id"].clone();
    let removed = world.marker(&ours, &project, "2").await;
    let removal = json!({ "project_id": project, "marker_ids": [removed] });
    let removal =
        world.post(&ours, "/api/remove_markers", removal).await.ok()["removal_id"].clone();
    let token = create(&world, &ours, "Ours", &["parcels:read"]).await;
    let foreign = ForeignIds {
        ids: Values::from([
            ("project_id", json!(project)),
            ("marker_id", json!(marker)),
            ("contact_id", contact.clone()),
            ("contact_ids", json!([contact])),
            ("company_id", company.clone()),
            ("company_ids", json!([company])),
            ("project_ids", json!([project])),
            ("user_id", json!(ours.user_id)),
            ("image_id", json!(Uuid::new_v4())),
            ("token_id", json!(token.id)),
            ("marker_ids", json!([marker])),
            (
                "changes",
                json!([{ "project_id": project, "status": "lost" }]),
            ),
            ("removal_id", removal),
            ("batch_id", json!(Uuid::new_v4())),
            ("command_id", json!(Uuid::new_v4())),
            ("selection_id", json!(Uuid::new_v4())),
            ("search_id", search),
            ("view_id", view),
            (
                "change_id",
                json!(crate::parcel_watch::change(&world, &ours, &project).await),
            ),
        ]),
        valid: Values::from([
            ("geojson", crate::world::feature("1")),
            ("change", json!({ "kind": "remove" })),
            ("format", json!("csv")),
            ("settings", settings),
            ("place", json!("contacts")),
            ("newPassword", json!("a new long password")),
            ("email", json!("x@y.example")),
            ("parcelnumb", json!("1")),
            ("filter", json!("a = 1")),
            ("criteria", crate::project_criteria::criteria(1)),
        ]),
        shared: vec!["ll_uuid", "ll_uuids", "uuid", "mkt_id", "submarket_id"],
        // Lists omit what the firm does not have.
        other_answers: [
            ("/api/get_all_contacts", StatusCode::OK),
            ("/api/get_companies", StatusCode::OK),
            // Its filter is an object, not text; contact_changes.rs sends it ids of another firm.
            ("/api/change_contacts", StatusCode::UNPROCESSABLE_ENTITY),
            // As well; list_files.rs and company_changes.rs.
            ("/api/change_companies", StatusCode::UNPROCESSABLE_ENTITY),
            ("/api/export_contacts", StatusCode::UNPROCESSABLE_ENTITY),
            ("/api/export_companies", StatusCode::UNPROCESSABLE_ENTITY),
            ("/api/export_projects", StatusCode::UNPROCESSABLE_ENTITY),
        ]
        .into(),
        ..ForeignIds::default()
    };
    let state = "SELECT (SELECT count(*) FROM projects) AS p, (SELECT count(*) FROM markers) AS m, \
                 (SELECT min(project_name) FROM projects) AS n, (SELECT count(*) FROM contacts WHERE title IS NULL) AS c, \
                 (SELECT bool_and(active) FROM users) AS a, \
                 (SELECT count(*) FROM saved_searches WHERE name = 'Ours') AS s, \
                 (SELECT count(*) FROM list_views) AS v, (SELECT count(*) FROM companies) AS k, \
                 (SELECT count(*) FROM personal_access_tokens WHERE revoked_at IS NULL) AS t";
    let before = world.rows(state).await;
    let walked = walk()
        .assert_foreign_ids_unknown(&world, &stranger, &foreign)
        .await;
    assert!(walked >= 20, "{walked}");
    assert_eq!(world.rows(state).await, before);
    world
        .get(&stranger, "/api/site_images/1.jpg")
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn only_admins_manage_users() {
    let world = World::start().await;
    let pat = world.user().await;
    world.get(&pat, "/api/users").await.problem(403);
    world
        .get(&pat, "/api/all_personal_access_tokens")
        .await
        .problem(403);
    let invitation = json!({ "email": "x@y.example", "fname": "X", "role": "admin" });
    world
        .post(&pat, "/api/invite_user", invitation)
        .await
        .problem(403);
    world
        .post(
            &pat,
            "/api/update_user",
            json!({ "user_id": pat.user_id, "role": "admin" }),
        )
        .await
        .problem(403);
    world.stop().await;
}
