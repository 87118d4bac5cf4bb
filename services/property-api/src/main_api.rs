//! HTTP client of main-api, using the caller's session, with time-outs and without redirects.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use auth::CurrentUser;
use domain::UserId;
use http_kit::TraceContext;
use reqwest::{Client, RequestBuilder, redirect};
use serde::Deserialize;

/// How long a name is cached; a failed request is retried sooner.
const NAME_KEPT: Duration = Duration::from_mins(10);
const NAME_RETRIED: Duration = Duration::from_secs(30);
/// Time-out of a name request: a user is saving a letter.
const NAME_PATIENCE: Duration = Duration::from_secs(2);
const MAX_NAMES: usize = 10_000;

/// Clones share the connections.
#[derive(Debug, Clone)]
pub struct MainApi {
    http: Client,
    url: String,
    names: Arc<Mutex<HashMap<UserId, (String, Instant)>>>,
}

#[derive(Deserialize)]
struct Profile {
    fname: String,
    lname: String,
}

impl MainApi {
    /// `url` is main-api's origin, without a path.
    pub fn new(url: &str) -> reqwest::Result<Self> {
        let http = Client::builder()
            .connect_timeout(Duration::from_secs(2))
            .timeout(Duration::from_secs(8))
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self {
            http,
            url: url.trim_end_matches('/').to_owned(),
            names: Arc::default(),
        })
    }

    /// A GET with the caller's token, request id and trace context.
    pub fn get(&self, path: &str, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
        signed(self.http.get(format!("{}{path}", self.url)), user, trace)
    }

    /// The caller's full name; the e-mail address while main-api is unavailable.
    pub async fn name_of(&self, user: &CurrentUser) -> String {
        if let Some(name) = self.known_name(user.user_id) {
            return name;
        }
        let asked = self.ask_name(user).await;
        if let Err(error) = &asked {
            tracing::warn!(error.cause = %error, "main-api does not tell a user's name");
        }
        let told = asked.ok().filter(|name| !name.is_empty());
        let kept = if told.is_some() {
            NAME_KEPT
        } else {
            NAME_RETRIED
        };
        let name = told.unwrap_or_else(|| user.email.clone());
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.len() >= MAX_NAMES {
            names.clear();
        }
        names.insert(user.user_id, (name.clone(), Instant::now() + kept));
        name
    }

    fn known_name(&self, user_id: UserId) -> Option<String> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, until) = names.get(&user_id)?;
        (*until > Instant::now()).then(|| name.clone())
    }

    async fn ask_name(&self, user: &CurrentUser) -> reqwest::Result<String> {
        let call = self.get("/api/profile", user, &TraceContext::current());
        let answer = call.timeout(NAME_PATIENCE).send().await?;
        let profile: Profile = answer.error_for_status()?.json().await?;
        Ok(format!("{} {}", profile.fname, profile.lname)
            .trim()
            .to_owned())
    }

    /// A POST with the caller's token, request id and trace context.
    pub fn post(&self, path: &str, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
        signed(self.http.post(format!("{}{path}", self.url)), user, trace)
    }
}

fn signed(call: RequestBuilder, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
    trace.headers().fold(
        call.bearer_auth(user.bearer.expose()),
        |call, (name, value)| call.header(name, value),
    )
}
