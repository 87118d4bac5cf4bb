//! Calls to main-api, and the names of users, which are cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use auth::CurrentUser;
use domain::UserId;
use serde::Deserialize;
use service::{Call, ServiceClient};

/// How long a name is cached; a failed request is retried sooner.
const NAME_KEPT: Duration = Duration::from_mins(10);
const NAME_RETRIED: Duration = Duration::from_secs(30);
/// Time-out of a name request: a user is saving a letter.
const NAME_PATIENCE: Duration = Duration::from_secs(2);
const MAX_NAMES: usize = 10_000;

/// Clones share the connections.
#[derive(Debug, Clone)]
pub struct MainApi {
    client: ServiceClient,
    names: Arc<Mutex<HashMap<UserId, (String, Instant)>>>,
}

#[derive(Deserialize)]
struct Profile {
    fname: String,
    lname: String,
}

/// A person of the firm to whom work can be assigned.
#[derive(Debug, Clone, Deserialize)]
pub struct Person {
    pub user_id: UserId,
    /// Full name.
    pub name: String,
}

#[derive(Deserialize)]
struct People {
    people: Vec<Person>,
}

impl MainApi {
    /// `url` is main-api's origin, without a path.
    pub fn new(url: &str) -> reqwest::Result<Self> {
        Ok(Self {
            client: ServiceClient::new(url)?,
            names: Arc::default(),
        })
    }

    pub fn get(&self, path: &str, user: &CurrentUser) -> Call {
        self.client.get(path, user)
    }

    pub fn post(&self, path: &str, user: &CurrentUser) -> Call {
        self.client.post(path, user)
    }

    /// A person of the caller's firm; none if there is no such person, or they cannot sign in.
    pub async fn find_person(
        &self,
        user: &CurrentUser,
        user_id: UserId,
    ) -> reqwest::Result<Option<Person>> {
        let mut people = self.list_people(user).await?.into_iter();
        Ok(people.find(|person| person.user_id == user_id))
    }

    /// The people of the caller's firm who can sign in.
    pub async fn list_people(&self, user: &CurrentUser) -> reqwest::Result<Vec<Person>> {
        let answer = self.get("/api/people", user).send().await?;
        let listed: People = answer.error_for_status()?.json().await?;
        Ok(listed.people)
    }

    /// The caller's full name; the e-mail address while main-api is unavailable.
    pub async fn name_of(&self, user: &CurrentUser) -> String {
        if let Some(name) = self.known_name(user.user_id) {
            return name;
        }
        let asked = self.ask_name(user).await;
        if let Err(error) = &asked {
            tracing::warn!(error.cause = %error, "main-api did not return a user's name");
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
        let call = self.get("/api/profile", user);
        let answer = call.timeout(NAME_PATIENCE).send().await?;
        let profile: Profile = answer.error_for_status()?.json().await?;
        Ok(format!("{} {}", profile.fname, profile.lname)
            .trim()
            .to_owned())
    }
}
