//! Personal access tokens: issued, used, revoked.

use auth::{INTROSPECTION_PATH, PersonalAccessToken};
use main_api::personal_access_tokens::store;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::accounts::mailed_token;
use crate::world::World;

/// An issued token.
#[derive(Debug)]
pub struct Issued {
    pub id: String,
    pub text: String,
}

async fn try_create(world: &World, who: &Persona, name: &str, scopes: &[&str]) -> Reply {
    let body = json!({ "name": name, "scopes": scopes });
    world
        .post(who, "/api/create_personal_access_token", body)
        .await
}

pub async fn create(world: &World, who: &Persona, name: &str, scopes: &[&str]) -> Issued {
    let created = try_create(world, who, name, scopes).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Issued {
        id: text(&created["personal_access_token"]["token_id"]),
        text: text(&created["token"]),
    }
}

pub async fn revoke(world: &World, who: &Persona, id: &str) -> Reply {
    let body = json!({ "token_id": id });
    world
        .post(who, "/api/revoke_personal_access_token", body)
        .await
}

async fn list(world: &World, who: &Persona) -> Vec<Value> {
    let listed = world.get(who, "/api/personal_access_tokens").await.ok();
    listed["tokens"].as_array().unwrap().clone()
}

/// A request with a token.
async fn read(world: &World, token: &str, path: &str) -> Reply {
    Reply::of(world.anonymous(Method::GET, path).bearer_auth(token)).await
}

const PROJECTS: &str = "/api/projects";

#[tokio::test]
async fn a_token_is_shown_once_and_stored_as_a_hash() {
    let world = World::start().await;
    let pat = world.user().await;
    let body =
        json!({ "name": " QGIS ", "scopes": ["projects:read", "parcels:read", "projects:read"] });
    let created = world
        .post(&pat, "/api/create_personal_access_token", body)
        .await
        .ok();
    let text = created["token"].as_str().unwrap();
    let entry = &created["personal_access_token"];
    assert!(PersonalAccessToken::parse(text).is_some());
    assert!(text.starts_with(entry["prefix"].as_str().unwrap()));
    assert_eq!(
        (&entry["name"], &entry["scopes"], &entry["status"]),
        (
            &json!("QGIS"),
            &json!(["parcels:read", "projects:read"]),
            &json!("active")
        )
    );
    assert_eq!(entry["last_used_on"], json!(null));
    let days =
        "SELECT extract(day FROM expires_at - created_at)::int AS days FROM personal_access_tokens";
    assert_eq!(world.rows(days).await, [json!({ "days": 90 })]);
    assert_eq!(list(&world, &pat).await, std::slice::from_ref(entry));
    let stored = world.rows("SELECT * FROM personal_access_tokens").await;
    assert!(!json!(stored).to_string().contains(text));
    let same = format!("SELECT token_hash = sha256('{text}') AS same FROM personal_access_tokens");
    assert_eq!(world.rows(&same).await, [json!({ "same": true })]);
    world.stop().await;
}

#[tokio::test]
async fn invalid_tokens_are_not_issued() {
    let world = World::start().await;
    let pat = world.user().await;
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("n".repeat(81))),
        ("scopes", json!([])),
        ("scopes", json!(["parcels:write"])),
        ("expires_in_days", json!(0)),
        ("expires_in_days", json!(367)),
    ] {
        let mut body = json!({ "name": "QGIS", "scopes": ["parcels:read"] });
        body[field] = value;
        let refused = world
            .post(&pat, "/api/create_personal_access_token", body)
            .await
            .problem(422);
        let errors = refused["errors"].as_object().unwrap();
        assert!(
            errors.keys().all(|name| name.starts_with(field)) && !errors.is_empty(),
            "{refused}"
        );
    }
    assert!(list(&world, &pat).await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn names_are_unique_among_a_users_active_tokens() {
    let world = World::start().await;
    let (pat, other) = (world.user().await, world.user().await);
    let (one, two) = tokio::join!(
        try_create(&world, &pat, "QGIS", &["parcels:read"]),
        try_create(&world, &pat, "QGIS", &["parcels:read"])
    );
    let (created, refused) = if one.status == 200 {
        (one, two)
    } else {
        (two, one)
    };
    assert_eq!(
        refused.problem(409)["code"],
        "personal_access_token.name_taken"
    );
    create(&world, &other, "QGIS", &["parcels:read"]).await;
    let id = created.ok()["personal_access_token"]["token_id"].clone();
    revoke(&world, &pat, id.as_str().unwrap()).await.ok();
    create(&world, &pat, "QGIS", &["parcels:read"]).await;
    world.stop().await;
}

#[tokio::test]
async fn a_user_has_at_most_fifty_active_tokens() {
    let world = World::start().await;
    let pat = world.user().await;
    for number in 0..50 {
        create(&world, &pat, &format!("{number}"), &["parcels:read"]).await;
    }
    let refused = try_create(&world, &pat, "One more", &["parcels:read"]).await;
    assert_eq!(
        refused.problem(409)["code"],
        "personal_access_token.limit_reached"
    );
    world
        .sql("UPDATE personal_access_tokens SET expires_at = now() WHERE name = '7'")
        .await;
    create(&world, &pat, "One more", &["parcels:read"]).await;
    let page = "/api/personal_access_tokens?limit=50";
    let first = world.get(&pat, page).await.ok();
    assert_eq!(
        (&first["tokens"][0]["name"], &first["total"]),
        (&json!("One more"), &json!(51))
    );
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = world
        .get(&pat, &format!("{page}&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(
        (
            second["tokens"].as_array().unwrap().len(),
            &second["next_cursor"]
        ),
        (1, &json!(null))
    );
    world.stop().await;
}

#[tokio::test]
async fn a_token_reads_its_firms_projects() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let project = world.project(&pat, "Ours").await;
    world.marker(&pat, &project, "1").await;
    world.project(&stranger, "Theirs").await;
    let token = create(&world, &pat, "QGIS", &["projects:read"]).await.text;
    let by_token = read(&world, &token, PROJECTS).await.ok();
    assert_eq!(by_token, world.get(&pat, PROJECTS).await.ok());
    assert_eq!(by_token["projects"].as_array().unwrap().len(), 1);
    let markers = format!("/api/get_markers?project_id={project}");
    let markers = read(&world, &token, &markers).await.ok();
    assert_eq!(markers["markers"].as_array().unwrap().len(), 1);
    let call = world.anonymous(Method::GET, PROJECTS);
    let basic = Reply::of(call.basic_auth("any name", Some(&token))).await;
    assert_eq!(basic.ok(), by_token);
    let today = "SELECT last_used_on = (now() AT TIME ZONE 'utc')::date AS today FROM personal_access_tokens";
    assert_eq!(world.rows(today).await, [json!({ "today": true })]);
    let wrong = create(&world, &pat, "Parcels", &["parcels:read"]).await;
    let refused = read(&world, &wrong.text, PROJECTS).await;
    assert_eq!(
        refused.headers["www-authenticate"],
        r#"Bearer error="insufficient_scope", scope="projects:read""#
    );
    assert_eq!(
        refused.problem(403)["code"],
        "personal_access_token.scope_missing"
    );
    // A token issues none, and is no session.
    let body = json!({ "name": "More", "scopes": ["projects:read"] });
    let call = world.anonymous(Method::POST, "/api/create_personal_access_token");
    Reply::of(call.bearer_auth(&token).json(&body))
        .await
        .problem(401);
    read(&world, &token, "/api/session").await.problem(401);
    world.stop().await;
}

#[tokio::test]
async fn a_revoked_token_is_refused_at_once() {
    let world = World::start().await;
    let pat = world.user().await;
    let token = create(&world, &pat, "QGIS", &["projects:read"]).await;
    read(&world, &token.text, PROJECTS).await.ok();
    let revoked = revoke(&world, &pat, &token.id).await.ok();
    assert_eq!(revoked["personal_access_token"]["status"], "revoked");
    let refused = read(&world, &token.text, PROJECTS).await;
    assert_eq!(
        refused.headers["www-authenticate"],
        r#"Bearer error="invalid_token""#
    );
    assert_eq!(
        refused.problem(401)["code"],
        "personal_access_token.invalid"
    );
    let again = revoke(&world, &pat, &token.id).await.ok();
    assert_eq!(again, revoked);
    assert_eq!(list(&world, &pat).await[0]["status"], "revoked");
    world.stop().await;
}

#[tokio::test]
async fn users_see_their_own_tokens_and_admins_all_of_the_firm() {
    let world = World::start().await;
    let admin = world.admin().await;
    let (pat, lee) = (admin.colleague(), admin.colleague());
    for user in [&pat, &lee] {
        world.insert(user, None).await;
    }
    let stranger = world.admin().await;
    let token = create(&world, &pat, "QGIS", &["projects:read"]).await;
    create(&world, &lee, "Script", &["projects:read"]).await;
    create(&world, &stranger, "Theirs", &["projects:read"]).await;
    assert_eq!(list(&world, &pat).await.len(), 1);
    assert!(list(&world, &admin).await.is_empty());
    let all = "/api/all_personal_access_tokens";
    let listed = world.get(&admin, all).await.ok();
    let names = listed["tokens"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|token| token["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Script", "QGIS"]);
    let found = world
        .get(&admin, &format!("{all}?q=pat%20{}", pat.email))
        .await
        .ok();
    let found = found["tokens"].as_array().unwrap();
    assert_eq!(
        (found.len(), &found[0]["name"], &found[0]["email"]),
        (1, &json!("QGIS"), &json!(pat.email))
    );
    for other in [&lee, &stranger] {
        revoke(&world, other, &token.id).await.problem(404);
    }
    read(&world, &token.text, PROJECTS).await.ok();
    revoke(&world, &admin, &token.id).await.ok();
    read(&world, &token.text, PROJECTS).await.problem(401);
    let reasons = "SELECT revoke_reason FROM personal_access_tokens WHERE revoked_at IS NOT NULL";
    assert_eq!(
        world.rows(reasons).await,
        [json!({ "revoke_reason": "revoked by an admin" })]
    );
    world.stop().await;
}

#[tokio::test]
async fn deactivation_and_a_password_reset_end_a_users_tokens() {
    let world = World::start().await;
    let admin = world.admin().await;
    let pat = admin.colleague();
    world.insert(&pat, None).await;
    let token = create(&world, &pat, "QGIS", &["projects:read"]).await.text;
    // Another role reads the same projects.
    let promoted = json!({ "user_id": pat.user_id, "role": "admin" });
    world.post(&admin, "/api/update_user", promoted).await.ok();
    read(&world, &token, PROJECTS).await.ok();
    let off = json!({ "user_id": pat.user_id, "active": false });
    world.post(&admin, "/api/update_user", off).await.ok();
    read(&world, &token, PROJECTS).await.problem(401);
    try_create(&world, &pat, "Late", &["projects:read"])
        .await
        .problem(401);
    let on = json!({ "user_id": pat.user_id, "active": true });
    world.post(&admin, "/api/update_user", on).await.ok();
    read(&world, &token, PROJECTS).await.problem(401);

    let lee = world.user_with_password().await;
    let token = create(&world, &lee, "QGIS", &["projects:read"]).await.text;
    read(&world, &token, PROJECTS).await.ok();
    let forgot = json!({ "email": lee.email });
    world
        .post_anonymous("/api/forgot-password", forgot)
        .await
        .ok();
    let link = mailed_token(&world, &lee.email, "reset-password").await;
    let reset = json!({ "token": link, "newPassword": "a new long password" });
    world
        .post_anonymous("/api/reset-password", reset)
        .await
        .ok();
    read(&world, &token, PROJECTS).await.problem(401);
    world.stop().await;
}

#[tokio::test]
async fn unknown_tokens_are_counted_and_valid_ones_still_work() {
    let world = World::start().await;
    let pat = world.user().await;
    let token = create(&world, &pat, "QGIS", &["projects:read"]).await.text;
    let ended = create(&world, &pat, "Ended", &["projects:read"]).await;
    revoke(&world, &pat, &ended.id).await.ok();
    for _ in 0..100 {
        let unknown = PersonalAccessToken::generate();
        read(&world, unknown.reveal(), PROJECTS).await.problem(401);
    }
    let unknown = PersonalAccessToken::generate();
    let refused = read(&world, unknown.reveal(), PROJECTS).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.problem(429);
    // Neither a mistyped nor an ended token is a guess.
    read(&world, "swp_mistyped", PROJECTS).await.problem(401);
    read(&world, &ended.text, PROJECTS).await.problem(401);
    read(&world, &token, PROJECTS).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn other_services_ask_by_the_hash() {
    let world = World::start().await;
    let pat = world.user().await;
    let token = create(&world, &pat, "QGIS", &["parcels:read"]).await;
    let ask = async |token: &PersonalAccessToken| {
        let body = json!({ "token_hash": token.hash(), "client_address": "203.0.113.9" });
        world.post_anonymous(INTROSPECTION_PATH, body).await
    };
    let known = PersonalAccessToken::parse(&token.text).unwrap();
    let grant = ask(&known).await.ok()["grant"].clone();
    assert_eq!(
        (&grant["token_id"], &grant["user_id"], &grant["customer_id"]),
        (
            &json!(token.id),
            &json!(pat.user_id),
            &json!(pat.customer_id)
        )
    );
    assert_eq!(grant["scopes"], json!(["parcels:read"]));
    for _ in 0..100 {
        let unknown = ask(&PersonalAccessToken::generate()).await.ok();
        assert_eq!(unknown, json!({ "grant": null }));
    }
    ask(&PersonalAccessToken::generate()).await.problem(429);
    ask(&known).await.ok();
    // Counted for the client, not for the service that asks.
    read(&world, PersonalAccessToken::generate().reveal(), PROJECTS)
        .await
        .problem(401);
    world
        .sql("UPDATE users SET active = false WHERE fname = 'Pat'")
        .await;
    assert_eq!(ask(&known).await.ok(), json!({ "grant": null }));
    world.stop().await;
}

#[tokio::test]
async fn ended_tokens_are_deleted_after_thirty_days() {
    let world = World::start().await;
    let pat = world.user().await;
    for name in [
        "active",
        "expired",
        "long expired",
        "revoked",
        "long revoked",
    ] {
        create(&world, &pat, name, &["parcels:read"]).await;
    }
    world
        .sql(
            "UPDATE personal_access_tokens SET expires_at = now() - interval '29 days' WHERE name = 'expired';
             UPDATE personal_access_tokens SET expires_at = now() - interval '31 days' WHERE name = 'long expired';
             UPDATE personal_access_tokens SET revoked_at = now() - interval '29 days' WHERE name = 'revoked';
             UPDATE personal_access_tokens SET revoked_at = now() - interval '31 days' WHERE name = 'long revoked';",
        )
        .await;
    let deleted = db::unscoped_tx(&world.state.pool, "test", async |conn| {
        store::unscoped_delete_ended(conn).await
    });
    assert_eq!(deleted.await.unwrap(), 2);
    let left: Vec<_> = list(&world, &pat).await;
    let left: Vec<_> = left
        .iter()
        .map(|token| {
            (
                token["name"].as_str().unwrap(),
                token["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        left,
        [
            ("revoked", "revoked"),
            ("expired", "expired"),
            ("active", "active")
        ]
    );
    world.stop().await;
}
