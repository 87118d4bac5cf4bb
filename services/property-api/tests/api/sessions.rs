//! Sessions that end while this service is disconnected.

use auth::{Authenticator, EndedSessions, Origins, Revocations};
use http_kit::ServerConfig;
use property_api::{API, SERVICE, app, routes};
use reqwest::StatusCode;
use serde_json::json;

use service::Access;
use test_support::{Answer, Persona, TEST_ORIGIN, TcpProxy, test_keys, token_for, wait_for};

use crate::world::{TEST_TIMEOUT, World};

/// Sets the list that main-api returns.
fn ended(world: &World, sessions: &[&Persona]) {
    let ids: Vec<_> = sessions.iter().map(|who| who.session_id).collect();
    world.main_api.clear();
    let list = Answer::json(200, &json!({ "session_ids": ids }));
    world.main_api.on("GET", auth::ENDED_SESSIONS_PATH, list);
}

#[tokio::test]
async fn a_session_that_ends_while_the_broker_is_away_ends_here_too() {
    let world = World::start().await;
    let broker = TcpProxy::to(world.amqp.url()).await;
    let jwks = format!("{}/api/.well-known/jwks.json", world.main_api.url());
    let access = Access {
        authenticator: Authenticator {
            keys: test_keys().key_set(),
            revocations: Revocations::unread(),
            introspection: world.tokens.introspection(),
            origins: Origins::new(TEST_ORIGIN, []),
        },
        ended: EndedSessions::beside(&jwks).unwrap().into(),
    };
    let amqp = world.amqp.config_at(SERVICE, &broker.url());
    let app = app::service(ServerConfig::for_test(API), &world.state, access, &amqp);
    let app = app.start(world.state.clone(), routes::register).unwrap();
    let [before, away, back, stays] = [(); 4].map(|()| Persona::user());
    let status = async |who: &Persona| {
        let url = format!("http://{}/get_campaigns?project_id=x", app.address());
        let call = world.http.get(url).bearer_auth(token_for(who));
        call.send().await.unwrap().status()
    };
    // Until the list has been read, every request is rejected and the service is not ready.
    assert_eq!(status(&stays).await, StatusCode::SERVICE_UNAVAILABLE);
    let ready = world.http.get(format!("http://{}/readyz", app.address()));
    let report = ready.send().await.unwrap().text().await.unwrap();
    assert!(report.contains(r#""sessions":"failed""#), "{report}");
    ended(&world, &[&before]);
    wait_for(TEST_TIMEOUT, || async {
        status(&before).await == StatusCode::UNAUTHORIZED
    })
    .await;
    broker.cut();
    ended(&world, &[&before, &away]);
    wait_for(TEST_TIMEOUT, || async {
        status(&away).await == StatusCode::UNAUTHORIZED
    })
    .await;
    broker.restore();
    ended(&world, &[&before, &away, &back]);
    wait_for(TEST_TIMEOUT, || async {
        status(&back).await == StatusCode::UNAUTHORIZED
    })
    .await;
    let stays = status(&stays).await;
    assert!(
        stays != StatusCode::UNAUTHORIZED && stays != StatusCode::SERVICE_UNAVAILABLE,
        "{stays}"
    );
    app.stop().await.unwrap();
    world.stop().await;
}
