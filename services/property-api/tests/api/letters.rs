//! Drafts of letters, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::json;
use test_support::{Persona, token_for};

use crate::world::{World, ok, problem};

#[tokio::test]
async fn a_draft_is_stored_sanitised_and_deleted_by_beacon() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let number = [("parcel_number", parcel.number.clone())];
    let none = world.get(&pat, "/get_loi_template", &number).await;
    assert_eq!(none, json!({"html": null, "updated_at": null}));
    let html = "<p style=\"text-align:center;position:fixed\">Dear <b>Owner</b><script>x()</script></p><img src=x onerror=y()>";
    let stored = world
        .post(
            &pat,
            "/update_loi_template",
            json!({"parcel_number": parcel.number, "html": html}),
        )
        .await;
    assert_eq!(stored["success"], true);
    let colleague = pat.colleague();
    let draft = world.get(&colleague, "/get_loi_template", &number).await;
    assert_eq!(
        draft["html"],
        "<p style=\"text-align:center\">Dear <b>Owner</b></p>"
    );
    assert_eq!(draft["updated_at"], stored["updated_at"]);
    // As a browser's beacon: by cookie, as text, from our own page.
    let beacon = |origin: &'static str| {
        world
            .anonymous(Method::POST, "/delete_loi_template")
            .header("cookie", format!("sitewright_access={}", token_for(&pat)))
            .header("origin", origin)
            .header("content-type", "text/plain;charset=UTF-8")
            .body(json!({"parcel_number": parcel.number}).to_string())
            .send()
    };
    let foreign = beacon("https://elsewhere.example").await.unwrap();
    assert_eq!(problem(foreign).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        world.get(&pat, "/get_loi_template", &number).await["html"],
        draft["html"]
    );
    for _twice in 0..2 {
        assert_eq!(
            ok(beacon("http://sitewright.test").await.unwrap()).await,
            json!({"success": true})
        );
    }
    assert_eq!(world.get(&pat, "/get_loi_template", &number).await, none);
    world.stop().await;
}

#[tokio::test]
async fn a_letter_has_bounds() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let body = |html: String| json!({"parcel_number": parcel.number, "html": html});
    let longest = world
        .post(&pat, "/update_loi_template", body("\"".repeat(1_000_000)))
        .await;
    assert_eq!(longest["success"], true);
    let (status, _) = world
        .refused(&pat, "/update_loi_template", body("x".repeat(1_000_001)))
        .await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, said) = world
        .refused(
            &pat,
            "/update_loi_template",
            json!({"parcel_number": parcel.number}),
        )
        .await;
    assert_eq!(
        (status, said["errors"]["html"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    let form = world
        .call(&pat, Method::POST, "/delete_loi_template")
        .form(&[("parcel_number", "1")])
        .send()
        .await
        .unwrap();
    assert_eq!(problem(form).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let nonsense = world
        .call(&pat, Method::POST, "/delete_loi_template")
        .header("content-type", "text/plain")
        .body("{")
        .send()
        .await
        .unwrap();
    assert_eq!(problem(nonsense).await.0, StatusCode::BAD_REQUEST);
    world.stop().await;
}
