use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::world::World;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR and whatever follows";

async fn upload(world: &World, who: &Persona, path: &str, bytes: Vec<u8>) -> Reply {
    let form = Form::new().part("image", Part::bytes(bytes).file_name("image.png"));
    let call = world.call(who, Method::POST, path).multipart(form);
    Reply::of(call).await
}

fn url(letterhead: &Value, whose: &str, which: &str) -> String {
    letterhead[whose][which].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_firm_has_its_name_and_nothing_made_up() {
    let world = World::start().await;
    let pat = world.user().await;
    let letterhead = world.get(&pat, "/api/letterhead").await.ok();
    assert_eq!(
        letterhead,
        json!({
            "firm": {
                "name": format!("Firm {}", pat.customer_id), "logo_url": null, "address_lines": [],
                "phone_number": null, "website": null, "signatory_title": null, "disclaimer": null,
            },
            "sender": {
                "user_id": pat.user_id, "name": "Pat", "job_title": null, "email": pat.email,
                "phone_number": null, "signature_url": null,
            },
        })
    );
    world.stop().await;
}

#[tokio::test]
async fn an_admin_writes_the_firms_part_and_everybody_reads_it() {
    let world = World::start().await;
    let admin = world.admin().await;
    let (pat, stranger) = (
        Persona::of(admin.customer_id, auth::Role::User),
        world.admin().await,
    );
    world.insert(&pat, None).await;
    let body = json!({
        "address_lines": ["1400 Main Street, Suite 2100", "", "Houston, Texas 77002"],
        "phone_number": "(713) 555-0100", "website": "www.meridian.example",
        "signatory_title": "Partner", "disclaimer": "No contract exists yet.",
    });
    world
        .put(&pat, "/api/letterhead", body.clone())
        .await
        .problem(403);
    let written = world.put(&admin, "/api/letterhead", body).await.ok();
    let read = world.get(&pat, "/api/letterhead").await.ok();
    assert_eq!(read["firm"], written["firm"]);
    assert_eq!(
        read["firm"]["address_lines"],
        json!(["1400 Main Street, Suite 2100", "Houston, Texas 77002"])
    );
    let theirs = world.get(&stranger, "/api/letterhead").await.ok();
    assert_eq!(theirs["firm"]["address_lines"], json!([]));
    let cleared = json!({ "address_lines": null, "signatory_title": " " });
    let cleared = world.put(&admin, "/api/letterhead", cleared).await.ok();
    assert_eq!(
        (
            &cleared["firm"]["signatory_title"],
            &cleared["firm"]["website"]
        ),
        (&json!(null), &json!(null))
    );
    for (field, value) in [
        ("address_lines", json!(vec!["line"; 6])),
        ("phone_number", json!("12")),
        ("website", json!("javascript:alert(1)")),
        ("disclaimer", json!("x".repeat(1001))),
        ("signatory_title", json!("a\u{0}b")),
    ] {
        let refused = world
            .put(&admin, "/api/letterhead", json!({ field: value }))
            .await;
        assert!(refused.problem(422)["errors"][field].is_string(), "{field}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_signature_is_its_owners_only() {
    let world = World::start().await;
    let pat = world.user().await;
    let (colleague, stranger) = (pat.colleague(), world.user().await);
    world.insert(&colleague, None).await;
    let mine = upload(&world, &pat, "/api/upload_signature", PNG.to_vec())
        .await
        .ok();
    let path = url(&mine, "sender", "signature_url");
    let answer = world.call(&pat, Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/png");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    assert_eq!(answer.bytes().await.unwrap(), PNG);
    world.get(&colleague, &path).await.problem(404);
    world.get(&stranger, &path).await.problem(404);
    let other = world.get(&colleague, "/api/letterhead").await.ok();
    assert_eq!(other["sender"]["signature_url"], json!(null));
    // A new image replaces the old one, which is deleted.
    let again = vec![0xFF, 0xD8, 0xFF, 0xE0, 1, 2];
    let second = upload(&world, &pat, "/api/upload_signature", again)
        .await
        .ok();
    assert_ne!(url(&second, "sender", "signature_url"), path);
    world.get(&pat, &path).await.problem(404);
    let kept = "SELECT content_type FROM letter_images";
    assert_eq!(
        world.rows(kept).await,
        [json!({ "content_type": "image/jpeg" })]
    );
    let removed = world
        .post(&pat, "/api/remove_signature", json!({}))
        .await
        .ok();
    assert_eq!(removed["sender"]["signature_url"], json!(null));
    assert!(world.rows(kept).await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn a_logo_is_the_firms_and_an_admins_to_change() {
    let world = World::start().await;
    let admin = world.admin().await;
    let (pat, stranger) = (
        Persona::of(admin.customer_id, auth::Role::User),
        world.admin().await,
    );
    world.insert(&pat, None).await;
    upload(&world, &pat, "/api/upload_logo", PNG.to_vec())
        .await
        .problem(403);
    upload(&world, &admin, "/api/upload_logo", PNG.to_vec())
        .await
        .ok();
    // The admin's own signature is separate.
    upload(&world, &admin, "/api/upload_signature", PNG.to_vec())
        .await
        .ok();
    let path = url(
        &world.get(&pat, "/api/letterhead").await.ok(),
        "firm",
        "logo_url",
    );
    let answer = world.call(&pat, Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.bytes().await.unwrap(), PNG);
    world.get(&stranger, &path).await.problem(404);
    world
        .post(&pat, "/api/remove_logo", json!({}))
        .await
        .problem(403);
    world
        .post(&stranger, "/api/remove_logo", json!({}))
        .await
        .ok();
    let removed = world.post(&admin, "/api/remove_logo", json!({})).await.ok();
    assert_eq!(removed["firm"]["logo_url"], json!(null));
    assert!(removed["sender"]["signature_url"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn a_bad_picture_is_refused_and_nothing_is_kept() {
    let world = World::start().await;
    let pat = world.user().await;
    let path = "/api/upload_signature";
    upload(&world, &pat, path, b"<svg onload='alert(1)'/>".to_vec())
        .await
        .problem(415);
    upload(&world, &pat, path, Vec::new()).await.problem(415);
    let mut large = PNG.to_vec();
    large.resize(2_097_153, 0);
    upload(&world, &pat, path, large.clone()).await.problem(413);
    let none = Form::new().text("picture", "none");
    let none = world.call(&pat, Method::POST, path).multipart(none);
    let refused = Reply::of(none).await.problem(422);
    assert!(refused["errors"]["image"].is_string());
    assert!(world.rows("SELECT 1 FROM letter_images").await.is_empty());
    large.truncate(2_097_152);
    upload(&world, &pat, path, large).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn the_job_title_stands_in_the_profile_and_stays_when_left_out() {
    let world = World::start().await;
    let pat = world.user().await;
    let change = |job_title: Option<Value>| {
        let mut body = json!({ "email": pat.email, "fname": "Pat", "lname": "Lee" });
        if let Some(job_title) = job_title {
            body["job_title"] = job_title;
        }
        body
    };
    for (given, kept) in [
        (
            Some(json!(" Investment Analyst ")),
            json!("Investment Analyst"),
        ),
        (None, json!("Investment Analyst")),
        (Some(json!(null)), json!(null)),
        (Some(json!("Partner")), json!("Partner")),
        (Some(json!("")), json!(null)),
    ] {
        let changed = world.put(&pat, "/api/profile", change(given)).await.ok();
        assert_eq!(changed["job_title"], kept);
        let letterhead = world.get(&pat, "/api/letterhead").await.ok();
        assert_eq!(letterhead["sender"]["job_title"], kept);
        assert_eq!(letterhead["sender"]["name"], "Pat Lee");
    }
    let long = change(Some(json!("x".repeat(121))));
    let refused = world.put(&pat, "/api/profile", long).await.problem(422);
    assert!(refused["errors"]["job_title"].is_string());
    world.stop().await;
}
