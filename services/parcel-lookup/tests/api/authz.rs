//! Every operation of the API document requires a session.

use parcel_lookup::program::ParcelLookup;
use reqwest::Method;
use service::Program as _;
use test_support::TEST_ORIGIN;

use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn no_call_answers_without_a_session() {
    let world = World::start().await;
    let document = serde_json::to_value(ParcelLookup::document()).unwrap();
    let mut walked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let path = path
            .replace("{ll_uuid}", "7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11")
            .replace("{z}", "15")
            .replace("{x}", "1")
            .replace("{y}", "1");
        for method in operations.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            for token in [None, Some("not.a.token")] {
                let mut call = world.anonymous(method.clone(), &path);
                if let Some(token) = token {
                    call = call.bearer_auth(token);
                }
                let answer = call.send().await.unwrap();
                assert_eq!(answer.status(), 401, "{method} {path}");
                assert_eq!(answer.headers()["content-type"], "application/problem+json");
                walked += 1;
            }
        }
    }
    assert!(walked >= 12);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_works_from_our_own_pages_only() {
    let world = World::start().await;
    let call = |origin: &str| {
        world
            .anonymous(Method::POST, "/process_coords")
            .header("cookie", format!("sitewright_access={}", world.token()))
            .header("origin", origin)
            .json(&serde_json::json!({ "lat": 1.0, "lon": 1.0 }))
            .send()
    };
    assert_eq!(call(TEST_ORIGIN).await.unwrap().status(), 200);
    assert_eq!(call("http://elsewhere.test").await.unwrap().status(), 403);
    world.stop().await;
}
