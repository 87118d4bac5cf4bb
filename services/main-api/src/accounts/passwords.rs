//! Password hashing and verification on blocking threads.
//!
//! argon2id takes tens of milliseconds and 19 MiB by design, so at most one hash per core runs at a
//! time.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use tokio::sync::Semaphore;

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("the password could not be hashed: {0}")]
    Hash(String),
    /// The process is shutting down.
    #[error("the password check did not finish")]
    Interrupted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Also when there is no such user.
    Wrong,
    Right,
    /// Correct, but hashed with weaker parameters than the current ones.
    RightButOutdated,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
}

/// With the current parameters, so that an unknown user takes as long as a known one. Random bytes: no
/// password is known to have this hash. A constant, because computing one at each start would occupy
/// 19 MiB that the process keeps.
const DUMMY: &str = "$argon2id$v=19$m=19456,t=2,p=1$xqrKL9IjcuNNibsB7OM9HQ$+g5DR58nLfgwm8ww9FBYKKPIVLA6fkVfU0xSmQioaLI";

impl Default for Passwords {
    /// At most one hash per core runs at a time.
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(num_cpus::get().max(1))),
        }
    }
}

impl Passwords {
    /// A PHC string with a new salt and the current parameters.
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.run(move || {
            let hash = hasher()?.hash_password(password.as_bytes());
            hash.map(|phc| phc.to_string())
                .map_err(|error| PasswordError::Hash(error.to_string()))
        })
        .await
    }

    /// Compares with the stored hash. Without one it takes as long and returns `Wrong`.
    pub async fn check(
        &self,
        stored: Option<String>,
        password: String,
    ) -> Result<Check, PasswordError> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| DUMMY.to_owned());
        self.run(move || {
            let phc = PasswordHash::new(&stored)
                .map_err(|error| PasswordError::Hash(error.to_string()))?;
            let right = hasher()?.verify_password(password.as_bytes(), &phc).is_ok();
            Ok(match (known && right, outdated(&phc)) {
                (false, _) => Check::Wrong,
                (true, false) => Check::Right,
                (true, true) => Check::RightButOutdated,
            })
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let slots = Arc::clone(&self.slots);
        let permit = slots
            .acquire_owned()
            .await
            .map_err(|_closed| PasswordError::Interrupted)?;
        tokio::task::spawn_blocking(move || {
            let _held_until_done = permit;
            work()
        })
        .await
        .unwrap_or(Err(PasswordError::Interrupted))
    }
}

/// OWASP's first choice: 19 MiB, two passes, one lane.
fn params() -> Result<Params, PasswordError> {
    Params::new(19 * 1024, 2, 1, None).map_err(|error| PasswordError::Hash(error.to_string()))
}

fn hasher() -> Result<Argon2<'static>, PasswordError> {
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params()?))
}

fn outdated(phc: &PasswordHash) -> bool {
    let Ok(today) = params() else { return false };
    let Ok(then) = Params::try_from(phc) else {
        return true;
    };
    then.m_cost() < today.m_cost() || then.t_cost() < today.t_cost()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn right_wrong_and_unknown() {
        let passwords = Passwords::default();
        let stored = passwords.hash("correct horse".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let check = |stored: Option<String>, password: &str| {
            let passwords = passwords.clone();
            let password = password.to_owned();
            async move { passwords.check(stored, password).await.unwrap() }
        };
        assert_eq!(
            check(Some(stored.clone()), "correct horse").await,
            Check::Right
        );
        assert_eq!(check(Some(stored), "correct hors").await, Check::Wrong);
        assert_eq!(check(None, "anything").await, Check::Wrong);
    }

    #[test]
    fn the_dummy_has_the_current_parameters() {
        let phc = PasswordHash::new(DUMMY).unwrap();
        let (dummy, current) = (Params::try_from(&phc).unwrap(), params().unwrap());
        let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        assert_eq!(cost(&dummy), cost(&current));
    }

    #[tokio::test]
    async fn weaker_parameters_are_noticed() {
        let passwords = Passwords::default();
        let weak = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(8 * 1024, 1, 1, None).unwrap(),
        );
        let stored = weak.hash_password(b"correct horse").unwrap().to_string();
        let check = passwords
            .check(Some(stored), "correct horse".into())
            .await
            .unwrap();
        assert_eq!(check, Check::RightButOutdated);
    }
}
