//! The stubs fail as scripted.

use std::time::Duration;

use serde_json::json;
use test_support::{Answer, StubServer, TcpProxy, TestDb};

fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_millis(500))
        .build()
        .expect("a client")
}

#[tokio::test]
async fn answers_come_in_order_and_the_last_one_stays() {
    let stub = StubServer::start().await;
    stub.on("GET", "/a", Answer::status(503));
    stub.on(
        "GET",
        "/a",
        Answer::json(200, &json!({"ok": true})).header("x-more", "1"),
    );
    let url = format!("{}/a?q=1", stub.url());
    assert_eq!(client().get(&url).send().await.unwrap().status(), 503);
    for _ in 0..2 {
        let answer = client().get(&url).send().await.unwrap();
        assert_eq!(answer.headers()["x-more"], "1");
        assert_eq!(
            answer.json::<serde_json::Value>().await.unwrap(),
            json!({"ok": true})
        );
    }
    assert_eq!(stub.requests().len(), 3);
    assert_eq!(stub.requests()[0].target, "/a?q=1");
    let unknown = client()
        .get(format!("{}/b", stub.url()))
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn bodies_are_recorded_whole_and_in_chunks() {
    let stub = StubServer::start().await;
    stub.on("POST", "/in", Answer::status(204));
    let url = format!("{}/in", stub.url());
    client()
        .post(&url)
        .json(&json!({"n": 1}))
        .send()
        .await
        .unwrap();
    assert_eq!(stub.requests()[0].json(), json!({"n": 1}));
    let parts = ["first ", "second"].map(|part| Ok::<_, std::io::Error>(part.to_owned()));
    let body = reqwest::Body::wrap_stream(futures::stream::iter(parts));
    client().post(&url).body(body).send().await.unwrap();
    assert_eq!(stub.requests()[1].body, b"first second");
}

#[tokio::test]
async fn it_hangs_cuts_off_redirects_and_overflows() {
    let stub = StubServer::start().await;
    stub.on("GET", "/hang", Answer::hang());
    stub.on(
        "GET",
        "/cut",
        Answer::json(200, &json!([1, 2, 3])).truncated(10),
    );
    stub.on("GET", "/away", Answer::redirect("http://169.254.169.254/"));
    stub.on("GET", "/large", Answer::large(3_000_000));
    let get = async |path: &str| client().get(format!("{}{path}", stub.url())).send().await;
    assert!(get("/hang").await.unwrap_err().is_timeout());
    assert!(get("/cut").await.unwrap().bytes().await.is_err());
    let away = get("/away").await.unwrap();
    assert_eq!(away.status(), 302);
    assert_eq!(away.headers()["location"], "http://169.254.169.254/");
    assert_eq!(
        get("/large").await.unwrap().bytes().await.unwrap().len(),
        3_000_000
    );
}

#[tokio::test]
async fn a_cut_proxy_refuses_until_it_is_restored() {
    let stub = StubServer::start().await;
    stub.on("GET", "/", Answer::status(200));
    let proxy = TcpProxy::to(&stub.url()).await;
    assert_eq!(
        client().get(proxy.url()).send().await.unwrap().status(),
        200
    );
    proxy.cut();
    assert!(client().get(proxy.url()).send().await.is_err());
    proxy.restore();
    assert_eq!(
        client().get(proxy.url()).send().await.unwrap().status(),
        200
    );
}

#[tokio::test]
async fn each_test_has_a_database_of_its_own() {
    let one = TestDb::new("parcel-lookup", &[]).await;
    let two = TestDb::new("parcel-lookup", &[]).await;
    assert_ne!(one.app_url(), two.app_url());
    assert!(one.app_url().contains("sitewright_parcel"));
    assert!(one.unprotected_tables().await.is_empty());
}
