//! Sign-in, sessions, passwords.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply, wait_for};

use crate::world::{PASSWORD, TEST_TIMEOUT, World};

pub async fn login(world: &World, email: &str, password: &str) -> Reply {
    world
        .post_anonymous(
            "/api/login",
            json!({ "username": email, "password": password }),
        )
        .await
}

/// Value of a cookie set by a response.
fn cookie(answer: &Reply, name: &str) -> String {
    let start = format!("{name}=");
    let mut cookies = answer
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().unwrap());
    let cookie = cookies
        .find_map(|cookie| cookie.strip_prefix(&start))
        .expect("the cookie is set");
    cookie.split(';').next().unwrap().to_owned()
}

async fn session_status(world: &World, token: &str) -> u16 {
    world
        .anonymous(Method::GET, "/api/session")
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
        .status()
        .as_u16()
}

async fn refresh(world: &World, token: &str) -> Reply {
    world
        .post_anonymous("/api/refresh", json!({ "refresh_token": token }))
        .await
}

#[tokio::test]
async fn signing_in_answers_tokens_and_cookies() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    // Case does not matter.
    let answer = login(&world, &pat.email.to_uppercase(), PASSWORD).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let cookies: Vec<_> = answer
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|c| c.to_str().unwrap().to_owned())
        .collect();
    let access = cookies
        .iter()
        .find(|c| c.starts_with("sitewright_access="))
        .unwrap();
    assert!(
        access.contains("HttpOnly")
            && access.contains("SameSite=Lax")
            && access.contains("Path=/;"),
        "{access}"
    );
    let refresh = cookies
        .iter()
        .find(|c| c.starts_with("sitewright_refresh="))
        .unwrap();
    assert!(
        refresh.contains("HttpOnly")
            && refresh.contains("SameSite=Strict")
            && refresh.contains("Path=/api"),
        "{refresh}"
    );
    let body = answer.ok();
    assert_eq!(body["login_result"], "Login Successful");
    assert_eq!(body["user_id"], pat.user_id.to_string());
    assert_eq!(body["customer_id"], pat.customer_id.to_string());
    assert_eq!(body["role"], "user");
    let session = world
        .anonymous(Method::GET, "/api/session")
        .bearer_auth(body["token"].as_str().unwrap());
    let session = Reply::of(session).await.ok();
    assert_eq!(session["email"], pat.email);
    assert_eq!(
        session["customer_name"],
        format!("Firm {}", pat.customer_id)
    );
    world.stop().await;
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_look_the_same() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let wrong = login(&world, &pat.email, "not the password")
        .await
        .problem(401);
    let unknown = login(&world, "nobody@firm.example", PASSWORD)
        .await
        .problem(401);
    assert_eq!(wrong["message"], "Invalid email or password.");
    assert_eq!(wrong["login_result"], "Login Failed");
    assert_eq!(wrong["message"], unknown["message"]);
    login(&world, "nul\0@firm.example", PASSWORD)
        .await
        .problem(401);
    // Users without a password and deactivated users cannot sign in either.
    let invited = world.user().await;
    login(&world, &invited.email, "").await.problem(401);
    world
        .sql(&format!(
            "UPDATE users SET active = false WHERE user_id = '{}'",
            pat.user_id
        ))
        .await;
    login(&world, &pat.email, PASSWORD).await.problem(401);
    world.stop().await;
}

#[tokio::test]
async fn guessing_is_throttled_and_success_forgets_the_failures() {
    let world = World::start().await;
    let (pat, other) = (
        world.user_with_password().await,
        world.user_with_password().await,
    );
    for _ in 0..9 {
        login(&world, &pat.email, "guess").await.problem(401);
    }
    login(&world, &pat.email, PASSWORD).await.ok();
    for _ in 0..10 {
        login(&world, &pat.email, "guess").await.problem(401);
    }
    // Even the correct password is rejected now, and the response says for how long.
    let throttled = login(&world, &pat.email, PASSWORD).await;
    let seconds: u64 = throttled.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=900).contains(&seconds), "{seconds}");
    throttled.problem(429);
    login(&world, &other.email, PASSWORD).await.ok();
    world
        .sql("UPDATE attempts SET at = at - interval '16 minutes'")
        .await;
    login(&world, &pat.email, PASSWORD).await.ok();
    world.stop().await;
}

/// Signs in from an address, as set by the proxy, with the browser's device cookie if given.
async fn login_from(world: &World, address: &str, email: &str, device: Option<&str>) -> Reply {
    let mut call = world
        .anonymous(Method::POST, "/api/login")
        .header("x-forwarded-for", address)
        .json(&json!({ "username": email, "password": PASSWORD }));
    if let Some(device) = device {
        call = call.header("cookie", format!("sitewright_device={device}"));
    }
    Reply::of(call).await
}

#[tokio::test]
async fn strangers_cannot_lock_the_right_person_out() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let (home, elsewhere) = ("198.51.100.7", "203.0.113.80");
    let first = login_from(&world, home, &pat.email, None).await;
    let device = cookie(&first, "sitewright_device");
    first.ok();
    let count = async |kind: &str, who: &str, times: i32| {
        world
            .sql(&format!(
                "INSERT INTO attempts (key_hash) SELECT sha256(convert_to('{kind}:{who}', 'UTF8')) \
                 FROM generate_series(1, {times})"
            ))
            .await;
    };
    // Ten wrong passwords from a network block that network only.
    count("password-network", &format!("{} 203.0.113", pat.email), 10).await;
    login_from(&world, elsewhere, &pat.email, None)
        .await
        .problem(429);
    login_from(&world, home, &pat.email, None).await.ok();
    // A hundred from many networks block places where Pat never signed in.
    count("password-strangers", &pat.email, 100).await;
    login_from(&world, "192.0.2.1", &pat.email, None)
        .await
        .problem(429);
    login_from(&world, "198.51.100.99", &pat.email, None)
        .await
        .ok();
    login_from(&world, elsewhere, &pat.email, Some(&device))
        .await
        .ok();
    // Attempts on a hundred accounts from one address do not block a browser known there.
    count("password-address", home, 100).await;
    login_from(&world, home, &pat.email, None)
        .await
        .problem(429);
    login_from(&world, home, &pat.email, Some(&device))
        .await
        .ok();
    // A browser known to one account is unknown to another.
    let other = world.user_with_password().await;
    login_from(&world, home, &other.email, Some(&device))
        .await
        .problem(429);
    // A reset lifts the block at the place of the reset.
    world
        .post_anonymous("/api/forgot-password", json!({ "email": pat.email }))
        .await
        .ok();
    let token = mailed_token(&world, &pat.email, "reset-password").await;
    let reset = world
        .anonymous(Method::POST, "/api/reset-password")
        .header("x-forwarded-for", elsewhere)
        .json(&json!({ "token": token, "newPassword": PASSWORD }));
    Reply::of(reset).await.ok();
    login_from(&world, elsewhere, &pat.email, None).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn made_up_links_are_throttled_before_anything_is_hashed() {
    let world = World::start().await;
    let reset = async |address: &str| {
        let call = world
            .anonymous(Method::POST, "/api/reset-password")
            .header("x-forwarded-for", address)
            .json(&json!({ "token": "made up", "newPassword": "short" }));
        Reply::of(call).await
    };
    for _ in 0..30 {
        // The password is not checked.
        assert!(reset("203.0.113.9").await.problem(422)["errors"]["token"].is_string());
    }
    reset("203.0.113.9").await.problem(429);
    reset("198.51.100.7").await.problem(422);
    world.stop().await;
}

#[tokio::test]
async fn a_foreign_page_neither_signs_in_nor_prolongs_a_session() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let body = json!({ "username": pat.email, "password": PASSWORD });
    for path in ["/api/login", "/api/refresh"] {
        let call = world.anonymous(Method::POST, path).json(&body);
        let call = call.header("origin", "https://evil.example");
        Reply::of(call).await.problem(403);
    }
    let own = world.anonymous(Method::POST, "/api/login").json(&body);
    let own = own.header("origin", "http://sitewright.test");
    Reply::of(own).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn with_https_no_neighbour_can_set_our_cookies() {
    let world = World::with(&[("PUBLIC_URL", "https://sitewright.test")]).await;
    let pat = world.user_with_password().await;
    let answer = login(&world, &pat.email, PASSWORD).await;
    let access = cookie(&answer, "__Host-sitewright_access");
    let refresh_token = cookie(&answer, "__Secure-sitewright_refresh");
    let all: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    assert!(all.len() == 3 && all.iter().all(|c| c.to_str().unwrap().contains("Secure")));
    let session = async |cookie: String| {
        let call = world.anonymous(Method::GET, "/api/session");
        call.header("cookie", cookie).send().await.unwrap().status()
    };
    assert_eq!(
        session(format!("__Host-sitewright_access={access}")).await,
        200
    );
    assert_eq!(session(format!("sitewright_access={access}")).await, 401);
    let call = world.anonymous(Method::POST, "/api/refresh");
    let call = call.header(
        "cookie",
        format!("__Secure-sitewright_refresh={refresh_token}"),
    );
    Reply::of(call).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn a_refresh_token_works_once_and_an_old_one_ends_the_session() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let first = cookie(
        &login(&world, &pat.email, PASSWORD).await,
        "sitewright_refresh",
    );
    let answer = refresh(&world, &first).await;
    let second = cookie(&answer, "sitewright_refresh");
    let token = answer.ok();
    assert_eq!(token["expires_in"], 900);
    let token = token["token"].as_str().unwrap().to_owned();
    assert_eq!(session_status(&world, &token).await, 200);
    assert_ne!(first, second);
    refresh(&world, &first).await.problem(401);
    assert_eq!(session_status(&world, &token).await, 401);
    refresh(&world, &second).await.problem(401);
    let stored = world
        .rows("SELECT encode(token_hash, 'escape') AS hash FROM refresh_tokens")
        .await;
    assert!(
        stored
            .iter()
            .all(|row| row["hash"] != first && row["hash"] != second)
    );
    refresh(&world, "made up").await.problem(401);
    world
        .anonymous(Method::POST, "/api/refresh")
        .send()
        .await
        .map(Reply::read)
        .unwrap()
        .await
        .problem(401);
    world.stop().await;
}

#[tokio::test]
async fn the_refresh_cookie_works_without_a_body() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let first = cookie(
        &login(&world, &pat.email, PASSWORD).await,
        "sitewright_refresh",
    );
    let call = world
        .anonymous(Method::POST, "/api/refresh")
        .header("cookie", format!("sitewright_refresh={first}"));
    Reply::of(call).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn logging_out_ends_the_session_on_the_server_and_says_so() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let answer = login(&world, &pat.email, PASSWORD).await;
    let refresh_token = cookie(&answer, "sitewright_refresh");
    let token = answer.ok()["token"].as_str().unwrap().to_owned();
    let logout = world
        .anonymous(Method::POST, "/api/logout")
        .bearer_auth(&token)
        .send()
        .await
        .unwrap();
    let logout = Reply::read(logout).await;
    assert_eq!(cookie(&logout, "sitewright_access"), "");
    assert_eq!(logout.ok()["result"], "OK");
    assert_eq!(session_status(&world, &token).await, 401);
    // Other services read this list for the time they were disconnected.
    let list = world.anonymous(Method::GET, auth::ENDED_SESSIONS_PATH);
    let list = Reply::of(list).await.ok();
    assert_eq!(list["session_ids"].as_array().map(Vec::len), Some(1));
    refresh(&world, &refresh_token).await.problem(401);
    world.stop().await;
}

#[tokio::test]
async fn a_change_by_cookie_must_come_from_our_own_page() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let access = cookie(
        &login(&world, &pat.email, PASSWORD).await,
        "sitewright_access",
    );
    let put = |origin: &str| {
        let call = world
            .anonymous(Method::PUT, "/api/preferred_theme")
            .header("origin", origin.to_owned());
        call.header("cookie", format!("sitewright_access={access}"))
            .json(&json!({ "preferred_theme": "dark" }))
    };
    Reply::of(put("http://sitewright.test")).await.ok();
    Reply::of(put("https://evil.example")).await.problem(403);
    world.stop().await;
}

/// The token in the link to `page` that was mailed to this address.
pub async fn mailed_token(world: &World, to: &str, page: &str) -> String {
    let folder = world.folder.path().join("mail");
    let link = format!("http://sitewright.test/{page}?token=");
    let found = || {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut texts = files.filter(|file| file.path().extension().is_some_and(|e| e == "eml"));
        texts.find_map(|file| {
            std::fs::read_to_string(file.path())
                .ok()
                .filter(|text| text.contains(to) && text.contains(&link))
        })
    };
    wait_for(TEST_TIMEOUT, || async { found().is_some() }).await;
    let text = found().unwrap();
    text.split(&link)
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_the_mailed_link() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let before = login(&world, &pat.email, PASSWORD).await.ok()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let sent = "Password reset link sent to your email.";
    let known = world
        .post_anonymous("/api/forgot-password", json!({ "email": pat.email }))
        .await
        .ok();
    let unknown = world
        .post_anonymous(
            "/api/forgot-password",
            json!({ "email": "no@firm.example" }),
        )
        .await
        .ok();
    assert_eq!(
        (&known["message"], &unknown["message"]),
        (&json!(sent), &json!(sent))
    );
    let token = mailed_token(&world, &pat.email, "reset-password").await;
    let reset = |password: &str| {
        world.post_anonymous(
            "/api/reset-password",
            json!({ "token": token, "newPassword": password }),
        )
    };
    for weak in ["short", "password1234", "sitewright12"] {
        let refused = reset(weak).await.problem(422);
        assert!(refused["errors"]["newPassword"].is_string(), "{weak}");
    }
    reset("a new long password").await.ok();
    // The link works once; the old password and the old session are invalid.
    assert!(reset("another long password").await.problem(422)["errors"]["token"].is_string());
    assert_eq!(session_status(&world, &before).await, 401);
    login(&world, &pat.email, PASSWORD).await.problem(401);
    login(&world, &pat.email, "a new long password").await.ok();
    // The queue is empty, and the table never stored the link.
    assert!(world.rows("SELECT 1 FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn an_old_link_does_not_work() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    world
        .post_anonymous("/api/forgot-password", json!({ "email": pat.email }))
        .await
        .ok();
    let token = mailed_token(&world, &pat.email, "reset-password").await;
    world
        .sql("UPDATE password_resets SET expires_at = now() - interval '1 second'")
        .await;
    let body = json!({ "token": token, "newPassword": "a new long password" });
    world
        .post_anonymous("/api/reset-password", body)
        .await
        .problem(422);
    world.stop().await;
}

#[tokio::test]
async fn changing_the_password_ends_the_other_sessions() {
    let world = World::start().await;
    let pat = world.user_with_password().await;
    let token = |answer: Value| answer["token"].as_str().unwrap().to_owned();
    let here = token(login(&world, &pat.email, PASSWORD).await.ok());
    let elsewhere = token(login(&world, &pat.email, PASSWORD).await.ok());
    let change = |id: String, current: &'static str| {
        let body = json!({ "user_id": id, "currentPassword": current, "newPassword": "a new long password" });
        let call = world
            .anonymous(Method::POST, "/api/change-password")
            .bearer_auth(&here)
            .json(&body);
        async { Reply::of(call).await }
    };
    let wrong = change(pat.user_id.to_string(), "wrong").await.problem(422);
    assert!(wrong["errors"]["currentPassword"].is_string());
    change(Persona::user().user_id.to_string(), PASSWORD)
        .await
        .problem(404);
    let changed = change(pat.user_id.to_string(), PASSWORD).await.ok();
    assert_eq!(changed["message"], "Password changed successfully!");
    assert_eq!(session_status(&world, &here).await, 200);
    assert_eq!(session_status(&world, &elsewhere).await, 401);
    login(&world, &pat.email, "a new long password").await.ok();
    world.stop().await;
}

#[tokio::test]
async fn keys_and_public_configuration_are_open() {
    let world = World::start().await;
    let get = |path: &'static str| {
        let call = world.anonymous(Method::GET, path);
        async { Reply::of(call).await.ok() }
    };
    let keys = get("/api/.well-known/jwks.json").await;
    assert_eq!(
        (&keys["keys"][0]["kty"], &keys["keys"][0]["crv"]),
        (&json!("OKP"), &json!("Ed25519"))
    );
    assert!(
        keys["keys"][0].get("d").is_none(),
        "a private key was published"
    );
    let config = get("/api/config").await;
    assert_eq!(
        config,
        json!({
            "voice_assistant_url": null,
            "site_image_credit": null,
            "sample_data": false,
            "mail_mode": "folder",
        })
    );
    world.stop().await;
}
