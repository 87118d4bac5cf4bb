//! Profiles, avatars and the firm's users.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use test_support::{Persona, Reply, wait_for};

use crate::accounts::{login, mailed_token};
use crate::parcel_watch::{listen, next};
use crate::world::{PASSWORD, TEST_TIMEOUT, World};

#[tokio::test]
async fn the_profile_is_read_and_changed() {
    let world = World::start().await;
    let pat = world.user().await;
    let profile = world
        .get(&pat, &format!("/api/profile?user_id={}", pat.user_id))
        .await
        .ok();
    assert_eq!(
        (&profile["email"], &profile["avatar_url"]),
        (&json!(pat.email), &json!(null))
    );
    let change = json!({
        "user_id": pat.user_id, "email": pat.email.to_uppercase(), "fname": "Patricia", "lname": "van der Berg",
        "phone_number": "+1 (713) 555-0100", "bio": "", "location": "Houston",
    });
    let changed = world.put(&pat, "/api/profile", change).await.ok();
    assert_eq!(changed["result"], "OK");
    assert_eq!(
        (&changed["email"], &changed["bio"]),
        (&json!(pat.email), &json!(null))
    );
    let base = json!({ "email": pat.email, "fname": "Pat" });
    for (field, value, sentence) in [
        ("email", "nonsense", "Please enter a valid email address."),
        (
            "phone_number",
            "555-1",
            "Use at least 7 characters (digits and - + ( ) . allowed).",
        ),
    ] {
        let mut body = base.clone();
        body[field] = json!(value);
        assert_eq!(
            world.put(&pat, "/api/profile", body).await.problem(422)["errors"][field],
            sentence
        );
    }
    let other = world.user().await;
    let mut foreign = base;
    foreign["user_id"] = json!(other.user_id);
    world.put(&pat, "/api/profile", foreign).await.problem(404);
    world
        .get(&pat, &format!("/api/profile?user_id={}", other.user_id))
        .await
        .problem(404);
    world.stop().await;
}

async fn change_email(world: &World, who: &Persona, email: &str, password: Value) -> Reply {
    let body = json!({ "email": email, "fname": "Pat", "current_password": password });
    world.put(who, "/api/profile", body).await
}

async fn confirm(world: &World, token: &str) -> Reply {
    world
        .post_anonymous("/api/confirm-email", json!({ "token": token }))
        .await
}

#[tokio::test]
async fn another_address_needs_the_password_and_its_own_mailbox() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    for (password, sentence) in [
        (
            json!(null),
            "Enter your password to change your email address.",
        ),
        (
            json!(""),
            "Enter your password to change your email address.",
        ),
        (json!("a guess"), "Current password is incorrect."),
    ] {
        let refused = change_email(&world, &pat, "new@firm.example", password).await;
        assert_eq!(refused.problem(422)["errors"]["current_password"], sentence);
    }
    assert!(world.rows("SELECT 1 FROM jobs").await.is_empty());
    let asked = change_email(&world, &pat, "New@Firm.example", json!(PASSWORD)).await;
    let asked = asked.ok();
    assert_eq!(
        (&asked["email"], &asked["pending_email"]),
        (&json!(pat.email), &json!("new@firm.example"))
    );
    // Nothing has changed yet, and the old address was notified.
    login(&world, "new@firm.example", PASSWORD)
        .await
        .problem(401);
    let token = mailed_token(&world, "new@firm.example", "confirm-email").await;
    let notice = || {
        let files = std::fs::read_dir(world.folder.path().join("mail"));
        let texts = files.into_iter().flatten().flatten();
        let mut texts = texts.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        texts.any(|text| text.contains(&format!("To: {}", pat.email)))
    };
    wait_for(TEST_TIMEOUT, || async { notice() }).await;
    // A reset link sent to the old address becomes invalid.
    world
        .post_anonymous("/api/forgot-password", json!({ "email": pat.email }))
        .await
        .ok();
    let reset = mailed_token(&world, &pat.email, "reset-password").await;
    let done = confirm(&world, &token).await.ok();
    assert_eq!(done["email"], "new@firm.example");
    confirm(&world, &token).await.problem(422);
    let reset = json!({ "token": reset, "newPassword": "a new long password" });
    world
        .post_anonymous("/api/reset-password", reset)
        .await
        .problem(422);
    login(&world, "new@firm.example", PASSWORD).await.ok();
    login(&world, &pat.email, PASSWORD).await.problem(401);
    let profile = world.get(&pat, "/api/profile").await.ok();
    assert_eq!(
        (&profile["email"], &profile["pending_email"]),
        (&json!("new@firm.example"), &json!(null))
    );
    world.stop().await;
}

#[tokio::test]
async fn a_foreign_address_is_neither_taken_nor_told() {
    let world = World::start().await;
    let (pat, other) = (world.user_with_password().await, world.user().await);
    let free = change_email(&world, &pat, "free@firm.example", json!(PASSWORD)).await;
    let foreign = change_email(&world, &pat, &other.email, json!(PASSWORD)).await;
    let (free, mut foreign) = (free.ok(), foreign.ok());
    foreign["pending_email"] = json!("free@firm.example");
    assert_eq!(free, foreign);
    // Only the latest request counts.
    let first = mailed_token(&world, "free@firm.example", "confirm-email").await;
    confirm(&world, &first).await.problem(422);
    let token = mailed_token(&world, &other.email, "confirm-email").await;
    confirm(&world, &token).await.problem(409);
    login(&world, &pat.email, PASSWORD).await.ok();
    // Such mail is rate-limited.
    for number in 0..3 {
        let email = format!("free{number}@firm.example");
        change_email(&world, &pat, &email, json!(PASSWORD))
            .await
            .ok();
    }
    change_email(&world, &pat, "free9@firm.example", json!(PASSWORD))
        .await
        .problem(429);
    world
        .sql("UPDATE email_changes SET expires_at = now() - interval '1 second'")
        .await;
    let late = mailed_token(&world, "free2@firm.example", "confirm-email").await;
    confirm(&world, &late).await.problem(422);
    world.stop().await;
}

#[tokio::test]
async fn the_theme_is_one_of_three() {
    let world = World::start().await;
    let pat = world.user().await;
    world
        .put(
            &pat,
            "/api/preferred_theme",
            json!({ "preferred_theme": "dark" }),
        )
        .await
        .ok();
    assert_eq!(
        world.get(&pat, "/api/session").await.ok()["preferred_theme"],
        "dark"
    );
    let refused = world
        .put(
            &pat,
            "/api/preferred_theme",
            json!({ "preferred_theme": "pink" }),
        )
        .await
        .problem(422);
    assert!(refused["errors"]["preferred_theme"].is_string());
    world.stop().await;
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR and whatever follows";

async fn upload(world: &World, who: &Persona, user_id: &str, bytes: Vec<u8>) -> Reply {
    let form = Form::new()
        .text("user_id", user_id.to_owned())
        .part("avatar", Part::bytes(bytes).file_name("me.png"));
    Reply::read(
        world
            .call(who, Method::POST, "/api/upload_avatar")
            .multipart(form)
            .send()
            .await
            .unwrap(),
    )
    .await
}

fn stored_files(world: &World) -> usize {
    let mut folders = vec![world.state.config.storage_dir.clone()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                files += 1;
            }
        }
    }
    files
}

#[tokio::test]
async fn an_avatar_is_stored_served_and_replaced() {
    let world = World::start().await;
    let pat = world.user().await;
    let (colleague, stranger) = (pat.colleague(), world.user().await);
    world.insert(&colleague, None).await;
    let id = pat.user_id.to_string();
    let first = upload(&world, &pat, &id, PNG.to_vec()).await.ok();
    assert_eq!(first["result"], "OK");
    let url = first["avatar_url"].as_str().unwrap().to_owned();
    let answer = world
        .call(&colleague, Method::GET, &url)
        .send()
        .await
        .unwrap();
    assert_eq!(
        (
            answer.status().as_u16(),
            answer.headers()["content-type"].to_str().unwrap()
        ),
        (200, "image/png")
    );
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    let etag = answer.headers()["etag"].clone();
    assert_eq!(answer.bytes().await.unwrap(), PNG);
    let again = world
        .call(&pat, Method::GET, &url)
        .header("if-none-match", etag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    world.get(&stranger, &url).await.problem(404);
    let second = upload(&world, &pat, &id, [0xFF, 0xD8, 0xFF, 0xE0, 1, 2].to_vec())
        .await
        .ok();
    assert_ne!(second["avatar_url"], first["avatar_url"]);
    assert_eq!(stored_files(&world), 1);
    world.stop().await;
}

#[tokio::test]
async fn a_bad_avatar_leaves_nothing_behind() {
    let world = World::start().await;
    let pat = world.user().await;
    let id = pat.user_id.to_string();
    upload(&world, &pat, &id, b"<svg onload='alert(1)'/>".to_vec())
        .await
        .problem(415);
    upload(
        &world,
        &pat,
        &Persona::user().user_id.to_string(),
        PNG.to_vec(),
    )
    .await
    .problem(404);
    let mut large = PNG.to_vec();
    large.resize(20_971_521, 0);
    let refused = upload(&world, &pat, &id, large).await.problem(413);
    assert_eq!(
        refused["message"],
        "Image too large (max 20MB). Choose a smaller file."
    );
    let none = world
        .call(&pat, Method::POST, "/api/upload_avatar")
        .multipart(Form::new().text("user_id", id.clone()));
    assert!(Reply::of(none).await.problem(422)["errors"]["avatar"].is_string());
    world
        .call(&pat, Method::POST, "/api/upload_avatar")
        .json(&json!({}))
        .send()
        .await
        .map(|a| assert!(a.status().is_client_error()))
        .unwrap();
    assert_eq!(stored_files(&world), 0);
    // Exactly the size limit is accepted.
    let mut largest = PNG.to_vec();
    largest.resize(20_971_520, 0);
    upload(&world, &pat, &id, largest).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn an_admin_invites_and_the_invited_signs_in() {
    let world = World::start().await;
    let admin = world.admin().await;
    let body =
        json!({ "email": "new@firm.example", "fname": "Noa", "lname": "Weiss", "role": "user" });
    world
        .post(&world.user().await, "/api/invite_user", body.clone())
        .await
        .problem(403);
    let invited = world
        .post(&admin, "/api/invite_user", body.clone())
        .await
        .ok();
    assert_eq!(
        (&invited["user"]["invited"], &invited["user"]["active"]),
        (&json!(true), &json!(true))
    );
    world
        .post(&admin, "/api/invite_user", body)
        .await
        .problem(409);
    let folder = world.folder.path().join("mail");
    let mail = || {
        std::fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .find(|f| f.path().extension().is_some_and(|e| e == "eml"))
    };
    wait_for(TEST_TIMEOUT, || async { mail().is_some() }).await;
    let text = std::fs::read_to_string(mail().unwrap().path()).unwrap();
    let token = text
        .split("token=")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    let choose = json!({ "token": token, "newPassword": PASSWORD });
    world
        .post_anonymous("/api/reset-password", choose)
        .await
        .ok();
    let login = json!({ "username": "new@firm.example", "password": PASSWORD });
    assert_eq!(
        world.post_anonymous("/api/login", login).await.ok()["customer_id"],
        json!(admin.customer_id)
    );
    let users = world.get(&admin, "/api/users").await.ok();
    assert_eq!(users["users"].as_array().unwrap().len(), 2);
    // Everyone may read to whom work can be assigned; nobody who cannot sign in is listed.
    let pat = Persona::of(admin.customer_id, auth::Role::User);
    let people = world.get(&pat, "/api/people").await.ok();
    let names: Vec<_> = people["people"]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| &person["user_id"])
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&&json!(admin.user_id)));
    let stranger = world.get(&Persona::admin(), "/api/people").await.ok();
    assert_eq!(stranger["people"], json!([]));
    let left = users["users"]
        .as_array()
        .unwrap()
        .iter()
        .find(|user| user["user_id"] != json!(admin.user_id));
    let body = json!({ "user_id": left.unwrap()["user_id"], "active": false });
    world.post(&admin, "/api/update_user", body).await.ok();
    let people = world.get(&pat, "/api/people").await.ok();
    assert_eq!(people["people"].as_array().unwrap().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn deactivating_ends_sessions_and_the_last_admin_stays() {
    let world = World::start().await;
    let admin = world.admin().await;
    let pat = Persona::of(admin.customer_id, auth::Role::User);
    let hash = world
        .state
        .passwords
        .hash(PASSWORD.to_owned())
        .await
        .unwrap();
    world.insert(&pat, Some(&hash)).await;
    let login = json!({ "username": pat.email, "password": PASSWORD });
    let token = world.post_anonymous("/api/login", login.clone()).await.ok()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let off = json!({ "user_id": pat.user_id, "active": false });
    let mut heard = listen(&world, &["user.deactivated"]).await;
    assert_eq!(
        world.post(&admin, "/api/update_user", off).await.ok()["user"]["active"],
        false
    );
    let told = next(&mut heard).await;
    assert_eq!(told.data["user_id"], json!(pat.user_id));
    let session = world
        .anonymous(Method::GET, "/api/session")
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    assert_eq!(session.status(), 401);
    world.post_anonymous("/api/login", login).await.problem(401);
    let demoted = json!({ "user_id": admin.user_id, "role": "user" });
    world
        .post(&admin, "/api/update_user", demoted)
        .await
        .problem(409);
    let foreign = json!({ "user_id": world.user().await.user_id, "active": false });
    world
        .post(&admin, "/api/update_user", foreign)
        .await
        .problem(404);
    world.stop().await;
}
