//! Sessions over HTTP: what the extractors let through.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::{HttpResponse, get, post, web};
use auth::{
    AUDIENCE, Admin, AnyRead, Authenticator, Claims, CurrentUser, DEFAULT_ISSUER, Introspection,
    KeySet, Origins, ParcelsRead, PersonalAccessToken, ReadAccess, Revocations, Role, Scope,
    SessionCookies, Signer, TokenGrant, VerifyError,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{CustomerId, PersonalAccessTokenId, SessionId, UserId};
use http_kit::openapi::About;
use http_kit::{ServerConfig, server};
use reqwest::{Client, Method, Response};
use serde_json::Value;
use uuid::Uuid;

const ABOUT: About = About {
    title: "auth-test",
    description: "A service for these tests.",
    prefix: "",
};
const OURS: &str = "https://sitewright.example";
const ACCESS_COOKIE: &str = SessionCookies::of(true).access;

/// Who calls.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/whoami")]
async fn whoami(user: CurrentUser) -> String {
    user.user_id.to_string()
}

/// Changes something.
#[utoipa::path(responses((status = 200, body = String)))]
#[post("/change")]
async fn change(user: CurrentUser) -> String {
    user.customer_id.to_string()
}

/// For admins.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/manage")]
async fn manage(Admin(user): Admin) -> String {
    user.role.to_string()
}

/// For programs too.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/read")]
async fn read(access: ReadAccess<ParcelsRead>) -> String {
    access.user_id.to_string()
}

/// For programs with any scope: the scopes that the caller may read.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/read_any")]
async fn read_any(access: ReadAccess<AnyRead>) -> String {
    let scopes = Scope::ALL.into_iter();
    let scopes = scopes.filter(|scope| access.may_read(*scope));
    scopes.map(Scope::as_str).collect::<Vec<_>>().join(" ")
}

/// The user of every personal access token in these tests.
const TOKEN_USER: UserId = UserId(Uuid::from_u128(7));

/// Every well-formed token is valid and reads parcels.
fn introspection() -> Introspection {
    Introspection::new(|_request| {
        std::future::ready(Ok(Some(TokenGrant {
            token_id: PersonalAccessTokenId(Uuid::from_u128(8)),
            user_id: TOKEN_USER,
            customer_id: CustomerId(Uuid::from_u128(2)),
            scopes: vec![Scope::ParcelsRead],
            expires_at: chrono::Utc::now() + chrono::Duration::days(1),
        })))
    })
}

struct Service {
    running: server::Running,
    http: Client,
    signer: Signer,
    revocations: Revocations,
}

impl Service {
    fn start() -> Self {
        let signer = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
        let keys = signer.key_set();
        Self::with(signer, keys)
    }

    fn with(signer: Signer, keys: KeySet) -> Self {
        let revocations = Revocations::new();
        let authenticator = web::Data::new(Authenticator {
            keys,
            revocations: revocations.clone(),
            introspection: introspection(),
            origins: Origins::new(OURS, []),
        });
        let running = server::start(ServerConfig::for_test(ABOUT), move |cfg| {
            cfg.app_data(authenticator.clone())
                .service(whoami)
                .service(change)
                .service(manage)
                .service(read)
                .service(read_any);
        })
        .unwrap();
        Self {
            running,
            http: Client::new(),
            signer,
            revocations,
        }
    }

    fn token(&self, role: Role, session: SessionId) -> String {
        let (user, customer) = (UserId(Uuid::from_u128(1)), CustomerId(Uuid::from_u128(2)));
        self.signer
            .sign(user, customer, role, "ann@example.com", session)
            .unwrap()
    }

    async fn call(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
        let request = self
            .http
            .request(method, format!("{}{path}", self.running.url()));
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        request.send().await.unwrap()
    }

    async fn get(&self, path: &str, token: &str) -> Response {
        let bearer = format!("Bearer {token}");
        self.call(Method::GET, path, &[("authorization", &bearer)])
            .await
    }
}

const SESSION: SessionId = SessionId(Uuid::from_u128(3));

async fn no_session(response: Response) {
    assert_eq!(response.status(), 401);
    assert_eq!(response.headers()["www-authenticate"], "Bearer");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(
        problem["error"],
        "Missing user session. Please log in again."
    );
}

#[actix_web::test]
async fn bearer_and_cookie_both_work() {
    let service = Service::start();
    let token = service.token(Role::User, SESSION);
    let response = service.get("/whoami", &token).await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.text().await.unwrap(),
        Uuid::from_u128(1).to_string()
    );
    let cookie = format!("{ACCESS_COOKIE}={token}");
    let response = service
        .call(Method::GET, "/whoami", &[("cookie", &cookie)])
        .await;
    assert_eq!(response.status(), 200);
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn absent_and_bad_tokens_are_refused_alike() {
    let service = Service::start();
    no_session(service.call(Method::GET, "/whoami", &[]).await).await;
    let basic = [("authorization", "Basic YTpi")];
    no_session(service.call(Method::GET, "/whoami", &basic).await).await;
    let good = service.token(Role::User, SESSION);
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let reversed: String = signature.chars().rev().collect();
    let unsigned = "eyJhbGciOiJub25lIn0.e30.";
    for token in ["", "x", "a.b.c", unsigned, &format!("{signed}.{reversed}")] {
        no_session(service.get("/whoami", token).await).await;
    }
    // An invalid bearer token is rejected despite a valid cookie.
    let cookie = format!("{ACCESS_COOKIE}={good}");
    let both = [("authorization", "Bearer x"), ("cookie", cookie.as_str())];
    no_session(service.call(Method::GET, "/whoami", &both).await).await;
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn a_personal_access_token_reaches_only_what_takes_it() {
    let service = Service::start();
    let token = PersonalAccessToken::generate();
    let bearer = format!("Bearer {}", token.reveal());
    let basic = STANDARD.encode(format!("qgis:{}", token.reveal()));
    let basic = format!("Basic {basic}");
    for credential in [&bearer, &basic] {
        let headers = [("authorization", credential.as_str())];
        let response = service.call(Method::GET, "/read", &headers).await;
        assert_eq!(response.text().await.unwrap(), TOKEN_USER.to_string());
        let response = service.call(Method::GET, "/read_any", &headers).await;
        assert_eq!(response.text().await.unwrap(), "parcels:read");
        for (method, path) in [
            (Method::GET, "/whoami"),
            (Method::POST, "/change"),
            (Method::GET, "/manage"),
        ] {
            no_session(service.call(method, path, &headers).await).await;
        }
    }
    let response = service.get("/read", &format!("{}x", token.reveal())).await;
    assert_eq!(response.status(), 401);
    assert_eq!(
        response.headers()["www-authenticate"],
        r#"Bearer error="invalid_token""#
    );
    // A session reads too, and no credential is none.
    let session = service.token(Role::User, SESSION);
    let response = service.get("/read", &session).await;
    assert_eq!(
        response.text().await.unwrap(),
        Uuid::from_u128(1).to_string()
    );
    let response = service.get("/read_any", &session).await;
    assert_eq!(response.text().await.unwrap(), "parcels:read projects:read");
    for path in ["/read", "/read_any"] {
        no_session(service.call(Method::GET, path, &[]).await).await;
    }
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn expired_and_foreign_claims_are_refused() {
    let service = Service::start();
    let now = chrono::Utc::now().timestamp();
    let good = Claims {
        sub: UserId(Uuid::from_u128(1)),
        cid: CustomerId(Uuid::from_u128(2)),
        role: Role::User,
        email: "ann@example.com".to_owned(),
        sid: SESSION,
        iss: DEFAULT_ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        iat: now,
        exp: now + 60,
    };
    let token = service.signer.sign_claims(&good).unwrap();
    assert_eq!(service.get("/whoami", &token).await.status(), 200);
    let elsewhere = || "elsewhere".to_owned();
    for claims in [
        Claims {
            exp: now - 60,
            ..good.clone()
        },
        Claims {
            iss: elsewhere(),
            ..good.clone()
        },
        Claims {
            aud: elsewhere(),
            ..good.clone()
        },
    ] {
        let token = service.signer.sign_claims(&claims).unwrap();
        no_session(service.get("/whoami", &token).await).await;
    }
    let stranger = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
    let token = stranger.sign_claims(&good).unwrap();
    no_session(service.get("/whoami", &token).await).await;
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn an_ended_session_is_refused_at_once() {
    let service = Service::start();
    let token = service.token(Role::User, SESSION);
    assert_eq!(service.get("/whoami", &token).await.status(), 200);
    service.revocations.revoke([SESSION]);
    no_session(service.get("/whoami", &token).await).await;
    let other = service.token(Role::User, SessionId(Uuid::from_u128(4)));
    assert_eq!(service.get("/whoami", &other).await.status(), 200);
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn only_admins_manage() {
    let service = Service::start();
    no_session(service.call(Method::GET, "/manage", &[]).await).await;
    let user = service.token(Role::User, SESSION);
    let response = service.get("/manage", &user).await;
    assert_eq!(response.status(), 403);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["type"], "urn:sitewright:problem:forbidden");
    let admin = service.token(Role::Admin, SESSION);
    assert_eq!(service.get("/manage", &admin).await.status(), 200);
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn changes_by_cookie_need_a_page_that_we_know() {
    let service = Service::start();
    let token = service.token(Role::User, SESSION);
    let cookie = format!("{ACCESS_COOKIE}={token}");
    let bearer = format!("Bearer {token}");
    for (headers, status) in [
        (vec![("cookie", cookie.as_str()), ("origin", OURS)], 200),
        (
            vec![("cookie", &cookie), ("sec-fetch-site", "same-origin")],
            200,
        ),
        (
            vec![("cookie", &cookie), ("origin", "https://evil.example")],
            403,
        ),
        (
            vec![("cookie", &cookie), ("sec-fetch-site", "cross-site")],
            403,
        ),
        (vec![("cookie", &cookie)], 403),
        (
            vec![
                ("authorization", &bearer),
                ("origin", "https://evil.example"),
            ],
            200,
        ),
    ] {
        let response = service.call(Method::POST, "/change", &headers).await;
        assert_eq!(response.status(), status, "{headers:?}");
    }
    service.running.stop().await.unwrap();
}

/// A stub of main-api: publishes keys, can be down, counts requests.
struct Publisher {
    running: server::Running,
    calls: Arc<AtomicUsize>,
}

impl Publisher {
    fn start(signer: &Signer, down: bool) -> Self {
        let jwks = signer.jwks();
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&calls);
        let running = server::start(ServerConfig::for_test(ABOUT), move |cfg| {
            let (jwks, counter) = (jwks.clone(), Arc::clone(&counter));
            let answer = move || {
                counter.fetch_add(1, Ordering::SeqCst);
                let answer = if down {
                    HttpResponse::InternalServerError().finish()
                } else {
                    HttpResponse::Ok().json(&jwks)
                };
                std::future::ready(answer)
            };
            cfg.route("/jwks.json", web::get().to(answer));
        })
        .unwrap();
        Self { running, calls }
    }

    fn keys(&self) -> KeySet {
        let url = format!("{}/jwks.json", self.running.url());
        KeySet::remote(url, DEFAULT_ISSUER).unwrap()
    }
}

#[actix_web::test]
async fn published_keys_are_fetched_once_and_strangers_make_no_flood() {
    let signer = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
    let publisher = Publisher::start(&signer, false);
    let service = Service::with(signer, publisher.keys());
    let token = service.token(Role::User, SESSION);
    for _ in 0..3 {
        assert_eq!(service.get("/whoami", &token).await.status(), 200);
    }
    let stranger = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
    for _ in 0..20 {
        let (user, customer) = (UserId(Uuid::from_u128(1)), CustomerId(Uuid::from_u128(2)));
        let token = stranger.sign(user, customer, Role::Admin, "x@y.example", SESSION);
        no_session(service.get("/whoami", &token.unwrap()).await).await;
    }
    assert_eq!(publisher.calls.load(Ordering::SeqCst), 1);
    service.running.stop().await.unwrap();
    publisher.running.stop().await.unwrap();
}

#[actix_web::test]
async fn without_keys_nothing_can_be_said_about_a_token() {
    let signer = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
    let publisher = Publisher::start(&signer, true);
    let keys = publisher.keys();
    assert!(matches!(
        keys.ready().await,
        Err(VerifyError::Unreachable(_))
    ));
    let service = Service::with(signer, keys);
    let token = service.token(Role::User, SESSION);
    for _ in 0..5 {
        let response = service.get("/whoami", &token).await;
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
    }
    assert_eq!(publisher.calls.load(Ordering::SeqCst), 1);
    service.running.stop().await.unwrap();
    publisher.running.stop().await.unwrap();
}
