//! Settings from the environment, with all errors reported at once.
//!
//! Readers record errors and return placeholders, and [`Env::finish`] fails, so that an operator
//! learns of all wrong variables in one start. No files are read.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// A value that must not be logged: its `Debug` is redacted and it has no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T = String>(T);

impl<T> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself; the name makes disclosures easy to find.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(redacted)")
    }
}

/// All errors of the environment.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the environment is not valid: {}", .problems.join("; "))]
pub struct ConfigError {
    /// One message per variable; values are not repeated.
    pub problems: Vec<String>,
}

type Source = Box<dyn Fn(&str) -> Option<String>>;

/// A variable that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Name of the variable.
    pub name: String,
    /// Whether a reader requires it.
    pub required: bool,
    /// Whether its value must not appear in logs.
    pub secret: bool,
}

/// Reads variables and collects errors. Values read before a successful [`Env::finish`] may be
/// placeholders and must not be used.
pub struct Env {
    source: Source,
    problems: Vec<String>,
    settings: BTreeMap<String, Setting>,
}

/// Reads a configuration from the process's environment.
pub fn from_process<T>(read: impl FnOnce(&mut Env) -> T) -> Result<T, ConfigError> {
    let mut env = Env::process();
    let config = read(&mut env);
    env.finish(config)
}

impl Env {
    /// The process's environment.
    pub fn process() -> Self {
        Self::from_source(|name| std::env::var(name).ok())
    }

    /// Another source, for tests.
    pub fn from_source(source: impl Fn(&str) -> Option<String> + 'static) -> Self {
        Self {
            source: Box::new(source),
            problems: Vec::new(),
            settings: BTreeMap::new(),
        }
    }

    /// An environment without variables, to list the names that a reader requests
    /// ([`Env::settings`]). A reader must request the same names whatever their values are.
    pub fn unset() -> Self {
        Self::from_source(|_name| None)
    }

    /// The variables read so far, by name.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.settings.values()
    }

    fn note(&mut self, name: &str, required: bool, secret: bool) {
        let noted = self
            .settings
            .entry(name.to_owned())
            .or_insert_with(|| Setting {
                name: name.to_owned(),
                required: false,
                secret: false,
            });
        noted.required |= required;
        noted.secret |= secret;
    }

    /// The variable, if it is set and not blank.
    pub fn optional(&mut self, name: &str) -> Option<String> {
        self.note(name, false, false);
        (self.source)(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    /// The variable; missing is an error.
    pub fn required(&mut self, name: &str) -> String {
        self.note(name, true, false);
        self.optional(name).unwrap_or_else(|| {
            self.problem(format!("{name} is missing"));
            String::new()
        })
    }

    /// A secret; missing is an error.
    pub fn secret(&mut self, name: &str) -> Secret {
        self.note(name, true, true);
        Secret(self.required(name))
    }

    /// A secret, if it is set.
    pub fn optional_secret(&mut self, name: &str) -> Option<Secret> {
        self.note(name, false, true);
        self.optional(name).map(Secret)
    }

    /// A parsed value, `default` if unset; unparsable is an error.
    pub fn parsed<T: FromStr>(&mut self, name: &str, default: T) -> T {
        self.optional_parsed(name).unwrap_or(default)
    }

    /// A parsed value if set; unparsable is an error.
    pub fn optional_parsed<T: FromStr>(&mut self, name: &str) -> Option<T> {
        let text = self.optional(name)?;
        let value = text.parse().ok();
        if value.is_none() {
            self.problem(format!("{name} is not valid"));
        }
        value
    }

    /// A comma-separated list; empty if unset.
    pub fn list(&mut self, name: &str) -> Vec<String> {
        self.optional(name)
            .unwrap_or_default()
            .split(',')
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect()
    }

    /// Records an error found by the caller.
    pub fn problem(&mut self, sentence: impl Into<String>) {
        self.problems.push(sentence.into());
    }

    /// Returns `config` if there were no errors; else all errors.
    pub fn finish<T>(self, config: T) -> Result<T, ConfigError> {
        if self.problems.is_empty() {
            Ok(config)
        } else {
            Err(ConfigError {
                problems: self.problems,
            })
        }
    }
}

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Env")
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env() -> Env {
        Env::from_source(|name| match name {
            "PORT" => Some("8080".to_owned()),
            "BAD_PORT" => Some("eighty".to_owned()),
            "BLANK" => Some("  ".to_owned()),
            "LIST" => Some("a, b,,c ".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn all_problems_are_told_at_once() {
        let mut env = env();
        env.required("DATABASE_URL");
        env.secret("BLANK");
        assert_eq!(env.parsed("BAD_PORT", 7_u16), 7);
        let error = env.finish(()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the environment is not valid: DATABASE_URL is missing; BLANK is missing; BAD_PORT is not valid"
        );
        assert!(!error.to_string().contains("eighty"));
    }

    #[test]
    fn values_come_through() {
        let mut env = env();
        assert_eq!(env.parsed("PORT", 1_u16), 8080);
        assert_eq!(env.parsed("UNSET", 1_u16), 1);
        assert_eq!(env.list("LIST"), ["a", "b", "c"]);
        assert_eq!(env.optional("BLANK"), None);
        assert_eq!(env.finish(1), Ok(1));
    }

    #[test]
    fn what_was_read_is_known_by_name() {
        let mut env = Env::unset();
        env.parsed("PORT", 1_u16);
        env.secret("TOKEN");
        env.optional("TOKEN");
        let names: Vec<_> = env
            .settings()
            .map(|setting| (setting.name.as_str(), setting.required, setting.secret))
            .collect();
        assert_eq!(names, [("PORT", false, false), ("TOKEN", true, true)]);
    }

    #[test]
    fn secrets_stay_out_of_debug_output() {
        let secret = Secret::new("hunter2".to_owned());
        assert_eq!(format!("{secret:?}"), "Secret(redacted)");
        assert_eq!(secret.expose(), "hunter2");
    }
}
