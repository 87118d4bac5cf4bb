//! TLS parameters of a database URL, with libpq's names and meanings.
//!
//! The driver supports three of libpq's modes and rejects the file parameters, so `sslmode`,
//! `sslrootcert`, `sslcert` and `sslkey` are removed before it parses the URL. Files that the URL
//! does not name come from the settings.

use std::str::FromStr;

use percent_encoding::percent_decode_str;
use tls::{FileSetting, TlsFiles, Verify};
use tokio_postgres::config::SslMode as DriverMode;

use crate::ConfigError;

/// `sslrootcert=system`: the system's CAs, as in libpq 16.
const SYSTEM: &str = "system";

/// `sslmode` of the URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SslMode {
    /// No TLS.
    Disable,
    /// TLS if the server offers it; nothing is verified.
    Prefer,
    /// TLS. With a CA file the same as [`SslMode::VerifyCa`].
    Require,
    /// TLS with a certificate signed by a trusted CA, for any name.
    VerifyCa,
    /// TLS with a certificate signed by a trusted CA for the URL's host name.
    VerifyFull,
}

impl FromStr for SslMode {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        match text {
            "disable" => Ok(Self::Disable),
            "prefer" => Ok(Self::Prefer),
            "require" => Ok(Self::Require),
            "verify-ca" => Ok(Self::VerifyCa),
            "verify-full" => Ok(Self::VerifyFull),
            other => Err(ConfigError::SslMode(other.to_owned())),
        }
    }
}

/// TLS settings of a connection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TlsPlan {
    /// Requested mode.
    pub mode: SslMode,
    /// CA file and client certificate.
    pub files: TlsFiles,
}

impl TlsPlan {
    /// The driver's mode.
    pub fn driver_mode(&self) -> DriverMode {
        match self.mode {
            SslMode::Disable => DriverMode::Disable,
            SslMode::Prefer => DriverMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => DriverMode::Require,
        }
    }

    /// How much of the server's certificate is verified.
    pub fn verify(&self) -> Verify {
        match self.mode {
            SslMode::VerifyFull => Verify::ChainAndName,
            SslMode::VerifyCa => Verify::Chain,
            SslMode::Require if self.files.ca.is_some() => Verify::Chain,
            SslMode::Disable | SslMode::Prefer | SslMode::Require => Verify::Nothing,
        }
    }
}

/// The driver's configuration and the TLS settings. Files in the URL override `files`.
pub(crate) fn read_url(
    url: &str,
    files: &TlsFiles,
) -> Result<(tokio_postgres::Config, TlsPlan), ConfigError> {
    let (rest, own) = take_out(url)?;
    let mut driver: tokio_postgres::Config = rest.parse().map_err(ConfigError::InvalidUrl)?;
    let named = |name: &str, setting: &Option<FileSetting>| match own.last(name) {
        Some(path) => Some(FileSetting::new(
            format!("{name} of the database URL"),
            path,
        )),
        None => setting.clone(),
    };
    let mut files = TlsFiles {
        ca: named("sslrootcert", &files.ca),
        client_cert: named("sslcert", &files.client_cert),
        client_key: named("sslkey", &files.client_key),
    };
    let system = own.last("sslrootcert").is_some_and(|path| path == SYSTEM);
    if system {
        files.ca = None;
    }
    let mode = match own.last("sslmode") {
        Some(text) => text.parse()?,
        None if system => SslMode::VerifyFull,
        // A connection string of keywords and values instead of a URL.
        None => match driver.get_ssl_mode() {
            DriverMode::Disable => SslMode::Disable,
            DriverMode::Require => SslMode::Require,
            _ => SslMode::Prefer,
        },
    };
    if system && mode != SslMode::VerifyFull {
        return Err(ConfigError::WeakSslMode);
    }
    let plan = TlsPlan { mode, files };
    driver.ssl_mode(plan.driver_mode());
    Ok((driver, plan))
}

/// Parameters by name; the last of duplicates counts, as in libpq.
struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn last(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(key, _)| key == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }
}

/// The URL without the four parameters, and the parameters.
fn take_out(url: &str) -> Result<(String, Parameters), ConfigError> {
    let mut own = Parameters(Vec::new());
    let is_url = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme));
    // As the driver parses it: a question mark before the first @ belongs to the password.
    let host = url.find('@').unwrap_or(0);
    let Some(question) = url[host..].find('?').filter(|_| is_url) else {
        return Ok((url.to_owned(), own));
    };
    let (before, query) = url.split_at(host + question);
    let mut kept = Vec::new();
    for pair in query[1..].split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if ["sslmode", "sslrootcert", "sslcert", "sslkey"].contains(&name) {
            let value = percent_decode_str(value)
                .decode_utf8()
                .map_err(|_bytes| ConfigError::Parameter(name.to_owned()))?;
            own.0.push((name.to_owned(), value.into_owned()));
        } else {
            kept.push(pair);
        }
    }
    let mut rest = before.to_owned();
    if !kept.is_empty() {
        rest = format!("{rest}?{}", kept.join("&"));
    }
    Ok((rest, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(url: &str) -> TlsPlan {
        read_url(url, &TlsFiles::default()).unwrap().1
    }

    #[test]
    fn modes_mean_what_they_mean_to_libpq() {
        for (mode, driver, verify, with_ca) in [
            (
                "disable",
                DriverMode::Disable,
                Verify::Nothing,
                Verify::Nothing,
            ),
            (
                "prefer",
                DriverMode::Prefer,
                Verify::Nothing,
                Verify::Nothing,
            ),
            (
                "require",
                DriverMode::Require,
                Verify::Nothing,
                Verify::Chain,
            ),
            (
                "verify-ca",
                DriverMode::Require,
                Verify::Chain,
                Verify::Chain,
            ),
            (
                "verify-full",
                DriverMode::Require,
                Verify::ChainAndName,
                Verify::ChainAndName,
            ),
        ] {
            let bare = plan(&format!("postgres://u@h/x?sslmode={mode}"));
            assert_eq!(
                (bare.driver_mode(), bare.verify()),
                (driver, verify),
                "{mode}"
            );
            let full = plan(&format!(
                "postgresql://u@h/x?sslmode={mode}&sslrootcert=/ca"
            ));
            assert_eq!(full.verify(), with_ca, "{mode}");
        }
        assert_eq!(plan("postgres://u@h/x").mode, SslMode::Prefer);
        assert_eq!(plan("host=h sslmode=require").mode, SslMode::Require);
    }

    #[test]
    fn the_other_parameters_reach_the_driver() {
        let url = "postgres://u:p?sslmode=x@h:5433/x?options=-c%20a%3Db&sslmode=verify-ca&sslcert=/c%20c&sslkey=/k&connect_timeout=7";
        let (driver, plan) = read_url(url, &TlsFiles::default()).unwrap();
        assert_eq!(driver.get_options(), Some("-c a=b"));
        assert_eq!(driver.get_password(), Some(&b"p?sslmode=x"[..]));
        assert_eq!(
            driver
                .get_connect_timeout()
                .map(std::time::Duration::as_secs),
            Some(7)
        );
        assert_eq!(driver.get_ssl_mode(), DriverMode::Require);
        assert_eq!(plan.mode, SslMode::VerifyCa);
        let cert = FileSetting::new("sslcert of the database URL", "/c c");
        assert_eq!(plan.files.client_cert, Some(cert));
    }

    #[test]
    fn files_of_the_url_win_over_settings() {
        let files = TlsFiles::from_env("DATABASE", |name| Some(format!("/etc/{name}")));
        let (_, own) = read_url("postgres://u@h/x?sslrootcert=/ca", &files).unwrap();
        assert_eq!(own.files.ca.unwrap().path.to_str(), Some("/ca"));
        assert_eq!(own.files.client_key, files.client_key);
        let (_, system) = read_url("postgres://u@h/x?sslrootcert=system", &files).unwrap();
        assert_eq!((system.mode, system.files.ca), (SslMode::VerifyFull, None));
    }

    #[test]
    fn what_is_unknown_or_too_weak_is_refused_without_the_password() {
        for (url, word) in [
            ("postgres://u:hunter2@h/x?sslmode=verify", "\"verify\""),
            ("postgres://u:hunter2@h/x?sslmode=allow", "\"allow\""),
            (
                "postgres://u:hunter2@h/x?sslrootcert=system&sslmode=require",
                "verify-full",
            ),
            ("postgres://u:hunter2@h/x?sslkey=%ff", "sslkey"),
        ] {
            let error = read_url(url, &TlsFiles::default()).unwrap_err();
            let said = format!("{error} {error:?}");
            assert!(said.contains(word) && !said.contains("hunter2"), "{said}");
        }
    }
}
